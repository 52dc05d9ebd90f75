"""Sit down at the terminal: a new game, or one that goes on."""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from munchkin_env.game.game import Game
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.replay import Replay
from munchkin_env.players import agents
from munchkin_env.players.agents import AgentError
from munchkin_env.players.bots import BOTS
from munchkin_env.players.policy import SHIPPED
from munchkin_env.players.search import is_search

from .arguments import check_writable
from .person import Play


def play_at_terminal(
    against: Sequence[str],
    seat: int = 0,
    seed: int | None = None,
    sets: Sequence[str] = ("deluxe",),
    record: Path | None = None,
    **options: Unpack[HouseRules],
) -> bool:
    """A game at the terminal against these players, who sit from the left of the person. True if it was played to its end."""
    game = Game(len(against) + 1, sets, seed, log=True, **options)
    if not 0 <= seat < game.num_players:
        raise AgentError(f"seat {seat}: must be 0 to {game.num_players - 1}")
    return _playing(game, seat, against, record)


def resume_at_terminal(
    path: Path, against: Sequence[str] | None = None, seat: int | None = None, sets: Sequence[str] | None = None, record: Path | None = None
) -> bool:
    """Go on with a recorded game. What is not given is as the file says; it is also where the game is saved again."""
    replay = load_unfinished(path, sets)
    me = persons_seat(replay, path) if seat is None else replay.game.checked_seat(seat)
    others = opponents(replay, me, path) if against is None else against
    if len(others) != replay.game.num_players - 1:
        raise AgentError(f"--against: {len(others)} players; the game in {path} has {replay.game.num_players - 1} opponents")
    return _playing(replay, me, others, record or path, replaced=record is None)


def _playing(game: Game | Replay, seat: int, against: Sequence[str], record: Path | None, *, replaced: bool = False) -> bool:
    sets = game.sets if isinstance(game, Game) else game.game.sets
    others = [agents.load_agent(spec, k, sets) for k, spec in enumerate(against)]
    if record is not None:
        check_writable("--record", record, replaced=replaced)
    return Play(game, seat, others, record).run()


# ----------------------------------------------------------------------------------------------- a recorded game


def load_unfinished(path: Path, sets: Sequence[str] | None = None) -> Replay:
    """A recorded game in which somebody still has to decide.

    Raises:
        LoadError: The file is not a recording.
        AgentError: The game is over.
    """
    replay = Replay.load(path, tuple(sets) if sets else None)
    if replay.game.over:
        raise AgentError(f"--resume {path}: this game is over; `munchkin replay {path}` shows it")
    replay.game.record.logging = 1
    return replay


def persons_seat(replay: Replay, path: Path) -> int:
    """The seat of the person, who has no name in the recording. Raises AgentError if that is nobody, or several."""
    unnamed = [p for p in range(replay.game.num_players) if p not in replay.names]
    if len(unnamed) != 1:
        raise AgentError(f"--resume {path}: it does not say which seat is yours; name it with --seat")
    return unnamed[0]


def opponents(replay: Replay, seat: int, path: Path) -> list[str]:
    """Who played, from the seat to the left of the person's: players of this package only, since nothing is imported or opened only
    because a file names it. Raises AgentError."""
    found = []
    for k in range(1, replay.game.num_players):
        p = (seat + k) % replay.game.num_players
        name = replay.names.get(p, "")
        spec = name.removesuffix(f" {p}")  # two players of one name have their seats behind it
        if spec not in (*BOTS, *SHIPPED) and not is_search(spec):
            said = f"was played by {spec!r}, which is not in this package" if spec else "has no name"
            raise AgentError(f"--resume {path}: seat {p} {said}; name all opponents with --against")
        found.append(spec)
    return found
