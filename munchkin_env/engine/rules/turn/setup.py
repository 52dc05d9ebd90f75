"""Before the first turn: sex, the first eight cards, and which of them may be played (SETUP)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.limits import equippable, may_carry, may_have_companion, may_study
from munchkin_env.engine.queries.seats import count_kind, has_dual, has_type
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.declare import Decision, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, Game, SexMode, Stream
from munchkin_env.engine.state.rng import below
from munchkin_env.engine.state.stack import Goal, pop, push, top
from munchkin_env.engine.verbs.acting import clear_fresh
from munchkin_env.engine.verbs.piles import from_hand, put_on, to_table, turn_over
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Deck, Face, Sex


@kernel
def legal_sex(g: Game, mask: Mask) -> None:
    mask[Verb.MALE] = True
    mask[Verb.FEMALE] = True


@kernel
def apply_sex(g: Game, action: int) -> None:
    player = int(top(g).player)
    set_sex(g, player, Sex.MALE.value if action == Verb.MALE else Sex.FEMALE.value)
    pop(g)


@kernel
def set_sex(g: Game, player: int, sex: int) -> None:
    g.seat[player].sex = sex
    log(g, What.SEX, player, NONE, NONE, sex, EVERYONE)


@kernel
def assign_sex(g: Game, player: int) -> None:
    """By option instead of by choice (SETUP-06)."""
    if g.options.sex_mode == SexMode.RANDOM:
        set_sex(g, player, below(g, Stream.TABLE, 2))
    else:
        set_sex(g, player, player % 2)


@kernel
def deal(t: Tables, g: Game) -> None:
    """Four of each deck, face down (SETUP-04, DEATH-12)."""
    player = top(g).player
    pop(g)
    push_deal(g, player, Deck.TREASURE)
    push_deal(g, player, Deck.DOOR)


@kernel
def push_deal(g: Game, player: int, deck: int) -> None:
    d = push(g, Kind.DRAW, player)
    d.deck = deck
    d.to_draw = 4
    d.draw_face = Face.DOWN
    d.goal = Goal.HAND


@kernel
def start_game(g: Game) -> None:
    """Everyone is ready: who begins (SETUP-09)?"""
    pop(g)
    g.setting_up = 0
    first = int(g.options.first_player)
    if first == NONE:
        first = below(g, Stream.TABLE, g.n_players)
    g.first_player = first
    g.turn_player = first
    push(g, Kind.BEGIN_TURN, first)


# --------------------------------------------------------------------------------------------- the opening play


@kernel
def legal_setup(t: Tables, g: Game, mask: Mask) -> None:
    """Items, and at most one of each kind of identity; nobody reacts (SETUP-07, SETUP-08)."""
    player = int(top(g).player)
    seat = g.seat[player]
    mask[Verb.NEXT] = True
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        mask[HAND + i] = may_open_with(t, g, player, seat.hand[i])
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        toggles = t.type[t.type_of[seat.table[i]]].kind == CardKind.ITEM and seat.host[i] == NONE and seat.equips > 0
        mask[USE + i] = toggles and (g.mark[seat.table[i]] & EQUIPPED != 0 or equippable(t, g, player, i))


@kernel
def may_open_with(t: Tables, g: Game, player: int, card: int) -> bool:
    seat = g.seat[player]
    card_type = t.type_of[card]
    ty = t.type[card_type]
    if seat.table_n >= TABLE_SLOTS:
        return False
    match ty.kind:
        case CardKind.CLASS | CardKind.RACE | CardKind.ROLE:
            limit = 1
            if g.options.setup_second_origin and has_dual(t, seat, ty.kind):
                limit = 2
            return count_kind(t, seat, ty.kind) < limit and not has_type(t, seat, card_type)
        case CardKind.DUAL:
            return count_kind(t, seat, ty.dual_of) > 0 and not has_dual(t, seat, ty.dual_of)
        case CardKind.PROFICIENCY:
            return may_study(t, g, player, card)
        case CardKind.COMPANION:
            return may_have_companion(t, g, player)
    return ty.is_item != 0 and ty.kind != CardKind.ITEM_ENHANCER and may_carry(t, g, player, card_type, 0)


@kernel
def apply_setup(t: Tables, g: Game, action: int) -> None:
    player = int(top(g).player)
    seat = g.seat[player]
    if action == Verb.NEXT:
        clear_fresh(g, player)  # they could have been played; from now on they are ordinary cards (TIME-12)
        pop(g)
        return
    if action >= USE:
        seat.equips -= 1
        turn_over(g, player, seat.table[action - USE])
        g.recheck |= 1 << player  # the card turned sideways may have let the player wear more
        return
    card = from_hand(g, player, action - HAND)
    log(g, What.LAYS_DOWN, player, NONE, card, 0, EVERYONE)
    to_table(t, g, player, card, False)
    if equippable(t, g, player, seat.table_n - 1):
        put_on(g, player, card)
    g.recheck |= 1 << player  # a Class may forbid what is already worn (ITEM-05)


DECISIONS = (
    Decision("CHOOSE_SEX", 0, "who to be", legal=legal_sex, apply=apply_sex),
    Decision("SETUP", 1, "which of the first cards to play", legal=legal_setup, apply=apply_setup, says="play from the first cards"),
)
STEPS = (
    Step("DEAL", 64, run=deal, says="four cards of each deck"),
    Step("START", 65, run=start_game, says="everyone has played their first cards"),
)
