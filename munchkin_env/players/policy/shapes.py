"""What describes a network: its numbers, and the names and shapes of its arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.options import whole
from munchkin_env.observe.layout import OTHERS, SIZE
from munchkin_env.vocabulary.tables import MAX_TYPES

from .networks import NETWORKS
from .reading import POINTERS, Bags, extra_columns

LARGEST = 1e3
"""Of a weight. Trained ones stay below 10; much larger ones lead to sums that are not finite."""


class PolicyError(ValueError):
    """A file that does not hold a policy which can play here."""


_SHAPES: dict[str, dict[str, tuple[int, int]]] = {
    "slots": {
        "types": (1, MAX_TYPES + 1),
        "opponents": (1, OTHERS),
        "card": (1, 1024),
        "hidden": (2, 4096),
        "pointer": (1, 1024),
    },
    "flat": {"hidden": (1, 4096), "layers": (1, 16)},
}
"""The numbers that describe each kind of network, and their ranges."""


def check_network(shape: Mapping[str, Any]) -> None:
    """Raises PolicyError unless this describes a network."""
    kind = shape.get("kind")
    if not isinstance(kind, str) or kind not in NETWORKS:
        raise PolicyError(f"the policy has a network of the kind {short(kind)}; there are {', '.join(map(repr, NETWORKS))}")
    for name, (low, high) in _SHAPES[kind].items():
        number = whole(shape.get(name))
        if number is None or not low <= number <= high:
            raise PolicyError(f"the policy is damaged: a network {kind!r} with {name} = {short(shape.get(name))}; must be {low} to {high}")


def shapes(shape: Mapping[str, Any], columns: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network that reads so many plain columns."""
    hidden = int(shape["hidden"])
    found: dict[str, tuple[int, ...]] = {"columns": (columns,)}

    def layer(name: str, into: int, of: int, bias: bool = True) -> None:
        found[f"{name}.weight"] = (into, of)
        found.update({f"{name}.bias": (into,)} if bias else {})

    layer("actions", N_ACTIONS, hidden)
    if shape["kind"] == "flat":
        for k in range(int(shape["layers"])):
            layer(f"layers.{k}", hidden, hidden if k else columns)
        layer("value", 1, hidden)
        return found
    types, size, pointer = int(shape["types"]), int(shape["card"]), int(shape["pointer"])
    bags = Bags(types, int(shape["opponents"]))
    found["bags.table"] = (bags.rows, size)
    layer("first", hidden, columns + size * (len(POINTERS) + bags.bags))
    layer("policy", hidden, hidden)
    layer("worth", hidden // 2, hidden)
    layer("value", 1, hidden // 2)
    for place, heads in POINTERS.items():
        found[f"{place}.table"], found[f"{place}.extra"] = (types, size), (extra_columns(place).shape[1], size)
        for head, _ in heads:
            layer(f"{head}.asks", pointer, hidden)
            layer(f"{head}.shows", pointer, size, bias=False)
            layer(f"{head}.points", 1, pointer, bias=False)
    return found


def check_arrays(arrays: Mapping[str, npt.NDArray[Any]], shape: Mapping[str, Any]) -> None:
    """Raises PolicyError unless these are the arrays of this network: names, shapes, types, and finite numbers of a usable size."""
    columns = arrays.get("columns")
    if columns is None or columns.ndim != 1 or columns.dtype.kind not in "iu":
        raise PolicyError("the policy is damaged: its columns are not a list of integers")
    if not ((columns >= 0) & (columns < SIZE)).all() or not (columns[1:] > columns[:-1]).all():
        raise PolicyError(f"the policy is damaged: its columns are not numbers from 0 to {SIZE - 1}, each larger than the one before")
    needed = shapes(shape, len(columns))
    if strange := sorted(needed.keys() ^ arrays.keys()):
        raise PolicyError(f"the policy is damaged: a network {shape['kind']!r} has other arrays: {short(strange)} are missing, or too many")
    for name, array in arrays.items():
        if array.shape != needed[name]:
            raise PolicyError(f"the policy is damaged: its array {name!r} has the shape {array.shape}; {needed[name]} is needed")
        if name != "columns" and array.dtype.kind != "f":
            raise PolicyError(f"the policy is damaged: its array {name!r} is of {array.dtype}; real numbers are needed")
        if not np.isfinite(array).all():
            raise PolicyError(f"the policy is damaged: a weight in {name!r} is not a finite number")
        if name != "columns" and array.size and max(array.max(), -array.min()) > LARGEST:
            raise PolicyError(f"the policy is damaged: a weight in {name!r} is beyond {LARGEST:g}")
