"""Monsters enter a fight, and leave it."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.conditions import monsters_fighting
from munchkin_env.engine.queries.offers import holds
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_MONSTERS, Game, MonsterState
from munchkin_env.engine.state.stack import push
from munchkin_env.engine.verbs.combat_cards import blank_monster
from munchkin_env.engine.verbs.piles import discard
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, CardKind, Pays, Trigger


@kernel
def new_monster(t: Tables, g: Game, card: int, root: int) -> int:
    """Another slot of the fight. root NONE: its own. Returns NONE if there is no room."""
    slot = int(g.combat.n)
    if slot == MAX_MONSTERS:
        discard(t, g, card)
        return NONE
    g.combat.n += 1
    m = g.combat.monster[slot]
    blank_monster(m)
    m.card = card
    m.root = slot if root == NONE else root
    m.state = MonsterState.FIGHTING
    m.as_steed = 1 if t.type[t.type_of[card]].kind == CardKind.STEED else 0
    push(g, Kind.MEET, g.combat.main).slot = slot
    log(g, What.MEETS, g.combat.main, NONE, card, 0, EVERYONE)
    return slot


@kernel
def note_kill(t: Tables, g: Game, slot: int) -> None:
    """Rewards of the kill are decided now, by the current strengths (used_tag, no_bonus_used), and so is who helped (HELP-20)."""
    m = g.combat.monster[slot]
    m.helped = g.combat.helper
    g.combat.took_place = 1
    ty = t.type[t.type_of[m.card]]
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        kills = e.trigger == Trigger.ON_KILL or e.trigger == Trigger.ON_KILL_LEVEL
        if kills and holds(t, g, e.requires, g.combat.main, NONE):
            m.rewards |= 1 << (k - ty.effects)


@kernel
def take_out(t: Tables, g: Game, slot: int, kill: int, pays: int) -> None:
    """Killed, or removed: then no Level, and Treasures only if the card says so (COMBAT-05)."""
    m = g.combat.monster[slot]
    only = monsters_fighting(g) == 1 << slot
    if kill:
        note_kill(t, g, slot)
    m.state = MonsterState.KILLED if kill else MonsterState.GONE
    m.pays = 1 if pays == Pays.NORMAL or (pays == Pays.IF_ONLY and only) else 0
    log(g, What.KILLS if kill else What.MONSTER_LEAVES, g.combat.main, NONE, m.card, 0, EVERYONE)
