"""What a bot would do in every game of a batch. See docs/training.md."""

from munchkin_env.envs.teaching import Teacher

__all__ = ["Teacher"]
