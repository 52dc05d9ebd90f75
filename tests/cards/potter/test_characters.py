"""Houses, Roles, Dual Role, Proficiencies and Allies: what each does."""

import pytest

from munchkin_env.game.scenario import Seat, Table
from munchkin_env.game.scenario import seat as any_seat
from tests.card import alike, card
from tests.flight import flee
from tests.potter import seat, table

ROLES = ["Quidditch Captain", "Head Boy/Girl", "Prefect", "Inquisitorial Squad"]


def fight(*seats: Seat, door: str = "Dementor", **position: object) -> Table:
    game = table(*seats, doors=[door], **position)
    game[0].kicks_open_the_door()
    return game


def mine(**what: object) -> int:
    """Strength of seat 0 at Level 4, outside fights."""
    return table(any_seat(level=4, **what), seat())[0].strength  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------------------------- Houses


@card("Slytherin")
def test_slytherin_gets_two_for_each_monster_from_the_hand() -> None:
    game = fight(seat(house="Slytherin", hand="Centaur, Boggart, Flying"), seat())
    aric = game[0]
    aric.uses("Slytherin", paying="Centaur")
    aric.uses("Slytherin")
    assert game.strength[0] == 1 + 4 and aric.hand == ["Flying"] and not aric.may("use Slytherin")


@card("Gryffindor")
def test_gryffindor_gets_one_as_long_as_nobody_helps() -> None:
    game = fight(seat(level=3, house="Gryffindor", hand="Half-Asleep"), seat(level=2, house="Gryffindor"))
    assert game.strength[0] == 3 + 1
    game[0].asks(game[1])
    game[1].accepts()
    assert game.strength[0] == 3 + 2


@card("Hufflepuff")
def test_hufflepuff_helps_others_once_in_a_fight() -> None:
    game = fight(seat(level=3, house="Hufflepuff", hand="Flying, Charms"), seat(house="Hufflepuff", hand="Prefect", carries="Lucky Sock"))
    aric, suzan = game
    assert not aric.may("use Hufflepuff"), "not in their own fight"
    while not game.waits_for(suzan):
        game.apply("pass")
    suzan.uses("Hufflepuff", paying="Lucky Sock")
    assert game.strength[0] == 3 + 2 and not suzan.may("use Hufflepuff") and suzan.carries == []


@card("Ravenclaw", "Astronomy", "Bottomless Cauldron")
def test_ravenclaw_astronomy_and_the_cauldron_keep_a_card_more_each() -> None:
    aric, suzan = table(seat(house="Ravenclaw", studies="Astronomy", wears="Bottomless Cauldron"), seat(house="Ravenclaw"))
    assert (aric.hand_limit, suzan.hand_limit) == (8, 6)
    bare, carrying = table(seat(), seat(carries="Bottomless Cauldron"))
    assert (bare.hand_limit, carrying.hand_limit) == (5, 5)


# ---------------------------------------------------------------------------------------------------------- Roles


@alike("role", [(role,) for role in ROLES])
def test_there_are_three_of_each_role(role: str) -> None:
    assert table(seat(hand=[role] * 3), seat())[0].hand == [role] * 3
    with pytest.raises(AssertionError, match="all copies"):
        table(seat(hand=[role] * 4), seat())


@card("Dual Role")
def test_there_are_two_of_dual_role() -> None:
    game = table(seat(roles="Prefect", hand="Dual Role"), seat(roles="Prefect", hand="Dual Role"))
    game[0].plays("Dual Role")
    assert game[0].table == ["Prefect", "Dual Role"]


@card("Quidditch Captain")
def test_a_captain_gets_two_with_a_broom_and_runs_better() -> None:
    assert mine(roles="Quidditch Captain") == 4 and mine(roles="Quidditch Captain", wears="Training Broom") == 4 + 1 + 2
    assert mine(roles="Quidditch Captain", carries="Training Broom") == 4
    for die, escapes in ((4, True), (3, False)):
        game = fight(seat(roles="Quidditch Captain"), seat(), door="Centaur", dice=[die])
        flee(game)
        assert ("ESCAPES" in game.happened) is escapes


