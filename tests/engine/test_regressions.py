"""Bugs found by random games or by review, each in the smallest position that shows it."""

import pytest

from munchkin_env.engine.state.actions import TABLE_SLOTS
from munchkin_env.engine.state.records import MAX_PLAYERS, MAX_REFUSED
from munchkin_env.engine.verbs.expiry import end_markers
from munchkin_env.game.options import BY_NAME
from munchkin_env.game.scenario import ScenarioError, Table, seat, table
from munchkin_env.vocabulary.words import NONE, CardKind, Until
from tests.envs.positions import refresh
from tests.facts import for_kernels
from tests.flight import flee
from tests.rule import rule
from tests.star import star


@rule("ITEM-05")
def test_a_class_of_the_opening_play_takes_off_what_it_may_not_wear() -> None:
    game = table(seat(hand="Pantyhose of Giant Strength, Warrior"), seat(), moment="setup")
    aric, _ = game
    aric.lays_down("Pantyhose of Giant Strength")
    assert aric.wears == ["Pantyhose of Giant Strength"]
    aric.plays("Warrior")
    assert aric.wears == [] and aric.carries == ["Pantyhose of Giant Strength"]


@rule("ITEM-05", "COMBAT-14")
def test_who_is_moved_out_of_a_fight_takes_off_what_they_may_not_wear_any_more() -> None:
    game = table(
        seat(level=5, classes="Cleric", wears="Cheese Grater of Peace"),
        seat(hand="Transferral Potion"),
        seat(hand="Magic Missile"),
        doors=["Harpies"],
    )
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.discards("Cleric")
    assert aric.wears == ["Cheese Grater of Peace"], "in the fight it only counts for nothing"
    suzan.plays("Transferral Potion", on=otto)
    assert aric.wears == [] and aric.carries == ["Cheese Grater of Peace"]


@rule("CURSE-08", "RUN-10")
def test_who_pays_with_items_of_a_certain_worth_chooses_every_one_of_them() -> None:
    items = ["Flaming Armor", "Helm of Courage", "Boots of Butt-Kicking", "Buckler of Swashing", "Spiky Knees"]  # 400 200 400 400 200
    game = table(seat(carries=items), seat(), doors=["Insurance Salesman"], dice=[1])
    aric, _ = game
    aric.kicks_open_the_door()
    flee(game)
    aric.discards("Helm of Courage", "Spiky Knees", "Flaming Armor")
    assert aric.decides, "800 gold are not enough"
    aric.discards("Buckler of Swashing")
    aric.passes()
    assert aric.carries == ["Boots of Butt-Kicking"]


