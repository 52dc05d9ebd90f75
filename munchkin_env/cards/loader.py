"""Reads card set files, checks everything in them, and compiles them to the `Tables` record that the engine takes."""

import functools
import hashlib
import operator
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import CARD_SET, FileError, parse_json, read_text, short
from munchkin_env.core.record import empty
from munchkin_env.core.texts import unprintable
from munchkin_env.engine.state.actions import HOUSES
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.vocabulary.tables import MAX_CARDS, MAX_DOORS, MAX_EFFECTS, MAX_OPS, MAX_TREASURES, MAX_TYPES, Tables
from munchkin_env.vocabulary.words import NONE, VERSION, Cancel, CardKind, Deck, Lift, Op, Per, Sex, Sheet, Slot, SubDeck, Trigger

from .check import check_effect, only_keys
from .compiler import Compiler, EffectRow
from .conditions import CardInfo, Names
from .corrected import check_correction, corrected, is_correction
from .features import fill
from .schema import CARD_KEYS, DECKS_OF_KIND, REQUIRED
from .support import refuse_what_does_not_run
from .values import AS_MONSTER, CONDITIONS, EFFECTS, TAGS, CardSetError, FilePlace, Flags, Number, Word, word

__all__ = ["CardInfo", "CardSet", "CardSetError", "built_in_sets", "load"]

_FORMAT = 1
_HEADER = ("set", "name", "format", "doors", "treasures", "houses", "faster_treasure", "sheet", "cards")
FASTER_TREASURES = ("loot", "trouble")
BRINGING = (Op.DRAW, Op.SEARCH_DISCARD)
PLAYS_PER_TURN = 3  # of cards of one type that bring others (TIME-13)
STANDING = (Trigger.WHILE_IN_PLAY, Trigger.WHILE_EQUIPPED, Trigger.WHILE_FIGHTING)
DECK_ORDER = (Deck.DOOR, Deck.TREASURE, Deck.HOUSE)  # in the order of physical card numbers


@dataclass(frozen=True, eq=False)
class CardSet:
    """Loaded card sets. Do not write to `tables`: everybody who loads the same sets shares them."""

    sets: tuple[str, ...]
    tables: npt.NDArray[Any] = field(repr=False)
    """One `Tables` record."""
    cards: tuple[CardInfo, ...] = field(repr=False)
    """By card type."""
    traits: tuple[str, ...] = field(repr=False)
    """Names of the trait bits, such as "Elf"."""
    tags: tuple[str, ...] = field(repr=False)
    """Words of the tag bits."""
    effects: tuple[str, ...] = field(repr=False)
    """By effect: the name of the ability, or ""."""
    hash: str
    """Changes whenever anything in the tables, or the meaning of their rows, changes; names are not part of it."""

    @functools.cached_property
    def by_name(self) -> Mapping[str, CardInfo]:
        """The cards by their names; of several with one name, the last."""
        return {card.name: card for card in self.cards}

    @functools.cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """All names: sets with the same hash may have different names."""
        return (tuple(card.name for card in self.cards), self.traits, self.tags, self.effects)


def built_in_sets() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.json")))


NAME_THEM = "files named in a file are opened only if you name them as well"


def own_files(sets: Iterable[str]) -> list[str]:
    """Those of these names that are not built-in sets: if a file names them, they are not opened automatically."""
    return [one for one in sets if one not in built_in_sets()]


def load(sets: Sequence[str | os.PathLike[str]]) -> CardSet:
    """Load sets together: names of built-in ones ("deluxe") or paths of files. Raises CardSetError."""
    if isinstance(sets, (str, os.PathLike)) or not hasattr(sets, "__iter__") or not sets:
        raise CardSetError(f"sets must be a list of at least one name or path, such as ['deluxe'], not {sets!r}")
    return _load(tuple(_file(one) for one in sets))


def _file(one: str | os.PathLike[str]) -> tuple[str, int, int]:
    """The path, and what shows whether the file has changed."""
    try:
        path = Path(__file__).with_name(f"{one}.json") if one in built_in_sets() else Path(one)
        status = path.stat()
    except (OSError, TypeError, ValueError) as error:  # TypeError: a number; ValueError: a null byte in the name
        raise CardSetError(f"{short(one, 4096)} is neither a built-in set ({', '.join(built_in_sets())}) nor a readable file") from error
    return str(path.resolve()), status.st_mtime_ns, status.st_size


