"""A person at the terminal."""

import io
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from munchkin_env.cli import main as cli
from munchkin_env.cli.final import final_table
from munchkin_env.cli.person import Play, listed
from munchkin_env.engine.state.actions import Verb
from munchkin_env.game.game import Event, Game
from munchkin_env.game.replay import Replay
from munchkin_env.game.scenario import seat, table
from munchkin_env.players.agents import BotAgent
from munchkin_env.text.telling import matching, to_person, told
from tests.cli.sitting import sat_down
from tests.envs.positions import positions


class Typed(io.TextIOBase):
    """Typed input: these lines, then, if there is one, the last for ever."""

    def __init__(self, lines: Sequence[str] = (), forever: str | None = None) -> None:
        self.lines, self.forever = list(lines), forever

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # io says bytes in one base, str in the other
        assert size
        if self.lines:
            return self.lines.pop(0) + "\n"
        return f"{self.forever}\n" if self.forever else ""


def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: Typed, *arguments: str) -> str:
    monkeypatch.setattr("sys.stdin", typed)
    assert cli.main(["play", *arguments]) == 0
    return capsys.readouterr().out


SHORT = ("--option", "win_level=3", "--option", "max_rounds=6")


def test_a_whole_game_by_numbers_is_recorded(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    arguments = ("--against", "greedy", "weighted", "--seat", "1", "--seed", "7", "--record", str(file), *SHORT)
    shown = play(capsys, monkeypatch, Typed([], "1"), *arguments)
    assert "Munchkin with 3 players: weighted, you, greedy. Seed 7." in shown, "opponents sit to the left of the person"
    assert "player 0" not in shown.lower() and "player 2" not in shown.lower()
    assert "GAME OVER" in shown and "greedy would" not in shown
    replay = Replay.load(file)
    assert replay.game.over and replay.game.num_players == 3 and replay.names == {0: "weighted", 2: "greedy"}
    assert cli.main(["replay", str(file)]) == 0
    again = capsys.readouterr().out
    assert "player 0 is weighted, player 2 is greedy" in again and "player 0:" not in again and "weighted: be " in again
    assert max(len(line) for line in shown.splitlines() if str(file) not in line) <= 100


def test_opponents_of_the_same_name_have_their_seats(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = play(capsys, monkeypatch, Typed([], "1"), "--against", "greedy", "greedy", "--seed", "7", *SHORT)
    assert "players: you, greedy 1, greedy 2." in shown and "greedy 2 draws" in shown and "player 2" not in shown.lower()


class Named:
    """Has a name that tries to control the terminal."""

    name = "\x1b[31mred\u2028\ud800[bold]"

    def act(self, _: Any, mask: Any, __: Any) -> int:
        return int(mask.argmax())


def test_the_name_of_an_agent_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), highlight=False, width=100)
    game = Game(2, seed=3, log=True, win_level=3, max_rounds=2)
    at = Play(game, 0, [Named()], record=tmp_path / "game.txt", console=console)
    at.read = lambda: "1"  # type: ignore[method-assign]
    assert at.run()
    file: Any = console.file
    assert r"\x1b[31mred\u2028\ud800[bold] draws" in file.getvalue() and "\x1b" not in file.getvalue()
    assert Replay.load(tmp_path / "game.txt").names == {1: r"\x1b[31mred\u2028\ud800[bold]"}


