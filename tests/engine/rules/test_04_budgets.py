"""Nobody can go on for ever: what is not limited by cards has a budget."""

import pytest

from munchkin_env.game.scenario import seat, table
from munchkin_env.players.bots.duel import duel
from tests.rule import rule


@rule("TIME-13", "TRADE-04")
@pytest.mark.parametrize("budget", [0, 1, 3])
def test_so_many_trades_may_be_offered_per_turn(budget: int) -> None:
    game = table(seat(carries="Spiky Knees, Leather Armor, Helm of Courage, Slimy Armor"), seat(), doors=["Enraged"], trade_budget=budget)
    aric, suzan = game
    for item in aric.carries[:budget]:
        aric.trades(suzan, gives=item)
        suzan.refuses()
    assert not aric.may("trade")
    aric.kicks_open_the_door()
    assert game.decision == "ARRANGE" and not aric.may("trade")  # not refilled within the turn


@rule("TIME-13")
def test_the_trades_are_counted_again_each_turn() -> None:
    game = table(seat(carries="Spiky Knees"), seat(), moment="before_charity", trade_budget=1)
    aric, suzan = game
    aric.trades(suzan, gives="Spiky Knees")
    suzan.refuses()
    assert not aric.may("trade")
    aric.ends_the_turn()
    game.players[1].is_done()
    assert game.waits_for(aric) and aric.may("trade")


@rule("TIME-13")
def test_clothes_are_changed_at_most_eight_times_while_arranging() -> None:
    game = table(seat(wears="Leather Armor", hand="Thief"), seat(hand="Curse! Lose a Level"), doors=["Enraged"])
    aric, suzan = game
    for _ in range(4):
        aric.turns_sideways("Leather Armor")
        aric.equips("Leather Armor")
    assert not any("Leather Armor" in text for text in aric.choices)
    aric.is_done()
    suzan.plays("Curse! Lose a Level", on=aric)
    game.everybody_passes()
    assert game.decision == "ARRANGE" and not any("Leather Armor" in text for text in aric.choices)  # the same phase, re-entered
    aric.kicks_open_the_door()
    assert game.decision == "ARRANGE" and aric.may("turn Leather Armor sideways")  # the next phase


@rule("TIME-13")
def test_and_at_most_four_times_in_somebody_elses_phase() -> None:
    game = table(seat(), seat(wears="Leather Armor"), doors=["Enraged"])
    aric, suzan = game
    aric.is_done()
    for _ in range(2):
        suzan.turns_sideways("Leather Armor")
        suzan.equips("Leather Armor")
    assert not any("sideways" in text for text in suzan.choices)


@rule("TIME-13", "SELL-04")
def test_one_sale_per_phase_may_be_called_off() -> None:
    game = table(seat(hand="Staff of Napalm, Leather Armor, Thief"), seat(), doors=["Enraged"])
    aric, _ = game
    aric.sells("Staff of Napalm", commit=False)
    assert aric.hand[0] == "Staff of Napalm" and not aric.may("sell items")
    aric.kicks_open_the_door()
    assert aric.may("sell items")


@rule("TIME-13", "HELP-01")
def test_a_refusal_stands_until_the_fight_changes_and_three_times_is_enough() -> None:
    cards = "Cotion of Ponfusion, Flaming Poison Potion, Freezing Explosive Potion, Sleep Potion"
    game = table(seat(level=2, hand=cards), seat(), doors=["Bullrog"])
    aric, suzan = game
    aric.kicks_open_the_door()
    for card in cards.split(", ")[:3]:
        aric.asks(suzan)
        suzan.refuses()
        assert not aric.may("ask for help")
        aric.plays(card, on="munchkins")
    assert not aric.may("ask for help")


@rule("TIME-13")
def test_a_game_without_a_winner_is_truncated_after_max_rounds() -> None:
    game = table(seat(), seat(), doors="Enraged, Mate", moment="before_charity", max_rounds=1)
    aric, suzan = game
    aric.ends_the_turn()
    assert game.turn_player is suzan
    suzan.kicks_open_the_door()
    suzan.loots()
    suzan.ends_the_turn()
    assert game.decision == "OVER" and game.game.truncated and game.winners == ()


FETCHING = [
    (["western"], "Prospecting Pan", "Graveyard Shift", {"way": 0}),
    (["deluxe", "star"], "Wand of Dowsing", "Plot Device", {"way": 0}),
    (["potter"], "Lost and Found Box", "Unlocked Trunk", {}),
]


@rule("TIME-13")
@pytest.mark.parametrize(("sets", "one", "other", "how"), FETCHING)
def test_cards_that_bring_each_other_are_played_three_times_a_turn(sets: list[str], one: str, other: str, how: dict[str, int]) -> None:
    """With nothing else among the discards, they would go on forever."""
    game = table(seat(hand=one), seat(), sets=sets, treasure_discards=other)
    game.game.record.treasures.n = 0
    aric = game.players[0]
    played: list[str] = []
    while (card := next((card for card in (one, other) if card in aric.hand and aric.may(f"play {card}")), None)) and len(played) < 20:
        played.append(card)
        aric.does(f"play {card}")
        while game.decision != "ARRANGE":
            aric.chooses(how["way"] if game.decision == "ASK_NUMBER" else aric.choices[0])
    assert played[:6] == [one, other] * 3
    assert played[6:] in ([], [one])  # an Item may still be put on the table


@rule("TIME-13")
def test_a_turn_without_end_truncates_the_game() -> None:
    game = table(seat(), seat(), doors=["Enraged"])
    game.game.record.decisions = game.game.record.turn_began + 9_999
    game.players[0].kicks_open_the_door()
    assert game.decision == "OVER" and game.game.truncated and game.winners == ()


def test_a_greedy_game_that_never_ended_ends() -> None:
    """Four greedy players of the Western set ended up playing those two alternately."""
    assert duel(["greedy"] * 4, 1, sets=["western"], max_rounds=3).games == 1
