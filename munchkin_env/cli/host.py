"""The host of a tournament: checks the arguments of `munchkin tournament`, has the games played, stores and shows them."""

import argparse
import secrets
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from rich.console import Console

from munchkin_env.lab.arena.checks import side_files
from munchkin_env.lab.arena.definition import AUTO, Definition, define
from munchkin_env.lab.arena.entrants import ArenaError
from munchkin_env.lab.arena.export import EXPORTED, parquet, write_csv, write_parquet
from munchkin_env.lab.arena.figures import Figures
from munchkin_env.lab.arena.keeping import KeptGame, check_keepable, where_to_watch
from munchkin_env.lab.arena.report import write_report
from munchkin_env.lab.arena.running import run
from munchkin_env.lab.arena.store import MEMORY, Store, merge
from munchkin_env.lab.arena.table import show_standings
from munchkin_env.lab.arena.tournament import check_numbers, continued, isolation_limits, usual
from munchkin_env.lab.trials.showing import show_scorecard
from munchkin_env.lab.trials.social import play_social_games, scorecard

from .exits import DONE, INTERRUPTED, fail, say
from .progress import progress_of_games

_GAMES, _PLAYERS, SEED = 1000, 4, 1  # defaults
DECIDES = ("players", "seed", "lineups", "field", "time_limit", "talk", "option", "sets")
"""The arguments that determine the games; a tournament file contains all of them."""
_WIDE = 110  # columns, if there is no terminal


def host(given: argparse.Namespace, options: dict[str, Any], sets: tuple[str, ...] | None) -> int:
    """Returns the exit status."""
    given.definition = None
    if given.parquet is not None:
        parquet()
    if given.keep_games is not None and given.report is None:
        raise ArenaError("--keep-games needs --report FILE, which links to the games")
    _check_apart(given)
    if given.merge:
        return _merge(given)
    if given.show is not None:
        _refuse(given, "--show shows a file, and plays nothing", "specs", "games", "out", *DECIDES)
        with Store(given.show) as store:
            return _tell(given, store)
    given.definition = definition = _definition(given, options, sets)
    if given.keep_games is not None:
        check_keepable(definition, given.games)
    _check_writable(given)
    with Store(MEMORY if given.out is None else given.out, definition) as store:
        return _play(given, definition, store)


def _refuse(given: argparse.Namespace, why: str, *names: str) -> None:
    """Refuse arguments that have no meaning beside another."""
    called = {"specs": "the names of entrants", "time_limit": "--time-limit", "sets": "--set"}
    said = [called.get(name, f"--{name}") for name in names if getattr(given, name) not in (None, [])]
    if said:
        raise ArenaError(f"{why}; omit {', '.join(said)}")


def _check_writable(given: argparse.Namespace) -> None:
    """Report problems before the tournament, not after it. Creates the folders."""
    for name, folder in (("report", given.report and given.report.parent), ("csv", given.csv), ("parquet", given.parquet)):
        if folder is None:
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise ArenaError(f"--{name} {getattr(given, name)}: cannot write into {folder}: {error.strerror}") from error
    if given.report is not None and given.report.is_dir():
        raise ArenaError(f"--report {given.report}: this is a folder; must be a file, such as {given.report / 'report.html'}")


def _check_apart(given: argparse.Namespace) -> None:
    """No output may replace another output or anything that is read, even through a link."""
    written = {"--out": [given.out], "--report": [given.report]}
    written |= {"--csv": _files(given.csv, "csv"), "--parquet": _files(given.parquet, "parquet")}
    named = [*given.specs, given.field or "", *(given.sets or ())]
    read = {
        "--show": [given.show],
        "--merge": given.merge or [],
        "an entrant or a set": [Path(one) for one in named if Path(one).is_file()],
    }
    of_out = [Path(one) for one in side_files(str(given.out))] if given.out is not None else []
    places = [
        (name, path) for name, paths in (written | {"--out": [given.out, *of_out]} | read).items() for path in paths if path is not None
    ]
    for i, (name, path) in enumerate(places):
        for other, second in places[i + 1 :]:
            if name in written and _same(path, second):
                raise ArenaError(f"{name} {path} is also the file of {other}; choose another")
    if given.report is not None and given.report.is_file():
        with given.report.open("rb") as file:
            if file.read(16).startswith(b"SQLite format 3"):
                raise ArenaError(f"--report {given.report} is a database; choose another file")


def _files(folder: Path | None, ending: str) -> list[Path]:
    """The files that an export writes."""
    return [] if folder is None else [folder / f"{name}.{ending}" for name in EXPORTED]


