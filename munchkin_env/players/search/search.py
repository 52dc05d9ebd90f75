"""A search at the root: all actions share imagined worlds, weak ones are dropped early, and in doubt it plays the bot's choice."""

import hashlib
import math
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet, load
from munchkin_env.core.files import short
from munchkin_env.core.kernel import bound
from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.game import Game
from munchkin_env.game.options import whole
from munchkin_env.players.bots import Style, StyleError, UnknownBotError
from munchkin_env.players.bots.style import Bot
from munchkin_env.players.compiled import (
    CompiledPlayer,
    NetworkBot,
    PlayerSpec,
    check_player,
    networks_of,
    new_players,
    player_digest,
    read_now,
)
from munchkin_env.players.network.evaluating import LOGITS
from munchkin_env.players.network.playing import judge_at
from munchkin_env.players.policy import TRAINED, PolicyError
from munchkin_env.players.protocol import AgentError, Info
from munchkin_env.players.search.leaf import leaf_weights
from munchkin_env.players.search.playing import (
    RECORDS_PER_WORKER,
    ROOT_RECORD,
    TURNS_OF_A_GAME,
    UNLIMITED,
    At,
    shares_in_worlds,
    try_worlds,
)
from munchkin_env.players.search.result import Candidate, Result
from munchkin_env.players.seated import next_action_at
from munchkin_env.vocabulary.words import NONE

METHOD = 2
"""Raised whenever the same settings choose differently: part of the digest."""
PLAYOUTS = 400
"""A decision's default budget."""
FIRST_LOOK = 2
"""Worlds before actions are first dropped; then twice as many, and so on."""
HALVED_FROM = 4
"""Worlds before the worse half is dropped, even actions that are better than the usual one."""
ENOUGH = 4
"""Worlds before the usual action may be replaced."""
UNLIKELY = 0.003
"""Actions that a network finds less likely than the likeliest, by this factor, are not tried."""
DROPPED_AT = 1.0
"""An action is dropped early if it is worse than the usual one by so many standard errors."""
DOUBT_OF_A_BOT = 1.0
"""The default of `doubt` for a guide that is a bot: all legal actions are tried, and of many the best-looking one is often lucky."""
_SCRIPTED = "veteran"
"""The default of `me` with sets that no shipped policy learned."""
MOST_WORLDS = 4096
STEPS_PER_LOOK = 100
"""Steps of playouts between two looks at the clock: less than a millisecond, and many times what looking costs."""
TINY = 1e-9
"""Win share: actions that differ by less are equal."""


def _strongest(sets: Sequence[str]) -> CompiledPlayer:
    """The strongest player of the package with these sets. Among cards that it has not learned, the policy is weaker than the bot."""
    with suppress(PolicyError):
        player = check_player(TRAINED, sets)
        if isinstance(player, NetworkBot) and tuple(player.policy.about["sets"]) == tuple(load(sets).sets):
            return player
    return check_player(_SCRIPTED)


def _check_game(game: object) -> None:
    """Kernels check nothing."""
    if not isinstance(game, Game):
        raise TypeError(f"{short(game)} is not a Game")


def _is_late(ends: float | None) -> bool:
    return ends is not None and time.perf_counter() >= ends


def _legal(game: Game, action: Any) -> int:
    return int(action) if game.is_legal(action) else game.refuse(action)


class _Scratch(NamedTuple):
    """What one thread works with."""

    rows: npt.NDArray[np.uint8]
    games: Any
    mask: npt.NDArray[np.bool_]
    shares: npt.NDArray[np.float64]
    seats: Any
    """The bots of the world that is being played."""


def _scratch() -> _Scratch:
    array = empty(Record, RECORDS_PER_WORKER)
    rows = array.view(np.uint8).reshape(RECORDS_PER_WORKER, -1)
    seats = open_records(empty(Bot, MAX_PLAYERS))
    return _Scratch(rows, open_records(array), np.zeros(N_ACTIONS, np.bool_), np.zeros(MAX_PLAYERS), seats)


