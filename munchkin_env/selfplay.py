"""A batch in which networks sit beside the learner. See docs/training.md."""

from munchkin_env.envs.selfplay import SharedTables

__all__ = ["SharedTables"]
