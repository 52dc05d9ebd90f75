"""A batch in several parts, each played elsewhere: on another machine (adapters/cluster.py)."""

import itertools
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.game import Game
from munchkin_env.game.options import check_names
from munchkin_env.game.saved import places_of

from .arrays import checked_array, first_not_allowed
from .config import BatchConfig, BatchOptions, number_within
from .many import ManyGames
from .vector import MunchkinVector, refuse_in_batch, summed

OF_EVERY_STEP = ("observations", "ids", "numbers", "masks", "seats", "rewards", "terminated", "truncated")
OF_ENDED_GAMES = ("final_observations", "final_ids", "final_numbers", "episodes")
SHARED = (*OF_EVERY_STEP, *OF_ENDED_GAMES)
"""The arrays of a batch, as MunchkinVector has them."""
_Arrays = Mapping[str, npt.NDArray[Any]]


class BatchPart:
    """A part of the batch, where it is played."""

    def __init__(self, games: MunchkinVector) -> None:
        self.games = games

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All arrays of this part."""
        return {name: getattr(self.games, name) for name in SHARED}

    def reset(self, seed: int | None, which: npt.NDArray[np.bool_] | None, seat: int | None) -> None:
        """As MunchkinVector.reset; nothing if no game of this part is meant."""
        if which is None or which.any():
            self.games.reset(seed, which, seat)

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """As MunchkinVector.step."""
        self.games.step(actions)

    def state(self, i: int) -> tuple[bytes, int]:
        """The bytes of a game, and its seed."""
        game = self.games.game(i)
        return game.state(), game.seed or 0

    def learners(self) -> npt.NDArray[np.int64]:
        """As MunchkinVector.learners."""
        return self.games.learners()

    def totals(self) -> npt.NDArray[Any]:
        """As MunchkinVector.totals."""
        return self.games.totals()


class Shard(Protocol):
    """The line to a part. What is told is done in order; each is answered."""

    def tell(self, what: str, *given: Any) -> None:
        """Have the part call that method of BatchPart."""

    def answer(self) -> Any:
        """What the call returned. Raises what it raised."""

    def close(self) -> None:
        """End the part."""


class ShardedVector(ManyGames):
    """A MunchkinVector that is played in several parts: its games, results and errors are those of one batch."""

    def __init__(
        self,
        num_games: int,
        num_players: int | None,
        sets: Sequence[str | Path] | None,
        seed: int | None,
        parts: int,
        options: BatchOptions,
        taken: Callable[..., Any],
    ) -> None:
        """taken: whose keyword arguments `options` are."""
        check_names(options, MunchkinVector, taken, decided=["buffers"])
        self.config = BatchConfig.of(num_games, num_players, sets, secrets.randbits(62) if seed is None else seed, options)
        parts = min(parts, num_games)
        self._cards, self._places = load(self.config.sets), places_of(self.config.sets)
        self._ends = list(itertools.pairwise(num_games * k // parts for k in range(parts + 1)))
        self._legal = np.zeros((num_games, N_ACTIONS), np.bool_)
        self._rows = np.arange(num_games)
        self._started = self._closed = False
        self._shards: list[Shard] = []

    def _forms(self) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Shape and dtype of each array."""
        with MunchkinVector.from_config(replace(self.config, num_games=1)) as one:  # also compiles everything, before the parts begin
            self.roster, self.one_learner = one.roster, one.one_learner
            return {name: ((self.num_games, *array.shape[1:]), array.dtype) for name, array in BatchPart(one).arrays().items()}

    def _configs(self) -> list[BatchConfig]:
        """Of the parts."""
        return [replace(self.config, num_games=b - a, first_game=a, sets=self._places) for a, b in self._ends]

    def _hold(self, arrays: _Arrays) -> None:
        for name in SHARED:
            setattr(self, name, arrays[name])

    def _collect(self) -> None:
        """Make the arrays show what the parts have done."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------------- playing

    def reset(self, seed: int | None = None, mask: npt.ArrayLike | None = None, seat: int | None = None) -> None:
        """As MunchkinVector.reset."""
        self._check_open()
        if mask is not None and not self._started:
            raise RuntimeError("the first reset must be of all games: call reset() without a mask")
        which = None if mask is None else checked_array("mask", mask, (self.num_games,), "b")
        self._ask("reset", [(seed, None if which is None else which[a:b], seat) for a, b in self._ends])
        self._started = True
        self._show()

    def step(self, actions: npt.ArrayLike) -> None:
        """As MunchkinVector.step."""
        self._check_started()
        chosen = checked_array("actions", actions, (self.num_games,), "iu").astype(np.int64)
        rows = self._rows
        if not self.config.autoreset:
            rows = rows[self._legal.any(axis=1) | (chosen != -1)]  # a game that is over has no legal action, and takes -1
        bad = first_not_allowed(self._legal, rows, chosen[rows])
        if bad is not None:
            i = int(rows[bad])
            refuse_in_batch(self.game(i), i, self.num_games, int(chosen[i]))
        self._ask("step", [(chosen[a:b],) for a, b in self._ends])
        self._show()

    def _show(self) -> None:
        self._collect()
        self._legal[:] = self.masks  # the user may change theirs

    def _ask(self, what: str, given: Sequence[tuple[Any, ...]]) -> list[Any]:
        """What all parts answer. An interrupt waits for them, so that no step is left half done."""
        for shard, values in zip(self._shards, given, strict=True):
            shard.tell(what, *values)
        return self._answers()

    def _answers(self) -> list[Any]:
        answers: list[Any] = []
        failed: BaseException | None = None
        while len(answers) < len(self._shards):
            try:
                answers.append(self._shards[len(answers)].answer())
            except KeyboardInterrupt as interrupt:
                failed = interrupt
            except Exception as error:  # noqa: BLE001 - raised below, when all have answered
                answers.append(None)
                failed = failed or error
        if failed is not None:
            raise failed
        return answers

    def _of(self, i: int, what: str) -> Any:
        """What the part of game i answers about it."""
        self._check_started()
        i = number_within("game", i, 0, self.num_games - 1)
        k = next(k for k, (_, b) in enumerate(self._ends) if i < b)
        self._shards[k].tell(what, i - self._ends[k][0])
        return self._shards[k].answer()

    # ------------------------------------------------------------------------------------------------------- looking

    def game(self, i: int) -> Game:
        """A copy of game i."""
        state, seed = self._of(i, "state")
        return Game.from_state(self._cards, self._places, state, seed)

    def learners(self) -> npt.NDArray[np.int64]:
        """Your seat in every game, in a new array."""
        self._check_started()
        return np.concatenate(self._ask("learners", [()] * len(self._shards)))

    def summary(self) -> dict[str, Any]:
        """Statistics of all games that have ended, as MunchkinVector.summary."""
        self._check_open()
        return summed(self._ask("totals", [()] * len(self._shards)), self.num_players, self.roster, self.one_learner)

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("this batch is closed")

    def _check_started(self) -> None:
        self._check_open()
        if not self._started:
            raise RuntimeError("there are no games yet: call reset() first")

    def close(self) -> None:
        """End the parts. A closed batch cannot be used any more."""
        self._closed = True
        for shard in self._shards:
            shard.close()
        self._shards = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.num_games

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.num_games} games of {self.num_players} in {len(self._ends)} parts>"
