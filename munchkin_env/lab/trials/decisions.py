"""Which decisions matter, and how games turn: from decisions that are also tried the other way, and from the beginnings of turns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, N_KINDS, Kind
from munchkin_env.engine.state.records import NOBODY
from munchkin_env.game.options import check_options
from munchkin_env.game.warming import warm_up
from munchkin_env.lab.arena.figures import Estimate, share_over_deals
from munchkin_env.learning.parts import ArrayForm, Makers, PartArrays, forms_of_record, kept_part, kept_parts, read_part

from .bench_of_bots import Bench, Trials
from .choices import ChoiceTrial, TurnTrace, try_choices
from .estimates import mean_over_games, scaled

_PARTS = "choices"
_MOST_TRIALS = 150
_MOST_TURNS = 2000
"""Per game, on average."""
MOMENTS = (0.25, 0.5, 0.75)
"""Of a game, when it is asked who is ahead."""
HELPED_LEVELS = ((1, 6), (7, 7), (8, 8), (9, 9))
"""Of the asker; with the usual rules, the last needs one more Level to win."""
_NOT_NEGATIVE = (0, inf)
_LEAST = 30
"""Games, for an interval."""
DECISION_KINDS = [kind for kind in Kind if kind < FIRST_AUTOMATIC]


def every_kind(chance: float) -> dict[Kind, float]:
    """All kinds of decisions, tried equally often."""
    return dict.fromkeys(DECISION_KINDS, chance)


def choice_part(how: Trials, chances: Mapping[Kind, float], k: int, *, hopeless: float = 0.0, talks: bool = True) -> PartArrays:
    """The k-th part. hopeless: how often a decision is tried, at least, of a seat that can hardly win. talks: may players ask and trade?"""
    bench = Bench(how, k, games=3)
    rates, asked, found = np.zeros(N_KINDS), np.zeros(N_KINDS, np.int64), np.zeros(2, np.int64)
    for kind, chance in chances.items():
        rates[kind] = chance
    rounds = int(check_options(how.options, len(how.players))["max_rounds"])
    most_turns = min(rounds * len(how.players) + 2, _MOST_TURNS)
    trials, traces = empty(ChoiceTrial, how.games * _MOST_TRIALS), empty(TurnTrace, how.games * most_turns)
    numbers = (bench.first, bench.seed, how.games, talks, hopeless, asked)
    common = (*bench.common, bench.leaf, bench.masks, bench.random, rates)
    try_choices(*common, *numbers, open_records(trials), open_records(traces), found)
    rows: Any = trials[: found[0]].view(ChoiceTrial.layout)
    turns: Any = traces[: found[1]].view(TurnTrace.layout)
    return {
        **{name: rows[name].copy() for name in ChoiceTrial.layout.names or ()},
        **{f"turn_{name}": turns[name].copy() for name in TurnTrace.layout.names or ()},
        "asked": asked,
        "games": np.array([how.games]),
    }


def read_choices(path: Path, how: Trials) -> PartArrays:
    """A part that `choice_part` made. Raises DamagedPartError."""
    seats = {"seat": (0, len(how.players) - 1), "about": (NOBODY, len(how.players) - 1), "kind": (0, FIRST_AUTOMATIC - 1)}
    trials = forms_of_record(ChoiceTrial.layout, {**seats, "game": _NOT_NEGATIVE, "turn": _NOT_NEGATIVE})
    turns = forms_of_record(TurnTrace.layout, {"game": _NOT_NEGATIVE, "turn": _NOT_NEGATIVE}, "turn_")
    numbers = {"asked": ArrayForm(np.int64, (N_KINDS,), _NOT_NEGATIVE, rows=None), "games": ArrayForm(np.int64, (1,), (1, inf), rows=None)}
    return read_part(path, {**trials, **turns, **numbers}, _fault_of_turns)


def _fault_of_turns(arrays: PartArrays) -> str:
    """Each decision is of a turn that is there, or of one before it."""
    last = max(zip(arrays["turn_game"].tolist(), arrays["turn_turn"].tolist(), strict=True), default=(-1, -1))
    latest = max(zip(arrays["game"].tolist(), arrays["turn"].tolist(), strict=True), default=last)
    return f"turn {latest[1]} of game {latest[0]}: there are decisions, but not the turn" if latest > last else ""


def play_choice_trials(
    folder: Path,
    how: Trials,
    chances: Mapping[Kind, float],
    parts: int,
    workers: Makers = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> "ChoiceTrials":
    """Play so many parts, unless the folder has them. progress: called with the number of games so far.

    Raises MadeOtherwiseError for a folder with other trials.
    """
    told = how.identity_of_parts() | {"estimate": how.estimate(), "chances": {kind.name: chance for kind, chance in chances.items()}}
    if COMPILED:
        warm_up()
        with compiling("choice trials", "a minute"):
            choice_part(Trials(players=("weighted",) * 2, options={"max_rounds": 1}, games=1), {}, 0)
    for done, _ in enumerate(kept_parts(folder, _PARTS, told, partial(choice_part, how, chances), range(parts), workers), 1):
        progress(done * how.games)
    return ChoiceTrials([read_choices(kept_part(folder, _PARTS, k), how) for k in range(parts)], len(how.players))


@dataclass(frozen=True)
class KindWeight:
    """How much one kind of decision matters."""

    kind: str
    per_game: float
    """Decisions with a choice, of one seat in a game."""
    stake: Estimate
    """What the bot's choice is worth to who makes it, compared with a random other one: points of the victory."""
    game_stake: Estimate
    """The same for all such decisions of a seat in a game, if each alone were made at random."""
    trials: int


