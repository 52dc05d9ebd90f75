"""Random games with the properties checked after every step: `python -m tests.fuzz --games 1000 --seed 1 --workers 2`.

A third of the games are played uniformly at random, the others by a player who mostly moves on, so that more of them finish.
A third of them start with full hands and at any Level, close to situations that are rare in the first rounds.
The report lists what occurred, so that what never occurred is visible.
"""

import argparse
import multiprocessing
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from munchkin_env.cards.loader import load
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary.playouts import legal_at, new_game_at, step_at
from munchkin_env.engine.state.actions import DROP, HAND, SEGMENTS, USE, Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import (
    MAX_DEPTH,
    MAX_EVENTS,
    MAX_HAND,
    MAX_MARKERS,
    MAX_MONSTERS,
    MAX_POOL,
    MAX_REFUSED,
    MAX_TABLE,
    MAX_USES,
    MAX_ZONE,
    Game,
)
from munchkin_env.game.options import OPTIONS, check_options, write_options
from munchkin_env.sound import UnsoundError, check_games
from munchkin_env.vocabulary.words import NONE, Op
from tests.facts import Facts, Position, empty_mask
from tests.properties import History, PropertyError, Step, check_step

ROOM = {
    "stack": MAX_DEPTH,
    "hand": MAX_HAND,
    "table": MAX_TABLE,
    "markers": MAX_MARKERS,
    "uses": MAX_USES,
    "zone": MAX_ZONE,
    "pool": MAX_POOL,
    "refused": MAX_REFUSED,
    "monsters": MAX_MONSTERS,
    "events": MAX_EVENTS,
}
CARD_EVENTS = (What.PLAYS, What.USES, What.LAYS_DOWN, What.CURSED, What.MEETS, What.DRAWS, What.OPENS, What.PICKS)
MOST_DECISIONS = 200_000
RICH = 1 / 3


@dataclass
class Report:
    """What happened in the games."""

    games: int = 0
    won: int = 0
    truncated: int = 0
    violations: list[str] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    most: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    ops: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Report") -> None:
        self.games += other.games
        self.won += other.won
        self.truncated += other.truncated
        for mine, theirs in ((self.violations, other.violations), (self.decisions, other.decisions), (self.rounds, other.rounds)):
            mine.extend(theirs)  # type: ignore[arg-type]
        self.most |= other.most
        for name in ("kinds", "verbs", "ops", "events", "cards"):
            getattr(self, name).update(getattr(other, name))

    def note(self, position: Position) -> None:
        g = position.g
        self.most |= Counter(
            stack=position.depth,
            hand=max(map(len, position.hand)),
            table=max(map(len, position.table)),
            markers=g.marker_n,
            uses=g.use_n,
            zone=len(position.zone),
            pool=len(position.pool),
            refused=g.refused_n,
            monsters=g.combat.n,
            events=g.event_n,
        )
        for e in position.events:
            self.events[What(e.what).name] += 1
            if e.what in CARD_EVENTS and e.card >= 0:
                self.cards[position.facts.id[e.card]] += 1


def action_name(action: int) -> str:
    if action < HAND:
        return Verb(action).name
    return next(segment.name for segment in reversed(SEGMENTS) if action >= segment.start)


# ------------------------------------------------------------------------------------------------------ how to play


def random_options(rng: random.Random, players: int, uniform: bool) -> dict[str, Any]:
    """Every option at random; mostly games of a few rounds, some long ones: a step costs the same in all of them."""
    chosen: dict[str, Any] = {}
    for option in OPTIONS:
        if option.is_flag:
            chosen[option.name] = rng.random() < (0.8 if option.default else 0.4)
        elif option.choices and rng.random() < 0.8:
            chosen[option.name] = rng.choice([word for word, _ in option.choices])
        elif option.low is not None and option.high is not None:
            chosen[option.name] = rng.choice((option.default, option.low, min(option.low + rng.randrange(1, 4), option.high)))
    long = not uniform and rng.random() < 0.06
    chosen["win_level"] = rng.choice((5, 6, 8, 10) if long else (3, 3, 4, 5))
    chosen["max_rounds"] = rng.choice((10, 20, 40) if long else (1, 1, 2, 3))
    chosen["trade_budget"] = rng.choice((0, 1, 1, 2, 3))
    chosen["first_player"] = rng.choice(("random", rng.randrange(players)))
    return chosen


