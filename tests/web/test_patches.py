"""Changes between views."""

import json
import random
from typing import Any

import pytest

from munchkin_env.web.patches import difference, patched


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        (1, 1, None),
        (1, 2, [2]),
        (None, {"a": 1}, [{"a": 1}]),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": [3]}),
        ({"a": 1}, {"b": 1}, [{"b": 1}]),
        ([{"a": 1, "long": "x" * 20}], [{"a": 2, "long": "x" * 20}], {"0": {"a": [2]}}),
        ([1, 2, 3], [], [[]]),
        (["x" * 30, "y" * 30, "z"], ["x" * 30, "y" * 30], {"#": 2}),
        (["x" * 30, "y" * 30], ["x" * 30, "y" * 30, "z"], {"#": 3, "2": ["z"]}),
        ([[1]], [[[1]]], [[[[1]]]]),
    ],
)
def test_a_patch_says_what_has_changed(old: Any, new: Any, patch: Any) -> None:
    assert difference(old, new) == patch
    assert patched(old, patch) == new


def value(rng: random.Random, depth: int) -> Any:
    kind = rng.randrange(6 if depth else 4)
    if kind == 4:
        return [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 5:
        return {key: value(rng, depth - 1) for key in rng.sample("abc#", rng.randrange(1, 4)) if key != "#"}
    return (None, rng.randrange(2, 5), rng.choice(["", "x", "y" * 20]), rng.random() < 0.5)[kind]


def changed(rng: random.Random, old: Any) -> Any:
    if rng.random() < 0.2:
        return value(rng, 3)
    if isinstance(old, dict):
        return {key: changed(rng, one) for key, one in old.items()}
    if isinstance(old, list):
        kept = [changed(rng, one) for one in old if rng.random() < 0.9]
        return [*kept, value(rng, 1)] if rng.random() < 0.3 else kept
    return old


def test_every_change_comes_back_from_its_patch() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        old = value(rng, 4)
        new = changed(rng, old)
        before = json.dumps(old)
        patch = json.loads(json.dumps(difference(old, new)))
        assert json.dumps(patched(old, patch), sort_keys=True) == json.dumps(new, sort_keys=True)
        assert json.dumps(old) == before
