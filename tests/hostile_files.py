"""Damaged and forged files of every kind: `python -m tests.hostile_files --files 20000 --seed 1`.

Each file starts as a good one and is changed along the structure of its format: keys deleted, renamed and retyped, numbers beyond all
bounds, deep nesting, arrays of other shapes and types, parts of archives removed, duplicated, compressed differently, with a wrong
size; and as bytes: truncated, flipped, duplicated. The reader must end soon, with a result or the error of its format. Accepted files
are used.

A number identifies a file: `--first 812 --files 1` creates that one again (with the same --only, if any), with the traceback of its error.
"""

import argparse
import contextlib
import hashlib
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.damage import Part, archive, array_file, bytes_of, csv_text, json_text, toml_text, torch_file

SECONDS = 20.0
"""Seconds; longer is a hang."""
ROOM = 4 << 30
"""Bytes that a reader may allocate beyond the start."""
Mutator = Callable[[bytes, random.Random], bytes]


class HangError(BaseException):
    """A reader that does not end. No reader catches it."""


@dataclass(frozen=True)
class Format:
    name: str
    suffix: str
    good: tuple[bytes, ...]
    mutate: Mutator
    read: Callable[[Path, random.Random], None]
    """Reads and uses it."""
    errors: tuple[type[Exception], ...]
    """What a reader of this kind may raise."""


# ----------------------------------------------------------------------------------------------------- formats


def card_sets() -> Format:
    from munchkin_env.cards.loader import CardSetError, load
    from munchkin_env.game.game import Game

    folder = Path(__file__).parent
    package = Path(load.__code__.co_filename).parent
    good = [(folder / "cards" / "tiny.json").read_bytes()] * 4 + [(package / f"{name}.json").read_bytes() for name in ("star", "western")]

    def read(path: Path, rng: random.Random) -> None:
        cards = load([path])
        if len(cards.cards) < 20 or rng.random() < 0.1:
            _play(Game(2, [path], seed=1), rng, 40)

    return Format("cards", ".json", tuple(good), json_text, read, (CardSetError,))


def _play(game: Any, rng: random.Random, decisions: int) -> None:
    for _ in range(decisions):
        if game.over:
            return
        game.apply(rng.choice(game.legal()))


def corrections() -> Format:
    from munchkin_env.cards.loader import CardSetError, load

    good = b'{"corrects": "star", "format": 1, "cards": {"vibrosword": {"bonus": 4, "gold": 600}, "eep": {"level": 3}}}'
    with contextlib.suppress(CardSetError):
        load(["star"])

    def read(path: Path, _: random.Random) -> None:
        load(["star", path])

    return Format("correction", ".json", (good,), json_text, read, (CardSetError,))


def styles() -> Format:
    from munchkin_env.players.bots import StyleError, load_style, new_bots

    good = b'base = "greedy"\nname = "mine"\nabout = "likes Levels"\nlevel = 120\ntrades = 1\ncaution = 80\n'
    return Format("style", ".toml", (good,), toml_text, lambda path, _: (new_bots([load_style(path)]), None)[1], (StyleError,))


def censuses() -> Format:
    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.lab.census.census import Census, CensusError
    from munchkin_env.lab.census.page import markdown
    from munchkin_env.lab.census.playing import play

    good = (play(["random", "weighted"], 2, 1, ("deluxe",), win_level=3, max_rounds=1).as_json() + "\n").encode()

    def read(path: Path, _: random.Random) -> None:
        markdown([Census.load(path)])

    return Format("census", ".json", (good,), json_text, read, (CensusError, CardSetError))  # the latter: unknown cards


def _untrained(kind: str) -> tuple[Any, dict[str, Any]]:
    from munchkin_env.learning.inputs import network_shape
    from munchkin_env.learning.networks import network_of
    from munchkin_env.players.network.reading import plain_columns
    from munchkin_env.players.policy import new_about

    shape = {**network_shape(kind, 4, ("deluxe",)), "hidden": 8}
    shape |= {"card": 4, "pointer": 4} if kind == "slots" else {}
    return network_of(shape, plain_columns()[::3], ("deluxe",)), new_about(("deluxe",), 4, shape, steps=0)


