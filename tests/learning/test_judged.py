"""How strong the policies of a run are: which games say so, and which policy is the last."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.learning.labels import Labelling, told_path
from munchkin_env.learning.parts import MadeOtherwiseError
from munchkin_env.learning.rounds import Plan, check_opponents, finally_judged, train
from munchkin_env.learning.strengths import FINAL, STRENGTH, strengths
from munchkin_env.players.bots.duel import Duel
from munchkin_env.players.compiled import check_player
from munchkin_env.players.policy import load_policy
from tests.players.test_policy import untrained

PLAN = Plan(labelling=Labelling(), imitation=0, rounds=3, parts=1, games=8, opponents=("greedy",))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The seed and the number of all games; nothing is played, labelled or learned."""
    games: list[tuple[int, int]] = []

    def note(_players: Sequence[Any], n: int, seed: int, **_: Any) -> Duel:
        games.append((seed, n))
        return Duel(("x",) * 4, n, (0,) * 4, 0, 0, 0, (0.5,) * 4, (0.01,) * 4, 0)

    def taught(_folder: Path, _plan: Plan, number: int, *_: Any) -> Any:
        policy = untrained("slots")[1]
        policy.about["round"] = number
        return policy

    monkeypatch.setattr("munchkin_env.learning.rounds.duel", note)
    monkeypatch.setattr("munchkin_env.learning.rounds.label", lambda *_: None)
    monkeypatch.setattr("munchkin_env.learning.rounds.taught", taught)
    monkeypatch.setattr("munchkin_env.learning.rounds.first_student", lambda *_: untrained("slots")[1])
    return games


@pytest.mark.parametrize("seed", [1, 999_999, 1_000_001, 2_000_001])
def test_the_games_at_the_end_are_others(seed: int, tmp_path: Path, played: list[tuple[int, int]]) -> None:
    plan = replace(PLAN, labelling=replace(PLAN.labelling, seed=seed))
    list(train(tmp_path, plan))
    rounds = {seed for seed, _ in played}
    played.clear()
    list(finally_judged(tmp_path, plan, 100))
    assert len(rounds) == 1 and {n for _, n in played} == {100} and rounds.isdisjoint(seed for seed, _ in played)


def test_another_number_of_games_is_played(tmp_path: Path, played: list[tuple[int, int]]) -> None:
    list(train(tmp_path, PLAN))
    for games in (10, 40, 40):
        assert [row.games for row in finally_judged(tmp_path, PLAN, games)] == [games] == [row.games for row in strengths(tmp_path / FINAL)]
    assert [n for _, n in played[-2:]] == [10, 40]


def test_the_last_policy_stays_the_last_while_the_rounds_are_judged_again(tmp_path: Path, played: list[tuple[int, int]]) -> None:
    list(train(tmp_path, PLAN))
    (tmp_path / STRENGTH).unlink()
    assert len(played) == 4
    for _ in train(tmp_path, PLAN):
        assert load_policy(tmp_path / "policy.npz").about["round"] == 3
    assert len(played) == 8


@pytest.mark.usefixtures("played")
def test_an_opponent_who_has_changed_is_noticed_before_more_labels_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = train(tmp_path, PLAN)
    next(run)
    (tmp_path / "labels-1").mkdir()
    (tmp_path / "labels-1" / "labels.json").write_text('{"bots": {"greedy": "of before"}}')
    monkeypatch.setattr("munchkin_env.learning.rounds.label", lambda *_: pytest.fail("labels are made"))
    with pytest.raises(MadeOtherwiseError, match="since these labels were made, greedy has changed"):
        next(run)


def test_opponents_are_those_of_the_labels(tmp_path: Path) -> None:
    plan = Plan(Labelling(opponents={"bully": 1.0, "greedy": 1.0}), rounds=2, opponents=("greedy", "weighted"))
    check_opponents(tmp_path, plan)
    told_path(tmp_path, 2).parent.mkdir()
    told_path(tmp_path, 2).write_text(f'{{"bots": {{"greedy": "{check_player("greedy").digest}", "bully": "00000000"}}}}')
    check_opponents(tmp_path, plan)
    told_path(tmp_path, 2).write_text('{"bots": {"greedy": "00000000"}}')
    with pytest.raises(MadeOtherwiseError, match=r"labels-2: since these labels were made, greedy has changed; use another folder"):
        check_opponents(tmp_path, plan)
