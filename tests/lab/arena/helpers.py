"""Short tournaments."""

from typing import Any

from munchkin_env.lab.arena import Store, define
from munchkin_env.lab.arena.running import run
from munchkin_env.players.agents.process import Limits

SHORT: dict[str, Any] = {"max_rounds": 1, "trade_budget": 0}
HERE = "tests.lab.arena.players:"
TABLES = ("games", "seats", "deeds", "forfeits")


def results(store: Store) -> dict[str, list[Any]]:
    return {name: store.table(name) for name in TABLES}


def played(
    specs: list[str], games: int = 8, workers: int = 1, ray: str | bool = False, limits: Limits | None = None, **more: Any
) -> dict[str, list[Any]]:
    """What is in the file after that many games."""
    definition = define(specs, games=games, limits=limits, **{**SHORT, **more})
    with Store(definition=definition) as store:
        run(definition, store, games, workers=workers, ray=ray, limits=limits)
        return results(store)


def forfeits(found: dict[str, list[Any]]) -> dict[tuple[int, int], tuple[str, str]]:
    """(game, entrant) -> kind, reason."""
    return {(row[0], row[2]): (row[4], row[5]) for row in found["forfeits"]}
