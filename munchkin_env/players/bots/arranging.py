"""What a bot does outside fights: what it lays down, wears, takes on and sells, and which cards it plays when."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.decks import discards_of
from munchkin_env.engine.queries.handling import loadable
from munchkin_env.engine.queries.limits import hand_limit, may_have_companion
from munchkin_env.engine.queries.offers import fresh_targets
from munchkin_env.engine.queries.seats import living
from munchkin_env.engine.queries.selling import GOLD_PER_LEVEL, levels_for, sale_gold, sellable_hand, sellable_table
from munchkin_env.engine.queries.standing import win_level
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.engine.state.stack import top
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Deck, Of, Op, Pick, Slot, Trigger, Who

from .fighting import cheapest_payment, option_card
from .odds import treasure_worth
from .reasons import Reason, because, because_of
from .stakes import deficit_against, level_points
from .style import Bot
from .swings import NO_PLAN
from .trading import best_partner
from .valuing import curse_costs, enhancing_gains, gives, in_place_of, leader, taking_on_gains, threat, wearing_gains, worth

SWAP = 15  # points that a card from the discards must be worth more than the card paid for it
IDLE = 1  # points of a free action that may be useful


# ---------------------------------------------------------------------------------------------------- hand cards


@kernel
def playing_gains(t: Tables, g: Game, b: Bot, player: int, i: int) -> int:
    """Points of playing hand card i outside a fight; 0 or less: keep it. The mask must allow playing it."""
    card = g.seat[player].hand[i]
    card_type = t.type_of[card]
    ty = t.type[card_type]
    crowded = g.turn_player == player and g.seat[player].hand_n > hand_limit(t, g, player)
    match ty.kind:
        case CardKind.ITEM | CardKind.STEED:
            return laying_down_gains(t, g, b, player, card_type, crowded)
        case CardKind.ITEM_ENHANCER:
            return enhancing_gains(t, g, b, player, card_type)
        case CardKind.CLASS | CardKind.RACE | CardKind.ROLE:
            return taking_on_gains(t, g, b, player, card_type)
        case CardKind.DUAL | CardKind.PROFICIENCY:
            return 20
        case CardKind.COMPANION:
            return b.companion if may_have_companion(t, g, player) else 0
        case CardKind.CURSE:
            return cursing_gains(t, g, b, player, card_type, crowded)
        case CardKind.ONE_SHOT:
            laid = IDLE if crowded else 0
            return max(laid, effect_gains(t, g, b, player, card) - worth(t, g, b, player, card))
        case CardKind.GO_UP_LEVEL | CardKind.SPECIAL:
            return effect_gains(t, g, b, player, card)
    return 0


@kernel
def laying_down_gains(t: Tables, g: Game, b: Bot, player: int, card_type: int, crowded: bool) -> int:
    """What it would wear comes before what only empties the hand; a Big Item that it cannot use would only be in the way."""
    ty = t.type[card_type]
    gains = wearing_gains(t, g, b, player, card_type)
    if gains > 0:
        return gains
    return IDLE if ty.big == 0 or crowded else 0


@kernel
def cursing_gains(t: Tables, g: Game, b: Bot, player: int, card_type: int, crowded: bool) -> int:
    victim = best_victim(t, g, b, player, card_type, living(g))
    if victim == NONE:
        return 0
    points = threat(t, g, b, victim) * curse_costs(t, g, b, victim, card_type) // 100
    if crowded:
        return max(points, IDLE) if victim != NONE else 0
    return points if points >= b.curse_at_once else 0


@kernel
def best_victim(t: Tables, g: Game, b: Bot, player: int, card_type: int, among: int) -> int:
    """Whom to curse: where it hurts most, weighted by how close the victim is to winning. NONE if there is nobody else."""
    best, most = NONE, -1
    only = leader(t, g, player, among) if b.curse_leader else NONE
    for p in range(g.n_players):
        if p == player or (among >> p) & 1 == 0 or threat(t, g, b, p) < b.curse_from or (only != NONE and p != only):
            continue
        points = threat(t, g, b, p) * (2 + curse_costs(t, g, b, p, card_type))
        if points > most:
            best, most = p, points
    return best


@kernel
def effect_gains(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    """Points of the best that playing the card does outside fights."""
    ty = t.type[t.type_of[card]]
    best = 0
    for k in range(ty.effects, ty.effects_end):
        if t.effect[k].trigger == Trigger.ON_PLAY:
            best = max(best, program_gains(t, g, b, player, k, card))
    return best


@kernel
def program_gains(t: Tables, g: Game, b: Bot, player: int, effect: int, card: int) -> int:
    """Levels for other players are no gain."""
    e = t.effect[effect]
    points = 0
    for r in range(e.ops, e.ops_end):
        row = t.op[r]
        match row.op:
            case Op.GAIN_LEVEL:
                mine = row.who == Who.SELF or (row.who == Who.TARGET and (fresh_targets(t, g, player, effect) >> player) & 1)
                points += b.level if mine and g.seat[player].level < win_level(t, g, player) - 1 else -b.level
            case Op.LOSE_LEVEL:
                points += b.level * b.level_taken // 100 if row.who == Who.TARGET and e.target == Of.OTHER_PLAYER else 0
            case Op.ATTACH:
                points += best_attachment(t, g, b, player, card)
            case Op.DRAW:
                points += drawn_points(t, b, r) if row.who == Who.SELF else 0
            case Op.SEARCH_DISCARD:
                points += b.level if g.door_discards.n + g.treasure_discards.n >= 12 and row.who == Who.SELF else 0
    return points


@kernel
def drawn_points(t: Tables, b: Bot, r: int) -> int:
    return (b.door if t.op[r].deck == Deck.DOOR else b.treasure) * int(t.op[r].amount)


# ---------------------------------------------------------------------------------- Items that break rules (Cheat!)


@kernel
def raw_gain(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    """Points of an Item if no limit or restriction applied to it."""
    card_type = t.type_of[card]
    if t.type[card_type].kind != CardKind.ITEM or g.mark[card] & EQUIPPED:
        return 0
    return gives(t, g, b, player, card_type) - wearing_gains(t, g, b, player, card_type)


@kernel
def best_attachment(t: Tables, g: Game, b: Bot, player: int, card: int) -> int:
    """Points of the Item that gains most from being allowed."""
    most = 0
    seat = g.seat[player]
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if seat.hand[i] != card:
            most = max(most, raw_gain(t, g, b, player, seat.hand[i]))
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        most = max(most, raw_gain(t, g, b, player, seat.table[i]))
    return most - b.bonus


# --------------------------------------------------------------------------------------------------- table cards


@kernel
def using_gains(t: Tables, g: Game, b: Bot, player: int, i: int) -> int:
    """Points of using table card i outside a fight: equip it, turn it sideways for a better one, load a Hireling, steal."""
    seat = g.seat[player]
    card_type = t.type_of[seat.table[i]]
    ty = t.type[card_type]
    if ty.kind == CardKind.ITEM:
        return 0 if g.mark[seat.table[i]] & EQUIPPED else wearing_gains(t, g, b, player, card_type)
    if ty.carries:
        return loading_gains(t, g, b, player, i)
    if ty.trait >= 0:
        return power_gains(t, g, b, player, i)
    return 0


@kernel
def loading_gains(t: Tables, g: Game, b: Bot, player: int, i: int) -> int:
    """A Hireling that carries something useful keeps it."""
    seat = g.seat[player]
    for j in range(min(seat.table_n, TABLE_SLOTS)):
        if seat.host[j] == seat.table[i]:
            return 0
    best = best_load(t, g, b, player, i)
    return 0 if best == NONE else raw_gain(t, g, b, player, seat.table[best])


@kernel
def best_load(t: Tables, g: Game, b: Bot, player: int, i: int) -> int:
    """Table index of the Item that gains most when a Hireling carries it; NONE if none gains."""
    seat = g.seat[player]
    bits = loadable(t, g, player, i)
    best, most = NONE, 0
    for j in range(min(seat.table_n, TABLE_SLOTS)):
        if (bits >> j) & 1 and raw_gain(t, g, b, player, seat.table[j]) > most:
            best, most = j, raw_gain(t, g, b, player, seat.table[j])
    return best


@kernel
def power_gains(t: Tables, g: Game, b: Bot, player: int, i: int) -> int:
    """Theft at Level 1, where failure costs nothing, if there is a card to spare; a better card from the discards for a poor one."""
    seat = g.seat[player]
    ty = t.type[t.type_of[seat.table[i]]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        steals = e.trigger == Trigger.ON_ACTIVATE and e.target == Of.OTHER_PLAYER and t.op[e.ops].op == Op.ROLL
        if steals and seat.level == 1 and cheapest_payment(t, g, b, player, k, seat.table[i]) <= b.hand_card:
            return IDLE
        if e.trigger == Trigger.ON_ACTIVATE and t.op[e.ops].op == Op.SEARCH_DISCARD and t.op[e.ops].pick == Pick.TOP_CARD:
            gains = top_discard(t, g, b, player, e.ops) - cheapest_payment(t, g, b, player, k, seat.table[i])
            if gains > SWAP:
                return gains
    return 0


@kernel
def top_discard(t: Tables, g: Game, b: Bot, player: int, r: int) -> int:
    """Points of the discard that the op would take; 0 if it takes none."""
    pile = discards_of(g, t.op[r].deck)
    if pile.n == 0:
        return 0
    card = pile.cards[pile.n - 1]
    takes = t.op[r].filter == NONE or t.matches[t.op[r].filter][t.type_of[card]]
    return worth(t, g, b, player, card) if takes else 0


@kernel
def toggled(t: Tables, g: Game, b: Bot, player: int, i: int, mask: Mask) -> int:
    """The action that equips table[i]: the card itself, or first the one that must make room; NONE if neither is allowed."""
    if mask[USE + i]:
        return USE + i
    seat = g.seat[player]
    off = in_place_of(t, g, b, player, t.type[t.type_of[seat.table[i]]].slot, 0)
    if off == NONE or t.type[t.type_of[seat.table[i]]].slot == Slot.NONE or seat.equips < 2:
        return NONE
    return USE + off if mask[USE + off] else NONE


# ------------------------------------------------------------------------------------------------------- selling


@kernel
def next_sold(t: Tables, g: Game, b: Bot, player: int, hand: int, table: int) -> int:
    """The card to mark next (hand slots, then table slots): the one worth least for its Gold. NONE if there is none."""
    seat = g.seat[player]
    may_hand = sellable_hand(t, g, player) & ~hand
    may_table = sellable_table(t, g, player) & ~table
    best, least = NONE, NO_PLAN
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        gold = int(t.type[t.type_of[seat.hand[i]]].gold)
        if (may_hand >> i) & 1 and gold > 0:
            points = worth(t, g, b, player, seat.hand[i]) * 1000 // gold
            if points < least:
                best, least = i, points
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        gold = int(t.type[t.type_of[seat.table[i]]].gold)
        if (may_table >> i) & 1 and gold > 0:
            points = worth(t, g, b, player, seat.table[i]) * 1000 // gold
            if points < least:
                best, least = HAND_SLOTS + i, points
    return best


@kernel
def selling_gains(t: Tables, g: Game, b: Bot, player: int) -> int:
    """Points gained by the cheapest sale that buys one Level."""
    seat = g.seat[player]
    hand = 0
    table = 0
    points = b.level
    while sale_gold(t, g, player, hand, table) < GOLD_PER_LEVEL:
        o = next_sold(t, g, b, player, hand, table)
        if o == NONE:
            return 0
        if o < HAND_SLOTS:
            hand |= 1 << o
            points -= worth(t, g, b, player, seat.hand[o])
        else:
            table |= 1 << (o - HAND_SLOTS)
            points -= worth(t, g, b, player, seat.table[o - HAND_SLOTS])
        if points <= 0:
            return 0
    return points if levels_for(t, g, player, sale_gold(t, g, player, hand, table)) > 0 else 0


@kernel
def choose_sale(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Marks cards as planned, and closes the sale at the first Level."""
    f = top(g)
    if mask[Verb.COMMIT]:
        return because(b, Verb.COMMIT.value, Reason.CLOSE_SALE, 0, 0, 0)
    if selling_gains(t, g, b, f.player) <= 0:
        return because(b, Verb.ABORT.value, Reason.SALE_OFF, 0, 0, 0)
    o = next_sold(t, g, b, f.player, int(f.hand_marked), int(f.table_marked))
    if o == NONE:  # somebody else marked too much, and the sale would bring the winning Level (SELL-03)
        return because(b, Verb.ABORT.value, Reason.SALE_OFF, 0, 0, 0)
    return because(b, HAND + o, Reason.MARK, worth(t, g, b, f.player, option_card(g, f.player, o)), 0, 0)