@dataclass(frozen=True)
class Drama:
    """How safe a lead is."""

    moment: float
    """After so much of the game's turns."""
    behind: Estimate
    """Of 100 games, in how many no later winner was ahead, by the network that estimates positions."""
    behind_in_level: Estimate
    """The same, by Levels: every later winner was below another player."""


@dataclass(frozen=True)
class HelpWorth:
    """What it is worth to help."""

    level: str
    """Of the asker, at the beginning of the turn."""
    helper: Estimate
    """Points that the helper's share gains by accepting, compared with refusing."""
    main: Estimate
    """Those of the asker."""
    accepted: Estimate
    """Of 100 such requests, how many the bot accepts."""
    trials: int


class ChoiceTrials:
    """All trials of some parts."""

    def __init__(self, parts: Sequence[PartArrays], players: int) -> None:
        self.players = players
        summed = ("asked", "games")
        self.arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0] if name not in summed}
        self.asked = np.sum([part["asked"] for part in parts], axis=0)
        self.games = sum(int(part["games"][0]) for part in parts)

    def __len__(self) -> int:
        return len(self.arrays["game"])

    @property
    def change(self) -> npt.NDArray[np.float64]:
        """[trial, world, seat]: what the decision changed, compared with the other action."""
        found: npt.NDArray[np.float64] = self.arrays["made"].astype(np.float64) - self.arrays["instead"]
        return found

    @property
    def own_change(self) -> npt.NDArray[np.float64]:
        """[trial]: for who decided, over both worlds."""
        found: npt.NDArray[np.float64] = self.change.mean(axis=1)[np.arange(len(self)), self.arrays["seat"]]
        return found

    def weights(self) -> list[KindWeight]:
        """The kinds of decisions by their weight in a game."""
        own = self.own_change
        rows = []
        for kind in DECISION_KINDS:
            chosen = self.arrays["kind"] == kind
            if not chosen.any():
                continue
            stake = scaled(mean_over_games(own[chosen], self.arrays["game"][chosen], _LEAST), 100)
            often = float(self.asked[kind]) / self.games / self.players
            rows.append(KindWeight(kind.name, often, stake, scaled(stake, often), int(chosen.sum())))
        return sorted(rows, key=lambda row: -row.game_stake.value if isfinite(row.stake.low) else inf)

    @property
    def requests(self) -> npt.NDArray[np.bool_]:
        """Trials of requests for help: accepted and refused."""
        a = self.arrays
        both = np.isin(a["action"], (Verb.ACCEPT, Verb.REFUSE)) & np.isin(a["other"], (Verb.ACCEPT, Verb.REFUSE))
        found: npt.NDArray[np.bool_] = (a["kind"] == Kind.ANSWER_HELP) & both
        return found

    def helping(self) -> list[HelpWorth]:
        """By the Level of the asker."""
        a = self.arrays
        chosen = np.flatnonzero(self.requests)
        seat, main, game = (a[name][chosen].astype(np.int64) for name in ("seat", "about", "game"))
        level = self._levels()[chosen, main] if len(chosen) else np.zeros(0, np.int64)
        accepted = a["action"][chosen] == Verb.ACCEPT
        change = 100 * self.change.mean(axis=1)[chosen] * np.where(accepted, 1, -1)[:, None]
        rows = []
        for low, high in HELPED_LEVELS:
            these = (level >= low) & (level <= high)
            helper, asker = (mean_over_games(change[these, who[these]], game[these], _LEAST) for who in (seat, main))
            rate = scaled(share_over_deals(accepted[these].astype(np.float64), game[these]), 100)
            rows.append(HelpWorth(str(low) if low == high else f"{low} to {high}", helper, asker, rate, int(these.sum())))
        return rows

    def _levels(self) -> npt.NDArray[np.int64]:
        """[trial, seat]: Levels at the beginning of the turn."""
        a = self.arrays
        stride = int(max(a["turn_turn"].max(initial=0), a["turn"].max(initial=0))) + 1
        keys = a["turn_game"].astype(np.int64) * stride + a["turn_turn"]
        at = np.searchsorted(keys, a["game"].astype(np.int64) * stride + a["turn"])
        found: npt.NDArray[np.int64] = a["turn_level"][at].astype(np.int64)
        return found

    def drama(self) -> list[Drama]:
        """Games that somebody won."""
        a = self.arrays
        first = np.flatnonzero(np.diff(a["turn_game"], prepend=-1))
        ends = np.append(first[1:], len(a["turn_game"])) - 1  # the last row of a game is its end
        won = a["turn_winners"][first] != 0
        first, ends = first[won], ends[won]
        seats = np.arange(self.players)
        winners = (a["turn_winners"][first][:, None] >> seats & 1).astype(np.bool_)
        rows = []
        for moment in MOMENTS:
            at = first + ((ends - first) * moment).astype(np.int64)
            behind = [_none_leads(a[name][at][:, seats], winners) for name in ("turn_ahead", "turn_level")]
            rows.append(Drama(moment, *(scaled(share_over_deals(one, np.arange(len(one))), 100) for one in behind)))
        return rows


def _none_leads(values: npt.NDArray[Any], winners: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """1 for each game in which no winner had the highest value."""
    best = np.where(winners, values, -1).max(axis=1)
    found: npt.NDArray[np.float64] = (best < values.max(axis=1)).astype(np.float64)
    return found
