"""The tasks, each declared once, in TASKS. A change that could change a result is a new version; the old one stays.

`import munchkin_env` reads this file to register the tasks, so it imports nothing that is slow.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from munchkin_env.game.house_rules import HouseRules

_CARDS_OF_TASKS = Path(__file__).parent


class TaskError(ValueError):
    """A task that does not exist, or an argument that it does not leave open."""


@dataclass(frozen=True)
class Task:
    """What is played, and for what."""

    name: str
    """Without the version."""
    version: int
    """A new one for every change that could change a result."""
    purpose: str
    """What it is for, in one sentence."""
    players: int
    """How many play, the learner included."""
    sets: tuple[str, ...] = ("deluxe",)
    """Names of built-in card sets, or of card files in this folder."""
    rules: "HouseRules" = field(default_factory=dict, hash=False)  # type: ignore[assignment]  # the same at run time
    """The house rules that differ from the defaults; `max_rounds` is the horizon."""
    opponents: str = "greedy-1"
    """Who sits in all other seats, unless you say otherwise."""
    reward: Literal["win", "rank"] = "win"
    """What the end of a game pays, unless you say otherwise."""
    shaping: float = 0.0
    """How much the change of the potential counts, unless you say otherwise."""
    gamma: float = 1.0
    """The discount of the shaping, unless you say otherwise."""
    seed: int = 20_260_101
    """Deals the games of its evaluations."""

    @property
    def id(self) -> str:
        """The name with the version, such as "duel-v1"."""
        return f"{self.name}-v{self.version}"

    @property
    def card_sets(self) -> tuple[str, ...]:
        """What `sets=` takes: names, and paths of card files."""
        return tuple(str(_CARDS_OF_TASKS / one) if one.endswith(".json") else one for one in self.sets)

    @property
    def learning(self) -> dict[str, Any]:
        """The arguments of environments that the task only suggests."""
        return {"opponents": self.opponents, "reward": self.reward, "shaping": self.shaping, "gamma": self.gamma}


TASKS: Mapping[str, Task] = MappingProxyType(
    {
        task.id: task
        for task in (
            Task(
                "mini",
                1,
                "Two players, 38 cards, Level 5 wins, no trading: learned from nothing in minutes.",
                2,
                ("mini.json",),
                {"win_level": 5, "trade_budget": 0, "sex_mode": "fixed", "max_rounds": 30},
            ),
            Task(
                "duel",
                1,
                "Two players, all Deluxe cards, a short game without trading, a weak opponent: learned from nothing.",
                2,
                rules={"win_level": 4, "faster_treasure": "loot", "trade_budget": 0, "sex_mode": "fixed", "max_rounds": 50},
                opponents="weighted",
            ),
            Task("classic", 1, "Four players, Deluxe, the rules of the box: the game that results are usually given for.", 4),
            Task(
                "negotiation",
                1,
                "Four players who may answer with their price, and break promises: help decides.",
                4,
                rules={"counter_offers": True, "binding_deals": False, "ask_only_when_losing": False},
                opponents="diplomat",
            ),
            Task("six", 1, "Six players: longer waits, more interference.", 6),
            Task("epic", 1, "Four players, Level 20 wins: long games.", 4, rules={"win_level": 20, "max_rounds": 400}),
            Task("space", 1, "Four players, Star Munchkin.", 4, ("star",)),
            Task("western", 1, "Four players, The Good, the Bad, and the Munchkin.", 4, ("western",)),
            Task("school", 1, "Four players, Munchkin Harry Potter.", 4, ("potter",)),
            Task("all", 1, "Four players, all four sets in one deck.", 4, ("deluxe", "star", "western", "potter")),
        )
    }
)
"""By id. Names without a version mean the latest one."""


def find_task(name: "str | Task") -> Task:
    """The task of that name ("duel", the latest version) or id ("duel-v1"). Raises TaskError."""
    if isinstance(name, Task):
        return name
    if versions := [task for task in TASKS.values() if name in (task.name, task.id)]:
        return max(versions, key=lambda task: task.version)
    near = difflib.get_close_matches(str(name), [*TASKS, *(task.name for task in TASKS.values())], 1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    raise TaskError(f"there is no task {name!r}{hint}; the tasks are {', '.join(TASKS)}")
