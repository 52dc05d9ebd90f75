"""Converts the arrays of a policy to the form of compiled code, and combines several."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import empty, open_records
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.players.affine import affine
from munchkin_env.players.bots.style import MOST_BOTS

from .looking import CARD_FEATURES
from .net import MOST_LAYERS, Branch, Floats, Net, NetKind, Nets, Part, stride
from .reading import POINTERS, Bags
from .shape import Shape

_Arrays = Mapping[str, npt.NDArray[Any]]


class Packed(NamedTuple):
    """One network."""

    row: npt.NDArray[Any]
    """A Net; its parts begin at 0."""
    weights: Floats


class _Packer:
    """Appends one part after the other."""

    def __init__(self, net: Any) -> None:
        self.net, self.size = net, 0
        self.parts: list[Floats] = []

    def put(self, part: int, rows: npt.NDArray[Any]) -> None:
        """Rows, or one row: each is padded with zeros."""
        rows = np.atleast_2d(rows)
        padded = np.zeros((len(rows), stride(rows.shape[1])), np.float32)
        padded[:, : rows.shape[1]] = rows
        self.net["at"][part] = self.size
        self.parts.append(padded.reshape(-1))
        self.size += padded.size

    def layer(self, bias_part: int, arrays: _Arrays, name: str) -> None:
        """The weights with a row per input (torch has a row per output), after the bias."""
        self.put(bias_part, arrays[f"{name}.bias"])
        self.put(bias_part + 1, arrays[f"{name}.weight"].T)


def pack(arrays: _Arrays, shape: Shape, prior: float = 0.0) -> Packed:
    """The arrays have been checked against this shape."""
    row: npt.NDArray[Any] = empty(Net, 1).view(Net.layout)
    net = row[0]
    packer = _Packer(net)
    columns = arrays["columns"].astype(np.int64)
    net["columns"], net["column"][: len(columns)] = len(columns), columns
    net["features"] = bool(len(columns) and columns[-1] >= CARD_FEATURES)
    net["has_value"], net["residual"], net["prior"] = shape.value, shape.residual, prior
    net["first"] = shape.first
    if shape.cards is None:
        net["kind"] = NetKind.FLAT
        packer.layer(Part.FIRST_BIAS, arrays, "layers.0")
    else:
        net["kind"] = NetKind.SLOTS
        _pack_slots(packer, arrays, shape)
    for branch in Branch:
        net["layers"][branch] = len(shape.layers(branch))
        for k, layer in enumerate(shape.layers(branch)):
            number = branch * MOST_LAYERS + k
            net["width"][number] = layer.width
            packer.layer(Part.LAYERS + 2 * number, arrays, layer.name)
    packer.put(Part.ACTIONS_BIAS, arrays["actions.bias"])
    packer.put(Part.ACTIONS, arrays["actions.weight"])
    if shape.value:
        packer.put(Part.VALUE_BIAS, arrays["value.bias"])
        packer.put(Part.VALUE, arrays["value.weight"])
    assert len(arrays["actions.bias"]) == N_ACTIONS
    return Packed(row, np.concatenate(packer.parts))


def _pack_slots(packer: _Packer, arrays: _Arrays, shape: Shape) -> None:
    """Bags are linear: the rows of the table are multiplied by the first layer here, once. Empty slots go into the bias."""
    net, cards = packer.net, shape.cards
    assert cards is not None
    net["types"], net["card"], net["pointer"] = cards.types, cards.card, cards.pointer
    by_input = np.ascontiguousarray(arrays["first.weight"].T)
    columns = int(net["columns"])
    own = columns + len(POINTERS) * cards.card
    bags = Bags(cards.types, cards.opponents)
    bias, rows = arrays["first.bias"].copy(), [by_input[:own]]
    net["slots"] = n = len(bags.offset)
    net["slot_id"][:n], net["slot_worn"][:n] = bags.places, bags.worn
    begins: dict[tuple[int, int], tuple[int, Floats]] = {}
    size = own
    for k, block in enumerate(zip(bags.bag.tolist(), bags.offset.tolist(), strict=True)):
        if block not in begins:
            bag, offset = block
            table = arrays["bags.table"][offset : offset + cards.types * (2 if bags.worn[k] >= 0 else 1)]
            weights = by_input[own + bag * cards.card : own + (bag + 1) * cards.card]
            made = affine(np.ascontiguousarray(table), weights, np.zeros(shape.first, np.float32))
            begins[block] = (size, made[0])
            rows.append(made - made[0])
            size += len(made)
        net["slot_row"][k] = begins[block][0]
        bias += begins[block][1]
    packer.put(Part.FIRST_BIAS, bias)
    packer.put(Part.FIRST, np.concatenate(rows))
    heads = 0
    for p, (place, named) in enumerate(POINTERS.items()):
        packer.put(Part.TABLE + p, arrays[f"{place}.table"])
        packer.put(Part.EXTRA + p, arrays[f"{place}.extra"])
        for head, _ in named:
            packer.put(Part.ASKS_BIAS + heads, arrays[f"{head}.asks.bias"])
            packer.put(Part.ASKS + heads, arrays[f"{head}.asks.weight"].T)
            packer.put(Part.SHOWS + heads, arrays[f"{head}.shows.weight"].T)
            packer.put(Part.POINTS + heads, arrays[f"{head}.points.weight"])
            heads += 1


class Networks(NamedTuple):
    """In the form that kernels take: one record, and all weights."""

    records: Any
    weights: Floats


def together(packed: Sequence[Packed]) -> Networks:
    """Network k of these becomes number k."""
    if len(packed) > MOST_BOTS:
        raise ValueError(f"{len(packed)} networks; at most {MOST_BOTS} can play together")
    array = empty(Nets, 1)
    nets: Any = array.view(Nets.layout)["net"][0]
    begins = 0
    for k, one in enumerate(packed):
        nets[k] = one.row[0]
        nets[k]["at"] += begins
        begins += len(one.weights)
    weights = np.concatenate([one.weights for one in packed]) if packed else np.zeros(0, np.float32)
    return Networks(open_records(array), _aligned(weights))


def _aligned(weights: Floats) -> Floats:
    """A copy aligned to 64 bytes: no vector of a row spans two cache lines."""
    room = np.zeros(len(weights) + 16, np.float32)
    first = -(room.ctypes.data // 4) % 16
    found = room[first : first + len(weights)]
    found[:] = weights
    return found


NO_NETWORKS = together(())
