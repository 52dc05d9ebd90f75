"""A VecEnv that shows one number more than the observation: what a teacher would do. Only the loss may read it (experiments/network.py)."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.sb3 import MunchkinVecEnv
from munchkin_env.envs.teaching import Teacher
from munchkin_env.observe import SIZE, bounds
from munchkin_env.players.bots import BotSpec


class AdvisedVecEnv(MunchkinVecEnv):
    def __init__(self, *arguments: Any, teacher: BotSpec, **named: Any) -> None:
        super().__init__(*arguments, **named)
        low, high = bounds()
        self.observation_space = spaces.Box(np.append(low, np.float32(0)), np.append(high, np.float32(N_ACTIONS)), dtype=np.float32)
        self._teacher = Teacher(self.games, teacher)

    def shown(self) -> npt.NDArray[np.float32]:
        seen = np.empty((self.num_envs, SIZE + 1), np.float32)
        seen[:, :SIZE], seen[:, SIZE] = self.games.observations, self._teacher.choose()
        return seen

    def _shown_last(self, i: int) -> npt.NDArray[np.float32]:
        return np.append(super()._shown_last(i), np.float32(0))
