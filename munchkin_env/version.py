"""The version, in a file of its own: the build reads it without importing anything else."""

__version__ = "0.1.0"

RULES_VERSION = 1
"""Bumped when the same actions from the same seed lead to another game; older replays and saved games are then refused."""
