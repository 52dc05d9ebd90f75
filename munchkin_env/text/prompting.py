"""A prompt: the position as a seat sees it, what happened since its last decision, what is asked, and what it may do.

It is made from Game.view and from events as the seat saw them, so it can hold nothing else.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import CardSet
from munchkin_env.engine.state.actions import HAND
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.game import Game
from munchkin_env.game.options import OptionError
from munchkin_env.game.render import Line

from .brevity import ShortPicture, folded, grouped
from .telling import Numbered, repeated

CARD_TEXTS = ("needed", "all", "none")
CHARACTERS_PER_TOKEN = 4
_UNWRAPPED = 1 << 20  # columns
_SIDEWAYS = "turn "  # the Items that are worn: what they add to is in the position
_FEW = 8  # actions that name a card or a player: more than that are shown by verb


@dataclass(frozen=True)
class PromptSettings:
    """What a prompt shows besides the position and the question."""

    actions: bool = True
    """Whether the legal actions are listed."""
    cards: str = "needed"
    """Whose texts are shown: "needed" (what the actions name, and the fight), "all" (also the whole hand and table of the seat), "none"."""
    past: int = 24
    """How many of the latest events since the seat's last decision."""

    def __post_init__(self) -> None:
        if self.cards not in CARD_TEXTS:
            raise OptionError(f"cards={self.cards!r}: must be one of {', '.join(map(repr, CARD_TEXTS))}")
        if self.past < 0:
            raise OptionError(f"past={self.past}: must be an integer of at least 0")


USUAL = PromptSettings()


def tokens(text: str) -> int:
    """About how many tokens the text has: a quarter of its characters, as is usual for English."""
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


def prompt(game: Game, seat: int | None = None, past: Iterable[str] = (), settings: PromptSettings = USUAL) -> str:
    """What a player in this seat is told at a decision.

    Args:
        game: The position.
        seat: Whose view; by default the deciding seat. Another seat is shown no actions.
        past: What the seat has seen and heard since its last decision, in sentences.
        settings: What else is shown.

    Raises:
        ValueError: There is no such seat.
    """
    me = game.seat if seat is None and not game.over else game.checked_seat(0 if seat is None else seat)
    return "\n\n".join("\n".join(part) for part in _parts(game, me, list(past), settings) if part)


def _parts(game: Game, me: int, past: Sequence[str], settings: PromptSettings) -> Iterator[list[str]]:
    picture = ShortPicture.of(game, me, width=_UNWRAPPED)
    texts = {} if settings.cards == "none" else _card_texts(game, picture.view, settings.cards)
    picture = replace(picture, explained=frozenset(texts))
    yield list(_since(past, settings.past))
    yield _squeezed(picture.table())
    yield list(folded(texts))
    yield _squeezed(picture.decision())
    if settings.actions and picture.view["legal"]:
        yield list(listed_briefly(game))


def _squeezed(lines: Iterable[Line]) -> list[str]:
    """Without the blanks that align columns in a terminal."""
    return [text for line in lines if (text := re.sub(r"\s{2,}", "  ", line.text).strip())]


def _since(past: Sequence[str], most: int) -> Iterator[str]:
    shown = list(repeated(past))
    omitted = len(shown) - most
    if shown:
        yield "Since your last decision:"
    if omitted > 0:
        yield f"({omitted} earlier events)"
    yield from shown[max(omitted, 0) :]


# ---------------------------------------------------------------------------------------------------------- cards


def _card_texts(game: Game, view: dict[str, Any], which: str) -> dict[str, str]:
    """By name: what each card says that matters for the decision."""
    wanted = dict.fromkeys(_needed(view))
    if which == "all" and view["seat"] is not None:
        me = view["players"][view["seat"]]
        wanted |= {card["card"]: None for card in (*me["hand"], *me["table"])}
    all_told = which == "all" or view["decision"] == Kind.SELL.name  # where what an Item is worth matters
    known = game.cards.by_name
    return {name: _text(game.cards, name) for name in wanted if name in known and (all_told or _says_more(known[name]))}


@lru_cache(maxsize=4096)
def _text(cards: CardSet, name: str) -> str:
    return describe(cards.by_name[name])


def _says_more(card: CardInfo) -> bool:
    """More than the words behind its name in the position."""
    return bool(card.effects) or any(key in card.data for key in ("usable_by", "not_usable_by", "as_monster", "tags"))


def _needed(view: dict[str, Any]) -> Iterator[str]:
    """Names of cards: in the fight, open, asked about, and those that the actions of the seat name."""
    fight, asked = view["fight"] or {}, view["asked"]
    yield from (name for name, _ in fight.get("monsters", {}).values())
    yield from (asked[key] for key in ("card", "gives", "wants", "item") if isinstance(asked.get(key), str))
    if view["legal"]:
        said = "\n".join(text for text in view["legal"] if not text.startswith(_SIDEWAYS))
        yield from (name for name in _within_reach(view) if name in said)


def _within_reach(view: dict[str, Any]) -> Iterator[str]:
    """Cards that actions can name."""
    for one in view["players"]:
        yield from (card["card"] for card in (*one["hand"], *one["table"]) if card["card"] is not None)
    yield from view["pool"]
    for discards in view["discards"].values():
        yield from discards


# -------------------------------------------------------------------------------------------------------- actions


def listed_briefly(game: Game) -> Iterator[str]:
    """The legal actions with numbers: one per line, or by verb if there are many."""
    texts = game.texts()
    numbered = [Numbered(number, text) for number, text in enumerate(texts, 1)]
    words = len(numbered) if len(numbered) <= _FEW else sum(action < HAND for action in texts.values())
    yield from (f"{one.number} {one.text}" for one in numbered[:words])
    yield from grouped(numbered[words:])
