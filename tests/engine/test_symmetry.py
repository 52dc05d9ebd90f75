"""No seat is special, and no place in a hand or on a table: a rotated position is played the same, side by side."""

import random
from dataclasses import replace

import pytest

from munchkin_env.engine.state.records import Stream
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Seat, Table, table
from munchkin_env.game.scenario.setting import SEXES
from munchkin_env.vocabulary.words import CardKind
from tests.play import EACH_AND_ALL

GAMES, STEPS = 12, 120
LAID_DOWN = {CardKind.ITEM: 4, CardKind.STEED: 1, CardKind.COMPANION: 1}


def seats(sets: tuple[str, ...], rng: random.Random, n: int) -> list[Seat]:
    """Full hands, some Items, a Class and a Race for some, at any Level."""
    game = Game(2, sets, 0)
    cards = [(game.name(card), game._notation.info(card)) for card in range(int(game.cards.tables[0]["cards"]))]
    rng.shuffle(cards)

    def take(most: int, *kinds: CardKind) -> list[str]:
        small = kinds == (CardKind.ITEM,)  # nobody may carry several Big Items
        found = [one for one in cards if one[1].kind in kinds and not (small and one[1].data.get("big"))]
        found = found[: rng.randint(0, most)]
        for one in found:
            cards.remove(one)
        return [name for name, _ in found]

    made = []
    for _ in range(n):
        carries = [name for kind, most in LAID_DOWN.items() for name in take(most, kind)]
        hand = take(9, *(kind for kind in CardKind if kind != CardKind.HOUSE))
        classes, races = take(1, CardKind.CLASS), take(1, CardKind.RACE)
        made.append(Seat(rng.randint(1, 9), rng.choice(list(SEXES)), classes, races, carries=carries, hand=hand))
    return made


def same_decks(one: Table, other: Table) -> None:
    """Equal cards in the same places (of several copies any)."""
    for pile, its in (("doors", "doors"), ("treasures", "treasures")):
        mine, theirs = getattr(one.game.record, pile), getattr(other.game.record, its)
        copies: dict[str, list[int]] = {}
        for i in range(theirs.n):
            copies.setdefault(other.game.name(int(theirs.cards[i])), []).append(int(theirs.cards[i]))
        for i in range(mine.n):
            theirs.cards[i] = copies[one.game.name(int(mine.cards[i]))].pop()


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="-".join)
def test_everybody_moved_some_seats_on_plays_the_same(sets: tuple[str, ...]) -> None:
    compared = 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        n = rng.randint(2, 5)
        players, by, dice = seats(sets, rng, n), rng.randint(1, n - 1), [rng.randint(1, 6) for _ in range(12)]
        one = table(*players, sets=sets, seed=seed, dice=dice)
        other = table(*players[-by:], *players[:-by], turn_of=by, sets=sets, seed=seed, dice=dice)
        same_decks(one, other)
        for _ in range(STEPS):
            assert {(p + by) % n for p in one.game.winners} == set(other.game.winners)
            assert one.over == other.over
            if one.over or (one.decision == other.decision == "LOOT_BODY" and len(set(one.levels)) < n):
                break  # tied players loot in a random order (DEATH-05), which is not the same for both
            assert (one.decision, (one.game.seat + by) % n) == (other.decision, other.game.seat)
            assert list(one.game.legal()) == list(other.game.legal())
            assert one.levels == other.levels[by:] + other.levels[:by]
            action = rng.choice([int(a) for a in one.game.legal()])
            one.apply(action)
            other.apply(action)
            compared += 1
    assert compared > GAMES * STEPS / 3


def shuffled(one: Seat, rng: random.Random) -> Seat:
    return replace(one, carries=rng.sample(one.carries, len(one.carries)), hand=rng.sample(one.hand, len(one.hand)))


def said(game: Table) -> tuple[str, int, list[str], tuple[int, ...], tuple[int, int]]:
    strength = game.strength if game.fighting else (0, 0)
    return game.decision, game.game.seat, sorted(game.legal_texts), game.levels, strength


def drawn_blind(game: Table) -> list[int]:
    """What blind takes and ties are drawn from: once it is used, the two games diverge."""
    state = game.game.record.rng[Stream.TABLE]
    return [int(state[i]) for i in range(4)]


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="-".join)
def test_hands_and_tables_in_another_order_play_the_same(sets: tuple[str, ...]) -> None:
    compared = 0
    for seed in range(GAMES):
        rng = random.Random(seed)
        n = rng.randint(2, 5)
        players, dice = seats(sets, rng, n), [rng.randint(1, 6) for _ in range(12)]
        one = table(*players, sets=sets, seed=seed, dice=dice)
        other = table(*(shuffled(player, rng) for player in players), sets=sets, seed=seed, dice=dice)
        same_decks(one, other)
        untouched = drawn_blind(one)
        for _ in range(STEPS):
            if one.over or drawn_blind(one) != untouched or any(text.endswith("(2)") for text in one.legal_texts):
                break  # equal cards are numbered by position
            assert said(one) == said(other)
            action = rng.choice(sorted(one.legal_texts))
            one.apply(action)
            other.apply(action)
            compared += 1
    assert compared > GAMES * STEPS / 10
