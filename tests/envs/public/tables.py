"""Facts about the game as a whole, the seats and the piles."""

import random
from collections.abc import Callable

from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, FRESH, KNOWN, Deed, FasterTreasure
from munchkin_env.game.game import Game
from munchkin_env.game.options import OPTIONS
from munchkin_env.vocabulary.words import NONE, CardKind, Trigger
from tests.envs.public.fact import Change, Seats, anyone, everyone, fact, swap

# ------------------------------------------------------------------------------------------------------ the game


@fact("over", "truncated")
def it_is_broken_off(game: Game, rng: random.Random) -> Seats | None:
    if game.over:
        return None
    game.record.over = 1
    game.record.truncated = 1
    return everyone(game)


@fact("winners")
def somebody_has_won(game: Game, rng: random.Random) -> Seats | None:
    if game.over:
        return None
    game.record.over = 1
    game.record.winners = 1 << anyone(game, rng)
    return everyone(game)


@fact("turn_player")
def it_is_anothers_turn(game: Game, rng: random.Random) -> Seats | None:
    game.record.turn_player = (game.record.turn_player + 1) % game.num_players
    return everyone(game)


@fact("room")
def the_room_is_in_another_state(game: Game, rng: random.Random) -> Seats | None:
    game.record.room = (game.record.room + 1) % 3
    return everyone(game)


@fact("setting_up")
def the_game_is_set_up(game: Game, rng: random.Random) -> Seats | None:
    game.record.setting_up ^= 1
    return everyone(game)


@fact("rounds")
def a_round_later(game: Game, rng: random.Random) -> Seats | None:
    game.record.rounds += 1
    return everyone(game)


@fact("options")
def another_house_rule(game: Game, rng: random.Random) -> Seats | None:
    option = rng.choice([one for one in OPTIONS if not one.unseen])
    now = int(getattr(game.record.options, option.field))
    if option.is_flag:
        other = 1 - now
    elif option.low is not None and option.high is not None:
        other = now + 1 if now < option.high else now - 1
    else:
        other = rng.choice([number for name, number in option.choices if number != now and name != "set_default"])
        if option.name == "faster_treasure" and now == FasterTreasure.SET_DEFAULT:
            return None  # it may mean the same
    if option.name == "max_rounds" and game.record.rounds == 0:
        return None
    setattr(game.record.options, option.field, other)
    return everyone(game)


@fact("past")
def something_is_remembered(game: Game, rng: random.Random) -> Seats | None:
    who = anyone(game, rng)
    game.record.past[who][(who + 1) % game.num_players] += 1 << 8 * rng.randrange(len(Deed))
    return everyone(game)


# ----------------------------------------------------------------------------------------------------- the seats


def _of_seat(field: str, other: Callable[[int], int]) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        s = game.record.seat[anyone(game, rng)]
        setattr(s, field, other(getattr(s, field)))
        return everyone(game)

    change.__name__ = f"another_{field}"
    return fact(f"seat.{field}")(change)


for _field in ("sex", "changed_sex", "dead", "owes_deal"):
    _of_seat(_field, lambda now: 1 - now)
_of_seat("level", lambda now: now + 1 if now < 9 else now - 1)
_of_seat("offers", lambda now: now - 1 if now else now + 1)
_of_seat("equips", lambda now: now - 1 if now else now + 1)
_of_seat("sales", lambda now: 1 - now)


@fact("seat.hand")
def another_card_in_hand(game: Game, rng: random.Random) -> Seats | None:
    p = anyone(game, rng)
    s = game.record.seat[p]
    if s.hand_n == 0:
        return None
    marks = swap(game, s.hand, rng.randrange(s.hand_n), rng)
    return None if marks is None else {p} | {q for q in everyone(game) if marks >> q & 1}


@fact("seat.hand_n")
def a_card_less_in_hand(game: Game, rng: random.Random) -> Seats | None:
    """Backs are public: everybody counts them."""
    s = game.record.seat[anyone(game, rng)]
    if s.hand_n == 0:
        return None
    s.hand_n -= 1
    return everyone(game)


@fact("mark")
def a_card_becomes_known(game: Game, rng: random.Random) -> Seats | None:
    """The player who learns it sees it; its owner sees that it is known."""
    p = anyone(game, rng)
    s = game.record.seat[p]
    q = (p + 1 + rng.randrange(game.num_players - 1)) % game.num_players
    hidden = [s.hand[i] for i in range(s.hand_n) if game.record.mark[s.hand[i]] & KNOWN == 0]
    if not hidden:
        return None
    game.record.mark[rng.choice(hidden)] |= 1 << q
    return {p, q}


