"""The 25 properties of docs/rules.md that hold after every step of every game.

Each looks at a position, or at a step (before, action, after), and fails with its name. They count for themselves: from the record,
from the card files and from the event log, not through the engine's own questions, wherever that is the point.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.vocabulary import CardKind, Slot, Until
from munchkin_env.engine.actions import HAND, HAND_SLOTS, PLAYER, TABLE_SLOTS, USE, Verb
from munchkin_env.engine.events import What
from munchkin_env.engine.playouts import legal_at, step_at
from munchkin_env.engine.record import open_records
from munchkin_env.engine.stack import FIRST_AUTOMATIC, Kind, Why
from munchkin_env.engine.state import EVERYTHING, KNOWN, MAX_EVENTS, Frame, Game
from munchkin_env.engine.strength import monster_total, munchkin_total
from tests.facts import FIGHTING, IDENTITIES, KEPT_AT_DEATH, KILLED, NOBODY, NONE, Position, copy_of, empty_mask, for_kernels, has_op

Mask = npt.NDArray[np.bool_]
RINGS = (Kind.FIGHT_WINDOW, Kind.WINDOW, Kind.ROLL_WINDOW, Kind.CURSE_WINDOW)
CORRECTING = {int(k) for k in (Kind.CORRECT, Kind.GIVE_UP, Kind.TURN_SIDEWAYS, Kind.TOO_BIG, Kind.HAND_OVER)}
MOST_DECISIONS_PER_TURN = 5000
READ = {"deluxe", "star", "western", "potter"}  # the sets whose conditions facts.py reads
WORN_KINDS = (CardKind.ITEM, CardKind.STEED)
MADE_IN_FIGHTS = ("before_combat", "on_activate")


class PropertyError(AssertionError):
    """A property does not hold."""


@dataclass
class History:
    """What some properties remember of the steps before."""

    turn: int = -1
    decisions: int = 0  # in this turn
    seen: set[int] = field(default_factory=set)  # hashes of the positions of this turn
    anchors: dict[tuple[int, int, int, int], int] = field(default_factory=dict)  # decision point -> potential when an action began there
    charity: Counter[int] = field(default_factory=Counter)  # cards given to each in this turn
    picks: Counter[int] = field(default_factory=Counter)  # face-up Treasures each picked in this fight
    promised: tuple[int, int] = (0, 0)  # helper, his Treasures


@dataclass
class Step:
    """One decision and all that followed."""

    before: Position
    action: int
    after: Position
    mask: Mask
    """Of the decision in `after`."""
    history: History

    def events(self, what: What) -> list[int]:
        """The cards of those events."""
        return [e.card for e in self.after.events if e.what == what]

    def has(self, *whats: What) -> bool:
        return any(e.what in whats for e in self.after.events)

    @property
    def log_full(self) -> bool:
        return len(self.after.events) >= MAX_EVENTS

    @property
    def same_fight(self) -> bool:
        return self.before.fight and self.after.fight

    @property
    def passes(self) -> bool:
        return self.action == Verb.PASS

    @cached_property
    def redressed(self) -> Iterable[int]:
        """Players whose things are not as they were after the step before, when they were looked at; nobody in a forced correction."""
        before, after = self.before, self.after
        if after.over or after.kinds & CORRECTING:
            return ()
        if before.kinds & CORRECTING or before.fighters != after.fighters:
            return after.players
        return [p for p in after.players if _things(before, p) != _things(after, p)]


def _things(position: Position, p: int) -> tuple[object, ...]:
    table = position.table[p]
    return (table, position.host[p], position.level[p], position.g.seat[p].sex, [position.mark[card] for card in table])


Check = Callable[[Step], None]
CHEAP: list[tuple[int, Check]] = []
COSTLY: list[tuple[int, Check]] = []


def cheap(number: int) -> Callable[[Check], Check]:
    """Looked at after every step."""

    def add(check: Check) -> Check:
        CHEAP.append((number, check))
        return check

    return add


def costly(number: int) -> Callable[[Check], Check]:
    """Looked at after sampled steps: it plays on in copies."""

    def add(check: Check) -> Check:
        COSTLY.append((number, check))
        return check

    return add


def require(holds: object, what: str) -> None:
    if not holds:
        raise PropertyError(what)


def check_step(step: Step, seed: object, number: int, with_costly: bool) -> None:
    """All properties. The message says which one fails, in which game, at which decision."""
    for n, check in [*CHEAP, *COSTLY] if with_costly else CHEAP:
        try:
            check(step)
        except PropertyError as error:
            raise PropertyError(f"property {n} ({check.__name__}), seed {seed}, decision {number}: {error}") from None


def names(position: Position, cards: Iterable[int]) -> str:
    return ", ".join(f"{position.facts.id[c]} ({c})" if 0 <= c < position.facts.total else str(c) for c in sorted(cards))


def every(group: Iterable[Iterable[int]]) -> set[int]:
    return {one for part in group for one in part}


# ------------------------------------------------------------------------------------------------ 1, 2: the cards


@cheap(1)
def conservation(step: Step) -> None:
    """Every card is in exactly one place."""
    after = step.after
    found = after.everywhere()
    if len(found) != after.in_game or len(set(found)) != after.in_game or min(found) < 0:
        twice = [card for card, n in Counter(found).items() if n > 1]
        missing = set(range(after.facts.total)) - set(found)
        raise PropertyError(f"twice: {names(after, twice)}; missing: {names(after, missing)}")


@cheap(1)
def unused_slots_are_empty(step: Step) -> None:
    """What lies behind the end of a hand or table is nobody's card, so that positions which look alike are alike."""
    before, after = step.before, step.after
    for p in after.players:
        if after.hand[p] != before.hand[p] or after.table[p] != before.table[p]:
            seat = after.g.seat[p]
            require(all(card == NONE for card in seat.hand[seat.hand_n : seat.hand_n + 3]), f"hand of {p}")
            require(all(card == NONE for card in seat.table[seat.table_n : seat.table_n + 3]), f"table of {p}")


