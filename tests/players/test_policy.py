"""A policy trained in torch plays in numpy, and files that do not fit are refused with helpful messages."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from munchkin_env import MunchkinVector
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.teaching import Teacher
from munchkin_env.learning.inputs import columns_of, network_shape
from munchkin_env.learning.networks import network_of, of_policy, to_policy
from munchkin_env.observe import SIZE, named_ids
from munchkin_env.players.agents import load_agent
from munchkin_env.players.compiled import NetworkBot, check_player
from munchkin_env.players.network.net import Part
from munchkin_env.players.network.reading import card_ids, id_columns
from munchkin_env.players.policy import HEADER, TRAINED_WITH, Policy, PolicyError, check_sets, load_policy, new_about, new_prior
from munchkin_env.players.policy.files import trained_with
from munchkin_env.tasks import find_task

torch.set_num_threads(1)
SETS = ("deluxe",)


def untrained(kind: str, **sizes: Any) -> tuple[Any, Policy]:
    torch.manual_seed(7)
    shape = {**network_shape(kind, 4, SETS), "hidden": 16, **sizes}
    net = network_of(shape, columns_of(4, SETS, turns=20, games=8), SETS)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter += 0.1 * torch.randn(parameter.shape)
    return net, to_policy(net, new_about(SETS, 4, shape, steps=0))


def positions(turns: int = 60) -> MunchkinVector:
    games = MunchkinVector(16, seat="random", opponents="greedy", seed=3)
    games.reset()
    teacher = Teacher(games, "greedy")
    for _ in range(turns):
        games.step(teacher.choose())
    return games


BUILT: dict[str, tuple[str, dict[str, Any]]] = {
    "slots": ("slots", {}),
    "slots without layers": ("slots", {"policy": [], "worth": []}),
    "slots with several layers": ("slots", {"policy": [20, 16, 16], "worth": [8, 8], "residual": True}),
    "slots without a value": ("slots", {"value": False, "card": 17, "pointer": 5}),
    "flat": ("flat", {}),
    "flat, a layer": ("flat", {"hidden": [33]}),
    "flat, widths": ("flat", {"hidden": [48, 32, 16, 16], "residual": True}),
    "flat without a value": ("flat", {"hidden": [20, 20], "value": False}),
}
"""Kinds of networks, and their headers."""


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("built", BUILT)
def test_the_kernel_and_torch_agree(built: str) -> None:
    kind, sizes = BUILT[built]
    net, policy = untrained(kind, **sizes)
    games = positions()
    with torch.no_grad():
        logits, values = net(torch.from_numpy(games.observations))
    assert np.ptp(logits.numpy()) > 0.5
    if not policy.has_value:
        assert np.allclose(policy.logits(games.observations), logits.numpy(), atol=1e-4)
        with pytest.raises(ValueError, match="without a value"):
            policy.values(games.observations)
        return
    assert np.ptp(values.numpy()) > 0.01
    assert np.allclose(policy.logits(games.observations), logits.numpy(), atol=1e-4)
    assert np.allclose(policy.values(games.observations), values.numpy(), atol=1e-4)
    with torch.no_grad():
        assert torch.equal(of_policy(policy)(torch.from_numpy(games.observations))[0], logits)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["slots", "flat"])
def test_what_is_beside_a_position_changes_nothing(kind: str) -> None:
    """Otherwise the same agent would choose differently in a tournament than alone, where two actions are nearly equal."""
    _, policy = untrained(kind)
    x = positions().observations
    many = np.concatenate([x] * 9)  # more than are computed at once
    logits, values = policy.logits(many), policy.values(many)
    assert len(np.unique(logits[:16], axis=0)) == 16
    for i in range(16):
        assert np.array_equal(policy.logits(x[i : i + 1])[0], logits[i]) and policy.values(x[i : i + 1])[0] == values[i]
    assert np.array_equal(logits.reshape(9, 16, -1), np.stack([logits[:16]] * 9))
    assert np.array_equal(policy.logits(x[::-1]), logits[:16][::-1])
    assert policy.logits(x[:0]).shape == (0, N_ACTIONS) and policy.values(x[:0]).shape == (0,)


def test_it_reads_the_cards_that_are_there() -> None:
    games = positions()
    for place in ("my_hand", "my_table"):
        high, low = id_columns(place)
        ids = card_ids(np.stack([games.observations[:, high], games.observations[:, low]]))
        for i in range(len(games)):
            shown = named_ids(games.game(i).observe_compact(games.learner(i))[0])[place].reshape(-1)
            assert np.array_equal(ids[i], shown[: len(high)])
        assert (ids > 0).sum() > 16


def test_only_legal_actions_and_the_same_lots_for_the_same_generator() -> None:
    _, policy = untrained("slots")
    games = positions()
    x, masks, rows = games.observations, games.masks, np.arange(16)
    best = policy.act_many(x, masks)
    assert masks[rows, best].all() and np.array_equal(best, policy.act_many(x, masks))
    drawn = [policy.act_many(x, masks, deterministic=False, rng=np.random.default_rng(k)) for k in (1, 1, 2, 3)]
    assert all(masks[rows, actions].all() for actions in drawn)
    assert np.array_equal(drawn[0], drawn[1]) and any(not np.array_equal(drawn[0], other) for other in drawn[2:])
    with pytest.raises(ValueError, match="rng"):
        policy.act_many(x, masks, deterministic=False)
    with pytest.raises(ValueError, match="not the compact form"):
        policy.act_many(x[:, :100], masks)
    with pytest.raises(ValueError, match="at least one legal"):
        policy.act_many(x, np.zeros_like(masks))


def test_files(tmp_path: Path) -> None:
    _, policy = untrained("slots")
    games = positions()
    policy.save(tmp_path / "p.npz", half=False)
    again = load_policy(tmp_path / "p.npz")
    assert again.about == policy.about and np.array_equal(again.logits(games.observations), policy.logits(games.observations))
    policy.save(tmp_path / "h.npz")
    assert (tmp_path / "h.npz").stat().st_size < (tmp_path / "p.npz").stat().st_size
    assert np.allclose(load_policy(tmp_path / "h.npz").logits(games.observations), policy.logits(games.observations), atol=0.02)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"observation": 99}, "another version of the observation: 99"),
        ({"layout": "0"}, "another layout of the observation"),
        ({"actions": "0"}, "another table of actions"),
        ({"file": 9}, "another kind of file"),
        ({"sets": []}, "learned the sets"),
        ({"network": {"kind": "oracle"}}, "'oracle'; there are 'slots', 'flat'"),
        ({"network": {"kind": "flat", "layers": 2}}, "damaged"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    _, policy = untrained("slots")
    policy.about.update(change)
    policy.save(tmp_path / "p.npz")
    with pytest.raises(PolicyError, match=says) as refused:
        load_policy(tmp_path / "p.npz")
    assert str(tmp_path / "p.npz") in str(refused.value)


def test_which_sets_it_may_play_with() -> None:
    about = new_about(("star", "potter"), 4, {"kind": "flat"})
    check_sets(about, ["star", "potter"])
    check_sets(about, ["star", "potter", "deluxe"])
    for sets in (["deluxe"], ["star"], ["potter", "star"], ["deluxe", "star", "potter"]):
        with pytest.raises(PolicyError, match="learned --set star --set potter; with --set"):
            check_sets(about, sets)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no such file"):
        load_policy(tmp_path / "missing.npz")
    with pytest.raises(PolicyError, match="a policy is a"):
        load_policy(tmp_path / "policy.txt")
    (tmp_path / "p.npz").write_bytes(b"not a policy")
    with pytest.raises(PolicyError, match=r"p\.npz"):
        load_policy(tmp_path / "p.npz")
    _, policy = untrained("flat")
    policy.save(tmp_path / "whole.npz")
    data = (tmp_path / "whole.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(data[: len(data) // 2])
    with pytest.raises(PolicyError, match=r"cut\.npz"):
        load_policy(tmp_path / "cut.npz")
    np.savez(tmp_path / "numbers.npz", x=np.zeros(3))
    with pytest.raises(PolicyError, match="no header"):
        load_policy(tmp_path / "numbers.npz")
    np.savez(tmp_path / "objects.npz", allow_pickle=True, header=np.array([{}], dtype=object))
    with pytest.raises(PolicyError, match="does not describe an array of numbers"):
        load_policy(tmp_path / "objects.npz")


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    _, policy = untrained("flat")
    policy.arrays["value.bias"][:] = np.nan
    policy.save(tmp_path / "p.npz")
    with pytest.raises(PolicyError, match="not a finite number"):
        load_policy(tmp_path / "p.npz")


def test_checkpoints_are_read_by_their_header_and_weights_alone(tmp_path: Path) -> None:
    net, policy = untrained("slots")
    weights = tmp_path / "policy.pth"
    torch.save({f"net.{name}": tensor for name, tensor in net.state_dict().items()}, weights)
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as file:
        file.write(weights, "policy.pth")
    with pytest.raises(PolicyError, match="not a checkpoint"):
        load_policy(tmp_path / "c.zip")
    with zipfile.ZipFile(tmp_path / "c.zip", "a") as file:
        file.writestr(HEADER, json.dumps(policy.about))
        file.writestr("data", "this would be unpickled by others")
    games = positions(10)
    assert np.allclose(load_policy(tmp_path / "c.zip").logits(games.observations), policy.logits(games.observations))
    torch.save({"net.first.weight": Path("x")}, weights)  # an object, which only a full unpickling would create
    for name, content in (("junk", b"junk"), ("object", weights.read_bytes())):
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as file:
            file.writestr("policy.pth", content)
            file.writestr(HEADER, json.dumps(policy.about))
        with pytest.raises(PolicyError, match="cannot be read"):
            load_policy(tmp_path / f"{name}.zip")


def test_cards_that_it_never_saw_are_no_cards() -> None:
    _, policy = untrained("slots")
    assert np.isfinite(policy.logits(np.full((1, SIZE), 1.0, np.float32))).all()
    assert policy.logits(np.zeros((2, SIZE), np.float32)).shape == (2, N_ACTIONS)


def test_the_policy_without_a_bot_plays_here() -> None:
    """If this fails after a change of the observation or the actions: train the policy again (`make train`)."""
    policy = load_policy("trained-pure")
    games = positions()
    assert policy.about["players"] == 4 and policy.about["sets"] == ["deluxe"]
    chosen, teacher = policy.act_many(games.observations, games.masks), Teacher(games, "greedy").choose()
    assert games.masks[np.arange(16), chosen].all() and (chosen == teacher).mean() > 0.5


def test_trained_is_the_policy_of_the_package_for_the_cards_in_play() -> None:
    for sets, name in TRAINED_WITH.items():
        own = load_policy(name)
        assert tuple(own.about["sets"]) == sets and own.prior
        assert {
            load_policy("trained", sets).digest,
            NetworkBot.of("trained", sets=sets).policy.digest,
            check_player("trained", sets).digest,
        } == {own.digest}
        assert load_agent("trained", sets=sets).policy.digest == own.digest  # type: ignore[attr-defined]  # a PolicyAgent
        games = MunchkinVector(2, sets=sets, seat=0, opponents={"trained": 1, "greedy": 1}, seed=1)
        assert [one.digest for one in games.config.opponents if isinstance(one, NetworkBot)] == [own.digest]  # type: ignore[union-attr]
        assert set(games.roster) == {"you", "trained", "greedy"}
    assert trained_with(["deluxe", "star"]) == trained_with(["deluxe", "western", "star", "potter"]) == "trained"
    assert trained_with(["western", "deluxe"]) == "trained-western"
    mini = find_task("mini").card_sets
    with pytest.raises(PolicyError, match="other sets need another policy"):
        check_player("trained", mini)


def forged(tmp_path: Path, change: Any, kind: str = "slots") -> Path:
    """A file like Policy.save's, from what `change(arrays, about)` leaves."""
    _, policy = untrained(kind)
    arrays: dict[str, Any] = dict(policy.arrays)
    about = json.loads(json.dumps(policy.about))
    change(arrays, about)
    np.savez(tmp_path / "forged.npz", header=np.array(json.dumps(about)), **arrays)
    return tmp_path / "forged.npz"


