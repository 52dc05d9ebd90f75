"""One game, the friendly face of one record: whose turn, what is legal, do it, copy it, save it."""

import functools
import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, SupportsIndex, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import NAME_THEM, CardSet, built_in_sets, load, own_files
from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import FileError, parse_json, short
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary import look
from munchkin_env.engine.boundary.hidden import determinise_at
from munchkin_env.engine.boundary.playouts import legal_at, new_game_at, step_at
from munchkin_env.engine.state.actions import ACTIONS_VERSION, N_ACTIONS, SEGMENTS
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.records import RECORD_VERSION, Frame
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.engine.state.stack import Kind
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.observe import N_IDS, N_NUMBERS, SIZE, layout_hash, observe_at, observe_compact_at
from munchkin_env.sound import UnsoundError, aligned, check_games
from munchkin_env.version import RULES_VERSION, __version__
from munchkin_env.vocabulary.words import CardKind

from .notation import RINGS, IllegalAction, Notation, illegal, player_name
from .options import NUM_PLAYERS, OptionError, check_names, check_options, is_text, read_options, whole, write_options
from .views import Event, Sight, seats_of

__all__ = ["Event", "Game", "IllegalAction", "LoadError"]

_ONE_RECORD: Any = Record.Structure * 1
MAGIC = b"munchkin_env game\n"
_DIGEST = 16  # bytes of the checksum at the end of a saved game
_MOST_HEADER = 1 << 16


class LoadError(ValueError):
    """Bytes or a file that are no game this version can go on with."""


@functools.cache
def stamp() -> Mapping[str, Any]:
    """What must be the same for a saved game or a replay to be understood."""
    table = hashlib.sha256(f"{ACTIONS_VERSION} {N_ACTIONS} {SEGMENTS}".encode()).hexdigest()[:16]
    layout = hashlib.sha256(repr((RECORD_VERSION, Record.layout)).encode()).hexdigest()[:16]
    return {"rules": RULES_VERSION, "actions": table, "layout": layout, "observation": layout_hash()}


def check_stamp(found: Mapping[str, Any], cards: CardSet, needed: Sequence[str] = ("rules", "actions", "layout")) -> None:
    """Raises LoadError if what was saved belongs to other rules, actions or cards than these."""
    ours = stamp()
    for key in needed:
        if found.get(key) != ours[key]:
            what = _STAMPED[key]
            raise LoadError(
                f"it was written with another {what} ({short(found.get(key))}; here it is {ours[key]!r}), by munchkin_env "
                f"{short(found.get('version', '?'))}; this is {__version__}"
            )
    if found.get("cards") != cards.hash:
        raise LoadError(f"it was written with other cards: the set {', '.join(cards.sets)} has changed since, or is another one")


_STAMPED = {
    "rules": "version of the rules",
    "actions": "table of actions",
    "layout": "layout of the game",
    "observation": "layout of the observation",
}


class _Compiled(NamedTuple):
    done: list[bool]
    lock: Any


_SECRETIVE = frozenset({*range(Kind.ASK_PLAYER, Kind.ASK_DISCARDS + 1), Kind.SELL, Kind.SELL_DOUBLE, Kind.OFFER_SEND})
"""Decisions at which something is under way with cards that perhaps only who decides knows. Not: with which, or whether there are any."""

_ready = _Compiled([False], threading.Lock())


def warm_up() -> None:
    """All kernels behind this face once, so that they compile (or load) with a progress line, one process at a time."""
    if _ready.done[0]:
        return
    with _ready.lock, compiling("rules"):
        if _ready.done[0]:
            return
        cards = load(["deluxe"])
        array = empty(Record, 1)
        write_options(check_options({}, 2), view(Record, array).options)
        tables, games, mask = open_records(cards.tables), open_records(array), np.zeros(N_ACTIONS, np.bool_)
        new_game_at(tables, games, 0, 2, 0, mask)
        legal_at(tables, games, 0, mask)
        step_at(tables, games, 0, int(np.flatnonzero(mask)[0]), mask)
        determinise_at(tables, games, 0, 0, 0)
        look.numbers_at(tables, games, 0, np.zeros(look.N_ANSWERS, np.int64))
        observe_at(tables, games, 0, 0, np.zeros(SIZE, np.float32))
        observe_compact_at(tables, games, 0, 0, np.zeros(N_IDS, np.int16), np.zeros(N_NUMBERS, np.float32))
        _ready.done[0] = True


