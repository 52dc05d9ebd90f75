"""The command line."""

import contextlib
import os
import random
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from munchkin_env.cards.loader import built_in_sets
from munchkin_env.cli import main as cli
from munchkin_env.cli import rules
from munchkin_env.cli.arguments import SHEETS
from munchkin_env.cli.proofs import as_json, coverage, read_rules, rules_of_tests
from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.game.scenario import seat, table


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What it prints (to stderr, if it should fail)."""
    assert cli.main(arguments) == code
    printed = capsys.readouterr()
    return printed.err if code else printed.out


def test_python_m_and_version() -> None:
    done = subprocess.run([sys.executable, "-m", "munchkin_env", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("munchkin_env ")


def test_what_pip_installs_as_munchkin_is_this_command() -> None:
    project = tomllib.loads((rules.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert EntryPoint("munchkin", project["scripts"]["munchkin"], "console_scripts").load() is cli.main


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for command in ("census", "replay", "cards", "rules", "compile"):
        assert command in shown
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 2


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_the_help_of_a_command_names_no_empty_defaults(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert not re.search(r"default: (None|False|\[)", shown)


EXAMPLES = [line for text in (cli.EXAMPLES, *(command.EXAMPLES for command in cli.COMMANDS.values())) for line in text.splitlines()]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_understood(example: str) -> None:
    words = shlex.split(example, comments=True)
    at = words.index("munchkin")
    assert example.startswith("  ") and all("=" in word for word in words[:at])
    assert callable(cli.parser().parse_args(words[at + 1 :]).command)


def test_every_command_has_examples_of_its_own() -> None:
    for name, command in cli.COMMANDS.items():
        assert command.EXAMPLES and all(f"munchkin {name}" in line for line in command.EXAMPLES.splitlines())
        assert f"\n  {name} " in cli.parser().format_help() and f" {command.PURPOSE}\n" in cli.parser().format_help()


def test_help_loads_no_rules() -> None:
    """Numba, the cards and the arena take seconds to load; the list of commands must appear at once."""
    slow = ("numba", "rich", "sqlite3", "torch", "munchkin_env.core.kernel", "munchkin_env.cards", "munchkin_env.game", "munchkin_env.lab")
    code = f"import sys; from munchkin_env.cli.main import parser; parser().format_help(); print([m for m in {slow} if m in sys.modules])"
    surroundings = {**os.environ, "PYTHONPATH": str(rules.ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=surroundings, timeout=60)
    assert done.stdout == "[]\n"


def test_the_sets_of_the_command_line_are_those_of_the_package() -> None:
    assert sorted(SHEETS) == list(built_in_sets())


@pytest.mark.parametrize("seed", ["-1", "x", str(2**63)])
def test_a_seed_that_is_none_is_refused(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["play", "--seed", seed])
    assert ended.value.code == 2 and "is not an integer from 0" in capsys.readouterr().err


def test_a_card_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "cards", "Net", "Troll")
    assert shown.startswith("Net Troll (deluxe, monster, door)") and "Bad Stuff" in shown
    assert "no card of deluxe is called 'nonsense'" in run(capsys, "cards", "nonsense", code=1)
    assert "try --set star" in run(capsys, "cards", "red", "shirt", code=1)
    assert "did you mean Net Troll" in run(capsys, "cards", "net", "trol1", code=1)


def test_cards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "168 in the box" in run(capsys, "cards")
    assert "different cards" in run(capsys, "cards", "--kind", "race")
    assert "must be" in run(capsys, "cards", "--kind", "nonsense", code=2)
    assert "neither a built-in set" in run(capsys, "cards", "--set", "nonsense", code=1)


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    choice = random.Random(1)
    made = Replay(Game(2, seed=1, win_level=3, max_rounds=2))
    while not made.game.over:
        made.apply(choice.choice(made.game.legal()))
    made.save(tmp_path / "game.txt")
    return tmp_path / "game.txt"


def test_a_replay_is_shown(capsys: pytest.CaptureFixture[str], replay: Path) -> None:
    shown = run(capsys, "replay", str(replay))
    assert "2 players, deluxe, seed 1; win_level=3, max_rounds=2" in shown
    assert "    1  player 0: be " in shown and "opens the door" in shown and "Levels" in shown.splitlines()[-1]
    part = run(capsys, "replay", str(replay), "--first", "3", "--last", "4")
    assert re.findall(r"^ +(\d+)  player", part, re.MULTILINE) == ["3", "4"]


def test_a_replay_seen_by_one_player_shows_no_foreign_cards(capsys: pytest.CaptureFixture[str], replay: Path) -> None:
    shown = run(capsys, "replay", str(replay), "--seat", "1")
    assert "Player 0 draws a card" in shown and "Player 1 draws a card" not in shown
    assert "must be 0 to 1" in run(capsys, "replay", str(replay), "--seat", "2", code=2)


def test_a_replay_seen_by_one_player_shows_an_offer_only_when_it_is_sent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What a seat is shown of a game that ends while an offer is being made: nothing of it, not even how many steps it has taken."""
    game = table(seat(level=4), seat(level=4), seat(), doors=["Net Troll"])
    game.players[0].kicks_open_the_door()
    made = Replay(game.game)
    shown = []
    for said in ("ask for help", "ask player 1 for help", "offer 1 treasure", "the helper picks first", "offer no item", "promise no card"):
        made.apply(said)
        made.save(tmp_path / "game.txt")
        lines = run(capsys, "replay", str(tmp_path / "game.txt"), "--seat", "1").splitlines()
        shown.append([line for line in lines[1:] if line])
    assert shown == [["Player 0 would decide"]] * 6
    made.apply("send the offer")
    made.save(tmp_path / "game.txt")
    assert "Player 0 asks player 1 for help, for 1 Treasure" in run(capsys, "replay", str(tmp_path / "game.txt"), "--seat", "1")
    assert ": offer 1 treasure" in run(capsys, "replay", str(tmp_path / "game.txt"), "--seat", "0")


