"""A network that asks no bot learns to play as a policy that asks one: from the labels of its training, held near it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from munchkin_env.players.compiled import NetworkBot
from munchkin_env.players.policy import Policy, load_policy

from .labels import Labelling, Labels, corrected_bot, labels_of_run
from .learner import Held, Lesson, learn, score
from .networks import of_policy, to_policy
from .rounds import OPPONENTS, Tell, check_trained_for, measured, without_bot
from .strengths import Strength, write_strengths

PURE_LESSON = Lesson(prior=0.0, caution=0.01, rate=1e-3, epochs=3)
PURE, PURE_STRENGTH = "pure.npz", "pure.csv"


def learn_pure(folder: Path, spec: str, how: Labelling, lesson: Lesson, start: str | None, tell: Tell) -> Policy:
    """Learn from all labels in a training folder, and write the policy into it, unless that has been done.

    Args:
        folder: Of a training.
        spec: The policy.
        how: The games that it was trained for.
        lesson: Settings of the learner.
        start: A policy whose network learns; None: that of the policy itself.
        tell: Called with what is being done, and how much of it is.

    Raises:
        ValueError: The policies or the labels do not fit.
    """
    policy = load_policy(spec, how.sets)
    if policy.prior is None:
        raise ValueError(f"{spec}: it asks no bot; the policy that is to be learned must be one that does")
    began = policy if start is None else load_policy(start, how.sets)
    for name, one in ((spec, policy), (str(start), began)):
        check_trained_for(name, one, how)
    paths = labels_of_run(folder, how, corrected_bot(policy))
    told = {"pure of": policy.digest, "began as": began.digest, "parts": len(paths), "lesson": asdict(lesson)}
    if (folder / PURE).exists():
        return _kept(folder / PURE, told)
    labels = Labels(paths)
    net, near = of_policy(without_bot(began)), Held(of_policy(policy).eval(), policy.prior.weight)
    for done in learn(net, labels, lesson, near):
        tell("learning", done)
    tell("learning", 1.0)
    found = score(net, near, labels, lesson)
    about = {name: value for name, value in without_bot(began).about.items() if name != "round"}
    to_policy(net, about | told | {"labels": len(labels), "held out": found._asdict()}).save(folder / PURE)
    return load_policy(folder / PURE)


def _kept(path: Path, told: dict[str, object]) -> Policy:
    found = load_policy(path)
    if other := [name for name, value in told.items() if found.about.get(name) != value]:
        raise ValueError(f"{path}: it was learned in another way; other: {', '.join(other)}. Move it, or use the same settings")
    return found


def pure_judged(
    folder: Path, policy: Policy, how: Labelling, games: int, tell: Tell, opponents: Sequence[str] = OPPONENTS
) -> Iterator[Strength]:
    """Alone against equal bots of each kind."""
    rows = []
    for opponent in opponents:
        found = measured(NetworkBot.of(policy), opponent, how, games)
        rows.append(Strength(0, policy.about["labels"], opponent, games, found.shares[0], *found.share_interval()))
        write_strengths(folder / PURE_STRENGTH, rows)
        tell("games", len(rows) / len(opponents))
    yield from rows
