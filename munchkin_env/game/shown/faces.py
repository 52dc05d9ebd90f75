"""What cards are, for a program that draws them."""

from collections.abc import Iterable

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import CardSet
from munchkin_env.vocabulary.words import CardKind, Slot

from .schema import CardFace


def card_faces(cards: CardSet, names: Iterable[str] | None = None) -> tuple[CardFace, ...]:
    """The faces of the cards with these names, or of all, sorted by name."""
    wanted = None if names is None else frozenset(names)
    found = {card.name: card for card in cards.cards if wanted is None or card.name in wanted}
    return tuple(_face(found[name]) for name in sorted(found))


def _face(card: CardInfo) -> CardFace:
    monster = card.data.get("as_monster", card.data)
    fights = card.kind == CardKind.MONSTER or "as_monster" in card.data
    return CardFace(
        name=card.name,
        set=card.set,
        kind=card.kind.name.lower(),
        deck=card.deck.name.lower(),
        level=monster.get("level") if fights else None,
        treasures=monster.get("treasures", 1) if fights else None,
        levels=monster.get("levels", 1) if fights else None,
        bonus=card.data.get("bonus"),
        slot=slot_word(card),
        gold=card.gold,
        big=card.big,
        tags=card.tags,
        text=describe(card),
    )


def slot_word(card: CardInfo) -> str | None:
    """Where an Item is worn."""
    return None if card.slot == Slot.NONE else card.slot.name.lower()
