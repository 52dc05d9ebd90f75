"""The numbers that a seat sees: the pieces of layout.NUMBERS, one function each."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel, piece
from munchkin_env.engine.flow.dispatch import is_ring
from munchkin_env.engine.flow.having import QUESTIONS, concerning, kinds_with
from munchkin_env.engine.queries.conditions import monsters_fighting
from munchkin_env.engine.queries.seats import faster_treasure, gold_of
from munchkin_env.engine.queries.stakes import for_the_win, levels_at_stake, treasures_at_stake, treasures_of
from munchkin_env.engine.queries.strength import monster_strength, munchkin_total, wins_ties
from munchkin_env.engine.rules.turn.turn import TURN
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import (
    EVERYTHING,
    MAX_PLAYERS,
    NOBODY,
    Deed,
    FasterTreasure,
    Frame,
    Game,
    MonsterState,
    Offer,
    Pile,
    Room,
)
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import MAX_TYPES, Tables

from .cards import nth, sees_offer
from .layout import (
    COUNT_BITS,
    COUNTS_PER_FLOAT,
    MARKER_SLOTS,
    MOST_COUNTED,
    Asked,
    Enemy,
    Fight,
    House,
    Lasting,
    MyHand,
    MyTable,
    Now,
    Person,
    Terms,
    offsets,
)

_Numbers = npt.NDArray[np.float32]

ABOUT_VICTIM, ABOUT_TARGET, ABOUT_THE_SAME = concerning("victim"), concerning("target"), concerning("below")
NAMES_VICTIM = kinds_with("victim")
HAS_MOMENT, HAS_ACTED, HAS_PAGE = kinds_with("moment"), kinds_with("acted"), kinds_with("page")
HAS_MAY_STOP, HAS_HAND_CHOICES, HAS_MARKED = kinds_with("may_stop"), kinds_with("hand_choices"), kinds_with("hand_marked")
_AT = offsets()
DECISION, WHY, _MOMENT, PHASE = _AT["decision"], _AT["why"], _AT["moment"], _AT["phase"]
_ASKED, NOW, _HOUSE, _PEOPLE, PAST = _AT["asked"], _AT["now"], _AT["house_rules"], _AT["people"], _AT["past"]
_FIGHT, ENEMIES, _OFFER, DEAL = _AT["fight"], _AT["enemies"], _AT["offer"], _AT["deal"]
HAND_AT, TABLE_AT = _AT["my_hand_slots"], _AT["my_table_slots"]
LASTING, DISCARDS = _AT["lasting"], _AT["discards"]
_PERSON, ENEMY, LASTS, _MY_HAND, _MY_TABLE = len(Person), len(Enemy), len(Lasting), len(MyHand), len(MyTable)
_STEPS, _DEEDS = len(TURN), len(Deed)
assert _DEEDS == 4
OFTEN = np.array([n / (n + 2) for n in range(256)], np.float32)


@piece
def ratio(n: int, whole: int, most: int) -> float:
    """n / whole, limited to -most..most."""
    return min(most * whole, max(-most * whole, n)) * (1.0 / whole)


@piece
def share(n: int, whole: int) -> float:
    """n / whole as a float32 without a division, which is slow (equal for every 16-bit n and every divisor used here)."""
    return n * (1.0 / whole)


@piece
def flag(holds: bool) -> float:
    return 1.0 if holds else 0.0


@piece
def relative(bits: int, player: int, n: int) -> int:
    """Bits of seats, counted from the player to the left."""
    return ((bits >> player) | (bits << (n - player))) & ((1 << n) - 1)


@piece
def write_numbers(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    """The pieces of NUMBERS that are not about single seats (people.py); they must be 0 before."""
    write_now(g, out)
    write_house(t, g, out)
    write_past(g, player, out)
    if g.combat.on:
        write_fight(t, g, player, out)
    write_lasting(g, player, out)
    if g.over == 0:
        write_decision(t, g, player, out)
    if g.options.obs_discards:
        write_discards(t, g.door_discards, out)
        write_discards(t, g.treasure_discards, out)


# ------------------------------------------------------------------------------------------------------ the table


@piece
def write_now(g: Game, out: npt.NDArray[np.float32]) -> None:
    out[NOW + Now.PLAYERS] = share(g.n_players, MAX_PLAYERS)
    out[NOW + Now.SETTING_UP] = g.setting_up
    out[NOW + Now.ROOM_OPEN] = flag(g.room == Room.OPEN)
    out[NOW + Now.ROOM_LOOT] = flag(g.room == Room.LOOT_ONLY)
    out[NOW + Now.ROUNDS] = g.rounds / g.options.max_rounds
    out[NOW + Now.ROUNDS_PLAYED] = ratio(g.rounds, 50, 4)
    out[NOW + Now.DOORS] = share(g.doors.n, 100)
    out[NOW + Now.TREASURES] = share(g.treasures.n, 100)
    out[NOW + Now.DOOR_DISCARDS] = share(g.door_discards.n, 100)
    out[NOW + Now.TREASURE_DISCARDS] = share(g.treasure_discards.n, 100)
    out[NOW + Now.POOL] = g.pool_n / 16
    out[NOW + Now.OVER] = g.over
    step = 0
    while step < _STEPS and step < g.depth and g.stack[step].kind == TURN[_STEPS - 1 - step]:
        step += 1
    out[PHASE + step] = 1.0


@piece
def write_house(t: Tables, g: Game, out: npt.NDArray[np.float32]) -> None:
    o = g.options
    faster = faster_treasure(t, g)
    out[_HOUSE + House.WIN_LEVEL] = share(o.win_level, 10)
    out[_HOUSE + House.LISTEN_AT_DOOR] = o.listen_at_door
    out[_HOUSE + House.FASTER_LOOT] = flag(faster == FasterTreasure.LOOT)
    out[_HOUSE + House.FASTER_TROUBLE] = flag(faster == FasterTreasure.TROUBLE)
    out[_HOUSE + House.SHARED_VICTORY] = o.shared_victory
    out[_HOUSE + House.ASK_ONLY_WHEN_LOSING] = o.ask_only_when_losing
    out[_HOUSE + House.COUNTER_OFFERS] = o.counter_offers
    out[_HOUSE + House.BINDING_DEALS] = o.binding_deals
    out[_HOUSE + House.BRIBE_ITEM_ALWAYS] = o.bribe_item_always
    out[_HOUSE + House.AUTO_PASS_FORCED] = o.auto_pass_forced
    out[_HOUSE + House.ROTATE_PRIORITY] = o.rotate_priority
    out[_HOUSE + House.THIRD_PARTY_ACTS] = o.third_party_acts
    out[_HOUSE + House.STRICT_SALES] = o.strict_sales
    out[_HOUSE + House.HIRELING_ITEM_LOST] = o.hireling_item_lost
    out[_HOUSE + House.SECOND_ORIGIN] = o.setup_second_origin
    out[_HOUSE + House.TRADE_BUDGET] = share(o.trade_budget, 3)
    out[_HOUSE + House.DISCARDS] = o.obs_discards / 2


@piece
def places_left(p: int, player: int, n: int) -> int:
    """How many places p sits to the player's left."""
    return p - player if p >= player else p - player + n


