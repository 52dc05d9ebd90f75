"""The card game Munchkin as a reinforcement-learning environment."""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from .registration import register_environments as _register_environments
from .version import __version__

if _TYPE_CHECKING:
    from munchkin_env.envs.vector import MunchkinVector
    from munchkin_env.game.game import Game
    from munchkin_env.game.scenario import seat, table

    # For type checkers: at run time __getattr__ imports them.
    from . import agents, arena, bots, munchkin_v0, policy, render, replay, rllib, sb3, selfplay, tasks, teaching, views  # noqa: F401

__all__ = ["Game", "MunchkinVector", "__version__", "munchkin_v0", "seat", "table"]

_HOME = {
    "Game": "munchkin_env.game.game",
    "table": "munchkin_env.game.scenario",
    "seat": "munchkin_env.game.scenario",
    "MunchkinVector": "munchkin_env.envs.vector",
}
_MODULES = (
    "agents",
    "arena",
    "bots",
    "munchkin_v0",
    "policy",
    "render",
    "replay",
    "rllib",
    "sb3",
    "selfplay",
    "tasks",
    "teaching",
    "views",
)

_register_environments()


def __getattr__(name: str) -> _Any:
    """The public names and modules, imported when they are first used."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"munchkin_env.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """The public names and modules, whether or not they have been used yet; the rooms inside are not among them."""
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, *_MODULES})
