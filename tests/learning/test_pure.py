"""A network that asks no bot learns to play as a policy that asks one."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from munchkin_env.learning.labels import Labelling, Labels, labels_of_run, told_of
from munchkin_env.learning.learner import Lesson, batch_of, outputs
from munchkin_env.learning.networks import network_of, of_policy, to_policy
from munchkin_env.learning.parts import MadeOtherwiseError
from munchkin_env.learning.pure import PURE, PURE_LESSON, learn_pure
from munchkin_env.learning.rounds import without_bot
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.policy import load_policy, new_about, new_prior
from tests.learning.planting import FIRST, OTHER, planted_part

SHAPE: dict[str, Any] = {"kind": "flat", "hidden": [16], "residual": False}
HOW = Labelling()
LESSON = Lesson(prior=0.0, caution=0.01, rate=1e-2, batch=16, epochs=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a training: its policy, and the labels of two rounds."""
    torch.manual_seed(1)
    about = new_about(("deluxe",), 4, SHAPE, prior=new_prior("veteran", 4.0), round=2)
    to_policy(network_of(SHAPE, np.arange(SIZE), ("deluxe",)), about).save(tmp_path / "policy.npz")
    told = told_of(HOW, load_policy(tmp_path / "policy.npz"))
    for number in (1, 2):
        one = tmp_path / f"labels-{number}"
        one.mkdir()
        (one / "labels.json").write_text(json.dumps(told | {"seed": number, "student": "another"}), encoding="utf-8")
        np.savez(one / "labels-00000.npz", **planted_part(400, 0.01, seed=number))
    return tmp_path


def learned(folder: Path, **changed: Any) -> Any:
    given: dict[str, Any] = {
        "spec": str(folder / "policy.npz"),
        "how": HOW,
        "lesson": LESSON,
        "start": None,
        "tell": lambda *_: None,
    } | changed
    return learn_pure(folder, **given)


def test_it_plays_as_the_policy_and_asks_nobody(folder: Path) -> None:
    told: list[tuple[str, float]] = []
    pure, policy = learned(folder, tell=lambda what, done: told.append((what, done))), load_policy(folder / "policy.npz")
    assert pure.prior is None and policy.prior is not None and told[-1] == ("learning", 1.0)
    labels = Labels(labels_of_run(folder, HOW, told_of(HOW, policy)["corrects"]))
    assert len(labels) == 800 == pure.about["labels"] and "round" not in pure.about
    batch = batch_of(labels, np.arange(200))
    with torch.no_grad():
        began, wanted = (outputs(of_policy(one), batch, prior)[0].exp() for one, prior in ((without_bot(policy), 0.0), (policy, 4.0)))
        found = outputs(of_policy(pure), batch, 0.0)[0].exp()
    assert float(began[:, FIRST].max()) < 0.6 < 0.9 < float(wanted[:, FIRST].min())
    assert float((found - wanted).abs().max()) < 0.05 and float(found[:, OTHER].max()) < 0.05
    assert pure.about["held out"]["changed"] == 0.0 and pure.about["pure of"] == policy.digest


def test_what_was_learned_is_not_learned_again(folder: Path) -> None:
    first, before = learned(folder), (folder / PURE).read_bytes()
    assert learned(folder, tell=lambda *_: pytest.fail("it learns")).digest == first.digest and (folder / PURE).read_bytes() == before
    with pytest.raises(ValueError, match=r"pure\.npz: it was learned in another way; other: lesson"):
        learned(folder, lesson=PURE_LESSON)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"spec": "trained-pure"}, "trained-pure: it asks no bot"),
        ({"how": Labelling(players=3)}, "deluxe and 4 players; train it so"),
        ({"start": "nowhere.npz"}, "no such file"),
    ],
)
def test_policies_that_do_not_fit(folder: Path, changed: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        learned(folder, **changed)
    assert not (folder / PURE).exists()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"cards": "0"}, "labels-2: it has labels made in another way; other: cards"),
        ({"corrects": "greedy 0"}, "labels-2: it has labels made in another way; other: corrects"),
        ({"players": 3}, "labels-2: it has labels made in another way; other: players"),
    ],
)
def test_labels_that_do_not_fit(folder: Path, changed: dict[str, Any], says: str) -> None:
    path = folder / "labels-2" / "labels.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changed), encoding="utf-8")
    with pytest.raises(MadeOtherwiseError, match=says):
        learned(folder)


def test_a_folder_without_labels(tmp_path: Path) -> None:
    with pytest.raises(MadeOtherwiseError, match="it has no labels"):
        learned(tmp_path, spec="trained")
    (tmp_path / "labels-1").mkdir()
    with pytest.raises(MadeOtherwiseError, match=r"labels\.json: there is no such file"):
        learned(tmp_path, spec="trained")
