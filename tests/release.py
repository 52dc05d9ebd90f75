"""Build the distributions, check them, and try the wheel where nothing else is installed.

python -m tests.release              # what `make package` and CI run: the pure wheel in plain Python, the other as it is; minutes
python -m tests.release --compiled   # what `make release` runs: also the pure wheel compiled
python -m tests.release --compiled --tag
"""

import argparse
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import venv
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from munchkin_env.core.shipped import level
from munchkin_env.version import __version__
from tests.wheels import add_compiled

ROOT = Path(__file__).resolve().parents[1]
IN_WHEEL = (
    "munchkin_env/py.typed",
    "munchkin_env/cards/deluxe.json",
    "munchkin_env/players/policies/",
    "munchkin_env/players/search/leaf.npz",
    "munchkin_env/cli/rules.json",
    "munchkin_env/serve/static/play.js",
    "munchkin_env/web/static/table.js",
)
IN_SOURCES = (
    "CHANGELOG.md",
    "Makefile",
    "constraints.txt",
    "docs/README.md",
    "tests/conftest.py",
    "experiments/",
    "agents/",
    "benchmarks/",
)

GAME = """
from munchkin_env import Game
from munchkin_env.bots import explain
game = Game(num_players=3, seed=1, win_level=3)
while not game.over:
    game.apply(explain(game, "greedy")[0])
print("a game ended, Levels", *game.levels)
"""
GYMNASIUM = """
import gymnasium
env = gymnasium.make("munchkin_env:Munchkin-v0", num_players=2, opponents="trained", max_rounds=1)
_, info = env.reset(seed=1)
over = False
while not over:
    _, _, terminated, truncated, info = env.step(env.action_space.sample(mask=info["action_mask"]))
    over = terminated or truncated
print("an episode ended in round", info["rounds"])
"""
COMMANDS = (
    ("munchkin", "--help"),
    ("munchkin", "cards", "Net Troll"),
    ("munchkin", "rules", "COMBAT-01"),
    ("munchkin", "tournament", "greedy", "random", "--players", "2", "--games", "2", "--option", "max_rounds=2"),
    ("python", "-c", GAME),
    ("python", "-c", GYMNASIUM),
)
"""What a new user does first."""

FIRST_DECISION = """
from munchkin_env import Game
game = Game(4, seed=1)
game.apply(game.legal()[0])
print("a decision in", game)
"""
FIRST_AEC_STEP = """
from munchkin_env import munchkin_v0
env = munchkin_v0.env(num_players=4)
env.reset(seed=1)
env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
print("a step, then", env.agent_selection)
"""
FIRST_GYMNASIUM_STEP = """
import gymnasium
env = gymnasium.make("munchkin_env:Munchkin-v0")
_, info = env.reset(seed=1)
env.step(env.action_space.sample(mask=info["action_mask"]))
print("a step in", env)
"""
FIRST_STEPS = tuple(("python", "-c", code) for code in (FIRST_DECISION, FIRST_AEC_STEP, FIRST_GYMNASIUM_STEP))
AT_ONCE = 20.0
"""Seconds in which a command begins and ends, also on a busy machine, if nothing is compiled."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--compiled", action="store_true", help="also compile the rules there, and play")
    parser.add_argument("--tag", action="store_true", help="tag the release; otherwise the command is printed")
    given = parser.parse_args(arguments)
    pure, sources = build(ROOT / "dist")
    wheels = [pure, *([add_compiled(pure)] if level() else [])]
    run("python", "-m", "twine", "check", "--strict", *map(str, wheels), str(sources))
    with tarfile.open(sources) as packed:
        faults = source_faults(packed.getnames())
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as inside, tempfile.TemporaryDirectory() as folder:
            print(f"{wheel.name}: {wheel.stat().st_size / 2**20:.1f} MiB", flush=True)
            faults += wheel_faults(inside.namelist())
            place = install(wheel, Path(folder))
            if wheel == pure:
                try_out(place, Path(folder), compiled=given.compiled)
            else:
                faults += slow_starts(place, Path(folder) / "home")
    if given.compiled or given.tag:
        changelog, project = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "pyproject.toml"))
        faults += release_faults(changelog, project, *git("status", "--porcelain"), tags=git("tag"))
    for fault in faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    if not faults and (given.compiled or given.tag):
        finish(tag=given.tag)
    return 1 if faults else 0


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel, made from the source distribution, and that distribution."""
    for old in folder.glob(f"munchkin_env-{__version__}[-.]*"):
        old.unlink()
    run("python", "-m", "build", "--outdir", str(folder), str(ROOT))
    (wheel,), (sources,) = folder.glob(f"munchkin_env-{__version__}-*.whl"), folder.glob(f"munchkin_env-{__version__}.tar.gz")
    return wheel, sources


