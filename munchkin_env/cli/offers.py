"""Offers of help at the terminal: who would make a difference, and offers in one line."""

import re
from collections.abc import Iterator, Mapping

from munchkin_env.engine.boundary import look
from munchkin_env.game.game import Game
from munchkin_env.game.notation import player_name
from munchkin_env.serve.dialogs import options_of

_ABOUT_SEAT = re.compile(r"\b(ask|with|to|from|of) (\d)\b(?! treasure)", re.IGNORECASE)


def with_seats(said: str, names: Mapping[int, str]) -> str:
    """Words in which players are called by their names, or by the number of their seat alone, as the rest of the package reads them."""
    for seat, name in sorted(names.items(), key=lambda item: -len(item[1])):
        said = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"player {seat}", said, flags=re.IGNORECASE)
    return _ABOUT_SEAT.sub(r"\1 player \2", said)


def helpers(game: Game, names: Mapping[int, str]) -> Iterator[str]:
    """Whom the deciding player may ask for help, and how the fight would stand with them."""
    strengths = game.numbers()[look.OF_PLAYER :]
    for one in options_of(game, "offer").get("to", ()):
        p, (ours, theirs) = one["seat"], one["total"]
        yield f"{names.get(p, player_name(p))} ({strengths[p]}) makes {ours} against {theirs}{' and wins' if one['wins'] else ''}"
