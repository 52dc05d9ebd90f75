"""Events, actions and answers as one player is told of them: in the second person, with names, without repetitions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from munchkin_env.game.notation import with_names
from munchkin_env.game.views import Event


def told(events: Iterable[Event], me: int, names: Mapping[int, str] | None = None) -> Iterator[str]:
    """The events as the player sees them. (Whose turn it is, the position says.)"""
    for event in events:
        if event.what != "TURN":
            yield with_names(to_person(str(event), me), names or {})


def repeated(lines: Iterable[str]) -> Iterator[str]:
    """Repeated lines once, with their count."""
    for said, same in groupby(lines):
        times = len(list(same))
        yield f"{said} (x{times})" if times > 1 else said


def to_person(sentence: str, me: int) -> str:
    """ "Player 0 draws a card" said to player 0: "You draw a card"."""
    begins = re.match(rf"Player {me}\b(:?) (\S+)", sentence)
    if begins and not begins[1]:
        verb = {"is": "are", "has": "have"}.get(begins[2], begins[2].removesuffix("s"))
        sentence = f"You {verb}{sentence[begins.end() :]}"
    sentence = re.sub(rf"\bplayer {me}'s\b", "your", sentence)
    return re.sub(rf"\bplayer {me}\b", "you", re.sub(rf"^Player {me}\b", "You", sentence))


def matching(answer: str, choices: Iterable[str]) -> list[str]:
    """The choices that the answer may mean: the exact text, texts that start with it, or texts that contain all its words."""
    wanted = answer.lower()
    names = list(dict.fromkeys(choices))
    same = [one for one in names if one.lower() == wanted]
    begun = [one for one in names if one.lower().startswith(wanted)]
    return same or begun or [one for one in names if all(word in one.lower() for word in wanted.split())]


class Numbered(NamedTuple):
    """A choice and its number."""

    number: int
    text: str


def by_verb(choices: Sequence[Numbered]) -> dict[str, list[Numbered]]:
    """Choices that begin with the same word, without it."""
    found: dict[str, list[Numbered]] = {}
    for one in choices:
        verb, _, rest = one.text.partition(" ")
        found.setdefault(verb, []).append(Numbered(one.number, rest))
    return found
