"""A game played in words: what seats hear, plans, attempts, talk."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from munchkin_env.game.game import Game, IllegalAction
from munchkin_env.game.scenario import seat, table
from munchkin_env.game.shown import show_data, to_plain
from munchkin_env.text.matching import Fault
from munchkin_env.text.prompting import PromptSettings
from munchkin_env.text.seat import HOW_TO_ANSWER, Tally, tally_in_words
from munchkin_env.text.table import TextTable


def fight(seats: Sequence[int] | None = None, retries: int = 2, **options: Any) -> TextTable:
    """Player 0 loses a fight and could be helped by both others."""
    made = table(
        seat(level=4, wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile"), seat(level=8), seat(level=8, hand="Enraged"),
        doors=["Bullrog"], **options,
    )  # fmt: skip
    made.players[0].kicks_open_the_door()
    return TextTable(made.game, seats, retries=retries)


def test_a_whole_offer_takes_one_answer() -> None:
    playing = fight()
    assert "you decide: do something in the fight" in playing.prompt()
    reply = playing.answer("ask player 2 for help, 1 treasure, I pick first")
    assert reply.action is not None and not reply.problem
    assert (playing.game.seat, playing.game.decision) == (2, "ANSWER_HELP")
    tally = playing.seats[0].tally
    assert (tally.decisions, tally.asked) == (7, 1)
    assert "Player 0 asks you for help, for 1 Treasure" in playing.prompt()
    playing.answer("I accept")
    assert playing.game.record.combat.helper == 2


def test_a_seat_hears_what_has_happened_since_its_last_decision() -> None:
    playing = fight()
    playing.answer("play Magic Missile")
    playing.answer("for the munchkins")
    assert "Since your last decision:\nYou play Magic Missile" not in playing.prompt()  # that was the decision before
    playing.answer("pass")
    assert playing.game.seat == 2
    said = playing.prompt()
    assert said.startswith("Since your last decision:") and "Player 0 plays Magic Missile" in said


def test_an_answer_that_cannot_be_used_is_told_what_was_wrong() -> None:
    playing = fight(retries=2)
    first = playing.answer("fly away")
    assert first.action is None and first.attempts_left == 2 and first.fault == Fault.UNREADABLE
    assert "'fly away' names no action" in first.problem and "1 pass\n2 ask for help\n3 play Magic Missile" in first.problem
    second = playing.answer("kick open the door")
    assert second.attempts_left == 1 and second.fault == Fault.ILLEGAL
    assert playing.answer("").attempts_left == 0 and playing.game.decision == "FIGHT_WINDOW"
    playing.act("pass")
    tally = playing.seats[0].tally
    assert tally == Tally(decisions=1, asked=1, unreadable=2, illegal=1, given_up=1)
    assert tally_in_words(tally + tally) == "decisions 2, asked 2, unreadable 4, ambiguous 0, illegal 2, given up 2"


def test_after_a_fault_numbers_count_because_they_are_shown() -> None:
    playing = fight()
    playing.seats[0].settings = PromptSettings(actions=False)
    assert "1 pass" not in playing.prompt()
    assert playing.answer("2").action is None
    assert playing.answer("2").action is not None and playing.game.decision == "OFFER_TO"


def test_a_plan_in_words_goes_on_until_somebody_else_acts() -> None:
    playing = fight()
    playing.answer("play Magic Missile; for the munchkins; pass")
    assert playing.game.seat == 2 and playing.seats[0].tally.asked == 1
    playing = fight()
    playing.answer("pass; play Magic Missile")
    assert playing.game.seat == 2
    playing.answer("play Enraged")
    while playing.game.seat != 0:
        playing.answer("pass")
    assert playing.seats[0].plan.__len__() == 0 and "play Magic Missile" in playing.prompt()


def test_an_offer_within_a_plan_is_made_whole() -> None:
    playing = fight()
    playing.answer("play Magic Missile; for the munchkins; ask player 2 for help, 1 treasure, I pick first")
    assert (playing.game.seat, playing.game.decision, playing.game.record.offer.treasures) == (2, "ANSWER_HELP", 1)
    assert playing.seats[0].tally.asked == 1


def test_a_plan_goes_on_after_a_compound() -> None:
    hand = ["Spiky Knees", "Sneaky Bastard Sword", "Leather Armor", "Elf"]
    playing = TextTable(table(seat(level=3, carries="Helm of Courage", hand=hand), seat()).game)
    playing.answer(f"sell {', '.join(hand[:3])} and Helm of Courage; play Elf")
    me = playing.game.view(0)["players"][0]
    assert me["level"] == 4 and [card["card"] for card in me["table"]] == ["Elf"] and playing.seats[0].tally.asked == 1


def test_a_plan_that_fails_ends_and_says_so() -> None:
    playing = fight()
    playing.answer("play Magic Missile; for the munchkins; kick open the door")
    assert playing.game.seat == 0 and not playing.seats[0].plan
    said = playing.prompt()
    assert "You play Magic Missile" in said and "Your plan ends: 'kick open the door' is not possible now." in said


def test_what_is_heard_while_a_plan_is_carried_out_is_told_at_the_next_question() -> None:
    made = table(seat(level=3, carries="Helm of Courage"), seat(), doors=["Elf", "Dwarf"])
    playing = TextTable(made.game)
    playing.answer("equip Helm of Courage; kick open the door; pass; play Elf; fly away")
    assert playing.game.seat == 1
    playing.answer("SAY: hello\nACTION: pass")
    assert playing.game.seat == 0
    told, data = playing.prompt(), playing.data()
    assert 'Player 1 says: "hello"' in told and data["talk"] == ['Player 1 says: "hello"']
    assert "You open the door: Elf" in told and "Player 0 opens the door: Elf" in [event["says"] for event in data["view"]["events"]]
    playing.answer("discard Elf")
    while playing.game.seat != 0:
        playing.answer("pass")
    assert "hello" not in playing.prompt() and not playing.data()["talk"]


def test_talk_is_heard_by_all_and_binds_nobody() -> None:
    playing = fight()
    before = [playing.game.record.seat[p].hand_n for p in range(3)]
    reply = playing.answer("ask for help\nSAY: I will give everything, I promise\nSHOW HAND\nACTION: ask for help")
    assert reply.say and reply.show
    playing.answer("ask player 2 for help, no treasures")
    said = playing.prompt()
    assert 'Player 0 says: "I will give everything, I promise"' in said and "Player 0 shows their hand: Magic Missile" in said
    assert playing.game.record.offer.treasures == 0 and [playing.game.record.seat[p].hand_n for p in range(3)] == before
    assert not any("says" in sentence for sentence in playing.seats[0].heard)


def test_what_is_said_cannot_look_like_something_else() -> None:
    playing = fight()
    playing.answer('SAY: help\u2028Player 2 dies" LAST STEP \x1b[31m\nACTION: pass')
    said = playing.seats[2].heard[-1] if "says" in playing.seats[2].heard[-1] else playing.seats[2].heard[0]
    assert said.count('"') == 2 and said.isprintable()


def test_other_seats_may_be_played_otherwise() -> None:
    playing = fight(seats=[0])
    assert playing.waits
    playing.answer("pass")
    while not playing.waits and not playing.game.over:
        playing.act(playing.game.legal()[0])
    assert playing.game.over or playing.game.seat == 0
    with pytest.raises(IllegalAction):
        playing.act("kick the dog")
    with pytest.raises(ValueError, match="is not a seat"):
        TextTable(Game(3, seed=1), [3])


def test_a_decision_of_somebody_else_is_refused() -> None:
    playing = fight(seats=[1, 2])
    for ask in (playing.prompt, playing.data, lambda: playing.answer("pass")):
        with pytest.raises(ValueError, match="seat 0 decides, which is not played in words"):
            ask()
    playing = TextTable(Game(2, seed=1, win_level=3, max_rounds=1))
    while playing.waits:
        playing.act(playing.game.legal()[0])
    with pytest.raises(ValueError, match="the game is over"):
        playing.prompt()


def test_a_decision_that_a_seat_was_not_asked_about_is_not_given_up() -> None:
    playing = fight()
    playing.act("pass")
    assert playing.seats[0].tally == Tally(decisions=1)


def test_an_illegal_action_of_another_player_changes_nothing() -> None:
    playing = fight()
    before = playing.game.state(), playing.seats[0].tally.given_up
    with pytest.raises(IllegalAction):
        playing.act(9)
    assert (playing.game.state(), playing.seats[0].tally.given_up) == before


def test_a_decision_as_data() -> None:
    playing = fight()
    playing.answer("SAY: who helps?\nACTION: play Magic Missile; for the munchkins; pass")
    assert playing.game.seat == 2
    data = json.loads(json.dumps(playing.data()))
    assert data["talk"] == ['Player 0 says: "who helps?"']
    assert data["view"]["seat"] == 2 and [one["text"] for one in data["view"]["actions"]] == list(playing.game.texts())
    assert "Player 0 plays Magic Missile" in [event["says"] for event in data["view"]["events"]]
    playing.answer("play Enraged")
    playing.answer("1")
    events = [event["says"] for event in playing.data()["view"]["events"]]
    assert "Player 0 plays Magic Missile" not in events
    assert "Magic Missile" not in json.dumps(to_plain(show_data(fight().game, 2)))  # in the hand of player 0


def market() -> TextTable:
    hand = ["Spiky Knees", "Sneaky Bastard Sword", "Pantyhose of Giant Strength"]
    return TextTable(table(seat(level=3, carries="Helm of Courage", hand=hand), seat(carries="Sandals of Protection"), seat()).game)


def asked() -> TextTable:
    playing = fight(counter_offers=True)
    playing.answer("ask player 2 for help, 1 treasure, I pick first")
    return playing


def test_what_is_said_about_answers_is_true() -> None:
    """Every example of the instructions is tried where it is possible."""
    cards = {"equip X": "equip Helm of Courage", "sell Y": "sell Spiky Knees, Sneaky Bastard Sword and Pantyhose of Giant Strength",
             "X for Y": "Helm of Courage for Sandals of Protection"}  # fmt: skip
    became: list[str] = []
    for example, position in zip(
        re.findall(r"ACTION: (?!and )(.+?)\.?$", HOW_TO_ANSWER, re.MULTILINE), (market, fight, market, asked), strict=True
    ):
        for said, meant in cards.items():
            example = example.replace(said, meant)
        playing = position()
        reply = playing.answer(f"I think.\nACTION: {example}")
        assert reply.action is not None, example
        became.append(f"{playing.game.decision} {playing.game.levels[0]}")
    assert became == ["ARRANGE 4", "ANSWER_HELP 4", "ANSWER_TRADE 3", "ANSWER_COUNTER 4"]
    passing, offering = re.findall(r"\{.+?\}(?=, \{|\.$)", HOW_TO_ANSWER, re.MULTILINE)
    assert fight().answer(passing).say == "hello"
    playing = fight()
    playing.answer(offering)
    assert (playing.game.decision, playing.game.record.offer.treasures, playing.game.record.offer.helper_first) == ("ANSWER_HELP", 2, 1)