@dataclass
class Player:
    """Uniformly at random, or with weights that move the game on."""

    rng: random.Random
    uniform: bool

    def choose(self, position: Position, legal: list[int]) -> int:
        if self.uniform:
            return self.rng.choice(legal)
        return self.rng.choices(legal, [self.weight(position, action) for action in legal])[0]

    def weight(self, position: Position, action: int) -> float:
        ring = position.kind in (Kind.WINDOW, Kind.FIGHT_WINDOW, Kind.ROLL_WINDOW)
        match action:
            case Verb.PASS:
                return 4.0 if ring else 1.0
            case Verb.NEXT:
                return 2.0
            case Verb.TRADE:
                return 0.05
            case Verb.ASK:
                return 0.3
            case Verb.ABORT:
                return 0.2
            case Verb.ACCEPT | Verb.SEND:
                return 3.0
        dresses = USE <= action < DROP and position.kind in (Kind.ARRANGE, Kind.WINDOW, Kind.SETUP)
        return 0.3 if dresses else 1.0


def enrich(g: Game, facts: Facts, rng: random.Random) -> None:
    """A start like a late position: any Level below the winning one, and up to eight more cards of each deck in every hand."""
    for p in range(g.n_players):
        seat = g.seat[p]
        seat.level = rng.randrange(1, g.options.win_level)
        for pile in (g.doors, g.treasures):
            for _ in range(min(rng.randrange(9), pile.n)):
                card = pile.cards[pile.n - 1]
                if facts.works_when_drawn[card]:
                    break
                pile.n -= 1
                pile.cards[pile.n] = NONE
                seat.hand[seat.hand_n] = card
                seat.hand_n += 1


@dataclass
class Fuzz:
    """Plays games and checks every step."""

    facts: Facts
    costly_every: int = 40
    report: Report = field(default_factory=Report)

    def __post_init__(self) -> None:
        self.tables = open_records(self.facts.cards.tables)

    def play(self, seed: int, options: dict[str, Any] | None = None, players: int = 0, uniform: bool | None = None) -> None:
        """One game; None and 0: at random."""
        rng = random.Random(seed)
        number = 2 + rng.randrange(5)
        chance = rng.random() < 0.3
        chosen = random_options(rng, players or number, chance)
        player = Player(rng, chance if uniform is None else uniform)
        try:
            self._play(seed, players or number, chosen | (options or {}), player)
        except PropertyError as error:
            self.report.violations.append(str(error))
            print(f"VIOLATION: {error}", file=sys.stderr, flush=True)

    def _play(self, seed: int, players: int, options: dict[str, Any], player: Player) -> None:
        array, mask = empty(Game, 1), empty_mask()
        record, games = view(Game, array), open_records(array)
        write_options(check_options(options, players), record.options)
        record.logging = 1
        new_game_at(self.tables, games, 0, players, seed, mask)
        if player.rng.random() < RICH:
            enrich(record, self.facts, player.rng)
            legal_at(self.tables, games, 0, mask)
        position, history = Position(self.facts, array), History()
        label = f"{seed} ({players} players, {' and '.join(self.facts.cards.sets)})"
        decisions = 0
        while not position.over:
            action = player.choose(position, np.flatnonzero(mask).tolist())
            self.report.kinds[Kind(position.kind).name] += 1
            self.report.verbs[action_name(action)] += 1
            try:
                step_at(self.tables, games, 0, action, mask)
            except Exception as error:
                raise PropertyError(
                    f"seed {label}, decision {decisions}: action {action} at {Kind(position.kind).name}: {error!r}"
                ) from error
            after = Position(self.facts, array)
            self.report.note(after)
            sampled = self.costly_every > 0 and (decisions * 7919 + seed) % self.costly_every == 0
            check_step(Step(position, action, after, mask, history), label, decisions, sampled)
            if sampled:
                self._check_loading(after, f"seed {label}, decision {decisions}")
            position = after
            decisions += 1
            if decisions >= MOST_DECISIONS:
                raise PropertyError(f"seed {label}: {decisions} decisions, and the game is not over")
        self._end(position, decisions)

    def _check_loading(self, position: Position, where: str) -> None:
        """What is saved here can be loaded again."""
        try:
            check_games(self.facts.cards, position.array.view(np.uint8).reshape(1, -1), position.n)
        except UnsoundError as error:
            raise PropertyError(f"{where}: the position could not be loaded again: {error}") from None

    def _end(self, position: Position, decisions: int) -> None:
        self.report.games += 1
        self.report.won += position.g.winners != 0
        self.report.truncated += position.g.truncated != 0
        self.report.decisions.append(decisions)
        self.report.rounds.append(position.g.rounds)


