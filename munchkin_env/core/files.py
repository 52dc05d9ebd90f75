"""The only place that opens, limits, parses and writes files. Its results are bounded, and contain only numbers and text.

Files come from strangers: only regular files are opened (a pipe could block forever, /dev/zero never ends), nothing beyond the size limit
of its kind is read or unpacked, and nothing in it is run: no pickle, no eval. Any fault in a file is a FileError that names it.
Readers turn that into their own error (CardSetError, PolicyError …).

    told = parse_json(read_text(path, CARD_SET), path)
    with opened(path, POLICY) as file:
        arrays = Archive(file, path).arrays(POLICY_UNPACKED)
        write(path, text)                       # all or nothing: a full disk leaves the old file
"""

import errno
import json
import math
import os
import re
import secrets
import socket
import stat
import struct
import sys
import tomllib
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

from .locks import try_lock
from .texts import cut

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30

CARD_SET, STYLE, CENSUS, SAVED_GAME, REPLAY, TABLE = MB, 64 * KB, 2 * MB, 4 * MB, 8 * MB, MB
"""Size limits by kind: at least ten times the real sizes, but small enough to read in seconds. TABLE: a CSV of numbers."""
POLICY, POLICY_UNPACKED = 64 * MB, 128 * MB
CHECKPOINT = 4 * GB - 1
"""A training run: its games and what it has learned, hundreds of MB. Each part is limited where it is read."""
TOLD = 4 * MB
"""JSON inside other files: headers, and the state of a run."""
DEPTH = 40
"""Maximum nesting of lists and objects. The deepest of our card sets has 12."""
_DIGITS = 40
"""Maximum of an integer: the state of a random generator has 39."""

_PROBLEM = 1000
"""Letters that say what is wrong: Python's own messages quote what they found, however long it is."""
_DOTTED = re.compile(rf"(?<![^\s=\[\]{{}},#])(?:[^\s.=\[\]{{}},#]++[ \t]*+\.[ \t]*+){{{DEPTH},}}")
"""A key with more than the maximum number of parts. It matches at word starts and never backtracks: no text makes it slow."""
_DIRECTORY = 256 * KB
"""Maximum for the directory at the end of a zip file, which is read at once: ours have a few dozen parts."""


class FileError(ValueError):
    """A file that is rejected, or cannot be written. `file`: its name; `problem`: what is wrong, without the name."""

    def __init__(self, file: object, problem: str) -> None:
        self.file, self.problem = str(file), cut(problem, _PROBLEM)
        super().__init__(f"{self.file}: {self.problem}")

    def __reduce__(self) -> tuple[type["FileError"], tuple[str, str]]:
        return type(self), (self.file, self.problem)


class MissingFile(FileError):  # noqa: N818 - reads well: except MissingFile
    """There is no such file."""


# ---------------------------------------------------------------------------------------------------------- opening


@contextmanager
def opened(path: str | os.PathLike[str], most: int) -> Iterator[BinaryIO]:
    """The file, if it is regular and has at most `most` bytes. Raises FileError."""
    try:
        _check_status(path, Path(path).stat(), most)  # first of all: opening a device may have an effect
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        _refuse(path, error)
    with os.fdopen(handle, "rb") as file:
        _check_status(path, os.fstat(handle), most)  # it may have been replaced in between
        yield file


def _check_status(path: object, status: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise FileError(path, f"it is {_kind(status.st_mode)}; it must be a regular file")
    if status.st_size > most:
        raise FileError(path, f"it has {status.st_size:,} bytes; the limit for this kind of file is {most:,}")


def _kind(mode: int) -> str:
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))
    return next((name for is_one, name in kinds if is_one(mode)), "a device")


def _refuse(path: object, error: Exception) -> NoReturn:
    if isinstance(error, FileError):
        raise error
    if isinstance(error, FileNotFoundError):
        raise MissingFile(path, "there is no such file") from None
    raise FileError(path, f"it cannot be read: {getattr(error, 'strerror', None) or error}") from error


def read_bytes(path: str | os.PathLike[str], most: int) -> bytes:
    """The whole file. Raises FileError."""
    with opened(path, most) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            _refuse(path, error)
    if len(data) > most:  # it has grown, or has no known size (/proc)
        raise FileError(path, f"it has more than {most:,} bytes, the limit for this kind of file")
    return data


def read_text(path: str | os.PathLike[str], most: int) -> str:
    """The whole file as UTF-8; every line ending becomes \\n. Raises FileError."""
    return decoded(read_bytes(path, most), path).replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes, file: object) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(file, f"it is not text: byte {error.start:,} (0x{data[error.start]:02x}) is not UTF-8") from None