def _use(path: Path, rng: random.Random) -> None:
    from munchkin_env.engine.state.actions import N_ACTIONS
    from munchkin_env.observe import SIZE
    from munchkin_env.players.policy import check_sets, load_policy

    policy = load_policy(path)
    draw = np.random.default_rng(rng.randrange(1 << 32))
    masks = draw.random((4, N_ACTIONS)) < 0.1
    masks[:, 0] = True
    chosen = policy.act_many(draw.integers(0, 2, (4, SIZE)).astype(np.float32), masks)
    if not masks[np.arange(4), chosen].all():
        raise AssertionError("it chose what is illegal")
    check_sets(policy.about, policy.about["sets"])


def policies() -> Format:
    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.learning.networks import to_policy
    from munchkin_env.players.policy import PolicyError

    good = []
    for kind in ("slots", "flat"):
        with tempfile.TemporaryDirectory() as folder:
            to_policy(*_untrained(kind)).save(Path(folder) / "p.npz")
            good.append((Path(folder) / "p.npz").read_bytes())
    change: Sequence[Part] = (("", array_file),)
    return Format("policy", ".npz", tuple(good), lambda data, rng: archive(data, rng, change), _use, (PolicyError, CardSetError))


def trained_checkpoints() -> Format:
    import torch

    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.players.policy import HEADER, PolicyError

    good = []
    for kind in ("slots", "flat"):
        net, about = _untrained(kind)
        weights, made = io.BytesIO(), io.BytesIO()
        torch.save({f"net.{name}": tensor for name, tensor in net.state_dict().items()}, weights)
        with zipfile.ZipFile(made, "w") as file:
            file.writestr(HEADER, json.dumps(about))
            file.writestr("policy.pth", weights.getvalue())
        good.append(made.getvalue())
    change: Sequence[Part] = ((".json", json_text), ("", torch_file))
    return Format("checkpoint", ".zip", tuple(good), lambda data, rng: archive(data, rng, change), _use, (PolicyError, CardSetError))


def networks() -> Format:
    from experiments.checkpoint import load_network, save_network
    from experiments.settings import TrainError

    net, _ = _untrained("flat")
    with tempfile.TemporaryDirectory() as folder:
        save_network(Path(folder) / "n.pt", net, ("deluxe",))
        good = (Path(folder) / "n.pt").read_bytes()
    return Format("network", ".pt", (good,), torch_file, lambda path, _: load_network(path, net, ("deluxe",)), (TrainError,))


def trainings() -> Format:
    """The checkpoints from which training resumes, of an imitation and after a rollout."""
    from rich.console import Console

    import experiments.run
    import munchkin_env.learning.inputs
    from experiments.checkpoint import restore
    from experiments.settings import CHECKPOINT, Setup, TrainError, setup_in
    from munchkin_env.game.saved import LoadError

    vars(experiments.run).update(columns_of=lambda *_: np.arange(0, 900, 3), SCATTER=5, IMITATION_KEPT=2)
    munchkin_env.learning.inputs.SHAPES["slots"] = {"kind": "slots", "card": 4, "hidden": 8, "pointer": 4}
    common: dict[str, Any] = {"games": 4, "rollout": 16, "batch": 32, "imitate_games": 4, "evaluate_every": 100, "steps": 0}
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    runs, good = [], []
    for imitate in (2, 0):
        here = folder / str(imitate)
        here.mkdir()
        run = experiments.run.Run(here, Setup(imitate=imitate, **common), Console(quiet=True))
        run.start()
        if not imitate:
            run.model.learn(64, log_interval=None)
            run.checkpoint()
        runs.append(run)
        good.append((here / CHECKPOINT).read_bytes())
    change: Sequence[Part] = (
        (".json", json_text),
        ("arrays.npz", lambda data, rng: archive(data, rng, (("", array_file),))),
        (".pth", torch_file),
        ("", bytes_of),
    )

    def read(path: Path, rng: random.Random) -> None:
        setup_in(path)
        run = runs[rng.randrange(2)]
        path.replace(run.folder / CHECKPOINT)
        restore(run)

    return Format("training", ".zip", tuple(good), lambda data, rng: archive(data, rng, change), read, (TrainError, LoadError))


