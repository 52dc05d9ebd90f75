"""A network that plays: actions and values for many observations at once."""

import hashlib
import io
import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import write
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.game.warming import warm_up
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.network.evaluating import LOGITS, VALUE, evaluate_rows
from munchkin_env.players.network.packing import pack, together
from munchkin_env.players.network.reading import Indexes

from .header import check_about, prior_of
from .shapes import Arrays, check_arrays, read_shape

_Floats = npt.NDArray[np.float32]
_FOR_KERNELS: tuple[Literal["C_CONTIGUOUS", "ALIGNED", "WRITEABLE"], ...] = ("C_CONTIGUOUS", "ALIGNED", "WRITEABLE")
"""Kernels are compiled for arrays like these; what is not is copied. (Agents get arrays that they cannot write to.)"""


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
        shape = read_shape(self.about["network"])
        check_arrays(arrays, shape)
        self.arrays = {name: a.astype(np.float32) if a.dtype.kind == "f" else a.astype(np.int64) for name, a in arrays.items()}
        self.has_value = shape.value
        self.prior = prior_of(self.about)
        """The bot whose choice it is given, if there is one."""
        warm_up()
        with compiling("networks", "a few seconds"):
            self.packed = pack(self.arrays, shape, self.prior.weight if self.prior else 0.0)
            self.networks = together([self.packed])
            self.logits(np.zeros((1, SIZE), np.float32))

    def __reduce__(self) -> tuple[Any, ...]:
        return Policy, (self.arrays, self.about)

    @cached_property
    def digest(self) -> str:
        """Eight letters that differ if anything differs by which it plays."""
        told = hashlib.sha256(json.dumps([self.about["network"], self.about.get("prior")], sort_keys=True).encode())
        for name, array in sorted(self.arrays.items()):
            told.update(name.encode() + array.tobytes())
        return told.hexdigest()[:8]

    def logits(self, observations: _Floats) -> _Floats:
        """[N, N_ACTIONS], for legal and illegal actions, without what a prior adds.

        They do not depend on the rest of the batch or on the machine, to the last bit.
        """
        return self._evaluated(observations, None, LOGITS)[0]

    def values(self, observations: _Floats) -> _Floats:
        """[N]: the expected reward of the seat that sees each position. Raises ValueError if the network has no value."""
        if not self.has_value:
            raise ValueError("this network judges no positions: it was trained without a value")
        return self._evaluated(observations, None, VALUE)[1]

    def _evaluated(self, observations: _Floats, masks: npt.NDArray[np.bool_] | None, wanted: int) -> tuple[_Floats, _Floats]:
        x = np.require(observations, np.float32, _FOR_KERNELS)
        if x.ndim != 2 or x.shape[1] != SIZE:
            raise ValueError(f"observations of {x.shape}: rows of {SIZE} numbers are needed (the vector, not the compact form)")
        if masks is None:
            masks = np.ones((len(x), N_ACTIONS), np.bool_)
        logits, values = np.zeros((len(x), N_ACTIONS), np.float32), np.zeros(len(x), np.float32)
        evaluate_rows(self.networks.records, self.networks.weights, 0, x, np.require(masks, np.bool_, _FOR_KERNELS), wanted, logits, values)
        return logits, values

    def act_many(
        self,
        observations: _Floats,
        masks: npt.NDArray[Any],
        deterministic: bool = True,
        rng: np.random.Generator | None = None,
        choices: npt.NDArray[Any] | None = None,
    ) -> Indexes:
        """Choose one legal action for each observation.

        Args:
            observations: [N, SIZE], vectors.
            masks: [N, N_ACTIONS]; each row has at least one legal action.
            deterministic: Whether to take the most likely action. Otherwise actions are drawn with the probabilities of the network.
            rng: What to draw with, if deterministic is False.
            choices: [N]: what the bot of `prior` would do in each position, for a policy that asks one (`teaching.Teacher` tells).

        Returns:
            [N] actions.

        Raises:
            ValueError: The shapes do not fit, a row has no legal action, or rng or choices are missing.
        """
        masks = np.asarray(masks, np.bool_)
        if masks.shape != (len(observations), N_ACTIONS) or not masks.any(axis=1).all():
            raise ValueError(
                f"masks of {masks.shape}: one row of {N_ACTIONS} per observation is needed, with at least one legal action each"
            )
        logits = self._evaluated(observations, masks, LOGITS)[0]
        if self.prior is not None:
            if choices is None or np.shape(choices) != (len(masks),):
                raise ValueError(f"this policy asks the bot {self.prior.style.name!r}: choices=… is needed, its action in each position")
            logits[np.arange(len(masks)), choices] += np.float32(self.prior.weight)
        if not deterministic:
            if rng is None:
                raise ValueError("deterministic=False: rng=… is needed, a numpy Generator to draw with")
            logits += rng.gumbel(size=logits.shape).astype(np.float32)
        chosen: Indexes = logits.argmax(axis=1)
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
