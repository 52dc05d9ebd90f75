"""Where the sheets of Deluxe and Star Munchkin differ, and where one of them alone decides a case for both."""

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.game.scenario import seat, table
from munchkin_env.vocabulary.words import CardKind
from tests.facts import has_op
from tests.rule import rule
from tests.star import fights, flee, star


def kinds(name: str) -> set[CardKind]:
    return {card.kind for card in load([name]).cards}


@rule("DIFF-01")
def test_both_have_races_and_classes_and_nothing_else_of_the_kind() -> None:
    for name in ("deluxe", "star"):
        assert {CardKind.RACE, CardKind.CLASS} <= kinds(name)
        assert not {CardKind.ROLE, CardKind.HOUSE, CardKind.PROFICIENCY} & kinds(name)


@rule("DIFF-02", "COMPLEX-01", "BIG-01")
def test_big_in_one_complex_in_the_other() -> None:
    assert any(card.big for card in load(["deluxe"]).cards) and not any(card.complex for card in load(["deluxe"]).cards)
    assert any(card.complex for card in load(["star"]).cards) and not any(card.big for card in load(["star"]).cards)
    aric = table(seat(carries="Huge Rock", hand="Tuba of Charm"), seat())[0]
    assert not aric.may("play Tuba of Charm"), "one Big Item is carried"
    wesley = star(seat(wears="Battle Armor", hand="Overclocked Visor"), seat())[0]
    wesley.lays_down("Overclocked Visor")
    assert wesley.carries == ["Overclocked Visor"], "any number of Complex Items is carried, one equipped"


@rule("DIFF-03", "LASER-01")
def test_two_handed_weapons_join_in_one_only() -> None:
    aric = table(seat(wears="Swiss Army Polearm", hand="Huge Rock"), seat())[0]
    assert aric.wears == ["Swiss Army Polearm"]
    assert not any(has_op(card.data, "combine") for card in load(["deluxe"]).cards)
    wesley = star(seat(wears="Laser", hand="Dazer"), seat())[0]
    wesley.lays_down("Dazer")
    assert wesley.wears == ["Laser", "Dazer"]


@rule("DIFF-04", "MON-08")
def test_undead_join_undead_in_both() -> None:
    game = table(seat(), seat(hand="Mr. Bones"), doors=["Undead Horse"])
    game[0].kicks_open_the_door()
    game[0].passes()
    game[1].plays("Mr. Bones")
    assert game.monsters == ["Undead Horse", "Mr. Bones"]
    game = fights("Space Vampire", seat(), seat(hand="Freeze-Dried Cosmonaut, Fuzzball"))
    game[0].passes()
    assert not game[1].may("play Fuzzball")
    game[1].plays("Freeze-Dried Cosmonaut")
    assert game.monsters == ["Space Vampire", "Freeze-Dried Cosmonaut"]


@rule("DIFF-05", "MON-04")
def test_what_is_played_on_one_of_two_is_on_the_other_in_both() -> None:
    game = table(seat(), seat(hand="Mate, Enraged"), doors=["Harpies"])
    game[0].kicks_open_the_door()
    game[0].passes()
    game[1].plays("Mate")
    game[1].plays("Enraged", on="Harpies")
    assert game.strength == (1, 2 * (4 + 5))
    game = fights("Space Goats", seat(), seat(hand="... And Its Clone, Radioactive"))
    game[0].passes()
    game[1].plays("... And Its Clone")
    game[1].plays("Radioactive", on="Space Goats")
    assert game.strength == (1, 2 * (6 + 5))


@rule("DIFF-06", "COMBAT-06")
def test_the_last_monster_removed_ends_the_fight_at_once() -> None:
    game = fights("Awful Green Thing", seat(level=2, hand="Mind Control Gas"), seat(hand="Nova Grenade"), treasures="Laser, Maser")
    aric, _ = game
    aric.plays("Mind Control Gas")
    assert game.monsters == [] and aric.level == 2 and aric.hand == ["Laser", "Maser"], "no level; the card leaves the Treasures"
    assert "KILLS" not in game.happened and not game.fighting


