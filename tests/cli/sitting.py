"""A person at the terminal whose words are given."""

import io
from typing import Any

from rich.console import Console

from munchkin_env.cli.person import Play
from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.players.agents import BotAgent


def sat_down(game: Game | Replay, *typed: str, others: int = 1, seat: int = 0) -> tuple[Play, Any]:
    """A person who types these lines, against greedy bots."""
    console = Console(file=io.StringIO(), highlight=False, width=100)
    at = Play(game, seat, [BotAgent("greedy") for _ in range(others)], console=console)
    lines = iter(typed)
    at.read = lambda: next(lines)  # type: ignore[method-assign]
    return at, console.file
