"""Every property notices what it is for: a valid step is damaged, and the property of that name fails."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from munchkin_env.cards.loader import load
from munchkin_env.engine.boundary.playouts import legal_at
from munchkin_env.engine.state.actions import HAND, Verb
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.records import EQUIPPED, Game
from munchkin_env.game.scenario import Table, seat, table
from munchkin_env.vocabulary.words import Until
from tests.facts import Facts, Position, copy_of
from tests.flight import flee
from tests.play import facts_of, last_step
from tests.properties import CHEAP, COSTLY, PROPERTIES, PropertyError, Step, check_step

facts = Facts(load(["deluxe"]))
CHECKS = {check.__name__: check for _, check in CHEAP + COSTLY}


def card(name: str) -> int:
    return next(c for c in range(facts.total) if facts.info[c].name == name)


def step_by(game: Table, act: Callable[[], None]) -> Step:
    return last_step(facts, game, act)


def damaged(step: Step, damage: Callable[[Any], None], before: bool = False) -> Step:
    array = copy_of((step.before if before else step.after).array)
    damage(Game.Structure.from_buffer(array.data))
    made = Position(facts, array)
    first, last = (made, step.after) if before else (step.before, made)
    return Step(first, step.action, last, step.mask.copy(), step.history)


def notices(name: str, good: Step, bad: Step) -> None:
    CHECKS[name](good)
    good.history.seen.clear()
    with pytest.raises(PropertyError):
        CHECKS[name](bad)


# ------------------------------------------------------------------------------------------------------- good steps


def arranging() -> Step:
    """Aric, before the door, lays down Leather Armor."""
    game = table(
        seat(classes="Warrior", wears="Helm of Courage", carries="Spiky Knees, Horny Helmet", hand="Leather Armor, Wizard, Huge Rock"),
        seat(hand="Thief, Convenient Addition Error"),
    )
    return step_by(game, lambda: game[0].lays_down("Leather Armor"))


def fighting() -> Step:
    """Aric fights with a potion in the fight and Enraged on the monster; Suzan has done nothing."""
    game = table(
        seat(level=5, wears="Leather Armor", carries="Spiky Knees", hand="Magic Missile, Mate, Potion of Idiotic Bravery"),
        seat(hand="Enraged, Baby"),
        doors=["Net Troll"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.plays("Enraged")
    suzan.passes()
    aric.plays("Mate")
    return step_by(game, lambda: aric.plays("Magic Missile", on="munchkins"))


def passing() -> Step:
    """Aric passes in the fight, Suzan still decides."""
    game = table(seat(hand="Magic Missile"), seat(hand="Enraged"), doors=["Net Troll"])
    game[0].kicks_open_the_door()
    return step_by(game, game[0].passes)


def enhancing() -> Step:
    """Suzan makes the monster stronger, and still decides."""
    game = table(seat(hand="Magic Missile"), seat(hand="Enraged, Baby"), doors=["Net Troll"])
    game[0].kicks_open_the_door()
    game[0].passes()
    return step_by(game, lambda: game[1].plays("Enraged"))


def winning() -> Step:
    """The last pass of a fight won alone: one level, one Treasure."""
    game = table(
        seat(level=5, classes="Cleric", hand="Magic Missile"), seat(hand="Enraged"), doors=["Pit Bull"], treasures=["Leather Armor"]
    )
    game[0].kicks_open_the_door()
    game[0].passes()
    return step_by(game, game[1].passes)


def helped() -> Step:
    """A fight won with a helper: two Treasures to share."""
    game = table(
        seat(level=5, wears="Leather Armor"),
        seat(level=3, hand="Enraged"),
        doors=["Face Sucker"],
        treasures=["Spiky Knees", "Horny Helmet"],
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, 1, "helper")
    suzan.accepts()
    return step_by(game, suzan.passes)


def accepting() -> Step:
    game = table(seat(level=5), seat(level=4, hand="Enraged"), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    return step_by(game, suzan.accepts)


def dying() -> Step:
    game = table(seat(level=6, hand="Elf, Leather Armor"), seat(hand="Enraged"), doors=["Plutonium Dragon"], dice=[1])
    game[0].kicks_open_the_door()
    return step_by(game, lambda: flee(game))


def looting() -> Step:
    """Aric is dead, Suzan takes a card."""
    game = table(seat(level=6, hand="Elf, Leather Armor"), seat(hand="Enraged"), doors=["Plutonium Dragon"], dice=[1])
    game[0].kicks_open_the_door()
    flee(game)
    return step_by(game, lambda: game[1].chooses("Elf"))


def selling() -> Step:
    game = table(seat(hand="Wand of Dowsing, Elf"), seat(), seat(level=2))
    return step_by(game, lambda: game[0].sells("Wand of Dowsing"))


def test_what_lies_on_a_sold_item_counts_once() -> None:
    """A Steed of 900 Gold, 400 of it for what is on it, and 700 more: one Level, not two."""
    game = table(
        seat(level=2, carries="Cavalry Charger, Rainbow Serape, Canned Beans, Flogging Mallet", hand="Rocket Stirrups"),
        seat(),
        sets=("western",),
    )
    aric = game[0]
    aric.plays("Rocket Stirrups")
    step = last_step(
        facts_of(("western",)), game, lambda: aric.sells("Cavalry Charger", "Rainbow Serape", "Canned Beans", "Flogging Mallet")
    )
    assert step.has(What.SELLS) and aric.level == 3
    CHECKS["sales_are_fair"](step)
    with pytest.raises(PropertyError):
        CHECKS["sales_are_fair"](damaged(step, relog(What.SELLS, "number", 2)))


def trading() -> Step:
    game = table(seat(carries="Spiky Knees"), seat(carries="Leather Armor"))
    aric, suzan = game
    aric.trades(suzan, "Spiky Knees", "Leather Armor")
    return step_by(game, suzan.accepts)


def giving() -> Step:
    """Charity: one card of six."""
    game = table(seat(level=2, hand="Elf, Dwarf, Thief, Wizard, Baby, Mate"), seat(), seat(level=3), moment="before_charity")

    def gives() -> None:
        game[0].ends_the_turn()
        game[0].chooses("Baby")

    return step_by(game, gives)


# ------------------------------------------------------------------------------------------------------ the damages


def set_hand(g: Any, p: int, i: int, c: int) -> None:
    g.seat[p].hand[i] = c


def add_to_hand(g: Any, p: int, c: int) -> None:
    g.seat[p].hand[g.seat[p].hand_n] = c
    g.seat[p].hand_n += 1


def add_to_table(g: Any, p: int, c: int) -> None:
    g.seat[p].table[g.seat[p].table_n] = c
    g.seat[p].host[g.seat[p].table_n] = -1
    g.seat[p].table_n += 1


def equip(g: Any, c: int) -> None:
    g.mark[c] |= EQUIPPED


def swap_decks(g: Any) -> None:
    g.doors.cards[0], g.treasures.cards[0] = g.treasures.cards[0], g.doors.cards[0]


def swap_order(g: Any) -> None:
    g.doors.cards[0], g.doors.cards[1] = g.doors.cards[1], g.doors.cards[0]


def put(path: str, value: int) -> Callable[[Any], None]:
    """Sets a field such as "seat.0.level"."""
    *parts, last = path.split(".")

    def damage(g: Any) -> None:
        for part in parts:
            g = g[int(part)] if part.isdigit() else getattr(g, part)
        setattr(g, last, value)

    return damage


def log(g: Any, what: What, player: int, other: int = -1, c: int = -1, number: int = 0) -> None:
    e = g.event[g.event_n]
    g.event_n += 1
    e.what, e.player, e.other, e.card, e.number = what, player, other, c, number


def relog(what: What, field: str, value: int) -> Callable[[Any], None]:
    """Change the first event of that kind."""

    def damage(g: Any) -> None:
        event = next(g.event[i] for i in range(g.event_n) if g.event[i].what == what)
        setattr(event, field, value)

    return damage


def claim_victory(g: Any) -> None:
    g.over, g.winners, g.seat[0].level = 1, 1, g.options.win_level


def two_classes(g: Any) -> None:
    add_to_table(g, 0, card("Wizard"))


def two_big_items(g: Any) -> None:
    add_to_table(g, 0, card("Huge Rock"))
    add_to_table(g, 0, card("Stepladder"))


def three_more(g: Any) -> None:
    for i in range(3):
        add_to_hand(g, 0, g.doors.cards[i])


def add_marker(g: Any) -> None:
    m = g.marker[g.marker_n]
    g.marker_n += 1
    m.card, m.seat, m.until, m.waiting = card("Warrior"), 0, Until.THIS_COMBAT, 0


def back_into_hand(g: Any) -> None:
    s = g.seat[0]
    s.table_n -= 1
    c = s.table[s.table_n]
    s.table[s.table_n] = -1
    add_to_hand(g, 1, c)


def reopen(g: Any) -> None:
    """The fight continues although its window is gone."""
    g.combat.on, g.combat.open, g.combat.main, g.combat.helper = 1, 1, 0, -1


CASES: list[tuple[str, Callable[[], Step], Callable[[Any], None]]] = [
    ("conservation", arranging, lambda g: set_hand(g, 0, 0, g.doors.cards[0])),
    ("unused_slots_are_empty", arranging, lambda g: set_hand(g, 0, g.seat[0].hand_n, 3)),
    ("decks_are_pure", arranging, swap_decks),
    ("reshuffles_only_when_empty", arranging, swap_order),
    ("levels_are_in_bounds", arranging, put("seat.0.level", 0)),
    ("levels_are_in_bounds", arranging, put("seat.1.level", 10)),
    ("levels_are_in_bounds", arranging, put("over", 1)),
    ("victory_comes_from_a_kill", arranging, claim_victory),
    ("equip_limits_hold", arranging, lambda g: equip(g, card("Horny Helmet"))),
    ("fighters_do_not_change_clothes", fighting, lambda g: equip(g, card("Spiky Knees"))),
    ("fighters_do_not_change_clothes", fighting, lambda g: add_to_table(g, 0, card("Huge Rock"))),
    ("carry_limits_hold", arranging, two_big_items),
    ("origins_are_few", arranging, two_classes),
    ("a_mate_is_as_strong", fighting, put("combat.monster.1.bonus", 5)),
    ("enhancers_count_once", fighting, put("combat.monster.0.bonus", 10)),
    ("the_stronger_side_wins", winning, relog(What.WINS_FIGHT, "what", What.LOSES_FIGHT)),
    ("one_living_player_decides", arranging, put("seat.0.dead", 1)),
    ("a_copy_goes_on_alike", arranging, put("seat.1.offers", 0)),
    ("every_legal_action_works", arranging, lambda g: set_hand(g, 1, 0, g.treasures.cards[0])),
    ("windows_close_when_all_passed", passing, lambda g: setattr(g.stack[g.depth - 1], "passed", 3)),
    ("actions_reopen_windows", enhancing, lambda g: setattr(g.stack[g.depth - 1], "passed", 1)),
    ("a_closed_fight_has_its_result", winning, reopen),
    ("dead_means_dead", dying, lambda g: add_to_hand(g, 0, g.doors.cards[0])),
    ("the_new_deal_comes_once", looting, put("seat.0.owes_deal", 0)),
    ("nothing_remains_of_a_fight", winning, put("combat.munchkin_bonus", 3)),
    ("nothing_remains_of_a_fight", arranging, add_marker),
    ("kills_and_only_kills_bring_levels", winning, relog(What.LEVEL, "number", 2)),
    ("treasures_are_those_of_the_monsters", helped, put("combat.treasures", 3)),
    ("treasures_are_those_of_the_monsters", winning, lambda g: log(g, What.DRAWS, 0, c=card("Spiky Knees"))),
    ("nothing_is_won_while_fighting_or_fleeing", passing, lambda g: log(g, What.LEVEL, 0, number=1)),
    ("helpers_come_by_leave", accepting, put("combat.helper", 0)),
    ("helpers_come_by_leave", passing, put("combat.helper", 1)),
    ("cards_move_as_they_may", arranging, back_into_hand),
    ("trades_are_agreed", trading, lambda g: equip(g, card("Spiky Knees"))),
    ("sales_are_fair", selling, relog(What.SELLS, "number", 2)),
    ("sales_are_fair", selling, relog(What.SELLS, "player", 2)),
    ("charity_is_even", giving, relog(What.CHARITY, "other", 2)),
    ("hands_are_small_after_the_turn", giving, three_more),
    ("used_cards_are_discarded", arranging, lambda g: add_to_table(g, 0, card("Convenient Addition Error"))),
    ("used_cards_are_discarded", arranging, lambda g: add_to_table(g, 0, card("Curse! Change Sex"))),
    ("used_cards_are_discarded", arranging, lambda g: set_hand(g, 0, 0, card("Hoard!"))),
]


@pytest.mark.parametrize(("name", "good", "damage"), CASES, ids=[f"{i}-{name}" for i, (name, _, _) in enumerate(CASES)])
def test_damage_is_noticed(name: str, good: Callable[[], Step], damage: Callable[[Any], None]) -> None:
    step = good()
    notices(name, step, damaged(step, damage))


# ----------------------------------------------------------------------- those that need more than a damaged record


def with_mask(step: Step, action: int, legal: bool) -> Step:
    mask = step.mask.copy()
    mask[action] = legal
    return Step(step.before, step.action, step.after, mask, step.history)


def test_an_empty_mask_is_noticed() -> None:
    step = arranging()
    notices("there_is_something_to_do", step, Step(step.before, step.action, step.after, np.zeros_like(step.mask), step.history))


@pytest.mark.parametrize(("name", "action"), [("masks_name_what_is_there", HAND + 20), ("hidden_cards_change_nothing", Verb.ASK)])
def test_an_action_too_many_is_noticed(name: str, action: int) -> None:
    step = arranging()
    notices(name, step, with_mask(step, action, True))


def test_a_mask_that_depends_on_a_foreign_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that allows a trade only if the first card of the other hand is a Thief."""
    step = arranging()
    original = legal_at

    def leaking(tables: Any, games: Any, i: int, mask: Any) -> None:
        original(tables, games, i, mask)
        mask[Verb.VOLUNTEER] = games[i].seat[1].hand[0] == card("Thief")

    CHECKS["masks_leak_nothing"](step)
    monkeypatch.setattr("tests.properties.hidden.legal_at", leaking)
    for name in ("masks_leak_nothing", "hidden_cards_change_nothing"):
        with pytest.raises(PropertyError):
            CHECKS[name](with_mask(step, Verb.VOLUNTEER, True))