def inflate(data: bytes, most: int, file: object) -> bytes:
    """Data compressed with zlib, if it unpacks to at most `most` bytes. Raises FileError."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, most + 1)
    except zlib.error as error:
        raise FileError(file, f"its compressed data are damaged: {error}") from None
    if len(found) > most:
        raise FileError(file, f"its compressed data have more than {most:,} bytes, the limit")
    if not unpacking.eof or unpacking.unused_data:
        raise FileError(file, "its compressed data are damaged: truncated, or followed by something else")
    return found


# ------------------------------------------------------------------------------------------------------ JSON, TOML


def parse_json(text: str | bytes, file: object, *, finite: bool = True, depth: int = DEPTH) -> Any:
    """The value. No duplicate keys, nothing deeper than `depth`; finite: neither NaN nor infinity. Raises FileError."""
    try:
        value = json.loads(
            decoded(text, file) if isinstance(text, bytes) else text,
            object_pairs_hook=lambda pairs: _no_key_twice(pairs, file),
            parse_int=lambda digits: _whole(digits, file),
            parse_float=lambda digits: _finite(digits, file) if finite else float(digits),
            parse_constant=lambda word: _finite(word, file) if finite else float(word),
        )
    except FileError:
        raise
    except RecursionError:
        raise FileError(file, f"lists and objects are nested more than {depth} deep") from None
    except ValueError as error:
        raise FileError(file, f"not valid JSON: {error}") from None
    _check_value(value, file, depth)
    return value


def _no_key_twice(pairs: list[tuple[str, Any]], file: object) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise FileError(file, f"the key {short(twice)} occurs twice in one object")
    return found


def _whole(digits: str, file: object) -> int:
    if len(digits) > _DIGITS:
        raise FileError(file, f"{digits[:12]}… is a number of {len(digits)} digits; the limit is {_DIGITS}")
    return int(digits)


def _finite(digits: str, file: object) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise FileError(file, f"{short(digits)} is not a usable number")
    return number


def parse_toml(text: str, file: object, *, depth: int = DEPTH) -> dict[str, Any]:
    """The table. Raises FileError."""
    if _DOTTED.search(text):  # each part takes as long as all before it
        raise FileError(file, f"a key has more than {depth} parts")
    try:
        told = tomllib.loads(text)
    except RecursionError:
        raise FileError(file, f"lists and tables are nested more than {depth} deep") from None
    except ValueError as error:
        raise FileError(file, f"not valid TOML: {error}") from None
    _check_value(told, file, depth)
    return told


def _check_value(value: Any, file: object, depth: int) -> None:
    """Level by level, because nesting that is too deep for us may also be too deep for recursion."""
    level = _with_parts([value], file)
    for _ in range(depth):
        level = _with_parts([part for one in level for part in (one if isinstance(one, list) else (*one, *one.values()))], file)
    if level:
        raise FileError(file, f"lists and objects are nested more than {depth} deep")


def _with_parts(values: Sequence[Any], file: object) -> list[Any]:
    """The containers among them; strings are checked here."""
    for one in values:
        if isinstance(one, str) and not one.isascii() and any("\ud800" <= letter <= "\udfff" for letter in one):
            raise FileError(file, f"the text {short(one)} contains half a character (a lone surrogate)")
    return [one for one in values if isinstance(one, (dict, list))]


def conform(value: Any, hint: Any, file: object, at: str = "") -> Any:
    """The value as that Python type: an object as a dataclass, a list as a tuple. Raises FileError, which says where it does not fit."""
    if hint is Any:
        return value
    if is_dataclass(hint):
        return _dataclass(value, hint, file, at)
    kind: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if kind is float and type(value) is int:
        return float(value)
    fits = type(value) is (list if kind is tuple else kind)
    if not fits or (kind is int and value.bit_length() > 63):
        _not(value, hint, file, at)
    if kind is dict:
        return {conform(key, inner[0], file, f"{at}: a key"): conform(one, inner[1], file, f"{at}.{key}") for key, one in value.items()}
    if kind is list or (kind is tuple and inner[-1] is ...):
        return kind(conform(one, inner[0], file, f"{at}[{k}]") for k, one in enumerate(value))
    if kind is tuple:
        if len(value) != len(inner):
            _not(value, hint, file, at)
        return tuple(conform(one, part, file, f"{at}[{k}]") for k, (one, part) in enumerate(zip(value, inner, strict=True)))
    return value


def _dataclass(value: Any, hint: Any, file: object, at: str) -> Any:
    told, hints = conform(value, dict[str, Any], file, at), get_type_hints(hint)
    needed = {one.name for one in fields(hint) if one.default is MISSING and one.default_factory is MISSING}
    if strange := sorted((told.keys() - hints.keys()) | (needed - told.keys())):
        raise FileError(file, f"{at or 'it'} has other keys: {short(strange)} are missing, or too many")
    return hint(**{name: conform(one, hints[name], file, f"{at}.{name}" if at else name) for name, one in told.items()})


def _not(value: Any, hint: Any, file: object, at: str) -> NoReturn:
    raise FileError(file, f"{at[:80] or 'it'} is {short(value)}; {hint if get_args(hint) else hint.__name__} is required")


def short(value: object, most: int = 80) -> str:
    """A value in a message: its repr, but never pages of it."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def short_list(values: Sequence[object], most: int = 80, number: int = 4) -> str:
    """Values in a message: so many of them, each as `short` tells it."""
    return ", ".join(short(one, most) for one in values[:number]) + (", …" if len(values) > number else "")


