"""A runner escapes without a roll."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import Game


@kernel
def set_free(g: Game, player: int) -> None:
    """From the monster that the player is running from, and from all that are still to come."""
    g.combat.freed |= 1 << player
    if g.combat.runner == player:
        g.combat.escaped = 2
