"""Properties 13 and 14: re-dealing what a player cannot know changes nothing in what they may do."""

import random

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import open_records
from munchkin_env.engine.boundary.playouts import legal_at
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import KNOWN
from tests.facts import NOBODY, Position, empty_mask
from tests.properties.step import Step, costly, require


@costly(13)
def hidden_cards_change_nothing(step: Step) -> None:
    """Re-dealing what the deciding player cannot see leaves the mask unchanged. (Observations have their own tests.)"""
    _mask_after_new_deal(step, known_stay=True)


@costly(14)
def masks_leak_nothing(step: Step) -> None:
    """The same for cards in other hands that the player has seen: nothing in another hand determines what they may do."""
    _mask_after_new_deal(step, known_stay=False)


def _mask_after_new_deal(step: Step, known_stay: bool) -> None:
    after = step.after
    if after.over:
        return
    array = deal_anew(after, after.actor, known_stay, random.Random(after.g.decisions))
    mask = empty_mask()
    legal_at(open_records(after.facts.cards.tables), open_records(array), 0, mask)
    different = np.flatnonzero(mask != step.mask).tolist()
    require(not different, f"at {Kind(after.kind).name} the actions {different} of player {after.actor} depend on what they cannot see")


def deal_anew(position: Position, seat: int, known_stay: bool, rng: random.Random) -> npt.NDArray[np.void]:
    """The position with all cards hidden from the seat dealt again; backs are public, promised cards are named."""
    named = {position.g.deal.card} if position.helper != NOBODY else set()
    named |= {position.g.offer.card} if any(Kind.OFFER_TO <= kind <= Kind.ANSWER_COUNTER for kind in position.kinds) else set()
    after = Position(position.facts, position.array)
    places: list[tuple[int, int]] = [(-1 - deck, i) for deck in (0, 1) for i in range(len(after.piles[deck]))]
    for p in after.players:
        for i, card in enumerate(after.hand[p]):
            if p != seat and card not in named and not (known_stay and after.mark[card] & KNOWN & (1 << seat)):
                places.append((p, i))
    g = after.g
    for door in (True, False):
        mine = [at for at in places if (_card_at(after, at) < after.facts.doors) == door]
        cards = [_card_at(after, at) for at in mine]
        marks = [after.mark[card] for card in cards]
        rng.shuffle(cards)
        for at, card, mark in zip(mine, cards, marks, strict=True):
            g.mark[card] = mark
            if at[0] < 0:
                (g.doors, g.treasures)[-1 - at[0]].cards[at[1]] = card
            else:
                g.seat[at[0]].hand[at[1]] = card
    return after.array


def _card_at(position: Position, at: tuple[int, int]) -> int:
    return position.piles[-1 - at[0]][at[1]] if at[0] < 0 else position.hand[at[0]][at[1]]
