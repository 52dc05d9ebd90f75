"""The players of a position: their cards, and how they answer questions."""

from collections.abc import Sequence
from typing import Any

from munchkin_env.core.files import short
from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.actions import DROP, HAND, MONSTER, NUMBER, PLAYER, POOL, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED
from munchkin_env.engine.state.records import Seat as SeatRecord
from munchkin_env.engine.state.stack import Why
from munchkin_env.game.game import Game
from munchkin_env.vocabulary.words import CardKind

from .stage import ScenarioError, Stage, name_in, number_in, several

_QUESTIONS = range(Kind.ASK_PLAYER, Kind.ASK_DISCARDS + 1)
_KEYWORD_OF_CARD: dict[int, str] = {
    Why.PAY: "paying",
    Why.LOSE: "losing",
    Why.TAKE: "taking",
    Why.ATTACH: "on",
    Why.LOAD: "carrying",
    Why.MONSTER_FROM_HAND: "bringing",
    Why.GIVE_UP: "instead_of",
    Why.TURN_SIDEWAYS: "turning",
    Why.MAKE_ROOM: "losing",
}


_KEYWORDS = ("on", "way", "choosing", "saying", *dict.fromkeys(one for one in _KEYWORD_OF_CARD.values() if one != "on"))


class Answering:
    """A player's cards, and how they answer questions."""

    def __init__(self, owner: Stage, p: int, name: str) -> None:
        self.owner = owner
        self.seat = p
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}, level {self.level}, hand {self.hand}, table {self.table}>"

    # ----------------------------------------------------------------------------------------------- what they have

    @property
    def _game(self) -> Game:
        return self.owner.game

    @property
    def record(self) -> SeatRecord:
        """The player's part of the record, to be read."""
        return self._game.record.seat[self.seat]

    @property
    def level(self) -> int:
        """Level."""
        return self.record.level

    @property
    def strength(self) -> int:
        """Combat strength outside a fight: Level and Items."""
        return int(self._game.numbers()[look.OF_PLAYER + self.seat])

    @property
    def hand_limit(self) -> int:
        """How many cards they may keep in hand after Charity."""
        return int(self._game.numbers()[look.LIMIT_OF_HAND + self.seat])

    @property
    def sex(self) -> str:
        """ "male" or "female"."""
        return ("male", "female")[self.record.sex]

    @property
    def dead(self) -> bool:
        """Whether they are dead."""
        return self.record.dead != 0

    @property
    def hand(self) -> list[str]:
        """Names of their hand cards, oldest first."""
        return self._game.names(self.record.hand, self.record.hand_n)

    @property
    def table(self) -> list[str]:
        """Names of all their cards in play."""
        return self._game.names(self.record.table, self.record.table_n)

    def _items(self, equipped: bool) -> list[str]:
        s, mark = self.record, self._game.record.mark
        cards = [s.table[i] for i in range(s.table_n)]
        return [self._game.name(c) for c in cards if self._game._notation.info(c).is_item and (mark[c] & EQUIPPED != 0) == equipped]

    @property
    def wears(self) -> list[str]:
        """Names of their equipped Items."""
        return self._items(True)

    @property
    def carries(self) -> list[str]:
        """Names of their other Items."""
        return self._items(False)

    @property
    def classes(self) -> list[str]:
        """Names of their Classes."""
        return self._game.identities(self.seat, CardKind.CLASS)

    @property
    def races(self) -> list[str]:
        """Names of their Races."""
        return self._game.identities(self.seat, CardKind.RACE)

    @property
    def house(self) -> str:
        """Name of their House; "" if they have none."""
        return ", ".join(self._game.identities(self.seat, CardKind.HOUSE))

    @property
    def roles(self) -> list[str]:
        """Names of their Roles."""
        return self._game.identities(self.seat, CardKind.ROLE)

    @property
    def studies(self) -> list[str]:
        """Names of their Proficiencies."""
        return self._game.identities(self.seat, CardKind.PROFICIENCY)

    @property
    def curses(self) -> list[str]:
        """Names of the lasting Curses on them."""
        return self._game.identities(self.seat, CardKind.CURSE)

    @property
    def companions(self) -> list[str]:
        """Names of their companions."""
        return self._game.identities(self.seat, CardKind.COMPANION)

    def sees(self, other: "Answering") -> list[str | None]:
        """The hand of another player as this one knows it: None for an unknown card."""
        return [card["card"] for card in self._game.view(self.seat)["players"][self._seat_of(other)]["hand"]]

    def _seat_of(self, other: Any) -> int:
        if not isinstance(other, Answering) or other.seat >= self._game.num_players:
            raise ScenarioError(f"{short(other)} is not a player of this table: {', '.join(self.owner.names)}")
        return other.seat

    # --------------------------------------------------------------------------------------------------- any action

    @property
    def decides(self) -> bool:
        """Whether they have to decide now."""
        return self._game.seat == self.seat

    @property
    def choices(self) -> list[str]:
        """What they may do now, in words; nothing if another player decides."""
        return self.owner.legal_texts if self.decides else []

    def may(self, text: str) -> bool:
        """Whether it is their decision and this action, as `does` takes it, is legal."""
        return name_in(text) in self.choices

    def does(self, text: str) -> None:
        """Do a legal action, given by its text."""
        self._must_decide(name_in(text))
        if text not in self._game.texts():
            self.owner.fail(f"{self.name} may not {text!r}")
        self.owner.apply(text)

    def _must_decide(self, what: str) -> None:
        self.owner.must(self.decides, f"{self.name} cannot {what!r}: it is not their decision")

    def _verb(self, verb: Verb) -> None:
        self._act(int(verb), verb.name.lower())

    def _act(self, action: int, what: str) -> None:
        self._must_decide(what)
        if not self._game._mask[action]:
            self.owner.fail(f"{self.name} may not {what}")
        self.owner.apply(action)

    def _card_actions(self, name: str, low: int, high: int, says: Sequence[str] = ()) -> list[int]:
        """The legal actions that name the card and begin with one of these words (none: all of them)."""
        notation, g, wanted = self._game._notation, self._game.record, name_in(name).lower()
        named = [a for a in self._game.legal() if low <= a < high and notation.name(notation.card(g, a)).lower() == wanted]
        return [a for a in named if not says or self._game.text(a).startswith(tuple(says))]

    def _find(self, name: str, what: str, *ranges: tuple[int, int], says: Sequence[str] = ()) -> int:
        """The legal action that names the card, in the first of the ranges of ids that has one."""
        self._must_decide(f"{what} {name}")
        found = next(filter(None, (self._card_actions(name, low, high, says) for low, high in ranges)), None)
        if found is None:
            self.owner.fail(f"{self.name} may not {what} {name!r}")
        return found[0]

    def _card(self, name: str, what: str, *ranges: tuple[int, int], says: Sequence[str] = ()) -> None:
        self.owner.apply(self._find(name, what, *ranges, says=says))

    # ------------------------------------------------------------------------------------------ answers by keyword

    def _with_answers(self, action: int, answers: dict[str, Any]) -> None:
        """Do it, and answer the questions that follow. Every answer must be legal."""
        given = {key: several(value) for key, value in answers.items() if value is not None}
        if unknown := [key for key in given if key not in _KEYWORDS]:
            raise ScenarioError(f"{', '.join(unknown)}: unknown keyword; must be one of {', '.join(_KEYWORDS)}")
        with self.owner.whole():
            before = self.owner.trial() if any(given.values()) else None
            self.owner.apply(action)
            if self._answer(given) and before is not None:
                type(self)(before, self.seat, self.name)._try(action, given)

    def _answer(self, given: dict[str, list[Any]]) -> bool:
        """Answer questions while there are answers for them. Returns whether an answer is left over."""
        left = {key: list(values) for key, values in given.items()}
        begun: set[str] = set()
        while self._is_asked():
            key = self._keyword()
            if left.get(key):
                self._one(left[key].pop(0))
                begun.add(key)
            elif key in begun and self._game._mask[Verb.PASS]:
                self._verb(Verb.PASS)
            else:
                break
        return any(left.values())

    def _try(self, action: int, given: dict[str, list[Any]]) -> None:
        """In a trial, where everything is asked: a question with only one answer must match the given one."""
        left = {key: list(values) for key, values in given.items()}
        begun: set[str] = set()
        self.owner.apply(action)
        while self._is_asked():
            key = self._keyword()
            if left.get(key):
                self._one(left[key].pop(0))
                begun.add(key)
            elif key in begun and self._game._mask[Verb.PASS]:
                self._verb(Verb.PASS)
            elif len(self._game.legal()) == 1:
                self.owner.apply(self._game.legal()[0])
            else:
                break
        if never := {key: values for key, values in left.items() if values}:
            said = ", ".join(f"{key}={', '.join(map(str, values))}" for key, values in never.items())
            self.owner.fail(f"nothing asks {self.name} for {said}")

    def _is_asked(self) -> bool:
        return not self._game.over and self.decides and self._game.top.kind in _QUESTIONS

    def _keyword(self) -> str:
        f = self._game.top
        match Kind(f.kind):
            case Kind.ASK_NUMBER:
                return "way" if f.why == Why.WAY else "choosing"
            case Kind.ASK_CARD:
                return _KEYWORD_OF_CARD.get(f.why, "choosing")
            case Kind.ASK_OTHER | Kind.ASK_DISCARDS:
                return "taking"
            case Kind.ASK_YES:
                return "saying"
        return "on"

    def _one(self, value: Any) -> None:
        """Answer the question: with a player, a card, a monster, a side, a number, yes or no."""
        if isinstance(value, Answering):
            self._act(PLAYER + (self._seat_of(value) - self.seat) % self._game.num_players, f"choose {value.name}")
        elif isinstance(value, bool):
            self._verb(Verb.YES if value else Verb.NO)
        elif isinstance(value, int):
            self._act(NUMBER + number_in(value), f"choose {value}")
        elif value in ("munchkins", "monsters"):
            self._verb(Verb[value.upper()])
        else:
            self._named(str(value))

    def _named(self, value: str) -> None:
        for low, high in ((HAND, DROP), (POOL, NUMBER), (MONSTER, POOL)):
            if found := self._card_actions(value, low, high):
                self.owner.apply(found[0])
                return
        texts = [text for text in self._game.texts() if value.lower() in text.lower()]
        fitting = [text for text in texts if text.lower() == value.lower()] or texts
        if not fitting:
            self.owner.fail(f"{self.name} may not choose {value!r}")
        if len(fitting) > 1:
            self.owner.fail(f"{value!r} may mean {' or '.join(map(repr, fitting))}")
        self.owner.apply(fitting[0])

    def chooses(self, *values: Any) -> None:
        """Answer questions one after the other, with players, cards, monsters, numbers, words, True or False."""
        with self.owner.whole():
            for value in values:
                self._must_decide(f"choose {value}")
                self._one(value)

    picks = chooses
    takes = chooses
