"""Batches for self-play: beside the learner of each game sit networks, which are asked from Python, and bots, which play inside.

    games = SharedTables(256, network_lots=3, bots={"greedy": 1}, seed=0)
    games.reset()
    while True:
        games.step(choose(games.observations, games.masks))        # the learners; all games wait for them
        while (rows := games.waiting()).size:                       # the other networks, many at a time, until all games wait again
            games.play(rows, others(games.observations[rows], games.masks[rows]))

A network sees what its seat sees. Rewards, ends and finals are the learner's, as in MunchkinVector, added up until their next
decision.
"""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import short
from munchkin_env.core.kernel import bound, kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.records import Game
from munchkin_env.game.options import check_names, whole
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.vocabulary.tables import Tables

from .arrays import checked_array, checked_rows, first_not_allowed
from .config import BatchConfig, Buffers
from .matches import Match, begin_game, bots_play, pay
from .rewards import RewardOptions
from .seating import LOTS_AT_MOST
from .slices import Actions, BatchArrays, Booleans, Paid, Shown, decider, end_game, show_player
from .spaces import ObservationName
from .vector import MunchkinVector


class SharedOptions(RewardOptions, total=False):
    """Keyword arguments of SharedTables, beside those that say who plays."""

    seat: int | Literal["random"]
    observation: ObservationName | None
    threads: int
    autoreset: bool


@kernel
def play_those(batch: BatchArrays, which: Booleans, actions: Actions, shown: Shown, paid: Paid) -> None:
    """The player who decides in each of those games acts, then bots, until a learner or a network decides. The actions are legal."""
    t, common = batch.tables[0], batch.common[0]
    for i in range(len(which)):
        if not which[i]:
            continue
        g, m = batch.games[i], batch.matches[i]
        _act(t, g, m, actions[i], shown.legal_now[i], batch.nets[0], batch.weights)
        if g.over:
            if m.acted != 0:
                paid.rewards[i, 0] += pay(t, g, m, common, batch.terms, int(m.learner))
                end_game(batch, paid, i)
            begin_game(t, g, m, common, shown.legal_now[i], batch.nets[0], batch.weights)
        elif decider(g) == int(m.learner) and m.acted != 0:
            paid.rewards[i, 0] += pay(t, g, m, common, batch.terms, int(m.learner))
        show_player(batch, shown, i, decider(g))


@kernel
def _act(t: Tables, g: Game, m: Match, action: int, mask: Mask, nets: Nets, w: Floats) -> None:
    """An action of the player who decides, learner or network, and what bots do after it."""
    if decider(g) == int(m.learner):
        m.acted |= 1 << int(m.learner)
        m.steps += 1
    step(t, g, action, mask)
    bots_play(t, g, m, mask, nets, w)


@kernel
def show_deciders(batch: BatchArrays, shown: Shown) -> None:
    """Every game as the player who decides sees it."""
    for i in range(len(shown.masks)):
        show_player(batch, shown, i, decider(batch.games[i]))


class SharedTables(MunchkinVector):
    """A MunchkinVector with one learner per game, in which networks play other seats (see the top of the file)."""

    _can_fly = False  # all games wait for the networks, together

    def __init__(
        self,
        num_games: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        seed: int | None = None,
        *,
        network_lots: int,
        bots: Mapping[str, int] | None = None,
        buffers: Buffers | None = None,
        **options: Unpack[SharedOptions],
    ) -> None:
        """Make a batch. In every game, each seat beside the learner's is drawn at random: it goes to a network, or to one of the bots.

        Args:
            num_games: How many games.
            num_players: How many play in each game, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            seed: Determines all games; None draws one.
            network_lots: The weight with which a seat goes to a network.
            bots: The weight of each bot, such as {"greedy": 1}; None for networks only.
            buffers: Arrays of yours to be filled instead of new ones, by the names of the attributes.
            seat: The learner's: a number, or "random" (the default) for a new seat in every game.
            options: What else MunchkinVector takes.

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_names(options, SharedTables)
        if (lots := whole(network_lots)) is None or not 1 <= lots <= LOTS_AT_MOST:
            allowed = f"an integer from 1 to {LOTS_AT_MOST}; MunchkinVector has only bots"
            raise ValueError(f"network_lots={short(network_lots)}: must be {allowed}")
        if bots is not None and not isinstance(bots, Mapping):
            raise ValueError(f"bots={short(bots)}: must be weights, such as {{'random': 2, 'weighted': 1}}, or None")
        given = {"seat": "random", **options, "opponents": dict(bots) if bots else "greedy", "network_lots": lots}
        config = BatchConfig.of(num_games, num_players, sets, secrets.randbits(62) if seed is None else seed, given)
        if not isinstance(config.seat, (int, str)) or not config.autoreset:
            raise ValueError("SharedTables needs one learner per game (seat: a number or 'random'), and autoreset=True")
        self._open(config, buffers)

    def _make_arrays(self, buffers: dict[str, npt.NDArray[Any]]) -> None:
        super()._make_arrays(buffers)
        with compiling("self-play", "a few seconds"):
            self._play = bound(play_those, self._batch, self._which, self._actions, self._shown, self._paid)
            self._show_deciders = bound(show_deciders, self._batch, self._shown)

    def reset(self, seed: int | None = None, mask: npt.ArrayLike | None = None, seat: int | None = None) -> None:
        super().reset(seed, mask, seat)
        self._show_deciders()  # the batch shows what the learners see

    def restore(self, data: bytes) -> None:
        super().restore(data)
        self._show_deciders()

    def waiting(self) -> npt.NDArray[np.int64]:
        """The games in which a network other than the learner decides."""
        return np.flatnonzero(self.seats != self._matches["learner"])

    def episode_numbers(self) -> npt.NDArray[np.int64]:
        """How many games were played before the current one, in every place of the batch; a new array."""
        found: npt.NDArray[np.int64] = self._matches["episode"].copy()
        return found

    def step(self, actions: npt.ArrayLike) -> None:
        """Do one action of every learner; all games must wait for their learner.

        Args:
            actions: [N] numbers of actions.

        Raises:
            IllegalAction: An action is not legal; no game has changed.
            RuntimeError: A game waits for another network.
        """
        self._check_started()
        others = self.waiting()
        if others.size:
            raise RuntimeError(f"step() is for learners: {others.size} games wait for another network; play(waiting(), …) first")
        self.rewards[:], self.terminated[:], self.truncated[:] = 0.0, False, False
        self.play(np.arange(self.num_games), actions)

    def play(self, rows: npt.ArrayLike, actions: npt.ArrayLike) -> None:
        """Do one action in each of these games, for the player who decides there. What the learners earn is added to `rewards`.

        Args:
            rows: Different numbers of games, as `waiting` returns them.
            actions: One per row.

        Raises:
            IllegalAction: An action is not legal; no game has changed.
            ValueError: The rows are not different games of the batch.
        """
        self._check_started()
        games = checked_rows("rows", rows, self.num_games, "waiting()")
        if not games.size:
            return
        chosen = checked_array("actions", actions, games.shape, "iu")
        if (bad := first_not_allowed(self._legal, games, chosen)) is not None:
            self._refuse(int(games[bad]), int(chosen[bad]))
        self._which[:] = False
        self._which[games] = True
        self._actions[games] = chosen
        self._play()
