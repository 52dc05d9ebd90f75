"""Asking questions. The answer goes to `answer` of the frame below, which asked; a single possible answer is given without asking."""

from munchkin_env.core.bits import count_bits, lowest_bit
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.actions import PLAYER
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import push, top
from munchkin_env.vocabulary.tables import Tables

STOPPED = -2  # the answer of a player who does not want to continue
BLIND_TAKE = -3  # "a card of the other's hand, unseen"


@kernel
def seat_id(g: Game, player: int, other: int) -> int:
    """The PLAYER action with which player names other."""
    return PLAYER + (other - player) % g.n_players


@kernel
def answers_itself(g: Game, choices: int) -> bool:
    """Is there only one possible answer? Not if everything must be asked, for callers that check answers (scenario/)."""
    return choices == 1 and g.asks_all == 0


@kernel
def ask_player(g: Game, player: int, seats: int, why: int) -> None:
    if answers_itself(g, count_bits(seats)):
        top(g).answer = lowest_bit(seats)
        return
    q = push(g, Kind.ASK_PLAYER, player)
    q.seats = seats
    q.why = why


@kernel
def ask_monster(g: Game, player: int, slots: int, why: int) -> None:
    if answers_itself(g, count_bits(slots)):
        top(g).answer = lowest_bit(slots)
        return
    q = push(g, Kind.ASK_MONSTER, player)
    q.slots = slots
    q.why = why


@kernel
def ask_number(g: Game, player: int, numbers: int, why: int, card: int) -> None:
    if answers_itself(g, count_bits(numbers)):
        top(g).answer = lowest_bit(numbers)
        return
    q = push(g, Kind.ASK_NUMBER, player)
    q.numbers = numbers
    q.why = why
    q.card = card


@kernel
def ask_yes(g: Game, player: int, why: int, card: int) -> None:
    q = push(g, Kind.ASK_YES, player)
    q.why = why
    q.card = card


@kernel
def ask_card(t: Tables, g: Game, player: int, hand: int, table: int, why: int, may_stop: bool, card: int) -> None:
    """Which of the player's own cards? Answer: the card, or STOPPED."""
    if not may_stop and answers_itself(g, count_bits(hand) + count_bits(table)):
        seat = g.seat[player]
        top(g).answer = seat.hand[lowest_bit(hand)] if hand != 0 else seat.table[lowest_bit(table)]
        return
    q = push(g, Kind.ASK_CARD, player)
    q.hand_choices = hand
    q.table_choices = table
    q.why = why
    q.may_stop = 1 if may_stop else 0
    q.card = card


@kernel
def ask_other(t: Tables, g: Game, player: int, owner: int, table: int, blind: bool, why: int, card: int) -> None:
    """Which card of another table, or (blind) one of that hand unseen? Answer: the card, or BLIND_TAKE."""
    if not blind and answers_itself(g, count_bits(table)):
        top(g).answer = g.seat[owner].table[lowest_bit(table)]
        return
    if blind and answers_itself(g, 1 + count_bits(table)):
        top(g).answer = BLIND_TAKE
        return
    q = push(g, Kind.ASK_OTHER, player)
    q.victim = owner
    q.table_choices = table
    q.why = why
    q.may_stop = 1 if blind else 0
    q.card = card
