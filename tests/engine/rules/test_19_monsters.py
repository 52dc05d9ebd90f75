"""MON: enhancers, Mates, several monsters, the Undead."""

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("MON-01")
def test_a_monster_of_many_is_one_monster() -> None:
    game = table(seat(level=6, wears="Chainsaw of Bloody Dismemberment, Spiky Knees, Helm of Courage"), seat(), doors=["3,872 Orcs"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 7 and len(aric.hand) == 3


@rule("MON-02", "MON-11")
def test_enhancers_add_up_and_anybody_may_play_them_the_fighter_too() -> None:
    game = table(seat(hand="Humongous"), seat(hand="Enraged, Baby"), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert (game.strength[1], game.treasures_at_stake) == (8, 2)
    aric.plays("Humongous")
    assert (game.strength[1], game.treasures_at_stake) == (18, 4)
    aric.passes()
    suzan.plays("Enraged")
    assert (game.strength[1], game.treasures_at_stake) == (23, 5)
    suzan.plays("Baby")
    assert (game.strength[1], game.treasures_at_stake) == (18, 4)


@rule("MON-02", "LEVEL-03")
def test_a_monster_can_be_weaker_than_nothing() -> None:
    game = table(seat(hand="Baby, Sleep Potion"), seat(), doors=["Lame Goblin"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Baby")
    assert game.strength == (1, -4)


@rule("MON-02")
def test_enhancers_are_for_fights_only() -> None:
    game = table(seat(hand="Baby, Humongous, Mate"), seat(hand="Enraged"))
    aric, _ = game
    assert aric.choices == ["kick open the door"]


@rule("MON-11")
def test_a_monster_with_treasures_always_has_one() -> None:
    game = table(seat(hand="Baby, Enraged"), seat(), doors=["Lame Goblin"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Baby")
    assert game.treasures_at_stake == 1
    aric.plays("Enraged")
    assert game.treasures_at_stake == 1, "1 - 1 + 1"


@rule("MON-03")
def test_with_several_monsters_who_plays_the_enhancer_says_on_which() -> None:
    game = table(seat(hand="Wandering Monster, Pit Bull"), seat(hand="Ancient, Magic Missile"), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Pit Bull")
    assert game.strength == (1, 6)
    aric.passes()
    suzan.plays("Ancient")
    assert suzan.choices == ["on Harpies", "on Pit Bull"]
    suzan.picks("Pit Bull")
    numbers = game.game.view(0)["fight"]["monsters"]
    assert numbers == {0: ("Harpies", 4), 1: ("Pit Bull", 12)}


@rule("MON-04", "RUN-04")
def test_a_mate_is_a_second_monster_to_be_beaten_or_fled_from() -> None:
    game = table(seat(level=7, wears="Huge Rock"), seat(hand="Mate, Enraged"), doors=["Lame Goblin"])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Mate")
    assert game.monsters == ["Lame Goblin", "Lame Goblin"] and game.strength == (10, 2)
    suzan.plays("Enraged", on="Lame Goblin's mate")
    assert (game.strength, game.treasures_at_stake) == ((10, 12), 4), "what enhances the Mate enhances the original"

    won = table(seat(level=6), seat(hand="Mate"), doors=["Lame Goblin"])
    won[0].kicks_open_the_door()
    won[1].plays("Mate")
    won.everybody_passes()
    assert won[0].level == 6 + 2 and len(won[0].hand) == 2

    lost = table(seat(level=6), seat(hand="Mate"), doors=["Harpies"], dice=[1, 1])
    lost[0].kicks_open_the_door()
    lost[1].plays("Mate")
    lost.everybody_passes()
    lost[0].chooses("Harpies's mate")
    assert lost[0].level == 6 - 2 - 2, "it catches and harms on its own"


@rule("MON-05", "INTER-01")
def test_anybody_may_send_a_monster_from_their_hand_into_any_fight_with_a_wandering_monster() -> None:
    game = table(
        seat(hand="Wandering Monster, Pit Bull"),
        seat(hand="Wandering Monster, Harpies, Lame Goblin"),
        seat(hand="Wandering Monster, Enraged"),
        doors=["Potted Plant"],
    )
    aric, suzan, otto = game
    assert not aric.may("play Wandering Monster"), "there is no fight to join"
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    assert game.monsters == ["Potted Plant", "Pit Bull"] and aric.hand == []
    aric.passes()
    suzan.plays("Wandering Monster")
    assert suzan.choices == ["bring along Harpies", "bring along Lame Goblin"], "the two cards are one play"
    suzan.picks("Harpies")
    assert game.strength == (1, 1 + 2 + 4) and suzan.hand == ["Lame Goblin"]
    assert otto.choices == ["pass", "play Enraged"], "they have no monster to send"


@rule("MON-06", "COMBAT-13", "HELP-02")
def test_what_one_monster_forbids_is_forbidden_as_long_as_it_is_in_the_fight() -> None:
    game = table(
        seat(hand="Pollymorph Potion, Baby"),
        seat(level=4, hand="Enraged"),
        seat(hand="Wandering Monster, Gazebo, Mate"),
        doors=["Net Troll"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.passes()
    suzan.passes()
    otto.plays("Wandering Monster")
    assert game.helper is None and game.strength == (1, 18), "a Gazebo is fought alone"
    otto.passes()
    assert not aric.may("ask for help")
    aric.plays("Pollymorph Potion", on="Gazebo")
    assert aric.may("ask for help")


@rule("MON-07", "COMBAT-05")
def test_one_monster_may_be_removed_and_the_rest_fought() -> None:
    game = table(seat(level=3, hand="Pollymorph Potion, Wandering Monster, Pit Bull"), seat(), doors=["Harpies"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.plays("Pollymorph Potion", on="Harpies")
    game.everybody_passes()
    assert aric.level == 3 + 1, "for the one they killed"
    assert len(aric.hand) == 1 + 2, "those that the Potion left behind come with the others"


@rule("MON-07", "COMBAT-06", "COMBAT-10", "REW-03")
def test_if_one_was_killed_and_the_last_one_removed_the_fight_is_won() -> None:
    game = table(
        seat(level=3, hand="Potion of Halitosis, Bribe Money, Wandering Monster, Net Troll"),
        seat(),
        doors=["Floating Nose"],
        sets=["deluxe", "western"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster")
    aric.plays("Potion of Halitosis", way="killed")
    assert game.fighting and aric.level == 3
    aric.plays("Bribe Money", on="Net Troll")
    assert not game.fighting and (aric.level, len(aric.hand)) == (4, 3), "a level and Treasures for the Nose, nothing for the Troll"


@rule("MON-07", "RUN-01", "RUN-04")
def test_all_that_remain_are_beaten_together_or_fled_from_together_and_then_nothing_is_won() -> None:
    game = table(
        seat(level=3, hand="Pollymorph Potion, Wandering Monster, Wandering Monster, Pit Bull, Flying Frogs"),
        seat(),
        doors=["Harpies"],
        dice=[5, 2],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Pit Bull")
    aric.plays("Wandering Monster", bringing="Flying Frogs")
    aric.plays("Pollymorph Potion", on="Harpies")
    assert game.strength == (3, 4), "stronger than either of them"
    game.everybody_passes()
    aric.runs_from("Pit Bull")
    assert aric.level == 3 - 2 and aric.hand == []
    assert [word for word in game.happened if word in ("ESCAPES", "CAUGHT")] == ["ESCAPES", "CAUGHT"]


@rule("MON-08", "MON-10", "INTER-01")
def test_undead_join_undead_from_anybodys_hand() -> None:
    game = table(
        seat(hand="Undead Horse, Harpies, Pollymorph Potion, Wandering Monster"),
        seat(hand="King Tut, Pit Bull"),
        doors=["Mr. Bones"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    assert not aric.may("play Harpies")
    aric.plays("Undead Horse")
    assert game.monsters == ["Mr. Bones", "Undead Horse"] and game.strength == (1, 2 + 4)
    aric.passes()
    assert suzan.may("play King Tut") and not suzan.may("play Pit Bull")

    other = table(seat(hand="Undead Horse, Baby"), seat(hand="King Tut"), doors=["Harpies"])
    other[0].kicks_open_the_door()
    assert not other[0].may("play Undead Horse"), "it needs another Undead"


@rule("MON-10")
def test_the_other_undead_must_still_be_in_the_fight() -> None:
    game = table(
        seat(hand="Wandering Monster, Harpies, Pollymorph Potion, Undead Horse"),
        seat(),
        doors=["Mr. Bones"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Harpies")
    assert aric.may("play Undead Horse")
    aric.plays("Pollymorph Potion", on="Mr. Bones")
    assert not aric.may("play Undead Horse")


@rule("MON-10")
def test_a_fight_holds_eight_monsters() -> None:
    joining = "Undead Horse, King Tut, Wandering Monster, Wandering Monster, Wandering Monster, Harpies, Pit Bull, Crabs"
    game = table(seat(hand=f"{joining}, Wight Brothers, Mate, Illusion, Bigfoot"), seat(), doors=["Mr. Bones"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Undead Horse")
    aric.plays("King Tut")
    for other in ("Harpies", "Pit Bull", "Crabs"):
        aric.plays("Wandering Monster", bringing=other)
    aric.plays("Mate", on="Crabs")
    assert len(game.monsters) == 7
    clone = game.clone()
    aric.plays("Wight Brothers")
    assert len(game.monsters) == 8 and not aric.may("play Illusion")
    clone[0].plays("Illusion", on="Crabs", bringing="Bigfoot")
    assert len(clone.monsters) == 7 and not clone[0].may("play Wight Brothers"), "a monster that has left keeps its place"


@rule("MON-12", "HELP-14", "REW-04")
def test_what_a_killed_monster_brings_besides_comes_with_the_reward() -> None:
    def cards(main: str, helper: str) -> tuple[int, int]:
        game = table(seat(level=1, races=main), seat(level=2, races=helper), doors=["Potted Plant"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        game.everybody_passes()
        return len(aric.hand), len(suzan.hand)

    assert cards("Dwarf", "Halfling") == (1, 0)
    assert cards("Elf", "Halfling") == (1 + 1, 0)
    assert cards("Dwarf", "Elf") == (1, 1)
    assert cards("Elf", "Elf") == (1 + 1, 1)


@rule("MON-12", "WIN-01")
def test_an_extra_level_for_how_it_was_killed() -> None:
    for worn, level in (("Flaming Armor", 5), ("Leather Armor", 4)):
        game = table(seat(level=3, wears=worn), seat(), doors=["Large Angry Chicken"])
        game[0].kicks_open_the_door()
        game.everybody_passes()
        assert game[0].level == level

    for worn, level in (("", 9), ("Leather Armor", 8)):
        game = table(seat(level=7, wears=worn), seat(), doors=["Pukachu"])
        game[0].kicks_open_the_door()
        game.everybody_passes()
        assert game[0].level == level


@rule("MON-13", "MON-04")
def test_original_and_mate_may_be_removed_singly_and_the_other_keeps_the_enhancers() -> None:
    for gone in ("Lame Goblin", "Lame Goblin's mate"):
        game = table(seat(hand="Pollymorph Potion, Baby"), seat(hand="Mate, Ancient"), doors=["Lame Goblin"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.passes()
        suzan.plays("Mate")
        suzan.plays("Ancient", on="Lame Goblin")
        assert game.strength == (1, 22)
        aric.plays("Pollymorph Potion", on=gone)
        assert game.strength == (1, 11) and game.monsters == ["Lame Goblin"]
        assert game.treasures_at_stake == 3 + 3
        assert game.doors_discarded == [], "the cards of the pair stay till the end"
        aric.plays("Baby")
        assert game.strength == (1, 6)
        game.skip_windows()
        assert sorted(game.doors_discarded) == ["Ancient", "Baby", "Lame Goblin", "Mate"]


@rule("MON-14", "HELP-14")
def test_an_amazon_does_not_fight_where_a_woman_fights() -> None:
    game = table(seat(sex="female"), seat(), doors=["Amazon"])
    game[0].kicks_open_the_door()
    assert not game.fighting and (game[0].level, len(game[0].hand)) == (1, 1)

    game = table(seat(level=3), seat(sex="female"), doors=["Amazon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.fighting
    aric.asks(suzan)
    suzan.accepts()
    assert not game.fighting and game.levels == (3, 1)

    game = table(seat(level=9), seat(hand="Curse! Change Sex"), doors=["Amazon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    suzan.plays("Curse! Change Sex", on=aric)
    assert not game.fighting and (aric.level, len(aric.hand)) == (9, 1)


@rule("MON-14")
def test_lawyers_do_not_attack_where_a_thief_fights() -> None:
    game = table(seat(level=3), seat(classes="Thief"), doors=["Lawyers"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (3, 6)
    aric.asks(suzan)
    suzan.accepts()
    assert not game.fighting and aric.hand == []

    game = table(seat(level=3, hand="Thief"), seat(), doors=["Lawyers"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Thief")
    assert not game.fighting, "they became one in the middle of the fight"


@rule("MON-15", "ORIG-11")
def test_a_condition_on_the_fight_is_looked_at_whenever_it_matters() -> None:
    game = table(
        seat(classes="Cleric", hand="Wandering Monster, Mr. Bones, Pollymorph Potion, Elf, Dwarf"),
        seat(),
        doors=["Face Sucker"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert not aric.may("use Cleric"), "nothing here is Undead"
    aric.plays("Wandering Monster")
    aric.uses("Cleric", paying="Dwarf")
    assert game.strength == (1 + 3, 8 + 2)
    aric.plays("Elf")
    assert game.strength == (1 + 3, 8 + 6 + 2), "stronger against Elves, from now on"
    aric.plays("Pollymorph Potion", on="Mr. Bones")
    assert not aric.may("use Cleric")
    assert game.strength == (1 + 3, 8 + 6)
    aric.discards("Elf")
    assert game.strength == (1 + 3, 8)
