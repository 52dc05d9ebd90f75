"""The tools of the MCP server, without the server (tests/frameworks/run_mcp.py has that)."""

import random
import sys
import threading
from collections.abc import Callable

import pytest

from munchkin_env.adapters.mcp import TOOLS, Desk, DeskError, DeskSettings
from munchkin_env.cli import main as cli
from munchkin_env.game.options import OptionError
from munchkin_env.players.agents import AgentError
from munchkin_env.text.matching import AnswerError
from munchkin_env.text.scripted import ScriptedReader
from munchkin_env.text.understanding import understand
from tests.adapters.test_words import GAMES, PLAYED, SHORT
from tests.envs.test_honesty import dealt_anew
from tests.play import EACH_AND_ALL
from tests.text.test_answers import nonsense

RULES = {"COMBAT-01": "A fight begins.", "COMBAT-02": "A tie is lost.", "HELP-01": "One helper at most, for Treasures."}


def desk(sets: tuple[str, ...] = ("deluxe",), seed: int | None = 3, **settings: object) -> Desk:
    chosen = DeskSettings(sets=sets, seed=seed, opponents=["greedy", "random"], house_rules=SHORT)
    return Desk(DeskSettings(**{**vars(chosen), **settings}), RULES)


def play(at: Desk, answer: Callable[[str], str]) -> str:
    """To the end of the game. The answer of the last tool."""
    shown = at.new_game()
    while at.table is not None and at.table.waits:
        try:
            shown = at.act(answer(shown))
        except DeskError as problem:
            shown = str(problem)
    return shown


@pytest.mark.slow
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_scripted_reader_plays_whole_games(sets: tuple[str, ...]) -> None:
    at = desk(sets, house_rules=PLAYED)
    for seed in range(GAMES or 1):
        shown = play(at, ScriptedReader(seed))
        assert shown.startswith("The game is over") and "unreadable 0, ambiguous 0" in shown


def test_each_game_has_the_next_seed_and_can_be_repeated() -> None:
    one, other = desk(), desk()
    shown = [play(one, ScriptedReader(1)) for _ in range(2)]
    assert [play(other, ScriptedReader(1)) for _ in range(2)] == shown and shown[0] != shown[1]
    assert play(desk(seed=4), ScriptedReader(1)) == shown[1]


@pytest.mark.slow
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_no_answer_depends_on_what_the_seat_cannot_know(sets: tuple[str, ...]) -> None:
    at, rng, reader, compared = desk(sets), random.Random(1), ScriptedReader(5), 0
    at.new_game()

    def told() -> list[str]:
        assert at.table is not None
        with pytest.raises(DeskError) as problem:
            at.act("fly to the moon")
        at.table.table.seats[0].failed = 0
        return [at.observe(), at.legal(), str(problem.value), at.rule(), at.card(at.table.game.cards.cards[3].name)]

    while at.table is not None and at.table.waits:
        game = at.table.game
        if rng.random() < 0.15:
            usual = told()
            at.table.table.game = dealt_anew(game, 0, rng)
            compared += at.table.game.state() != game.state()
            assert told() == usual
            at.table.table.game = game
        at.act(reader(at.observe()))
    assert compared > 3


def test_nonsense_is_refused_or_legal() -> None:
    """Of 400 odd answers; tests/text has more of them. What is refused changes nothing."""
    at, rng, refused = desk(), random.Random(3), 0
    at.new_game()
    for _ in range(400):
        assert at.table is not None
        if not at.table.waits:
            at.new_game()
            continue
        before, text = at.table.game.state(), nonsense(rng, at.table.game)
        try:
            understand(at.table.game.clone(), text)
        except AnswerError:
            with pytest.raises(DeskError, match=r"(?s)cannot be done.*Legal now"):
                at.act(text)
            assert at.table.game.state() == before
            refused += 1
        else:
            at.act(text)
    assert 50 < refused < 400


def test_tools_before_a_game_and_after_it() -> None:
    at = desk()
    for tool in TOOLS[1:]:
        with pytest.raises(DeskError, match="call new_game"):
            getattr(at, tool)(*["x"][: tool in ("act", "card")])
    assert "COMBAT-01 A fight begins." in at.rule("combat")
    play(at, ScriptedReader(2))
    assert at.legal().startswith("The game is over") and "player 0 (you)" in at.observe()
    with pytest.raises(DeskError, match="The game is over"):
        at.act("pass")


def test_rules_and_cards_are_found() -> None:
    at = desk()
    at.new_game()
    assert at.rule("combat-02") == "COMBAT-02 A tie is lost." and at.rule("treasures") == "HELP-01 One helper at most, for Treasures."
    assert "Sections of the rules: COMBAT, HELP" in at.rule()
    with pytest.raises(DeskError, match="no rule is about 'chess'"):
        at.rule("chess")
    assert at.card("net troll").startswith("Net Troll (monster): ")
    with pytest.raises(DeskError, match="no card is called 'net tro'; there are Net Troll"):
        at.card("net tro")


def test_a_client_opens_no_files_and_runs_no_code() -> None:
    at = desk()
    for opponents, sets in (
        (["os:system"], None),
        (["x.toml"], None),
        (None, ["/etc/passwd"]),
        (None, []),
        ([], None),
        (["greedy"] * 6, None),
    ):
        with pytest.raises((AgentError, DeskError), match="must be"):
            at.new_game(opponents, sets)
    assert "2 players" in at.new_game(["bully"], ["star", "western"])
    assert at.table is not None and at.table.game.sets == ("star", "western")


def test_calls_at_the_same_time_wait_for_each_other() -> None:
    at = desk()
    at.new_game()
    asked = [threading.Thread(target=lambda: at.act("1")) for _ in range(4)]
    for one in asked:
        one.start()
    for one in asked:
        one.join()
    assert at.table is not None and at.table.tally[0].asked == 4


def test_cards_have_other_names_if_the_user_wants_that() -> None:
    usual, other = desk(), desk(obfuscate=4)
    assert usual.new_game() and other.new_game()
    assert usual.card("Net Troll") != other.card("Net Troll")


def test_what_the_user_chose_is_checked_first(capsys: pytest.CaptureFixture[str]) -> None:
    for more in (["--seat", "4"], ["--seat", "-1"], ["--against", "nobody"], ["--option", "win_level=x"], ["--set", "nothing"]):
        assert cli.main(["mcp", *more]) == 1
        assert capsys.readouterr().err.startswith("munchkin: ")
    with pytest.raises(OptionError):
        desk(house_rules={"win_level": 99}).new_game()


def test_without_the_library_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert cli.main(["mcp", "--against", "greedy"]) == 1
    assert "pip install 'munchkin-env[mcp]'" in capsys.readouterr().err
