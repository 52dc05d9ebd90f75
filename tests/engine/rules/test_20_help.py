"""HELP: requests, offers, answers, deals and how they are kept. Forced help and what helpers may do: test_20_helpers.py."""

from typing import Literal

import pytest

from munchkin_env.game.scenario import seat, table
from tests.play import pass_until
from tests.rule import rule


@rule("HELP-01", "HELP-09")
def test_who_is_losing_may_ask_anybody_and_after_a_refusal_another() -> None:
    game = table(seat(level=1), seat(level=1), seat(level=1), seat(level=1), doors=["Harpies"])
    aric, suzan, otto, uwe = game
    aric.kicks_open_the_door()
    aric.does("ask for help")
    assert aric.choices == ["ask player 1 for help", "ask player 2 for help", "ask player 3 for help"]
    aric.asks(otto)
    assert otto.choices == ["accept", "refuse"]
    otto.refuses()
    assert otto.level == 1 and game.helper is None and game.waits_for(aric)
    aric.does("ask for help")
    assert aric.choices == ["ask player 1 for help", "ask player 3 for help"], "not the same player again, as long as nothing has changed"
    aric.asks(uwe)
    uwe.refuses()
    aric.asks(suzan)
    suzan.refuses()
    assert "LOSES_FIGHT" in game.happened, "all have refused, and they have nothing else to do"


