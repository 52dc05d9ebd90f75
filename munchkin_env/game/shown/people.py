"""The players of a view: what they have in play and in hand."""

from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.actions import HAND_SLOTS, TABLE_SLOTS
from munchkin_env.engine.state.records import CHANGED, EQUIPPED, FRESH, MAX_TABLE, Deed
from munchkin_env.game.notation import RINGS, player_name
from munchkin_env.game.views import SEX, seats_of
from munchkin_env.observe.addends import Stake, Total
from munchkin_env.observe.layout import MyHand, MyTable, Person
from munchkin_env.vocabulary.words import CardKind, Sex

from .faces import slot_word
from .schema import CardInHand, CardOnTable, LastingView, SeatView, UseView
from .sight import Eye, until_words

_IDENTITY = frozenset({CardKind.CLASS, CardKind.RACE, CardKind.ROLE, CardKind.HOUSE, CardKind.PROFICIENCY, CardKind.DUAL})


def seat_view(eye: Eye, p: int) -> SeatView:
    """A player as the eye sees them."""
    g = eye.game.record
    s, c, seen = g.seat[p], g.combat, eye.seen["people"][eye.from_me(p)]
    in_ring = eye.decides and eye.game.top.kind in RINGS
    role = None
    if c.on:
        role = "main" if c.main == p else "helper" if c.helper == p else None
    return SeatView(
        seat=p,
        name=eye.names.get(p, player_name(p)),
        level=s.level,
        wins_at=int(eye.numbers[look.WIN_LEVEL + p]),
        strength=int(eye.numbers[look.OF_PLAYER + p]),
        strength_from=eye.made_of(Total.PLAYER, p),
        sex=SEX[s.sex],
        changed_sex=s.changed_sex != 0,
        dead=s.dead != 0,
        gets_new_hand=s.owes_deal != 0,
        identity=tuple(eye.notation.name(s.table[i]) for i in range(s.table_n) if eye.notation.info(s.table[i]).kind in _IDENTITY),
        table=tuple(_on_table(eye, p, i) for i in range(s.table_n)),
        hand=_hand(eye, p),
        hand_limit=int(eye.numbers[look.LIMIT_OF_HAND + p]),
        lasting=_lasting(eye, p),
        uses=_uses(eye, p),
        trade_offers_left=s.offers,
        equip_changes_left=s.equips,
        sales_left=s.sales,
        role=role,
        met=bool(seen[Person.MET]),
        escapes=bool(seen[Person.AWAY]),
        requests=c.asks[p] if c.on else 0,
        asked=bool(seen[Person.ASKED]),
        passed=bool(seen[Person.PASSED]) if in_ring else None,
        deeds={deed.name.lower(): tuple(g.past[p][q] >> 8 * deed & 255 for q in range(g.n_players)) for deed in Deed},
    )


def _mine(eye: Eye, p: int) -> bool:
    """Whether the marks of the observation are about this player: it is the one who decides, and who looks."""
    return eye.decides and eye.game.seat == p


# ------------------------------------------------------------------------------------------------------- the table


def _on_table(eye: Eye, p: int, i: int) -> CardOnTable:
    g = eye.game.record
    s = g.seat[p]
    card = s.table[i]
    info = eye.notation.info(card)
    marked = _mine(eye, p) and i < TABLE_SLOTS and bool(eye.seen["my_table_slots"][i][MyTable.MARKED])
    return CardOnTable(
        place=f"table/{p}/{i}",
        card=info.name,
        kind=info.kind.name.lower(),
        slot=slot_word(info),
        equipped=g.mark[card] & EQUIPPED != 0,
        counts=bool(eye.stakes[Stake.COUNTS + p * MAX_TABLE + i]),
        adds=eye.adds(p, card),
        on=_host(eye, p, i),
        sex=_sex(eye, card) if "sex" in info.data else None,
        marked=marked,
    )


def _host(eye: Eye, p: int, i: int) -> str | None:
    s = eye.game.record.seat[p]
    return next((f"table/{p}/{j}" for j in range(s.table_n) if s.host[i] >= 0 and s.table[j] == s.host[i]), None)


def _sex(eye: Eye, card: int) -> str:
    printed = int(Sex[eye.notation.info(card).data["sex"].upper()])
    return SEX[printed ^ (1 if eye.game.record.mark[card] & CHANGED else 0)]


# -------------------------------------------------------------------------------------------------------- the hand


def _hand(eye: Eye, p: int) -> tuple[CardInHand, ...]:
    """My own in its order. Of another player's, neither the order nor what was just received is public."""
    s = eye.game.record.seat[p]
    if eye.everything or p == eye.seat:
        return tuple(_own_card(eye, p, i) for i in range(s.hand_n))
    hand = [_others_card(eye, s.hand[i]) for i in range(s.hand_n)]
    return tuple(sorted(hand, key=lambda one: (one.card is None, one.back, one.card or "")))


def _own_card(eye: Eye, p: int, i: int) -> CardInHand:
    g = eye.game.record
    card = g.seat[p].hand[i]
    marked = _mine(eye, p) and i < HAND_SLOTS and bool(eye.seen["my_hand_slots"][i][MyHand.MARKED])
    known_to = tuple(q for q in seats_of(g.mark[card]) if q < g.n_players and q != p)
    return CardInHand(f"hand/{p}/{i}", eye.name(card), eye.notation.deck(card), g.mark[card] & FRESH != 0, known_to, marked)


def _others_card(eye: Eye, card: int) -> CardInHand:
    known = eye.seat is not None and eye.game.record.mark[card] >> eye.seat & 1
    return CardInHand(None, eye.name(card) if known else None, eye.notation.deck(card), None, None, False)


# --------------------------------------------------------------------------------------------------- timed effects


def _lasting(eye: Eye, p: int) -> tuple[LastingView, ...]:
    g = eye.game.record
    found = [g.marker[k] for k in range(g.marker_n) if g.marker[k].seat == p]
    return tuple(LastingView(eye.notation.name(m.card), m.amount, until_words(m.until), m.waiting == 1) for m in found)


def _uses(eye: Eye, p: int) -> tuple[UseView, ...]:
    g = eye.game.record
    found = [g.use[k] for k in range(g.use_n) if g.use[k].seat == p]
    return tuple(
        UseView(
            eye.notation.card_of_effect(use.effect),
            eye.game.cards.effects[use.effect].replace("_", " ") or None,
            use.victim if use.victim >= 0 else None,
            use.count,
        )
        for use in found
    )
