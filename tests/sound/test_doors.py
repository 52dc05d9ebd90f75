"""Every way in for a record's bytes refuses what is not a game, says why, and changes nothing."""

import base64
import hashlib
import json
import pickle
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import munchkin_env
from munchkin_env.core.files import SAVED_GAME
from munchkin_env.engine.flow.settle import UnsoundGameError
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MAX_DEPTH
from munchkin_env.envs.teaching import Teacher
from munchkin_env.envs.vector import MunchkinVector
from munchkin_env.game.game import Game, _unpickle
from munchkin_env.game.replay import KEY, Replay, to_text
from munchkin_env.game.saved import LoadError
from munchkin_env.vocabulary.words import Op
from tests.forged import Position, Report, attempt, positions_of
from tests.play import EACH_AND_ALL

pytestmark = pytest.mark.compiled

Change = Callable[[Any], None]


def too_many_players(g: Any) -> None:
    g.n_players = 48


def too_long_a_hand(g: Any) -> None:
    g.seat[0].hand_n = 32767


def a_second_copy(g: Any) -> None:
    g.seat[0].hand[0] = g.seat[1].hand[0]


FORGERIES = [
    (too_many_players, "n_players is 48; must be 2 to 6"),
    (too_long_a_hand, r"seat[0].hand_n is 32767; must be 0 to 96"),
    (a_second_copy, "is in 2 places; must be in 1"),
]


def game_before_its_first_turn() -> Game:
    game = Game(3, seed=5, sex_mode="fixed")
    assert game.decision == "SETUP"
    return game


def forged(game: Game, change: Change) -> bytes:
    made = game.clone()
    change(made.record)
    position = Position(game.to_bytes())
    return position.forged(made._bytes)


def replay_of(game: Game, saved: bytes) -> str:
    """As text, starting from that position."""
    header, last = to_text(game).splitlines()
    told = json.loads(header) | {"position": base64.b64encode(zlib.compress(saved)).decode()}
    return f"{json.dumps(told)}\n{last}\n"


@pytest.mark.parametrize(("change", "says"), FORGERIES)
def test_a_saved_game_that_is_none_is_refused(change: Change, says: str) -> None:
    game = game_before_its_first_turn()
    saved = forged(game, change)
    for load in (Game.from_bytes, _unpickle):
        with pytest.raises(LoadError, match=f"^its state is not that of a game: .*{re.escape(says)}$"):
            load(saved)
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(("change", "says"), FORGERIES)
def test_a_replay_from_a_position_that_is_none_is_refused(change: Change, says: str, tmp_path: Path) -> None:
    game = game_before_its_first_turn()
    text = replay_of(game, forged(game, change))
    with pytest.raises(LoadError, match=re.escape(says)):
        Replay.from_text(text)
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    with pytest.raises(LoadError, match=rf"game\.txt: .*{re.escape(says)}"):
        Replay.load(tmp_path / "game.txt")
    assert Replay.from_text(replay_of(game, game.to_bytes())).game == game


def changed(games: MunchkinVector, change: Callable[[MunchkinVector], None]) -> bytes:
    """A saved batch with a change; the batch itself is unchanged."""
    kept = games._game_rows.copy(), games._match_rows.copy()
    change(games)
    saved = games.to_bytes()
    games._game_rows[:], games._match_rows[:] = kept
    return saved


def in_game(change: Change) -> Callable[[MunchkinVector], None]:
    def do(games: MunchkinVector) -> None:
        made = games.game(1)
        change(made.record)
        games._game_rows[1] = made._bytes

    return do


def in_match(name: str, value: Any) -> Callable[[MunchkinVector], None]:
    def do(games: MunchkinVector) -> None:
        games._matches[name][1] = value

    return do


def bot_sits_with_the_learner(games: MunchkinVector) -> None:
    games._matches["bot"]["kind"][1, games.learner(1)] = 1


def other_rules(g: Any) -> None:
    g.options.trade_budget = 8


def ended(g: Any) -> None:
    g.over = g.truncated = 1


