"""What every batch of games has, wherever it is played."""

from typing import Any

import numpy as np
import numpy.typing as npt

from .config import BatchConfig


class ManyGames:
    """The arrays of a batch of N games, which stay where they are, and what it was made from. For MunchkinVector and ShardedVector."""

    observations: npt.NDArray[np.float32]
    """[N, SIZE]: what the player who decides sees, if the observation is the vector."""
    ids: npt.NDArray[np.int16]
    """[N, N_IDS]: the card ids of the compact form."""
    numbers: npt.NDArray[np.float32]
    """[N, N_NUMBERS]: the numbers of the compact form."""
    masks: npt.NDArray[np.bool_]
    """[N, N_ACTIONS]: the legal actions."""
    seats: npt.NDArray[np.int8]
    """[N]: who decides; -1 if the game is over."""
    rewards: npt.NDArray[np.float32]
    """[N] with one learner. [N, seats] otherwise: a seat is paid when it decides again (seats[i] is it) and when the game ends, else 0."""
    terminated: npt.NDArray[np.bool_]
    """[N]: the game ended in this step."""
    truncated: npt.NDArray[np.bool_]
    """[N]: the game stopped at max_rounds in this step."""
    final_observations: npt.NDArray[np.float32]
    """[N, SIZE] of the learner, or [N, seats, SIZE]: the end of the last game, as they saw it."""
    final_ids: npt.NDArray[np.int16]
    """[N, N_IDS], or [N, seats, N_IDS]: the same in the compact form."""
    final_numbers: npt.NDArray[np.float32]
    """The same in the compact form."""
    episodes: npt.NDArray[Any]
    """[N] records of the last game that ended (matches.Episode): learner, winners (bits), rounds, decisions, steps, levels, returns …"""

    config: BatchConfig
    """Everything that the batch was made from."""
    roster: tuple[str, ...]
    """The names of who plays; `episodes["bots"]` are places in it. The first is "you"."""
    one_learner: bool
    """Whether one seat per game is yours."""

    @property
    def num_games(self) -> int:
        """How many games."""
        return self.config.num_games

    @property
    def num_players(self) -> int:
        """How many play in each game."""
        return self.config.num_players
