"""How a network reads a position: the game itself, or a vector.

It needs `numbers` as in the vector and, if it knows cards by type, the ids of the compact form. Card features are written only if it
reads them.
"""

import numpy as np

from munchkin_env.cards.features import BASE
from munchkin_env.core.kernel import kernel
from munchkin_env.engine.state.records import Game
from munchkin_env.observe import observe
from munchkin_env.observe.cards import write_cards
from munchkin_env.observe.layout import N_IDS, PLACES, offsets
from munchkin_env.observe.numbers import write_numbers
from munchkin_env.observe.people import write_people
from munchkin_env.observe.sums import write_sums
from munchkin_env.vocabulary.tables import Tables

from .net import Floats, Net, NetKind, Shorts
from .reading import id_columns, id_places

DIGITS = np.full(N_IDS, -1, np.int16)
"""For every id of the compact form, the position of its first digit in the vector; -1: none."""
for _place in PLACES:
    DIGITS[id_places(_place.name)] = id_columns(_place.name)[0]
CARD_FEATURES = min(at for name, at in offsets().items() if name.endswith("_cards"))
"""Where the card features start in the vector."""


@kernel
def look(t: Tables, g: Game, player: int, net: Net, ids: Shorts, numbers: Floats) -> None:
    """What the seat sees."""
    if net.features:
        observe(t, g, player, numbers)
        if net.kind == NetKind.SLOTS:
            read_ids(numbers, ids)
        return
    ids[:] = 0
    numbers[:] = 0.0
    write_people(t, g, player, ids, numbers)
    write_sums(t, g, player, numbers)
    write_numbers(t, g, player, numbers)
    write_cards(t, g, player, ids, numbers)


@kernel
def read_ids(vector: Floats, ids: Shorts) -> None:
    """The card ids in a vector; invalid ids become 0."""
    for k in range(N_IDS):
        ids[k] = 0
        if DIGITS[k] >= 0:
            number = BASE * BASE * float(vector[DIGITS[k]]) + BASE * float(vector[DIGITS[k] + 1])
            if 0.5 < number < BASE * BASE:
                ids[k] = int(number + 0.5)
