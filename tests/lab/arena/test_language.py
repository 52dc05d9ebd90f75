"""Players that read: what they are told in a tournament, and language models at its tables."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.lab.arena import ArenaError, Store, crew, define, playing, tournament
from munchkin_env.lab.arena.playing import Hall
from munchkin_env.lab.arena.tournament import continued, go_on
from munchkin_env.players.agents import AgentError
from munchkin_env.players.agents.asking import events_as_data
from munchkin_env.players.agents.process import Limits
from munchkin_env.players.agents.talking import checked_talk
from munchkin_env.text.answers import LONGEST_LINE
from tests.lab.arena.helpers import HERE, SHORT, forfeits, played
from tests.players.agents.fake_endpoint import serving

LOT, LISTENER, TALKER = f"{HERE}Lot", f"{HERE}Listener", f"{HERE}Talker"


@pytest.mark.slow
def test_games_of_a_player_that_reads_are_the_same() -> None:
    """They are played step by step instead of in the compiled loop."""
    for others in (["greedy"], ["greedy", "random", "weighted"]):
        usual, told = (played([spec, *others], 4, players=len(others) + 1) for spec in (LOT, LISTENER))
        assert told == usual and len(told["games"]) >= 4 and not told["forfeits"]


Asked = list[tuple[dict[str, Any], int]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What players are asked from now on: their info, and what they answer."""
    found: Asked = []
    act = crew.There.act

    def noted(self: crew.There, given: crew.Asking) -> crew.Acted:
        acted = act(self, given)
        found.extend((info, answer) for info, answer in zip(given.infos, acted.answers, strict=True) if type(answer) is int)
        return acted

    monkeypatch.setattr(crew.There, "act", noted)
    return found


def play_one(specs: list[str], **more: Any) -> Game:
    """A game of a tournament. Returns its beginning."""
    definition = define(specs, games=1, players=len(specs), seed=6, **SHORT, **more)
    room = Hall(definition)
    fixture = definition.fixtures(0)[0]
    assert len(list(room.play([fixture]))) == 1
    room.close()
    return Game(len(specs), definition.sets, fixture.seed, log=True, **SHORT)


def test_a_seat_is_told_what_it_saw_since_its_last_decision(asked: Asked) -> None:
    """Compared with the same game, played again in another way."""
    game = play_one([LISTENER, LISTENER, LISTENER])
    since = {p: events_as_data(game.events(p)) for p in range(3)}
    told = 0
    for info, action in asked:
        seat, events = info["seat"], info["events"]
        assert game.seat == seat and json.loads(json.dumps(since[seat])) == json.loads(json.dumps(events)) and "talk" not in info
        told += len(events)
        since[seat] = []
        game.apply(action)
        for p in range(3):
            since[p] += events_as_data(game.events(p))
    assert game.over and told > 50


