"""Section 4, cards that cancel a card just played: there is a window for them, if the game has such cards."""

import pytest

from munchkin_env import Game
from munchkin_env.game.scenario import seat, table
from tests.play import turn_to
from tests.rule import rule
from tests.star import fights, star


@rule("TIME-09")
def test_a_card_just_played_is_cancelled_and_counts_as_never_played() -> None:
    game = star(seat(level=4, hand="Monolith"), seat(hand="Annihilation"))
    aric, suzan = game
    aric.plays("Monolith", on=aric)
    assert suzan.decides and suzan.choices == ["pass", "play Annihilation"]
    assert game.game.view(1)["asked"] == {"card": "Monolith", "victim": 0}
    suzan.plays("Annihilation")
    assert aric.level == 4 and game.treasures_discarded == ["Monolith"] and game.doors_discarded == ["Annihilation"]


@rule("TIME-09")
def test_unanswered_it_works() -> None:
    game = star(seat(level=4, hand="Monolith"), seat(hand="Annihilation"))
    aric, suzan = game
    aric.plays("Monolith", on=aric)
    suzan.passes()
    assert aric.level == 5 and suzan.hand == ["Annihilation"]


@rule("TIME-09")
def test_no_price_is_paid_for_a_cancelled_card() -> None:
    game = star(seat(level=4, carries="Android", hand="Transfer the Sidekick"), seat(hand="Annihilation"))
    aric, suzan = game
    aric.plays("Transfer the Sidekick")
    suzan.plays("Annihilation")
    assert aric.level == 4 and aric.companions == ["Android"] and aric.hand == []


@rule("TIME-09", "MON-08")
@pytest.mark.parametrize(
    "card", ["Red Shirt", "Trader", "Freeze-Dried Cosmonaut", "Nova Grenade", "Trap! Jellifier", "Radioactive", "Cheat!"]
)
def test_every_sort_of_card_can_be_cancelled(card: str) -> None:
    game = star(
        seat(level=3, wears="Laser", hand=[card]),
        seat(hand="Annihilation"),
        doors=["Ghost in the Airlock"],
        turn_of=0,
        ask_only_when_losing=True,
    )
    aric, suzan = game
    if card != "Cheat!":
        aric.kicks_open_the_door()
    aric.does(f"play {card}")
    if aric.decides:
        aric.chooses(aric if card.startswith("Trap") else "Laser")
    assert suzan.decides
    suzan.plays("Annihilation")
    assert aric.hand == [] and aric.table == ["Laser"] and aric.level == 3
    assert game.monsters == ([] if card == "Cheat!" else ["Ghost in the Airlock"])
    assert card in [*game.doors_discarded, *game.treasures_discarded]
    if card != "Cheat!":
        assert game.strength == (5, 10)


@rule("TIME-09")
def test_wandering_monster_is_cancelled_before_its_monster_comes() -> None:
    game = fights("Space Amazon", seat(), seat(hand="Wandering Monster, Fuzzball"), seat(hand="Annihilation"))
    aric, suzan, otto = game
    aric.passes()
    suzan.plays("Wandering Monster")
    otto.plays("Annihilation")
    assert game.monsters == ["Space Amazon"] and suzan.hand == ["Fuzzball"]


@pytest.mark.parametrize("holder", [0, 1])
@rule("TIME-09", "DOOR-03", "CURSE-01")
def test_what_was_behind_the_door_was_not_played(holder: int) -> None:
    hands = ["", ""]
    hands[holder] = "Annihilation"
    game = star(seat(level=3, hand=hands[0]), seat(hand=hands[1]), doors=["Trap! Jellifier"])
    game[0].kicks_open_the_door()
    assert game[0].level == 2 and game[holder].hand == ["Annihilation"] and "ASK" not in game.decision


@rule("TIME-09")
def test_powers_and_items_laid_down_are_no_cards_played() -> None:
    game = star(seat(classes="Bounty Hunter", hand="Laser, Dazer"), seat(hand="Annihilation"), door_discards=["Fuzzball"])
    aric, suzan = game
    aric.lays_down("Laser")
    aric.uses("Bounty Hunter", paying="Dazer")
    assert aric.wears == ["Laser"] and aric.hand == ["Fuzzball"] and suzan.hand == ["Annihilation"]


