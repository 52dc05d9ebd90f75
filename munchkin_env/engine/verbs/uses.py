"""Limits of use: every use is counted until its period is over."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import MAX_USES, Game


@kernel
def count_use(g: Game, effect: int, player: int, victim: int, per: int) -> None:
    for i in range(g.use_n):
        u = g.use[i]
        if u.effect == effect and u.seat == player and u.victim == victim:
            u.count += 1
            return
    if g.use_n == MAX_USES:  # six players with eight limited powers each in one fight
        return
    u = g.use[g.use_n]
    g.use_n += 1
    u.effect = effect
    u.seat = player
    u.victim = victim
    u.per = per
    u.count = 1


@kernel
def forget_uses(g: Game, per: int) -> None:
    kept = 0
    for i in range(g.use_n):
        u, v = g.use[kept], g.use[i]
        if v.per != per:
            u.effect = v.effect
            u.seat = v.seat
            u.victim = v.victim
            u.per = v.per
            u.count = v.count
            kept += 1
    g.use_n = kept
