"""The texts of `describe`, and that docs/adding_cards.md matches the code."""

import json
import re
from pathlib import Path

import pytest

from munchkin_env.cards.describe import PHRASES, describe
from munchkin_env.cards.loader import CardInfo, load
from munchkin_env.cards.op_forms import OPS
from munchkin_env.cards.reference import up_to_date, vocabulary_tables

TINY = Path(__file__).with_name("tiny.json")
PAGE = Path(__file__).parents[2] / "docs" / "adding_cards.md"
CARDS = {card.id: card for card in (*load(["deluxe"]).cards, *load([TINY]).cards)}


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_every_card_is_described_in_words(card: CardInfo) -> None:
    text = describe(card)
    assert text.endswith(".")
    assert not re.search(r"[a-z0-9]_|[{}\[\]]|None|  |\.\.|, ,|you (has|is|gets|loses)\b", text), text
    if card.effects:
        assert len(text) > len(card.kind.name) + 10


def test_every_op_has_a_phrase() -> None:
    assert PHRASES.keys() == OPS.keys()


SAID = {
    "net_troll": "Monster, Level 10, 3 Treasures. "
    "Bad Stuff: each player with the highest Level takes one Item in play from you, chosen by the taker.",
    "squidzilla": "Monster, Level 18, 4 Treasures, 2 levels. Each fighter who is an Elf has −4 in combat. "
    "Each fighter who is of Level 4 or lower and who is not an Elf escapes it without a roll. Bad Stuff: you die.",
    "mithril_armor": "Item, +3, Armor, Big, 600 Gold Pieces. Not for a character who is a Wizard.",
    "enraged": "Monster enhancer. Play it in any fight: a monster of your choice gets +5 and +1 Treasure.",
    "halfling": "Race. Sell – while you sell Items: 1 Item in this sale counts 2 times its value (once per turn of yours). "
    "Second try – after your Run Away roll failed, discarding one card from hand or table: "
    "you roll again to Run Away (once per roll).",
}


@pytest.mark.parametrize("card", SAID)
def test_what_is_said(card: str) -> None:
    assert describe(CARDS[card]) == SAID[card]


# ------------------------------------------------------------------------------------------ docs/adding_cards.md


def code_blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_tables_of_the_page_are_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- table: (\w+) -->", page)) == vocabulary_tables().keys()
    assert up_to_date(page) == page, "run: python -m munchkin_env.cards.reference docs/adding_cards.md"


def test_the_example_of_the_page_is_the_one_of_the_tests() -> None:
    example, _ = code_blocks("json")
    assert json.loads(example) == json.loads(TINY.read_text(encoding="utf-8"))
