"""Damaged and forged files of every kind that is read: `python -m tests.hostile_files --files 20000 --seed 1`.

Each file begins as a good one and is changed by what its format is made of: keys deleted, renamed and given other types, numbers beyond all
bounds, things in things in things, arrays of other shapes and types, parts of archives taken out, doubled, packed otherwise, told to be of
another size; and as bytes: cut off, flipped, doubled. The reader must end soon, in what it reads or in the error of its kind. What it
accepts is used.

A number names a file: `--first 812 --files 1` makes that one again (with the same --only, if any), with the traceback of what went wrong.
"""

import argparse
import contextlib
import copy
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
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 20.0
"""Longer than that is a hang."""
ROOM = 4 << 30
"""Bytes that a reader may take beyond what is there at the start."""
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


# ------------------------------------------------------------------------------------------------------ values

WORDS = (
    "",
    "x",
    "deluxe",
    "../../etc/passwd",
    "/dev/zero",
    "a\u2028b",
    "\x1b[31mred\x1b[0m",
    "\ud800",
    "𝕊",
    "=1+1",
    "a\0b",
    "-1",
    "x" * 5000,
)
NUMBERS: tuple[Any, ...] = (0, 1, -1, 2, 5, 99, 127, 128, 255, 32767, 65536, 2**31, 2**63, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e9, 1e308)
OTHERS: tuple[Any, ...] = (None, True, False, float("nan"), float("inf"))


def any_value(rng: random.Random) -> Any:
    made: list[Callable[[], Any]] = [
        lambda: rng.choice(WORDS),
        lambda: rng.choice(NUMBERS),
        lambda: rng.choice(OTHERS),
        list,
        dict,
        lambda: [[], {}],
        lambda: {rng.choice(WORDS): rng.choice(NUMBERS)},
        lambda: [rng.choice(NUMBERS)] * rng.choice((1, 3, 1000)),
        lambda: deep(rng.choice((5, 39, 60, 400))),
        lambda: 10**4400,
    ]
    return rng.choice(made)()


def deep(n: int) -> Any:
    value: Any = 1
    for k in range(n):
        value = [value] if k % 2 else {"a": value}
    return value


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from paths(one, (*here, key))


def changed(value: Any, rng: random.Random) -> Any:
    """With one to three of its parts changed."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = _changed_at(value, rng.choice(list(paths(value))), rng)
    return value


def _changed_at(value: Any, path: tuple[Any, ...], rng: random.Random) -> Any:
    if not path:
        return any_value(rng) if rng.random() < 0.3 else value
    parent = value
    for key in path[:-1]:
        parent = parent[key]
    key, others = path[-1], list(paths(value))
    match rng.randrange(8):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[rng.choice((*WORDS, f"{key}s", str(key).upper()))] = parent.pop(key)
        case 2 if isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        case 3:
            parent[key] = [parent[key]]
        case 4:  # what stands elsewhere
            found = value
            for step in rng.choice(others):
                found = found[step]
            parent[key] = copy.deepcopy(found)
        case 5 if isinstance(parent[key], (int, float)) and abs(parent[key]) < 1e15:
            one = parent[key]
            parent[key] = rng.choice((one + 1, one - 1, -one, one * 2, str(one), float(one)))
        case 6 if isinstance(parent, list):
            rng.shuffle(parent)
        case _:
            parent[key] = any_value(rng)
    return value


def as_json(value: Any) -> str:
    """Also what is too long for Python to write, and what is no JSON."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return json.dumps(value)
    finally:
        sys.set_int_max_str_digits(limit)


