"""Parts in files: a folder holds one kind, and what is damaged, forged or made otherwise is refused with the reason."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.game import saved
from munchkin_env.lab.trials.bench_of_bots import Trials
from munchkin_env.lab.trials.cards import draw_part, read_draws
from munchkin_env.lab.trials.decisions import choice_part, every_kind, read_choices
from munchkin_env.learning import labels as labels_module
from munchkin_env.learning import parts
from munchkin_env.learning.labels import Labelling, Labels, make_parts, told_of
from munchkin_env.learning.parts import ArrayForm, DamagedPartError, MadeOtherwiseError, forms_of_record, kept_parts, read_part, write_told
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.policy import load_policy
from munchkin_env.vocabulary.words import NONE
from tests.learning.planting import OTHER, planted_part

FORMS = {"a": ArrayForm(np.int16, (), (0, 9)), "b": ArrayForm(np.float32, (2,)), "c": ArrayForm(np.int64, (1,), rows=None)}
GOOD: dict[str, Any] = {"a": np.arange(3, dtype=np.int16), "b": np.zeros((3, 2), np.float32), "c": np.array([5])}


def kept(folder: Path, arrays: dict[str, Any]) -> Path:
    np.savez(folder / "part.npz", **arrays)
    return folder / "part.npz"


def test_a_part_is_read_as_it_was_made(tmp_path: Path) -> None:
    assert list(kept_parts(tmp_path, "some", {"seed": 1}, lambda k: GOOD | {"c": np.array([k])}, range(2))) == [0, 1]
    found = read_part(tmp_path / "some-00001.npz", FORMS)
    assert found["c"].tolist() == [1] and all(np.array_equal(found[name], GOOD[name]) for name in "ab")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["some-00000.npz", "some-00001.npz", "some.json"]


def test_a_part_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    def fails(_: int) -> Any:
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        list(kept_parts(tmp_path, "some", {}, fails, range(1)))
    assert [path.name for path in tmp_path.iterdir()] == ["some.json"]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"a": np.arange(3, dtype=np.int32)}, "a: numbers of type int32; must be int16"),
        ({"a": np.arange(3, dtype=">i2")}, "a: numbers of type >i2; must be int16"),
        ({"a": np.array([0, 1, 10], np.int16)}, "a: from 0 to 10; must be from 0 to 9"),
        ({"a": np.array([-1, 1, 1], np.int16)}, "a: from -1 to 1; must be from 0 to 9"),
        ({"a": np.int16(1)}, r"a: shape \(\); must be \(\) in each row"),
        ({"a": np.zeros(4, np.int16)}, "b: 3 rows; others have 4"),
        ({"b": np.zeros((3, 3), np.float32)}, r"b: shape \(3, 3\); must be \(2,\) in each row"),
        ({"b": np.array([[0, np.nan]] * 3, np.float32)}, "b: not all are numbers"),
        ({"b": np.array([[0, np.inf]] * 3, np.float32)}, "b: not all are numbers"),
        ({"c": np.array([1, 2])}, r"c: shape \(2,\); must be \(1,\)"),
        ({"d": np.zeros(1)}, "'d': missing, or not part of it"),
        ({"c": None}, "'c': missing, or not part of it"),
        ({"a": np.array(["x"] * 3)}, "a: numbers of type <U1"),
    ],
)
def test_arrays_that_are_not_as_they_must_be(tmp_path: Path, changed: dict[str, Any], says: str) -> None:
    path = kept(tmp_path, {name: array for name, array in (GOOD | changed).items() if array is not None})
    with pytest.raises(DamagedPartError, match=f"part.npz is damaged \\({says}") as refused:
        read_part(path, FORMS)
    assert "the same command makes it again" in str(refused.value)


def test_files_that_are_no_parts(tmp_path: Path) -> None:
    path = kept(tmp_path, GOOD)
    whole = path.read_bytes()
    for content in (b"", b"nonsense", whole[: len(whole) // 2], whole + b"x", bytes(1000)):
        path.write_bytes(content)
        with pytest.raises(DamagedPartError, match=r"part\.npz is damaged"):
            read_part(path, FORMS)
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(DamagedPartError, match="the limit for this kind of file"):
        read_part(path, FORMS)
    path.unlink()
    with pytest.raises(DamagedPartError, match=r"part\.npz: there is no such file"):
        read_part(path, FORMS)


def test_a_part_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "_PART_UNPACKED", 1 << 20)
    np.savez_compressed(tmp_path / "part.npz", a=np.zeros(1 << 20, np.int16))
    with pytest.raises(DamagedPartError, match="bytes unpacked; the limit is"):
        read_part(tmp_path / "part.npz", FORMS)


def test_the_forms_of_records() -> None:
    layout = np.dtype([("n", np.int8), ("grid", np.float32, (2, 3))])
    assert forms_of_record(layout, {"n": (0, 5)}, "old_") == {
        "old_n": ArrayForm(np.dtype(np.int8), (), (0, 5), "old_rows"),
        "old_grid": ArrayForm(np.dtype(np.float32), (2, 3), None, "old_rows"),
    }


# ----------------------------------------------------------------------------------------------------------- labels


def _several(*changes: tuple[str, Any, Any]) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        for name, at, value in changes:
            arrays[name][at] = value

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_several(("where", 0, SIZE)), f"where: from 5 to {SIZE}; must be from 0 to {SIZE - 1}"),
        (_several(("lengths", 0, 2)), "where: 40 numbers; the lengths promise 41"),
        (_several(("lengths", 0, -1)), "lengths: from -1"),
        (_several(("lengths", 0, 20_000)), "lengths: from 1 to 20000; must be from 0 to 640"),
        (_several(("action", (0, 1), 30_000)), "action: from -1 to 30000"),
        (_several(("action", (0, 0), NONE)), "no action of the bot, or an illegal one"),
        (_several(("action", (0, 1), OTHER + 1)), "no action of the bot, or an illegal one"),
        (_several(("legal", 3, 0)), "no action of the bot, or an illegal one"),
        (_several(("worth", (0, 0), 1.5)), "worth: from"),
        (_several(("worth", (0, 0), np.nan)), "worth: not all are numbers"),
        (_several(("weight", 7, 0)), "weight: from 0.0 to 1.0; must be from 1 to 10"),
        (_several(("outcome", 7, 2)), "outcome: from"),
        (_several(("game", 7, 1 << 20)), "game: from"),
        (_several(("kind", 7, -3)), "kind: from -3"),
        (lambda arrays: arrays.update(planted_part(0, 0.0)), "it has no labels"),
    ],
)
def test_labels_that_cannot_be(tmp_path: Path, change: Callable[[dict[str, Any]], None], says: str) -> None:
    arrays = planted_part(40, 0.02)
    assert len(Labels([kept(tmp_path, arrays)])) == 40
    change(arrays)
    with pytest.raises(DamagedPartError, match=says):
        Labels([kept(tmp_path, arrays)])


HOW = Labelling(part=8)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (lambda told: told.update(cards="0"), "other: cards "),
        (lambda told: told["made by"].update(rules=0), r"other: made by \(rules\) "),
        (lambda told: told["made by"].update(observation="0", actions="1"), r"other: made by \(actions, observation\) "),
        (lambda told: told["bots"].update(veteran="0"), r"other: bots \(veteran\) "),
        (lambda told: told.update(estimate="0"), "other: estimate "),
        (lambda told: told.update(student="0", turns=2), "other: student, turns "),
        (lambda told: [told.pop(name) for name in ("cards", "made by")], "other: cards, made by "),  # as before they were remembered
    ],
)
def test_labels_of_other_cards_or_another_version_are_not_continued(tmp_path: Path, changed: Callable[[Any], object], says: str) -> None:
    policy = load_policy("trained")
    assert not list(make_parts(tmp_path, HOW, policy, ()))
    told = json.loads((tmp_path / "labels.json").read_text(encoding="utf-8"))
    changed(told)
    (tmp_path / "labels.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(MadeOtherwiseError, match=says):
        list(make_parts(tmp_path, HOW, policy, (0,)))
    assert [path.name for path in tmp_path.iterdir()] == ["labels.json"]


def test_what_labels_are_made_with_is_what_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = load_policy("trained")
    before = told_of(HOW, policy)
    monkeypatch.setattr(saved, "stamp", lambda: {"rules": 99})
    assert before | {"made by": {"rules": 99}} == told_of(HOW, policy)
    monkeypatch.setattr(labels_module, "leaf_weights", lambda _: np.zeros(3, np.float32))
    assert (
        told_of(HOW, policy)["estimate"] != before["estimate"] and told_of(replace(HOW, sets=("star",)), policy)["cards"] != before["cards"]
    )


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"turns": ' + b"[" * 99 + b"]" * 99 + b"}"])
def test_what_a_folder_remembers_may_be_damaged(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "some.json").write_bytes(content)
    with pytest.raises(MadeOtherwiseError, match="use another folder"):
        write_told(tmp_path / "some.json", {"turns": 1}, "parts")
    assert (tmp_path / "some.json").read_bytes() == content


# -------------------------------------------------------------------------------------------------------------- lab

TRIALS = Trials(players=("weighted",) * 2, options={"max_rounds": 1}, games=2)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("card", 168, "card: from"),
        ("seat", 2, "seat: from"),
        ("share", np.nan, "share: not all"),
        ("drawn", -1, "must be at least 0"),
    ],
)
def test_draws_that_cannot_be(tmp_path: Path, name: str, value: float, says: str) -> None:
    arrays = {one: array.copy() for one, array in draw_part(TRIALS, 0).items()}
    assert read_draws(kept(tmp_path, arrays), TRIALS).keys() == arrays.keys() and len(arrays["game"])
    arrays[name][0] = value
    with pytest.raises(DamagedPartError, match=says):
        read_draws(kept(tmp_path, arrays), TRIALS)


@cache
def _choices() -> dict[str, Any]:
    return choice_part(TRIALS, every_kind(0.2), 0)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("seat", 2, "seat: from"),
        ("about", -2, "about: from"),
        ("kind", 120, "kind: from"),
        ("game", 9, "turn .* of game 9: there are decisions, but not the turn"),
    ],
)
def test_choices_that_cannot_be(tmp_path: Path, name: str, value: int, says: str) -> None:
    arrays = {one: array.copy() for one, array in _choices().items()}
    assert read_choices(kept(tmp_path, arrays), TRIALS).keys() == arrays.keys() and len(arrays["game"])
    arrays[name][0] = value
    with pytest.raises(DamagedPartError, match=says):
        read_choices(kept(tmp_path, arrays), TRIALS)
