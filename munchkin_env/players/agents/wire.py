"""Messages between an agent's process and the arena: JSON, and bytes that it describes. Nothing from an agent is ever unpickled."""

import json
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO

_HEAD = struct.Struct("<IQ")
MOST_TOLD = 1 << 20  # maximum bytes of JSON


class WireError(Exception):
    """The data is not a valid message."""


def send(pipe: BinaryIO, told: dict[str, Any], data: Sequence[bytes] = ()) -> None:
    text = json.dumps(told).encode()
    pipe.write(_HEAD.pack(len(text), sum(map(len, data))) + text)
    for part in data:
        pipe.write(part)
    pipe.flush()


def receive(pipe: BinaryIO, most_data: int = 0) -> tuple[dict[str, Any], bytes]:
    """The next message. Raises EOFError at the end, WireError if it is invalid."""
    text, data = _HEAD.unpack(_exactly(pipe, _HEAD.size))
    if text > MOST_TOLD or data > most_data:
        raise WireError(f"a message of {text:,} and {data:,} bytes")
    try:
        told = json.loads(_exactly(pipe, text))
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {error}") from None
    if not isinstance(told, dict):
        raise WireError("not a JSON object")
    return told, _exactly(pipe, data)


def _exactly(pipe: BinaryIO, size: int) -> bytes:
    data = pipe.read(size) if size else b""
    if len(data) < size:
        raise EOFError
    return data
