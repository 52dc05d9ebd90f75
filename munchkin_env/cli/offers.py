"""Offers of help at the terminal: who would make a difference, and offers in one line."""

import re
from collections.abc import Iterator, Mapping

from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.actions import PLAYER, Verb
from munchkin_env.game.game import Game
from munchkin_env.game.notation import player_name

_ABOUT_SEAT = re.compile(r"\b(ask|with|to|from|of) (\d)\b(?! treasure)", re.IGNORECASE)


def with_seats(said: str, names: Mapping[int, str]) -> str:
    """Words in which players are called by their names, or by the number of their seat alone, as the rest of the package reads them."""
    for seat, name in sorted(names.items(), key=lambda item: -len(item[1])):
        said = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"player {seat}", said, flags=re.IGNORECASE)
    return _ABOUT_SEAT.sub(r"\1 player \2", said)


def helpers(game: Game, names: Mapping[int, str]) -> Iterator[str]:
    """Whom the deciding player may ask for help, and how the fight would stand with them."""
    if not game.is_legal(Verb.ASK.value):
        return
    for p in _askable(game):
        world = game.clone()
        world.record.combat.helper = p
        numbers = world.numbers()
        ours, theirs = numbers[look.MUNCHKINS_TOTAL], numbers[look.MONSTERS_TOTAL]
        wins = " and wins" if numbers[look.WINNING] else ""
        yield f"{names.get(p, player_name(p))} ({numbers[look.OF_PLAYER + p]}) makes {ours} against {theirs}{wins}"


def _askable(game: Game) -> list[int]:
    world = game.clone()
    world.apply(Verb.ASK.value)
    if world.decision != "OFFER_TO":  # only one player could be meant
        return [int(world.record.offer.to)]
    return [(game.seat + action - PLAYER) % game.num_players for action in world.legal() if action >= PLAYER]
