"""For Stable-Baselines3: a batch of games as its VecEnv, with the masks that sb3-contrib's MaskablePPO asks for."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.game import Game
from munchkin_env.game.options import check_names
from munchkin_env.game.render import show
from munchkin_env.game.saved import checked_seed

from .config import LearnerOptions
from .learners import Observation, ending, learners, seen, seen_last
from .spaces import check_form
from .vector import MunchkinVector

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError("munchkin_env.envs.sb3 needs Stable-Baselines3: pip install 'munchkin-env[sb3]'") from error

Indices = Any
"""None (all games), a number, or several."""


class MunchkinVecEnv(VecEnv):  # type: ignore[misc]  # Stable-Baselines3 may not be installed where types are checked
    """`num_envs` games, in each of which one seat is yours; a step runs to your next decisions.

        model = MaskablePPO("MlpPolicy", MunchkinVecEnv(64, opponents="greedy"))
        model.learn(1_000_000)

    An illegal action raises IllegalAction and changes nothing, so the learner must use the masks.

    infos of a game that ended: "terminal_observation", "TimeLimit.truncated", "episode" (return, length, seconds since the start, as
    Monitor writes them), "is_success" (which Stable-Baselines3 logs as success rate), "seat", "winners", "won", "levels", "rounds".
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        **options: Unpack[LearnerOptions],
    ) -> None:
        """Make the environment.

        Args:
            num_envs: How many games.
            num_players: How many play in each game, you included, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            seat: Your seat: a number, or "random" (the default) for a new seat in every game.
            opponents: A bot, a list of bots from your left on, or weights; as for MunchkinVector. The default is "greedy".
            observation: "vector" (the default) or "compact" (docs/observation.md).
            task: The name of a task, which decides the game and suggests opponents and rewards (docs/tasks.md).
            options: What else MunchkinVector takes: `reward`, `threads`, …, and the house rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_names(options, MunchkinVecEnv)
        self.games = self._make(num_envs, num_players, sets, **options)
        self._each = [OneGame(self.games, i) for i in range(num_envs)]
        self._actions: npt.ArrayLike | None = None
        self._next_seed: int | None = None
        self._began = time.perf_counter()
        super().__init__(num_envs, check_form(self.games.config.observation).space(), spaces.Discrete(N_ACTIONS))

    def _make(
        self, num_games: int, num_players: int | None, sets: Sequence[str | Path] | None, **options: Unpack[LearnerOptions]
    ) -> MunchkinVector:
        return learners(num_games, num_players, sets, **options)

    # ------------------------------------------------------------------------------------------------------- playing

    def reset(self) -> Observation:
        """Begin new games, with the seed given to `seed` if there is one. Returns what the learners see."""
        self.games.reset(self._next_seed)
        self._next_seed, self._actions = None, None
        self._others_play()
        return self.shown()

    def _others_play(self) -> None:
        """Play until the learners decide; bots have played already."""

    def shown(self) -> Observation:
        """What the learners see now, in new arrays."""
        return seen(self.games)

    def step_async(self, actions: npt.ArrayLike) -> None:
        """Keep the actions, one per game, for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Do the actions.

        Returns:
            What the learners see, the rewards, which games ended, and the infos (see the class).

        Raises:
            IllegalAction: An action is not legal; no game has changed.
        """
        actions, self._actions = self._actions, None
        if actions is None:
            raise RuntimeError("there are no actions to wait for: call step_async(actions) first")
        games = self.games
        games.step(actions)
        self._others_play()
        dones = games.terminated | games.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            infos[i] = self._ended(int(i))
        return self.shown(), games.rewards.copy(), dones, infos

    def _ended(self, i: int) -> dict[str, Any]:
        last, how = self.games.episodes[i], ending(self.games, i)
        seat = int(last["learner"])
        return {
            "terminal_observation": self._shown_last(i),
            "TimeLimit.truncated": bool(self.games.truncated[i]),
            "episode": {
                "r": float(last["returns"][seat]),
                "l": int(last["steps"]),
                "t": round(time.perf_counter() - self._began, 6),
            },
            "is_success": how["won"],
            "seat": seat,
            **how,
        }

    def _shown_last(self, i: int) -> Observation:
        return seen_last(self.games, i)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Begin other series of games at the next reset: game i of the batch plays the i-th series of the seed.

        Args:
            seed: Determines all games; None leaves the series as they are.
        """
        self._next_seed = None if seed is None else checked_seed(seed)
        return [self._next_seed] * self.num_envs

    def set_options(self, options: Any = None) -> None:
        """Raise ValueError: resets have no options."""
        if options:
            raise ValueError(f"set_options({options!r}): resets take no options; house rules are arguments of MunchkinVecEnv")

    def close(self) -> None:
        """End the threads of the batch."""
        self.games.close()

    # --------------------------------------------------------------------------------------------------- single games

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of single games, such as "game" or "seat"."""
        return [getattr(self._each[i], attr_name) for i in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Add an attribute to single games."""
        for i in self._get_indices(indices):
            setattr(self._each[i], attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of single games, such as "action_masks" or "render"."""
        return [getattr(self._each[i], method_name)(*method_args, **method_kwargs) for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """True for Monitor: infos["episode"] is there without it."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]


class OneGame:
    """A game of the batch, as get_attr and env_method reach it. set_attr can add attributes, but not change these."""

    render_mode = None
    spec = None

    def __init__(self, batch: MunchkinVector, i: int) -> None:
        self._batch, self._i = batch, i

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions. (sb3-contrib looks for this name.)"""
        mask: npt.NDArray[np.bool_] = self._batch.masks[self._i].copy()
        return mask

    @property
    def game(self) -> Game:
        """A copy of the game."""
        return self._batch.game(self._i)

    @property
    def seat(self) -> int:
        """Your seat."""
        return self._batch.learner(self._i)

    def render(self) -> None:
        """Print what you see."""
        show(self.game, self.seat)
