"""How a task becomes arguments of everything that makes a game, and what freezes it."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from munchkin_env.cards.loader import load
from munchkin_env.game.options import BY_NAME, NUM_PLAYERS
from munchkin_env.players.compiled import check_player
from munchkin_env.version import RULES_VERSION

from .presets import Task, TaskError, find_task

_DEFAULT_SETS = ("deluxe",)
Applied = tuple[int, tuple[str | Path, ...], dict[str, Any]]
"""The number of players, the card sets, and the other options."""


def applied(num_players: int | None, sets: Sequence[str | Path] | None, options: Mapping[str, Any], takes: Collection[str] = ()) -> Applied:
    """The arguments of an environment with its `task` (one of the options) carried out.

    The task decides who plays with which cards by which rules; `takes` names what else the environment takes, where the task only
    suggests. Raises TaskError for an argument that contradicts the task.
    """
    given = dict(options)
    name = given.pop("task", None)
    if name is None:
        players = NUM_PLAYERS.default if num_players is None else num_players
        return players, _DEFAULT_SETS if sets is None else sets, given  # type: ignore[return-value]  # checked where they are used
    task = find_task(name)
    _refuse(task, "num_players", num_players, task.players)
    _refuse(task, "sets", None if sets is None else load(sets).sets, load(task.card_sets).sets)
    for rule in BY_NAME:
        _refuse(task, rule, given.pop(rule, None), task.rules.get(rule, BY_NAME[rule].default))
    suggested = {name: value for name, value in task.learning.items() if name in takes}
    return task.players, task.card_sets, {**suggested, **given, **task.rules}


def _refuse(task: Task, name: str, given: Any, decided: Any) -> None:
    if given is not None and given != decided:
        raise TaskError(f"{name}={given!r}: the task {task.id} plays with {name}={decided!r}; omit {name}, or omit the task")


def task_digest(task: Task) -> str:
    """Changes with everything that could change a result: rules, cards, opponents, rewards, deals."""
    opponents = check_player(task.opponents, task.card_sets)
    told = {
        "task": task.id,
        "players": task.players,
        "cards": load(task.card_sets).hash,
        "rules": dict(sorted(task.rules.items())),
        "engine": RULES_VERSION,
        "opponents": [task.opponents, opponents.digest],
        "reward": [task.reward, task.shaping, task.gamma],
        "seed": task.seed,
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
