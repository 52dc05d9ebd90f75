"""A few of the files of `python -m tests.hostile_files`; `make fuzz` reads 20,000."""

import pytest

from tests import hostile_files
from tests.hostile_files import FORMATS, Format, Report, run


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "training"])  # covered by tests/experiments/test_checkpoint.py
def test_readers_end_in_what_they_read_or_in_their_error(name: str) -> None:
    report = run([name], 60, seed=7)
    assert not report.failed, report.text()
    assert report.refused[name] > 10, report.text()


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (KeyError("x"), "KeyError"),
        (ValueError("y" * 5000), "a message of 5,000 letters"),
        (MemoryError(), "MemoryError"),
        (None, "hangs: bad 0"),
    ],
)
def test_it_would_notice(monkeypatch: pytest.MonkeyPatch, problem: Exception | None, says: str) -> None:
    reads: list[int] = []

    def read(*_: object) -> None:
        reads.append(1)
        if len(reads) == 1:  # the good one
            return
        while problem is None:
            pass
        raise problem

    monkeypatch.setattr(hostile_files, "SECONDS", 0.2)
    monkeypatch.setitem(FORMATS, "bad", lambda: Format("bad", ".x", (b"x",), lambda data, _: data, read, (ValueError,)))
    report: Report = run(["bad"], 1, seed=1)
    assert report.failed and says in report.text()
