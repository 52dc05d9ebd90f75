"""A bot that plays a game set up by a test."""

from munchkin_env.core.record import open_records, view
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Table
from munchkin_env.players.bots import BotSpec, new_bots
from munchkin_env.players.bots.bot import Bot, choose_at
from munchkin_env.players.bots.reasons import Reason


class Player:
    """Chooses for the deciding player."""

    def __init__(self, bot: BotSpec = "greedy", seed: int = 1) -> None:
        self._array = new_bots([bot])
        view(Bot, self._array).random[0] = seed
        self._bots = open_records(self._array)

    def choice(self, game: Game) -> int:
        return int(choose_at(game._tables, game._games, 0, self._bots, 0, game.mask()))

    @property
    def reason(self) -> Reason:
        """Of the last choice."""
        return Reason(view(Bot, self._array).reason)


def choice(at: Table, bot: BotSpec = "greedy") -> str:
    """What the bot would do there, in words."""
    return at.game.text(Player(bot).choice(at.game))