@functools.lru_cache(maxsize=64)
def _load(files: tuple[tuple[str, int, int], ...]) -> CardSet:
    contents = [(FilePlace(Path(path).name), _parse(Path(path), FilePlace(Path(path).name))) for path, _, _ in files]
    corrections = _corrections([one for one in contents if is_correction(one[1])])
    read = [read_set(content, at, corrections) for at, content in contents if not is_correction(content)]
    if strange := corrections.keys() - {name for name, *_ in read}:
        at, _ = corrections[min(strange)]
        at.at("corrects").fail(f"{min(strange)!r} is not one of the sets loaded with it", [name for name, *_ in read])
    sets = tuple(name for name, *_ in read)
    if len(set(sets)) < len(sets):
        raise CardSetError(f"a set can be loaded only once; these are {', '.join(sets)}")
    cards = tuple(card for _, found, *_ in read for card in found)
    sheet = functools.reduce(operator.or_, (rules for *_, rules in read))
    found = freeze(sets, cards, trouble_pays=all(faster == "trouble" for _, _, faster, _ in read), sheet=sheet)
    for card in cards:  # last: it takes the words for granted, which are checked where they are compiled
        refuse_what_does_not_run(card)
    return found


# ------------------------------------------------------------------------------------------ reading


Corrections = Mapping[str, tuple[FilePlace, Mapping[str, Any]]]
"""By corrected set: the file, and its contents."""


def _corrections(contents: Sequence[tuple[FilePlace, Any]]) -> Corrections:
    found: dict[str, tuple[FilePlace, Mapping[str, Any]]] = {}
    for at, content in contents:
        check_correction(content, [_FORMAT], at)
        if content["corrects"] in found:
            at.at("corrects").fail(f"{content['corrects']!r} is already corrected by another file")
        found[str(content["corrects"])] = (at, content)
    return found


def read_set(content: Any, at: FilePlace, corrections: Corrections) -> tuple[str, list[CardInfo], str, int]:
    """The set's short name, its cards, the phase that draws the Treasure in the faster game (VAR-02), and its Sheet bits."""
    only_keys(content, _HEADER, at, needed=("set", "name", "format", "doors", "treasures", "cards"))
    for key in ("set", "name"):
        if not isinstance(content[key], str) or not content[key].strip():
            at.at(key).fail(f"{content[key]!r} is not text")
        if letter := unprintable(content[key]):
            at.at(key).fail(f"{letter} is not printable, and not allowed in names")
    if content["format"] != _FORMAT:
        at.at("format").fail(f"{content['format']!r} is not a format that this version can read", [_FORMAT])
    if not isinstance(content["cards"], list) or not content["cards"]:
        at.at("cards").fail("a set needs a list of cards")
    entries, places = content["cards"], dict[str, FilePlace]()
    if content["set"] in corrections:
        where, correction = corrections[content["set"]]
        entries, places = corrected(entries, correction, where)
    cards = [read_card(entry, str(content["set"]), i, at, places) for i, entry in enumerate(entries)]
    _check_totals(content, cards, corrections.get(content["set"], (at,))[0])
    faster = content.get("faster_treasure", FASTER_TREASURES[0])
    if faster not in FASTER_TREASURES:
        at.at("faster_treasure").fail(f"{faster!r} is not a phase that draws a Treasure in the faster game", FASTER_TREASURES)
    sheet = Flags(Sheet).read(content["sheet"], at.at("sheet")) if "sheet" in content else 0
    return str(content["set"]), cards, str(faster), sheet


def _parse(path: Path, at: FilePlace) -> Any:
    try:
        return parse_json(read_text(path, CARD_SET), at.file)
    except FileError as error:
        at.fail(error.problem)


def _check_totals(content: Mapping[str, Any], cards: Sequence[CardInfo], at: FilePlace) -> None:
    seen: dict[str, CardInfo] = {}
    for card in cards:
        if card.id in seen:
            card.place.at("id").fail(f"{card.id!r} is the id of two cards")
        seen[card.id] = card
    for key, deck in (("doors", Deck.DOOR), ("treasures", Deck.TREASURE), ("houses", Deck.HOUSE)):
        said = Number(0, MAX_CARDS).read(content.get(key, 0), at.at(key))
        have = sum(card.count for card in cards if card.deck == deck)
        if said != have:
            at.at(key).fail(f"the set says {said}, but its cards add up to {have}")


