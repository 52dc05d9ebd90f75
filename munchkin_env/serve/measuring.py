"""How long tables let people wait: a server with many tables, and as many players in another process that think for a while and act.

`python -m munchkin_env.serve.measuring ADDRESS` is that other process; it reads tokens and settings from its input.
"""

import asyncio
import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect

from munchkin_env.core.sharing import our_environ, python

from .chairs import TableTerms, chairs_for, new_token
from .deciding import Deciders
from .lobby import Lobby
from .running import address, listening, server_of
from .table import ServedTable

THINKS = 1.0
"""Seconds that a measuring player thinks, on average."""
_PATIENCE = 120.0


@dataclass(frozen=True)
class Waiting:
    """What was measured: seconds."""

    tables: int
    moves: int
    """How many moves were made."""
    answer: float
    """Median time from a move to the position after it."""
    answer_most: float
    """The same for 95 % of the moves."""
    turn: float
    """Median time from a move to the player's next decision, after what bots did in between."""

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.moves} moves: a move was answered in {1000 * self.answer:.0f} ms (median; 95 %: "
            f"{1000 * self.answer_most:.0f} ms); the next decision came after {1000 * self.turn:.0f} ms"
        )


def measure_tables(
    tables: int, against: Sequence[str] = ("greedy", "veteran", "bully"), moves: int = 20, thinks: float = THINKS
) -> Waiting:
    """Serve that many tables and play so many moves at each."""
    lobby = Lobby()
    for number in range(tables):
        terms = TableTerms(chairs_for(["me", *against]), new_token(), ("deluxe",), {}, 0.0, "greedy")
        lobby.open(ServedTable(terms, seed=number), Deciders(terms), pace=0.0)
    with listening(port=0) as bound:
        server = server_of(lobby, bound)
        serving = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        serving.start()
        tokens = [host.table.terms.chairs[0].token for host in lobby.hosts]
        told = json.dumps({"tokens": tokens, "moves": moves, "thinks": thinks})
        program = [*python("-m", "munchkin_env.serve.measuring"), address(bound)]
        found = subprocess.run(program, input=told, env=our_environ(), stdout=subprocess.PIPE, text=True, check=True)
        server.should_exit = True
        serving.join()
    return _summed(tables, json.loads(found.stdout))


def _summed(tables: int, times: Sequence[tuple[float, float]]) -> Waiting:
    answers, turns = zip(*times, strict=True)
    return Waiting(tables, len(times), statistics.median(answers), sorted(answers)[int(0.95 * len(answers))], statistics.median(turns))


async def _plays(base: str, token: str, moves: int, thinks: float, times: list[tuple[float, float]]) -> None:
    rng = random.Random(token)
    async with connect(f"{base.replace('http', 'ws', 1)}table", origin=base.rstrip("/"), max_size=None, compression=None) as wire:  # type: ignore[arg-type]

        async def state() -> dict[str, Any]:
            while True:
                message: dict[str, Any] = json.loads(await asyncio.wait_for(wire.recv(), _PATIENCE))
                if message["type"] == "problem":
                    raise RuntimeError(message["text"])
                if message["type"] == "state":
                    return message

        await wire.send(json.dumps({"type": "hello", "token": token}))
        now = await state()
        for _ in range(moves):
            while now["asked"] is None and not now["view"]["over"]:
                now = await state()
            if now["view"]["over"]:
                return
            await asyncio.sleep(rng.uniform(0.5, 1.5) * thinks)
            action = rng.choice(now["view"]["actions"])["id"]
            began = time.perf_counter()
            await wire.send(json.dumps({"type": "act", "asked": now["asked"], "action": action}))
            now = await state()
            answered = time.perf_counter() - began
            while now["asked"] is None and not now["view"]["over"]:
                now = await state()
            times.append((answered, time.perf_counter() - began))


async def _main(base: str) -> None:
    told = json.load(sys.stdin)
    times: list[tuple[float, float]] = []
    await asyncio.gather(*(_plays(base, token, told["moves"], told["thinks"], times) for token in told["tokens"]))
    print(json.dumps(times))


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
