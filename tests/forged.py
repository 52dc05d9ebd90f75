"""Forged saved games for every reader: `python -m tests.forged --states 100000 --seed 1 --set star`.

Real positions of random games are altered (bits, bytes, fields, frames, parts of other positions), get a valid checksum, and are loaded as
a saved game, a replay with a start position, or a batch. Accepted ones are played on at random, viewed by every seat, shown and
re-dealt. Nothing may crash, hang, or raise a foreign error: each reader refuses (LoadError), or the game goes on, or reports that
it cannot (UnsoundGameError).

Inputs are tried in a separate process; if it dies or stays silent for a while, that is a finding, and a new one continues after it.
"""

import argparse
import base64
import hashlib
import json
import multiprocessing
import random
import sys
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import FileError
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import view
from munchkin_env.engine.flow.settle import UnsoundGameError
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.envs.matches import Match
from munchkin_env.envs.spaces import ObservationName
from munchkin_env.envs.vector import MunchkinVector
from munchkin_env.game.game import Game
from munchkin_env.game.render import render
from munchkin_env.game.replay import Replay, _checksum, to_text
from munchkin_env.game.saved import LoadError
from munchkin_env.sound.bounds import Leaf, leaves, limits_of
from tests.envs.positions import dealt
from tests.fuzz import random_options

PATIENCE = 30.0  # seconds per input; more in the twin
DECISIONS = 30
DIGEST = 16
SIZE = Record.layout.itemsize
Bytes = npt.NDArray[np.uint8]


