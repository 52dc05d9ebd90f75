"""Playing a card or using a power: mode, target, price, and then its program runs.

USE_CARD -> EFFECT_CHOSEN -> TARGET_CHOSEN -> SECOND_TARGET -> PAY -> USE_PAID, one frame that continues under these names.
"""

from munchkin_env.core.bits import count_bits
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.effects.answers import announce
from munchkin_env.engine.effects.interpreter import start
from munchkin_env.engine.queries.decks import deck_of, index_in_hand, index_on_table
from munchkin_env.engine.queries.handling import loadable, may_lay_down, may_load, may_toggle
from munchkin_env.engine.queries.limits import equippable, may_have_companion, replaceable
from munchkin_env.engine.queries.moments import answered_by
from munchkin_env.engine.queries.offers import fresh_targets, ways
from munchkin_env.engine.queries.prices import decks_that_pay, hand_of_decks, hand_payments, table_of_decks, table_payments
from munchkin_env.engine.queries.rights import FROM_FIGHT, FROM_HAND, monster_ways
from munchkin_env.engine.queries.seats import count_kind, has_dual, is_identity, is_pledged, living
from munchkin_env.engine.state.declare import CARD, DISCARDS_NOTED, PRICE, Register, Step
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EFFECT, Frame, Game
from munchkin_env.engine.state.stack import Disposal, Why, become, pop, push, top
from munchkin_env.engine.verbs.asking import STOPPED, ask_card, ask_number, ask_player
from munchkin_env.engine.verbs.deeds import hit_fighters, take_aim
from munchkin_env.engine.verbs.piles import discard, from_hand, from_table, put_on, take_off, to_table, turn_over
from munchkin_env.engine.verbs.uses import count_use
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import ALL, NONE, CardKind, Deck, Of, Per, Trigger, When

IN_THE_FIGHT = int(When.ANY_COMBAT | When.OWN_COMBAT | When.OTHER_COMBAT)
LAY_DOWN = STOPPED  # the answer to "which mode" that means: put it on the table


@kernel
def use_card(t: Tables, g: Game) -> None:
    """What kind of card is it?"""
    f = top(g)
    kind = t.type[t.type_of[f.card]].kind
    if f.place != FROM_HAND:
        choose_way(t, g, f)
    elif kind == CardKind.MONSTER:
        take_from_hand(g, f)
        hit_fighters(t, g, f)
        announce(t, g, f, Kind.JOIN_FIGHT)
    elif kind == CardKind.CURSE:
        take_from_hand(g, f)
        become(g, Kind.CURSE)
        ask_player(g, f.player, living(g), Why.TARGET)
    elif is_identity(kind) or kind == CardKind.COMPANION or kind == CardKind.DUAL or kind == CardKind.PROFICIENCY:
        take_from_hand(g, f)
        announce(t, g, f, Kind.TAKE_ON)
    else:
        choose_way(t, g, f)


@kernel
def take_from_hand(g: Game, f: Frame) -> None:
    log(g, What.PLAYS, f.player, NONE, f.card, 0, EVERYONE)
    from_hand(g, f.player, index_in_hand(g.seat[f.player], f.card))


@kernel
def choose_way(t: Tables, g: Game, f: Frame) -> None:
    """Several effects are alternatives; an Item may also just be laid down, equipped or loaded."""
    timing = int(f.when)
    player, card, place = int(f.player), int(f.card), int(f.place)
    answered = answered_by(g, g.depth - 2)  # the decision below this frame led to it
    bits = 0
    plain = False
    if place == FROM_FIGHT:
        bits = monster_ways(t, g, player, f.slot, timing)
    elif place == FROM_HAND:
        bits = ways(t, g, player, card, Trigger.ON_PLAY, timing, NONE, answered)
        plain = timing & When.ANY_TIME != 0 and may_lay_down(t, g, player, card)
    else:
        i = index_on_table(g.seat[player], card)
        bits = ways(t, g, player, card, Trigger.ON_ACTIVATE, timing, i, answered)
        if t.type[t.type_of[card]].kind == CardKind.ONE_SHOT:
            bits |= ways(t, g, player, card, Trigger.ON_PLAY, timing, i, answered)
        plain = timing & When.ANY_TIME != 0 and (may_toggle(t, g, player, i) or may_load(t, g, player, i))
    become(g, Kind.EFFECT_CHOSEN)
    if bits == 0:
        f.answer = LAY_DOWN
    elif plain:
        q = push(g, Kind.ASK_NUMBER, player)
        q.numbers = bits
        q.why = Why.WAY
        q.may_stop = 1
        q.card = card
    else:
        ask_number(g, player, bits, Why.WAY, card)


