"""Arrays on the stack: room that a kernel has while it runs, without allocating memory.

`x = floats(64)` in a kernel: 64 float32 that may hold anything at first. The length is a number that is known when the kernel is
compiled. Such an array may be handed to other kernels, never returned.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .mode import COMPILED

ALIGNED = 64
"""Bytes: a vector of the widest processors."""


def floats(n: int) -> npt.NDArray[np.float32]:
    """n float32."""
    return np.zeros(n, np.float32)


def shorts(n: int) -> npt.NDArray[np.int16]:
    """n int16."""
    return np.zeros(n, np.int16)


def _on_stack(dtype: Any) -> Any:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def local(typing_context: Any, n: Any) -> Any:  # noqa: ARG001 - the signature that Numba asks for
        if not isinstance(n, types.IntegerLiteral):
            return None
        array_type, size = types.Array(dtype, 1, "C"), n.literal_value

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            number = context.get_value_type(types.intp)
            item = context.get_data_type(dtype)
            data = cgutils.alloca_once(builder, item, size=ir.Constant(number, size))
            data.align = ALIGNED
            array = context.make_array(array_type)(context, builder)
            length, step = ir.Constant(number, size), ir.Constant(number, dtype.bitwidth // 8)
            context.populate_array(array, data=data, shape=[length], strides=[step], itemsize=step, meminfo=None)
            return array._getvalue()

        return array_type(n), generate

    return intrinsic(prefer_literal=True)(local)


if COMPILED:
    import numba

    floats, shorts = _on_stack(numba.types.float32), _on_stack(numba.types.int16)
