"""Messages from strangers: none ends the server, changes a game, or is answered with anything but a refusal.

`MESSAGES=n` sets how many, `MESSAGES_SEED` which.
"""

import asyncio
import json
import os
import random
import string
from collections.abc import Callable
from typing import Any

import pytest

from munchkin_env.engine.state.actions import N_ACTIONS, Verb
from munchkin_env.serve.lobby import BURST, DroppedError, Guest, TableHost
from munchkin_env.serve.messages import FORMS, LONGEST_MESSAGE, Hello, MessageError, parsed
from munchkin_env.serve.table import WATCHER, ServedTable
from tests.serve.tables import opened, played
from tests.serve.test_honesty import Paper, hosted

MESSAGES = int(os.environ.get("MESSAGES", "2000"))
SEED = int(os.environ.get("MESSAGES_SEED", "1"))
FIELDS = ("asked", "action", "plan", "what", "same", "shift", "asks", "seconds", "token", "type", "__proto__", "é")
WORDS = (
    "act",
    "offer",
    "trade",
    "sell",
    "counter",
    "to",
    "treasures",
    "all",
    "first",
    "helper",
    "item",
    "with",
    "give",
    "want",
    "new",
    "own",
)
ODD: tuple[Any, ...] = (None, True, False, -1, 0, 1, 7, 400, 2**31, 2**63, 10**30, -(10**30), 0.5, 1e308, "", "0", [], {}, [[]], {"a": {}})
NO_JSON = ("[" * 9000, '{"type":' * 1500, "1" * 9000, '{"type": "act", "type": "act"}', "NaN", '{"type": NaN}', "\ufeff{}", "x" * 10**5)


def value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(6 if depth < 3 else 4)
    match kind:
        case 0 | 1:
            return rng.choice(ODD)
        case 2:
            return rng.choice(WORDS)
        case 3:
            return "".join(rng.choices(string.printable + "\0\u202e\ud800🂡", k=rng.randrange(30)))
        case 4:
            return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(WORDS + FIELDS): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def message(rng: random.Random) -> str:
    """Nonsense, JSON that is none of ours, our forms with odd values, our forms with plausible values."""
    kind = rng.randrange(8)
    if kind == 0:
        return "".join(rng.choices(string.printable + "\0\ud800🂡", k=rng.randrange(200)))
    if kind == 1:
        return json.dumps(value(rng))[: rng.randrange(1, 80)]
    if kind == 2:
        return rng.choice(NO_JSON)
    told = {name: value(rng) for name in rng.sample(FIELDS, rng.randrange(4))} if kind < 6 else plausible(rng)
    return json.dumps({**told, "type": rng.choice(list(FORMS)) if rng.random() < 0.9 else value(rng)})


def plausible(rng: random.Random) -> dict[str, Any]:
    """The right fields, at a decision that is over."""
    return rng.choice(
        (
            {"asked": rng.randrange(-5, 3), "action": rng.randrange(300)},
            {"asked": 0, "plan": {rng.choice(WORDS): value(rng)}},
            {"asked": 0, "what": rng.choice(WORDS)},
            {"asked": rng.randrange(-3, 2)},
            {"same": rng.random() < 0.5, "shift": rng.randrange(-9, 9)},
            {"seconds": rng.choice((-1.0, 1e9, 5.1))},
            {"asks": rng.choice(WORDS[:8])},
            {"token": "x"},
            {},
        )
    )


def answering(rng: random.Random, table: ServedTable, chair: int) -> str:
    """To the decision that is to be made: from somebody else, or what is not possible there."""
    decider = table.decider
    assert decider is not None
    legal = set(table.game.legal()) if chair == decider else set()
    odd = [one for one in ODD if not (is_number(one) and one in legal)]
    plans: list[dict[str, Any]] = [
        {"offer": {"to": rng.randrange(3), "treasures": rng.randrange(3), "first": rng.choice(("helper", "main"))}},
        {"counter": {"treasures": rng.choice((1, "all")), "first": "helper"}},
        {rng.choice([word for word in WORDS if chair != decider or word not in ("trade", "sell")]): value(rng)},
        {rng.choice(("trade", "offer", "counter")): {rng.choice(FIELDS): value(rng)}},
    ]
    if chair != decider:
        names = [table.game.name(card) for card in range(40)]
        plans += [{"trade": {"with": rng.randrange(3), "give": rng.choice(names), "want": rng.choice(names)}}, {"sell": names[:3]}]
    asking = [{"type": "hint"}, {"type": "options", "what": rng.choice(("offer", "trade", "sell", *WORDS))}]
    told: dict[str, Any] = rng.choice(
        (
            {"type": "act", "action": rng.choice([action for action in range(-2, N_ACTIONS + 9) if action not in legal])},
            {"type": "act", "action": rng.choice(odd)},
            {"type": "plan", "plan": rng.choice(plans)},
            {"type": "pass on"},
            {"type": "undo"},
            rng.choice(asking) if rng.random() < 0.1 or chair != decider else {"type": "again", "same": True, "shift": 1},
        )
    )
    return json.dumps(told if told["type"] in ("undo", "again") else {**told, "asked": table.asked[decider]})