# ------------------------------------------------------------------------------------------------------- by phase


@kernel
def best_card(t: Tables, g: Game, b: Bot, player: int, mask: Mask) -> tuple[int, int]:
    """The hand or table card that is best played now: its action and its points; NONE if waiting is better."""
    seat = g.seat[player]
    best, most = NONE, 0
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if mask[HAND + i]:
            points = playing_gains(t, g, b, player, i)
            if points > most:
                best, most = HAND + i, points
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        points = using_gains(t, g, b, player, i)
        if points > most:
            action = toggled(t, g, b, player, i, mask)
            if action != NONE:
                best, most = action, points
    return best, most


@kernel
def arrange(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Everything that gains points, the best first; then on with the turn."""
    player = int(top(g).player)
    best, most = best_card(t, g, b, player, mask)
    if mask[Verb.SELL] and most < b.level:
        gains = selling_gains(t, g, b, player)
        if gains > most:
            return because(b, Verb.SELL.value, Reason.SALE, gains, 0, 0)
    if best == NONE and b.trades and mask[Verb.TRADE]:
        partner, gains = best_partner(t, g, b, player)
        if partner != NONE:
            return because_of(b, Verb.TRADE.value, Reason.TRADE, gains, 0, 0, partner)
    return gain_or(b, best, most, Verb.NEXT.value)


@kernel
def gain_or(b: Bot, best: int, points: int, otherwise: int) -> int:
    """The play that was found, or the alternative if no play gains anything."""
    if best == NONE:
        return because(b, otherwise, Reason.WAIT, 0, 0, 0)
    return because(b, best, Reason.GAIN, points, 0, 0)


@kernel
def open_play(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """At the start of the game: what can be worn or taken on."""
    best, points = best_card(t, g, b, top(g).player, mask)
    return gain_or(b, best, points, Verb.NEXT.value)


@kernel
def play_or_keep(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """Play the card if that gains something, otherwise keep it; a Steed that it beats alone may be worth more as a monster."""
    player, card = int(top(g).player), int(top(g).card)
    seat = g.seat[player]
    points = 0
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        if seat.hand[i] == card and mask[Verb.PLAY]:
            points = playing_gains(t, g, b, player, i)
    if mask[Verb.AS_MONSTER]:
        ty = t.type[t.type_of[card]]
        fought = level_points(t, g, b, player, int(ty.levels)) + treasure_worth(t, g, b) * int(ty.treasures)
        lack = deficit_against(t, g, player, card)
        if lack <= -b.trouble_margin and fought > max(points, worth(t, g, b, player, card)):
            return because(b, Verb.AS_MONSTER.value, Reason.TROUBLE, -lack, fought, 0)
    if points > 0:
        return because(b, Verb.PLAY.value, Reason.GAIN, points, 0, 0)
    return because(b, Verb.KEEP.value, Reason.KEEP, 0, 0, 0)


@kernel
def puts_right(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """A worthwhile hand card that makes the excess legal; otherwise NONE."""
    player = int(top(g).player)
    for i in range(min(g.seat[player].hand_n, HAND_SLOTS)):
        if mask[HAND + i]:
            points = playing_gains(t, g, b, player, i)
            if points > 0:
                return because(b, HAND + i, Reason.GAIN, points, 0, 0)
    return NONE


@kernel
def choose_to_turn(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """A hand card that makes it legal, otherwise the least valuable Item."""
    if puts_right(t, g, b, mask) != NONE:
        return puts_right(t, g, b, mask)
    seat = g.seat[top(g).player]
    best, least = NONE, NO_PLAN
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if mask[USE + i] and g.mark[seat.table[i]] & EQUIPPED and worth(t, g, b, top(g).player, seat.table[i]) < least:
            best, least = USE + i, worth(t, g, b, top(g).player, seat.table[i])
    return because(b, best, Reason.LEAST, least, 0, 0)


@kernel
def too_big(t: Tables, g: Game, b: Bot, mask: Mask) -> int:
    """A hand card that makes it legal, a sale that pays, or the least valuable Big Item."""
    player = int(top(g).player)
    seat = g.seat[player]
    if puts_right(t, g, b, mask) != NONE:
        return puts_right(t, g, b, mask)
    if mask[Verb.SELL]:
        points = selling_gains(t, g, b, player)
        if points > 0:
            return because(b, Verb.SELL.value, Reason.SALE, points, 0, 0)
    best, least = NONE, NO_PLAN
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if mask[USE + i] and t.type[t.type_of[seat.table[i]]].big and worth(t, g, b, player, seat.table[i]) < least:
            best, least = USE + i, worth(t, g, b, player, seat.table[i])
    return because(b, best, Reason.LEAST, least, 0, 0)
