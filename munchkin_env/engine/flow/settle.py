"""What happens next: frames run until a player has something to decide."""

from munchkin_env.core.kernel import kernel, piece
from munchkin_env.core.types import Mask
from munchkin_env.engine.queries.seats import left_of
from munchkin_env.engine.rules.turn.houses import push_houses
from munchkin_env.engine.rules.turn.setup import assign_sex
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import MAX_DEPTH, Game, SexMode
from munchkin_env.engine.state.rng import seed_streams
from munchkin_env.engine.state.stack import pop, push, top
from munchkin_env.engine.verbs.blank import blank
from munchkin_env.engine.verbs.piles import full_decks
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

from .dispatch import apply, is_moot, is_ring, legal, run_next

LONGEST_TURN = 10_000  # decisions; then the game is truncated (TIME-13)
MOST_FRAMES = 20_000  # automatic ones in one step; random games reach a few hundred


class UnsoundGameError(RuntimeError):
    """The position cannot be played on, and no game by the rules leads to it: a forged saved game, or a bug in the rules."""


NOBODY_CAN_ACT = "the deciding player has no legal action: no game by the rules leads to this position; the game cannot continue"
NOTHING_OR_TOO_MUCH = "nothing is pending, or more than fits: no game by the rules leads to this position; the game cannot continue"
NO_END = "the automatic steps do not end: no game by the rules leads to this position; the game cannot continue"


@kernel
def first_legal_action(mask: Mask) -> int:
    """NONE if there is none."""
    for action in range(N_ACTIONS):
        if mask[action]:
            return action
    return NONE


@kernel
def several_legal(mask: Mask) -> bool:
    """Counted to the end: without an early exit, many entries are looked at in one instruction."""
    n = 0
    for action in range(N_ACTIONS):
        if mask[action]:
            n += 1
    return n > 1


@piece
def happens(t: Tables, g: Game, mask: Mask) -> bool:
    """Run the next automatic step. False: there is none, a player has to decide, and mask says what is legal."""
    if g.recheck:
        push_correction(g)
        return True
    f = top(g)
    if f.kind >= FIRST_AUTOMATIC:
        run_next(t, g)
        return True
    if is_ring(f.kind) and g.seat[f.player].dead:
        f.player = left_of(g, f.player)
    if is_moot(t, g) or (is_ring(f.kind) and g.seat[f.player].dead):  # or nobody is left to decide
        pop(g)
        return True
    legal(t, g, mask)
    forced = first_legal_action(mask)
    if forced == NONE:
        raise UnsoundGameError(NOBODY_CAN_ACT)
    if g.options.auto_pass_forced == 0 or not (is_ring(f.kind) or f.kind == Kind.ESCAPE):
        return False
    if several_legal(mask):
        return False
    apply(t, g, forced)  # nothing else could be done (TIME-10)
    return True


@kernel
def settle(t: Tables, g: Game, mask: Mask) -> None:
    """Run until a player has something to decide, or the game is over. Fills the mask of that decision.

    Raises UnsoundGameError in a position that no game by the rules reaches: a loaded game may be forged.
    """
    for _ in range(MOST_FRAMES):
        if g.over:
            mask[:] = False
            return
        if g.depth <= 0 or g.depth >= MAX_DEPTH:
            raise UnsoundGameError(NOTHING_OR_TOO_MUCH)
        if not happens(t, g, mask):
            return
    raise UnsoundGameError(NO_END)


@kernel
def push_correction(g: Game) -> None:
    for p in range(g.n_players):
        if (int(g.recheck) >> p) & 1:
            g.recheck &= ~(1 << p) & 255
            push(g, Kind.CORRECT, p)
            return


@kernel
def step(t: Tables, g: Game, action: int, mask: Mask) -> None:
    """Apply the deciding player's action, then everything that follows. The mask is that of the next decision."""
    g.event_n = 0
    g.decisions += 1
    apply(t, g, action)
    if g.over == 0 and g.decisions - g.turn_began >= LONGEST_TURN:
        g.over = 1
        g.truncated = 1
    settle(t, g, mask)


# ----------------------------------------------------------------------------------------------------- new games


@kernel
def new_game(t: Tables, g: Game, n_players: int, seed_value: int, mask: Mask) -> None:
    """The options must be set. Shuffles, deals, and runs to the first decision."""
    set_up(t, g, n_players, seed_value)
    settle(t, g, mask)


@kernel
def set_up(t: Tables, g: Game, n_players: int, seed_value: int) -> None:
    """A game in which nothing has happened yet."""
    blank(g)
    seed_streams(g, seed_value)
    g.n_players = n_players
    g.setting_up = 1
    full_decks(t, g)
    push_setup(t, g)


@kernel
def push_setup(t: Tables, g: Game) -> None:
    """Houses, sexes, four cards of each deck, the opening play in seat order, then the first turn (SETUP)."""
    n = int(g.n_players)
    push(g, Kind.START, 0)
    for p in range(n - 1, -1, -1):
        push(g, Kind.SETUP, p)
    for p in range(n - 1, -1, -1):
        push(g, Kind.DEAL, p)
    for p in range(n - 1, -1, -1):
        if g.options.sex_mode == SexMode.CHOOSE:
            push(g, Kind.CHOOSE_SEX, p)
        else:
            assign_sex(g, p)
    push_houses(t, g)
