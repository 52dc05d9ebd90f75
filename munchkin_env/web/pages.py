"""Self-contained pages: markup, styles, modules and data in one text, which loads nothing else."""

import base64
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from typing import Any

from munchkin_env.version import __version__

from .recording import Recording

REPLAY_MODULE, REPLAY_STYLES = "replay.js", ("table.css", "replay.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|async function|const|class)", re.MULTILINE)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def replay_page(recording: Recording) -> str:
    """The recorded game as a page."""
    return page(
        f"Munchkin: {recording.title}",
        f'<div id="replay"></div><noscript>This page needs JavaScript. Nothing is loaded from elsewhere.</noscript>'
        f'<script type="text/plain" id="recording">{packed(recording.plain())}</script>',
        REPLAY_MODULE,
        REPLAY_STYLES,
    )


def page(title: str, body: str, module: str, styles: Sequence[str]) -> str:
    """A page with this module and these styles. The body is HTML."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><meta name="generator" content="munchkin_env {__version__}">'
        f"<title>{escape(title)}</title><style>\n{''.join(map(static, styles))}</style></head>\n<body>{body}\n"
        f"<script>\n{bundled(module)}</script></body></html>\n"
    )


def packed(data: Any) -> str:
    """Data as JSON, compressed, in letters that mean nothing in HTML; static/packed.js reads it. A game takes a tenth of its JSON."""
    return base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()


def static(name: str) -> str:
    """A file of the folder static/."""
    return resources.files("munchkin_env.web").joinpath("static", name).read_text(encoding="utf-8")


def bundled(module: str) -> str:
    """A module and all that it imports, in one function. Their names must differ; tests/web/ checks that."""
    parts = "".join(_EXPORT.sub("", _IMPORT.sub("", static(name))) for name in modules(module))
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def modules(module: str) -> Sequence[str]:
    """The files that a module needs, each after those that it imports itself."""
    return tuple(dict.fromkeys(_in_order(module, ())))


def _in_order(module: str, path: tuple[str, ...]) -> Iterator[str]:
    if module in path:
        raise ValueError(f"modules import each other: {' → '.join((*path, module))}")
    for other in _IMPORT.findall(static(module)):
        yield from _in_order(other, (*path, module))
    yield module