@card("Head Boy/Girl")
def test_a_head_student_gets_one_for_each_subject_up_to_three() -> None:
    found = [
        any_strength(studies)
        for studies in ("", "Flying", "Flying, Astronomy", "Flying, Astronomy, Herbology", "Flying, Astronomy, Herbology, Divination")
    ]
    assert found == [6, 7, 8, 9, 9]


def any_strength(studies: str) -> int:
    return table(seat(level=6, roles="Head Boy/Girl", studies=studies), seat())[0].strength


@card("Head Boy/Girl")
def test_a_head_student_helps_others_once_in_a_fight() -> None:
    game = fight(seat(level=3, roles="Head Boy/Girl"), seat(roles="Head Boy/Girl", hand="Flying, Lucky Sock"))
    assert not game[0].may("use Head Boy/Girl")
    while not game.waits_for(game[1]):
        game.apply("pass")
    game[1].uses("Head Boy/Girl", paying="Flying")
    assert game.strength[0] == 3 + 2 and not game[1].may("use Head Boy/Girl")


@card("Prefect")
def test_a_prefect_pays_up_to_three_cards_for_one_each() -> None:
    game = fight(seat(level=2, roles="Prefect", carries="Lucky Sock", hand="Flying, Charms, Centaur"), seat())
    for paid in ("Flying", "Lucky Sock", "Centaur"):
        game[0].uses("Prefect", paying=paid)
    assert game.strength[0] == 2 + 3 and not game[0].may("use Prefect") and game[0].hand == ["Charms"]


@card("Prefect", "Study of Ancient Runes")
@pytest.mark.parametrize("what", ["Prefect", "Study of Ancient Runes"])
def test_two_cards_cancel_a_curse_that_strikes(what: str) -> None:
    character = {"roles": what} if what == "Prefect" else {"studies": what}
    game = table(any_seat(level=4, hand="Flying, Charms", **character), seat(), doors=["Curse! Dementor's Kiss"])  # type: ignore[arg-type]
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "CURSE_WINDOW"
    aric.uses(what, paying=["Flying", "Charms"])
    assert aric.level == 4 and aric.hand == [] and "Curse! Dementor's Kiss" in game.doors_discarded
    game = table(any_seat(level=4, hand="Flying", **character), seat(), doors=["Curse! Dementor's Kiss"])  # type: ignore[arg-type]
    game[0].kicks_open_the_door()
    assert game[0].level == 2, "one card is not enough"


@card("Inquisitorial Squad")
def test_the_squad_weakens_fighters_once_each_and_gets_one_without_an_ally() -> None:
    assert mine(roles="Inquisitorial Squad") == 5 and mine(roles="Inquisitorial Squad", carries="Kitchen Helper") == 4
    game = fight(seat(level=5, hand="Half-Asleep"), seat(level=5), seat(roles="Inquisitorial Squad", hand="Flying, Charms, Centaur"))
    aric, suzan, bob = game
    aric.asks(suzan)
    suzan.accepts()
    while not game.waits_for(bob):
        game.apply("pass")
    bob.uses("Inquisitorial Squad", on=aric, paying="Flying")
    bob.uses("Inquisitorial Squad", paying="Charms")
    assert game.strength[0] == 10 - 4 and not bob.may("use Inquisitorial Squad")


# -------------------------------------------------------------------------------------------------- Proficiencies


@alike(
    "name, rank",
    [
        ("Astronomy", 1),
        ("Divination", 1),
        ("Flying", 1),
        ("Herbology", 1),
        ("Muggle Studies", 1),
        ("Arithmancy", 2),
        ("Care of Magical Creatures", 2),
        ("Charms", 2),
        ("History of Magic", 2),
        ("Potions", 3),
        ("Study of Ancient Runes", 3),
        ("Practical Duelling", 3),
        ("Defense Against the Dark Arts", 4),
        ("Transfiguration", 4),
    ],
)
def test_its_rank(name: str, rank: int) -> None:
    for level in range(1, 5):
        assert table(seat(level=level, hand=[name]), seat())[0].may(f"play {name}") is (level >= rank)