def saved_games() -> Format:
    """Only the first line; tests/forged.py forges the state after it."""
    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.game.game import Game
    from munchkin_env.game.saved import LoadError

    def mutate(data: bytes, rng: random.Random) -> bytes:
        if rng.random() < 0.2:
            return bytes_of(data, rng)
        magic, header, state = data[:-16].split(b"\n", 2)
        body = magic + b"\n" + json_text(header, rng) + b"\n" + state
        return body + hashlib.sha256(body).digest()[:16]

    good = Game(3, seed=1, win_level=4).to_bytes()
    return Format("game", ".bin", (good,), mutate, lambda path, _: (Game.from_bytes(path.read_bytes()), None)[1], (LoadError, CardSetError))


def replays() -> Format:
    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.game.game import Game
    from munchkin_env.game.replay import Replay
    from munchkin_env.game.saved import LoadError

    def mutate(data: bytes, rng: random.Random) -> bytes:
        if rng.random() < 0.2:
            return bytes_of(data, rng)
        lines = data.splitlines()
        at = rng.choice((0, 0, rng.randrange(len(lines)), -1))
        lines[at] = json_text(lines[at], rng)
        return b"\n".join(lines)

    good = []
    for start in (None, 20):
        game = Game(2, seed=3, max_rounds=1)
        for _ in range(start or 0):
            game.apply(game.legal()[0])
        replay = Replay(game)
        for _ in range(15):
            replay.apply(replay.game.legal()[-1])
        good.append(replay.text().encode())

    def read(path: Path, _: random.Random) -> None:
        for game, said in Replay.load(path).steps():
            assert said and game.legal()

    return Format("replay", ".jsonl", tuple(good), mutate, read, (LoadError, CardSetError))


def labels() -> Format:
    from munchkin_env.learning.labels import Labels
    from munchkin_env.learning.learner import batch_of
    from munchkin_env.learning.parts import DamagedPartError
    from tests.learning.planting import planted_part

    def read(path: Path, _: random.Random) -> None:
        found = Labels([path])
        batch = batch_of(found, np.arange(len(found)))
        if not batch.legal.gather(1, batch.action)[batch.there].all():
            raise AssertionError("a candidate is illegal")

    made = io.BytesIO()
    np.savez_compressed(made, allow_pickle=False, **planted_part(20, 0.02))
    change: Sequence[Part] = (("", array_file),)
    return Format("labels", ".npz", (made.getvalue(),), lambda data, rng: archive(data, rng, change), read, (DamagedPartError,))


def curves() -> Format:
    from experiments.curves import CurvesError, keep_until

    good = b"steps,seconds,won\n1,2,0.5\n2,4,0.25\n3,6,nan\n"
    return Format("curves", ".csv", (good,), csv_text, lambda path, _: keep_until(path, "steps", 2), (CurvesError,))


def evaluations() -> Format:
    from munchkin_env.lab.protocol import EvaluationResult, ProtocolError, leaderboard
    from munchkin_env.lab.protocol.leaderboard import leaderboard_page, markdown_table
    from munchkin_env.lab.protocol.results import PlayedAgainst, hash_of

    def mutate(data: bytes, rng: random.Random) -> bytes:
        """Mostly with the hash that fits the change: the hash is no secret."""
        made = json_text(data, rng)
        try:
            told = dict(json.loads(made))
            told.pop("hash", None)
            return json.dumps({**told, "hash": hash_of(told)}).encode("utf-8", "surrogatepass")
        except (ValueError, TypeError, RecursionError):
            return made

    def read(path: Path, _: random.Random) -> None:
        ranked = leaderboard([EvaluationResult.load(path)])
        assert markdown_table(ranked) and leaderboard_page(ranked)

    against = {
        "random": PlayedAgainst("670ea7b5", [[1.0, 0.5], [1.0, 0.0]], [[0.2, 0.1], [0.3, -0.4]]),
        "greedy-1": PlayedAgainst("733794ee", [[0.0, 0.5], [0.0, 0.0]], []),
    }
    told = ("mine", "mine.npz", "00ff", "duel-v1", "digest", "munchkin-ref-1", 2, "0.1", 1, "cards", "code")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "good.json"
        EvaluationResult(*told, against).save(path)
        good = path.read_bytes()
    return Format("evaluation", ".json", (good,), mutate, read, (ProtocolError,))