def read_card(entry: Any, set_name: str, index: int, file: FilePlace, places: Mapping[str, FilePlace]) -> CardInfo:
    """The card with its form checked; what its words refer to is checked during compilation."""
    if not isinstance(entry, dict):
        file.at("cards").at(index).fail(f"{str(entry)[:80]!r} is not a card")
    at = places.get(str(entry.get("id")), FilePlace(file.file, str(entry.get("id", f"number {index + 1}"))))
    for key, info in CARD_KEYS.items():
        if info.default is REQUIRED and not info.kinds and key not in entry:
            at.fail(f"the key {key!r} is missing")
    kind = CardKind(Word(CardKind).read(entry["kind"], at.at("kind")))
    _check_keys(entry, kind, at)
    deck = Deck(CARD_KEYS["deck"].type.read(entry["deck"], at.at("deck")))
    if deck not in DECKS_OF_KIND[kind]:
        at.at("deck").fail(f"a card of the kind {word(kind)} cannot be a {word(deck)}", [word(deck) for deck in DECKS_OF_KIND[kind]])
    fought = entry.get("as_monster", {})
    return CardInfo(
        id=entry["id"],
        set=set_name,
        name=entry["name"],
        kind=kind,
        deck=deck,
        count=entry.get("count", 1),
        slot=Slot(Word(Slot).read(entry.get("slot", "none"), at.at("slot"))),
        gold=entry.get("gold", 0),
        big=entry.get("big", False),
        complex=entry.get("complex", False),
        tags=(*_tags(entry, at), *_tags(fought, at.at("as_monster"))),
        numbers_from=entry.get("numbers_from", "sourced"),
        effects=_effects(entry, kind, at),
        data=entry,
        place=at,
    )


def _check_keys(entry: Mapping[str, Any], kind: CardKind, at: FilePlace) -> None:
    allowed = [key for key, info in CARD_KEYS.items() if not info.kinds or kind in info.kinds]
    only_keys(entry, allowed, at, needed=[key for key in allowed if CARD_KEYS[key].default is REQUIRED])
    for key, value in entry.items():
        if CARD_KEYS[key].type not in (TAGS, EFFECTS, CONDITIONS, AS_MONSTER):
            CARD_KEYS[key].type.read(value, at.at(key))
    if not re.fullmatch("[a-z0-9][a-z0-9_]*", entry["id"]):
        at.at("id").fail(f"{entry['id']!r} is not an id", "lower-case letters, digits and _")
    if kind == CardKind.STEED:
        _check_fought(entry.get("as_monster"), at.at("as_monster"))


def _check_fought(value: Any, at: FilePlace) -> None:
    if value is None:
        at.fail("a Steed must say what it is as a monster")
    only_keys(value, ("level", "treasures", "levels", "tags", "effects"), at, needed=("level", "treasures", "effects"))
    for key in ("level", "treasures", "levels"):
        CARD_KEYS[key].type.read(value.get(key, 1), at.at(key))
    _effects(value, CardKind.MONSTER, at)


def _tags(entry: Mapping[str, Any], at: FilePlace) -> list[str]:
    tags = entry.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) and re.fullmatch("[a-z][a-z0-9_]*", tag) for tag in tags):
        at.at("tags").fail(f"{tags!r} is not a list of tags", "lower-case letters, digits and _")
    return tags


_EXACTLY_ONE = {CardKind.MONSTER: "bad_stuff", CardKind.CURSE: "on_curse"}
_AT_LEAST_ONE = (CardKind.ENHANCER, CardKind.ONE_SHOT, CardKind.GO_UP_LEVEL, CardKind.SPECIAL, CardKind.ITEM_ENHANCER, CardKind.DUAL)


def _effects(entry: Mapping[str, Any], kind: CardKind, at: FilePlace) -> Sequence[Mapping[str, Any]]:
    effects = entry.get("effects", [])
    here = at.at("effects")
    if not isinstance(effects, list) or not all(isinstance(effect, dict) for effect in effects):
        here.fail("effects must be a list of objects")
    trigger = _EXACTLY_ONE.get(kind)
    if trigger is not None and sum(effect.get("on") == trigger for effect in effects) != 1:
        here.fail(f"a {word(kind)} needs exactly one {trigger} effect")
    for i, effect in enumerate(effects):
        check_effect(effect, kind, here.at(i))
    if kind in _AT_LEAST_ONE and not effects:
        here.fail(f"a card of the kind {word(kind)} must do something")
    return effects


# ------------------------------------------------------------------------------------------ freezing