@kernel
def effect_chosen(t: Tables, g: Game) -> None:
    f = top(g)
    if f.answer == LAY_DOWN:
        on_the_table(t, g, f)
        return
    f.effect = t.type[t.type_of[f.card]].effects + f.answer
    e = t.effect[f.effect]
    if e.trigger == Trigger.ON_PLAY:
        if f.place == FROM_HAND:
            take_from_hand(g, f)
        else:
            log(g, What.PLAYS, f.player, NONE, f.card, 0, EVERYONE)
            from_table(t, g, f.player, index_on_table(g.seat[f.player], f.card))
    else:
        log(g, What.USES, f.player, NONE, f.card, 0, EVERYONE)
    if e.target == Of.NOBODY:
        begin_payment(t, g, f)
        return
    aims = fresh_targets(t, g, f.player, f.effect)
    if f.player == g.combat.main and is_pledged(g, f.card):  # playing it on the helper fulfills the deal early (HELP-07)
        aims &= 1 << int(g.combat.helper)
    become(g, Kind.TARGET_CHOSEN)
    ask_player(g, f.player, aims, Why.TARGET)


@kernel
def on_the_table(t: Tables, g: Game, f: Frame) -> None:
    """Laid down, equipped if it fits (ITEM-08); or equipped, turned sideways, loaded."""
    player, card, place = int(f.player), int(f.card), int(f.place)
    pop(g)
    seat = g.seat[player]
    if place == FROM_HAND:
        log(g, What.LAYS_DOWN, player, NONE, card, 0, EVERYONE)
        from_hand(g, player, index_in_hand(seat, card))
        to_table(t, g, player, card, False)
        if equippable(t, g, player, seat.table_n - 1):
            put_on(g, player, card)
        return
    seat.equips -= 1
    if t.type[t.type_of[card]].carries:
        push(g, Kind.LOAD, player).card = card
    else:
        turn_over(g, player, card)
        g.recheck |= 1 << player  # the card turned sideways may have let the player wear more


@kernel
def load_item(t: Tables, g: Game) -> None:
    """The companion takes an Item, and puts down its previous load; free of limits and restrictions (HIRE-01)."""
    f = top(g)
    player, card = int(f.player), int(f.card)
    seat = g.seat[player]
    if f.answer == NONE:
        bits = loadable(t, g, player, index_on_table(seat, card))
        ask_card(t, g, player, 0, bits, Why.LOAD, False, card)
        return
    taken = int(f.answer)
    pop(g)
    for j in range(seat.table_n):
        if seat.host[j] == card:
            seat.host[j] = NONE
            take_off(g, player, seat.table[j])
    seat.host[index_on_table(seat, taken)] = card
    log(g, What.PUTS_ON, player, NONE, taken, card, EVERYONE)
    put_on(g, player, taken)
    g.recheck |= 1 << player


@kernel
def take_on(t: Tables, g: Game) -> None:
    """A Class, Race, companion or the like comes into play; if the place is full, an old one leaves in the same action (ORIG-06)."""
    f = top(g)
    player, card = int(f.player), int(f.card)
    kind = t.type[t.type_of[card]].kind
    seat = g.seat[player]
    if f.answer == NONE and is_full(t, g, player, kind):
        ask_card(t, g, player, 0, replaceable(t, g, player, kind), Why.GIVE_UP, False, card)
        return
    if f.answer != NONE:
        log(g, What.DISCARDS, player, NONE, f.answer, 0, EVERYONE)
        discard(t, g, from_table(t, g, player, index_on_table(seat, f.answer)))
    pop(g)
    to_table(t, g, player, card, False)
    g.recheck |= 1 << player


