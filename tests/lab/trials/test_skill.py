"""Skill and luck where the truth is known, and the kept cells of the ladder."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env.cli import main as cli
from munchkin_env.lab.arena import define
from munchkin_env.lab.trials import bench_of_bots, skill
from munchkin_env.lab.trials.bench_of_bots import Trials
from munchkin_env.lab.trials.skill import LADDER, Luck, ladder, luck_interval, split_luck
from munchkin_env.learning.parts import DamagedPartError
from munchkin_env.version import RULES_VERSION

RUNGS = ("random", "weighted", "greedy", "veteran", "bully")
PLANTED = Path(__file__).with_name("planted.json")
_Results = tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.int64]]

# ------------------------------------------------------------------------------------------------------------- luck


def planted(rungs: int, of_deal: float, of_skill: float = 0.0, cycles: int = 300) -> _Results:
    """Results in the line-ups of a real tournament: a part that the seat of the deal decides, a part that depends on who sits there.

    A player who takes the same seat of the same deal again gets the same result, whoever the others are.
    """
    tournament = define(RUNGS[:rungs])
    games = [fixture for cycle in range(cycles) for fixture in tournament.fixtures(cycle)]
    entrant, deal = np.array([game.seats for game in games]), np.array([game.deal for game in games])
    rng, deals, seat = np.random.default_rng(1), int(deal.max()) + 1, np.arange(4)
    shared, own = rng.normal(size=(deals, 4)), rng.normal(size=(deals, 4, rungs))
    strength = np.sqrt(of_skill * rungs) * (np.arange(rungs) == 0)
    rest = 1 - of_deal - of_skill * (1 - 1 / rungs)
    found = strength[entrant] + np.sqrt(of_deal) * shared[deal[:, None], seat] + np.sqrt(rest) * own[deal[:, None], seat, entrant]
    return found, entrant, deal


@pytest.mark.parametrize("rungs", [2, 3, 4, 5])
@pytest.mark.parametrize("of_deal", [0.0, 0.25])
def test_the_deal_is_what_different_players_have_in_common(rungs: int, of_deal: float) -> None:
    """With fewer rungs than seats, many pairs of games have the same player in the same seat: these are no part of it."""
    share, entrant, deal = planted(rungs, of_deal)
    luck = split_luck(share, entrant, deal)
    assert luck.deal == pytest.approx(100 * of_deal, abs=8 if rungs == 2 else 4)
    assert luck.skill == pytest.approx(0, abs=0.5) and luck.rest == pytest.approx(100 - luck.skill - luck.deal)


@pytest.mark.parametrize("rungs", [2, 3, 4])
def test_skill_beside_a_deal(rungs: int) -> None:
    luck = split_luck(*planted(rungs, of_deal=0.25, of_skill=0.3))
    assert luck.skill == pytest.approx(100 * 0.3 * (1 - 1 / rungs), abs=4) and luck.deal == pytest.approx(25, abs=8)


def test_what_cannot_be_known_is_not_a_number() -> None:
    nobody_won = split_luck(np.zeros((8, 2)), np.array([[0, 1], [1, 0]] * 4), np.arange(8) // 2)
    assert np.isnan([nobody_won.skill, nobody_won.deal, nobody_won.rest]).all()
    never_exchanged = split_luck(np.eye(2)[np.array([0, 1] * 4)], np.array([[0, 1]] * 8), np.arange(8) // 2)
    assert never_exchanged.skill == pytest.approx(0, abs=15) and np.isnan([never_exchanged.deal, never_exchanged.rest]).all()


def _figures(results: _Results) -> Any:
    share, entrant, deal = results
    deals, of_game = np.unique(deal, return_inverse=True)
    return SimpleNamespace(seats={"share": share.ravel()}, n=len(share), players=4, entrant=entrant, deals=deals, deal_of_game=of_game)


def test_no_interval_from_a_few_deals_or_from_deals_that_agree() -> None:
    many = luck_interval(_figures(planted(4, 0.25, cycles=100)))
    assert all(one.low < one.value < one.high < one.low + 40 for one in many) and many[1].low < 25 < many[1].high
    for few in (1, 9):
        assert all((one.low, one.high) == (-np.inf, np.inf) for one in luck_interval(_figures(planted(4, 0.25, cycles=few)))), few
    _, entrant, deal = planted(4, 0.0, cycles=50)
    best_wins = luck_interval(_figures(((entrant == 2).astype(float), entrant, deal)))
    assert best_wins[0].value == pytest.approx(100) and all((one.low, one.high) == (-np.inf, np.inf) for one in best_wins)
    assert all(
        np.isnan(one.value) and one.low == -np.inf for one in luck_interval(_figures((np.zeros_like(entrant, float), entrant, deal)))
    )
    assert list(Luck.__dataclass_fields__) == ["skill", "deal", "rest"], "in the order of the intervals"


# ----------------------------------------------------------------------------------------------------------- ladder

HOW = Trials(("greedy",) * 2, options={"max_rounds": 1})


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The duels that were played."""
    found: list[Any] = []

    def duel(players: Any, *_: Any, **__: Any) -> Any:
        found.append(players)
        return SimpleNamespace(shares=(0.25,))

    monkeypatch.setattr(skill, "duel", duel)
    return found


def test_cells_of_other_cards_or_rules_are_played_again(tmp_path: Path, played: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text(PLANTED.read_text(encoding="utf-8"), encoding="utf-8")
    how = replace(HOW, sets=(str(cards),))

    def again() -> int:
        played.clear()
        won = ladder(tmp_path, how, ["weighted", "greedy"], 8)
        assert list(won) == [("weighted", "greedy"), ("greedy", "weighted")] and won["greedy", "weighted"].value == 25
        return len(played)

    assert (again(), again()) == (2, 0)
    cards.write_text(PLANTED.read_text(encoding="utf-8").replace('"level": 8', '"level": 9'), encoding="utf-8")
    assert (again(), again()) == (2, 0), "a file of cards that has changed"
    monkeypatch.setattr(bench_of_bots, "RULES_VERSION", RULES_VERSION + 1)
    assert (again(), again()) == (2, 0)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "not valid JSON"),
        ("", "not valid JSON"),
        ("[]", "it is \\[\\]; dict"),
        ('{"a": 1}', "a is 1; tuple"),
        ('{"a": [0.5, 0.4]}', "a is \\[0.5, 0.4\\]; tuple"),
        ('{"a": [0.5, 0.4, "x"]}', "a\\[2\\] is 'x'; float"),
        ('{"a": [0.5, 0.4, NaN]}', "NaN"),
        ('{"a": [0.5, 0.4, 7]}', "must be a share and its interval, from 0 to 1"),
    ],
)
def test_a_damaged_file_of_cells_is_told(text: str, fault: str, tmp_path: Path, played: list[Any]) -> None:
    (tmp_path / LADDER).write_text(text)
    with pytest.raises(DamagedPartError, match=f"{LADDER} is damaged .*{fault}.*delete it"):
        ladder(tmp_path, HOW, ["weighted", "greedy"], 8)
    assert not played
    (tmp_path / LADDER).unlink()
    ladder(tmp_path, HOW, ["weighted", "greedy"], 8)
    assert len(json.loads((tmp_path / LADDER).read_text(encoding="utf-8"))) == len(played) == 2


def test_the_command_tells_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / LADDER).write_text("[]")
    assert cli.main(["lab", "skill", "weighted", "greedy", "--out", str(tmp_path), "--games", "1", "--seats", "2"]) == 1
    assert f"{LADDER} is damaged" in capsys.readouterr().err