def freeze(sets: tuple[str, ...], cards: tuple[CardInfo, ...], *, trouble_pays: bool = False, sheet: int = 0) -> CardSet:
    names = Names(cards)
    compiler = Compiler(names)
    tables = empty(Tables, 1)
    effects = _Effects()
    _room("different cards", len(cards), MAX_TYPES)
    for type_id, card in enumerate(cards):
        span = effects.add(type_id, list(compiler.effects_of(card)))
        _write(tables["type"][0, type_id], card_type(card, names, compiler) | span | effects.summary(type_id))
    effects.end_repetition()
    effects.cheat_on(sheet)
    effects.write(tables)
    _write_conditions(tables, compiler)
    number_cards(tables, cards)
    tables["types"] = len(cards)
    tables["trouble_pays"] = trouble_pays
    tables["sheet"] = sheet
    tables["answers"] = any(row["op"] == Op.CANCEL and row["what"] == Cancel.CARD for row in effects.ops)
    for key, kind in (("class_traits", CardKind.CLASS), ("race_traits", CardKind.RACE), ("role_traits", CardKind.ROLE)):
        tables[key] = names.trait_mask(kind)
    fill(tables)
    return CardSet(
        sets=sets,
        tables=tables,
        cards=cards,
        traits=tuple(_trait_name(names, trait) for trait in names.traits),
        tags=tuple(names.tags),
        effects=tuple("" if row["name"] == NONE else names.abilities[row["name"]] for row in effects.rows),
        hash=hashed(sets, tables),
    )


def hashed(sets: tuple[str, ...], tables: npt.NDArray[Any]) -> str:
    """Of everything that the rules read: observation features, which come last, are derived from it."""
    assert Tables.layout.fields is not None and Tables.layout.names is not None and Tables.layout.names[-1] == "features"
    rules = tables.view(np.uint8)[: Tables.layout.fields["features"][1]]
    return hashlib.sha256(f"{VERSION} {_FORMAT} {sets} ".encode() + rules.tobytes()).hexdigest()[:16]


class _Effects:
    """The effects and ops of all cards, in order."""

    def __init__(self) -> None:
        self.rows: list[dict[str, int]] = []
        self.ops: list[dict[str, int]] = []

    def add(self, type_id: int, effects: Sequence[EffectRow]) -> dict[str, int]:
        start = len(self.rows)
        for effect in effects:
            program = effect.program.link(len(self.ops))
            ops = {"ops": len(self.ops), "ops_end": len(self.ops) + len(program)}
            self.rows.append(effect.fields | {"type": type_id} | ops)
            self.ops.extend(program)
        _room("effects", len(self.rows), MAX_EFFECTS)
        _room("rows of effects", len(self.ops), MAX_OPS)
        return {"effects": start, "effects_end": len(self.rows)}

    def summary(self, type_id: int) -> dict[str, int]:
        """The fields of a card that follow from its effects."""
        found = {"triggers": 0, "plays": 0, "powers": 0, "standing": 0, "lifts": 0, "carries": 0}
        for effect in (row for row in self.rows if row["type"] == type_id):
            found["triggers"] |= 1 << effect["trigger"]
            found["plays"] |= effect["when"] if effect["trigger"] == Trigger.ON_PLAY else 0
            found["powers"] |= effect["when"] if effect["trigger"] == Trigger.ON_ACTIVATE else 0
            for op in self.ops[effect["ops"] : effect["ops_end"]]:
                found["standing"] |= 1 << op["op"] if effect["trigger"] in STANDING else 0
                if op["op"] in (Op.ATTACH, Op.CARRY_ITEM):
                    found["lifts"] |= op.get("flag", 0)
                if op["op"] == Op.CARRY_ITEM:
                    found["carries"] += op["amount"]
        return found

    def end_repetition(self) -> None:
        """Cards that bring their player cards could bring each other again and again (TIME-13)."""
        for effect in self.rows:
            brings = any(op["op"] in BRINGING for op in self.ops[effect["ops"] : effect["ops_end"]])
            if effect["trigger"] == Trigger.ON_PLAY and brings and not effect.get("times", 0):
                effect["times"], effect["per"] = PLAYS_PER_TURN, Per.TURN

    def cheat_on(self, sheet: int) -> None:
        """If a sheet says so, cards that lift limits from an Item may also lie on a Steed or a companion, of any box (CHEAT-01)."""
        more = 1 << CardKind.STEED if sheet & Sheet.CHEAT_ON_STEEDS else 0
        more |= 1 << CardKind.COMPANION if sheet & Sheet.CHEAT_ON_COMPANIONS else 0
        for op in self.ops:
            if op["op"] == Op.ATTACH and op.get("flag", 0) & Lift.LIMITS and op["what"] & 1 << CardKind.ITEM:
                op["what"] |= more

    def write(self, tables: npt.NDArray[Any]) -> None:
        for i, row in enumerate(self.rows):
            _write(tables["effect"][0, i], row)
        for i, row in enumerate(self.ops):
            _write(tables["op"][0, i], row)