@cheap(2)
def decks_are_pure(step: Step) -> None:
    """Doors with Doors, Treasures with Treasures."""
    first = step.after.facts.doors
    for i, pile in enumerate(step.after.piles):
        if pile != step.before.piles[i]:
            doors = i % 2 == 0
            require(all((card < first) == doors for card in pile), "a card lies on a pile of the other deck")


@cheap(2)
def reshuffles_only_when_empty(step: Step) -> None:
    """A deck only grows by a reshuffle, which takes all discards; what was drawn and discarded after it may lie there again."""
    for deck, name in ((0, "Doors"), (1, "Treasures")):
        before, after = step.before.piles[deck], step.after.piles[deck]
        if after == before:
            continue
        if len(after) <= len(before) and set(after) <= set(before):
            require(after == before[: len(after)], f"the order of the {name} changed")
            continue
        require(step.log_full or step.has(What.RESHUFFLES), f"the {name} grew without a reshuffle")
        stays = set(step.before.piles[deck + 2]) & set(step.after.piles[deck + 2])
        if not (stays <= {e.card for e in step.after.events} or step.log_full):
            raise PropertyError(f"{name}: discards left over: {names(step.after, stays)}")


# ------------------------------------------------------------------------------------------------ 3, 4: levels, victory


@cheap(3)
def levels_are_in_bounds(step: Step) -> None:
    after = step.after
    winners = after.g.winners
    for p in after.players:
        win = after.g.options.win_level
        require(1 <= after.level[p] <= win, f"player {p} has Level {after.level[p]}")
        if after.level[p] == win:
            require(after.over and winners >> p & 1, f"player {p} has reached {win}, and the game goes on")
        elif winners >> p & 1:
            early = after.level[p] >= after.winning_level(p)
            require(early or (after.g.options.shared_victory and p == after.helper), f"player {p} wins at Level {after.level[p]}")
    require(after.over == bool(winners or after.g.truncated), "over without a winner or a truncation, or the other way round")


@cheap(4)
def victory_comes_from_a_kill(step: Step) -> None:
    """The winning Level: by the award of a fight won in this step or the one being paid out, or by a card that may win when drawn."""
    if not step.after.g.winners or step.log_full:
        return
    drawn = {*step.events(What.DRAWS), *step.events(What.OPENS), *step.events(What.PICKS)}
    killed = step.has(What.KILLS) or any(m.state == KILLED for m in step.before.monsters)
    won = step.has(What.WINS_FIGHT) or (step.before.fight and step.before.g.combat.won)
    played = {*step.events(What.PLAYS)} | step.before.in_hands  # the latter if others could answer it
    may_win = drawn & step.after.facts.wins_when_drawn or played & step.after.facts.wins_when_played
    require((won and killed) or may_win, "won without a kill or a card that may win")
    require(not step.has(What.SELLS), "won by a sale")


# ------------------------------------------------------------------------------- 5 to 9: what lies before a player


