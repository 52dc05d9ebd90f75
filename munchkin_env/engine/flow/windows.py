"""Reaction windows outside the fight: everyone in turn may act, an action reopens it for all (TIME-10)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.moments import now
from munchkin_env.engine.queries.rights import mask_cards, may_trade
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.declare import PASSED, Decision, Register
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import FLAG, Game
from munchkin_env.engine.state.stack import Moment, pop, push, top
from munchkin_env.engine.verbs.acting import apply_card, clear_fresh
from munchkin_env.engine.verbs.ring import all_pass, reopen
from munchkin_env.vocabulary.tables import Tables


@kernel
def legal_window(t: Tables, g: Game, mask: Mask) -> None:
    player = top(g).player
    mask[Verb.PASS] = True
    mask_cards(t, g, player, now(t, g, player), mask)
    mask[Verb.TRADE] = may_trade(t, g, player)


@kernel
def apply_window(t: Tables, g: Game, action: int) -> None:
    """A player who acts continues until they pass (or the next player does, by option).

    A window of a moment of the turn starts with arranging again.
    """
    f = top(g)
    player = int(f.player)
    if action != Verb.PASS:
        f.acted = 1
        reopen(g)
        apply_card(t, g, player, now(t, g, player), action)
        return
    clear_fresh(g, player)
    if all_pass(g):
        close_window(g)


@kernel
def close_window(g: Game) -> None:
    f = top(g)
    which, acted = int(f.moment), f.acted != 0
    pop(g)
    if acted and which <= Moment.BEFORE_CHARITY:
        push(g, Kind.MOMENT, g.turn_player).moment = which


@kernel
def turn_player_is_dead(g: Game) -> bool:
    """Only in the windows of the turn, not in those of a fight."""
    return bool(top(g).moment <= Moment.BEFORE_CHARITY and g.seat[g.turn_player].dead != 0)


DECISIONS = (
    Decision(
        "WINDOW",
        6,
        "do something {moment}, or pass",
        legal=legal_window,
        apply=apply_window,
        moot=turn_player_is_dead,
        ring=True,
        registers=(
            Register("moment", "a", (0, int(max(Moment))), "where in the turn"),
            Register("acted", "b", FLAG, "1 if somebody has acted in it"),
            Register("no_combat", "c", FLAG, "1 after a fight that was no combat"),
            PASSED,
        ),
        says="everyone may react outside combat",
        tells={"moment": "moment"},
        public=True,
    ),
)