@pytest.mark.slow
def test_what_is_told_at_once_is_limited(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the latest events; the games are the same."""
    usual = played([LISTENER, LISTENER], 2, players=2)
    whole, asked[:] = list(asked), []
    monkeypatch.setattr(playing, "MOST_EVENTS", 2)
    assert played([LISTENER, LISTENER], 2, players=2) == usual and not usual["forfeits"]
    assert asked == [({**info, "events": info["events"][-2:]}, answer) for info, answer in whole]
    assert sum(len(info["events"]) > 2 for info, _ in whole) > 10


@pytest.mark.slow
@pytest.mark.parametrize("limits", [None, Limits(64, 4 << 30, quiet=True)], ids=["trusted", "isolated"])
def test_a_model_plays_a_tournament(limits: Limits | None, tmp_path: Path) -> None:
    with serving() as server:
        spec = f"llm:tiny,url={server.url},transcripts={tmp_path}"
        found = played([spec, "greedy", "random"], 3, players=3, limits=limits, max_rounds=2)
        assert len(found["games"]) == 3 and not found["forfeits"] and len(server.asked) > 10
        prompts = [asked["messages"][-1]["content"] for asked in server.asked]
    assert any("Since your last decision" in one for one in prompts)
    lines = [json.loads(line) for path in tmp_path.glob("*.jsonl") for line in path.read_text().splitlines()]
    assert sum("prompt" in line for line in lines) == len(prompts)
    assert sum(line["spent"]["requests"] for line in lines if "spent" in line) == len(prompts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaves", "says"), [("hangs", "no response within 0.5 s"), ("huge", "more than 1 MB"), ("nonsense", "no usable answer")]
)
def test_a_hostile_endpoint_harms_nobody(behaves: str, says: str, tmp_path: Path) -> None:
    with serving(behaves) as server:
        spec = f"llm:tiny,url={server.url},timeout=0.5,attempts=1,retries=1,transcripts={tmp_path}"
        found = played([spec, "random"], 2, players=2)
    failed = forfeits(found)
    assert len(found["games"]) == 2 and {who for _, who in failed} == {0} and len(failed) == 2
    assert all(kind == "error" and says in reason and reason.isprintable() for kind, reason in failed.values())


# ---------------------------------------------------------------------------------------------------------- talk


def talking(prompt: str) -> str:
    """A model that says in which round it is, and shows its hand in the first."""
    (game_round,) = re.findall(r"^round (\d+)", prompt, re.MULTILINE)
    shows = "SHOW HAND\n" if game_round == "1" else ""
    return f'SAY: it is "round" {game_round}\n{shows}ACTION: 1'


@pytest.mark.slow
def test_what_a_model_says_reaches_the_other_models(tmp_path: Path) -> None:
    with serving(model=talking) as server:
        models = [f"llm:{name},url={server.url},transcripts={tmp_path}" for name in ("one", "two")]
        found = played([*models, "greedy"], 3, players=3, talk=True)
        assert len(found["games"]) == 3 and not found["forfeits"]
    lines = [json.loads(line) for path in tmp_path.glob("*.jsonl") for line in path.read_text().splitlines()]
    asked = [line for line in lines if "prompt" in line]
    for line in asked:
        heard = re.findall(r"^Player (\d) says: (.*)$", line["prompt"], re.MULTILINE)
        models_at = {other["seat"] for other in asked if other["game"] == line["game"]}
        assert all(
            int(speaker) in models_at - {line["seat"]} and re.fullmatch(r"\"it is 'round' \d\"( \(x\d+\))?", said)
            for speaker, said in heard
        )
    assert sum("says: " in line["prompt"] for line in asked) > len(asked) / 4
    shown = [line for line in asked if "shows their hand: " in line["prompt"]]
    assert shown and all(line["said"]["say"].startswith("it is 'round'") for line in asked)
    assert all("SAY: hello is heard by everybody" in line["system"] for line in lines if "system" in line)


@pytest.mark.slow
def test_without_talk_nobody_is_told_of_it(tmp_path: Path) -> None:
    with serving(model=talking) as server:
        models = [f"llm:{name},url={server.url},transcripts={tmp_path}" for name in ("one", "two")]
        assert not played(models, 2, players=2)["forfeits"]
        told = [one["content"] for request in server.asked for one in request["messages"]]
    assert not any("says: " in one or "SAY" in one or "shows their hand" in one for one in told)


@pytest.mark.slow
def test_talk_changes_no_game() -> None:
    usual, talk = (played([TALKER, "greedy"], 2, players=2, talk=talk) for talk in (False, True))
    assert usual == talk and not talk["forfeits"]


def test_what_is_said_is_told_in_its_place(asked: Asked) -> None:
    """To the others alone, before what the speaker does, with the hand as it was. Compared with the same game, played again."""
    game = play_one([TALKER, TALKER, TALKER], talk=True)
    seen = {p: len(game.events(p)) for p in range(3)}
    said: dict[int, list[dict[str, Any]]] = {p: [] for p in range(3)}
    heard = 0
    for info, action in asked:
        me = game.seat
        assert info["seat"] == me and info["talk"] == said[me]
        heard += len(said[me])
        seen[me], said[me] = 0, []
        hand = [card["card"] for card in game.view(me)["players"][me]["hand"]]
        for p in {0, 1, 2} - {me}:
            said[p].append({"seat": me, "say": "I say: hello", "hand": hand, "at": seen[p]})
        game.apply(action)
        for p in range(3):
            seen[p] += len(game.events(p))
    assert game.over and heard > 50


@pytest.mark.parametrize("odd", ["hello", {"say": 5}, {"show_hand": 1}, {"shout": "hello"}, ["say"]])
def test_what_is_no_talk_is_an_error_of_the_agent(odd: object) -> None:
    with pytest.raises(AgentError, match=r"talk: .*must be"):
        checked_talk(odd)


def test_what_is_said_is_one_short_line() -> None:
    assert checked_talk({"say": 'hi "all"\n\x1b[1m  there', "show_hand": False}) == {"say": "hi 'all' \\x1b[1m there"}
    assert len(checked_talk({"say": "a" * 10_000_000})["say"]) <= LONGEST_LINE + 1
    assert checked_talk({"say": " ", "show_hand": True}) == {"show_hand": True} and checked_talk(None) == {}


def test_an_agent_that_talks_nonsense_forfeits() -> None:
    found = forfeits(played([f"{HERE}Babbles", "random"], 2, players=2, talk=True))
    assert {who for _, who in found} == {0} and all(kind == "error" and "must be" in reason for kind, reason in found.values())


def test_a_tournament_with_talk_is_another_one(tmp_path: Path) -> None:
    quiet, loud = define(["greedy"] * 2, players=2), define(["greedy"] * 2, players=2, talk=True)
    assert "talk" not in quiet.identity() and loud.identity()["talk"] is True
    path = tmp_path / "some.sqlite"
    tournament(["greedy", "random"], 2, players=2, talk=True, out=path, **SHORT)
    with Store(path) as store:
        assert continued(store, 2).talk and "--talk" in go_on(store)
    with pytest.raises(ArenaError, match="talk is true there and null here"):
        tournament(["greedy", "random"], 2, players=2, out=path, **SHORT)
    with pytest.raises(ArenaError, match="must be True or False"):
        define(["greedy"] * 2, players=2, talk=1)  # type: ignore[arg-type]


def test_a_bot_may_play_on(tmp_path: Path) -> None:
    with serving("nonsense") as server:
        spec = f"llm:tiny,url={server.url},rest=greedy,retries=0,transcripts={tmp_path}"
        found = played([spec, "random"], 2, players=2)
        assert len(found["games"]) == 2 and not found["forfeits"] and len(server.asked) == 2
