"""The game as a Gymnasium environment: one learner, bots in the other seats. `gymnasium.make("munchkin_env:Munchkin-v0")`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.drawing import Pixels, draw_position
from munchkin_env.game.game import Game
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import check_names, whole, wishes
from munchkin_env.game.render import RENDER_MODES, check_render_mode, render, show
from munchkin_env.game.saved import checked_seed

from .config import LearnerOptions
from .learners import Observation, ending, learners, seen
from .rewards import ILLEGAL_REWARD
from .spaces import check_form

ILLEGAL_ACTION = ("terminate", "raise")
_RENDER_MODES = (*RENDER_MODES, "rgb_array")


class MunchkinEnv(gymnasium.Env[Observation, int]):
    """One seat is yours; a step runs to your next decision, or to the end.

    `action_masks()` and info["action_mask"] say what is legal. An illegal action ends the episode with reward -1 (the checkers of
    Gymnasium and Stable-Baselines3 try some), or raises IllegalAction with illegal_action="raise".
    """

    metadata = {"render_modes": list(_RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - so declared by the base class

    def __init__(
        self,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        *,
        illegal_action: Literal["terminate", "raise"] = "terminate",
        render_mode: str | None = None,
        **options: Unpack[LearnerOptions],
    ) -> None:
        """Make the environment.

        Args:
            num_players: How many play, you included, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            illegal_action: "terminate" ends the episode with reward -1, "raise" raises IllegalAction and changes nothing.
            render_mode: "ansi", "human", "rgb_array" (pixels for videos; needs the extra `video`) or None.
            seat: Your seat: a number, or "random" (the default) for a new seat in every game.
            opponents: A bot, a list of bots from your left on, or weights; as for MunchkinVector. The default is "greedy".
            observation: "vector" (the default) or "compact" (docs/observation.md).
            task: The name of a task, which decides the game and suggests opponents and rewards (docs/tasks.md).
            options: What else MunchkinVector takes: `reward`, `shaping`, `gamma`, `seed`, and the house rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_illegal_action(illegal_action)
        check_names(options, MunchkinEnv)
        self.render_mode = check_render_mode(render_mode, _RENDER_MODES)
        self.illegal_action = illegal_action
        self._games = learners(1, num_players, sets, autoreset=False, **options)
        self.observation_space = check_form(self._games.config.observation).space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(N_ACTIONS)
        self._actions = np.zeros(1, np.int64)
        self._running = False

    # ------------------------------------------------------------------------------------------------------- playing

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: Begins a series of games that it determines; None plays the next game of the series.
            options: {"seat": p} gives you that seat in this game. Other options are ignored.

        Returns:
            What you see, and `info`: "action_mask" (int8, as Discrete.sample takes it) and "seat".
        """
        if seed is not None:
            checked_seed(seed)
        wanted = wishes(options).get("seat")
        super().reset(seed=seed)
        self._games.reset(seed, seat=wanted)
        self._running = True
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action; the game goes on to your next decision, or to its end.

        Args:
            action: The number of an action.

        Returns:
            What you see, the reward, whether the game is over, whether it stopped at max_rounds, and `info`: as `reset` returns it, and
            after the end "winners", "won", "levels" and "rounds".

        Raises:
            ResetNeeded: No game is running.
            IllegalAction: The number is outside the action space; or the action is illegal, with illegal_action="raise".
        """
        if not self._running:
            raise ResetNeeded("there is no game, or it is over: call reset() first")
        games = self._games
        self._actions[0] = number = _number(action)
        if not games.is_legal(0, number):
            return self._illegal(number)
        games.step(self._actions)
        over, truncated = bool(games.terminated[0]), bool(games.truncated[0])
        self._running = not (over or truncated)
        if self.render_mode == "human":
            self.render()
        return self._observed(), float(games.rewards[0]), over, truncated, self._info()

    def _illegal(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.illegal_action == "raise":
            self.game.apply(action)  # says what was wrong
        self._running = False
        return self._observed(), ILLEGAL_REWARD, True, False, {**self._info(), "illegal_action": action}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as a mask of bool. (sb3-contrib looks for this name.)"""
        mask: npt.NDArray[np.bool_] = self._games.masks[0].copy()
        return mask

    def _observed(self) -> Observation:
        return seen(self._games, 0)

    def _info(self) -> dict[str, Any]:
        """The mask (as Discrete.sample takes it) and the seat; after the end also how it went."""
        games = self._games
        info: dict[str, Any] = {"action_mask": games.masks[0].astype(np.int8), "seat": games.learner(0)}
        if games.terminated[0] or games.truncated[0]:
            info |= ending(games, 0)
        return info

    # ------------------------------------------------------------------------------------------------------- looking

    @property
    def game(self) -> Game:
        """A copy of the game, which may be played on without harm: for search, and for looking at it."""
        return self._games.game(0)

    def render(self) -> str | Pixels | None:
        """The table as the learner sees it: "ansi" returns it, "human" prints it, "rgb_array" returns [height, width, 3] of uint8."""
        if self.render_mode is None:
            return None
        seat = self._games.learner(0)
        if self.render_mode == "ansi":
            return render(self.game, seat)
        if self.render_mode == "rgb_array":
            return draw_position(self.game.view(seat))
        show(self.game, seat)
        return None

    def close(self) -> None:
        self._games.close()


def _number(action: Any) -> int:
    """The number of an action. Raises IllegalAction for anything else: that is a mistake of the program, not a move."""
    number = whole(action)
    if number is not None and 0 <= number < N_ACTIONS:
        return number
    raise IllegalAction(f"action {action!r} does not exist: actions are the numbers from 0 to {N_ACTIONS - 1}")


def check_illegal_action(value: Any) -> None:
    """Raises ValueError unless it says what becomes of an illegal action."""
    if value not in ILLEGAL_ACTION:
        raise ValueError(f"illegal_action={value!r}: must be {' or '.join(map(repr, ILLEGAL_ACTION))}")
