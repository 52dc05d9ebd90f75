"""Whole offers, counter-offers, trades and sales in one answer: carried out as the decisions that they consist of, or refused."""

from collections.abc import Sequence
from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.game.scenario import seat, table
from munchkin_env.text.compounds import PlannedStep
from munchkin_env.text.matching import AnswerError, Fault
from munchkin_env.text.understanding import understand


def fight(**options: Any) -> Game:
    """Player 0 loses a fight for two Treasures, and could be helped by both others."""
    made = table(
        seat(
            level=4,
            wears="Chainsaw of Bloody Dismemberment",
            carries="Boots of Butt-Kicking",
            hand=["Potion of General Studliness", "Enraged"],
        ),
        seat(level=8),
        seat(level=8),
        doors=["Bullrog"],
        **options,
    )
    made.players[0].kicks_open_the_door()
    return made.game


def play(game: Game, answer: str) -> list[str]:
    """Carry out the answer. Returns what was done."""
    found = understand(game, answer)
    done = [game.text(found.action)]
    game.apply(found.action)
    for step in found.next:
        assert isinstance(step, PlannedStep) and game.decision == step.decision
        done.append(step.text)
        game.apply(step.text)
    return done


def refused(game: Game, answer: str) -> str:
    before = game.state()
    with pytest.raises(AnswerError) as wrong:
        understand(game, answer)
    assert game.state() == before and wrong.value.fault in (Fault.ILLEGAL, Fault.AMBIGUOUS)
    return str(wrong.value)


@pytest.mark.parametrize(
    "answer",
    [
        "ask player 2 for help, offer 2 treasures, the helper picks first",
        "ACTION: I ask player 2 to help me for two of the treasures; they pick first",
        "Player 2, help me! You get 2 treasures and you pick first.",
        '{"offer": {"to": 2, "treasures": 2, "first": "helper"}}',
        '{"offer": {"to": "player 2", "treasures": 2, "first": "helper", "item": null, "promise": "nothing"}, "say": "please"}',
    ],
)
def test_a_whole_offer(answer: str) -> None:
    game = fight()
    done = play(game, answer)
    assert done[:4] == ["ask for help", "ask player 2 for help", "offer 2 treasures", "the helper picks first"]
    assert done[4:] == ["offer no item", "promise no card", "send the offer"]
    assert (game.decision, game.seat) == ("ANSWER_HELP", 2)
    assert (game.record.offer.treasures, game.record.offer.helper_first) == (2, 1)


def test_an_offer_with_an_item_and_a_card() -> None:
    game = fight()
    done = play(
        game,
        "I ask player 1 for help: 1 treasure, I pick first, my Boots of Butt-Kicking and I promise to play Potion of General Studliness",
    )
    assert done[2:] == [
        "offer 1 treasure", "the one who is helped picks first", "offer Boots of Butt-Kicking",
        "promise to play Potion of General Studliness on player 1", "send the offer",
    ]  # fmt: skip
    structured = fight()
    offer = '"to": 1, "treasures": 1, "first": "main", "item": "boots of butt-kicking", "promise": "potion of general studliness"'
    assert play(structured, f'{{"offer": {{{offer}}}}}') == done and structured.state() == game.state()


def test_what_an_offer_leaves_open_is_asked() -> None:
    game = fight()
    assert play(game, "ask player 2 for help") == ["ask for help", "ask player 2 for help"]
    assert game.decision == "OFFER_TREASURES" and game.seat == 0
    assert play(game, "2 treasures for player 2") == ["offer 2 treasures"]
    assert game.decision == "OFFER_ORDER"
    assert play(game, "2 treasures, the helper picks first")[-1] == "send the offer"


@pytest.mark.parametrize(
    "answer",
    [
        "player 2 could help for 2 treasures",
        "I have thought about it for a while.\nplayer 2 would perhaps help me for 2 treasures",
        "I have thought about it for a while.\nwith help by player 2 for 2 treasures this can be won",
        "They say that player 2 wants 2 treasures",
    ],
)
def test_a_thought_about_an_offer_is_no_offer(answer: str) -> None:
    with pytest.raises(AnswerError):
        understand(fight(), answer)


def test_whom_an_offer_asks_first_is_not_who_picks_first() -> None:
    game = fight()
    assert play(game, "ask player 2 first for help, 2 treasures")[-1] == "offer 2 treasures"
    assert game.decision == "OFFER_ORDER"
    assert "the helper picks first" in play(fight(), "ask player 2 for help, 2 treasures, player 2 first")


