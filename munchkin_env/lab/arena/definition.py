"""What a tournament is: who plays whom, with which deals, in which seats. Nothing else decides what happens in a game.

line-up   who sits at one table, in seating order
deal      one shuffle of the decks; a line-up plays it in every rotation of its seats
cycle     every line-up once; games are numbered continuously across cycles
"""

import hashlib
import itertools
import json
import math
import numbers
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from munchkin_env.cards.loader import load
from munchkin_env.core.files import short
from munchkin_env.core.texts import printable
from munchkin_env.engine.state.actions import ACTIONS_VERSION
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import NUM_PLAYERS, check_options, is_text
from munchkin_env.game.saved import checked_seed, places_of
from munchkin_env.observe import layout_hash
from munchkin_env.players.agents import AgentError
from munchkin_env.players.agents.process import FREE, Limits
from munchkin_env.players.bots import Style
from munchkin_env.players.compiled import NetworkBot
from munchkin_env.version import RULES_VERSION, __version__

from .entrants import ArenaError, Entrant, Spec, entrants_of, unique_names

LINEUPS: dict[str, str] = {
    "together": "as many entrants as seats: all at one table (an entrant named twice has two seats)",
    "repeated": "fewer entrants than seats: every line-up in which each has at least one seat",
    "all": "more entrants than seats: every combination that fills the seats",
    "drawn": "more entrants than seats: drawn at random in every cycle, each equally often",
    "field": "each entrant in one seat, --field in all others",
}
"""How entrants are combined into tables."""
AUTO = "auto"
OWN_DEALS = ("all", "drawn")
"""Line-ups of which there may be many."""
MOST_TABLES = 20_000  # per cycle

Lineup = tuple[int, ...]
"""A line-up: entrants by number."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int
    deal: int
    lineup: int
    rotation: int
    seats: Lineup
    """The entrant in each seat."""
    seed: int
    """Of the game; the same in all games of a deal."""
    seat_seeds: tuple[int, ...]
    """Seeds the randomness of the bot in each seat; an agent's seed follows from the game number alone."""


@dataclass(frozen=True)
class Definition:
    entrants: tuple[Entrant, ...]
    """Who takes part."""
    players: int
    """How many play in each game."""
    seed: int
    """Determines all games."""
    lineups: str
    """A key of LINEUPS."""
    copies: tuple[int, ...]
    """Together: how many seats each entrant has."""
    field: int
    """Field: its entrant number; otherwise -1."""
    sets: tuple[str, ...]
    """Names or paths of the card sets."""
    options: Mapping[str, Any]
    """All house rules with their values."""
    time_limit: float | None
    """Seconds that an agent may take for one decision; None for no limit."""
    talk: bool = False
    """Whether what agents say reaches those that read."""

    def identity(self) -> dict[str, Any]:
        """Everything that decides what happens. Two tournaments with the same identity are the same."""
        return {
            "entrants": [one.identity() for one in self.entrants],
            "players": self.players,
            "seed": self.seed,
            "lineups": self.lineups,
            "copies": list(self.copies),
            "field": self.field,
            "sets": list(self.sets),
            "cards": load(self.sets).hash,
            "options": dict(self.options),
            "time_limit": self.time_limit,
            "version": __version__,
            "rules": RULES_VERSION,
            "actions": ACTIONS_VERSION,
            "observation": layout_hash(),
            **({"talk": True} if self.talk else {}),
        }

    @property
    def all_bots(self) -> bool:
        """Whether only bots take part, which play in compiled code."""
        return all(one.is_bot for one in self.entrants)

    # ------------------------------------------------------------------------------------------------------- tables

    @cached_property
    def _fixed(self) -> tuple[Lineup, ...]:
        """The line-ups of every cycle; empty if they are drawn."""
        n, seats = len(self.entrants), self.players
        if self.lineups == "together":
            return (tuple(i for i, copies in enumerate(self.copies) for _ in range(copies)),)
        if self.lineups == "repeated":
            return tuple(table for table in itertools.combinations_with_replacement(range(n), seats) if len(set(table)) == n)
        if self.lineups == "all":
            return tuple(itertools.combinations(range(n), seats))
        if self.lineups == "field":
            return tuple((i, *(self.field,) * (seats - 1)) for i in range(n) if i != self.field)
        return ()

    def tables(self, cycle: int) -> list[Lineup]:
        """The line-ups of a cycle. Seating orders are drawn again in each."""
        tables: Sequence[Lineup] = self._fixed
        if not tables:
            order = shuffled(range(len(self.entrants)), "drawn", self.seed, cycle)
            tables = [tuple(order[(first + k) % len(order)] for k in range(self.players)) for first in range(len(order))]
        return [shuffled(table, "table", self.seed, cycle, lineup) for lineup, table in enumerate(tables)]

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        """The number of rotations of each line-up: a table of one entrant alone needs only one."""
        tables = self._fixed or [tuple(range(self.players))] * len(self.entrants)
        return tuple(1 if len(set(table)) == 1 else self.players for table in tables)

    @property
    def games_per_cycle(self) -> int:
        """How many games make every lineup meet once, in every seating."""
        return sum(self._sizes)

    def cycles(self, games: int) -> int:
        """How many cycles contain at least that many games."""
        return math.ceil(games / self.games_per_cycle)

    def deal(self, cycle: int, lineup: int) -> int:
        """If there are few line-ups, they share deals, so that they can be compared deal by deal. If there are many, each has its own: with
        more deals, the result depends less on any one of them."""
        return cycle * len(self._sizes) + lineup if self.lineups in OWN_DEALS else cycle

    # -------------------------------------------------------------------------------------------------------- games

    def fixtures(self, cycle: int) -> list[Fixture]:
        """All games of a cycle."""
        found = []
        number = cycle * self.games_per_cycle
        for lineup, (table, rotations) in enumerate(zip(self.tables(cycle), self._sizes, strict=True)):
            deal = self.deal(cycle, lineup)
            (seed,) = seeds(1, "deal", self.seed, deal)
            for rotation in range(rotations):
                seats = tuple(table[(seat - rotation) % self.players] for seat in range(self.players))
                seat_seeds = seeds(self.players, "seats", self.seed, cycle, lineup, rotation)
                found.append(Fixture(number, deal, lineup, rotation, seats, seed, seat_seeds))
                number += 1
        return found


