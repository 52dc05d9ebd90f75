"""The players of a position, in verbs."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from munchkin_env.core.files import short
from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.actions import DROP, HAND, MONSTER, NUMBER, NUMBERS, PLAYER, POOL, USE, Verb
from munchkin_env.engine.state.records import EQUIPPED
from munchkin_env.engine.state.records import Seat as SeatRecord
from munchkin_env.engine.state.stack import Kind, Moment, Why
from munchkin_env.game.game import Event, Game
from munchkin_env.game.options import whole
from munchkin_env.vocabulary.words import CardKind


class ScenarioError(AssertionError):
    """A position that cannot be, or a move that is not to be made in it."""


class Scene:
    """A game that is played in verbs: what its players need of it."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        self.game = game
        given = [*names, *[""] * game.num_players]
        self.players = tuple(Player(self, p, given[p] or f"player {p}") for p in range(game.num_players))
        self.log: list[Event] = []

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def legal_texts(self) -> list[str]:
        return list(self.game.texts())

    def apply(self, action: int | str) -> None:
        self.game.apply(action)
        self.log += self.game.events()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What a verb does is done as a whole: if part of it fails, nothing has changed."""
        before, said = self.game.clone(), len(self.log)
        try:
            yield
        except BaseException:
            self.game._take_back(before)
            del self.log[said:]
            raise

    def trial(self) -> "Scene":
        """A copy in which everything is asked, also what has only one answer."""
        made = Scene(self.game.clone(), [player.name for player in self.players])
        made.game.record.asks_all = 1
        return made

    def _must(self, holds: bool, what: str) -> None:
        if not holds:
            self._fail(what)

    def _fail(self, what: str) -> NoReturn:
        if self.over:
            raise ScenarioError(f"{what}: the game is over")
        decides = f"{self.players[self.game.seat].name} decides {self.game.decision}"
        raise ScenarioError(f"{what}; {decides}; legal: {'; '.join(self.legal_texts)}")


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


_DISCARDING = ("discard ", "lose ", "give up ", "part with ", "take from the discards for ")
_KEYWORDS = ("on", "way", "choosing", "saying", *dict.fromkeys(one for one in _KEYWORD_OF_CARD.values() if one != "on"))


class Player:
    """One player of a Table, in verbs. Each asserts that they decide now and that all of what it says is legal; else nothing changes."""

    def __init__(self, owner: Scene, p: int, name: str) -> None:
        self.owner = owner
        self.seat = p
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}, level {self.level}, hand {self.hand}, table {self.table}>"

    # ------------------------------------------------------------------------------------------------- what he has

    @property
    def _game(self) -> Game:
        return self.owner.game

    @property
    def record(self) -> SeatRecord:
        return self._game.record.seat[self.seat]

    @property
    def level(self) -> int:
        return self.record.level

    @property
    def strength(self) -> int:
        return int(self._game.numbers()[look.OF_PLAYER + self.seat])

    @property
    def hand_limit(self) -> int:
        return int(self._game.numbers()[look.LIMIT_OF_HAND + self.seat])

    @property
    def sex(self) -> str:
        return ("male", "female")[self.record.sex]

    @property
    def dead(self) -> bool:
        return self.record.dead != 0

    @property
    def hand(self) -> list[str]:
        """Oldest first."""
        return self._game.names(self.record.hand, self.record.hand_n)

    @property
    def table(self) -> list[str]:
        """Everything in play before him."""
        return self._game.names(self.record.table, self.record.table_n)

    def _items(self, equipped: bool) -> list[str]:
        s, mark = self.record, self._game.record.mark
        cards = [s.table[i] for i in range(s.table_n)]
        return [self._game.name(c) for c in cards if self._game._notation.info(c).is_item and (mark[c] & EQUIPPED != 0) == equipped]

    @property
    def wears(self) -> list[str]:
        """Equipped Items."""
        return self._items(True)

    @property
    def carries(self) -> list[str]:
        """Items that are not equipped."""
        return self._items(False)

    @property
    def classes(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.CLASS)

    @property
    def races(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.RACE)

    @property
    def house(self) -> str:
        return ", ".join(self._game.identities(self.seat, CardKind.HOUSE))

    @property
    def roles(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.ROLE)

    @property
    def studies(self) -> list[str]:
        """Proficiencies."""
        return self._game.identities(self.seat, CardKind.PROFICIENCY)

    @property
    def curses(self) -> list[str]:
        """Those in force."""
        return self._game.identities(self.seat, CardKind.CURSE)

    @property
    def companions(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.COMPANION)

    def sees(self, other: "Player") -> list[str | None]:
        """Another's hand as this player knows it: None for the cards he does not know."""
        return [card["card"] for card in self._game.view(self.seat)["players"][self._seat_of(other)]["hand"]]

    def _seat_of(self, other: Any) -> int:
        if not isinstance(other, Player) or other.seat >= self._game.num_players:
            raise ScenarioError(f"{short(other)} is no player of this table: {', '.join(one.name for one in self.owner.players)}")
        return other.seat

    # --------------------------------------------------------------------------------------------------- any action

    @property
    def decides(self) -> bool:
        return self._game.seat == self.seat

    @property
    def choices(self) -> list[str]:
        """What he may do now, in words; nothing if he does not decide."""
        return self.owner.legal_texts if self.decides else []

    def may(self, text: str) -> bool:
        """Is it his decision, and is this (as `does` takes it) legal?"""
        return _name(text) in self.choices

    def does(self, text: str) -> None:
        """Any legal action, in its own words."""
        self._must_decide(_name(text))
        if text not in self._game.texts():
            self.owner._fail(f"{self.name} may not {text!r}")
        self.owner.apply(text)

    def _must_decide(self, what: str) -> None:
        self.owner._must(self.decides, f"{self.name} cannot {what!r}: it is not his decision")

    def _verb(self, verb: Verb) -> None:
        self._act(int(verb), verb.name.lower())

    def _act(self, action: int, what: str) -> None:
        self._must_decide(what)
        if not self._game._mask[action]:
            self.owner._fail(f"{self.name} may not {what}")
        self.owner.apply(action)

    def _card_actions(self, name: str, low: int, high: int, says: Sequence[str] = ()) -> list[int]:
        """The legal actions that name the card, if they begin with one of these words."""
        notation, g, wanted = self._game._notation, self._game.record, _name(name).lower()
        named = [a for a in self._game.legal() if low <= a < high and notation.name(notation.card(g, a)).lower() == wanted]
        return [a for a in named if not says or self._game.text(a).startswith(tuple(says))]

    def _find(self, name: str, what: str, *ranges: tuple[int, int], says: Sequence[str] = ()) -> int:
        """The legal action that names the card, in the first of the ranges of ids that has one."""
        self._must_decide(f"{what} {name}")
        found = next(filter(None, (self._card_actions(name, low, high, says) for low, high in ranges)), None)
        if found is None:
            self.owner._fail(f"{self.name} may not {what} {name!r}")
        return found[0]

    def _card(self, name: str, what: str, *ranges: tuple[int, int], says: Sequence[str] = ()) -> None:
        self.owner.apply(self._find(name, what, *ranges, says=says))

    # ------------------------------------------------------------------------------------------ answers by keyword

    def _with_answers(self, action: int, answers: dict[str, Any]) -> None:
        """Does it, and answers the questions that follow. Every answer must be one that could be given."""
        given = {key: _several(value) for key, value in answers.items() if value is not None}
        if unknown := [key for key in given if key not in _KEYWORDS]:
            raise ScenarioError(f"{', '.join(unknown)}: unknown keyword; must be one of {', '.join(_KEYWORDS)}")
        with self.owner.whole():
            before = self.owner.trial() if any(given.values()) else None
            self.owner.apply(action)
            if self._answer(given) and before is not None:
                before.players[self.seat]._try(action, given)

    def _answer(self, given: dict[str, list[Any]]) -> bool:
        """Answers what is asked, as long as there is an answer for it. Was some answer not asked for?"""
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
        """Where everything is asked: what has only one answer must have the given one."""
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
            self.owner._fail(f"nothing asks {self.name} for {said}")

    def _is_asked(self) -> bool:
        return not self._game.over and self.decides and self._game.top.kind in _QUESTIONS

    def _keyword(self) -> str:
        f = self._game.top
        match Kind(f.kind):
            case Kind.ASK_NUMBER:
                return "way" if f.b == Why.WAY else "choosing"
            case Kind.ASK_CARD:
                return _KEYWORD_OF_CARD.get(f.b, "choosing")
            case Kind.ASK_OTHER | Kind.ASK_DISCARDS:
                return "taking"
            case Kind.ASK_YES:
                return "saying"
        return "on"

    def _one(self, value: Any) -> None:
        """The answer to the question that is asked: a player, a card, a monster, a side, a number, yes or no."""
        if isinstance(value, Player):
            self._act(PLAYER + (self._seat_of(value) - self.seat) % self._game.num_players, f"choose {value.name}")
        elif isinstance(value, bool):
            self._verb(Verb.YES if value else Verb.NO)
        elif isinstance(value, int):
            self._act(NUMBER + _number(value), f"choose {value}")
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
            self.owner._fail(f"{self.name} may not choose {value!r}")
        if len(fitting) > 1:
            self.owner._fail(f"{value!r} may mean {' or '.join(map(repr, fitting))}")
        self.owner.apply(fitting[0])

    def chooses(self, *values: Any) -> None:
        """Answers questions one after the other, with players, cards, monsters, numbers, words, True or False."""
        with self.owner.whole():
            for value in values:
                self._must_decide(f"choose {value}")
                self._one(value)

    picks = chooses
    takes = chooses

    # ----------------------------------------------------------------------------------------------- words alone

    def passes(self) -> None:
        self._verb(Verb.PASS)

    def accepts(self) -> None:
        self._verb(Verb.ACCEPT)

    def refuses(self) -> None:
        self._verb(Verb.REFUSE)

    def rolls(self) -> None:
        """Runs away with the die."""
        self._verb(Verb.ROLL)

    def stays(self) -> None:
        self._verb(Verb.STAY)

    def leaves(self) -> None:
        self._verb(Verb.LEAVE)

    def says(self, yes: bool) -> None:
        self._verb(Verb.YES if yes else Verb.NO)

    def is_done(self) -> None:
        """With arranging, or with the opening play."""
        self._verb(Verb.NEXT)

    def joins(self, house: str) -> None:
        """Before the first card."""
        self.does(f"join {house}")

    def keeps_it(self) -> None:
        """The card just drawn."""
        self._verb(Verb.KEEP)

    def plays_it(self, **answers: Any) -> None:
        self._must_decide("play it")
        self.owner._must(bool(self._game._mask[Verb.PLAY]), f"{self.name} may not play it")
        self._with_answers(int(Verb.PLAY), answers)

    def fights_it(self) -> None:
        """The Steed just drawn face up."""
        self._verb(Verb.AS_MONSTER)

    def is_male(self) -> None:
        self._verb(Verb.MALE)

    def is_female(self) -> None:
        self._verb(Verb.FEMALE)

    # ------------------------------------------------------------------------------------------------------- cards

    def plays(self, card: str, on: Any = None, **answers: Any) -> None:
        """A card of the hand, or a one-shot of the table; the keywords answer what it asks.

        on: a player (or two), a monster, an Item, "munchkins" or "monsters". paying, losing, taking, bringing, carrying,
        instead_of, turning: cards by name. way: which of its effects. choosing: a number or words. saying: True or False.
        Each of them must be an answer that is legal, even where it is the only one and nothing is asked.
        """
        self._with_answers(self._find(card, "play", (HAND, USE), (USE, DROP), says=("play ", "use ")), {"on": on, **answers})

    def lays_down(self, card: str) -> None:
        """An Item, Steed or one-shot from hand to table."""
        with self.owner.whole():
            action = self._find(card, "lay down", (HAND, USE), says=("play ",))
            laid = self._game._notation.card(self._game.record, action)
            kind = self._game._notation.info(laid).kind
            if kind not in (CardKind.ITEM, CardKind.STEED, CardKind.ONE_SHOT):
                self.owner._fail(f"{card!r} is played, not laid down: it is a {kind.name.lower()}")
            self.owner.apply(action)
            self._on_the_table()
            lies_there = laid in [self.record.table[i] for i in range(self.record.table_n)]
            self.owner._must(lies_there, f"{card!r} was played, not laid down")

    def uses(self, card: str, way: str | None = None, on: Any = None, **answers: Any) -> None:
        """A power of a card in play (way: its name), of a monster in the fight, or a one-shot on the table; keywords as in `plays`."""
        action = self._find(card, "use", (USE, DROP), (MONSTER, POOL), says=("use ",))
        self._with_answers(action, {"way": way and way.replace("_", " "), "on": on, **answers})

    def equips(self, card: str) -> None:
        self._toggle(card, True)

    def turns_sideways(self, card: str) -> None:
        """Unequips it."""
        self._toggle(card, False)

    def _toggle(self, card: str, equipped: bool) -> None:
        word = "equip" if equipped else "turn"
        with self.owner.whole():
            self._card(card, "equip" if equipped else "turn sideways", (USE, DROP), says=(f"{word} ", "use "))
            self._on_the_table(f"{word} ")

    def _on_the_table(self, word: str = "lay ") -> None:
        """Beside its powers: what else may be done with the card."""
        if self.decides and self._game.top.kind == Kind.ASK_NUMBER and self._game._mask[Verb.LAY_DOWN]:
            text = self._game.text(int(Verb.LAY_DOWN))
            self.owner._must(text.startswith(word), f"{self.name} may not {word.strip()} it")
            self._verb(Verb.LAY_DOWN)

    def loads(self, companion: str, card: str) -> None:
        """The companion carries the Item from now on."""
        with self.owner.whole():
            action = self._find(companion, "load", (USE, DROP), says=("load ", "use "))
            if self._game.text(action).startswith("use "):
                self.owner.apply(action)
                self.owner._must(self.decides and bool(self._game._mask[Verb.LAY_DOWN]), f"{self.name} may not load {companion!r}")
                action = int(Verb.LAY_DOWN)
            self._with_answers(action, {"carrying": card})

    def discards(self, *cards: str) -> None:
        """As a payment, a loss or Charity, or at will (a Class, a Race, a Hireling)."""
        with self.owner.whole():
            for card in cards:
                if self.decides and self._game.top.kind in (Kind.ASK_CARD, Kind.CHARITY_CARD, Kind.RESURRECT):
                    self._card(card, "discard", (HAND, DROP), says=_DISCARDING)
                else:
                    self._card(card, "discard", (DROP, PLAYER))

    def gives(self, card: str, to: "Player | None" = None) -> None:
        """In Charity."""
        self._with_answers(self._find(card, "give", (HAND, USE), says=("give away ",)), {"on": to})

    # ------------------------------------------------------------------------------------------------- fight and flight

    def asks(
        self,
        helper: "Player",
        treasures: int | str = 0,
        picks_first: str = "",
        item: str | None = None,
        card: str | None = None,
        send: bool = True,
    ) -> None:
        """For help, with an offer: treasures a number or "all", picks_first "helper" or "main", an Item, a card to play on him."""
        with self.owner.whole():
            if self._game.decision == Kind.FIGHT_WINDOW.name:
                self._verb(Verb.ASK)
            self._one(helper)
            self._name_treasures(treasures, picks_first)
            self._one_or_nothing(item, "offer", (USE, DROP))
            self._one_or_nothing(card, "promise", (HAND, USE))
            self._verb(Verb.SEND if send else Verb.ABORT)

    def _one_or_nothing(self, card: str | None, what: str, where: tuple[int, int]) -> None:
        if card is None:
            self._verb(Verb.NOTHING)
        else:
            self._card(card, what, where, says=(what,))

    def demands(self, treasures: int | str, picks_first: str = "") -> None:
        """Answers a request for help with other terms (counter_offers)."""
        with self.owner.whole():
            self._name_treasures(treasures, picks_first)

    def _name_treasures(self, treasures: int | str, picks_first: str) -> None:
        if isinstance(treasures, str) and treasures == "all":
            self._verb(Verb.EVERYTHING)
        else:
            self._act(NUMBER + _number(treasures), f"name {treasures} treasures")
        if self._game.decision in (Kind.OFFER_ORDER.name, Kind.COUNTER_ORDER.name):
            self.owner._must(picks_first in ("helper", "main"), 'say who picks first: picks_first="helper" or "main"')
            self._verb(Verb.HELPER_FIRST if picks_first == "helper" else Verb.MAIN_FIRST)
        elif picks_first:
            self.owner._fail(f"picks_first={picks_first!r}: nobody picks first of {treasures} treasures")

    def runs_from(self, monster: str) -> None:
        """First, of several."""
        self._card(monster, "run from", (MONSTER, POOL), says=("run from ",))

    # --------------------------------------------------------------------------------------------------- own turn

    def _moves_on(self, moment: Moment) -> None:
        """Done arranging; everybody passes in the window before the next phase."""
        self._must_decide("move on")
        comes_next = self._game.top.kind in (Kind.ARRANGE, Kind.WINDOW) and self._game.top.a == moment
        self.owner._must(comes_next, f"this is not the moment {moment.name.lower()}")
        with self.owner.whole():
            if self._game.top.kind == Kind.ARRANGE:
                self._verb(Verb.NEXT)
            while self._game.decision == Kind.WINDOW.name and self._game.top.a == moment:
                self.owner.apply(Verb.PASS)

    def kicks_open_the_door(self) -> None:
        """Phase 1; everybody passes before it."""
        self._moves_on(Moment.BEFORE_DOOR)

    def goes_into_the_room(self) -> None:
        """On to phase 2; everybody passes before it. Without a monster in hand this loots."""
        self._moves_on(Moment.BEFORE_ROOM)

    def loots(self) -> None:
        """Phase 2; everybody passes before it."""
        with self.owner.whole():
            begins = self._game.decision == Kind.ARRANGE.name
            if begins:
                self.goes_into_the_room()
            if not begins or self._game.decision == Kind.TROUBLE_OR_LOOT.name:
                self._verb(Verb.LOOT)

    def looks_for_trouble(self, monster: str) -> None:
        with self.owner.whole():
            if self._game.decision == Kind.ARRANGE.name:
                self.goes_into_the_room()
            self._card(monster, "look for trouble with", (HAND, USE), says=("look for trouble with ",))

    def ends_the_turn(self) -> None:
        """On to Charity; everybody passes before it."""
        self._moves_on(Moment.BEFORE_CHARITY)

    def sells(self, *cards: str, doubling: str | None = None, commit: bool = True) -> None:
        """Items for levels; doubling: the one that counts double, if that has to be said."""
        with self.owner.whole():
            self._verb(Verb.SELL)
            for card in cards:
                self._card(card, "sell", (HAND, DROP), says=("sell ",))
            self._verb(Verb.COMMIT if commit else Verb.ABORT)
            if doubling is not None:
                self.owner._must(self._game.decision == Kind.SELL_DOUBLE.name, f"doubling={doubling!r}: nothing asks that")
                self._card(doubling, "double", (HAND, DROP))

    def trades(self, with_: "Player", gives: str | None = None, takes: str | None = None, send: bool = True) -> None:
        """Offers an Item for an Item; one of them may be nothing."""
        with self.owner.whole():
            self._verb(Verb.TRADE)
            self._one(with_)
            self._one_or_nothing(gives, "give", (USE, DROP))
            self._one_or_nothing(takes, "want", (POOL, NUMBER))
            self._verb(Verb.SEND if send else Verb.ABORT)


def _name(text: Any) -> str:
    if not isinstance(text, str):
        raise ScenarioError(f"{short(text)}: cards and actions are named by a text")
    return text


def _number(value: Any) -> int:
    """That an action can name: beyond them the table of actions goes on with something else."""
    number = whole(value)
    if number is None or not 0 <= number < NUMBERS:
        raise ScenarioError(f"{short(value)}: must be an integer from 0 to {NUMBERS - 1}")
    return number


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]