@rule("HELP-01")
def test_help_is_for_those_who_are_not_winning() -> None:
    game = table(seat(level=1, hand="Sleep Potion, Baby"), seat(), doors=["Pit Bull"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.may("ask for help")
    aric.plays("Sleep Potion", on="munchkins")
    assert game.strength == (3, 2) and not aric.may("ask for help")

    game = table(seat(level=3, hand="Baby"), seat(), doors=["Pit Bull"], ask_only_when_losing=False)
    game[0].kicks_open_the_door()
    assert game[0].may("ask for help")


@rule("HELP-01")
def test_only_the_one_whose_fight_it_is_asks_and_nobody_asks_the_dead() -> None:
    game = table(seat(level=1, hand="Baby"), seat(hand="Enraged"), seat(dead=True), doors=["Harpies"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.does("ask for help")
    assert aric.choices == ["ask player 1 for help"]
    aric.asks(suzan)
    suzan.refuses()
    aric.passes()
    assert suzan.choices == ["pass", "play Enraged"]


@rule("HELP-01", "TIME-13")
def test_when_strengths_have_changed_one_may_ask_again_but_not_more_than_three_times_in_a_fight() -> None:
    game = table(seat(level=1, hand="Sleep Potion, Pretty Balloons, Magic Missile, Baby"), seat(), seat(), doors=["Plutonium Dragon"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    for card in ("Sleep Potion", "Pretty Balloons", "Magic Missile"):
        aric.asks(suzan)
        suzan.refuses()
        aric.does("ask for help")
        assert aric.choices == ["ask player 2 for help"]
        aric.asks(otto, send=False)
        aric.plays(card, on="munchkins")
    assert not aric.may("ask for help"), "three times each; an offer that was withdrawn counts"


@rule("HELP-01", "TIME-13")
def test_one_may_ask_again_after_a_change_although_the_strengths_are_what_they_were() -> None:
    """Changes are counted, not values: one card may undo another."""
    game = table(seat(level=1, hand="Baby"), seat(), seat(hand="Enraged"), doors=["Net Troll"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.refuses()
    aric.asks(otto)
    otto.refuses()
    assert not aric.may("ask for help")
    aric.passes()
    otto.plays("Enraged", on="Net Troll")
    pass_until(game, "play Baby")
    aric.plays("Baby", on="Net Troll")
    assert game.strength == (1, 10)
    aric.does("ask for help")
    assert aric.choices == ["ask player 1 for help", "ask player 2 for help"]


@rule("HELP-01", "HELP-11")
def test_a_helper_who_was_thrown_out_may_be_asked_again() -> None:
    game = table(
        seat(level=1, hand="Baby"),
        seat(level=5, hand="Wishing Ring"),
        seat(hand="Curse! Petrificus Totalus!"),
        doors=["Net Troll"],
        sets=["deluxe", "potter"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    pass_until(game, "play Curse! Petrificus Totalus!")
    otto.plays("Curse! Petrificus Totalus!", on=suzan)
    suzan.passes()
    assert game.helper is None and game.strength == (1, 10)
    pass_until(game, "play Wishing Ring")
    suzan.plays("Wishing Ring")
    pass_until(game, "ask for help")
    aric.asks(suzan)
    suzan.accepts()
    assert game.helper is suzan


@rule("HELP-01", "TIME-13")
def test_an_ask_that_was_withdrawn_counts_as_one() -> None:
    game = table(seat(level=1, hand="Baby"), seat(), doors=["Plutonium Dragon"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, send=False)
    assert not aric.may("ask for help") and "ASKS" not in game.happened


@rule("HELP-02")
def test_there_is_one_helper_and_everybody_else_may_still_interfere() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=2), seat(level=5, hand="Enraged"), doors=["Harpies"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    assert game.strength == (3, 4) and not aric.may("ask for help")
    aric.passes()
    otto.plays("Enraged")
    assert game.strength == (3, 9)


@rule("HELP-03", "HELP-05", "BIG-01")
def test_what_may_be_offered() -> None:
    game = table(
        seat(level=1, wears="Leather Armor", carries="Huge Rock, Sleep Potion", hand="Boil an Anthill, Slimy Armor, Curse! Lose a Level"),
        seat(level=3, carries="Chainsaw of Bloody Dismemberment"),
        seat(level=9),
        doors=["Plutonium Dragon"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.does("ask for help")
    aric.picks(suzan)
    numbers = ["no treasures", "1 treasure", *(f"{n} treasures" for n in range(2, 6))]
    assert aric.choices == ["offer all treasures", *(f"offer {n}" for n in numbers)]
    aric.picks(0)
    assert sorted(aric.choices) == ["offer Leather Armor", "offer Sleep Potion", "offer no item"], "she cannot carry a second Big one"
    aric.does("offer no item")
    assert sorted(aric.choices) == ["promise no card", "promise to play Boil an Anthill on player 1"]
    aric.does("promise no card")
    assert aric.choices == ["withdraw the offer", "send the offer"]
    aric.does("send the offer")
    suzan.refuses()
    aric.does("ask for help")
    aric.picks(otto, 0)
    assert "offer Huge Rock" in aric.choices
    aric.does("offer no item")
    assert aric.choices == ["promise no card"], "nothing lifts anybody to the winning Level"


@rule("HELP-04", "HELP-05")
def test_who_picks_first_is_agreed_if_both_get_treasures() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=5), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.does("ask for help")
    aric.picks(suzan)
    assert aric.choices == ["offer all treasures", "offer no treasures", "offer 1 treasure", "offer 2 treasures"]
    other = game.clone()
    other[0].does("offer 2 treasures")
    assert "offer no item" in other[0].choices, "they are all of them"
    aric.does("offer 1 treasure")
    assert aric.choices == ["the helper picks first", "the one who is helped picks first"]


@rule("HELP-05")
def test_at_most_six_treasures_are_named_by_number() -> None:
    game = table(seat(level=1, hand="Ancient, Humongous"), seat(level=5), doors=["Bullrog"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Ancient")
    aric.plays("Humongous")
    assert game.treasures_at_stake == 9
    aric.does("ask for help")
    aric.picks(suzan)
    assert aric.choices[0] == "offer all treasures" and aric.choices[-1] == "offer 6 treasures"


@pytest.mark.parametrize(
    ("treasures", "first", "order"),
    [
        (2, "helper", ["suzan", "aric", "suzan"]),
        (2, "main", ["aric", "suzan", "aric"]),
        (1, "helper", ["suzan"]),
        (1, "main", ["aric", "suzan"]),
        (3, "main", ["aric"]),
        (3, "helper", ["suzan", "aric"]),
        (0, "", []),
        (4, "", []),
        ("all", "", []),
    ],
)
@rule("HELP-04", "HELP-06", "HELP-18", "REW-06")
def test_they_pick_in_turn_and_only_where_it_matters(treasures: int | str, first: str, order: list[str]) -> None:
    game = table(
        seat(level=4, wears="Huge Rock, Leather Armor"),
        seat(level=8, wears="Boots of Butt-Kicking"),
        doors=["Wight Brothers"],
        treasures="Slimy Armor, Spiky Knees, Helm of Courage, Broad Sword",
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=treasures, picks_first=first)
    suzan.accepts()
    picked = []
    while game.decision == "PICK_TREASURE":
        assert game.decides is not None
        picked.append("aric" if game.decides is aric else "suzan")
        game.decides.picks(game.pool[-1])
    assert picked == order
    share = 4 if treasures == "all" else int(treasures)
    assert (len(aric.hand), len(suzan.hand)) == (4 - share, share)


@rule("HELP-06")
def test_if_there_are_fewer_treasures_than_agreed_the_helper_gets_those_and_more_go_to_main() -> None:
    def shares(card: str, treasures: int | str) -> tuple[int, int]:
        game = table(seat(level=1, hand=[card, "Sleep Potion"]), seat(level=9), doors=["Harpies"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan, treasures=treasures)
        suzan.accepts()
        aric.plays(card)
        game.everybody_passes()
        while game.decision == "PICK_TREASURE":
            game.apply(game.legal_texts[0])
        return len(aric.hand) - 1, len(suzan.hand)

    assert shares("Baby", 2) == (0, 1)
    assert shares("Baby", "all") == (0, 1)
    assert shares("Enraged", 2) == (1, 2)
    assert shares("Enraged", "all") == (0, 3)


@rule("HELP-06", "DECKS-03")
def test_if_the_decks_have_fewer_treasures_than_agreed_the_helper_is_served_first() -> None:
    game = table(seat(level=1), seat(level=9), doors=["Undead Horse"])
    aric, suzan = game
    game.game.record.treasures.n = 1
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="main")
    suzan.accepts()
    assert not game.fighting and aric.hand == [] and len(suzan.hand) == 1


@rule("HELP-03", "GUAL-05")
def test_a_level_that_may_not_be_stolen_cannot_be_promised_to_be_stolen() -> None:
    for level, cards in ((8, ["promise no card", "promise to play Steal a Level on player 1"]), (9, ["promise no card"])):
        game = table(seat(level=level, hand="Steal a Level"), seat(level=3), doors=["Plutonium Dragon"])
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.does("ask for help")
        aric.picks(suzan, 0)
        aric.does("offer no item")
        assert aric.choices == cards


@rule("HELP-07", "HELP-12", "TIME-07")
def test_a_promised_item_changes_hands_when_the_fight_is_won() -> None:
    game = table(seat(level=1, wears="Leather Armor", hand="Baby"), seat(level=5), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Leather Armor")
    suzan.accepts()
    assert game.strength == (1 + 1 + 5, 4) and aric.wears == ["Leather Armor"], "not before"
    aric.passes()
    assert aric.wears == [] and suzan.carries == ["Leather Armor"]


@rule("HELP-07")
def test_a_promised_item_is_kept_if_the_fight_is_lost_unless_the_option_says_otherwise() -> None:
    cases: tuple[tuple[Literal["win", "always"], list[str]], ...] = (("win", []), ("always", ["Leather Armor"]))
    for due, item in cases:
        game = table(
            seat(level=1, wears="Leather Armor", hand="Boil an Anthill"),
            seat(level=1),
            doors=["Harpies"],
            dice=[6, 6],
            bribe_item_due=due,
        )
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan, item="Leather Armor", card="Boil an Anthill")
        suzan.accepts()
        assert game.waits_for(aric)
        game.skip_windows()
        aric.rolls()
        assert "LOSES_FIGHT" in game.happened and not game.fighting
        assert suzan.carries == item
        assert suzan.level == 1 and aric.hand == ["Boil an Anthill"], "a promised card is for a fight that was won"
        assert aric.may("play Boil an Anthill"), "and free again"


@rule("HELP-07", "HELP-03", "GUAL-01")
def test_a_promised_card_is_played_on_the_helper_after_the_fight() -> None:
    game = table(seat(level=1, hand="Boil an Anthill"), seat(level=5), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, card="Boil an Anthill")
    suzan.accepts()
    aric.passes()
    assert (aric.level, suzan.level) == (2, 6) and "Boil an Anthill" not in aric.hand
    assert game.treasures_discarded == ["Boil an Anthill"]


@rule("HELP-07", "HELP-12")
def test_a_promised_card_may_be_played_earlier_but_only_on_the_helper() -> None:
    game = table(
        seat(level=1, classes="Warrior", carries="Sleep Potion, Leather Armor", hand="Boil an Anthill, Convenient Addition Error, Elf"),
        seat(level=5),
        doors=["Plutonium Dragon"],
        dice=[6, 6],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Sleep Potion", card="Boil an Anthill")
    suzan.accepts()
    assert not aric.may("use Sleep Potion")
    aric.uses("Warrior", "berserking")
    assert sorted(aric.choices) == ["discard Convenient Addition Error", "discard Elf", "discard Leather Armor"], (
        "what is promised pays for nothing"
    )
    aric.picks("Elf")
    aric.plays("Boil an Anthill")
    assert suzan.level == 6 and aric.level == 1, "the player was not asked on whom"
    aric.plays("Convenient Addition Error")
    assert aric.choices == ["on yourself", "on player 1"]


@rule("HELP-07", "HELP-12")
def test_what_has_become_impossible_lapses_and_the_helper_stays() -> None:
    game = table(
        seat(level=1, carries="Leather Armor", hand="Boil an Anthill"),
        seat(level=8),
        seat(hand="Curse! Lose 1 Small Item, Potion of General Studliness"),
        doors=["Harpies"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Leather Armor", card="Boil an Anthill")
    suzan.accepts()
    aric.passes()
    otto.plays("Curse! Lose 1 Small Item", on=aric)
    assert aric.carries == [], "others may take what is promised"
    otto.plays("Potion of General Studliness", on=suzan)
    assert "LEAVES" not in game.happened and suzan.level == 9
    game.skip_windows()
    assert suzan.carries == [] and suzan.level == 9 and "Boil an Anthill" in aric.hand


@pytest.mark.parametrize("keeps", [True, False])
@rule("HELP-07")
def test_if_deals_do_not_bind_the_one_who_was_helped_decides_whether_they_keep_their_word(keeps: bool) -> None:
    game = table(seat(level=1, carries="Leather Armor", hand="Boil an Anthill"), seat(level=5), doors=["Harpies"], binding_deals=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures="all", item="Leather Armor", card="Boil an Anthill")
    suzan.accepts()
    aric.passes()
    aric.says(keeps)
    assert len(suzan.hand) == (2 if keeps else 0)
    aric.says(keeps)
    assert suzan.carries == (["Leather Armor"] if keeps else [])
    assert suzan.level == (6 if keeps else 5) and ("Boil an Anthill" in aric.hand) is not keeps


@rule("HELP-05")
def test_no_haggling_unless_the_option_says_so() -> None:
    game = table(seat(level=1, hand="Baby"), seat(level=5), doors=["Face Sucker"])
    game[0].kicks_open_the_door()
    game[0].asks(game[1], treasures=1, picks_first="main")
    assert game[1].choices == ["accept", "refuse"]


@rule("HELP-05")
def test_with_counter_offers_the_one_who_is_asked_may_name_their_price_once() -> None:
    game = table(seat(level=1, carries="Leather Armor", hand="Baby"), seat(level=8), doors=["Face Sucker"], counter_offers=True)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=0, item="Leather Armor")
    assert suzan.choices == [
        "ask for all treasures instead",
        "accept",
        "refuse",
        "ask for 1 treasure instead",
        "ask for 2 treasures instead",
    ]
    suzan.demands(1, picks_first="helper")
    assert aric.choices == ["accept", "refuse"]
    refused = game.clone()
    refused[0].refuses()
    assert refused.helper is None and not refused[0].may("ask for help"), "that ask is spent"
    aric.accepts()
    assert game.helper is suzan
    game.everybody_passes()
    assert suzan.choices == [f"pick {card}" for card in game.pool], "hers is the first pick"
    suzan.picks(game.pool[0])
    assert suzan.carries == ["Leather Armor"] and len(suzan.hand) == 1, "what was offered besides still stands"


@rule("HELP-13", "HAND-06", "HELP-05")
def test_offers_are_made_in_public_a_promised_card_by_name() -> None:
    game = table(seat(level=1, hand="Elf, Boil an Anthill"), seat(level=5), seat(), doors=["Face Sucker"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert otto.sees(aric) == [None, None]
    aric.asks(suzan, treasures=1, picks_first="helper", card="Boil an Anthill")
    for other in (suzan, otto):
        assert other.sees(aric) == [None, "Boil an Anthill"]
    assert game.game.view(otto.seat)["asked"] == {
        "to": suzan.seat,
        "treasures": 1,
        "helper_first": True,
        "item": "nothing",
        "card": "Boil an Anthill",
    }
    suzan.refuses()
    assert otto.sees(aric) == [None, "Boil an Anthill"]

    withdrawn = table(seat(level=1, hand="Elf, Boil an Anthill"), seat(level=5), doors=["Face Sucker"])
    withdrawn[0].kicks_open_the_door()
    withdrawn[0].asks(withdrawn[1], card="Boil an Anthill", send=False)
    assert withdrawn[1].sees(withdrawn[0]) == [None, None], "it was never said"
