"""Prompts in fewer words: nothing that they told before is lost."""

import random
import re

from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import load
from munchkin_env.game.game import Game
from munchkin_env.game.render import Picture
from munchkin_env.game.scenario import seat, table
from munchkin_env.lab.prompts import prompts
from munchkin_env.text.brevity import ShortPicture, folded, grouped
from munchkin_env.text.prompting import prompt
from munchkin_env.text.scripted import listed_actions
from munchkin_env.text.telling import Numbered
from tests.play import ALL_FOUR


def shown(picture: Picture) -> list[str]:
    return [line.text.strip() for line in picture.table() if line.text]


def test_cards_of_a_kind_are_named_together() -> None:
    game = table(
        seat(hand=["Magic Missile", "Enraged", "Sleep Potion", "Leather Armor", "Elf"]),
        seat(),
    ).game
    hand = next(line for line in shown(ShortPicture.of(game, 0, width=999)) if line.startswith("hand 5/5"))
    assert hand.endswith("Enraged (monster enhancer), Leather Armor (+1 armor), Elf (race); one-shots: Magic Missile, Sleep Potion")


def test_a_kind_that_the_text_of_the_card_tells_is_not_told_twice() -> None:
    game = table(seat(hand=["Magic Missile", "Leather Armor"]), seat()).game
    usual = Picture.of(game, 0)
    short = ShortPicture(usual.view, usual.cards, explained=frozenset(["Magic Missile", "Leather Armor"]))
    assert usual.known("Magic Missile") == "Magic Missile (one-shot)" and short.known("Magic Missile") == "Magic Missile"
    assert short.known("Leather Armor") == usual.known("Leather Armor") == "Leather Armor (+1 armor)"  # numbers stay


def test_every_card_of_the_position_is_named_as_often_as_in_the_terminal() -> None:
    """In positions of random games of all cards."""
    choice, compared = random.Random(3), 0
    game = Game(4, ALL_FOUR, seed=8)
    while not game.over and compared < 150:
        usual = "\n".join(shown(Picture.of(game, game.seat, width=999)))
        short = "\n".join(shown(ShortPicture.of(game, game.seat, width=999)))
        for name in {card["card"] for one in game.view(game.seat)["players"] for card in (*one["hand"], *one["table"])} - {None}:
            assert short.count(name) == usual.count(name), name
        compared += 1
        for _ in range(5):
            if not game.over:
                game.apply(choice.choice(game.legal()))
    assert compared == 150


def test_a_sentence_that_another_card_has_is_told_once() -> None:
    same = "Sacrifice – in a lost fight, discarding this card: you escape."
    assert list(folded({"A": f"Ally, +2. {same}", "B": f"Ally. {same}"})) == [f"A: Ally, +2. {same}", "B: Ally. Sacrifice: as A."]


def test_cards_with_the_same_text_share_it() -> None:
    assert list(folded({"A": "Play it.", "B": "Item.", "C": "Play it."})) == ["A, C: Play it.", "B: Item."]


def test_a_sentence_is_not_referred_to_by_a_beginning_that_means_two() -> None:
    twice = "In any fight, if you win: you draw two more Treasures. In any fight, if you lose: you draw no more Treasures at all."
    assert list(folded({"A": twice, "B": f"Item. {twice}"}))[1] == f"B: Item. {twice}"


def test_references_lead_to_the_same_texts() -> None:
    """Of all cards at once: with the sentences in their places, the lines are the texts."""
    texts = {card.name: describe(card) for card in load(ALL_FOUR).cards}
    names, referred = "|".join(sorted(map(re.escape, texts), key=len, reverse=True)), 0

    def sentence(found: re.Match[str]) -> str:
        nonlocal referred
        referred += 1
        return next(one for one in re.split(r"(?<=\.) (?=[A-Z])", texts[found[2]]) if one.startswith(found[1]))

    for line, text in zip(folded(texts), dict.fromkeys(texts.values()), strict=True):
        sharing = ", ".join(name for name in texts if texts[name] == text)
        assert re.sub(rf"(?<=\. )([^.]+): as ({names})\.", sentence, line.removeprefix(f"{sharing}: ")) == text
    assert referred > 30


def test_what_actions_have_in_common_is_said_once() -> None:
    texts = [
        "pass on",
        "turn Helm sideways",
        "play X",
        "turn Boots sideways",
        "turn Helm sideways (2)",
        "look for trouble with Y",
        "play Z",
    ]
    assert list(grouped([Numbered(number, text) for number, text in enumerate(texts, 1)])) == [
        "pass: 1 on",
        "turn … sideways: 2 Helm; 4 Boots",
        "play: 3 X; 7 Z",
        "turn: 5 Helm sideways (2)",
        "look: 6 for trouble with Y",
    ]


def test_a_reader_finds_all_actions_again() -> None:
    game = table(
        seat(
            wears=["Helm of Courage", "Boots of Butt-Kicking", "Leather Armor"],
            hand=["Magic Missile", "Elf", "Warrior", "Cheat!", "Net Troll", "Mr. Bones", "Enraged"],
        ),
        seat(),
    ).game
    grouped_once = False
    for _ in range(30):
        assert dict(listed_actions(prompt(game))) == {text: number for number, text in enumerate(game.texts(), 1)}
        grouped_once |= "turn … sideways: " in prompt(game)
        game.apply(game.legal()[0])
    assert grouped_once


def test_a_reader_finds_all_actions_of_any_prompt() -> None:
    for (_, text), _ in zip(prompts(ALL_FOUR, 4, 3), range(80), strict=False):
        actions = dict(listed_actions(text))
        assert sorted(actions.values()) == list(range(1, len(actions) + 1)) and not any("…" in one for one in actions)
