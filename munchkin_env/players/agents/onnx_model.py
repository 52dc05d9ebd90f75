"""A network in an ONNX file as an agent: `onnx:model.onnx`, played by ONNX Runtime on one thread.

The file is a network, not a program of Python, and must be whole: one that names other files, which ONNX Runtime would open, is refused.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import POLICY_UNPACKED, FileError, read_bytes, short
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.protocol import AgentError, Info

from .onnx_parts import names_files
from .safe import said

ONNX = "onnx:"
_Floats = npt.NDArray[np.float32]
_ALLOWED = (
    f"allowed: an observation (float32, batch x {SIZE}), after it perhaps an action mask (bool or float32, batch x {N_ACTIONS}), and one "
    f"output, or one called logits (float32, batch x {N_ACTIONS}); the batch is dynamic or 1"
)
_TYPES: dict[str, type[np.generic]] = {"tensor(float)": np.float32, "tensor(bool)": np.bool_}


def is_onnx(spec: object) -> bool:
    """Is it the name of such a network?"""
    return isinstance(spec, str) and spec.startswith(ONNX)


def onnx_path(spec: str) -> Path:
    """Its file."""
    return Path(spec.removeprefix(ONNX))


class ONNXModel:
    """Takes the legal action with the highest score, the first of equal ones."""

    def __init__(self, session: Any, name: str) -> None:
        """session: of ONNX Runtime. Raises AgentError unless it takes an observation and gives scores."""
        self.name = name
        self._session, self._inputs = session, _inputs(session.get_inputs())
        self._output = _output(session.get_outputs())
        if np.isnan(self._scores((np.arange(SIZE) % 2).astype(np.float32), np.ones(N_ACTIONS, np.bool_))).any():
            raise AgentError("tried out, it gave a score that is not a number")

    def act(self, observation: _Floats, mask: npt.NDArray[np.bool_], _: Info) -> int:
        legal = np.flatnonzero(mask)
        scores = self._scores(observation, mask)[legal]
        if np.isnan(scores).any():
            raise AgentError("the score of a legal action is not a number")
        return int(legal[scores.argmax()])

    def act_many(self, observations: _Floats, masks: npt.NDArray[np.bool_], infos: Sequence[Info]) -> npt.NDArray[np.int64]:
        """Row by row, so that an action does not depend on which games are played side by side."""
        return np.array([self.act(*shown) for shown in zip(observations, masks, infos, strict=True)], np.int64)

    def _scores(self, *shown: npt.NDArray[Any]) -> _Floats:
        given = {name: one[None].astype(dtype) for one, (name, dtype) in zip(shown, self._inputs, strict=False)}
        try:
            found = self._session.run([self._output], given)[0]
        except Exception as error:
            raise AgentError(f"ONNX Runtime failed: {said(error, 300)}") from error
        if found.shape != (1, N_ACTIONS):
            raise AgentError(f"for one observation it gave scores of shape {found.shape}; {_ALLOWED}")
        scores: _Floats = found[0]
        return scores


def load_onnx(spec: str) -> ONNXModel:
    """Raises AgentError that says why the file cannot play here."""
    path = onnx_path(spec)
    try:
        import onnxruntime
    except ImportError as error:
        raise AgentError(f"{spec}: an ONNX file can only be played with ONNX Runtime: pip install 'munchkin-env[onnx]'") from error
    try:
        data = read_bytes(path, POLICY_UNPACKED)
        if names_files(data, path):
            raise FileError(path, "it keeps weights in another file; save all in one, with torch.onnx.export(…, external_data=False)")
    except FileError as error:
        raise AgentError(str(error)) from error
    try:
        session = onnxruntime.InferenceSession(data, _options(onnxruntime), providers=["CPUExecutionProvider"])
    except Exception as error:
        raise AgentError(f"{path}: this is not an ONNX file that ONNX Runtime can play: {said(error, 300)}") from error
    try:
        return ONNXModel(session, path.stem)
    except AgentError as error:
        raise AgentError(f"{path}: {error}") from error


def _options(onnxruntime: Any) -> Any:
    """One thread, as for all players: many games are played at once. It prints nothing, and reads no format but ONNX."""
    found = onnxruntime.SessionOptions()
    found.intra_op_num_threads = found.inter_op_num_threads = 1
    found.log_severity_level = 4
    found.add_session_config_entry("session.load_model_format", "ONNX")
    return found


def _inputs(found: Sequence[Any]) -> list[tuple[str, type[np.generic]]]:
    """Name and type of the observation and, if it is asked for, the mask."""
    if not 1 <= len(found) <= 2:
        raise AgentError(f"it has {len(found)} inputs; {_ALLOWED}")
    for one, size, types in zip(found, (SIZE, N_ACTIONS), (["tensor(float)"], list(_TYPES)), strict=False):
        _check_form(one, "input", size, types)
    return [(one.name, _TYPES[one.type]) for one in found]


def _output(found: Sequence[Any]) -> str:
    """The name of the scores."""
    named = found if len(found) == 1 else [one for one in found if one.name == "logits"]
    if not named:
        raise AgentError(f"it has {len(found)} outputs, none of them called logits; {_ALLOWED}")
    _check_form(named[0], "output", N_ACTIONS, ["tensor(float)"])
    return str(named[0].name)


def _check_form(one: Any, what: str, size: int, types: Sequence[str]) -> None:
    """A dimension that is no number is dynamic: trying it out shows whether it fits."""
    shape = list(one.shape)
    fits = len(shape) == 2 and all(not isinstance(found, int) or found == needed for found, needed in zip(shape, (1, size), strict=True))
    if not fits or one.type not in types:
        raise AgentError(f"its {what} {short(one.name)} is {short(one.type)} of shape {short(shape)}; {_ALLOWED}")
