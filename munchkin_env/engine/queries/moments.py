"""Timing: what the top decision allows a player, what it answers, and which cards are in time."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import FRESH, NOBODY, Game
from munchkin_env.engine.state.stack import Dice, Moment, top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Cannot, CardKind, Op, When

from .flight import gets_away
from .seats import count_kind, fights, is_free
from .standing import standing
from .strength import winning

OWN_TURN_FREE = int(When.ANY_TIME | When.NOT_IN_COMBAT | When.OWN_TURN_NOT_IN_COMBAT)


@kernel
def now(t: Tables, g: Game, player: int) -> int:
    """The When bits available to the player at the top decision."""
    f = top(g)
    fighter = fights(g, player)
    bits = 0 if fighter else When.NOT_IN_COMBAT.value
    match f.kind:
        case Kind.ARRANGE:
            bits |= When.ANY_TIME | When.OWN_TURN_NOT_IN_COMBAT
        case Kind.FIGHT_WINDOW:
            bits |= now_fighting(t, g, player)
        case Kind.WINDOW:
            bits |= When.ANY_TIME
            if f.moment == Moment.RUN:
                bits |= When.RUN_AWAY
            elif f.moment == Moment.AFTER_FIGHT and f.no_combat == 0:
                bits |= When.AFTER_COMBAT
        case Kind.ESCAPE:
            bits |= When.ANY_TIME | When.BEFORE_RUN_ROLL | When.RUN_AWAY
            bits |= When.INSTEAD_OF_RUN_ROLL if g.combat.escaped >= 0 else 0  # a player who is forced to roll must roll
        case Kind.ROLL_WINDOW:
            bits = now_rolling(t, g, player)
        case Kind.CURSE_WINDOW:
            bits = When.ANY_TIME.value
            bits |= When.WHEN_CURSED if g.stack[g.depth - 2].victim == player else 0
        case Kind.CARD_WINDOW:
            bits = When.ANY_TIME.value
        case Kind.SELL:
            bits = When.WHEN_SELLING.value
        case Kind.RESURRECT:
            bits = When.WHEN_DRAWING_FACE_UP.value
    return int(bits)


@kernel
def now_fighting(t: Tables, g: Game, player: int) -> int:
    bits = When.ANY_TIME | When.ANY_COMBAT
    bits |= When.OWN_COMBAT if fights(g, player) else When.OTHER_COMBAT
    if g.combat.main == player and needs_help(t, g):
        bits |= When.ASK_HELP
        if everyone_refused(t, g):
            bits |= When.ALL_REFUSED
    return bits


@kernel
def now_rolling(t: Tables, g: Game, player: int) -> int:
    """Only what changes a die or its outcome (RUN-08): a failed roll may be saved, an escape undone."""
    f = top(g)
    roller = g.stack[g.depth - 2].player
    bits = 0
    if f.dice == Dice.RUN:
        away = gets_away(t, g)
        bits |= When.RUN_AWAY
        bits |= When.AFTER_ESCAPE if away else 0
        if roller == player and g.combat.die != 0:
            bits |= When.AFTER_RUN_ROLL
            bits |= 0 if away else When.FAILED_RUN_ROLL
    if f.dice == Dice.TABLE or g.combat.die != 0:
        bits |= When.ANY_ROLL
        bits |= When.OWN_ROLL if roller == player else 0
    return int(bits)


@kernel
def needs_help(t: Tables, g: Game) -> bool:
    """May main be helped: alone, not winning (by option), and help is not forbidden (HELP-01)?"""
    c = g.combat
    if c.helper != NOBODY or (g.options.ask_only_when_losing and winning(t, g)):
        return False
    return standing(t, g, c.main, Op.CANNOT, Cannot.BE_HELPED.value) == 0


@kernel
def everyone_refused(t: Tables, g: Game) -> bool:
    """Has everybody who could help refused in this fight?"""
    able = could_help(t, g)
    return able != 0 and able & ~int(g.combat.refused) == 0


@kernel
def could_help(t: Tables, g: Game) -> int:
    """Bits of the living, except main, who are not forbidden to help."""
    bits = 0
    for p in range(g.n_players):
        if p != g.combat.main and g.seat[p].dead == 0 and standing(t, g, p, Op.CANNOT, Cannot.HELP.value) == 0:
            bits |= 1 << p
    return bits


@kernel
def answered_by(g: Game, decision: int) -> int:
    """Index of the frame that the decision, itself a frame, answers: a Curse about to strike or a card just played; or NONE."""
    kind = g.stack[decision].kind
    return decision - 1 if kind == Kind.CURSE_WINDOW or kind == Kind.CARD_WINDOW else NONE


@kernel
def answered_on_top(g: Game) -> int:
    """The same for the pending decision."""
    return answered_by(g, g.depth - 1)


@kernel
def answers_curse(g: Game, answered: int) -> bool:
    """Is the answered frame a Curse about to strike?"""
    return bool(answered != NONE and g.stack[answered].kind == Kind.STRIKE)


@kernel
def answered_card(g: Game, answered: int) -> int:
    """The card just played that is answered, or NONE. (A card from behind a door was played by nobody.)"""
    if answered == NONE:
        return NONE
    f = g.stack[answered]
    return NONE if f.kind == Kind.STRIKE and f.own_door != 0 else int(f.card)


@kernel
def curse_victims(t: Tables, g: Game, answered: int) -> int:
    """Bits of the players with a Curse in force, or one about to strike that is answered."""
    bits = 0
    for p in range(g.n_players):
        if count_kind(t, g.seat[p], CardKind.CURSE) > 0:
            bits |= 1 << p
    if answers_curse(g, answered):
        bits |= 1 << int(g.stack[answered].victim)
    return bits


@kernel
def in_time_for_items(g: Game, player: int, card: int) -> bool:
    """In one's own turn or just received, and not in combat (TIME-03, CHEAT-01)."""
    return is_free(g, player) and (g.turn_player == player or g.mark[card] & FRESH != 0)


@kernel
def in_time_for_roles(t: Tables, g: Game, player: int, card: int) -> bool:
    """In one's own turn, or just received; a fighter may even then play a Role, but no Class or Race (TIME-05)."""
    ty = t.type[t.type_of[card]]
    in_fights = ty.kind == CardKind.ROLE or ty.kind == CardKind.PROFICIENCY or (ty.kind == CardKind.DUAL and ty.dual_of == CardKind.ROLE)
    return g.turn_player == player or (g.mark[card] & FRESH != 0 and (in_fights or is_free(g, player)))


@kernel
def decider_is_dead(g: Game) -> bool:
    return bool(g.seat[top(g).player].dead != 0)