@rule("DIFF-07", "HELP-19", "HELP-20")
def test_an_elf_rises_for_helping_and_nobody_else() -> None:
    game = table(seat(level=2), seat(level=3, races="Elf"), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    game.skip_windows()
    assert game.levels == (3, 4)
    for race in ("Feline", "Mutant", "Cyborg"):
        game = fights("Little Green Man", seat(level=2), seat(level=3, races=race))
        game[0].asks(game[1])
        game[1].accepts()
        game.skip_windows()
        assert game.levels == (3, 3)


@rule("DIFF-08", "HELP-10", "WIN-02")
def test_help_is_compelled_in_one_only() -> None:
    assert any(has_op(card.data, "force_help") for card in load(["deluxe"]).cards)
    assert not any(has_op(card.data, "force_help") for card in load(["star"]).cards)


@rule("DIFF-09", "SIDE-05", "HIRE-01")
def test_a_hireling_saves_from_one_monster_a_sidekick_from_all_and_where_nobody_escapes() -> None:
    game = table(seat(level=9, hireling=""), seat(hand="Wandering Monster, Net Troll"), doors=["Bigfoot"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Wandering Monster", bringing="Net Troll")
    game.skip_windows()
    aric.runs_from("Bigfoot")
    aric.uses("Hireling")
    game.skip_windows()
    assert game.happened.count("ESCAPES") == 2 and game.happened.count("ROLLS") == 1, "they have run from the other one"
    game = fights("Space Amazon", seat(level=9, carries="Red Shirt"), seat(hand="Wandering Monster, O.G.R.E."))
    aric, suzan = game
    aric.passes()
    suzan.plays("Wandering Monster", bringing="O.G.R.E.")
    game.skip_windows()
    aric.runs_from("Space Amazon")
    aric.uses("Red Shirt")
    game.skip_windows()
    assert game.happened.count("ESCAPES") == 2 and "ROLLS" not in game.happened


@rule("DIFF-10", "SIDE-01")
def test_one_companion_in_both_and_two_for_a_trader() -> None:
    assert sum(card.count for card in load(["deluxe"]).cards if card.kind == CardKind.COMPANION) == 1
    for classes, companions in (("", ["Rogue"]), ("Trader", ["Android", "Rogue"])):
        aric = star(seat(classes=classes, carries="Android", hand="Rogue"), seat())[0]
        aric.plays("Rogue")
        assert aric.companions == companions


@rule("DIFF-11")
def test_your_next_turn_never_means_the_running_one_where_the_card_says_next() -> None:
    game = fights("Space Cowboy", seat(), seat(level=2), dice=[1])
    aric, suzan = game
    flee(game)
    assert "CAUGHT" in game.happened
    aric.ends_the_turn()
    assert game.turn_player is suzan and game.game.record.marker_n == 1, "they may not help: it lasts through their next turn"


@rule("DIFF-13", "VAR-02", "LOOT-05")
@pytest.mark.parametrize("name", ["deluxe", "star"])
def test_the_faster_game_draws_a_treasure_for_loot_in_both(name: str) -> None:
    trap = {"deluxe": "Curse! Lose a Level", "star": "Trap! Jellifier"}[name]
    treasure = {"deluxe": "Huge Rock", "star": "Laser"}[name]
    game = table(seat(level=3), seat(), doors=[trap], treasures=[treasure], sets=[name], faster_treasure="loot")
    aric, _ = game
    aric.kicks_open_the_door()
    aric.loots()
    assert aric.hand == [treasure]


@rule("DIFF-14", "DECKS-03")
@pytest.mark.parametrize("name", ["deluxe", "star"])
def test_where_no_card_is_left_none_is_drawn_in_both(name: str) -> None:
    game = table(seat(hand="Wand of Dowsing" if name == "deluxe" else "Plot Device"), seat(), sets=[name])
    record = game.game.record
    record.treasures.n = record.treasure_discards.n = 0
    record.doors.n = record.door_discards.n = 0
    aric, _ = game
    aric.kicks_open_the_door()
    assert len(aric.hand) == 1 and not game.fighting, "no monster: the game goes on"


@rule("DIFF-15", "SHOT-02")
def test_a_one_shot_against_a_friend_is_worth_the_same_in_both() -> None:
    game = table(seat(level=3), seat(hand="Magic Missile"), doors=["Harpies"])
    game[0].kicks_open_the_door()
    game[0].passes()
    game[1].plays("Magic Missile", on="monsters")
    assert game.strength == (3, 4 + 5)
    game = fights("Space Goats", seat(level=3), seat(hand="Big Red Button"))
    game[0].passes()
    game[1].plays("Big Red Button", on="monsters")
    assert game.strength == (3, 6 + 5)


@rule("DIFF-17", "SETUP-07", "SETUP-08")
@pytest.mark.parametrize(
    ("name", "race", "classes", "item", "companion"),
    [("deluxe", "Elf", "Wizard", "Leather Armor", "Hireling"), ("star", "Feline", "Psychic", "Energy Armor", "Android")],
)
def test_race_class_items_and_companion_open_the_game(name: str, race: str, classes: str, item: str, companion: str) -> None:
    game = table(seat(hand=[race, classes, item, companion]), seat(), sets=[name], moment="setup")
    aric, _ = game
    for card in (race, classes, item, companion):
        aric.does(f"play {card}")
    assert (aric.races, aric.classes, aric.wears, aric.companions) == ([race], [classes], [item], [companion])


@rule("DIFF-18", "DEATH-12")
def test_after_death_a_sidekick_may_be_played_too() -> None:
    game = star(
        seat(dead=True), seat(), turn_of=0, moment="turn", doors="Android, Fuzzball, Blob, Chair", treasures="Laser, Maser, Dazer, Raser"
    )
    aric, _ = game
    assert game.decision == "SETUP" and len(aric.hand) == 8
    aric.does("play Android")
    assert aric.companions == ["Android"]


@rule("DIFF-20", "ORIG-03")
def test_any_card_pays_in_one_the_card_may_specify_in_the_other() -> None:
    game = table(seat(classes="Warrior", hand="Elf", carries="Huge Rock"), seat(), doors=["Harpies"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.does("use Warrior")
    assert aric.choices == ["discard Elf", "discard Huge Rock"]
    game = star(seat(classes="Trader", hand="Feline, Laser"), seat(), treasure_discards=["Maser"])
    aric, _ = game
    aric.does("use Trader")
    assert aric.hand == ["Feline", "Maser"], "only the Item could pay"


@rule("DIFF-24", "ITEM-04")
def test_who_lifts_limits() -> None:
    aric = table(seat(wears="Helm of Courage", carries="Horny Helmet", hireling=""), seat())[0]
    aric.loads("Hireling", "Horny Helmet")
    assert sorted(aric.wears) == ["Helm of Courage", "Horny Helmet"]
    wesley = star(seat(races="Mutant", wears="Bubble Helmet", hand="Tinfoil Crown"), seat())[0]
    wesley.lays_down("Tinfoil Crown")
    assert wesley.wears == ["Bubble Helmet", "Tinfoil Crown"]


@rule("CURSE-09", "VAR-04")
def test_together_traps_are_curses_and_sidekicks_are_hirelings() -> None:
    game = table(seat(level=3), seat(hand="Trap! Jellifier"), seat(hand="Wishing Ring"), sets=["deluxe", "star"], turn_of=1)
    aric, suzan, otto = game
    suzan.plays("Trap! Jellifier", on=aric)
    otto.plays("Wishing Ring")
    assert aric.level == 3
    game = table(seat(level=3, carries="Hireling", hand="Android"), seat(), sets=["deluxe", "star"])
    aric, _ = game
    aric.plays("Android")
    assert aric.companions == ["Android"]