class Game:
    """A game of Munchkin.

    `seat` decides; `legal()` are the ids of what it may do, `text(action)` says them in words, `apply(action)` does one.
    The options are in docs/options.md. With `log=True`, `events()` tells what the last step brought about.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("_array", "_bytes", "_games", "_mask", "_notation", "_seed", "_sets", "_tables", "cards", "record")

    cards: CardSet
    record: Record
    """The state itself, to be read."""

    def __init__(
        self,
        num_players: int = 4,
        sets: Sequence[str | Path] = ("deluxe",),
        seed: int | None = None,
        *,
        log: bool = False,
        **options: Unpack[HouseRules],
    ) -> None:
        check_names(options, Game)
        num_players = NUM_PLAYERS.check(num_players)
        values = check_options(options, num_players)
        if not isinstance(log, (bool, np.bool_)) and whole(log) not in (0, 1):
            raise OptionError(f"log={short(log)}: must be True or False")
        self._attach(load(sets), places_of(sets), empty(Record, 1))
        write_options(values, self.record.options)
        self.record.logging = int(log)
        self._seed = checked_seed(secrets.randbits(62) if seed is None else seed)
        new_game_at(self._tables, self._games, 0, num_players, self._seed, self._mask)

    def _attach(self, cards: CardSet, sets: tuple[str, ...], array: npt.NDArray[Any]) -> None:
        """Make this a face of the array's record."""
        warm_up()
        self.cards = cards
        self._sets = sets
        self._seed = -1
        self._mask = np.zeros(N_ACTIONS, np.bool_)
        self._tables, self._notation = _faces(cards)
        self._hold(array.view(np.uint8))

    def _hold(self, data: npt.NDArray[np.uint8]) -> None:
        """The bytes of the state, and the views of them: as an array of one record, and for Python."""
        structures = _ONE_RECORD.from_buffer(data)
        self._bytes = data
        self._array = np.frombuffer(data, Record.dtype)
        self._games = self._array if COMPILED else structures
        self.record = structures[0]

    # ------------------------------------------------------------------------------------------------ what is going on

    @property
    def num_players(self) -> int:
        return self.record.n_players

    @property
    def sets(self) -> tuple[str, ...]:
        return self._sets

    @property
    def seed(self) -> int | None:
        """The seed this game began with, if it was begun with one here."""
        return self._seed if self._seed >= 0 else None

    @property
    def options(self) -> dict[str, Any]:
        return read_options(self.record.options)

    @property
    def top(self) -> Frame:
        """The decision that is waited for."""
        return self.record.stack[self.record.depth - 1]

    @property
    def seat(self) -> int:
        """Who decides; -1 when the game is over."""
        return -1 if self.record.over else self.top.player

    @property
    def decision(self) -> str:
        """What is to be decided, by the name of its Kind; "OVER" when the game is over."""
        return "OVER" if self.record.over else Kind(self.top.kind).name

    @property
    def over(self) -> bool:
        return self.record.over != 0

    @property
    def truncated(self) -> bool:
        """Broken off at max_rounds."""
        return self.record.truncated != 0

    @property
    def winners(self) -> tuple[int, ...]:
        return seats_of(self.record.winners)

    @property
    def levels(self) -> tuple[int, ...]:
        return tuple(self.record.seat[p].level for p in range(self.num_players))

    # ------------------------------------------------------------------------------------------------------ actions

    def mask(self) -> npt.NDArray[np.bool_]:
        """True per legal action; a copy."""
        return self._mask.copy()

    def legal(self) -> list[int]:
        found: list[int] = np.flatnonzero(self._mask).tolist()
        return found

    def is_legal(self, action: Any) -> bool:
        """Whether it is the id of an action that may be applied now."""
        return _is_id(action) and bool(self._mask[action])

    def texts(self) -> dict[str, int]:
        """What is legal, in words -> the action's id."""
        return self._notation.texts(self.record, self.legal())

    def text(self, action: SupportsIndex) -> str:
        """A legal action in words."""
        texts = self.texts()
        said = next((text for text, found in texts.items() if found == action), None) if _is_id(action) else None
        if said is None:
            self._refuse(f"action {short(action)}", texts)
        return said

    def action(self, text: str) -> int:
        """The action that the text names; only legal ones have a text."""
        texts = self.texts()
        if not is_text(text) or text not in texts:
            self._refuse(short(text), texts)
        return texts[text]

    def apply(self, action: SupportsIndex | str) -> None:
        """Does it, and all that follows, up to the next decision. Raises IllegalAction and changes nothing if it is not legal."""
        if isinstance(action, str):
            action = self.action(action)
        elif not self.is_legal(action):
            self.refuse(action)
        step_at(self._tables, self._games, 0, int(action), self._mask)

    def refuse(self, action: object) -> NoReturn:
        """Raises the IllegalAction that says why that one cannot be applied, and what can."""
        self._refuse(f"action {short(action)}", self.texts())

    def _refuse(self, what: str, texts: dict[str, int]) -> NoReturn:
        if self.over:
            raise IllegalAction(f"{what} is not legal: the game is over")
        illegal(what, self.decision, self.seat, [f"{text} ({action})" for text, action in texts.items()])

    # ---------------------------------------------------------------------------------------------------- copies

    def clone(self) -> "Game":
        """An independent copy."""
        made = object.__new__(Game)
        made.cards, made._sets, made._seed = self.cards, self._sets, self._seed
        made._tables, made._notation = self._tables, self._notation
        made._mask = self._mask.copy()
        made._hold(self._bytes.copy())  # bytes: in a copy of records numpy leaves out the padding
        return made

    __copy__ = clone

    def _take_back(self, before: "Game") -> None:
        """To a clone made before: as if nothing had happened since."""
        self._bytes[:] = before._bytes
        self._mask[:] = before._mask

    def again(self, seed: int | None = None) -> "Game":
        """A new game with the players, cards and options of this one. It costs a tenth of Game(…), which checks them first."""
        made = self.clone()
        made._seed = checked_seed(secrets.randbits(62) if seed is None else seed)
        new_game_at(made._tables, made._games, 0, self.num_players, made._seed, made._mask)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[Any, ...]]:
        return _unpickle, (self.to_bytes(), self._sets)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.cards.hash == other.cards.hash and self._bytes.tobytes() == other._bytes.tobytes()

    def __repr__(self) -> str:
        if self.over:
            return f"<Game over, winners {self.winners}, levels {self.levels}>"
        return f"<Game of {self.num_players}, levels {self.levels}, player {self.seat} decides {self.decision}>"

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What the seat sees, as a vector for learners (docs/observation.md); munchkin_env.observe.named gives its pieces names."""
        self._check_seat(seat)
        out = np.zeros(SIZE, np.float32)
        observe_at(self._tables, self._games, 0, int(seat), out)
        return out

    def observe_compact(self, seat: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float32]]:
        """The same in the compact form: ids of cards (rows of munchkin_env.observe.card_features), and the numbers."""
        self._check_seat(seat)
        ids, numbers = np.zeros(N_IDS, np.int16), np.zeros(N_NUMBERS, np.float32)
        observe_compact_at(self._tables, self._games, 0, int(seat), ids, numbers)
        return ids, numbers

    def determinise(self, seat: int, seed: int) -> "Game":
        """A copy in which all that the seat cannot know is dealt anew: foreign hands (not the cards it has seen), decks, randomness.

        Card backs are open: every hand keeps its numbers of Doors and Treasures. The log of the last step, which names cards, is empty.
        Who decides can always be dealt for. For the others a ValueError is raised while somebody is about to do something with cards that
        only they know (a question, a sale, an offer that is not made yet): with other cards they would do something else.
        """
        self._check_seat(seat)
        if not self.over and seat != self.seat and self.top.kind in _SECRETIVE:
            raise ValueError(
                f"what player {seat} cannot know cannot be dealt anew at {self.decision}: player {self.seat} is choosing, perhaps among "
                f"cards that only they know. It can be for player {self.seat}, or at another decision"
            )
        made = self.clone()
        made._seed = -1
        made._forget_log()
        determinise_at(made._tables, made._games, 0, int(seat), checked_seed(seed))
        legal_at(made._tables, made._games, 0, made._mask)
        return made

    def _forget_log(self) -> None:
        self.record.event_n = 0
        self._array["event"] = np.zeros((), self._array["event"].dtype)

    def checked_seat(self, seat: Any) -> int:
        """Raises ValueError if it is none."""
        self._check_seat(seat)
        return int(seat)

    def _check_seat(self, seat: int) -> None:
        if not (_is_id(seat) and 0 <= seat < self.num_players):
            raise ValueError(f"{short(seat)} is no seat of this game; its seats are 0 to {self.num_players - 1}")

    # ------------------------------------------------------------------------------------------------ save and load

    def to_bytes(self) -> bytes:
        """The whole game, for from_bytes."""
        header = {**stamp(), "version": __version__, "cards": self.cards.hash, "sets": self._sets, "seed": self._seed}
        body = MAGIC + json.dumps(header).encode() + b"\n" + self._bytes.tobytes()
        return body + hashlib.sha256(body).digest()[:_DIGEST]

    @classmethod
    def from_bytes(cls, data: bytes, sets: Sequence[str | Path] | None = None) -> "Game":
        """The game that to_bytes wrote. Raises LoadError.

        sets: where its cards are, if some are from files: none that it names is opened.
        """
        header, body = _opened(checked_bytes(data))
        chosen = header["sets"] if sets is None else sets
        if sets is None:
            check_no_files(header["sets"])
        cards, places = load(chosen), places_of(chosen)
        check_stamp(header, cards)
        if len(body) != Record.dtype.itemsize:
            raise LoadError(f"its state has {len(body)} bytes; a game has {Record.dtype.itemsize}")
        try:
            check_games(cards, aligned(body, Record))
        except UnsoundError as error:
            raise LoadError(f"its state is that of no game: {error}") from error
        return cls.from_state(cards, places, body, header["seed"])

    @classmethod
    def from_state(cls, cards: CardSet, sets: tuple[str, ...], state: bytes, seed: int = -1) -> "Game":
        """The game of one record's bytes, which must be those of a game with these cards. sets: as places_of names them.

        They are not looked at: bytes from outside come in by from_bytes.
        """
        array = empty(Record, 1)
        array.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
        game = object.__new__(cls)
        game._attach(cards, sets, array)
        game._seed = seed
        legal_at(game._tables, game._games, 0, game._mask)
        return game

    def state(self) -> bytes:
        """The bytes of the record alone, for from_state."""
        return self._bytes.tobytes()

    # ------------------------------------------------------------------------------------------------- what one sees

    def events(self, seat: int | None = None) -> list[Event]:
        """The public log of the last step, as that seat saw it (None: with all cards). Empty unless the game was made with log=True."""
        if seat is not None:
            self._check_seat(seat)
        return [self._event(i, seat) for i in range(self.record.event_n)]

    def _event(self, i: int, seat: int | None) -> Event:
        e = self.record.event[i]
        seen = seat is None or (e.seen >> seat) & 1
        return Event(
            What(e.what).name,
            player_name(e.player) if e.player >= 0 else None,
            player_name(e.other) if e.other >= 0 else None,
            self._notation.name(e.card) if e.card >= 0 and seen else None,
            e.number,
            seats_of(e.seen & (1 << self.num_players) - 1),
        )

    def numbers(self) -> npt.NDArray[np.int64]:
        """Strengths and limits, computed now; the places are in engine/boundary/look.py."""
        out = np.zeros(look.N_ANSWERS, np.int64)
        look.numbers_at(self._tables, self._games, 0, out)
        return out

    def name(self, card: int) -> str:
        """The name of a physical card."""
        return self._notation.name(card)

    def view(self, seat: int | None, *, everything: bool = False) -> dict[str, Any]:
        """Everything the seat may know, in names. None: what everybody knows. `everything`: all hands and what is being chosen, too."""
        if seat is not None:
            self._check_seat(seat)
        g = self.record
        sight = Sight(g, self._notation, self.numbers())
        decides = everything or seat == self.seat
        return {
            "seat": seat,
            "decision": self.decision,
            "decides": self.seat,
            "legal": list(self.texts()) if decides else [],
            "over": self.over,
            "truncated": self.truncated,
            "winners": self.winners,
            "round": g.rounds,
            "turn_player": g.turn_player,
            "options": self.options,
            "players": [sight.player(p, seat, everything) for p in range(self.num_players)],
            "decks": {"doors": g.doors.n, "treasures": g.treasures.n},
            "discards": {"doors": sight.discards(g.door_discards), "treasures": sight.discards(g.treasure_discards)},
            "pool": self.names(g.pool, g.pool_n),
            "fight": sight.fight() if g.combat.on else None,
            "asked": {} if self.over else sight.asked(decides),
            "passed": seats_of(self.top.passed) if not self.over and self.top.kind in RINGS else (),
        }

    def names(self, cards: Any, n: int) -> list[str]:
        return [self.name(cards[i]) for i in range(n)]

    # --------------------------------------------------------------------------------------- of one player, by names

    def identities(self, p: int, kind: CardKind) -> list[str]:
        """Names of the cards of that kind before the player."""
        s = self.record.seat[p]
        return [self.name(s.table[i]) for i in range(s.table_n) if self._notation.info(s.table[i]).kind == kind]


_built_in = functools.cache(built_in_sets)


def places_of(sets: Sequence[str | Path]) -> tuple[str, ...]:
    """Names of built-in sets as they are, paths of files in full: they are written into saved games."""
    return tuple(str(one) if one in _built_in() else str(Path(one).resolve()) for one in sets)


def _is_id(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= int(value) < N_ACTIONS


def checked_seed(seed: Any) -> int:
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and 0 <= seed < 1 << 63:
        return int(seed)
    raise ValueError(f"seed={short(seed)}: must be an integer from 0 to 2**63 - 1, or None")


def checked_bytes(data: Any) -> bytes:
    """What was saved. Of a number bytes() would make so many zeros."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise TypeError(f"{short(data)} is not what was saved: bytes are needed, as to_bytes() gives them")


