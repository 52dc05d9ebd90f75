"""Saved games: their header, which says what is needed to read them, their checksum, and the checks on reading."""

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.cards.loader import NAME_THEM, CardSet, built_in_sets, load, own_files
from munchkin_env.core.files import FileError, parse_json, short, short_list
from munchkin_env.engine.state.actions import ACTIONS_VERSION, N_ACTIONS, SEGMENTS
from munchkin_env.engine.state.records import RECORD_VERSION
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.observe import layout_hash
from munchkin_env.version import RULES_VERSION, __version__

MAGIC = b"munchkin_env game\n"
_DIGEST = 16  # bytes of the checksum at the end of a saved game
_MOST_HEADER = 1 << 16
_LONGEST_PATH = 400  # letters of a path that a message tells
_STAMPED = {
    "rules": "version of the rules",
    "actions": "table of actions",
    "layout": "layout of the game",
    "observation": "layout of the observation",
}


class LoadError(ValueError):
    """Bytes or a file that do not hold a game which this version can continue."""


@functools.cache
def stamp() -> Mapping[str, Any]:
    """What must match for a saved game or a replay to be readable."""
    table = hashlib.sha256(f"{ACTIONS_VERSION} {N_ACTIONS} {SEGMENTS}".encode()).hexdigest()[:16]
    layout = hashlib.sha256(repr((RECORD_VERSION, Record.layout)).encode()).hexdigest()[:16]
    return {"rules": RULES_VERSION, "actions": table, "layout": layout, "observation": layout_hash()}


def check_stamp(found: Mapping[str, Any], cards: CardSet, needed: Sequence[str] = ("rules", "actions", "layout")) -> None:
    """Raises LoadError if a header was written with other rules, actions or cards.

    Args:
        found: The header.
        cards: The cards that it should have.
        needed: Which parts of the stamp must be the same.
    """
    ours = stamp()
    for key in needed:
        if found.get(key) != ours[key]:
            what = _STAMPED[key]
            raise LoadError(
                f"it was written with another {what} ({short(found.get(key))}; here it is {ours[key]!r}), by munchkin_env "
                f"{short(found.get('version', '?'))}; this is {__version__}"
            )
    if found.get("cards") != cards.hash:
        raise LoadError(f"it was written with other cards: the set {', '.join(cards.sets)} has changed since, or is a different one")


_built_in = functools.cache(built_in_sets)


def places_of(sets: Sequence[str | Path]) -> tuple[str, ...]:
    """Names of built-in sets as they are, paths of files in full: they are written into saved games."""
    return tuple(str(one) if one in _built_in() else str(Path(one).resolve()) for one in sets)


def made_with(sets: Sequence[str | Path]) -> dict[str, Any]:
    """What a folder of results remembers: the cards and the versions, without which they must not be continued or mixed."""
    return {"sets": list(places_of(sets)), "cards": load(sets).hash, "made by": dict(stamp())}


def checked_seed(seed: Any) -> int:
    """The seed. Raises ValueError unless it is an integer of 63 bits."""
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and 0 <= seed < 1 << 63:
        return int(seed)
    raise ValueError(f"seed={short(seed)}: must be an integer from 0 to 2**63 - 1, or None")


def checked_bytes(data: Any) -> bytes:
    """The bytes. Raises TypeError for anything else: bytes(7), for example, would be seven zeros."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise TypeError(f"{short(data)} is not a saved game: must be bytes, as returned by to_bytes()")


def packed_game(header: Mapping[str, Any], state: bytes) -> bytes:
    """A saved game, with a checksum."""
    body = MAGIC + json.dumps(header).encode() + b"\n" + state
    return body + hashlib.sha256(body).digest()[:_DIGEST]


def opened_game(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and state of a saved game. Raises LoadError if it is damaged."""
    if not data.startswith(MAGIC):
        raise LoadError("these bytes are not a saved game of munchkin_env")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + _MOST_HEADER)
    if end < 0 or hashlib.sha256(data[:-_DIGEST]).digest()[:_DIGEST] != data[-_DIGEST:]:
        raise LoadError("the saved game is damaged: it was truncated or changed")
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
            f"its cards are in {short_list(own, _LONGEST_PATH)}, and {NAME_THEM}: sets=[…], or --set, with all its sets "
            f"({len(sets)}) in their order"
        )