BATCHES = [
    *((in_game(change), says) for change, says in FORGERIES if change is not too_many_players),
    (in_game(too_many_players), "n_players is 48; must be 3 to 3"),
    (in_game(other_rules), "it has other house rules"),
    (in_game(ended), "it is over, but this batch starts new games automatically"),
    (in_match("learner", 3), "learner is 3; must be -1 to 2"),
    (in_match("learner", -1), "it has no learner"),
    (in_match("index", 0), "it is in another game's place"),
    (in_match("steps", -1), "steps is -1; must be 0 to 1000000000"),
    (in_match("paid", float("nan")), "paid[0] is nan; must be -1000000000.0 to 1000000000.0"),
    (bot_sits_with_the_learner, "a bot is in its learner's seat"),
]


@pytest.mark.parametrize("case", range(len(BATCHES)))
def test_a_batch_with_a_game_that_is_none_is_refused_and_stays_as_it_was(case: int) -> None:
    change, says = BATCHES[case]
    games = MunchkinVector(3, 3, seed=2, seat="random", opponents="greedy", shaping=1.0, sex_mode="fixed")
    games.reset()
    before = games.to_bytes()
    saved = changed(games, change)
    assert games.to_bytes() == before != saved
    with pytest.raises(LoadError, match=rf"^game 1 of the saved batch (is damaged|cannot be in this batch): .*{re.escape(says)}$"):
        games.restore(saved)
    assert games.to_bytes() == before
    games.restore(before)


def test_a_batch_of_many_seats_says_what_is_wrong_with_its_learner() -> None:
    games = MunchkinVector(2, 3, seed=2)
    games.reset()
    with pytest.raises(LoadError, match="one of its seats is the only learner"):
        games.restore(changed(games, in_match("learner", 1)))


def test_a_saved_batch_in_which_a_bot_would_decide_is_refused() -> None:
    games = MunchkinVector(2, 3, seed=2, seat=0, opponents="random")
    games.reset()

    def another_decides(g: Any) -> None:
        top = g.stack[g.depth - 1]
        top.player = (top.player + 1) % 3

    with pytest.raises(LoadError, match=r"a bot has to decide|is nowhere|is not where it says"):
        games.restore(changed(games, in_game(another_decides)))


@pytest.mark.parametrize(
    ("name", "value", "says"), [("kind", 9, "kind is 9; must be 0 to 4"), ("level", -7, "level is -7; must be 0 to 300")]
)
def test_a_teacher_that_is_none_is_refused(name: str, value: int, says: str) -> None:
    games = MunchkinVector(2, 2, seed=1)
    teacher = Teacher(games, "greedy")
    before = teacher.to_bytes()
    teacher._rows[name][1] = value
    saved = teacher.to_bytes()
    teacher.restore(before)
    with pytest.raises(ValueError, match=f"^bot 1 of the saved teacher is invalid: {re.escape(says)}$"):
        teacher.restore(saved)
    assert teacher.to_bytes() == before


UNLOOKED = {
    "game/game.py": "from_bytes, which has looked at them",
    "envs/shards.py": "copies of games that are in the batch",
    "envs/vector.py": "copies of games that are in the batch",
    "lab/arena/playing.py": "copies of games that are being played",
    "players/agents/serving.py": "worlds that the tournament, which started this process, deals to an agent",
}
"""Callers that make games from bytes without checking them, and where the bytes come from."""


def test_bytes_become_games_unlooked_only_where_they_are_our_own() -> None:
    package = Path(munchkin_env.__file__).parent
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"\.from_state\(", path.read_text(encoding="utf-8"))
    }
    assert found == set(UNLOOKED), "load them by Game.from_bytes, or say here whose they are"


# ----------------------------------------------------------------------------------------------------- headers, lines


def with_header(data: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    magic, header, body = data.split(b"\n", 2)
    told = json.dumps(change(json.loads(header))).encode()
    made = b"\n".join([magic, told, body[:-16]])
    return made + hashlib.sha256(made).digest()[:16]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda told: [told], "its first line is"),
        (lambda told: told | {"sets": None}, "sets is None; must be a list of names"),
        (lambda told: told | {"sets": "deluxe"}, "sets is 'deluxe'; must be a list of names"),
        (lambda told: told | {"sets": [7]}, "sets is [7]; must be a list of names"),
        (lambda told: told | {"seed": "x"}, "seed is 'x'; must be an integer"),
        (lambda told: told | {"seed": True}, "seed is True; must be an integer"),
        (lambda told: told | {"seed": 1 << 70}, "must be an integer"),
        (lambda told: told | {"seed": 1.5}, "seed is 1.5; must be an integer"),
        (lambda told: {key: value for key, value in told.items() if key != "seed"}, "seed is None; must be an integer"),
        (lambda told: told | {"rules": []}, "it was written with another version of the rules"),
        (lambda told: told | {"cards": {}}, "it was written with other cards"),
        (lambda told: told | {"version": "9" * 1000, "layout": 0}, "it was written with another layout of the game"),
    ],
)
def test_a_header_of_wrong_types_is_refused(change: Any, says: str) -> None:
    with pytest.raises(LoadError, match=re.escape(says)):
        Game.from_bytes(with_header(Game(2, seed=1).to_bytes(), change))


