"""Labels: what they say about a decision is what happens after it, and a part follows from its seed alone."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.learning.labelling import CANDIDATES
from munchkin_env.learning.labels import Labelling, Labels, make_part, make_parts, part_path
from munchkin_env.learning.learner import Lesson
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.policy import Policy, load_policy, new_prior
from munchkin_env.vocabulary.words import NONE
from tests.players.network.test_playing import made

HOW = Labelling(turns=1, rate=1.0, part=24, seed=3)
SIZE_OF_PART = HOW.part


@cache
def student() -> Policy:
    base = load_policy("trained")
    return Policy(base.arrays, base.about | {"prior": new_prior("veteran", 3.0)})


@cache
def part(k: int = 0) -> dict[str, Any]:
    return make_part(HOW, student(), k)


def same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)


@pytest.mark.slow
def test_a_part_follows_from_seed_and_number() -> None:
    assert same(part(), make_part(HOW, student(), 0))
    assert not same(part(), part(1)) and not same(part(), make_part(replace(HOW, seed=4), student(), 0))


@pytest.mark.slow
def test_policies_may_be_opponents(tmp_path: Path) -> None:
    """One that always takes what greedy would makes the same labels as greedy."""
    as_greedy = made("flat", prior=new_prior("greedy", 1000.0))
    as_greedy.save(tmp_path / "greedy.npz")
    against = {
        name: make_part(replace(HOW, opponents={str(name): 1}), student(), 0) for name in ("greedy", tmp_path / "greedy.npz", "veteran")
    }
    assert same(against["greedy"], against[tmp_path / "greedy.npz"]) and not same(against["greedy"], against["veteran"])


def test_every_candidate_is_legal_and_named_once() -> None:
    for row, legal in zip(part()["action"], np.unpackbits(part()["legal"], axis=1, count=N_ACTIONS), strict=True):
        candidates = row[row != NONE]
        assert 2 <= len(candidates) <= CANDIDATES and len(set(candidates)) == len(candidates) and legal[candidates].all()


def test_worth_is_a_share_and_differs_unless_the_label_stands_for_ten() -> None:
    for action, worth, weight in zip(part()["action"], part()["worth"], part()["weight"], strict=True):
        shares = worth[action != NONE]
        assert ((shares >= 0) & (shares <= 1)).all()
        assert weight == pytest.approx(10.0 if len(set(shares.tolist())) == 1 else 1.0)


@pytest.mark.slow
def test_the_labels_of_a_game_have_one_outcome() -> None:
    found = make_part(replace(HOW, rate=0.02, part=8), student(), 0)  # few labels in each game
    games = np.unique(found["game"])
    assert len(games) >= 3
    for game in games:
        outcomes = set(found["outcome"][found["game"] == game].tolist())
        assert len(outcomes) == 1 and outcomes <= {np.float32(share) for share in (0, 1, 1 / 2, 1 / 3, 1 / 4)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("labels")
    for k in range(2):
        np.savez(part_path(path, k), allow_pickle=False, **part(k))
    return path


@pytest.mark.slow
def test_files_hold_what_was_made(folder: Path) -> None:
    labels = Labels([part_path(folder, k) for k in range(2)])
    assert len(labels) == 2 * SIZE_OF_PART
    assert labels.games.tolist() == [(k << 20) + int(game) for k in range(2) for game in part(k)["game"]]
    rows = np.arange(SIZE_OF_PART, 2 * SIZE_OF_PART)[::-1]
    seen = labels.observations(rows)
    assert seen.shape == (SIZE_OF_PART, SIZE)
    assert np.array_equal(np.count_nonzero(seen, axis=1), part(1)["lengths"][::-1])
    assert np.array_equal(seen[seen != 0][: part(1)["lengths"][-1]], part(1)["what"][-part(1)["lengths"][-1] :].astype(np.float32))
    assert np.array_equal(labels.legal(rows), np.unpackbits(part(1)["legal"], axis=1, count=N_ACTIONS)[::-1].astype(bool))


@pytest.mark.slow
def test_parts_that_exist_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def make(_how: Labelling, _policy: Policy, k: int, adviser: Policy | None) -> dict[str, Any]:
        assert adviser is None
        made.append(k)
        return part()

    monkeypatch.setattr("munchkin_env.learning.labels.make_part", make)
    assert list(make_parts(tmp_path, HOW, student(), range(3))) == [0, 1, 2]
    part_path(tmp_path, 1).unlink()
    assert list(make_parts(tmp_path, HOW, student(), range(4), workers=2)) == [0, 2, 1, 3]
    assert sorted(made) == [0, 1, 1, 2, 3]


def test_a_folder_holds_one_kind_of_labels(tmp_path: Path) -> None:
    assert not list(make_parts(tmp_path, HOW, student(), ()))
    with pytest.raises(ValueError, match="made in another way"):
        list(make_parts(tmp_path, replace(HOW, turns=2), student(), ()))
    assert json.loads((tmp_path / "labels.json").read_text())["turns"] == 1


@pytest.mark.slow
def test_where_the_adviser_is_sure_a_decision_is_seldom_labelled() -> None:
    sure = Policy(student().arrays, student().about | {"prior": new_prior("veteran", 60.0)})
    few = replace(HOW, part=4, rate=0.2)
    asked, seldom = (make_part(few, student(), 0, adviser) for adviser in (None, sure))
    assert same(asked, make_part(few, student(), 0, student()))
    assert seldom["game"].max() > asked["game"].max() and not same(asked, seldom)


def test_a_student_that_corrects_nothing_yet_nearly_always_plays_as_its_bot() -> None:
    """Otherwise it loses every game, and labels of lost positions say nothing."""
    odds = np.exp(Lesson().prior / Labelling().temperature)
    assert odds / (odds + 9) > 0.95, "of ten legal actions"
