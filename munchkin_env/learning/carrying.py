"""A network that learned other cards as a beginning: it knows the game, and each new card begins as the known ones that it is like."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from munchkin_env.cards.loader import CardSetError, load
from munchkin_env.observe import card_features
from munchkin_env.players.policy import Policy, told_sets

from .imitation import imitate
from .inputs import columns_of, network_shape
from .networks import Tensor, network_of

_UPDATES = 400
_LIKENESS = 2.0
"""How fast a known card counts for less the more it differs, in squared standard deviations of the features."""
_Array = npt.NDArray[np.float32]


def carried(base: Policy, bot: str, players: int, sets: tuple[str, ...], seed: int, tell: Callable[[float], None]) -> Tensor:
    """A network for these cards that knows what the network of that policy does.

    First the cards are what known ones are; then they learn, and nothing else does, to be what makes the network choose as the bot does.
    Raises ValueError, as form_for does.
    """
    shape = form_for(base, players, sets)
    torch.manual_seed(seed)
    net = network_of(shape, columns_of(players, sets), sets)
    mixture = likeness(card_features(load(tuple(base.about["sets"]))), card_features(load(sets)))
    net.load_state_dict(_filled(net.state_dict(), base.arrays, torch.from_numpy(mixture)))
    _only_cards(net, learn=True)
    for done in imitate(net, bot, _UPDATES, players, sets, seed):
        tell(done)
    _only_cards(net, learn=False)
    return net


def form_for(base: Policy, players: int, sets: tuple[str, ...]) -> dict[str, Any]:
    """The form of its network with these cards. Raises ValueError if it has no cards of its own, or they are not here."""
    form, shape = base.about["network"], network_shape("slots", players, sets)
    if (form["kind"], form.get("opponents")) != (shape["kind"], shape["opponents"]):
        raise ValueError(f"only a network of the kind {shape['kind']}, for {players} players, can be trained further with other cards")
    try:
        known = load(tuple(base.about["sets"]))
    except CardSetError as error:
        raise ValueError(f"to be trained further with other cards, it needs those that it learned: {error}") from error
    if len(card_features(known)) != form["types"]:
        raise ValueError(f"it learned {form['types']} kinds of cards, and {told_sets(known.sets)} now has {len(card_features(known))}")
    return {**form, "types": shape["types"]}


def likeness(known: _Array, new: _Array) -> _Array:
    """How much of each known card a new one is; the rows have the sum 1. Row 0 is no card."""
    scale = known.std(axis=0) + new.std(axis=0) + 1e-3
    far = (((new[:, None] - known[None]) / scale) ** 2).sum(axis=2)[:, 1:]
    much = np.exp((far.min(axis=1, keepdims=True) - far) / _LIKENESS)
    found = np.zeros((len(new), len(known)), np.float32)
    found[:, 1:] = much / much.sum(axis=1, keepdims=True)
    found[0] = np.eye(1, len(known))
    return found


def _filled(state: dict[str, Tensor], base: dict[str, Any], mixture: Tensor) -> dict[str, Tensor]:
    """The arrays of the new network from those of the known one. Numbers that only the new one reads count for nothing at first."""
    known = {name: torch.as_tensor(np.asarray(array)) for name, array in base.items()}
    columns = [known["columns"].tolist(), state["columns"].tolist()]
    for name, array in state.items():
        if name == "first.weight":
            given = torch.zeros(len(array), len(columns[1]))
            shared = [(at, columns[0].index(column)) for at, column in enumerate(columns[1]) if column in columns[0]]
            given[:, [new for new, _ in shared]] = known[name][:, [old for _, old in shared]].float()
            state[name] = torch.cat([given, known[name][:, len(columns[0]) :].float()], dim=1)
        elif name.endswith(".table"):
            state[name] = torch.cat([mixture @ part.float() for part in known[name].split(mixture.shape[1])])
        elif name != "columns":
            state[name] = known[name].float()
    return state


def _only_cards(net: Tensor, *, learn: bool) -> None:
    """Let only the embeddings of cards learn, or everything again."""
    for name, parameter in net.named_parameters():
        parameter.requires_grad_(not learn or name.endswith((".table", ".extra")))
