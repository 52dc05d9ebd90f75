"""The game as a PettingZoo AEC environment: `raw_env`, which refuses illegal actions, and `env`, which ends the game.

Agents stay until the game is over: a dead munchkin comes back in a turn or two and decides again.
Rewards are zero except at the end, unless there is shaping (rewards.py): that is paid to an agent when they decide again, and at the
end.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import short
from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PILE, Pile
from munchkin_env.engine.state.stack import top
from munchkin_env.game.game import Game
from munchkin_env.game.options import check_names, is_text, wishes
from munchkin_env.game.render import RENDER_MODES, check_render_mode, render, show
from munchkin_env.observe import SIZE, bounds, observe_at
from munchkin_env.tasks.using import applied
from munchkin_env.vocabulary.tables import MAX_TYPES, Tables

from .rewards import ILLEGAL_REWARD, REWARDED, RewardOptions, check_reward, potential, reward
from .spaces import ObservationName, check_form, mask_space

AgentObservation = dict[str, Any]
Last = tuple[Any, float, bool, bool, dict[str, Any]]
"""What `last()` gives. The observation is an Observation, or None for last(observe=False)."""
_Floats = npt.NDArray[np.float32]

OVER = -1
_ILLEGAL = -2
SEEDS = 1 << 62
_SINCE_RESET = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


# --------------------------------------------------------------------------------------------------------- kernels


@kernel
def act_at(tables: Records, games: Records, i: int, action: int, mask: Mask) -> int:
    """The player who decides acts. Returns who decides next, OVER, or ILLEGAL (then nothing has changed)."""
    if action < 0 or action >= N_ACTIONS or not mask[action]:
        return _ILLEGAL
    g = games[i]
    step(tables[0], g, action, mask)
    return OVER if g.over else int(top(g).player)


@kernel
def pay_at(tables: Records, games: Records, i: int, player: int, kind: int, shaping: float, gamma: float, before: Any, paid: Any) -> None:
    """What the player is paid at this decision, or at the end, into paid[player]; before[player] keeps their potential."""
    t, g = tables[0], games[i]
    now = potential(t, g, player)
    paid[player] = reward(t, g, kind, player) + shaping * (gamma * now - before[player])
    before[player] = now


@kernel
def write_pile(t: Tables, pile: Pile, out: _Floats, start: int) -> None:
    """Card types + 1, top card first; 0 where there is no card."""
    for k in range(MAX_PILE):
        out[start + k] = t.type_of[pile.cards[pile.n - 1 - k]] + 1 if k < pile.n else 0


@kernel
def piles_at(tables: Records, games: Records, i: int, out: _Floats) -> None:
    """Doors, Treasures, and the discards of both."""
    t, g = tables[0], games[i]
    write_pile(t, g.doors, out, 0)
    write_pile(t, g.treasures, out, MAX_PILE)
    write_pile(t, g.door_discards, out, 2 * MAX_PILE)
    write_pile(t, g.treasure_discards, out, 3 * MAX_PILE)


_ready: list[bool] = []


def _warm_up(game: Game) -> None:
    """Call the kernels above once, so that they compile with a progress line, one process at a time."""
    if _ready:
        return
    with compiling("environment", "a few seconds"):
        tables, games = game._tables, game.clone()._games
        before, paid = np.zeros(game.num_players), np.zeros(game.num_players)
        pay_at(tables, games, 0, 0, 0, 0.0, 1.0, before, paid)
        piles_at(tables, games, 0, np.zeros(4 * MAX_PILE, np.float32))
        act_at(tables, games, 0, _ILLEGAL, game.mask())
    _ready.append(True)


def _state_space(n_players: int) -> spaces.Box:
    piles = np.zeros(4 * MAX_PILE, np.float32)
    low, high = (np.concatenate([*[bound] * n_players, piles + most]) for bound, most in zip(bounds(), (0, MAX_TYPES), strict=True))
    return spaces.Box(low, high, dtype=np.float32)


# ----------------------------------------------------------------------------------------------------- environments


class TableOptions(RewardOptions, total=False):
    """Keyword arguments of `env` and `raw_env`."""

    num_players: int | None
    sets: Sequence[str | Path] | None
    render_mode: str | None
    observation: ObservationName


class raw_env(AECEnv[str, AgentObservation, int | None]):  # type: ignore[misc]  # noqa: N801 - PettingZoo has no types, and wants this name
    """The environment itself. An illegal action raises IllegalAction, which lists the legal ones, and changes nothing."""

    metadata = {  # noqa: RUF012 - so declared by the base class
        "name": "munchkin_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,  # turn_based_aec_to_parallel fits: one agent acts at a time
        "render_fps": 2,
    }
    possible_agents: list[str]
    """player_0, player_1 … in seat order."""

    def __init__(
        self,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        render_mode: str | None = None,
        observation: ObservationName = "vector",
        **options: Unpack[RewardOptions],
    ) -> None:
        """Make the environment.

        Args:
            num_players: How many play, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            render_mode: "ansi", "human" or None.
            observation: "vector" or "compact" (docs/observation.md).
            task: The name of a task, which decides the game and suggests rewards (docs/tasks.md).
            reward: "win" (the default) or "rank".
            shaping: How much the change of the potential counts (docs/environments.md); 0 by default.
            gamma: The discount of the shaping; 1 by default.
            options: House rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            TaskError: There is no such task, or an argument contradicts it.
            ValueError: Another option cannot have that value.
        """
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        check_names(options, raw_env)
        players, cards, told = applied(num_players, sets, options, REWARDED)
        self._pays = check_reward(**{name: told.pop(name) for name in REWARDED if name in told})
        self._live = Game(players, cards, 0, **told)
        _warm_up(self._live)
        self._n = self._live.num_players
        self.possible_agents = [f"player_{p}" for p in range(self._n)]
        self._seat = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._random = np.random.default_rng()
        self._ready = False
        form = check_form(observation)
        self._see = form.see
        self.observation_spaces = {
            agent: spaces.Dict({"observation": form.space(), "action_mask": mask_space()}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(N_ACTIONS) for agent in self.possible_agents}
        self.state_space = _state_space(self._n)
        self._attach(self._live)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if not is_text(agent) or agent not in self._seat:
            raise ValueError(f"there is no agent {short(agent)}; the agents are {', '.join(self.possible_agents)}")
        return agent

    # ------------------------------------------------------------------------------------------------------- playing

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game.

        Args:
            seed: reset(seed=s) begins Game(…, seed=s); without a seed, games are drawn from the last seed given.
            options: {"game": game} begins with a copy of that position instead. Other options are ignored.

        Raises:
            ValueError: The seed or the position is not allowed.
        """
        position = wishes(options).get("game")
        if position is not None:
            position = self._checked_position(position)
        game = self._live.again(int(self._random.integers(SEEDS)) if seed is None else seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._attach(game if position is None else position)
        self._begin()

    def _checked_position(self, game: Any) -> Game:
        if not isinstance(game, Game):
            raise ValueError(f'options={{"game": {game!r}}}: must be a Game')
        if game.over or game.num_players != self._n or game.cards.hash != self._live.cards.hash:
            wanted = f"with {self._n} players and the sets {', '.join(self._live.sets)}"
            raise ValueError(f"cannot begin with {game!r}: it must not be over, {wanted}")
        return game.clone()

    def _attach(self, game: Game) -> None:
        """Play this game from now on."""
        self._live = game
        self._tables, self._games, self._mask = game._tables, game._games, game._mask
        self._public_mask = self._mask.view(np.int8)

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": np.zeros(N_ACTIONS, np.int8)} for agent in self.agents}
        self._skip_agent_selection = None
        self._before, self._paid = np.zeros(self._n), np.zeros(self._n)
        for p in range(self._n):
            self._pay(p)  # the potentials that the game begins with
        self._paid[:] = 0.0
        self._has_paid = self._ended = False
        self._ready = True
        self.agent_selection = self.possible_agents[self._live.seat]
        self.infos[self.agent_selection] = {"action_mask": self._public_mask.copy()}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """The selected agent acts, and the game goes on to the next decision.

        Args:
            action: The number of an action; None for agents of a game that is over.

        Raises:
            IllegalAction: The action is not legal; nothing has changed. The error lists what is legal.
            ResetNeeded: There is no game, or all agents are gone.
        """
        if not self._ready:
            raise ResetNeeded("call reset() before step()")
        if not self.agents:
            raise ResetNeeded("the game is over: call reset() to play another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
        elif not self.does(agent, action):
            self._live.refuse(action)

    def does(self, agent: str, action: Any) -> bool:
        """The selected agent acts. Returns False if the action is not legal; then nothing has changed."""
        if type(action) is not int:
            action = self.as_id(action)
        elif not 0 <= action < N_ACTIONS:  # a number too large for the kernel
            return False
        seat = act_at(self._tables, self._games, 0, action, self._mask)
        if seat == _ILLEGAL:
            return False
        self._cumulative_rewards[agent] = 0.0
        if self._has_paid:
            self._clear_rewards()
            self._has_paid = False
        if seat == OVER:
            self.infos[agent] = {"action_mask": np.zeros(N_ACTIONS, np.int8)}
            self._finish()
        else:
            decides = self.agent_selection = self.possible_agents[seat]
            if decides != agent:
                self.infos[agent] = {"action_mask": np.zeros(N_ACTIONS, np.int8)}
            self.infos[decides] = {"action_mask": self._public_mask.copy()}
            if self._pays.shaping:
                self._pay(seat)
                self._grant([seat])
        if self.render_mode == "human":
            self.render()
        return True

    def as_id(self, action: Any) -> int:
        """The action as a plain int; ILLEGAL if it is outside the action space."""
        if type(action) is np.int64:
            return int(action)
        return int(action) if self.action_spaces[self.agent_selection].contains(action) else _ILLEGAL

    def _finish(self) -> None:
        """All agents end together; then each takes a step with None, as PettingZoo requires."""
        truncated = self._live.truncated
        for p in range(self._n):
            self._pay(p)
        self._grant(range(self._n))
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._ended = True
        self._deads_step_first()

    def break_off(self, agent: str, penalty: float) -> None:
        """End the game without a result: the agent gets the penalty, the others nothing."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = penalty
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"action_mask": np.zeros(N_ACTIONS, np.int8)}
        self._ended = True
        self._deads_step_first()

    def _pay(self, p: int) -> None:
        pays = self._pays
        pay_at(self._tables, self._games, 0, p, pays.kind.value, pays.shaping, pays.gamma, self._before, self._paid)

    def _grant(self, seats: Sequence[int]) -> None:
        for p in seats:
            agent, paid = self.possible_agents[p], float(self._paid[p])
            self.rewards[agent] = paid
            self._cumulative_rewards[agent] += paid
        self._has_paid = True

    # ------------------------------------------------------------------------------------------------------- looking

    def observe(self, agent: str) -> AgentObservation:
        """What the agent sees now, in new arrays. The mask is zero unless the agent decides.

        Args:
            agent: One of `possible_agents`.
        """
        self._must_be_ready("observe()")
        seen = self._see(self._tables, self._games, self._seat[self._known(agent)])
        mine = agent == self.agent_selection and not self._ended
        return {"observation": seen, "action_mask": self._public_mask.copy() if mine else np.zeros(N_ACTIONS, np.int8)}

    def last(self, observe: bool = True) -> Last:
        """What the selected agent sees, their reward since they last acted, whether the game is over or was truncated, and their info."""
        agent = self.agent_selection
        if not self.agents:
            raise ResetNeeded("the game is over: call reset() to play another one")
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def _must_be_ready(self, call: str) -> None:
        if not self._ready:
            raise ResetNeeded(f"call reset() before {call}")

    @property
    def game(self) -> Game:
        """A copy of the current game, for search and for texts. Playing it changes nothing here."""
        self._must_be_ready("game")
        return self._live.clone()

    def state(self) -> _Floats:
        """The full state, for centralized critics: all observations in seat order, then the piles.

        Doors, Treasures, Door discards, Treasure discards: MAX_PILE numbers each, top card first, card type + 1, 0 for no card.
        Future die rolls are not part of it.
        """
        self._must_be_ready("state()")
        out = np.zeros(self.state_space.shape, np.float32)
        for p in range(self._n):
            observe_at(self._tables, self._games, 0, p, out[p * SIZE : (p + 1) * SIZE])
        piles_at(self._tables, self._games, 0, out[self._n * SIZE :])
        return out

    def render(self) -> str | None:
        """The table as everybody sees it: "ansi" returns it, "human" prints it."""
        self._must_be_ready("render()")
        if self.render_mode is None:
            raise ValueError(f"made without a render_mode; set it to {' or '.join(map(repr, RENDER_MODES))}")
        if self.render_mode == "ansi":
            return render(self._live)
        show(self._live)
        return None

    def close(self) -> None:
        """Does nothing: nothing is held open."""

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles hold the game, not the views of its memory."""
        return {name: value for name, value in vars(self).items() if name not in ("_tables", "_games", "_mask", "_public_mask")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._attach(self._live)

    def __getattr__(self, name: str) -> Any:
        if name in _SINCE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class CheckedEnv(OrderEnforcingWrapper[str, AgentObservation, int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """PettingZoo's three standard wrappers in one, at a fraction of their cost.

    An illegal action ends the game: -1 for that agent, 0 for the others (TerminateIllegalWrapper). An action outside the action space
    raises AssertionError (AssertOutOfBoundsWrapper), as does a call before reset (OrderEnforcingWrapper).
    """

    env: raw_env
    """The environment inside."""

    def __init__(self, env: raw_env) -> None:
        super().__init__(env)
        self.metadata = env.metadata
        self.possible_agents = env.possible_agents

    def step(self, action: int | None) -> None:
        env = self.env
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(action)
            return
        if not env.does(agent, action):
            if not env.action_space(agent).contains(action):
                raise AssertionError(f"action is not in action space: {action!r}; must be a number from 0 to {N_ACTIONS - 1}")
            EnvLogger.warn_on_illegal_move()
            env.break_off(agent, ILLEGAL_REWARD)

    def last(self, observe: bool = True) -> Last:
        return self.env.last(observe)

    def __str__(self) -> str:
        return str(self.env)

    # PettingZoo's wrappers look these up in __getattr__, which is slow.

    @property
    def agent_selection(self) -> str:
        """The agent that decides."""
        return self.env.agent_selection

    @property
    def agents(self) -> list[str]:
        """The agents that are still in the game."""
        return self.env.agents

    @property
    def rewards(self) -> dict[str, float]:
        """What the last step paid each agent."""
        return self.env.rewards

    @property
    def terminations(self) -> dict[str, bool]:
        """Whether the game is over, for each agent."""
        return self.env.terminations

    @property
    def truncations(self) -> dict[str, bool]:
        """Whether the game stopped at max_rounds, for each agent."""
        return self.env.truncations

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The action mask of each agent."""
        return self.env.infos


def env(**settings: Unpack[TableOptions]) -> CheckedEnv:
    """Make the environment for training: `raw_env` in wrappers.

    Args:
        settings: The keyword arguments of raw_env.
    """
    return CheckedEnv(raw_env(**settings))
