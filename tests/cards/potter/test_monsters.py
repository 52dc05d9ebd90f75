"""Every monster: its numbers, against whom it is stronger or weaker, whom it pursues, how to outrun it, its effects in the fight."""

import pytest

from munchkin_env.game.scenario import Seat
from tests.card import alike, card
from tests.flight import flee
from tests.potter import seat, table
from tests.rule import rule

SPOILS = "Dress Robes, Crystal Ball, Lucky Sock, Mud-Proof Boots, Fur-Lined Hood"
PRINTED = [
    ("Cornish Pixie", 1, 1, 1, ""),
    ("Biting Teacup", 1, 1, 1, ""),
    ("Squeaking Inkwell", 1, 1, 1, ""),
    ("Garden Pest", 1, 1, 1, ""),
    ("Crabbe", 2, 1, 1, ""),
    ("Argus Filch", 2, 1, 1, ""),
    ("Corridor Prankster", 2, 1, 1, ""),
    ("Moth-Eaten Armour", 2, 1, 1, ""),
    ("Nosy Portrait", 2, 1, 1, ""),
    ("Boggart", 4, 1, 1, ""),
    ("Cellar Crawler", 4, 1, 1, ""),
    ("Prize Toad", 4, 1, 1, ""),
    ("Rival Broom Team", 4, 1, 1, ""),
    ("Centaur", 6, 2, 1, ""),
    ("Bog Lurker", 6, 2, 1, ""),
    ("Staircase Trickster", 6, 2, 1, ""),
    ("Jealous Duellist", 6, 2, 1, ""),
    ("Dolores Umbridge", 8, 2, 1, ""),
    ("Death Eaters", 8, 2, 1, "death eater"),
    ("Forest Spider Brood", 8, 2, 1, ""),
    ("Hooded Recruit", 8, 2, 1, "death eater"),
    ("Peter Pettigrew", 10, 3, 1, "death eater"),
    ("Vault Guardian", 10, 3, 1, ""),
    ("Mountain Ogre", 10, 3, 1, ""),
    ("Masked Torturer", 10, 3, 1, "death eater"),
    ("Dementor", 12, 3, 1, ""),
    ("Common Welsh Green", 12, 3, 1, "dragon"),
    ("Barty Crouch, Jr.", 12, 3, 1, "death eater"),
    ("Lake Serpent", 12, 3, 1, ""),
    ("Aragog", 14, 4, 1, ""),
    ("Chinese Fireball", 14, 4, 1, "dragon"),
    ("Marshback Dragon", 14, 4, 1, "dragon"),
    ("Bellatrix Lestrange", 16, 4, 2, "death eater"),
    ("Slatehorn Dragon", 16, 4, 2, "dragon"),
    ("Basilisk", 18, 5, 2, ""),
    ("Black-Robed Commander", 18, 5, 2, "death eater"),
    ("Nameless Tyrant", 20, 5, 2, "death eater"),
]
LEVEL = {name: level for name, level, *_ in PRINTED}


@alike("monster, level, treasures, levels, tag", PRINTED)
def test_level_treasures_levels_and_tag(monster: str, level: int, treasures: int, levels: int, tag: str) -> None:
    eater = "Peter Pettigrew" if monster != "Peter Pettigrew" else "Hooded Recruit"
    dragon = "Common Welsh Green" if monster != "Common Welsh Green" else "Chinese Fireball"
    shots = ["Felix Felicis", "Bottled Thunder", "Exploding Sweet"]
    game = table(
        seat(level=14, sex="female", hand=shots), seat(hand=[eater]), seat(hand=[dragon]), doors=[monster], treasures=SPOILS, win_level=20
    )
    aric, suzan, bob = game
    aric.kicks_open_the_door()
    assert game.monsters == [monster]
    assert game.strength == (14, level) and game.treasures_at_stake == treasures
    for one in shots:
        aric.plays(one, on="munchkins")
    assert game.waits_for(suzan) is (tag == "death eater") and game.waits_for(bob) is (tag == "dragon"), "who could send in another one"
    game.skip_windows()
    assert aric.level == 14 + levels and aric.hand == SPOILS.split(", ")[:treasures] and game.doors_discarded == [monster]


