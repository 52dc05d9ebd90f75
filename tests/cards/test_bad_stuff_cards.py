"""Bad Stuff that costs cards that others take or choose."""

from munchkin_env.game.scenario import seat
from tests.card import card
from tests.flight import caught
from tests.rule import rule


@card("Hippogriff")
def test_the_hippogriff_lets_everybody_take_a_treasure_from_the_right() -> None:
    game = caught(
        "Hippogriff",
        seat(level=6, classes="Thief", wears="Helm of Courage", carries="Leather Armor", hand="Elf, Magic Missile, Sleep Potion"),
        seat(),
        seat(),
    )
    victim, left, opposite, right = game
    assert game.waits_for(right)
    assert sorted(right.choices) == ["take Helm of Courage", "take Leather Armor", "take an unseen card of the hand"]
    right.takes("Leather Armor")
    assert right.carries == ["Leather Armor"]
    opposite.takes("unseen")
    assert opposite.hand[0] in ("Magic Missile", "Sleep Potion")  # never a Door
    left.takes("Helm of Courage")
    assert victim.classes == ["Thief"] and victim.wears == [] and len(victim.hand) == 2 and "Elf" in victim.hand
    assert left.carries == ["Helm of Courage"] and victim.level == 6


@card("Hippogriff")
@rule("BIG-01")
def test_who_may_not_carry_another_big_item_takes_none() -> None:
    game = caught("Hippogriff", seat(level=6, carries="Huge Rock, Helm of Courage, Leather Armor"), seat(carries="Stepladder"))
    victim, left, right = game
    right.takes("Helm of Courage")
    assert left.carries == ["Stepladder", "Leather Armor"] and victim.carries == ["Huge Rock"]


@card("Hippogriff")
def test_the_hippogriff_finds_nothing_where_no_treasure_is() -> None:
    game = caught("Hippogriff", seat(level=6, classes="Thief", hand="Elf"), seat())
    assert game[0].hand == ["Elf"] and game[0].classes == ["Thief"] and game[1].hand == []


@card("Hippogriff", "Hireling")
@rule("HIRE-01")
def test_a_hireling_may_be_taken_and_brings_along_what_they_carry() -> None:
    game = caught("Hippogriff", seat(level=6, hireling="Huge Rock"), seat(carries="Stepladder"))
    victim, left, right = game
    right.takes("Hireling")
    assert right.companions == ["Hireling"] and right.wears == ["Huge Rock"]
    assert victim.table == [] and left.carries == ["Stepladder"]


@card("Insurance Salesman")
def test_the_salesman_takes_items_worth_a_thousand_as_the_victim_chooses() -> None:
    game = caught(
        "Insurance Salesman",
        seat(
            level=6,
            wears="Helm of Courage, Mithril Armor",
            carries="Sleep Potion, Magic Missile, Huge Rock",
            hand="Wishing Ring",
        ),
    )
    victim, _ = game
    assert not victim.may("no more")
    victim.discards("Mithril Armor", "Magic Missile")
    assert not victim.may("no more")  # 900 so far
    victim.discards("Sleep Potion")
    victim.does("no more")
    assert sorted(victim.table) == ["Helm of Courage", "Huge Rock"]
    assert victim.hand == ["Wishing Ring"] and victim.level == 6


@card("Insurance Salesman")
def test_who_owns_less_than_a_thousand_loses_all_their_items() -> None:
    game = caught("Insurance Salesman", seat(level=6, classes="Thief", wears="Helm of Courage, Mithril Armor", carries="Huge Rock"))
    assert game[0].table == ["Thief"]


@card("King Tut")
def test_king_tut_takes_all_items_and_the_hand() -> None:
    game = caught(
        "King Tut",
        seat(level=8, classes="Thief", wears="Helm of Courage", carries="Huge Rock", hireling="", hand="Elf, Magic Missile"),
    )
    assert game[0].table == ["Thief", "Hireling"] and game[0].hand == [] and game[0].level == 6


@card("Lawyers")
def test_the_lawyers_let_everybody_draw_from_the_hand_and_discard_the_rest() -> None:
    game = caught("Lawyers", seat(level=4, wears="Helm of Courage", hand="Elf, Dwarf, Wizard, Cleric"), seat(), seat())
    victim, left, opposite, right = game
    taken = [*left.hand, *opposite.hand, *right.hand]
    assert len(left.hand) == len(opposite.hand) == len(right.hand) == 1
    assert victim.hand == [] and victim.wears == ["Helm of Courage"] and victim.level == 4
    (rest,) = {"Elf", "Dwarf", "Wizard", "Cleric"} - set(taken)
    assert rest in game.doors_discarded
    assert right.sees(left) == [None]


