"""Games and positions as text and back; damaged or foreign texts are refused."""

import json
import random
import re
from pathlib import Path

import pytest

from munchkin_env.game.game import Game
from munchkin_env.game.notation import seat_names, with_names
from munchkin_env.game.replay import Replay, from_text, to_text
from munchkin_env.game.saved import LoadError, check_no_files
from munchkin_env.game.scenario import seat, table
from munchkin_env.players.policy import PolicyError, check_sets
from tests.play import EACH_AND_ALL


def played(seed: int, steps: int = 300, sets: tuple[str, ...] = ("deluxe",)) -> Replay:
    choice = random.Random(seed)
    replay = Replay(Game(3, sets, seed=seed, win_level=5, counter_offers=True))
    for _ in range(steps):
        if replay.game.over:
            break
        replay.apply(choice.choice(replay.game.legal()))
    return replay


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_game_comes_back_from_its_text(sets: tuple[str, ...], tmp_path: Path) -> None:
    replay = played(1, sets=sets)
    replay.save(tmp_path / "game.txt")
    again = Replay.load(tmp_path / "game.txt")
    assert again.game == replay.game and again.actions == replay.actions and again.text() == replay.text()


def test_a_replay_may_begin_anywhere() -> None:
    game = played(2, 100).game
    replay = Replay(game)
    replay.apply(game.legal()[0])
    again = Replay.from_text(replay.text())
    assert again.start == replay.start and again.game == replay.game


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_position_comes_back_from_its_text(sets: tuple[str, ...]) -> None:
    game = played(3, sets=sets).game
    assert from_text(to_text(game)) == game


def test_a_set_position_comes_back_from_its_text() -> None:
    position = table(seat(hand="Enraged"), seat(level=3), dice=[5]).game
    assert from_text(to_text(position)) == position


def test_reasons_come_back_from_the_text() -> None:
    replay = Replay(Game(2, seed=3))
    for reason in ("", "it is <b>good</b>\nand free", "x" * 1000):
        replay.apply(replay.game.legal()[0], reason)
    again = Replay.from_text(replay.text())
    assert again.reasons == replay.reasons == {1: "it is <b>good</b>\\x0aand free", 2: "x" * 499 + "…"}
    assert '"reasons"' not in played(1, 5).text()


@pytest.mark.parametrize("told", ['["x"]', '{"7": "x"}', '{"-1": "x"}', '{"01": "x"}', '{"1": 5}', '{"1": ""}', '{"1": "\\u202e"}'])
def test_damaged_reasons_are_refused(told: str) -> None:
    replay = played(1, 5)
    replay.reasons = {1: "because"}
    with pytest.raises(LoadError, match="its reasons are not a printable text"):
        Replay.from_text(replay.text().replace('{"1": "because"}', told))


def test_keeping_a_log_changes_nothing() -> None:
    replay = played(4)
    assert [said for _, said in replay.steps()] == [json.loads(line)[2] for line in replay.text().splitlines()[1:-1]]
    assert any(game.events() for game, _ in replay.steps())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"munchkin_env replay": 1', '"munchkin_env replay": 99', "format 99"),
        ('"rules": ', '"rules": 1000', "another version of the rules"),
        ('"actions": "', '"actions": "0', "another table of actions"),
        ('"cards": "', '"cards": "0', "other cards"),
        ('"win_level": 5', '"win_level": 50', "win_level=50"),
        ('"num_players": 3', '"num_players": 9', "num_players=9"),
        ('"seed": ', '"seed": -', "first line of the replay is damaged"),
        ('{"munchkin_env', "{munchkin_env", "not a replay of munchkin_env"),
        ('"end": "', '"end": "0', "its result is not the recorded one"),
    ],
)
def test_what_does_not_fit_is_refused(old: str, new: str, says: str) -> None:
    text = played(5, 50).text()
    assert old in text
    with pytest.raises(LoadError, match=says):
        Replay.from_text(text.replace(old, new))


@pytest.mark.parametrize("layout", ['"layout": "of an older version", ', ""], ids=["other", "none"])
def test_a_replay_of_another_layout_of_the_record_still_plays(layout: str) -> None:
    """Its actions mean the same; only the checksum of the result cannot be compared."""
    replay = played(5, 50)
    older = re.sub('"layout": "[0-9a-f]+", ', layout, replay.text()).replace('"end": "', '"end": "0')
    assert Replay.from_text(older).game == replay.game
    with pytest.raises(LoadError, match="its result is not the recorded one"):
        Replay.from_text(older.replace('"actions": 50', '"actions": 49'))


def test_damage_is_found() -> None:
    text = played(6, 60).text()
    lines = text.splitlines()
    for damaged in (lines[:-1], lines[:30] + lines[31:], [*lines[:30], lines[29], *lines[30:]], [*lines[:20], "[1, 2", *lines[20:]]):
        with pytest.raises(LoadError, match="damaged"):
            Replay.from_text("\n".join(damaged))
    for nothing in ("", "\n", "[]", "x" * 10000):
        with pytest.raises(LoadError, match="not a replay"):
            Replay.from_text(nothing)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="there is no such file"):
        Replay.load(tmp_path / "none")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LoadError, match="it is not text"):
        Replay.load(tmp_path / "bytes")


def test_names_of_players_are_kept_and_recordings_without_names_are_read() -> None:
    game = Game(3, seed=1)
    replay = Replay(game, {0: "Ann\u2028", 2: "bob"})
    replay.apply(game.legal()[0])
    assert Replay.from_text(replay.text()).names == {0: r"Ann\u2028", 2: "bob"}
    assert '"names"' not in played(1, 3).text() and played(1, 3).names == {}


@pytest.mark.parametrize(
    "names", ['"Ann"', '["a", "b"]', '["a", 1, null]', '["a", "", null]', '["a\\u2028", null, null]', '["\\ud800", null, null]']
)
def test_names_that_are_none_are_refused(names: str) -> None:
    text = played(1, 3).text().replace('"num_players": 3', f'"num_players": 3, "names": {names}')
    with pytest.raises(LoadError, match=r"its names are not a printable name|not a replay"):
        Replay.from_text(text)


@pytest.mark.parametrize(
    ("names", "called"),
    [
        ({1: "greedy", 2: "bully"}, {1: "greedy", 2: "bully"}),
        ({1: "greedy", 2: "Greedy"}, {1: "greedy 1", 2: "Greedy 2"}),
        ({0: "greedy 1", 1: "greedy", 2: "greedy"}, {0: "greedy 1 0", 1: "greedy 1", 2: "greedy 2"}),
        ({0: "You", 1: "player 2"}, {0: "You 0", 1: "player 2 1"}),
    ],
)
def test_names_mean_one_player(names: dict[int, str], called: dict[int, str]) -> None:
    assert seat_names(names) == called
    assert seat_names(called) == called, "names are handed on from one to the next that makes them clear"


def test_sentences_with_names() -> None:
    said = with_names("Player 1 asks player 2 for help, player 0", {1: "greedy", 2: "bully"})
    assert said == "greedy asks bully for help, player 0"


def test_the_message_about_files_of_cards_is_short() -> None:
    with pytest.raises(LoadError, match="its cards are in '/xxx") as caught:
        check_no_files(["/" + "x" * 5000 + ".json"] * 1000)
    assert len(str(caught.value)) < 2000 and "(1000)" in str(caught.value)


def test_the_message_about_sets_of_a_policy_is_short() -> None:
    with pytest.raises(PolicyError, match="the policy learned --set xxx") as caught:
        check_sets({"sets": ["x" * 5000] * 1000}, ["deluxe"])
    assert len(str(caught.value)) < 2000
