"""The networks in numpy. experiments/network.py has the same in torch."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.players.affine import add_products, affine

from .reading import POINTERS, Bags, Ids, card_ids, extra_columns, id_columns

Floats = npt.NDArray[np.float32]
Arrays = dict[str, npt.NDArray[Any]]


def relu(x: Floats) -> Floats:
    """Negative numbers become 0, in place."""
    return np.maximum(x, 0.0, out=x)


def flat(x: Floats) -> Floats:
    """The same numbers as rows: a view if x is contiguous, so that it can be written to."""
    return x.reshape(math.prod(x.shape[:-1]), x.shape[-1])


def by_input(arrays: Arrays) -> Arrays:
    """The weights with a row per input, as affine() reads them (torch has a row per output)."""
    ending = ".weight"
    return {name.removesuffix(ending): np.ascontiguousarray(array.T) for name, array in arrays.items() if name.endswith(ending)}


class Slots:
    """Cards as embeddings, a trunk over everything, and logits of slots from their embeddings."""

    def __init__(self, arrays: Arrays, shape: Mapping[str, Any]) -> None:
        self.a, self.by_input = arrays, by_input(arrays)
        self.types = int(shape["types"])
        self.bags = Bags(self.types, int(shape["opponents"]))
        self.digits = {place: id_columns(place) for place in POINTERS}
        self.extras = {place: extra_columns(place) for place in POINTERS}

    def trunk(self, x: Floats) -> tuple[Floats, dict[str, Floats]]:
        """The first layer, and the embeddings of the slots that actions can name."""
        parts, embedded = [x[:, self.a["columns"]]], {}
        for place in POINTERS:
            ids = self.known(card_ids(np.stack([x[:, self.digits[place][0]], x[:, self.digits[place][1]]])))
            slots = self.a[f"{place}.table"][ids]
            add_products(flat(x[:, self.extras[place]]), self.a[f"{place}.extra"], flat(slots))
            embedded[place] = relu(slots) * (ids > 0)[:, :, None]
            parts.append(embedded[place].sum(axis=1))
        rows = self.rows(x)
        summed = np.add.reduceat(self.a["bags.table"][rows], self.bags.starts, axis=1)
        parts.append(summed.reshape(len(x), math.prod(summed.shape[1:])))
        return self.layer(np.concatenate(parts, axis=1), "first"), embedded

    def known(self, ids: npt.NDArray[Any]) -> Ids:
        """A card of a set that the network was not trained on counts as no card."""
        whole = ids.astype(np.int64)
        return np.where(whole < self.types, whole, 0)

    def rows(self, x: Floats) -> Ids:
        """The row of the table of bags for every card that is summed."""
        bags = self.bags
        ids = self.known(card_ids(np.stack([x[:, bags.columns[0]], x[:, bags.columns[1]]])))
        ids[:, bags.equipped_slots] += self.types * (x[:, bags.equipped] > 0)
        return ids + bags.offset

    def logits(self, x: Floats) -> Floats:
        """[N, N_ACTIONS]."""
        first, embedded = self.trunk(x)
        h = self.layer(first, "policy")
        logits = self.linear(h, "actions")
        for place, heads in POINTERS.items():
            for head, action in heads:
                meets = np.repeat(self.linear(h, f"{head}.asks")[:, None], embedded[place].shape[1], axis=1)
                add_products(flat(embedded[place]), self.by_input[f"{head}.shows"], flat(meets))
                points = np.zeros((*meets.shape[:2], 1), np.float32)
                add_products(flat(relu(meets)), self.by_input[f"{head}.points"], flat(points))
                logits[:, action : action + meets.shape[1]] += points[:, :, 0]
        return logits

    def values(self, x: Floats) -> Floats:
        """[N]: the expected reward of the seat that sees the position."""
        return self.linear(self.layer(self.trunk(x)[0], "worth"), "value")[:, 0]

    def linear(self, x: Floats, name: str) -> Floats:
        """The layer of that name, without an activation."""
        return affine(x, self.by_input[name], self.a[f"{name}.bias"])

    def layer(self, x: Floats, name: str) -> Floats:
        """The layer of that name, with its activation."""
        return relu(self.linear(x, name))


class Flat:
    """Plain layers over the vector."""

    def __init__(self, arrays: Arrays, shape: Mapping[str, Any]) -> None:
        self.a, self.by_input, self.layers = arrays, by_input(arrays), int(shape["layers"])

    def trunk(self, x: Floats) -> Floats:
        """The last hidden layer."""
        x = x[:, self.a["columns"]]
        for k in range(self.layers):
            x = relu(self.linear(x, f"layers.{k}"))
        return x

    def logits(self, x: Floats) -> Floats:
        """[N, N_ACTIONS]."""
        return self.linear(self.trunk(x), "actions")

    def values(self, x: Floats) -> Floats:
        """[N]: the expected reward of the seat that sees the position."""
        return self.linear(self.trunk(x), "value")[:, 0]

    def linear(self, x: Floats, name: str) -> Floats:
        """The layer of that name, without an activation."""
        return affine(x, self.by_input[name], self.a[f"{name}.bias"])


NETWORKS: dict[str, Callable[[Arrays, Mapping[str, Any]], Slots | Flat]] = {"slots": Slots, "flat": Flat}
"""By the kind in the header."""
