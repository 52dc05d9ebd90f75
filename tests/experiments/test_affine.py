"""Layers of networks: the same bits everywhere, in any batch; and mismatched arrays never reach compiled code."""

import hashlib
from typing import Any

import numpy as np
import pytest

from munchkin_env.players import affine as module
from munchkin_env.players.affine import add_products, affine

# Of rounded sums. It is the same on every processor, in the twin and compiled.
BITS = "012837ec0ecda31a"


def numbers(rng: np.random.Generator, *shape: int) -> Any:
    """Made without functions whose last digit depends on a library; a third of them 0."""
    whole = rng.integers(-9999, 10000, shape)
    return np.where(whole % 3 == 0, 0, whole / np.float32(7777)).astype(np.float32)


@pytest.mark.compiled
def test_the_same_bits_on_every_machine() -> None:
    rng, digest = np.random.default_rng(1), hashlib.sha256()
    for n, inputs, outputs in ((1, 300, 64), (5, 37, 1), (33, 8, 19), (3, 0, 4), (0, 4, 3)):
        x, weights, bias = numbers(rng, n, inputs), numbers(rng, inputs, outputs), numbers(rng, outputs)
        found = affine(x, weights, bias)
        assert found == pytest.approx(x.astype(float) @ weights.astype(float) + bias, abs=1e-4)
        digest.update(found.tobytes())
    assert digest.hexdigest()[:16] == BITS


@pytest.mark.compiled
def test_a_row_is_the_same_alone_and_in_a_batch() -> None:
    rng = np.random.default_rng(2)
    x, weights, bias = numbers(rng, 50, 200), numbers(rng, 200, 30), numbers(rng, 30)
    together = affine(x, weights, bias)
    assert len(np.unique(together)) > 1000
    for i in range(50):
        assert np.array_equal(affine(x[i : i + 1], weights, bias)[0], together[i])
    assert np.array_equal(affine(x[::2], weights, bias), together[::2]), "rows that do not lie together"
    assert np.array_equal(affine(x.T.copy().T, weights, bias), together), "columns that lie together"


@pytest.mark.compiled
def test_what_does_not_fit_is_refused_and_nothing_is_written() -> None:
    x, weights, sums = np.ones((4, 3), np.float32), np.ones((3, 2), np.float32), np.zeros((4, 2), np.float32)
    wrong: list[tuple[Any, Any, Any]] = [
        (x[:, :2], weights, sums),
        (x[:3], weights, sums),
        (x, weights[:2], sums),
        (x, weights, sums[:, :1].copy()),
        (x[0], weights, sums),
        (x, weights[None], sums),
        (x.astype(float), weights, sums),
        (x, weights.astype(np.int64), sums),
        (x, np.asfortranarray(weights), sums),
        (x, weights, np.zeros((4, 4), np.float32)[:, ::2]),
    ]
    for one in wrong:
        with pytest.raises(ValueError, match=r"fit|float32|contiguous"):
            add_products(*one)
        assert not one[2].any()
    for bias in (np.zeros(1, np.float32), np.zeros(3, np.float32), np.float32(0)):
        with pytest.raises((ValueError, IndexError)):
            affine(x, weights, bias)  # type: ignore[arg-type]
    add_products(x, weights, sums)
    assert (sums == 3).all()


def test_the_twin_and_compiled_code_are_one_order_of_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    x, weights, bias = numbers(rng, 9, 40), numbers(rng, 40, 7), numbers(rng, 7)
    in_numpy = affine(x, weights, bias)
    monkeypatch.setattr(module, "COMPILED", True)  # in the twin, the compiled branch runs as plain Python
    assert np.array_equal(affine(x, weights, bias), in_numpy)
