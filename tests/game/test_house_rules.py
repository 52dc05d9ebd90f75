"""House rules as types: the TypedDict matches the table of options, every constructor takes it, and mypy rejects mistakes."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from munchkin_env import Game, MunchkinVector, munchkin_v0, table
from munchkin_env.envs.gym import MunchkinEnv
from munchkin_env.envs.gym_vector import MunchkinVectorEnv
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import OPTIONS, Option, OptionError, keywords
from munchkin_env.lab.arena.tournament import tournament
from munchkin_env.lab.census.playing import play as census
from munchkin_env.players.bots.duel import duel

ROOT = Path(__file__).parents[2]
TAKERS: list[Callable[..., Any]] = [
    Game,
    table,
    MunchkinVector,
    SharedTables,
    MunchkinEnv,
    MunchkinVectorEnv,
    munchkin_v0.raw_env,
    munchkin_v0.env,
    tournament,
    census,
    duel,
]


def told(hint: Any) -> set[Any]:
    """What a type allows: words, and the types of other values."""
    if get_origin(hint) is Literal:
        return set(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return set().union(*map(told, get_args(hint)))
    return {hint}


def allowed(option: Option) -> set[Any]:
    words = {word for word, _ in option.choices}
    return {bool} if option.is_flag else words | ({int} if option.low is not None else set())


def test_the_type_has_the_options_of_the_table_and_their_values() -> None:
    assert {name: told(hint) for name, hint in get_type_hints(HouseRules).items()} == {one.name: allowed(one) for one in OPTIONS}
    assert list(get_type_hints(HouseRules)) == [one.name for one in OPTIONS]  # in the order of docs/options.md


@pytest.mark.parametrize("taker", TAKERS, ids=lambda taker: taker.__name__)
def test_whatever_takes_house_rules_says_so_in_its_type(taker: Callable[..., Any]) -> None:
    assert set(HouseRules.__annotations__) <= set(keywords(taker))


def test_nothing_else_takes_untyped_options() -> None:
    """A new constructor with **options is typed, or says here why not."""
    untyped = {
        f"{path.relative_to(ROOT).as_posix()}: {line.strip()}"
        for path in (ROOT / "munchkin_env").rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "**options: Any" in line or "**settings: Any" in line
    }
    assert not untyped


@pytest.mark.slow
def test_mypy_rejects_a_misspelt_rule_and_a_wrong_value(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    good = [
        "Game(4, win_level=5, sex_mode='fixed', first_player='random')",
        "MunchkinVector(8, seat='random', win_level=5, reward='rank')",
        "munchkin_v0.env(num_players=3, win_level=5)",
        "MunchkinEnv(win_level=5, seat=2)",
        "table(seat(), seat(), trade_budget=0)",
    ]
    bad = [
        "Game(4, win_levle=5)",
        "Game(4, sex_mode='lot')",
        "MunchkinVector(8, win_levle=5)",
        "MunchkinVector(8, reward='points')",
        "munchkin_v0.env(win_levle=5)",
        "MunchkinEnv(win_levle=5)",
        "table(seat(), seat(), trade_budgets=0)",
    ]
    head = ["from munchkin_env import Game, MunchkinVector, munchkin_v0, seat, table", "from munchkin_env.envs.gym import MunchkinEnv"]
    file = tmp_path / "program.py"
    file.write_text("\n".join([*head, *good, *bad]) + "\n", encoding="utf-8")
    asked = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--config-file", str(ROOT / "pyproject.toml")]
    done = subprocess.run([*asked, "--cache-dir", str(tmp_path / "cache"), str(file)], cwd=ROOT, capture_output=True, text=True)
    first = 1 + len(head) + len(good)
    wrong = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert wrong == set(range(first, first + len(bad))), done.stdout + done.stderr


@pytest.mark.parametrize("make", [Game, MunchkinVector, MunchkinEnv, munchkin_v0.env, MunchkinVectorEnv], ids=lambda make: make.__name__)
def test_a_misspelt_rule_is_also_refused_when_the_program_runs(make: Any) -> None:
    given = {"num_games": 1} if make is MunchkinVector else {"num_envs": 1} if make is MunchkinVectorEnv else {}
    with pytest.raises(OptionError, match=r"'win_levle' \(did you mean 'win_level'"):
        make(**given, win_levle=5)