@kernel
def is_full(t: Tables, g: Game, player: int, kind: int) -> bool:
    seat = g.seat[player]
    n = count_kind(t, seat, kind)
    if kind == CardKind.COMPANION:
        return not may_have_companion(t, g, player)
    if not is_identity(kind):
        return False
    return n >= (2 if has_dual(t, seat, kind) else 1)


@kernel
def target_chosen(t: Tables, g: Game) -> None:
    f = top(g)
    f.target = f.answer
    others = 0
    if t.effect[f.effect].targets > 1:
        others = fresh_targets(t, g, f.player, f.effect) & ~(1 << int(f.target))
    if others == 0:
        begin_payment(t, g, f)
        return
    become(g, Kind.SECOND_TARGET)
    q = push(g, Kind.ASK_PLAYER, f.player)
    q.seats = others
    q.why = Why.SECOND_TARGET
    q.may_stop = 1


@kernel
def second_target(t: Tables, g: Game) -> None:
    f = top(g)
    if f.answer != STOPPED:
        f.target2 = f.answer
    begin_payment(t, g, f)


@kernel
def begin_payment(t: Tables, g: Game, f: Frame) -> None:
    e = t.effect[f.effect]
    f.to_pay = 0 if e.cost_zone == NONE else e.cost_amount
    if e.cost_zone != NONE:
        f.doors_noted = g.door_discards.n + 1
        f.treasures_noted = g.treasure_discards.n + 1
    if e.trigger == Trigger.ON_PLAY:
        announce(t, g, f, Kind.PAY)
    else:
        become(g, Kind.PAY)


@kernel
def pay_price(t: Tables, g: Game) -> None:
    """Discards, one by one; any card that is not excluded will do (ORIG-03). Cards lost along with one are not payment (ORIG-09)."""
    f = top(g)
    player = int(f.player)
    if f.answer != NONE:
        f.paid_deck = deck_of(t, f.answer)
        pay_card(t, g, player, f.answer)
        f.answer = NONE
        f.to_pay -= 1
        if g.recheck:
            return
    if f.to_pay == 0:
        become(g, Kind.USE_PAID)
        return
    hand = hand_payments(t, g, player, f.effect, f.card)
    table = table_payments(t, g, player, f.effect, f.card)
    if t.effect[f.effect].cost_same_deck and f.to_pay != ALL:
        decks = 1 << int(f.paid_deck) if t.effect[f.effect].cost_amount > f.to_pay else decks_that_pay(t, g, player, hand, table, f.to_pay)
        hand = hand_of_decks(t, g, player, hand, decks)
        table = table_of_decks(t, g, player, table, decks)
    n = count_bits(hand) + count_bits(table)
    if n == 0:
        become(g, Kind.USE_PAID)
    elif f.to_pay == ALL:
        seat = g.seat[player]
        for i in range(seat.hand_n - 1, -1, -1):
            if (hand >> i) & 1:
                pay_card(t, g, player, seat.hand[i])
        if hand_payments(t, g, player, f.effect, f.card) == 0:
            become(g, Kind.USE_PAID)
    else:
        ask_card(t, g, player, hand, table, Why.PAY, False, f.card)


@kernel
def pay_card(t: Tables, g: Game, player: int, card: int) -> None:
    log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
    place = index_on_table(g.seat[player], card)
    if place != NONE:
        from_table(t, g, player, place)
    else:
        from_hand(g, player, index_in_hand(g.seat[player], card))
    discard(t, g, card)


