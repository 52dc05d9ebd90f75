"""What every monster does to players it catches."""

import pytest

from munchkin_env.game.scenario import Seat, Table
from tests.card import alike, card
from tests.flight import flee
from tests.potter import seat, table

WORN = "Pointed School Hat, Dress Robes, Mud-Proof Boots, Crystal Ball, Deluminator"


def caught(monster: str, victim: Seat, *others: Seat) -> Table:
    """Seat 0 loses and is caught. Stops at the first choice of the Bad Stuff. The last seat makes sure that the fight is lost."""
    game = table(victim, *others, seat(hand="Twice the Size, Bombarda!"), doors=[monster], dice=[1, 1])
    game[0].kicks_open_the_door()
    while not game.waits_for(game[-1]):
        game.apply("pass")
    game[-1].plays("Twice the Size")
    game[-1].plays("Bombarda!")
    flee(game)
    if game[0].may("be caught"):
        game[0].does("be caught")
    assert game.happened.count("CAUGHT") == 1
    return game


@alike(
    "monster, levels",
    [
        ("Squeaking Inkwell", 1),
        ("Prize Toad", 1),
        ("Centaur", 2),
        ("Masked Torturer", 2),
        ("Lake Serpent", 3),
    ],
)
def test_levels_are_lost(monster: str, levels: int) -> None:
    for level in (9, 4):
        game = caught(monster, seat(level=level, hand="Prefect", wears="Lucky Sock"))
        assert game[0].level == level - levels and game[0].hand == ["Prefect"] and game[0].wears == ["Lucky Sock"]
    if monster != "Lake Serpent":  # which does not pursue low-Level players
        assert caught(monster, seat(level=1))[0].level == 1


@alike(
    "monster, level",
    [
        ("Mountain Ogre", 4),
        ("Aragog", 5),
        ("Bellatrix Lestrange", 4),
        ("Basilisk", 5),
        ("Black-Robed Commander", 6),
        ("Nameless Tyrant", 6),
    ],
)
def test_it_kills(monster: str, level: int) -> None:
    game = caught(monster, seat(level=level, hand="Prefect"), seat())
    assert game[0].dead and game[0].hand == [] and game[0].level == level and game.decision == "LOOT_BODY"


ONE_HANDED = ("Crystal Ball", "Deluminator")


@card("Cornish Pixie")
def test_the_pixie_takes_a_one_handed_item_or_a_level() -> None:
    game = caught("Cornish Pixie", seat(level=3, wears="Dress Robes, Crystal Ball", carries="Deluminator"))
    assert set(game[0].choices) == {f"lose {name}" for name in ONE_HANDED}, "worn or not"
    game[0].takes("Deluminator")
    assert game[0].level == 3 and game.treasures_discarded == ["Deluminator"]
    game = caught("Cornish Pixie", seat(level=3, wears="Knight's Two-Handed Sword"))
    assert game[0].level == 2 and game[0].wears == ["Knight's Two-Handed Sword"]


@card("Biting Teacup")
def test_the_teacup_takes_a_card_of_the_hand_of_the_victims_choice() -> None:
    game = caught("Biting Teacup", seat(hand="Prefect, Charms"))
    game[0].takes("Charms")
    assert game[0].hand == ["Prefect"]
    assert caught("Biting Teacup", seat(level=2, wears="Lucky Sock"))[0].level == 2, "without a hand, nothing"


@card("Garden Pest")
def test_the_garden_pest_takes_the_footgear() -> None:
    game = caught("Garden Pest", seat(level=2, wears=WORN))
    assert game.treasures_discarded == ["Mud-Proof Boots"] and game[0].level == 2
    game = caught("Garden Pest", seat(level=2, carries="Mud-Proof Boots"))
    assert game[0].carries == ["Mud-Proof Boots"] and game[0].level == 2


@card("Crabbe")
def test_crabbe_takes_any_item_in_play() -> None:
    game = caught("Crabbe", seat(wears="Dress Robes", carries="Hedge Healer, Fur-Lined Hood", roles="Prefect", hand="Lucky Sock"))
    assert set(game[0].choices) == {"lose Dress Robes", "lose Fur-Lined Hood"}
    game[0].takes("Dress Robes")
    assert game[0].wears == []


@card("Argus Filch")
def test_filch_takes_two_cards_of_the_hand() -> None:
    game = caught("Argus Filch", seat(hand="Prefect, Charms, Flying", studies="Divination"))
    game[0].takes("Prefect", "Flying")
    assert game[0].hand == ["Charms"] and game[0].studies == ["Divination"]
    assert caught("Argus Filch", seat(hand="Prefect"))[0].hand == []


