"""Links within the project lead somewhere, and every page can be reached. The build of the site (`make docs`) checks them again."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, blocks, navigation, prose, text_of

LINK = re.compile(r"\]\(([^)\s]+)\)")


def broken(page: str, text: str) -> list[str]:
    """The links of the page that lead nowhere. Those to other sites are not followed."""
    found = []
    for link in LINK.findall(prose(text)):
        path, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (ROOT / page).parent / path if path else ROOT / page
        missing = not target.is_file() or (anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")))
        if missing:
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    assert broken(page, text_of(page)) == []


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    text = "[a](bots.md) [b](no.md) [c](bots.md#no) [d](#here) [e](#there) [f](https://example.org) `[g](no.md)` [h](journal)"
    assert broken("docs/agents.md", text) == ["no.md", "bots.md#no", "#here", "#there", "journal"]


def test_anchors_are_those_of_the_headings() -> None:
    text = "# What `it` is\n## A [link](x.md), *too*\n```python\n# none\n```\n## Twice\n## Twice\n"
    assert anchors(text) == {"what-it-is", "a-link-too", "twice", "twice-1"}


def test_every_page_is_in_the_navigation_once() -> None:
    """A page belongs into docs/README.md, or into the README.md of its folder."""
    seen = [navigation.FRONT]
    for page in seen:  # grows meanwhile
        for _, below in navigation.children(page, text_of(page)):
            assert [one for one in below if one in seen] == [], f"{page} names pages that are named before"
            seen += below
    assert sorted(seen) == sorted(PAGES)


def test_a_folder_leads_to_its_own_pages_only() -> None:
    text = "[one](one.md) [up](../README.md) [other](../bots/x.md#y) [one](one.md#part)"
    assert list(navigation.children("docs/thing/README.md", text)) == [("", ["docs/thing/one.md"])]
    assert list(navigation.children("docs/thing/one.md", text)) == []
    assert "/docs/thing/one\n" in navigation.toctrees("docs/thing/README.md", text)


def test_the_readme_leads_to_the_documentation() -> None:
    assert "docs/README.md" in LINK.findall(text_of("README.md"))
    assert not any(Path(page).name == "index.md" for page in PAGES)


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").splitlines()) < 120


IMPORTED = sorted(
    {name for page in PAGES for block in blocks(page) for name in re.findall(r"^from (munchkin_env\S*) import", block.code, re.MULTILINE)}
)


@pytest.mark.parametrize("module", IMPORTED)
def test_what_examples_import_is_in_the_api_reference(module: str) -> None:
    told = [page for page in PAGES if page.startswith("docs/api/") and re.search(rf"automodule:: {module}$", text_of(page), re.MULTILINE)]
    assert len(told) == 1


FRONT_DOOR = {path.stem for path in (ROOT / "munchkin_env").glob("[a-z]*.py")} - {"registration", "version"}


@pytest.mark.parametrize("module", sorted(FRONT_DOOR))
def test_the_front_door_is_in_the_api_reference(module: str) -> None:
    assert f"automodule:: munchkin_env.{module}\n" in "".join(text_of(page) for page in PAGES if page.startswith("docs/api/"))
