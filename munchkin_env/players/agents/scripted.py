"""A scripted player of the compiled loop as an agent."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.core.record import open_records, view
from munchkin_env.game.game import Game
from munchkin_env.game.options import whole
from munchkin_env.players.bots import BotSpec, check_bot, new_bots, sentence
from munchkin_env.players.bots.bot import Bot, choose_at
from munchkin_env.players.protocol import Info


class BotAgent:
    """Bots read the game's record, which no agent may have. They read only what their seat may know, so this one
    looks at an imagined world: hidden cards differ from the real ones, but the choice is the same."""

    imagines = True

    def __init__(self, bot: BotSpec = "greedy", seed: int = 0) -> None:
        if whole(seed) is None:
            raise ValueError(f"seed={short(seed)}: must be an integer")
        self.name = check_bot(bot).name
        array = new_bots([bot])
        self._record = view(Bot, array)
        self._bots = open_records(array)
        self._last: tuple[Game, int] | None = None
        self.begin(0, 0, seed)

    def begin(self, seat: int, num_players: int, seed: int) -> None:  # noqa: ARG002 - the protocol's signature
        """Reset its randomness."""
        self._record.random[0] = 1 + (seed * 1_000_003 + seat * 7919) % (2**32 - 2)

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:  # noqa: ARG002 - the protocol's
        """The bot's choice in an imagined world: it sees what the seat may know."""
        world = info["imagine"](0)
        action = int(choose_at(world._tables, world._games, 0, self._bots, 0, mask.copy()))
        self._last = world, action
        return action

    def explain(self) -> str:
        """The reason for its last choice."""
        return sentence(*self._last, self._record) if self._last else ""