async def sent(host: TableHost, guests: list[Guest], number: int, write: Callable[[int], str]) -> None:
    """So many messages; write(chair) is the next one."""
    rng = random.Random(SEED)
    for _ in range(number):
        guest = rng.choice(guests)
        guest.allowance = BURST
        await host.hear(guest, write(guest.chair))


def is_number(one: Any) -> bool:
    return type(one) is int


def all_told(table: ServedTable) -> list[dict[str, Any]]:
    """To everybody, without what they want to be asked, which they may change at any time."""
    return [{**table.told(chair), "asks": None} for chair in (0, 1, WATCHER)]


def crowd() -> list[tuple[Paper, Guest]]:
    """Two people and a spectator."""
    papers = [Paper() for _ in range(3)]
    return [(paper, Guest(paper, chair)) for paper, chair in zip(papers, (0, 1, WATCHER), strict=True)]


def hidden_names(table: ServedTable, chair: int) -> set[str]:
    """Of cards in hands that this chair is not told."""
    seats = [table.game.record.seat[p] for p in range(3)]
    told = json.dumps(table.told(chair))
    return {name for s in seats for i in range(s.hand_n) if json.dumps(name := table.game.name(s.hand[i]))[1:-1] not in told}


def test_no_message_of_a_stranger_does_anything() -> None:
    table = played(opened("me", "person", "greedy"), 9)
    assert table.waits and min(table.asked.values()) > 3 and not {*table.asked.values()} & {*filter(is_number, ODD)}, (
        "no message names the decision that is to be made"
    )
    host, found, rng = hosted(table), crowd(), random.Random(SEED)
    before, told = table.game.state(), all_told(table)
    asyncio.run(sent(host, [guest for _, guest in found], MESSAGES, lambda _: message(rng)))
    assert table.game.state() == before and all_told(table) == told
    answers = [answer for paper, _ in found for answer in paper.sent]
    assert {answer["type"] for answer in answers} == {"problem", "rules"}
    problems = " ".join(answer["text"] for answer in answers if answer["type"] == "problem")
    hidden = set.union(*(hidden_names(table, guest.chair) for _, guest in found))
    assert hidden and not [name for name in hidden if name in problems]
    assert MESSAGES * 0.9 < len(answers) <= MESSAGES


def test_at_a_decision_only_what_is_possible_is_done_and_only_by_who_decides() -> None:
    """Every message names the decision that is to be made."""
    table = played(opened("me", "person", "greedy"), 9)
    while table.game.is_legal(Verb.PASS.value) or not table.game.is_legal(Verb.TRADE.value):
        played(table, 1)
    assert table.waits
    host, found, rng = hosted(table), crowd(), random.Random(SEED)
    before, told = table.game.state(), all_told(table)
    asyncio.run(sent(host, [guest for _, guest in found], MESSAGES, lambda chair: answering(rng, table, chair)))
    assert table.game.state() == before and all_told(table) == told
    for paper, guest in found:
        answered = {answer["type"] for answer in paper.sent}
        assert answered == ({"problem", "hint", "options"} if guest.chair == table.decider else {"problem"})
        hidden, said = hidden_names(table, guest.chair), json.dumps(paper.sent)
        assert hidden and not [name for name in hidden if name in said]
    assert sum(len(paper.sent) for paper, _ in found) == MESSAGES


def is_ours(text: str) -> bool:
    """Also: what is wrong with it is told briefly."""
    try:
        parsed(text)
    except MessageError as error:
        if len(str(error)) > 300:
            raise
        return False
    return True


def test_plausible_messages_get_through() -> None:
    """The messages above are close enough to ours: many have the right form."""
    rng, right = random.Random(SEED), 0
    for _ in range(2000):
        right += is_ours(message(rng))
    assert right > 60


def test_too_many_messages_end_a_connection() -> None:
    host, guest = hosted(opened()), Guest(Paper(), 0)

    async def send() -> int:
        for number in range(1000):
            try:
                await host.hear(guest, '{"type": "rules"}')
            except DroppedError:
                return number
        return 1000

    assert BURST <= asyncio.run(send()) < 2 * BURST


def test_the_longest_message() -> None:
    fits = json.dumps({"type": "hello", "token": "x" * (LONGEST_MESSAGE - 33)})
    assert len(fits) <= LONGEST_MESSAGE and isinstance(parsed(fits), Hello)
    with pytest.raises(MessageError, match="at most"):
        parsed(fits.replace("x", "xx", 40))
