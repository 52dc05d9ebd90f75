"""A game as lines of text that can be replayed. See docs/positions.md."""

from munchkin_env.game.replay import Replay, from_text, to_text

__all__ = ["Replay", "from_text", "to_text"]