_made: dict[tuple[Any, ...], tuple[Any, Notation]] = {}


def _faces(cards: CardSet) -> tuple[Any, Notation]:
    """What kernels take for the tables, and the texts; once per set of cards, and once more where only names or words have changed."""
    key = (cards.hash, cards.words)
    if key not in _made:
        _made[key] = (open_records(cards.tables), Notation(cards))
    return _made[key]


def _opened(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and state of a saved game whose bytes are whole."""
    if not data.startswith(MAGIC):
        raise LoadError("these bytes are no saved game of munchkin_env")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + _MOST_HEADER)
    if end < 0 or hashlib.sha256(data[:-_DIGEST]).digest()[:_DIGEST] != data[-_DIGEST:]:
        raise LoadError("the saved game is damaged: it was cut off or changed")
    try:
        header = parse_json(data[len(MAGIC) : end], "the first line")
    except FileError as error:
        raise LoadError(f"the saved game is damaged: {error}") from error
    return _checked_header(header), data[end + 1 : -_DIGEST]


def _checked_header(header: Any) -> dict[str, Any]:
    if not isinstance(header, dict):
        raise LoadError(f"the saved game is damaged: its first line is {short(header)}, not an object")
    seed = header.get("seed")
    if type(seed) is not int or not -1 <= seed < 1 << 63:
        raise LoadError(f"the saved game is damaged: seed is {short(seed)}; must be an integer from -1 to 2**63 - 1")
    checked_places(header.get("sets"))
    return header


def checked_places(sets: Any) -> list[str]:
    """The names and paths of card sets as a file names them. Raises LoadError."""
    if isinstance(sets, list) and sets and all(isinstance(one, str) for one in sets):
        return sets
    raise LoadError(f"it is damaged: sets is {short(sets)}; must be a list of names")


def check_no_files(sets: Sequence[str]) -> None:
    """Raises LoadError if what a file says about its cards would lead to other files."""
    if own := own_files(sets):
        raise LoadError(
            f"its cards are in {', '.join(map(short, own))}, and {NAME_THEM}: sets=[…], or --set, with all its sets "
            f"({len(sets)}) in their order"
        )


def _unpickle(data: bytes, sets: Sequence[str] | None = None) -> Game:
    """sets: who loads a pickle runs what is in it, and so may it name files."""
    return Game.from_bytes(data, sets)
