"""Positions and games as HTML for notebooks: no script, and colors that suit light and dark pages. It reads views, never a record."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from munchkin_env.engine.state.kinds import Kind

from .notation import player_name, question_words

SEAT_COLORS = ("#3b82c4", "#d9822b", "#2f9e6e", "#c2497a", "#8a6fd1", "#9a8a1f")
"""By seat; readable on white and on black."""
SEAT_MARKS = ("▲", "■", "●", "◆", "★", "⬟")
_BOX = "font: 14px/1.4 system-ui, sans-serif; color: inherit; max-width: 960px; overflow-x: auto"
_SOFT = "opacity: 0.65"
_CELL = "text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-top: 1px solid rgba(128, 128, 128, 0.35)"
_WIDTH, _HEIGHT, _LEFT, _RIGHT = 640, 150, 28, 130

ShownView = Mapping[str, Any]
"""What Game.view returns."""


def position_html(view: ShownView, names: Mapping[int, str]) -> str:
    """A position, as Game.view tells it."""
    parts = [_head(view, names), _fight(view, names), _players(view, names), _open_cards(view)]
    return f'<div style="{_BOX}">{"".join(parts)}</div>'


def who(seat: int, names: Mapping[int, str]) -> str:
    """A player: nobody is told apart by color alone."""
    return f'<b style="color: {SEAT_COLORS[seat]}; white-space: nowrap">{SEAT_MARKS[seat]} {escape(names.get(seat, player_name(seat)))}</b>'


def _head(view: ShownView, names: Mapping[int, str]) -> str:
    said = [f"Round {view['round'] + 1}"]
    if view["over"]:
        won = " and ".join(who(p, names) for p in view["winners"])
        said.append(f"{won} won the game" if won else "the game ended without a winner")
    else:
        question = question_words(Kind[view["decision"]], view["asked"].get("moment"))
        said += [f"turn of {who(view['turn_player'], names)}", f"{who(view['decides'], names)} decides: {escape(question)}"]
    left = ", ".join(f"{n} {deck}" for deck, n in view["decks"].items())
    return f'<p style="margin: 0 0 6px">{" · ".join(said)} <span style="{_SOFT}">· {escape(left)} left</span></p>'


def _fight(view: ShownView, names: Mapping[int, str]) -> str:
    fight = view["fight"]
    if not fight or view["over"]:
        return ""
    sides = " and ".join(who(p, names) for p in (fight["main"], fight["helper"]) if p is not None)
    monsters = " and ".join(f"{escape(name)} ({strength})" for name, strength in fight["monsters"].values()) or "no monster"
    ours, theirs = fight["strength"]
    ahead = "the munchkins are winning" if fight["winning"] else "the monsters are winning"
    played = f"; played: {escape(', '.join(fight['played']))}" if fight["played"] else ""
    return (
        f'<p style="margin: 0 0 6px; padding: 6px 10px; border: 2px solid #c0503f; border-radius: 6px">{sides} against <b>{monsters}</b>: '
        f'<b style="font-size: 18px">{ours}</b> against <b style="font-size: 18px">{theirs}</b>, {ahead}; '
        f"Treasures at stake: {fight['treasures']}{played}</p>"
    )


def _players(view: ShownView, names: Mapping[int, str]) -> str:
    heads = ("", "Level", "Strength", "Is", "Wears", "Has", "Hand")
    head = "".join(f'<th style="text-align: left; font-weight: normal; padding: 0 10px 0 0; {_SOFT}">{name}</th>' for name in heads)
    rows = []
    for p, one in enumerate(view["players"]):
        cells = [who(p, names), f"<b>{one['level']}</b>", one["strength"], *_cards(one), _hand(one)]
        faded = "; opacity: 0.5" if one["dead"] else ""
        rows.append("<tr>" + "".join(f'<td style="{_CELL}{faded}">{cell}</td>' for cell in cells) + "</tr>")
    return (
        f'<table style="border-collapse: collapse; background: none"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _cards(one: ShownView) -> tuple[str, str, str]:
    """What the player is, wears, and has otherwise."""
    kinds = ("race", "class", "role", "house", "proficiency", "dual")
    table = one["table"]
    worn = [card["card"] for card in table if card["equipped"]]
    others = [card["card"] for card in table if not card["equipped"] and card["kind"] not in kinds]
    return _listed([one["sex"], *(card["card"] for card in table if card["kind"] in kinds)]), _listed(worn), _listed(others)


def _hand(one: ShownView) -> str:
    known = [card["card"] for card in one["hand"] if card["card"] is not None]
    hidden = len(one["hand"]) - len(known)
    return _listed([*known, *([f"{hidden} face down"] if hidden else [])])


def _listed(cards: Sequence[str]) -> str:
    return escape(", ".join(cards)) or f'<span style="{_SOFT}">–</span>'


def _open_cards(view: ShownView) -> str:
    return f'<p style="margin: 6px 0 0">Open cards: {_listed(view["pool"])}</p>' if view["pool"] else ""


# -------------------------------------------------------------------------------------------------- a game over time


def levels_svg(levels: Sequence[Sequence[int]], names: Mapping[int, str]) -> str:
    """The Level of each player after each action."""
    seats, last = range(len(levels[0])), max(1, len(levels) - 1)
    top = max(10, *(max(row) for row in levels))

    def at(k: int, level: float) -> tuple[float, float]:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * k / last, 8 + (_HEIGHT - 26) * (1 - level / top)

    drawn = [_grid(level, at(0, level)[1]) for level in range(0, top + 1, 5)]
    for seat, y in zip(seats, _apart([at(last, levels[-1][p])[1] for p in seats]), strict=True):
        path = " ".join(f"{x:.1f},{at(0, level)[1] + seat - 2.5:.1f}" for x, level in _corners(at, [row[seat] for row in levels]))
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{SEAT_COLORS[seat]}" stroke-width="2"/>')
        said = f"{SEAT_MARKS[seat]} {names.get(seat, player_name(seat))[:14]} {levels[-1][seat]}"
        drawn.append(f'<text x="{_WIDTH - _RIGHT + 8}" y="{y + 4:.1f}" fill="{SEAT_COLORS[seat]}" font-weight="600">{escape(said)}</text>')
    drawn.append(f'<text x="{_LEFT}" y="{_HEIGHT - 2}" fill="currentColor" opacity="0.65">{last} actions</text>')
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" style="width: 100%; max-width: {_WIDTH}px; font: 12px system-ui, sans-serif" role="img" '
        f'aria-label="The Levels of all players over the game">{"".join(drawn)}</svg>'
    )


def _grid(level: int, y: float) -> str:
    line = f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity="0.2"/>'
    return f'{line}<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor" opacity="0.65">{level}</text>'


def _corners(at: Any, levels: Sequence[int]) -> Iterator[tuple[float, int]]:
    """The steps of a line, without the points on its straight parts."""
    yield at(0, 0)[0], levels[0]
    for k, (before, after) in enumerate(pairwise(levels), 1):
        if before != after:
            yield at(k, 0)[0], before
            yield at(k, 0)[0], after
    yield at(len(levels) - 1, 0)[0], levels[-1]


def _apart(heights: Sequence[float], least: float = 15.0) -> list[float]:
    """Heights of labels, moved down where two would overlap, and up again if the last one would leave the picture."""
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    found = list(heights)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + least)
    over = max(0.0, max(found) - (_HEIGHT - 20))
    return [height - over for height in found]