# ------------------------------------------------------------------------------------------------- archives, arrays

_HEADER = re.compile(
    rb"\{\s*'descr'\s*:\s*'(?P<type>[<>|=]?[biuf][1248]|[<>|=]?U[1-9]\d{0,7})'\s*,\s*'fortran_order'\s*:\s*(?P<order>True|False)\s*,"
    rb"\s*'shape'\s*:\s*\((?P<shape>[\d, ]{0,150})\)\s*,?\s*\}\s*"
)
"""The header of a .npy of numbers or text: all that numpy writes, and no more. Numpy itself parses it as Python, and allocates any size."""
_MAGIC = b"\x93NUMPY"
_HEADER_AT_MOST = 4096


class Archive:
    """A zip file whose parts are read one by one, each with its own limit. Raises FileError."""

    def __init__(self, file: BinaryIO, name: object) -> None:
        self.name = name
        with self._told():
            self._check_end(file)
            self._zip = zipfile.ZipFile(file)
        self._parts = {one.filename: one for one in self._zip.infolist()}
        if len(self._parts) < len(self._zip.infolist()):
            raise FileError(name, "two of its parts have the same name")

    def _check_end(self, file: BinaryIO) -> None:
        """As our writers leave it: without a comment, and with a directory that fits into memory."""
        file.seek(max(0, file.seek(0, os.SEEK_END) - 98))
        tail = file.read().rjust(98, b"\0")
        if tail[-22:-18] != b"PK\5\6" or tail[-2:] != b"\0\0":
            raise FileError(self.name, "it is damaged, or not a zip file")
        large = tail[-42:-38] == b"PK\6\7"  # torch always adds ZIP64 records, and zipfile trusts them
        if max(int.from_bytes(tail[-10:-6], "little"), large * int.from_bytes(tail[40:48], "little")) > _DIRECTORY:
            raise FileError(self.name, "it is a zip file of too many parts")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except FileError:
            raise
        except (zipfile.BadZipFile, EOFError, zlib.error, struct.error) as error:
            raise FileError(self.name, f"it is damaged, or not a zip file: {error}") from None
        except (RuntimeError, ValueError, OverflowError, OSError) as error:  # encrypted, other compression, negative offsets
            raise FileError(self.name, f"it cannot be unpacked: {error}") from None

    def names(self) -> list[str]:
        return list(self._parts)

    def size(self, part: str) -> int:
        """Unpacked size of a part according to the archive: reading stops there."""
        if part not in self._parts:
            raise FileError(self.name, f"{short(part)} is missing")
        one = self._parts[part]
        if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or one.flag_bits & 1:
            raise FileError(self.name, f"{short(part)} is encrypted or uses an unsupported compression")
        return one.file_size

    def read(self, part: str, most: int) -> bytes:
        """A part of at most `most` bytes."""
        size = self.size(part)
        if size > most:
            raise FileError(self.name, f"{short(part)} has {size:,} bytes unpacked; the limit is {most:,}")
        with self._told(), self._zip.open(self._parts[part]) as file:
            data = file.read(size)
            file.read(1)  # the checksum is checked at the end
        if len(data) != size:
            raise FileError(self.name, f"{short(part)} is truncated")
        return data

    def json(self, part: str, most: int = TOLD, *, finite: bool = True) -> Any:
        return parse_json(self.read(part, most), f"{self.name}: {part}", finite=finite)

    def arrays(self, most: int) -> dict[str, npt.NDArray[Any]]:
        """All parts, which must be .npy of numbers or text with at most `most` bytes in total."""
        if any(not part.endswith(".npy") for part in self._parts):
            raise FileError(self.name, "it holds other things than arrays (.npy)")
        if (total := sum(self.size(part) for part in self._parts)) > most:
            raise FileError(self.name, f"its arrays have {total:,} bytes unpacked; the limit is {most:,}")
        return {part.removesuffix(".npy"): self._array(part) for part in self._parts}

    def _array(self, part: str) -> npt.NDArray[Any]:
        with self._told(), self._zip.open(self._parts[part]) as file:
            found = read_array(file, self.size(part), f"{self.name}: {part}")
            file.read(1)
        return found