def seeds(n: int, purpose: str, *numbers: int) -> tuple[int, ...]:
    """n numbers of 62 bits, determined by the others alone."""
    digest = hashlib.shake_128(f"{purpose} {' '.join(map(str, numbers))}".encode()).digest(8 * n)
    return tuple(int.from_bytes(digest[8 * i : 8 * i + 8], "little") >> 2 for i in range(n))


def shuffled(items: Sequence[int], purpose: str, *numbers: int) -> Lineup:
    """The items in an order determined by the numbers."""
    lots = seeds(len(items), purpose, *numbers)
    return tuple(item for _, _, item in sorted(zip(lots, range(len(items)), items, strict=True)))


# ---------------------------------------------------------------------------------------------------- making one


def define(
    specs: Sequence[Spec],
    *,
    games: int = 1000,
    players: int = 4,
    seed: int = 1,
    lineups: str = AUTO,
    field: Spec | None = None,
    sets: Sequence[str | Path] = ("deluxe",),
    time_limit: float | None = None,
    limits: Limits | None = None,
    talk: bool = False,
    **options: Unpack[HouseRules],
) -> Definition:
    """Validate everything. Raises an error that says what is allowed. limits: for the processes in which agents are tested."""
    players = NUM_PLAYERS.check(players)
    if not _are_several(specs):
        raise ArenaError("a tournament needs entrants: bot names, style or policy files, search:8ms, module:Class")
    if time_limit is not None and not _is_time(time_limit):
        raise ArenaError(f"time_limit={short(time_limit)}: must be a number of seconds above 0, or None")
    if not is_text(lineups) or lineups not in (AUTO, *LINEUPS):
        raise ArenaError(f"lineups={short(lineups)}: must be one of {', '.join((AUTO, *LINEUPS))}")
    if not isinstance(talk, bool):
        raise ArenaError(f"talk={short(talk)}: must be True or False")
    load(sets)
    if strange := [one for one in (*specs, *([] if field is None else [field])) if not _is_spec(one)]:
        raise AgentError(f"{short(strange[0])} names no entrant: must be a name, a file, a style, search:8ms or module:Class")
    named = list(dict.fromkeys(specs if field is None else [*specs, field]))
    entrants = unique_names(entrants_of(named, places_of(sets), limits or FREE))
    copies = tuple(list(specs).count(one) for one in named)
    mode = _mode(lineups, list(specs), named, players, games, field)
    if mode != "together":
        copies = (0,) * len(named)
    values = check_options(options, players)
    place = -1 if field is None else named.index(field)
    seconds: Any = time_limit
    seconds = seconds.item() if isinstance(seconds, np.generic) else seconds  # it is written as JSON
    return Definition(entrants, players, checked_seed(seed), mode, copies, place, places_of(sets), values, seconds, talk)


def _are_several(specs: Any) -> bool:
    return isinstance(specs, Sequence) and not isinstance(specs, str) and len(specs) > 0


def _is_spec(one: Any) -> bool:
    return isinstance(one, (str, Path, Style, NetworkBot))


def _is_time(limit: Any) -> bool:
    return isinstance(limit, numbers.Real) and 0 < float(limit) < math.inf


def _mode(lineups: str, specs: list[Spec], named: list[Spec], players: int, games: int, field: Spec | None) -> str:
    """How the tables are combined, if that is possible."""
    if field is not None:
        if lineups not in (AUTO, "field"):
            raise ArenaError(f"lineups={lineups!r}: with field=… everyone plays against the field; omit lineups")
        if len(named) < 2:
            raise ArenaError(f"field={field!r}: another entrant is needed to play against it")
        return "field"
    fits = {
        "together": len(specs) == players,
        "repeated": len(specs) < players,
        "all": len(named) > players and math.comb(len(named), players) <= MOST_TABLES,
        "drawn": len(named) > players,
    }
    if len(specs) != len(named) and not fits["together"]:
        twice = next(one for one in named if specs.count(one) > 1)
        raise ArenaError(f"{twice} is named twice. Repeating names assigns seats, so there must be {players} names in all")
    if lineups == AUTO:
        if fits["all"] and math.comb(len(named), players) * players <= games:
            return "all"
        return next(mode for mode in ("together", "repeated", "drawn") if fits[mode])
    if lineups == "field":
        raise ArenaError("lineups='field' needs a field: --field SPEC, or field=… in Python")
    if not fits[lineups]:
        raise ArenaError(f"lineups={lineups!r} needs {LINEUPS[lineups].split(':')[0]}; there are {len(specs)} for {players} seats")
    return lineups


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Where the identities of two tournaments differ, in words."""
    found = []
    for key in dict.fromkeys([*one, *other]):
        mine, theirs = one.get(key), other.get(key)
        if key == "options" and isinstance(mine, Mapping) and isinstance(theirs, Mapping):
            found += differences(mine, theirs)
        elif mine != theirs:
            found.append(f"{key} is {_short(mine)} there and {_short(theirs)} here")
    return found


def _short(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return ", ".join(printable(f"{one['name']} ({one['fingerprint']})") for one in value)
    return json.dumps(value)
