"""Names, conditions and filters: what the words in a set refer to, and the rows they become."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from munchkin_env.vocabulary.tables import MAX_ATOMS, MAX_CONDITIONS, MAX_FILTERS, MAX_TAGS, MAX_TESTS, MAX_TRAITS
from munchkin_env.vocabulary.words import NONE, PAID, Atom, CardKind, Deck, Pick, Sex, Slot

from .check import every_op
from .schema import ATOMS, FILTER_KEYS, IDENTITIES, ITEMS, KIND_BY_WORD, AtomForm
from .values import FilePlace, Switch, Word, word

T = TypeVar("T")
JOINS: Mapping[str, Atom] = {"all": Atom.ALL_OF, "any": Atom.ANY_OF}
_IDENTITY_PREFIXES = {f"{word(kind)}:": kind for kind in IDENTITIES}


@dataclass(frozen=True)
class CardInfo:
    """One card type, as its file describes it. Its index among the loaded cards is its number."""

    id: str
    set: str
    name: str
    kind: CardKind
    deck: Deck
    count: int
    slot: Slot
    gold: int
    big: bool
    complex: bool
    tags: tuple[str, ...]
    numbers_from: str
    effects: Sequence[Mapping[str, Any]] = field(repr=False)
    data: Mapping[str, Any] = field(repr=False)
    """The whole entry from the file."""
    place: FilePlace = field(repr=False, compare=False)

    @property
    def is_item(self) -> bool:
        return self.kind in ITEMS


class Names:
    """What words can refer to, among all cards loaded together."""

    def __init__(self, cards: Sequence[CardInfo]) -> None:
        self.cards = cards
        self.types: dict[str, list[int]] = {}
        self.tags: list[str] = []
        self.traits: list[tuple[CardKind, str]] = []
        self.abilities: list[str] = []
        for type_id, card in enumerate(cards):
            self.types.setdefault(card.id, []).append(type_id)
            _collect(self.tags, _tags_of(card))
            if card.kind in IDENTITIES:
                _collect(self.traits, [(card.kind, card.id)])
            _collect(self.abilities, [str(effect["name"]) for effect in card.effects if "name" in effect])
        _room(len(self.traits), MAX_TRAITS, "Classes, Races, Roles, Houses and Proficiencies")
        _room(len(self.tags), MAX_TAGS, "tags")

    def tag(self, value: Any, at: FilePlace) -> int:
        if value not in self.tags:
            at.fail(f"{value!r} is not a tag of any card", self.tags)
        return self.tags.index(value)

    def card(self, value: Any, at: FilePlace) -> list[int]:
        if not isinstance(value, str) or value not in self.types:
            at.fail(f"{value!r} is not the id of a card", "the ids of the loaded cards")
        return self.types[value]

    def trait(self, kind: CardKind, name: str, at: FilePlace) -> int:
        if (kind, name) not in self.traits:
            at.fail(f"{name!r} is not a {word(kind)} of the loaded cards", [other for of, other in self.traits if of == kind])
        return self.traits.index((kind, name))

    def ability(self, value: Any, at: FilePlace) -> int:
        if value not in self.abilities:
            at.fail(f"{value!r} is not the name of an ability", self.abilities)
        return self.abilities.index(value)

    def trait_mask(self, kind: CardKind) -> int:
        return sum(1 << bit for bit, (of, _) in enumerate(self.traits) if of == kind)


def _tags_of(card: CardInfo) -> list[str]:
    """Including those that a card gives to a monster."""
    given = [op["add_tag"] for effect in card.effects for op in every_op(effect["ops"]) if isinstance(op.get("add_tag"), str)]
    return [*card.tags, *given]


def _collect(into: list[T], new: Sequence[T]) -> None:
    into.extend(dict.fromkeys(value for value in new if value not in into))


def _room(have: int, limit: int, what: str) -> None:
    if have > limit:
        FilePlace("these sets together").fail(f"they have {have} {what}", f"up to {limit}")


# ------------------------------------------------------------------------------------------ conditions


@dataclass(frozen=True)
class AtomValue:
    atom: Atom
    a: int = 0
    of_fighters: int = 0
    drawback: int = 0
    companions: int = 0


class Conditions:
    """Collects conditions as postfix atoms; equal ones share rows."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.atoms: list[AtomValue] = []
        self.spans: list[tuple[int, int]] = []
        self._known: dict[tuple[AtomValue, ...], int] = {}

    def add(self, condition: Any, at: FilePlace, *, drawback: bool = False, not_is_drawback: bool = False, companions: bool = False) -> int:
        """The index of the condition. `drawback` marks its identity atoms, `not_is_drawback` those under a `not` (ORIG-08).

        `companions`: a sex condition also covers the player's companions (SIDE-08).
        """
        rows = self._parse(condition, at, drawback, not_is_drawback)
        if companions:
            rows = [replace(row, companions=1) if row.atom == Atom.SEX else row for row in rows]
        return self._store(tuple(rows))

    def add_any(self, conditions: Any, at: FilePlace, *, drawback: bool = False) -> int:
        if not isinstance(conditions, list) or not conditions:
            at.fail(f"{conditions!r} is not a list of conditions")
        return self.add(conditions[0] if len(conditions) == 1 else {"any": conditions}, at, drawback=drawback)

    def inverse(self, condition: int) -> int:
        start, end = self.spans[condition]
        return self._store((*self.atoms[start:end], AtomValue(Atom.NOT, 1)))

    def is_about_the_fight(self, condition: int) -> bool:
        """Does it depend only on who is in the fight, not on the player?"""
        start, end = self.spans[condition]
        about = (Atom.FIGHT_TAG, Atom.FIGHT_HAS, Atom.ALL_OF, Atom.ANY_OF, Atom.NOT)
        return all(row.of_fighters or row.atom in about for row in self.atoms[start:end])

    def both(self, first: int, second: int) -> int:
        """A condition that requires both; NONE requires nothing."""
        if NONE in (first, second):
            return max(first, second)
        rows = [row for start, end in (self.spans[first], self.spans[second]) for row in self.atoms[start:end]]
        return self._store((*rows, AtomValue(Atom.ALL_OF, 2)))

    def _store(self, rows: tuple[AtomValue, ...]) -> int:
        if rows not in self._known:
            _room(len(rows), MAX_TESTS, "tests in one condition")
            self._known[rows] = len(self.spans)
            self.spans.append((len(self.atoms), len(self.atoms) + len(rows)))
            self.atoms.extend(rows)
            _room(len(self.atoms), MAX_ATOMS, "tests in conditions")
            _room(len(self.spans), MAX_CONDITIONS, "different conditions")
        return self._known[rows]

    def _parse(self, condition: Any, at: FilePlace, drawback: bool, not_is_drawback: bool) -> list[AtomValue]:
        if isinstance(condition, str):
            return self._atom(condition, at, drawback)
        if not isinstance(condition, dict) or len(condition) != 1 or next(iter(condition)) not in ("all", "any", "not"):
            at.fail(f"{condition!r} is not a condition", 'a word, {"all": [..]}, {"any": [..]} or {"not": ..}')
        key, inner = next(iter(condition.items()))
        if key == "not":
            return [*self._parse(inner, at.at("not"), drawback or not_is_drawback, not_is_drawback), AtomValue(Atom.NOT, 1)]
        if not isinstance(inner, list) or len(inner) < 2:
            at.at(key).fail("it needs at least two conditions")
        rows = [row for i, part in enumerate(inner) for row in self._parse(part, at.at(key).at(i), drawback, not_is_drawback)]
        return [*rows, AtomValue(JOINS[key], len(inner))]

    def _atom(self, text: str, at: FilePlace, drawback: bool) -> list[AtomValue]:
        if text.startswith("fighter:"):
            rows = self._atom(text.removeprefix("fighter:"), at, drawback)
            return [replace(row, of_fighters=1) for row in rows]
        if text == "race:human":  # a character without a Race card is human
            return [AtomValue(Atom.NO_RACE)]
        prefix, test = find_test(text, at)
        return self._with_argument(prefix, test, text.removeprefix(prefix), at, drawback)

    def _with_argument(self, prefix: str, test: AtomForm, argument: str, at: FilePlace, drawback: bool) -> list[AtomValue]:
        match test.argument:
            case "trait":
                bit = self.names.trait(_IDENTITY_PREFIXES[prefix], argument, at)
                return [AtomValue(test.atom, bit, drawback=int(drawback))]
            case "card":
                rows = [AtomValue(test.atom, type_id) for type_id in self.names.card(argument, at)]
                return rows if len(rows) == 1 else [*rows, AtomValue(Atom.ANY_OF, len(rows))]
            case "number":
                if not argument.isdecimal():
                    at.fail(f"{prefix + argument!r} needs a number")
                return [AtomValue(test.atom, int(argument))]
            case "kind":
                return [AtomValue(test.atom, Word(CardKind).read(argument, at))]
            case "slot":
                return [AtomValue(test.atom, Word(Slot).read(argument, at))]
            case "sex":
                return [AtomValue(test.atom, Word(Sex).read(argument, at))]
            case "tag":
                return [AtomValue(test.atom, self.names.tag(argument, at))]
        return [AtomValue(test.atom)]


