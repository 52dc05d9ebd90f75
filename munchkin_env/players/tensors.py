"""Files written by torch: read without running anything in them, and compared with what is needed."""

import io
from collections.abc import Mapping
from typing import Any

from munchkin_env.core.files import Archive, FileError, short


def read_tensors(data: bytes, name: object, most: int) -> Any:
    """What torch.save wrote, if it is only tensors, numbers, text, lists and dicts. Raises FileError; ImportError without torch.

    The format before version 1.6, a bare pickle, is refused. Callers must check sizes and shapes: a tensor may repeat one
    number any number of times.
    """
    import torch

    inside = Archive(io.BytesIO(data), name)
    if sum(inside.size(part) for part in inside.names()) > most:
        raise FileError(name, f"they have more than {most:,} bytes unpacked")

    try:
        return torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except (MemoryError, RecursionError):
        raise FileError(name, "they need more memory than is available") from None
    except Exception as error:
        raise FileError(name, f"they were not written by torch.save from numbers ({type(error).__name__})") from error


def check_tensors(found: Any, needed: Mapping[str, Any], name: object) -> dict[str, Any]:
    """The tensors, if they match those needed: names, shapes, types, and finite numbers. Raises FileError."""
    import torch

    if not isinstance(found, dict) or found.keys() != needed.keys():
        strange = sorted(map(str, found.keys() ^ needed.keys())) if isinstance(found, dict) else [type(found).__name__]
        raise FileError(name, f"they belong to another network: {short(strange)} are missing, or too many")
    for key, mine in needed.items():
        one = found[key]
        if not isinstance(one, torch.Tensor) or one.layout != torch.strided or one.device.type != "cpu" or one.is_quantized:
            raise FileError(name, f"{short(key)} is not a tensor of numbers")
        if one.shape != mine.shape or one.dtype != mine.dtype:
            needs = f"{tuple(mine.shape)}, {mine.dtype} are needed"
            raise FileError(name, f"{short(key)} is of shape {tuple(one.shape)} and {one.dtype}; {needs}")
        if not bool(torch.isfinite(one).all()):
            raise FileError(name, f"{short(key)} holds a number that is not finite")
    return found