@cheap(5)
def equip_limits_hold(step: Step) -> None:
    """At every decision point that is not the correction itself (ITEM-04, ITEM-05)."""
    after = step.after
    for p in step.redressed:
        worn = [card for card in after.equipped(p) if not after.lifted(p, card)]
        slots = Counter(after.facts.slot[card] for card in worn)
        require(slots[Slot.ARMOR] <= 1, f"player {p} wears {slots[Slot.ARMOR]} × ARMOR")
        beyond = {"headgear": slots[Slot.HEADGEAR] - 1, "footgear": slots[Slot.FOOTGEAR] - 1, "hands": hands_full(after, worn) - 2}
        full = [sort for sort, n in beyond.items() if n > 0]
        for group in [some for n in range(1, len(full) + 1) for some in combinations(full, n)]:
            more = sum(beyond[sort] for sort in group)
            require(more <= after.capacity(p, *group), f"player {p} wears {more} more of {', '.join(group)} than anybody may")
        complicated = weapons([card for card in worn if after.facts.info[card].complex], after)
        require(complicated <= 1 + after.capacity(p, "complex"), f"player {p} wears {complicated} Complex Items")
        require(all(after.facts.kind[card] in WORN_KINDS for card in after.equipped(p)), f"player {p} wears what is not worn")
        if p not in after.fighters and p not in step.before.fighters:
            wrong = [c for c in worn if after.facts.limited[c] and after.facts.kind[c] == CardKind.ITEM and not after.may_use(p, c)]
            if wrong:
                raise PropertyError(f"player {p} wears what is not for him: {names(after, wrong)}")


def weapons(worn: list[int], position: Position) -> int:
    """How many Items they are, if lasers count as one."""
    lasers = [card for card in worn if has_op(position.facts.data[card], "combine")]
    return len(worn) - max(0, len(lasers) - 1)


def hands_full(position: Position, worn: list[int]) -> int:
    lasers = [card for card in worn if has_op(position.facts.data[card], "combine")]
    slots = Counter(position.facts.slot[card] for card in worn if card not in lasers)
    return slots[Slot.ONE_HAND] + 2 * slots[Slot.TWO_HANDS] + (2 if lasers else 0)


@cheap(6)
def fighters_do_not_change_clothes(step: Step) -> None:
    """No Item joins what a fighter has equipped, or his table, but by a card or a forced hand-over that the log tells."""
    if not step.same_fight or step.log_full:
        return
    moved = {*step.events(What.TAKES), *step.events(What.TRADES)}
    for p in set(step.before.fighters) & set(step.after.fighters):
        put_on = step.after.equipped(p) - step.before.equipped(p)
        mounted = {card for card in put_on & moved if step.after.facts.kind[card] == CardKind.STEED}
        if not (put_on - mounted <= set(step.events(What.TAKES))):
            raise PropertyError(f"player {p} put on {names(step.after, put_on)}")
        new = {card for card in set(step.after.table[p]) - set(step.before.table[p]) if step.after.facts.is_item[card]}
        new -= {card for card in new if step.after.host[p][step.after.table[p].index(card)] in moved}  # enhancers go with their Item
        if not (new <= moved):
            raise PropertyError(f"in a fight, player {p} got {names(step.after, new)}")


@cheap(7)
def carry_limits_hold(step: Step) -> None:
    """One Big Item, one companion, and what cards allow more, outside the correction of just that."""
    after = step.after
    for p in step.redressed:
        big = after.big_ones(p)
        require(big <= 1 + after.capacity(p, "big"), f"player {p} carries {big} Big Items")
        companions = after.counting(p, CardKind.COMPANION)
        require(after.counting(p, CardKind.STEED) <= 1, f"player {p} has several Steeds")
        require(companions <= 1 + after.capacity(p, "companions"), f"player {p} has {companions} companions")
        require(all(h == NONE or h in after.table[p] for h in after.host[p]), f"a card of player {p} hangs on one that is not there")


@cheap(8)
def origins_are_few(step: Step) -> None:
    after = step.after
    for p in step.redressed:
        doubled = {after.facts.dual_of[card] for card in after.of_kind(p, CardKind.DUAL)}
        for kind in IDENTITIES:
            mine = [after.facts.type_of[card] for card in after.of_kind(p, kind)]
            double = kind in doubled
            require(len(mine) <= 1 + double, f"player {p} has {len(mine)} × {kind.name}")
            require(len(set(mine)) == len(mine), f"player {p} has the same {kind.name} twice")
            require(mine or not double, f"player {p} has a double {kind.name} card and no {kind.name}")


@cheap(9)
def ranks_fit_the_level(step: Step) -> None:
    """Proficiencies exist in the Harry Potter set only; elsewhere this counts zeros."""
    after = step.after
    for p in step.redressed:
        ranks = sum(after.facts.rank[card] for card in after.table[p])
        require(ranks <= after.level[p], f"player {p} has learned {ranks} ranks at Level {after.level[p]}")


# ------------------------------------------------------------------------------------------------- 10: strength


@cheap(10)
def strength_agrees(step: Step) -> None:
    """Both totals against a recomputation from the card files."""
    after = step.after
    if not after.open or after.kind != Kind.FIGHT_WINDOW or not READ.issuperset(after.facts.cards.sets):
        return
    t, g = for_kernels(after.facts.cards.tables), for_kernels(after.array)
    shown, counted = (munchkin_total(t, g), monster_total(t, g)), (after.munchkins(), after.monster_side())
    require(shown == counted, f"munchkins and monsters are {shown}, counted {counted}")


