"""One game, the public interface of one record: who decides, what is legal; apply an action, copy the game, save it."""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, SupportsIndex, Unpack

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet, load
from munchkin_env.core.files import short
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.boundary import look
from munchkin_env.engine.boundary.hidden import determinise_at
from munchkin_env.engine.boundary.playouts import legal_at, new_game_at, step_at
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Frame
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.saved import LoadError, check_no_files, check_stamp, checked_bytes, checked_seed, packed_game, places_of, stamp
from munchkin_env.game.saved import opened_game as _opened
from munchkin_env.game.warming import warm_up
from munchkin_env.observe import N_IDS, N_NUMBERS, SIZE, observe_at, observe_compact_at
from munchkin_env.sound import UnsoundError, aligned, check_games
from munchkin_env.version import __version__
from munchkin_env.vocabulary.words import CardKind

from .html import position_html
from .notation import RINGS, IllegalAction, Notation, illegal, player_name
from .options import NUM_PLAYERS, OptionError, check_names, check_options, is_text, read_options, whole, write_options
from .private import SECRETIVE
from .views import Event, Sight, seats_of

__all__ = ["Event", "Game", "IllegalAction", "LoadError"]

_ONE_RECORD: Any = Record.Structure * 1


class Game:
    """A game of Munchkin.

    `seat` decides; `legal()` lists the ids of its legal actions, `text(action)` puts one into words, `apply(action)` carries one out.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("_array", "_bytes", "_games", "_mask", "_notation", "_seed", "_sets", "_tables", "cards", "record")

    cards: CardSet
    """The cards it is played with."""
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
        """Begin a game.

        Args:
            num_players: How many play, 2 to 6.
            sets: Names of card sets, or paths of card files, shuffled together.
            seed: Determines everything random; None draws one.
            log: Whether `events()` lists what the last step caused.
            options: House rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a value is not allowed.
            CardSetError: A set cannot be read.
        """
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
        """Use the record in the array as this game's state."""
        warm_up()
        self.cards = cards
        self._sets = sets
        self._seed = -1
        self._mask = np.zeros(N_ACTIONS, np.bool_)
        self._tables, self._notation = _faces(cards)
        self._hold(array.view(np.uint8))

    def _hold(self, data: npt.NDArray[np.uint8]) -> None:
        """The bytes of the state, and views of them: as an array of one record, and for Python."""
        structures = _ONE_RECORD.from_buffer(data)
        self._bytes = data
        self._array = np.frombuffer(data, Record.dtype)
        self._games = open_records(self._array) if COMPILED else structures
        self.record = structures[0]

    # ------------------------------------------------------------------------------------------------ what is going on

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.record.n_players

    @property
    def sets(self) -> tuple[str, ...]:
        """The card sets: names, and paths of files."""
        return self._sets

    @property
    def seed(self) -> int | None:
        """The seed the game began with; None for a position that was set up or imagined."""
        return self._seed if self._seed >= 0 else None

    @property
    def options(self) -> dict[str, Any]:
        """All house rules with their values."""
        return read_options(self.record.options)

    @property
    def top(self) -> Frame:
        """The frame of the decision that the game waits for."""
        return self.record.stack[self.record.depth - 1]

    @property
    def seat(self) -> int:
        """Who decides; -1 when the game is over."""
        return -1 if self.record.over else self.top.player

    @property
    def decision(self) -> str:
        """The name of the decision (of its Kind); "OVER" when the game is over."""
        return "OVER" if self.record.over else Kind(self.top.kind).name

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.record.over != 0

    @property
    def truncated(self) -> bool:
        """Whether it stopped at max_rounds without a winner."""
        return self.record.truncated != 0

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        return seats_of(self.record.winners)

    @property
    def levels(self) -> tuple[int, ...]:
        """The Level of each seat."""
        return tuple(self.record.seat[p].level for p in range(self.num_players))

    # ------------------------------------------------------------------------------------------------------ actions

    def mask(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions: [N_ACTIONS] of bool, a copy."""
        return self._mask.copy()

    def legal(self) -> list[int]:
        """The ids of the legal actions."""
        found: list[int] = np.flatnonzero(self._mask).tolist()
        return found

    def is_legal(self, action: Any) -> bool:
        """Whether this is the id of an action that is legal now."""
        return _is_id(action) and bool(self._mask[action])

    def texts(self) -> dict[str, int]:
        """The legal actions in words, each with its id."""
        return self._notation.texts(self.record, self.legal())

    def text(self, action: SupportsIndex) -> str:
        """A legal action in words.

        Raises:
            IllegalAction: It is not legal now; the error lists what is.
        """
        texts = self.texts()
        said = next((text for text, found in texts.items() if found == action), None) if _is_id(action) else None
        if said is None:
            self._refuse(f"action {short(action)}", texts)
        return said

    def action(self, text: str) -> int:
        """The id of the legal action with this text.

        Raises:
            IllegalAction: No legal action has this text; the error lists the legal ones.
        """
        texts = self.texts()
        if not is_text(text) or text not in texts:
            self._refuse(short(text), texts)
        return texts[text]

    def apply(self, action: SupportsIndex | str) -> None:
        """Carry out an action and everything that follows, up to the next decision.

        Args:
            action: The id or the text of a legal action.

        Raises:
            IllegalAction: It is not legal; nothing has changed. The error lists what is legal.
        """
        if isinstance(action, str):
            action = self.action(action)
        elif not self.is_legal(action):
            self.refuse(action)
        step_at(self._tables, self._games, 0, int(action), self._mask)

    def refuse(self, action: object) -> NoReturn:
        """Raise the IllegalAction that says why this action cannot be applied, and which can."""
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
        made._hold(self._bytes.copy())  # bytes: numpy omits the padding when it copies records
        return made

    __copy__ = clone

    def called(self, cards: CardSet) -> "Game":
        """A copy in which the cards have other names, as in `munchkin_env.text.disguise.disguised`: everything else is the same.

        Raises:
            ValueError: These are other cards.
        """
        if cards.hash != self.cards.hash:
            raise ValueError("these are other cards, not the same ones with other names")
        made = self.clone()
        made.cards, (made._tables, made._notation) = cards, _faces(cards)
        return made

    def _take_back(self, before: "Game") -> None:
        """Restore a clone that was made before."""
        self._bytes[:] = before._bytes
        self._mask[:] = before._mask

    def again(self, seed: int | None = None) -> "Game":
        """A new game with the players, cards and options of this one. It costs a tenth of Game(…), which checks them.

        Args:
            seed: Determines everything random; None draws one.
        """
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

    def _repr_html_(self) -> str:
        """In a notebook: the position, with all hands."""
        return position_html(self.view(None, everything=True), {})

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What the seat sees, as a vector for learners (docs/observation.md); `munchkin_env.observe.named` names its pieces.

        Raises:
            ValueError: There is no such seat.
        """
        self._check_seat(seat)
        out = np.zeros(SIZE, np.float32)
        observe_at(self._tables, self._games, 0, int(seat), out)
        return out

    def observe_compact(self, seat: int) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float32]]:
        """The same in the compact form: ids of cards (rows of `munchkin_env.observe.card_features`), and the numbers."""
        self._check_seat(seat)
        ids, numbers = np.zeros(N_IDS, np.int16), np.zeros(N_NUMBERS, np.float32)
        observe_compact_at(self._tables, self._games, 0, int(seat), ids, numbers)
        return ids, numbers

    def determinise(self, seat: int, seed: int) -> "Game":
        """A copy in which everything that the seat cannot know is dealt again: decks, future dice, other hands (except known cards).

        Card backs are public, so hands keep their numbers of Doors and Treasures. The log of the last step, which names cards, is empty.

        Args:
            seat: Whose knowledge is kept.
            seed: Determines the deal.

        Raises:
            ValueError: There is no such seat; or another seat decides something with cards that perhaps only they know (a question, a
                sale, an offer that is not made yet). With other cards they would decide something else, so there is no such deal.
        """
        self._check_seat(seat)
        if seat != self.seat and self.decision in SECRETIVE:
            raise ValueError(
                f"what player {seat} cannot know cannot be dealt again at {self.decision}: player {self.seat} is choosing, perhaps among "
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
        """The seat. Raises ValueError if the game has no such seat."""
        self._check_seat(seat)
        return int(seat)

    def _check_seat(self, seat: int) -> None:
        if not (_is_id(seat) and 0 <= seat < self.num_players):
            raise ValueError(f"{short(seat)} is not a seat of this game; its seats are 0 to {self.num_players - 1}")

    # ------------------------------------------------------------------------------------------------ save and load

    def to_bytes(self) -> bytes:
        """The whole game, for `from_bytes`."""
        header = {**stamp(), "version": __version__, "cards": self.cards.hash, "sets": self._sets, "seed": self._seed}
        return packed_game(header, self.state())

    @classmethod
    def from_bytes(cls, data: bytes, sets: Sequence[str | Path] | None = None) -> "Game":
        """The game that `to_bytes` wrote.

        Args:
            data: The bytes.
            sets: Its sets, if some are from files; no file is opened only because the bytes name it.

        Raises:
            LoadError: The bytes are damaged, or need another version or other cards.
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
            raise LoadError(f"its state is not that of a game: {error}") from error
        return cls.from_state(cards, places, body, header["seed"])

    @classmethod
    def from_state(cls, cards: CardSet, sets: tuple[str, ...], state: bytes, seed: int = -1) -> "Game":
        """The game of a record's bytes, which are not checked: bytes from outside come in by `from_bytes`.

        Args:
            cards: The cards it is played with.
            sets: Their names and paths, as `sets` has them.
            state: What `state()` returned.
            seed: The seed it began with, or -1.
        """
        array = empty(Record, 1)
        array.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
        game = object.__new__(cls)
        game._attach(cards, sets, array)
        game._seed = seed
        legal_at(game._tables, game._games, 0, game._mask)
        return game

    def state(self) -> bytes:
        """The bytes of the record alone, for `from_state`."""
        return self._bytes.tobytes()

    # ------------------------------------------------------------------------------------------------- what one sees

    def events(self, seat: int | None = None) -> list[Event]:
        """The public log of the last step; empty unless the game was made with log=True.

        Args:
            seat: As this seat saw it; None for all cards.
        """
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
            e.player if e.player >= 0 else None,
            e.other if e.other >= 0 else None,
            self._notation.name(e.number) if e.what == What.PUTS_ON and 0 <= e.number < len(self._notation.type_of) else None,
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
        """Everything that the seat may know, in names.

        Args:
            seat: Whose view; None for what everybody knows.
            everything: Whether to add all hands, and what is being chosen.
        """
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
        """The names of the first n cards."""
        return [self.name(cards[i]) for i in range(n)]

    def identities(self, p: int, kind: CardKind) -> list[str]:
        """The names of the cards of this kind that the player has in play."""
        s = self.record.seat[p]
        return [self.name(s.table[i]) for i in range(s.table_n) if self._notation.info(s.table[i]).kind == kind]


def _is_id(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= int(value) < N_ACTIONS


_made: dict[tuple[Any, ...], tuple[Any, Notation]] = {}


def _faces(cards: CardSet) -> tuple[Any, Notation]:
    """The tables in the form that kernels take, and the texts: created once per set of cards, and again if only names differ."""
    key = (cards.hash, cards.words)
    if key not in _made:
        _made[key] = (open_records(cards.tables), Notation(cards))
    return _made[key]


def _unpickle(data: bytes, sets: Sequence[str] | None = None) -> Game:
    """A pickle may name card files: loading it can run any code anyway."""
    return Game.from_bytes(data, sets)
