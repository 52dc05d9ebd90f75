"""The public interface of one game: play, save, replay, show."""

from munchkin_env.game.game import Game
from munchkin_env.game.saved import LoadError

__all__ = ["Game", "LoadError"]
