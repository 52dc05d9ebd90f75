"""What the documentation says about names and defaults."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import munchkin_env
from munchkin_env.envs.gym import MunchkinEnv
from munchkin_env.envs.gym_vector import MunchkinVectorEnv
from munchkin_env.envs.learners import DEFAULTS
from munchkin_env.envs.sb3 import MunchkinVecEnv

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("made", [MunchkinEnv, MunchkinVectorEnv, MunchkinVecEnv])
def test_the_opponent_that_is_named_as_the_default_is_the_default(made: Any) -> None:
    default = DEFAULTS["opponents"]
    assert f'such as `"{default}"`, which is the default' in (DOCS / "environments.md").read_text(encoding="utf-8")
    assert f'"{default}"' in (made.__init__.__doc__ or "")


def test_public_names_are_shown_before_they_are_used() -> None:
    """By what completes names at a prompt; and nothing else is shown."""
    asked = "import munchkin_env; print(*dir(munchkin_env)); print(munchkin_env.arena.tournament.__name__)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    shown, first_use = set(done[:-1]), done[-1]
    modules = {"tasks"} | {path.stem for path in Path(munchkin_env.__file__).parent.glob("*.py")} - {
        "__init__",
        "__main__",
        "registration",
        "version",
    }
    assert {name for name in shown if not name.startswith("__")} == {*munchkin_env.__all__, *modules} - {"__version__"}
    assert "__version__" in shown and first_use == "tournament"
    assert all(getattr(munchkin_env, name) is not None for name in munchkin_env.__all__)
