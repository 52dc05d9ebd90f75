"""Positions decided by a number of a style: what greedy does, and what another style does."""

from pathlib import Path
from typing import Any

from munchkin_env.game.scenario import Table, seat, table
from munchkin_env.players.bots import FIELDS, style
from tests.players.bots.player import choice


def both(game: Table, **values: int) -> tuple[str, str]:
    """What greedy would do, and what it would do with those numbers."""
    return choice(game), choice(game, style("greedy", "other", "", **values))


def fight(*seats: Any, door: str, **more: Any) -> Table:
    """The first player has kicked open the door; stops at the next decision."""
    game = table(*seats, doors=[door], **more)
    game[0].kicks_open_the_door()
    if game[0].decides and more.get("skip", True):
        game[0].passes()
    return game


# ------------------------------------------------------------------------------------------------------ their fights


def test_thrift_saves_cards_where_little_is_to_be_won() -> None:
    game = table(seat(level=4, hand="Magic Missile"), seat(), doors=["Platycore"])
    game[0].kicks_open_the_door()
    assert both(game, thrift=1000) == ("play Magic Missile", "pass")


def test_surplus_keeps_a_reserve() -> None:
    game = table(seat(level=8, wears="Flaming Armor", hand="Wandering Monster, Lame Goblin"), seat(), doors=["Maul Rat"])
    game[0].kicks_open_the_door()
    assert both(game, surplus=15) == ("play Wandering Monster", "pass")


def trouble(hand: str, **values: int) -> tuple[str, str]:
    game = table(seat(level=5, hand=hand), seat(), moment="before_room")
    game[0].does("go into the room")
    game.skip_windows()
    return both(game, **values)


def test_appetite_for_trouble() -> None:
    assert trouble("Harpies", trouble_margin=2) == ("look for trouble with Harpies", "loot the room"), "5 against 4"
    assert trouble("Harpies", trouble=500) == ("look for trouble with Harpies", "loot the room")
    assert trouble("Gazebo", trouble_margin=-5) == ("loot the room", "look for trouble with Gazebo"), "somebody will help"


# ------------------------------------------------------------------------------------------------------------ help


def asked(treasures: int, level: int = 4, helper: int = 5, door: str = "Platycore", **more: Any) -> Table:
    game = table(seat(level=level), seat(level=helper), doors=[door], **more)
    aric, suzan = game
    aric.kicks_open_the_door()
    if treasures == 1:
        aric.asks(suzan, treasures=1, picks_first="main")
    else:
        aric.asks(suzan, treasures=treasures)
    return game


def test_the_price_of_help() -> None:
    assert both(asked(1), help_gain=80) == ("accept", "refuse")
    assert both(asked(0), help_gain=-100) == ("refuse", "accept")
    assert both(asked(0), help_threat=0, help_gain=0) == ("refuse", "accept")


def test_no_help_for_who_is_near_the_end() -> None:
    assert both(asked(3, level=8, helper=4, door="Net Troll"), help_until=40) == ("accept", "refuse")


def test_a_counter_offer_names_the_price() -> None:
    assert both(asked(0, counter_offers=True), counters=1) == ("refuse", "ask for 1 treasure instead")
    assert both(asked(0), counters=1) == ("refuse", "refuse"), "they are not allowed here"


def test_what_it_offers() -> None:
    game = table(seat(level=4), seat(level=7), seat(level=3), doors=["Platycore"])
    game[0].kicks_open_the_door()
    game[0].does("ask for help")
    game[0].picks(game[2])
    assert both(game, offer_gain=60) == ("offer 1 treasure", "offer all treasures")


# ---------------------------------------------------------------------------------------------------------- trades


def test_it_offers_what_helps_both() -> None:
    game = table(seat(classes="Wizard", carries="Bow with Ribbons"), seat(races="Elf", carries="Staff of Napalm"))
    aric, suzan = game
    trader = style("greedy", trades=1)
    assert choice(game) == "kick open the door"
    for step in ("trade", "trade with player 1", "give Bow With Ribbons", "want Staff of Napalm", "send the offer"):
        assert choice(game, trader) == step
        aric.does(step)
    assert suzan.decides and choice(game) == "accept"
    suzan.refuses()
    assert choice(game, trader) == "kick open the door", "what was refused is not offered again"


