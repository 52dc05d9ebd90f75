"""What `make release` refuses, and that what is written about versions agrees."""

import re
import tomllib
from pathlib import Path

import pytest

from munchkin_env.version import __version__
from tests.release import IN_SOURCES, IN_WHEEL, release_faults, source_faults, wheel_faults

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
URLS = "[project.urls]\n"
READY = f"# Changelog\n\n## [{__version__}] - 2026-12-01\n"


def test_a_whole_wheel_has_no_faults() -> None:
    assert wheel_faults([f"{one}x" for one in IN_WHEEL] + [f"munchkin_env-{__version__}.dist-info/RECORD"]) == []
    assert source_faults([f"munchkin_env-{__version__}/{one}x" for one in IN_SOURCES]) == []


def test_what_is_missing_or_too_much_is_named() -> None:
    assert wheel_faults([*IN_WHEEL[1:], "tests/x.py"]) == [f"the wheel lacks {IN_WHEEL[0]}", "the wheel would install tests"]
    there = [f"m/{one}" for one in IN_SOURCES[1:]]
    assert source_faults([*there, "m/a/__pycache__/b.pyc"]) == [
        f"the source distribution lacks {IN_SOURCES[0]}",
        "the source distribution has a/__pycache__/b.pyc",
    ]


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_hooks_run_what_lint_runs() -> None:
    hooks = re.findall(r"^ +entry: (?:python -m )?(.*)$", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    lint = (ROOT / "Makefile").read_text(encoding="utf-8").split("\nlint:")[1].split("\n\n")[0]
    tools = {line.split("$(BIN)/")[1].split()[0] for line in lint.splitlines()[1:]}
    assert tools and tools <= {hook.split()[0] for hook in hooks}


def test_a_release_needs_a_clean_tree_a_dated_changelog_and_a_new_version() -> None:
    assert release_faults(READY, URLS, tags=["v0.0.9"]) == []
    assert release_faults(READY, URLS, " M x.py", tags=[]) == ["not committed:  M x.py"]
    assert "there is a tag" in release_faults(READY, URLS, tags=[f"v{__version__}"])[0]
    assert release_faults(READY, "", tags=[]) == ["pyproject.toml has no [project.urls]: where is the repository?"]
    for changelog in ("", "## [Unreleased]\n", f"## [{__version__}]\n", "## [9.9.9] - 2026-12-01\n"):
        assert "must begin with" in release_faults(changelog, URLS, tags=[])[0]


def ranges(requirements: list[str]) -> dict[str, str]:
    """Names, and the ranges behind them."""
    found = [re.match(r"([\w.-]+)(?:\[[\w,]*\])?(.*)", one) for one in requirements]
    return {match[1].lower().replace("_", "-"): match[2] for match in found if match}


def pinned(file: str) -> dict[str, str]:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return {name.lower().replace("_", "-"): version for name, _, version in (line.partition("==") for line in lines if "==" in line)}


def test_extras_have_ranges() -> None:
    """Exact versions are for the constraints files: users combine us with other packages."""
    for extra, requirements in PROJECT["optional-dependencies"].items():
        exact = [
            name for name, allowed in ranges(requirements).items() if "==" in allowed or (name != "munchkin-env" and ">=" not in allowed)
        ]
        assert not exact, extra


def test_the_lowest_versions_are_those_of_the_ranges() -> None:
    extras = [one for name in ("video", "web") for one in PROJECT["optional-dependencies"][name]]
    lows = {name: re.findall(r">=([\d.]+)", allowed)[0] for name, allowed in ranges(PROJECT["dependencies"] + extras).items()}
    lowest = pinned("constraints-lowest.txt")
    assert lowest.keys() == lows.keys()
    assert [name for name in lows if numbers(lowest[name]) != numbers(lows[name])] == []


@pytest.mark.parametrize("file", sorted(path.name for path in ROOT.glob("constraints*.txt")))
def test_exact_versions_are_within_the_ranges(file: str) -> None:
    """Of what the package needs, and of the extras that the file is for."""
    extra = file.removeprefix("constraints").removeprefix("-").removesuffix(".txt")
    extras = [extra] if extra else ["dev", "sb3", "train", "parquet", "ray"]
    allowed = ranges([one for name in extras for one in PROJECT["optional-dependencies"][name]] + PROJECT["dependencies"])
    for name, version in pinned(file).items():
        for bound in re.findall(r"(>=|<)([\d.]+)", allowed.get(name, "")):
            below = numbers(version) < numbers(bound[1])
            assert below == (bound[0] == "<"), f"{name}=={version} is not {bound[0]}{bound[1]}"


def numbers(version: str) -> tuple[int, ...]:
    found = tuple(map(int, re.findall(r"\d+", version.partition("+")[0])))
    return found + (0,) * (4 - len(found))
