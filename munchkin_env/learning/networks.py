"""The networks of players/network/ in torch."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from munchkin_env.cards.loader import load
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe import card_features
from munchkin_env.players.network.net import Branch
from munchkin_env.players.network.reading import POINTERS, Bags, card_ids, extra_columns, id_columns
from munchkin_env.players.network.shape import Layer, Shape
from munchkin_env.players.policy import Policy
from munchkin_env.players.policy.shapes import read_shape

Tensor = Any


class Slots(nn.Module):  # type: ignore[misc]  # torch has no types where they are checked
    """Cards as embeddings, a trunk over everything, and logits of slots from their embeddings."""

    def __init__(self, shape: Mapping[str, Any], columns: npt.NDArray[np.int64], features: npt.NDArray[np.float32]) -> None:
        """columns: the plain numbers that it reads. features: of the cards, which give similar cards similar initial embeddings."""
        super().__init__()
        self.shape = read_shape(shape)
        size, hidden, pointer = shape["card"], shape["hidden"], shape["pointer"]
        self.types, self.opponents = shape["types"], shape["opponents"]
        self.register_buffer("columns", torch.as_tensor(columns))
        bags = Bags(self.types, self.opponents)
        self.numbers: dict[str, Tensor] = {}
        for place in POINTERS:
            self._register(place, "table", alike(features, size, 1))
            self._register(place, "extra", 0.3 * torch.randn(extra_columns(place).shape[1], size))
            self.numbers[f"{place} digits"] = torch.as_tensor(id_columns(place))
            self.numbers[f"{place} extra"] = torch.as_tensor(extra_columns(place))
        self._register("bags", "table", alike(features, size, bags.rows // self.types))
        self.numbers["bags digits"], self.numbers["offset"] = torch.as_tensor(bags.columns), torch.as_tensor(bags.offset)
        self.numbers["equipped"] = torch.as_tensor(bags.equipped)
        self.numbers["worn"] = torch.as_tensor(bags.equipped_slots)
        self.numbers["starts"] = torch.as_tensor(bags.starts)
        self.first = nn.Linear(len(columns) + size * (len(POINTERS) + bags.bags), hidden)
        hiddens = [self.first, *add_layers(self, self.shape.policy, hidden), *add_layers(self, self.shape.worth, hidden)]
        width = self.shape.width(Branch.POLICY)
        add_heads(self, self.shape)
        for heads in POINTERS.values():
            for head, _ in heads:
                self.add_module(head, pointing(size, width, pointer))
        _begin(hiddens, self)

    def _register(self, place: str, name: str, tensor: Tensor) -> None:
        module = self._modules.get(place)
        if module is None:
            module = nn.Module()
            self.add_module(place, module)
        module.register_parameter(name, nn.Parameter(tensor))

    def trunk(self, x: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        parts, embedded = [x[:, self.columns]], {}
        for place in POINTERS:
            ids = self._ids(x, self.numbers[f"{place} digits"])
            module = self._modules[place]
            slots = nn.functional.embedding(ids, module.table) + x[:, self.numbers[f"{place} extra"]] @ module.extra
            embedded[place] = torch.relu(slots) * (ids > 0).unsqueeze(2)
            parts.append(embedded[place].sum(dim=1))
        ids = self._ids(x, self.numbers["bags digits"])
        worn = torch.zeros_like(ids)
        worn[:, self.numbers["worn"]] = self.types * (x[:, self.numbers["equipped"]] > 0)
        rows = ids + worn + self.numbers["offset"]
        starts = (self.numbers["starts"] + rows.shape[1] * torch.arange(len(x)).unsqueeze(1)).reshape(-1)
        bags = nn.functional.embedding_bag(rows.reshape(-1), self.bags.table, starts, mode="sum")
        parts.append(bags.reshape(len(x), -1))
        plain, cards = parts[0], torch.cat(parts[1:], dim=1)
        given, made = self.first.weight.split([plain.shape[1], cards.shape[1]], dim=1)  # separate: what is given needs no gradient
        return torch.relu(torch.addmm(nn.functional.linear(plain, given, self.first.bias), cards, made.T)), embedded

    def _ids(self, x: Tensor, digits: Tensor) -> Tensor:
        ids = card_ids(torch.stack([x[:, digits[0]], x[:, digits[1]]])).long()
        return torch.where(ids < self.types, ids, 0)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and values."""
        first, embedded = self.trunk(x)
        return self._logits(first, embedded), value_of(self, through(self, self.shape.worth, first))

    def logits(self, x: Tensor) -> Tensor:
        return self._logits(*self.trunk(x))

    def _logits(self, first: Tensor, embedded: dict[str, Tensor]) -> Tensor:
        h = through(self, self.shape.policy, first)
        logits = self.actions(h)
        for place, heads in POINTERS.items():
            for head, action in heads:
                module = self._modules[head]
                meets = torch.relu(module.shows(embedded[place]) + module.asks(h).unsqueeze(1))
                slots = meets.shape[1]
                logits = logits + nn.functional.pad(module.points(meets).squeeze(2), (action, N_ACTIONS - action - slots))
        return logits


