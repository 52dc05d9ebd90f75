"""The luck of games: 0 on average, the same for recorded agents, and the known values of games are found."""

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.lab.arena import ArenaError, define
from munchkin_env.lab.arena.adjusting import games_saved, mean_over_deals, without_luck
from munchkin_env.lab.arena.definition import Definition, Fixture
from munchkin_env.lab.arena.luck import LuckMeter
from munchkin_env.lab.arena.playing import Hall, Outcome
from munchkin_env.tasks import find_task

MINI = find_task("mini")
compiled = pytest.mark.skipif(not COMPILED, reason="hundreds of games with playouts take the twin an hour")


def mini(specs: Sequence[str], **more: Any) -> Definition:
    return define(list(specs), players=2, sets=MINI.card_sets, seed=5, **{**MINI.rules, **more})


def meter(hall: Hall, worlds: int, looks: int = 1) -> LuckMeter:
    return LuckMeter(hall.cards, hall.definition.options, hall.definition.players, hall.bots, hall.networks, worlds, looks)


def played(definition: Definition, deals: int) -> list[tuple[Fixture, Outcome, int]]:
    """Games, each with its place in its outcome."""
    with closing(Hall(definition)) as hall:
        outcomes = list(hall.play([fixture for deal in range(deals) for fixture in definition.fixtures(deal)]))
    return [(fixture, outcome, i) for outcome in outcomes for i, fixture in enumerate(outcome.fixtures)]


def test_what_one_player_gains_the_others_lose_and_a_game_gives_the_same_again() -> None:
    definition = mini(["weighted", "random"], win_level=3)
    measure = meter(Hall(definition), worlds=2)
    for fixture in definition.fixtures(0):
        luck = measure(fixture)
        assert luck.shape == (2,) and luck.sum() == pytest.approx(0, abs=1e-9) and (luck != 0).any()
        assert np.array_equal(luck, measure(fixture)), "whatever was measured in between"


def test_the_answers_of_agents_are_played_again() -> None:
    definition = mini(["tests.lab.arena.players:Lot", "random"], win_level=3, max_rounds=1)
    (fixture, outcome, _), *_ = played(definition, 1)
    assert len(outcome.answers) > 3
    measure = meter(Hall(definition), worlds=1)
    assert (measure(fixture, outcome.answers) != 0).any()
    for wrong in (outcome.answers[:-1], (*outcome.answers, 0), (999_999 % 7, *outcome.answers[1:])):
        if wrong != outcome.answers:
            with pytest.raises(ArenaError, match="do not belong to it"):
                measure(fixture, wrong)


def shares_and_luck(definition: Definition, deals: int, worlds: int) -> tuple[Any, Any]:
    """Of the first entrant, in one game of each deal: from both seats, equals would share each deal without any luck."""
    measure = meter(Hall(definition), worlds, 2)
    share, luck = [], []
    for fixture, outcome, i in played(definition, deals):
        if fixture.rotation == 0:
            winners, seat = int(outcome.rows[i]["winners"]), fixture.seats.index(0)
            share.append((winners >> seat & 1) / max(1, winners.bit_count()))
            luck.append(measure(fixture)[seat])
    return np.array(share), np.array(luck)


@compiled
@pytest.mark.parametrize("pair", [("greedy", "greedy-1"), ("greedy", "weighted")])
def test_luck_is_nothing_on_average_and_the_known_value_is_found(pair: tuple[str, str]) -> None:
    """Of equals, who have half of the victories each; and of a strong and a weak player, whose luck is as fair."""
    shares, luck = shares_and_luck(mini(pair), 300, 4)
    error = luck.std(ddof=1) / len(luck) ** 0.5
    assert abs(luck.mean()) < 4 * error
    adjusted = mean_over_deals(without_luck(shares, luck))
    plain = mean_over_deals(shares)
    assert abs(adjusted.value - plain.value) < 4 * error
    if pair[1] == "greedy-1":
        assert abs(adjusted.value - 0.5) < (adjusted.high - adjusted.low)


def coin_cards(path: Path) -> str:
    """The player who meets the first of the weak monsters wins: the order of the deck decides. All have a Rag to beat it."""
    bad = [{"on": "bad_stuff", "ops": []}]
    doors = [
        {"id": "heads", "name": "Heads", "level": 1, "levels": 9, "treasures": 0},
        {"id": "tails", "name": "Tails", "level": 60, "treasures": 0},
    ]
    cards: list[dict[str, Any]] = [{**one, "deck": "door", "kind": "monster", "count": 20, "effects": bad} for one in doors]
    cards.append({"id": "rag", "name": "Rag", "deck": "treasure", "kind": "item", "bonus": 3, "slot": "headgear", "count": 20})
    path.write_text(
        json.dumps({"set": "coin", "name": "Coin", "format": 1, "doors": 40, "treasures": 20, "cards": cards}), encoding="utf-8"
    )
    return str(path)


@compiled
def test_the_known_value_of_a_coin_is_found(tmp_path: Path) -> None:
    rules: HouseRules = {"win_level": 3, "trade_budget": 0, "sex_mode": "fixed", "max_rounds": 30}
    definition = define(["greedy", "veteran"], players=2, sets=[coin_cards(tmp_path / "coin.json")], seed=2, **rules)
    shares, luck = shares_and_luck(definition, 60, 8)
    adjusted = without_luck(shares, luck)
    assert shares.std() > 0.2, "the games differ"
    assert games_saved(shares, adjusted) < 0.6
    found = mean_over_deals(adjusted)
    assert abs(found.value - 0.5) < found.high - found.low
