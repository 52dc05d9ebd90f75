"""benchmarks/compare.py: reports what is not installed, and runs what is. Speed is not tested."""

import json
from importlib.util import find_spec

import pytest

from benchmarks import compare
from munchkin_env.lab import bench


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert compare.main([*arguments, "--seconds", "0.01", "--rounds", "2"]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.compiled
def test_our_own_loops_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "IN_BATCH", 4)
    monkeypatch.setattr(bench, "GAMES", 4)
    found = json.loads(run(capsys, "--only", "munchkin_env", "--json"))
    names = {row["name"] for row in found["results"]}
    assert names | {row["name"] for row in found["missing"]} == {a.name for a in compare.ADAPTERS if a.name.startswith("munchkin_env")}
    assert compare.GAME in names
    for row in found["results"]:
        assert row["decisions_per_s"] == max(row["rounds"]) > 0
        assert len(row["rounds"]) == 2


def test_peers_that_are_not_installed_are_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "find_spec", lambda module: find_spec(module) if module.startswith("munchkin_env") else None)
    out = run(capsys, "--only", "Game", "--only", "OpenSpiel leduc", "--only", "catanatron")
    assert "not measured: OpenSpiel leduc_poker (no module pyspiel; pip install 'open_spiel')" in out
    assert "not measured: catanatron" in out
    assert out.count(f"| {compare.GAME} ") == 1


def test_an_unknown_name_is_an_error_that_lists_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.main(["--only", "Mornington Crescent"]) == 2
    assert compare.GAME in capsys.readouterr().err


def test_the_ratio_is_taken_of_our_loop_of_the_same_kind() -> None:
    ours, theirs = next(a for a in compare.ADAPTERS if a.name == compare.GAME), compare.ADAPTERS[-1]
    rows = compare.compared([ours, theirs], {ours.name: [300.0, 200.0], theirs.name: [100.0, 50.0]})
    assert rows[1]["against"] == ours.name
    assert rows[1]["times_as_fast"] == 3.0
    assert rows[1]["times_as_fast_rounds"] == [3.0, 4.0]
    assert "3 (3 to 4)" in compare.table(rows)


def test_every_ratio_has_a_base() -> None:
    names = [a.name for a in compare.ADAPTERS]
    assert len(set(names)) == len(names)
    assert {a.against for a in compare.ADAPTERS} <= set(names)