@piece
def write_past(g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    n = int(g.n_players)
    for p in range(n):
        at = PAST + places_left(p, player, n) * MAX_PLAYERS * _DEEDS
        for other in range(n):
            if other != p:
                deeds = int(g.past[p][other])
                to = at + places_left(other, player, n) * _DEEDS
                out[to] = OFTEN[deeds & 255]
                out[to + 1] = OFTEN[(deeds >> 8) & 255]
                out[to + 2] = OFTEN[(deeds >> 16) & 255]
                out[to + 3] = OFTEN[deeds >> 24]


@piece
def write_lasting(g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    for k in range(min(int(g.marker_n), MARKER_SLOTS)):
        m = g.marker[k]
        at = LASTING + k * LASTS
        out[at + Lasting.WHOSE] = share(places_left(int(m.seat), player, int(g.n_players)) + 1, MAX_PLAYERS)
        out[at + Lasting.MINE] = flag(m.seat == player)
        out[at + Lasting.AMOUNT] = ratio(m.amount, 5, 6)
        out[at + Lasting.UNTIL] = share(m.until, 10)
        out[at + Lasting.WAITING] = flag(m.waiting == 1)


@kernel
def write_discards(t: Tables, pile: Pile, out: npt.NDArray[np.float32]) -> None:
    """Count one more of each card's type; see the piece for the packing."""
    for k in range(pile.n):
        card_type = int(t.type_of[pile.cards[k]])
        at = DISCARDS + card_type // COUNTS_PER_FLOAT
        shift = COUNT_BITS * (card_type % COUNTS_PER_FLOAT)
        packed = int(out[at] * (1 << (COUNT_BITS * COUNTS_PER_FLOAT)))
        if (packed >> shift) & MOST_COUNTED < MOST_COUNTED:
            out[at] = (packed + (1 << shift)) / (1 << (COUNT_BITS * COUNTS_PER_FLOAT))


assert MAX_TYPES % COUNTS_PER_FLOAT == 0


# ------------------------------------------------------------------------------------------------------ the fight


@kernel
def write_fight(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    c = g.combat
    mine = munchkin_total(t, g)
    theirs = int(c.monster_bonus)
    for s in range(c.n):
        m = c.monster[s]
        power = monster_strength(t, g, s) if m.state != MonsterState.EMPTY else 0
        theirs += power if m.state == MonsterState.FIGHTING else 0
        write_enemy(t, g, s, player, power, out, ENEMIES + s * ENEMY)
    ties = c.open != 0 and wins_ties(t, g)
    write_totals(t, g, mine, theirs, ties, out)
    write_asked(g, player, mine, theirs, out)
    if c.helper != NOBODY:
        write_terms(g, g.deal, player, out, DEAL)
        out[DEAL + Terms.TO] = ((int(c.helper) - player) % g.n_players) / (MAX_PLAYERS - 1)


@kernel
def write_totals(t: Tables, g: Game, mine: int, theirs: int, ties: bool, out: npt.NDArray[np.float32]) -> None:
    c = g.combat
    out[_FIGHT + Fight.ON] = 1.0
    out[_FIGHT + Fight.OPEN] = c.open
    out[_FIGHT + Fight.WON] = c.won
    out[_FIGHT + Fight.MUNCHKINS] = ratio(mine, 20, 6)
    out[_FIGHT + Fight.MONSTERS] = ratio(theirs, 20, 6)
    out[_FIGHT + Fight.DIFFERENCE] = ratio(mine - theirs, 10, 3)
    out[_FIGHT + Fight.WINNING] = flag(mine > theirs or (mine == theirs and ties))
    out[_FIGHT + Fight.WINS_TIES] = flag(ties)
    out[_FIGHT + Fight.MUNCHKIN_BONUS] = ratio(c.munchkin_bonus, 10, 6)
    out[_FIGHT + Fight.MONSTER_BONUS] = ratio(c.monster_bonus, 10, 6)
    out[_FIGHT + Fight.LEVELS] = ratio(levels_at_stake(t, g), 4, 8)
    out[_FIGHT + Fight.TREASURES] = ratio(treasures_at_stake(t, g), 5, 8)
    out[_FIGHT + Fight.FOR_THE_WIN] = flag(for_the_win(t, g))
    out[_FIGHT + Fight.COMPELLED] = c.compelled
    out[_FIGHT + Fight.MARGIN] = ratio(c.margin, 20, 6)
    out[_FIGHT + Fight.DIE] = ratio(c.die, 6, 1)
    out[_FIGHT + Fight.ESCAPED] = c.escaped
    out[_FIGHT + Fight.CARDS] = c.zone_n / 8


@kernel
def write_enemy(t: Tables, g: Game, s: int, player: int, power: int, out: npt.NDArray[np.float32], at: int) -> None:
    c = g.combat
    m = c.monster[s]
    out[at + Enemy.FIGHTING] = flag(m.state == MonsterState.FIGHTING)
    out[at + Enemy.KILLED] = flag(m.state == MonsterState.KILLED)
    out[at + Enemy.GONE] = flag(m.state == MonsterState.GONE)
    out[at + Enemy.STRENGTH] = ratio(power, 20, 4)
    out[at + Enemy.TREASURES] = ratio(treasures_of(t, g, s), 5, 4)
    out[at + Enemy.LEVELS] = ratio(t.type[t.type_of[m.card]].levels, 2, 5)
    out[at + Enemy.BONUS] = ratio(c.monster[m.root].bonus, 10, 6)
    out[at + Enemy.MATE] = flag(m.root != s)
    out[at + Enemy.ORIGINAL] = m.root / 8
    out[at + Enemy.PAYS] = m.pays
    out[at + Enemy.STEED] = m.as_steed
    out[at + Enemy.FLED_FROM] = flag(c.runner != NOBODY and c.fleeing == s)
    out[at + Enemy.CAUGHT] = relative(m.caught, player, g.n_players) / 64
    out[at + Enemy.FLED] = relative(m.fled, player, g.n_players) / 64
    out[at + Enemy.TAGS] = (int(m.tags) & 0xFFFFFF) / (1 << 24)


@kernel
def write_asked(g: Game, player: int, mine: int, theirs: int, out: npt.NDArray[np.float32]) -> None:
    """Players who cannot be asked again while strengths and fighters stay the same (like helping.same_epoch)."""
    c = g.combat
    e = c.epoch
    if c.asked == 0 or e[0] != mine or e[1] != theirs or e[2] != c.helper + 1 or e[3] != monsters_fighting(g):
        return
    for i in range(g.n_players):
        out[_PEOPLE + i * _PERSON + Person.ASKED] = (int(c.asked) >> nth(player, i, g.n_players)) & 1


@kernel
def write_terms(g: Game, o: Offer, player: int, out: npt.NDArray[np.float32], at: int) -> None:
    out[at + Terms.THERE] = 1.0
    if o.treasures == EVERYTHING:
        out[at + Terms.ALL] = 1.0
    else:
        out[at + Terms.TREASURES] = ratio(o.treasures, 5, 2)
    out[at + Terms.HELPER_FIRST] = o.helper_first
    if o.to != NOBODY:
        out[at + Terms.TO] = ((int(o.to) - player) % g.n_players) / (MAX_PLAYERS - 1)
    out[at + Terms.COUNTERED] = o.countered


# --------------------------------------------------------------------------------------------------- the decision


@piece
def write_decision(t: Tables, g: Game, player: int, out: npt.NDArray[np.float32]) -> None:
    f = top(g)
    if sees_offer(g, player):
        write_terms(g, g.offer, player, out, _OFFER)
    victim = public_victim(g)
    if f.player == player:
        out[DECISION + f.kind] = 1.0
        out[_ASKED + Asked.MINE] = 1.0
        if QUESTIONS[f.kind]:
            out[WHY + f.why] = 1.0
            write_question(g, f, out)
        elif HAS_MOMENT[f.kind]:
            out[_MOMENT + f.moment] = 1.0
        else:
            write_errand(t, g, f, out)
        write_marked(f, out)
        write_ring(g, f, player, out)
        victim = _concerns(g, f)
    if victim != NOBODY:
        out[_PEOPLE + ((victim - player) % g.n_players) * _PERSON + Person.ABOUT] = 1.0


@piece
def public_victim(g: Game) -> int:
    """The victim of a Curse that everybody may answer, or of a card just played; or who offers a trade."""
    f = top(g)
    if f.kind == Kind.ANSWER_TRADE:
        return int(f.target)
    if g.depth > 1 and g.stack[g.depth - 2].kind == Kind.STRIKE:
        return int(g.stack[g.depth - 2].victim)
    if g.depth > 1 and g.stack[g.depth - 2].kind == Kind.PLAYED:
        return int(g.stack[g.depth - 2].target)
    return NOBODY


@piece
def _concerns(g: Game, f: Frame) -> int:
    """The player that my decision is about."""
    if ABOUT_VICTIM[f.kind]:
        return int(f.victim)
    if ABOUT_TARGET[f.kind]:
        return int(f.target)
    if ABOUT_THE_SAME[f.kind]:
        below = g.stack[g.depth - 2]
        return int(below.victim) if NAMES_VICTIM[below.kind] else NOBODY
    return public_victim(g)


@piece
def write_question(g: Game, f: Frame, out: npt.NDArray[np.float32]) -> None:
    """What the asking rule or card still needs."""
    below = g.stack[g.depth - 2]
    if HAS_MAY_STOP[f.kind]:
        out[_ASKED + Asked.MAY_STOP] = f.may_stop
    if HAS_PAGE[f.kind]:
        out[_ASKED + Asked.PAGE] = ratio(f.page, 8, 2)
    match below.kind:
        case Kind.DISCARD_CARDS:
            out[_ASKED + Asked.LEFT] = ratio(below.to_lose, 8, 4)
            if below.gold > 0:
                out[_ASKED + Asked.GOLD_DUE] = ratio(below.gold, 1000, 4)
                out[_ASKED + Asked.GOLD_MARKED] = ratio(below.lost, 1000, 8)
        case Kind.TAKE_CARDS:
            out[_ASKED + Asked.LEFT] = ratio(below.to_lose, 8, 4)
        case Kind.PAY:
            out[_ASKED + Asked.LEFT] = ratio(below.to_pay, 8, 4)
        case Kind.KEEP_DRAWN:
            out[_ASKED + Asked.LEFT] = ratio(count_bits(below.drawn) - int(below.to_keep), 8, 4)
        case Kind.CHARITY_GIVE:
            out[_ASKED + Asked.LEFT] = ratio(int(g.stack[g.depth - 3].to_give) + 1, 8, 4)
        case Kind.EFFECTS:
            out[_ASKED + Asked.DIE] = ratio(below.face, 6, 1)


@piece
def write_errand(t: Tables, g: Game, f: Frame, out: npt.NDArray[np.float32]) -> None:
    below = g.stack[max(g.depth - 2, 0)]
    if HAS_MARKED[f.kind]:
        out[_ASKED + Asked.GOLD_MARKED] = ratio(gold_of(t, g, f.player, f.hand_marked, f.table_marked), 1000, 8)
    match f.kind:
        case Kind.CHARITY_CARD:
            out[_ASKED + Asked.LEFT] = ratio(f.to_give, 8, 4)
        case Kind.RESURRECT:
            out[_ASKED + Asked.LEFT] = ratio(below.to_draw, 8, 4)
        case Kind.PICK_TREASURE:
            out[_ASKED + Asked.LEFT] = ratio(below.helper_picks if f.for_helper else below.main_picks, 8, 4)
        case Kind.ROLL_WINDOW:
            out[_ASKED + Asked.DIE] = ratio(below.face if below.kind == Kind.DIE_STANDS else g.combat.die, 6, 1)


@piece
def write_marked(f: Frame, out: npt.NDArray[np.float32]) -> None:
    """Slots of mine that are chosen already, or that I may choose."""
    if HAS_HAND_CHOICES[f.kind]:
        mark_slots(f.hand_choices, f.table_choices, out)
    if HAS_MARKED[f.kind]:
        mark_slots(f.hand_marked, f.table_marked, out)


@piece
def mark_slots(hand: int, table: int, out: npt.NDArray[np.float32]) -> None:
    for i in range(HAND_SLOTS):
        if (hand >> i) & 1:
            out[HAND_AT + i * _MY_HAND + MyHand.MARKED] = 1.0
    for i in range(TABLE_SLOTS):
        if (table >> i) & 1:
            out[TABLE_AT + i * _MY_TABLE + MyTable.MARKED] = 1.0


@piece
def write_ring(g: Game, f: Frame, player: int, out: npt.NDArray[np.float32]) -> None:
    if not is_ring(f.kind):
        return
    out[_ASKED + Asked.ACTED] = flag(HAS_ACTED[f.kind] and f.acted != 0)
    for i in range(g.n_players):
        out[_PEOPLE + i * _PERSON + Person.PASSED] = (int(f.passed) >> nth(player, i, g.n_players)) & 1
