"""Properties 3 to 9, 18 and 19: Levels and victory, tables, death and charity."""

from collections import Counter
from itertools import combinations

from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.vocabulary.words import CardKind, Slot
from tests.facts import IDENTITIES, KEPT_AT_DEATH, KILLED, NONE, Position, has_op
from tests.properties.step import PropertyError, Step, cheap, names, require

WORN_KINDS = (CardKind.ITEM, CardKind.STEED)

# ----------------------------------------------------------------------------------------- 3, 4: levels, victory


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
    """The winning Level: by the award of a fight won in this step or being paid out, or by a card that may win when drawn."""
    if not step.after.g.winners or step.log_full:
        return
    got = (What.DRAWS, What.OPENS, What.PICKS, What.WORKS)  # the last: from the discards, stolen, given (DECKS-06)
    drawn = {card for what in got for card in step.events(what)}
    killed = step.has(What.KILLS) or any(m.state == KILLED for m in step.before.monsters)
    won = step.has(What.WINS_FIGHT) or (step.before.fight and step.before.g.combat.won)
    played = {*step.events(What.PLAYS)} | step.before.in_hands  # the latter if others could answer it
    may_win = drawn & step.after.facts.wins_when_drawn or played & step.after.facts.wins_when_played
    require((won and killed) or may_win, "won without a kill or a card that may win")
    require(not step.has(What.SELLS), "won by a sale")


# ----------------------------------------------------------------------------- 5 to 9: what lies before a player


@cheap(5)
def equip_limits_hold(step: Step) -> None:
    """At every decision point except the correction itself (ITEM-04, ITEM-05)."""
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
        require(all(after.facts.kind[card] in WORN_KINDS for card in after.equipped(p)), f"player {p} wears what cannot be worn")
        if p not in after.fighters and p not in step.before.fighters:
            wrong = [c for c in worn if after.facts.limited[c] and after.facts.kind[c] == CardKind.ITEM and not after.may_use(p, c)]
            if wrong:
                raise PropertyError(f"player {p} wears what they may not: {names(after, wrong)}")


def weapons(worn: list[int], position: Position) -> int:
    """The number of Items, counting lasers as one."""
    lasers = [card for card in worn if has_op(position.facts.data[card], "combine")]
    return len(worn) - max(0, len(lasers) - 1)


def hands_full(position: Position, worn: list[int]) -> int:
    lasers = [card for card in worn if has_op(position.facts.data[card], "combine")]
    slots = Counter(position.facts.slot[card] for card in worn if card not in lasers)
    return slots[Slot.ONE_HAND] + 2 * slots[Slot.TWO_HANDS] + (2 if lasers else 0)


@cheap(6)
def fighters_do_not_change_clothes(step: Step) -> None:
    """No Item is equipped by a fighter, or added to their table, except by a card or a forced hand-over that the log reports."""
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
    """One Big Item, one companion, plus what cards allow, except during the correction of exactly that."""
    after = step.after
    for p in step.redressed:
        big = after.big_ones(p)
        require(big <= 1 + after.capacity(p, "big"), f"player {p} carries {big} Big Items")
        companions = after.counting(p, CardKind.COMPANION)
        require(after.counting(p, CardKind.STEED) <= 1, f"player {p} has several Steeds")
        require(companions <= 1 + after.capacity(p, "companions"), f"player {p} has {companions} companions")
        require(
            all(h == NONE or h in after.table[p] for h in after.host[p]), f"a card of player {p} is attached to a card that is not there"
        )


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


# ---------------------------------------------------------------------------------------- 18, 19: death, charity


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
    """At the start of the player's next turn, four and four (unless one of the first of them wins the game for somebody)."""
    for p in step.after.players:
        if step.before.owes[p] and not step.after.owes[p]:
            require(step.after.g.turn_player == p and step.after.g.turn != step.before.g.turn, f"player {p} got new cards out of turn")
            drawn = sum(1 for e in step.after.events if e.what == What.DRAWS and e.player == p)
            scarce = any(not step.after.piles[deck] and not step.after.piles[deck + 2] for deck in (0, 1))
            asked = Kind.DRAW in step.after.kinds  # what to do with a drawn card; the rest comes afterwards
            enough = drawn >= 8 or step.log_full or scarce or asked or step.after.over
            require(enough, f"player {p} got {drawn} new cards")


@cheap(19)
def hands_are_small_after_the_turn(step: Step) -> None:
    before, after = step.before, step.after
    if after.g.turn != before.g.turn and not after.g.winners:
        p = before.g.turn_player
        if not before.dead[p] and not after.dead[p] and after.g.turn_player != p:
            require(len(after.hand[p]) <= after.hand_limit(p), f"player {p} ends the turn with {len(after.hand[p])} cards")


@cheap(19)
def charity_is_even(step: Step) -> None:
    """Everything goes to the lowest living players, shares differ by at most one, and a giver among the lowest gives nothing away."""
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