def read_array(file: Any, size: int, name: object) -> npt.NDArray[Any]:
    """A .npy of `size` bytes. Its header must promise exactly the bytes that follow, before memory is allocated."""
    start = file.read(8)
    if len(start) < 8 or not start.startswith(_MAGIC) or start[6] not in (1, 2, 3):
        raise FileError(name, "it is not a numpy array")
    width = 2 if start[6] == 1 else 4
    length = int.from_bytes(file.read(width), "little")
    if length > _HEADER_AT_MOST:
        raise FileError(name, f"its header has {length:,} bytes; the limit is {_HEADER_AT_MOST:,}")
    told = _HEADER.fullmatch(file.read(length))
    if told is None:
        raise FileError(name, "its header does not describe an array of numbers or of text")
    try:
        dtype = np.dtype(told["type"].decode())
    except TypeError:
        raise FileError(name, f"{told['type'].decode()} is not a type of numbers") from None
    shape = tuple(int(digits) for digits in re.findall(rb"\d+", told["shape"]))
    left = size - len(start) - width - length
    if math.prod(shape) * dtype.itemsize != left or max(shape, default=0) > size:
        raise FileError(name, f"its header promises an array of shape {shape} of {dtype}, which are not the {left:,} bytes that follow")
    flat = np.frombuffer(_filled(file, left, name), np.uint8)
    if dtype.kind == "U":
        _check_letters(flat.view(np.dtype(np.uint32).newbyteorder(dtype.byteorder)), name)
    try:
        return flat.view(dtype).reshape(shape, order="F" if told["order"] == b"True" else "C")
    except (TypeError, ValueError) as error:
        raise FileError(name, f"its header promises an impossible array: {error}") from None


def _check_letters(codes: npt.NDArray[np.uint32], name: object) -> None:
    """Numpy checks them only when the text is read, and then crashes."""
    if ((codes > sys.maxunicode) | ((codes >= 0xD800) & (codes <= 0xDFFF))).any():
        raise FileError(name, "its text is invalid: it holds numbers that are not characters")


def _filled(file: Any, size: int, name: object) -> bytearray:
    room = bytearray(size)
    view, done = memoryview(room), 0
    while done < size:
        got = file.readinto(view[done : done + 16 * MB])
        if not got:
            raise FileError(name, "it is truncated")
        done += got
    return room


# ---------------------------------------------------------------------------------------------------------- writing


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The path of a new file in the same folder, which replaces `path` when the block ends without an exception.

    Otherwise (an exception, a full disk) `path` stays as it was. Other than regular files (/dev/stdout) are written directly.
    """
    target = Path(path)
    if target.exists() and not target.is_file() and not target.is_dir():
        yield target
        return
    target = target.resolve()  # a link stays a link
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    partial = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        yield partial
        _to_disk(partial)
        if target.is_file():
            with suppress(OSError):
                partial.chmod(stat.S_IMODE(target.stat().st_mode))
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what killed writers have left; only for callers that know that nobody else is writing there."""
    for partial in folder.glob(".*.????????.part"):
        partial.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Flush what the system still buffers: the disk may be full, or the power may fail."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """All or nothing. Raises OSError, which names the file."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        with replacing(path) as partial, partial.open("wb") as file:
            file.write(data)
    except OSError as error:
        error.filename = os.fspath(path)  # the requested file, not its temporary neighbor
        raise


# ---------------------------------------------------------------------------------------------------------- locking


@contextmanager
def locked(path: Path, what: str, advice: str = "wait for it, end it, or use another folder") -> Iterator[None]:
    """Nobody else does `what` in the meantime; path: a small file that says who does. Raises FileError, which names the other process.

    The operating system releases the lock when the process ends for any reason: a leftover file locks nothing.
    """
    try:
        file = path.open("a+b")
    except OSError as error:
        raise FileError(path, f"it cannot be locked: {error.strerror or error}") from error
    with file:
        if not try_lock(file):
            raise FileError(path, f"another process {what} ({_holder(path)}); {advice}")
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _holder(path: Path) -> str:
    try:
        return read_text(path, KB).strip() or "unknown process"
    except FileError:  # on Windows a locked file cannot be read
        return "unknown process"
