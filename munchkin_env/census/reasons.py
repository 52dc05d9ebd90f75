"""Why something never occurs: reasons that are looked at, so that one which is no longer true counts no more."""

from collections.abc import Sequence
from typing import NamedTuple

from munchkin_env.census.census import Census


class Reason(NamedTuple):
    """Why. It holds only where no census was played with the option, and no card has the op."""

    text: str
    option: str = ""
    op: str = ""
    unless: str = ""
    """A set with whose cards it does occur."""


REASONS: dict[tuple[str, str], Reason] = {}


def why_never(title: str, name: str, censuses: Sequence[Census]) -> str:
    """The reason, or "" if there is none (that holds)."""
    reason = REASONS.get((title, name))
    if reason is None:
        return ""
    first = censuses[0]
    holds = not any(reason.option in one.options for one in censuses) and reason.op not in first.ops and reason.unless not in first.sets
    return reason.text if holds else ""
