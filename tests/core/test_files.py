"""munchkin_env.core.files: what is refused, with which message, in how much time and memory."""

import errno
import io
import json
import os
import pickle
import subprocess
import sys
import threading
import time
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.files import (
    DEPTH,
    KB,
    MB,
    STYLE,
    Archive,
    FileError,
    MissingFile,
    inflate,
    opened,
    parse_json,
    parse_toml,
    read_bytes,
    read_text,
    replacing,
    short,
    short_list,
    sweep,
    write,
)


@pytest.fixture(autouse=True)
def soon() -> Any:
    """Nothing here waits: a reader that blocks on a pipe would block the suite."""
    timer = threading.Timer(60, lambda: os._exit(99))
    timer.start()
    yield
    timer.cancel()


# ---------------------------------------------------------------------------------------------------------- opening


def test_a_regular_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("Größe\r\nb\rc\n".encode())
    assert read_text(tmp_path / "a", KB) == "Größe\nb\nc\n"
    assert read_text(str(tmp_path / "a"), 13) and read_bytes(tmp_path / "a", 13)[-2:] == b"c\n"


def test_a_link_to_a_file_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("here")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert read_text(tmp_path / "b", KB) == "here"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders on this system")
def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    import socket

    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        for path, kind in (
            (tmp_path / "fifo", "a pipe"),
            (tmp_path / "link", "a pipe"),
            (tmp_path, "a folder"),
            (Path("/dev/zero"), "a device"),
            (tmp_path / "s", "a socket"),
        ):
            with pytest.raises(FileError, match=f"{path.name}: it is {kind}; it must be a regular file"):
                read_bytes(path, KB)


def test_what_is_not_there_or_has_no_name_that_can_be(tmp_path: Path) -> None:
    with pytest.raises(MissingFile, match="nowhere: there is no such file"):
        read_bytes(tmp_path / "nowhere", KB)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "file").touch()
    for name in ("a\0b", "a" * 5000, "\ud800", "loop", "file/below"):
        with pytest.raises(FileError):
            read_bytes(f"{tmp_path}/{name}", KB)


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    with (
        pytest.raises(FileError, match="it has 1,099,511,627,776 bytes; the limit for this kind of file is 1,024"),
        opened(tmp_path / "large", KB),
    ):
        raise AssertionError("it was opened")


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs a file that does not tell its size")
def test_a_size_that_is_not_told_is_no_way_around() -> None:
    with pytest.raises(FileError, match="it has more than 10 bytes"):
        read_bytes("/proc/self/maps", 10)


def test_what_is_no_text_says_where(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc\xff\xfe")
    with pytest.raises(FileError, match=r"a: it is not text: byte 3 \(0xff\) is not UTF-8"):
        read_text(tmp_path / "a", KB)


def test_inflating_is_bounded() -> None:
    packed = zlib.compress(bytes(10 * MB))
    assert inflate(packed, 10 * MB, "x") == bytes(10 * MB)
    for data, says in (
        (packed, "more than 1,024 bytes"),
        (packed[:-3], "truncated"),
        (zlib.compress(b"a") + b"b", "followed by something"),
        (b"nonsense", "damaged"),
        (b"", "truncated"),
    ):
        with pytest.raises(FileError, match=says):
            inflate(data, KB if data is packed else 20 * MB, "x")


def test_errors_survive_a_pickle() -> None:
    for error in (FileError("a", "b"), MissingFile("a", "b")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and (again.file, again.problem, str(again)) == ("a", "b", "a: b")


# ------------------------------------------------------------------------------------------------------ JSON, TOML


def test_json_is_read() -> None:
    told = {"a": [1, -2.5, None, True, "ü\u2028"], "state": 2**128 - 1}
    assert parse_json(json.dumps(told), "x") == told
    assert parse_json(b'{"a": 1e3}', "x") == {"a": 1000.0}
    assert parse_json("NaN", "x", finite=False) != 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, "more than 40 deep"),
        ("[" * 41 + "]" * 41, "more than 40 deep"),
        ('{"a":' * 45 + "1" + "}" * 45, "more than 40 deep"),
        ("9" * 5000, "a number of 5000 digits; the limit is 40"),
        ("NaN", "'NaN' is not a usable number"),
        ("-Infinity", "'-Infinity' is not a usable number"),
        ("1e999", "'1e999' is not a usable number"),
        ('{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        ('"\\ud800"', "half a character"),
        ('{"\\udfff": 1}', "half a character"),
        ("", "not valid JSON"),
        ("\ufeff{}", "not valid JSON"),
        ("{'a': 1}", "not valid JSON"),
        ("{} {}", "not valid JSON"),
    ],
)
def test_json_that_is_refused(text: str, says: str) -> None:
    with pytest.raises(FileError, match=f"x: .*{says}"):
        parse_json(text, "x")


