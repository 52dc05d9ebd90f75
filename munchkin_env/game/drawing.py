"""A position as pixels, for videos (`render_mode="rgb_array"`). It reads views, never a record, and needs Pillow (extra `video`)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.engine.state.kinds import Kind

from .html import SEAT_COLORS, ShownView
from .notation import player_name, question_words

FRAME_WIDTH, FRAME_HEIGHT = 960, 720
"""Of every picture: encoders want one size, and even numbers."""
_PAGE, _PANEL, _RULE, _INK, _SOFT, _HOT = "#161513", "#1e1c1a", "#403b35", "#efeae1", "#aca499", "#ff9682"
_HEAD, _FIGHT, _GAP = 44, 96, 10  # heights; between panels
_IDENTITY = ("race", "class", "role", "house", "proficiency", "dual")

Pixels = npt.NDArray[np.uint8]


class DrawingError(ImportError):
    """Pillow is not installed."""


def draw_position(view: ShownView, names: Mapping[int, str] | None = None) -> Pixels:
    """The position that Game.view tells, [FRAME_HEIGHT, FRAME_WIDTH, 3].

    Args:
        view: What a seat, or everybody, may know.
        names: Names of players, by seat.

    Raises:
        DrawingError: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise DrawingError('render_mode="rgb_array" needs Pillow: pip install "munchkin-env[video]"') from error
    image = Image.new("RGB", (FRAME_WIDTH, FRAME_HEIGHT), _PAGE)
    sheet = _Sheet(ImageDraw.Draw(image), view, names or {})
    sheet.head()
    sheet.fight()
    sheet.players()
    return np.asarray(image, np.uint8).copy()


class _Sheet:
    """What is drawn on."""

    def __init__(self, draw: Any, view: ShownView, names: Mapping[int, str]) -> None:
        self.draw, self.view, self.names = draw, view, names

    # -------------------------------------------------------------------------------------------------------- parts

    def head(self) -> None:
        view = self.view
        if view["over"]:
            won = " and ".join(map(self.name, view["winners"]))
            said = f"{won} won the game" if won else "the game ended without a winner"
        else:
            said = "your turn" if view["turn_player"] == view["seat"] else f"turn of {self.name(view['turn_player'])}"
        self.line(16, 12, f"Round {view['round'] + 1}, {said}", 18, _INK, FRAME_WIDTH - 330)
        left = "   ".join(f"{deck} {n}" for deck, n in view["decks"].items())
        self.line(FRAME_WIDTH - 16, 14, f"Level {view['options']['win_level']} wins   {left}", 14, _SOFT, 300, right=True)

    def fight(self) -> None:
        view, fight = self.view, self.view["fight"]
        top = _HEAD + _GAP
        self.panel(16, top, FRAME_WIDTH - 32, _FIGHT, _HOT if fight and not view["over"] else _RULE)
        if fight and not view["over"]:
            sides = " and ".join(self.name(p) for p in (fight["main"], fight["helper"]) if p is not None)
            monsters = " and ".join(f"{name} ({strength})" for name, strength in fight["monsters"].values()) or "no monster"
            ours, theirs = fight["strength"]
            self.line(32, top + 10, f"{sides} against {monsters}", 17, _INK, FRAME_WIDTH - 64)
            self.line(32, top + 34, f"{ours} : {theirs}", 26, _HOT, 200)
            ahead = "the munchkins are winning" if fight["winning"] else "the monsters are winning"
            self.line(150, top + 42, f"{ahead}; Treasures at stake: {fight['treasures']}", 15, _SOFT, FRAME_WIDTH - 190)
        if not view["over"]:
            question = question_words(Kind[view["decision"]], view["asked"].get("moment"))
            decides = "you decide" if view["decides"] == view["seat"] else f"{self.name(view['decides'])} decides"
            self.line(32, top + 70, f"{decides}: {question}", 15, _SOFT, FRAME_WIDTH - 64)

    def players(self) -> None:
        n = len(self.view["players"])
        columns = 2 if n <= 4 else 3
        rows = -(-n // columns)
        top = _HEAD + _FIGHT + 2 * _GAP
        wide, high = (FRAME_WIDTH - 32 - _GAP * (columns - 1)) // columns, (FRAME_HEIGHT - top - 16 - _GAP * (rows - 1)) // rows
        for p in range(n):
            self.player(p, 16 + (wide + _GAP) * (p % columns), top + (high + _GAP) * (p // columns), wide, high)

    def player(self, p: int, x: int, y: int, wide: int, high: int) -> None:
        view, one = self.view, self.view["players"][p]
        self.panel(x, y, wide, high, SEAT_COLORS[p] if p == view["decides"] else _RULE)
        self.draw.rectangle((x, y, x + 6, y + high), fill=SEAT_COLORS[p])
        states = [state for state, holds in (("dead", one["dead"]), ("has won", p in view["winners"])) if holds]
        self.line(x + 18, y + 9, ", ".join([self.name(p), *states]), 18, SEAT_COLORS[p], wide - 190)
        self.line(x + wide - 12, y + 8, f"Level {one['level']}   strength {one['strength']}", 17, _INK, 180, right=True)
        is_what = [card["card"] for card in one["table"] if card["kind"] in _IDENTITY]
        worn = [card["card"] for card in one["table"] if card["equipped"]]
        others = [card["card"] for card in one["table"] if not card["equipped"] and card["kind"] not in _IDENTITY]
        known = [card["card"] for card in one["hand"] if card["card"] is not None]
        hidden = len(one["hand"]) - len(known)
        at = y + 40
        for label, cards in (("is", [one["sex"], *is_what]), ("wears", worn), ("has", others), (f"hand {len(one['hand'])}", known)):
            if label.startswith("hand") and hidden:
                cards = [*cards, f"{hidden} face down"]
            at = self.cards(x + 18, at, label, cards, wide - 30, y + high - 8)

    def cards(self, x: int, y: int, label: str, cards: Sequence[str], wide: int, bottom: int) -> int:
        """A label and cards in as many rows as there is room for. Returns where the next may begin."""
        if not cards:
            return y
        self.line(x, y + 1, label, 15, _SOFT, 66)
        row, rows = "", []
        for k, card in enumerate(cards):
            said = card + (", " if k < len(cards) - 1 else "")
            if row and self.length(row + said, 17) > wide - 70:
                rows.append(row)
                row = ""
            row += said
        for said in (*rows, row):
            if y + 20 <= bottom:
                self.line(x + 70, y, said, 17, _INK, wide - 70)
                y += 22
        return y + 6

    # -------------------------------------------------------------------------------------------------------- marks

    def name(self, p: int) -> str:
        return "you" if p == self.view["seat"] else self.names.get(p, player_name(p))

    def panel(self, x: int, y: int, wide: int, high: int, edge: str) -> None:
        self.draw.rounded_rectangle((x, y, x + wide, y + high), 8, _PANEL, edge, 2)

    def length(self, said: str, size: int) -> float:
        return float(self.draw.textlength(said, font=_font(size)))

    def line(self, x: float, y: float, said: str, size: int, color: str, most: float, *, right: bool = False) -> None:
        """Text, cut where it would be too long."""
        while said and self.length(said, size) > most:
            said = said.removesuffix("…")[:-1] + "…" if len(said) > 1 else ""
        self.draw.text((x, y), said, color, _font(size), anchor="ra" if right else "la")


_fonts: dict[int, Any] = {}


def _font(size: int) -> Any:
    """The font in Pillow: the same everywhere."""
    if size not in _fonts:
        from PIL import ImageFont

        _fonts[size] = ImageFont.load_default(size)
    return _fonts[size]
