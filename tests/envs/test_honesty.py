"""No information leaks: re-dealing what a seat cannot know leaves everything it is shown bit-identical."""

import functools
import json
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from munchkin_env.adapters.recall import Recall
from munchkin_env.core.mode import COMPILED
from munchkin_env.envs.aec import raw_env
from munchkin_env.game.game import Game
from munchkin_env.game.render import render
from munchkin_env.game.shown import show_data, to_plain
from munchkin_env.text.prompting import PromptSettings, prompt
from tests.envs.positions import CONFIGURATIONS, dealt, positions, refresh
from tests.facts import Position
from tests.play import facts_of
from tests.properties.hidden import deal_anew

GAMES = int(os.environ.get("HONESTY_GAMES", 0))  # per configuration; `make fuzz` checks many more


def vector(game: Game, seat: int) -> object:
    return game.observe(seat).tobytes()


def compact(game: Game, seat: int) -> object:
    ids, numbers = game.observe_compact(seat)
    return ids.tobytes(), numbers.tobytes()


def view(game: Game, seat: int) -> object:
    return json.dumps(game.view(seat), sort_keys=True, default=str)


def data(game: Game, seat: int) -> object:
    return json.dumps(to_plain(show_data(game, seat)))


def text(game: Game, seat: int) -> object:
    return render(game, seat)


def prompts(game: Game, seat: int) -> object:
    """What a language model is told."""
    return prompt(game, seat), prompt(game, seat, settings=PromptSettings(cards="all"))


def knowledge(game: Game, seat: int) -> object:
    """The information state of OpenSpiel."""
    return Recall(game).key(seat)


def table_talk(game: Game, _: int) -> object:
    """What a spectator sees."""
    return render(game), json.dumps(game.view(None), default=str), json.dumps(to_plain(show_data(game)))


@functools.cache
def environment(players: int, sets: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> raw_env:
    return raw_env(num_players=players, sets=sets, **dict(options))


def agent(game: Game, seat: int) -> object:
    """What PettingZoo's environment returns for that agent, no matter which seat decides."""
    if game.over:
        return b""
    env = environment(game.num_players, game.sets, tuple(game.options.items()))
    env.reset(options={"game": game})
    seen, name = env.observe(f"player_{seat}"), f"player_{seat}"
    others_mask = b"" if seat == game.seat else seen["action_mask"].tobytes()
    assert not any(others_mask), "a mask for one who does not decide"
    return seen["observation"].tobytes(), seen["action_mask"].tobytes(), env.infos[name]["action_mask"].tobytes(), env.rewards[name]


def mask(game: Game, seat: int) -> object:
    return game.mask().tobytes() if seat == game.seat else b""


def imagination(game: Game, seat: int) -> object:
    """The whole world, byte for byte: any trace of the real hidden cards could be used by someone who knows the seed. None: refused."""
    world = dealt(game, seat, 5)
    return world.state() if world else None


FACES: dict[str, Callable[[Game, int], object]] = {
    "observation": vector,
    "compact form": compact,
    "view": view,
    "view as data": data,
    "mask": mask,
    "picture": text,
    "prompts": prompts,
    "what all see": table_talk,
    "agent": agent,
    "imagined world": imagination,
    "knowledge": knowledge,
}
"""Everything a seat is shown."""


def dealt_anew(game: Game, seat: int, rng: random.Random) -> Game:
    """Uses its own code (tests/properties/hidden.py) instead of the engine's, and other random streams."""
    made = game.clone()
    array = deal_anew(Position(facts_of(game.sets), game._array), seat, True, rng)
    made._array.view(np.uint8)[:] = array.view(np.uint8)
    for stream in range(len(made.record.rng)):
        made.record.rng[stream][0] ^= rng.getrandbits(30)
    return refresh(made)


def leaks(game: Game, seat: int, rng: random.Random, faces: dict[str, Callable[[Game, int], object]]) -> list[str]:
    other, again = dealt_anew(game, seat, rng), dealt(game, seat, rng.getrandbits(40))
    return [name for name, show in faces.items() if len({show(one, seat) for one in (game, other, again or game)}) != 1]


def games_of(sets: tuple[str, ...]) -> int:
    """The other sets add no new interfaces: a few games each in CI."""
    compiled, twin = (40, 3) if sets == ("deluxe",) else (8, 1)
    return GAMES or (compiled if COMPILED else twin)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("sets", CONFIGURATIONS, ids="+".join)
def test_a_seat_is_shown_nothing_that_it_cannot_know(sets: tuple[str, ...]) -> None:
    rng = random.Random(3)
    looked: Counter[str] = Counter()
    found: Counter[str] = Counter()
    games = games_of(sets)
    for game in positions(games, 500, 0.03 if COMPILED else 0.005, sets):
        looked[game.decision] += 1
        for seat in range(game.num_players):
            for name in leaks(game, seat, rng, FACES):
                found[f"{name} at {game.decision}{' of the decider' if seat == game.seat else ''}"] += 1
    assert not found, "\n".join(f"{n}x {what}" for what, n in found.most_common())
    assert len(looked) >= (30 if games >= 40 else 15), looked


def peeks(game: Game, seat: int) -> object:
    """A leaking interface: what the next player holds."""
    other = game.record.seat[(seat + 1) % game.num_players]
    return tuple(other.hand[i] for i in range(other.hand_n))


def peeks_at_the_deck(game: Game, _: int) -> object:
    return game.record.doors.cards[game.record.doors.n - 1]


def peeks_at_chance(game: Game, _: int) -> object:
    return game.record.rng[2][0]


@pytest.mark.parametrize("leak", [peeks, peeks_at_the_deck, peeks_at_chance])
def test_a_leak_is_found(leak: Callable[[Game, int], object]) -> None:
    """The check above can fail."""
    rng = random.Random(4)
    assert any(leaks(game, 0, rng, {"leak": leak}) for game in positions(1, 77, 0.05))


def test_the_hidden_cards_are_really_dealt_again() -> None:
    game = Game(4, seed=9, sex_mode="fixed")
    other = dealt_anew(game, 0, random.Random(1))
    assert view(other, 1) != view(game, 1) and view(other, 0) == view(game, 0)