def test_json_may_be_as_deep_as_is_said() -> None:
    assert parse_json("[" * DEPTH + "]" * DEPTH, "x")
    assert parse_json("[[]]", "x", depth=2)
    with pytest.raises(FileError, match="more than 1 deep"):
        parse_json("[[]]", "x", depth=1)


def test_many_keys_take_no_time_that_grows_with_their_square() -> None:
    text = "{" + ",".join(f'"{k}": 1' for k in range(200_000)) + ', "199999": 1}'
    with pytest.raises(FileError, match="'199999' occurs twice"):
        parse_json(text, "x")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = " + "[" * 3000, "more than 40 deep"),
        ("a = " + "[" * 45 + "]" * 45, "more than 40 deep"),
        (".".join(["a"] * 20_000) + " = 1", "a key has more than 40 parts"),
        ("[" + " . ".join(["a"] * 41) + "]", "a key has more than 40 parts"),
        ("a = 1\na = 2", "not valid TOML"),
        ("a = " + "9" * 5000, "not valid TOML"),
        ("a = 2026-99-99", "not valid TOML"),
        ("level 3", "not valid TOML"),
    ],
)
def test_toml_that_is_refused(text: str, says: str) -> None:
    with pytest.raises(FileError, match=f"x: .*{says}"):
        parse_toml(text, "x")


