"""Read a policy from a file: a .npz of ours, or a checkpoint of experiments/train.py."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.files import CHECKPOINT, MB, POLICY, POLICY_UNPACKED, Archive, FileError, MissingFile, opened, parse_json, short
from munchkin_env.players.tensors import read_tensors

from .header import check_about
from .policy import Policy
from .shapes import Arrays, PolicyError

HEADER = "munchkin.json"
"""The header's name in a checkpoint."""
_FOLDER = Path(__file__).parents[1] / "policies"
TRAINED = "trained"
"""The name that stands for the shipped policy of the cards in play."""
TRAINED_WITH: Mapping[tuple[str, ...], str] = MappingProxyType(
    {
        ("deluxe",): TRAINED,
        ("star",): "trained-star",
        ("western",): "trained-western",
        ("potter",): "trained-potter",
        ("deluxe", "star", "western", "potter"): "trained-all",
    }
)
"""By the sets that they learned, in that order. They also ask a bot."""
SHIPPED = {name: _FOLDER / f"{name}.npz" for name in (*TRAINED_WITH.values(), "trained-pure")}
"""The policies that ship with munchkin_env, by name. "trained-pure" sees only the observation."""
HEADER_AT_MOST = MB


def load_policy(path: str | Path, sets: Sequence[str | Path] | None = None) -> Policy:
    """Read a policy.

    Args:
        path: A .npz file, a checkpoint of experiments/train.py (.zip), or the name of a policy that ships with munchkin_env: "trained",
            or "trained-pure", which asks no bot.
        sets: The cards that it will play with: "trained" stands for the shipped policy that learned them. None: Deluxe.

    Raises:
        PolicyError: The file cannot be read, or its policy cannot play here.
    """
    path = policy_path(path, sets)
    if path.suffix not in READERS:
        raise PolicyError(f"{path}: a policy is a .npz file or a checkpoint of experiments/train.py, a .zip")
    try:
        with opened(path, POLICY if path.suffix == ".npz" else CHECKPOINT) as file:
            arrays, about = READERS[path.suffix](Archive(file, path))
        return Policy(arrays, about)
    except MissingFile:
        raise PolicyError(f"{path}: there is no such file") from None
    except FileError as error:
        raise PolicyError(f"{path}: it cannot be read: {str(error).removeprefix(f'{path}: ')}") from error
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def policy_path(spec: str | Path, sets: Sequence[str | Path] | None = None) -> Path:
    """The file of a shipped policy, by its name, or that file. sets: see load_policy."""
    name = trained_with(sets) if str(spec) == TRAINED and sets is not None else str(spec)
    return SHIPPED.get(name, Path(spec))


def trained_with(sets: Sequence[str | Path]) -> str:
    """The name of the shipped policy that learned the most of these sets, of those that can play them; or else the one of Deluxe."""
    cards = load(sets).sets
    able = [learned for learned in TRAINED_WITH if cards[: len(learned)] == learned]
    return TRAINED_WITH[max(able, key=len)] if able else TRAINED


def policy_name(spec: str | Path) -> str:
    """What results call it."""
    return str(spec) if str(spec) in SHIPPED else Path(spec).stem


def _from_npz(file: Archive) -> tuple[Arrays, dict[str, Any]]:
    if "header.npy" not in file.names():
        raise PolicyError("it has no header; a policy is written by Policy.save")
    arrays = file.arrays(POLICY_UNPACKED)
    header = arrays.pop("header")
    if header.dtype.kind != "U" or header.shape or header.nbytes > 4 * HEADER_AT_MOST:
        raise PolicyError("its header is damaged: it is not a text")
    return arrays, _header(str(header), file)


def _header(text: str | bytes, file: Archive) -> dict[str, Any]:
    about = parse_json(text, f"{file.name}: its header")
    if not isinstance(about, dict):
        raise PolicyError("its header is damaged: it is not an object")
    return about


def _from_checkpoint(file: Archive) -> tuple[Arrays, dict[str, Any]]:
    """Only numbers are read: what Stable-Baselines3 pickles beside them could run code."""
    if not {HEADER, "policy.pth"} <= set(file.names()):
        raise PolicyError(f"this is not a checkpoint of experiments/train.py: {HEADER} or policy.pth is missing")
    about = _header(file.read(HEADER, HEADER_AT_MOST), file)
    check_about(about)
    try:
        tensors = read_tensors(file.read("policy.pth", POLICY_UNPACKED), f"{file.name}: its weights", POLICY_UNPACKED)
    except ImportError as error:
        raise PolicyError("a checkpoint can only be read with torch: pip install 'munchkin-env[sb3]', or save it as .npz") from error
    if not isinstance(tensors, dict):
        raise PolicyError("its weights are damaged: they have no names")
    return {name.removeprefix("net."): array_of(tensor, name) for name, tensor in tensors.items() if _is_ours(name)}, about


def _is_ours(name: object) -> bool:
    return isinstance(name, str) and name.startswith("net.")


def array_of(tensor: Any, name: str) -> npt.NDArray[Any]:
    """The numbers of a tensor. A small file can describe a huge tensor that repeats one number; none of ours does, so it is refused."""
    import torch

    if not isinstance(tensor, torch.Tensor) or tensor.layout != torch.strided or tensor.device.type != "cpu" or tensor.is_quantized:
        raise PolicyError(f"the policy is damaged: {short(name)} is not a tensor of numbers")
    if tensor.numel() * tensor.element_size() > tensor.untyped_storage().nbytes():
        raise PolicyError(f"the policy is damaged: {short(name)} does not hold all its numbers")
    try:
        found: npt.NDArray[Any] = tensor.detach().numpy()
    except (RuntimeError, TypeError) as error:
        raise PolicyError(f"the policy is damaged: {short(name)} is not a tensor of numbers: {error}") from error
    return found


READERS: dict[str, Callable[[Archive], tuple[Arrays, dict[str, Any]]]] = {".npz": _from_npz, ".zip": _from_checkpoint}