def test_a_wrong_strength_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = fighting()
    CHECKS["strength_agrees"](step)
    monkeypatch.setattr("tests.properties.fights.munchkin_total", lambda *_: step.after.munchkins() + 1)
    with pytest.raises(PropertyError):
        CHECKS["strength_agrees"](step)


def test_too_much_learning_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = arranging()
    CHECKS["ranks_fit_the_level"](step)
    monkeypatch.setattr(facts, "rank", [3 * (c == card("Warrior")) for c in range(facts.total)])
    with pytest.raises(PropertyError):
        CHECKS["ranks_fit_the_level"](step)


def test_a_player_passed_over_is_noticed() -> None:
    """Suzan alone could act, and passes; if Otto had a card to play, Otto should have been asked."""
    game = table(seat(level=9), seat(hand="Enraged"), seat(hand="Baby, Elf"), doors=["Plutonium Dragon"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.passes()
    suzan.passes()
    step = step_by(game, otto.passes)

    def aric_has_a_card(g: Any) -> None:
        add_to_hand(g, 0, card("Humongous"))
        g.stack[g.depth - 1].passed = 2

    notices("only_who_must_pass_is_passed", step, damaged(step, aric_has_a_card, before=True))


def test_an_action_for_nothing_is_noticed() -> None:
    step = arranging()
    CHECKS["every_action_spends_something"](step)
    step.history.anchors.clear()
    with pytest.raises(PropertyError):
        CHECKS["every_action_spends_something"](damaged(step, lambda g: setattr(g.seat[0], "equips", g.seat[0].equips + 9)))


def test_a_position_that_comes_back_is_noticed() -> None:
    step = arranging()
    CHECKS["turns_end"](step)
    with pytest.raises(PropertyError, match="came back"):
        CHECKS["turns_end"](damaged(step, lambda g: setattr(g, "decisions", g.decisions + 1)))


def test_a_broken_promise_is_noticed() -> None:
    step = winning()
    CHECKS["helpers_get_what_was_agreed"](step)
    step.history.picks.update({0: 2, 1: 0})
    step.history.promised = (1, 1)
    with pytest.raises(PropertyError):
        CHECKS["helpers_get_what_was_agreed"](step)


def test_a_curse_given_away_is_noticed() -> None:
    game = table(seat(curses="Curse! Change Sex", hand="Leather Armor"), seat())
    step = step_by(game, lambda: game[0].lays_down("Leather Armor"))
    notices("curses_are_not_given_away", step, damaged(step, lambda g: log(g, What.DISCARDS, 0, c=card("Curse! Change Sex"))))


def test_a_promise_played_elsewhere_is_noticed() -> None:
    game = table(seat(level=5, hand="Convenient Addition Error, Baby"), seat(level=2), doors=["Face Sucker"], auto_pass_forced=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, card="Convenient Addition Error")
    suzan.accepts()
    step = step_by(game, lambda: aric.plays("Convenient Addition Error"))
    assert suzan.level == 3
    notices("pledged_cards_are_locked", step, damaged(step, relog(What.LEVEL, "player", 0)))


def test_what_a_monster_takes_after_a_discard_is_not_given_away() -> None:
    """Aric drops a Class, can then only roll, is caught, and dies with what was promised."""
    victim = seat(level=6, classes="Cleric", carries="Leather Armor")
    aric, suzan = game = table(victim, seat(), doors=["Plutonium Dragon"], dice=[1, 6], bribe_item_due="always")
    aric.kicks_open_the_door()
    aric.asks(suzan, item="Leather Armor")
    suzan.accepts()
    while game.decision != "ESCAPE":
        game.apply("pass")
    step = step_by(game, lambda: aric.discards("Cleric"))
    assert step.has(What.CAUGHT) and step.has(What.LAYS_OUT)
    notices("pledged_cards_are_locked", step, damaged(step, relog(What.CAUGHT, "what", What.ROLLS)))


def test_the_window_before_the_next_roll_is_another_one() -> None:
    """Aric passes, the Instant Wall works, and in the window before the next monster only Aric has passed already."""
    game = table(seat(level=2), seat(hand="Instant Wall"), doors=["Plutonium Dragon"], auto_pass_forced=False)
    aric, suzan = game
    aric.kicks_open_the_door()
    while game.decision != "ROLL_WINDOW":
        game.apply("pass")
    aric.passes()
    suzan.plays("Instant Wall", on=aric)
    suzan.passes()
    step = step_by(game, aric.passes)
    assert step.has(What.ESCAPES)

    def opens_another(g: Any) -> None:
        g.depth = step.before.depth
        g.stack[g.depth - 1] = step.before.top
        g.stack[g.depth - 1].passed = 1 << step.before.actor

    following = damaged(step, opens_another)
    notices("windows_close_when_all_passed", following, damaged(following, relog(What.ESCAPES, "what", What.ROLLS)))


def test_the_message_says_where_to_look() -> None:
    step = arranging()
    with pytest.raises(PropertyError, match=r"property 1 \(conservation\), seed 42, decision 7: twice: "):
        check_step(damaged(step, lambda g: set_hand(g, 0, 0, g.doors.cards[0])), 42, 7, False)


def test_good_steps_are_good() -> None:
    for good in (arranging, fighting, passing, winning, helped, accepting, enhancing, dying, looting, selling, trading, giving):
        check_step(good(), good.__name__, 0, True)


def test_no_property_was_forgotten() -> None:
    """Those that need more than a damaged record have their own tests above."""
    elsewhere = {
        "there_is_something_to_do",
        "masks_name_what_is_there",
        "hidden_cards_change_nothing",
        "masks_leak_nothing",
        "strength_agrees",
        "ranks_fit_the_level",
        "only_who_must_pass_is_passed",
        "every_action_spends_something",
        "turns_end",
        "helpers_get_what_was_agreed",
        "curses_are_not_given_away",
        "pledged_cards_are_locked",
        *(check.__name__ for number, check in CHEAP if number == 26),  # test_log.py
    }
    assert {name for name, _, _ in CASES} | elsewhere == set(CHECKS)
    told = {(number, module.__name__) for number, (module, _) in PROPERTIES.items()}
    assert {(number, check.__module__) for number, check in CHEAP + COSTLY} == told