# ------------------------------------------------------------------------------------------ stronger against some

WHO = {
    "Ravenclaw": {"house": "Ravenclaw"},
    "Gryffindor": {"house": "Gryffindor"},
    "Slytherin": {"house": "Slytherin"},
    "Hufflepuff": {"house": "Hufflepuff"},
    "Prefect": {"roles": "Prefect"},
    "Quidditch Captain": {"roles": "Quidditch Captain"},
    "Head Boy/Girl": {"roles": "Head Boy/Girl"},
    "Inquisitorial Squad": {"roles": "Inquisitorial Squad"},
    "Divination": {"studies": "Divination"},
    "Care of Magical Creatures": {"studies": "Care of Magical Creatures"},
    "an Ally": {"carries": "Hedge Healer"},
    "male": {"sex": "male"},
}
CHANGES: dict[str, dict[str, int]] = {
    "Squeaking Inkwell": {"Ravenclaw": 2},
    "Crabbe": {"Gryffindor": 2},
    "Argus Filch": {"Inquisitorial Squad": -2},
    "Moth-Eaten Armour": {"Prefect": 2},
    "Boggart": {"an Ally": 2},
    "Prize Toad": {"Care of Magical Creatures": -3},
    "Rival Broom Team": {"Quidditch Captain": 3},
    "Centaur": {"Divination": -2},
    "Staircase Trickster": {"Head Boy/Girl": 3},
    "Jealous Duellist": {"Slytherin": 3, "male": 2},
    "Dolores Umbridge": {"Quidditch Captain": 3},
    "Common Welsh Green": {"Care of Magical Creatures": -3},
    "Barty Crouch, Jr.": {"Prefect": 3},
    "Bellatrix Lestrange": {"Gryffindor": 3},
}


def person(who: str, hand: str = "Half-Asleep") -> Seat:
    return seat(**{"level": 2, "sex": "female", "hand": hand, **WHO[who]})  # type: ignore[arg-type]


def change(monster: str, main: Seat, helper: Seat | None = None) -> int:
    """How far is it above its Level?"""
    game = table(main, helper or seat(sex="female"), seat(hand="Cornered"), doors=[monster], ask_only_when_losing=False)
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    if helper is not None:
        aric.asks(suzan)
        suzan.accepts()
    return game.strength[1] - LEVEL[monster]


@alike("monster", [(name,) for name in LEVEL])
def test_against_whom_it_is_stronger_or_weaker(monster: str) -> None:
    for who in WHO:
        assert change(monster, person(who)) == CHANGES.get(monster, {}).get(who, 0), who


@rule("HELP-14", "HELP-15")
@alike("monster, who", [(monster, who) for monster, changes in CHANGES.items() for who in changes])
def test_also_if_it_is_the_helper_and_once(monster: str, who: str) -> None:
    expected = CHANGES[monster][who]
    assert change(monster, seat(sex="female", hand="Well Rehearsed"), person(who)) == expected
    if who not in ("Divination", "Care of Magical Creatures"):  # there is only one card of each
        other = seat(carries="Messenger Owl", sex="female") if who == "an Ally" else person(who, hand="")
        assert change(monster, person(who), other) == expected


@rule("DUAL-01")
@alike("monster, role", [(m, w) for m, changes in CHANGES.items() for w, n in changes.items() if "roles" in WHO[w] and n > 0])
def test_a_lone_role_under_dual_role_does_not_make_it_stronger(monster: str, role: str) -> None:
    assert change(monster, seat(sex="female", roles=role, duals="Dual Role")) == 0
    other = "Prefect" if role != "Prefect" else "Quidditch Captain"
    assert change(monster, seat(sex="female", roles=[role, other], duals="Dual Role")) >= CHANGES[monster][role]


