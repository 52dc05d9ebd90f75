"""A die is rolled, players may change it, then it stands (W-ROLL)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.flight import runs_no_more
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.rights import mask_cards, mask_monsters
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.declare import PASSED, Decision, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.rng import roll_d6
from munchkin_env.engine.state.stack import Dice, become, pop, push, top
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
    push(g, Kind.ROLL_WINDOW, player).dice = Dice.TABLE


@kernel
def die_stands(t: Tables, g: Game) -> None:
    """For tables, below 1 counts as 1, above 6 as 6."""
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


@kernel
def roll_is_moot(g: Game) -> bool:
    return runs_no_more(g) if top(g).dice == Dice.RUN else bool(g.seat[g.stack[g.depth - 2].player].dead != 0)


DECISIONS = (
    Decision(
        "ROLL_WINDOW",
        20,
        "change the roll, or pass",
        legal=legal_roll_window,
        apply=apply_roll_window,
        moot=roll_is_moot,
        ring=True,
        registers=(Register("dice", "a", (0, int(max(Dice))), "what the die was rolled for"), PASSED),
        lies_on=(Kind.OUTCOME, Kind.DIE_STANDS),
        says="cards that change the die or its outcome",
    ),
)
STEPS = (
    Step("ROLL_DIE", 116, run=roll_die, registers=(Register("face", says="the die"),), lies_on=(Kind.EFFECTS,)),
    Step(
        "DIE_STANDS",
        117,
        run=die_stands,
        registers=(Register("face", within=(1, 6), says="the die; goes to `face` of the frame below"),),
        lies_on=(Kind.EFFECTS,),
    ),
)
