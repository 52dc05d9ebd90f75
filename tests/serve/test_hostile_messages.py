"""Messages from strangers: none ends the server, changes a game, or is answered with anything but a refusal.

`MESSAGES=n` sets how many, `MESSAGES_SEED` which.
"""

import asyncio
import json
import os
import random
import string
from typing import Any

import pytest

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


async def sent(host: TableHost, guests: list[Guest], rng: random.Random, number: int) -> None:
    for _ in range(number):
        guest = rng.choice(guests)
        guest.allowance = BURST
        await host.hear(guest, message(rng))


def is_number(one: Any) -> bool:
    return type(one) is int


def all_told(table: ServedTable) -> list[dict[str, Any]]:
    """To everybody, without what they want to be asked, which they may change at any time."""
    return [{**table.told(chair), "asks": None} for chair in (0, 1, WATCHER)]


def test_no_message_of_a_stranger_does_anything() -> None:
    table = played(opened("me", "person", "greedy"), 9)
    assert table.waits and min(table.asked.values()) > 3 and not {*table.asked.values()} & {*filter(is_number, ODD)}, (
        "no message names the decision that is to be made"
    )
    host = hosted(table)
    papers = [Paper() for _ in range(3)]
    guests = [Guest(paper, chair) for paper, chair in zip(papers, (0, 1, WATCHER), strict=True)]
    before, told = table.game.state(), all_told(table)
    asyncio.run(sent(host, guests, random.Random(SEED), MESSAGES))
    assert table.game.state() == before and all_told(table) == told
    answers = [answer for paper in papers for answer in paper.sent]
    assert {answer["type"] for answer in answers} == {"problem", "rules"}
    hidden = {table.game.name(table.game.record.seat[p].hand[i]) for p in range(3) for i in range(table.game.record.seat[p].hand_n)}
    problems = " ".join(answer["text"] for answer in answers if answer["type"] == "problem")
    assert hidden and not [name for name in hidden if name in problems]
    assert MESSAGES * 0.9 < len(answers) <= MESSAGES


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
