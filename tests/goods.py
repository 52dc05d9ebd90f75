"""Tests for every Item of a set: its slot and its price. Each set defines what can be put beside an Item."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from munchkin_env.game.scenario import Seat, Table, table

PLACES = ("headgear", "armor", "footgear")


@dataclass(frozen=True)
class Goods:
    """The goods of one set of cards."""

    table: Callable[..., Table]
    outfit: Mapping[str, Sequence[str]]
    """By slot, Items that anybody may wear: one more than there is room for."""
    money: Mapping[int, Sequence[str]]
    """By price, cards that are not Big and have one copy or as many copies as entries: they make any sum up to a thousand."""

    def worn(self, name: str, hands: int = 2, without: str = "") -> list[str]:
        """All slots filled by other Items, except one, and only that many hands full."""
        found = []
        for place, names in self.outfit.items():
            most = hands if place == "one hand" else 1
            found += [other for other in names if other != name and place != without][:most]
        return found

    def place(self, name: str, character: Mapping[str, Any], beside: Sequence[str] = ()) -> str:
        """Where the player wears it, found by trying. beside: what else they wear."""
        carried = [*([character["carries"]] if "carries" in character else []), name]

        def fits(worn: Sequence[str]) -> bool:
            aric = self.table(Seat(**{**character, "carries": carried, "wears": [*worn, *beside]}), Seat())[0]
            return f"equip {name}" in aric.choices or f"use {name}" in aric.choices

        if fits(self.worn(name)):
            return "none"
        free = [place for place in PLACES if fits(self.worn(name, without=place))]
        free += ["one hand"] if fits(self.worn(name, hands=1)) else ["two hands"] if fits(self.worn(name, hands=0)) else []
        return " or ".join(free) or "nowhere"

    def worth(self, gold: int, beside: str) -> list[str]:
        """Cards worth that much together, without that one."""
        cards = [(value, name) for value, names in self.money.items() for name in names if name != beside]
        for n in range(len(cards) + 1):
            for some in combinations(cards, n):
                if sum(value for value, _ in some) == gold:
                    return [name for _, name in some]
        raise AssertionError(f"there is nothing to make up {gold} beside {beside}")

    def is_worth(self, name: str, gold: int) -> bool:
        """Together with cards worth the rest it makes full thousands; with a hundred less it does not."""
        full = 1 + (gold - 1) // 1000 if gold else 1  # thousands
        aric = self.table(Seat(carries=[name, *self.worth(1000 * full - gold, name)]), Seat())[0]
        aric.sells(*aric.carries)
        enough = aric.level == 1 + full and aric.table == []
        less = 1000 * full - gold - 100
        levels = full - 1 if less >= 0 else full
        aric = self.table(Seat(carries=[name, *self.worth(less % 1000, name)]), Seat())[0]
        if levels == 0:
            return enough and not aric.may("sell items")
        aric.sells(*aric.carries)
        return enough and aric.level == 1 + levels


DELUXE = Goods(
    table,
    {
        "headgear": ("Helm of Courage", "Horny Helmet"),
        "armor": ("Slimy Armor", "Leather Armor"),
        "footgear": ("Boots of Butt-Kicking", "Sandals of Protection"),
        "one hand": ("Buckler of Swashing", "Sneaky Bastard Sword", "Rat on a Stick"),
    },
    {
        400: ("Flaming Armor", "Buckler of Swashing", "Sneaky Bastard Sword"),
        200: ("Leather Armor", "Slimy Armor", "Helm of Courage"),
        100: ("Sleep Potion", "Cotion of Ponfusion", "Flask of Glue"),
    },
)
