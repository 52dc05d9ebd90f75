"""Tournaments between any mix of bots, styles, agents and policies. See docs/arena.md."""

from munchkin_env.arena.definition import LINEUPS, Definition, define
from munchkin_env.arena.entrants import ArenaError, Spec
from munchkin_env.arena.figures import Estimate, Figures
from munchkin_env.arena.store import Store, merge
from munchkin_env.arena.tournament import continued, tournament

__all__ = ["LINEUPS", "ArenaError", "Definition", "Estimate", "Figures", "Spec", "Store", "continued", "define", "merge", "tournament"]