@pytest.mark.parametrize("part", ["a", "a.", "a .", "a. ", ". ", " ", "[", "a.a.a b.", '"', "#a.", "[[a.a]]\n"])
def test_no_style_takes_long(part: str) -> None:
    began = time.perf_counter()
    with suppress(FileError):
        parse_toml(part * (STYLE // len(part)), "x")
    assert time.perf_counter() - began < 5


def test_toml_is_read() -> None:
    assert parse_toml('a.b = [1, 2] # e.g. this. and that. and more.\nc = "1.2.3.4"', "x") == {"a": {"b": [1, 2]}, "c": "1.2.3.4"}


def test_lists_are_told_in_short() -> None:
    assert short_list(["a", 2]) == "'a', 2" and short_list("abcdef", number=2) == "'a', 'b', …"
    assert len(short_list(["a" * 10_000] * 10_000)) < 400


def test_values_are_told_in_short() -> None:
    assert short("a") == "'a'" and len(short("a" * 10_000)) == 80 and short(10**5000) == "<int>"


# ------------------------------------------------------------------------------------------------- archives, arrays


def zipped(**parts: bytes) -> io.BytesIO:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return made


def npy(array: Any) -> bytes:
    made = io.BytesIO()
    np.lib.format.write_array(made, np.asarray(array), allow_pickle=False)
    return made.getvalue()


def claiming(descr: str, shape: str, order: str = "False", body: bytes = b"") -> bytes:
    header = f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + body


ARRAYS: dict[str, Any] = {
    "floats": np.arange(12, dtype=np.float32).reshape(3, 4),
    "turned": np.asfortranarray(np.arange(12, dtype=np.int16).reshape(3, 4)),
    "halves": np.ones((2, 1, 3), np.float16),
    "swapped": np.arange(3, dtype=">i4"),
    "switches": np.array([True, False]),
    "empty": np.zeros((0, 5), np.float64),
    "text": np.array('{"ü": 1}'),
    "one": np.array(3, np.uint8),
}


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_all_that_numpy_writes_of_numbers_is_read(save: Any) -> None:
    made = io.BytesIO()
    save(made, **ARRAYS)
    found = Archive(made, "x").arrays(MB)
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype and np.array_equal(found[name], array), name
    assert str(found["text"]) == '{"ü": 1}'


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (claiming("'<f8'", "(4398046511104,)"), "promises an array of shape"),
        (claiming("'<f8'", "(99999999999999999999,)"), "promises an array of shape"),
        (claiming("'|O'", "(1,)", body=pickle.dumps([1])), "does not describe"),
        (claiming("[('a', '<f4')]", "(1,)", body=bytes(4)), "does not describe"),
        (claiming("'<V4'", "(1,)", body=bytes(4)), "does not describe"),
        (claiming("'<f4'", "(-1,)", body=bytes(4)), "does not describe"),
        (claiming("'<f4'", "(1)" * 2), "does not describe"),
        (claiming("'<f4'", "[1]", body=bytes(4)), "does not describe"),
        (claiming("'<f1'", "(1,)", body=bytes(1)), "not a type of numbers"),
        (claiming("'<f4'", "(2,)", body=bytes(4)), "promises an array of shape"),
        (claiming("'<f4'", "(1,)", body=bytes(8)), "promises an array of shape"),
        (claiming("'<U0'", "(9,)"), "does not describe"),
        (claiming("'<f4'", "(" + "1,  " * 30 + ")", body=bytes(4))[:-1], "promises an array of shape"),
        (claiming("'<f4'", "(" + "1," * 70 + ")", body=bytes(4)), "impossible"),
        (claiming("'<f4'", "(" + "1, " * 70 + ")", body=bytes(4)), "does not describe"),
        (claiming("'<U1'", "()", body=b"\xff\xff\xff\x7f"), "text is invalid"),
        (claiming("'>U2'", "()", body=bytes(4) + b"\0\0\xd8\x00"), "text is invalid"),
        (claiming("'<f4'", "(0, 9999999)"), "promises an array of shape"),
        (claiming("__import__('os').getpid()", "(1,)"), "does not describe"),
        (b"\x93NUMPY\x01\x00\xff\xff" + b"{" * 65535, "its header has 65,535 bytes"),
        (b"\x93NUMPY\x09\x00\x00\x00", "not a numpy array"),
        (npy(np.arange(5))[:20], "does not describe"),
        (b"", "not a numpy array"),
    ],
)
def test_an_array_that_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(FileError, match=f"x: .*({says})"):
        Archive(zipped(**{"a.npy": content}), "x").arrays(MB)


def test_bombs_do_not_go_off() -> None:
    bomb = zipped(**{"a.npy": npy(np.zeros(100 * MB, np.uint8))})
    assert len(bomb.getvalue()) < MB
    with pytest.raises(FileError, match=r"its arrays have 104,857,.* bytes unpacked; the limit is 1,048,576"):
        Archive(bomb, "x").arrays(MB)
    with pytest.raises(FileError, match=r"'a.npy' has 104,857,.* bytes unpacked"):
        Archive(bomb, "x").read("a.npy", MB)


def test_a_size_that_is_a_lie_is_noticed() -> None:
    """The archive claims that a part is small, but it is large; the reverse is a truncated part."""
    honest = zipped(a=bytes(MB)).getvalue()
    for lie in (10, 2 * MB):
        with pytest.raises(FileError):
            Archive(io.BytesIO(honest.replace(MB.to_bytes(4, "little"), lie.to_bytes(4, "little"))), "x").read("a", 4 * MB)


