"""Rounds of training: a run continues from any interruption, and its students are what it says."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.learning.inputs import SHAPES
from munchkin_env.learning.labels import Labelling, make_part, part_path
from munchkin_env.learning.learner import Lesson
from munchkin_env.learning.rounds import ADVISER_PRIOR, Plan, first_student, train
from munchkin_env.learning.strengths import STRENGTH, strengths
from munchkin_env.players.bots.duel import duel
from munchkin_env.players.compiled import NetworkBot
from munchkin_env.players.policy import load_policy

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(not COMPILED, reason="games of networks take the twin minutes")]
PLAN = Plan(
    labelling=Labelling(turns=1, rate=1.0, part=64),
    lesson=Lesson(prior=2.0, rate=1e-3, batch=32),
    imitation=3,
    rounds=2,
    parts=2,
    games=4,
    opponents=("weighted", "greedy"),
)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHAPES, "slots", {"kind": "slots", "card": 4, "hidden": 8, "pointer": 4})
    monkeypatch.setattr("munchkin_env.learning.rounds.columns_of", lambda *_: np.arange(0, 900, 3))
    monkeypatch.setattr("munchkin_env.learning.imitation._GAMES", 64)


def test_the_first_student_plays_as_its_bot() -> None:
    table = ["veteran", "greedy", "greedy", "greedy"]
    policy = first_student(PLAN)
    assert duel([NetworkBot.of(policy), *table[1:]], 20).fingerprint == duel(table, 20).fingerprint
    assert policy.values(np.ones((3, len(policy_input())), np.float32)).tolist() == [0, 0, 0]


def test_a_student_that_corrects_nothing_may_as_well_let_its_bot_play_on() -> None:
    student, other, how = first_student(PLAN), load_policy("trained"), replace(PLAN.labelling, part=24)
    for policy, alike in ((student, True), (other, False)):
        one, two = (make_part(replace(how, alone=alone), policy, 0) for alone in (True, False))
        assert np.array_equal(one["action"][0], two["action"][0])
        assert all(np.array_equal(one[name], two[name]) for name in ("action", "worth")) == alike


def test_in_early_rounds_it_learns_for_as_long_as_the_plan_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    epochs: list[int] = []

    def note(_net: Any, _labels: Any, lesson: Lesson, _near: Any) -> Iterator[float]:
        epochs.append(lesson.epochs)
        yield 1.0

    monkeypatch.setattr("munchkin_env.learning.rounds.learn", note)
    list(train(tmp_path, replace(PLAN, quick=replace(PLAN.lesson, epochs=2), rounds=3, opponents=())))
    assert epochs == [2, 2, PLAN.lesson.epochs]


def test_one_adviser_says_in_all_rounds_what_may_be_tried(tmp_path: Path) -> None:
    list(train(tmp_path, replace(PLAN, opponents=("greedy",))))
    adviser = load_policy(tmp_path / "adviser.npz")
    assert adviser.about["imitated"] == PLAN.imitation and adviser.prior is not None and adviser.prior.weight == ADVISER_PRIOR
    told = json.loads((tmp_path / "labels-2" / "labels.json").read_text(encoding="utf-8"))
    assert told["adviser"] == adviser.digest != told["student"] == load_policy(tmp_path / "policy-1.npz").digest


def policy_input() -> np.ndarray:
    from munchkin_env.observe import SIZE

    return np.zeros(SIZE)


def test_a_run_and_what_it_leaves(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    rows = list(train(tmp_path, PLAN, tell=lambda what, done: told.append((what, done))))
    assert [(row.round, row.opponent) for row in rows] == [(k, name) for k in range(3) for name in PLAN.opponents]
    assert [row.labels for row in rows[::2]] == [0, 128, 256] and strengths(tmp_path / STRENGTH) == rows
    assert all(0 <= row.low <= row.shares <= row.high <= 1 and row.games == 4 for row in rows)
    last = load_policy(tmp_path / "policy.npz")
    assert last.about["round"] == 2 and last.about["labels"] == 256 and last.about["held out"].keys() >= {"gain", "error"}
    assert all(told[-1 - [one for one, _ in told][::-1].index(what)][1] == 1.0 for what in {what for what, _ in told}), "each ends at 100 %"
    assert {what for what, _ in told} >= {"round 1: labels", "round 2: learning", "round 2: games"} and all(0 <= d <= 1 for _, d in told)


def test_an_interrupted_run_comes_to_the_same(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    rows = list(train(whole, PLAN))
    for _ in zip(range(3), train(broken, PLAN), strict=False):
        pass
    (broken / "policy-1.npz").unlink()
    part_path(broken / "labels-1", 1).unlink()
    assert list(train(broken, PLAN, workers=2)) == rows
    assert load_policy(broken / "policy.npz").digest == load_policy(whole / "policy.npz").digest


def test_a_folder_has_one_plan(tmp_path: Path) -> None:
    next(train(tmp_path, PLAN))
    with pytest.raises(ValueError, match="made in another way"):
        next(train(tmp_path, replace(PLAN, rounds=5)))


def test_a_policy_is_trained_further_from_its_own_weights() -> None:
    policy = first_student(replace(PLAN, start="trained-pure"))
    base = load_policy("trained-pure")
    assert policy.prior is not None and policy.prior.style.name == "veteran" and base.prior is None
    assert all(np.array_equal(policy.arrays[name], base.arrays[name]) for name in base.arrays)
    corrects = first_student(replace(PLAN, start="trained"))
    assert corrects.digest == load_policy("trained").digest, "it begins as it is, with its own prior"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"bot": "greedy"}, "it corrects the bot veteran, not greedy"),
        ({"labelling": replace(PLAN.labelling, players=6)}, "with 4 players"),
    ],
)
def test_a_policy_of_other_games_or_another_bot_is_not_trained_further(change: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=says):
        next(train(tmp_path / "run", replace(PLAN, start="trained", **change)))
    assert not (tmp_path / "run").exists()