@card("Divination")
@pytest.mark.parametrize(("die", "pays", "escapes"), [(3, True, True), (2, True, False), (3, False, False)])
def test_divination_adds_two_to_a_roll_for_a_card(die: int, pays: bool, escapes: bool) -> None:
    game = fight(seat(studies="Divination", hand="Charms, Flying"), seat(), door="Bog Lurker", dice=[die])
    aric = game[0]
    game.skip_windows()
    if pays:
        aric.uses("Divination", paying="Charms")
        assert not aric.may("use Divination"), "once for each roll"
    aric.rolls()
    flee(game)
    assert ("ESCAPES" in game.happened) is escapes


@card("Flying")
@pytest.mark.parametrize(("broom", "die", "escapes"), [("", 4, True), ("", 3, False), ("Nimbus 2001", 3, True), ("Nimbus 2001", 2, False)])
def test_flying_adds_one_and_two_with_a_broom(broom: str, die: int, escapes: bool) -> None:
    game = fight(seat(studies="Flying", wears=broom), seat(), door="Bog Lurker", dice=[die])
    flee(game)
    assert ("ESCAPES" in game.happened) is escapes


@alike("name, level, times", [("Herbology", 1, 1), ("Charms", 2, 3)])
def test_cards_are_paid_for_one_each(name: str, level: int, times: int) -> None:
    hand = ["Flying", "Prefect", "Centaur", "Boggart"]
    game = fight(seat(level=level, studies=name, hand=hand), seat())
    for paid in hand[:times]:
        game[0].uses(name, paying=paid)
    assert game.strength[0] == level + times and not game[0].may(f"use {name}")


@card("Muggle Studies")
def test_one_item_in_a_sale_of_each_turn_counts_double() -> None:
    game = table(seat(studies="Muggle Studies", carries="Racing Broom, Deluminator, Dress Robes, Mud-Proof Boots"), seat())
    aric, _ = game
    aric.sells("Racing Broom")  # 1,200
    assert aric.level == 2
    assert not aric.may("sell items"), "900 are left, and once in a turn"


@card("Arithmancy", "Hourglass Pendant")
@pytest.mark.parametrize("what", ["Arithmancy", "Hourglass Pendant"])
def test_a_failed_roll_is_rolled_again(what: str) -> None:
    character = {"studies": what} if what == "Arithmancy" else {"wears": what}
    game = fight(any_seat(level=2, hand="Charms", **character), seat(), door="Centaur", dice=[1, 5])  # type: ignore[arg-type]
    aric = game[0]
    while not aric.may(f"use {what}"):
        aric.does("roll to run away") if aric.may("roll to run away") else game.apply("pass")
    aric.uses(what)
    flee(game)
    assert "ESCAPES" in game.happened and aric.hand == ([] if what == "Arithmancy" else ["Charms"])


@alike(
    "name, monster, amount",
    [
        ("Care of Magical Creatures", "Marshback Dragon", 3),
        ("Defense Against the Dark Arts", "Barty Crouch, Jr.", 4),
        ("Retired Dragon Handler", "Marshback Dragon", 3),
        ("Old Campaigner", "Barty Crouch, Jr.", 3),
        ("Book of Monsters", "Marshback Dragon", 2),
    ],
)
def test_it_helps_against_its_sort_of_monster(name: str, monster: str, amount: int) -> None:
    place = {"Book of Monsters": "wears", "Retired Dragon Handler": "carries", "Old Campaigner": "carries"}.get(name, "studies")
    printed = {"Book of Monsters": 3, "Retired Dragon Handler": 1, "Old Campaigner": 1}.get(name, 0)
    for door, more in ((monster, amount), ("Dementor", 0)):
        game = fight(any_seat(level=4, hand="Half-Asleep", **{place: [name]}), seat(), door=door)  # type: ignore[arg-type]
        assert game.strength[0] == 4 + printed + more


@card("History of Magic")
def test_history_of_magic_is_worth_two_to_a_helper() -> None:
    assert mine(studies="History of Magic") == 4
    game = fight(seat(level=2, studies="Flying"), seat(level=3, studies="History of Magic"))
    game[0].asks(game[1])
    game[1].accepts()
    assert game.strength[0] == 2 + 3 + 2