def test_a_header_that_is_nested_without_end_is_refused() -> None:
    magic, _, body = Game(2, seed=1).to_bytes().split(b"\n", 2)
    made = b"\n".join([magic, b"[" * 60_000, body[:-16]])
    with pytest.raises(LoadError, match="the saved game is damaged"):
        Game.from_bytes(made + hashlib.sha256(made).digest()[:16])


def replay_lines() -> list[str]:
    replay = Replay(Game(2, seed=1))
    replay.apply(replay.game.legal()[0])
    return replay.text().splitlines()


def told(**values: Any) -> Callable[[list[str]], list[str]]:
    """A replay with a changed first line."""

    def change(lines: list[str]) -> list[str]:
        header = json.loads(lines[0]) | values
        return [json.dumps({key: value for key, value in header.items() if value is not ...}), *lines[1:]]

    return change


def row(text: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [lines[0], text, lines[2]]


REPLAYS: list[tuple[Callable[[list[str]], list[str]], str]] = [
    (lambda _: [], "this is not a replay"),
    (lambda lines: ["", *lines], "this is not a replay"),
    (lambda _: ["[" * 100_000], "this is not a replay"),
    (lambda lines: [lines[0]], "its end is missing"),
    (lambda lines: [lines[0], lines[1], "{}"], "its end is missing"),
    (lambda lines: [lines[0], lines[1], '{"actions": 1, "end": [[[]]]}'], "its result is not the recorded one"),
    (lambda lines: [lines[0], lines[1], '{"actions": 1, "actions": 1, "end": 1}'], "occurs twice"),
    (told(**{KEY: "x" * 500}), "has format 'xxx"),
    (told(sets=...), "sets is None; must be a list of names"),
    (told(sets=[["deluxe"]]), "must be a list of names"),
    (told(sets=["/dev/zero"]), "files named in a file are opened only if"),
    (told(options=...), "'options' is missing"),
    (told(options=[]), "options is [], not an object"),
    (told(options={"sets": 1}), "there is no option 'sets'"),
    (told(options={"log": True}), "there is no option 'log'"),
    (told(options={"win_level": [10]}), "win_level=[10]: must be"),
    (told(options={"win_level": 1e400}), "not a replay"),
    (told(num_players=...), "'num_players' is missing"),
    (told(num_players="2"), "num_players='2': must be"),
    (told(num_players=99), "num_players=99: must be"),
    (told(seed=...), "'seed' is missing"),
    (told(seed=-1), "seed=-1: must be"),
    (told(seed=1 << 80), "must be an integer"),
    (told(position=7), "position is 7, not text"),
    (told(position="?"), "first line of the replay is damaged"),
    (told(position="AAAA"), "its compressed data are damaged"),
    (told(position=base64.b64encode(zlib.compress(bytes(SAVED_GAME + 1), 9)).decode()), "have more than"),
    (told(position=base64.b64encode(zlib.compress(b"x")).decode()), "these bytes are not a saved game"),
    (row('[0, 27, "be male"'), "line 2 of the replay is damaged"),
    (row("null"), "an action is a seat, an id and a text, not None"),
    (row('[0, true, "be male"]'), "an action is a seat, an id and a text"),
    (row('[false, 27, "be male"]'), "an action is a seat, an id and a text"),
    (row('[0, 27.0, "be male"]'), "an action is a seat, an id and a text"),
    (row(f'[0, {10**30}, "be male"]'), "is not legal"),
    (row(f'[0, {"9" * 5000}, "be male"]'), "digits"),
    (row('[0, -1, "be male"]'), "is not legal"),
    (row('[0, 27, "\\ud800"]'), "surrogate"),
]


@pytest.mark.parametrize("case", range(len(REPLAYS)))
def test_a_hostile_replay_is_refused(case: int) -> None:
    change, says = REPLAYS[case]
    with pytest.raises(LoadError, match=re.escape(says)):
        Replay.from_text("\n".join(change(replay_lines())))


@pytest.mark.parametrize("path", ["/dev/zero", "."])
def test_a_replay_is_read_from_regular_files_only(path: str) -> None:
    with pytest.raises(LoadError, match="it must be a regular file"):
        Replay.load(path)


def test_ends_of_lines_of_any_system_are_read_and_no_others() -> None:
    text = "\n".join(replay_lines())
    assert Replay.from_text(text.replace("\n", "\r\n") + "\r\n\r\n").game == Replay.from_text(text).game


# ------------------------------------------------------------------------------- what cannot be proven at the door


def unlooked(game: Game, change: Change) -> Game:
    """A game that came in unchecked."""
    made = game.clone()
    change(made.record)
    return Game.from_state(made.cards, made.sets, made._bytes.tobytes())


def calm() -> Game:
    game = Game(2, seed=1, sex_mode="fixed", trade_budget=0, auto_pass_forced=False)
    while game.decision != "ARRANGE":
        game.apply("done")
    return game


def a_full_stack(g: Any) -> None:
    """The pending frame, repeated until the stack is full."""
    for d in range(g.depth, MAX_DEPTH):
        for name, _ in g.stack[0]._fields_:
            setattr(g.stack[d], name, getattr(g.stack[g.depth - 1], name))
    g.depth = MAX_DEPTH


def an_empty_stack(g: Any) -> None:
    g.stack[0] = g.stack[g.depth - 1]
    g.depth = 1


@pytest.mark.parametrize("change", [a_full_stack, an_empty_stack])
def test_a_stack_without_room_or_without_frames_ends_the_game_with_an_error(change: Change) -> None:
    game = unlooked(calm(), change)
    with pytest.raises(UnsoundGameError, match="no game by the rules leads to this position"):
        game.apply(Verb.SELL if change is a_full_stack else Verb.NEXT)


def test_who_can_do_nothing_ends_the_game_with_an_error() -> None:
    def nobody_to_ask(g: Any) -> None:
        f = g.stack[g.depth - 2]
        f.kind, f.player = Kind.TRADE_WITH, 1

    game = unlooked(calm(), nobody_to_ask)
    with pytest.raises(UnsoundGameError, match="has no legal action"):
        game.apply(Verb.NEXT)


def test_what_never_ends_by_itself_ends_with_an_error() -> None:
    game = calm()
    tables = game.cards.tables[0]
    rows = [k for k in range(len(tables["op"]["op"])) if tables["op"]["op"][k] == Op.NEXT]

    def a_loop_over_nobody(g: Any) -> None:
        """Bits of players who do not exist are never removed from the group."""
        f = g.stack[g.depth - 2]
        effect = next(e for e in range(len(tables["effect"])) if tables["effect"][e]["ops"] <= rows[0] < tables["effect"][e]["ops_end"])
        f.kind, f.effect, f.pc, f.end = Kind.EFFECTS, effect, rows[0], tables["effect"][effect]["ops_end"]
        f.card, f.remaining, f.answer, f.victim, f.disposal = 0, 192, -1, 0, 0

    game = unlooked(game, a_loop_over_nobody)
    with pytest.raises((UnsoundGameError, ValueError)):  # ValueError: Python has no shift by -1
        game.apply(Verb.NEXT)


# --------------------------------------------------------------------------------------------------------- all kinds


@pytest.mark.slow
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_forged_positions_do_no_harm(sets: tuple[str, ...]) -> None:
    """A small sample of `python -m tests.forged`."""
    positions, limits = positions_of(sets, 1, 3)
    report = Report()
    for number in range(60):
        attempt(number, 1, positions, limits, report)
    assert report.findings == []
    assert report.tried == 60 and report.refused > 20 and report.accepted > 3


def test_the_report_tells_what_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    import tests.forged

    def fails(*_: object) -> None:
        raise IndexError("out of range")

    positions, limits = positions_of(["deluxe"], 1, 1)
    monkeypatch.setattr(tests.forged, "DOORS", (("saved game", fails, 1),))
    report = Report()
    attempt(7, 1, positions, limits, report)
    assert len(report.findings) == 1 and report.findings[0].startswith("input 7 (saved game): IndexError: out of range (")
    assert "unexplained exceptions 1" in str(report)