def json_text(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.25:
        return bytes_of(data, rng)
    made = as_json(changed(json.loads(data), rng))
    if rng.random() < 0.1:
        made = made.replace("{", rng.choice(('{"a": 1, "a": 2, ', "[" * 5000, '{"\\ud800": 1, ', "{//\n")), 1)
    return made.encode("utf-8", "surrogatepass")


def bytes_of(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(made) + 1)
        match rng.randrange(7):
            case 0:
                del made[at:]
            case 1:
                del made[at : at + rng.choice((1, 4, 100))]
            case 2:
                made[at:at] = made[max(0, at - 50) : at]
            case 3:
                made[at:at] = rng.randbytes(rng.choice((1, 4, 100)))
            case 4:
                made[at:at] = rng.choice((b"[" * 3000, b"\0" * 10, b"\xff\xfe", b"\r\n", b'"', b"}", b"\xef\xbb\xbf"))
            case _ if at < len(made):
                made[at] ^= 1 << rng.randrange(8)
    return bytes(made)


def toml_text(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.25:
        return bytes_of(data, rng)
    lines = data.decode().splitlines()
    at = rng.randrange(len(lines))
    key = lines[at].partition("=")[0].strip()
    values = (
        "1",
        "-1",
        "1e400",
        "nan",
        "9" * 5000,
        "0x" + "f" * 300,
        '"text"',
        '"""',
        "[" * 2000,
        "[1]",
        "{a = 1}",
        "true",
        "1.5",
        "12:00",
    )
    match rng.randrange(5):
        case 0:
            lines[at] = f"{key} = {rng.choice(values)}"
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at] = f"{rng.choice(('name', 'base', 'about', 'levle', '[' + key + ']', 'a.' * 3000 + 'a'))} = {rng.choice(values)}"
        case 3:
            lines[at] = f"{key}.{key} = {rng.choice(values)}"
        case _:
            lines.append(f"[{key}]")
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def csv_text(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.3:
        return bytes_of(data, rng)
    rows = [line.split(",") for line in data.decode().splitlines()]
    row = rng.choice(rows)
    match rng.randrange(4):
        case 0:
            row[rng.randrange(len(row))] = rng.choice((*WORDS, *map(str, NUMBERS), *map(str, OTHERS)))
        case 1:
            row.append("1")
        case 2:
            row.pop()
        case _:
            rows.insert(0, row)
    return "\n".join(",".join(one) for one in rows).encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------------------------------------------- archives


Part = tuple[str, Callable[[bytes, random.Random], bytes]]
"""How a part's name ends, and how it is changed."""


def archive(data: bytes, rng: random.Random, parts: Sequence[Part]) -> bytes:
    if rng.random() < 0.2:
        return bytes_of(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        content = [(name, file.read(name)) for name in file.namelist()]
    at = rng.randrange(len(content))
    name, part = content[at]
    match rng.randrange(10):
        case 0:
            content.pop(at)
        case 1:
            content.append((rng.choice((name, "../out", "/abs", "x" * 3000, "other.npy", "munchkin.json")), part))
        case 2:
            content[at] = (rng.choice(("other.npy", name.upper(), content[0][0])), part)
        case 3:
            content[at] = (name, rng.choice([one for _, one in content]))
        case 4:
            content[at] = (name, bytes(rng.choice((0, 1, 1000, 5_000_000))))
        case _:
            change = next(change for ending, change in parts if name.endswith(ending))
            content[at] = (name, change(part, rng))
    return _zipped(content, rng)


def _zipped(content: Sequence[tuple[str, bytes]], rng: random.Random) -> bytes:
    made = io.BytesIO()
    how = rng.choice((zipfile.ZIP_STORED,) * 4 + (zipfile.ZIP_DEFLATED,) * 4 + (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(made, "w", how) as file:  # of names that are there twice
        for name, part in content:
            file.writestr(name, part)
        if rng.random() < 0.05:
            file.comment = rng.randbytes(20)
    data = made.getvalue()
    if rng.random() < 0.1:  # a size that is a lie
        size = len(rng.choice(content)[1]).to_bytes(4, "little")
        data = data.replace(size, rng.choice((0, 10, 1 << 20, 0xFFFFFFFE)).to_bytes(4, "little"))
    return data


def array_file(data: bytes, rng: random.Random) -> bytes:
    """A .npy."""
    if rng.random() < 0.2:
        return bytes_of(data, rng)
    if rng.random() < 0.25:
        shapes = ("(4398046511104,)", "()", "(0,)", "(-1,)", "(1, 1, 1, 1)", "(" + "1, " * 60 + ")", "[1]", "(1e9,)", "(True,)", "'x'")
        types = ("<f8", "|O", "<U9999999", "|V4", "<M8[s]", "|S5", ">f4", "<c8", "<f16", "|b1", "<i0")
        order = rng.choice(("True", "False", "1"))
        header = f"{{'descr': '{rng.choice(types)}', 'fortran_order': {order}, 'shape': {rng.choice(shapes)}, }}\n"
        return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data[128:]
    found = np.load(io.BytesIO(data), allow_pickle=False)
    made = io.BytesIO()
    np.save(made, changed_array(found, rng), allow_pickle=False)
    return made.getvalue()


def changed_array(a: Any, rng: random.Random) -> Any:
    with np.errstate(all="ignore"):
        if a.dtype.kind == "U":
            return np.array(json_text(str(a).encode(), rng).decode("utf-8", "replace").replace("\0", "0"))
        match rng.randrange(8):
            case 0:
                return a.astype(rng.choice(("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u8", "b1", "c8", "U5", ">f4")))
            case 1:
                return a[: rng.choice((0, 1, len(a) // 2))] if a.ndim else a[None]
            case 2:
                return rng.choice((a[None], a[..., None], a.T, a.reshape(-1)))
            case 3:
                return np.concatenate([a, a]) if a.ndim else a
            case 4:
                return a[::-1] if a.ndim else a
            case 5:
                return np.zeros_like(a)
            case _:
                flat = a.astype("f8" if a.dtype.kind == "f" else "i8").reshape(-1)
                if flat.size:
                    bad = (np.nan, np.inf, -np.inf, 1e30, -1e300, 1e5) if flat.dtype.kind == "f" else (-1, 2**62, -(2**63), 40_000, 0)
                    flat[rng.randrange(flat.size)] = rng.choice(bad)
                return flat.reshape(a.shape)


def torch_file(data: bytes, rng: random.Random) -> bytes:
    import torch

    if rng.random() < 0.25:
        return bytes_of(data, rng)
    if rng.random() < 0.2:
        return archive(data, rng, (("", bytes_of),))
    told, made = torch.load(io.BytesIO(data), weights_only=True), io.BytesIO()
    torch.save(_changed_tensors(told, rng), made, _use_new_zipfile_serialization=rng.random() > 0.05)
    return made.getvalue()


def _changed_tensors(told: Any, rng: random.Random) -> Any:
    places = [path for path in paths(told) if path]
    if not places:
        return any_value(rng)
    path = rng.choice(places)
    parent = told
    for key in path[:-1]:
        parent = parent[key]
    found = parent[path[-1]]
    if rng.random() < 0.2:
        del parent[path[-1]]
    elif hasattr(found, "shape") and rng.random() < 0.8:
        parent[path[-1]] = _changed_tensor(found, rng)
    else:
        parent[path[-1]] = any_value(rng) if rng.random() < 0.7 else found
    return told


def _changed_tensor(t: Any, rng: random.Random) -> Any:
    import torch

    kinds = [torch.float16, torch.float64, torch.int64, torch.bool, torch.bfloat16, torch.complex64]
    changes: list[Callable[[], Any]] = [
        lambda: t.to(rng.choice(kinds)),
        lambda: torch.zeros(1).expand(10 ** rng.choice((3, 11))),
        lambda: t.to_sparse() if t.ndim else t,
        lambda: t.to("meta"),
        lambda: t.reshape(-1)[: t.numel() // 2].clone(),
        lambda: t[None],
        lambda: t * rng.choice((float("nan"), float("inf"), 1e30, -1.0)),
        lambda: t.tolist(),
        lambda: torch.nn.Parameter(t.float()),
    ]
    return rng.choice(changes)()


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

    return Format("census", ".json", (good,), json_text, read, (CensusError, CardSetError))  # the latter: of cards that are not there


def _untrained(kind: str) -> tuple[Any, dict[str, Any]]:
    from experiments.imitate import shape_of
    from experiments.network import network_of
    from munchkin_env.players.network.reading import plain_columns
    from munchkin_env.players.policy import new_about

    shape = {**shape_of(kind, 4, ("deluxe",)), "hidden": 8}
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
    from experiments.network import to_policy
    from munchkin_env.cards.loader import CardSetError
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
    """The checkpoints that a training goes on from, of an imitation and after a rollout."""
    from rich.console import Console

    import experiments.imitate
    import experiments.run
    from experiments.checkpoint import take_up
    from experiments.settings import CHECKPOINT, Setup, TrainError, setup_in
    from munchkin_env.game.saved import LoadError

    vars(experiments.run).update(columns_of=lambda *_: np.arange(0, 900, 3), SCATTER=5, IMITATION_KEPT=2)
    experiments.imitate.SHAPES["slots"] = {"kind": "slots", "card": 4, "hidden": 8, "pointer": 4}
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
        take_up(run)

    return Format("training", ".zip", tuple(good), lambda data, rng: archive(data, rng, change), read, (TrainError, LoadError))


def saved_games() -> Format:
    """Of the first line; tests/forged.py forges the state behind it."""
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


def curves() -> Format:
    from experiments.curves import CurvesError, keep_until

    good = b"steps,seconds,won\n1,2,0.5\n2,4,0.25\n3,6,nan\n"
    return Format("curves", ".csv", (good,), csv_text, lambda path, _: keep_until(path, "steps", 2), (CurvesError,))


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
    "game": saved_games,
    "replay": replays,
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
    """As many files of these formats, taken in turns."""
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
    """The most that this process ever held, in bytes."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@contextlib.contextmanager
def _limits() -> Iterator[None]:
    """Who takes more than ROOM gets a MemoryError, which is an unexplained exception."""
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
    parser.add_argument("--files", type=int, default=2000, help="how many (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first file")
    parser.add_argument("--only", nargs="+", choices=list(FORMATS), default=list(FORMATS), help="formats (default: all)")
    given = parser.parse_args(arguments)
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # readers run as fast there, and all else starts at once
    report = run(given.only, given.files, given.seed, given.first, tell=given.files <= 10)
    print(report.text())
    return int(report.failed)


if __name__ == "__main__":
    sys.exit(main())