def test_an_offer_promises_and_adds_only_what_it_says() -> None:
    plain = play(fight(), "ask player 2 for help, 1 treasure, I pick first")
    assert plain[-3:] == ["offer no item", "promise no card", "send the offer"]
    for more in ("in spite of my Boots of Butt-Kicking", "against Boots of Butt-Kicking", "despite Chainsaw of Bloody Dismemberment"):
        assert play(fight(), f"ask player 2 for help, 1 treasure, I pick first {more}") == plain
    assert (
        play(fight(), "ask player 2 for help, 1 treasure, I pick first, and my Boots of Butt-Kicking")[-3] == "offer Boots of Butt-Kicking"
    )
    assert "separate several actions by semicolons" in refused(fight(), "I play Enraged and ask player 2 for help, 1 treasure")
    assert play(elf(), "ACTION: as an Elf I ask player 1 for help, Elf, 1 treasure, I pick first")[-3] == "offer no item"


def elf() -> Game:
    made = table(seat(level=1, races="Elf"), seat(level=8), doors=["Bullrog"])
    made.players[0].kicks_open_the_door()
    return made.game


def test_all_treasures_need_no_order() -> None:
    for answer in ("ask player 1 for help for all treasures", "offer player 1 all treasures for help"):
        done = play(fight(), answer)
        assert done[2:] == ["offer all treasures", "offer no item", "promise no card", "send the offer"]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("ask player 0 for help for 2 treasures", "the others are player 1, player 2"),
        ("ask player 7 for help for 2 treasures", "the others are player 1, player 2"),
        ("ask player 1 or player 2 for help", "goes to one player"),
        ("ask player 1 for help for 6 treasures", "at that point you could: offer all treasures; offer no treasures"),
        ('{"offer": {"to": 1, "treasures": 1, "first": "main", "item": "Wizard"}}', "is not possible now"),
        ('{"trade": {"with": 1, "give": "Boots of Butt-Kicking"}}', "a trade is not possible now"),
        ('{"sell": ["Boots of Butt-Kicking"]}', "a sale is not possible now"),
        ('{"counter": {"treasures": 1}}', "another price for help is not possible now"),
    ],
)
def test_an_offer_that_cannot_be_made_is_not_begun(answer: str, says: str) -> None:
    assert says in refused(fight(), answer)


@pytest.mark.parametrize(
    "answer",
    ['{"offer": {"to": [1]}}', '{"offer": {"to": true}}', '{"offer": {"to": 1, "treasures": "many"}}', '{"offer": {"treasures": 99}}',
     '{"offer": {"first": "you"}}', '{"offer": {"item": 5}}', '{"sell": [5]}', '{"counter": {}}',
     '{"trade": {"with": 1, "gives": "Wizard"}}'],
)  # fmt: skip
def test_odd_parts_of_a_compound_are_refused(answer: str) -> None:
    with pytest.raises(AnswerError, match=r"must be|needs|has no \"gives\"; it may have with, give, want$") as wrong:
        understand(fight(), answer)
    assert wrong.value.fault == Fault.UNREADABLE


# ------------------------------------------------------------------------------------------------------- the answer


def asked(**options: Any) -> Game:
    """Player 2 is asked to help for one Treasure, with the second pick."""
    game = fight(**options)
    play(game, "ask player 2 for help for 1 treasure and I pick first")
    return game


def test_another_price_is_named_in_one_answer() -> None:
    game = asked(counter_offers=True)
    assert play(game, "I help you for 2 treasures and I pick first") == ["ask for 2 treasures instead", "the helper picks first"]
    assert (game.decision, game.seat, game.record.offer.treasures, game.record.offer.helper_first) == ("ANSWER_COUNTER", 0, 2, 1)
    other = asked(counter_offers=True)
    play(other, '{"counter": {"treasures": 2, "first": "helper"}}')
    assert other.state() == game.state()
    assert play(asked(counter_offers=True), "I help for all treasures") == ["ask for all treasures instead"]


@pytest.mark.parametrize(
    "answer",
    [
        "I help for 1 treasure",
        "1 treasure and you pick first: deal",
        "yes please",
        "help",
        "Yes, I'll help!",
        "OK, deal.",
        "certainly, I accept",
        "I accept player 0's offer",
        "accept because they need it",
        '{"counter": {"treasures": 1}}',
    ],
)
def test_the_terms_of_the_offer_are_accepted(answer: str) -> None:
    assert play(asked(), answer) == ["accept"] == play(asked(counter_offers=True), answer)


