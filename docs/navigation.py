"""The navigation of the site, read off the links of its pages: a README.md leads to the pages that it links.

The sections of docs/README.md become the captions of the navigation; a README.md in a folder below leads to the pages of its folder.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\(([^)#:\s]+\.md)(?:#[^)\s]*)?\)")
FRONT = "docs/README.md"


def pages() -> list[str]:
    """The pages of the site, as paths in the repository."""
    return sorted(path.relative_to(ROOT).as_posix() for pattern in ("*.md", "docs/**/*.md") for path in ROOT.glob(pattern))


def linked(page: str, text: str) -> list[str]:
    """The pages that the text links, each once, in order."""
    folder = (ROOT / page).parent
    targets = [(folder / link).resolve() for link in LINK.findall(text)]
    return list(dict.fromkeys(target.relative_to(ROOT).as_posix() for target in targets if target.is_relative_to(ROOT)))


def children(page: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Captions, and the pages below `page` in the navigation. Only a README.md has any."""
    if page == FRONT:
        for section in text.split("\n## ")[1:]:
            caption, _, rest = section.partition("\n")
            yield caption, linked(page, rest)
    elif page.startswith("docs/") and page.endswith("/README.md"):
        folder = page.rpartition("/")[0]
        yield "", [one for one in linked(page, text) if one.rpartition("/")[0] == folder and one != page]


def toctrees(page: str, text: str) -> str:
    """The same in the words of Sphinx, to be added to the page."""
    parts = []
    for caption, below in children(page, text):
        if below:
            names = "\n".join(f"/{one.removesuffix('.md')}" for one in below)
            heading = f":caption: {caption}\n" if caption else ""
            parts.append(f"\n```{{toctree}}\n:hidden:\n{heading}\n{names}\n```\n")
    return "".join(parts)
