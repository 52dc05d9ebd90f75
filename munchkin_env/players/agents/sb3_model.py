"""A model of Stable-Baselines3 as an agent: `sb3:model.zip`. Only numbers are read from the file; nothing in it is run.

PPO, A2C and MaskablePPO with MlpPolicy, over the vector observation: layers of the policy, one after the other.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import CHECKPOINT, POLICY_UNPACKED, TOLD, Archive, FileError, opened, parse_json, short
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.policy import PolicyError
from munchkin_env.players.policy.files import array_of
from munchkin_env.players.protocol import AgentError, Info
from munchkin_env.players.tensors import read_tensors

SB3 = "sb3:"
_LAYERS = "mlp_extractor.policy_net."
_Floats = npt.NDArray[np.float32]


def is_sb3(spec: object) -> bool:
    """Is it the name of such a model?"""
    return isinstance(spec, str) and spec.startswith(SB3)


def sb3_path(spec: str) -> Path:
    """Its file."""
    return Path(spec.removeprefix(SB3))


class SB3Model:
    """Takes the likeliest legal action."""

    def __init__(self, layers: Sequence[tuple[_Floats, _Floats]], activation: str, name: str) -> None:
        """layers: weights and biases, those of the actions last. activation: between them, "Tanh" or "ReLU"."""
        self.layers, self.activation, self.name = list(layers), activation, name

    def act(self, observation: _Floats, mask: npt.NDArray[np.bool_], info: Info) -> int:
        return int(self.act_many(observation[None], mask[None], [info])[0])

    def act_many(self, observations: _Floats, masks: npt.NDArray[np.bool_], _: Sequence[Info]) -> npt.NDArray[np.int64]:
        """Row by row, so that an action does not depend on which games are played side by side."""
        return np.array([self._action(one, mask) for one, mask in zip(observations, masks, strict=True)], np.int64)

    def _action(self, x: _Floats, mask: npt.NDArray[np.bool_]) -> int:
        for weight, bias in self.layers[:-1]:
            x = np.einsum("ij,j->i", weight, x) + bias
            x = np.tanh(x) if self.activation == "Tanh" else np.maximum(x, 0)
        weight, bias = self.layers[-1]
        return int(np.where(mask, np.einsum("ij,j->i", weight, x) + bias, -np.inf).argmax())


def load_sb3(spec: str) -> SB3Model:
    """Raises AgentError that says why the file cannot play here."""
    path = sb3_path(spec)
    try:
        with opened(path, CHECKPOINT) as file:
            archive = Archive(file, path)
            if not {"data", "policy.pth"} <= set(archive.names()):
                raise FileError(path, "this is not a model that Stable-Baselines3 saved: data or policy.pth is missing")
            activation = _activation(parse_json(archive.read("data", TOLD), f"{path}: its data", finite=False))
            tensors = read_tensors(archive.read("policy.pth", POLICY_UNPACKED), f"{path}: its weights", POLICY_UNPACKED)
        return SB3Model(_layers(tensors), activation, path.stem)
    except ImportError as error:
        raise AgentError(f"{spec}: a model of Stable-Baselines3 can only be read with torch: pip install 'munchkin-env[sb3]'") from error
    except FileError as error:
        raise AgentError(str(error)) from error
    except PolicyError as error:
        raise AgentError(f"{path}: {error}") from error


def _activation(data: Any) -> str:
    """What the layers are joined by. The file tells it as text beside the pickle, which is not read."""
    told = data.get("policy_kwargs") if isinstance(data, dict) else None
    name = str(told.get("activation_fn", "Tanh")) if isinstance(told, dict) else "Tanh"
    found = name.removesuffix("'>").rpartition(".")[2]
    if found not in ("Tanh", "ReLU"):
        raise PolicyError(f"its layers are joined by {short(found)}; Tanh and ReLU can play here")
    return found


def _layers(tensors: Any) -> list[tuple[_Floats, _Floats]]:
    """The layers of the policy. Raises PolicyError unless they lead from the observation to the actions."""
    if not isinstance(tensors, dict):
        raise PolicyError("its weights are damaged: they have no names")
    numbers = sorted({int(one) for name in tensors if (one := _number_of(name)) is not None})
    found = []
    before = SIZE
    for name in [*(f"{_LAYERS}{k}" for k in numbers), "action_net"]:
        pair = [array_of(tensors.get(f"{name}.{part}"), f"{name}.{part}") for part in ("weight", "bias")]
        weight, bias = (one.astype(np.float32) for one in pair)
        if weight.ndim != 2 or weight.shape[1] != before or bias.shape != weight.shape[:1]:
            raise PolicyError(f"its layer {name} has weights of {weight.shape} and biases of {bias.shape}; it must read {before} numbers")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise PolicyError(f"its layer {name} has a weight that is not a finite number")
        found.append((weight, bias))
        before = len(bias)
    if before != N_ACTIONS:
        raise PolicyError(f"it chooses among {before} actions; here there are {N_ACTIONS}")
    return found


def _number_of(name: object) -> str | None:
    """Of a layer of the policy."""
    number = name.removeprefix(_LAYERS).partition(".")[0] if isinstance(name, str) and name.startswith(_LAYERS) else ""
    return number if number.isdecimal() and len(number) < 4 else None