def find_test(text: str, at: FilePlace) -> tuple[str, AtomForm]:
    """The atom of a word, and its prefix."""
    for prefix, test in ATOMS.items():
        if text == prefix if not test.argument else text.startswith(prefix):
            return prefix, test
    at.fail(f"{text!r} is not a condition", [prefix + ("…" if test.argument else "") for prefix, test in ATOMS.items()] + ["fighter:…"])
    return None


# ------------------------------------------------------------------------------------------ filters


@dataclass(frozen=True)
class FilterRow:
    """A filter in a row's form: which cards match, their minimum total worth, and how the rule picks."""

    filter: int = NONE
    gold: int = 0
    pick: int = 0


class Filters:
    """Collects filters, each as one row of matching card types; equal ones share a row."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.rows: list[npt.NDArray[np.bool_]] = []

    def add(self, value: Any, at: FilePlace) -> FilterRow:
        if not isinstance(value, dict) or not value:
            at.fail(f"{value!r} is not a filter", list(FILTER_KEYS))
        static = {key: part for key, part in value.items() if key not in ("min_total_gold", "pick")}
        gold = _total_gold(value["min_total_gold"], at.at("min_total_gold")) if "min_total_gold" in value else 0
        pick = Word(Pick, (Pick.HIGHEST_BONUS, Pick.HIGHEST_GOLD)).read(value["pick"], at.at("pick")) if "pick" in value else 0
        return FilterRow(self._store(self.matches(static, at)) if static else NONE, gold, pick)

    def only(self, types: Sequence[int]) -> int:
        return self._store(np.isin(np.arange(len(self.names.cards)), types))

    def _store(self, row: npt.NDArray[np.bool_]) -> int:
        for i, known in enumerate(self.rows):
            if np.array_equal(known, row):
                return i
        self.rows.append(row)
        _room(len(self.rows), MAX_FILTERS, "different filters")
        return len(self.rows) - 1

    def matches(self, value: Any, at: FilePlace) -> npt.NDArray[np.bool_]:
        if not isinstance(value, dict) or not value:
            at.fail(f"{value!r} is not a filter", list(FILTER_KEYS))
        row = np.ones(len(self.names.cards), dtype=np.bool_)
        for key, part in value.items():
            row &= self._key(key, part, at.at(key))
        return row

    def _key(self, key: str, part: Any, at: FilePlace) -> npt.NDArray[np.bool_]:
        if key == "not":
            return np.logical_not(self.matches(part, at))
        if key == "any":
            if not _listed(part):
                at.fail("an empty list matches nothing")
            return np.array(np.logical_or.reduce([self.matches(one, at.at(i)) for i, one in enumerate(_listed(part))]), dtype=np.bool_)
        if key not in _TESTS:
            at.fail(f"unknown filter key: {key!r}", list(FILTER_KEYS))
        test = _TESTS[key](part, at, self.names)
        return np.array([test(card) for card in self.names.cards], dtype=np.bool_)


CardTest = Callable[[CardInfo], bool]


def _kind(part: Any, at: FilePlace, _: Names) -> CardTest:
    words = _words(part, list(KIND_BY_WORD), at)
    return lambda card: word(card.kind) in words or ("item" in words and card.is_item)


def _slot(part: Any, at: FilePlace, _: Names) -> CardTest:
    words = _words(part, Word(Slot).words(), at)
    return lambda card: card.kind == CardKind.ITEM and word(card.slot) in words


def _tag(part: Any, at: FilePlace, names: Names) -> CardTest:
    words = _words(part, names.tags, at)
    return lambda card: not words.isdisjoint(card.tags)


def _big(part: Any, at: FilePlace, _: Names) -> CardTest:
    wanted = bool(Switch().read(part, at))
    return lambda card: card.big == wanted


def _complex(part: Any, at: FilePlace, _: Names) -> CardTest:
    wanted = bool(Switch().read(part, at))
    return lambda card: card.complex == wanted


def _id(part: Any, at: FilePlace, names: Names) -> CardTest:
    names.card(part, at)
    return lambda card: bool(card.id == part)


def _deck(part: Any, at: FilePlace, _: Names) -> CardTest:
    deck = Word(Deck, (Deck.DOOR, Deck.TREASURE)).read(part, at)
    return lambda card: card.deck == deck


def _gold_min(part: Any, at: FilePlace, _: Names) -> CardTest:
    worth = _gold(part, at)
    return lambda card: card.is_item and card.gold >= worth


def _name_contains(part: Any, at: FilePlace, _: Names) -> CardTest:
    if not isinstance(part, str) or not part:
        at.fail(f"{part!r} is not text")
    return lambda card: part.lower() in card.name.lower()


_TESTS: Mapping[str, Callable[[Any, FilePlace, Names], CardTest]] = {
    "kind": _kind,
    "slot": _slot,
    "tag": _tag,
    "big": _big,
    "complex": _complex,
    "id": _id,
    "deck": _deck,
    "gold_min": _gold_min,
    "name_contains": _name_contains,
}


def _listed(part: Any) -> list[Any]:
    return part if isinstance(part, list) else [part]


def _words(part: Any, allowed: list[str], at: FilePlace) -> set[str]:
    if not _listed(part):
        at.fail("an empty list matches nothing", allowed)
    for one in _listed(part):
        if one not in allowed:
            at.fail(f"{one!r} is not an allowed word", allowed)
    return set(_listed(part))


def _gold(part: Any, at: FilePlace) -> int:
    if isinstance(part, bool) or not isinstance(part, int) or not 0 < part <= 30_000 or part % 100:
        at.fail(f"{part!r} is not an amount of gold", "100 to 30000 in steps of 100")
    return part


def _total_gold(part: Any, at: FilePlace) -> int:
    return PAID if part == "paid" else _gold(part, at)
