"""A network that plays: actions and values for many observations at once."""

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import write
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe.layout import SIZE

from .header import check_about
from .networks import NETWORKS, Arrays, Floats
from .reading import Ids
from .shapes import check_arrays

ILLEGAL = np.float32(-1e9)
WIDEST = 1e8
"""Of a logit: whatever the weights are, a legal action is above an illegal one."""
AT_ONCE = 64  # positions


class Policy:
    """A network that plays: `act_many` chooses actions, `values` judges positions."""

    def __init__(self, arrays: Arrays, about: Mapping[str, Any]) -> None:
        """Args:
            arrays: The weights, by name, and the columns of the observation that the network reads as plain numbers.
            about: The header; see `new_about`.

        Raises:
            PolicyError: Arrays and header do not fit together, or the network reads another observation.
        """
        self.about = dict(about)
        check_about(self.about)
        shape = self.about["network"]
        check_arrays(arrays, shape)
        self.arrays = {name: a.astype(np.float32) if a.dtype.kind == "f" else a.astype(np.int64) for name, a in arrays.items()}
        self.network = NETWORKS[shape["kind"]](self.arrays, shape)
        with compiling("networks", "a moment"):
            self.logits(np.zeros((1, SIZE), np.float32))

    def logits(self, observations: Floats) -> Floats:
        """[N, N_ACTIONS], for legal and illegal actions. They do not depend on the rest of the batch or on the machine, to the last bit."""
        return np.concatenate([self.network.logits(part) for part in _parts(observations)])

    def values(self, observations: Floats) -> Floats:
        """[N]: the expected reward of the seat that sees each position."""
        return np.concatenate([self.network.values(part) for part in _parts(observations)])

    def act_many(
        self,
        observations: Floats,
        masks: npt.NDArray[Any],
        deterministic: bool = True,
        rng: np.random.Generator | None = None,
    ) -> Ids:
        """Choose one legal action for each observation.

        Args:
            observations: [N, SIZE], vectors.
            masks: [N, N_ACTIONS]; each row has at least one legal action.
            deterministic: Whether to take the most likely action. Otherwise actions are drawn with the probabilities of the network.
            rng: What to draw with, if deterministic is False.

        Returns:
            [N] actions.

        Raises:
            ValueError: The shapes do not fit, a row has no legal action, or rng is missing.
        """
        masks = np.asarray(masks, np.bool_)
        if masks.shape != (len(observations), N_ACTIONS) or not masks.any(axis=1).all():
            raise ValueError(
                f"masks of {masks.shape}: one row of {N_ACTIONS} per observation is needed, with at least one legal action each"
            )
        known = np.nan_to_num(self.logits(observations), nan=-WIDEST, posinf=WIDEST, neginf=-WIDEST)  # no weights should lead to these
        logits = np.where(masks, known.clip(-WIDEST, WIDEST), ILLEGAL)
        if not deterministic:
            if rng is None:
                raise ValueError("deterministic=False: rng=… is needed, a numpy Generator to draw with")
            logits += rng.gumbel(size=logits.shape).astype(np.float32)
        chosen: Ids = logits.argmax(axis=1)
        return chosen

    def save(self, path: str | Path, half: bool = True) -> None:
        """Write a .npz file.

        Args:
            path: Where to.
            half: Whether to round weights to 16 bits, which halves the file.
        """
        small = np.float16 if half else np.float32
        kept: Arrays = {name: array.astype(small) if array.dtype.kind == "f" else array for name, array in self.arrays.items()}
        kept["columns"] = self.arrays["columns"].astype(np.int16)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, allow_pickle=False, header=np.array(json.dumps(self.about)), **kept)
        write(path, buffer.getvalue())


def _parts(observations: Floats) -> list[Floats]:
    """Batches small enough for the intermediate results to stay in the processor's cache."""
    x = np.asarray(observations, np.float32)
    if x.ndim != 2 or x.shape[1] != SIZE:
        raise ValueError(f"observations of {x.shape}: rows of {SIZE} numbers are needed (the vector, not the compact form)")
    return np.split(x, range(AT_ONCE, len(x), AT_ONCE))
