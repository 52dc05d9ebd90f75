"""A batch of games as a Gymnasium vector environment: what gymnasium.make_vec("munchkin_env:Munchkin-v0", num_envs=64) makes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.options import check_names, wishes
from munchkin_env.game.render import check_render_mode, render
from munchkin_env.game.saved import checked_seed

from .config import LearnerOptions
from .learners import Observation, ending, learners, seen, seen_last
from .spaces import check_form

_RENDER_MODES = ("ansi",)
MODES = {AutoresetMode.SAME_STEP: True, AutoresetMode.DISABLED: False}
"""And whether the batch starts ended games by itself."""
Infos = dict[str, Any]
_Floats = npt.NDArray[np.float64]
_Flags = npt.NDArray[np.bool_]


class MunchkinVectorEnv(VectorEnv[Observation, npt.ArrayLike, npt.NDArray[Any]]):
    """`num_envs` games, in each of which one seat is yours; a step runs to your next decisions.

    With autoreset_mode "SameStep" a game that ends is followed by the next one at once, and infos["final_obs"] and infos["final_info"]
    show the end. With "Disabled" it waits for reset(options={"reset_mask": …}) and takes only the action -1 meanwhile.

    infos: "action_mask" and "seat" for every game; for a game that ended "winners", "won", "levels" and "rounds".
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        **options: Unpack[LearnerOptions],
    ) -> None:
        """Make the environment.

        Args:
            num_envs: How many games.
            num_players: How many play in each game, you included, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            autoreset_mode: "SameStep" or "Disabled".
            render_mode: "ansi" or None.
            seat: Your seat: a number, or "random" (the default) for a new seat in every game.
            opponents: A bot, a list of bots from your left on, or weights; as for MunchkinVector. The default is "greedy".
            observation: "vector" (the default) or "compact" (docs/observation.md).
            task: The name of a task, which decides the game and suggests opponents and rewards (docs/tasks.md).
            options: What else MunchkinVector takes: `reward`, `threads`, …, and the house rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_names(options, MunchkinVectorEnv)
        mode = _checked_mode(autoreset_mode)
        self.games = learners(num_envs, num_players, sets, autoreset=MODES[mode], **options)
        self.num_envs = num_envs
        self.render_mode = check_render_mode(render_mode, _RENDER_MODES)
        self.metadata = {"autoreset_mode": mode, "render_modes": list(_RENDER_MODES)}
        self.single_observation_space = check_form(self.games.config.observation).space()
        self.single_action_space = spaces.Discrete(N_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)

    # ------------------------------------------------------------------------------------------------------- playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Infos]:
        """Begin new games.

        Args:
            seed: Begins series of games that it determines, one per game of the batch; None plays the next game of each series.
            options: {"reset_mask": mask} begins only these games. {"seat": p} gives you that seat in them. Other options are ignored.

        Returns:
            What you see in every game, and `infos`: "action_mask" and "seat".
        """
        if seed is not None:
            checked_seed(seed)
        said = wishes(options)
        super().reset(seed=seed)
        self.games.reset(seed, said.get("reset_mask"), said.get("seat"))
        return seen(self.games), self._infos()

    def step(self, actions: npt.ArrayLike) -> tuple[Observation, _Floats, _Flags, _Flags, Infos]:
        """Do one action in every game; each goes on to your next decision.

        Args:
            actions: One per game; -1 for a game that is over and waits for reset.

        Returns:
            What you see, the rewards, which games ended, which stopped at max_rounds, and `infos` (see the class).

        Raises:
            IllegalAction: An action is illegal; no game has changed.
        """
        games = self.games
        games.step(actions)
        infos: Infos = {}
        ended = np.flatnonzero(games.terminated | games.truncated)
        for i in ended.tolist():
            how = ending(games, i)
            if games.autoreset:
                last = {"action_mask": np.zeros(N_ACTIONS, np.int8), "seat": int(games.episodes[i]["learner"]), **how}
                how = {"final_obs": seen_last(games, i), "final_info": last}
            infos = self._add_info(infos, how, i)
        infos |= self._infos()
        return seen(games), games.rewards.astype(np.float64), games.terminated.copy(), games.truncated.copy(), infos

    def _infos(self) -> Infos:
        """Of every game: what is legal (as Discrete.sample takes it), and your seat."""
        games = self.games
        return {
            "action_mask": games.masks.astype(np.int8),
            "_action_mask": self._all.copy(),
            "seat": games.learners(),
            "_seat": self._all.copy(),
        }

    def action_masks(self) -> _Flags:
        """The legal actions: [num_envs, N_ACTIONS] of bool."""
        return self.games.masks.copy()

    # ------------------------------------------------------------------------------------------------------- looking

    def render(self) -> tuple[str, ...] | None:
        """The tables as their learners see them."""
        if self.render_mode is None:
            return None
        return tuple(render(self.games.game(i), self.games.learner(i)) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        if hasattr(self, "games"):  # Gymnasium before 1.3 also closes what could not be made
            self.games.close()


def _checked_mode(given: AutoresetMode | str) -> AutoresetMode:
    for mode in MODES:
        if given in (mode, mode.value):
            return mode
    raise ValueError(f"autoreset_mode={given!r}: must be {' or '.join(repr(mode.value) for mode in MODES)}")
