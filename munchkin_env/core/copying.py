"""A copy of a record inside a kernel, for a question that begins with "what if".

A question may not change the record that it is about, not even for a moment. So it changes a copy, and asks about that.
"""

from typing import Any, TypeVar, cast

from .mode import COMPILED
from .record import Record

R = TypeVar("R", bound=Record)


def copied(record: R) -> R:
    """A copy that lasts until the calling kernel returns. It costs as much as copying the bytes; no memory is allocated."""
    return cast(R, cast(Any, type(record)).from_buffer_copy(record))


def _on_the_stack() -> Any:
    """The same for compiled code."""
    from numba.core import cgutils, types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    def copied(_: Any, record: Any) -> Any:
        if not isinstance(record, types.Record):
            raise TypingError(f"copied() takes a record, not {record}")

        def code(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
            with builder.goto_entry_block():  # cgutils.alloca_once would also fill it with zeros, byte by byte: seconds of compilation
                place = builder.alloca(context.get_data_type(record))
            place.align = 16  # at least what any field needs
            cgutils.raw_memcpy(builder, place, arguments[0], context.get_constant(types.intp, record.size), 1)
            return builder.bitcast(place, arguments[0].type)

        return record(record), code

    return intrinsic(copied)


if COMPILED:
    copied = _on_the_stack()
