"""Tuning: the center improves, stays within the allowed ranges, and the written style can play."""

from pathlib import Path

import numpy as np
import pytest

from experiments import tune as module
from experiments.tune import Middle, style_of, sure_slope, tune
from munchkin_env.players.bots import BOTS, FIELDS, Style, load_style, style

NAMES, GREEDY = list(FIELDS), BOTS["greedy"]


class Planted:
    """A game decided by the worth of a Level and nothing else, with noise. Best is 150."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(5)
        self.deals: list[int] = []

    def share(self, one: Style, deals: int) -> float:
        self.deals.append(deals)
        return 0.3 - 0.00002 * (one["level"] - 150) ** 2 + float(self.rng.normal(0, 0.01))


def test_the_middle_climbs_where_the_slope_is_sure() -> None:
    kept: list[tuple[int, float, Style]] = []
    table = Planted()
    table.seed = 3  # type: ignore[attr-defined]
    tune(table, Middle.of(GREEDY, 1.0), 8, 150, lambda: None, lambda *told: kept.append(told))  # type: ignore[arg-type]
    assert [number for number, _, _ in kept] == list(range(1, 9))
    assert kept[-1][1] > kept[0][1], "the styles of the last round are better than those of the first"
    assert 135 <= kept[-1][2]["level"] <= 165
    assert table.deals == [k for k in range(8) for _ in range(150)], "the styles of a round play the same deals"


def test_numbers_stay_within_what_is_allowed() -> None:
    rng = np.random.default_rng(1)
    middle = Middle.of(style(GREEDY, "edge", trades=1, trouble_margin=-20, threat_at_end=200), 3.0)
    for _ in range(6):
        drawn = middle.draw(60, rng)
        for numbers in drawn:
            style_of(numbers.tolist(), "drawn")  # raises StyleError for a number that is not allowed
        middle.move(drawn, rng.normal(0.25, 0.01, 60))
        middle.style("middle")


@pytest.mark.slow
def test_a_number_that_was_never_another_does_not_move() -> None:
    at = NAMES.index("trades")
    for seed in range(20):
        middle, rng = Middle.of(GREEDY, 1.0), np.random.default_rng(seed)
        drawn = middle.draw(200, rng)
        drawn[:, at] = 1
        before = middle.numbers.copy()
        middle.move(drawn, rng.normal(0.25, 0.01, 200))
        assert middle.numbers[at] == before[at] and not np.array_equal(middle.numbers, before)


def test_numbers_that_always_went_together_do_not_move() -> None:
    """Which of the two won cannot be determined."""
    rng = np.random.default_rng(4)
    at = rng.normal(size=(60, 5))
    at[:, 3] = 2 * at[:, 1]
    at -= at.mean(axis=0)
    sure = sure_slope(at, at[:, 0] - at[:, 1] + rng.normal(0, 0.01, 60))
    assert sure[0] > 2 and sure[1] == sure[3] == 0 and sure[2] != 0 and sure[4] != 0


def test_too_few_styles_tell_nothing() -> None:
    rng = np.random.default_rng(4)
    for styles in (2, 5, 20):
        middle = Middle.of(GREEDY, 1.0)
        before = middle.numbers.copy()
        middle.move(middle.draw(styles, rng), rng.normal(0.25, 0.01, styles))
        assert np.array_equal(middle.numbers, before)
    middle.move(np.array([middle.numbers] * 200, np.int64), rng.normal(0.25, 0.01, 200))
    assert np.array_equal(middle.numbers, before), "all of them the same style"
    assert not sure_slope(rng.normal(size=(60, 5)), np.zeros(60)).any(), "all of them won the same"


def test_slopes_and_errors_are_those_of_least_squares() -> None:
    rng = np.random.default_rng(6)
    at = rng.normal(size=(80, 3))
    at -= at.mean(axis=0)
    won = at @ [0.02, -0.01, 0.0] + rng.normal(0, 0.01, 80)
    won -= won.mean()
    inverse = np.linalg.inv(at.T @ at)
    slopes = inverse @ at.T @ won
    errors = np.sqrt(((won - at @ slopes) ** 2).sum() / 76 * inverse.diagonal())
    assert sure_slope(at, won) == pytest.approx(slopes / errors, rel=1e-5)


@pytest.mark.compiled
def test_a_run_leaves_a_style_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made" / "tuned.toml"
    small = ["--rounds", "1", "--styles", "2", "--games", "1", "--final-games", "1", "--players", "2", "--against", "weighted"]
    assert module.main(["--out", str(path), "--seed", "4", *small]) == 0
    found = load_style(path)
    assert found.changes() and "weighted" in found.about
    told = capsys.readouterr()
    assert "win share in 1 games against weighted" in told.out
    assert "2 styles per round cannot determine" in told.err, "nothing can come of so few"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--base", "random"], "chooses at random"),
        (["--base", "nobody"], "nobody"),
        (["--against", "greedy", "greedy"], "--against greedy greedy: must be one bot, or 3"),
        (["--against", "nobody"], "nobody"),
        (["--rounds", "0"], "--rounds 0"),
        (["--spread", "-1"], "--spread -1.0: must be a number above 0"),
        (["--set", "nowhere"], "nowhere"),
        (["--players", "7"], "7"),
    ],
)
def test_bad_words_are_told(words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tuned.toml"
    assert module.main(["--out", str(path), *words]) == 1
    assert told in " ".join(capsys.readouterr().err.split())
    assert not path.exists(), "nothing is written before all words are understood"
