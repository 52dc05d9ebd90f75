"""Game.determinise for every seat at every moment: what the seat knows stays, all other cards move, or it is refused."""

import random
from collections import Counter

import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.game import Game
from tests.envs.positions import CONFIGURATIONS, dealt, positions
from tests.envs.test_honesty import dealt_anew
from tests.play import facts_of

WORLDS = 6
FEW = 8
"""With fewer cards to deal, one of them may well land in the same place every time."""
OPEN_OFFERS = (Kind.ANSWER_HELP, Kind.ANSWER_COUNTER, Kind.COUNTER_ORDER)

Place = tuple[str, int, int]


def card_at(game: Game, place: Place) -> int:
    what, at, i = place
    return int(game.record.seat[at].hand[i] if what == "hand" else game.record.stack[at].card)


def unknown(game: Game, seat: int) -> list[Place]:
    """Places of cards that the seat does not know: in hands, and on their way there."""
    g = game.record
    named = {g.deal.card if g.combat.helper >= 0 else -1, g.offer.card if not game.over and game.top.kind in OPEN_OFFERS else -1}
    found: list[Place] = [
        ("hand", p, i)
        for p in range(game.num_players)
        for i in range(g.seat[p].hand_n)
        if p != seat and g.seat[p].hand[i] not in named and not g.mark[g.seat[p].hand[i]] >> seat & 1
    ]
    found += [("frame", d, 0) for d in range(g.depth) if g.stack[d].kind == Kind.CHARITY_GIVE and g.stack[d].player != seat]
    return found


def refuses(game: Game, seat: int) -> bool:
    """Is re-dealing refused at this moment for a seat that does not decide?"""
    if dealt(game, seat, 0) is not None:
        return False
    with pytest.raises(ValueError, match="cannot be dealt again"):
        game.determinise(seat, 0)
    return True


def check(game: Game, seat: int) -> list[str]:
    """What is wrong with the worlds of that seat."""
    worlds = [game.determinise(seat, number) for number in range(WORLDS)]
    wrong = []
    if worlds[0].view(seat) != game.view(seat):
        wrong.append("what the seat sees is another")
    if not game.over and not all(world.legal() for world in worlds):
        wrong.append("nobody can do anything")
    places = unknown(game, seat)
    first = facts_of(game.sets).doors
    for door in (True, False):
        mine = [place for place in places if (card_at(game, place) < first) == door]
        if len(mine) + (game.record.doors.n if door else game.record.treasures.n) > FEW:
            stuck = [place for place in mine if len({card_at(world, place) for world in worlds}) == 1]
            wrong += [f"{place[0]} always holds {game.name(card_at(game, place))}" for place in stuck]
    return wrong


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("sets", CONFIGURATIONS, ids="+".join)
def test_what_a_seat_knows_stays_and_the_rest_is_dealt_again(sets: tuple[str, ...]) -> None:
    rng, looked, refused = random.Random(5), Counter[str](), Counter[str]()
    games = (30 if sets == ("deluxe",) else 8) if COMPILED else 1
    for game in positions(games, 900, 0.03 if COMPILED else 0.01, sets):
        for seat in range(game.num_players):
            other = dealt_anew(game, seat, rng)
            if refuses(game, seat):
                assert seat != game.seat and refuses(other, seat), game.decision
                refused[game.decision] += 1
                continue
            looked[game.decision] += 1
            assert not (wrong := check(game, seat)), f"seat {seat} at {game.decision} of {game.seat}: {wrong}"
            assert game.determinise(seat, 5).state() == other.determinise(seat, 5).state(), "it depends on how the cards lie in truth"
    assert len(looked) > 8 and refused, (looked, refused)
