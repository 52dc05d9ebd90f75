"""A wheel with compiled code for this platform, made from the pure one.

python -m tests.wheels dist/munchkin_env-0.1.0-py3-none-any.whl   # writes dist/munchkin_env-0.1.0-cp311-cp311-….whl beside it

The versions of Python, Numba and numpy are those of the environment that runs this: the code is used where they are the same.
"""

import base64
import hashlib
import importlib.metadata
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from munchkin_env.core.shipped import level

ENVIRONMENTS = """
import gymnasium
import numpy as np
from munchkin_env import Game, MunchkinVector, munchkin_v0
from munchkin_env.selfplay import SharedTables
from munchkin_env.teaching import Teacher
from munchkin_env.views import show_data

game = Game(3, seed=1)
show_data(game, game.seat)
Game.from_bytes(game.to_bytes()).clone().determinise(0, 1)
for make in (munchkin_v0.env, munchkin_v0.parallel_env):
    env = make(num_players=3)
    env.reset(seed=1)
for observation in ("vector", "compact"):
    for opponents in ("greedy", "trained", {"greedy": 1, "trained": 1}):
        env = gymnasium.make("munchkin_env:Munchkin-v0", opponents=opponents, observation=observation)
        _, info = env.reset(seed=1)
        env.step(env.action_space.sample(mask=info["action_mask"]))
    gymnasium.make_vec("munchkin_env:Munchkin-v0", num_envs=2, observation=observation).reset(seed=1)
for observation in ("vector", "compact", None):
    for seat in (None, "random", (0, 1)):
        games = MunchkinVector(2, 3, seed=1, seat=seat, observation=observation)
        games.reset()
        games.step(np.array([np.flatnonzero(mask)[0] for mask in games.masks]))
        Teacher(games, "greedy").choose()
        Teacher(games, "trained").choose()
    SharedTables(2, 3, seed=1, network_lots=1, observation=observation).reset()
"""
TRAINING = """
from munchkin_env.learning.labels import Labelling, make_part
from munchkin_env.policy import load_policy
make_part(Labelling(part=1), load_policy("trained"), 0)
"""
FIRST_USES = (
    ("-m", "munchkin_env", "compile"),
    ("-c", ENVIRONMENTS),
    ("-c", TRAINING),
    ("-m", "munchkin_env", "tournament", "greedy", "trained", "search:2", "random", "--games", "1", "--option", "max_rounds=1"),
    ("-m", "munchkin_env", "census", "greedy", "random", "--games", "1", "--option", "max_rounds=1"),
)
"""What the wheel has the code for: what people and learners begin with. Anything else is compiled when it is used."""


def add_compiled(pure: Path) -> Path:
    """The wheel for this Python and platform, beside the pure one."""
    wanted = level()
    if wanted is None:
        raise SystemExit(f"there is no kind of processor to compile for on {sys.platform}: see munchkin_env/core/shipped.py")
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "package"
        with zipfile.ZipFile(pure) as inside:
            inside.extractall(package)
        environ = {name: text for name, text in os.environ.items() if not name.startswith(("NUMBA_", "MUNCHKIN_"))} | {
            "NUMBA_CPU_NAME": wanted.name,
            "NUMBA_CPU_FEATURES": "",
            "NUMBA_DISABLE_INTEL_SVML": "1",  # a library that others need not have
            "MUNCHKIN_CACHE": str(Path(folder) / "cache"),
            "PYTHONPATH": str(package),
        }
        for use in (*FIRST_USES, ("-c", "from munchkin_env.core.shipped import ship; ship()")):
            subprocess.run([sys.executable, "-P", *use], cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)
        return pack(package, pure, platform_tags())


def platform_tags() -> list[str]:
    """Those of Numba's wheel: our code calls what is in it, in Python and in the C library, and nothing else."""
    told = importlib.metadata.distribution("numba").read_text("WHEEL") or ""
    if not (tags := re.findall(r"^Tag: (\S+)$", told, re.MULTILINE)):
        raise SystemExit("Numba was not installed from a wheel, which would say where the code can run")
    return tags


def pack(package: Path, pure: Path, tags: Sequence[str]) -> Path:
    """Zip the folder as a wheel with these tags."""
    name, version = pure.name.split("-")[:2]
    parts = [tag.split("-") for tag in tags]
    joined = "-".join(".".join(dict.fromkeys(part)) for part in zip(*parts, strict=True))
    info = f"{name}-{version}.dist-info"
    about = (package / info / "WHEEL").read_text(encoding="utf-8")
    lines = [line for line in about.splitlines() if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    lines += ["Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in tags), ""]
    (package / info / "WHEEL").write_text("\n".join(lines), encoding="utf-8")
    record, wheel, rows = f"{info}/RECORD", pure.with_name(f"{name}-{version}-{joined}.whl"), list[str]()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(one for one in package.rglob("*") if one.is_file() and "__pycache__" not in one.parts):
            place = path.relative_to(package).as_posix()
            if place != record:
                content = path.read_bytes()
                rows.append(f"{place},sha256={_digest(content)},{len(content)}")
                packed.writestr(_entry(place), content)
        packed.writestr(_entry(record), "\n".join([*rows, f"{record},,", ""]))
    return wheel


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def _entry(place: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(place)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
    return entry


if __name__ == "__main__":
    print(add_compiled(Path(sys.argv[1])))