@dataclass
class Report:
    tried: int = 0
    accepted: int = 0
    stopped: int = 0
    """Accepted, but the game reported later that it cannot go on."""
    refused: int = 0
    crashes: list[str] = field(default_factory=list)
    hangs: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    doors: Counter[str] = field(default_factory=Counter)

    @property
    def findings(self) -> list[str]:
        return [*self.crashes, *self.hangs, *self.unexplained]

    def add(self, other: "Report") -> None:
        for name in ("tried", "accepted", "stopped", "refused"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("crashes", "hangs", "unexplained"):
            getattr(self, name).extend(getattr(other, name))
        self.doors.update(other.doors)

    def __str__(self) -> str:
        doors = ", ".join(f"{name} {self.doors[name]}" for name in sorted(self.doors))
        return (
            f"{self.tried} inputs ({doors}): refused {self.refused}, accepted {self.accepted}, of which {self.stopped} could not be played "
            f"to the end; crashes {len(self.crashes)}, hangs {len(self.hangs)}, unexplained exceptions {len(self.unexplained)}"
        )


# ----------------------------------------------------------------------------------------------------- real positions


@dataclass(frozen=True)
class Position:
    """A saved game, and where the state begins in it."""

    saved: bytes

    @property
    def start(self) -> int:
        return len(self.saved) - SIZE - DIGEST

    @property
    def state(self) -> Bytes:
        return np.frombuffer(self.saved, np.uint8)[self.start : -DIGEST].copy()

    def forged(self, state: Bytes) -> bytes:
        body = self.saved[: self.start] + state.tobytes()
        return body + hashlib.sha256(body).digest()[:DIGEST]


def real_positions(sets: Sequence[str], seed: int, games: int) -> list[Position]:
    """From random games at random moments; rare decisions as often as frequent ones, as far as they occur."""
    rng = random.Random(seed)
    found: dict[str, list[Position]] = {}
    for _ in range(games):
        players = rng.randint(2, 6)
        game = Game(players, sets, rng.getrandbits(40), log=rng.random() < 0.5, **random_options(rng, players, uniform=False))
        for _ in range(600):
            kept = found.setdefault(game.decision, [])
            if rng.random() < 1 / (1 + len(kept)):
                kept.append(Position(game.to_bytes()))
            if game.over:
                break
            game.apply(rng.choice(game.legal()))
    return [position for kept in found.values() for position in kept]


# ------------------------------------------------------------------------------------------------------------ forging


@cache
def leaves_by_field() -> dict[str, list[Leaf]]:
    """The numbers of a game by field: one of 420 cards of a pile must not be 420 times as likely as the depth."""
    found: dict[str, list[Leaf]] = {}
    for leaf in leaves(Record):
        name = "".join(letter for letter in leaf.path if not letter.isdigit())
        found.setdefault(name, []).append(leaf)
    return found


def write(state: Bytes, leaf: Leaf, value: int) -> None:
    bits = leaf.dtype.itemsize * 8
    state[leaf.offset : leaf.offset + leaf.dtype.itemsize] = np.frombuffer(
        (value & ((1 << bits) - 1)).to_bytes(bits // 8, "little"), np.uint8
    )


@dataclass
class Forger:
    rng: random.Random
    others: Sequence[Position]
    limits: dict[str, int]
    doors: int
    """Cards below this number are Doors."""

    def forge(self, state: Bytes) -> None:
        random_ways = (self.bits, self.some_bytes, self.one_field, self.from_another, self.a_frame, self.counts)
        likely_ways = (self.within, self.within, self.a_frame, self.move_a_card, self.move_a_card, self.move_frames, self.move_frames)
        ways = self.rng.choice((random_ways, likely_ways, likely_ways, random_ways + likely_ways))
        for _ in range(self.rng.choice((1, 1, 1, 2, 3, 6))):
            self.rng.choice(ways)(state)

    def bits(self, state: Bytes) -> None:
        for _ in range(self.rng.choice((1, 1, 2, 8))):
            state[self.rng.randrange(SIZE)] ^= 1 << self.rng.randrange(8)

    def some_bytes(self, state: Bytes) -> None:
        start = self.rng.randrange(SIZE)
        n = self.rng.choice((1, 2, 4, 16, 200))
        state[start : start + n] = np.frombuffer(self.rng.randbytes(len(state[start : start + n])), np.uint8)

    def leaf(self) -> Leaf:
        return self.rng.choice(self.rng.choice(list(leaves_by_field().values())))

    def high(self, leaf: Leaf) -> int:
        return self.limits[leaf.high] if isinstance(leaf.high, str) else int(leaf.high)

    def one_field(self, state: Bytes) -> None:
        leaf = self.leaf()
        low, high = int(leaf.low), self.high(leaf)
        bits = leaf.dtype.itemsize * 8
        extremes = (-1, 0, 1, low, low - 1, high, high + 1, 48, (1 << (bits - 1)) - 1, 1 << (bits - 1), self.rng.getrandbits(bits))
        write(state, leaf, self.rng.choice(extremes))

    def within(self, state: Bytes) -> None:
        """A value within the bounds."""
        leaf = self.leaf()
        write(state, leaf, self.rng.randint(int(leaf.low), self.high(leaf)))

    def from_another(self, state: Bytes) -> None:
        """The same field of another position, or everything of one part."""
        other = self.rng.choice(self.others).state
        if self.rng.random() < 0.5:
            leaf = self.leaf()
            start, end = leaf.offset, leaf.offset + leaf.dtype.itemsize
        else:
            fields: Any = Record.layout.fields
            dtype, start = fields[self.rng.choice(list(fields))][:2]
            end = start + dtype.itemsize
        state[start:end] = other[start:end]

    def a_frame(self, state: Bytes) -> None:
        """A register of a pending frame, set to a small number or a value within bounds; or one frame instead of another."""
        game = view(Record, state.view(Record.dtype))
        depth = min(max(int(game.depth), 1), 48)
        level = self.rng.choice((depth - 1, self.rng.randrange(depth)))
        if self.rng.random() < 0.1:
            source = self.rng.choice((self.rng.randrange(depth), self.rng.randrange(48)))
            fields: Any = Record.layout.fields
            start = fields["stack"][1]
            size = fields["stack"][0].itemsize // 48
            state[start + size * level : start + size * (level + 1)] = state[start + size * source : start + size * (source + 1)].copy()
            return
        registers = [name for name in leaves_by_field() if name.startswith("stack[].")]
        leaf = leaves_by_field()[self.rng.choice(registers)][level]
        values = (-3, -2, -1, 0, 1, 2, 3, 7, 8, 31, 63, self.rng.randint(int(leaf.low), self.high(leaf)))
        write(state, leaf, self.rng.choice(values))

    def move_a_card(self, state: Bytes) -> None:
        """From one place to another of its deck: every card is still in one place."""
        game = view(Record, state.view(Record.dtype))
        if not 2 <= game.n_players <= 6:
            return
        seats = [game.seat[p] for p in range(game.n_players)]
        rows: list[Any] = [(seat, "hand_n", seat.hand) for seat in seats] + [(seat, "table_n", seat.table) for seat in seats]
        rows += [(game, "pool_n", game.pool), (game.combat, "zone_n", game.combat.zone)]
        piles = [[(pile, "n", pile.cards) for pile in deck] for deck in self.decks(game)]
        owner, name, cards = self.rng.choice([*rows, *piles[0], *piles[1]])
        n = getattr(owner, name)
        if not 0 < n <= len(cards):
            return
        i = self.rng.randrange(n)
        card = cards[i]
        cards[i], cards[n - 1] = cards[n - 1], -1
        if name == "table_n":
            owner.host[i], owner.host[n - 1] = owner.host[n - 1], -1
        setattr(owner, name, n - 1)
        deck = 0 if card < self.doors else 1
        owner, name, cards = self.rng.choice([*rows, *rows, *piles[deck]])
        n = getattr(owner, name)
        if 0 <= n < len(cards):
            cards[n] = card
            setattr(owner, name, n + 1)

    def decks(self, game: Any) -> Any:
        return ((game.doors, game.door_discards), (game.treasures, game.treasure_discards))

    def move_frames(self, state: Bytes) -> None:
        """Pending frames: duplicated, removed, reordered, or taken from elsewhere."""
        game = view(Record, state.view(Record.dtype))
        if not 1 < game.depth < 47:
            return
        fields: Any = Record.layout.fields
        start, size = fields["stack"][1], fields["stack"][0].itemsize // 48
        other = self.rng.choice(self.others).state
        stack = [state[start + size * d : start + size * (d + 1)].copy() for d in range(game.depth)]
        theirs = view(Record, other.view(Record.dtype)).depth
        foreign = [other[start + size * d : start + size * (d + 1)] for d in range(theirs // 2, theirs)]
        at = self.rng.randrange(max(1, len(stack) // 2), len(stack))  # what remains of the turn is below
        match self.rng.randrange(5):
            case 0:
                stack.insert(at, stack[self.rng.randrange(len(stack) // 2, len(stack))])
            case 1:
                del stack[at]
            case 2:
                a = self.rng.randrange(len(stack) // 2, len(stack))
                stack[a], stack[at] = stack[at], stack[a]
            case 3 if foreign:
                stack.insert(at, self.rng.choice(foreign))
            case 4 if foreign:
                stack = [*stack[:at], *foreign[self.rng.randrange(len(foreign)) :]][:47]
        game.depth = len(stack)
        for d, frame in enumerate(stack):
            state[start + size * d : start + size * (d + 1)] = frame

    def counts(self, state: Bytes) -> None:
        """Sizes, kinds, seats: values that control loops and indices."""
        names = [
            name
            for name in leaves_by_field()
            if name.endswith(("_n", ".n", "depth", "n_players", ".kind", "player", "slot", "value", "root"))
        ]
        leaf = self.rng.choice(leaves_by_field()[self.rng.choice(names)])
        write(state, leaf, self.rng.choice((-1, 0, 1, 6, 7, 47, 48, 96, 127, 144, 32767, self.high(leaf), self.high(leaf) - 1)))


# -------------------------------------------------------------------------------------------------------------- doors


def play_on(game: Game, rng: random.Random) -> None:
    """What any user does with a loaded game."""
    bytes_before = game.to_bytes()
    for number in range(DECISIONS):
        for p in range(game.num_players):
            game.observe(p)
        game.observe_compact(0)
        if number % 10 == 0:
            render(game)
            game.view(rng.randrange(game.num_players))
            game.view(None, everything=True)
            game.events()
            dealt(game, rng.randrange(game.num_players), number)
            repr(game)
        if game.over:
            break
        game.texts()
        game.apply(rng.choice(game.legal()))
    Game.from_bytes(bytes_before)


def by_bytes(position: Position, state: Bytes, rng: random.Random) -> None:
    play_on(Game.from_bytes(position.forged(state)), rng)


def by_replay(position: Position, state: Bytes, rng: random.Random) -> None:
    """A replay that begins there; sometimes with a random line."""
    saved = position.forged(state)
    header = json.loads(to_text(Game.from_bytes(position.saved)).split("\n")[0])
    header["position"] = base64.b64encode(zlib.compress(saved)).decode()
    lines = [json.dumps(header)]
    if rng.random() < 0.3:
        lines.append(json.dumps([rng.randrange(6), rng.randrange(200), "pass"]))
    end = "0"
    with suppress(LoadError):
        end = _checksum(Game.from_bytes(saved))
    replay = Replay.from_text("\n".join([*lines, json.dumps({"actions": len(lines) - 1, "end": end})]))
    play_on(replay.game, rng)


def batch_of(position: Position, rng: random.Random) -> MunchkinVector:
    """A batch whose games have the same rules."""
    game = Game.from_bytes(position.saved)
    opponents = rng.choice(("greedy", "random", "bully")) if rng.random() < 0.5 else None
    forms: tuple[ObservationName, ...] = ("vector", "compact")
    form = rng.choice(forms)
    seat = 0 if opponents else None
    games = MunchkinVector(2, game.num_players, game.sets, 1, seat=seat, opponents=opponents, observation=form, **game.options)
    games.reset()
    return games


def by_batch(position: Position, state: Bytes, rng: random.Random) -> None:
    """One of its two games is forged, sometimes including what it has beside its record."""
    games = batch_of(position, rng)
    try:
        saved = games.to_bytes()
        start = len(saved) - DIGEST - 2 * (SIZE + Match.layout.itemsize)
        body = bytearray(saved[:-DIGEST])
        body[start : start + SIZE] = state.tobytes()
        if rng.random() < 0.2:
            for _ in range(rng.randrange(1, 4)):
                body[rng.randrange(start + 2 * SIZE, len(body))] = rng.randrange(256)
        games.restore(bytes(body) + hashlib.sha256(body).digest()[:DIGEST])
        for _ in range(DECISIONS):
            games.step([rng.choice(np.flatnonzero(mask).tolist()) for mask in games.masks])
    finally:
        games.close()


DOORS: tuple[tuple[str, Callable[[Position, Bytes, random.Random], None], int], ...] = (
    ("saved game", by_bytes, 8),
    ("replay", by_replay, 1),
    ("batch", by_batch, 2),
)


def attempt(number: int, seed: int, positions: Sequence[Position], limits: Sequence[dict[str, int]], report: Report) -> None:
    """One input; a number always gives the same one."""
    rng = random.Random(f"{seed} {number}")
    i = rng.randrange(len(positions))
    position = positions[i]
    state = position.state
    Forger(rng, positions, limits[i], limits[i]["doors"]).forge(state)
    name, door, _ = rng.choices(DOORS, [weight for _, _, weight in DOORS])[0]
    report.tried += 1
    report.doors[name] += 1
    try:
        door(position, state, rng)
        report.accepted += 1
    except (LoadError, FileError):
        report.refused += 1
    except UnsoundGameError:
        report.accepted += 1
        report.stopped += 1
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        where = "; ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-4:])
        report.unexplained.append(f"input {number} ({name}): {type(error).__name__}: {error} ({where})")


def positions_of(sets: Sequence[str], seed: int, games: int) -> tuple[list[Position], list[dict[str, int]]]:
    positions = real_positions(sets, seed, games)
    cards = Game(2, sets, 0).cards
    doors = int(cards.tables["doors"][0])
    return positions, [{**limits_of(cards, Game.from_bytes(one.saved).num_players), "doors": doors} for one in positions]


# ---------------------------------------------------------------------------------------------------------- processes


def work(sets: Sequence[str], seed: int, games: int, first: int, last: int, pipe: Any) -> None:
    """Try inputs one after the other; announce the number of each, and report the results at the end."""
    positions, limits = positions_of(sets, seed, games)
    report = Report()
    for number in range(first, last):
        pipe.send((number, report))
        report = Report()
        attempt(number, seed, positions, limits, report)
    pipe.send((last, report))


def run(sets: Sequence[str], seed: int, states: int, games: int, progress: Callable[[int], None]) -> Report:
    total, at = Report(), 0
    context = multiprocessing.get_context("spawn")
    while at < states:
        ours, theirs = context.Pipe(duplex=False)
        worker = context.Process(target=work, args=(tuple(sets), seed, games, at, states, theirs), daemon=True)
        worker.start()
        theirs.close()
        patience = 1800.0  # the first message comes when everything has been compiled
        try:
            while at < states:
                if not ours.poll(patience):
                    total.tried += 1
                    total.hangs.append(f"input {at}: nothing for {patience:.0f} s")
                    at += 1
                    break
                at, report = ours.recv()
                total.add(report)
                progress(at)
                patience = PATIENCE if COMPILED else 10 * PATIENCE
        except (EOFError, OSError):
            worker.join()
            total.tried += 1
            total.crashes.append(f"input {at}: the process ended with {worker.exitcode}")
            at += 1
        worker.kill()
        worker.join()
    return total


def bar(states: int) -> Callable[[int], None]:
    began, shown = time.monotonic(), [0.0]

    def show(done: int) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and (now - shown[0] > 0.5 or done == states):
            shown[0] = now
            filled = 40 * done // states
            left = (now - began) * (states - done) / max(done, 1)
            print(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{states}, {left:.0f} s left ", end="", file=sys.stderr, flush=True)

    return show


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.forged", description=__doc__)
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=60, help="random games from which positions are taken, per set")
    parser.add_argument(
        "--set",
        action="append",
        metavar="SET",
        help="a card set; repeat for several, one after the other (default: each of the four, and all)",
    )
    given = parser.parse_args(arguments)
    four = ["deluxe", "star", "western", "potter"]
    sets = [[one] for one in given.set] if given.set else [*([one] for one in four), four]
    total, began = Report(), time.monotonic()
    for k, some in enumerate(sets):
        states = given.states // len(sets) + (k < given.states % len(sets))
        report = run(some, given.seed, states, given.games, bar(states))
        print(f"{' + '.join(some)}: {report}", flush=True)
        for line in report.findings[:20]:
            print(f"  FINDING: {line}", flush=True)
        total.add(report)
    print(f"all: {total}; {time.monotonic() - began:.0f} s")
    return 1 if total.findings else 0


if __name__ == "__main__":
    sys.exit(main())
