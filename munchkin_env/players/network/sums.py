"""Sums of products, each in a fixed order: the same bits on every processor, compiled or not.

LLVM vectorizes these loops along the outputs, so no sum is split, and products and sums are rounded one by one.
The twin does the same in numpy, one row at a time.
"""

import numpy as np

from munchkin_env.core.kernel import kernel
from munchkin_env.core.local import floats
from munchkin_env.core.mode import COMPILED

from .net import LANES, WIDEST, Floats, Shorts


@kernel
def add_four(a: Floats, b: Floats, c: Floats, d: Floats, values: Floats, y: Floats) -> None:
    """Four rows at once: y is read and written a quarter as often."""
    va, vb, vc, vd = values[0], values[1], values[2], values[3]
    for j in range(len(y)):
        y[j] = (((y[j] + va * a[j]) + vb * b[j]) + vc * c[j]) + vd * d[j]


@kernel
def add_one(a: Floats, value: float, y: Floats) -> None:
    v = np.float32(value)
    for j in range(len(y)):
        y[j] += v * a[j]


@kernel
def copy_row_compiled(w: Floats, at: int, n: int, y: Floats) -> None:
    """y[:n] = w[at:at + n]."""
    row = w[at : at + n]
    for j in range(n):
        y[j] = row[j]


@kernel
def add_compiled(x: Floats, n: int, y: Floats) -> None:
    """y[:n] += x[:n]."""
    for j in range(n):
        y[j] += x[j]


@kernel
def clear_compiled(y: Floats, n: int) -> None:
    for j in range(n):
        y[j] = 0.0


@kernel
def rectify_compiled(y: Floats, n: int) -> None:
    """Negative numbers become 0."""
    for j in range(n):
        y[j] = y[j] if y[j] > 0.0 else np.float32(0.0)


@kernel
def add_rows_compiled(w: Floats, at: int, stride: int, rows: Shorts, values: Floats, n: int, y: Floats) -> None:
    """y += values[k] * row rows[k] of the matrix at w[at:], for k from 0 to n - 1, one after the other."""
    to = y[:stride]
    k = 0
    while k + 4 <= n:
        a, b, c, d = at + stride * rows[k], at + stride * rows[k + 1], at + stride * rows[k + 2], at + stride * rows[k + 3]
        add_four(w[a : a + stride], w[b : b + stride], w[c : c + stride], w[d : d + stride], values[k : k + 4], to)
        k += 4
    while k < n:
        a = at + stride * rows[k]
        add_one(w[a : a + stride], values[k], to)
        k += 1


@kernel
def dot_compiled(x: Floats, w: Floats, at: int, stride: int) -> float:
    """The dot product with the row at w[at:]: LANES sums in parallel, halved until one is left."""
    products = floats(WIDEST)
    row = w[at : at + stride]
    for j in range(stride):
        products[j] = x[j] * row[j]
    n = stride
    while n > LANES:
        half = (n // LANES + 1) // 2 * LANES
        other = products[half:n]
        for j in range(len(other)):
            products[j] += other[j]
        n = half
    for j in range(8):
        products[j] += products[j + 8]
    for j in range(4):
        products[j] += products[j + 4]
    return float((products[0] + products[2]) + (products[1] + products[3]))


@kernel
def gather_compiled(y: Floats, n: int, rows: Shorts, values: Floats) -> int:
    """The positions and values of the positive entries of y[:n]. They may be written to one place beyond."""
    m = 0
    for j in range(n):
        value = y[j]
        rows[m] = j
        values[m] = value
        m += 1 if value > 0.0 else 0
    return m


# ------------------------------------------------------------------------------------------------ the same in numpy


def copy_row_in_numpy(w: Floats, at: int, n: int, y: Floats) -> None:
    y[:n] = w[at : at + n]


def add_in_numpy(x: Floats, n: int, y: Floats) -> None:
    with np.errstate(over="ignore", invalid="ignore"):  # like compiled code, which does not warn either
        y[:n] += x[:n]


def clear_in_numpy(y: Floats, n: int) -> None:
    y[:n] = 0.0


def rectify_in_numpy(y: Floats, n: int) -> None:
    y[:n] = np.where(y[:n] > 0.0, y[:n], np.float32(0.0))


def add_rows_in_numpy(w: Floats, at: int, stride: int, rows: Shorts, values: Floats, n: int, y: Floats) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        for row, value in zip(rows[:n].tolist(), values[:n], strict=True):
            y[:stride] += value * w[at + stride * row : at + stride * row + stride]


def dot_in_numpy(x: Floats, w: Floats, at: int, stride: int) -> float:
    with np.errstate(over="ignore", invalid="ignore"):
        products = x[:stride] * w[at : at + stride]
        n = stride
        while n > 1:
            half = (n // LANES + 1) // 2 * LANES if n > LANES else n // 2
            products[: n - half] += products[half:n]
            n = half
    return float(products[0])


def gather_in_numpy(y: Floats, n: int, rows: Shorts, values: Floats) -> int:
    found = np.flatnonzero(y[:n] > 0.0)
    rows[: len(found)], values[: len(found)] = found, y[found]
    return len(found)


copy_row = copy_row_compiled if COMPILED else copy_row_in_numpy
add = add_compiled if COMPILED else add_in_numpy
clear = clear_compiled if COMPILED else clear_in_numpy
rectify = rectify_compiled if COMPILED else rectify_in_numpy
add_rows = add_rows_compiled if COMPILED else add_rows_in_numpy
dot = dot_compiled if COMPILED else dot_in_numpy
gather = gather_compiled if COMPILED else gather_in_numpy