FORMATS: dict[str, Callable[[], Format]] = {
    "cards": card_sets,
    "correction": corrections,
    "style": styles,
    "census": censuses,
    "policy": policies,
    "checkpoint": trained_checkpoints,
    "network": networks,
    "training": trainings,
    "curves": curves,
    "labels": labels,
    "game": saved_games,
    "replay": replays,
    "evaluation": evaluations,
}


# ------------------------------------------------------------------------------------------------------ running


@dataclass
class Report:
    refused: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    hangs: list[str] = field(default_factory=list)
    longest: float = 0.0
    seconds: float = 0.0
    before: int = 0
    peak: int = 0

    @property
    def failed(self) -> bool:
        return bool(self.unexplained or self.hangs)

    def text(self) -> str:
        lines = [f"{'':12}{'refused':>10}{'accepted':>10}"]
        for name in sorted(self.refused.keys() | self.accepted.keys()):
            lines.append(f"{name:12}{self.refused[name]:>10,}{self.accepted[name]:>10,}")
        total = self.refused.total() + self.accepted.total() + len(self.unexplained) + len(self.hangs)
        ended = f"{self.refused.total():,} refused, {self.accepted.total():,} accepted and used"
        lines += [
            f"{total:,} files in {self.seconds:.0f} s: {ended}, {len(self.unexplained)} unexplained exceptions, {len(self.hangs)} hangs",
            f"longest {self.longest:.1f} s; memory {self.before / 2**20:.0f} MB before, {self.peak / 2**20:.0f} MB at most",
        ]
        return "\n".join([*lines, *self.unexplained, *(f"hangs: {one}" for one in self.hangs)])


def run(names: Sequence[str], files: int, seed: int, first: int = 0, tell: bool = False) -> Report:
    """That many files, rotating through these formats."""
    formats = [FORMATS[name]() for name in names]
    report = Report(before=_memory())
    with _limits(), tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        for one in formats:
            for number, good in enumerate(one.good):
                path = Path(folder) / f"good{number}{one.suffix}"
                path.write_bytes(good)
                one.read(path, random.Random(number))
        began = time.perf_counter()
        for number in range(first, first + files):
            one = formats[number % len(formats)]
            _try(one, number, random.Random(f"{seed} {one.name} {number}"), Path(folder), report, tell)
        report.seconds, report.peak = time.perf_counter() - began, _memory()
    return report


def _try(one: Format, number: int, rng: random.Random, folder: Path, report: Report, tell: bool) -> None:
    path = folder / f"{number}{one.suffix}"
    path.write_bytes(one.mutate(rng.choice(one.good), rng))
    began = time.perf_counter()
    try:
        with _ending(SECONDS):
            one.read(path, rng)
        report.accepted[one.name] += 1
    except one.errors as error:
        report.refused[one.name] += 1
        if len(str(error)) > 2000:
            report.unexplained.append(f"{one.name} {number}: a message of {len(str(error)):,} letters: {str(error)[:100]}")
    except HangError:
        report.hangs.append(f"{one.name} {number}")
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        where = traceback.extract_tb(error.__traceback__)[-1]
        found = f"{type(error).__name__}: {str(error)[:100]} ({Path(where.filename).name}:{where.lineno})"
        report.unexplained.append(f"{one.name} {number}: {found}")
        if tell:
            traceback.print_exc()
    report.longest = max(report.longest, time.perf_counter() - began)
    path.unlink(missing_ok=True)


@contextlib.contextmanager
def _ending(seconds: float) -> Iterator[None]:
    def end(*_: object) -> None:
        raise HangError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _memory() -> int:
    """The peak memory of this process, in bytes."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@contextlib.contextmanager
def _limits() -> Iterator[None]:
    """Beyond ROOM there is a MemoryError, which counts as an unexplained exception."""
    if not Path("/proc/self/statm").exists():
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile_files", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=2000, help="number of files (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first file")
    parser.add_argument("--only", nargs="+", choices=list(FORMATS), default=list(FORMATS), help="formats (default: all)")
    given = parser.parse_args(arguments)
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # readers run as fast there, and everything else starts at once
    report = run(given.only, given.files, given.seed, given.first, tell=given.files <= 10)
    print(report.text())
    return int(report.failed)


if __name__ == "__main__":
    sys.exit(main())
