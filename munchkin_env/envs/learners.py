"""Batches in which one seat of every game is yours: what gym.py, gym_vector.py and sb3.py have in common."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from munchkin_env.game.options import NUM_PLAYERS, whole
from munchkin_env.tasks.using import applied

from .config import LEARNING, LearnerOptions
from .seating import SeatingError
from .spaces import check_form
from .vector import MunchkinVector

Observation = Any
"""An array; in the compact form a dict of two."""


DEFAULTS: LearnerOptions = {"seat": "random", "opponents": "greedy", "observation": "vector"}
"""Of the environments in which one seat of every game is yours."""


def learners(
    num_games: int,
    num_players: int | None = None,
    sets: Sequence[str | Path] | None = None,
    *,
    autoreset: bool = True,
    **options: Unpack[LearnerOptions],
) -> MunchkinVector:
    """A MunchkinVector in which each game has exactly one learner, who sees something."""
    players, cards, told = applied(num_players, sets, options, LEARNING)
    given: LearnerOptions = {**DEFAULTS, **told}  # type: ignore[typeddict-item]  # the caller's names are checked
    check_form(given["observation"])
    seats, seat = range(NUM_PLAYERS.check(players)), given["seat"]
    if not (isinstance(seat, str) and seat == "random") and whole(seat) not in seats:
        allowed = f"a number from 0 to {seats[-1]}, or 'random'; MunchkinVector and PettingZoo have several"
        raise SeatingError(f"seat={seat!r}: here one seat is yours: {allowed}")
    return MunchkinVector(num_games, players, cards, autoreset=autoreset, **given)


EVERY_GAME = slice(None)


def seen(games: MunchkinVector, i: int | slice = EVERY_GAME) -> Observation:
    """What the learner of game i sees, or what the learners of all games see, in new arrays."""
    if games.observations.size:
        return games.observations[i].copy()
    return {"ids": games.ids[i].copy(), "numbers": games.numbers[i].copy()}


def seen_last(games: MunchkinVector, i: int) -> Observation:
    """The end of the last game at place i, as its learner saw it, in new arrays."""
    if games.final_observations.size:
        return games.final_observations[i].copy()
    return {"ids": games.final_ids[i].copy(), "numbers": games.final_numbers[i].copy()}


def ending(games: MunchkinVector, i: int) -> dict[str, Any]:
    """How the last game at place i ended."""
    last = games.episodes[i]
    winners = tuple(p for p in range(games.num_players) if int(last["winners"]) >> p & 1)
    return {
        "winners": winners,
        "won": int(last["learner"]) in winners,
        "levels": tuple(int(level) for level in last["levels"][: games.num_players]),
        "rounds": int(last["rounds"]),
    }
