"""A compiled kernel as bytes.

As Numba pickles it, it is eight times as large: with the types of all its variables as text, with every field of every record in every
signature, and with an LLVM module for callers to copy, also for kernels that are only named.
"""

import importlib
import io
import pickle
import re
from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np

from .record import Record


def to_bytes(result: Any) -> bytes:
    """The result of a compilation."""
    name, kind, (machine_code, module) = (parts := result._replace(type_annotation=None)._reduce())[0]
    if getattr(result.library, "stands_apart", False):
        module = _only_names(result.library._final_module)
    buffer = io.BytesIO()
    _classes().Pickler(buffer, protocol=5).dump(((name, kind, (machine_code, module)), *parts[1:]))
    return buffer.getvalue()


def from_bytes(content: bytes, target: Any) -> Any:
    """The result again, its machine code loaded into this process."""
    from numba.core.compiler import CompileResult

    return CompileResult._rebuild(target, *_classes().Unpickler(io.BytesIO(content)).load())


def of_values(values: list[Any]) -> bytes:
    """Any values that a kernel was made with, to compare."""
    from numba.core.serialize import dumps

    return cast(bytes, dumps(values)) if values else b""


@cache
def record_type(known: np.dtype[Any]) -> Any:
    """Numba's type for a record. It takes some milliseconds to make if there are others inside."""
    import numba

    return numba.from_dtype(known)


def _only_names(module: Any) -> bytes:
    """A module that defines the same symbols, and nothing else: loading asks which there are."""
    from llvmlite import binding

    functions = [f"define void {_quoted(one.name)}() {{ ret void }}" for one in module.functions if not one.is_declaration]
    others = [f"{_quoted(one.name)} = global i8 0" for one in module.global_variables if not one.is_declaration]
    lines = [f'target triple = "{module.triple}"', f'target datalayout = "{module.data_layout}"', *functions, *others]
    return cast(bytes, binding.parse_assembly("\n".join(lines)).as_bitcode())


def _quoted(name: str) -> str:
    """A symbol in LLVM's text form."""
    return '@"' + re.sub(r"[^\w.$]", lambda odd: "".join(f"\\{byte:02x}" for byte in odd[0].encode()), name, flags=re.ASCII) + '"'


class _Classes(NamedTuple):
    Pickler: Any
    Unpickler: Any


@cache
def _classes() -> _Classes:
    """Picklers that name our records, since Numba is not imported with this file."""
    from numba.core.serialize import NumbaPickler
    from numba.core.types import Record as RecordType

    class Pickler(NumbaPickler):  # type: ignore[misc]  # Numba has no types
        def persistent_id(self, thing: Any) -> tuple[str, str] | None:
            return _named(len(Record.__subclasses__())).get(thing) if isinstance(thing, RecordType) else None

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, name: tuple[str, str]) -> Any:
            return record_type(getattr(importlib.import_module(name[0]), name[1]).known)

    return _Classes(Pickler, Unpickler)


@cache
def _named(_: int) -> dict[Any, tuple[str, str]]:
    """The module and name of every record, by its type: of so many. Those that could be others in the next process are left out."""
    classes = [one for one in Record.__subclasses__() if one.__module__.startswith("munchkin_env.") and "." not in one.__qualname__]
    return {record_type(one.known): (one.__module__, one.__qualname__) for one in classes}
