"""Every piece of the observation, in positions set by name."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest

from munchkin_env import observe, seat, table
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Deed
from munchkin_env.engine.state.stack import Moment, Why
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Table
from munchkin_env.observe.layout import About, Asked, Column, Enemy, Fight, House, Lasting, MyHand, MyTable, Now, Person, Sum, Terms, Theirs


def sees(game: Table, seat: int) -> dict[str, npt.NDArray[np.float32]]:
    return observe.named(game.game.observe(seat))


def cards(game: Table, seat: int, place: str) -> list[list[str]]:
    """Names of the cards in every row of the place; "" for empty slots."""
    found = observe.named_ids(game.game.observe_compact(seat)[0])[place]
    return [[game.game.cards.cards[i - 1].name if i else "" for i in row] for row in found.tolist()]


def filled(game: Table, seat: int, place: str) -> list[str]:
    return [name for row in cards(game, seat, place) for name in row if name]


def is_(value: Any, number: float) -> bool:
    return bool(np.isclose(value, number))


def hot(part: npt.NDArray[np.float32]) -> list[int]:
    found: list[int] = np.flatnonzero(part).tolist()
    return found


def test_my_decision_is_told_to_me_alone() -> None:
    game = table(seat(), seat(), seat())
    mine, hers = sees(game, 0), sees(game, 1)
    assert hot(mine["decision"]) == [Kind.ARRANGE] and hot(mine["moment"]) == [Moment.BEFORE_DOOR]
    assert mine["asked"][Asked.MINE] == 1
    assert not hers["decision"].any() and not hers["moment"].any() and not hers["asked"].any()


@pytest.mark.parametrize(("moment", "left"), [("before_door", 6), ("before_room", 4), ("before_charity", 2)])
def test_the_phase_counts_the_steps_to_come(moment: str, left: int) -> None:
    for p in (0, 1):
        assert hot(sees(table(seat(), seat(), moment=moment), p)["phase"]) == [left]


def test_the_game_and_its_house_rules() -> None:
    game = table(seat(), seat(), seat(), door_discards="Net Troll", win_level=8, trade_budget=2, priority="rotate")
    now, rules = sees(game, 0)["now"], sees(game, 0)["house_rules"]
    assert is_(now[Now.PLAYERS], 0.5) and not now[Now.SETTING_UP] and not now[Now.OVER]
    assert is_(now[Now.DOORS], game.doors_left / 100) and is_(now[Now.TREASURES], game.treasures_left / 100)
    assert is_(now[Now.DOOR_DISCARDS], 0.01) and now[Now.TREASURE_DISCARDS] == 0
    assert is_(rules[House.WIN_LEVEL], 0.8) and is_(rules[House.TRADE_BUDGET], 2 / 3) and rules[House.ROTATE_PRIORITY] == 1
    assert filled(game, 1, "top_discards") == ["Net Troll"]


HOUSE_RULES: list[tuple[str, Any, House]] = [
    ("listen_at_door", True, House.LISTEN_AT_DOOR),
    ("faster_treasure", "loot", House.FASTER_LOOT),
    ("faster_treasure", "trouble", House.FASTER_TROUBLE),
    ("shared_victory", True, House.SHARED_VICTORY),
    ("counter_offers", True, House.COUNTER_OFFERS),
    ("bribe_item_due", "always", House.BRIBE_ITEM_ALWAYS),
    ("sell_cap", "strict", House.STRICT_SALES),
    ("setup_second_origin", True, House.SECOND_ORIGIN),
    ("obs_discards", "full", House.DISCARDS),
]


@pytest.mark.parametrize(("name", "value", "column"), HOUSE_RULES)
def test_house_rules_that_are_chosen_show(name: str, value: Any, column: House) -> None:
    assert observe.named(Game(3, seed=1, **{name: value}).observe(1))["house_rules"][column] == 1
    assert observe.named(Game(3, seed=1).observe(1))["house_rules"][column] == 0


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("ask_only_when_losing", House.ASK_ONLY_WHEN_LOSING),
        ("binding_deals", House.BINDING_DEALS),
        ("auto_pass_forced", House.AUTO_PASS_FORCED),
        ("third_party_acts_in_combat", House.THIRD_PARTY_ACTS),
        ("hireling_item_lost", House.HIRELING_ITEM_LOST),
    ],
)
def test_house_rules_that_are_left_out_show(name: str, column: House) -> None:
    chosen: dict[str, Any] = {name: False}
    assert observe.named(Game(3, seed=1, **chosen).observe(1))["house_rules"][column] == 0
    assert observe.named(Game(3, seed=1).observe(1))["house_rules"][column] == 1


def test_people_stand_in_the_order_of_the_seats_from_mine() -> None:
    game = table(seat(level=3, hand="Magic Missile, Elf"), seat(level=7, sex="female", hand="Thief"), seat(level=2, dead=True), turn_of=1)
    for p in range(3):
        people = sees(game, p)["people"]
        assert [round(float(level) * 10) for level in people[:, Person.LEVEL]] == [*np.roll([3, 7, 2], -p), 0, 0, 0]
        assert hot(people[:, Person.THERE]) == [0, 1, 2]
        assert hot(people[:, Person.TURN]) == [(1 - p) % 3]
        assert hot(people[:, Person.FEMALE]) == [(1 - p) % 3]
        assert hot(people[:, Person.DEAD]) == hot(people[:, Person.OWES_DEAL]) == [(2 - p) % 3]
        me = people[(0 - p) % 3]
        sums = sees(game, p)["sums"][(0 - p) % 3]
        assert is_(sums[Sum.MISSING], 0.7) and is_(me[Person.HAND_DOORS], 1 / 8) and is_(me[Person.HAND_TREASURES], 1 / 8)
        assert is_(sums[Sum.HAND_LIMIT], 0.5)


def test_what_people_wear_counts() -> None:
    game = table(seat(level=4, wears="Leather Armor, Horny Helmet", carries="Huge Rock"), seat(races="Dwarf, Elf", duals="Half-Breed"))
    theirs = sees(game, 1)["sums"][1]
    assert is_(theirs[Sum.STRENGTH], game[0].strength / 20)
    assert is_(theirs[Sum.ARMOR], 1 / 5) and is_(theirs[Sum.HEADGEAR], 1 / 5) and theirs[Sum.FOOTGEAR] == 0
    assert is_(sees(game, 1)["people"][1][Person.TABLE], 3 / 16) and is_(theirs[Sum.BIG], 0.5)
    assert is_(theirs[Sum.GOLD], 0.8)
    mine = sees(game, 0)["my_table_slots"]
    names = cards(game, 0, "my_table")[0][:3]
    assert [names[i] for i in hot(mine[:, MyTable.EQUIPPED])] == game[0].wears
    bonuses = sees(game, 0)["my_bonuses"]
    assert is_(bonuses[names.index("Horny Helmet")], 1 / 5) and bonuses[names.index("Huge Rock")] == 0
    assert sees(game, 1)["traits"][0].sum() == 2 == sees(game, 0)["traits"][1].sum()
    assert not sees(game, 0)["traits"][0].any()


def test_what_hangs_on_a_card_shows_where() -> None:
    game = table(seat(cheats="Huge Rock"), seat())
    names = cards(game, 0, "my_table")[0]
    host = names.index("Huge Rock")
    assert is_(sees(game, 0)["my_table_slots"][names.index("Cheat!"), MyTable.HOST], (host + 1) / 32)
    theirs = sees(game, 1)["their_table_slots"]
    assert cards(game, 1, "their_tables")[0][:2] == names[:2]
    assert is_(theirs[names.index("Cheat!"), Theirs.HOST], (host + 1) / 32) and theirs[host, Theirs.EQUIPPED] == 1


def test_hands_are_mine_and_what_i_have_seen() -> None:
    game = table(seat(hand="Elf, Thief", fresh="Wizard"), seat(hand="Magic Missile, Dwarf"))
    game.game.record.mark[game.game.record.seat[1].hand[1]] |= 1
    game.game.record.mark[game.game.record.seat[0].hand[0]] |= 2
    assert filled(game, 0, "my_hand") == ["Elf", "Thief", "Wizard"]
    assert filled(game, 0, "their_hands") == ["Dwarf"]
    assert filled(game, 1, "their_hands") == ["Elf"]
    slots = sees(game, 0)["my_hand_slots"]
    assert hot(slots[:, MyHand.FRESH]) == [2] and hot(slots[:, MyHand.KNOWN]) == [0]


def fight() -> Table:
    game = table(
        seat(level=3, wears="Leather Armor", hand="Magic Missile", carries="Huge Rock"), seat(level=8), seat(hand="Enraged"),
        doors=["Net Troll"],
    )  # fmt: skip
    game[0].kicks_open_the_door()
    return game


def test_a_fight_is_seen_by_all() -> None:
    game = fight()
    for p in range(3):
        found = sees(game, p)
        mine, theirs = game.strength
        assert found["fight"][Fight.ON] == found["fight"][Fight.OPEN] == 1
        assert is_(found["fight"][Fight.MUNCHKINS], mine / 20) and is_(found["fight"][Fight.MONSTERS], theirs / 20)
        assert is_(found["fight"][Fight.DIFFERENCE], (mine - theirs) / 10) and found["fight"][Fight.WINNING] == 0
        assert is_(found["fight"][Fight.TREASURES], game.treasures_at_stake / 5) and is_(found["fight"][Fight.LEVELS], 1 / 4)
        assert hot(found["people"][:, Person.MAIN]) == [(0 - p) % 3]
        assert found["enemies"][0, Enemy.FIGHTING] == 1 and is_(found["enemies"][0, Enemy.STRENGTH], theirs / 20)
        assert filled(game, p, "monsters") == ["Net Troll"]
    game[0].plays("Magic Missile", on="munchkins")
    assert is_(sees(game, 2)["fight"][Fight.MUNCHKIN_BONUS], 0.5) and is_(sees(game, 2)["fight"][Fight.CARDS], 1 / 8)
    assert filled(game, 2, "played") == ["Magic Missile"]
    assert not sees(table(seat(), seat()), 0)["fight"].any()


def test_an_offer_is_seen_by_all_once_it_is_sent() -> None:
    game = fight()
    aric, suzan, _ = game
    aric.does("ask for help")
    aric.does("ask player 1 for help")
    assert sees(game, 0)["offer"][Terms.THERE] == 1 and is_(sees(game, 0)["offer"][Terms.TO], 1 / 5)
    assert not sees(game, 1)["offer"].any()
    aric.does("offer 1 treasure")
    aric.does("the helper picks first")
    aric.does("offer Huge Rock")
    assert filled(game, 0, "about") == ["Huge Rock"] and not filled(game, 2, "about")
    aric.does("promise no card")
    aric.does("send the offer")
    for p in range(3):
        offer = sees(game, p)["offer"]
        assert offer[Terms.THERE] == 1 and is_(offer[Terms.TREASURES], 0.2) and is_(offer[Terms.TO], ((1 - p) % 3) / 5)
        assert cards(game, p, "about")[0][About.OFFER_ITEM] == "Huge Rock"
    suzan.accepts()
    for p in range(3):
        found = sees(game, p)
        assert not found["offer"].any() and found["deal"][Terms.THERE] == 1
        assert hot(found["people"][:, Person.HELPER]) == [(1 - p) % 3]
        assert cards(game, p, "about")[0][About.DEAL_ITEM] == "Huge Rock"


def test_who_refused_was_asked() -> None:
    game = fight()
    game[0].asks(game[1], treasures=0)
    game[1].refuses()
    for p in range(3):
        people = sees(game, p)["people"]
        assert hot(people[:, Person.ASKED]) == [(1 - p) % 3] == hot(people[:, Person.ASKS])


def test_a_trade_shows_what_is_given_and_wanted() -> None:
    game = table(seat(carries="Huge Rock"), seat(), seat(carries="Leather Armor"))
    aric, _, _ = game
    for words in ("trade", "trade with player 2", "give Huge Rock", "want Leather Armor"):
        aric.does(words)
    assert cards(game, 0, "about")[0][About.TRADE_MINE] == "Huge Rock" and not filled(game, 2, "about")
    aric.does("send the offer")
    for p in range(3):
        assert cards(game, p, "about")[0][About.TRADE_MINE : About.TRADE_YOURS + 1] == ["Huge Rock", "Leather Armor"]
        assert hot(sees(game, p)["people"][:, Person.ABOUT]) == [(0 - p) % 3]


def test_the_pool_shows_the_table_from_which_i_choose() -> None:
    game = table(seat(carries="Huge Rock"), seat(carries="Leather Armor"))
    game[0].does("trade")
    game[0].does("trade with player 1")
    game[0].does("give Huge Rock")
    assert filled(game, 0, "pool") == ["Leather Armor"] and not filled(game, 1, "pool")


def test_a_sale_shows_what_is_marked_to_the_seller() -> None:
    game = table(seat(level=2, carries="Leather Armor, Huge Rock, Horny Helmet, Pointy Hat of Power"), seat())
    game[0].does("sell items")
    game[0].does("sell Leather Armor")
    mine = sees(game, 0)
    names = cards(game, 0, "my_table")[0]
    assert [names[i] for i in hot(mine["my_table_slots"][:, MyTable.MARKED])] == ["Leather Armor"]
    assert is_(mine["asked"][Asked.GOLD_MARKED], 0.2)
    assert not sees(game, 1)["asked"].any()


def test_a_curse_that_strikes_is_seen_by_all() -> None:
    game = table(seat(hand="Wishing Ring"), seat(), seat(), doors=["Curse! Duck of Doom"])
    game[0].kicks_open_the_door()
    assert game.decision == "CURSE_WINDOW"
    for p in range(3):
        assert cards(game, p, "about")[0][About.CURSE] == "Curse! Duck of Doom"
        assert hot(sees(game, p)["people"][:, Person.ABOUT]) == [(0 - p) % 3]


def test_lasting_curses_show_whose_they_are() -> None:
    game = table(seat(), seat(curses="Curse! Chicken on Your Head"), seat())
    for p in range(3):
        lasting = sees(game, p)["lasting"]
        assert set(filled(game, p, "lasting_cards")) == {"Curse! Chicken on Your Head"}
        assert is_(lasting[0, Lasting.WHOSE], ((1 - p) % 3 + 1) / 6) and lasting[0, Lasting.MINE] == (p == 1)


def test_the_past_is_told_from_my_seat() -> None:
    game = table(seat(), seat(), seat())
    game.game.record.past[2][0] = 3 << 8 * Deed.REFUSED
    past = sees(game, 1)["past"].reshape(6, 6, len(Deed))
    assert is_(past[1, 2, Deed.REFUSED], 3 / 5) and past.sum() == past[1, 2, Deed.REFUSED]


def counted(vector: dict[str, npt.NDArray[np.float32]], card_type: int) -> int:
    return int(vector["discards"][card_type // 8] * 2**24) >> 3 * (card_type % 8) & 7


@pytest.mark.parametrize("shown", ["top", "counts", "full"])
def test_discards_are_counted_if_the_option_says_so(shown: Literal["top", "counts", "full"]) -> None:
    game = table(seat(), seat(), door_discards="Elf, Dwarf, Elf", treasure_discards="Leather Armor", obs_discards=shown)
    names = [card.name for card in game.game.cards.cards]
    found = sees(game, 1)
    assert filled(game, 1, "top_discards") == ["Elf", "Leather Armor"]
    expected = (0, 0, 0) if shown == "top" else (2, 1, 1)
    assert tuple(counted(found, names.index(name)) for name in ("Elf", "Dwarf", "Leather Armor")) == expected
    assert bool(found["discards"].any()) == (shown != "top")


def test_charity_says_how_many_cards_are_left() -> None:
    game = table(seat(level=5, hand="Elf, Dwarf, Thief, Wizard, Warrior, Cleric, Halfling"), seat(), moment="before_charity")
    game[0].ends_the_turn()
    assert is_(sees(game, 0)["asked"][Asked.LEFT], 2 / 8) and not sees(game, 1)["asked"].any()


def test_a_question_says_why() -> None:
    game = table(seat(hand="Curse! Duck of Doom"), seat(), seat())
    game[0].does("play Curse! Duck of Doom")
    mine = sees(game, 0)
    assert hot(mine["decision"]) == [Kind.ASK_PLAYER] and hot(mine["why"]) == [Why.TARGET]
    assert cards(game, 0, "about")[0][About.QUESTION] == "Curse! Duck of Doom"
    assert not sees(game, 1)["why"].any() and not filled(game, 1, "about")


def test_every_column_counts_from_nought() -> None:
    for columns in Column.__subclasses__():
        assert [int(one) for one in columns] == list(range(len(columns)))
        assert all(one.meaning and one.low < one.high for one in columns)
