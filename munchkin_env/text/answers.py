"""What is in a free answer: the parts that may name an action, what is said to the table, whether the hand is shown.

Nothing here knows a position. Any text is taken apart, however long or odd, in time that grows with its length.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from munchkin_env.core.texts import printable

LONGEST_ANSWER = 20_000
"""Characters that are looked at: the last ones, since models think first."""
LONGEST_LINE = 300
"""What a player may say at a decision."""
SHORT_ANSWER = 16
"""Words: an answer in one line of at most so many is taken as an action, even without a mark."""
_MOST_PARTS = 24
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)
_MARK = re.compile(r"^[\s>*#`_-]*(?:final\s+)?(?:action|answer|move|choice)s?[\s*`_]*[:=][\s*`_]*(.*)$", re.IGNORECASE)
_TAGGED = re.compile(r"<(action|answer|move|choice)>([^<>]*)</\1>|\\boxed\{([^{}]*)\}", re.IGNORECASE)
_SAY = re.compile(r"^[\s>*#`_-]*(?:say|chat|talk)[\s*`_]*:[\s*`_]*(.*)$", re.IGNORECASE)
_SHOW = re.compile(r"^[\s>*#`_-]*(?:i\s+)?show(?:s|ing)?(?:\s+(?:my|the|your))?[\s_]hand[\s.!*`_]*$", re.IGNORECASE)
_ACTION_KEYS = ("action", "actions", "answer", "move", "choice")
COMPOUND_KEYS = ("offer", "counter", "trade", "sell")


@dataclass(frozen=True)
class Passage:
    """A part of an answer that may name an action."""

    text: str
    marked: bool
    """Whether the answer says that this is its action."""


@dataclass(frozen=True)
class Dissected:
    """An answer, taken apart."""

    candidates: tuple[Passage, ...]
    """The likeliest first."""
    compound: Mapping[str, Any] = field(default_factory=dict)
    """A JSON object that describes an offer, a trade or a sale."""
    say: str = ""
    show: bool = False

    @property
    def shown(self) -> str:
        """What to quote when the answer cannot be used."""
        return printable(self.candidates[0].text, 80) if self.candidates else ""


def dissect(answer: str) -> Dissected:
    """Take an answer apart."""
    text = unicodedata.normalize("NFKC", answer[-LONGEST_ANSWER:]).replace("\u2019", "'")
    data = _last_object(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = [found[1] for line in lines if (found := _SAY.match(line))]
    shows = any(_SHOW.match(line) for line in lines)
    rest = [line for line in lines if not _SAY.match(line) and not _SHOW.match(line)]
    talk = data.get("say") if isinstance(data.get("say"), str) else (said[-1] if said else "")
    compound = _compounds(data)
    unmarked = [] if compound else [*_of_fences(text), *_of_lines(rest)]
    groups = (list(_of_data(data)), _of_marks(rest), _of_tags(text), unmarked)
    candidates = tuple(dict.fromkeys(next((group for group in groups if group), ())))  # what is marked as the action counts alone
    show = shows or data.get("show_hand") is True
    return Dissected(candidates, compound, spoken(str(talk)), show)


def spoken(text: str) -> str:
    """What is said, as others hear it: one line without quotes, control characters and more than may be said."""
    return printable(" ".join(text[:LONGEST_ANSWER].split()).replace('"', "'"), LONGEST_LINE)


def _last_object(text: str) -> dict[str, Any]:
    """The last JSON object that names an action or a compound, or is about talk; {} if there is none. Those within others do not count."""
    decoder, last, at = json.JSONDecoder(), dict[str, Any](), text.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            last = found if any(key in found for key in (*_ACTION_KEYS, *COMPOUND_KEYS, "say", "show_hand")) else last
        at = text.find("{", end)
    return last


def _compounds(data: Mapping[str, Any]) -> dict[str, Any]:
    """Offers, trades and sales. One that holds nothing counts only if nothing else is said: {"action": "pass", "offer": {}} passes."""
    found = {key: data[key] for key in COMPOUND_KEYS if isinstance(data.get(key), (Mapping, list))}
    full = {key: one for key, one in found.items() if any(v is not None for v in (one.values() if isinstance(one, Mapping) else one))}
    return full or ({} if any(data.get(key) is not None for key in _ACTION_KEYS) else found)


def _of_data(data: Mapping[str, Any]) -> Iterator[Passage]:
    for key in _ACTION_KEYS:
        value = data.get(key)
        parts = value if isinstance(value, list) else [value]
        if parts and all(isinstance(one, (str, int)) and not isinstance(one, bool) for one in parts):
            yield Passage("; ".join(_printed(one) for one in parts[:_MOST_PARTS]), marked=True)


def _printed(value: Any) -> str:
    if isinstance(value, int):  # Python refuses to print integers of thousands of digits
        return str(value) if abs(value) < 10**9 else "a number that large"
    return str(value)[:LONGEST_LINE]


def _of_marks(lines: list[str]) -> list[Passage]:
    marked = [found[1] for line in lines if (found := _MARK.match(line)) and found[1].strip("`*_ ")]
    return [Passage(marked[-1][:LONGEST_LINE], marked=True)] if marked else []


def _of_tags(text: str) -> list[Passage]:
    """<action>pass</action>, or \\boxed{pass}."""
    found = [(one[2] or one[3] or "").strip() for one in _TAGGED.finditer(text)]
    return [Passage(found[-1][:LONGEST_LINE], marked=True)] if found and found[-1] else []


def _of_lines(lines: list[str]) -> Iterator[Passage]:
    """The only line, or the last one."""
    last = next((line for line in reversed(lines) if line.strip("`{}[] ")), "")
    if last:
        yield Passage(last[-LONGEST_LINE:], marked=len(lines) == 1 and len(last.split()) <= SHORT_ANSWER)


def _of_fences(text: str) -> Iterator[Passage]:
    for inside in reversed(_FENCE.findall(text)[-3:]):
        content = " ".join(inside.split())
        if content and len(content) <= LONGEST_LINE:
            yield Passage(content, marked=True)
