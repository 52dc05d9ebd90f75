"""The documentation site: `make docs` builds it from the pages that the repository shows (docs/, README.md, CHANGELOG.md …)."""

import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
os.environ["NUMBA_DISABLE_JIT"] = "1"  # signatures and docstrings need nothing compiled
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from navigation import FRONT, toctrees
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring

from munchkin_env.version import __version__

project = "munchkin_env"
author = "the contributors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = FRONT.removesuffix(".md")
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*", "build", "docs/_*", "munchkin_env", "tests", "runs"]
templates_path = ["_templates"]

html_theme = "furo"
html_title = f"munchkin_env {__version__}"
html_additional_pages = {"index": "redirect.html"}
html_show_sourcelink = False
html_copy_source = False

myst_heading_anchors = 4

default_role = "py:obj"  # `name` in a docstring: code, and a link where the name is documented
autodoc_member_order = "bysource"
autodoc_mock_imports = [
    "torch",
    "stable_baselines3",
    "sb3_contrib",
    "ray",
    "pyspiel",
    "tensordict",
    "torchrl",
    "textarena",
    "verifiers",
    "httpx",
    "openenv",
    "anywidget",
    "traitlets",
]
maximum_signature_line_length = 80


def add_navigation(app: Sphinx, docname: str, content: list[str]) -> None:
    content[0] += toctrees(f"{docname}.md", content[0])


def rewrite(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings in the words of Sphinx: `docs/page.md` becomes a link, an indented paragraph code, `Args:` and the like a list.

    No lists in attributes and properties, where a text before a colon would be taken for a type.
    """
    text = re.sub(r"\bdocs/([\w/]+)\.md", r":doc:`/docs/\1`", "\n".join(lines))
    text = re.sub(r"\n\n(?=    \S)", "\n\n::\n\n", text)
    attribute = what in ("attribute", "data", "property")
    lines[:] = text.split("\n") if attribute else GoogleDocstring(text, Config(), app, what, name, thing, options).lines()


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_navigation)
    app.connect("autodoc-process-docstring", rewrite)
