"""Prompts: what a player that reads text is told, and in how many tokens."""

import random
import re

import pytest

from munchkin_env.cards.describe import describe
from munchkin_env.cli import main as cli
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.game import Game
from munchkin_env.game.options import OptionError
from munchkin_env.game.scenario import seat, table
from munchkin_env.lab.prompts import GOAL, PromptLengths, lengths
from munchkin_env.text.briefing import brief
from munchkin_env.text.prompting import PromptSettings, prompt, tokens
from munchkin_env.text.telling import told
from tests.play import ALL_FOUR, EACH_AND_ALL


def part(text: str, beginning: str) -> str:
    """The part of a prompt that begins so, or nothing."""
    return next((one for one in text.split("\n\n") if one.startswith(beginning)), "")


def fight() -> Game:
    """A fight in which the main fighter may do several things."""
    made = table(
        seat(level=4, classes="Warrior", wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile"),
        seat(level=2, races="Elf", hand="Enraged"),
        seat(),
        doors=["Net Troll"],
    )
    made.players[0].kicks_open_the_door()
    return made.game


def test_a_prompt_tells_the_position_the_question_and_the_actions() -> None:
    game = fight()
    said = prompt(game)
    assert "player 0 (you)  Level 4" in said and "FIGHT  you (7) against Net Troll (10)" in said
    assert part(said, "you decide: do something in the fight, or pass")
    listed = said.split("\n\n")[-1].splitlines()
    assert listed == [f"{number} {text}" for number, text in enumerate(game.texts(), 1)]


def test_cards_that_matter_are_explained() -> None:
    game = fight()
    cards = {card.name: describe(card) for card in game.cards.cards}
    said = prompt(game)
    assert all(f"{name}: {cards[name]}" in said for name in ("Net Troll", "Magic Missile", "Warrior"))
    assert "Chainsaw of Bloody Dismemberment: " not in said  # no action names it
    assert f"Chainsaw of Bloody Dismemberment: {cards['Chainsaw of Bloody Dismemberment']}" in prompt(
        game, settings=PromptSettings(cards="all")
    )
    assert not any(f"{name}: " in prompt(game, settings=PromptSettings(cards="none")) for name in cards)


def test_without_the_list_no_action_is_named() -> None:
    game = fight()
    said = prompt(game, settings=PromptSettings(actions=False, cards="none"))
    assert said.endswith("you decide: do something in the fight, or pass")


def test_many_actions_are_listed_by_verb() -> None:
    game = table(
        seat(hand=["Magic Missile", "Enraged", "Elf", "Warrior", "Boots of Butt-Kicking", "Helm of Courage", "Leather Armor", "Cheat!"]),
        seat(),
        seat(),
    ).game
    texts = list(game.texts())
    listed = prompt(game).split("\n\n")[-1]
    assert len(texts) > 8 and len(listed.splitlines()) < len(texts)
    shown: dict[int, str] = {}
    for line in listed.splitlines():
        verb, _, group = line.partition(": ")
        if group:
            shown |= {int(n): f"{verb} {rest}" for n, rest in (one.split(" ", 1) for one in group.split("; "))}
        else:
            shown[int(line.split(" ", 1)[0])] = line.split(" ", 1)[1]
    assert [shown[n] for n in sorted(shown)] == texts


def test_the_past_is_told_briefly() -> None:
    game = fight()
    past = ["You draw a card"] * 3 + [f"Player 1 gains {n} Levels" for n in range(30)]
    said = part(prompt(game, past=past, settings=PromptSettings(past=5)), "Since your last decision")
    assert said.splitlines() == ["Since your last decision:", "(26 earlier events)", *past[-5:]]
    assert "You draw a card (x3)" in prompt(game, past=past, settings=PromptSettings(past=100))


def test_another_seat_sees_its_own_hand_and_no_actions() -> None:
    game = fight()
    said = prompt(game, 1)
    assert "Enraged" in said and "Magic Missile" not in said and "player 0 decides: do something" in said
    assert "play Magic Missile" in prompt(game) and "Enraged" not in prompt(game)


def test_a_finished_game_can_be_told() -> None:
    game = Game(2, seed=1, win_level=3, max_rounds=2)
    choice = random.Random(1)
    while not game.over:
        game.apply(choice.choice(game.legal()))
    assert "GAME OVER" in prompt(game)


@pytest.mark.parametrize("wrong", [{"cards": "most"}, {"past": -1}])
def test_a_setting_that_is_none_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="must be"):
        PromptSettings(**wrong)  # type: ignore[arg-type]  # wrong types are the point


