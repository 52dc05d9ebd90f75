"""Trained players as files. See docs/training.md."""

from munchkin_env.players.policy import Policy, PolicyError, check_sets, load_policy

__all__ = ["Policy", "PolicyError", "check_sets", "load_policy"]
