"""Cards with exchanged names: the same game, told with other words."""

import random
import re
from collections.abc import Mapping

import pytest

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import CardSet, load
from munchkin_env.cards.schema import IDENTITIES
from munchkin_env.cards.wording import title
from munchkin_env.cli import main as cli
from munchkin_env.game.game import Game
from munchkin_env.text.disguise import disguised
from munchkin_env.text.playing import play_in_words
from munchkin_env.text.prompting import prompt
from munchkin_env.text.scripted import ScriptedReader
from munchkin_env.text.table import TextTable
from tests.play import ALL_FOUR, EACH_AND_ALL


def names(cards: CardSet) -> list[str]:
    return [card.name for card in cards.cards]


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_names_are_exchanged_among_cards_of_a_kind(sets: tuple[str, ...]) -> None:
    cards = load(sets)
    other = disguised(cards, 1)
    assert other.hash == cards.hash and other.tables is cards.tables and set(names(other)) == set(names(cards))
    kinds: dict[str, set[tuple[object, object]]] = {}
    for card in cards.cards:
        kinds.setdefault(card.name, set()).add((card.kind, card.deck))
    assert all((card.kind, card.deck) in kinds[card.name] for card in other.cards)
    kept = [card.name for card, same in zip(other.cards, cards.cards, strict=True) if card.name == same.name]
    assert len(kept) < 0.08 * len(cards.cards), kept
    assert names(disguised(cards, 1)) == names(other) != names(disguised(cards, 2))


def words_for_origins(text: str, titles: Mapping[str, str]) -> set[str]:
    return {identifier for identifier, name in titles.items() if re.search(rf"\b{re.escape(name)}\b", text)}


@pytest.mark.parametrize("sets", [(name,) for name in ALL_FOUR], ids="+".join)
def test_texts_follow_the_names(sets: tuple[str, ...]) -> None:
    """A card that speaks of Elves speaks of what the card Elf is called now."""
    cards = load(sets)
    other = disguised(cards, 5)
    origins: dict[str, CardInfo] = {card.id: card for card in cards.cards if card.kind in IDENTITIES}
    now_called = {card.id: next(one.id for one in cards.cards if one.name == card.name) for card in other.cards}
    titles = {identifier: title(identifier) for identifier in origins}
    compared = 0
    for card, same in zip(other.cards, cards.cards, strict=True):
        spoken_of = words_for_origins(describe(same), titles)
        compared += bool(spoken_of)
        assert {now_called[one] for one in spoken_of} == words_for_origins(describe(card), titles), same.name
    assert compared > 10


def test_abilities_are_exchanged_too() -> None:
    cards = load(("deluxe",))
    other = disguised(cards, 3)
    assert sorted(other.effects) == sorted(cards.effects) and other.effects != cards.effects
    told = [describe(card) for card in other.cards if card.kind in IDENTITIES]
    assert told != [describe(card) for card in cards.cards if card.kind in IDENTITIES]


def test_what_counts_names_stays_true() -> None:
    """Western: Items with "bow" in the name count for one Class."""
    cards = load(("western",))
    other = disguised(cards, 9)
    changed = [(card, same) for card, same in zip(other.cards, cards.cards, strict=True) if "bow" in same.name.lower()]
    assert len(changed) > 1 and all("bow" in card.name.lower() for card, _ in changed)


def test_the_game_is_the_same_with_other_words() -> None:
    game = Game(3, seed=4, win_level=4, max_rounds=3, log=True)
    cards, choice, different = disguised(game.cards, 1), random.Random(1), 0
    while not game.over:
        shown = game.called(cards)
        assert shown.legal() == game.legal() and shown.state() == game.state()
        different += prompt(shown) != prompt(game)
        game.apply(choice.choice(game.legal()))
    assert different > 50
    with pytest.raises(ValueError, match="these are other cards"):
        game.called(load(("star",)))


@pytest.mark.parametrize("sets", [(name,) for name in ALL_FOUR], ids="+".join)
def test_whole_games_are_played_in_other_words(sets: tuple[str, ...]) -> None:
    table = TextTable(Game(3, sets, 6, win_level=4, max_rounds=8), obfuscate=2)
    assert table.rules() != TextTable(Game(3, sets, 6)).rules()
    play_in_words(table, {p: ScriptedReader(p) for p in range(3)}, lambda one: one.game.legal()[0])
    assert table.game.over and all(one.tally.given_up == 0 and one.tally.unreadable == 0 for one in table.seats.values())


def test_prompts_name_no_card_by_its_real_name_only() -> None:
    """What is told is what the disguised game is called everywhere: view, actions, events, data."""
    table = TextTable(Game(3, seed=6), obfuscate=2)
    while table.game.decision != "SETUP":
        table.answer("1")
    me = table.game.seat
    held = [card["card"] for card in table.shown.view(me)["players"][me]["hand"]]
    real = [card["card"] for card in table.game.view(me)["players"][me]["hand"]]
    said = table.prompt()
    assert all(name in said for name in held) and not any(name in said for name in set(real) - set(held))
    assert [one["text"] for one in table.data()["view"]["actions"]] == list(table.shown.texts())


def test_the_command_shows_prompts_in_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for more in ((), ("--obfuscate", "3"), ("--obfuscate", "3")):
        assert cli.main(["text", "--decision", "12", *more]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] != shown[1] == shown[2] and shown[0].splitlines()[0] == shown[1].splitlines()[0]


def test_measured_prompts_have_other_names_too(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for names in ([], ["--obfuscate", "7"]):
        assert cli.main(["text", "--players", "2", "--seed", "3", "--measure", "30", *names]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] != shown[1]
