"""Trials of house rules."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.game.options import OPTIONS, OptionError
from munchkin_env.lab.census.playing import play
from munchkin_env.lab.trials import house
from munchkin_env.lab.trials.bench_of_bots import Trials
from munchkin_env.lab.trials.house import MEASURES, RuleChange, play_rules, rule_changes
from munchkin_env.players.bots.duel import duel

SHORT = Trials(("weighted",) * 2, options={"win_level": 3, "max_rounds": 2}, games=2)


def test_every_house_rule_that_changes_the_game_is_tried() -> None:
    labels = {one.label for one in rule_changes(["deluxe"])}
    assert {"shared_victory=true", "binding_deals=false", "win_level=20", "trade_budget=0", "priority=rotate"} <= labels
    assert not any(label.startswith(("house_mode", "w_sources", "first_player")) for label in labels)
    assert "w_sources=base" in {one.label for one in rule_changes(["western"])}
    assert [one.label for one in rule_changes(["deluxe"], ["win_level"])] == ["win_level=6", "win_level=20"]
    with pytest.raises(OptionError, match="there is no option 'win_levl' \\(did you mean 'win_level'"):
        rule_changes(["deluxe"], ["win_levl"])


def _labels(*only: str, **base: Any) -> list[str]:
    return [one.label for one in rule_changes(["deluxe"], only, **base)]


def test_what_is_tried_differs_from_the_base() -> None:
    """With another base, the default is one of the other values."""
    assert _labels("win_level", win_level=6) == ["win_level=10", "win_level=20"]
    assert _labels("win_level", win_level=8) == ["win_level=10", "win_level=6", "win_level=20"]
    assert _labels("shared_victory", shared_victory=True) == ["shared_victory=false"]
    assert _labels("sex_mode", sex_mode="random") == ["sex_mode=choose", "sex_mode=fixed"]
    for option in OPTIONS:
        tried = [one.value for one in rule_changes(["deluxe", "western", "potter"]) if one.name == option.name]
        assert option.default not in tried
        for value in tried:
            other: Any = {option.name: value}
            from_there = [one.value for one in rule_changes(["deluxe", "western", "potter"], [option.name], **other)]
            assert option.default in from_there and value not in from_there
    with pytest.raises(OptionError, match="win_level=99: must be"):
        _labels(win_level=99)


@pytest.mark.parametrize("name", ["first_player", "max_rounds", "w_sources", "house_mode"])
def test_a_rule_of_which_there_is_nothing_to_try_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name}: .*no other value to try; there is of win_level, sex_mode, .*, obs_discards$"):
        _labels("win_level", name)


@pytest.mark.parametrize("seat", [0, 1, "random"])
def test_the_seat_that_begins_is_not_to_be_chosen(seat: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "play_block", None)
    for refused in (
        lambda: rule_changes(["deluxe"], first_player=seat),
        lambda: play_rules(tmp_path, replace(SHORT, options={"first_player": seat}), "greedy", [], 1),
    ):
        with pytest.raises(OptionError, match=f"first_player={seat!r}: in these games seat 0 begins"):
            refused()


def test_the_challenger_needs_no_seat_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six players are the most. What the folder remembers is as before."""
    monkeypatch.setattr(house, "play_block", lambda *_: {name: np.array(1.0) for name in MEASURES})
    how = replace(SHORT, players=("weighted",) * 6)
    play_rules(tmp_path, how, "greedy", [], 1)
    told = json.loads((tmp_path / "default.json").read_text(encoding="utf-8"))
    assert told["players"] == ["weighted"] * 6 + ["greedy"] and len(told["bots"]) == 7 and told["change"] == "default"
    assert told.keys() == how.identity().keys() | {"change"}
    with pytest.raises(ValueError, match="made in another way; other: bots, players"):
        play_rules(tmp_path, how, "veteran", [], 1)
    with pytest.raises(ValueError, match="there is no bot 'gredy'"):
        play_rules(tmp_path, how, "gredy", [], 1)


def test_a_policy_can_play_and_challenge(tmp_path: Path) -> None:
    how = replace(SHORT, options={"win_level": 3, "max_rounds": 1}, games=1)
    (usual,) = play_rules(tmp_path / "challenger", how, "trained-pure", [], 1)
    (other,) = play_rules(tmp_path / "line-up", replace(how, players=("trained-pure",) * 2), "weighted", [], 1)
    assert usual.level["decisions"].value > 0 and other.level["decisions"].value > 0


@pytest.mark.compiled
def test_games_of_policies_are_those_of_a_duel() -> None:
    players, rules = ["weighted", "trained-pure", "greedy"], {"win_level": 3, "max_rounds": 2}
    counted, played = play(players, 3, 2, **rules), duel(players, 3, 2, **rules)  # type: ignore[arg-type]
    assert counted.total_decisions == played.decisions and counted.bot_wins == played.wins and counted.players == played.bots


def test_none_of_a_few_games_is_not_exactly_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All blocks agree: of a rate of games, the interval is that of so many games; of other rates there is none."""
    found = dict.fromkeys(MEASURES, 3.0) | {"unfinished": 0.0, "shared": 100.0, "first_seat": 0.0, "skill": 100.0}
    monkeypatch.setattr(house, "play_block", lambda *_: {name: np.array(one) for name, one in found.items()})
    (usual,) = play_rules(tmp_path, replace(SHORT, games=50), "greedy", [], 4)
    assert usual.level["unfinished"].low == pytest.approx(0) and 1 < usual.level["unfinished"].high < 2.5, "none of 200"
    assert 97.5 < usual.level["shared"].low < 99 and usual.level["shared"].high == pytest.approx(100)
    for name in ("first_seat", "skill"):
        assert usual.level[name].value == found[name] and usual.level[name].low == -np.inf
    assert usual.level["rounds"] == (3.0, 3.0, 3.0)


def test_a_planted_effect_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a deal are alike but for the rule: the difference is exact although blocks vary widely."""

    def planted(_how: Trials, _challenger: str, change: RuleChange, k: int) -> dict[str, Any]:
        of_deal = np.random.default_rng(k).normal(0, 50)
        return {name: np.array(of_deal + (3.0 if change.name and name == "rounds" else 0.0)) for name in MEASURES}

    monkeypatch.setattr(house, "play_block", planted)
    usual, changed = play_rules(tmp_path, SHORT, "greedy", [RuleChange("shared_victory", True)], 6)
    assert changed.difference["rounds"].value == pytest.approx(3.0)
    assert changed.difference["rounds"].high - changed.difference["rounds"].low < 1e-6
    assert changed.difference["deaths"] == (0.0, 0.0, 0.0)
    assert changed.level["rounds"].value == pytest.approx(usual.level["rounds"].value + 3)


def test_blocks_are_played_measured_and_kept(tmp_path: Path) -> None:
    told: list[int] = []
    change = RuleChange("trade_budget", 0)
    first = play_rules(tmp_path, SHORT, "random", [change], 1, told.append)
    assert told == [1, 2] and first[0].change.label == "default"
    assert 0 < first[0].level["rounds"].value <= 2
    assert all(0 <= first[0].level[name].value <= 100 for name in ("first_seat", "skill", "unfinished", "fights_won"))
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["default-00000.npz", "default.json", "trade_budget=0-00000.npz", "trade_budget=0.json"]
    again = play_rules(tmp_path, SHORT, "random", [change], 1)
    assert again[1].level == first[1].level
    with pytest.raises(ValueError, match="made in another way"):
        play_rules(tmp_path, replace(SHORT, seed=2), "random", [change], 1)
