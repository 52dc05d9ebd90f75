"""A table without a network: whose decision it is, undoing, the same deal again, what is on disk, what is not asked."""

import stat
import sys
from pathlib import Path

import pytest

from munchkin_env.core.files import FileError
from munchkin_env.engine.state.actions import Verb
from munchkin_env.game.options import OptionError
from munchkin_env.game.replay import Replay
from munchkin_env.game.saved import LoadError
from munchkin_env.game.scenario import seat
from munchkin_env.game.scenario import table as scene
from munchkin_env.serve.chairs import chairs_for
from munchkin_env.serve.dialogs import options_of
from munchkin_env.serve.journal import Journal, newest_table
from munchkin_env.serve.passing import Asks
from munchkin_env.serve.table import WATCHER, MoveError
from tests.serve.tables import WATCH, act, kept, opened, played, resumed

ME = 0


def test_seats_are_people_with_secret_links_and_players() -> None:
    me, ann, bot = chairs_for(["me", "person=Ann", "greedy"])
    assert (me.person, ann.person, bot.person) == (True, True, False)
    assert (me.name, ann.name, bot.name) == ("", "Ann", "greedy")
    assert len({me.token, ann.token}) == 2 and min(len(me.token), len(ann.token)) >= 20 and bot.token == ""
    for wrong in (["me"], ["me"] * 7):
        with pytest.raises(OptionError, match="2 to 6"):
            chairs_for(wrong)


def test_a_link_leads_to_one_chair() -> None:
    table = opened("me", "person", "greedy")
    tokens = [chair.token for chair in table.terms.chairs]
    assert [table.chair_of(tokens[0]), table.chair_of(tokens[1]), table.chair_of(WATCH)] == [0, 1, WATCHER]
    assert [table.chair_of(wrong) for wrong in ("", tokens[0][:-1], tokens[0] + "x", "é", "\ud800")] == [None] * 5


def test_only_the_one_who_decides_acts_and_only_once() -> None:
    table = opened("me", "person", "greedy")
    asked, before = table.asked[ME], table.game.state()
    for chair, number, action in ((1, asked, Verb.MALE), (WATCHER, asked, Verb.MALE), (ME, asked - 1, Verb.MALE), (ME, asked, Verb.LOOT)):
        with pytest.raises(MoveError):
            table.act(chair, number, action.value)
    assert table.game.state() == before
    table.act(ME, asked, Verb.MALE.value)
    with pytest.raises(MoveError, match=r"not your decision|too late"):
        table.act(ME, asked, Verb.MALE.value)


def test_a_move_is_taken_back_with_everything_that_followed() -> None:
    table = played(opened(), 6)
    before, told = table.game.clone(), table.told(ME)
    asked = table.asked[ME]
    act(table, table.game.legal()[-1])
    while not table.waits:
        table.decide(table.game.legal()[0])
    table.undo(ME)
    assert table.game == before
    assert table.told(ME) == {**told, "asked": table.asked[ME]} and table.asked[ME] > asked
    for _ in range(200):
        if not table.can_undo(ME):
            break
        table.undo(ME)
    assert table.done == 0 and table.game == opened().game
    with pytest.raises(MoveError, match="nothing to undo"):
        table.undo(ME)


def test_nothing_is_taken_back_from_other_people() -> None:
    table = opened("me", "person", "greedy")
    act(table, Verb.MALE)
    assert not table.can_undo(ME)
    with pytest.raises(MoveError, match="other people"):
        table.undo(ME)


def test_the_same_deal_again_from_another_seat() -> None:
    table = opened(sex_mode="fixed")
    hand = table.game.names(table.game.record.seat[1].hand, 4)
    assert "nothing" not in hand
    first = table.seed
    table.again(ME, same=True, shift=1)
    assert table.number == 2 and table.seat_of(ME) == 1 and table.seed == first
    assert [chair["card"] for chair in table.told(ME)["view"]["seats"][1]["hand"][:4]] == hand
    assert table.told(ME)["people"] == [False, True, False]
    table.again(ME, same=False)
    assert table.seed != first and table.seat_of(ME) == 1


def test_a_new_game_needs_the_end_of_a_game_with_others() -> None:
    table = opened("me", "person", "greedy")
    with pytest.raises(MoveError, match="other people"):
        table.again(ME, same=True)
    with pytest.raises(MoveError, match="watching"):
        table.again(WATCHER, same=True)


def test_a_whole_offer_is_one_move() -> None:
    table = played(opened("me", "greedy", "greedy", seed=3), 0)
    for _ in range(150):
        assert not table.game.over, "nobody could ask for help"
        if table.game.is_legal(Verb.ASK.value):
            break
        played(table, 1)
    choices = options_of(table.for_decider(ME, table.asked[ME]), "offer")["to"]
    assert {one["seat"] for one in choices} <= {1, 2} and choices[0]["treasures"]
    before, marks = table.game.clone(), table.done
    offer = {"to": choices[0]["seat"], "treasures": choices[0]["treasures"][-1], "first": "helper"}
    with pytest.raises(MoveError):
        table.plan(ME, table.asked[ME], {"offer": {**offer, "to": 7}})
    assert table.game == before
    table.plan(ME, table.asked[ME], {"offer": offer})
    assert table.game.decision == "ANSWER_HELP" and table.done > marks + 2
    table.undo(ME)
    assert table.game == before


