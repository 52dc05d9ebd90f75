"""What describes a network: its numbers, and the names and shapes of its arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.options import whole
from munchkin_env.observe.layout import OTHERS, SIZE
from munchkin_env.players.network.net import LARGEST_CARD, MOST_LAYERS, WIDEST, Branch
from munchkin_env.players.network.reading import POINTERS, Bags, extra_columns
from munchkin_env.players.network.shape import CardShape, Layer, Shape
from munchkin_env.vocabulary.tables import MAX_TYPES

Arrays = dict[str, npt.NDArray[Any]]
LARGEST = 1e3
"""Of a weight. Trained ones stay below 10; much larger ones lead to sums that are not finite."""


class PolicyError(ValueError):
    """A file that does not hold a policy which can play here."""


_KINDS = ("slots", "flat")
"""Cards as embeddings, a trunk over everything and logits of slots from their embeddings; or plain layers over the vector."""
_CARDS: dict[str, tuple[int, int]] = {
    "types": (1, MAX_TYPES + 1),
    "opponents": (1, OTHERS),
    "card": (1, LARGEST_CARD),
    "pointer": (1, LARGEST_CARD),
}
"""The numbers that only a network with embeddings has, and their ranges."""


def read_shape(told: Mapping[str, Any]) -> Shape:
    """What the header says of a network. Raises PolicyError unless it describes one."""
    kind = told.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise PolicyError(f"the policy has a network of the kind {short(kind)}; there are {', '.join(map(repr, _KINDS))}")
    value, residual = _flag(told, "value", True), _flag(told, "residual", False)
    if kind == "flat":
        if isinstance(told.get("hidden"), list):
            widths = _widths(told, "hidden", 1)
        else:
            widths = [_number(told, "hidden", 1, WIDEST)] * _number(told, "layers", 1, MOST_LAYERS)
        trunk = tuple(Layer(f"layers.{k}", width) for k, width in enumerate(widths))
        return Shape(widths[0], trunk[1:], (), (), value, residual, None)
    hidden = _number(told, "hidden", 2, WIDEST)
    policy, worth = _branch(told, "policy", hidden), _branch(told, "worth", hidden // 2) if value else ()
    cards = CardShape(**{name: _number(told, name, low, high) for name, (low, high) in _CARDS.items()})
    return Shape(hidden, (), policy, worth, value, residual, cards)


def _number(told: Mapping[str, Any], name: str, low: int, high: int) -> int:
    number = whole(told.get(name))
    if number is None or not low <= number <= high:
        raise PolicyError(
            f"the policy is damaged: a network {told['kind']!r} with {name} = {short(told.get(name))}; must be {low} to {high}"
        )
    return number


def _flag(told: Mapping[str, Any], name: str, usual: bool) -> bool:
    found = told.get(name, usual)
    if not isinstance(found, bool):
        raise PolicyError(f"the policy is damaged: a network {told['kind']!r} with {name} = {short(found)}; must be true or false")
    return found


def _widths(told: Mapping[str, Any], name: str, least: int) -> list[int]:
    """A list of widths, a layer each."""
    found = told[name]
    if not isinstance(found, list) or not least <= len(found) <= MOST_LAYERS:
        raise PolicyError(
            f"the policy is damaged: a network {told['kind']!r} with {name} = {short(found)}; must be {least} to {MOST_LAYERS} widths"
        )
    return [_number({**told, name: width}, name, 1, WIDEST) for width in found]


def _branch(told: Mapping[str, Any], name: str, usual: int) -> tuple[Layer, ...]:
    """One layer of the usual width, unless there is a list."""
    if name not in told:
        return (Layer(name, usual),)
    return tuple(Layer(f"{name}.{k}", width) for k, width in enumerate(_widths(told, name, 0)))


def shapes(shape: Shape, columns: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network that reads so many plain columns."""
    found: dict[str, tuple[int, ...]] = {"columns": (columns,)}

    def layer(name: str, into: int, of: int, bias: bool = True) -> None:
        found[f"{name}.weight"] = (into, of)
        found.update({f"{name}.bias": (into,)} if bias else {})

    for branch in Branch:
        before = shape.first if branch == Branch.TRUNK else shape.width(Branch.TRUNK)
        for one in shape.layers(branch):
            layer(one.name, one.width, before)
            before = one.width
    layer("actions", N_ACTIONS, shape.width(Branch.POLICY))
    if shape.value:
        layer("value", 1, shape.width(Branch.WORTH))
    if shape.cards is None:
        layer("layers.0", shape.first, columns)
        return found
    types, opponents, size, pointer = shape.cards
    bags = Bags(types, opponents)
    found["bags.table"] = (bags.rows, size)
    layer("first", shape.first, columns + size * (len(POINTERS) + bags.bags))
    for place, heads in POINTERS.items():
        found[f"{place}.table"], found[f"{place}.extra"] = (types, size), (extra_columns(place).shape[1], size)
        for head, _ in heads:
            layer(f"{head}.asks", pointer, shape.width(Branch.POLICY))
            layer(f"{head}.shows", pointer, size, bias=False)
            layer(f"{head}.points", 1, pointer, bias=False)
    return found


def check_arrays(arrays: Mapping[str, npt.NDArray[Any]], shape: Shape) -> None:
    """Raises PolicyError unless these are the arrays of this network: names, shapes, types, and finite numbers of a usable size."""
    columns = arrays.get("columns")
    if columns is None or columns.ndim != 1 or columns.dtype.kind not in "iu":
        raise PolicyError("the policy is damaged: its columns are not a list of integers")
    if not ((columns >= 0) & (columns < SIZE)).all() or not (columns[1:] > columns[:-1]).all():
        raise PolicyError(f"the policy is damaged: its columns are not numbers from 0 to {SIZE - 1}, each larger than the one before")
    needed = shapes(shape, len(columns))
    if strange := sorted(needed.keys() ^ arrays.keys()):
        raise PolicyError(f"the policy is damaged: this network has other arrays: {short(strange)} are missing, or too many")
    for name, array in arrays.items():
        if array.shape != needed[name]:
            raise PolicyError(f"the policy is damaged: its array {name!r} has the shape {array.shape}; {needed[name]} is needed")
        if name != "columns" and array.dtype.kind != "f":
            raise PolicyError(f"the policy is damaged: its array {name!r} is of {array.dtype}; real numbers are needed")
        if not np.isfinite(array).all():
            raise PolicyError(f"the policy is damaged: a weight in {name!r} is not a finite number")
        if name != "columns" and array.size and max(array.max(), -array.min()) > LARGEST:
            raise PolicyError(f"the policy is damaged: a weight in {name!r} is beyond {LARGEST:g}")
