"""Many at once: who is slow, gone, or fails, harms nobody else."""

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cli.rules import numbered
from munchkin_env.engine.flow.declared import DECISION_OF
from munchkin_env.game.replay import Replay
from munchkin_env.serve import deciding, lobby
from munchkin_env.serve.deciding import Deciders
from munchkin_env.serve.lobby import DroppedError, Guest, Lobby, in_thread
from munchkin_env.serve.sections import SECTION_OF, by_section
from munchkin_env.serve.table import WATCHER
from tests.serve.tables import WATCH, act, kept, opened, played
from tests.serve.test_honesty import Paper, hosted


class Asleep:
    """A connection whose other end takes nothing."""

    async def send_text(self, _: str) -> None:
        await asyncio.sleep(3600)


async def silence() -> str | None:
    await asyncio.sleep(3600)
    return None


def test_one_who_takes_nothing_is_dropped_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "SEND_SECONDS", 0.2)
    table = opened("greedy", "bully", max_rounds=1)

    async def watch() -> tuple[str, list[dict[str, Any]]]:
        found, paper = Lobby(), Paper()
        found.open(table, Deciders(table.terms), pace=0.0)
        found.start()
        awake = asyncio.create_task(found.serve(paper, silence, WATCH))
        with pytest.raises(DroppedError) as dropped:
            await found.serve(Asleep(), silence, WATCH)
        while not (paper.sent and paper.sent[-1].get("view", {}).get("over")):
            await asyncio.sleep(0.02)
        assert len(found.hosts[0].guests) == 1
        awake.cancel()
        await found.stop()
        return str(dropped.value), paper.sent

    reason, sent = asyncio.run(watch())
    assert reason == "too slow" and [message["type"] for message in sent[:2]] == ["cards", "state"]


def test_what_tells_is_compiled_before_anybody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    table = opened()
    monkeypatch.setattr(table, "told", told.append)
    Lobby().open(table, Deciders(table.terms))
    assert told == [WATCHER]


def test_what_takes_too_long_holds_up_nothing() -> None:
    async def wait() -> str:
        with pytest.raises(TimeoutError):
            await in_thread(threading.Event().wait, 0.05)
        with pytest.raises(ZeroDivisionError):
            await in_thread(lambda: 1 // 0, 5)
        return await in_thread(lambda: "done", 5)

    assert asyncio.run(wait()) == "done"


class Sleeps:
    """An agent that does not answer in time."""

    def act(self, *_: Any) -> int:
        time.sleep(4.0)
        return 0


class SleepsAtFirst(Sleeps):
    """It does not even begin."""

    def begin(self, *_: Any) -> None:
        time.sleep(4.0)


class Waits:
    """It hangs until it is closed, and counts its threads."""

    def __init__(self) -> None:
        self.hangs, self.woken, self.asked = threading.Event(), threading.Event(), 0

    def act(self, *_: Any) -> int:
        self.asked += 1
        self.hangs.set()
        self.woken.wait(60)
        raise ValueError("woken")

    def close(self) -> None:
        self.woken.set()


@pytest.mark.parametrize("name", ["Sleeps", "SleepsAtFirst"])
def test_an_agent_that_hangs_is_replaced(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "THINK_SECONDS", 1.5)
    table = opened(f"tests.serve.test_lobby:{name}", "bully", max_rounds=1)

    async def watch() -> list[str]:
        found, paper = Lobby(), Paper()
        host = found.open(table, Deciders(table.terms), pace=0.0)
        found.start()
        watching = asyncio.create_task(found.serve(paper, silence, WATCH))
        while not table.game.over:
            await asyncio.sleep(0.02)
        watching.cancel()
        await found.stop()
        return list(host.deciders.failed.values())

    (reason,) = asyncio.run(watch())
    assert reason.startswith(f"{name} failed, and greedy plays on.")


def test_an_agent_that_hung_is_closed_and_its_thread_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened("tests.serve.test_lobby:Waits", "bully", max_rounds=1)
    deciders = Deciders(table.terms)
    deciders.begin(table)
    while table.decider != 0:
        table.decide(table.game.legal()[0])
    agent: Any = deciders._agents[0]

    async def hang() -> None:
        asked = deciders.position(table)
        with pytest.raises(TimeoutError):
            await in_thread(lambda: deciders.run(asked, table.order, 1), 0.2)

    before = set(threading.enumerate())  # threads of other tests may end meanwhile
    asyncio.run(hang())
    assert agent.hangs.wait(30), "it was asked, on a busy machine perhaps later"
    [hanging] = set(threading.enumerate()) - before

    def close_and_wait(agent: Any) -> None:  # the thread that wakes up comes first, which must not matter
        agent.close()
        hanging.join(30)

    monkeypatch.setattr(deciding, "_close_elsewhere", close_and_wait)
    deciders.replace(0, TimeoutError("slow"))
    assert not hanging.is_alive()
    assert agent.asked == 1 and deciders.failed[0].endswith("slow"), "what the thread raises when it is woken replaces nothing"
    assert table.game.is_legal(deciders.run(deciders.position(table), table.order, 1)[0].action)


def test_hints_of_an_agent_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "THINK_SECONDS", 0.3)
    monkeypatch.setattr(deciding, "HINT_SECONDS", 0.1)
    table = played(opened(), 2)
    host, paper = hosted(table), Paper()
    host.deciders._hints = agent = Waits()
    asked = {"type": "hint", "asked": table.asked[0]}

    async def ask() -> None:
        guest, other = Guest(paper, 0), Guest(paper, 0)
        host._thinkers = asyncio.Semaphore(2)
        await asyncio.gather(host.hear(guest, json.dumps(asked)), host.hear(other, json.dumps(asked)))
        await host.hear(guest, json.dumps(asked))

    asyncio.run(ask())
    told = [one.get("text", "") for one in paper.sent]
    assert sorted(told[:2]) == ["there is no answer after 0.3 seconds", "there is no hint: the one before it takes too long"]
    assert paper.sent[2]["type"] == "hint" and agent.asked == 1