def test_a_person_is_spoken_to() -> None:
    table = opened("me", "person=Ann", "person")
    position = scene(seat(level=4), seat(level=9), seat(level=2), doors=["Net Troll"])
    position.players[0].kicks_open_the_door()
    position.game.record.logging = 1
    table.replay = Replay(position.game, table.replay.names)
    table._put()
    table.plan(0, table.asked[0], {"offer": {"to": 1, "treasures": 1, "first": "main"}})
    assert table.told(0)["view"]["offer"]["says"].startswith("Ann gets 1 treasure")
    assert table.told(0)["events"][-1]["says"] == "You ask Ann for help, for 1 Treasure"
    assert table.told(1)["events"][-1]["says"] == "Player 0 asks you for help, for 1 Treasure"
    table.act(1, table.asked[1], Verb.REFUSE.value)
    table.plan(0, table.asked[0], {"offer": {"to": 2, "treasures": 1, "first": "main"}})
    assert table.told(2)["view"]["offer"]["says"].startswith("you get 1 treasure")
    assert table.told(0)["view"]["offer"]["says"].startswith("player 2 gets 1 treasure")


# ----------------------------------------------------------------------------------------------------------- on disk


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with kept(tmp_path, win_level=4) as table:
        played(table, 6)
        table.let_ask(ME, Asks.OWN)
        table.undo(ME)
        played(table, 3)
    table.journal = None
    with resumed(newest_table(tmp_path)) as again:
        assert again.game == table.game and again.terms == table.terms
        told = again.told(ME)
        assert told == {**table.told(ME), "asked": told["asked"]} and told["asks"] == "own"
        again.undo(ME)
        table.undo(ME)
        assert again.game == table.game
        done = again.done
        assert played(again, 1).done > done


def test_another_game_is_continued_in_its_seats(tmp_path: Path) -> None:
    with kept(tmp_path) as table:
        table.again(ME, same=False, shift=2)
    with resumed(newest_table(tmp_path)) as again:
        assert (again.order, again.seed, again.number, again.game) == (table.order, table.seed, 2, table.game)


def written(folder: Path) -> Path:
    with kept(folder):
        pass
    return newest_table(folder)


def test_a_line_that_was_cut_off_is_forgotten(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_text()
    path.write_text(whole + '{"do": 2')
    with resumed(path) as table:
        table.let_ask(ME, Asks.OWN)
    assert path.read_text() == whole + '{"asks": "own", "chair": 0}\n'
    with resumed(path) as table:
        assert table.asks == {ME: Asks.OWN}


def test_what_follows_by_itself_after_a_restart_is_written(tmp_path: Path) -> None:
    """The server ended between an action and the passes that follow from the person's settings."""
    with kept(tmp_path, max_rounds=2) as table:
        table.let_ask(ME, Asks.OWN)
        played(table, 8)
    path = newest_table(tmp_path)
    lines = path.read_text().splitlines(keepends=True)
    with resumed(path) as again:
        seat = again.seat_of(ME)
    passes = [k for k, line in enumerate(lines) if line == '{"do": 0, "auto": true}\n' and k > len(lines) // 2]
    for cut in passes:
        path.write_text("".join(lines[:cut]))
        with resumed(path) as again:
            if len(path.read_text().splitlines()) > cut:
                break
    else:
        raise AssertionError(f"no pass of seat {seat} followed by itself")
    with resumed(path) as once_more:
        assert once_more.game.state() == again.game.state() and once_more.done == again.done


@pytest.mark.parametrize(
    "line",
    ['{"do": 400}', '{"do": "1"}', '{"undo": 5}', '{"game": {}}', '{"asks": "x", "chair": 0}', '{"asks": "own", "chair": 1}', "[]", "{"],
)
def test_a_damaged_file_is_refused(line: str, tmp_path: Path) -> None:
    path = written(tmp_path)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(LoadError, match=path.name), resumed(path):
        pass


def test_the_file_is_the_owners_and_that_of_one_server(tmp_path: Path) -> None:
    with kept(tmp_path / "new") as table:
        assert table.journal is not None
        path = table.journal.path
        if sys.platform != "win32":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(FileError, match="serves this table"):
            Journal(path)
    with pytest.raises(LoadError, match="no table"):
        newest_table(tmp_path)


# ------------------------------------------------------------------------------------------------- what is not asked


def windows(asks: Asks) -> tuple[int, int]:
    """How often a person is asked in two rounds, all in all and in the turns of others; they pass wherever they may."""
    table = opened(max_rounds=2)
    table.let_ask(ME, asks)
    asked = others = 0
    while not table.game.over:
        if table.waits:
            asked += 1
            others += table.game.record.turn_player != ME and table.game.record.combat.on == 0
            legal = table.game.legal()
            act(table, next((verb for verb in (Verb.PASS, Verb.NEXT) if verb in legal), legal[0]))
        else:
            played(table, 0)
    return asked, others


def test_nothing_is_asked_twice() -> None:
    everything, new, own = windows(Asks.ALL), windows(Asks.NEW), windows(Asks.OWN)
    assert everything[0] > new[0] > own[0], (everything, new, own)
    assert everything[1] > new[1] > own[1]


def test_passing_on_ends_when_something_concerns_the_person() -> None:
    table = opened(max_rounds=2)
    while not (table.waits and table.game.record.turn_player != ME and table.game.is_legal(Verb.PASS.value)):
        assert not table.game.over
        if table.waits:
            act(table, table.game.legal()[0])
        else:
            played(table, 0)
    turn = table.game.record.turn
    table.pass_on(ME, table.asked[ME])
    played(table, 0)
    g = table.game.record
    assert g.turn > turn or g.combat.on or not table.game.is_legal(Verb.PASS.value)


def test_one_cannot_pass_on_where_one_cannot_pass() -> None:
    table = opened()
    with pytest.raises(MoveError, match="cannot pass"):
        table.pass_on(ME, table.asked[ME])
