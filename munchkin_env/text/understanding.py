"""From a free answer to something legal: one action, several in a row, or a compound decision."""

from collections.abc import Sequence
from dataclasses import dataclass

from munchkin_env.core.texts import printable
from munchkin_env.game.game import Game

from .answers import COMPOUND_KEYS, Dissected, Passage, dissect
from .compounds import LONGEST_PLAN, Compound, PlannedStep, of_data, steps
from .matching import AnswerError, Fault, exactly, nearly, plainly
from .spoken import goes_on, of_words


@dataclass(frozen=True)
class Understood:
    """What an answer means in a position."""

    action: int
    """The id of a legal action."""
    next: tuple[PlannedStep | str, ...] = ()
    """What is to follow: the other steps of a compound, or words for the decisions after this one."""


def understand(game: Game, answer: str | Dissected, *, numbers: bool = True) -> Understood:
    """What the deciding seat wants to do.

    Args:
        game: The position.
        answer: A free answer, such as "3", "I pass", '{"action": "play Magic Missile"}', or a page that ends in "ACTION: pass".
        numbers: Whether a number means a place in the list of legal actions.

    Raises:
        AnswerError: It names nothing, or nothing that is legal; the error says what was wrong.
    """
    if game.over:
        raise AnswerError(Fault.ILLEGAL, "the game is over")
    parts = dissect(answer) if isinstance(answer, str) else answer
    if compound := of_data(parts.compound):
        return _alone(game, _carried_out(game, compound), parts, numbers)
    if not parts.candidates:
        raise AnswerError(Fault.UNREADABLE, "the answer names no action")
    fault: AnswerError | None = None
    for candidate in parts.candidates:
        try:
            return _meant(game, candidate, numbers)
        except AnswerError as error:
            fault = fault or error
    raise fault  # type: ignore[misc]  # there was a candidate, so there was a fault


def _alone(game: Game, found: Understood, parts: Dissected, numbers: bool) -> Understood:
    """A compound beside which no other action is named: at most its name or its first decision."""
    for candidate in parts.candidates[:1]:
        if plainly(candidate.text) not in COMPOUND_KEYS and _meant(game, candidate, numbers).action != found.action:
            keys = " and ".join(f'"{key}"' for key in parts.compound)
            raise AnswerError(Fault.AMBIGUOUS, f"{keys} and {printable(candidate.text, 80)!r} are two actions; name one")
    return found


def _meant(game: Game, candidate: Passage, numbers: bool) -> Understood:
    texts = game.texts()
    first, *rest = [part.strip() for part in candidate.text.split(";") if part.strip()][:LONGEST_PLAN] or [""]
    if found := exactly(first, list(texts), numbers=numbers):
        return Understood(texts[found], tuple(rest))
    if of_words(game, first, marked=candidate.marked):
        while rest and goes_on(rest[0], game.cards):
            first = f"{first}, {rest.pop(0)}"
    if compound := of_words(game, first, marked=candidate.marked):
        return _carried_out(game, compound, rest)
    return Understood(texts[nearly(first, list(texts), marked=candidate.marked)], tuple(rest))


def _carried_out(game: Game, compound: Compound, rest: Sequence[str] = ()) -> Understood:
    first, *following = steps(game, compound)
    return Understood(game.action(first.text), (*following, *rest))
