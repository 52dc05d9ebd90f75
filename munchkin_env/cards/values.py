"""What a value in a card set file may be: a word, words as bits, a number, text; and the error that says what is wrong with it."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NoReturn

from munchkin_env.core.texts import unprintable
from munchkin_env.vocabulary.words import Bits


class CardSetError(ValueError):
    """A card set cannot be used; the message names file, card and field, what is wrong and what is allowed."""


@dataclass(frozen=True)
class FilePlace:
    """A location in a file, for error messages."""

    file: str
    card: str = ""
    path: str = ""

    def at(self, key: str | int) -> "FilePlace":
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.path else key
        return FilePlace(self.file, self.card, self.path + step)

    def fail(self, problem: str, allowed: object = ()) -> NoReturn:
        where = ", ".join(part for part in (f"card '{_cut(self.card)}'" if self.card else "", _cut(self.path)) if part)
        words = ", ".join(str(word) for word in allowed) if isinstance(allowed, (list, tuple)) else str(allowed)
        told = f"{where + ': ' if where else ''}{_cut(problem, 400)}{'; allowed: ' + _cut(words, 1000) if words else ''}"
        raise CardSetError(f"{self.file}: {told}")


def _cut(text: str, most: int = 120) -> str:
    """Texts in files may be very long, and may contain terminal control codes, which are escaped."""
    seen = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text[: most + 1])
    return seen if len(text) <= most else f"{seen[:most]}…"


Member = IntEnum


def word(member: Member) -> str:
    """The spelling of a member in files."""
    return str(member.name).lower()


class Type:
    """A type of value. Types that need no knowledge of other cards can `read` a value into the int of a row."""

    def read(self, value: Any, at: FilePlace) -> int:
        raise NotImplementedError

    def words(self) -> list[str]:
        return []


@dataclass(frozen=True)
class Word(Type):
    enum: type[Member]
    only: tuple[Member, ...] = ()

    def members(self) -> tuple[Member, ...]:
        return self.only or tuple(self.enum)

    def words(self) -> list[str]:
        return [word(member) for member in self.members()]

    def read(self, value: Any, at: FilePlace) -> int:
        for member in self.members():
            if value == word(member):
                return int(member)
        at.fail(f"{value!r} is not an allowed word", self.words())
        return None


@dataclass(frozen=True)
class Flags(Type):
    """A list of words, as bits: of a flag enum, or one bit per member of an enum."""

    enum: type[Member]
    only: tuple[Member, ...] = ()

    def words(self) -> list[str]:
        return [word(member) for member in self.only or tuple(self.enum)]

    def read(self, value: Any, at: FilePlace) -> int:
        if not isinstance(value, list) or not value:
            at.fail(f"{value!r} is not a list of words", self.words())
        bits = 0
        for i, one in enumerate(value):
            if one not in self.words():
                at.at(i).fail(f"{one!r} is not an allowed word", self.words())
            member = self.enum[str(one).upper()]
            bits |= int(member) if issubclass(self.enum, Bits) else 1 << int(member)
        return bits


@dataclass(frozen=True)
class Number(Type):
    """An integer, or one of the words that stand for one."""

    low: int
    high: int
    instead: tuple[tuple[str, int], ...] = ()
    step: int = 1

    def words(self) -> list[str]:
        return [f"{self.low} to {self.high}" + (f" in steps of {self.step}" if self.step > 1 else ""), *(name for name, _ in self.instead)]

    def read(self, value: Any, at: FilePlace) -> int:
        for name, number in self.instead:
            if value == name:
                return number
        if isinstance(value, bool) or not isinstance(value, int):
            at.fail(f"{value!r} is not an integer", self.words())
        if not self.low <= value <= self.high or value % self.step:
            at.fail(f"{value} is out of range", self.words())
        return value


class Switch(Type):
    def words(self) -> list[str]:
        return ["true", "false"]

    def read(self, value: Any, at: FilePlace) -> int:
        if not isinstance(value, bool):
            at.fail(f"{value!r} is neither true nor false", self.words())
        return int(value)


@dataclass(frozen=True)
class Text(Type):
    only: tuple[str, ...] = ()

    def words(self) -> list[str]:
        return list(self.only) or ["text"]

    def read(self, value: Any, at: FilePlace) -> int:
        if not isinstance(value, str) or not value.strip():
            at.fail(f"{value!r} is not text")
        if letter := unprintable(value):
            at.fail(f"{letter} is not printable, and not allowed in a card's text")
        if self.only and value not in self.only:
            at.fail(f"{value!r} is not an allowed word", list(self.only))
        return 0


class Special(Type):
    """Read by the compiler, which knows the other cards."""

    def __init__(self, name: str) -> None:
        self.name = name

    def words(self) -> list[str]:
        return [self.name]


CONDITION, CONDITIONS, FILTER, MONSTER_WORD = (
    Special("condition"),
    Special("list of conditions"),
    Special("filter"),
    Special("this, one, all, {id}"),
)
TAG, TAGS, ABILITY = Special("tag"), Special("list of tags"), Special("name of an ability")
OPS_LIST, OPTION_LISTS, RESULTS = Special("ops"), Special("list of lists of ops"), Special("list of {faces, ops}")
EFFECTS, AS_MONSTER = Special("effects"), Special("as a monster")
