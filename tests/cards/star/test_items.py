"""Each Item of Star Munchkin: bonus, price, slot, whether it is Complex, who may wear it; then special effects of some."""

from typing import Any, NamedTuple

import pytest

from munchkin_env.game.scenario import seat
from tests.card import alike, card
from tests.goods import Goods
from tests.star import fights, star

KINDS: dict[str, dict[str, Any]] = {
    "human": {},
    "Psychic": {"classes": "Psychic"},
    "Gadgeteer": {"classes": "Gadgeteer"},
    "Trader": {"classes": "Trader"},
    "Bounty Hunter": {"classes": "Bounty Hunter"},
    "Mutant": {"races": "Mutant"},
    "Cyborg": {"races": "Cyborg", "level": 2},
    "Feline": {"races": "Feline"},
}
"""Every kind of character that an Item may be for, or not for."""

ANYBODY = set(KINDS)
HUMANS = ANYBODY - {"Mutant", "Cyborg", "Feline"}
COMPLEX, SIMPLE = True, False


class Item(NamedTuple):
    name: str
    bonus: int
    gold: int
    place: str
    complicated: bool = SIMPLE
    wearers: set[str] = ANYBODY


ITEMS = [
    Item("Laser", 2, 400, "two hands"),
    Item("Raser", 2, 500, "two hands"),
    Item("Maser", 3, 600, "two hands"),
    Item("Bobaser", 4, 800, "two hands"),
    Item("Dazer", 3, 600, "two hands"),
    Item("Shmaser", 4, 800, "two hands", COMPLEX),
    Item("Bananafanafofaser", 6, 900, "two hands", COMPLEX),
    Item("Mind Amplifier", 4, 600, "one hand", SIMPLE, {"Psychic"}),
    Item("Deely-Bobbers", 4, 600, "headgear", SIMPLE, {"Cyborg"}),
    Item("Energy Armor", 2, 400, "armor"),
    Item("Stupidity Field", 4, 600, "one hand", SIMPLE, HUMANS),
    Item("Handy Hairdo", 0, 400, "headgear"),
    Item("Electro-Suit", 3, 400, "armor", COMPLEX, {"Gadgeteer"}),
    Item("Bubble Helmet", 2, 300, "headgear"),
    Item("Neuronic Whip", 4, 500, "one hand", SIMPLE, {"Mutant"}),
    Item("Dumb Gun", 2, 300, "one hand", SIMPLE, ANYBODY - {"Psychic"}),
    Item("Photon Saber", 2, 400, "one hand", SIMPLE, HUMANS),
    Item("Magnetic Boots", 1, 300, "footgear"),
    Item("Diamondoid Teeth", 2, 400, "none"),
    Item("Vibrosword", 3, 400, "one hand"),
    Item("Battle Armor", 4, 600, "armor", COMPLEX),
    Item("Rocket Boots", 0, 400, "footgear"),
    Item("Symbiotic Partner", 3, 500, "none"),
    Item("Tail Gun", 3, 400, "none", SIMPLE, {"Feline"}),
    Item("Cellophane Armor", 1, 200, "armor"),
    Item("Handy Foot", 0, 400, "footgear"),
    Item("Low-Tech Persuader", 2, 300, "one hand"),
    Item("First Aid Kit", 1, 200, "none"),
    Item("Skip-Tracer Cuffs", 3, 400, "one hand", SIMPLE, {"Bounty Hunter"}),
    Item("Warrant Launcher", 4, 600, "two hands", SIMPLE, {"Bounty Hunter"}),
    Item("Haggler's Flak Vest", 3, 400, "armor", SIMPLE, {"Trader"}),
    Item("Price-Tag Pistol", 3, 500, "one hand", SIMPLE, {"Trader"}),
    Item("Velvet Claw Mitts", 3, 400, "none", SIMPLE, {"Feline"}),
    Item("Spare Torso Plate", 3, 500, "armor", COMPLEX, {"Cyborg"}),
    Item("Third Elbow Pad", 2, 300, "none", SIMPLE, {"Mutant"}),
    Item("Gyro Sandals", 2, 400, "footgear"),
    Item("Grip-Sole Slippers", 1, 300, "footgear"),
    Item("Overclocked Visor", 3, 500, "headgear", COMPLEX, ANYBODY - {"Feline"}),
    Item("Tinfoil Crown", 1, 300, "headgear"),
    Item("Pocket Asteroid", 3, 400, "two hands"),
    Item("Static-Cling Shield", 2, 300, "one hand"),
    Item("Remote for Everything", 3, 500, "one hand", COMPLEX),
    Item("Tractor-Beam Backpack", 3, 600, "none", COMPLEX, ANYBODY - {"Cyborg"}),
]
GOODS = Goods(
    star,
    {
        "headgear": ("Bubble Helmet", "Tinfoil Crown"),
        "armor": ("Energy Armor", "Cellophane Armor"),
        "footgear": ("Magnetic Boots", "Gyro Sandals"),
        "one hand": ("Vibrosword", "Static-Cling Shield", "Low-Tech Persuader"),
    },
    {
        1000: ("Stasis Field",),
        500: ("Mind Control Gas", "Symbiotic Partner"),
        400: ("Pocket Asteroid", "Vibrosword"),
        300: ("Static-Cling Shield", "Bubble Helmet"),
        200: ("First Aid Kit", "Cellophane Armor"),
        100: ("Nova Grenade", "Denebian Rum", "Sneeze Capsule"),
    },
)


