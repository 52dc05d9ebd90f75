"""Every Curse."""

import pytest

from munchkin_env.game.scenario import Seat, Table
from tests.card import alike, card
from tests.flight import flee
from tests.potter import seat, table

WORN = "Pointed School Hat, Dress Robes, Mud-Proof Boots, Crystal Ball, Deluminator"


def cursed(name: str, victim: Seat, *others: Seat) -> Table:
    """Drawn at the door by seat 0."""
    game = table(victim, *others, seat(), doors=[name])
    game[0].kicks_open_the_door()
    return game


@alike(
    "name",
    [
        (f"Curse! {name}",)
        for name in (
            "Avada Kedavra!",
            "Crucio!",
            "Dementor's Kiss",
            "Expelliarmus!",
            "Impedimenta!",
            "Imperio!",
            "Morsmordre!",
            "Obliviate!",
            "Oppugno!",
            "Petrificus Totalus!",
            "Relashio!",
            "Sectumsempra!",
            "Slugulus Eructo!",
            "Stupefy!",
            "Tarantallegra!",
        )
    ],
)
def test_it_is_played_on_anybody_at_any_time_and_there_is_one(name: str) -> None:
    game = table(seat(), seat(level=5, hand=[name]), seat(level=5), doors=["Centaur"])
    aric, suzan, bob = game
    aric.is_done()
    assert suzan.may(f"play {name}")
    suzan.plays(name, on=bob)
    assert "CURSED" in game.happened and suzan.hand == []
    with pytest.raises(AssertionError, match="all copies"):
        table(seat(hand=[name, name]), seat())


@card("Curse! Avada Kedavra!")
def test_avada_kedavra_takes_the_ally_or_three_levels() -> None:
    game = cursed("Curse! Avada Kedavra!", seat(level=5, carries="Groundsman"))
    assert game[0].companions == [] and game[0].level == 5
    assert cursed("Curse! Avada Kedavra!", seat(level=5))[0].level == 2


