"""The pages of the documentation, and what is in them: code, headings, links."""

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCED = re.compile(r"^(`{3,})(\S*)[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
TUTORIALS = "docs/tutorials/"

_spec = importlib.util.spec_from_file_location("navigation", ROOT / "docs" / "navigation.py")
assert _spec is not None and _spec.loader is not None
navigation = importlib.util.module_from_spec(_spec)
"""What the site makes its navigation with; docs/ is not a package."""
_spec.loader.exec_module(navigation)

PAGES: list[str] = navigation.pages()


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Block:
    """A fenced block of code."""

    page: str
    line: int
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: str) -> list[Block]:
    text = text_of(page)
    return [Block(page, text.count("\n", 0, found.start()) + 1, found[2], found[3]) for found in FENCED.finditer(text)]


def prose(text: str) -> str:
    """The text without its code, whose brackets are no links and whose comments are no headings."""
    return re.sub(r"`[^`\n]*`", "", re.sub(r"(?m)^(?: {4}| *\t).*$", "", FENCED.sub("", text)))


def anchors(text: str) -> set[str]:
    """What a link to a heading may end with, as repositories and the site make it."""
    found: dict[str, int] = {}
    names = set()
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", FENCED.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        names.add(f"{slug}-{found[slug]}" if slug in found else slug)
        found[slug] = found.get(slug, 0) + 1
    return names
