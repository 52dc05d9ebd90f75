"""What is in the fight: its monsters, the cards played into it, the deal."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import MAX_PLAYERS, NOBODY, Game, Monster, MonsterState, Offer
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE

from .piles import discard


@kernel
def discard_fight(t: Tables, g: Game) -> None:
    """Discard all cards played, and once the monsters (COMBAT-11)."""
    c = g.combat
    for i in range(c.zone_n):
        discard(t, g, c.zone[i])
    c.zone_n = 0
    if c.cleared:
        return
    c.cleared = 1
    for s in range(c.n):
        if c.monster[s].root == s:
            discard(t, g, c.monster[s].card)


@kernel
def blank_monster(m: Monster) -> None:
    """An unused slot."""
    m.card = NONE
    m.root = 0
    m.state = MonsterState.EMPTY
    m.pays = 0
    m.as_steed = 0
    m.treasures = 0
    m.bonus = 0
    m.tags = 0
    m.caught = 0
    m.fled = 0
    m.told = 0
    m.helped = NOBODY
    m.rewards = 0


@kernel
def blank_offer(o: Offer) -> None:
    """An empty offer to nobody."""
    o.to = NOBODY
    o.treasures = 0
    o.helper_first = 0
    o.bribe = NONE
    o.card = NONE
    o.countered = 0


@kernel
def clear_combat(g: Game) -> None:
    c = g.combat
    c.on = 0
    c.open = 0
    c.took_place = 0
    c.won = 0
    c.forfeit = 0
    c.cleared = 0
    c.main = NOBODY
    c.helper = NOBODY
    c.compelled = 0
    c.n = 0
    c.zone_n = 0
    c.munchkin_bonus = 0
    c.monster_bonus = 0
    c.power_bonus = 0
    c.used_tags = 0
    c.margin = 0
    c.asked = 0
    c.refused = 0
    c.treasures = 0
    c.runner = NOBODY
    c.fleeing = NONE
    c.die = 0
    c.escaped = 0
    c.away = 0
    c.freed = 0
    c.met = 0
    for p in range(MAX_PLAYERS):
        c.asks[p] = 0
    for i in range(4):
        c.epoch[i] = 0
    blank_offer(g.deal)