def test_other_terms_are_refused_where_they_cannot_be_named() -> None:
    assert "cannot be named here; you may: accept; refuse" in refused(asked(), "I help you for 2 treasures and I pick first")
    assert "cannot be named here" in refused(asked(), "I help for 1 treasure but I pick first")


@pytest.mark.parametrize(
    "answer",
    [
        "I help nobody",
        "deal is bad",
        "help is too expensive",
        "Sure, that would hand them the game.",
        "accept is bad",
        "No reason to refuse",
        "They offer me 1 treasure and they pick first.",
        "no treasures, no help",
        "Nobody helps for 1 treasure",
        "1 treasure? A joke",
        "1 treasure is a joke",
        "I could help for 1 treasure",
    ],
)
def test_a_thought_about_a_deal_is_no_answer(answer: str) -> None:
    for game in (asked(), asked(counter_offers=True)):
        with pytest.raises(AnswerError):
            understand(game, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "no",
        "refuse",
        "I refuse.",
        "no deal",
        "decline",
        "No way",
        "I refuse to help for 1 treasure",
        "no, I won't",
        "no, 1 treasure is a joke",
        "Decline: too risky.",
    ],
)
def test_a_refusal_is_no_price(answer: str) -> None:
    assert play(asked(counter_offers=True), answer) == ["refuse"]


def test_what_is_refused_is_not_accepted() -> None:
    for answer in (
        "accept, but I want the first pick",
        "yes, if I pick first",
        "I won't help for 1 treasure",
        "I would not help you for 1 treasure",
        "1 treasure is too little",
    ):
        with pytest.raises(AnswerError):
            understand(asked(), answer)


# -------------------------------------------------------------------------------------------------- trades and sales


def market() -> Game:
    """Player 0 arranges cards and could trade with player 1, who carries two Items."""
    hand: Sequence[str] = ["Spiky Knees", "Sneaky Bastard Sword", "Leather Armor"]
    carries = ["Buckler of Swashing", "Sandals of Protection"]
    return table(seat(level=3, carries="Helm of Courage", hand=hand), seat(carries=carries), seat()).game


@pytest.mark.parametrize(
    "answer",
    [
        "trade with player 1: Helm of Courage for Sandals of Protection",
        "trade my Helm of Courage with player 1 for their sandals of protection",
        "I swap Helm of Courage for Sandals of Protection with player 1",
        '{"trade": {"with": 1, "give": "Helm of Courage", "want": "Sandals of Protection"}}',
    ],
)
def test_a_whole_trade(answer: str) -> None:
    game = market()
    assert play(game, answer) == ["trade", "trade with player 1", "give Helm of Courage", "want Sandals of Protection", "send the offer"]
    assert (game.decision, game.seat) == ("ANSWER_TRADE", 1)


def test_names_that_hold_words_of_trades() -> None:
    """And, for, with, no, commas."""
    hand = ["Limburger and Anchovy Sandwich", "Sneaky Bastard Sword"]
    rich = table(seat(level=3, carries="Helm of Courage", hand=hand), seat()).game
    done = play(rich, f"sell {hand[0]}, {hand[1]} and Helm of Courage")
    assert done == ["sell items", f"sell {hand[0]}", f"sell {hand[1]}", "sell Helm of Courage", "close the sale"]
    remote = table(seat(level=3, carries="Remote for Everything"), seat(carries="Tractor-Beam Backpack"), seat(), sets=("star",))
    done = play(remote.game, "trade with player 1: my Remote for Everything for Tractor-Beam Backpack")
    assert done[2:4] == ["give Remote for Everything", "want Tractor-Beam Backpack"]


def test_a_gift() -> None:
    done = play(market(), "give my Helm of Courage to player 1")
    assert done == ["trade", "trade with player 1", "give Helm of Courage", "want nothing", "send the offer"]
    assert "is not possible now" in refused(market(), '{"trade": {"with": 2, "give": "Helm of Courage", "want": "Sandals of Protection"}}')


def test_a_whole_sale() -> None:
    game = market()
    level, items = game.levels[0], ["Helm of Courage", "Spiky Knees", "Sneaky Bastard Sword", "Leather Armor"]
    done = play(game, f"sell {', '.join(items[:3])} and {items[3]}")
    assert done == ["sell items", *(f"sell {name}" for name in items), "close the sale"]
    assert game.levels[0] == level + 1
    assert "at that point you could" in refused(market(), '{"sell": ["Spiky Knees"]}')
    assert "is not possible now" in refused(market(), '{"sell": ["Wizard"]}')