@cheap(10)
def a_mate_is_as_strong(step: Step) -> None:
    after = step.after
    for s, m in enumerate(after.monsters if after.fight else ()):
        require(m.root <= s and after.monsters[m.root].root == m.root, f"monster {s} is the Mate of {m.root}")
        require(m.card == after.monsters[m.root].card, f"monster {s} is the Mate of another monster")
        require(m.root == s or (m.bonus, m.treasures, m.tags) == (0, 0, 0), f"the Mate {s} has modifiers of its own")


@cheap(10)
def enhancers_count_once(step: Step) -> None:
    """What the monsters have got is the sum of the enhancers lying in the fight, except those on ones that came and went."""
    after = step.after
    printed = {op["op"] for m in after.monsters for on in MADE_IN_FIGHTS for op in after.facts.ops(m.card, on)}
    if not after.open or after.kind != Kind.FIGHT_WINDOW or "roll" in printed or "monster_mod" in printed:  # Eep, Space Vampire
        return
    played = sum(int(op["amount"]) for card in after.zone for op in after.facts.ops(card, "on_play") if op["op"] == "monster_mod")
    have = sum(m.bonus for s, m in enumerate(after.monsters) if m.root == s)
    require(played == have, f"enhancers of {played} in the fight, {have} on the monsters")


@cheap(10)
def the_stronger_side_wins(step: Step) -> None:
    """The result of a fight that everyone let stand is that of the strengths before (COMBAT-03, COMBAT-15)."""
    before = step.before
    if not (before.kind == Kind.FIGHT_WINDOW and step.passes and READ.issuperset(before.facts.cards.sets)):
        return
    if step.has(What.WINS_FIGHT):
        require(before.munchkins_win(), f"won with {before.munchkins()} against {before.monster_side()}")
    if step.has(What.LOSES_FIGHT):
        require(not before.munchkins_win(), f"lost with {before.munchkins()} against {before.monster_side()}")


# --------------------------------------------------------------------------------------- 11, 12: masks and actors


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
    require(not step.mask[PLAYER + after.n : PLAYER + 6].any(), "a player who is not there")


@costly(11)
def every_legal_action_works(step: Step) -> None:
    """In copies. (That an illegal action is refused and changes nothing is the promise of Game, not of the kernels: see its tests.)"""
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


def play_in_copy(position: Position, action: int) -> tuple[npt.NDArray[np.void], Mask]:
    array, mask = copy_of(position.array), empty_mask()
    try:
        step_at(open_records(position.facts.cards.tables), open_records(array), 0, action, mask)
    except Exception as error:
        raise PropertyError(f"action {action} at {Kind(position.kind).name}: {error!r}") from error
    return array, mask


# ------------------------------------------------------------------------------------- 13, 14: what one cannot know


def deal_anew(position: Position, seat: int, known_stay: bool, rng: random.Random) -> npt.NDArray[np.void]:
    """The position with all cards hidden from the seat dealt anew; backs are public, pledged cards are named."""
    named = {position.g.deal.card} if position.helper != NOBODY else set()
    named |= {position.g.offer.card} if any(Kind.OFFER_TO <= kind <= Kind.ANSWER_COUNTER for kind in position.kinds) else set()
    after = Position(position.facts, position.array)
    places: list[tuple[int, int]] = [(-1 - deck, i) for deck in (0, 1) for i in range(len(after.piles[deck]))]
    for p in after.players:
        for i, card in enumerate(after.hand[p]):
            if p != seat and card not in named and not (known_stay and after.mark[card] & KNOWN & (1 << seat)):
                places.append((p, i))
    g = after.g
    for door in (True, False):
        mine = [at for at in places if (_card_at(after, at) < after.facts.doors) == door]
        cards = [_card_at(after, at) for at in mine]
        marks = [after.mark[card] for card in cards]
        rng.shuffle(cards)
        for at, card, mark in zip(mine, cards, marks, strict=True):
            g.mark[card] = mark
            if at[0] < 0:
                (g.doors, g.treasures)[-1 - at[0]].cards[at[1]] = card
            else:
                g.seat[at[0]].hand[at[1]] = card
    return after.array


def _card_at(position: Position, at: tuple[int, int]) -> int:
    return position.piles[-1 - at[0]][at[1]] if at[0] < 0 else position.hand[at[0]][at[1]]


def _writable(array: npt.NDArray[np.void]) -> np.void:
    record: np.void = array[0]
    return record