@card("Potions", "Pepper Draught")
def test_potions_adds_two_to_every_one_shot_that_gives_a_side_something() -> None:
    game = fight(
        seat(level=4, studies="Potions", hand="Pepper Draught, Exploding Sweet, Shrinking Draught"),
        seat(hand="Pepper Draught"),
        door="Basilisk",
    )
    aric, suzan = game
    aric.plays("Pepper Draught", on="munchkins")
    assert game.strength == (4 + 4, 18)
    aric.plays("Exploding Sweet", on="monsters")
    assert game.strength == (8, 18 + 5)
    aric.plays("Shrinking Draught")
    assert game.strength == (8, 18 + 5 - 5), "which gives no side anything"
    while not game.waits_for(suzan):
        game.apply("pass")
    suzan.plays("Pepper Draught", on="munchkins")
    assert game.strength[0] == 8 + 2, "played by somebody else"


@card("Practical Duelling")
def test_duelling_is_worth_two_to_one_who_fights_alone() -> None:
    game = fight(seat(level=3, studies="Practical Duelling"), seat(level=2))
    assert game.strength[0] == 5
    game[0].asks(game[1])
    game[1].accepts()
    assert game.strength[0] == 3 + 2


@card("Transfiguration")
def test_transfiguration_weakens_a_monster_by_five_for_two_cards() -> None:
    game = fight(seat(level=4, studies="Transfiguration", hand="Flying, Prefect, Charms, Centaur"), seat())
    game[0].uses("Transfiguration", paying=["Flying", "Prefect"])
    assert game.strength == (4, 12 - 5) and not game[0].may("use Transfiguration") and game.treasures_at_stake == 3


# ---------------------------------------------------------------------------------------------------------- Allies

ALLIES = [
    ("Hermione Granger", 2),
    ("Kitchen Helper", 0),
    ("Hedge Healer", 3),
    ("Messenger Owl", 1),
    ("Groundsman", 1),
    ("Retired Dragon Handler", 1),
    ("Old Campaigner", 1),
    ("Wandmaker's Apprentice", 0),
]


@alike("name, bonus", ALLIES)
def test_its_bonus_and_its_sacrifice(name: str, bonus: int) -> None:
    assert mine(carries=[name]) == 4 + bonus
    game = fight(seat(level=6, carries=[name]), seat(), door="Nameless Tyrant")
    aric = game[0]
    game.skip_windows()
    aric.uses(name)
    game.skip_windows()
    assert not aric.dead and aric.companions == [] and "ROLLS" not in game.happened and game.treasures_discarded == [name]


@card("Hermione Granger")
def test_hermione_is_worth_one_more_to_who_studies_anything() -> None:
    assert mine(carries="Hermione Granger", studies="Flying") == mine(carries="Hermione Granger", studies="Flying, Charms") == 4 + 3


@card("Kitchen Helper")
def test_the_kitchen_helper_lends_a_hand() -> None:
    aric = table(seat(carries="Kitchen Helper, Ash Practice Wand", wears="Crystal Ball, Deluminator"), seat())[0]
    aric.equips("Ash Practice Wand")
    assert len(aric.wears) == 3


@card("Messenger Owl")
@pytest.mark.parametrize(("die", "escapes"), [(4, True), (3, False)])
def test_the_owl_adds_one_to_running_away(die: int, escapes: bool) -> None:
    game = fight(seat(carries="Messenger Owl"), seat(), door="Centaur", dice=[die])
    flee(game)
    assert ("ESCAPES" in game.happened) is escapes


@card("Groundsman")
def test_the_groundsman_carries_any_item_beyond_the_limits() -> None:
    aric = table(seat(carries="Groundsman, Dragon-Scale Waistcoat", wears="Dress Robes"), seat())[0]
    aric.loads("Groundsman", "Dragon-Scale Waistcoat")
    assert aric.strength == 1 + 1 + 2 + 4


@card("Wandmaker's Apprentice")
def test_the_apprentice_carries_what_hands_hold_for_whomever_it_is() -> None:
    aric = table(seat(carries="Wandmaker's Apprentice, Captain's Bat, Fur-Lined Hood", wears="Crystal Ball, Deluminator"), seat())[0]
    aric.loads("Wandmaker's Apprentice", "Captain's Bat")
    assert aric.strength == 1 + 2 + 3 + 3
