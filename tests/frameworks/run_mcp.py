"""The MCP server and a client of the SDK. Needs `mcp`: run by `make frameworks-text`."""

import asyncio
import os
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from munchkin_env.adapters.mcp import TOOLS, server
from munchkin_env.text.scripted import ScriptedReader
from tests.adapters.test_mcp_desk import desk
from tests.adapters.test_words import GAMES, PLAYED
from tests.play import EACH_AND_ALL

REPEATED = 10
"""The first games are played twice."""


def text(found: Any) -> str:
    (part,) = found.content
    return str(part.text)


async def play(client: Any, seed: int) -> str:
    reader = ScriptedReader(seed, 0.1)
    shown = text(await client.call_tool("new_game", {}))
    while not shown.startswith("The game is over"):
        shown = text(await client.call_tool("act", {"answer": reader(shown)}))
    return shown


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_whole_games_through_the_library(sets: tuple[str, ...]) -> None:
    async def played(games: int) -> list[str]:
        async with Client(server(desk(sets, house_rules=PLAYED))) as client:
            return [await play(client, seed) for seed in range(games)]

    ends = asyncio.run(played(GAMES or 1))
    again = ends[:REPEATED]
    assert asyncio.run(played(len(again))) == again


def test_tools_describe_themselves_and_problems_are_errors_that_a_model_may_read() -> None:
    async def asked() -> None:
        async with Client(server(desk())) as client:
            tools = (await client.list_tools()).tools
            assert tuple(tool.name for tool in tools) == TOOLS and all(tool.description for tool in tools)
            early = await client.call_tool("observe", {})
            assert early.is_error and "call new_game" in text(early)
            strange = await client.call_tool("new_game", {"opponents": ["os:system"]})
            assert strange.is_error and "must be one of random" in text(strange)
            assert not (await client.call_tool("new_game", {"sets": ["star"]})).is_error
            wrong = await client.call_tool("act", {"answer": "fly\x1b[2J"})
            assert wrong.is_error and "Legal now:" in text(wrong) and "\x1b" not in text(wrong)

    asyncio.run(asked())


def test_the_command_speaks_the_protocol() -> None:
    async def asked() -> str:
        words = ["-m", "munchkin_env", "mcp", "--seed", "5", "--set", "star"]
        options = StdioServerParameters(command=sys.executable, args=words, env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
        async with Client(stdio_client(options)) as client:
            await client.call_tool("new_game", {})
            return text(await client.call_tool("rule", {"about": "COMBAT-01"}))

    assert asyncio.run(asked()).startswith("COMBAT-01 ")