def test_hints_followed_word_by_word(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(2, seed=3, log=True, win_level=3, max_rounds=4)
    shown: list[str] = []

    class Obedient(Typed):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # noqa: ARG002 - as it is in io
            shown.append(capsys.readouterr().out)
            if len(shown) == 1:
                return "a\n"  # greedy may do later what it declined in the same turn
            hint = [line for line in shown[-1].splitlines() if line.startswith("greedy would: ")]
            return f"{hint[-1].removeprefix('greedy would: ')}\n" if hint else "h\n"

    monkeypatch.setattr("sys.stdin", Obedient())
    assert Play(game, 0, [BotAgent("greedy")], console=Console(highlight=False)).run()
    other = Game(2, seed=3, win_level=3, max_rounds=4)
    bots = [BotAgent("greedy"), BotAgent("greedy")]
    from munchkin_env.players.agents import ask

    while not other.over:
        other.apply(ask(bots[other.seat], other))
    assert game.winners == other.winners and game.record.decisions == other.record.decisions
    assert "You are asked everything." in shown[1]


def test_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = [
        "?",
        "a",
        "a",
        "h",
        "l",
        "s",
        "c net tro",
        "c curse",
        "c nonsense",
        "c",
        "99",
        "",
        "xyzzy",
        "be",
        "1",
        "l",
        "n",
        "q",
        "no",
        "q",
        "y",
    ]
    shown = play(capsys, monkeypatch, Typed(typed), "--against", "greedy", "--seed", "7")
    for words in (
        "NUMBER or WORDS",
        "You are asked everything.",
        "You are not asked again what you declined.",
        "greedy would: be male\n  ",
        "Nothing has happened yet.",
        "Net Troll (monster)",
        "also: Curse!",
        "No card is called 'nonsense'",
        "c NAME says",
        "The numbers are 1 to 2.",
        "Enter alone passes, if you may",
        "'xyzzy' matches none of your 2 actions",
        "'be' can mean: 1 be male; 2 be female",
        "You draw ",
        "You cannot pass here.",
        "Leave the game?",
        "You left in round 1; Levels 1, 1.",
    ):
        assert words in shown, words
    assert shown.count("MUNCHKIN") == 2, "the table: at first, and for s"
    assert shown.count("greedy draws a card (x8)") == 2 == shown.count("greedy draws a card"), "when it happened, and for l"


@pytest.mark.parametrize("quiet", [True, False])
def test_who_has_moved_on_is_asked_only_what_is_new(quiet: bool) -> None:
    console = Console(file=io.StringIO(), highlight=False, width=60)
    game = table(seat(hand="Magic Missile, Elf"), seat(hand="Curse! Lose a Level"), doors=["Maul Rat"], auto_pass_forced=False)
    at = Play(game.game, 0, [BotAgent("greedy")], console=console)
    typed = iter(["kick open the door", *["pass"] * 9])
    at.read = lambda: next(typed)  # type: ignore[method-assign]
    at.do(at.asked())
    assert game.decision == "WINDOW" and game[1].decides
    for word in () if quiet else ("play Curse! Lose a Level", "on player 0"):
        at.do(game.game.texts()[word])
    while not game.fighting and game.decision != "ARRANGE":
        at.do(at.asked() if game[0].decides else Verb.PASS.value)
    assert len(list(typed)) == (9 if quiet else 8), "the Curse; not again the cards that they declined to play"


def test_monsters_are_explained_once_and_narrow_terminals_have_short_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = play(capsys, monkeypatch, Typed([], "1"), "--against", "greedy", "--seed", "7", *SHORT)
    assert max(len(line) for line in shown.splitlines() if "Level 3 wins" not in line and "players:" not in line) <= 70
    met = [line for line in shown.splitlines() if line.endswith(" joins the fight")]
    assert 0 < shown.count("    Monster, Level") <= len(met)


def test_the_end_of_the_input_leaves_and_keeps_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    shown = play(capsys, monkeypatch, Typed(["be female"]), "--against", "random", "--seed", "7", "--record", str(file))
    assert "You left in round 1" in shown and f"munchkin replay {file} --seat 0" in shown
    assert Replay.load(file).actions


def test_passing_on_ends_where_something_is_asked(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed = Typed([], "n")
    asked = iter(range(10_000))

    class Passing(Typed):
        """Passes if possible, otherwise takes the first action."""

        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # noqa: ARG002 - as it is in io
            return ("n\n", "1\n")[next(asked) % 2]

    by_hand = Game(3, seed=5, log=True, max_rounds=4)
    monkeypatch.setattr("sys.stdin", Passing())
    assert Play(by_hand, 0, [BotAgent("greedy"), BotAgent("greedy")], console=Console(highlight=False)).run()
    assert by_hand.over and typed.forever
    assert capsys.readouterr().out.count("> ") < 400


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--against", "gredy"), "no agent 'gredy'; there are the bots"),
        (("--against", "greedy", "--seat", "2"), "seat 2: must be 0 to 1"),
        (("--against", *["greedy"] * 6), "num_players"),
        (("--against", "trained-pure", "--set", "potter"), "the policy learned --set deluxe"),
        (("--against", "greedy", "--option", "win_level=99"), "win_level=99: must be"),
        (
            ("--against", "trained-pure", "--set", "star"),
            "the policy learned --set deluxe; with --set star it would take one card for another",
        ),
        (("--against", "greedy", "--record", "/proc/game.jsonl"), "/proc/game.jsonl: cannot be written"),
        (("--against", "greedy", "--record", "/nowhere/at/all"), "there is no folder /nowhere/at"),
    ],
)
def test_what_cannot_be_played_is_said_before(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", *arguments]) == 1
    assert words in capsys.readouterr().err


def test_a_record_overwrites_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("mine")
    assert cli.main(["play", "--record", str(file)]) == 1
    assert "already exists" in capsys.readouterr().err and file.read_text() == "mine"


# ------------------------------------------------------------------------------------------------ hidden cards


def told_at(game: Game, seat: int) -> str:
    """Everything that a person in that seat can be shown in the position."""
    console = Console(file=io.StringIO(), highlight=False, width=100)
    at = Play(game, seat, [], console=console)
    for ask_for in (at.position, at.position, lambda: at.table(""), lambda: at.hint("")):
        ask_for()
    at.show_lines(listed(game, list(game.texts())))
    file: Any = console.file
    return str(file.getvalue())


def test_nothing_is_shown_that_depends_on_what_is_hidden() -> None:
    n = 0
    for game in positions(3, seed=40, chance=0.003):
        if not game.over:
            n += 1
            assert told_at(game, game.seat) == told_at(game.determinise(game.seat, 3), game.seat), game.decision
    assert n > 40


def test_the_log_names_only_cards_that_the_person_saw() -> None:
    game, bots = Game(3, seed=8, log=True, max_rounds=5), BotAgent("greedy")
    hidden = 0
    from munchkin_env.players.agents import ask

    while not game.over:
        game.apply(ask(bots, game))
        for event in game.events(0):
            sentence = next(iter(told([event], 0)), "")
            if event.card is None and event.what == "DRAWS":
                hidden += 1
                assert "draws a card" in sentence
    assert hidden > 20


# --------------------------------------------------------------------------------------------- saving and going on


def test_a_game_goes_on_where_it_was_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    begin = ("--against", "greedy", "bully", "greedy", "--seat", "1", "--seed", "7", *SHORT)
    shown = play(capsys, monkeypatch, Typed(["1"] * 4 + [f"w {file}", "q", "y"]), *begin)
    assert f"munchkin play --resume {file}" in shown
    left = Replay.load(file)
    assert not left.game.over and left.actions
    shown = play(capsys, monkeypatch, Typed([], "1"), "--resume", str(file))
    assert "greedy 0, you, greedy 2, bully" in shown and "GAME OVER" in shown and "SUMMARY" in shown
    whole = Replay.load(file)
    assert whole.game.over and whole.actions[: len(left.actions)] == left.actions and whole.names == left.names
    assert cli.main(["play", "--resume", str(file)]) == 1
    assert "this game is over" in capsys.readouterr().err


def test_what_is_said_about_a_written_game_names_the_cards_of_a_task(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They are in a file, which is not opened only because the game names it."""
    one, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    shown = play(capsys, monkeypatch, Typed([f"w {one}", "q", "y"]), "--task", "mini", "--record", str(other))
    commands = [shlex.split(" ".join(found.split())) for found in re.findall(r"`munchkin ([^`]* --set [^`]*)`", shown)]
    assert [command[0] for command in commands] == ["play", "replay", "play"]
    assert cli.main(commands[1]) == 0
    for command in (commands[0], commands[2]):
        assert "GAME OVER" in play(capsys, monkeypatch, Typed([], "1"), *command[1:])


def test_nobody_is_loaded_only_because_a_file_names_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    Replay(Game(3, seed=1), {1: "os:system", 2: "greedy"}).save(file)
    assert cli.main(["play", "--resume", str(file)]) == 1
    assert "'os:system', which is not in this package; name all opponents with --against" in capsys.readouterr().err
    assert cli.main(["play", "--resume", str(file), "--against", "greedy"]) == 1
    assert "has 2 opponents" in capsys.readouterr().err
    assert cli.main(["play", "--resume", str(file), "--seed", "1"]) == 2
    assert "omit --seed" in capsys.readouterr().err


def test_the_summary_counts_what_happened() -> None:
    game = table(seat(level=9, wears="Chainsaw of Bloody Dismemberment"), seat(level=3), doors=["Potted Plant"])
    replay = Replay(game.game)
    while not replay.game.over:
        replay.apply("kick open the door" if "kick open the door" in replay.game.texts() else "pass")
    rows = [line.text.split() for line in final_table(replay, {1: "greedy"}, 0)]
    assert rows[1] == ["Level", "won", "lost", "kills", "helped", "Curses", "deaths"]
    assert rows[2] == ["you", "(winner)", "10", "1", "0", "1", "0", "0", "0"] and rows[3] == ["greedy", "3", "0", "0", "0", "0", "0", "0"]


def test_items_that_only_others_can_wear_are_marked() -> None:
    hand = "Staff of Napalm, Mithril Armor, Gentlemen's Club, Magic Missile"
    shown = {}
    for classes in ("Wizard", "Warrior"):
        game = table(seat(classes=classes, hand=hand, sex="female"), seat(), moment="before_door")
        at, out = sat_down(game.game)
        at.table("")
        said = " ".join(out.getvalue().split())
        shown[classes] = [card for card in hand.split(", ") if re.search(re.escape(card) + r" \([^)]*\) \[not for you\]", said)]
    assert shown == {"Wizard": ["Mithril Armor", "Gentlemen's Club"], "Warrior": ["Staff of Napalm", "Gentlemen's Club"]}


# ---------------------------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("said", "told_to_0"),
    [
        ("Player 0 draws Net Troll", "You draw Net Troll"),
        ("Player 0 dies", "You die"),
        ("Player 0 is caught by Net Troll", "You are caught by Net Troll"),
        ("Player 0 gains 1 Level", "You gain 1 Level"),
        ("Player 0 loses 2 Levels", "You lose 2 Levels"),
        ("Player 1 takes a card from player 0", "Player 1 takes a card from you"),
        ("Player 1 is compelled to help player 0", "Player 1 is compelled to help you"),
        ("Curse! Duck of Doom strikes player 0", "Curse! Duck of Doom strikes you"),
        ("Player 1 draws a card", "Player 1 draws a card"),
        ("Player 0 loses the fight by 3", "You lose the fight by 3"),
    ],
)
def test_sentences_are_told_to_the_person(said: str, told_to_0: str) -> None:
    assert to_person(said, 0) == told_to_0


def test_every_event_has_a_sentence_for_the_person() -> None:
    from munchkin_env.game.views import _SAYS

    for what in _SAYS:
        said = to_person(str(Event(what, "player 0", "player 1", "Net Troll", 1, (0,))), 0)
        assert "layer 0" not in said or what == "TURN", said


def test_words_that_mean_an_action() -> None:
    choices = ["pass", "play Elf", "play Elf (2)", "equip Flaming Armor", "turn Flaming Armor sideways"]
    assert matching("Play elf", choices) == ["play Elf"]
    assert matching("equip flam", choices) == ["equip Flaming Armor"]
    assert matching("armor side", choices) == ["turn Flaming Armor sideways"]
    assert matching("flaming", choices) == choices[3:]
    assert matching("nothing", choices) == []


def test_many_actions_are_grouped_and_each_has_its_number() -> None:
    for game in positions(3, seed=9, chance=0.02):
        choices = list(game.texts())
        rows = [line.text for line in listed(game, choices)]
        assert all(len(row) <= 104 for row in rows)
        said = " ".join(" ".join(rows).split())
        for number, text in enumerate(choices, 1):
            assert f"{number} {text}" in said or f"{number} {text.partition(' ')[2]}" in said


@pytest.mark.parametrize("typed", ["9" * 5000, "²", "-1", "0", "1" + "0" * 400])
def test_a_number_that_is_none_of_the_choices(typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = play(capsys, monkeypatch, Typed([typed, "q", "y"]), "--against", "random", *SHORT)
    assert ("The numbers are 1 to 2" in shown or "matches none of your 2 actions" in shown) and "You left in round 1" in shown


def test_without_an_input_the_game_is_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the input is closed: `munchkin play <&-`."""
    monkeypatch.setattr("sys.stdin", None)
    assert cli.main(["play", "--against", "random", *SHORT]) == 0
    assert "You left in round 1" in capsys.readouterr().out