@card("Lawyers")
def test_the_lawyers_begin_on_the_left() -> None:
    game = caught("Lawyers", seat(level=4, hand="Elf"), seat(), seat())
    assert [len(other.hand) for other in game] == [0, 1, 0, 0]


@card("Leperchaun")
def test_the_leperchaun_lets_both_neighbors_choose_an_item() -> None:
    game = caught(
        "Leperchaun",
        seat(level=3, classes="Thief", wears="Helm of Courage", carries="Huge Rock, Sleep Potion", hand="Elf"),
        seat(),
        seat(),
    )
    victim, left, _, right = game
    assert game.waits_for(left)
    assert sorted(left.choices) == ["discard Helm of Courage", "discard Huge Rock", "discard Sleep Potion"]
    left.chooses("Huge Rock")
    assert game.waits_for(right) and len(right.choices) == 2
    right.chooses("Helm of Courage")
    assert victim.table == ["Thief", "Sleep Potion"] and victim.hand == ["Elf"]
    assert game.treasures_discarded[:2] == ["Huge Rock", "Helm of Courage"] and left.hand == []


@card("Leperchaun")
def test_with_one_neighbor_they_choose_twice() -> None:
    game = caught("Leperchaun", seat(level=3, wears="Helm of Courage, Leather Armor", carries="Huge Rock"))
    game[1].chooses("Leather Armor")
    game[1].chooses("Huge Rock")
    assert game[0].table == ["Helm of Courage"]


@card("Net Troll")
def test_everybody_of_the_highest_level_takes_an_item_of_the_net_trolls_victim() -> None:
    game = caught(
        "Net Troll",
        seat(level=3, wears="Helm of Courage", carries="Huge Rock, Sleep Potion", hand="Magic Missile"),
        seat(level=7),
        seat(level=2),
        foe=7,
    )
    victim, left, low, foe = game
    assert game.waits_for(left)
    left.takes("Sleep Potion")
    assert game.waits_for(foe)
    foe.takes("Helm of Courage")
    assert left.carries == ["Sleep Potion"] and foe.carries == ["Helm of Courage"] and low.table == []
    assert victim.table == ["Huge Rock"] and victim.hand == ["Magic Missile"] and victim.level == 3


@card("Net Troll")
@rule("CURSE-11")
def test_the_victim_takes_nothing_of_themselves_nor_does_one_who_cannot_carry_it() -> None:
    game = caught("Net Troll", seat(level=9, carries="Huge Rock"), seat(level=6, carries="Stepladder"), seat(level=4), foe=2)
    victim, left, able, _ = game
    assert able.carries == ["Huge Rock"] and left.carries == ["Stepladder"] and victim.table == []
    game = caught("Net Troll", seat(level=9, hand="Magic Missile"), foe=2)
    assert game[0].hand == ["Magic Missile"] and game[1].table == []


@card("Pukachu")
def test_pukachu_takes_the_hand() -> None:
    game = caught("Pukachu", seat(level=5, wears="Helm of Courage", hand="Elf, Magic Missile"))
    assert game[0].hand == [] and game[0].wears == ["Helm of Courage"] and game[0].level == 5


@card("Snails on Speed")
def test_snails_take_as_many_items_and_hand_cards_as_the_die_says() -> None:
    game = caught(
        "Snails on Speed",
        seat(level=5, classes="Thief", wears="Helm of Courage", carries="Sleep Potion", hireling="", hand="Elf, Magic Missile"),
        dice=(1, 2),
    )
    victim, _ = game
    assert sorted(victim.choices) == ["lose Elf", "lose Helm of Courage", "lose Magic Missile", "lose Sleep Potion"]
    victim.discards("Magic Missile", "Helm of Courage")
    assert victim.hand == ["Elf"] and sorted(victim.table) == ["Hireling", "Sleep Potion", "Thief"]
    assert victim.level == 5 and game.decision != "ASK_CARD"


@card("Snails on Speed")
def test_snails_take_all_there_is_if_it_is_less() -> None:
    game = caught("Snails on Speed", seat(level=5, classes="Thief", wears="Helm of Courage", hand="Elf"), dice=(1, 6))
    assert game[0].table == ["Thief"] and game[0].hand == []
