"""A network learns from labels: its probabilities move along the measured advantages, and are held near those it began with.

The loss of a decision is KL(before ‖ after) - Σ probability · advantage / caution, over all candidates: linear in what was measured, so
that luck in the measurements is only noise. The value learns the share expected before the decision.
"""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from .labels import Labels
from .networks import Tensor

_Rows = npt.NDArray[np.int64]
HELD_OUT = 20
"""One game of so many is never learned from."""


@dataclass(frozen=True)
class Lesson:
    """Settings of the learner."""

    prior: float = 2.0
    """Added to the logit of the bot's choice."""
    caution: float = 0.004
    """Advantage, in shares of the victory, at which a probability moves by a factor of e, with a million labels. With fewer, what looks
    like an advantage is more often luck: caution grows as luck does, with 1 / the square root of their number."""
    rate: float = 2e-3
    """Learning rate at the beginning; it falls to a fiftieth."""
    epochs: int = 6
    batch: int = 1024
    decay: float = 0.0
    """Weight decay."""
    seed: int = 1


QUICK = Lesson(epochs=1)
"""For a network that only plays until the next one has learned."""
FURTHER = Lesson(caution=0.0057, rate=6e-4, epochs=2)
"""For a network that has learned before."""


class Batch(NamedTuple):
    """Some labels as tensors."""

    seen: Tensor
    legal: Tensor
    action: Tensor
    there: Tensor
    worth: Tensor
    weight: Tensor
    outcome: Tensor


class Held(NamedTuple):
    """The network near whose probabilities the learner is held, and what is added to the logit of the bot's choice."""

    net: Tensor
    prior: float


def as_it_is(net: Tensor, prior: float) -> Held:
    """A copy, which does not learn."""
    return Held(copy.deepcopy(net).eval(), prior)


class Score(NamedTuple):
    """How well a network does on labels that it has not learned from."""

    gain: float
    """Mean advantage of its preferred action over that of the policy it is compared with, in shares of the victory,"""
    error: float
    """and the standard error."""
    changed: float
    """Fraction of decisions with another preferred action."""
    value_error: float
    """Mean squared error of the value, by how games ended."""


def batch_of(labels: Labels, rows: _Rows) -> Batch:
    arrays = labels.arrays
    action = torch.from_numpy(arrays["action"][rows].astype(np.int64))
    weight, outcome = (torch.from_numpy(arrays[name][rows].astype(np.float32)) for name in ("weight", "outcome"))
    worth = torch.from_numpy(arrays["worth"][rows])
    seen, legal = torch.from_numpy(labels.observations(rows)), torch.from_numpy(labels.legal(rows))
    return Batch(seen, legal, action.clamp(min=0), action >= 0, worth, weight, outcome)


def outputs(net: Tensor, batch: Batch, prior: float) -> tuple[Tensor, Tensor]:
    """Logarithms of the probabilities of all actions, and the values."""
    logits, value = net(batch.seen)
    logits = logits.scatter_add(1, batch.action[:, :1], torch.full((len(logits), 1), prior))
    return logits.masked_fill(~batch.legal, -1e9).log_softmax(1), value


def advantages(batch: Batch, before: Tensor) -> tuple[Tensor, Tensor]:
    """Of each candidate, by what the network expected before; and what that was."""
    likely = before.gather(1, batch.action).exp() * batch.there
    expected = (likely * batch.worth).sum(1) / likely.sum(1)
    return (batch.worth - expected[:, None]) * batch.there, expected


def caution_with(lesson: Lesson, labels: int) -> float:
    return lesson.caution * sqrt(_MILLION / max(labels, 1))


_MILLION = 1_000_000


def loss_of(net: Tensor, before: Tensor, batch: Batch, prior: float, caution: float) -> Tensor:
    after, value = outputs(net, batch, prior)
    advantage, expected = advantages(batch, before)
    gain = (after.gather(1, batch.action).exp() * advantage).sum(1)
    moved = (before.exp() * (before - after)).masked_fill(~batch.legal, 0).sum(1)
    worth = (value - expected) ** 2 + (value - batch.outcome) ** 2
    return ((moved - gain / caution + worth) * batch.weight).sum() / batch.weight.sum()


def learn(net: Tensor, labels: Labels, lesson: Lesson, near: Held) -> Iterator[float]:
    """Yields how much is done. near: the policy to stay near, which improves on it; often the network as it is now (`as_it_is`)."""
    torch.manual_seed(lesson.seed)
    rng = np.random.default_rng(lesson.seed)
    rows = learned_rows(labels)
    caution = caution_with(lesson, len(rows))
    optimizer = torch.optim.AdamW(net.parameters(), lesson.rate, weight_decay=lesson.decay, eps=1e-5)
    steps = max(1, len(rows) // lesson.batch)
    for epoch in range(lesson.epochs):
        for k, some in enumerate(np.array_split(rng.permutation(rows), steps)):
            done = (epoch * steps + k) / (lesson.epochs * steps)
            for group in optimizer.param_groups:
                group["lr"] = lesson.rate * max(0.02, 1 - done)
            batch = batch_of(labels, some)
            with torch.no_grad():
                before, _ = outputs(near.net, batch, near.prior)
            loss = loss_of(net, before, batch, lesson.prior, caution)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            yield done


def learned_rows(labels: Labels) -> _Rows:
    return np.flatnonzero(labels.games % HELD_OUT != HELD_OUT - 1)


def held_out_rows(labels: Labels) -> _Rows:
    return np.flatnonzero(labels.games % HELD_OUT == HELD_OUT - 1)


def score(net: Tensor, near: Held, labels: Labels, lesson: Lesson) -> Score:
    """Of a network that was held near a policy, compared with it on the labels held out; 0 if there are none."""
    rows = held_out_rows(labels)
    if len(rows) == 0:
        return Score(0.0, 0.0, 0.0, 0.0)
    gains, weights, changed, errors = [], [], [], []
    with torch.no_grad():
        for some in np.array_split(rows, max(1, len(rows) // 4096)):
            batch = batch_of(labels, some)
            (after, value), (before, _) = outputs(net, batch, lesson.prior), outputs(near.net, batch, near.prior)
            advantage, _ = advantages(batch, before)
            now, then = after.argmax(1), before.argmax(1)
            gains.append(_of(advantage, batch, now) - _of(advantage, batch, then))
            weights.append(batch.weight)
            changed.append((now != then).float())
            errors.append((value - batch.outcome) ** 2)
    gain, weight, moved, error = (torch.cat(parts) for parts in (gains, weights, changed, errors))
    share = weight / weight.sum()
    mean = float((gain * share).sum())
    spread = float((((gain - mean) * share) ** 2).sum() ** 0.5)
    return Score(mean, spread, float((moved * share).sum()), float((error * share).sum()))


def _of(advantage: Tensor, batch: Batch, action: Tensor) -> Tensor:
    """The advantage of that action; 0 if it is no candidate."""
    return (advantage * ((batch.action == action[:, None]) & batch.there)).sum(1)
