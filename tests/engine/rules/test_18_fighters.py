"""COMBAT: fighters who die or leave, fights handed over to another player, ties, and fights for the win."""

import json
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule

DEADLY = {
    "set": "deadly",
    "name": "Deadly",
    "format": 1,
    "doors": 1,
    "treasures": 0,
    "cards": [
        {
            "id": "lightning",
            "name": "Lightning",
            "deck": "door",
            "kind": "curse",
            "effects": [{"on": "on_curse", "ops": [{"op": "die", "who": "victim"}]}],
        }
    ],
}


@rule("COMBAT-13", "DEATH-09")
def test_if_the_fighter_dies_the_fight_ends_without_reward_and_the_helper_goes_free(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.json"
    deadly.write_text(json.dumps(DEADLY))
    game = table(
        seat(level=2, hand="Spiky Knees"),
        seat(level=5),
        seat(hand="Lightning, Curse! Lose a Level"),
        doors=["Pit Bull"],
        sets=["deluxe", deadly],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all")
    suzan.accepts()
    otto.plays("Lightning", on=aric)
    suzan.takes("Spiky Knees")
    assert aric.dead and not game.fighting
    assert suzan.hand == ["Spiky Knees"] and game.levels == (2, 5, 1)
    assert not {"WINS_FIGHT", "LOSES_FIGHT", "ROLLS"} & set(game.happened)
    assert "Pit Bull" in game.doors_discarded
    game.skip_windows()
    assert game.turn_player is suzan, "their turn is over"


@rule("COMBAT-13", "HELP-01")
def test_if_the_helper_dies_the_fight_goes_on_and_another_may_be_asked(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.json"
    deadly.write_text(json.dumps(DEADLY))
    game = table(seat(level=2, hand="Baby"), seat(level=5), seat(level=9, hand="Lightning"), doors=["Harpies"], sets=["deluxe", deadly])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    otto.plays("Lightning", on=suzan)
    assert suzan.dead and game.fighting and game.helper is None and game.strength == (2, 4)
    aric.asks(otto)
    otto.accepts()
    assert game.helper is otto


@rule("COMBAT-13", "HELP-10", "HELP-11")
def test_when_a_forced_helper_dies_nobody_is_left_to_stay_or_leave(tmp_path: Path) -> None:
    deadly = tmp_path / "deadly.json"
    deadly.write_text(json.dumps(DEADLY))
    game = table(
        seat(level=7, wears="Kneepads of Allure", hand="Boil an Anthill, Convenient Addition Error"),
        seat(level=8),
        seat(level=7, hand="Lightning, Baby"),
        doors=["Wight Brothers"],
        sets=["deluxe", deadly],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    aric.passes()
    otto.plays("Lightning", on=suzan)
    otto.passes()
    aric.plays("Boil an Anthill", on=aric)
    assert aric.level == 8 and game.waits_for(aric) and game.decision == "FIGHT_WINDOW"
    aric.asks(otto)
    otto.accepts()
    aric.plays("Convenient Addition Error", on=aric)
    assert game.helper is otto and game.decision == "FIGHT_WINDOW", "a volunteer"


@rule("COMBAT-13", "COMBAT-14", "TIME-08")
def test_a_fight_can_pass_to_another_player_with_all_its_rights_and_the_turn_goes_on_after_it() -> None:
    game = table(
        seat(level=1, wears="Leather Armor", hand="Transferral Potion, Harpies"),
        seat(level=2, hand="Baby"),
        seat(level=3),
        doors=["Pit Bull", "Elf"],
        treasures=["Slimy Armor"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion", on=suzan)
    assert game.main is suzan and game.turn_player is aric and game.strength == (2, 2)
    assert aric.may("turn Leather Armor sideways"), "aric is not in combat any more"
    aric.passes()
    suzan.asks(otto)
    otto.refuses()
    suzan.plays("Baby")
    game.everybody_passes()
    assert (suzan.level, suzan.hand) == (3, ["Slimy Armor"]) and aric.level == 1
    game.skip_windows()
    aric.goes_into_the_room()
    assert aric.hand == ["Harpies", "Elf"], "they loot, as the card says; they may not look for trouble"


@rule("COMBAT-15", "ORIG-11")
def test_a_warrior_wins_ties_on_whichever_side_of_the_pair_they_fight() -> None:
    game = table(seat(level=2, classes="Warrior"), seat(), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    game.everybody_passes()
    assert "WINS_FIGHT" in game.happened

    for classes, result in (("Warrior", "WINS_FIGHT"), ("Thief", "LOSES_FIGHT")):
        game = table(seat(level=1), seat(level=3, classes=classes), doors=["Harpies"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength == (4, 4)
        game.everybody_passes()
        assert result in game.happened


@rule("COMBAT-16", "HELP-10", "WIN-02", "CONF-05")
def test_nobody_can_be_forced_to_help_with_the_win_counting_all_levels_the_monsters_give() -> None:
    def may_force(level: int, *monsters: str) -> bool:
        game = table(
            seat(level=level, wears="Kneepads of Allure", hand=["Wandering Monster", *monsters[1:]] if monsters[1:] else ()),
            seat(level=9),
            doors=[monsters[0]],
        )
        aric, _ = game
        aric.kicks_open_the_door()
        for other in monsters[1:]:
            aric.plays("Wandering Monster", bringing=other)
        return aric.may("use Kneepads of Allure")

    assert may_force(8, "Face Sucker")
    assert may_force(7, "King Tut")
    assert not may_force(8, "King Tut"), "it gives two levels"
    assert not may_force(8, "Face Sucker", "Pit Bull"), "one level each"


@rule("COMBAT-14", "CURSE-03")
def test_a_curse_on_the_next_combat_is_spent_even_if_one_got_out_of_it() -> None:
    game = table(seat(level=4, hand="Transferral Potion, Baby"), seat(level=5), seat(hand="Curse! Change Sex, Enraged"), doors=["Harpies"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.passes()
    otto.plays("Curse! Change Sex", on=aric)
    assert game.strength == (4 - 5, 4)
    otto.passes()
    aric.plays("Transferral Potion", on=suzan)
    assert game.main is suzan
    game.skip_windows()
    assert not game.fighting and aric.curses == [] and aric.strength == 4

    game = table(
        seat(level=5, hand="Baby"), seat(level=5), seat(hand="Curse! Change Sex, Wandering Monster, Gazebo, Enraged"), doors=["Net Troll"]
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    otto.plays("Curse! Change Sex", on=suzan)
    otto.plays("Wandering Monster")
    assert game.helper is None and suzan.strength == 0
    game.skip_windows()
    aric.runs_from("Gazebo")
    assert not game.fighting
    assert suzan.curses == [] and suzan.strength == 5


CHOICES_ON_MEETING: dict[str, dict[str, Any]] = {
    "Stoned Golem": {},
    "Floating Nose": {"carries": "Huge Rock, Slimy Armor"},
    "Tiny But Advanced Creatures": {"carries": "Slimy Armor"},
    "Creature from the Pink Lagoon": {"races": "Feline"},
    "Astro-Muskrat Space Pirate": {"classes": "Bounty Hunter"},
    "Psi Psheriff": {"classes": "Psychic"},
    "Thing Man Was Not Meant To Know": {"sex": "female"},
    "Bionic Bimbo": {"carries": "Boots of Butt-Kicking"},
}
"""Monsters that let the player who meets them choose whether to fight, and which players have that choice."""


@pytest.mark.parametrize(("monster", "able"), CHOICES_ON_MEETING.items())
@rule("COMBAT-14", "MON-14")
def test_who_takes_over_a_fight_or_helps_in_it_has_not_the_choice_of_who_meets_the_monster(monster: str, able: dict[str, Any]) -> None:
    """The fight has begun; there is a choice on meeting before it."""
    for joins in ("takes over", "helps"):
        game = table(
            seat(level=1, sex="male", hand="Transferral Potion, Magic Missile"),
            seat(level=4, **{"sex": "male", **able}),
            doors=[monster],
            sets=("deluxe", "star"),
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        if game.decision == "ASK_YES":
            aric.says(False)
        if joins == "takes over":
            aric.plays("Transferral Potion")
        else:
            aric.asks(suzan)
            suzan.accepts()
        assert game.decision == "FIGHT_WINDOW" and game.monsters == [monster]
        assert suzan in ((game.main,) if joins == "takes over" else (game.helper,))


@pytest.mark.parametrize("monster", CHOICES_ON_MEETING)
@rule("COMBAT-14", "MON-05")
def test_who_has_taken_over_meets_what_joins_after_that(monster: str) -> None:
    game = table(
        seat(hand=f"Transferral Potion, Magic Missile, Wandering Monster, {monster}"),
        seat(level=9, **{"sex": "male", **CHOICES_ON_MEETING[monster]}),
        doors=["Pit Bull"],
        sets=("deluxe", "star"),
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion")
    aric.plays("Wandering Monster")
    assert suzan.decides and game.decision == "ASK_YES"
    suzan.says(False)
    assert game.monsters == ["Pit Bull", monster]


@rule("COMBAT-14", "MON-14")
def test_who_takes_over_a_fight_loses_nothing_to_who_was_met_before() -> None:
    """Tongue Demon takes an Item from a player who meets it."""
    game = table(seat(hand="Transferral Potion, Magic Missile"), seat(carries="Slimy Armor"), doors=["Tongue Demon"])
    game[0].kicks_open_the_door()
    game[0].plays("Transferral Potion")
    assert game[1].carries == ["Slimy Armor"] and game.main is game[1]
