"""The code of the documentation runs. `python -m tests.docs.test_code` writes what the tutorials print into them.

A block stands alone: readers copy one. Only the blocks of a tutorial continue each other; a block `output` has what the one before
it printed.
"""

import contextlib
import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, TUTORIALS, Block, blocks, text_of
from tests.frameworks.pages import PAGES as FRAMEWORKS
from tests.frameworks.pages import WORDS

ELSEWHERE = {
    **{f"docs/frameworks/{page}.md": "`make frameworks` runs it, where the framework is installed" for page in (*FRAMEWORKS, *WORDS)},
    "docs/frameworks/sb3.md": "tests/envs/test_sb3.py runs it",
}
"""Pages whose blocks are not run here, each with the reason."""

SHORTER = {
    "docs/agents.md": ("Game(2, seed=1)", "Game(2, seed=1, win_level=3, max_rounds=4)"),
    "docs/arena.md": ("games=8, win_level=3", "games=4, max_rounds=1"),
    "docs/bots.md": ("games=20", "games=1, win_level=3"),
    "docs/environments.md": ("range(100)", "range(10)"),
}
"""What is replaced by less of the same, since plain Python is slow. Both ways of running the rules give the same result."""

PRINTS = {"README.md": "(9, 15)\n", "docs/arena.md": "Estimate("}
"""What the blocks of a page print, among other things: the figures that the page mentions."""

FILES = {"docs/adding_cards.md": ("office.json", "my_star.json"), "docs/tutorials/your_own_cards.md": ("office.json",)}
"""Names under which readers save the JSON blocks of a page, in order."""

LANGUAGES = {"python", "output", "json", "toml", "console", "text", "make", "", "{eval-rst}"}
"""Languages of blocks. Python runs here, commands are checked in test_commands.py."""


def programs(page: str) -> list[Block]:
    return [block for block in blocks(page) if block.language == "python"]


def save(page: str) -> None:
    """What readers of the page save in the current folder: its JSON, and programs that begin with a comment that names a file."""
    data = [block for block in blocks(page) if block.language == "json"] if page in FILES else []
    for name, block in zip(FILES.get(page, ()), data, strict=True):
        Path(name).write_text(block.code, encoding="utf-8")
    for block in programs(page):
        if named := re.match(r"# (\w+\.py)\n", block.code):
            Path(named[1]).write_text(block.code, encoding="utf-8")


def executed(block: Block, names: dict[str, object]) -> str:
    """What the block prints."""
    old, new = SHORTER.get(block.page, ("", ""))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block.code.replace(old, new) if old else block.code, str(block), "exec"), names)
    return printed.getvalue()


SINGLE = [page for page in PAGES if page not in ELSEWHERE and not page.startswith(TUTORIALS) and programs(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", SINGLE)
def test_every_block_runs_by_itself(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save(page)
    printed = "".join(executed(block, {"__name__": "__main__"}) for block in programs(page))
    assert PRINTS.get(page, "") in printed


def told(page: str) -> Iterator[tuple[Block, str, str]]:
    """Every block of a tutorial that an `output` follows, with what stands there and what is printed."""
    names: dict[str, object] = {"__name__": "__main__"}
    printed = last = None
    for block in blocks(page):
        if block.language == "python":
            printed, last = executed(block, names), block
        elif block.language == "output":
            assert last is not None and printed is not None, f"{block}: output of which code?"
            yield last, block.code, printed


TOLD = [page for page in PAGES if page.startswith(TUTORIALS) and programs(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", TOLD)
def test_a_tutorial_prints_what_it_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save(page)
    wrong = [str(block) for block, written, printed in told(page) if written != printed]
    assert wrong == [], "run python -m tests.docs.test_code"


def test_every_block_has_a_language_that_is_looked_after() -> None:
    assert [str(block) for page in PAGES for block in blocks(page) if block.language not in LANGUAGES] == []


def test_what_is_shortened_or_left_out_is_there() -> None:
    assert [page for page, (old, _) in SHORTER.items() if not any(old in block.code for block in programs(page))] == []
    assert [page for page in (*ELSEWHERE, *PRINTS, *FILES) if not programs(page)] == []
    assert SINGLE and {page for page in PAGES if programs(page)} == {*SINGLE, *TOLD, *ELSEWHERE}


def test_a_tutorial_that_prints_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    page = [Block("t.md", 1, "python", "x = 1\n"), Block("t.md", 4, "python", "print(x + 1)\n"), Block("t.md", 7, "output", "3\n")]
    monkeypatch.setattr("tests.docs.test_code.blocks", lambda _: page)
    assert list(told("t.md")) == [(page[1], "3\n", "2\n")]


def write(page: str) -> None:
    """What the blocks print, into the page."""
    text = text_of(page)
    outputs = iter([printed for _, _, printed in told(page)])
    (ROOT / page).write_text(
        re.sub(r"^```output\n.*?^```$", lambda _: f"```output\n{next(outputs)}```", text, flags=re.MULTILINE | re.DOTALL), encoding="utf-8"
    )


if __name__ == "__main__":
    for one in TOLD:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            save(one)
            write(one)
        print(f"{one} is up to date")
