"""What a bot would do in all games of a batch at once: the teacher that a network imitates."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import short
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import open_records
from munchkin_env.core.types import Records
from munchkin_env.game.saved import checked_bytes
from munchkin_env.players.bots.style import Bot
from munchkin_env.players.compiled import PlayerSpec, check_player, networks_of, new_players
from munchkin_env.players.network.net import Floats
from munchkin_env.players.seated import next_action
from munchkin_env.sound import UnsoundError, aligned, check_rows, limits_of

from .vector import MunchkinVector


@kernel
def choose_all(
    tables: Records, games: Records, bots: Records, nets: Records, w: Floats, masks: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]
) -> None:
    """In game i bot i chooses; actions gets the action, or -1 where the game is over."""
    for i in range(len(actions)):
        actions[i] = -1 if games[i].over else next_action(tables[0], games[i], bots[i], masks[i], nets[0], w)


class Teacher:
    """A bot that is asked what it would do in the deciding player's place.

        teacher = Teacher(games, "greedy")
        actions = teacher.choose()

    It sees what the seat may know, as the bots inside the batch do. Its randomness is its own: asking changes no game.
    """

    def __init__(self, games: MunchkinVector, bot: PlayerSpec, seed: int = 1) -> None:
        """Make a teacher.

        Args:
            games: The batch whose positions it is asked about.
            bot: A bot or a policy: its name, a Style, or the path of its file.
            seed: Determines its random choices.
        """
        if not isinstance(games, MunchkinVector):
            raise TypeError(f"{short(games)} is not a MunchkinVector")
        self._games, self._actions = games, np.full(games.num_games, -1, np.int64)
        players = [check_player(bot, games.sets)] * games.num_games
        self._networks = networks_of(players[:1])
        self._rows = new_players(players, seed, beside=players[:1])
        self._bots = open_records(self._rows)

    def choose(self) -> npt.NDArray[np.int64]:
        """An action for every game, -1 where it is over. The next call overwrites the array."""
        tables, games = self._games.records
        with compiling("teacher", "a moment"):
            choose_all(tables, games, self._bots, *self._networks, self._games.masks, self._actions)
        return self._actions

    def to_bytes(self) -> bytes:
        """The state of its randomness, for `restore`."""
        return self._rows.tobytes()

    def restore(self, data: bytes) -> None:
        """Continue with the randomness of a saved teacher.

        Args:
            data: What to_bytes returned, of a teacher for as many games.

        Raises:
            ValueError: The bytes are not those of such a teacher.
        """
        data = checked_bytes(data)
        rows = self._rows.view(np.uint8).reshape(-1)
        if len(data) != rows.size:
            raise ValueError(f"the saved teacher has {len(data)} bytes; this one has {rows.size}")
        saved = aligned(data, Bot)
        try:
            check_rows(Bot, saved, limits_of(self._games.cards, self._games.num_players))
        except UnsoundError as error:
            raise ValueError(f"bot {error.which} of the saved teacher is invalid: {error}") from error
        rows[:] = saved.reshape(-1)
