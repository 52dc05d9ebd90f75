"""How players treat each other: what their deals are worth to whom, kept and broken promises, whom they harm, and whom they make king.

The counts are from the games of a tournament. The rest is from games of the same line-ups in which decisions are also tried the other way,
which only players of the compiled loop can play.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import copysign, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.mode import COMPILED
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.stack import Why
from munchkin_env.game.warming import warm_up
from munchkin_env.lab.arena.definition import Definition
from munchkin_env.lab.arena.figures import Estimate, Figures, ScoreRow, share_over_deals
from munchkin_env.learning.parts import PartArrays

from .bench_of_bots import Trials
from .choices import HOPELESS
from .decisions import ChoiceTrials, choice_part
from .estimates import mean_over_games, ratio_over_games, scaled

SCORES: dict[str, str] = {
    "asked": "requests for help, per game",
    "got_help": "deals for help received, per game",
    "gave_help": "deals for help given, per game",
    "accepts": "of 100 requests answered, how many it accepts",
    "price_paid": "Treasures promised per deal, when it needs help",
    "price_got": "Treasures promised per deal, when it helps",
    "gain_as_main": "points that its share gains by a deal in which it is helped",
    "gain_as_helper": "points that its share gains by a deal in which it helps",
    "surplus": "points that both sides of its deals gain together, from the others",
    "surplus_refused": "points that both sides would have gained by the requests that it refuses",
    "broken": "of 100 promises that it may break, how many it breaks (binding_deals=false)",
    "breach_gain": "points that a breach gains it",
    "breach_cost": "points that a breach costs its helper",
    "retaliation": "harm to who broke a promise to it, in the 3 rounds after: how many hits more than another rival gets",
    "leader_hits": "of 100 hits on others, how many more than a fair share it aims at the leader (as long as it is not leading)",
    "kingmaking": "points that move between the others by a decision when it can hardly win, compared with a random one (typical size)",
    "crowns_leader": "of these, points to who leads",
    "without_talk": "points that its share gains if nobody may ask for help or trade",
}
"""What is measured of each player, with a 95 % interval. Points are hundredths of the victory."""
COUNTED_GAMES = ("asked", "got_help", "gave_help", "accepts", "price_paid", "price_got")
"""Of the games of the tournament; all others are of the games with trials."""
_CHANCES = {Kind.ANSWER_HELP: 1.0, Kind.ASK_YES: 0.5}
_HOPELESS_CHANCE = 0.1
_MOST_TABLES = 12
_PART = 20
_AFTER = 3
"""Rounds after a breach."""
_LEAST = 10
"""Games, for an interval of trials."""


@dataclass(frozen=True)
class SocialGames:
    """Games of one line-up in which decisions were tried the other way."""

    entrants: tuple[int, ...]
    """In the order of the line-up."""
    trials: ChoiceTrials
    silent: ChoiceTrials
    """The same deals without asking for help or trading, and without trials."""


def play_social_games(definition: Definition, games: int, progress: Callable[[int], None] = lambda _: None) -> list[SocialGames]:
    """So many games in all, of the line-ups of players of the compiled loop alone. progress: called with the games so far."""
    tables = [one for one in definition.tables(0) if all(definition.entrants[e].is_bot for e in one)][:_MOST_TABLES]
    found, done = list[SocialGames](), 0
    if tables and COMPILED:
        warm_up()
        with compiling("choice trials", "a minute"):
            choice_part(Trials(players=("weighted",) * 2, options={"max_rounds": 1}, games=1), {}, 0)
    for number, table in enumerate(tables):
        share = -(-games // len(tables))
        names = tuple(definition.entrants[e].spec for e in table)
        how = Trials(names, definition.sets, dict(definition.options), definition.seed + 7919 * number, min(_PART, share))
        talking, silent = list[PartArrays](), list[PartArrays]()
        for k in range(-(-share // how.games)):
            talking.append(choice_part(how, _CHANCES, k, hopeless=_HOPELESS_CHANCE))
            silent.append(choice_part(how, {}, k, talks=False))
            done += how.games
            progress(done)
        found.append(SocialGames(tuple(table), ChoiceTrials(talking, len(table)), ChoiceTrials(silent, len(table))))
    return found


def scorecard(figures: Figures, games: Sequence[SocialGames]) -> list[ScoreRow]:
    """A row for each player and measure; those without data have no value."""
    made = _Scores([_Table(one, number) for number, one in enumerate(games)])
    rows = []
    for e, name in enumerate(figures.names):
        for measure, meaning in SCORES.items():
            one = _counted(figures, e, measure) if measure in COUNTED_GAMES else made.of(measure, e)
            rows.append(ScoreRow(name, measure, *one, meaning))
    return rows


# ------------------------------------------------------------------------------------------ games of the tournament


def _counted(figures: Figures, e: int, measure: str) -> Estimate:
    mine = figures.seats["entrant"] == e
    deals, seats = figures.deal_of_seat[mine], figures.seats
    match measure:
        case "accepts":
            return scaled(_rate(seats["gave_help"][mine], _refused(figures)[mine], deals), 100)
        case "price_paid":
            return _ratio(seats["paid_treasures"][mine], seats["got_help"][mine], deals)
        case "price_got":
            return _ratio(seats["earned_treasures"][mine], seats["gave_help"][mine], deals)
    return mean_over_games(seats[measure][mine], deals)


def _ratio(parts: npt.NDArray[Any], wholes: npt.NDArray[Any], groups: npt.NDArray[Any]) -> Estimate:
    _, group = np.unique(groups, return_inverse=True)
    return ratio_over_games(np.bincount(group, parts), np.bincount(group, wholes))


def _rate(yes: npt.NDArray[np.int64], no: npt.NDArray[np.int64], groups: npt.NDArray[Any]) -> Estimate:
    """Of all answers: also if all are alike, the interval is one."""
    answers = np.repeat(np.tile((1.0, 0.0), len(yes)), np.column_stack([yes, no]).ravel())
    return share_over_deals(answers, np.repeat(groups, yes + no))


def _refused(figures: Figures) -> npt.NDArray[np.int64]:
    """By row of seats: requests that the seat refused."""
    found = np.zeros(len(figures.seats), np.int64)
    if len(figures.deeds):
        row = np.searchsorted(figures.games["number"], figures.deeds["number"])
        np.add.at(found, row * figures.players + figures.deeds["seat"], figures.deeds["refused"])
    return found


# -------------------------------------------------------------------------------------------------- games with trials

_Sample = tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]
"""Values, and the games that they are from."""
_STRIDE = 1 << 40
"""Between the numbers of games of two tables."""


class _Table:
    """The games of one line-up, by entrant."""

    def __init__(self, games: SocialGames, number: int) -> None:
        self.entrants, self.trials, self.silent, self.number = np.array(games.entrants), games.trials, games.silent, number
        self.arrays = games.trials.arrays
        self.players = len(games.entrants)
        self.rows = np.arange(len(games.trials))
        self.game = self.arrays["game"].astype(np.int64) + number * _STRIDE

    def entrant(self, seat: npt.NDArray[Any], game: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Who sits there."""
        found: npt.NDArray[np.int64] = self.entrants[(seat.astype(np.int64) - game) % self.players]
        return found

    @cached_property
    def decider(self) -> npt.NDArray[np.int64]:
        return self.entrant(self.arrays["seat"], self.arrays["game"])

    @cached_property
    def main(self) -> npt.NDArray[np.int64]:
        """Whose fight it is."""
        return self.entrant(self.arrays["about"], self.arrays["game"])

    @cached_property
    def change(self) -> npt.NDArray[np.float64]:
        """[trial, seat], in points."""
        found: npt.NDArray[np.float64] = 100 * self.trials.change.mean(axis=1)
        return found

    def change_for(self, seat: npt.NDArray[Any], chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """Of those trials, for that seat of each."""
        found: npt.NDArray[np.float64] = self.change[self.rows[chosen], seat[chosen]]
        return found

    # ---------------------------------------------------------------------------------------------------- deals

    def answers(self, verb: Verb) -> npt.NDArray[np.bool_]:
        """Requests for help that were answered so."""
        found: npt.NDArray[np.bool_] = self.trials.requests & (self.arrays["action"] == verb)
        return found

    def both_sides(self, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """What accepting changes for helper and main together."""
        total = self.change_for(self.arrays["seat"], chosen) + self.change_for(self.arrays["about"], chosen)
        return np.where(self.arrays["action"][chosen] == Verb.ACCEPT, total, -total)

    def gain_as_main(self, e: int) -> _Sample:
        chosen = self.answers(Verb.ACCEPT) & (self.main == e)
        return self.change_for(self.arrays["about"], chosen), self.game[chosen]

    def gain_as_helper(self, e: int) -> _Sample:
        chosen = self.answers(Verb.ACCEPT) & (self.decider == e)
        return self.change_for(self.arrays["seat"], chosen), self.game[chosen]

    def surplus(self, e: int) -> _Sample:
        chosen = self.answers(Verb.ACCEPT) & ((self.decider == e) | (self.main == e))
        return self.both_sides(chosen), self.game[chosen]

    def surplus_refused(self, e: int) -> _Sample:
        chosen = self.answers(Verb.REFUSE) & (self.decider == e)
        return self.both_sides(chosen), self.game[chosen]

    # ------------------------------------------------------------------------------------------------- promises

    @cached_property
    def promises(self) -> npt.NDArray[np.bool_]:
        """Questions whether a promise is kept."""
        found: npt.NDArray[np.bool_] = (self.arrays["kind"] == Kind.ASK_YES) & (self.arrays["why"] == Why.KEEP_DEAL)
        return found

    @cached_property
    def breaches(self) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = self.promises & (self.arrays["action"] == Verb.NO)
        return found

    def broken(self, e: int) -> _Sample:
        chosen = self.promises & (self.decider == e)
        return self.breaches[chosen].astype(np.float64), self.game[chosen]

    def breach_gain(self, e: int) -> _Sample:
        chosen = self.breaches & (self.decider == e)
        return self.change_for(self.arrays["seat"], chosen), self.game[chosen]

    def breach_cost(self, e: int) -> _Sample:
        chosen = self.breaches & (self.decider == e) & (self.arrays["helper"] >= 0)
        return -self.change_for(self.arrays["helper"], chosen), self.game[chosen]

    def retaliation(self, e: int) -> _Sample:
        a = self.arrays
        chosen = self.breaches & (a["helper"] >= 0) & (self.entrant(a["helper"], a["game"]) == e) & (self.players > 2)
        found = [
            self._hits_after(int(a["game"][i]), int(a["turn"][i]), int(a["helper"][i]), int(a["seat"][i])) for i in np.flatnonzero(chosen)
        ]
        return np.array(found, np.float64), self.game[chosen]

    def _hits_after(self, game: int, turn: int, who: int, whom: int) -> float:
        """Hits on that player in the next rounds, beyond the mean of those on the others."""
        a = self.arrays
        rows = np.flatnonzero(a["turn_game"] == game)
        turns = a["turn_turn"][rows]
        begins = rows[max(int(np.searchsorted(turns, turn, "right")) - 1, 0)]
        ends = rows[min(int(np.searchsorted(turns, turn + _AFTER * self.players)), len(rows) - 1)]
        hits = a["turn_hits"][ends].astype(np.int64)[who] - a["turn_hits"][begins].astype(np.int64)[who]
        others = [p for p in range(self.players) if p not in (who, whom)]
        return float(hits[whom] - hits[others].mean())

    # ------------------------------------------------------------------------------------------- leaders and kings

    def leader_hits(self) -> Iterator[tuple[int, npt.NDArray[np.float64], npt.NDArray[np.float64]]]:
        """By entrant: in each game, hits on the leader beyond a fair share of the hits, and all hits; while it was not leading."""
        a, n = self.arrays, self.players
        hits = a["turn_hits"][:, :n, :n].astype(np.int64)
        same = a["turn_game"][1:] == a["turn_game"][:-1]
        new = (hits[1:] - hits[:-1])[same]
        leader = a["turn_ahead"][:-1, :n].argmax(axis=1)[same]
        games = a["turn_game"][:-1][same]
        first = int(games.min()) if len(games) else 0
        for seat in range(n):
            free = leader != seat
            all_hits = np.where(free, new[:, seat].sum(axis=1), 0)
            at_leader = np.where(free, new[np.arange(len(new)), seat, leader], 0)
            beyond = at_leader - all_hits / max(n - 1, 1)
            size = int(games.max()) - first + 1 if len(games) else 0
            by_game = [np.bincount(games - first, values, size) for values in (beyond, all_hits)]
            who = self.entrant(np.full(size, seat), np.arange(size) + first)
            for e in np.unique(who):
                yield int(e), by_game[0][who == e], by_game[1][who == e]

    @cached_property
    def hopeless(self) -> npt.NDArray[np.bool_]:
        a = self.arrays
        found: npt.NDArray[np.bool_] = (a["ahead"][self.rows, a["seat"]] < HOPELESS) & (self.players > 2)
        return found

    def kingmaking(self, e: int) -> _Sample:
        """The square of what moves between the others, without bias by chance: the product of two independent worlds."""
        chosen = self.hopeless & (self.decider == e)
        change = 100 * self.trials.change[chosen][:, :, : self.players]
        change[np.arange(len(change)), :, self.arrays["seat"][chosen]] = 0.0
        return (change[:, 0] * change[:, 1]).sum(axis=1) / 2, self.game[chosen]

    def crowns_leader(self, e: int) -> _Sample:
        chosen = self.hopeless & (self.decider == e)
        return self.change_for(self.arrays["ahead"][:, : self.players].argmax(axis=1), chosen), self.game[chosen]

    def without_talk(self, e: int) -> _Sample:
        """Shares in the games without talk minus those with it, game by game."""
        games, shares = _final_shares(self.trials, self.players)
        _, silent = _final_shares(self.silent, self.players)
        who = self.entrant(np.arange(self.players)[None, :], games[:, None])
        gains = 100 * (silent - shares)
        row, seat = np.nonzero(who == e)
        return gains[row, seat], games[row].astype(np.int64) + self.number * _STRIDE


def _final_shares(trials: ChoiceTrials, players: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """[game, seat]."""
    a = trials.arrays
    ends = a["turn_end"] == 1
    won = (a["turn_winners"][ends][:, None].astype(np.int64) >> np.arange(players)) & 1
    return a["turn_game"][ends].astype(np.int64), won / np.maximum(won.sum(axis=1, keepdims=True), 1)


class _Scores:
    """Of all tables together."""

    def __init__(self, tables: Sequence[_Table]) -> None:
        self.tables = tables

    def of(self, measure: str, e: int) -> Estimate:
        if measure == "leader_hits":
            return self._leader_hits(e)
        samples = [getattr(table, measure)(e) for table in self.tables]
        values = np.concatenate([np.zeros(0), *(sample[0] for sample in samples)])
        games = np.concatenate([np.zeros(0, np.int64), *(sample[1] for sample in samples)])
        if measure == "broken":  # a rate, which may be 0
            return scaled(share_over_deals(values, games), 100)
        one = mean_over_games(values, games, _LEAST)
        return Estimate(*(_root(value) for value in one)) if measure == "kingmaking" else one

    def _leader_hits(self, e: int) -> Estimate:
        found = [(beyond, hits) for table in self.tables for who, beyond, hits in table.leader_hits() if who == e]
        if not found:
            return mean_over_games(np.zeros(0), np.zeros(0))
        beyond, hits = (np.concatenate([one[k] for one in found]) for k in range(2))
        return scaled(ratio_over_games(beyond, hits), 100)


def _root(square: float) -> float:
    """With the sign: where the estimate of a square is below 0, nothing was found."""
    return copysign(sqrt(abs(square)), square)


def scores_markdown() -> str:
    """The table of docs/scorecard.md."""
    rows = [f"| `{name}` | {meaning} |" for name, meaning in SCORES.items()]
    return "\n".join(["| measure | meaning |", "| --- | --- |", *rows]) + "\n"