@card("Corridor Prankster")
def test_the_prankster_takes_a_card_at_random() -> None:
    taken = set()
    for seed in range(8):
        game = table(seat(hand="Prefect, Head Boy/Girl"), seat(hand="Twice the Size"), doors=["Corridor Prankster"], dice=[1], seed=seed)
        game[0].kicks_open_the_door()
        while not game.waits_for(game[1]):
            game.apply("pass")
        game[1].plays("Twice the Size")
        flee(game)
        assert len(game[0].hand) == 1
        taken |= {*game[0].hand}
    assert taken == {"Prefect", "Head Boy/Girl"}


@card("Moth-Eaten Armour")
def test_the_armour_takes_the_headgear_worn_or_a_level() -> None:
    game = caught("Moth-Eaten Armour", seat(level=3, wears=WORN))
    assert game.treasures_discarded == ["Pointed School Hat"] and game[0].level == 3
    assert caught("Moth-Eaten Armour", seat(level=3, carries="Pointed School Hat"))[0].level == 2


@card("Nosy Portrait")
def test_the_portrait_takes_the_ally_or_a_card_of_the_hand() -> None:
    game = caught("Nosy Portrait", seat(carries="Groundsman", hand="Prefect"))
    assert game[0].companions == [] and game[0].hand == ["Prefect"]
    game = caught("Nosy Portrait", seat(hand="Prefect, Half-Asleep"))
    game[0].chooses("Prefect")
    assert game[0].hand == ["Half-Asleep"], "one card"


@card("Boggart")
def test_a_boggart_weakens_in_the_next_fight() -> None:
    game = caught("Boggart", seat(level=4, hand="Centaur, Half-Asleep"), seat())
    aric = game[0]
    assert aric.level == 4
    game.skip_windows()
    while game.turn_player is not aric or game.decision != "ARRANGE":
        game.apply("pass") if "pass" in game.legal_texts else game.apply(game.legal_texts[-1])
    assert aric.strength == 4 - 3


@card("Cellar Crawler")
def test_the_crawler_takes_footgear_and_a_card_of_the_hand() -> None:
    game = caught("Cellar Crawler", seat(level=3, wears=WORN, hand="Prefect"))
    assert game[0].hand == [] and "Mud-Proof Boots" not in game[0].wears and len(game[0].wears) == 4 and game[0].level == 3
    game = caught("Cellar Crawler", seat(level=3, hand="Prefect"))
    assert game[0].hand == []


@card("Rival Broom Team")
def test_the_broom_team_takes_a_broom_or_a_level() -> None:
    game = caught("Rival Broom Team", seat(level=3, wears="Nimbus 2001, Dress Robes"))
    assert game[0].wears == ["Dress Robes"] and game[0].level == 3
    assert caught("Rival Broom Team", seat(level=3, wears="Dress Robes"))[0].level == 2


@card("Bog Lurker")
def test_the_bog_lurker_takes_the_armor_or_two_levels() -> None:
    game = caught("Bog Lurker", seat(level=3, wears=WORN))
    assert game.treasures_discarded == ["Dress Robes"] and game[0].level == 3
    assert caught("Bog Lurker", seat(level=4, carries="Dress Robes"))[0].level == 2


@card("Staircase Trickster")
def test_the_trickster_takes_all_roles_or_a_level() -> None:
    game = caught("Staircase Trickster", seat(level=3, roles="Prefect, Quidditch Captain", duals="Dual Role"))
    assert game[0].table == [] and game[0].level == 3
    assert caught("Staircase Trickster", seat(level=3))[0].level == 2


@card("Jealous Duellist")
def test_the_duellist_takes_a_one_handed_item_and_a_level() -> None:
    game = caught("Jealous Duellist", seat(level=3, wears="Crystal Ball, Deluminator"))
    game[0].takes("Crystal Ball")
    assert game[0].level == 2 and game[0].wears == ["Deluminator"]
    assert caught("Jealous Duellist", seat(level=3))[0].level == 2


@card("Dolores Umbridge")
def test_umbridge_takes_a_proficiency_or_two_cards_of_the_hand() -> None:
    game = caught("Dolores Umbridge", seat(level=3, studies="Flying, Charms", hand="Prefect"))
    assert set(game[0].choices) == {"lose Flying", "lose Charms"}
    game[0].takes("Charms")
    assert game[0].studies == ["Flying"] and game[0].hand == ["Prefect"]
    game = caught("Dolores Umbridge", seat(level=3, hand="Prefect, Flying, Charms"))
    game[0].takes("Prefect", "Charms")
    assert game[0].hand == ["Flying"]


@card("Death Eaters")
def test_death_eaters_take_a_level_and_an_item() -> None:
    game = caught("Death Eaters", seat(level=3, wears="Crystal Ball", carries="Lucky Sock"))
    game[0].takes("Lucky Sock")
    assert game[0].level == 2 and game[0].wears == ["Crystal Ball"]


