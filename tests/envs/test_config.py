"""The configuration of a batch: frozen, checked once, and enough to make the batch again."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.envs.config import BatchConfig, BatchOptions, LearnerOptions
from munchkin_env.envs.seating import SeatingError
from munchkin_env.envs.selfplay import SharedTables
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import OptionError
from munchkin_env.players.bots import Style

SHORT: HouseRules = {"win_level": 3, "max_rounds": 2, "trade_budget": 0}


def play(games: MunchkinVector, steps: int) -> bytes:
    games.reset()
    for turn in range(steps):
        games.step([np.flatnonzero(mask)[turn % mask.sum()] for mask in games.masks])
    return games.to_bytes()


def test_a_batch_is_made_from_its_configuration_alone() -> None:
    games = MunchkinVector(4, 3, seed=5, seat="random", opponents={"weighted": 2, "random": 1}, reward="rank", shaping=0.5, **SHORT)
    same = MunchkinVector.from_config(games.config)
    assert play(games, 20) == play(same, 20)
    other = MunchkinVector.from_config(replace(games.config, seed=6))
    assert play(games, 20) != play(other, 20)


def test_it_is_frozen_and_holds_what_was_checked() -> None:
    config = BatchConfig(4, opponents="greedy", seat=0, rules={"win_level": 5})
    with pytest.raises(FrozenInstanceError):
        config.num_games = 5  # type: ignore[misc]  # that is the point
    assert isinstance(config.opponents, Style) and config.opponents.name == "greedy"
    assert config.rules["win_level"] == 5 and config.rules["max_rounds"] == 200
    assert replace(config, num_games=4) == config


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"num_games": 0}, ValueError),
        ({"num_players": 7}, OptionError),
        ({"threads": 0}, ValueError),
        ({"seed": -1}, ValueError),
        ({"observation": "pixels"}, ValueError),
        ({"reward": "points"}, ValueError),
        ({"autoreset": 1}, ValueError),
        ({"seat": 9}, SeatingError),
        ({"opponents": "greedy"}, SeatingError),  # all seats are yours
        ({"rules": {"win_level": 99}}, OptionError),
        ({"rules": {"win_levle": 5}}, OptionError),
    ],
)
def test_it_refuses_what_no_batch_can_be_made_from(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=str(next(iter(given.get("rules", given))))):
        BatchConfig(**{"num_games": 2, **given})


def test_every_option_of_a_batch_is_in_the_configuration() -> None:
    known = {one.name for one in fields(BatchConfig)} | set(HouseRules.__annotations__) | {"task"}  # its arguments are in the configuration
    assert set(BatchOptions.__annotations__) <= known
    assert set(LearnerOptions.__annotations__) - known == {"buffers"}  # the caller's arrays, not a setting


def test_shared_tables_are_copied_with_their_networks() -> None:
    games = SharedTables(3, 3, seed=1, network_lots=2, bots={"random": 1}, **SHORT)
    games.reset()
    for twin in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert twin.to_bytes() == games.to_bytes() and twin.roster == games.roster
        assert (twin.waiting() == games.waiting()).all()