class Search:
    """Plays the action with the best results in imagined worlds; stronger than the bots of its playouts.

    Args:
        playouts: the maximum per decision, over all its actions (400 if neither budget is given).
        seconds: the maximum time per decision. What the first decision with a set of cards loads, it loads before that time begins.
        turns: how far a playout goes before its outcome is estimated; None plays every game to its end.
        me: the bot or policy that plays on for the searcher. None: `trained` with the sets that it learned, otherwise `veteran`.
        guide: the player that decides in doubt; only actions that a network finds likely are tried. None: `me`.
        opponents: the bots that opponents may be; each world draws from them.
        doubt: by how many standard errors another action must be better than the guide's. None: 0 if the guide is a network, otherwise 1.
        threads: how many share the worlds; the result does not depend on it.
        seed: of the imagined worlds.
    """

    imagines = True

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        turns: int | None = 4,
        me: PlayerSpec | None = None,
        guide: PlayerSpec | None = None,
        opponents: PlayerSpec | Sequence[PlayerSpec] = ("greedy", "veteran"),
        doubt: float | None = None,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        if playouts is None and seconds is None:
            playouts = PLAYOUTS
        for name, value in (("playouts", playouts), ("turns", turns), ("threads", threads)):
            if value is not None and (whole(value) or 0) < 1:
                raise AgentError(f"{name}={value!r}: must be an integer of at least 1")
        if seconds is not None and not 0 < seconds < math.inf:
            raise AgentError(f"seconds={seconds!r}: must be a number above 0")
        others = [opponents] if isinstance(opponents, (str, Path, Style, NetworkBot)) else list(opponents)
        if not others:
            raise AgentError(f"opponents={short(opponents)}: name at least one")
        self.playouts, self.seconds, self.threads = playouts, seconds, threads
        self.turns = TURNS_OF_A_GAME if turns is None else turns
        self.name = f"search:{seconds * 1000:g}ms" if seconds is not None else f"search:{playouts}"
        self._asked_me, self._asked_guide = (None if one is None else read_now(one) for one in (me, guide))
        self._asked_others, self._asked_doubt = [read_now(one) for one in others], doubt
        self._scratches = [_scratch() for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._random = np.random.default_rng(seed)
        self._cards: CardSet | None = None
        """Which its networks can read."""
        self.result: Result | None = None
        """Of the last searched decision."""

    @property
    def digest(self) -> str:
        """Eight letters that differ when searches play differently: by their settings, players, or estimate."""
        me = [TRAINED, _SCRIPTED] if self._asked_me is None else [self._asked_me]
        players = [player_digest(one) for one in (*me, self._asked_guide, *self._asked_others) if one is not None]
        settings = (METHOD, self.playouts, self.seconds, self.turns, self._asked_doubt, players)
        return hashlib.sha256(repr(settings).encode() + leaf_weights(load(("deluxe",))).tobytes()).hexdigest()[:8]

    def begin(self, seat: int, num_players: int, seed: int) -> None:
        """Reset its randomness for a new game."""
        self._random = np.random.default_rng([seed, seat, num_players])

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:  # noqa: ARG002 - the protocol's
        """The action that the search likes best; the `result` says more."""
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            self.result = None
            return int(legal[0])
        self.result = self.search(info["imagine"](0))
        return self.result.best.action

    def explain(self) -> str:
        """The reason for its last choice."""
        return self.result.sentence() if self.result else "it is the only legal action"

    def close(self) -> None:
        """End its threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def search(self, world: Game) -> Result:
        """Search the current decision in a world imagined by the deciding seat; what is hidden there is dealt again.

        Raises PolicyError if a network of the search would read these cards wrongly.
        """
        _check_game(world)
        if world.over:
            raise ValueError("the game is over: there is no decision to search")
        self._look_at(world)
        began = time.perf_counter()
        actions = self._usual_first(world)
        tried = _Tried(len(actions))
        self._explore(world, actions, tried, began)
        return self._result(world, actions, tried, time.perf_counter() - began)

    def compare(self, world: Game, action: int, other: int, worlds: int) -> tuple[float, float]:
        """By how much the win share after the action exceeds that after the other, for the deciding seat, and its standard error.

        Both are tried in the same worlds, which are new ones: unlike `search`, it does not favor what was chosen for being best.
        Raises IllegalAction.
        """
        _check_game(world)
        both = np.array([_legal(world, action), _legal(world, other)], np.int64)
        self._look_at(world)
        values = self._try(world, both, max(2, worlds))
        gains = values[:, 0] - values[:, 1]
        return float(gains.mean()), float(gains.std(ddof=1) / math.sqrt(len(gains)))

    def shares(self, game: Game, seat: int, worlds: int, action: int | None = None) -> npt.NDArray[np.float64]:
        """[worlds, players]: the win share that every player can expect if bots play on, in worlds imagined by the seat.

        Args:
            game: The position. A card in another hand is dealt again unless the seat knows it.
            seat: Whose knowledge counts.
            worlds: How many.
            action: What the deciding player does first; None: what a bot would do.

        Raises:
            IllegalAction: The action is not legal.
            ValueError: There is no such seat.
        """
        _check_game(game)
        seat, first = game.checked_seat(seat), NONE if action is None else _legal(game, action)
        return self._shares(game, seat, first, self._seeds(worlds))

    def gains(self, game: Game, seat: int, worlds: int, action: int, other: int) -> npt.NDArray[np.float64]:
        """[worlds, players]: by how much the win share of every player after the action exceeds that after the other.

        Both are tried in the same worlds. The arguments and errors are those of `shares`.
        """
        _check_game(game)
        seat, first, second = game.checked_seat(seat), _legal(game, action), _legal(game, other)
        seeds = self._seeds(worlds)
        return self._shares(game, seat, first, seeds) - self._shares(game, seat, second, seeds)

    def _seeds(self, worlds: int) -> npt.NDArray[np.int64]:
        return self._random.integers(1 << 62, size=worlds)

    def _shares(self, game: Game, seat: int, first: int, seeds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        self._look_at(game)
        out = np.zeros((len(seeds), game.num_players))
        if game.over:
            out[:, list(game.winners)] = 1 / max(1, len(game.winners))
            return out
        given = (*self._room(game, 0), seat, self.turns, seeds, first, out)
        shares_in_worlds(*given)
        return out

    def _look_at(self, game: Game) -> None:
        """Raises PolicyError if a network of the search would read these cards wrongly."""
        if self._cards is not game.cards:
            self._cards = None  # until all players know them
            self._choose_players(game)
            self._load(game)
            self._cards = game.cards
        for scratch in self._scratches:
            scratch.rows[ROOT_RECORD] = game._bytes

    def _choose_players(self, game: Game) -> None:
        self._me = _strongest(game.sets) if self._asked_me is None else check_player(self._asked_me, game.sets)
        self._guide = self._me if self._asked_guide is None else check_player(self._asked_guide, game.sets)
        self._others = [check_player(one, game.sets) for one in self._asked_others]
        self._everyone = [self._me, *self._others, self._guide]
        usual_doubt = 0.0 if isinstance(self._guide, NetworkBot) else DOUBT_OF_A_BOT
        self._doubt = usual_doubt if self._asked_doubt is None else self._asked_doubt
        self._networks = networks_of(self._everyone)
        self._usual = open_records(new_players([self._guide], beside=self._everyone))
        self._bots = open_records(new_players([self._me, *self._others], beside=self._everyone))
        """Copied into the seats of each world. Threads share them: nobody plays with these."""

    def _load(self, game: Game) -> None:
        """What would otherwise be loaded, or compiled, when it is first needed: while the clock is running."""
        self._leaf = leaf_weights(game.cards)
        none = np.zeros(0, np.int64)
        bound(try_worlds, *self._room(game, 0), np.zeros(len(At), np.int64), UNLIMITED, 0, self.turns, none, none, np.zeros((0, 0)))
        guide = (game._tables, game._games, 0, self._usual, 0, game.mask(), *self._networks)
        if isinstance(self._guide, NetworkBot):
            bound(judge_at, *guide, LOGITS, np.zeros(N_ACTIONS, np.float32))
        else:
            bound(next_action_at, *guide)

    def _room(self, game: Game, k: int) -> tuple[Any, ...]:
        """The first arguments of the kernels that play worlds, in thread k."""
        s = self._scratches[k]
        return (game._tables, s.games, s.rows, self._bots, s.seats, *self._networks, self._leaf, s.shares, s.mask)

    # ------------------------------------------------------------------------------------------------- playing worlds

    def _usual_first(self, world: Game) -> npt.NDArray[np.int64]:
        """The actions to try: first what the guide would do."""
        mask = world.mask()
        if isinstance(self._guide, NetworkBot):
            return self._likely(world, mask)
        usual = int(next_action_at(world._tables, world._games, 0, self._usual, 0, mask, *self._networks))
        return np.array([usual, *(action for action in world.legal() if action != usual)], np.int64)

    def _likely(self, world: Game, mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Those that the network finds likely, the likeliest first."""
        logits = np.zeros(N_ACTIONS, np.float32)
        judge_at(world._tables, world._games, 0, self._usual, 0, mask, *self._networks, LOGITS, logits)
        legal = np.flatnonzero(mask)
        order = legal[np.argsort(-logits[legal], kind="stable")].astype(np.int64)
        near = logits[order] >= logits[order[0]] + math.log(UNLIKELY)
        likely: npt.NDArray[np.int64] = order[near]
        return likely

    def _explore(self, world: Game, actions: npt.NDArray[np.int64], tried: "_Tried", began: float) -> None:
        look = FIRST_LOOK
        ends = None if self.seconds is None else began + self.seconds
        while len(tried.alive) > 1 and tried.worlds < MOST_WORLDS and not _is_late(ends):
            n = min(look, MOST_WORLDS) - tried.worlds
            if self.playouts is not None:
                n = min(n, (self.playouts - tried.playouts) // len(tried.alive))
            if n < 1:
                return
            tried.add(self._try(world, actions[tried.alive], n, ends))
            if tried.worlds >= look:
                tried.give_up()
                look *= 2

    def _try(self, world: Game, actions: npt.NDArray[np.int64], n: int, ends: float | None = None) -> npt.NDArray[np.float64]:
        """The values of the actions in n new worlds; fewer if time is up."""
        seeds = self._random.integers(1 << 62, size=n)
        values = np.full((n, len(actions)), np.nan)
        parts = min(self.threads, n)
        bounds = [n * k // parts for k in range(parts + 1)]
        steps = UNLIMITED if ends is None else STEPS_PER_LOOK

        def run(k: int) -> None:
            part, at = slice(bounds[k], bounds[k + 1]), np.zeros(len(At), np.int64)
            given = (*self._room(world, k), at, steps, world.seat, self.turns, seeds[part], np.ascontiguousarray(actions), values[part])
            while not try_worlds(*given) and not _is_late(ends):
                pass

        others = [self._pool.submit(run, k) for k in range(1, parts)] if self._pool is not None else []
        run(0)
        for one in others:
            one.result()
        whole: npt.NDArray[np.float64] = values[~np.isnan(values).any(axis=1)]
        return whole

    # ------------------------------------------------------------------------------------------------------- judging

    def _result(self, world: Game, actions: npt.NDArray[np.int64], tried: "_Tried", seconds: float) -> Result:
        best = tried.best(self._doubt)
        order = sorted(range(len(actions)), key=lambda k: (k != best, -tried.seen(k), -tried.value(k)))
        texts = {action: text for text, action in world.texts().items()}
        candidates = [
            Candidate(int(actions[k]), texts.get(int(actions[k]), ""), tried.seen(k), tried.value(k), *tried.gain(k)) for k in order
        ]
        return Result(tuple(candidates), int(actions[0]), tried.playouts, seconds)


class _Tried:
    """The values so far, by world and action; column 0 is the usual action, which is never dropped."""

    def __init__(self, n: int) -> None:
        self.values: list[npt.NDArray[np.float64]] = []
        self.alive = np.arange(n)
        self.playouts = 0
        self.worlds = 0
        self._sums = np.zeros((n, 3))  # of values, gains, squares of gains
        self._seen = np.zeros(n, np.int64)

    def add(self, values: npt.NDArray[np.float64]) -> None:
        gains = values - values[:, :1]
        self._sums[self.alive] += np.stack([values.sum(0), gains.sum(0), (gains * gains).sum(0)], axis=1)
        self._seen[self.alive] += len(values)
        self.playouts += values.size
        self.worlds += len(values)

    def seen(self, k: int) -> int:
        return int(self._seen[k])

    def value(self, k: int) -> float:
        return float(self._sums[k, 0] / self._seen[k]) if self._seen[k] else math.nan

    def gain(self, k: int) -> tuple[float, float]:
        """Compared with the usual action, and its standard error."""
        n = int(self._seen[k])
        if n < 2 or k == 0:
            return (0.0, 0.0) if k == 0 else (math.nan, math.inf)
        mean = self._sums[k, 1] / n
        spread = max(self._sums[k, 2] / n - mean * mean, 0.0) * n / (n - 1)
        return float(mean), math.sqrt(spread / n)

    def give_up(self) -> None:
        """Keep the usual action, and the better half of the others, as long as they may be better."""
        others = sorted(self.alive[1:], key=lambda k: -self.gain(k)[0])
        kept = others if self.worlds < HALVED_FROM else others[: (len(others) + 1) // 2]
        hopeful = [k for k in kept if self.gain(k)[0] + DROPPED_AT * self.gain(k)[1] > TINY]
        self.alive = np.array([0, *hopeful])

    def best(self, doubt: float) -> int:
        seen = [int(k) for k in self.alive[1:] if self._seen[k] >= ENOUGH]
        found = max(seen, key=lambda k: self.gain(k)[0], default=0)
        mean, error = self.gain(found)
        return found if found and mean > doubt * error + TINY else 0


_NAME = re.compile(r"search(:(\d[^:]*|[a-z]+=[^:]*))?")
_SETTINGS = ("turns", "doubt", "threads", "me", "guide", "opponents")
_HOW = "write search:8ms, search:0.1s or search:400 (playouts), and settings after commas: search:8ms,turns=4,opponents=greedy+bully"


def is_search(spec: object) -> bool:
    """Is it the name of a search, such as `search:8ms`?"""
    return isinstance(spec, str) and _NAME.fullmatch(spec) is not None


def parse_search(spec: str, seed: int = 0) -> Search:
    """The search of that name. Raises AgentError that says how to write one."""
    given: dict[str, Any] = {}
    try:
        for part in filter(None, spec.partition(":")[2].split(",")):
            given |= _setting(part)
    except ValueError:
        raise AgentError(f"{spec}: {_HOW}") from None
    try:
        made = Search(seed=seed, **given)
    except (StyleError, UnknownBotError, PolicyError) as error:
        raise AgentError(f"{spec}: {error}") from error
    made.name = spec
    return made


def _setting(part: str) -> dict[str, Any]:
    name, equals, value = part.partition("=")
    if not equals:
        if part.endswith("s"):
            return {"seconds": float(part[:-2]) / 1000 if part.endswith("ms") else float(part[:-1])}
        return {"playouts": int(part)}
    if name not in _SETTINGS:
        raise ValueError(name)
    if name in ("turns", "threads"):
        return {name: None if value == "all" else int(value)}
    return {name: value.split("+") if name == "opponents" else float(value) if name == "doubt" else value}
