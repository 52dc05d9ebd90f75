"""A die is rolled, everyone may change it who can, then it stands (W-ROLL)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.rights import mask_cards, mask_monsters
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.rng import roll_d6
from munchkin_env.engine.state.stack import Dice, Kind, become, pop, push, top
from munchkin_env.engine.verbs.acting import apply_card
from munchkin_env.engine.verbs.ring import all_pass
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Op


@kernel
def roll_die(g: Game) -> None:
    f = become(g, Kind.DIE_STANDS)
    player = int(f.player)
    f.face = roll_d6(g)
    log(g, What.ROLLS, player, NONE, NONE, f.face, EVERYONE)
    push(g, Kind.ROLL_WINDOW, player).a = Dice.TABLE


@kernel
def die_stands(t: Tables, g: Game) -> None:
    """In a table below 1 counts as 1, above 6 as 6."""
    f = top(g)
    face = int(f.face) + standing(t, g, f.player, Op.DIE_MOD, 0)
    pop(g)
    top(g).face = min(6, max(1, face))


@kernel
def legal_roll_window(t: Tables, g: Game, mask: Mask) -> None:
    player = top(g).player
    timing = now(t, g, player)
    mask[Verb.PASS] = True
    mask_cards(t, g, player, timing, mask)
    mask_monsters(t, g, player, timing, mask)


@kernel
def apply_roll_window(t: Tables, g: Game, action: int) -> None:
    """The roller first; one round without action closes it."""
    f = top(g)
    if action != Verb.PASS:
        f.passed = 0
        apply_card(t, g, f.player, now(t, g, f.player), action)
        return
    if all_pass(g):
        pop(g)
