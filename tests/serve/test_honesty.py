"""What is sent to a seat holds only what the seat may know."""

import asyncio
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from munchkin_env.engine.state.actions import Verb
from munchkin_env.serve.deciding import Deciders
from munchkin_env.serve.dialogs import DIALOGS, options_of
from munchkin_env.serve.lobby import Guest, TableHost
from munchkin_env.serve.table import REASON, WATCHER, ServedTable
from tests.envs.positions import dealt
from tests.envs.test_honesty import dealt_anew
from tests.play import EACH_AND_ALL
from tests.serve.tables import act, opened, played


class Paper:
    """A connection that keeps what was sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def send_text(self, data: str) -> None:
        self.sent.append(json.loads(data))


def hosted(table: ServedTable) -> TableHost:
    return TableHost(table, Deciders(table.terms), 0.0, asyncio.Semaphore(1), {"SETUP": ["SETUP-01: deal"]})


def told_with(table: ServedTable, chair: int, game: Any) -> str:
    """What the chair is told if the cards lie as in that game, with all dialogs."""
    real, table.replay.game = table.replay.game, game
    try:
        dialogs = [options_of(game, what) for what in DIALOGS] if table.decider == chair else []
        return json.dumps([table.told(chair), dialogs])
    finally:
        table.replay.game = real


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_hidden_cards_change_no_message(sets: tuple[str, ...]) -> None:
    table, rng = opened("me", "person", "greedy", sets=sets, seed=5), random.Random(2)
    compared = 0
    for _ in range(8):
        played(table, rng.randrange(1, 4))
        for chair in (0, 1, WATCHER):
            seat = table.seat_of(chair)
            if seat is None or table.game.over:
                continue
            told = told_with(table, chair, table.game)
            for other in (dealt_anew(table.game, seat, rng), dealt(table.game, seat, rng.getrandbits(40))):
                compared += other is not None and other != table.game
                assert other is None or told_with(table, chair, other) == told
    assert compared > 12


@pytest.mark.slow
@pytest.mark.parametrize("hints", ["veteran", "trained", "search:12,turns=1"])
def test_hidden_cards_change_no_hint(hints: str) -> None:
    table, rng, compared = opened("me", "person", "greedy", seed=5), random.Random(3), 0
    for _ in range(6):
        played(table, rng.randrange(1, 4))
        hint = Deciders(replace(table.terms, hints=hints)).hint(table.game.clone(), {})
        for other in (dealt_anew(table.game, table.game.seat, rng), dealt(table.game, table.game.seat, rng.getrandbits(40))):
            compared += other is not None and other != table.game
            assert other is None or Deciders(replace(table.terms, hints=hints)).hint(other.clone(), {}) == hint
    assert compared > 6


def test_spectators_see_what_everybody_sees() -> None:
    table = played(opened("me", "person", "greedy"), 8)
    told = table.told(WATCHER)
    assert told["me"] is None and told["asked"] is None and told["view"]["actions"] == []
    assert all(card["card"] is None or len(card["known_to"] or [0, 0]) == 2 for seat in told["view"]["seats"] for card in seat["hand"])
    assert told["replay"] is None
    assert not [event for event in told["events"] if event["what"] == REASON]
    bots = opened("greedy", "bully")
    assert bots.told(WATCHER)["view"]["everything"]


def test_who_watches_bots_is_told_their_reasons() -> None:
    table = opened("greedy", "trained", max_rounds=1)
    deciders = Deciders(table.terms)
    deciders.begin(table)
    heard: list[Any] = []
    while not table.game.over:
        done = table.done
        (choice,) = deciders.run(deciders.position(table), table.order, 1)
        table.decide(*choice)
        told = table.told(WATCHER, done)
        assert told["kept"] == len(heard)
        heard += told["events"]
    assert heard == table.told(WATCHER)["events"] and len(heard) == table.heard
    reasons = [event["says"] for event in heard if event["what"] == REASON]
    assert len(reasons) > 3 and all(reason.startswith(("greedy: ", "trained: ")) for reason in reasons)


def test_nobody_learns_what_somebody_thinks_about() -> None:
    """That a player is busy with something of their own is told once. What they choose for a sale, and how often, is no news."""
    table = opened("me", "person", "greedy", seed=3)
    for _ in range(200):
        if table.game.is_legal(Verb.SELL.value):
            break
        played(table, 1)
    seller = table.decider
    assert seller is not None and table.game.is_legal(Verb.SELL.value)
    host, other = hosted(table), Guest(Paper(), 1 - seller)
    mine = Guest(Paper(), seller)
    assert host._news(other) is not None and host._news(mine) is not None
    act(table, Verb.SELL.value)
    assert host._news(other) is not None and host._news(mine) is not None
    act(table, next(text for text in table.game.texts() if text.startswith("sell ")))
    assert host._news(other) is None and host._news(mine) is not None


def test_what_is_told_in_parts_is_the_whole() -> None:
    """A page that missed a lot, one that was told everything, and one that comes late, know the same."""
    table = opened("me", "greedy", "greedy", max_rounds=2)
    host = hosted(table)
    guests = [Guest(Paper(), 0), Guest(Paper(), 0)]
    heard: list[list[Any]] = [[], []]
    rng = random.Random(1)
    for step in range(60):
        for guest, events in zip(guests, heard, strict=True):
            if (guest is guests[0] or step % 7 == 0) and (told := host._news(guest)) is not None:
                del events[told["kept"] :]
                events += told["events"]
        if table.game.over:
            break
        if table.can_undo(0) and rng.random() < 0.2:
            table.undo(0)
        else:
            played(table, 1)
    for guest, events in zip(guests, heard, strict=True):
        if (told := host._news(guest)) is not None:
            del events[told["kept"] :]
            events += told["events"]
    assert heard[0] == heard[1] == table.told(0)["events"] and len(heard[0]) > 10