def test_a_gift_goes_to_one_behind_it_who_gains_by_it() -> None:
    game = table(seat(level=5, carries="Staff of Napalm"), seat(level=6, classes="Wizard"), seat(level=3, classes="Wizard"))
    giver = style("greedy", trades=1, gifts=80)
    assert choice(game, style("greedy", trades=1)) == "kick open the door"
    for step in ("trade", "trade with player 2", "give Staff of Napalm", "want nothing", "send the offer"):
        assert choice(game, giver) == step
        game[0].does(step)
    game[2].accepts()
    assert game[2].carries == ["Staff of Napalm"] and choice(game, giver) == "kick open the door"


def test_it_may_leave_more_to_the_other_than_nothing() -> None:
    game = table(seat(classes="Wizard", carries="Bow with Ribbons"), seat(races="Elf", carries="Staff of Napalm"))
    assert choice(game, style("greedy", trades=1)) == "trade"
    assert choice(game, style("greedy", trades=1, trade_leaves=400)) == "kick open the door"


# ------------------------------------------------------------------------------------------------- what others suffer


def test_meddling_begins_at_a_threat_and_has_a_price() -> None:
    game = fight(seat(level=7), seat(level=4, hand="Enraged"), door="Harpies")
    assert both(game, meddle_from=30, meddle_price=100) == ("pass", "play Enraged")
    assert both(game, meddle_from=70, meddle_price=100) == ("pass", "pass"), "threat 39"
    assert both(game, meddle_from=30, meddle_price=10) == ("pass", "pass"), "too dear"


def test_a_fight_that_is_lost_anyway_is_left_alone() -> None:
    game = fight(seat(level=2), seat(level=4, hand="Enraged"), door="Harpies")
    assert both(game, meddle_from=0, meddle_price=1000) == ("pass", "pass")


def test_the_last_stand_may_be_left_out() -> None:
    game = fight(seat(level=9, wears="Flaming Armor"), seat(level=4, hand="Magic Missile"), door="Lame Goblin")
    assert both(game, defends=0) == ("play Magic Missile", "pass")


def test_curses_outside_fights() -> None:
    game = table(seat(hand="Curse! Duck of Doom"), seat(level=6), seat(level=8))
    assert both(game, curse_at_once=10) == ("play Curse! Duck of Doom", "play Curse! Duck of Doom")
    assert both(game, curse_at_once=500) == ("play Curse! Duck of Doom", "kick open the door")
    assert both(game, curse_from=60) == ("play Curse! Duck of Doom", "kick open the door")


def test_whom_a_curse_strikes() -> None:
    game = table(seat(hand="Curse! Lose the Armor You Are Wearing"), seat(level=6, wears="Flaming Armor"), seat(level=8))
    game[0].plays("Curse! Lose the Armor You Are Wearing")
    assert both(game, curse_leader=1) == ("on player 1", "on player 2")


def test_grudge_and_gratitude() -> None:
    for deed, value, chosen in ((3, {"grudge": 60}, "on player 1"), (0, {"gratitude": 60}, "on player 1")):
        game = table(seat(hand="Curse! Duck of Doom"), seat(level=5), seat(level=7))
        game[0].plays("Curse! Duck of Doom")
        assert both(game, **value) == ("on player 2", "on player 2"), "nothing has happened yet"
        who = 1 if deed == 3 else 2
        game.game.record.past[who][0] += 1 << (8 * deed)
        assert both(game, **value) == ("on player 2", chosen)


def test_caution_pays_for_safety() -> None:
    game = table(seat(level=3, hand="Invisibility Potion"), seat(), doors=["Platycore"], dice=[1])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    found = set()
    while game.decision in ("WINDOW", "ESCAPE", "ROLL_WINDOW"):
        found.add(both(game, caution=0))
        if choice(game) == "play Invisibility Potion":
            break
        game[0].does(choice(game)) if game[0].decides else game.everybody_passes()
    assert any(one != other for one, other in found), found


def test_each_field_of_behaviour_is_tested_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8").partition("def test_each_field")[0]
    free = {"what things are worth, in points", "how much a rival's gain counts as a loss, in percent"}
    untested = {one.name for one in FIELDS.values() if one.group not in free and f"{one.name}=" not in text and f'"{one.name}"' not in text}
    assert untested == {"power_risk", "level_taken", "spite", "trade_gain", "computes_flight", "computes_loot"}, (
        "the last two: test_odds.py"
    )
