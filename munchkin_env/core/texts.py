"""Text that others have written: entrants' names, what agents say, what stands in a file. Where it goes, it may do nothing."""

import unicodedata
from typing import Any

LONGEST = 2000  # letters
LONGEST_NAME = 60
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def printable(text: str, most: int = LONGEST) -> str:
    """In one line; what steers a terminal, turns the direction of writing, or cannot be encoded becomes \\x1b, \\u2028 …"""
    if text.isascii() and text.isprintable():
        return cut(text, most)
    return cut("".join(_escaped(letter) if unicodedata.category(letter) in _INVISIBLE else letter for letter in text[:most]), most)


def unprintable(text: str) -> str:
    """The first letter that may stand in no name, as `printable` writes it, or "". Files with such names are refused."""
    return next((_escaped(letter) for letter in text if unicodedata.category(letter) in _INVISIBLE), "")


def printable_lines(text: str) -> str:
    """The same of every line, for messages that have several."""
    return "\n".join(printable(line, 1 << 20) for line in text.split("\n"))


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def cell(value: Any) -> Any:
    """For a table that a spreadsheet may open: text that it would take for a formula gets an apostrophe in front, as spreadsheets do."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
