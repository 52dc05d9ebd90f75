"""The ring of passes: everyone in turn may act, until all have passed in a row (TIME-10)."""

from munchkin_env.core.kernel import kernel
from munchkin_env.engine.queries.seats import left_of, living
from munchkin_env.engine.state.records import Game
from munchkin_env.engine.state.stack import top


@kernel
def all_pass(g: Game) -> bool:
    """The current player of the top ring passes, and the next one is asked. Have all passed now?"""
    f = top(g)
    f.passed |= 1 << int(f.player)
    f.player = left_of(g, f.player)
    return int(f.passed) & living(g) == living(g)


@kernel
def reopen(g: Game) -> None:
    """A player acts: everyone is asked again, starting with the same player, or by option with the next one."""
    f = top(g)
    f.passed = 0
    if g.options.rotate_priority:
        f.player = left_of(g, f.player)
