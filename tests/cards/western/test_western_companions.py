"""The companions and Steeds of the West, and the Doors that have no other kind."""

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import Table, seat
from munchkin_env.vocabulary.words import CardKind
from tests.card import alike, card
from tests.cards.western.test_western_doors import FOE
from tests.western import caught, escapes, west

# ------------------------------------------------------------------------------------------------------- Sidekicks


@alike(
    "name, bonus, sex",
    [
        ("Schoolmarm", 0, "female"),
        ("Crusty Old Prospector", 2, "male"),
        ("Greenhorn", 1, "male"),
        ("Boysenberry Finn", 1, "male"),
        ("Traveling Photographer", 1, "female"),
        ("Camp Cook", 0, "male"),
        ("Telegraph Girl", 0, "female"),
    ],
)
def test_sidekicks(name: str, bonus: int, sex: str) -> None:
    monster, more = ("Rail-Tying Villain", 5) if sex == "female" else ("Widow of Gulch Street", 4)
    game = west(seat(sex="male" if sex == "female" else "female", hand=name), seat(level=3), doors=[monster], dice=[6])
    aric, suzan = game
    aric.plays(name)
    assert aric.companions == [name] and aric.strength == 1 + bonus
    aric.kicks_open_the_door()
    level = {"Rail-Tying Villain": 15, "Widow of Gulch Street": 8}[monster]
    assert game.strength[1] == level + more
    game.everybody_passes()
    game.skip_windows()
    aric.uses(name)
    assert "ESCAPES" in game.happened and aric.companions == [] and name in game.doors_discarded
    assert suzan.level == 3


@card("Greenhorn")
def test_main_says_whether_their_helper_is_saved_too() -> None:
    for saved in (True, False):
        both_escape(west(seat(carries="Greenhorn"), seat(level=3), doors=["Bat Masterson"], dice=[6]), "uses", "Greenhorn", saved)


def both_escape(game: Table, verb: str, name: str, saved: bool) -> None:
    """From a lost fight: main by the card, and the helper either by it too, if main says so, or by a roll."""
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    game.skip_windows()
    getattr(aric, verb)(name, saying=saved)
    game.skip_windows()
    if not saved and suzan.decides and suzan.may("roll to run away"):
        suzan.rolls()
    assert game.happened.count("ESCAPES") == 2 and ("ROLLS" in game.happened) is not saved


@card("Schoolmarm")
def test_the_schoolmarm_makes_one_keep_more_cards() -> None:
    assert west(seat(carries="Schoolmarm"), seat())[0].hand_limit == 6


@card("Boysenberry Finn")
def test_boysenberry_finn_runs_well() -> None:
    assert escapes("Mechanical Bull", seat(carries="Boysenberry Finn"), 4) and not escapes(
        "Mechanical Bull", seat(carries="Boysenberry Finn"), 3
    )


@alike("name", [("Camp Cook",), ("Telegraph Girl",)])
def test_a_third_hand(name: str) -> None:
    game = west(seat(carries=name, wears="Bullwhip, Long Rifle"), seat())
    assert game[0].strength == 1 + 3 + 4


# ---------------------------------------------------------------------------------------------------------- Steeds

STEEDS: list[tuple[str, int, int, int | None, str]] = [  # bonus, gold, Run Away, other effects
    ("Catamount", 3, 500, 1, ""),
    ("Horse With No Name", 2, 300, 1, ""),
    ("Sway-Backed Nag", 1, 200, None, "big"),
    ("Racing Ostrich", 1, 400, 3, ""),
    ("Bad-Tempered Camel", 2, 300, -1, "hand"),
    ("War Tortoise", 4, 600, -2, ""),
    ("Buckboard Buffalo", 3, 500, None, "big"),
    ("Mail-Order Zebra", 2, 400, 1, ""),
    ("Cavalry Charger", 3, 500, 1, "cavalry"),
    ("Late Lamented Horse", 2, 200, -2, ""),
    ("Two-Headed Mustang", 4, 600, None, "big"),
]


@alike("name, bonus, gold, run, more", STEEDS)
def test_steeds(name: str, bonus: int, gold: int, run: int | None, more: str) -> None:
    game = west(seat(hand=[name, "Ore Cart", "Scattergun"]), seat())
    aric, _ = game
    aric.lays_down(name)
    assert aric.strength == 1 + bonus and aric.wears == [name]
    aric.lays_down("Ore Cart")
    assert aric.may("play Scattergun") is (more == "big")
    assert aric.hand_limit == (6 if more == "hand" else 5)
    info = next(one for one in load(["western"]).cards if one.name == name)
    assert info.gold == gold and info.big
    rider = west(seat(classes="Cavalry", carries=name), seat())[0]
    assert rider.strength == 1 + bonus + 2 + (2 if more == "cavalry" else 0)
    least = 5 - (1 if run is None else run)  # an Indian's own +1 if it does not replace anything
    indian = seat(classes="Indian", carries=name)
    assert (least > 6 or escapes(FOE, indian, least)) and not escapes(FOE, indian, least - 1)


@alike("name, bonus", [steed[:2] for steed in STEEDS])
def test_steeds_that_are_fought(name: str, bonus: int) -> None:
    game = west(seat(level=9, hand="Ornery"), seat(), doors=[name], treasures=["Top Hat", "Bullwhip"], win_level=12)
    aric, _ = game
    aric.kicks_open_the_door()
    aric.fights_it()
    assert game.strength == (9, 2 * bonus) and game.treasures_at_stake == 1
    game.everybody_passes()
    assert aric.level == 10 and aric.hand == ["Ornery", "Top Hat"] and game.doors_discarded == [name]
    game = west(seat(level=1), seat(hand="Ornery"), doors=[name], dice=[1])
    game[0].kicks_open_the_door()
    game[0].fights_it()
    while not game[1].decides:
        game.apply("pass")
    game[1].plays("Ornery")
    game.skip_windows()
    assert "CAUGHT" in game.happened and game[0].level == 1


# ---------------------------------------------------------------------------------------------------------- others


@card("Noon Whistle")
def test_the_noon_whistle_ends_a_fight() -> None:
    game = west(seat(level=3), seat(hand="Noon Whistle"), doors=[FOE], treasures=["Top Hat"])
    aric, suzan = game
    aric.kicks_open_the_door()
    while not suzan.decides:
        game.apply("pass")
    suzan.plays("Noon Whistle")
    assert not game.fighting and aric.level == 3 and aric.hand == ["Top Hat"]


@card("Side Trail")
def test_a_side_trail_leads_away_from_all_and_the_helper_if_one_likes() -> None:
    for saved in (True, False):
        both_escape(west(seat(hand="Side Trail"), seat(level=3), doors=["Bat Masterson"], dice=[6]), "plays", "Side Trail", saved)


@card("Side Trail")
def test_it_does_not_lead_away_from_what_nobody_escapes_by_rolling_only() -> None:
    game = caught("Dust Bunny", seat(level=5))
    assert game[0].level == 4
    game = west(seat(level=7, hand="Side Trail"), seat(), doors=["Mother Lode Titan"])
    game[0].kicks_open_the_door()
    game.skip_windows()
    game[0].plays("Side Trail")
    assert "ESCAPES" in game.happened, "the Titan forbids rolling, not escaping"


def test_every_steed_is_in_the_table() -> None:
    assert {one.name for one in load(["western"]).cards if one.kind == CardKind.STEED} == {name for name, *_ in STEEDS}
