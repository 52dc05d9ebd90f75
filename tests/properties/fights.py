"""Properties 10 and 20 to 22: strength, rewards of a fight, and helpers."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import open_records
from munchkin_env.core.types import Records
from munchkin_env.engine.queries.strength import monster_total, munchkin_total
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EVERYTHING
from munchkin_env.vocabulary.words import Until
from tests.facts import FIGHTING, GONE, KILLED, NOBODY, Facts, has_op
from tests.properties.step import RINGS, Step, cheap, require

READ = {"deluxe", "star", "western", "potter"}  # the sets whose conditions facts.py reads
MADE_IN_FIGHTS = ("before_combat", "on_activate")

# -------------------------------------------------------------------------------------------------- 10: strength


@kernel
def totals_at(tables: Records, games: Records, out: npt.NDArray[np.int64]) -> None:
    """Of the munchkins and of the monsters."""
    out[0] = munchkin_total(tables[0], games[0])
    out[1] = monster_total(tables[0], games[0])


@cheap(10)
def strength_agrees(step: Step) -> None:
    """Both totals compared with a recomputation from the card files."""
    after = step.after
    if not after.open or after.kind != Kind.FIGHT_WINDOW or not READ.issuperset(after.facts.cards.sets):
        return
    totals = np.zeros(2, np.int64)
    totals_at(open_records(after.facts.cards.tables), open_records(after.array), totals)
    shown, counted = tuple(totals.tolist()), (after.munchkins(), after.monster_side())
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
    """The monsters' bonuses are the sum of the enhancers in the fight, except those on monsters that came and went."""
    after, facts = step.after, step.after.facts
    powers = {op["op"] for card in step.events(What.USES) for op in facts.ops(card, "on_activate")}
    step.history.worked_on = after.fight and (step.history.worked_on or "monster_mod" in powers or step.log_full)
    printed = {op["op"] for m in after.monsters for on in MADE_IN_FIGHTS for op in facts.ops(m.card, on)}
    other = step.history.worked_on or "roll" in printed or "monster_mod" in printed  # Transfiguration; Eep, Space Vampire
    if not after.open or after.kind != Kind.FIGHT_WINDOW or other:
        return
    played = sum(int(op["amount"]) for card in after.zone for op in facts.ops(card, "on_play") if op["op"] == "monster_mod")
    have = sum(m.bonus for s, m in enumerate(after.monsters) if m.root == s)
    require(played == have, f"enhancers of {played} in the fight, {have} on the monsters")


@cheap(10)
def the_stronger_side_wins(step: Step) -> None:
    """The result of a fight that everyone accepted matches the strengths before (COMBAT-03, COMBAT-15)."""
    before = step.before
    if not (before.kind == Kind.FIGHT_WINDOW and step.passes and READ.issuperset(before.facts.cards.sets)):
        return
    if step.has(What.WINS_FIGHT):
        require(before.munchkins_win(), f"won with {before.munchkins()} against {before.monster_side()}")
    if step.has(What.LOSES_FIGHT):
        require(not before.munchkins_win(), f"lost with {before.munchkins()} against {before.monster_side()}")


# ----------------------------------------------------------------------------------- 20, 21: what a fight brings


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
        renewed = {m.card for m in before.monsters}  # whose Bad Stuff lasts until the end of the next fight
        spent = {(m.card, m.seat) for m in before.markers if m.until == Until.NEXT_COMBAT_END and not m.waiting and m.card not in renewed}
        left = {(m.card, m.seat) for m in after.markers if m.until == Until.NEXT_COMBAT_END and not m.waiting}
        if before.g.combat.took_place:
            require(not any(seat in before.fighters for _, seat in spent & left), "a Curse of the next fight outlasts it")
        elif not step.has(What.KILLS):
            require(spent <= left, "a Curse of the next fight is spent without one")


