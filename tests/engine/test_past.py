"""What players have openly done to each other (Deed in engine/state/records.py)."""

import json
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.engine.state.events import remember
from munchkin_env.engine.state.records import Deed
from munchkin_env.game.scenario import Table, seat, table

TINY = Path(__file__).parents[1] / "cards" / "tiny.json"
Deeds = list[tuple[str, int, int, int]]


def deeds(game: Table) -> Deeds:
    """(deed, who, to whom, how often), if any."""
    players = game.game.view(0)["players"]
    return [(deed, p, q, n) for p, one in enumerate(players) for deed, row in one["deeds"].items() for q, n in enumerate(row) if n]


def with_card(tmp_path: Path, kind: str, effect: dict[str, Any]) -> list[Path]:
    """The tiny set, whose Overtime (or Paper Cut, for a Curse) has another effect."""
    content = json.loads(TINY.read_text(encoding="utf-8"))
    card = next(card for card in content["cards"] if card["id"] == ("paper_cut" if kind == "curse" else "overtime"))
    card["kind"], card["effects"] = kind, [effect]
    path = tmp_path / "office.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return [path]


def test_at_the_start_nobody_has_done_anything() -> None:
    assert deeds(table(seat(), seat())) == []


# ------------------------------------------------------------------------------------------------------------ help


@pytest.mark.compiled
def test_helped_and_refused() -> None:
    game = table(seat(level=1), seat(level=9), seat(), doors=["Harpies"])
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(otto)
    otto.refuses()
    assert deeds(game) == [("refused", 2, 0, 1)]
    aric.asks(suzan)
    suzan.accepts()
    assert deeds(game) == [("helped", 1, 0, 1), ("refused", 2, 0, 1)]


@pytest.mark.parametrize("accepts", [True, False])
def test_a_counter_offer_is_helped_or_refused_by_main(accepts: bool) -> None:
    game = table(seat(level=1), seat(level=9), doors=["Harpies"], counter_offers=True)
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.demands(1, picks_first="main")
    assert deeds(game) == []
    if accepts:
        aric.accepts()
    else:
        aric.refuses()
    assert deeds(game) == [("helped", 1, 0, 1) if accepts else ("refused", 0, 1, 1)]


def test_an_offer_withdrawn_is_no_deed() -> None:
    game = table(seat(level=1), seat(), doors=["Harpies"])
    game[0].kicks_open_the_door()
    game[0].asks(game[1], send=False)
    assert deeds(game) == []


