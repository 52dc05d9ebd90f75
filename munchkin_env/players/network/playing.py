"""Decisions of a network in the compiled loop, perhaps one that is given a bot's choice."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.local import floats, shorts
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.boundary.playouts import next_random
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top
from munchkin_env.observe.layout import N_IDS, SIZE
from munchkin_env.players.bots.answering import first_legal
from munchkin_env.players.bots.bot import styled
from munchkin_env.players.bots.style import UNIT_TEMPERATURE, Bot
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

from .evaluating import LOGITS, evaluate
from .looking import look
from .net import Floats, Net, NetKind

LN_2 = 0.6931471805599453
TERMS = 14
"""Terms of the series of exp, for numbers from -0.35 to 0.35: the remainder is below float64 precision."""
LEAST = -40.0
"""Actions less likely than the likeliest by this power of e are never drawn."""


@kernel
def network_action(t: Tables, g: Game, b: Bot, mask: Mask, net: Net, w: Floats) -> int:
    """It sees only what its seat may know, and is not evaluated if only one action is legal."""
    action = only_legal(mask)
    if action != NONE:
        return action
    if net.kind == NetKind.NONE:
        return first_legal(mask)
    logits = floats(N_ACTIONS)
    judge(t, g, b, mask, net, w, LOGITS, logits)
    return likeliest(mask, logits) if b.temperature == 0 else drawn(mask, logits, b)


@kernel
def judge(t: Tables, g: Game, b: Bot, mask: Mask, net: Net, w: Floats, wanted: int, logits: Floats) -> float:
    """Logits for the deciding seat, including its bot's, and the value of the position."""
    ids, numbers = shorts(N_IDS), floats(SIZE)
    look(t, g, int(top(g).player), net, ids, numbers)
    value = evaluate(net, w, ids, numbers, mask, wanted, logits)
    if wanted & LOGITS and net.prior != 0.0:
        logits[styled(t, g, b, mask)] += net.prior
    return value


@kernel
def only_legal(mask: Mask) -> int:
    """The only legal action; NONE: there are several."""
    found = NONE
    for action in range(N_ACTIONS):
        if mask[action]:
            if found != NONE:
                return NONE
            found = action
    return found


@kernel
def likeliest(mask: Mask, logits: Floats) -> int:
    """The first if several are equal."""
    best = first_legal(mask)
    for action in range(best + 1, N_ACTIONS):
        if mask[action] and logits[action] > logits[best]:
            best = action
    return best


@kernel
def drawn(mask: Mask, logits: Floats, b: Bot) -> int:
    """A random action, with the network's probabilities at the temperature of the bot."""
    best = likeliest(mask, logits)
    most = float(logits[best])
    scale = UNIT_TEMPERATURE / int(b.temperature)
    total = 0.0
    for action in range(N_ACTIONS):
        if mask[action]:
            total += power_of_e((float(logits[action]) - most) * scale)
    left = total * next_random(b.random) / 4294967296.0
    for action in range(N_ACTIONS):
        if mask[action]:
            left -= power_of_e((float(logits[action]) - most) * scale)
            if left < 0.0:
                return action
    return best


@kernel
def power_of_e(x: float) -> float:
    """math.exp(x) for x up to 0, from sums and products only: system libraries differ in the last bits."""
    if x < LEAST:
        return 0.0
    halvings = int(-x / LN_2 + 0.5)
    rest = x + halvings * LN_2
    total, term = 1.0, 1.0
    for k in range(1, TERMS):
        term *= rest / k
        total += term
    for _ in range(halvings):
        total *= 0.5
    return total


@kernel
def judge_at(
    tables: Records, games: Records, i: int, bots: Records, b: int, mask: Mask, nets: Records, w: Floats, wanted: int, logits: Floats
) -> float:
    """For Python: the value of game i according to network bot b."""
    return judge(tables[0], games[i], bots[b], mask, nets[0].net[bots[b].net], w, wanted, logits)