def _mask_after_new_deal(step: Step, known_stay: bool) -> None:
    after = step.after
    if after.over:
        return
    array = deal_anew(after, after.actor, known_stay, random.Random(after.g.decisions))
    mask = empty_mask()
    legal_at(open_records(after.facts.cards.tables), open_records(array), 0, mask)
    different = np.flatnonzero(mask != step.mask).tolist()
    require(not different, f"at {Kind(after.kind).name} the actions {different} of player {after.actor} depend on what he cannot see")


@costly(13)
def hidden_cards_change_nothing(step: Step) -> None:
    """What the decider cannot see, dealt anew, leaves his mask as it is. (Observations have a test of their own kind.)"""
    _mask_after_new_deal(step, known_stay=True)


@costly(14)
def masks_leak_nothing(step: Step) -> None:
    """The same with the cards of foreign hands that he has seen: nothing in a foreign hand decides what he may do."""
    _mask_after_new_deal(step, known_stay=False)


# ----------------------------------------------------------------------------------------------- 15: determinism


@costly(15)
def a_copy_goes_on_alike(step: Step) -> None:
    array, mask = play_in_copy(step.before, step.action)
    require(array.tobytes() == step.after.array.tobytes(), "the same action in a copy of the position led elsewhere")
    require((mask == step.mask).all(), "the same action in a copy of the position led to another mask")


# ------------------------------------------------------------------------------------------- 16: reaction windows


def _same_ring(step: Step) -> bool:
    """Is the ring that the action was made in still open?"""
    i, f = step.before.depth - 1, step.before.top
    if step.after.over or step.after.depth <= i:
        return False
    now = step.after.g.stack[i]
    same = now.kind == f.kind and now.a == f.a and step.after.g.turn == step.before.g.turn
    return bool(same and (not step.passes or now.passed >> f.player & 1))


@cheap(16)
def windows_close_when_all_passed(step: Step) -> None:
    """Exactly then. With automatic passes the engine may have passed for those who could only pass: see the costly part."""
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
    if before.kind not in RINGS or step.passes or after.over or before.kind == Kind.CURSE_WINDOW:
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
    """Those whom the engine passed in a window that a pass closed could have done nothing else."""
    before = step.before
    if before.kind not in RINGS or not step.passes or _same_ring(step):
        return
    for p in before.living:
        if not (before.top.passed | 1 << before.actor) >> p & 1:
            array, mask = copy_of(before.array), empty_mask()
            _writable(array)["stack"][before.depth - 1]["player"] = p
            legal_at(open_records(before.facts.cards.tables), open_records(array), 0, mask)
            require(mask.sum() == 1 and mask[Verb.PASS], f"player {p} was not asked, and could have acted")


# ------------------------------------------------------------------------------------------------ 17: termination


def potential(position: Position) -> int:
    """What is left to be spent: unplayed cards, budgets, unused limited powers, monsters to be got rid of."""
    g = position.g
    cards = 2 * sum(map(len, position.hand)) + sum(map(len, position.table))
    budgets = sum(g.seat[p].offers + g.seat[p].equips + g.seat[p].sales for p in position.players)
    asks = sum(3 - g.combat.asks[p] for p in position.players)
    powers = -sum(g.use[i].count for i in range(g.use_n))
    monsters = sum(1 for m in position.monsters if m.state == FIGHTING)
    return int(cards + budgets + asks + powers + monsters)


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


@cheap(17)
def turns_end(step: Step) -> None:
    """A turn has a bounded number of decisions, and no position comes back in it."""
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
    """Without the count of decisions, the log, and what old frames have left behind."""
    raw = position.array.tobytes()
    fields = Game.layout.fields
    assert fields is not None
    count, stack, combat, events = (int(fields[name][1]) for name in ("decisions", "stack", "combat", "event_n"))
    return hash((raw[:count], raw[count + 4 : stack + Frame.layout.itemsize * position.depth], raw[combat:events]))


# ------------------------------------------------------------------------------------------- 18, 19: death, charity


@cheap(18)
def dead_means_dead(step: Step) -> None:
    before, after = step.before, step.after
    for p in after.players:
        if after.dead[p]:
            require(not after.hand[p], f"player {p} is dead and has cards")
            kept = [card for card in after.table[p] if after.facts.kind[card] not in KEPT_AT_DEATH]
            if kept:
                raise PropertyError(f"player {p} is dead and has kept {names(after, kept)}")
            require(after.owes[p], f"player {p} is dead and would get no new cards")
            require(not before.dead[p] or after.level[p] <= before.level[p], f"player {p} is dead and has gained a level")
        require(after.g.turn != before.g.turn or before.dead[p] <= after.dead[p], f"player {p} came back in the middle of a turn")


