"""Trained players as files. See docs/training.md."""

from munchkin_env.players.compiled import NetworkBot
from munchkin_env.players.policy import Policy, PolicyError, check_sets, load_policy, new_about, new_prior

__all__ = ["NetworkBot", "Policy", "PolicyError", "check_sets", "load_policy", "new_about", "new_prior"]
