"""The game of a position, and errors of its moves."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, Self

from munchkin_env.core.files import short
from munchkin_env.engine.state.actions import NUMBER_CHOICES
from munchkin_env.game.game import Event, Game
from munchkin_env.game.options import whole


class ScenarioError(AssertionError):
    """A position that is impossible, or a move that is not legal in it."""


class Stage:
    """What the players of a position need from their game."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        self.game = game
        given = [*names, *[""] * game.num_players]
        self.names = tuple(given[p] or f"player {p}" for p in range(game.num_players))
        self.log: list[Event] = []

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.over

    @property
    def legal_texts(self) -> list[str]:
        """What may be done now, in words."""
        return list(self.game.texts())

    def apply(self, action: int | str) -> None:
        """Do it, and keep its log."""
        self.game.apply(action)
        self.log += self.game.events()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """A verb is all or nothing: if a part of it fails, the game is as before."""
        before, said = self.game.clone(), len(self.log)
        try:
            yield
        except BaseException:
            self.game._take_back(before)
            del self.log[said:]
            raise

    def trial(self) -> Self:
        """A copy in which every question is asked, even one with a single answer."""
        made = type(self)(self.game.clone(), self.names)
        made.game.record.asks_all = 1
        return made

    def must(self, holds: bool, what: str) -> None:
        """Fail unless it holds."""
        if not holds:
            self.fail(what)

    def fail(self, what: str) -> NoReturn:
        """Raise a ScenarioError that says who decides and what is legal."""
        if self.over:
            raise ScenarioError(f"{what}: the game is over")
        decides = f"{self.names[self.game.seat]} decides {self.game.decision}"
        raise ScenarioError(f"{what}; {decides}; legal: {'; '.join(self.legal_texts)}")


def name_in(text: Any) -> str:
    """The name of a card or an action. Raises ScenarioError if it is not a text."""
    if not isinstance(text, str):
        raise ScenarioError(f"{short(text)}: cards and actions are named by text")
    return text


def number_in(value: Any) -> int:
    """A number that an action can name: other actions follow after them in the table."""
    number = whole(value)
    if number is None or not 0 <= number < NUMBER_CHOICES:
        raise ScenarioError(f"{short(value)}: must be an integer from 0 to {NUMBER_CHOICES - 1}")
    return number


def several(value: Any) -> list[Any]:
    """A value or several, as a list."""
    return list(value) if isinstance(value, (list, tuple)) else [value]
