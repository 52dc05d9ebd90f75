"""The examples of the documentation run."""

import re
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


def test_every_link_leads_somewhere_and_the_readme_leads_everywhere() -> None:
    """Pages of docs/ are linked from README.md, a folder from its own README, which links its pages."""
    pages = [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md", *DOCS.rglob("*.md")]
    links = {page: set(re.findall(r"\]\(([^)#:\s]+\.\w+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))) for page in pages}
    assert [(page.name, link) for page in pages for link in links[page] if not (page.parent / link).exists()] == []
    index = {(DOCS.parent / link).resolve() for link in links[pages[0]]}
    wanted = {*DOCS.glob("*.md"), *DOCS.glob("*/README.md")}
    assert sorted(page.name for page in wanted if page.resolve() not in index) == []


def test_the_examples_of_positions_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "positions.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {})


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (DOCS.parent / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(block, {})
    assert capsys.readouterr().out.endswith("(12, 10)\n(12, 15)\n")


def test_the_examples_of_the_bots_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "bots.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block.replace("games=20", "games=1, win_level=3"), {})
    assert capsys.readouterr().out


def test_the_examples_of_the_environments_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "environments.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 3
    for block in blocks:
        exec(block.replace("range(100)", "range(10)"), {})
        assert capsys.readouterr().out


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
    modules = {path.stem for path in Path(munchkin_env.__file__).parent.glob("*.py")} - {"__init__", "__main__", "registration", "version"}
    assert {name for name in shown if not name.startswith("__")} == {*munchkin_env.__all__, *modules} - {"__version__"}
    assert "__version__" in shown and first_use == "tournament"
    assert all(getattr(munchkin_env, name) is not None for name in munchkin_env.__all__)