def _set(name: str, value: Any) -> Any:
    return lambda arrays, _: arrays.__setitem__(name, value(arrays[name]))


def _say(**values: Any) -> Any:
    return lambda _, about: about["network"].update(values)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_set("value.bias", lambda a: a.astype(str)), "of <U.*; real numbers are needed"),
        (_set("value.bias", lambda a: a.astype(int)), "of int64; real numbers are needed"),
        (_set("value.bias", lambda a: a + 1e30), "'value.bias' is beyond 1000"),
        (_set("value.bias", lambda a: a * np.inf), "'value.bias' is not a finite number"),
        (_set("first.bias", lambda a: a[:1]), r"'first.bias' has the shape \(1,\); \(16,\) is needed"),  # would broadcast
        (_set("policy.weight", lambda a: a[:1]), r"'policy.weight' has the shape \(1, 16\)"),
        (_set("actions.bias", lambda a: a[None]), "'actions.bias' has the shape"),
        (_set("bags.table", lambda a: a[:-1]), "'bags.table' has the shape"),
        (_set("columns", lambda a: a * 0), "each larger than the one before"),
        (_set("columns", lambda a: a - 1), "columns are not numbers from 0"),
        (_set("columns", lambda a: a + SIZE), "columns are not numbers from 0"),
        (_set("columns", lambda a: a[::-1]), "each larger than the one before"),
        (_set("columns", lambda a: a.astype(np.float32)), "columns are not a list of integers"),
        (_set("columns", lambda a: a[None]), "columns are not a list of integers"),
        (lambda arrays, _: arrays.pop("columns"), "columns are not a list"),
        (lambda arrays, _: arrays.pop("value.bias"), r"other arrays: \['value.bias'\]"),
        (lambda arrays, _: arrays.update(more=np.zeros(3)), r"other arrays: \['more'\]"),
        (lambda _, about: about.update(players=99), "learned with 99 players"),
        (lambda _, about: about.update(players="4"), "learned with '4' players"),
        (lambda _, about: about.update(players=True), "learned with True players"),
        (lambda _, about: about.update(sets="deluxe"), "learned the sets 'deluxe'"),
        (lambda _, about: about.update(sets=[1]), "learned the sets"),
        (lambda _, about: about.update(network=[]), "does not describe a network"),
        (lambda _, about: about.update(layout=["x" * 10_000]), "another layout"),
        (_say(hidden=[16, 16]), "with hidden = "),
        (_say(policy=16), "with policy = 16; must be 0 to 16 widths"),
        (_say(policy=[16] * 17), "with policy = "),
        (_say(worth=[0]), "with worth = 0; must be 1 to 4096"),
        (_say(worth=["8"]), "with worth = '8'"),
        (_say(value=1), "with value = 1; must be true or false"),
        (_say(residual="yes"), "with residual = 'yes'"),
        (_say(value=False), "has other arrays"),
        (lambda _, about: about.update(prior="veteran"), "its prior is 'veteran'"),
        (lambda _, about: about.update(prior={"bot": "veteran", "weight": 1}), "a bot, a weight and a digest"),
        (lambda _, about: about.update(prior={**new_prior("veteran", 1), "bot": "nobody"}), "asks the bot 'nobody'; there are 'greedy'"),
        (lambda _, about: about.update(prior={**new_prior("veteran", 1), "bot": "random"}), "asks the bot 'random'"),
        (lambda _, about: about.update(prior={**new_prior("veteran", 1), "bot": "my.toml"}), "asks the bot 'my.toml'"),
        (lambda _, about: about.update(prior={**new_prior("veteran", 1), "weight": -1}), "the weight of its prior is -1"),
        (lambda _, about: about.update(prior={**new_prior("veteran", 1), "weight": True}), "the weight of its prior is True"),
        (lambda _, about: about.update(prior={**new_prior("veteran", 1), "digest": "0"}), "another 'veteran'"),
        (_say(kind=[]), r"of the kind \[\]"),
        (_say(kind={}), "of the kind {}"),
        (_say(types=10**30), "with types = 1000"),
        (_say(types=-1), "with types = -1"),
        (_say(opponents=99), "with opponents = 99; must be 1 to 5"),
        (_say(hidden=16.0), "with hidden = 16.0"),
        (_say(pointer=None), "with pointer = None"),
        (_say(card=1), "has the shape"),
    ],
)
def test_what_is_forged_is_refused(tmp_path: Path, change: Any, says: str) -> None:
    with pytest.raises(PolicyError, match=says) as refused:
        load_policy(forged(tmp_path, change))
    assert str(refused.value).startswith(str(tmp_path)) and len(str(refused.value)) < 500


