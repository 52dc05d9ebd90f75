"""A bot beside a game that tests set up."""

from munchkin_env.bots import BotSpec, new_bots
from munchkin_env.bots.bot import Bot, choose_at
from munchkin_env.engine.record import open_records, view
from munchkin_env.game import Game
from munchkin_env.scenario import Table


class Player:
    """Chooses for whoever decides."""

    def __init__(self, bot: BotSpec = "greedy", seed: int = 1) -> None:
        self._array = new_bots([bot])
        view(Bot, self._array).random[0] = seed
        self._bots = open_records(self._array)

    def choice(self, game: Game) -> int:
        return int(choose_at(game._tables, game._games, 0, self._bots, 0, game.mask()))


def choice(at: Table, bot: BotSpec = "greedy") -> str:
    """What the bot would do there, in words."""
    return at.game.text(Player(bot).choice(at.game))
