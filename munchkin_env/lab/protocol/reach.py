"""What a player reaches in a task: alone among the opponents that the task suggests."""

from munchkin_env.lab.arena import Estimate, tournament
from munchkin_env.lab.arena.entrants import Spec
from munchkin_env.players.agents import AgentError
from munchkin_env.tasks import Task


def reach(spec: Spec, task: Task, games: int, workers: int = 1) -> Estimate | None:
    """The win share; None for a player that does not know the cards. Every deal of the task is played from every seat."""
    alone = str(spec) == task.opponents
    try:
        found = tournament(
            [spec] * task.players if alone else [spec],
            games,
            field=None if alone else task.opponents,
            players=task.players,
            seed=task.seed,
            sets=task.card_sets,
            workers=workers,
            **task.rules,
        )
    except AgentError:
        if isinstance(spec, str) and spec.startswith("trained"):  # it plays only the cards that it has learned
            return None
        raise
    return found.shares[0]
