"""Tournaments between any mix of bots, styles, agents and policies. See docs/arena.md."""

from munchkin_env.lab.arena import LINEUPS, ArenaError, Definition, Estimate, Figures, Spec, Store, continued, define, merge, tournament

__all__ = ["LINEUPS", "ArenaError", "Definition", "Estimate", "Figures", "Spec", "Store", "continued", "define", "merge", "tournament"]
