"""Responses: what players trained against one agent alone take from it.

They are read from folders of `munchkin train`. No file that such a folder names is opened: who was its opponent is told by a digest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from munchkin_env.core.files import TOLD, FileError, conform, parse_json, read_text, short, short_list
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.learning.labels import told_path
from munchkin_env.learning.strengths import FINAL, PLAN, strengths
from munchkin_env.tasks import TASKS

from .results import EvaluationResult, ProtocolError


@dataclass(frozen=True)
class Response:
    """A player that was trained against copies of one other, and judged by games among such copies."""

    folder: Path
    against: str
    """The other's name."""
    digest: str
    """Of what the other plays by."""
    players: int
    cards: str
    """Their hash."""
    rules: int
    """Their version."""
    share: Estimate
    """Of the victories."""


@dataclass(frozen=True)
class _Trained:
    """What must be known of a plan."""

    opponents: list[str]
    labelled: dict[str, float]
    players: int
    rounds: int
    cards: str
    rules: int


def load_response(folder: Path) -> Response:
    """Raises ProtocolError that says why the folder is not one of a response to one player alone."""
    try:
        plan = _plan(folder)
        against = _only_opponent(folder, plan)
        digest = _digest_in_labels(folder, plan, against)
        return Response(folder, against, digest, plan.players, plan.cards, plan.rules, _share(folder, plan, against))
    except FileError as error:
        raise ProtocolError(str(error)) from error


def _plan(folder: Path) -> _Trained:
    told = _object(folder / PLAN)
    labelling, made = (one if isinstance(one, dict) else {} for one in (told.get("labelling"), told.get("made by")))
    known = {
        "opponents": told.get("opponents"),
        "labelled": labelling.get("opponents"),
        "players": labelling.get("players"),
        "rounds": told.get("rounds"),
        "cards": told.get("cards"),
        "rules": made.get("rules"),
    }
    found: _Trained = conform(known, _Trained, folder / PLAN)
    if found.rounds < 1 or not 2 <= found.players <= 6:
        raise FileError(folder / PLAN, f"it is of {found.rounds} rounds with {found.players} players")
    return found


def _object(path: Path) -> dict[str, Any]:
    found = parse_json(read_text(path, TOLD), path)
    if not isinstance(found, dict):
        raise FileError(path, f"it is {short(found)}; an object is required, as munchkin train writes it")
    return found


def _only_opponent(folder: Path, plan: _Trained) -> str:
    """Of its games and of its labels."""
    everyone = sorted({*plan.opponents, *plan.labelled})
    if len(everyone) != 1:
        raise FileError(
            folder, f"it was trained against {short_list(everyone)}; a response is trained against one player: munchkin train --against WHO"
        )
    return everyone[0]


def _digest_in_labels(folder: Path, plan: _Trained, against: str) -> str:
    """What it was trained against, in all rounds."""
    found = set[str]()
    for number in range(1, plan.rounds + 1):
        path = told_path(folder, number)
        bots: dict[str, str] = conform(_object(path).get("bots"), dict[str, str], path, "bots")
        if against not in bots:
            raise FileError(path, f"it does not say which {short(against)} these labels were made against")
        found.add(bots[against])
    if len(found) > 1:
        raise FileError(folder, f"it was trained against different versions of {short(against)} ({short_list(sorted(found))})")
    return found.pop()


def _share(folder: Path, plan: _Trained, against: str) -> Estimate:
    """Of the last policy, in games that no round was judged by."""
    path = folder / FINAL
    found = [row for row in strengths(path) if (row.round, row.opponent) == (plan.rounds, against)]
    if not found:
        raise FileError(path, f"it has no games of round {plan.rounds} against {short(against)}; munchkin train --final-games N plays them")
    row = found[-1]
    if row.games < 1 or not 0 <= row.low <= row.shares <= row.high <= 1:
        raise FileError(path, f"it is damaged: a share of {row.shares} ({row.low} to {row.high}) in {row.games} games")
    return Estimate(row.shares, row.low, row.high)


def answers(response: Response, result: EvaluationResult) -> bool:
    """Was it trained against exactly this agent, in the game of the task?"""
    task = TASKS.get(result.task)
    same_game = (response.players, response.cards, response.rules) == (result.players, result.cards, result.rules)
    return response.digest == result.digest and same_game and task is not None and not task.rules


def taken_from(result: EvaluationResult, responses: Sequence[Response]) -> Estimate | None:
    """The share of the response that takes most from it; None if there is none."""
    return max((one.share for one in responses if answers(one, result)), default=None)
