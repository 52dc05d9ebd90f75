"""Follow the README as a new user would, by copy and paste, and print how long each step takes, as a table.

python -m tests.walk dist/munchkin_env-0.1.0-py3-none-any.whl   # from a wheel, in an empty environment
python -m tests.walk .                                          # from a fresh clone of this repository, also `make demo` and `make test`

Nothing but Python is there at first: no package, no compiled code, another home. It takes half an hour; the first step that fails ends it.
"""

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.docs.pages import FENCED, ROOT

EXTRAS = "[web,train]"
QUIET = ("--quiet", "--disable-pip-version-check")
LONGEST = 3600
"""Seconds of a step."""


class Step(NamedTuple):
    """Something that a reader copies."""

    shown: str
    """Its name in the table."""
    code: str
    language: str
    """python, or shell for one line."""


class Place(NamedTuple):
    """Where the reader works."""

    folder: Path
    scripts: Path
    home: Path

    @property
    def environ(self) -> dict[str, str]:
        """As on a machine where nothing is installed."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "MUNCHKIN", "VIRTUAL"))}
        return inherited | {"HOME": str(self.home), "PATH": f"{self.scripts}{os.pathsep}{os.environ['PATH']}"}

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(words, cwd=self.folder, env=self.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def steps(text: str) -> Iterator[Step]:
    """The blocks of Python and the lines of commands, in order."""
    for block in re.finditer(rf"{FENCED.pattern}|(?<=\n\n)((?: {{4}}[^\n]*\n)+)", text, re.MULTILINE | re.DOTALL):
        if block[2] == "python":
            first = next(line for line in block[3].splitlines() if line)
            yield Step(f"Python: `{first}` …", block[3], "python")
        elif block[4]:
            for line in block[4].splitlines():
                command = re.sub(r"\s#.*", "", line).strip()
                yield Step(f"`{command}`", command, "shell")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a wheel, or the folder of the repository")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        print("| step | seconds |\n| --- | --- |", flush=True)
        with timed("an empty environment, and in it the package with its extras `web` and `train`"):
            place = install(given.source.resolve(), Path(name))
        for step in walked(steps((ROOT / "README.md").read_text(encoding="utf-8")), checkout=given.source.is_dir()):
            with timed(step.shown):
                follow(step, place)
    return 0


@contextmanager
def timed(shown: str) -> Iterator[None]:
    """A row of the table."""
    began = time.monotonic()
    yield
    print(f"| {shown} | {time.monotonic() - began:.1f} |", flush=True)


def install(source: Path, folder: Path) -> Place:
    """An empty environment with the wheel, or with a fresh clone."""
    home = folder / "home"
    home.mkdir()
    if source.is_dir():
        subprocess.run(["git", "clone", "--quiet", str(source), str(folder / "clone")], check=True)
    venv.create(folder / "venv", with_pip=True)
    work = folder / "clone" if source.is_dir() else folder
    place = Place(work, folder / "venv" / "bin", home)
    package = f".{EXTRAS}" if source.is_dir() else f"{source}{EXTRAS}"
    done(place.start(str(place.scripts / "python"), "-m", "pip", "install", *QUIET, package, "-c", str(ROOT / "constraints.txt")))
    return place


def walked(found: Iterable[Step], *, checkout: bool) -> Iterator[Step]:
    """Without the installation; `make` needs a checkout, where one demo is enough."""
    for step in found:
        if step.code == "munchkin demo" and checkout:
            yield Step("`make demo`", "make demo", "shell")
        elif not step.code.startswith(("pip install", "make demo")) and (checkout or not step.code.startswith("make")):
            yield step


def follow(step: Step, place: Place) -> None:
    if step.code.startswith("class Agent"):
        (place.folder / "my_agent.py").write_text(step.code, encoding="utf-8")
        done(place.start("python", "my_agent.py"))
    elif step.language == "python":
        done(place.start("python", "-c", step.code))
    elif step.code.startswith("munchkin serve"):
        open_table(place.start(*shlex.split(step.code), "--no-open"))
    else:
        done(place.start(*shlex.split(step.code)), typed="q\n")


def done(process: subprocess.Popen[str], typed: str = "") -> None:
    """To its end. Raises an error if it failed."""
    said, _ = process.communicate(typed, timeout=LONGEST)
    if process.returncode:
        raise RuntimeError(f"{process.args!r} ended with {process.returncode}: {said[-2000:]}")


def open_table(process: subprocess.Popen[str]) -> None:
    """To its first page."""
    assert process.stdout is not None
    try:
        line = next(line for line in process.stdout if "http" in line)
        with urllib.request.urlopen(line.split()[-1], timeout=60) as page:
            assert b"<html" in page.read()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


if __name__ == "__main__":
    sys.exit(main())
