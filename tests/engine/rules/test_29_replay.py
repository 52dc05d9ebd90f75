"""REPLAY: the examples of the rule sheet, played with their numbers."""

from itertools import permutations

import pytest

from munchkin_env.game.scenario import seat, table
from tests.rule import rule


@rule("REPLAY-03", "COMBAT-02", "COMBAT-09", "COMBAT-15", "ORIG-03", "ITEM-06")
def test_arics_fight_with_the_net_troll() -> None:
    game = table(
        seat(
            level=4,
            classes="Warrior",
            wears="Chainsaw of Bloody Dismemberment",
            carries="Yuppie Water",
            hand="Magic Missile, Thief, Wandering Monster, Pit Bull",
        ),
        seat(level=2, races="Elf", wears="Boots of Butt-Kicking", hand="Enraged, Baby"),
        seat(),
        doors=["Net Troll"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert game.strength == (7, 10)
    aric.plays("Magic Missile", on="munchkins")
    assert game.strength == (12, 10)
    aric.passes()
    suzan.plays("Enraged")
    assert game.strength == (12, 15)
    suzan.passes()
    otto.passes()

    with_help = game.clone()
    with_help[0].asks(with_help[1])
    with_help[1].accepts()
    assert with_help.strength == (16, 15)
    with_help.everybody_passes()
    assert with_help[1].level == 3, "and give you a level?"

    aric.asks(suzan)
    suzan.refuses()
    for paid in ("Thief", "Wandering Monster", "Yuppie Water"):
        aric.uses("Warrior", "berserking", paying=paid)
    assert game.strength == (15, 15) and aric.hand == ["Pit Bull"] and aric.carries == []
    assert not aric.may("use Warrior"), "three at most"
    assert not aric.may("turn Chainsaw of Bloody Dismemberment sideways")
    game.everybody_passes()
    assert aric.level == 5 and len(aric.hand) == 1 + 4
    assert suzan.sees(aric) == [None] * 5, "face down"
    assert suzan.level == 2


@rule("REPLAY-06", "COMBAT-15", "HELP-21")
def test_a_helping_warrior_wins_the_tie_and_berserks_once_in_the_fight() -> None:
    def tie(classes: str) -> list[str]:
        game = table(seat(level=1), seat(level=1, classes=classes), doors=["Pit Bull"], dice=[6, 6])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan)
        suzan.accepts()
        assert game.strength == (2, 2)
        game.everybody_passes()
        return game.happened

    assert "WINS_FIGHT" in tie("Warrior") and "LOSES_FIGHT" in tie("Cleric")

    game = table(
        seat(level=1, hand="Wandering Monster, Harpies"),
        seat(level=3, classes="Warrior", hand="Elf, Dwarf, Halfling, Thief, Cleric"),
        doors=["Undead Horse"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Wandering Monster")
    assert game.strength == (4, 8)
    for paid in ("Elf", "Dwarf", "Halfling"):
        suzan.uses("Warrior", "berserking", paying=paid)
    assert game.strength == (7, 8) and not suzan.may("use Warrior"), "once in the fight, not once for each monster"


@rule("REPLAY-07", "COMBAT-05", "COMBAT-06", "HELP-18", "HELP-21", "REW-03")
def test_a_helping_cleric_chases_the_wannabe_vampire_away() -> None:
    game = table(seat(level=3), seat(level=2, classes="Cleric"), seat(hand="Enraged"), doors=["Wannabe Vampire"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="helper")
    suzan.accepts()
    assert game.strength == (5, 12) and not aric.may("use Wannabe Vampire")
    suzan.uses("Wannabe Vampire")
    assert game.monsters == [] and "KILLS" not in game.happened
    suzan.picks(game.pool[0])
    assert game.levels == (3, 2, 1), "nobody rises"
    assert (len(aric.hand), len(suzan.hand)) == (2, 1), "its Treasures are won, and shared as agreed"
    assert not game.fighting


@rule("REPLAY-08", "HELP-14", "HELP-15")
def test_the_drooling_slime_is_stronger_with_an_elf_among_them_and_not_more_with_two() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=2, races="Elf"), doors=["Drooling Slime"], ask_only_when_losing=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 1)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3, 5)

    game = table(seat(level=1, races="Elf", hand="Baby"), seat(level=2, races="Elf"), doors=["Drooling Slime"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert game.strength == (1, 5)
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3, 5)


@pytest.mark.parametrize("order", list(permutations(("Ancient", "Enraged", "Mate"))))
@rule("REPLAY-12", "MON-04")
def test_an_ancient_enraged_monster_and_its_ancient_enraged_mate(order: tuple[str, ...]) -> None:
    game = table(seat(), seat(hand=[*order, "Baby"]), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    for card in order:
        suzan.plays(card, on="Harpies")
    assert game.monsters == ["Harpies", "Harpies"]
    assert game.game.view(0)["fight"]["monsters"] == {0: ("Harpies", 4 + 10 + 5), 1: ("Harpies", 4 + 10 + 5)}
    assert game.strength == (1, 38) and game.treasures_at_stake == 2 * (2 + 2 + 1)


@rule("REPLAY-14", "SELL-01", "SELL-03")
def test_sales_of_1100_of_2000_of_900_and_at_level_9() -> None:
    def sold(level: int, *cards: str) -> int | None:
        game = table(seat(level=level, hand=cards), seat())
        aric, _ = game
        if not aric.may("sell items"):
            return None
        aric.sells(*cards)
        assert aric.hand == []
        return aric.level - level

    assert sold(1, "Wand of Dowsing") == 1, "1,100: no change for the surplus"
    assert sold(1, "Sandals of Protection", "Pollymorph Potion") == 2, "2,000"
    assert sold(1, "Sandals of Protection", "Magic Missile") == 1, "1,000"
    assert sold(1, "Sandals of Protection", "Sleep Potion", "Cotion of Ponfusion") is None, "900"
    assert sold(9, "Wand of Dowsing") is None, "no sale brings the winning Level"


@rule("REPLAY-15", "ITEM-02", "ITEM-04")
def test_of_two_headgears_one_is_equipped() -> None:
    game = table(seat(level=2, hand="Helm of Courage, Horny Helmet"), seat(), doors=["Face Sucker"])
    aric, _ = game
    aric.lays_down("Helm of Courage")
    aric.lays_down("Horny Helmet")
    assert aric.wears == ["Helm of Courage"] and aric.carries == ["Horny Helmet"] and aric.strength == 2 + 1
    assert not aric.may("equip Horny Helmet")
    aric.turns_sideways("Helm of Courage")
    aric.equips("Horny Helmet")
    assert aric.wears == ["Horny Helmet"] and aric.carries == ["Helm of Courage"] and aric.strength == 2 + 1
    assert not aric.may("equip Helm of Courage")


@rule("REPLAY-16", "CURSE-05", "DOOR-03")
def test_lose_your_armor_without_armor_does_nothing_and_is_discarded() -> None:
    game = table(
        seat(level=2, wears="Helm of Courage", carries="Leather Armor", hand="Slimy Armor"),
        seat(),
        doors=["Curse! Lose the Armor You Are Wearing"],
    )
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.wears == ["Helm of Courage"] and aric.carries == ["Leather Armor"] and aric.hand == ["Slimy Armor"]
    assert aric.level == 2 and aric.curses == []
    assert game.doors_discarded == ["Curse! Lose the Armor You Are Wearing"]


@rule("REPLAY-20", "ITEM-04", "ITEM-05")
def test_a_level_8_elf_wizard_with_boots_staff_and_kneepads() -> None:
    game = table(
        seat(level=8, races="Elf", classes="Wizard", wears="Boots of Butt-Kicking, Staff of Napalm, Kneepads of Allure"),
        seat(level=9),
        doors=["Bullrog"],
    )
    aric, suzan = game
    assert aric.races == ["Elf"] and aric.classes == ["Wizard"]
    assert aric.wears == ["Boots of Butt-Kicking", "Staff of Napalm", "Kneepads of Allure"] and aric.carries == []
    assert aric.strength == 8 + 2 + 5
    aric.kicks_open_the_door()
    assert game.strength == (15, 18) and not aric.may("use Kneepads of Allure"), "it would be for the win"
    assert aric.may("ask for help") and suzan.level == 9


@rule("REPLAY-21", "TRADE-03", "TRADE-05", "TIME-08")
def test_flaming_armor_as_a_gift_not_to_help_bob_is_taken_and_binds_nobody() -> None:
    game = table(
        seat(level=5, hand="Baby", name="Bob"),
        seat(level=2, wears="Flaming Armor", name="Aric"),
        seat(level=6, wears="Leather Armor", name="Suzan"),
        doors=["Net Troll"],
    )
    bob, aric, suzan = game
    bob.kicks_open_the_door()
    bob.passes()
    aric.trades(suzan, gives="Flaming Armor")
    assert suzan.choices == ["accept", "refuse"]
    suzan.accepts()
    assert aric.table == [] and suzan.wears == ["Leather Armor"] and suzan.carries == ["Flaming Armor"]
    while not bob.decides:
        assert game.decides is not None
        game.decides.passes()
    bob.asks(suzan)
    suzan.accepts()
    assert game.helper is suzan and game.strength == (5 + 6 + 1, 10), "a promise not to help is talk"
