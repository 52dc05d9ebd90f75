"""A network layer in our own loops, without BLAS, which would use all cores and sum in a processor-dependent order.

Each sum is taken in the order of the inputs, whatever else is in the batch: the same position has the same result, bit for bit,
alone or with others, on every processor, compiled or not. Inputs of 0, which are common, cost next to nothing.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.mode import COMPILED

_Floats = npt.NDArray[np.float32]


def affine(x: _Floats, weights: _Floats, bias: _Floats) -> _Floats:
    """x @ weights + bias. x: [N, inputs], weights: [inputs, outputs]. Raises ValueError if the shapes do not fit."""
    sums = np.repeat(bias[None], len(x), axis=0)
    add_products(x, weights, sums)
    return sums


def add_products(x: _Floats, weights: _Floats, sums: _Floats) -> None:
    """sums += x @ weights, in one thread. weights and sums are contiguous."""
    _check(x, weights, sums)
    if COMPILED:
        _add_products(np.ascontiguousarray(x).reshape(-1), weights.reshape(-1), sums.reshape(-1), *weights.shape)
    else:
        with np.errstate(over="ignore", invalid="ignore"):  # like compiled code, which does not warn either
            for i in np.flatnonzero(x.any(axis=0)):
                sums += x[:, i, None] * weights[i]


def _check(x: _Floats, weights: _Floats, sums: _Floats) -> None:
    """Compiled code checks no bounds, and the arrays may come from a file."""
    if not x.ndim == weights.ndim == sums.ndim == 2 or weights.shape != (x.shape[1], sums.shape[1]) or len(x) != len(sums):
        raise ValueError(f"inputs of {x.shape}, weights of {weights.shape} and outputs of {sums.shape} do not fit")
    if not x.dtype == weights.dtype == sums.dtype == np.float32:
        raise ValueError(f"{x.dtype}, {weights.dtype}, {sums.dtype}: all must be float32")
    if not (weights.flags.c_contiguous and sums.flags.c_contiguous):
        raise ValueError("weights and outputs must be contiguous")


@kernel
def _add_products(x: _Floats, weights: _Floats, sums: _Floats, inputs: int, outputs: int) -> None:
    """All as one-dimensional arrays, since kernels can declare that type."""
    rows = len(sums) // outputs
    given, weight, to = x.reshape((rows, inputs)), weights.reshape((inputs, outputs)), sums.reshape((rows, outputs))
    for n in range(rows):
        if outputs == 1:
            _add_dot(given[n], weights, to[n])
            continue
        for i in range(inputs):
            value = given[n, i]
            if value != 0.0:
                for k in range(outputs):
                    to[n, k] += value * weight[i, k]


@kernel
def _add_dot(x: _Floats, weights: _Floats, to: _Floats) -> None:
    total = to[0]
    for i in range(len(x)):
        total += x[i] * weights[i]
    to[0] = total
