"""The protocol: an agent against a frozen pool of references, in a file that others can check and compare."""

from .evaluating import evaluate_agent
from .leaderboard import leaderboard
from .pools import POOLS, Pool, find_pool
from .results import EvaluationResult, ProtocolError

__all__ = ["POOLS", "EvaluationResult", "Pool", "ProtocolError", "evaluate_agent", "find_pool", "leaderboard"]
