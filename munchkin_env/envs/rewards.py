"""What a game pays a player: one number at its end and, with shaping, part of it on the way.

    reward at a decision = terminal + shaping * (gamma * potential now - potential at the last payment)

The potential is 0 at the start and at the end, so with gamma=1 the shaping adds up to nothing: over a game a player collects the
terminal reward. (With gamma below 1 the same holds for discounted sums, so the optimal policy does not change: Ng, Harada and
Russell 1999.)
"""

import math
import numbers
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.state.records import Game
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.tasks.presets import Task
from munchkin_env.vocabulary.tables import Tables

RewardName = Literal["win", "rank"]
REWARDED = ("reward", "shaping", "gamma")
"""The arguments of environments that concern rewards."""


class RewardKind(IntEnum):
    """What the end of a game pays. Both kinds sum to zero over the players."""

    WIN = 0  # winners share +1, the others share -1; nothing if all win or the game is truncated
    RANK = 1  # from +1 for the first to -1 for the last in equal steps; ties share. Winners, then Levels; also if truncated


class RewardOptions(HouseRules, total=False):
    """Keyword arguments of every environment: the task, what a game pays, and the house rules."""

    task: str | Task
    reward: RewardName
    shaping: float
    gamma: float


@dataclass(frozen=True)
class Rewards:
    """The options that concern rewards, checked."""

    kind: RewardKind = RewardKind.WIN
    """What the end of a game pays."""
    shaping: float = 0.0
    """How much the change of the potential counts."""
    gamma: float = 1.0
    """The discount of the shaping."""


ILLEGAL_REWARD = -1.0
"""The reward of an illegal action that ends the game."""

REWARDS: dict[str, RewardKind] = {"win": RewardKind.WIN, "rank": RewardKind.RANK}
"""By the words for `reward=…`."""


def check_reward(reward: Any = "win", shaping: Any = 0.0, gamma: Any = 1.0) -> Rewards:
    """The options that concern rewards. Raises ValueError if one is not allowed."""
    if not isinstance(reward, str) or reward not in REWARDS:
        raise ValueError(f"reward={reward!r}: must be {' or '.join(map(repr, REWARDS))}")
    if not _is_number(shaping):
        raise ValueError(f"shaping={shaping!r}: must be a finite number; 0 is no shaping, 1 makes a Level worth a ninth of the victory")
    if not (_is_number(gamma) and 0 < gamma <= 1):
        raise ValueError(f"gamma={gamma!r}: must be a number above 0 and up to 1, the discount of the learner")
    return Rewards(REWARDS[reward], float(shaping), float(gamma))


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, numbers.Real) and math.isfinite(value)


@kernel
def reward(t: Tables, g: Game, kind: int, player: int) -> float:  # noqa: ARG001 - called like its neighbours
    """What the end of the game pays the player; 0 while it runs."""
    if g.over == 0:
        return 0.0
    if kind == RewardKind.RANK:
        return by_rank(g, player)
    winners, players = count_bits(int(g.winners)), int(g.n_players)
    if winners == 0 or winners == players:
        return 0.0
    if (int(g.winners) >> player) & 1:
        return 1.0 / winners
    return -1.0 / (players - winners)


@kernel
def by_rank(g: Game, player: int) -> float:
    """Players who tie get the mean of their ranks."""
    mine = standing_of(g, player)
    better, equal = 0, 0
    for p in range(g.n_players):
        if standing_of(g, p) > mine:
            better += 1
        elif standing_of(g, p) == mine:
            equal += 1
    return 1.0 - (2 * better + equal - 1) / (g.n_players - 1)


@kernel
def standing_of(g: Game, player: int) -> int:
    """Winners before all others, then by Level."""
    return 1000 * ((int(g.winners) >> player) & 1) + int(g.seat[player].level)


@kernel
def potential(t: Tables, g: Game, player: int) -> float:
    """How far the player has come: 0 at Level 1, 1 at the winning Level; 0 when the game is over."""
    if g.over:
        return 0.0
    return min(1.0, (g.seat[player].level - 1) / (win_level(t, g, player) - 1))


@kernel
def reward_at(tables: Records, games: Records, i: int, kind: int, player: int) -> float:
    """What the end of game i pays a player."""
    return reward(tables[0], games[i], kind, player)


@kernel
def potential_at(tables: Records, games: Records, i: int, player: int) -> float:
    """The potential of a player of game i."""
    return potential(tables[0], games[i], player)