def add_layers(module: Tensor, layers: Sequence[Layer], before: int) -> list[Tensor]:
    """Layers with the names that their arrays have in files: `policy`, or `policy.0` and so on."""
    made = []
    for layer in layers:
        made.append(nn.Linear(before, layer.width))
        name, _, number = layer.name.partition(".")
        if not number:
            module.add_module(name, made[-1])
        elif number == "0":
            module.add_module(name, nn.ModuleList([made[-1]]))
        else:
            module.get_submodule(name).append(made[-1])
        before = layer.width
    return made


def add_heads(module: Tensor, shape: Shape) -> None:
    module.actions = nn.Linear(shape.width(Branch.POLICY), N_ACTIONS)
    if shape.value:
        module.value = nn.Linear(shape.width(Branch.WORTH), 1)


def _begin(hiddens: Sequence[Tensor], module: Tensor) -> None:
    """Initial weights of layers."""
    heads = [module.actions, *([module.value] if module.shape.value else [])]
    for layer, gain in (*((layer, 1.4) for layer in hiddens), *((layer, 0.1) for layer in heads)):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)


def through(module: Tensor, layers: Sequence[Layer], x: Tensor) -> Tensor:
    """The layers of a branch, one after the other."""
    for layer in layers:
        y = torch.relu(module.get_submodule(layer.name)(x))
        x = x + y if module.shape.residual and x.shape[1] == layer.width else y
    return x


def value_of(module: Tensor, x: Tensor) -> Tensor:
    """0 if the network has no value head."""
    return module.value(x).squeeze(1) if module.shape.value else torch.zeros(len(x))


def pointing(size: int, hidden: int, pointer: int) -> Tensor:
    module = nn.Module()
    module.shows = nn.Linear(size, pointer, bias=False)
    module.asks = nn.Linear(hidden, pointer)
    module.points = nn.Linear(pointer, 1, bias=False)
    return module


def alike(features: npt.NDArray[np.float32], size: int, copies: int) -> Tensor:
    """A table of card embeddings in which similar cards are close. No card is 0."""
    known = torch.as_tensor(features)
    rows = [known @ torch.randn(known.shape[1], size) * 0.3 + 0.1 * torch.randn(len(known), size) for _ in range(copies)]
    for table in rows:
        table[0] = 0.0
    return torch.cat(rows)


class Flat(nn.Module):  # type: ignore[misc]
    """Plain layers over the vector."""

    def __init__(self, shape: Mapping[str, Any], columns: npt.NDArray[np.int64], _: npt.NDArray[np.float32]) -> None:
        super().__init__()
        self.shape = read_shape(shape)
        self.register_buffer("columns", torch.as_tensor(columns))
        all_layers = (Layer("layers.0", self.shape.first), *self.shape.trunk)
        hiddens = add_layers(self, all_layers, len(columns))
        add_heads(self, self.shape)
        _begin(hiddens, self)

    def logits(self, x: Tensor) -> Tensor:
        return self(x)[0]

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = through(self, self.shape.trunk, torch.relu(self.get_submodule("layers.0")(x[:, self.columns])))
        return self.actions(x), value_of(self, x)


NETWORKS: dict[str, Any] = {"slots": Slots, "flat": Flat}


def network_of(shape: Mapping[str, Any], columns: npt.NDArray[np.int64], sets: tuple[str, ...]) -> Tensor:
    return NETWORKS[shape["kind"]](shape, columns, card_features(load(sets)))


def to_policy(net: Tensor, about: Mapping[str, Any]) -> Policy:
    """The policy that plays without torch."""
    return Policy({name: tensor.detach().numpy().copy() for name, tensor in net.state_dict().items()}, about)


def of_policy(policy: Policy) -> Tensor:
    """The network of a file, in torch: 1.5 times as fast in large batches."""
    shape = policy.about["network"]
    unknown = np.zeros((shape.get("types", 1), 1), np.float32)  # the cards' features only determine initial weights
    net = NETWORKS[shape["kind"]](shape, policy.arrays["columns"].astype(np.int64), unknown)
    net.load_state_dict({name: torch.as_tensor(array) for name, array in policy.arrays.items()})
    return net
