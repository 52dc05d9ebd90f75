"""Recorded games for the tests of pages."""

import base64
import json
import re
import zlib
from functools import cache
from itertools import islice
from typing import Any

from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.game.shown import show_data
from munchkin_env.players import agents

HOSTILE = ("</script><script>document.title='taken'</script>", "<img src=x onerror=alert(1)>", "a & b")


@cache
def bots_game(sets: tuple[str, ...] = ("deluxe",), names: tuple[str, ...] = ("greedy", "veteran", "bully"), reasons: bool = True) -> Replay:
    """A short game of bots. Do not change it: all tests share it."""
    players = [agents.load_agent(name, seed=seat) for seat, name in enumerate(("greedy", "veteran", "bully"))]
    replay = Replay(Game(3, sets, 7, win_level=4, max_rounds=3), dict(enumerate(names)))
    while not replay.game.over:
        agent = players[replay.game.seat]
        action = agents.ask(agent, replay.game)
        replay.apply(action, agents.describe_choice(agent) if reasons else "")
    return replay


def alike(whole: Replay, seat: int, first: int, most: int = 10_000) -> tuple[Replay, Replay]:
    """A part of a game, and the same actions in another one, in which another player holds another card: the seat notices no difference.

    Args:
        whole: The game.
        seat: Who cannot tell them apart.
        first: The action with which the part begins.
        most: How many actions it has at most; it ends before the seat notices something.
    """
    start = next(game.clone() for game, _ in islice(whole.steps(), first, None))
    other = start.clone()
    _exchange(other, seat)
    pair = Replay(start, whole.names), Replay(other, whole.names)
    for action in whole.actions[first : first + most]:
        ends = [one.game.clone() for one in pair]
        if not all(one.is_legal(action) for one in ends):
            break
        for end in ends:
            end.apply(action)
        if _seen(ends[0], seat) != _seen(ends[1], seat):
            break
        for one in pair:
            one.apply(action)
    return pair


def _exchange(game: Game, seat: int) -> None:
    """A card that the seat has not seen goes to the bottom of its deck, and the one there into that hand."""
    g = game.record
    for s in (g.seat[p] for p in range(game.num_players) if p != seat):
        for i in range(s.hand_n):
            card = s.hand[i]
            deck = g.doors if game._notation.deck(card) == "door" else g.treasures
            below = deck.cards[0]
            if not g.mark[card] >> seat & 1 and game.name(card) != game.name(below):
                s.hand[i], deck.cards[0] = below, card
                g.mark[below], g.mark[card] = g.mark[card], g.mark[below]
                return
    raise AssertionError("the seat has seen every card")


def _seen(game: Game, seat: int) -> object:
    return show_data(game, seat), [str(event) for event in game.events(seat)]


def unpacked(page: str) -> dict[str, Any]:
    """The recording in a page."""
    told = re.search(r'id="recording">([^<]*)</script>', page)
    assert told
    found: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(told[1], validate=True)))
    return found