def test_archives_that_are_refused(tmp_path: Path) -> None:
    (tmp_path / "twice").write_bytes(zipped(aa=b"1", ab=b"2").getvalue().replace(b"ab", b"aa"))
    with zipfile.ZipFile(tmp_path / "lzma", "w", zipfile.ZIP_LZMA) as file:
        file.writestr("a", b"1")
    with zipfile.ZipFile(tmp_path / "commented", "w") as file:
        file.comment = b"PK"
    with zipfile.ZipFile(tmp_path / "many", "w") as file:
        for k in range(20_000):
            file.writestr(str(k), b"")
    (tmp_path / "text").write_text("no archive")
    (tmp_path / "nothing").touch()
    for name, says in (
        ("twice", "two of its parts have the same name"),
        ("lzma", "uses an unsupported compression"),
        ("commented", "not a zip file"),
        ("many", "too many parts"),
        ("text", "not a zip file"),
        ("nothing", "not a zip file"),
    ):
        with pytest.raises(FileError, match=f"{name}: .*{says}"), opened(tmp_path / name, 4 * MB) as handle:
            Archive(handle, tmp_path / name).read("a", KB)
    name = "n" * 3000
    (tmp_path / "long").write_bytes(zipped(**{name: b""}).getvalue().replace(name.encode(), b"m" + name[1:].encode(), 1))
    with pytest.raises(FileError, match="File name in directory 'nnn") as refused, opened(tmp_path / "long", 4 * MB) as handle:
        Archive(handle, tmp_path / "long").read(name, KB)
    assert len(refused.value.problem) == 1000 and refused.value.problem.endswith("…"), "Python quotes the whole name, twice"
    with pytest.raises(FileError, match="'b' is missing"):
        Archive(zipped(a=b""), "x").read("b", KB)
    with pytest.raises(FileError, match=r"other things than arrays"):
        Archive(zipped(a=b""), "x").arrays(KB)


def test_every_damaged_byte_of_an_archive_is_refused_or_harmless() -> None:
    made = io.BytesIO()
    np.savez_compressed(made, a=np.arange(50, dtype=np.float32), header=np.array('{"a": 1}'))
    whole, refused = made.getvalue(), 0
    for k in range(len(whole)):
        for flip in (1, 0x80):
            damaged = bytearray(whole)
            damaged[k] ^= flip
            try:
                found = Archive(io.BytesIO(bytes(damaged)), "x").arrays(MB)
                assert sum(array.nbytes for array in found.values()) < MB
            except FileError:
                refused += 1
    assert refused > len(whole)
    for k in range(len(whole)):
        with pytest.raises(FileError):
            Archive(io.BytesIO(whole[:k]), "x").arrays(MB)


# ---------------------------------------------------------------------------------------------------------- writing


def test_writing_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    write(path, "ä\n")
    assert path.read_bytes() == "ä\n".encode()
    write(path, b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*a.txt'"):
        write(path, "new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_device_is_told() -> None:
    with pytest.raises(OSError, match="No space left on device"):
        write("/dev/full", "something")


def test_an_exception_while_something_is_written_leaves_the_old(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with suppress(KeyboardInterrupt), replacing(tmp_path / "a") as partial:
        partial.write_text("half")
        raise KeyboardInterrupt
    assert (tmp_path / "a").read_text() == "old" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links")
def test_the_mode_and_links_stay(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "b").symlink_to("a")
    write(tmp_path / "b", "new")
    assert (tmp_path / "b").is_symlink() and (tmp_path / "a").read_text() == "new"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    umask = os.umask(0o022)
    os.umask(umask)
    write(tmp_path / "c", "new")
    assert (tmp_path / "c").stat().st_mode & 0o777 == 0o666 & ~umask


def test_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere/a'"):
        write(tmp_path / "nowhere" / "a", "x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder'"):
        write(tmp_path / "folder", "x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_what_killed_writers_left_is_swept_up(tmp_path: Path) -> None:
    code = (
        "import os, sys, pathlib; from munchkin_env.core.files import replacing\n"
        "with replacing(pathlib.Path(sys.argv[1])) as partial: partial.write_text('half'); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path / "a")], check=False).returncode == 9
    (tmp_path / "b.part").touch()
    assert len(list(tmp_path.iterdir())) == 2
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b.part"]