@card("Forest Spider Brood")
def test_spiders_take_a_level_and_weaken_in_the_next_fight() -> None:
    game = caught("Forest Spider Brood", seat(level=5))
    assert game[0].level == 4
    game.skip_windows()
    assert game[0].strength == 4 - 2


@card("Hooded Recruit")
def test_the_recruit_gives_the_best_item_to_the_left() -> None:
    game = caught("Hooded Recruit", seat(wears="Dress Robes, Deluminator", carries="Oak Duelling Wand, Lucky Sock"), seat())
    assert set(game[0].choices) == {"hand over Deluminator", "hand over Oak Duelling Wand"}, "of the same bonus"
    game[0].takes("Oak Duelling Wand")
    assert game[1].carries == ["Oak Duelling Wand"] and len(game[0].table) == 3


@card("Peter Pettigrew")
def test_pettigrew_takes_the_ally_or_two_levels() -> None:
    game = caught("Peter Pettigrew", seat(level=4, carries="Groundsman", hand="Prefect"))
    assert game[0].companions == [] and game[0].level == 4
    assert caught("Peter Pettigrew", seat(level=4))[0].level == 2


@card("Vault Guardian")
def test_the_vault_guardian_wants_six_hundred_gold_or_two_levels() -> None:
    game = caught("Vault Guardian", seat(level=4, carries="Dress Robes, Fur-Lined Hood, Crystal Ball", hand="Lucky Sock"))
    aric = game[0]
    aric.takes("Dress Robes")
    assert not aric.may("no more"), "three hundred are not enough"
    aric.takes("Crystal Ball")
    aric.does("no more")
    assert aric.carries == ["Fur-Lined Hood"] and aric.level == 4
    assert caught("Vault Guardian", seat(level=4, carries="Dress Robes, Mud-Proof Boots"))[0].level == 2


@card("Dementor")
def test_a_dementor_takes_two_levels_and_the_hand() -> None:
    game = caught("Dementor", seat(level=4, hand="Prefect, Charms", wears="Lucky Sock"))
    assert game[0].level == 2 and game[0].hand == [] and game[0].wears == ["Lucky Sock"]


@card("Common Welsh Green")
def test_the_welsh_green_takes_armor_and_headgear_or_two_levels() -> None:
    game = caught("Common Welsh Green", seat(level=4, wears=WORN))
    assert sorted(game.treasures_discarded) == ["Dress Robes", "Pointed School Hat"] and game[0].level == 4
    game = caught("Common Welsh Green", seat(level=4, wears="Dress Robes"))
    assert game.treasures_discarded == ["Dress Robes"] and game[0].level == 4, "one of them is enough"
    assert caught("Common Welsh Green", seat(level=4, wears="Mud-Proof Boots"))[0].level == 2


@card("Barty Crouch, Jr.")
def test_barty_crouch_takes_all_roles_and_a_level() -> None:
    game = caught("Barty Crouch, Jr.", seat(level=4, roles="Quidditch Captain", studies="Flying"))
    assert game[0].roles == [] and game[0].level == 3 and game[0].studies == ["Flying"]
    assert caught("Barty Crouch, Jr.", seat(level=4))[0].level == 3


@card("Chinese Fireball")
def test_the_fireball_burns_all_that_is_worn() -> None:
    game = caught("Chinese Fireball", seat(level=4, wears=WORN, carries="Fur-Lined Hood, Hedge Healer"))
    assert game[0].wears == [] and game[0].carries == ["Fur-Lined Hood"] and game[0].level == 4
    assert sorted(game.treasures_discarded) == sorted(WORN.split(", "))


@card("Marshback Dragon")
def test_the_marshback_takes_two_levels_and_the_armor() -> None:
    game = caught("Marshback Dragon", seat(level=4, wears=WORN))
    assert game[0].level == 2 and game.treasures_discarded == ["Dress Robes"]
    assert caught("Marshback Dragon", seat(level=4))[0].level == 2


@card("Slatehorn Dragon")
@pytest.mark.parametrize("levels", [(2, 7), (7, 2)])
def test_from_the_slatehorns_victim_each_other_takes_an_item_the_highest_first(levels: tuple[int, int]) -> None:
    game = caught(
        "Slatehorn Dragon",
        seat(level=5, wears="Dress Robes", carries="Lucky Sock, Fur-Lined Hood, Deluminator"),
        seat(level=levels[0]),
        seat(level=levels[1]),
    )
    first, second = sorted([game[1], game[2]], key=lambda player: -player.level)
    assert game.waits_for(first)
    first.takes("Deluminator")
    second.takes("Dress Robes")
    game[3].takes("Lucky Sock")
    assert (first.carries, second.carries, game[3].carries) == (["Deluminator"], ["Dress Robes"], ["Lucky Sock"])
    assert game[0].carries == ["Fur-Lined Hood"] and game[0].level == 5
