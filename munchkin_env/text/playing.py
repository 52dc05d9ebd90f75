"""Whole games in words."""

from collections.abc import Callable, Mapping

from .seat import Reply
from .table import TextTable

Answerer = Callable[[str], str]
"""A player in words: prompt -> answer. A complaint about the last answer is a prompt, too."""


def attempts(table: TextTable, answer: Answerer) -> Reply:
    """One decision, with as many attempts as there are. A reply without an action leaves the game as it was."""
    reply = table.answer(answer(table.prompt()))
    while reply.action is None and reply.attempts_left:
        reply = table.answer(answer(reply.problem))
    return reply


def play_in_words(table: TextTable, players: Mapping[int, Answerer], substitute: Callable[[TextTable], int | str]) -> TextTable:
    """Play to the end.

    Args:
        table: The game.
        players: By seat: who answers. Other seats are played by the substitute.
        substitute: What to do where nobody answers, or not with anything usable.
    """
    while not table.game.over:
        me = table.game.seat
        answered = table.waits and me in players and attempts(table, players[me]).action is not None
        if not answered:
            table.act(substitute(table))
    return table