@kernel
def use_paid(t: Tables, g: Game) -> None:
    """The price is paid: count the use, and run the program (once per target)."""
    f = top(g)
    player, card, effect, slot = int(f.player), int(f.card), int(f.effect), int(f.slot)
    target, target2 = int(f.target), int(f.target2)
    doors, treasures, deck = int(f.doors_noted), int(f.treasures_noted), int(f.paid_deck)
    pop(g)
    e = t.effect[effect]
    disposal = Disposal.NONE
    if e.trigger == Trigger.ON_PLAY:
        disposal = Disposal.ZONE if e.when & IN_THE_FIGHT and g.combat.on else Disposal.DISCARD
    elif e.cost_this:
        log(g, What.DISCARDS, player, NONE, card, 0, EVERYONE)
        from_table(t, g, player, index_on_table(g.seat[player], card))
        disposal = Disposal.DISCARD
    if e.times:
        count_use(g, effect, player, target if e.per == Per.VICTIM_IN_COMBAT else NONE, e.per)
    if target2 != NONE:
        second = start(t, g, effect, player, card, disposal)
        second.target = target2
        take_aim(t, g, second)
        disposal = Disposal.NONE
    first = start(t, g, effect, player, card, disposal)
    first.target = target
    first.slot = slot
    first.doors_noted = doors
    first.treasures_noted = treasures
    first.cost_deck = deck
    if e.trigger == Trigger.BEFORE_COMBAT:
        first.victim = player
    if target != NONE:
        take_aim(t, g, first)


_SOURCE = Register("place", "b", (1, 3), "from where: FROM_HAND, FROM_TABLE, FROM_FIGHT")
_IF_MONSTER = Register("slot", says="of the monster whose ability it is")
_CHOSEN = (
    Register("card", within=CARD),
    Register("place", "b", (0, 3), "from where"),
    Register("effect", within=EFFECT),
    Register("target", says="on whom,"),
    Register("target2", says="and on whom else"),
    Register("slot", says="of the monster whose ability it is"),
    Register("to_pay", "a", (0, ALL), "cards still to be paid"),
    Register("paid_deck", "d", (0, int(Deck.TREASURE)), "the deck of the last card paid"),
    *DISCARDS_NOTED,
)
STEPS = (
    Step(
        "USE_CARD",
        103,
        run=use_card,
        registers=(
            Register("card", within=CARD),
            _SOURCE,
            Register("when", "bits64", says="the When bits now"),
            _IF_MONSTER,
            Register("hit", "passed", says="the players whom it has harmed (deeds.py)"),
            Register("ok"),
            Register("follows", "c", says="as it is announced: the Kind as which it goes on"),
        ),
    ),
    Step(
        "EFFECT_CHOSEN",
        104,
        run=effect_chosen,
        registers=(
            Register("card", within=CARD),
            _SOURCE,
            _IF_MONSTER,
            Register("answer", says="offset of the effect, or STOPPED: lay it down"),
            Register("effect", says="the one chosen"),
            *PRICE,
        ),
        waits=True,
    ),
    Step(
        "TARGET_CHOSEN",
        105,
        run=target_chosen,
        registers=(*_CHOSEN, Register("answer", says="the player")),
        waits=True,
        asks_seats=True,
    ),
    Step(
        "SECOND_TARGET",
        106,
        run=second_target,
        registers=(*_CHOSEN, Register("answer", says="another player, or STOPPED")),
        waits=True,
        asks_seats=True,
    ),
    Step("PAY", 107, run=pay_price, registers=(*_CHOSEN, Register("answer", says="a card paid"))),
    Step("USE_PAID", 108, run=use_paid, registers=_CHOSEN),
    Step(
        "TAKE_ON",
        109,
        run=take_on,
        registers=(
            Register("card", within=CARD, says="an identity or companion"),
            Register("answer", says="the card that it replaces"),
        ),
        holds_card=True,
    ),
    Step(
        "LOAD",
        110,
        run=load_item,
        registers=(
            Register("card", within=CARD, says="a companion"),
            Register("answer", says="the Item that it is to carry"),
        ),
    ),
)
