"""A search: what becomes of each action, tried in imagined worlds inside compiled code."""

from munchkin_env.players.search.result import Candidate, Result
from munchkin_env.players.search.search import Search, is_search, parse_search

__all__ = ["Candidate", "Result", "Search", "is_search", "parse_search"]
