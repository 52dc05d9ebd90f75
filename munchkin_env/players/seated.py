"""Decisions of a seat in the compiled loop: by a scripted bot or a network."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.state.records import Game
from munchkin_env.players.bots.bot import choose
from munchkin_env.players.bots.style import Bot, BotKind
from munchkin_env.players.network.net import Floats, Nets
from munchkin_env.players.network.playing import network_action
from munchkin_env.vocabulary.tables import Tables


@kernel
def next_action(t: Tables, g: Game, b: Bot, mask: Mask, nets: Nets, w: Floats) -> int:
    """The action of the player in the seat; always a legal one."""
    if b.kind == BotKind.NETWORK:
        return network_action(t, g, b, mask, nets.net[b.net], w)
    return choose(t, g, b, mask)


@kernel
def next_action_at(tables: Records, games: Records, i: int, bots: Records, b: int, mask: Mask, nets: Records, w: Floats) -> int:
    """The choice of bot b in game i, for Python."""
    return next_action(tables[0], games[i], bots[b], mask, nets[0], w)
