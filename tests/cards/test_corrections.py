"""Owners of a box can correct the numbers of a set in one file."""

import json
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cards.loader import CardInfo, CardSet, load
from munchkin_env.cards.values import CardSetError
from munchkin_env.cli.main import main
from munchkin_env.game.scenario import seat, table


def correction(folder: Path, cards: Any, **head: Any) -> Path:
    file = folder / "my_star.json"
    file.write_text(json.dumps({"corrects": "star", "format": 1, "cards": cards} | head), encoding="utf-8")
    return file


def card_of(cards: CardSet, card_id: str) -> CardInfo:
    return next(card for card in cards.cards if card.id == card_id)


def test_numbers_are_put_right(tmp_path: Path) -> None:
    mine = correction(tmp_path, {"vibrosword": {"bonus": 4, "gold": 600}, "laser": {"count": 3}, "raser": None})
    cards = load(["star", mine])
    assert cards.sets == ("star",) and cards.hash != load(["star"]).hash
    sword = card_of(cards, "vibrosword")
    assert (sword.data["bonus"], sword.gold, sword.numbers_from) == (4, 600, "sourced")
    assert card_of(cards, "laser").count == 3 and "raser" not in [card.id for card in cards.cards]
    assert int(cards.tables["cards"][0]) == 168 and card_of(load(["star"]), "vibrosword").gold == 400
    game = table(seat(wears="Vibrosword"), seat(), sets=["star", mine])
    assert game[0].strength == 5


def test_the_order_of_the_files_does_not_matter_and_other_sets_stay(tmp_path: Path) -> None:
    mine = correction(tmp_path, {"vibrosword": {"gold": 700, "numbers_from": "memory"}})
    cards = load([mine, "deluxe", "star"])
    assert cards.sets == ("deluxe", "star") and card_of(cards, "vibrosword").numbers_from == "memory"


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ({"vibroswort": {"gold": 600}}, r"card 'vibroswort': 'vibroswort' is not the id of a card of star; allowed: vibrosword"),
        ({"vibrosword": {"gold": 650}}, r"my_star\.json: card 'vibrosword', gold: .*650"),
        ({"vibrosword": {"level": 3}}, r"my_star\.json: card 'vibrosword', level: unknown key 'level'"),
        ({"vibrosword": {"deck": "door"}}, r"card 'vibrosword', deck: deck cannot be corrected"),
        ({"vibrosword": {}}, r"card 'vibrosword': \{\} changes nothing"),
        ({"laser": {"count": 3}}, r"my_star\.json: treasures: the set says 74, but its cards add up to 75"),
        ({"janibot": {"effects": []}}, r"card 'janibot', effects: a monster needs exactly one bad_stuff"),
        ({}, r"cards: a correction needs cards by id"),
    ],
)
def test_what_is_wrong_in_a_correction_is_said(tmp_path: Path, cards: Any, problem: str) -> None:
    with pytest.raises(CardSetError, match=problem):
        load(["star", correction(tmp_path, cards)])


def test_a_correction_needs_its_set_and_comes_alone(tmp_path: Path) -> None:
    mine = correction(tmp_path, {"vibrosword": {"gold": 600}})
    with pytest.raises(CardSetError, match="'star' is not one of the sets loaded with it; allowed: deluxe"):
        load(["deluxe", mine])
    other = tmp_path / "other.json"
    other.write_text(mine.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(CardSetError, match="'star' is already corrected by another file"):
        load(["star", mine, other])
    with pytest.raises(CardSetError, match="format"):
        load(["star", correction(tmp_path, {"vibrosword": {"gold": 600}}, format=2)])


def test_the_list_marks_numbers_that_are_not_from_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--set", "star"]) == 0
    told = capsys.readouterr().out
    assert "Vibrosword*" in told and "Dazer°" in told and "Bobaser*" not in told
    assert "* numbers were invented by this project: 48" in told
    assert "° some numbers are not from the box: 22" in told
    assert main(["cards", "Vibrosword", "--set", "star"]) == 0
    assert "invented by this project" in capsys.readouterr().out
    assert main(["cards"]) == 0
    assert "invented" not in capsys.readouterr().out


def test_rules_of_one_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "LASER-01", "BIG-01", "--set", "star"]) == 0
    told = capsys.readouterr()
    assert "LASER-01" in told.out and "BIG-01" not in told.out and "BIG-01 does not concern that set" in told.err
    assert main(["rules", "--set", "mars"]) == 2
