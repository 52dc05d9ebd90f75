"""Players that read: what they are told in a tournament, and language models at its tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.lab.arena import crew, define, playing
from munchkin_env.lab.arena.playing import Hall
from munchkin_env.players.agents.asking import events_as_data
from munchkin_env.players.agents.process import Limits
from tests.lab.arena.helpers import HERE, SHORT, forfeits, played
from tests.players.agents.fake_endpoint import serving

LOT, LISTENER = f"{HERE}Lot", f"{HERE}Listener"


def test_games_of_a_player_that_reads_are_the_same() -> None:
    """They are played step by step instead of in the compiled loop."""
    for others in (["greedy"], ["greedy", "random", "weighted"]):
        usual, told = (played([spec, *others], 4, players=len(others) + 1) for spec in (LOT, LISTENER))
        assert told == usual and len(told["games"]) >= 4 and not told["forfeits"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, list[dict[str, Any]], int]]:
    """What players are asked from now on: seat, events, and their answer."""
    found: list[tuple[int, list[dict[str, Any]], int]] = []
    act = crew.There.act

    def noted(self: crew.There, given: crew.Asking) -> list[crew.Answer]:
        answers = act(self, given)
        found.extend(
            (info["seat"], info["events"], answer) for info, answer in zip(given.infos, answers, strict=True) if type(answer) is int
        )
        return answers

    monkeypatch.setattr(crew.There, "act", noted)
    return found


def test_a_seat_is_told_what_it_saw_since_its_last_decision(asked: list[tuple[int, list[dict[str, Any]], int]]) -> None:
    """Compared with the same game, played again in another way."""
    definition = define([LISTENER, LISTENER, LISTENER], games=1, players=3, seed=6, **SHORT)
    room = Hall(definition)
    fixture = definition.fixtures(0)[0]
    assert len(list(room.play([fixture]))) == 1
    room.close()
    game = Game(3, definition.sets, fixture.seed, log=True, **SHORT)
    since = {p: events_as_data(game.events(p)) for p in range(3)}
    told = 0
    for seat, events, action in asked:
        assert game.seat == seat and json.loads(json.dumps(since[seat])) == json.loads(json.dumps(events))
        told += len(events)
        since[seat] = []
        game.apply(action)
        for p in range(3):
            since[p] += events_as_data(game.events(p))
    assert game.over and told > 50


def test_what_is_told_at_once_is_limited(asked: list[tuple[int, list[dict[str, Any]], int]], monkeypatch: pytest.MonkeyPatch) -> None:
    """To the latest events; the games are the same."""
    usual = played([LISTENER, LISTENER], 2, players=2)
    whole, asked[:] = list(asked), []
    monkeypatch.setattr(playing, "MOST_EVENTS", 2)
    assert played([LISTENER, LISTENER], 2, players=2) == usual and not usual["forfeits"]
    assert asked == [(seat, events[-2:], answer) for seat, events, answer in whole]
    assert sum(len(events) > 2 for _, events, _ in whole) > 10


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


def test_a_bot_may_play_on(tmp_path: Path) -> None:
    with serving("nonsense") as server:
        spec = f"llm:tiny,url={server.url},rest=greedy,retries=0,transcripts={tmp_path}"
        found = played([spec, "random"], 2, players=2)
        assert len(found["games"]) == 2 and not found["forfeits"] and len(server.asked) == 2
