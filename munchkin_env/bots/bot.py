"""A scripted player that sits inside the compiled loop: what he remembers, and how he chooses."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from munchkin_env.bots.greedy import greedy
from munchkin_env.cards.vocabulary import Tables
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.playouts import Records, random_legal, weighted_legal
from munchkin_env.engine.record import Record, i8, i64
from munchkin_env.engine.state import Game
from munchkin_env.engine.types import Mask


class BotKind(IntEnum):
    """Who plays a seat."""

    YOU = 0  # no bot: whoever calls
    RANDOM = 1  # every legal action is as likely as the other
    WEIGHTED = 2  # moves on more often than he trades or undresses (playouts.WEIGHTS)
    GREEDY = 3  # what brings himself furthest, as far as he can see (greedy.py)


class Bot(Record):
    """One scripted player. His randomness is his own: the game's streams are not touched."""

    kind: int = i8()  # BotKind
    random: npt.NDArray[np.int64] = i64(1)  # from 1 to 2**32 - 1


@kernel
def choose(t: Tables, g: Game, bot: Bot, mask: Mask) -> int:
    """The action of the bot, who decides now; only legal ones. He reads no more than his seat may know."""
    match bot.kind:
        case BotKind.GREEDY:
            return greedy(t, g, mask)
        case BotKind.WEIGHTED:
            return int(weighted_legal(mask, bot.random))
    return int(random_legal(mask, bot.random))


@kernel
def choose_at(tables: Records, games: Records, i: int, bots: Records, b: int, mask: Mask) -> int:
    """The choice of bot b in game i, for Python."""
    return choose(tables[0], games[i], bots[b], mask)
