"""The learner moves towards what labels say is better, by as much as it should, and towards nothing else."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from munchkin_env.learning.labels import Labels, part_path
from munchkin_env.learning.learner import (
    HELD_OUT,
    Held,
    Lesson,
    as_it_is,
    batch_of,
    caution_with,
    held_out_rows,
    learn,
    learned_rows,
    outputs,
    score,
)
from munchkin_env.learning.networks import network_of
from munchkin_env.observe.layout import SIZE
from tests.learning.planting import FIRST, SECOND, SEEN, planted_part

SHAPE: dict[str, Any] = {"kind": "flat", "hidden": [16], "residual": False}


def planted(folder: Path, n: int, gain: float, luck: float = 0.0) -> Labels:
    """In a file."""
    np.savez(part_path(folder, 0), allow_pickle=False, **planted_part(n, gain, luck))
    return Labels([part_path(folder, 0)])


def network(seed: int = 1) -> Any:
    torch.manual_seed(seed)
    return network_of(SHAPE, np.arange(SIZE), ("deluxe",))


def taught(labels: Labels, lesson: Lesson) -> tuple[Any, Any]:
    """The network before and after."""
    net = network()
    before = copy.deepcopy(net)
    steps = list(learn(net, labels, lesson, as_it_is(net, lesson.prior)))
    assert steps == sorted(steps) and steps[0] >= 0 and steps[-1] < 1
    return before, net


def probabilities(net: Any, labels: Labels, lesson: Lesson) -> Any:
    with torch.no_grad():
        return outputs(net, batch_of(labels, np.arange(len(labels))), lesson.prior)[0].exp().numpy()


@pytest.mark.parametrize("luck", [pytest.param(0.0, marks=pytest.mark.slow), 0.05])
def test_it_finds_when_the_other_action_is_better(tmp_path: Path, luck: float) -> None:
    labels, lesson = planted(tmp_path, 8000, 0.02, luck), Lesson(prior=3.0, caution=0.00035, rate=3e-3, batch=64)
    before, after = taught(labels, lesson)
    better = labels.observations(np.arange(len(labels)))[:, SEEN] > 0
    chosen = probabilities(after, labels, lesson).argmax(1)
    assert (chosen[better] == SECOND).all() and (chosen[~better] == FIRST).all()
    found = score(after, Held(before, lesson.prior), labels, lesson)
    assert found.gain == pytest.approx(0.01, abs=4 * found.error + 0.001) and found.changed == pytest.approx(0.5, abs=0.1)


def test_caution_says_how_far_a_probability_moves(tmp_path: Path) -> None:
    """Where only two actions count, the less cautious learner moves the odds further."""
    labels = planted(tmp_path, 4000, 0.02)
    moved = []
    for caution in (0.00125, 0.0125):
        lesson = Lesson(prior=1.0, caution=caution, rate=1e-3, batch=64, epochs=4)
        before, after = taught(labels, lesson)
        better = labels.observations(np.arange(len(labels)))[:, SEEN] > 0
        odds = [
            np.log(p[better, SECOND] / p[better, FIRST]).mean() for p in (probabilities(net, labels, lesson) for net in (before, after))
        ]
        moved.append(odds[1] - odds[0])
    assert moved[0] > 3 * moved[1] > 0


def test_few_labels_call_for_more_caution() -> None:
    lesson = Lesson(caution=0.01)
    assert caution_with(lesson, 1_000_000) == pytest.approx(0.01)
    assert caution_with(lesson, 10_000) == pytest.approx(0.1)


def test_labels_that_say_nothing_move_nothing(tmp_path: Path) -> None:
    labels, lesson = planted(tmp_path, 2000, 0.0), Lesson(batch=64)
    before, after = taught(labels, lesson)
    assert np.abs(probabilities(before, labels, lesson) - probabilities(after, labels, lesson)).max() < 0.01


def test_the_value_learns_what_the_position_is_worth(tmp_path: Path) -> None:
    labels, lesson = planted(tmp_path, 4000, 0.0), Lesson(rate=3e-3, batch=64)
    before, after = taught(labels, lesson)
    near = Held(before, lesson.prior)
    assert score(after, near, labels, lesson).value_error < 0.001 < score(before, near, labels, lesson).value_error


def test_held_out_games_are_not_learned_from(tmp_path: Path) -> None:
    labels = planted(tmp_path, 4000, 0.02)
    held, learned = held_out_rows(labels), learned_rows(labels)
    assert len(held) + len(learned) == len(labels) and len(held) == pytest.approx(len(labels) / HELD_OUT, rel=0.1)
    assert not set(labels.games[held]) & set(labels.games[learned])
    lesson = Lesson(batch=64, epochs=1)
    nets = []
    for worth in (0.0, 1.0):
        labels.arrays["worth"][held] = worth
        nets.append(taught(labels, lesson)[1])
    assert all(torch.equal(a, b) for a, b in zip(nets[0].parameters(), nets[1].parameters(), strict=True))