@cheap(18)
def the_new_deal_comes_once(step: Step) -> None:
    """At the start of the own next turn, four and four (unless one of the first of them wins somebody the game)."""
    for p in step.after.players:
        if step.before.owes[p] and not step.after.owes[p]:
            require(step.after.g.turn_player == p and step.after.g.turn != step.before.g.turn, f"player {p} got his new cards out of turn")
            drawn = sum(1 for e in step.after.events if e.what == What.DRAWS and e.player == p)
            scarce = any(not step.after.piles[deck] and not step.after.piles[deck + 2] for deck in (0, 1))
            enough = drawn >= 8 or step.log_full or scarce or step.after.over
            require(enough, f"player {p} got {drawn} new cards")


@cheap(19)
def hands_are_small_after_the_turn(step: Step) -> None:
    before, after = step.before, step.after
    if after.g.turn != before.g.turn and not after.g.winners:
        p = before.g.turn_player
        if not before.dead[p] and not after.dead[p] and after.g.turn_player != p:
            require(len(after.hand[p]) <= after.hand_limit(p), f"player {p} ends his turn with {len(after.hand[p])} cards")


@cheap(19)
def charity_is_even(step: Step) -> None:
    """All goes to the lowest of the living, shares differ by at most one, and a giver among the lowest gives nothing away."""
    given, before = step.history.charity, step.before
    for e in step.after.events:
        if e.what == What.CHARITY:
            given[e.other] += 1
            lowest = min(before.level[p] for p in before.living)
            require(before.level[e.other] == lowest < before.level[e.player], f"player {e.player} gives to {e.other}")
    if step.after.g.turn != before.g.turn:
        if given:
            receivers = [p for p in before.living if before.level[p] == min(before.level[q] for q in before.living)]
            shares = [given[p] for p in receivers]
            require(max(shares) - min(shares) <= 1, f"charity of {shares}")
        given.clear()


# --------------------------------------------------------------------------------------- 20 to 22: fights and help


@cheap(20)
def nothing_remains_of_a_fight(step: Step) -> None:
    before, after = step.before, step.after
    c = after.g.combat
    passing = (Until.THIS_COMBAT, Until.THIS_ROLL)
    if not after.fight:
        require(not (after.zone or c.n or c.munchkin_bonus or c.monster_bonus or c.used_tags), "something remains of a fight")
        require(after.main == after.helper == NOBODY and not c.open and not c.compelled, "somebody is still in a fight that is over")
        require(not any(m.until in passing for m in after.markers), "a modifier of the fight remains")
    if before.fight and not after.fight and not after.over:
        spent = {(m.card, m.seat) for m in before.markers if m.until == Until.NEXT_COMBAT_END and not m.waiting}
        left = {(m.card, m.seat) for m in after.markers if m.until == Until.NEXT_COMBAT_END and not m.waiting}
        fighters = before.fighters
        require(not any(seat in fighters for _, seat in spent & left), "a Curse of the next fight outlasts it")


@cheap(21)
def kills_and_only_kills_bring_levels(step: Step) -> None:
    """In the step that wins a fight main gains what the killed monsters give (their extra gains on top), else nothing."""
    before, after = step.before, step.after
    drawn = {*step.events(What.DRAWS), *step.events(What.PICKS), *step.events(What.OPENS)}
    if (
        before.kind != Kind.FIGHT_WINDOW
        or not step.passes
        or not step.has(What.WINS_FIGHT)
        or step.log_full
        or drawn & after.facts.levels_when_drawn
    ):
        return
    main = before.main
    gained = sum(e.number for e in after.events if e.what == What.LEVEL and e.player == main)
    worth = before.levels_of(FIGHTING, KILLED)
    killed = [m for m in before.monsters if m.state in (FIGHTING, KILLED)]
    extra = sum(1 for m in killed for op in before.facts.ops(m.card, "on_kill") if op["op"] == "gain_level")
    extra += sum(1 for card in step.events(What.PLAYS) if before.facts.levels_when_played[card])  # as a helper was promised
    room = before.winning_level(main) - before.level[main]
    barred = any(before.facts.id[m.card] == "kneepads_of_allure" and m.seat == main for m in before.markers)
    require(min(worth, room - barred) <= gained <= min(worth + extra, room), f"{worth} levels (+{extra}) to be won, {gained} gained")


@cheap(21)
def treasures_are_those_of_the_monsters(step: Step) -> None:
    """Counted in the step that wins: what is to be handed out, or what main, alone, has drawn (more only by a card that draws)."""
    before, after = step.before, step.after
    if before.kind != Kind.FIGHT_WINDOW or not step.passes or not step.has(What.WINS_FIGHT) or after.over or step.log_full:
        return
    worth = before.treasures_to_win()
    if after.fight:
        require(after.g.combat.treasures == worth, f"{worth} Treasures to be won, {after.g.combat.treasures} handed out")
        return
    drawn = [e.card for e in after.events if e.what == What.DRAWS and e.player == before.main and e.card >= after.facts.doors]
    more = sum(after.facts.drawn_for_it[card] for card in drawn)
    scarce = not after.piles[1]
    potted = 2 * sum(1 for m in before.monsters if after.facts.id[m.card] == "potted_plant")
    enough = worth <= len(drawn) <= worth + more + potted
    require(enough or scarce or before.helper != NOBODY, f"{worth} Treasures to be won, {len(drawn)} drawn")


