"""At the terminal: offers and plans in one line, and what is taken back or cancelled."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from munchkin_env.cli.person import Back, Play
from munchkin_env.engine.state.actions import Verb
from munchkin_env.game.game import Game
from munchkin_env.game.render import Picture
from munchkin_env.game.replay import Replay
from munchkin_env.game.scenario import seat, table
from tests.cli.sitting import sat_down


def troll(hand: str = "", **more: Any) -> Game:
    """The person fights a Net Troll that they do not beat; a strong greedy bot could help, a weak one could not."""
    game = table(seat(level=3, hand=hand), seat(level=8), seat(level=1), doors=["Net Troll"], **more)
    game.players[0].kicks_open_the_door()
    game.game.record.logging = 1
    return game.game


@pytest.mark.parametrize(
    ("said", "gets"),
    [
        ("ask 1 for 2 treasures, they pick first", "greedy 1 gets 2 treasures, the first pick"),
        ("ask greedy 1 for help, 1 treasure, I pick first", "greedy 1 gets 1 treasure"),
        ("Greedy 2 helps me for free, ask", "greedy 2 gets nothing"),
    ],
)
def test_an_offer_is_one_line(said: str, gets: str) -> None:
    at, out = sat_down(troll(auto_pass_forced=False), said, "offer no item", "promise no card", "send the offer", others=2)
    while at.game.decision != "ANSWER_HELP":
        at.do(at.asked())
    shown = [line.text for line in Picture.of(at.game, 0, names=at.names).decision()]
    assert f"  The offer: {gets}" in shown
    assert "That cannot be done" not in out.getvalue()


def test_a_plan_is_carried_out_without_more_questions() -> None:
    at, out = sat_down(troll(), "ask 1 for 1 treasure, they pick first")
    while at.game.seat == 0 and at.game.decision != "ANSWER_HELP":
        at.do(at.asked())
    assert at.game.decision == "ANSWER_HELP" and at.game.seat == 1, "the rest would have asked for another line"
    assert out.getvalue().count("you decide") == 1


@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ("trade Huge Rock with 1 for Spiky Knees", "ANSWER_TRADE"),
        ("sell Mithril Armor, Flaming Armor", "ARRANGE"),
        ("play Elf; end the turn", "WINDOW"),
    ],
)
def test_trades_sales_and_several_actions_are_one_line(said: str, decision: str) -> None:
    """As docs/terminal.md tells it."""
    mine = seat(level=1, carries="Huge Rock, Flaming Armor", hand="Elf, Mithril Armor")
    game = table(mine, seat(carries="Spiky Knees", hand="Magic Missile"), moment="before_charity", auto_pass_forced=False)
    at, out = sat_down(game.game, said)
    while game.decision != decision or not at.replay.actions:
        at.do(at.asked())
    assert "That cannot be done" not in out.getvalue() and "Your plan ends" not in out.getvalue()


def test_who_could_help_is_shown_before_asking() -> None:
    at, out = sat_down(troll(), others=2)
    at.position()
    assert "with help" in out.getvalue()
    assert "greedy 1 (8) makes 11 against 10 and wins, greedy 2 (1) makes 4 against 10" in out.getvalue()
    assert at.game == troll()


def test_an_offer_that_is_not_possible_is_explained() -> None:
    at, out = sat_down(troll(), "ask 0 for 1 treasure", "ask 1 for 9 treasures, they pick first", "pass", others=2)
    assert at.asked() == Verb.PASS
    assert out.getvalue().count("That cannot be done: ") == 2 and "player 1" not in out.getvalue()


def to_the_next_question(at: Play) -> None:
    while True:
        at.do(at.asked() if at.game.seat == 0 else at.others_choice())


def test_choices_are_taken_back_with_all_that_came_of_them() -> None:
    game = Game(2, seed=3, log=True, win_level=3, max_rounds=4)
    at, out = sat_down(game)
    decisions = []

    def read() -> str:
        decisions.append((at.game.clone(), list(at.replay.actions), list(at.log)))
        return "1"

    at.read = read  # type: ignore[method-assign]
    while len(decisions) < 8:
        at.do(at.asked() if at.game.seat == 0 else at.others_choice())
    at.read = lambda: "u"  # type: ignore[method-assign]
    for before, actions, log in reversed(decisions):
        with pytest.raises(Back):
            to_the_next_question(at)
        assert at.game == before and at.replay.actions == actions and at.log == log
    at.read = iter(["u", "1"]).__next__  # type: ignore[method-assign]
    at.asked()
    assert "There is no choice to take back." in out.getvalue()


def test_the_recording_after_taking_back_is_that_of_what_was_played(tmp_path: Path) -> None:
    game = Game(2, seed=3, log=True, win_level=3, max_rounds=2)
    at, _ = sat_down(game)
    turn = iter(range(10**6))
    at.read = lambda: "u" if next(turn) % 3 == 2 else "1"  # type: ignore[method-assign]
    assert at.run()
    at.replay.save(tmp_path / "game.jsonl")
    assert Replay.load(tmp_path / "game.jsonl").game.winners == at.game.winners


class Remembers:
    """An agent of somebody: it may remember what was taken back."""

    name = "mine"

    def act(self, _: Any, mask: Any, __: Any) -> int:
        return int(mask.argmax())


def test_nothing_is_taken_back_from_agents_that_may_remember() -> None:
    console = Console(file=io.StringIO(), highlight=False, width=100)
    at = Play(Game(2, seed=3, log=True), 0, [Remembers()], console=console)
    typed = iter(["1", "u", "1"])
    at.read = lambda: next(typed)  # type: ignore[method-assign]
    while not at.choices:
        at.do(at.asked() if at.game.seat == 0 else at.others_choice())
    while at.game.seat != 0:
        at.do(at.others_choice())
    at.asked()
    file: Any = console.file
    assert "only against bots, networks and searches" in file.getvalue()


def test_a_choice_in_the_middle_is_cancelled() -> None:
    """Back to before the offer, in one step; the log and the recording know nothing of it."""
    at, _ = sat_down(troll(), "ask for help", "1", "1", "x", others=2)
    before = at.game.clone()
    for _step in range(3):
        at.do(at.asked())
    assert at.game.decision.startswith("OFFER_")
    with pytest.raises(Back):
        at.asked()
    assert at.game == before and not at.replay.actions and not at.choices


def test_what_others_have_noticed_is_not_cancelled() -> None:
    at, out = sat_down(troll(hand="Magic Missile"), "play Magic Missile", "for the munchkins", "x", "pass", others=2)
    for _step in range(2):
        at.do(at.asked())
    while at.game.seat != 0:
        at.do(Verb.PASS.value)
    at.asked()
    assert "There is nothing to cancel" in out.getvalue() and at.game.record.combat.zone_n == 1
