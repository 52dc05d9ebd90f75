"""Sums of products: the same bits compiled, as plain Python and in numpy, on every machine."""

import hashlib
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.players.network import sums
from munchkin_env.players.network.net import stride

# Of rounded sums. It is the same on every processor, in the twin and compiled.
BITS = "d992ec2af67a37ad"


def numbers(rng: np.random.Generator, n: int) -> Any:
    """Made without functions whose last digit depends on a library; a third of them 0."""
    whole = rng.integers(-9999, 10000, n)
    return np.where(whole % 3 == 0, 0, whole / np.float32(7777)).astype(np.float32)


def found(rng: np.random.Generator, width: int, rows: int, suffix: str = "") -> list[Any]:
    """The result of every function for some numbers."""
    step = stride(width)
    w, x, y = numbers(rng, step * 50), numbers(rng, step), numbers(rng, step)
    which, values = rng.integers(0, 50, rows).astype(np.int16), numbers(rng, rows)
    add_rows, dot, gather, copy_row, add, clear, rectify = (
        getattr(sums, name + suffix) for name in ("add_rows", "dot", "gather", "copy_row", "add", "clear", "rectify")
    )
    results = [y.copy() for _ in range(5)]
    add_rows(w, 0, step, which, values, rows, results[0])
    copy_row(w, step, width, results[1])
    add(x, width, results[2])
    clear(results[3], width)
    rectify(results[4], step)
    places, kept = np.zeros(step + 1, np.int16), np.zeros(step + 1, np.float32)
    n = gather(x, step, places, kept)
    return [*results, np.float32(dot(x, w, 3 * step, step)), places[:n], kept[:n]]


SIZES = ((1, 0), (16, 1), (17, 3), (33, 4), (64, 9), (100, 30), (256, 50))


@pytest.mark.compiled
def test_the_same_bits_on_every_machine() -> None:
    rng, digest = np.random.default_rng(1), hashlib.sha256()
    for width, rows in SIZES:
        for array in found(rng, width, rows):
            digest.update(array.tobytes())
    assert digest.hexdigest()[:16] == BITS


@pytest.mark.skipif(COMPILED, reason="in the twin, what would be compiled runs as it stands")
def test_what_is_compiled_and_numpy_have_one_order_of_sums() -> None:
    for width, rows in SIZES:
        compiled, in_numpy = (found(np.random.default_rng(width), width, rows, suffix) for suffix in ("_compiled", "_in_numpy"))
        for one, other in zip(compiled, in_numpy, strict=True):
            assert np.array_equal(one, other)


@pytest.mark.compiled
def test_they_are_right() -> None:
    rng = np.random.default_rng(5)
    w, x, y = numbers(rng, 48 * 9), numbers(rng, 48), np.zeros(48, np.float32)
    which, values = np.array([8, 0, 3, 3, 7, 1], np.int16), numbers(rng, 6)
    sums.add_rows(w, 0, 48, which, values, 5, y)
    assert y == pytest.approx(values[:5].astype(float) @ w.reshape(9, 48)[which[:5]].astype(float), abs=1e-5)
    assert sums.dot(x, w, 96, 48) == pytest.approx(float(x.astype(float) @ w[96:144].astype(float)), abs=1e-5)
    places, kept = np.zeros(49, np.int16), np.zeros(49, np.float32)
    n = sums.gather(x, 48, places, kept)
    assert list(places[:n]) == list(np.flatnonzero(x > 0)) and list(kept[:n]) == list(x[x > 0])