def card_type(card: CardInfo, names: Names, compiler: Compiler) -> dict[str, int]:
    data, at = card.data, card.place
    fought = data.get("as_monster", data)
    conditions = compiler.conditions
    may_not = data.get("not_usable_by")
    return {
        "kind": int(card.kind),
        "deck": int(card.deck),
        "level": fought.get("level", 0),
        "treasures": fought.get("treasures", 0),
        "levels": fought.get("levels", 1) if "level" in fought else 0,
        "rank": data.get("rank", 0),
        "dual_of": Word(CardKind).read(data["of"], at.at("of")) if "of" in data else NONE,
        "bonus": data.get("bonus", 0),
        "slot": int(card.slot),
        "big": int(card.big),
        "complex": int(card.complex),
        "is_item": int(card.is_item),
        "gold": card.gold,
        "sex": Word(Sex).read(data["sex"], at.at("sex")) if "sex" in data else NONE,
        "trait": names.traits.index((card.kind, card.id)) if (card.kind, card.id) in names.traits else NONE,
        "persistent": int(data.get("persistent", False)),
        "usable_by": conditions.add_any(data["usable_by"], at.at("usable_by")) if "usable_by" in data else NONE,
        "not_usable_by": NONE if may_not is None else conditions.add_any(may_not, at.at("not_usable_by"), drawback=True),
        "tags": sum(1 << names.tag(tag, at) for tag in dict.fromkeys(card.tags)),
    }


def number_cards(tables: npt.NDArray[Any], cards: Sequence[CardInfo]) -> None:
    """Physical cards: Doors, then Treasures, then Houses; copies are adjacent."""
    copies = [(i, part) for deck in DECK_ORDER for i, card in enumerate(cards) if card.deck == deck for part in _sub_decks(card)]
    types = [i for i, _ in copies]
    totals = {deck: sum(cards[i].deck == deck for i in types) for deck in DECK_ORDER}
    _room("cards", len(types), MAX_CARDS)
    _room("Doors", totals[Deck.DOOR], MAX_DOORS)
    _room("Treasures", totals[Deck.TREASURE], MAX_TREASURES)
    _room("different Houses", sum(card.deck == Deck.HOUSE for card in cards), HOUSES)
    if 0 < totals[Deck.HOUSE] < MAX_PLAYERS:
        raise CardSetError(f"these sets have {totals[Deck.HOUSE]} House cards; {MAX_PLAYERS} players need one each")
    tables["type_of"] = NONE
    tables["type_of"][0, : len(types)] = types
    tables["sub_deck"][0, : len(types)] = [part for _, part in copies]
    tables["cards"], tables["doors"], tables["houses"] = len(types), totals[Deck.DOOR], totals[Deck.HOUSE]


def _sub_decks(card: CardInfo) -> list[int]:
    """The part of the box that each copy comes from."""
    words = card.data.get("sources", ["base"])
    return [int(SubDeck[words[k % len(words)].upper()]) for k in range(card.count)]


def _write_conditions(tables: npt.NDArray[Any], compiler: Compiler) -> None:
    for i, (start, end) in enumerate(compiler.conditions.spans):
        _write(tables["condition"][0, i], {"start": start, "end": end})
    for i, row in enumerate(compiler.conditions.atoms):
        _write(
            tables["atom"][0, i],
            {"atom": int(row.atom), "a": row.a, "of_fighters": row.of_fighters, "drawback": row.drawback, "companions": row.companions},
        )
    for i, matches in enumerate(compiler.filters.rows):
        tables["matches"][0, i, : len(matches)] = matches


def _write(record: Any, values: Mapping[str, int]) -> None:
    for name, value in values.items():
        record[name] = value


def _trait_name(names: Names, trait: tuple[CardKind, str]) -> str:
    return next(card.name for card in names.cards if (card.kind, card.id) == trait)


def _room(what: str, have: int, limit: int) -> None:
    if have > limit:
        raise CardSetError(f"these sets together have {have} {what}; there is room for {limit}")