def test_an_agent_that_does_not_end_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "CLOSE_SECONDS", 0.1)
    table = opened("greedy", "bully", max_rounds=1)

    async def stop() -> float:
        found = Lobby()
        host = found.open(table, Deciders(table.terms), pace=0.0)
        monkeypatch.setattr(host.deciders, "close", lambda: time.sleep(5))
        found.start()
        await asyncio.sleep(0)
        began = time.monotonic()
        await found.stop()
        return time.monotonic() - began

    assert asyncio.run(stop()) < 4


def test_a_hint_that_fails_is_told() -> None:
    table = played(opened(), 2)
    host, paper = hosted(table), Paper()
    host.deciders._hints = object()  # type: ignore[assignment]
    guest = Guest(paper, 0)
    asyncio.run(host.hear(guest, json.dumps({"type": "hint", "asked": table.asked[0]})))
    assert "there is no hint" in paper.sent[0]["text"]


def test_the_rules_of_a_decision_are_for_the_one_who_decides() -> None:
    host, paper = hosted(opened("me", "person")), Paper()

    async def ask() -> None:
        for chair in (0, 1, -1):
            await host.hear(Guest(paper, chair), '{"type": "rules"}')

    asyncio.run(ask())
    assert [answer["here"] for answer in paper.sent] == [["SETUP-01: deal"], [], []]


def test_every_decision_has_its_rules() -> None:
    found = by_section((rule.id, rule.text) for rule in numbered())
    asked = {kind for kind, one in DECISION_OF.items() if not one.put_by and kind.name not in ("RESURRECT", "ASK_PLAYER", "ASK_CARD")}
    assert asked - SECTION_OF.keys() == set()
    assert set(SECTION_OF.values()) <= found.keys()
    assert found["HELP"][1].startswith("HELP-02: [ALL] Only one helper")
    assert not [text for texts in found.values() for text in texts if "*" in text or "No test" in text]


def test_the_replay_that_is_kept_is_that_of_the_last_end(tmp_path: Path) -> None:
    with kept(tmp_path, max_rounds=1) as table:
        host = hosted(played(table))
        asyncio.run(host._keep())
        first = list(table.replay.actions)
        table.undo(0)
        act(table, next(action for action in table.game.legal() if action != first[table.done]))
        assert played(table).replay.actions != first
        asyncio.run(host._keep())
        assert table.replay_path is not None and Replay.load(table.replay_path).actions == table.replay.actions


def test_the_pace_is_for_people_and_bounded() -> None:
    host, papers = hosted(opened()), [Paper(), Paper()]

    async def ask() -> None:
        for paper, chair, seconds in zip((*papers, papers[1]), (0, -1, 0), (1.5, 1.0, 99.0), strict=True):
            await host.hear(Guest(paper, chair), json.dumps({"type": "pace", "seconds": seconds}))

    asyncio.run(ask())
    assert host.pace == 1.5 and papers[0].sent == [] and [one["type"] for one in papers[1].sent] == ["problem", "problem"]


def test_more_time_cannot_be_had_by_asking() -> None:
    table = opened(timer=5.0)
    host = hosted(table)
    host.change()
    first = host._deadline
    asyncio.run(host.hear(Guest(Paper(), 0), json.dumps({"type": "pace", "seconds": 1})))
    assert first is not None and host._deadline == first
    table.act(0, table.asked[0], table.game.legal()[0])
    host.change()
    assert host._deadline != first