def wheel_faults(names: Iterable[str]) -> list[str]:
    names = list(names)
    lacking = [f"the wheel lacks {one}" for one in IN_WHEEL if not any(name.startswith(one) for name in names)]
    tops = {name.partition("/")[0] for name in names} - {"munchkin_env", f"munchkin_env-{__version__}.dist-info"}
    return lacking + [f"the wheel would install {top}" for top in sorted(tops)]


def source_faults(names: Iterable[str]) -> list[str]:
    inner = [name.partition("/")[2] for name in names]
    lacking = [f"the source distribution lacks {one}" for one in IN_SOURCES if not any(name.startswith(one) for name in inner)]
    return lacking + [
        f"the source distribution has {name}" for name in inner if "__pycache__" in name or name.startswith(("runs", ".venv"))
    ]


def release_faults(changelog: str, project: str, *changed: str, tags: Sequence[str]) -> list[str]:
    """Why this commit cannot be released."""
    faults = [f"not committed: {line}" for line in changed]
    heading = re.search(r"^## \[(.*?)\](.*)$", changelog, re.MULTILINE)
    if heading is None or not re.fullmatch(r" - \d{4}-\d\d-\d\d", heading[2]) or heading[1] != __version__:
        faults.append(f"CHANGELOG.md must begin with `## [{__version__}] - YYYY-MM-DD`")
    if "\n[project.urls]\n" not in f"\n{project}":
        faults.append("pyproject.toml has no [project.urls]: where is the repository?")
    return faults + [
        f"there is a tag v{__version__}; raise the version in munchkin_env/version.py" for tag in tags if tag == f"v{__version__}"
    ]


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel into an empty environment."""
    began = time.monotonic()
    place = folder / "venv"
    venv.create(place, with_pip=True)
    quiet = ("--quiet", "--disable-pip-version-check")
    run("python", "-m", "pip", "install", *quiet, str(wheel), "-c", str(ROOT / "constraints.txt"), inside=place)
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and not path.is_symlink()) / 2**20
    print(f"installed in {time.monotonic() - began:.0f} s, {size:.0f} MiB with everything it needs", flush=True)
    return place


def try_out(place: Path, folder: Path, *, compiled: bool) -> None:
    """Use what is installed, far from the sources."""
    for plain in (True, False) if compiled else (True,):
        settings = {"NUMBA_DISABLE_JIT": str(int(plain)), "MUNCHKIN_CACHE": str(folder / "cache")}
        for command in COMMANDS:
            began = time.monotonic()
            run(*command, inside=place, **settings)
            print(f"  {'plain' if plain else 'compiled'}, {time.monotonic() - began:.1f} s", flush=True)


def slow_starts(place: Path, home: Path) -> list[str]:
    """Use what is installed in the name of a user who has nothing yet: commands that take long, and what they write."""
    home.mkdir()
    user = {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": "", "XDG_CACHE_HOME": "", "MUNCHKIN_CACHE": ""}
    before, slow = installed_files(place), list[str]()
    for command in FIRST_STEPS + COMMANDS:
        began = time.monotonic()
        run(*command, inside=place, NUMBA_DISABLE_JIT="0", **user)
        took = time.monotonic() - began
        print(f"  at once, {took:.1f} s", flush=True)
        if took > AT_ONCE:
            slow.append(f"a first use took {took:.0f} s with compiled code in the wheel: {' '.join(command)}")
    written = installed_files(place).symmetric_difference(before) | set(home.rglob("*"))
    return slow + [f"a first use wrote {path}" for path in sorted(written)[:5]]


def installed_files(place: Path) -> set[Path]:
    """Except Python's own."""
    return {path for folder in place.rglob("munchkin_env") for path in folder.rglob("*") if path.suffix != ".pyc"}


def run(program: str, *arguments: str, inside: Path | None = None, **settings: str) -> None:
    """Of this environment, or of the one in the folder: there nothing else can be imported."""
    scripts = Path(sys.executable).parent if inside is None else Path(sysconfig.get_path("scripts", "venv", {"base": str(inside)}))
    said = " ".join([program, *("…" if "\n" in one else one for one in arguments)])
    print(f"$ {said}", flush=True)
    environ = {
        name: value for name, value in os.environ.items() if inside is None or name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }
    subprocess.run([str(scripts / program), *arguments], check=True, cwd=inside or ROOT, env=environ | settings, stdin=subprocess.DEVNULL)


def git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def finish(*, tag: bool) -> None:
    command = ["git", "tag", "-a", f"v{__version__}", "-m", f"munchkin_env {__version__}"]
    if tag:
        subprocess.run(command, cwd=ROOT, check=True)
    print(f"{'tagged' if tag else 'to tag it'}: git tag -a v{__version__} -m 'munchkin_env {__version__}'")


if __name__ == "__main__":
    sys.exit(main())
