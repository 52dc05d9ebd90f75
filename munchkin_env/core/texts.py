"""Text from strangers: names of entrants, messages of agents, contents of files. It must not affect what displays it."""

import unicodedata
from typing import Any

LONGEST = 2000  # letters
LONGEST_NAME = 60
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def printable(text: str, most: int = LONGEST) -> str:
    """In one line; terminal control codes, bidirectional controls and unencodable characters become \\x1b, \\u2028 …"""
    if text.isascii() and text.isprintable():
        return cut(text, most)
    return cut("".join(_escaped(letter) if unicodedata.category(letter) in _INVISIBLE else letter for letter in text[:most]), most)


def unprintable(text: str) -> str:
    """The first character that no name may contain, as `printable` writes it, or "". Files with such names are rejected."""
    return next((_escaped(letter) for letter in text if unicodedata.category(letter) in _INVISIBLE), "")


def printable_lines(text: str) -> str:
    """The same for every line, for messages with several lines."""
    return "\n".join(printable(line, 1 << 20) for line in text.split("\n"))


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def cell(value: Any) -> Any:
    """For tables that a spreadsheet may open: text that it would take for a formula gets a leading apostrophe, as spreadsheets do."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
