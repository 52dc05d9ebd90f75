"""`munchkin cards`."""

import argparse
import difflib
from collections.abc import Sequence
from typing import Any

from .arguments import SHEETS, add_sets, sets
from .exits import DONE, fail, misunderstood

PURPOSE = "list the cards, or describe one"
ABOUT = "Each text is generated from the card's data: it says what the game does."
EXAMPLES = """\
  munchkin cards Net Troll                     # one card
  munchkin cards --set star --kind monster     # all monsters of a set
  munchkin cards --set my_set.json             # cards of your own (docs/adding_cards.md)"""
MARKS = {"mixed": "°", "memory": "?", "invented": "*"}
SURENESS = {
    "mixed": "some numbers are not from the box",
    "memory": "numbers are from memory",
    "invented": "numbers were invented by this project",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", metavar="NAME", help="a card, or part of its name; without one, all cards are listed")
    parser.add_argument("--kind", metavar="KIND", help="only cards of that kind: monster, curse, item, …")
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    from munchkin_env.cards.loader import load

    chosen = sets(given)
    cards = load(chosen).cards
    kinds = sorted({card.kind.name.lower() for card in cards})
    if given.kind is not None and given.kind not in kinds:
        return misunderstood(f"--kind {given.kind}: must be one of {', '.join(kinds)}")
    wanted = " ".join(given.name).lower()
    found = [card for card in cards if wanted in card.name.lower() and given.kind in (None, card.kind.name.lower())]
    exact = [card for card in found if card.name.lower() == wanted]
    if not found:
        return fail(f"no card of {', '.join(chosen)} is called {wanted!r}{_elsewhere(wanted, chosen)}")
    if wanted:
        _describe(exact or found)
    else:
        _list(found)
    return DONE


def _elsewhere(wanted: str, chosen: Sequence[str]) -> str:
    """Sets that have such a card; otherwise similar names."""
    from munchkin_env.cards.loader import load

    names = {name: [card.name for card in load([name]).cards] for name in SHEETS}
    there = [name for name in SHEETS if name not in chosen and any(wanted in card.lower() for card in names[name])]
    if there:
        return f"; try --set {' or --set '.join(there)}"
    lower = {card.lower(): card for cards in names.values() for card in cards}
    near = difflib.get_close_matches(wanted, lower, 3)
    return f"; did you mean {', '.join(lower[one] for one in near)}?" if near else ""


def _describe(cards: Sequence[Any]) -> None:
    from rich.console import Console
    from rich.markup import escape

    from munchkin_env.cards.describe import describe

    console = Console(highlight=False)
    for card in cards:
        doubt = f" [yellow]{SURENESS[card.numbers_from]}[/]" if card.numbers_from in SURENESS else ""
        copies = f", {card.count} copies" if card.count > 1 else ""
        console.print(
            f"[bold]{escape(card.name)}[/] ({escape(card.set)}, {card.kind.name.lower()}, {card.deck.name.lower()}{copies}){doubt}"
        )
        console.print(describe(card), markup=False)


def _list(cards: Sequence[Any]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from munchkin_env.cards.describe import describe

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, right in (("card", False), ("kind", False), ("copies", True), ("what it does", False)):
        table.add_column(name, justify="right" if right else "left", no_wrap=name == "kind")
    for card in cards:
        table.add_row(escape(card.name) + MARKS.get(card.numbers_from, ""), card.kind.name.lower(), str(card.count), escape(describe(card)))
    Console(highlight=False).print(table)
    print(f"{len(cards)} different cards, {sum(card.count for card in cards)} in the box")
    for sort, mark in MARKS.items():
        if n := sum(card.numbers_from == sort for card in cards):
            print(f"{mark} {SURENESS[sort]}: {n}")
    if any(card.numbers_from in MARKS for card in cards):
        print("If you own the box, you can correct them in one file: docs/adding_cards.md, Numbers of your own box")
