"""Playing games of bots and writing them to Parquet, in parts that are kept until all are there."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import replacing
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import Game
from munchkin_env.game.warming import warm_up
from munchkin_env.lab.arena.export import parquet
from munchkin_env.lab.trials.bench_of_bots import Bench, Trials
from munchkin_env.learning.parts import write_told

from .describing import COLUMNS, columns_of_table, describe_dataset
from .writing_down import DecisionRow, write_down_game

_ROOM = 4096
"""Decisions and observations for which there is room at first; longer games double it."""
_NUMBERS_OF_KINDS = {int(kind) for kind in Kind}
_SEEN = 300
"""Numbers of an observation, on average."""


@dataclass(frozen=True)
class Export:
    """What is exported."""

    trials: Trials
    """Who plays what; its games are those of a part."""
    games: int
    observations: bool = False
    """Also what the deciding seat sees, and its legal actions."""
    command: str = "munchkin export"
    """With which it is made, for the datasheet."""

    @property
    def parts(self) -> int:
        """How many parts it has."""
        return -(-self.games // self.trials.games)

    def games_of_part(self, k: int) -> int:
        """How many games the k-th part has."""
        return min(self.trials.games, self.games - k * self.trials.games)


def export_games(folder: Path, what: Export, workers: int = 1, progress: Callable[[int], None] = lambda _: None) -> list[Path]:
    """Write the dataset; parts that the folder has are not played again. progress: called with the number of games so far.

    Raises ArenaError without pyarrow, MadeOtherwiseError for a folder with another dataset.
    """
    parquet()
    kept = folder / "parts"
    kept.mkdir(parents=True, exist_ok=True)
    about = what.trials.identity_of_parts() | {"observations": what.observations}
    write_told(kept / "parts.json", about, "games")
    if COMPILED:
        warm_up()
        with compiling("dataset", "a minute"):
            tables_of_part(Export(Trials(("weighted",) * 2, options={"max_rounds": 1}, games=1), 1, observations=True), 0)

    def make(k: int) -> int:
        if not all(_part(kept, table, what, k).exists() for table in COLUMNS):
            for name, table in tables_of_part(what, k).items():
                _write(table, _part(kept, name, what, k))
        return k

    pool = ThreadPoolExecutor(workers)
    try:
        for k in pool.map(make, range(what.parts)):
            progress(min((k + 1) * what.trials.games, what.games))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    counts = {table: _joined(folder, table, [_part(kept, table, what, k) for k in range(what.parts)]) for table in COLUMNS}
    told = about | {"command": what.command, "date": datetime.now(UTC).date()}
    return [folder / f"{table}.parquet" for table in COLUMNS] + describe_dataset(folder, told, counts, what.observations)


def _part(folder: Path, table: str, what: Export, k: int) -> Path:
    """A last part with fewer games has a name of its own."""
    games = what.games_of_part(k)
    return folder / (f"{table}-{k:05}.parquet" if games == what.trials.games else f"{table}-{k:05}-{games}.parquet")


def _write(table: Any, path: Path) -> None:
    with replacing(path) as partial:
        parquet()[1].write_table(table, partial, compression="zstd")


def _joined(folder: Path, table: str, parts: Sequence[Path]) -> int:
    """One file of all parts. Returns how many rows it has."""
    writer = parquet()[1]
    rows = 0
    with (
        replacing(folder / f"{table}.parquet") as partial,
        writer.ParquetWriter(partial, writer.read_schema(parts[0]), compression="zstd") as file,
    ):
        for part in parts:
            read = writer.read_table(part)
            rows += read.num_rows
            file.write_table(read)
    return rows


# --------------------------------------------------------------------------------------------------------- a part


class _Room:
    """For one game; it grows with the longest."""

    def __init__(self, observations: bool) -> None:
        self.observations = observations
        self.grow(_ROOM, _ROOM * _SEEN)

    def grow(self, decisions: int, numbers: int) -> None:
        self.decisions, self.legal = empty(DecisionRow, decisions), np.zeros((decisions, N_ACTIONS), np.bool_)
        seen = (decisions, numbers) if self.observations else (0, 0)
        self.ends, self.places, self.numbers = np.zeros(seen[0], np.int64), np.zeros(seen[1], np.int16), np.zeros(seen[1], np.float32)

    def suffices(self, n: int) -> bool:
        """Was there room for a game of n decisions? If not, there is now."""
        numbers = int(self.ends[min(n, len(self.ends)) - 1]) if self.observations else 0
        if n <= len(self.decisions) and numbers <= len(self.places):
            return True
        self.grow(max(2 * n, len(self.decisions)), max(2 * numbers, len(self.places)))
        return False


def tables_of_part(what: Export, k: int) -> dict[str, Any]:
    """The k-th part as tables of pyarrow."""
    how = what.trials
    bench, room = Bench(how, k, games=1), _Room(what.observations)
    games: list[dict[str, Any]] = []
    parts: list[dict[str, npt.NDArray[Any]]] = []
    for i in range(what.games_of_part(k)):
        n = _play(bench, room, i)
        games.append(_game_row(bench, how, i, n))
        parts.append(_decision_columns(room, n, games[-1]))
    return {"games": _games_table(games), "decisions": _decisions_table(parts, what.observations)}


def _play(bench: Bench, room: _Room, i: int) -> int:
    """Game i of the part: how many decisions it had. A game that needs more room is played again."""
    while True:
        bench.seat(i)
        players = (bench.bots, *bench.networks, bench.masks, len(bench.line_up), bench.seed + i)
        into = (open_records(room.decisions), room.legal, room.ends, room.places, room.numbers)
        n = write_down_game(bench.tables, bench.games, *players, *into)
        if room.suffices(n):
            return n


def _game_row(bench: Bench, how: Trials, i: int, n: int) -> dict[str, Any]:
    game, players = view(Game, bench.array), len(how.players)
    by_seat = [(seat - bench.first - i) % players for seat in range(players)]
    digests = how.digests()
    return {
        "game": bench.first + i,
        "seed": bench.seed + i,
        "agents": [how.players[b] for b in by_seat],
        "digests": [digests[b] for b in by_seat],
        "winners": [seat for seat in range(players) if game.winners >> seat & 1],
        "levels": [game.seat[seat].level for seat in range(players)],
        "truncated": bool(game.truncated),
        "rounds": int(game.rounds),
        "decisions": n,
    }


def _decision_columns(room: _Room, n: int, game: Mapping[str, Any]) -> dict[str, npt.NDArray[Any]]:
    rows: Any = room.decisions[:n].view(DecisionRow.layout)
    found = {name: rows[name].copy() for name in DecisionRow.layout.names or ()}
    share = np.zeros(len(game["agents"]), np.float32)
    share[game["winners"]] = 1 / max(len(game["winners"]), 1)
    found |= {"game": np.full(n, game["game"], np.int32), "share": share[found["seat"]]}
    if room.observations:
        ends, legal = room.ends[:n], room.legal[:n]
        found |= {"legal_lengths": legal.sum(axis=1), "legal_actions": np.nonzero(legal)[1].astype(np.int16)}
        found |= {"seen_lengths": np.diff(ends, prepend=0)}
        found |= {"seen_places": room.places[: ends[-1]].copy(), "seen_numbers": room.numbers[: ends[-1]].copy()}
    return found


def _games_table(rows: Sequence[Mapping[str, Any]]) -> Any:
    arrow = parquet()[0]
    small, texts = arrow.list_(arrow.int8()), arrow.list_(arrow.string())
    types = {"game": arrow.int32(), "seed": arrow.int64(), "agents": texts, "digests": texts, "winners": small, "levels": small}
    types |= {"truncated": arrow.bool_(), "rounds": arrow.int16(), "decisions": arrow.int32()}
    columns = {name: arrow.array([row[name] for row in rows], type=types[name]) for name in COLUMNS["games"]}
    return _marked(arrow.table(columns), "games", observations=False)


def _decisions_table(parts: Sequence[Mapping[str, npt.NDArray[Any]]], observations: bool) -> Any:
    arrow = parquet()[0]
    a = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    kinds = [Kind(k).name if k in _NUMBERS_OF_KINDS else "" for k in range(FIRST_AUTOMATIC)]
    columns: dict[str, Any] = {name: arrow.array(a[name]) for name in COLUMNS["decisions"] if name != "kind"}
    columns["kind"] = arrow.DictionaryArray.from_arrays(arrow.array(a["kind"].astype(np.int8)), arrow.array(kinds))
    columns = {name: columns[name] for name in COLUMNS["decisions"]}
    if observations:
        columns["legal_actions"] = _lists(a["legal_lengths"], a["legal_actions"])
        columns |= {name: _lists(a["seen_lengths"], a[name]) for name in ("seen_places", "seen_numbers")}
    return _marked(arrow.table(columns), "decisions", observations)


def _lists(lengths: npt.NDArray[Any], values: npt.NDArray[Any]) -> Any:
    arrow = parquet()[0]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return arrow.ListArray.from_arrays(arrow.array(starts), arrow.array(values))


def _marked(table: Any, name: str, observations: bool) -> Any:
    """Each column says what it means, and whether it is hidden."""
    arrow = parquet()[0]
    told = columns_of_table(name, observations)
    fields = [field.with_metadata({"meaning": told[field.name].meaning, "hidden": told[field.name].hidden}) for field in table.schema]
    return table.cast(arrow.schema(fields))
