"""What trials are made with: cards, line-up, room for the games."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet, load
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.game.options import NUM_PLAYERS, check_options, write_options
from munchkin_env.players.bots.style import Bot, BotKind
from munchkin_env.players.compiled import NetworkBot, check_player, networks_of, new_players
from munchkin_env.players.network.net import Floats
from munchkin_env.players.search.leaf import leaf_weights
from munchkin_env.version import RULES_VERSION

from .seating_bots import Bytes, seat_line_up

_PART_SEEDS = 1_000_003
LARGEST_SEED = 1 << 40
"""Seeds of games are computed from those of experiments, and must fit into 64 bits wherever they are multiplied."""


@dataclass(frozen=True)
class Trials:
    """Who plays with what. Games come in parts, which are independent of each other."""

    players: tuple[str, ...] = ("greedy",) * 4
    """A line-up, which moves by one seat after each game."""
    sets: tuple[str, ...] = ("deluxe",)
    options: Mapping[str, Any] = field(default_factory=dict)
    """House rules."""
    seed: int = 1
    games: int = 40
    """In a part."""

    def identity(self) -> dict[str, Any]:
        """Everything that decides what happens."""
        return asdict(self) | {"cards": load(self.sets).hash, "rules": RULES_VERSION, "bots": self.digests()}

    def identity_of_parts(self) -> dict[str, Any]:
        """The same for games on a bench. Only where somebody draws does it say how, because that was not always so."""
        return self.identity() | ({"draws": "seeds of games are mixed"} if any(map(_draws, self.checked())) else {})

    def estimate(self) -> str:
        """The digest of the network that estimates positions with these cards."""
        return hashlib.sha256(leaf_weights(load(self.sets)).tobytes()).hexdigest()[:16]

    def digests(self) -> list[str]:
        """What tells players apart that have the same name."""
        return [one.digest for one in self.checked()]

    def checked(self) -> list[Any]:
        """The players. Raises an error for one that cannot play with these cards."""
        NUM_PLAYERS.check(len(self.players))
        return [check_player(one, self.sets) for one in self.players]


def _draws(player: Any) -> bool:
    """Does it choose at random?"""
    return player.kind in (BotKind.RANDOM, BotKind.WEIGHTED) or (isinstance(player, NetworkBot) and player.temperature > 0)


class Bench:
    """Room for the games of one thread, and what their kernels take."""

    def __init__(self, how: Trials, part: int, games: int) -> None:
        """games: places for games. part: which part of the trials; determines the randomness."""
        players = how.checked()
        self.cards: CardSet = load(how.sets)
        rng = np.random.default_rng([how.seed, part])
        self.random = rng.integers(1, 1 << 31, size=1)
        self.first = part * how.games
        self.seed = (how.seed * _PART_SEEDS + self.first) % LARGEST_SEED
        self.tables = open_records(self.cards.tables)
        self.array = array = empty(Game, games)
        values = check_options(how.options, len(players))
        for i in range(games):
            write_options(values, view(Game, array, i).options)
        self.games, self.rows = open_records(array), _bytes_of(array)
        self.line_up = _bytes_of(new_players(players, int(rng.integers(1 << 30))))
        bots, stand_ins = empty(Bot, MAX_PLAYERS), empty(Bot, MAX_PLAYERS)
        self.bots, self.seats = open_records(bots), _bytes_of(bots)
        self.stand_ins, self.stand_in_seats = open_records(stand_ins), _bytes_of(stand_ins)
        self.networks = networks_of(players)
        self.leaf = leaf_weights(self.cards)
        self.masks = np.zeros((games, N_ACTIONS), np.bool_)

    def seat(self, i: int) -> None:
        """Seat the line-up for game i of the part, as the kernels of trials do."""
        seat_line_up(self.line_up, self.bots, self.seats, self.first + i, self.seed + i)

    @property
    def common(self) -> tuple[Any, Any, Bytes, Bytes, Any, Bytes, Any, Bytes, Any, Floats]:
        """The first arguments of both kernels."""
        games = (self.tables, self.games, self.rows)
        return (*games, self.line_up, self.bots, self.seats, self.stand_ins, self.stand_in_seats, *self.networks)


def _bytes_of(array: npt.NDArray[Any]) -> Bytes:
    """The same memory, a row for each record."""
    return array.view(np.uint8).reshape(len(array), -1)
