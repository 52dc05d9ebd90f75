"""Play random games and print hashes of their records, line by line: compiled code and the twin must print the same.

`python -m tests.record_hashes FIRST_SEED GAMES [SET ...]`
"""

import hashlib
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from munchkin_env.cards.loader import load
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary.playouts import new_game_at, step_at
from munchkin_env.engine.state.records import Game
from munchkin_env.game.options import check_options, write_options
from munchkin_env.observe import N_IDS, N_NUMBERS, SIZE, observe_at, observe_compact_at
from tests.facts import empty_mask
from tests.fuzz import random_options

EVERY = 50  # decisions


def hashes(
    seed: int, array: "np.ndarray[tuple[int, ...], np.dtype[np.record]] | None" = None, sets: Sequence[str] = ("deluxe",)
) -> Iterator[str]:
    """Of one game, in a new record or a used one: at regular intervals, and at the end."""
    rng = random.Random(seed)
    players = 2 + rng.randrange(5)
    options = check_options(random_options(rng, players, rng.random() < 0.3), players)
    tables = open_records(load(sets).tables)
    array, mask = empty(Game, 1) if array is None else array, empty_mask()
    record, games = view(Game, array), open_records(array)
    write_options(options, record.options)
    record.logging = seed % 2
    new_game_at(tables, games, 0, players, seed, mask)
    decisions = 0
    while not record.over:
        if decisions % EVERY == 0:
            yield f"{seed} {decisions} {digest(array, mask)} {seen(tables, games, players)}"
        step_at(tables, games, 0, int(rng.choice(np.flatnonzero(mask))), mask)
        decisions += 1
    yield f"{seed} {decisions} {digest(array, mask)} over"


def digest(array: "np.ndarray[tuple[int, ...], np.dtype[np.record]]", mask: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]") -> str:
    return hashlib.sha256(array.tobytes() + mask.tobytes()).hexdigest()[:24]


def seen(tables: Any, games: Any, players: int) -> str:
    """What every seat observes, in both forms."""
    vector, ids, numbers = np.zeros(SIZE, np.float32), np.zeros(N_IDS, np.int16), np.zeros(N_NUMBERS, np.float32)
    found = hashlib.sha256()
    for p in range(players):
        observe_at(tables, games, 0, p, vector)
        observe_compact_at(tables, games, 0, p, ids, numbers)
        found.update(vector.tobytes() + ids.tobytes() + numbers.tobytes())
    return found.hexdigest()[:24]


def main() -> None:
    first, games = int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, first + games):
        for line in hashes(seed, sets=sys.argv[3:] or ["deluxe"]):
            print(line)


if __name__ == "__main__":
    main()
