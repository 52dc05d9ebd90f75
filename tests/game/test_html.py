"""Positions and games in notebooks: HTML without script, in which texts stay texts, and which suits light and dark pages."""

import re
from html.parser import HTMLParser

import pytest

from munchkin_env.game.drawing import FRAME_HEIGHT, FRAME_WIDTH, draw_position
from munchkin_env.game.html import levels_svg, position_html
from munchkin_env.game.scenario import seat, table
from munchkin_env.lab.arena.notebook import Share, shares_html
from tests.envs.positions import positions
from tests.play import EACH_AND_ALL
from tests.web.games import HOSTILE, bots_game

EMPTY = {"line", "rect", "polyline", "hr"}


class Elements(HTMLParser):
    """Checks that elements are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text = ""
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("href", "src")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - as it is in HTMLParser
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(page: str) -> Elements:
    found = Elements(page)
    assert not {"script", "style", "img", "link", "iframe"} & found.seen
    assert not re.search(r"background(-color)?: *#|color: *(#fff|#000|white|black)", page), "a fixed background suits only one theme"
    return found


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_every_position_can_be_shown(sets: tuple[str, ...]) -> None:
    n = 0
    for game in positions(2, seed=8, chance=0.0, sets=sets):
        n += 1
        view = game.view(None, everything=True)
        text = checked(game._repr_html_()).text
        assert all(card["card"] in text for one in view["players"] for card in (*one["hand"], *one["table"]))
        if view["fight"] and not game.over:
            assert f"{view['fight']['strength'][0]} against {view['fight']['strength'][1]}" in text
        assert draw_position(view).shape == (FRAME_HEIGHT, FRAME_WIDTH, 3)
    assert n > 5


def test_hands_that_the_view_hides_are_counted() -> None:
    game = table(seat(hand="Magic Missile"), seat(hand="Enraged, Elf")).game
    text = checked(position_html(game.view(0), {})).text
    assert "Magic Missile" in text and "Enraged" not in text and "2 face down" in text


def test_a_table_is_shown_with_its_names() -> None:
    game = table(seat(level=4, name="Aric"), seat(level=2, name="Suzan"))
    assert {"Aric", "Suzan"} <= set(re.findall(r"[A-Z][a-z]+", checked(game._repr_html_()).text))


def test_names_of_strangers_are_only_shown() -> None:
    page = bots_game(names=HOSTILE)._repr_html_()
    assert all(name[:14] in checked(page).text for name in HOSTILE)


def test_a_replay_shows_the_levels_over_the_game() -> None:
    replay = bots_game()
    page = replay._repr_html_()
    assert page.count("<polyline") == 3 and f"{len(replay.actions)} actions" in page
    rows = [[1, 1], [1, 3], [2, 3], [2, 3]]
    first, second = re.findall(r'points="([^"]+)"', levels_svg(rows, {}))
    assert len(first.split()) == 4 and len(second.split()) == 4, "the start, two corners and the end"
    heights = [float(point.split(",")[1]) for point in second.split()]
    assert heights[0] > heights[-1], "a higher Level is higher"


def test_labels_of_equal_levels_lie_apart() -> None:
    labels = [float(y) for y in re.findall(r'<text x="518" y="([\d.]+)"', levels_svg([[1] * 6, [9] * 6], {}))]
    assert len(labels) == 6 and min(b - a for a, b in zip(sorted(labels), sorted(labels)[1:], strict=False)) >= 15


def test_shares_are_shown_with_their_intervals() -> None:
    shares = [Share("a & b", 40, 0.5, 0.4, 0.6), Share("new", 0, float("nan"), 0.0, 1.0)]
    page = shares_html(shares, 0.25, "said")
    text = checked(page).text
    assert "1. a & b" in text and "50.0 % [40.0, 60.0]" in text and "2. new" in text and page.count("<svg") == 1
