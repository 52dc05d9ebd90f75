"""How a scripted player chooses."""

from munchkin_env.bots.deciding import decide
from munchkin_env.bots.style import Bot, BotKind
from munchkin_env.cards.vocabulary import Tables
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.playouts import Records, random_legal, weighted_legal
from munchkin_env.engine.state import Game
from munchkin_env.engine.types import Mask

__all__ = ["Bot", "BotKind", "choose", "choose_at"]


@kernel
def choose(t: Tables, g: Game, bot: Bot, mask: Mask) -> int:
    """The action of the bot, who decides now; only legal ones. He reads no more than his seat may know."""
    match bot.kind:
        case BotKind.STYLE:
            return decide(t, g, bot, mask)
        case BotKind.WEIGHTED:
            return int(weighted_legal(mask, bot.random))
    return int(random_legal(mask, bot.random))


@kernel
def choose_at(tables: Records, games: Records, i: int, bots: Records, b: int, mask: Mask) -> int:
    """The choice of bot b in game i, for Python."""
    return choose(tables[0], games[i], bots[b], mask)
