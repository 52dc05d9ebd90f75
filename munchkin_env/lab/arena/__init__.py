"""Tournaments: who is better, with confidence intervals.

Any mix of bots, styles, agents and policies plays. See docs/arena.md.
"""

from .definition import LINEUPS, Definition, define
from .entrants import ArenaError, Spec
from .figures import Estimate, Figures
from .store import Store, merge
from .tournament import continued, tournament

__all__ = ["LINEUPS", "ArenaError", "Definition", "Estimate", "Figures", "Spec", "Store", "continued", "define", "merge", "tournament"]
