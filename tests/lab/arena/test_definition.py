"""Who plays whom, in which seats, with which deals."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.lab.arena import ArenaError, Definition, define
from munchkin_env.lab.arena.definition import differences
from munchkin_env.players.agents import AgentError
from munchkin_env.players.bots import StyleError, style

FOUR = ["greedy", "weighted", "random", "greedy-1"]
FIVE = [*FOUR, "tests.lab.arena.players:Lot"]
SIX = [*FIVE, "tests.lab.arena.players:Many"]


def sat(definition: Definition, deal: int) -> Counter[tuple[int, int]]:
    """(entrant, seat) -> how often, in a deal."""
    return Counter((entrant, seat) for fixture in definition.fixtures(deal) for seat, entrant in enumerate(fixture.seats))


@pytest.mark.parametrize(
    ("specs", "asked", "lineups", "per_cycle"),
    [
        (FOUR, {}, "together", 4),
        (["greedy", "random", "random", "random"], {}, "together", 4),
        (["greedy"] * 4, {}, "together", 1),
        (["greedy", "random"], {}, "repeated", 12),
        (["greedy", "random", "weighted"], {}, "repeated", 12),
        (["greedy"], {}, "repeated", 1),
        (FIVE, {"games": 1000}, "all", 20),
        (FIVE, {"games": 19}, "drawn", 20),
        (SIX, {"lineups": "drawn"}, "drawn", 24),
        (["random", "weighted"], {"field": "greedy"}, "field", 8),
        (["random", "greedy"], {"field": "greedy", "players": 3}, "field", 3),
    ],
)
def test_everyone_sits_in_every_seat_as_often(specs: list[str], asked: dict[str, Any], lineups: str, per_cycle: int) -> None:
    definition = define(specs, **asked)
    assert (definition.lineups, definition.games_per_cycle) == (lineups, per_cycle)
    for deal in range(3):
        assert len(definition.fixtures(deal)) == per_cycle
        seats = sat(definition, deal)
        for entrant in range(len(definition.entrants)):
            assert len({seats[entrant, seat] for seat in range(definition.players)}) == 1
    if lineups == "drawn":
        assert len(set(sat(definition, 0).values())) == 1, "and each as often as the other"


def test_a_deal_is_one_shuffle_and_games_are_numbered_through() -> None:
    definition = define(FOUR)
    first, second = definition.fixtures(0), definition.fixtures(1)
    assert [one.number for one in first + second] == list(range(8))
    assert len({one.seed for one in first}) == 1 and first[0].seed != second[0].seed
    assert len({seed for one in first + second for seed in one.seat_seeds}) == 32
    assert len({definition.fixtures(deal)[0].seats for deal in range(40)}) > 3, "who sits beside whom changes"
    assert first == define(FOUR).fixtures(0) and first != define(FOUR, seed=2).fixtures(0)
    assert len({one.deal for one in define(FIVE, lineups="all").fixtures(0)}) == 5, "of many line-ups each has its own deals"
    assert len({one.deal for one in define(["greedy", "random"]).fixtures(0)}) == 1
    assert first == define(FOUR, games=77).fixtures(0), "how many are played does not change them"


@pytest.mark.parametrize(
    ("specs", "asked", "error", "said"),
    [
        ([], {}, ArenaError, "needs entrants"),
        (["grady"], {}, AgentError, "'grady'.*greedy.*module:Class"),
        (["nowhere:Nobody"], {}, AgentError, "no module 'nowhere'"),
        (["tests.lab.arena.players:Nobody"], {}, AgentError, "no class 'Nobody'; classes with a method act: .*Lot"),
        (["policy.npz"], {}, AgentError, "policy.npz: there is no such file"),
        (
            ["trained-pure"],
            {"sets": ["star"]},
            AgentError,
            "trained-pure: the policy learned --set deluxe; with --set star it would take one card for another",
        ),
        (["trained-pure"], {"sets": ["star", "deluxe"]}, AgentError, "in that order"),
        (["greedy", "greedy"], {}, ArenaError, "named twice.*4 names"),
        (FOUR, {"lineups": "drawn"}, ArenaError, "more entrants than seats; there are 4 for 4 seats"),
        (FOUR, {"lineups": "often"}, ArenaError, "together, repeated, all, drawn"),
        (FOUR, {"lineups": "all", "field": "greedy"}, ArenaError, "against the field"),
        (["greedy"], {"field": "greedy"}, ArenaError, "another entrant is needed"),
        (FOUR, {"time_limit": 0}, ArenaError, "seconds above 0"),
        (FOUR, {"win_levle": 3}, ValueError, "did you mean 'win_level'"),
        (FOUR, {"players": 7}, ValueError, "2 to 6"),
        (FOUR, {"seed": -1}, ValueError, "seed"),
    ],
)
def test_what_cannot_be_is_said(specs: list[str], asked: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        define(specs, **asked)


def test_styles_and_their_files_are_bots(tmp_path: Path) -> None:
    (tmp_path / "bold.toml").write_text('base = "greedy"\nlevel = 130\n')
    definition = define([str(tmp_path / "bold.toml"), style("greedy", "calm", level=90), "greedy", "random"])
    assert [one.name for one in definition.entrants] == ["bold", "calm", "greedy", "random"] and definition.all_bots
    assert len({one.fingerprint for one in definition.entrants}) == 4
    with pytest.raises(StyleError, match=r"none\.toml"):
        define([str(tmp_path / "none.toml")])


def test_two_of_one_name_are_called_by_their_specifications() -> None:
    names = [
        one.name
        for one in define(["tests.lab.arena.players:Lot", "tests.lab.arena.players:Lot(seed=1)", "tests.lab.arena.players:Lot()"]).entrants
    ]
    assert len(set(names)) == 3


def test_tournaments_that_differ_say_in_what() -> None:
    one, other = define(FOUR), define(FIVE[1:], seed=3, win_level=5)
    found = "; ".join(differences(json.loads(json.dumps(one.identity())), other.identity()))
    assert "entrants is greedy (" in found and "seed is 1 there and 3 here" in found and "win_level is 10 there and 5 here" in found
    assert not differences(json.loads(json.dumps(one.identity())), one.identity())


def test_an_agent_is_called_by_its_own_name() -> None:
    """In one printable line. Two with the same name are called by their specifications."""
    one = define(["greedy", "tests.lab.arena.players:Named(seed=3)", "tests.lab.arena.players:Lot"])
    assert [entrant.name for entrant in one.entrants][:3] == ["greedy", r"hasty\u2028\x1b[1m", "Lot"]
    two = ["tests.lab.arena.players:Named(seed=3)", "tests.lab.arena.players:Named(seed=4)"]
    assert [entrant.name for entrant in define(two).entrants][:2] == two
