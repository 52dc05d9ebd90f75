"""The card game Munchkin as a reinforcement-learning environment."""

from typing import TYPE_CHECKING, Any

from .registration import register_environments
from .version import __version__

if TYPE_CHECKING:
    from munchkin_env.envs.vector import MunchkinVector
    from munchkin_env.game.game import Game
    from munchkin_env.game.scenario import seat, table

    from . import munchkin_v0

__all__ = ["Game", "MunchkinVector", "__version__", "munchkin_v0", "seat", "table"]

_MODULES = {"munchkin_v0"}
_HOME = {
    "Game": "munchkin_env.game.game",
    "table": "munchkin_env.game.scenario",
    "seat": "munchkin_env.game.scenario",
    "MunchkinVector": "munchkin_env.envs.vector",
}

register_environments()


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"munchkin_env.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """Include the public names that have not been imported yet."""
    return sorted({*globals(), *__all__})
