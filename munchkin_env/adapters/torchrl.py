"""TorchRL: a batch of games as an `EnvBase`, one learner per game, with masks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.config import LearnerOptions
from munchkin_env.envs.learners import learners
from munchkin_env.game.options import check_names
from munchkin_env.observe import N_IDS, N_NUMBERS, SIZE
from munchkin_env.vocabulary.tables import MAX_TYPES

try:
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase
except ImportError as error:
    raise ImportError("munchkin_env.adapters.torchrl needs TorchRL: pip install torchrl") from error


class MunchkinTorchEnv(EnvBase):  # type: ignore[misc]  # TorchRL may not be installed where types are checked
    """`num_envs` games with batch_size [num_envs], in each of which one seat is yours; a step runs to your next decisions.

    Entries: "observation" (or "ids" and "numbers" in the compact form), "action_mask" (bool, for MaskedCategorical), "seat", "action",
    "reward", "done", "terminated", "truncated". A game that is over waits for its reset, as TorchRL's collectors and rollouts do it.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int | None = None,
        sets: Sequence[str | Path] | None = None,
        *,
        copy: bool = True,
        **options: Unpack[LearnerOptions],
    ) -> None:
        """Make the environment.

        Args:
            num_envs: How many games.
            num_players: How many play in each game, you included, 2 to 6; 4 unless a task says otherwise.
            sets: Names of card sets, or paths of card files, shuffled together; ("deluxe",) unless a task says otherwise.
            copy: Whether every step has tensors of its own, as collectors and rollouts need. False: they are the arrays of the batch
                itself, for a loop that has used them before the next step.
            seat: Your seat: a number, or "random" (the default) for a new seat in every game.
            opponents: A bot, a list of bots from your left on, or weights; as for MunchkinVector. The default is "greedy".
            observation: "vector" (the default) or "compact" (docs/observation.md).
            options: What else MunchkinVector takes, and the house rules (docs/options.md).

        Raises:
            OptionError: A name is unknown, or a house rule cannot have that value.
            ValueError: Another option cannot have that value.
        """
        check_names(options, MunchkinTorchEnv.__init__, decided=["self"])  # the class itself takes anything
        self.games = learners(num_envs, num_players, sets, autoreset=False, **options)
        super().__init__(device=torch.device("cpu"), batch_size=torch.Size([num_envs]))
        self._copies = copy
        self._next_seed: int | None = None
        self._actions = np.zeros(num_envs, np.int64)
        self._make_specs(num_envs, self.games.num_players)

    def _make_specs(self, n: int, players: int) -> None:
        if self.games.observations.size:
            seen = {"observation": Unbounded((n, SIZE), dtype=torch.float32)}
        else:
            seen = {
                "ids": Bounded(0, MAX_TYPES, (n, N_IDS), dtype=torch.int16),
                "numbers": Unbounded((n, N_NUMBERS), dtype=torch.float32),
            }
        mask = Binary(N_ACTIONS, (n, N_ACTIONS), dtype=torch.bool)
        self.observation_spec = Composite(**seen, action_mask=mask, seat=Bounded(0, players - 1, (n,), dtype=torch.int64), shape=(n,))
        self.action_spec = Categorical(N_ACTIONS, (n,), dtype=torch.int64)
        self.reward_spec = Unbounded((n, 1), dtype=torch.float32)
        flag = Categorical(2, (n, 1), dtype=torch.bool)
        self.done_spec = Composite(done=flag, terminated=flag.clone(), truncated=flag.clone(), shape=(n,))

    # ------------------------------------------------------------------------------------------------------- playing

    def _reset(self, tensordict: "TensorDictBase | None" = None, **_: Any) -> TensorDictBase:
        """Begin new games, where "_reset" says so, or everywhere."""
        which = None if tensordict is None else tensordict.get("_reset", None)
        mask = None if which is None else which.reshape(self.games.num_games).numpy()
        self.games.reset(self._next_seed, mask)
        self._next_seed = None
        return TensorDict({**self._seen(), **self._ends()}, batch_size=self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        """Do one action per game; games that are over stay as they are."""
        games = self.games
        self._actions[:] = tensordict.get("action").numpy()
        self._actions[games.seats < 0] = -1
        games.step(self._actions)
        reward = self._tensor(games.rewards).unsqueeze(-1)
        return TensorDict({**self._seen(), **self._ends(), "reward": reward}, batch_size=self.batch_size)

    def _set_seed(self, seed: int | None) -> None:
        """The next reset begins the series of games of this seed."""
        self._next_seed = seed

    def rand_action(self, tensordict: "TensorDictBase | None" = None) -> TensorDictBase:
        """A random legal action in every game; 0 where the game is over."""
        masks = torch.from_numpy(self.games.masks)
        chances = masks.float()
        chances[~masks.any(-1), 0] = 1.0
        made = tensordict if tensordict is not None else TensorDict({}, batch_size=self.batch_size)
        return made.set("action", torch.multinomial(chances, 1).squeeze(-1))

    def _seen(self) -> dict[str, torch.Tensor]:
        games = self.games
        names = ("observation",) if games.observations.size else ("ids", "numbers")
        arrays = (games.observations,) if games.observations.size else (games.ids, games.numbers)
        seen = {name: self._tensor(array) for name, array in zip(names, arrays, strict=True)}
        return {**seen, "action_mask": self._tensor(games.masks), "seat": torch.from_numpy(games.learners())}

    def _ends(self) -> dict[str, torch.Tensor]:
        terminated, truncated = self._tensor(self.games.terminated), self._tensor(self.games.truncated)
        ends = {"done": terminated | truncated, "terminated": terminated, "truncated": truncated}
        return {name: flag.unsqueeze(-1) for name, flag in ends.items()}

    def _tensor(self, array: Any) -> torch.Tensor:
        """The array as a tensor: of the same memory, or a copy."""
        return torch.from_numpy(array.copy() if self._copies else array)

    def close(self, *, raise_if_closed: bool = True) -> None:
        """End the threads of the batch."""
        self.games.close()
        super().close(raise_if_closed=raise_if_closed)
