"""Tables of strengths: read as they were written, and refused if they are damaged."""

from pathlib import Path

import pytest

from munchkin_env.core.files import FileError
from munchkin_env.learning.strengths import Strength, strengths, write_strengths

ROWS = [Strength(0, 0, "greedy", 4, 0.25, 0.1, 0.4), Strength(1, 64, "veteran", 4, 0.5, 0.25, 0.75)]


def test_they_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert strengths(tmp_path / "strength.csv") == []
    write_strengths(tmp_path / "strength.csv", ROWS)
    assert strengths(tmp_path / "strength.csv") == ROWS


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("round,", "lap,"),
        ("0.25", "x"),
        (",0.75", ""),
        ("64", "6.4"),
        ("64", "9" * 5000),
        ("veteran", '"' + "v" * 200_000),
    ],
)
def test_a_damaged_one_is_refused(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "strength.csv"
    write_strengths(path, ROWS)
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    with pytest.raises(FileError, match=r"strength\.csv: it is not a table of strengths") as refused:
        strengths(path)
    assert len(str(refused.value)) < 400


def test_what_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "strength.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="not UTF-8"):
        strengths(tmp_path / "strength.csv")
