"""Tasks: frozen, and the same game behind every interface."""

import ast
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import munchkin_env.adapters as adapters
import munchkin_env.envs as envs
from munchkin_env import MunchkinVector, munchkin_v0
from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import load
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.game.options import check_options
from munchkin_env.tasks import TASKS, Task, TaskError, find_task
from munchkin_env.tasks.using import applied, task_digest

FROZEN = {
    "mini-v1": "6d28fb43c9c8543d",
    "duel-v1": "e5ae748a11a8ae30",
    "classic-v1": "0f8e4de610c83b94",
    "negotiation-v1": "00754c7f5ea0a95c",
    "six-v1": "788b678e1a08e91d",
    "epic-v1": "8595649764e494ce",
    "space-v1": "070d038cf1fc7a39",
    "western-v1": "051f66e50f2c87db",
    "school-v1": "80fae386dfea17ad",
    "all-v1": "9c1e1699dbc18f54",
}
"""If one differs, results of that version are no longer comparable: add a new version of the task instead (unless all rules are new)."""
IDS = sorted(TASKS)


def test_every_version_is_frozen() -> None:
    assert {name: task_digest(task) for name, task in TASKS.items()} == FROZEN


@pytest.mark.parametrize("change", [{"rules": {"win_level": 6}}, {"players": 3}, {"sets": ("star",)}, {"opponents": "bully"}, {"seed": 1}])
def test_the_digest_notices(change: dict[str, Any]) -> None:
    told = {
        name: getattr(TASKS["duel-v1"], name) for name in ("name", "version", "purpose", "players", "sets", "rules", "opponents", "seed")
    }
    assert task_digest(Task(**told)) == FROZEN["duel-v1"] != task_digest(Task(**told | change))


@pytest.mark.parametrize("name", IDS)
def test_every_task_can_be_played(name: str) -> None:
    task = TASKS[name]
    assert name == task.id and task.purpose.endswith(".")
    with MunchkinVector(1, task=name, seat=0, seed=1) as games:
        games.reset()
        games.step(np.flatnonzero(games.masks[0])[:1])
        assert games.num_players == task.players and games.cards.sets == load(task.card_sets).sets
        assert games.options == check_options(task.rules, task.players)
        assert games.roster == ("you", task.opponents)


def test_every_interface_plays_the_same_game() -> None:
    alone = gymnasium.make("munchkin_env:Munchkin-duel-v1", seat=1)
    batch = gymnasium.make_vec("munchkin_env:Munchkin-duel-v1", num_envs=2, seat=1)
    vector = MunchkinVector(1, task="duel", seat=1)
    seen = [alone.reset(seed=4)[0], batch.reset(seed=4)[0][0]]
    vector.reset(4)
    assert np.array_equal(seen[0], seen[1]) and np.array_equal(seen[0], vector.observations[0])
    seats = munchkin_v0.raw_env(task="duel")
    seats.reset(seed=4)
    assert seats.game.num_players == 2 and seats.game.options == vector.options
    assert SharedTables(1, network_lots=1, task="duel", seed=1).options == vector.options


