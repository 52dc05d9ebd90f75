"""Models of Stable-Baselines3: the same actions as the model itself, and nothing in the file is run."""

import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.players.agents import AgentError, load_agent
from munchkin_env.players.protocol import Info

torch = pytest.importorskip("torch")
sb3_contrib = pytest.importorskip("sb3_contrib")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A model with each activation, untrained: its weights are as good as any."""
    from munchkin_env.envs.sb3 import MunchkinVecEnv

    games = MunchkinVecEnv(1, task="mini", seed=1)
    found = {}
    for name, kwargs in (("tanh", {"net_arch": [8]}), ("relu", {"net_arch": [8, 6], "activation_fn": torch.nn.ReLU})):
        model = sb3_contrib.MaskablePPO("MlpPolicy", games, policy_kwargs=kwargs, n_steps=4, batch_size=4, device="cpu", seed=0)
        path = tmp_path_factory.mktemp("sb3") / f"{name}.zip"
        model.save(path)
        found[name] = (path, model)
    return found


@pytest.mark.parametrize("name", ["tanh", "relu"])
def test_it_plays_as_the_model_does(saved: dict[str, Any], name: str) -> None:
    path, model = saved[name]
    agent: Any = load_agent(f"sb3:{path}")
    assert agent.name == name
    games = MunchkinVector(8, task="mini", seed=2)
    games.reset()
    info: Info = {"seat": 0, "num_players": 2, "decision": "", "game": 0}
    for _ in range(6):
        actions = agent.act_many(games.observations, games.masks, [info] * 8)
        expected, _ = model.predict(games.observations, action_masks=games.masks, deterministic=True)
        assert np.array_equal(actions, expected)
        assert agent.act(games.observations[0], games.masks[0], info) == actions[0]
        games.step(actions)


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def written(path: Path, inside: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, data in inside.items():
            file.writestr(name, data)
    return path


class Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return (exec, ("raise SystemExit('run')",))


def test_nothing_in_the_file_is_run(saved: dict[str, Any], tmp_path: Path) -> None:
    inside = parts(saved["tanh"][0])
    harmless = written(tmp_path / "a.zip", {**inside, "data": json.dumps({"policy_class": pickle.dumps(Bomb()).hex()}).encode()})
    load_agent(f"sb3:{harmless}")
    pickled = io.BytesIO()
    torch.save({"action_net.weight": Bomb()}, pickled)
    with pytest.raises(AgentError, match=r"were not written by torch\.save from numbers"):
        load_agent(f"sb3:{written(tmp_path / 'b.zip', {**inside, 'policy.pth': pickled.getvalue()})}")


def changed(inside: dict[str, bytes], **tensors: Any) -> dict[str, bytes]:
    told = torch.load(io.BytesIO(inside["policy.pth"]), weights_only=True)
    told = {name: tensors.get(name.replace(".", "_"), tensor) for name, tensor in told.items()}
    out = io.BytesIO()
    torch.save(told, out)
    return {**inside, "policy.pth": out.getvalue()}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda inside: {"data": inside["data"]}, "not a model that Stable-Baselines3 saved"),
        (lambda inside: {**inside, "data": b'{"policy_kwargs": {"activation_fn": "<class \'torch.nn.GELU\'>"}}'}, "joined by 'GELU'"),
        (lambda inside: {**inside, "data": b"{"}, "its data"),
        (lambda inside: changed(inside, action_net_bias=torch.zeros(3)), "biases of"),
        (lambda inside: changed(inside, mlp_extractor_policy_net_0_weight=torch.zeros(8, 7)), "must read"),
        (lambda inside: changed(inside, action_net_bias=torch.full((N_ACTIONS,), float("nan"))), "not a finite number"),
        (lambda inside: changed(inside, action_net_bias="none"), "not a tensor of numbers"),
    ],
)
def test_what_cannot_play_is_refused(saved: dict[str, Any], tmp_path: Path, change: Any, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        load_agent(f"sb3:{written(tmp_path / 'x.zip', change(parts(saved['tanh'][0])))}")
    with pytest.raises(AgentError, match="no such file"):
        load_agent("sb3:nowhere.zip")