def test_there_must_be_such_a_seat() -> None:
    with pytest.raises(ValueError, match="is not a seat"):
        prompt(Game(3, seed=1), 3)


def test_events_name_only_cards_that_the_seat_saw() -> None:
    """Other cards in the places that a seat did not see: it is told the same."""
    game = Game(3, seed=3, log=True)
    choice, unseen = random.Random(3), 0
    for _ in range(300):
        game.apply(choice.choice(game.legal()))
        if game.over:
            break
        for me in range(3):
            said = list(told(game.events(me), me))
            other = game.clone()
            for i in range(other.record.event_n):
                event = other.record.event[i]
                if event.card >= 0 and not event.seen >> me & 1:
                    unseen += 1
                    event.card = choice.randrange(len(game.cards.cards))
            assert list(told(other.events(me), me)) == said
    assert unseen > 20


# --------------------------------------------------------------------------------------------------------- the rules


def test_the_rules_in_brief_depend_on_the_cards() -> None:
    said = {sets: brief(Game(3, sets, 1)) for sets in EACH_AND_ALL}
    words = {"Steed": ("western",), "House": ("potter",), "Race (": ("deluxe", "star"), "Laser": ("star",)}
    for word, sets in {**words, "Big Item": ("deluxe", "western")}.items():
        assert [one for one in ALL_FOUR if word in said[(one,)]] == list(sets), word
        assert word in said[ALL_FOUR]
    assert all(tokens(text) < 1000 for text in said.values())


def test_the_rules_in_brief_depend_on_the_house_rules() -> None:
    usual = brief(Game(3, seed=1))
    other = brief(Game(5, seed=1, win_level=7, binding_deals=False, counter_offers=True, sell_cap="strict", max_rounds=9))
    assert "3 players" in usual and "first at Level 10 wins" in usual and "Deals are binding" in usual and "House rule" not in usual
    assert "5 players" in other and "first at Level 7 wins" in other and "Deals are not binding" in other
    assert "another number of Treasures" in other and "House rule sell_cap=strict" in other and "max_rounds=9" in other


# -------------------------------------------------------------------------------------------------------- the length


def test_what_can_only_be_turned_sideways_is_not_explained() -> None:
    shown = prompt(table(seat(wears="Deputy's Badge", hand="Enraged"), seat(), sets=("western", "deluxe")).game)
    assert "turn Deputy's Badge sideways" in shown and "Deputy's Badge: Item" not in shown
    asked = table(seat(level=4, hand="Enraged"), seat(), doors=["Bullrog"])
    asked.players[0].kicks_open_the_door()
    assert "Enraged: " in prompt(asked.game)


@pytest.mark.slow
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_typical_prompt_is_short(sets: tuple[str, ...]) -> None:
    found = lengths(sets, 400, seed=2)
    everything = PromptLengths.of([n for of_kind in found.values() for n in of_kind])
    assert everything.prompts == 400 and set(found) <= set(Kind.__members__)
    assert everything.half < 0.6 * GOAL and everything.most < 0.95 * GOAL


def test_the_command_shows_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["text", "--decision", "3", "--plain"]) == 0
    assert "you decide" in capsys.readouterr().out
    assert cli.main(["text", "--measure", "20", "--set", "potter"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^all +20 ", shown, re.MULTILINE) and "the rules in brief" in shown
