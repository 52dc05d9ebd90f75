"""Evaluations: every seat equally often, all games to their end, both measures."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from experiments import evaluate as module
from experiments.curves import append_row, keep_until, read_rows
from experiments.evaluate import evaluate, interval, result_of, summary
from munchkin_env.players.compiled import NetworkBot
from munchkin_env.players.policy import load_policy

SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 3, "trade_budget": 0}


@pytest.mark.compiled
def test_every_seat_plays_the_same_number_of_games() -> None:
    seen: list[int] = []

    def first_legal(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:  # noqa: ARG001
        return masks.argmax(axis=1)  # type: ignore[no-any-return]

    result = evaluate(first_legal, "random", 10, players=3, tick=seen.append, **SHORT)
    assert result.games == 12 == sum(seen)
    assert 0 <= result.shares_low <= result.shares <= result.shares_high <= 1 and result.shares <= result.wins
    assert result.truncated <= 12 and result.steps_per_game > 1
    assert evaluate(first_legal, "random", 10, players=3, **SHORT).shares == result.shares


def test_shares_divide_a_victory() -> None:
    won, winners = np.array([True, True, False, True]), np.array([1, 2, 1, 4])
    result = summary("greedy", won, winners, 0, 10.0, 5.0, 1.0)
    assert result.wins == 0.75 and result.shares == pytest.approx((1 + 0.5 + 0.25) / 4)
    assert result.shares_low < result.shares < result.shares_high


@pytest.mark.parametrize(("mean", "n", "low", "high"), [(0.0, 10, 0.0, 0.2775), (0.5, 100, 0.4038, 0.5962), (1.0, 10, 0.7225, 1.0)])
def test_intervals_are_those_of_wilson(mean: float, n: int, low: float, high: float) -> None:
    assert interval(mean, n) == pytest.approx((low, high), abs=1e-3)


def test_a_result_comes_back_from_a_table_of_numbers(tmp_path: Any) -> None:
    result = summary("greedy", np.array([True, False]), np.array([1, 2]), 1, 10.0, 5.0, 1.0)
    append_row(tmp_path / "rows.csv", {"steps": 3, **result.as_row()})
    assert result_of(read_rows(tmp_path / "rows.csv")[0]) == result


def test_a_policy_is_not_evaluated_with_cards_that_it_would_take_for_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["trained-pure", "--set", "star"]) == 1
    assert "it would take one card for another" in " ".join(capsys.readouterr().err.split())
    assert module.main(["trained", "--set", "moon"]) == 1
    assert "neither a built-in set" in " ".join(capsys.readouterr().err.split())


def test_no_file_is_opened_for_a_policy_that_names_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(module, "load_policy", lambda *_: SimpleNamespace(about={"sets": ["/dev/zero"], "players": 4}))
    monkeypatch.setattr(module, "check_sets", lambda *_: pytest.fail("it looked"))
    assert module.main(["trained"]) == 1
    assert "files named in a file are opened only if" in " ".join(capsys.readouterr().err.split())


def test_bad_words_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    for said in (("--games", "0"), ("--seed", "-1"), ("--csv", "nowhere/at/all.csv"), ("--players", "9")):
        assert module.main(["trained", *said]) == 1
        assert f"{said[0].strip('-')}" in (told := capsys.readouterr().err) and said[1] in told
    assert module.main(["nowhere.npz"]) == 1
    assert "no such file" in " ".join(capsys.readouterr().err.split())
    assert module.main(["trained.txt"]) == 1


def test_rows_are_kept_until_a_step(tmp_path: Any) -> None:
    path = tmp_path / "rows.csv"
    for steps in (0, 10, 20):
        append_row(path, {"steps": steps, "x": steps / 2})
    keep_until(path, "steps", 10)
    assert [row["steps"] for row in read_rows(path)] == ["0", "10"]
    keep_until(path, "steps", 99)
    assert len(read_rows(path)) == 2


@pytest.mark.compiled
def test_a_policy_in_compiled_code_plays_as_from_observations() -> None:
    policy = load_policy("trained-pure")
    there = evaluate(NetworkBot.of(policy), "greedy", 4, **SHORT)
    here = evaluate(policy.act_many, "greedy", 4, **SHORT)
    assert replace(there, seconds=0.0) == replace(here, seconds=0.0) and there.games == 4


@pytest.mark.slow
@pytest.mark.compiled
def test_a_policy_that_asks_a_bot_is_evaluated(capsys: pytest.CaptureFixture[str]) -> None:
    assert module.main(["trained", "--opponents", "random", "--games", "4"]) == 0
    assert "| `random` |" in capsys.readouterr().out
