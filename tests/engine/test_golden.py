"""Recorded games still play the same. For an intended rule change: run `python -m tests.golden`, and read the diff."""

import pytest

from tests.golden import FOLDER, GAMES, again


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_went(name: str) -> None:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert again(name, lines) == lines
