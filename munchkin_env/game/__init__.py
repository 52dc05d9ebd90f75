"""One game with a friendly face: play, save, replay, show."""

from munchkin_env.game.game import Game, LoadError

__all__ = ["Game", "LoadError"]