@pytest.mark.parametrize(
    "file", sorted({*Path(envs.__file__).parent.glob("*.py"), *Path(adapters.__file__).parent.glob("*.py")}), ids=lambda path: path.stem
)
def test_no_environment_has_a_default_that_would_contradict_a_task(file: Path) -> None:
    """Whoever takes options with a task leaves players and cards open."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.args.kwarg is not None and "Options" in ast.unparse(node.args.kwarg):
            plain = dict(zip([one.arg for one in node.args.args][::-1], node.args.defaults[::-1], strict=False))
            told = {name: ast.unparse(plain[name]) for name in ("num_players", "sets") if name in plain}
            assert set(told.values()) <= {"None"}, f"{file.name}, {node.name}: {told}"


def test_sb3_plays_it() -> None:
    sb3 = pytest.importorskip("munchkin_env.envs.sb3")
    games = sb3.MunchkinVecEnv(2, task="mini", seed=1)
    assert games.games.num_players == 2 and games.games.roster == ("you", "greedy-1")


def test_the_task_decides_the_game_and_suggests_the_rest() -> None:
    games = MunchkinVector(1, task="duel", seat=0, opponents="random", reward="rank", shaping=0.5)
    assert games.roster == ("you", "random") and (games.config.reward, games.config.shaping) == ("rank", 0.5)
    assert MunchkinVector(1, task="duel").roster == ("you",)  # all seats are yours: nobody is suggested
    assert applied(2, ("deluxe",), {"task": "duel", "win_level": 4})[0] == 2  # the same again is no contradiction


@pytest.mark.parametrize("given", [{"num_players": 4}, {"sets": ("star",)}, {"win_level": 6}, {"trade_budget": 3}, {"max_rounds": 30}])
def test_what_contradicts_a_task_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(TaskError, match=r"the task duel-v1 plays with .*; omit"):
        MunchkinVector(1, task="duel", **given)
    with pytest.raises(TaskError, match="duel-v1"):
        munchkin_v0.env(task="duel", **given)
    with pytest.raises(TaskError, match="duel-v1"):
        gymnasium.make("munchkin_env:Munchkin-duel-v1", **given)


def test_names_mean_the_latest_version() -> None:
    assert find_task("duel") is find_task("duel-v1") is find_task(TASKS["duel-v1"])
    with pytest.raises(TaskError, match=r"no task 'duell' \(did you mean 'duel'\?\); the tasks are mini-v1, duel-v1"):
        find_task("duell")
    with pytest.raises(TaskError, match="no task 3"):
        find_task(3)  # type: ignore[arg-type]  # callers without a type checker
    assert pickle.loads(pickle.dumps(TASKS["mini-v1"])) == TASKS["mini-v1"]


LARDER = {
    "Runaway Pea": (3, "Monster, Level 1, 1 Treasure. Bad Stuff: you lose 1 level."),
    "Mouldy Loaf": (3, "Monster, Level 2, 1 Treasure. Bad Stuff: you lose 1 level."),
    "Jam Wasp": (3, "Monster, Level 3, 1 Treasure. Bad Stuff: you discard one equipped piece of Headgear; otherwise you lose 1 level."),
    "Boiling Kettle": (2, "Monster, Level 4, 2 Treasures. Bad Stuff: you lose 1 level."),
    "Two-Faced Cheese": (2, "Monster, Level 6, 2 Treasures. Bad Stuff: you lose 2 levels."),
    "Thing in the Jar": (1, "Monster, Level 9, 3 Treasures. Bad Stuff: you die."),
    "Past Its Date": (
        4,
        "Monster enhancer. Play it in a fight in which you are no fighter: a monster of your choice gets +3 and +1 Treasure.",
    ),
    "Wooden Spoon": (3, "Item, +1, 1 Hand, 200 Gold Pieces."),
    "Pot Lid": (2, "Item, +2, 1 Hand, 300 Gold Pieces."),
    "Rolling Pin": (2, "Item, +4, 2 Hands, 600 Gold Pieces."),
    "Colander": (2, "Item, +2, Headgear, 300 Gold Pieces."),
    "Apron": (2, "Item, +2, Armor, 400 Gold Pieces."),
    "Felt Slippers": (2, "Item, +1, Footgear, 200 Gold Pieces."),
    "Ladle of Soup": (5, "One-shot Item, 100 Gold Pieces. Play it in a fight in which you are a fighter: +3 for the munchkins."),
    "Second Helping": (2, "Go Up a Level card. Play it on your turn, outside combat: you gain 1 level, but not the winning one."),
}
"""What each card of the task `mini` does, and how often it is in the deck."""


def test_the_cards_of_mini() -> None:
    cards = load(TASKS["mini-v1"].card_sets)
    assert {card.name: (card.count, describe(card)) for card in cards.cards} == LARDER
    assert cards.sets == ("larder",) and {card.numbers_from for card in cards.cards} == {"invented"}
