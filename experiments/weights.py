"""Weights and optimizers from files: checked completely before any of it is used."""

import math
from typing import Any

import torch

from munchkin_env.core.files import FileError, short
from munchkin_env.players.tensors import check_tensors, read_tensors


def take_weights(module: Any, data: bytes, name: object) -> None:
    """Raises FileError, and then leaves the module unchanged."""
    found = read_tensors(data, f"{name}: its weights", len(data))
    module.load_state_dict(check_tensors(found, module.state_dict(), f"{name}: its weights"))


def take_optimizer(optimizer: Any, data: bytes, name: object) -> None:
    """The same for Adam's state: two numbers per weight, and a step count. Raises FileError."""
    name = f"{name}: its optimizer"
    told, groups = read_tensors(data, name, len(data)), optimizer.state_dict()["param_groups"]
    if not isinstance(told, dict) or not isinstance(told.get("state"), dict) or not isinstance(told.get("param_groups"), list):
        raise FileError(name, "it is not one")
    if [_same(group) for group in told["param_groups"]] != [_same(group) for group in groups]:
        raise FileError(name, "it belongs to another network, or another version of torch")
    weights = [weight for group in optimizer.param_groups for weight in group["params"]]
    for key, state in told["state"].items():
        if type(key) is not int or not 0 <= key < len(weights):
            raise FileError(name, f"it has an unknown weight {short(key)}")
        check_tensors(state, {"step": torch.zeros(()), "exp_avg": weights[key], "exp_avg_sq": weights[key]}, name)
        if state["step"] < 0 or (state["exp_avg_sq"] < 0).any():
            raise FileError(name, "its state is impossible")
    optimizer.load_state_dict(told)


def _same(group: Any) -> Any:
    """The settings that stay constant during training: all except the learning rate, which is a number."""
    if not isinstance(group, dict) or not isinstance(group.get("lr"), float) or not 0 <= group["lr"] < math.inf:
        return None
    return repr(sorted((str(key), value) for key, value in group.items() if key != "lr"))
