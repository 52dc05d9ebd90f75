"""Many games at once: all results in arrays that stay where they are."""

import hashlib
import secrets
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, Self, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.compiling import compiling
from munchkin_env.core.kernel import bound
from munchkin_env.core.record import open_records, view
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import NOBODY
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.game import Game
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import check_names, whole, write_options
from munchkin_env.game.saved import LoadError, checked_bytes, checked_seed, places_of, stamp
from munchkin_env.game.warming import warm_up
from munchkin_env.observe import N_IDS, N_NUMBERS, OBSERVATION_VERSION, SIZE
from munchkin_env.players.compiled import NetworkBot
from munchkin_env.sound import aligned
from munchkin_env.version import __version__

from .arrays import checked_array, checked_buffer, checked_buffers
from .config import BatchConfig, BatchOptions, Buffers, number_within
from .flights import Asynchronous
from .many import ManyGames
from .matches import Common, Form, Match
from .saving import check_saved, pack_batch, unpack_batch
from .seating import players_of
from .slices import ALL_LEGAL, BatchArrays, Paid, Shown, first_illegal, reset_slice, show_slice, step_slice
from .threads import Threads, Workers


class MunchkinVector(ManyGames, Asynchronous):
    """`num_games` games in one array.

        games = MunchkinVector(1024, seat="random", opponents="weighted", seed=0)
        games.reset()
        while True:
            games.step(choose(games.observations, games.masks))   # one action per game
            learn(games.rewards, games.terminated, games.truncated)

    A game that ends is followed by the next one in the same step (autoreset=True): its rewards and `terminated` or `truncated` belong to
    the game that ended, as do `final_observations` and `episodes`; `observations`, `masks` and `seats` belong to the next one. With
    autoreset=False it waits for reset(mask=…) and takes the action -1 meanwhile.
    """

    def __init__(
        self,
        num_games: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        seed: int | None = None,
        *,
        buffers: Buffers | None = None,
        **options: Unpack[BatchOptions],
    ) -> None:
        """Make a batch; `reset` starts its games.

        Args:
            num_games: How many games.
            num_players: How many play in each game, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            seed: Determines all games; None draws one.
            buffers: Arrays of yours to be filled instead of new ones, by the names of the attributes.
            task: The name of a task, which decides the game and suggests opponents and rewards (docs/tasks.md).
            seat: None, all seats are yours (the default); a number or "random", you play that seat and bots the others; several
                numbers, those are yours.
            opponents: A bot (its name, a Style, or the path of a style file; "greedy" is the default), a trained policy ("trained", the
                path of its file, or a NetworkBot), a list of them from your seat to the left, or weights, from which each opponent is drawn
                at random in every game: {"greedy": 2, "trained": 1}.
            observation: "vector" (the default); "compact", card ids and numbers; or None for nothing (docs/observation.md).
            reward: "win" (the default) or "rank".
            shaping: How much the change of the potential counts (docs/environments.md).
            gamma: The discount of the shaping.
            threads: How many threads step the games. Results do not depend on it.
            autoreset: Whether a finished game is followed by the next one in the same step.
            options: House rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_names(options, MunchkinVector)
        seed = secrets.randbits(62) if seed is None else seed
        self._open(BatchConfig.of(num_games, num_players, sets, seed, options), buffers)

    @classmethod
    def from_config(cls, config: BatchConfig, buffers: Buffers | None = None) -> Self:
        """The batch of this configuration.

        Args:
            config: Such as the `config` of another batch, or one made with `dataclasses.replace`.
            buffers: Arrays of yours to be filled instead of new ones.
        """
        batch = cls.__new__(cls)
        batch._open(config, buffers)
        return batch

    def _open(self, config: BatchConfig, buffers: Buffers | None) -> None:
        self.config, self._seed = config, config.seed
        self._common = self._zeros("common", 1, Common.dtype)
        common = view(Common, self._common)
        self.roster = config.write(common)
        self.one_learner = common.learner != NOBODY
        self.cards = load(config.sets)
        self.sets = places_of(config.sets)
        _compile_once()
        self._make_records()
        self._make_arrays(checked_buffers(buffers))
        self._started = self._closed = False
        self._threads: Workers = self._workers()

    def _workers(self) -> Workers:
        """Who runs the kernels."""
        return Threads(self.num_games, self.threads)

    def _zeros(self, name: str, shape: Any, dtype: Any) -> npt.NDArray[Any]:  # noqa: ARG002 - of interest where memory is shared
        """New memory that kernels read and write."""
        return np.zeros(shape, dtype)

    @property
    def options(self) -> dict[str, Any]:
        """All house rules with their values."""
        return dict(self.config.rules)

    @property
    def threads(self) -> int:
        """How many threads step the games."""
        return self.config.threads

    @property
    def autoreset(self) -> bool:
        """Whether a finished game is followed by the next one in the same step."""
        return self.config.autoreset

    def _make_records(self) -> None:
        n = self.num_games
        self._game_array, self._match_array = self._zeros("games", n, Record.dtype), self._zeros("matches", n, Match.dtype)
        write_options(self.config.rules, view(Record, self._game_array).options)
        rows = self._game_array.view(np.uint8).reshape(n, -1)
        rows[1:] = rows[0]
        self._game_rows = rows
        self._match_rows = self._match_array.view(np.uint8).reshape(n, -1)
        self._matches: Any = self._match_array.view(Match.layout)
        self._matches["seed"], self._matches["index"], self._matches["episode"] = self._seed, self.config.first_game + np.arange(n), -1
        self.episodes = self._matches["last"]
        records = (self.cards.tables, self._game_array, self._match_array, self._common)
        tables, games, matches, common = map(open_records, records)
        self._batch = BatchArrays(tables, games, matches, common, self.config.terms, *self.config.networks())

    def _make_arrays(self, buffers: dict[str, npt.NDArray[Any]]) -> None:
        n, form = self.num_games, self.config.form
        size = SIZE if form == Form.VECTOR else 0
        n_ids, n_numbers = (N_IDS, N_NUMBERS) if form == Form.COMPACT else (0, 0)
        columns = 1 if self.one_learner else self.num_players
        seats = () if self.one_learner else (self.num_players,)
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((n, size), np.float32),
            "ids": ((n, n_ids), np.int16),
            "numbers": ((n, n_numbers), np.float32),
            "masks": ((n, N_ACTIONS), np.bool_),
            "seats": ((n,), np.int8),
            "rewards": ((n, *seats), np.float32),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            "final_observations": ((n, *seats, size), np.float32),
            "final_ids": ((n, *seats, n_ids), np.int16),
            "final_numbers": ((n, *seats, n_numbers), np.float32),
        }
        for name, (shape, dtype) in shapes.items():
            mine = checked_buffer(name, buffers.pop(name), shape, dtype) if name in buffers else self._zeros(name, shape, dtype)
            setattr(self, name, mine)
        self._results = tuple(shapes)
        if buffers:
            raise ValueError(f"buffers: there is no array {', '.join(map(str, buffers))}; there are {', '.join(shapes)}")
        self._actions = self._zeros("actions", n, np.int64)
        self._which = self._zeros("which", n, np.bool_)
        self._legal = self._zeros("legal", (n, N_ACTIONS), np.bool_)
        compact = form == Form.COMPACT
        self._shown = Shown(self._legal, self.masks, self.seats, self.numbers if compact else self.observations, self.ids)
        finals = self.final_numbers if compact else self.final_observations
        finals, final_ids = finals.reshape(n, columns, finals.shape[-1]), self.final_ids.reshape(n, columns, n_ids)
        self._paid = Paid(self.rewards.reshape(n, columns), self.terminated, self.truncated, finals, final_ids)
        self._first_illegal = bound(first_illegal, self._batch.games, self._legal, self._actions)
        self._reset = bound(reset_slice, self._batch, self._which, self._shown, ints=2)
        self._step = bound(step_slice, self._batch, self._actions, self._shown, self._paid, ints=2)
        self._show = bound(show_slice, self._batch, self._shown, ints=2)

    # ------------------------------------------------------------------------------------------------------- playing

    def reset(self, seed: int | None = None, mask: npt.ArrayLike | None = None, seat: int | None = None) -> None:
        """Begin new games. Game i of a batch depends on the seed, on i and on how many games it has played, not on the size of the batch.

        Args:
            seed: Begins the series of every game again; None plays the next game of each series.
            mask: Which games, [N] of bool; None for all. The first reset is of all.
            seat: The learner's seat in these games; later games use the seat of the batch again.

        Raises:
            ValueError: An argument is not allowed.
            RuntimeError: The batch is closed, or has not begun and mask is given.
        """
        self._check_open()
        learner = self._checked_seat(seat)
        self._select(mask, seed)
        self._begin(learner)

    def _select(self, mask: npt.ArrayLike | None, seed: int | None) -> None:
        """Say in `_which` where a game begins, and from which seed."""
        if mask is None:
            self._which[:] = True
        elif not self._started:
            raise RuntimeError("the first reset must be of all games: call reset() without a mask")
        else:
            self._which[:] = checked_array("mask", mask, (self.num_games,), "b")
        if seed is not None:
            self._seed = checked_seed(seed)
            self._matches["seed"][self._which] = self._seed
            self._matches["episode"][self._which] = -1
        for array in (self.rewards, self.terminated, self.truncated):
            array[self._which] = 0
        self._started = True

    def _checked_seat(self, seat: int | None) -> int:
        """Common.learner for a reset."""
        if seat is None:
            return int(view(Common, self._common).learner)
        if not self.one_learner:
            raise ValueError(f"seat={seat!r}: several seats are yours, in every game")
        return number_within("seat", seat, 0, self.num_players - 1)

    def _begin(self, learner: int) -> None:
        """New games where `_which` says so, with the learner there."""
        common = view(Common, self._common)
        usual, common.learner = common.learner, learner
        try:
            self._threads.run(self._reset)
        finally:
            common.learner = usual

    def is_legal(self, i: int, action: int) -> bool:
        """Whether the action is legal in game i."""
        i, number = self._checked_game(i), whole(action)
        return number is not None and 0 <= number < N_ACTIONS and bool(self._legal[i, number])

    def step(self, actions: npt.ArrayLike) -> None:
        """Do one action per game, and write all arrays.

        Args:
            actions: [N] numbers of actions; -1 for a game that is over (autoreset=False).

        Raises:
            IllegalAction: An action is not legal; no game has changed.
            RuntimeError: There are no games yet, or the batch is closed.
        """
        if not self._started or self._closed or self._flights is not None:
            self._check_started()
        self._actions[:] = checked_array("actions", actions, (self.num_games,), "iu")
        bad = self._first_illegal()
        if bad != ALL_LEGAL:
            self._refuse(int(bad), int(self._actions[bad]))
        self._threads.run(self._step)

    def _refuse(self, i: int, action: int) -> NoReturn:
        refuse_in_batch(self.game(i), i, self.num_games, action)

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("this batch is closed")
        self._check_landed()

    def _check_landed(self) -> None:
        if self._flights is not None and (count := self._flights.count):
            raise RuntimeError(f"{count} games are under way: recv() them first")

    # ------------------------------------------------------------------------------------------------------- looking

    @property
    def records(self) -> tuple[Any, Any]:
        """The cards and the games as kernels take them, for code that asks all games something at once. Do not write to them."""
        self._check_started()
        return self._batch.tables, self._batch.games

    def observe(self, i: int, seat: int) -> npt.NDArray[np.float32]:
        """What a seat of game i sees now, as a vector; a new array. (For the compact form: `game(i).observe_compact(seat)`.)"""
        return self.game(i).observe(seat)

    def game(self, i: int) -> Game:
        """A copy of game i, to inspect or to continue by hand. Game(…, seed=game.seed) starts the same game."""
        i = self._checked_game(i)
        return Game.from_state(self.cards, self.sets, self._game_rows[i].tobytes(), int(self._matches["game_seed"][i]))

    def learner(self, i: int) -> int:
        """Your seat in game i; -1 if several seats are yours."""
        return int(self._matches["learner"][self._checked_game(i)])

    def learners(self) -> npt.NDArray[np.int64]:
        """Your seat in every game, in a new array."""
        self._check_started()
        return self._matches["learner"].astype(np.int64)  # type: ignore[no-any-return]

    def _check_started(self) -> None:
        self._check_open()
        if not self._started:
            raise RuntimeError("there are no games yet: call reset() first")

    def _checked_game(self, i: int) -> int:
        """The number of a game that can be looked at; others may be under way."""
        if self._flights is None or self._closed:
            self._check_started()
        i = number_within("game", i, 0, self.num_games - 1)
        if self._flights is not None and self._flights.away[i]:
            raise RuntimeError(f"game {i} is under way: recv() it first")
        return i

    def summary(self) -> dict[str, Any]:
        """Statistics of all games that have ended since the batch was made: how many, how long, who won."""
        return summed([self.totals()], self.num_players, self.roster, self.one_learner)

    def totals(self) -> npt.NDArray[Any]:
        """[N] records of the sums behind `summary` (matches.Totals), in a new array."""
        self._check_landed()
        found: npt.NDArray[Any] = self._matches["totals"].copy()
        return found

    # ------------------------------------------------------------------------------------------------ save and load

    def to_bytes(self) -> bytes:
        """Everything that decides how the batch goes on, for `restore`."""
        self._check_started()
        header = {**stamp(), **self._identity(), "version": __version__, "cards": self.cards.hash}
        return pack_batch(header, self._game_rows, self._match_rows)

    def restore(self, data: bytes) -> None:
        """Continue where to_bytes was called.

        Args:
            data: What to_bytes returned, of a batch made with the same arguments (`threads` may differ).

        Raises:
            LoadError: The bytes are damaged, or of another batch. Nothing has changed.
        """
        self._check_open()
        body = unpack_batch(checked_bytes(data), self._identity(), self.cards)
        size = self._game_rows.size
        if len(body) != size + self._match_rows.size:
            raise LoadError(f"the saved batch has {len(body)} bytes of state; this one has {size + self._match_rows.size}")
        games, matches = aligned(body[:size], Record), aligned(body[size:], Match)
        check_saved(games, matches, self._game_array, self.cards, self.config, self.one_learner)
        self._game_rows[:] = games
        self._match_rows[:] = matches
        self._threads.run(self._show)
        for array in (self.rewards, self.terminated, self.truncated):
            array[:] = 0
        self._started = True

    def _identity(self) -> dict[str, Any]:
        """What must be the same in the batch that is restored."""
        common = {name: self._common[name].tolist() for name in Common.layout.names or () if name != "roster"}
        roster = hashlib.sha256(self._common["roster"].tobytes()).hexdigest()[:16]  # what the bots are like
        return {
            "games": self.num_games,
            "options": self.options,
            "table": common,
            "bots": list(self.roster),
            "styles": roster,
            "networks": [one.digest for one in players_of(self.config.opponents, self.sets) if isinstance(one, NetworkBot)],
            "terms": self.config.terms.tolist(),
            "observations": OBSERVATION_VERSION,
            "match": hashlib.sha256(repr(Match.layout).encode()).hexdigest()[:16],
        }

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles are independent batches, which continue exactly here: the views that kernels have cannot be copied."""
        return {
            "config": replace(self.config, sets=self.sets, seed=self._seed),
            "saved": self.to_bytes() if self._started and not self._closed else None,
            "results": {name: getattr(self, name) for name in self._results},
            "closed": self._closed,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._open(state["config"], None)
        if state["saved"] is not None:
            self.restore(state["saved"])
        for name, array in state["results"].items():
            getattr(self, name)[...] = array
        if state["closed"]:
            self.close()

    def close(self) -> None:
        """End the threads. A closed batch cannot be used any more."""
        self._closed = True
        if self._flights is not None:
            self._flights.close()
        self._threads.close()

    def __enter__(self) -> "MunchkinVector":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.num_games

    def __repr__(self) -> str:
        return f"<MunchkinVector of {self.num_games} games of {self.num_players}>"


def refuse_in_batch(game: Game, i: int, num_games: int, action: int) -> NoReturn:
    """Raise the IllegalAction that says why game i of a batch does not take this action."""
    where = f"game {i} of {num_games}: "
    if game.over:
        raise IllegalAction(f"{where}it is over and takes only -1, not action {action}; reset(mask=…) starts a new one")
    try:
        game.apply(action)
    except IllegalAction as error:
        raise IllegalAction(f"{where}{error}; no game has changed") from None
    raise AssertionError(f"{where}action {action} is legal")


def summed(parts: Sequence[npt.NDArray[Any]], num_players: int, roster: Sequence[str], one_learner: bool) -> dict[str, Any]:
    """The statistics of all games that have ended in these parts of a batch."""
    totals = np.concatenate(parts)
    games = int(totals["games"].sum())
    found: dict[str, Any] = {"games": games, "truncated": int(totals["truncated"].sum())}
    for name in ("decisions", "steps", "rounds"):
        found[name + "_per_game"] = int(totals[name].sum()) / games if games else 0.0
    found["wins_by_seat"] = totals["wins"].sum(axis=0)[:num_players].tolist()
    if one_learner:
        found["won_by_learner"] = int(totals["won"].sum())
    seats, wins = totals["bot_seats"].sum(axis=0).tolist(), totals["bot_wins"].sum(axis=0).tolist()
    found["bots"] = {name: {"seats": seats[k], "wins": wins[k]} for k, name in enumerate(roster)}
    return found


_compiled: list[bool] = []
_compiling = threading.RLock()  # again by the batch that is made below


def _compile_once() -> None:
    """All kernels of a batch, so that they compile (or load) with a progress line, one process at a time."""
    with _compiling:
        if _compiled:
            return
        _compiled.append(True)
        try:
            _try_all_kernels()
        except BaseException:  # it may be tried again
            _compiled.clear()
            raise


def _try_all_kernels() -> None:
    warm_up()
    with compiling("batches", "a few seconds"), MunchkinVector(1, 2, seed=0, seat=0, opponents="random") as games:
        games.reset()
        games.step(np.flatnonzero(games.masks[0])[:1])
        games.restore(games.to_bytes())
