"""Questions about running away: modifiers, who need not roll, who gets away.

The decision itself is in rules/fight/run_away.py; effects/ops/rolling.py, changing.py and verbs/escaping.py set what is asked here.
"""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import NOBODY, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Cannot, Op, Trigger

from .standing import in_force, standing, standing_of_monster
from .steeds import run_of_cards

ESCAPES_ON = 5


@kernel
def run_modifier(t: Tables, g: Game, player: int, slot: int) -> int:
    """The player's own modifier plus the one for this monster only (RUN-02)."""
    own = run_of_cards(t, g, player) + timed_run(t, g, player) + standing(t, g, player, Op.DIE_MOD, 0)
    return own + standing_of_monster(t, g, player, slot, Trigger.ON_RUN_AWAY, Op.RUN_MOD, 0)


@kernel
def timed_run(t: Tables, g: Game, player: int) -> int:
    """Curses in force and cards played for a roll: a Steed does not replace them (STEED-05)."""
    total = 0
    for k in range(g.marker_n):
        if t.op[g.marker[k].op].op == Op.RUN_MOD and in_force(t, g, k, player):
            total += int(g.marker[k].amount)
    return total


@kernel
def cannot_escape(t: Tables, g: Game, player: int, slot: int) -> bool:
    no = standing_of_monster(t, g, player, slot, Trigger.ON_RUN_AWAY, Op.CANNOT, Cannot.ESCAPE.value)
    return no + standing(t, g, player, Op.CANNOT, Cannot.ESCAPE.value) > 0


@kernel
def cannot_roll(t: Tables, g: Game, player: int, slot: int) -> bool:
    what = Cannot.ESCAPE | Cannot.ROLL_TO_ESCAPE
    no = standing_of_monster(t, g, player, slot, Trigger.ON_RUN_AWAY, Op.CANNOT, what)
    return no + standing(t, g, player, Op.CANNOT, what) > 0


@kernel
def unpursued(t: Tables, g: Game, player: int, slot: int) -> bool:
    """Would the monster let the player go without a roll?"""
    if cannot_escape(t, g, player, slot):
        return False
    return standing_of_monster(t, g, player, slot, Trigger.ON_RUN_AWAY, Op.AUTO_ESCAPE, 0) > 0


@kernel
def gets_away(t: Tables, g: Game) -> bool:
    """Would the runner escape the monster they are running from now?

    Whether it pursues them counts until the die is rolled (RUN-11); a forced roll outruns nothing that cannot be outrun.
    """
    c = g.combat
    if c.fleeing == NONE:
        return False
    if c.escaped > 1 or (c.escaped >= 0 and (int(c.freed) >> int(c.runner)) & 1):
        return True
    if cannot_escape(t, g, c.runner, c.fleeing):
        return False
    if c.escaped > 0 or (c.escaped == 0 and (int(c.away) >> int(c.runner)) & 1):
        return True
    if c.die == 0:
        return c.escaped == 0 and unpursued(t, g, c.runner, c.fleeing)
    return outruns(t, g)


@kernel
def outruns(t: Tables, g: Game) -> bool:
    """Does the die alone let the runner escape the monster that they are running from?"""
    c = g.combat
    if c.die == 0 or cannot_roll(t, g, c.runner, c.fleeing):
        return False
    return int(c.die) + run_modifier(t, g, c.runner, c.fleeing) >= ESCAPES_ON


@kernel
def runs_no_more(g: Game) -> bool:
    c = g.combat
    if c.runner == NOBODY or c.fleeing == NONE:
        return True
    return bool(g.seat[c.runner].dead != 0 or c.monster[c.fleeing].state != MonsterState.FIGHTING)