@rule("TIME-09")
def test_only_what_cancels_cards_answers_a_card() -> None:
    game = star(seat(level=4, hand="Monolith"), seat(hand="Annihilation, Falsified Rank, Trap! Jellifier, Override Code", level=4))
    aric, suzan = game
    aric.plays("Monolith", on=aric)
    assert suzan.choices == ["pass", "play Annihilation"]


@rule("TIME-09")
def test_a_trap_is_answered_by_what_cancels_traps_and_what_cancels_cards() -> None:
    game = star(seat(level=4), seat(hand="Trap! Jellifier"), seat(hand="Annihilation, Override Code"), turn_of=1)
    aric, suzan, otto = game
    suzan.plays("Trap! Jellifier", on=aric)
    assert otto.choices == ["pass", "play Annihilation", "play Override Code"]
    otto.plays("Annihilation")
    assert aric.level == 4 and game.doors_discarded == ["Annihilation", "Trap! Jellifier"]


@rule("TIME-09")
def test_without_such_a_card_in_the_sets_nobody_is_asked() -> None:
    game = table(seat(level=4, hand="Potion of General Studliness"), seat())
    aric, _ = game
    aric.plays("Potion of General Studliness", on=aric)
    assert aric.level == 5 and aric.decides


@rule("TIME-09", "HELP-07")
@pytest.mark.parametrize("cancelled", [True, False])
def test_a_card_promised_to_the_helper_is_played_when_it_is_due_and_can_be_cancelled_then(cancelled: bool) -> None:
    game = fights("Space Amazon", seat(level=3, wears="Laser", hand="Monolith"), seat(level=8), seat(hand="Annihilation"))
    aric, suzan, otto = game
    aric.asks(suzan, card="Monolith", item="Laser")
    suzan.accepts()
    turn_to(otto)
    otto.passes()
    assert otto.choices == ["pass", "play Annihilation"] and suzan.carries == ["Laser"]
    saved = game.game.to_bytes()
    assert Game.from_bytes(saved).to_bytes() == saved
    otto.plays("Annihilation") if cancelled else otto.passes()
    assert suzan.level == (8 if cancelled else 9) and "Monolith" in game.treasures_discarded


@rule("TIME-09", "LOOT-01", "LOOT-02")
@pytest.mark.parametrize("other", ["", "O.G.R.E."])
def test_a_monster_looked_for_can_be_cancelled_and_then_the_room_is_still_open(other: str) -> None:
    game = star(
        seat(level=3, hand=["Blob", other] if other else "Blob"), seat(hand="Annihilation"), moment="before_room", doors=["Psychic"]
    )
    aric, suzan = game
    aric.looks_for_trouble("Blob")
    saved = game.game.to_bytes()
    assert Game.from_bytes(saved).to_bytes() == saved
    assert suzan.choices == ["pass", "play Annihilation"] and not game.fighting
    suzan.plays("Annihilation")
    assert "Blob" in game.doors_discarded
    if other:
        aric.looks_for_trouble("O.G.R.E.")
        assert game.monsters == ["O.G.R.E."]
    else:
        assert aric.hand == ["Psychic"], "nothing left to fight: looted"


@rule("TIME-09", "LOOT-01")
def test_a_monster_looked_for_and_not_cancelled_is_fought() -> None:
    game = star(seat(level=3, hand="Blob"), seat(hand="Annihilation"), moment="before_room")
    aric, suzan = game
    aric.looks_for_trouble("Blob")
    suzan.passes()
    assert game.monsters == ["Blob"]


@rule("TIME-09", "VAR-02")
@pytest.mark.parametrize("cancelled", [True, False])
def test_the_faster_treasure_waits_for_the_answer_to_the_monster(cancelled: bool) -> None:
    game = star(
        seat(level=3, hand="Blob"), seat(hand="Annihilation"), moment="before_room", treasures=["Monolith"], faster_treasure="trouble"
    )
    aric, suzan = game
    aric.looks_for_trouble("Blob")
    assert aric.hand == []
    suzan.plays("Annihilation") if cancelled else suzan.passes()
    assert ("Monolith" in aric.hand) is not cancelled and game.fighting is not cancelled
