"""What a player may do with their cards in any window: at any time, as a free player, and in their own turn."""

from munchkin_env.core.kernel import kernel
from munchkin_env.core.types import Mask
from munchkin_env.engine.state.actions import DROP, HAND, HAND_SLOTS, MONSTER, TABLE_SLOTS, USE
from munchkin_env.engine.state.records import Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, By, Trigger, When

from .handling import may_drop, playable, usable
from .moments import answered_on_top
from .offers import offered
from .seats import fights, is_free

FROM_HAND, FROM_TABLE, FROM_FIGHT = 1, 2, 3  # where a used card comes from


@kernel
def mask_cards(t: Tables, g: Game, player: int, timing: int, mask: Mask) -> None:
    """Cards of hand and table that the player may play, use or discard."""
    seat, answered = g.seat[player], answered_on_top(g)
    for i in range(min(seat.hand_n, HAND_SLOTS)):
        mask[HAND + i] = playable(t, g, player, seat.hand[i], timing, answered)
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        mask[USE + i] = usable(t, g, player, i, timing, answered)
        mask[DROP + i] = may_drop(t, g, player, i, timing, answered)


@kernel
def mask_monsters(t: Tables, g: Game, player: int, timing: int, mask: Mask) -> None:
    """Abilities printed on the monsters of the fight."""
    for s in range(g.combat.n):
        mask[MONSTER + s] = monster_ways(t, g, player, s, timing) != 0


@kernel
def monster_ways(t: Tables, g: Game, player: int, slot: int, timing: int) -> int:
    m = g.combat.monster[slot]
    ty = t.type[t.type_of[m.card]]
    bits = 0
    if m.state != MonsterState.FIGHTING or ty.powers & timing == 0:
        return 0
    if timing & When.INSTEAD_OF_RUN_ROLL and g.combat.fleeing != slot:
        return 0
    for k in range(ty.effects, ty.effects_end):
        e = t.effect[k]
        other = e.by == By.OTHER_PLAYER
        mine = e.trigger == Trigger.ON_ACTIVATE and other != fights(g, player)
        if mine and offered(t, g, player, k, timing, NONE, NONE):
            bits |= 1 << (k - ty.effects)
    return bits


@kernel
def may_trade(t: Tables, g: Game, player: int) -> bool:
    """Free players may offer trades and gifts at any time, within their budget (TRADE-02, TIME-13)."""
    if g.seat[player].offers <= 0 or not is_free(g, player):
        return False
    return partners(t, g, player) != 0


@kernel
def partners(t: Tables, g: Game, player: int) -> int:
    """Bits of the free players with something to trade."""
    bits = 0
    mine = has_item(t, g, player)
    for p in range(g.n_players):
        if p != player and is_free(g, p) and (mine or has_item(t, g, p)):
            bits |= 1 << p
    return bits


@kernel
def has_item(t: Tables, g: Game, player: int) -> bool:
    seat = g.seat[player]
    for i in range(min(seat.table_n, TABLE_SLOTS)):
        if t.type[t.type_of[seat.table[i]]].is_item:
            return True
    return False