@cheap(21)
def nothing_is_won_while_fighting_or_fleeing(step: Step) -> None:
    """A step in an undecided or lost fight brings levels or kills only where a card was played, and a lost one no kill at all."""
    before, after = step.before, step.after
    if not (step.same_fight and step.passes and before.kind in RINGS) or after.g.combat.won or step.log_full:
        return
    gains = [e.player for e in after.events if e.what == What.LEVEL and e.number > 0]
    acted = step.has(What.PLAYS, What.USES, What.ROLLS)
    drawn = {*step.events(What.DRAWS), *step.events(What.PICKS)} & after.facts.levels_when_drawn
    ends = [e for m in before.monsters for e in after.facts.effects(m.card) if e["on"] in ("bad_stuff", "on_flee_end")]
    drawn |= {m.card for m in before.monsters if has_op(ends, "gain_level")}  # others rise when it catches somebody
    drawn |= {m.card for m in before.monsters if has_op(ends, "set_level")}  # Bad Stuff that raises whoever is low
    require(not gains or acted or drawn or before.kind == Kind.CURSE_WINDOW, f"players {gains} gained levels in a fight that was not won")
    require(not step.has(What.LOSES_FIGHT) or not step.has(What.KILLS), "monsters killed in a lost fight")


@cheap(21)
def helpers_get_what_was_agreed(step: Step) -> None:
    """min(k, T) of the Treasures, if deals bind (HELP-06)."""
    before, after, history = step.before, step.after, step.history
    for e in after.events:
        if e.what in (What.HELPS, What.FORCED):
            history.promised = (e.player if e.what == What.HELPS else e.other, e.number)
    if not step.log_full:
        history.picks.update(e.player for e in after.events if e.what == What.PICKS)
    if before.fight and not after.fight:
        total, (helper, k) = sum(history.picks.values()), history.promised
        if total and not after.over and before.g.options.binding_deals:
            due = total if k == EVERYTHING else min(k, total)
            require(history.picks[helper] == due, f"the helper {helper} was promised {k} of {total}, and got {history.picks[helper]}")
        history.picks.clear()
        history.promised = (0, 0)


@cheap(22)
def helpers_come_by_leave(step: Step) -> None:
    """One, living, not main; by acceptance or compulsion; a compelled one in a fight for the win has been asked whether he stays."""
    before, after = step.before, step.after
    if not after.open:
        return
    helper = after.helper
    if helper != NOBODY:
        require(helper != after.main and not after.dead[helper], f"player {helper} helps")
        if before.helper != helper:
            came = step.action == Verb.ACCEPT or any(e.what == What.FORCED and e.other == helper for e in after.events)
            require(came or step.log_full, f"player {helper} helps without having been asked")
        if after.kind == Kind.FIGHT_WINDOW and after.g.combat.compelled:
            require(not after.is_for_the_win(), f"player {helper} is compelled to help to a victory")
    elif before.open and before.helper != NOBODY and before.main == after.main:
        left = step.has(What.LEAVES) or after.dead[before.helper]
        require(left or step.log_full, f"the helper {before.helper} is gone")
        barred = any(op["what"] == "be_helped" for op in after._fighting_ops("cannot"))
        chose = before.kind == Kind.STAY_OR_LEAVE
        require(chose or barred or after.dead[before.helper] or step.log_full, f"the helper {before.helper} went by himself")


# ---------------------------------------------------------------------------------------- 23 to 25: cards that move


@cheap(23)
def cards_move_as_they_may(step: Step) -> None:
    """Table to hand only by loot or through the discards; from hand to hand only by what the log tells; never to a foreign table."""
    before, after = step.before, step.after
    if step.log_full:
        return
    open_moves = {e.card for e in after.events if e.what in (What.LOOTS, What.DISCARDS, What.CURSE_ENDS, What.RESHUFFLES)}
    for q in after.players:
        new = set(after.hand[q]).difference(before.hand[q]) if after.hand[q] != before.hand[q] else set()
        if new:
            back = new.intersection(*[every(before.table)]) - open_moves
            back -= {card for card in back if step.has(What.DIES, What.RESHUFFLES) or card in step.events(What.TAKES)}
            if back:
                raise PropertyError(f"{names(after, back)} went from a table into the hand of {q}")
            others = every(hand for p, hand in enumerate(before.hand) if p != q)
            told = {e.card for e in after.events if e.what in (What.TAKES, What.CHARITY, What.LOOTS, What.DISCARDS, What.PLAYS)}
            silent = (new & others) - told
            if silent and not step.has(What.DIES, What.RESHUFFLES):
                raise PropertyError(f"{names(after, silent)} went into the hand of {q}")
    for q in after.players:
        if after.table[q] == before.table[q]:
            continue
        laid = set(after.table[q]).difference(before.table[q])
        foreign = {c for c in laid & every(hand for p, hand in enumerate(before.hand) if p != q) if after.facts.kind[c] != CardKind.CURSE}
        if foreign:
            raise PropertyError(f"{names(after, foreign)} went from a foreign hand to the table of {q}")


