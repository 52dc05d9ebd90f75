"""COMPLEX-02, ITEM-09: players who may no longer wear what they wear must correct it at once."""

from munchkin_env.game.scenario import Seat, seat, table
from tests.rule import rule
from tests.star import star
from tests.western import west

COMPLEX = "Overclocked Visor, Remote for Everything"
NOTICE = "Trap! Career Change Notice"


@rule("COMPLEX-02", "ITEM-09")
def test_too_many_complex_items_may_be_put_right_with_a_card() -> None:
    """Another Gadgeteer on their own turn, also in combat; then nothing is turned sideways."""
    game = star(seat(classes="Gadgeteer", wears=COMPLEX, hand=["Gadgeteer", NOTICE, "Psychic"]), seat(), doors=["Grays"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays(NOTICE, on=aric)
    assert aric.choices == ["play Gadgeteer", "turn Overclocked Visor sideways", "turn Remote for Everything sideways"]
    aric.does("play Gadgeteer")
    assert aric.classes == ["Gadgeteer"] and aric.wears == COMPLEX.split(", ")
    assert game.decision == "FIGHT_WINDOW" and aric.hand == ["Psychic"]


@rule("COMPLEX-02")
def test_or_by_turning_all_but_one_sideways() -> None:
    game = star(seat(classes="Gadgeteer", wears=COMPLEX, hand=["Gadgeteer", NOTICE]), seat())
    aric, _ = game
    aric.plays(NOTICE, on=aric)
    aric.does("turn Overclocked Visor sideways")
    assert aric.wears == ["Remote for Everything"] and aric.carries == ["Overclocked Visor"] and aric.hand == ["Gadgeteer"]


@rule("COMPLEX-02", "SIDE-01")
def test_a_sidekick_puts_it_right_at_any_time() -> None:
    game = star(seat(hand=NOTICE), seat(classes="Gadgeteer", wears=COMPLEX, hand="Whiz Kid, Gadgeteer, Cheat!"))
    aric, suzan = game
    aric.plays(NOTICE, on=suzan)
    assert suzan.choices == ["play Whiz Kid", "turn Overclocked Visor sideways", "turn Remote for Everything sideways"], (
        "it is not her turn"
    )
    suzan.does("play Whiz Kid")
    assert suzan.wears == COMPLEX.split(", ") and suzan.companions == ["Whiz Kid"]


@rule("COMPLEX-02", "CHEAT-01")
def test_so_does_cheating_on_the_own_turn_outside_combat() -> None:
    game = star(seat(classes="Gadgeteer", wears=COMPLEX, hand=[NOTICE, "Cheat!"]), seat())
    aric, _ = game
    aric.plays(NOTICE, on=aric)
    aric.does("play Cheat!")
    aric.does("put it on Overclocked Visor")
    assert aric.wears == COMPLEX.split(", ")


@rule("COMPLEX-02")
def test_a_card_that_does_not_help_enough_leaves_the_rest_to_be_turned() -> None:
    three = f"{COMPLEX}, Tractor-Beam Backpack"
    game = star(seat(classes="Gadgeteer", wears=three, hand=[NOTICE, "Cheat!"]), seat())
    aric, _ = game
    aric.plays(NOTICE, on=aric)
    aric.does("play Cheat!")
    aric.does("put it on Overclocked Visor")
    assert aric.choices == ["turn Remote for Everything sideways", "turn Tractor-Beam Backpack sideways"]
    aric.does("turn Remote for Everything sideways")
    assert aric.wears == ["Overclocked Visor", "Tractor-Beam Backpack"]


@rule("ITEM-09")
def test_hands_headgear_and_footgear_may_be_put_right_as_well() -> None:
    """Not on any sheet: Items in too many slots are treated like Complex Items."""
    mutant = seat(races="Mutant", wears="Bubble Helmet, Tinfoil Crown", hand="Mutant, Trap! Chemical Vat")
    game = star(mutant, seat(), doors=["Grays"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Trap! Chemical Vat", on=aric)
    assert aric.choices == ["play Mutant", "turn Bubble Helmet sideways", "turn Tinfoil Crown sideways"]
    aric.does("play Mutant")
    assert aric.wears == ["Bubble Helmet", "Tinfoil Crown"]


@rule("ITEM-09", "SIDE-06")
def test_another_hand_takes_the_place_of_a_lost_one() -> None:
    wears = ["Bowie Knife", "Throwing Hatchet", "Cast-Iron Skillet"]
    game = west(seat(carries="Camp Cook", wears=wears, hand="Telegraph Girl, Greenhorn"), seat(), doors=["Dog, Horse and Wife Gone"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.choices == ["play Telegraph Girl", *(f"turn {item} sideways" for item in wears)]
    aric.does("play Telegraph Girl")
    assert aric.wears == wears


@rule("ITEM-09", "HIRE-01")
def test_a_hireling_is_given_what_does_not_fit_any_more_outside_combat_only() -> None:
    def seats(hand: str) -> list[Seat]:
        return [seat(hand="Trap! Chemical Vat"), seat(races="Mutant", wears="Bubble Helmet, Tinfoil Crown", hand=hand)]

    game = table(*seats("Hireling"), sets=["star", "deluxe"])
    aric, suzan = game
    aric.plays("Trap! Chemical Vat", on=suzan)
    suzan.does("play Hireling")
    assert suzan.choices == ["turn Bubble Helmet sideways", "turn Tinfoil Crown sideways", "load Hireling"]
    suzan.does("load Hireling")
    suzan.does("load it with Bubble Helmet")
    assert suzan.wears == ["Bubble Helmet", "Tinfoil Crown"]

    game = table(*reversed(seats("Hireling, Baby")), sets=["star", "deluxe"], doors=["Grays"])
    suzan, aric = game
    suzan.kicks_open_the_door()
    suzan.passes()
    aric.plays("Trap! Chemical Vat", on=suzan)
    assert suzan.choices == ["turn Bubble Helmet sideways", "turn Tinfoil Crown sideways"]


@rule("ORIG-09", "SIDE-04", "STEED-02", "PROF-03")
def test_what_one_may_not_have_any_more_goes_at_once() -> None:
    """The sheets allow corrections only for Big and Complex Items; one Class, Steed or Sidekick too many is lost."""
    game = star(seat(classes="Trader", hand=[NOTICE, "Trader", "Android", "Rogue"]), seat())
    aric, _ = game
    aric.plays("Android")
    aric.plays("Rogue")
    aric.plays(NOTICE, on=aric)
    assert aric.choices == ["give up Android", "give up Rogue"]
