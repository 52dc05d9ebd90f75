"""What an ONNX file consists of, as far as it must be known before ONNX Runtime opens it: whether it names other files.

Protobuf is a list of numbered fields, some of which are such lists again; what follows reads it as ONNX Runtime does.
"""

from collections.abc import Iterator
from pathlib import Path

from munchkin_env.core.files import FileError

_PARTS = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "function": {7: "node", 11: "attribute"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {},
}
"""What may contain a tensor: by the messages of onnx.proto, the numbers of their fields."""
_DATA_LOCATION = 14
"""Of a tensor: 0 if its numbers are in the file."""
_DEPTH = 100
"""Of messages in messages; protobuf has the same limit."""


def names_files(data: bytes, path: Path) -> bool:
    """Does a tensor of the model keep its numbers in another file? Raises FileError for what is no model."""
    return _elsewhere(memoryview(data), path, "model", 0)


def _elsewhere(data: memoryview, path: Path, part: str, depth: int) -> bool:
    if depth > _DEPTH:
        raise FileError(path, f"this is not an ONNX file that can play here: its parts are nested more than {_DEPTH} deep")
    for number, value in _fields(data, path):
        if isinstance(value, int):
            if part == "tensor" and number == _DATA_LOCATION and value:
                return True
        elif (inner := _PARTS[part].get(number)) and _elsewhere(value, path, inner, depth + 1):
            return True
    return False


def _fields(data: memoryview, path: Path) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: whole numbers and what has a length."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at, path)
        number, kind = (key & 0xFFFFFFFF) >> 3, key & 7
        if kind == 0:
            value, at = _varint(data, at, path)
            yield number, value
            continue
        size, at = _varint(data, at, path) if kind == 2 else ({1: 8, 5: 4}.get(kind, len(data)), at)
        if size > len(data) - at:
            raise FileError(path, "this is not an ONNX file, or it is truncated")
        if kind == 2:
            yield number, data[at : at + size]
        at += size


def _varint(data: memoryview, at: int, path: Path) -> tuple[int, int]:
    """A whole number of protobuf, and where it ends."""
    found = 0
    for shift, byte in enumerate(data[at : at + 10]):
        found |= (byte & 127) << 7 * shift
        if byte < 128:
            return found, at + shift + 1
    raise FileError(path, "this is not an ONNX file, or it is truncated")
