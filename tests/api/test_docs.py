"""The examples of the documentation run."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_link_leads_somewhere_and_the_readme_leads_everywhere() -> None:
    """Pages of docs/ are linked in README.md, a folder by its own README; that one links its pages."""
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
        exec("from munchkin_env import Game\n" + block.replace('"be female"', "replay.game.legal()[0]"), {})


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
        exec(block, {})
        assert capsys.readouterr().out