# ------------------------------------------------------------------------------------------- what they all have


@alike("name, bonus, complicated, wearers", [(item.name, item.bonus, item.complicated, item.wearers) for item in ITEMS])
def test_its_bonus_for_whom_it_is_and_whether_it_is_complex(name: str, bonus: int, complicated: bool, wearers: set[str]) -> None:
    for kind, character in KINDS.items():
        aric = star(seat(carries=name, **character), seat())[0]
        before = aric.strength
        if kind in wearers:
            aric.equips(name)
            crowned = name == "Tinfoil Crown" and kind == "Psychic"
            assert aric.strength == before + bonus + (2 if crowned else 0), kind
        else:
            assert aric.carries == [name] and f"equip {name}" not in aric.choices, kind
    other = "Remote for Everything" if name != "Remote for Everything" else "Overclocked Visor"
    kind = min(wearers - {"Gadgeteer"}, default="")
    if kind and name not in ("Shmaser", "Bananafanafofaser"):  # these leave no hand free
        aric = star(seat(wears=other, carries=name, **KINDS[kind]), seat())[0]
        assert (f"equip {name}" in aric.choices) is (not complicated and "two hands" not in dict_of_places[name])


dict_of_places = {item.name: item.place for item in ITEMS}


@alike("name, gold", [(item.name, item.gold) for item in ITEMS])
def test_its_price(name: str, gold: int) -> None:
    assert GOODS.is_worth(name, gold)


@alike("name, place, wearers", [(item.name, item.place, item.wearers) for item in ITEMS])
def test_the_place_it_takes(name: str, place: str, wearers: set[str]) -> None:
    character = KINDS["human" if "human" in wearers else min(wearers)]
    if character.get("races") == "Mutant":  # a third hand, or another Headgear, or …: one more Item fits in whatever is free
        assert place in GOODS.place(name, character, ["Tinfoil Crown"]).split(" or ")
    else:
        assert GOODS.place(name, character) == place


# --------------------------------------------------------------------------------------------- what they do besides


@alike("name", [("Handy Hairdo",), ("Handy Foot",)])
def test_it_is_a_third_hand(name: str) -> None:
    aric = star(seat(carries=name, wears="Vibrosword, Static-Cling Shield", hand="Low-Tech Persuader"), seat())[0]
    aric.equips(name)
    aric.lays_down("Low-Tech Persuader")
    assert aric.strength == 1 + 3 + 2 + 2
    aric.turns_sideways(name)
    assert len(aric.choices) == 3, "one of the three hands is gone"


@alike("name, more", [("Rocket Boots", 2), ("Grip-Sole Slippers", 1)])
@pytest.mark.parametrize("short", [0, 1])
def test_one_runs_better(name: str, more: int, short: int) -> None:
    game = fights("Creature from the Pink Lagoon", seat(level=4, wears=name, carries="Android"), dice=[5 - more - short])
    game.skip_windows()
    game[0].rolls()
    game.skip_windows()
    assert game[0].level == (1 if short else 4)


@card("Tinfoil Crown")
def test_the_crown_is_worth_more_to_a_psychic() -> None:
    assert fights("O.G.R.E.", seat(wears="Tinfoil Crown")).strength[0] == 2
    assert fights("O.G.R.E.", seat(wears="Tinfoil Crown", classes="Psychic")).strength[0] == 1 + 1 + 2 + 2


@alike("name", [("Laser",), ("Raser",), ("Maser",), ("Bobaser",), ("Dazer",), ("Shmaser",), ("Bananafanafofaser",)])
def test_it_joins_other_lasers_and_is_fire(name: str) -> None:
    bonus = {item.name: item.bonus for item in ITEMS}
    other = "Maser" if name != "Maser" else "Dazer"
    aric = star(seat(wears=other, hand=name), seat())[0]
    aric.lays_down(name)
    assert aric.strength == 1 + bonus[name] + 3 and len(aric.wears) == 2
    assert fights("Plasmoid", seat(wears=[other, name])).strength == (1, 18)