@pytest.mark.parametrize("stays", [True, False])
def test_who_was_compelled_was_hit_and_then_helps_or_leaves(stays: bool) -> None:
    game = table(seat(level=8, wears="Kneepads of Allure", hand="Boil an Anthill"), seat(level=9), doors=["Face Sucker"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.uses("Kneepads of Allure")
    assert game.helper is suzan and deeds(game) == [("hit", 0, 1, 1)]
    aric.plays("Boil an Anthill", on=aric)
    if stays:
        suzan.stays()
    else:
        suzan.leaves()
    assert deeds(game) == [("hit", 0, 1, 1), ("helped" if stays else "left", 1, 0, 1)]


def test_a_promise_not_kept() -> None:
    for kept in (True, False):
        game = table(seat(level=1), seat(level=9), doors=["Harpies"], binding_deals=False)
        aric, suzan = game
        aric.kicks_open_the_door()
        aric.asks(suzan, treasures=1, picks_first="main")
        suzan.accepts()
        game.skip_windows()
        aric.says(kept)
        broken = [] if kept else [("left", 0, 1, 1)]
        assert deeds(game) == sorted([("helped", 1, 0, 1), *broken], key=lambda deed: deed[1])


# ------------------------------------------------------------------------------------------------------------- hit


def test_a_curse_on_another() -> None:
    game = table(seat(hand="Curse! Duck of Doom"), seat(level=4))
    game[0].plays("Curse! Duck of Doom", on=game[1])
    assert deeds(game) == [("hit", 0, 1, 1)]


def test_a_curse_that_is_cancelled_was_played_all_the_same() -> None:
    game = table(seat(hand="Curse! Duck of Doom"), seat(level=4, hand="Wishing Ring"))
    game[0].plays("Curse! Duck of Doom", on=game[1])
    game[1].plays("Wishing Ring")
    assert game[1].level == 4 and deeds(game) == [("hit", 0, 1, 1)]


def test_a_curse_on_oneself_or_behind_the_own_door_is_nobodys_deed() -> None:
    game = table(seat(level=4, hand="Curse! Duck of Doom"), seat(), seat(), doors=["Curse! Income Tax"])
    game[0].plays("Curse! Duck of Doom", on=game[0])
    game[0].kicks_open_the_door()
    assert game[0].level == 2 and deeds(game) == []


def test_a_curse_that_strikes_others_as_well() -> None:
    """Everybody but its player is hit by a played Income Tax."""
    game = table(seat(level=4, hand="Curse! Income Tax"), seat(level=4), seat(level=4))
    aric, suzan, otto = game
    aric.plays("Curse! Income Tax", on=suzan)
    assert deeds(game) == [("hit", 0, 1, 1)], "they had nothing to lose, so nobody else pays"
    game = table(seat(level=4, hand="Curse! Income Tax"), seat(level=4, carries="Leather Armor"), seat(level=4))
    aric, suzan, otto = game
    aric.plays("Curse! Income Tax", on=suzan)
    assert otto.level == 3 and deeds(game) == [("hit", 0, 1, 1), ("hit", 0, 2, 1)]


def test_who_takes_cards_by_anothers_curse_has_done_nothing() -> None:
    game = table(seat(hand="Curse! Lose Two Cards"), seat(hand="Elf, Dwarf, Wizard"), seat(), seat())
    aric, suzan, *_ = game
    aric.plays("Curse! Lose Two Cards", on=suzan)
    assert len(suzan.hand) == 1 and deeds(game) == [("hit", 0, 1, 1)]


@pytest.mark.compiled
def test_backstabbing_each_victim_each_time() -> None:
    game = table(
        seat(level=4), seat(level=3, classes="Thief", hand="Elf"), seat(classes="Thief", hand="Wizard, Cleric"), doors=["Face Sucker"]
    )
    aric, helper, third = game
    aric.kicks_open_the_door()
    aric.asks(helper)
    helper.accepts()
    helper.uses("Thief", "backstabbing", paying="Elf")
    helper.passes()
    third.uses("Thief", "backstabbing", on=aric, paying="Wizard")
    third.uses("Thief", "backstabbing", paying="Cleric")
    assert deeds(game) == [("helped", 1, 0, 1), ("hit", 1, 0, 1), ("hit", 2, 0, 1), ("hit", 2, 1, 1)]


@pytest.mark.parametrize("die", [1, 3, 6])
def test_a_theft_counts_once_even_if_it_fails(die: int) -> None:
    game = table(seat(level=4, classes="Thief", hand="Elf"), seat(wears="Helm of Courage"), dice=[die])
    game[0].uses("Thief", "theft", on=game[1], paying="Elf")
    assert deeds(game) == [("hit", 0, 1, 1)]


def test_a_level_stolen_and_a_level_given() -> None:
    game = table(seat(level=4, hand="Steal a Level, Boil an Anthill"), seat(level=4), seat())
    game[0].plays("Steal a Level", on=game[1])
    game[0].plays("Boil an Anthill", on=game[1])
    assert game.levels[:2] == (5, 4) and deeds(game) == [("hit", 0, 1, 1)]


def test_an_item_taken_to_win() -> None:
    game = table(seat(level=1, hand="Help Me Out Here!"), seat(wears="Chainsaw of Bloody Dismemberment"), doors=["Pit Bull"])
    game[0].kicks_open_the_door()
    game[0].plays("Help Me Out Here!", on=game[1])
    assert game[0].wears == ["Chainsaw of Bloody Dismemberment"] and deeds(game) == [("hit", 0, 1, 1)]


@pytest.mark.parametrize("owner", [0, 1])
def test_a_hireling_killed(owner: int) -> None:
    """Taking another player's Hireling while the card runs is a hit; picking one's own is not."""
    hirelings = ("", None) if owner == 0 else (None, "")
    game = table(seat(level=4, hand="Kill the Hireling", hireling=hirelings[0]), seat(level=4, hireling=hirelings[1]))
    game[0].plays("Kill the Hireling", on=game[0])
    assert game[owner].companions == [] and deeds(game) == ([("hit", 0, 1, 1)] if owner else [])


def pass_until(game: Table, player: int) -> None:
    while not game.waits_for(game[player]):
        decides = game.decides
        assert decides is not None
        decides.does(next(text for text in ("pass", "roll the die") if decides.may(text)))


def fight(*hand: str) -> Table:
    """Player 0 fights, player 1 helps, player 2 has the cards and decides."""
    game = table(seat(level=3), seat(level=3), seat(hand=", ".join(hand)), doors=["Face Sucker"])
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    pass_until(game, 2)
    game.game.record.past[1][0] = 0
    return game


BOTH = [("hit", 2, 0, 1), ("hit", 2, 1, 1)]


@pytest.mark.parametrize(
    ("card", "answers", "expected"),
    [
        ("Enraged", {}, BOTH),
        ("Baby", {}, []),
        ("Mate", {}, BOTH),
        ("Wandering Monster", {"bringing": "Harpies"}, BOTH),
        ("Magic Missile", {"on": "monsters"}, BOTH),
        ("Magic Missile", {"on": "munchkins"}, []),
        ("Illusion", {"bringing": "Plutonium Dragon"}, BOTH),
        ("Illusion", {"bringing": "Harpies"}, []),
        ("Out to Lunch", {}, []),
    ],
)
def test_what_is_played_into_a_fight(card: str, answers: dict[str, Any], expected: Deeds) -> None:
    game = fight(card, *([answers["bringing"]] if "bringing" in answers else []))
    game[2].plays(card, **answers)
    assert deeds(game) == expected


def test_who_strengthens_the_monsters_of_their_own_fight_hits_their_helper_only() -> None:
    game = table(seat(level=1, hand="Enraged"), seat(level=9), doors=["Harpies"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    suzan.accepts()
    aric.plays("Enraged")
    assert deeds(game) == [("hit", 0, 1, 1), ("helped", 1, 0, 1)]


def test_who_is_put_into_anothers_place_was_hit_not_who_takes_it() -> None:
    for target in (1, 2):
        game = table(seat(level=1), seat(level=1, hand="Elf"), seat(level=1, hand="Transferral Potion"), doors=["Face Sucker"])
        game[0].kicks_open_the_door()
        pass_until(game, 2)
        game[2].plays("Transferral Potion", on=game[target])
        assert deeds(game) == ([("hit", 2, 1, 1)] if target == 1 else [])


@pytest.mark.parametrize(("face", "expected"), [(1, [("hit", 1, 0, 1)]), (6, [])])
def test_a_die_for_running_away_that_another_lowers(face: int, expected: Deeds, tmp_path: Path) -> None:
    loaded = {"on": "on_play", "when": ["any_roll"], "ops": [{"op": "set_die", "who": "any_player"}]}
    sets = with_card(tmp_path, "one_shot", loaded)
    game = table(seat(level=1), seat(level=1, hand="Overtime"), doors=["Angry Stapler"], dice=[5], sets=sets)
    game[0].kicks_open_the_door()
    pass_until(game, 1)
    game[1].does("play Overtime")
    game[1].does(f"turn the die to {face}")
    assert deeds(game) == expected


def test_a_card_against_all_others_hits_each_of_them(tmp_path: Path) -> None:
    for op, expected in (("lose_level", [("hit", 1, 0, 1), ("hit", 1, 2, 1)]), ("gain_level", [])):
        effect = {"on": "on_play", "when": ["any_time"], "ops": [{"op": op, "who": "each_other", "amount": 1}] * 2}
        game = table(seat(level=4), seat(level=4, hand="Overtime"), seat(level=4), turn_of=1, sets=with_card(tmp_path, "special", effect))
        game[1].plays("Overtime")
        assert deeds(game) == expected, op


def test_glue_undoes_an_escape() -> None:
    game = table(seat(level=3), seat(hand="Flask of Glue"), doors=["Face Sucker"], dice=[5, 1])
    game[0].kicks_open_the_door()
    pass_until(game, 1)
    game[1].plays("Flask of Glue")
    assert deeds(game) == [("hit", 1, 0, 1)]


# ------------------------------------------------------------------------------------------------- and how it is kept


def test_a_count_stops_at_255() -> None:
    game = table(seat(hand="Curse! Duck of Doom"), seat(level=4))
    game.game.record.past[0][1] = 255 << 8 * Deed.HIT
    game[0].plays("Curse! Duck of Doom", on=game[1])
    assert deeds(game) == [("hit", 0, 1, 255)]


def test_nobody_remembers_what_one_does_to_oneself_or_to_nobody() -> None:
    g = table(seat(), seat()).game.record
    for who, whom in ((0, 0), (1, 1), (-1, 0), (0, -1)):
        remember(g, Deed.HIT, who, whom)
    assert sum(g.past[p][q] for p in range(6) for q in range(6)) == 0
