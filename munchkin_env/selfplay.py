"""A batch in which networks play beside the learner. See docs/training.md."""

from munchkin_env.envs.selfplay import SharedTables

__all__ = ["SharedTables"]
