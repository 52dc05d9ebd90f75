"""What a network is made for: its sizes, and the numbers of the observation that it reads."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.envs.teaching import Teacher
from munchkin_env.envs.vector import MunchkinVector
from munchkin_env.observe import card_features
from munchkin_env.players.network.reading import plain_columns

SHAPES: dict[str, dict[str, Any]] = {
    "slots": {"kind": "slots", "card": 32, "hidden": 256, "pointer": 32},
    "flat": {"kind": "flat", "hidden": 256, "layers": 2},
}
"""The networks available by name; `network_shape` adds what depends on cards and players."""


def network_shape(name: str, players: int, sets: Sequence[str]) -> dict[str, Any]:
    """What a header says about a network."""
    shape = dict(SHAPES[name])
    if shape["kind"] == "slots":
        shape |= {"types": len(card_features(load(sets))), "opponents": players - 1}
    return shape


def columns_of(players: int, sets: tuple[str, ...], turns: int = 150, games: int = 256) -> npt.NDArray[np.int64]:
    """The plain numbers that vary in such games (unlike house rules, or the seats of more players)."""
    batch = MunchkinVector(games, players, sets, 20261118, seat="random", opponents={"greedy": 3, "weighted": 1})
    batch.reset()
    teacher = Teacher(batch, "greedy")
    low, high = batch.observations.copy(), batch.observations.copy()
    for _ in range(turns):
        batch.step(teacher.choose())
        np.minimum(low, batch.observations, out=low), np.maximum(high, batch.observations, out=high)
    kept = plain_columns()
    found: npt.NDArray[np.int64] = kept[(high.max(axis=0) > low.min(axis=0))[kept]]
    return found