# ------------------------------------------------------------------------------------------------ running away

OUTRUN = {
    "Cornish Pixie": -1,
    "Garden Pest": 1,
    "Rival Broom Team": -1,
    "Forest Spider Brood": -1,
    "Mountain Ogre": 1,
    "Chinese Fireball": -1,
}
PURSUES_ABOVE = {
    "Vault Guardian": 2,
    "Mountain Ogre": 3,
    "Dementor": 2,
    "Lake Serpent": 3,
    "Aragog": 4,
    "Bellatrix Lestrange": 3,
    "Slatehorn Dragon": 4,
    "Basilisk": 4,
    "Black-Robed Commander": 5,
    "Nameless Tyrant": 5,
}
SURE = ("Black-Robed Commander", "Nameless Tyrant")  # nobody outruns them


def lost(monster: str, level: int, die: int) -> list[str]:
    game = table(seat(level=level, sex="female"), seat(hand="Twice the Size"), doors=[monster], dice=[die, 1, 1])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not game.waits_for(suzan):
        game.apply("pass")
    suzan.plays("Twice the Size")
    flee(game)
    if aric.may("be caught"):
        aric.does("be caught")
    return game.happened


@alike("monster", [(name,) for name in LEVEL if name not in SURE])
def test_which_die_escapes_it(monster: str) -> None:
    level = PURSUES_ABOVE.get(monster, 0) + 1
    for die in range(1, 7):
        happened = lost(monster, level, die)
        assert "ROLLS" in happened and ("ESCAPES" in happened) is (die + OUTRUN.get(monster, 0) >= 5), die


@alike("monster, most", list(PURSUES_ABOVE.items()))
def test_it_does_not_pursue_the_low(monster: str, most: int) -> None:
    for level in (1, most):
        happened = lost(monster, level, 1)
        assert "ESCAPES" in happened and "ROLLS" not in happened
    assert "CAUGHT" in lost(monster, most + 1, 1)


@alike("monster", [(name,) for name in SURE])
def test_nobody_rolls_to_escape_it(monster: str) -> None:
    happened = lost(monster, 6, 6)
    assert "ROLLS" not in happened and "CAUGHT" in happened and "DIES" in happened


# --------------------------------------------------------------------------------------------------- in the fight


@card("Masked Torturer")
def test_nobody_can_be_helped_against_the_masked_torturer() -> None:
    game = table(seat(level=2, hand="Half-Asleep"), seat(level=9), doors=["Masked Torturer"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("ask for help")


@card("Masked Torturer")
def test_a_helper_has_to_go_when_they_join() -> None:
    game = table(seat(level=2, hand="Wandering Monster, Masked Torturer"), seat(level=9, hand="Cornered"), doors=["Dementor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Wandering Monster")
    assert game.helper is None and game.monsters == ["Dementor", "Masked Torturer"]


@pytest.mark.parametrize("monster", ["Lake Serpent", "Basilisk"])
@card("Lake Serpent", "Basilisk")
@rule("COMBAT-07")
def test_nothing_but_levels_and_one_shots_count_against_it(monster: str) -> None:
    game = table(
        seat(
            level=8,
            sex="female",
            house="Gryffindor",
            roles="Inquisitorial Squad",
            studies="Practical Duelling",
            wears="Dress Robes",
            carries="Lucky Sock",
            hand="Pepper Draught",
            curses="Curse! Crucio!",
        ),
        seat(level=3, carries="Hedge Healer", wears="Deluminator"),
        doors=[monster],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength[0] == 8 - 5, "penalties stay"
    aric.plays("Pepper Draught", on="munchkins")
    assert game.strength[0] == 8 - 5 + 2
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength[0] == 8 - 5 + 2 + 3
