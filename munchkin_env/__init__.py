"""The card game Munchkin as a reinforcement-learning environment."""

from .version import __version__

__all__ = ["__version__"]
