"""Corrections of a set's numbers by owners of the box: a file that names cards and their printed values (docs/adding_cards.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from .check import only_keys
from .values import FilePlace

_HEADER = ("corrects", "format", "cards")
FIXED = ("id", "deck", "kind")
"""What identifies a card: to change it, write a set of your own."""


def is_correction(content: Any) -> bool:
    return isinstance(content, dict) and "corrects" in content


def check_correction(content: Mapping[str, Any], formats: Sequence[int], at: FilePlace) -> None:
    """Check the form of the file; whether its cards exist and its values fit is checked against the set."""
    only_keys(content, _HEADER, at, needed=_HEADER)
    if content["format"] not in formats:
        at.at("format").fail(f"{content['format']!r} is not a format that this version can read", list(formats))
    if not isinstance(content["corrects"], str):
        at.at("corrects").fail(f"{content['corrects']!r} is not the name of a set")
    if not isinstance(content["cards"], dict) or not content["cards"]:
        at.at("cards").fail("a correction needs cards by id", '{"vibrosword": {"bonus": 4, "gold": 600}}')
    for card_id, values in content["cards"].items():
        if values is None:
            continue
        if not isinstance(values, dict) or not values:
            FilePlace(at.file, str(card_id)).fail(f"{values!r} changes nothing on the card", '{"bonus": 4, "gold": 600}')
        for key in values:
            if key in FIXED:
                FilePlace(at.file, str(card_id)).at(key).fail(f"{key} cannot be corrected: it identifies the card")


def corrected(entries: Sequence[Any], correction: Mapping[str, Any], at: FilePlace) -> tuple[list[Any], dict[str, FilePlace]]:
    """The entries of the set with these values; and by id of a corrected card, where to look for an error in it.

    null removes a key, or the card. A corrected card counts as `sourced`, unless the correction says otherwise.
    """
    known = [str(entry.get("id")) for entry in entries if isinstance(entry, dict)]
    places: dict[str, FilePlace] = {}
    for card_id in correction["cards"]:
        places[card_id] = FilePlace(at.file, card_id)
        if card_id not in known:
            near = [one for one in known if card_id[:4] in one] or known
            places[card_id].fail(f"{card_id!r} is not the id of a card of {correction['corrects']}", near[:12])
    made = [_with(entry, correction["cards"]) for entry in entries]
    return [entry for entry in made if entry is not None], places


def _with(entry: Any, values: Mapping[str, Any]) -> Any:
    if not isinstance(entry, dict) or entry.get("id") not in values:
        return entry
    mine = values[entry["id"]]
    if mine is None:
        return None
    return {key: value for key, value in (entry | {"numbers_from": "sourced"} | mine).items() if value is not None}
