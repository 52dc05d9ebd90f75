"""Trials of house rules."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.game.options import OptionError
from munchkin_env.lab.trials import house
from munchkin_env.lab.trials.bench_of_bots import Trials
from munchkin_env.lab.trials.house import MEASURES, RuleChange, play_rules, rule_changes

SHORT = Trials(("weighted",) * 2, options={"win_level": 3, "max_rounds": 2}, games=2)


def test_every_house_rule_that_changes_the_game_is_tried() -> None:
    labels = {one.label for one in rule_changes(["deluxe"])}
    assert {"shared_victory=true", "binding_deals=false", "win_level=20", "trade_budget=0", "priority=rotate"} <= labels
    assert not any(label.startswith(("house_mode", "w_sources", "first_player")) for label in labels)
    assert "w_sources=base" in {one.label for one in rule_changes(["western"])}
    assert [one.label for one in rule_changes(["deluxe"], ["win_level"])] == ["win_level=6", "win_level=20"]
    with pytest.raises(OptionError, match="there is no option 'win_levl' \\(did you mean 'win_level'"):
        rule_changes(["deluxe"], ["win_levl"])


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