def test_what_another_player_might_do_next_is_not_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    begun = Replay(Game(2, seed=1))
    for _ in range(2):
        begun.apply("be male")
    begun.save(tmp_path / "begun.txt")
    said = [run(capsys, "replay", str(tmp_path / "begun.txt"), *seat).splitlines()[-1] for seat in ((), ("--seat", "0"), ("--seat", "1"))]
    me = begun.game.seat
    whole = f"Player {me} would decide: {'; '.join(begun.game.texts())}"
    assert said[0] == said[1 + me] == whole and "; play " in whole and said[2 - me] == f"Player {me} would decide"


def test_a_damaged_replay_is_refused(capsys: pytest.CaptureFixture[str], replay: Path) -> None:
    replay.write_text(replay.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    assert "is damaged" in run(capsys, "replay", str(replay), code=1)
    assert "there is no such file" in run(capsys, "replay", str(replay.parent / "none"), code=1)


@pytest.mark.slow
def test_a_wheel_tells_the_rules_that_were_there_when_it_was_built(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkout = run(capsys, "rules", "COMBAT", "SELL-03")
    made = tmp_path / "rules.json"
    monkeypatch.setattr(rules, "IN_WHEEL", made)
    made.write_text(as_json(*coverage(rules.ROOT)), encoding="utf-8")
    monkeypatch.setattr(rules, "ROOT", tmp_path)
    assert run(capsys, "rules", "COMBAT", "SELL-03") == checkout and "COMBAT-01" in checkout
    made.unlink()
    assert "rules.json was not made when the package was built" in run(capsys, "rules", code=1)


def test_rules_are_covered_by_section(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests").mkdir()
    sheet = "## 1. ONE\n\n- **ONE-01** [D] First.\n- **ONE-02** Second. *No test: because.*\n## 2. TWO\n- **TWO-01** Third.\n"
    (tmp_path / "docs" / "rules.md").write_text(sheet, encoding="utf-8")
    (tmp_path / "tests" / "test_it.py").write_text('@rule("ONE-01", "NONE-01")\ndef test_it() -> None: ...\n', encoding="utf-8")
    assert read_rules(tmp_path / "docs" / "rules.md")["ONE-02"].no_test == "because."
    assert rules_of_tests(tmp_path / "tests") == {"ONE-01": ["tests/test_it.py::test_it"], "NONE-01": ["tests/test_it.py::test_it"]}
    found, strange = coverage(tmp_path)
    assert found["ONE-01"].tests and not found["TWO-01"].tests and list(strange) == ["NONE-01"]
    monkeypatch.setattr(rules, "ROOT", tmp_path)
    assert "no such rule: NONE-01" in run(capsys, "rules", code=1)
    (tmp_path / "tests" / "test_it.py").write_text('@rule("ONE-01")\ndef test_it() -> None: ...\n', encoding="utf-8")
    assert "without a reason: TWO-01\n" in run(capsys, "rules", "--missing")
    assert "ONE-01  [D] First." in run(capsys, "rules", "ONE")
    assert "no rule or section SIX-01; the sections are ONE, TWO" in run(capsys, "rules", "one-01", "six-01", code=1)
    monkeypatch.setattr(rules, "ROOT", tmp_path / "elsewhere")
    assert "was not made when the package was built" in run(capsys, "rules", code=1)


def test_compile_in_the_twin_says_that_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert "plain Python" in run(capsys, "compile")


def test_bench_refuses_what_it_does_not_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--only nonsense: the figures of deluxe are batch_decisions_per_s" in run(capsys, "bench", "--only", "nonsense", code=2)
    told = run(capsys, "bench", "--set", "star", "--only", "games_per_s", "--only", "cold_compile_s", code=2)
    assert "--only cold_compile_s: the figures of star are" in told and "games_per_s" in told
    assert "--frameworks prints its own table" in run(capsys, "bench", "--frameworks", "--set", "star", code=2)
    assert "--profile prints its own table" in run(capsys, "bench", "--profile", "--json", code=2)


def test_what_is_no_house_rule_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "census", "tournament"):
        assert "has its own option for the number of players" in run(capsys, command, "--option", "num_players=3", code=1)
        assert "no option 'seed'; the options are win_level, " in run(capsys, command, "--option", "seed=3", code=1)


def test_bench_prints_several_figures(capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "bench", "--only", "record_bytes", "--only", "record_bytes")
    assert shown.count("record_bytes") == 2


def test_a_message_does_nothing_to_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Whatever it quotes: a file name, file contents, user input."""
    file = tmp_path / "a\x1b[31mb.json"
    file.write_text('{"set": "a\\u001b[31mb\\u2028"}', encoding="utf-8")
    for arguments in (
        ["cards", "--set", str(file)],
        ["replay", str(file)],
        ["play", "--against", "\x1b[31m"],
        ["tournament", "\x1b[31m:x"],
    ):
        assert cli.main(arguments) == 1
        said = capsys.readouterr().err
        assert said.startswith("munchkin: ") and all(line.isprintable() for line in said.splitlines()), said


@pytest.mark.parametrize(
    "arguments",
    [
        ("cards", "--kind", "\x1b[31m"),
        ("bench", "--only", "\x1b[31m"),
        ("rules", "--set", "\x1b[31m"),
        ("rules", "\x1b[31m"),
        ("cards", "--\x1b[31m"),
    ],
)
def test_an_argument_does_nothing_to_the_terminal(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        cli.main(arguments)
    said = capsys.readouterr().err
    assert "\\x1b[" in said.lower() and all(line.isprintable() for line in said.splitlines()), said


def test_a_policy_that_is_none_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_bytes(b"nothing")
    for command in (["play", "--against"], ["tournament", "greedy"], ["census"]):
        said = run(capsys, *command, str(tmp_path / "no.npz"), code=1)
        assert said.startswith("munchkin: ") and said.count("\n") == 1 and "no.npz" in said


@pytest.mark.parametrize("arguments", [("play", "--seat"), ("replay", "game", "--seat"), ("tournament", "--players")])
def test_a_seat_is_a_whole_number(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    for value in ("x", "1.5", "9" * 5000):
        with pytest.raises(SystemExit) as ended:
            cli.main([*arguments, value])
        said = capsys.readouterr().err.splitlines()[-1]
        assert ended.value.code == 2 and "is not an integer" in said and len(said) < 200


@pytest.mark.parametrize("value", ["--5", "9" * 5000, "-", "-" + "9" * 5000, "²", "--", ""])
@pytest.mark.parametrize("command", ["play", "census", "tournament"])
def test_a_value_that_is_no_number_is_refused_as_what_it_is(command: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    who = ("random", "--players", "2") if command == "tournament" else ()
    said = run(capsys, command, *who, "--option", f"win_level={value}", code=1)
    assert said.startswith("munchkin: win_level=") and "must be a number from 3 to 20" in said and len(said) < 200


@pytest.mark.parametrize("value", ["-1", "nan", "inf", "1e300", "x", ""])
def test_a_pause_is_some_seconds(value: str, capsys: pytest.CaptureFixture[str], replay: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["replay", str(replay), f"--pause={value}"])
    assert ended.value.code == 2 and "is not a number of seconds from 0 to 3600" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["--games", "--seed"])
def test_a_number_of_thousands_of_digits_is_not_printed(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["census", argument, "9" * 5000])
    said = capsys.readouterr().err.splitlines()[-1]
    assert ended.value.code == 2 and ("integer" in said or "number" in said) and len(said) < 200


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    "arguments", [("cards",), ("tournament", "random", "--games", "2", "--players", "2", "--option", "max_rounds=1", "--csv", "\udcff")]
)
def test_any_terminal_can_show_it(arguments: tuple[str, ...], encoding: str, tmp_path: Path) -> None:
    """Characters that the encoding lacks (minus signs, dashes, surrogates in file names) are written as \\u2212."""
    command = [sys.executable, "-m", "munchkin_env", *arguments]
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(rules.ROOT), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=surroundings, timeout=300)
    assert done.returncode == 0 and b"\\u" in done.stdout, done.stderr[-300:]


@pytest.mark.parametrize("arguments", [("cards",), ("census", "random", "--games", "1"), ("rules",), ("compile",), ("play",)])
def test_an_interrupt_ends_a_command_without_a_traceback(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"munchkin_env.cli.{arguments[0]}.run", interrupted)
    assert run(capsys, *arguments, code=130) == "munchkin: interrupted\n"


@pytest.mark.parametrize("seats", ["1", "7", str(2**31), str(2**64)])
def test_a_census_has_two_to_six_seats(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Checked before a list of that size is created."""
    said = run(capsys, "census", "random", "--seats", seats, code=1)
    assert said.startswith(f"munchkin: num_players={seats}: must be a number from 2 to 6")


@pytest.mark.parametrize("words", [["lab", "cards", "--games", "30", "--out"], ["tournament", "greedy", "weighted", "--out"]])
def test_ray_that_is_missing_is_told_in_a_line(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert cli.main([*words, str(tmp_path / "new"), "--ray"]) == 1
    assert 'pip install "munchkin-env[ray]"' in capsys.readouterr().err