@pytest.mark.parametrize("header", [3, ["{}", "{}"], "{", "[]", "[" * 3000, "1"])
def test_headers_that_are_none(tmp_path: Path, header: Any) -> None:
    np.savez(tmp_path / "p.npz", header=np.array(header))
    with pytest.raises(PolicyError, match="header"):
        load_policy(tmp_path / "p.npz")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda t: t.to_sparse(), "not a tensor of numbers"),
        (lambda t: t.to("meta"), "cannot be read|not a tensor of numbers"),
        (lambda t: t.to(torch.bfloat16), "not a tensor of numbers"),
        (lambda t: t.to(torch.complex64), "real numbers are needed"),
        (lambda _: torch.zeros(1).expand(10**12), "does not hold all its numbers"),
        (lambda t: t.numpy().tolist(), "not a tensor of numbers"),
        (lambda _: "text", "not a tensor of numbers"),
    ],
)
def test_tensors_that_are_none(tmp_path: Path, make: Any, says: str) -> None:
    net, policy = untrained("flat")
    weights = {f"net.{name}": tensor for name, tensor in net.state_dict().items()}
    weights["net.value.bias"] = make(weights["net.value.bias"])
    torch.save(weights, tmp_path / "policy.pth")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as file:
        file.write(tmp_path / "policy.pth", "policy.pth")
        file.writestr(HEADER, json.dumps(policy.about))
    with pytest.raises(PolicyError, match=says):
        load_policy(tmp_path / "c.zip")


def test_whatever_the_weights_are_actions_are_legal() -> None:
    _, policy = untrained("flat")
    games = positions(5)
    for bias in (-1e30, 1e38, np.inf, np.nan):
        at = int(policy.packed.row["at"][0, Part.ACTIONS_BIAS])
        policy.networks.weights[at : at + N_ACTIONS] = bias
        chosen = policy.act_many(games.observations, games.masks)
        assert games.masks[np.arange(16), chosen].all(), bias


def test_a_policy_plays_without_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from munchkin_env import MunchkinVector\n"
        "games = MunchkinVector(1, 2, seed=1, seat=0, opponents='trained'); games.reset()\n"
        "assert games.roster == ('you', 'trained')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
