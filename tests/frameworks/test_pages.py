"""Checks of docs/frameworks that do not need the frameworks; `make frameworks` and `make frameworks-text` run the examples."""

import ast

import pytest

from tests.frameworks.pages import FOLDER, PAGES, WORDS, block


@pytest.mark.parametrize("page", [*PAGES, *WORDS])
def test_a_page_has_one_example(page: str) -> None:
    ast.parse(block(page))


def test_the_index_lists_every_page() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    pages = {path.stem for path in FOLDER.glob("*.md")} - {"README"}
    assert {*PAGES, *WORDS} <= pages
    assert [page for page in sorted(pages) if f"({page}.md)" not in index] == []