@cheap(21)
def kills_and_only_kills_bring_levels(step: Step) -> None:
    """In the step that wins a fight main gains what the killed monsters give (and their extra gains), otherwise nothing."""
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
    extra += sum(1 for card in step.events(What.PLAYS) if before.facts.levels_when_played[card])  # as promised to a helper
    room = before.winning_level(main) - before.level[main]
    barred = any(before.facts.id[m.card] == "kneepads_of_allure" and m.seat == main for m in before.markers)
    require(min(worth, room - barred) <= gained <= min(worth + extra, room), f"{worth} levels (+{extra}) to be won, {gained} gained")


def left_by(facts: Facts, monster: int) -> int:
    """Treasures that a monster leaves which need not be fought: while others fight on, they wait for the victory (COMBAT-10)."""
    return sum(int(op["amount"]) for op in facts.ops(monster, "before_combat") if op["op"] == "draw")


@cheap(21)
def treasures_are_those_of_the_monsters(step: Step) -> None:
    """Counted in the step that wins: Treasures to be handed out, or drawn by main alone (more only by a card that draws)."""
    before, after = step.before, step.after
    if before.kind != Kind.FIGHT_WINDOW or not step.passes or not step.has(What.WINS_FIGHT) or after.over or step.log_full:
        return
    worth = before.treasures_to_win()
    left = sum(left_by(after.facts, m.card) for m in before.monsters if m.state == GONE)
    if after.fight:
        handed_out = after.g.combat.treasures
        require(worth <= handed_out <= worth + left, f"{worth} Treasures to be won, {handed_out} handed out")
        return
    drawn = [e.card for e in after.events if e.what == What.DRAWS and e.player == before.main and e.card >= after.facts.doors]
    more = sum(after.facts.drawn_for_it[card] for card in drawn)
    scarce = not after.piles[1]
    potted = 2 * sum(1 for m in before.monsters if after.facts.id[m.card] == "potted_plant")
    enough = worth <= len(drawn) <= worth + more + potted + left
    require(enough or scarce or before.helper != NOBODY, f"{worth} Treasures to be won, {len(drawn)} drawn")


@cheap(21)
def nothing_is_won_while_fighting_or_fleeing(step: Step) -> None:
    """A step in an undecided or lost fight gives Levels or kills only if a card was played, and a lost one no kill at all."""
    before, after = step.before, step.after
    if not (step.same_fight and step.passes and before.kind in RINGS) or after.g.combat.won or step.log_full:
        return
    gains = [e.player for e in after.events if e.what == What.LEVEL and e.number > 0]
    acted = step.has(What.PLAYS, What.USES, What.ROLLS)
    drawn = {*step.events(What.DRAWS), *step.events(What.PICKS)} & after.facts.levels_when_drawn
    ends = [e for m in before.monsters for e in after.facts.effects(m.card) if e["on"] in ("bad_stuff", "on_flee_end")]
    drawn |= {m.card for m in before.monsters if has_op(ends, "gain_level")}  # others rise when it catches a player
    drawn |= {m.card for m in before.monsters if has_op(ends, "set_level")}  # Bad Stuff that raises low players
    answered = before.kind in (Kind.CURSE_WINDOW, Kind.CARD_WINDOW)
    require(not gains or acted or drawn or answered, f"players {gains} gained levels in a fight that was not won")
    require(not step.has(What.LOSES_FIGHT) or not step.has(What.KILLS), "monsters killed in a lost fight")


@cheap(21)
def helpers_get_what_was_agreed(step: Step) -> None:
    """min(k, T) of the Treasures, if deals are binding (HELP-06)."""
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


# ------------------------------------------------------------------------------------------------- 22: who helps


@cheap(22)
def helpers_come_by_leave(step: Step) -> None:
    """One, living, not main; by acceptance or compulsion; a compelled one in a fight for the win was asked whether to stay."""
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
        barred = any(op["what"] == "be_helped" for op in after.fighting_ops("cannot"))
        chose = before.kind == Kind.STAY_OR_LEAVE
        require(chose or barred or after.dead[before.helper] or step.log_full, f"the helper {before.helper} left by themselves")
