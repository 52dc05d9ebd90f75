"""The cards lying in the fight."""

from ..cards.vocabulary import Tables
from .kernel import kernel
from .piles import discard
from .state import Game


@kernel
def discard_fight(t: Tables, g: Game) -> None:
    """All cards played, and once the monsters (COMBAT-11)."""
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