@fact("mark")
def a_card_has_just_come(game: Game, rng: random.Random) -> Seats | None:
    p = anyone(game, rng)
    s = game.record.seat[p]
    if s.hand_n == 0:
        return None
    game.record.mark[s.hand[rng.randrange(s.hand_n)]] ^= FRESH
    return {p}


@fact("mark")
def an_item_is_turned(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    items = [s.table[i] for i in range(s.table_n) if game._notation.info(s.table[i]).kind == CardKind.ITEM]
    if not items:
        return None
    game.record.mark[rng.choice(items)] ^= EQUIPPED
    return everyone(game)


@fact("seat.table")
def another_card_on_the_table(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    if s.table_n == 0:
        return None
    return None if swap(game, s.table, rng.randrange(s.table_n), rng) is None else everyone(game)


@fact("seat.table_n")
def a_card_less_on_the_table(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    if s.table_n == 0:
        return None
    s.table_n -= 1
    return everyone(game)


@fact("seat.host")
def a_card_hangs_on_another(game: Game, rng: random.Random) -> Seats | None:
    s = game.record.seat[anyone(game, rng)]
    if s.table_n < 2:
        return None
    s.host[0] = s.table[1] if s.host[0] == NONE else NONE
    return everyone(game)


@fact("use", "use_n")
def a_power_was_used_once_more(game: Game, rng: random.Random) -> Seats | None:
    """Cards that are played three times a turn at most are counted in the same place, and are no powers."""
    uses = [game.record.use[i] for i in range(game.record.use_n)]
    powers = [use for use in uses if game.cards.tables["effect"]["trigger"][0, use.effect] != Trigger.ON_PLAY]
    if not powers:
        return None
    rng.choice(powers).count += 1
    return everyone(game)


@fact("marker", "marker_n")
def a_marker_is_gone(game: Game, rng: random.Random) -> Seats | None:
    if game.record.marker_n == 0:
        return None
    game.record.marker_n -= 1
    return everyone(game)


def _of_marker(field: str, other: Callable[[Game, int], int]) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        if game.record.marker_n == 0:
            return None
        m = game.record.marker[rng.randrange(game.record.marker_n)]
        setattr(m, field, other(game, getattr(m, field)))
        return everyone(game)

    change.__name__ = f"another_{field}_of_a_marker"
    return fact(f"marker.{field}")(change)


_of_marker("seat", lambda game, now: (now + 1) % game.num_players)
_of_marker("until", lambda _, now: 1 + now % 9)
_of_marker("waiting", lambda _, now: 0 if now == 1 else 1)
_of_marker("amount", lambda _, now: now + 1)

# ----------------------------------------------------------------------------------------------------- the piles


def _less(pile: str) -> Change:
    def change(game: Game, rng: random.Random) -> Seats | None:
        p = getattr(game.record, pile)
        if p.n == 0:
            return None
        p.n -= 1
        return everyone(game)

    change.__name__ = f"a_card_less_in_{pile}"
    return fact(f"{pile}.n")(change)


for _pile in ("doors", "treasures", "door_discards", "treasure_discards"):
    _less(_pile)


@fact("doors.cards", "treasures.cards")
def another_order_of_a_deck(game: Game, rng: random.Random) -> Seats | None:
    pile = rng.choice([game.record.doors, game.record.treasures])
    if pile.n < 2:
        return None
    cards = [pile.cards[i] for i in range(pile.n)]
    rng.shuffle(cards)
    for i, card in enumerate(cards):
        pile.cards[i] = card
    return set()


@fact("door_discards.cards", "treasure_discards.cards")
def another_top_of_the_discards(game: Game, rng: random.Random) -> Seats | None:
    pile = rng.choice([game.record.door_discards, game.record.treasure_discards])
    return everyone(game) if pile.n and swap(game, pile.cards, pile.n - 1, rng) is not None else None


@fact("door_discards.cards", "treasure_discards.cards")
def another_card_among_the_discards(game: Game, rng: random.Random) -> Seats | None:
    """Below the top: visible if the option shows counts or everything."""
    pile = rng.choice([game.record.door_discards, game.record.treasure_discards])
    looked_at = not game.over and game.top.kind == Kind.ASK_DISCARDS
    if pile.n < 2 or looked_at or swap(game, pile.cards, rng.randrange(pile.n - 1), rng) is None:
        return None
    return everyone(game) if game.record.options.obs_discards else set()


@fact("pool", "pool_n")
def another_card_in_the_open(game: Game, rng: random.Random) -> Seats | None:
    if game.record.pool_n == 0 or game.decision not in ("PICK_TREASURE", "LOOT_BODY"):
        return None
    return None if swap(game, game.record.pool, rng.randrange(game.record.pool_n), rng) is None else everyone(game)
