"""The choice of a scripted player."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.playouts import random_legal, weighted_legal
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables

from .answering import first_legal
from .deciding import decide
from .reasons import Reason, because
from .style import Bot, BotKind

__all__ = ["Bot", "BotKind", "choose", "choose_at", "styled"]


@kernel
def styled(t: Tables, g: Game, bot: Bot, mask: Mask) -> int:
    """The choice of the bot's style; the first legal action if that is not legal.

    Styles compute some actions without reading the mask, which a new house rule may narrow. No game must break by that; tests look for the
    reason FORBIDDEN.
    """
    action = decide(t, g, bot, mask)
    if action < 0 or not mask[action]:
        return because(bot, first_legal(mask), Reason.FORBIDDEN, 0, 0, 0)
    return action


@kernel
def choose(t: Tables, g: Game, bot: Bot, mask: Mask) -> int:
    """The legal action that the bot, whose turn it is to decide, chooses. It reads only what its seat may know."""
    match bot.kind:
        case BotKind.STYLE:
            return styled(t, g, bot, mask)
        case BotKind.WEIGHTED:
            return int(weighted_legal(mask, bot.random))
    return int(random_legal(mask, bot.random))


@kernel
def choose_at(tables: Records, games: Records, i: int, bots: Records, b: int, mask: Mask) -> int:
    """The choice of bot b in game i, called from Python."""
    return choose(tables[0], games[i], bots[b], mask)