def _same(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve() or (one.exists() and other.exists() and one.samefile(other))
    except (OSError, RuntimeError):
        return False


def _merge(given: argparse.Namespace) -> int:
    if given.out is None or given.specs or given.show is not None:
        raise ArenaError("--merge FILE FILE … needs --out FILE, and plays nothing")
    _refuse(given, "--merge combines files, and plays nothing", "games", *DECIDES)
    games = merge(given.merge, given.out)
    print(f"{games:,} games of {len(given.merge)} files in {given.out}")
    with Store(given.out) as store:
        return _tell(given, store)


def _definition(given: argparse.Namespace, options: dict[str, Any], sets: tuple[str, ...] | None) -> Definition:
    there = given.out is not None and given.out.is_file() and given.out.stat().st_size > 0
    if not given.specs:
        if not there:
            raise ArenaError("who plays? Name bots, styles (*.toml), policies or module:Class; or --out with an existing file")
        _refuse(given, f"{given.out} determines who plays and how; its tournament is continued", *DECIDES)
        with Store(given.out) as store:
            given.games = given.games or store.wanted or _GAMES
            check_numbers(given.games, given.workers)
            return continued(store, given.games)
    given.games = given.games or _GAMES
    check_numbers(given.games, given.workers)
    lineups = given.lineups or AUTO
    if there and given.field is None and lineups == AUTO:
        with Store(given.out) as store:
            lineups = usual(store.identity, lineups)
    return define(
        given.specs,
        games=given.games,
        players=_PLAYERS if given.players is None else given.players,
        seed=_seed(given, there=there),
        lineups=lineups,
        field=given.field,
        sets=sets or ("deluxe",),
        time_limit=given.time_limit,
        limits=isolation_limits(given.isolate),
        talk=bool(given.talk),
        **options,
    )


def _seed(given: argparse.Namespace, *, there: bool) -> int:
    """Isolated agents must not guess the seed: a small one can be found by trying."""
    if given.seed is not None:
        return int(given.seed)
    if not given.isolate:
        return SEED
    if there:
        with Store(given.out) as store:
            return int(store.identity["seed"])
    return secrets.randbits(62)


def _play(given: argparse.Namespace, definition: Definition, store: Store) -> int:
    total = definition.cycles(given.games) * definition.games_per_cycle
    store.wanted = given.games
    interrupted, had = False, len(store.played())
    with _Bar(total) as bar:
        try:
            run(definition, store, given.games, workers=given.workers, ray=given.ray, limits=isolation_limits(given.isolate), progress=bar)
        except KeyboardInterrupt:
            interrupted = True
    seconds, new = bar.seconds, len(store.played()) - had
    if new:
        print(f"{new:,} games in {seconds:,.1f} s, {new / seconds:,.1f} per second", file=sys.stderr)
    if interrupted:
        left = total - len(store.played())
        go_on = f"the same command plays the remaining {left:,}" if given.out is not None else "without --out, nothing is kept"
        print(f"interrupted; {go_on}", file=sys.stderr)
    code = _tell(given, store)
    return INTERRUPTED if interrupted else code


class _Bar:
    """A progress bar, and the time since the first game could start."""

    def __init__(self, total: int) -> None:
        self.progress = progress_of_games(Console(stderr=True))
        self.task = self.progress.add_task("", total=total, start=False)
        self.began = 0.0

    def __call__(self, games: int) -> None:
        if not self.began:
            self.began = time.perf_counter()
            self.progress.start()
            self.progress.start_task(self.task)
        self.progress.update(self.task, completed=games)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()


@dataclass
class _Outputs:
    """What was written."""

    paths: list[Path] = field(default_factory=list)
    kept: tuple[KeptGame, ...] = ()
    problem: ArenaError | None = None
    """Why no game could be kept."""


def _tell(given: argparse.Namespace, store: Store) -> int:
    """Write the requested files first, then print the table: the reader of our output may stop (head, less)."""
    figures = Figures(store)
    if given.scorecard is not None and figures.n:
        _score(given, store, figures)
    written = _write(given, store, figures)
    console = Console(highlight=False)
    show_standings(figures, console if console.is_terminal else Console(highlight=False, width=_WIDE))
    if figures.scorecard:
        show_scorecard(figures)
    for line in (*written.paths, *where_to_watch(written.kept)):
        print(line)
    if written.problem is not None:
        return fail(written.problem)
    if len(written.kept) < (given.keep_games or 0):
        say(f"--keep-games {given.keep_games}: {len(written.kept)} are kept; no other game was only between bots and policies")
    return DONE


def _score(given: argparse.Namespace, store: Store, figures: Figures) -> None:
    """Play the games of the scorecard. Agents outside the compiled loop have only counts."""
    definition = given.definition or continued(store, max(1, store.wanted))
    with progress_of_games(Console(stderr=True)) as progress:
        bar = progress.add_task("", total=given.scorecard)
        games = play_social_games(definition, given.scorecard, lambda done: progress.update(bar, completed=done))
    figures.scorecard = scorecard(figures, games)


def _write(given: argparse.Namespace, store: Store, figures: Figures) -> _Outputs:
    try:
        return _written(given, store, figures)
    except OSError as error:
        kept = "" if given.out is None else f"; the games are in {given.out}"
        raise ArenaError(f"{error.filename or 'a file'} cannot be written: {error.strerror or error}{kept}") from error


def _written(given: argparse.Namespace, store: Store, figures: Figures) -> _Outputs:
    written = _Outputs()
    if given.csv is not None:
        written.paths += write_csv(store, figures, given.csv)
    if given.parquet is not None:
        written.paths += write_parquet(store, figures, given.parquet)
    if given.report is not None and figures.n:
        try:
            figures.definition = _to_replay(given, store)
            written.kept = write_report(figures, given.report, given.keep_games or 0)
        except ArenaError as error:
            written.problem = error
            write_report(figures, given.report)
        written.paths.append(given.report)
    return written


def _to_replay(given: argparse.Namespace, store: Store) -> Definition | None:
    """The tournament, if games are to be kept."""
    if given.keep_games is None:
        return None
    return given.definition or continued(store, max(1, store.wanted))
