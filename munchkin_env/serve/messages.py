"""What a page may send: one JSON object each, of one of these forms. Anything else is refused before it reaches a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from munchkin_env.core.files import FileError, conform, parse_json, short

LONGEST_MESSAGE = 8192
"""Bytes."""
_DEPTH = 4


class MessageError(ValueError):
    """A message that is none."""


@dataclass(frozen=True)
class Hello:
    """The first message."""

    token: str


@dataclass(frozen=True)
class Act:
    """An action, at the decision with that number."""

    asked: int
    action: int


@dataclass(frozen=True)
class ActWhole:
    """A whole offer, counter-offer, trade or sale: `{"offer": {…}}` as in docs/text.md."""

    asked: int
    plan: dict[str, Any]


@dataclass(frozen=True)
class PassOn:
    """Keep passing until something concerns me."""

    asked: int


@dataclass(frozen=True)
class AskHint:
    """What would a bot do?"""

    asked: int


@dataclass(frozen=True)
class AskOptions:
    """What may the dialog `offer`, `trade` or `sell` hold?"""

    asked: int
    what: str


@dataclass(frozen=True)
class AskRules:
    """The rules in brief."""


@dataclass(frozen=True)
class Undo:
    """Take back my last decision."""


@dataclass(frozen=True)
class Again:
    """A new game."""

    same: bool
    shift: int


@dataclass(frozen=True)
class SetAsks:
    """What I want to be asked."""

    asks: str


@dataclass(frozen=True)
class SetPace:
    """Seconds between what others do."""

    seconds: float


Told = Hello | Act | ActWhole | PassOn | AskHint | AskOptions | AskRules | Undo | Again | SetAsks | SetPace
FORMS: Mapping[str, type[Any]] = {
    "hello": Hello,
    "act": Act,
    "plan": ActWhole,
    "pass on": PassOn,
    "hint": AskHint,
    "options": AskOptions,
    "rules": AskRules,
    "undo": Undo,
    "again": Again,
    "asks": SetAsks,
    "pace": SetPace,
}


def parsed(text: str) -> Told:
    """The message.

    Raises:
        MessageError: It is too long, not JSON, or has another form.
    """
    if len(text) > LONGEST_MESSAGE:
        raise MessageError(f"a message of {len(text)} letters: must be at most {LONGEST_MESSAGE}")
    try:
        found = parse_json(text, "the message", depth=_DEPTH)
        if not isinstance(found, dict) or not isinstance(found.get("type"), str) or found["type"] not in FORMS:
            raise MessageError(f"the message must be an object with a type: {', '.join(FORMS)}")
        told: Told = conform({key: value for key, value in found.items() if key != "type"}, FORMS[found["type"]], "the message")
    except FileError as error:
        raise MessageError(short(error, 200)) from error
    return told
