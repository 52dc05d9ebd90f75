"""Build the distributions, check them, and try the wheel where nothing else is installed.

python -m tests.release              # what `make package` and CI run: in plain Python, about a minute
python -m tests.release --compiled   # what `make release` runs: also compiled
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

from munchkin_env.version import __version__

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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--compiled", action="store_true", help="also compile the rules there, and play")
    parser.add_argument("--tag", action="store_true", help="tag the release; otherwise the command is printed")
    given = parser.parse_args(arguments)
    wheel, sources = build(ROOT / "dist")
    run("python", "-m", "twine", "check", "--strict", str(wheel), str(sources))
    with zipfile.ZipFile(wheel) as inside, tarfile.open(sources) as packed:
        faults = [*wheel_faults(inside.namelist()), *source_faults(packed.getnames())]
    with tempfile.TemporaryDirectory() as folder:
        try_out(wheel, Path(folder), compiled=given.compiled)
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


def try_out(wheel: Path, folder: Path, *, compiled: bool) -> None:
    """Install the wheel into an empty environment and use it there, far from the sources."""
    began = time.monotonic()
    place = folder / "venv"
    venv.create(place, with_pip=True)
    run(
        "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        str(wheel),
        "-c",
        str(ROOT / "constraints.txt"),
        inside=place,
    )
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and not path.is_symlink()) / 2**20
    print(f"installed in {time.monotonic() - began:.0f} s, {size:.0f} MiB with everything it needs", flush=True)
    for plain in (True, False) if compiled else (True,):
        settings = {"NUMBA_DISABLE_JIT": str(int(plain)), "MUNCHKIN_CACHE": str(folder / "cache")}
        for command in COMMANDS:
            began = time.monotonic()
            run(*command, inside=place, **settings)
            print(f"  {'plain' if plain else 'compiled'}, {time.monotonic() - began:.1f} s", flush=True)


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