@card("Curse! Crucio!")
def test_crucio_weakens_by_five_until_the_end_of_the_next_fight() -> None:
    game = table(
        seat(level=9, curses="Curse! Crucio!", hand="Half-Asleep"), seat(), doors=["Biting Teacup"], treasures=["Lucky Sock"], win_level=20
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.strength == (4, 1)
    game.skip_windows()
    assert aric.curses == [] and aric.strength == aric.level == 10


@card("Curse! Dementor's Kiss")
def test_the_kiss_takes_two_levels() -> None:
    assert cursed("Curse! Dementor's Kiss", seat(level=5))[0].level == 3
    assert cursed("Curse! Dementor's Kiss", seat(level=1))[0].level == 1


@card("Curse! Expelliarmus!")
def test_expelliarmus_takes_what_a_hand_holds() -> None:
    game = cursed("Curse! Expelliarmus!", seat(wears=WORN, carries="Ash Practice Wand"))
    assert set(game[0].choices) == {"lose Crystal Ball", "lose Deluminator"}
    game[0].takes("Deluminator")
    assert len(game[0].wears) == 4
    assert cursed("Curse! Expelliarmus!", seat(wears="Knight's Two-Handed Sword"))[0].wears == []
    assert cursed("Curse! Expelliarmus!", seat(level=3, carries="Crystal Ball"))[0].carries == ["Crystal Ball"]


@card("Curse! Impedimenta!")
@pytest.mark.parametrize(("die", "escapes"), [(6, False), (5, False)])
def test_impedimenta_costs_two_on_running_away(die: int, escapes: bool) -> None:
    game = table(seat(curses="Curse! Impedimenta!"), seat(), doors=["Centaur"], dice=[die])
    aric, _ = game
    aric.kicks_open_the_door()
    flee(game)
    assert ("ESCAPES" in game.happened) is escapes and aric.curses == []
    game = table(seat(curses="Curse! Impedimenta!", wears="Quick-Step Slippers"), seat(), doors=["Centaur"], dice=[die])
    game[0].kicks_open_the_door()
    flee(game)
    assert "ESCAPES" in game.happened


@card("Curse! Imperio!")
def test_imperio_takes_a_role_or_a_level() -> None:
    game = cursed("Curse! Imperio!", seat(level=4, roles="Head Boy/Girl, Quidditch Captain", duals="Dual Role"))
    game[0].takes("Head Boy/Girl")
    assert game[0].roles == ["Quidditch Captain"] and game[0].level == 4 and "Dual Role" in game[0].table
    assert cursed("Curse! Imperio!", seat(level=4))[0].level == 3


@card("Curse! Morsmordre!")
def test_morsmordre_weakens_by_two_and_by_three_more_while_a_death_eater_is_there() -> None:
    game = table(
        seat(level=9, curses="Curse! Morsmordre!", hand="Wandering Monster, Peter Pettigrew, Banishing Bell, Half-Asleep"),
        seat(),
        doors=["Biting Teacup"],
        win_level=20,
    )
    aric, _ = game
    assert aric.strength == 9 - 2
    aric.kicks_open_the_door()
    assert game.strength[0] == 9 - 2
    aric.plays("Wandering Monster", bringing="Peter Pettigrew")
    assert game.strength[0] == 9 - 5
    aric.plays("Banishing Bell", on="Peter Pettigrew")
    assert game.strength[0] == 9 - 2
    game.skip_windows()
    assert aric.curses == []


@card("Curse! Obliviate!")
def test_obliviate_takes_a_proficiency_or_a_card_at_random() -> None:
    game = cursed("Curse! Obliviate!", seat(level=4, studies="Flying, Charms", hand="Prefect"))
    game[0].takes("Flying")
    assert game[0].studies == ["Charms"] and game[0].hand == ["Prefect"]
    game = cursed("Curse! Obliviate!", seat(hand="Prefect, Flying, Charms"))
    assert len(game[0].hand) == 2 and game.decision == "ARRANGE"


@card("Curse! Oppugno!")
def test_oppugno_takes_the_ally_or_a_level() -> None:
    game = cursed("Curse! Oppugno!", seat(level=4, carries="Groundsman"))
    assert game[0].companions == [] and game[0].level == 4
    assert cursed("Curse! Oppugno!", seat(level=4))[0].level == 3


@card("Curse! Petrificus Totalus!")
def test_who_is_petrified_neither_helps_nor_is_helped_until_the_end_of_their_turn() -> None:
    game = table(seat(level=2, curses="Curse! Petrificus Totalus!", hand="Half-Asleep"), seat(level=9), doors=["Centaur", "Dementor"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert not aric.may("ask for help")
    flee(game)
    aric.ends_the_turn()
    assert aric.curses == [] and game.turn_player is suzan
    game = table(seat(level=2, hand="Half-Asleep"), seat(level=9, curses="Curse! Petrificus Totalus!"), doors=["Centaur"])
    game[0].kicks_open_the_door()
    assert not game[0].may("ask for help"), "nobody else could help"


@card("Curse! Relashio!")
def test_relashio_gives_an_item_to_the_right() -> None:
    game = cursed("Curse! Relashio!", seat(wears="Dress Robes", carries="Lucky Sock"), seat())
    game[0].takes("Dress Robes")
    assert game[2].carries == ["Dress Robes"] and game[0].carries == ["Lucky Sock"]


@card("Curse! Sectumsempra!")
def test_sectumsempra_takes_the_armor() -> None:
    game = cursed("Curse! Sectumsempra!", seat(wears=WORN, level=3))
    assert game.treasures_discarded == ["Dress Robes"] and game[0].level == 3


@card("Curse! Slugulus Eructo!")
def test_slugs_weaken_by_two_until_a_fight_is_won() -> None:
    for door, curses in (("Centaur", ["Curse! Slugulus Eructo!"]), ("Biting Teacup", [])):
        game = table(seat(level=4, curses="Curse! Slugulus Eructo!", hand="Half-Asleep"), seat(), doors=[door], dice=[6])
        aric, _ = game
        aric.kicks_open_the_door()
        assert game.strength[0] == 2
        flee(game)
        assert aric.curses == curses and aric.level == (4 if curses else 5), "not by a fight that is lost"


@card("Curse! Stupefy!")
def test_who_is_stupefied_neither_looks_for_trouble_nor_loots() -> None:
    game = table(seat(hand="Centaur", curses="Curse! Stupefy!"), seat(), moment="before_room")
    aric, suzan = game
    aric.goes_into_the_room()
    assert not game.fighting and "LOOTS_ROOM" not in game.happened and aric.hand == ["Centaur"]
    aric.ends_the_turn()
    assert aric.curses == [] and game.turn_player is suzan


@card("Curse! Tarantallegra!")
def test_tarantallegra_takes_the_footgear_or_a_level() -> None:
    game = cursed("Curse! Tarantallegra!", seat(level=3, wears=WORN))
    assert game.treasures_discarded == ["Mud-Proof Boots"] and game[0].level == 3
    assert cursed("Curse! Tarantallegra!", seat(level=3))[0].level == 2
