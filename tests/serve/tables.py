"""Tables for the tests."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from munchkin_env.serve.chairs import TableTerms, chairs_for
from munchkin_env.serve.deciding import LONGEST_RUN, Deciders
from munchkin_env.serve.journal import Journal
from munchkin_env.serve.table import ServedTable

WATCH = "w" * 22


def terms(*seats: str, sets: tuple[str, ...] = ("deluxe",), timer: float = 0.0, **options: Any) -> TableTerms:
    """`me` against two bots, unless seats are given."""
    return TableTerms(chairs_for(seats or ("me", "greedy", "bully")), WATCH, sets, options, timer, "greedy")


def opened(*seats: str, seed: int = 7, journal: Journal | None = None, **more: Any) -> ServedTable:
    """A table with its first game."""
    return ServedTable(terms(*seats, **more), seed, journal)


@contextmanager
def kept(folder: Path, seats: tuple[str, ...] = (), **more: Any) -> Iterator[ServedTable]:
    """A table on disk, whose file is closed at the end."""
    found = terms(*seats, **more)
    with closing(Journal.create(folder, found)) as journal:
        yield ServedTable(found, 7, journal)


@contextmanager
def resumed(path: Path) -> Iterator[ServedTable]:
    """The table in the file."""
    with closing(Journal(path)) as journal:
        yield ServedTable.resumed(journal)


def act(table: ServedTable, action: int | str) -> None:
    """The person who decides does it."""
    chair = table.decider
    assert chair is not None
    table.act(chair, table.asked[chair], table.game.action(action) if isinstance(action, str) else action)


def played(table: ServedTable, decisions: int = 10_000) -> ServedTable:
    """So many decisions of people, as a bot would make them, and everything that bots do in between."""
    deciders = Deciders(table.terms)
    deciders.begin(table)
    while not table.game.over and (decisions or not table.waits):
        if table.waits:
            decisions -= 1
            act(table, deciders.hint(table.game.clone(), {}).action)
        else:
            for choice in deciders.run(deciders.position(table), table.order, LONGEST_RUN):
                table.decide(*choice)
    return table
