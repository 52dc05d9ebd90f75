"""HELP: what a helper may do and gets, and forced help."""

import json
from pathlib import Path

import pytest

from munchkin_env.game.scenario import Player, Table, seat, table
from tests.rule import rule


def forced(*, level: int = 7, other: str = "Pit Bull", helper_hand: str = "") -> tuple[Table, Player, Player, Player]:
    """Suzan has been compelled to help Aric against Face Sucker, and more may join."""
    game = table(
        seat(level=level, wears="Kneepads of Allure", hand=["Wandering Monster", other, "Boil an Anthill"]),
        seat(level=9, hand=helper_hand),
        seat(level=9),
        doors=["Face Sucker"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure", on=suzan)
    return game, aric, suzan, otto


@rule("HELP-10", "HELP-09")
def test_some_cards_leave_no_choice_about_helping_and_then_there_is_no_reward() -> None:
    game, aric, suzan, _ = forced()
    assert game.helper is suzan and game.strength == (7 + 9, 8)
    assert game.waits_for(aric), "she was not asked"
    game.everybody_passes()
    assert aric.level == 8 and len(aric.hand) == 3 + 2 and suzan.hand == []


@rule("HELP-10")
def test_only_somebody_of_higher_level_can_be_forced_and_only_where_help_is_needed() -> None:
    game = table(seat(level=5, wears="Kneepads of Allure", hand="Baby"), seat(level=5), seat(level=6), doors=["Face Sucker", "Pit Bull"])
    aric, _, otto = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    assert game.helper is otto, "there was nobody else to choose"
    game = table(seat(level=5, wears="Kneepads of Allure", hand="Baby"), seat(level=6), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    assert not game[0].may("use Kneepads of Allure")


@rule("HELP-10", "COMBAT-16", "WIN-02")
def test_when_it_becomes_a_fight_for_the_win_who_was_forced_may_leave_without_penalty() -> None:
    game, aric, suzan, otto = forced(level=8)
    aric.plays("Wandering Monster")
    assert suzan.choices == ["stay in the fight", "leave the fight"], "8 + 2 levels, though the Kneepads would allow only one"
    suzan.leaves()
    assert game.helper is None and game.strength == (8, 8 + 2) and suzan.level == 9
    assert not aric.may("use Kneepads of Allure")
    aric.asks(otto)
    otto.accepts()
    assert game.helper is otto
    game.everybody_passes()
    assert aric.level == 9 and not game.over, "the Kneepads never bring the winning Level"


@rule("HELP-10", "COMBAT-16", "COMBAT-12")
def test_who_was_forced_is_asked_whatever_made_it_a_fight_for_the_win() -> None:
    game, aric, suzan, _ = forced(level=8)
    aric.plays("Boil an Anthill", on=aric)
    assert aric.level == 9 and game.waits_for(suzan) and suzan.choices == ["stay in the fight", "leave the fight"]


@rule("HELP-10", "HELP-11")
def test_who_stays_is_a_volunteer_and_is_not_asked_again() -> None:
    game, aric, suzan, _ = forced(level=8, helper_hand="Baby")
    aric.plays("Wandering Monster")
    suzan.stays()
    assert game.helper is suzan
    aric.plays("Boil an Anthill", on=aric)
    assert aric.level == 9 and game.helper is suzan
    assert suzan.choices == ["pass", "play Baby"]


@rule("HELP-11")
def test_a_volunteer_cannot_back_out_because_it_has_become_a_fight_for_the_win() -> None:
    game = table(seat(level=8, hand="Boil an Anthill"), seat(level=5, hand="Baby"), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Boil an Anthill", on=aric)
    assert game.helper is suzan and suzan.choices == ["pass", "play Baby"]
    game.everybody_passes()
    assert game.over and game.winners == (aric,)


@pytest.mark.parametrize("promised", [True, False])
@rule("HELP-12")
def test_a_promised_item_cannot_make_way_for_another(promised: bool) -> None:
    game = table(
        seat(level=1, wears="Leather Armor", hand="Help Me Out Here!"),
        seat(level=6),
        seat(wears="Mithril Armor"),
        doors=["Face Sucker"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Leather Armor" if promised else None)
    suzan.accepts()
    assert game.strength == (8, 8)
    if promised:
        assert game.waits_for(otto), "they could do nothing"
    else:
        aric.plays("Help Me Out Here!")
        assert aric.wears == ["Mithril Armor"] and otto.wears == []


@pytest.mark.parametrize("promised", [True, False])
@rule("HELP-12")
def test_a_promised_item_cannot_be_used_up_on_the_flight(promised: bool) -> None:
    game = table(seat(level=1, carries="Rat on a Stick"), seat(level=1), doors=["Face Sucker"], dice=[1, 1], bribe_item_due="always")
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Rat on a Stick" if promised else None)
    suzan.accepts()
    if promised:
        assert aric.carries == [] and suzan.carries == ["Rat on a Stick"] and "CAUGHT" in game.happened
    else:
        aric.uses("Rat on a Stick")
        assert aric.carries == [] and suzan.carries == []


@rule("HELP-07", "HELP-12", "COMBAT-14")
def test_what_one_promised_lapses_when_the_fight_passes_to_another_and_the_helper_stays() -> None:
    game = table(
        seat(level=1, carries="Sleep Potion", hand="Transferral Potion"), seat(level=7), seat(level=2), doors=["Face Sucker"], dice=[6]
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper", item="Sleep Potion")
    suzan.accepts()
    assert not aric.may("use Sleep Potion")
    aric.plays("Transferral Potion")
    assert game.main is otto and game.helper is suzan and aric.may("use Sleep Potion")
    game.everybody_passes()
    suzan.picks(game.pool[0])
    assert (len(otto.hand), len(suzan.hand)) == (1, 1) and otto.level == 3
    assert aric.carries == ["Sleep Potion"] and suzan.carries == []


@rule("HELP-14", "HELP-15")
def test_monsters_see_the_helper_too_and_count_a_trait_once() -> None:
    def strength(main: str, helper: str, duals: str = "") -> int:
        game = table(seat(races=main, duals=duals, hand="Baby"), seat(races=helper), doors=["Drooling Slime"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        return game.strength[1]

    assert strength("Dwarf", "Halfling") == 1
    assert strength("Dwarf", "Elf") == 1 + 4
    assert strength("Elf", "Elf") == 1 + 4
    assert strength("Elf", "Halfling", duals="Half-Breed") == 1, "an Elf without drawbacks"
    assert strength("Elf", "Elf", duals="Half-Breed") == 1 + 4, "but her helper has them"


@rule("HELP-14")
def test_a_penalty_on_each_elf_is_one_for_each() -> None:
    game = table(seat(level=7, races="Elf", hand="Baby"), seat(level=7, races="Elf"), doors=["Squidzilla"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (7 - 4, 18)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (7 - 4 + 7 - 4, 18)


@rule("HELP-16", "ITEM-06", "TIME-07", "TIME-08")
def test_a_helper_is_in_combat_and_has_the_rights_and_limits_of_it() -> None:
    game = table(
        seat(level=1, hand="Slimy Armor"),
        seat(
            level=3,
            classes="Thief",
            wears="Leather Armor",
            carries="Flaming Armor, Sleep Potion",
            hand="Helm of Courage, Magic Missile, Boil an Anthill, Curse! Lose a Level, Hireling, Elf, Enraged",
        ),
        seat(carries="Spiky Knees"),
        doors=["Plutonium Dragon"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.passes()
    assert suzan.may("trade") and suzan.may("turn Leather Armor sideways")
    suzan.turns_sideways("Leather Armor")
    suzan.equips("Flaming Armor")
    suzan.passes()
    otto.passes()
    aric.asks(suzan)
    suzan.accepts()
    assert sorted(suzan.choices) == [
        "discard Thief",
        "pass",
        "play Boil an Anthill",
        "play Curse! Lose a Level",
        "play Enraged",
        "play Hireling",
        "play Magic Missile",
        "use Sleep Potion",
        "use Thief",
    ]
    suzan.uses("Thief", "backstabbing", on=aric, paying="Elf")
    suzan.plays("Magic Missile", on="monsters")
    suzan.plays("Boil an Anthill", on=suzan)
    assert game.strength == (1 - 2 + 4 + 2, 25), "even against the one they help"


@rule("HELP-17", "TIME-08")
def test_who_is_asked_has_had_their_time_to_dress_and_is_in_combat_when_they_accept() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=3, carries="Leather Armor"), seat(carries="Spiky Knees"), doors=["Face Sucker"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.equips("Leather Armor")
    suzan.passes()
    game[2].passes()
    aric.asks(suzan)
    assert suzan.choices == ["accept", "refuse"]
    assert game.helper is None
    suzan.accepts()
    assert game.strength == (1 + 3 + 1, 8)
    assert game.helper is suzan


@rule("HELP-18", "HELP-19")
def test_main_alone_rises_and_draws_even_if_the_helpers_strength_won() -> None:
    game = table(seat(level=1, hand="Wandering Monster, Pit Bull"), seat(level=9, classes="Warrior"), doors=["Flying Frogs"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.asks(suzan)
    suzan.accepts()
    game.everybody_passes()
    assert game.levels == (1 + 2, 9) and len(aric.hand) == 2 and suzan.hand == []


@rule("HELP-20", "HELP-19")
def test_an_elf_who_helps_rises_one_level_for_each_monster_killed() -> None:
    def levels(monster: str, *cards: str) -> tuple[int, ...]:
        worn = "Huge Rock, Really Impressive Title, Flaming Armor, Boots of Butt-Kicking"
        game = table(seat(level=2, wears=worn, hand=cards), seat(level=6, races="Elf"), doors=[monster], ask_only_when_losing=False)
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        for card in cards[:1]:
            aric.plays(card)
        game.everybody_passes()
        return game.levels

    assert levels("Pit Bull") == (3, 7)
    assert levels("King Tut") == (4, 7), "one, whatever it gives the other"
    assert levels("Pit Bull", "Wandering Monster", "Lame Goblin") == (4, 8)
    assert levels("Pit Bull", "Mate") == (4, 8)
    assert levels("Pit Bull", "Pollymorph Potion") == (2, 6), "nothing was killed"


@rule("HELP-20", "WIN-01", "WIN-03", "REW-05")
def test_an_elf_may_win_by_helping_alone_or_together_with_the_one_they_help() -> None:
    for level, both in ((9, True), (8, False)):
        game = table(seat(level=level, hand="Baby"), seat(level=9, races="Elf"), doors=["Net Troll"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        game.everybody_passes()
        assert game.over and game.winners == ((aric, suzan) if both else (suzan,))
        assert game.levels == (level + 1, 10) and "DRAWS" not in game.happened


@rule("HELP-21", "ORIG-11", "ORIG-12")
def test_a_helping_warrior_berserks_three_times_in_a_fight_however_many_monsters() -> None:
    game = table(
        seat(level=1, hand="Wandering Monster, Pit Bull"),
        seat(level=2, classes="Warrior", hand="Elf, Elf, Elf, Dwarf, Dwarf"),
        doors=["Plutonium Dragon"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    for _ in range(3):
        suzan.uses("Warrior", "berserking", paying=suzan.hand[0])
    assert game.strength[0] == 3 + 3 and not suzan.may("use Warrior")
    suzan.passes()
    aric.plays("Wandering Monster")
    assert suzan.choices == ["pass", "discard Warrior"], "not three more for the second monster"


BOTH_AT_ONCE = {
    "set": "both_at_once",
    "name": "Both at Once",
    "format": 1,
    "doors": 0,
    "treasures": 1,
    "cards": [
        {
            "id": "new_life",
            "name": "New Life",
            "deck": "treasure",
            "kind": "go_up_level",
            "effects": [
                {
                    "on": "on_play",
                    "when": ["any_time"],
                    "ops": [{"op": "gain_level", "who": "self", "amount": 1}, {"op": "change_sex", "who": "self"}],
                }
            ],
        }
    ],
}


@rule("HELP-10", "COMBAT-16", "MON-14")
def test_nobody_is_asked_whether_they_stay_if_it_is_not_for_the_win_after_all(tmp_path: Path) -> None:
    """One more Level would make it a fight for the win; but with the new sex one of the monsters leaves."""
    both = tmp_path / "both_at_once.json"
    both.write_text(json.dumps(BOTH_AT_ONCE))
    game = table(
        seat(level=7, sex="male", wears="Kneepads of Allure", hand="New Life, Wandering Monster, Amazon, Baby"),
        seat(level=9, sex="male"),
        doors=["Face Sucker"],
        sets=["deluxe", both],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Amazon")
    aric.uses("Kneepads of Allure", on=suzan)
    aric.plays("New Life")
    assert aric.level == 8 and game.strength[1] == 8, "the Amazon is gone"
    assert game.decision == "FIGHT_WINDOW" and game.helper is suzan