@rule("CURSE-05")
def test_a_tax_of_nothing_costs_the_others_nothing() -> None:
    game = table(seat(carries="Huge Rock"), seat(level=3), seat(level=3, carries="Spiky Knees"), doors=["Curse! Income Tax"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    assert (suzan.level, otto.level) == (3, 3) and otto.carries == ["Spiky Knees"] and aric.carries == []


@rule("CURSE-03")
def test_a_modifier_whose_time_begins_does_not_end_with_one_whose_time_is_over() -> None:
    game = table(seat(curses="Curse! Change Sex"), seat())
    g = game.game.record
    waits, over = g.marker[0], g.marker[1]
    for name in ("card", "op", "amount", "seat", "until"):
        setattr(over, name, getattr(waits, name))
    g.marker_n = 2
    waits.waiting = 1
    end_markers(for_kernels(game.game.cards.tables), g, 1, Until.NEXT_COMBAT_END)
    assert g.marker_n == 1 and g.marker[0].waiting == 0


@rule("DEATH-08")
def test_where_everybody_is_dead_nobody_is_asked() -> None:
    game = table(seat(level=6), seat(level=6), doors=["Plutonium Dragon"], dice=[1, 1], auto_pass_forced=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    while game.fighting:
        assert game.decides is not None and not game.decides.dead
        game.decides.does("roll to run away" if game.decision == "ESCAPE" else "pass")
    assert game.turn_player is suzan and not aric.dead and not suzan.dead


@rule("HELP-13", "HAND-06")
def test_a_pledged_card_is_named_and_stays_known() -> None:
    game = table(seat(hand="Convenient Addition Error"), seat(), seat(), doors=["Face Sucker"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan, card="Convenient Addition Error")
    suzan.refuses()
    assert suzan.sees(aric) == otto.sees(aric) == ["Convenient Addition Error"]


@rule("TRADE-04", "BIG-01")
def test_giving_away_a_big_item_that_does_not_count_makes_no_room_for_another() -> None:
    game = table(
        seat(carries="Mithril Armor"),
        seat(cheats="Chainsaw of Bloody Dismemberment", carries="Huge Rock"),
    )
    aric, suzan = game
    aric.trades(suzan, "Mithril Armor", "Chainsaw of Bloody Dismemberment", send=False)
    with pytest.raises(ScenarioError, match="may not send"):
        aric.trades(suzan, "Mithril Armor", "Chainsaw of Bloody Dismemberment")


@rule("TRADE-04", "TIME-13")
def test_every_refused_offer_of_a_turn_can_be_remembered() -> None:
    most = BY_NAME["trade_budget"].high
    assert most is not None and MAX_PLAYERS * most <= MAX_REFUSED


@rule("ORIG-03", "ORIG-09")
@pytest.mark.parametrize("beside", ["", "Chair"])
def test_what_goes_along_with_a_card_that_pays_pays_for_nothing(beside: str) -> None:
    """A Mutant's price is two cards: the last Class takes Super Munchkin along, which then cannot be the second card."""
    game = star(seat(races="Mutant", classes="Psychic", duals="Super Munchkin", hand=beside), seat(), doors=["Blob"])
    aric, _ = game
    aric.uses("Mutant", "recycle")
    aric.chooses("Psychic")
    assert aric.hand == ["Blob"] and aric.table == ["Mutant"]
    assert game.doors_discarded == ["Psychic", "Super Munchkin", *([beside] if beside else [])]


@rule("ORIG-03", "ORIG-09")
def test_after_what_goes_along_the_rest_of_the_price_is_chosen_again() -> None:
    """The positions of the cards on the table have changed."""
    game = star(seat(races="Mutant", classes="Psychic", duals="Super Munchkin", carries="Android", hand="Chair"), seat(), doors=["Blob"])
    aric, _ = game
    aric.uses("Mutant", "recycle")
    aric.chooses("Psychic")
    assert set(aric.choices) == {"discard Android", "discard Chair"}
    aric.chooses("Android")
    assert aric.hand == ["Chair", "Blob"] and aric.table == ["Mutant"]


@rule("SIDE-04", "ORIG-09")
def test_a_trader_who_loses_super_munchkin_too_gives_up_one_sidekick_not_two() -> None:
    game = star(seat(classes="Trader", duals="Super Munchkin", carries="Android, Red Shirt"), seat())
    aric, _ = game
    aric.discards("Trader")
    aric.chooses("Android")
    assert game.decision != "ASK_CARD" and aric.table == ["Red Shirt"]
    assert game.doors_discarded == ["Trader", "Super Munchkin", "Android"]


def beyond_reach(game: Table, *last: str) -> None:
    """Puts that many small Items before those cards of seat 0 that no action can name them any more."""
    g, seat_0 = game.game.record, game.game.record.seat[0]
    cards = [seat_0.table[i] for i in range(seat_0.table_n)]
    name = game.game._notation.name
    behind = [card for card in cards if name(card) in last]
    deck = [g.treasures.cards[i] for i in range(g.treasures.n)]
    infos = [game.game._notation.info(card) for card in deck]
    small = [card for card, info in zip(deck, infos, strict=True) if info.kind == CardKind.ITEM and not info.big]
    left = [card for card in deck if card not in small[:TABLE_SLOTS]]
    before = [card for card in cards if card not in behind]
    for i, card in enumerate([*before, *small[:TABLE_SLOTS], *behind]):
        seat_0.table[i], seat_0.host[i] = card, NONE
    seat_0.table_n = len(cards) + TABLE_SLOTS
    for i, card in enumerate(left):
        g.treasures.cards[i] = card
    g.treasures.n = len(left)
    refresh(game.game)


@rule("ITEM-09", "HAND-07")
def test_what_nobody_can_point_at_is_turned_sideways_by_itself() -> None:
    game = star(seat(races="Mutant", wears="Bubble Helmet, Tinfoil Crown"), seat())
    beyond_reach(game, "Bubble Helmet", "Tinfoil Crown")
    aric, _ = game
    aric.discards("Mutant")
    assert len(aric.wears) == 1 and game.game.legal()


@rule("PROF-03", "HAND-07")
def test_proficiencies_nobody_can_point_at_are_given_up_by_themselves() -> None:
    game = table(seat(level=2, studies="Divination, Herbology"), seat(hand="Stolen Credit"), sets=["potter"])
    beyond_reach(game, "Divination", "Herbology")
    aric, suzan = game
    aric.does("kick open the door")
    suzan.plays("Stolen Credit", on=aric)
    assert aric.level == 1 and len([card for card in aric.table if card in ("Divination", "Herbology")]) == 1 and game.game.legal()


@rule("BIG-03", "HAND-07")
def test_the_big_item_nobody_can_point_at_goes_by_itself() -> None:
    game = table(seat(races="Dwarf", carries="Huge Rock, Stepladder"), seat())
    beyond_reach(game, "Huge Rock", "Stepladder")
    aric, suzan = game
    aric.discards("Dwarf")
    assert [card for card in aric.table if card in ("Huge Rock", "Stepladder")] == ["Huge Rock"]
    assert suzan.carries == ["Stepladder"] and game.game.legal()
