"""Every reader of files refuses files of other kinds, at once and with its own error, which names the file."""

import os
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from experiments.settings import TrainError, setup_in
from tests.hostile_files import FORMATS, Format

READERS = [name for name in FORMATS if name not in ("training", "game")]  # one reads a folder, the other bytes


@pytest.fixture(autouse=True)
def soon() -> Iterator[None]:
    timer = threading.Timer(120, lambda: os._exit(99))
    timer.start()
    yield
    timer.cancel()


@pytest.fixture(scope="module", params=[*READERS, "setup"])
def reader(request: pytest.FixtureRequest) -> Format:
    if request.param == "setup":
        return Format("setup", ".zip", (b"",), lambda data, _: data, lambda path, _: (setup_in(path), None)[1], (TrainError,))
    return FORMATS[request.param]()


def large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 42)


NO_FILES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "pipe": (lambda path: os.mkfifo(path), "it is a pipe; it must be a regular file"),
    "folder": (Path.mkdir, "it is a folder; it must be a regular file"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "it is a device; it must be a regular file"),
    "large": (large, "the limit for this kind of file is"),
    "loop": (lambda path: path.symlink_to(path), "cannot be read|nor a readable file"),
    "nothing": (lambda _: None, "there is no such file|nor a readable file"),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo") or not Path("/dev/zero").exists(), reason="pipes and devices as files")
@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file(tmp_path: Path, reader: Format, kind: str) -> None:
    make, says = NO_FILES[kind]
    path = tmp_path / f"hostile{reader.suffix}"
    make(path)
    if reader.name == "curves" and kind == "nothing":
        return  # no rows yet
    with pytest.raises(reader.errors, match=says) as refused:
        reader.read(path, random.Random(1))
    assert "hostile" in str(refused.value) or (path.is_symlink() and "zero" in str(refused.value))


@pytest.mark.parametrize("content", [b"", b"\xff" * 100, b"PK\x05\x06" + bytes(18), b"[" * 100_000, b"\0" * 1000, b"not what it says"])
def test_what_is_no_such_file(tmp_path: Path, reader: Format, content: bytes) -> None:
    path = tmp_path / f"hostile{reader.suffix}"
    path.write_bytes(content)
    if reader.name == "curves" and b"\n" not in content:
        return  # no whole line, so no rows
    if reader.name == "style" and not content:
        return  # greedy's
    with pytest.raises(reader.errors) as refused:
        reader.read(path, random.Random(1))
    assert "hostile" in str(refused.value) and len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    ("name", "before", "after", "says"),
    [
        ("correction", b'"corrects": "star"', b'"corrects": []', "is not the name of a set"),
        ("correction", b'"corrects"', b'"' + b"x" * 5000 + b'"', "unknown key"),
        ("census", b'"sets": ["deluxe"]', b'"sets": ["deluxe", "deluxe"]', "its sets, players and wins do not match"),
        ("census", b'"cards": {', b'"cards": {}, "seed": 1, "x": {', "twice|other keys"),
        ("census", b'"games": 2', b'"games": 0', "its numbers are impossible"),
        ("census", b"Net Troll, ", b"Nobody, ", "effects of cards that it does not list"),
        ("replay", b'"win_level": 10', b'"win_level": "' + b"x" * 5000 + b'"', "win_level='xxx"),
        ("style", b"level = 120", b"level = 9999999999", "must be an integer"),
    ],
)
def test_what_the_hostile_files_found(tmp_path: Path, name: str, before: bytes, after: bytes, says: str) -> None:
    one = FORMATS[name]()
    assert before in one.good[0]
    path = tmp_path / f"hostile{one.suffix}"
    path.write_bytes(one.good[0].replace(before, after, 1))
    with pytest.raises(one.errors, match=says) as refused:
        one.read(path, random.Random(1))
    assert len(str(refused.value)) < 2000
