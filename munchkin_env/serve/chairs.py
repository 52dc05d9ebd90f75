"""Who sits at a table: people, each with a secret link, and players that decide by themselves."""

import base64
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from munchkin_env.core.texts import LONGEST_NAME, printable
from munchkin_env.game.options import NUM_PLAYERS
from munchkin_env.players import agents

_ME, _PERSON = "me", "person"
_TOKEN = 16  # bytes: too many to be guessed


def new_token() -> str:
    """What a link ends in: anybody who knows it may sit there."""
    return secrets.token_urlsafe(_TOKEN)


@dataclass(frozen=True)
class Chair:
    """A player of the table. Which seat they have may change from game to game."""

    spec: str
    """`me` or `person`, or the specification of an agent (docs/agents.md)."""
    name: str
    """How the others see them; "" for a person without a name."""
    token: str
    """Of a person's link; "" for an agent."""

    @property
    def person(self) -> bool:
        """Whether a person decides here."""
        return self.spec in (_ME, _PERSON)


@dataclass(frozen=True)
class TableTerms:
    """What stays the same from game to game."""

    chairs: tuple[Chair, ...]
    watch: str
    """The token of spectators."""
    sets: tuple[str, ...]
    options: dict[str, Any]
    """House rules."""
    timer: float
    """Seconds that a person has for a decision; 0: any time."""
    hints: str
    """The agent that gives hints."""

    @property
    def people(self) -> tuple[int, ...]:
        """The chairs of people."""
        return tuple(k for k, chair in enumerate(self.chairs) if chair.person)

    def replay_token(self, game: int) -> str:
        """Of the link to the replay of a finished game, which gives no right to anything else. No other token follows from it."""
        return base64.urlsafe_b64encode(hmac.digest(self.watch.encode(), b"replay %d" % game, "sha256")[:_TOKEN]).decode().rstrip("=")


def is_person(spec: str) -> bool:
    """Whether the word for a seat means a person: `me`, `person`, `me=Ann`."""
    return spec.partition("=")[0] in (_ME, _PERSON)


def chairs_for(specs: Sequence[str]) -> tuple[Chair, ...]:
    """The chairs that these words describe.

    Raises:
        OptionError: There are too few or too many.
    """
    NUM_PLAYERS.check(len(specs))
    return tuple(map(_chair, specs))


def _chair(spec: str) -> Chair:
    if is_person(spec):
        kind, _, name = spec.partition("=")
        return Chair(kind, printable(name, LONGEST_NAME), new_token())
    return Chair(spec, agents.spec_name(spec), "")