# ---------------------------------------------------------------------------------------------------------- counting


def count_ops(report: Report) -> None:
    """In the twin, count the ops of programs as they run; compiled code has no hook for a counter."""
    if COMPILED:
        return
    from munchkin_env.engine.effects import interpreter as effects

    def counting(function: Any) -> Any:
        def counted(t: Any, g: Any, f: Any, k: int) -> None:
            report.ops[Op(t.op[k].op).name] += 1
            function(t, g, f, k)

        return counted

    for name in ("run_op", "run_control"):
        setattr(effects, name, counting(getattr(effects, name)))


def used_ops(facts: Facts) -> set[str]:
    tables = facts.tables
    rows = {tables.op[k].op for e in range(len(facts.cards.effects)) for k in range(tables.effect[e].ops, tables.effect[e].ops_end)}
    return {Op(row).name for row in rows}


def share(sizes: list[int]) -> str:
    if not sizes:
        return "none"
    cuts = statistics.quantiles(sizes, n=100) if len(sizes) > 1 else [sizes[0]] * 99
    middle = f"median {statistics.median(sizes):.0f}, mean {statistics.fmean(sizes):.0f}"
    return f"{middle}, 90 % {cuts[89]:.0f}, 99 % {cuts[98]:.0f}, most {max(sizes)}"


def say(report: Report, facts: Facts) -> Iterator[str]:
    n = max(report.games, 1)
    yield f"{report.games} games, {sum(report.decisions)} decisions; won {report.won / n:.1%}, truncated {report.truncated / n:.1%}"
    yield f"decisions per game: {share(report.decisions)}"
    yield f"rounds per game: {share(report.rounds)}"
    yield "most of: " + ", ".join(f"{name} {report.most[name]}/{room}" for name, room in ROOM.items())
    decisions = [kind.name for kind in Kind if kind < FIRST_AUTOMATIC]
    yield from table("decisions", report.kinds, decisions)
    yield from table("actions", report.verbs, [*(verb.name for verb in Verb), *(s.name for s in SEGMENTS[1:])])
    yield from table("events", report.events, [what.name for what in What])
    if report.ops:
        yield from table("ops (those that only hold, such as WIN_TIES, never run)", report.ops, sorted(used_ops(facts)))
    unused = sorted(set(facts.id) - set(report.cards))
    yield f"cards never drawn, played, used, met or struck by: {', '.join(unused) or 'none'}"


def table(title: str, counts: Counter[str], all_names: Iterable[str]) -> Iterator[str]:
    every = list(all_names)
    yield f"{title}: " + ", ".join(f"{name} {counts[name]}" for name in sorted(every, key=lambda name: -counts[name]) if counts[name])
    yield f"    never: {', '.join(name for name in every if not counts[name]) or 'none'}"


# ------------------------------------------------------------------------------------------------------ command line


def run(first: int, games: int, costly_every: int, show: bool, sets: list[str]) -> Report:
    facts = Facts(load(sets))
    fuzz = Fuzz(facts, costly_every)
    count_ops(fuzz.report)
    began = time.monotonic()
    for i in range(games):
        fuzz.play(first + i)
        if show and (i + 1) % 100 == 0:
            rate = sum(fuzz.report.decisions) / (time.monotonic() - began)
            print(f"first worker: {i + 1} of {games} games, {rate:.0f} decisions/s", file=sys.stderr, flush=True)
        if len(fuzz.report.violations) >= 20:
            break
    return fuzz.report


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the others follow")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--costly-every", type=int, default=40, help="check the costly properties at one step in N; 0: never")
    parser.add_argument("--set", action="append", metavar="SET", help="a card set; repeat to shuffle several together (default: deluxe)")
    given = parser.parse_args(arguments)
    sets = given.set or ["deluxe"]
    first = given.seed * 1_000_000
    share_of = [given.games // given.workers + (i < given.games % given.workers) for i in range(given.workers)]
    jobs = [(first + sum(share_of[:i]), n, given.costly_every, i == 0, sets) for i, n in enumerate(share_of)]
    report = Report()
    if given.workers == 1:
        report.add(run(*jobs[0]))
    else:
        with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
            for one in pool.starmap(run, jobs):
                report.add(one)
    for line in say(report, Facts(load(sets))):
        print(line)
    for line in report.violations:
        print(f"VIOLATION: {line}")
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main())
