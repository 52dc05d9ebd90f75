"""A replay as the views of one seat, or of somebody who sees everything, with what happened in between."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from munchkin_env.game.game import Game
from munchkin_env.game.notation import reason_alone, seat_names, with_names
from munchkin_env.game.replay import Replay
from munchkin_env.game.shown import Chronicle, card_faces, show_data, to_plain
from munchkin_env.players.bots import BOTS, explain

from .patches import difference

RECORDING_FORMAT = 1


@dataclass(frozen=True)
class RecordedStep:
    """One action, and what came of it."""

    action: int
    """Its place in the game, from 0. Not written: the other seats would learn from it how often somebody thought about something."""
    seat: int
    """Who decided."""
    said: str | None
    """What they did, in words; None if the viewer may not know it as such. The events say what everybody saw."""
    reason: str | None
    """Why, if the player said so and the viewer may know it."""
    events: list[dict[str, Any]]
    """What happened, as the viewer saw it."""
    view: dict[str, Any]
    """The position afterwards."""


@dataclass(frozen=True)
class Recording:
    """A game as somebody saw it."""

    viewpoint: int | None
    """The seat; None: everything."""
    title: str
    """Who played."""
    start: dict[str, Any]
    """The first position."""
    steps: list[RecordedStep]
    """What the viewer noticed."""
    faces: dict[str, Any]
    """The cards that occur."""
    analysis: dict[str, Any] | None = field(default=None)
    """What a search says about the game."""

    def plain(self) -> dict[str, Any]:
        """For the page: positions as changes."""
        return {
            "format": RECORDING_FORMAT,
            "viewpoint": self.viewpoint,
            "title": self.title,
            "start": self.start,
            "steps": list(self._patches()),
            "faces": self.faces,
            "analysis": self.analysis,
        }

    def _patches(self) -> Iterator[dict[str, Any]]:
        last = self.start
        for step in self.steps:
            patch = difference(last, step.view)
            last = step.view
            yield {"seat": step.seat, "said": step.said, "reason": step.reason, "events": step.events, "patch": patch}


def record(replay: Replay, viewpoint: int | None = None) -> Recording:
    """The game as that seat saw it; None shows everything.

    Raises:
        ValueError: There is no such seat.
    """
    if viewpoint is not None:
        replay.start.checked_seat(viewpoint)
    names = seat_names(replay.names)
    start = _view(replay.start, viewpoint, names)
    steps = list(noticed_steps(replay, viewpoint))
    shown = _card_names([start, *(step.view for step in steps), *(step.events for step in steps)])
    faces = {face.name: to_plain(face) for face in card_faces(replay.start.cards) if face.name in shown}
    return Recording(viewpoint, _title(replay, names), start, steps, faces)


def _title(replay: Replay, names: Mapping[int, str]) -> str:
    return ", ".join(names.get(p, f"player {p}") for p in range(replay.start.num_players))


def _view(game: Game, viewpoint: int | None, names: Mapping[int, str]) -> dict[str, Any]:
    """Without the actions: a replay shows only the one that was chosen."""
    shown: dict[str, Any] = to_plain(replace(show_data(game, viewpoint, everything=viewpoint is None, names=names), actions=()))
    return shown


def _steps(replay: Replay, viewpoint: int | None, names: Mapping[int, str]) -> Iterator[RecordedStep]:
    game, chronicle = replay.start.clone(), Chronicle()
    game.record.logging = 1
    for k, action in enumerate(replay.actions):
        seat = game.seat
        open_to_me = viewpoint in (None, seat)
        said = with_names(game.text(action), names) if open_to_me else None
        reason = with_names(_reason(replay, game, k), names) if open_to_me else None
        game.apply(action)
        chronicle.steps.clear()
        chronicle.note(game)
        told = chronicle.since(0, viewpoint, everything=viewpoint is None, names=names)
        events = [{key: value for key, value in to_plain(event).items() if key != "step"} for event in told]
        yield RecordedStep(k, seat, said, reason or None, events, _view(game, viewpoint, names))


def _reason(replay: Replay, game: Game, k: int) -> str:
    """As recorded; otherwise, of a bot that would do the same again, the reason it would give."""
    said = replay.reasons.get(k, "")
    name = replay.names.get(game.seat, "")
    if not said and name in BOTS:
        action, sentence = explain(game, name)
        said = sentence if action == replay.actions[k] else ""
    return reason_alone(said, game.text(replay.actions[k]))


def noticed_steps(replay: Replay, viewpoint: int | None = None) -> Iterator[RecordedStep]:
    """What somebody in that seat noticed, step by step; None: everything."""
    names = seat_names(replay.names)
    last = _view(replay.start, viewpoint, names)
    for step in _steps(replay, viewpoint, names):
        if viewpoint in (None, step.seat) or step.events or step.view != last:
            yield step
        last = step.view


def _card_names(told: Any) -> frozenset[str]:
    """All texts: names of cards are among them."""
    found: set[str] = set()
    left = [told]
    while left:
        one = left.pop()
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
    return frozenset(found)
