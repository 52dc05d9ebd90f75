"""A player gains or loses levels."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.standing import standing
from munchkin_env.engine.state.events import EVERYONE, What, log
from munchkin_env.engine.state.records import Game
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import NONE, Op


@kernel
def change_level(t: Tables, g: Game, player: int, change: int) -> None:
    """Nothing takes a Level below 1 (CONF-02), or below the minimum of the player's cards."""
    floor = max(1, standing(t, g, player, Op.LEVEL_FLOOR, 0))
    new = max(floor, int(g.seat[player].level) + change)
    if new != g.seat[player].level:
        log(g, What.LEVEL, player, NONE, NONE, new - int(g.seat[player].level), EVERYONE)
    g.seat[player].level = new
    g.recheck |= 1 << player