@cheap(23)
def trades_are_agreed(step: Step) -> None:
    """An accepted trade moves exactly the two Items, between free players."""
    before, after = step.before, step.after
    if before.kind != Kind.ANSWER_TRADE or step.action != Verb.ACCEPT:
        return
    partner, player, mine, yours = before.top.player, before.top.target, before.top.card, before.top.a
    for giver, taker, card in ((player, partner, mine), (partner, player, yours)):
        require(giver not in before.fighters and not before.dead[giver], f"player {giver} trades in a fight")
        if card != NONE:
            require(card in before.table[giver] and before.facts.is_item[card], f"{names(before, [card])} is no Item of {giver}")
            steed = before.facts.kind[card] == CardKind.STEED
            require(card in after.table[taker] and after.is_equipped(card) == steed, f"{names(before, [card])} did not arrive carried")


@cheap(24)
def sales_are_fair(step: Step) -> None:
    """By the turn player, outside combat, Items worth a thousand a level (some cards double one), never to the winning Level."""
    before, after = step.before, step.after
    if step.log_full:
        return
    for e in after.events:
        if e.what == What.SELLS:
            p = e.player
            require(before.kind in (Kind.SELL, Kind.SELL_DOUBLE) and p == before.actor, "a sale that nobody made")
            require(p == before.g.turn_player and p not in before.fighters, f"player {p} sells out of turn")
            sold = [
                c.card for c in after.events if c.what == What.DISCARDS and c.player == p and c.card in {*before.hand[p], *before.table[p]}
            ]
            sold = [card for card in sold if before.facts.is_item[card]]
            gold = [before.worth(p, card) for card in sold]
            double = max(gold, default=0) if any(before.facts.doubles[card] for card in before.table[p]) else 0
            room = before.winning_level(p) - 1 - before.level[p]
            least, most = min(sum(gold) // 1000, room), min((sum(gold) + double) // 1000, room)
            require(
                e.number >= 1 and least <= e.number <= most, f"{sum(gold)} gold (+{double}) sold for {e.number} levels, room for {room}"
            )


@cheap(25)
def curses_are_not_given_away(step: Step) -> None:
    """A Curse in force leaves the table by ending or being lifted, never as a payment or a discard."""
    paid = set(step.events(What.DISCARDS)) & {c for t in step.before.table for c in t if step.before.facts.kind[c] == CardKind.CURSE}
    if paid:
        raise PropertyError(f"given away: {names(step.before, paid)}")


@cheap(25)
def pledged_cards_are_locked(step: Step) -> None:
    """Main pays nothing with what he has promised to his helper, and does not play it on another (HELP-12)."""
    before, after = step.before, step.after
    if not before.fight or before.helper == NOBODY or before.actor != before.main:
        return
    pledged = {before.g.deal.card, before.g.deal.bribe} - {NONE}
    spent = pledged & set(step.events(What.DISCARDS))
    choosing = before.kind == Kind.RESURRECT or (before.kind == Kind.ASK_CARD and before.top.b == Why.PAY)
    if spent and choosing:
        raise PropertyError(f"paid with what was promised: {names(before, spent)}")
    helped = any(e.what == What.LEVEL and e.player == before.helper for e in after.events)
    chosen = before.kind == Kind.FIGHT_WINDOW and HAND <= step.action < USE and before.hand[before.main][step.action - HAND] in pledged
    require(not chosen or helped, "main played the promised card on somebody else")


@cheap(25)
def used_cards_are_discarded(step: Step) -> None:
    """Go Up a Level cards never lie on a table, Curses only as long as they have a modifier in force. (One-shots: see property 20.)"""
    after = step.after
    for p in after.players:
        for card in after.table[p]:
            kind = after.facts.kind[card]
            if kind in NEVER_LAID_DOWN:
                raise PropertyError(f"{names(after, [card])} lies before {p}")
            if kind == CardKind.CURSE and not any(m.card == card and m.seat == p for m in after.markers):
                raise PropertyError(f"{names(after, [card])} lies before {p} for nothing")


NEVER_LAID_DOWN = (CardKind.GO_UP_LEVEL, CardKind.MONSTER, CardKind.ENHANCER)
