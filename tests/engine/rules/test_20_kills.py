"""HELP-20: the rewards of a kill go to players who were there when it happened."""

import json
from pathlib import Path

import pytest

from munchkin_env.game.scenario import Seat, Table, seat, table
from tests.play import pass_until
from tests.rule import rule

SWORDS = {
    "set": "swords",
    "name": "Swords",
    "format": 1,
    "doors": 0,
    "treasures": 2,
    "cards": [
        {
            "id": "vorpal_sword",
            "name": "Vorpal Sword",
            "deck": "treasure",
            "kind": "one_shot",
            "count": 2,
            "effects": [
                {
                    "on": "on_play",
                    "when": ["any_combat"],
                    "ops": [{"op": "remove_monster", "monster": "one", "kill": True, "treasures": "normal"}],
                }
            ],
        }
    ],
}
"""Kills one monster of a fight outright."""


@pytest.fixture
def swords(tmp_path: Path) -> Path:
    path = tmp_path / "swords.json"
    path.write_text(json.dumps(SWORDS))
    return path


@rule("HELP-20")
@pytest.mark.parametrize("joins_first", [True, False])
def test_an_elf_gains_a_level_for_what_was_killed_while_they_helped(joins_first: bool) -> None:
    game = table(
        seat(level=5, hand="Potion of Halitosis, Wandering Monster, Net Troll"), seat(level=6, races="Elf"), doors=["Floating Nose"]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Net Troll")
    if not joins_first:
        aric.plays("Potion of Halitosis", way=1)
    aric.asks(suzan)
    suzan.accepts()
    if joins_first:
        aric.plays("Potion of Halitosis", way=1)
    game.everybody_passes()
    assert aric.level == 7
    assert suzan.level == (8 if joins_first else 7)


@rule("HELP-20", "MON-12")
@pytest.mark.parametrize("joins_first", [True, False])
def test_what_its_card_gives_to_who_helps_to_kill_it_goes_to_who_was_there(swords: Path, joins_first: bool) -> None:
    """A Feline gains a Level from the Starfish, a Gadgeteer makes the Slaughterbot worth one more Treasure."""

    def helped_against(first: str, second: str, helper: Seat) -> Table:
        game = table(seat(level=3, hand=["Vorpal Sword", "Wandering Monster", second]), helper, doors=[first], sets=["star", swords])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.plays("Wandering Monster", bringing=second)
        if not joins_first:
            aric.plays("Vorpal Sword", on=first)
        aric.asks(suzan)
        suzan.accepts()
        if joins_first:
            aric.plays("Vorpal Sword", on=first)
        game.everybody_passes()
        assert aric.level == 5
        return game

    game = helped_against("Starfish", "Grays", seat(level=8, races="Feline"))
    assert game[1].level == (9 if joins_first else 8)
    game = helped_against("Slaughterbot", "Grays", seat(level=8, classes="Gadgeteer"))
    assert len(game[0].hand) == 3 + 3 + joins_first


@rule("HELP-20", "HELP-22")
@pytest.mark.parametrize("joins_first", [True, False])
def test_a_bounty_hunter_who_came_when_it_was_dead_has_killed_nothing(swords: Path, joins_first: bool) -> None:
    game = table(
        seat(level=3, hand="Vorpal Sword, Magic Lamp, Wandering Monster, Grays"),
        seat(level=4, classes="Bounty Hunter"),
        doors=["Slaughterbot", "Elf"],
        sets=["deluxe", "star", swords],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Grays")
    if not joins_first:
        aric.plays("Vorpal Sword", on="Slaughterbot")
    aric.asks(suzan)
    suzan.accepts()
    if joins_first:
        aric.plays("Vorpal Sword", on="Slaughterbot")
    aric.plays("Magic Lamp", on="Grays")
    assert "WINS_FIGHT" in game.happened and aric.level == 4
    assert suzan.hand == (["Elf"] if joins_first else [])


@rule("HELP-20", "REW-02")
def test_who_helped_to_kill_and_is_gone_at_the_end_gets_nothing(swords: Path) -> None:
    game = table(
        seat(level=5, hand="Vorpal Sword, Vorpal Sword, Wandering Monster, Net Troll"),
        seat(level=4, races="Elf"),
        seat(hand="Curse! Petrificus Totalus!"),
        doors=["Harpies"],
        sets=["deluxe", "potter", swords],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Net Troll")
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Vorpal Sword", on="Harpies")
    aric.passes()
    pass_until(game, "play Curse! Petrificus Totalus!")
    otto.plays("Curse! Petrificus Totalus!", on=suzan)
    assert game.helper is None
    pass_until(game, "play Vorpal Sword")
    aric.plays("Vorpal Sword", on="Net Troll")
    assert aric.level == 7 and suzan.level == 4


@rule("COMBAT-18", "COMBAT-07")
@pytest.mark.parametrize(("first", "second"), [("Pukachu", "Ghoulfiends"), ("Ghoulfiends", "Pukachu")])
def test_what_a_kill_brings_is_seen_before_any_of_the_monsters_falls(first: str, second: str) -> None:
    """Against the Ghoulfiends only the Level counts, so the same holds for the Pukachu in the same fight."""
    game = table(seat(level=15, wears="Huge Rock", hand=["Wandering Monster", second]), seat(), doors=[first], win_level=20)
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing=second)
    game.everybody_passes()
    assert aric.level == 15 + 2 + 1


@rule("COMBAT-18")
def test_what_was_killed_singly_brings_what_it_would_have_brought_then(swords: Path) -> None:
    """Killed alone and by Level only; a later helper or bonus does not change that."""
    for helped in (False, True):
        game = table(
            seat(level=5, hand="Vorpal Sword, Wandering Monster, Harpies, Magic Missile"),
            seat(level=9),
            doors=["Pukachu"],
            sets=["deluxe", swords],
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.plays("Wandering Monster", bringing="Harpies")
        if helped:
            aric.asks(suzan)
            suzan.accepts()
        aric.plays("Vorpal Sword", on="Pukachu")
        aric.plays("Magic Missile", on="munchkins")
        game.everybody_passes()
        assert aric.level == 5 + 2 + (not helped)


@rule("REW-03", "CONF-01")
@pytest.mark.parametrize(
    ("card", "treasures"), [("Out to Lunch", 2 + 3), ("Friendship Potion", 0), ("Noon Whistle", 1 + 3), ("Pollymorph Potion", 3 + 1)]
)
def test_a_card_that_ends_the_fight_without_levels_brings_none_for_what_was_killed_before(swords: Path, card: str, treasures: int) -> None:
    """The Floating Nose (3 Treasures) was killed; the card sends the Pit Bull away; a Pollymorph Potion's text is about one monster."""
    game = table(
        seat(level=3, hand=["Vorpal Sword", card, "Wandering Monster", "Pit Bull"]),
        seat(level=7, races="Elf"),
        doors=["Floating Nose"],
        sets=["deluxe", "western", swords],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Wandering Monster", bringing="Pit Bull")
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Vorpal Sword", on="Floating Nose")
    aric.plays(card, **({"on": "Pit Bull"} if card == "Pollymorph Potion" else {}))
    game.skip_windows()
    assert not game.fighting
    levels = 1 if card == "Pollymorph Potion" else 0
    assert game.levels == (3 + levels, 7 + levels)
    assert len(aric.hand) + len(suzan.hand) == treasures


@rule("REW-03", "HELP-19")
def test_then_nobody_gains_a_level_by_the_victory_either(swords: Path) -> None:
    for card, gains in (("Noon Whistle", 0), ("Bribe Money", 1)):
        game = table(
            seat(level=3, hand=["Vorpal Sword", card, "Wandering Monster", "Grizzly"]),
            seat(level=5, classes="Cavalry"),
            doors=["Ghost Rider"],
            sets=["western", swords],
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.plays("Wandering Monster", bringing="Grizzly")
        aric.asks(suzan)
        suzan.accepts()
        aric.plays("Vorpal Sword", on="Ghost Rider")
        aric.plays(card, **({"on": "Grizzly"} if gains else {}))
        game.skip_windows()
        assert game.levels == (3 + gains, 5 + gains)
