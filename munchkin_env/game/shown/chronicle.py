"""What has happened in a game, step by step, so that it can be told to a seat later."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from munchkin_env.game.game import Game
from munchkin_env.game.notation import seat_names, with_names
from munchkin_env.game.views import Event

from .schema import EventView


@dataclass
class Chronicle:
    """The events of a game from some moment on. Call `note` after every action; the game must keep its log."""

    num_players: int = 0
    """How many play; known after the first step."""
    steps: list[list[Event]] = field(default_factory=list)
    """By action: what it led to."""

    def note(self, game: Game) -> None:
        """Keep the events of the last action.

        Raises:
            ValueError: The game keeps no log.
        """
        if not game.record.logging:
            raise ValueError("this game keeps no log: must be made with log=True")
        self.num_players = game.num_players
        self.steps.append(game.events())

    def since(
        self, step: int, seat: int | None, *, everything: bool = False, names: Mapping[int, str] | None = None
    ) -> tuple[EventView, ...]:
        """What has happened since so many actions were done, as the seat saw it; None: as everybody saw it."""
        called = seat_names(names or {})
        return tuple(
            as_data(event if everything else event.as_seen(seat, self.num_players), number, called)
            for number, events in enumerate(self.steps[step:], step + 1)
            for event in events
        )


def as_data(event: Event, step: int, names: Mapping[int, str]) -> EventView:
    """The event as data."""
    says = with_names(str(event), names)
    number = 0 if event.on else event.number  # which of the cards with that name is not public
    return EventView(step, event.what, event.seat, event.other_seat, event.card, event.on, number, says)
