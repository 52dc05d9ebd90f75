"""Properties 11, 12 and 15 to 17: who may do what, reproducibility, reaction windows, and termination."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import open_records
from munchkin_env.engine.boundary.playouts import legal_at, step_at
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS, PLAYER, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import Frame, Game
from tests.facts import FIGHTING, Position, copy_of, empty_mask
from tests.properties.cards import conservation
from tests.properties.step import RINGS, History, Mask, PropertyError, Step, cheap, costly, require

MOST_DECISIONS_PER_TURN = 5000

# -------------------------------------------------------------------------------------- 11, 12: masks and actors


@cheap(11)
def there_is_something_to_do(step: Step) -> None:
    legal = int(step.mask.sum())
    require(legal == 0 if step.after.over else legal > 0, f"{legal} legal actions")
    require(step.after.over or step.after.kind < FIRST_AUTOMATIC, "the game stopped where nobody decides")


@cheap(11)
def masks_name_what_is_there(step: Step) -> None:
    """No hand or table slot beyond the last card, no player who is not in the game."""
    after = step.after
    if after.over:
        return
    hand, table = len(after.hand[after.actor]), len(after.table[after.actor])
    require(not step.mask[HAND + min(hand, HAND_SLOTS) : HAND + HAND_SLOTS].any(), f"a hand slot beyond {hand}")
    require(not step.mask[USE + min(table, TABLE_SLOTS) : USE + TABLE_SLOTS].any(), f"a table slot beyond {table}")
    require(not step.mask[PLAYER + after.n : PLAYER + 6].any(), "a player who is not in the game")


@costly(11)
def every_legal_action_works(step: Step) -> None:
    """In copies. (Refusing illegal actions is a promise of Game, not of the kernels: see its tests.)"""
    for action in np.flatnonzero(step.mask):
        array, mask = play_in_copy(step.after, int(action))
        landed = Position(step.after.facts, array)
        conservation(Step(step.after, int(action), landed, mask, History()))
        there_is_something_to_do(Step(step.after, int(action), landed, mask, History()))


@cheap(12)
def one_living_player_decides(step: Step) -> None:
    after = step.after
    if not after.over:
        require(0 <= after.actor < after.n, f"player {after.actor} is to decide")
        require(not after.dead[after.actor], f"player {after.actor} is dead and decides {Kind(after.kind).name}")


# ----------------------------------------------------------------------------------------------- 15: determinism


@costly(15)
def a_copy_goes_on_alike(step: Step) -> None:
    array, mask = play_in_copy(step.before, step.action)
    require(array.tobytes() == step.after.array.tobytes(), "the same action in a copy of the position gave another result")
    require((mask == step.mask).all(), "the same action in a copy of the position gave another mask")


def play_in_copy(position: Position, action: int) -> tuple[npt.NDArray[np.void], Mask]:
    array, mask = copy_of(position.array), empty_mask()
    try:
        step_at(open_records(position.facts.cards.tables), open_records(array), 0, action, mask)
    except Exception as error:
        raise PropertyError(f"action {action} at {Kind(position.kind).name}: {error!r}") from error
    return array, mask


# ------------------------------------------------------------------------------------------ 16: reaction windows


@cheap(16)
def windows_close_when_all_passed(step: Step) -> None:
    """Exactly then. With automatic passes the engine may have passed for players who could only pass: see the costly part."""
    before = step.before
    if before.kind not in RINGS or not step.passes:
        return
    passed = before.top.passed | 1 << before.actor
    everyone = sum(1 << p for p in before.living)
    is_open = _same_ring(step)
    if passed & everyone == everyone:
        require(not is_open, "all have passed, and the window is open")
    elif is_open:
        now = step.after.g.stack[before.depth - 1].passed
        require(now & passed == passed, "a pass reopened the window")
        require(now & everyone != everyone, "all have passed, and the window is open")
        require(before.g.options.auto_pass_forced or now == passed, "somebody passed without being asked")
    else:
        require(before.g.options.auto_pass_forced, "the window closed before all had passed")


@cheap(16)
def actions_reopen_windows(step: Step) -> None:
    before, after = step.before, step.after
    if before.kind not in RINGS or step.passes or after.over or before.kind in (Kind.CURSE_WINDOW, Kind.CARD_WINDOW):
        return
    again = after.depth == before.depth and after.kind == before.kind and after.top.a == before.top.a
    if again and after.actor == before.actor and not before.g.options.rotate_priority:
        require(after.top.passed == 0, "after an action the passes before it still count")


@cheap(16)
def a_closed_fight_has_its_result(step: Step) -> None:
    if step.before.kind == Kind.FIGHT_WINDOW and not step.after.over and Kind.FIGHT_WINDOW not in step.after.kinds:
        require(not step.after.open, "the window of the fight is closed, and the fight is undecided")


@costly(16)
def only_who_must_pass_is_passed(step: Step) -> None:
    """Players whom the engine passed in a window that a pass closed could have done nothing else."""
    before = step.before
    if before.kind not in RINGS or not step.passes or _same_ring(step):
        return
    for p in before.living:
        if not (before.top.passed | 1 << before.actor) >> p & 1:
            array, mask = copy_of(before.array), empty_mask()
            _writable(array)["stack"][before.depth - 1]["player"] = p
            legal_at(open_records(before.facts.cards.tables), open_records(array), 0, mask)
            require(mask.sum() == 1 and mask[Verb.PASS], f"player {p} was not asked, and could have acted")


def _same_ring(step: Step) -> bool:
    """Is the ring in which the action was made still open?"""
    i, f = step.before.depth - 1, step.before.top
    if step.after.over or step.after.depth <= i:
        return False
    now = step.after.g.stack[i]
    same = now.kind == f.kind and now.a == f.a and step.after.g.turn == step.before.g.turn
    if f.kind == Kind.ROLL_WINDOW:  # the next monster's looks the same
        same &= not step.has(What.ESCAPES, What.CAUGHT)
    return bool(same and (not step.passes or now.passed >> f.player & 1))


def _writable(array: npt.NDArray[np.void]) -> np.void:
    record: np.void = array[0]
    return record


# ----------------------------------------------------------------------------------------------- 17: termination


@cheap(17)
def every_action_spends_something(step: Step) -> None:
    """Between two visits to the same decision point without a pass the potential falls, unless cards were drawn meanwhile."""
    before, after, anchors = step.before, step.after, step.history.anchors
    drew = before.piles != after.piles and before.deck_cards() - after.deck_cards()
    ended = after.over or after.fight != before.fight or after.g.turn != before.g.turn or step.has(What.DIES)
    if drew or ended or (step.passes and before.kind in RINGS):
        anchors.clear()
        return
    if before.kind in (*RINGS, Kind.ARRANGE, Kind.SETUP):
        anchors[(before.depth, before.kind, before.top.a, before.actor)] = potential(before)
    here = (after.depth, after.kind, after.top.a, after.actor)
    for at in [at for at in anchors if at[0] > after.depth]:
        del anchors[at]
    if here in anchors:
        spent = anchors[here] - potential(after)
        require(spent > 0, f"nothing was spent at {Kind(after.kind).name}: {-spent} more than before")


def potential(position: Position) -> int:
    """What is left to spend: unplayed cards, budgets, unused limited powers, monsters to remove."""
    g = position.g
    cards = 2 * sum(map(len, position.hand)) + sum(map(len, position.table))
    budgets = sum(g.seat[p].offers + g.seat[p].equips + g.seat[p].sales for p in position.players)
    asks = sum(3 - g.combat.asks[p] for p in position.players)
    powers = -sum(g.use[i].count for i in range(g.use_n))
    monsters = sum(1 for m in position.monsters if m.state == FIGHTING)
    return int(cards + budgets + asks + powers + monsters)


@cheap(17)
def turns_end(step: Step) -> None:
    """A turn has a bounded number of decisions, and no position recurs in it."""
    history, after = step.history, step.after
    if after.g.turn != history.turn:
        history.turn, history.decisions = after.g.turn, 0
        history.seen.clear()
    history.decisions += 1
    require(history.decisions < MOST_DECISIONS_PER_TURN, f"{history.decisions} decisions in one turn")
    mark = position_hash(after)
    require(
        mark not in history.seen, f"a position came back in the same turn, at {Kind(after.kind).name}" if not after.over else "over twice"
    )
    history.seen.add(mark)


def position_hash(position: Position) -> int:
    """Without the count of decisions, the log, and remains of old frames."""
    raw = position.array.tobytes()
    fields = Game.layout.fields
    assert fields is not None
    count, stack, combat, events = (int(fields[name][1]) for name in ("decisions", "stack", "combat", "event_n"))
    return hash((raw[:count], raw[count + 4 : stack + Frame.layout.itemsize * position.depth], raw[combat:events]))
