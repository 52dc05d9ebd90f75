"""No source file is so long that its parts are hard to find."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMIT = 500
LONGER = {
    "munchkin_env/engine/flow/dispatch.py": "one match over all kinds: a table of functions is thousands of times slower compiled",
}
"""Generated files and data, each with the reason."""


def lengths() -> dict[str, int]:
    """Lines of every Python file that belongs to the project."""
    folders = ("munchkin_env", "tests", "experiments", "benchmarks", "agents")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}


def test_no_file_is_longer_than_the_limit() -> None:
    found = lengths()
    assert len(found) > 400
    long = {file: lines for file, lines in found.items() if lines > LIMIT and file not in LONGER}
    assert not long, f"longer than {LIMIT} lines: {long}. Split them along a seam: what changes together stays together"


def test_every_exception_is_needed() -> None:
    found = lengths()
    assert [file for file in LONGER if found.get(file, 0) <= LIMIT] == []
