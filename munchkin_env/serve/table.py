"""A game with people at it: who may do what, what each of them is told, undoing, the same deal again. It knows nothing of networks.

Only this module changes the game. Players that decide by themselves are asked elsewhere (deciding.py), about copies of it.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from munchkin_env.engine.flow.settle import UnsoundGameError
from munchkin_env.engine.state.actions import Verb
from munchkin_env.game.game import Event, Game
from munchkin_env.game.notation import player_name, seat_names, with_names
from munchkin_env.game.replay import Replay
from munchkin_env.game.saved import LoadError
from munchkin_env.game.shown import Chronicle, show_data, to_plain
from munchkin_env.text.compounds import of_data, steps
from munchkin_env.text.matching import AnswerError
from munchkin_env.text.telling import to_person

from .chairs import Chair, TableTerms
from .journal import Journal
from .passing import Asks, AutoPass

WATCHER = -1
"""The chair of spectators."""
REASON = "REASON"
"""What an event is that tells why a player did something."""
_MARKS = 200  # positions that undoing can return to


class MoveError(ValueError):
    """Something that a person wanted and that is not possible; nothing has changed."""


class _Mark(NamedTuple):
    """A position in which a person was asked."""

    actions: int
    """How many had been done."""
    game: Game


class ServedTable:
    """A table: its people and players, and the game that they play now."""

    def __init__(self, terms: TableTerms, seed: int | None = None, journal: Journal | None = None) -> None:
        """Begin a game.

        Args:
            terms: Who plays what.
            seed: Of the first deal; None draws one.
            journal: Where everything is written; None: nowhere.
        """
        self.terms, self.journal = terms, journal
        self.asks = dict.fromkeys(terms.people, Asks.NEW)
        self.asked = dict.fromkeys(terms.people, 0)
        """How often each person was put to a decision: what they answer must name it, so that a late click decides nothing else."""
        self.number = 0
        """Of the game, from 1."""
        self.changes = 0
        """How often the position has changed."""
        self._begin(seed if seed is not None else secrets.randbits(62), tuple(range(len(terms.chairs))))

    @classmethod
    def resumed(cls, journal: Journal) -> "ServedTable":
        """The table in the file, as it was left.

        Raises:
            LoadError: The file is damaged, or was written with other rules or cards.
        """
        terms, happened = journal.read()
        try:
            first = happened[0]["game"]
            made = cls(terms, first["seed"])
            made._do_again(happened)
        except (KeyError, TypeError, IndexError, ValueError, UnsoundGameError) as error:
            raise LoadError(f"{journal.path} cannot be resumed, perhaps because rules or cards have changed: {error}") from error
        made.journal = journal
        made._go_on()
        return made

    def _do_again(self, happened: Sequence[Mapping[str, Any]]) -> None:
        self.number = 0
        for row in happened:
            match row:
                case {"game": {"seed": int(seed), "order": list(order)}}:
                    self._deal(seed, tuple(order))
                case {"do": int(action)}:
                    if not row.get("auto"):
                        self._mark()
                    self._apply(action, str(row.get("why", "")))
                case {"undo": int(kept)}:
                    self._return_to(kept)
                case {"asks": str(asks), "chair": int(chair)}:
                    self._let_ask(chair, Asks(asks))
                case _:
                    raise ValueError(f"{row} is no entry")

    # -------------------------------------------------------------------------------------------------- seats, games

    def _begin(self, seed: int, order: tuple[int, ...]) -> None:
        self._deal(seed, order)
        self._note({"game": {"seed": seed, "order": list(order)}})
        self._go_on()

    def _deal(self, seed: int, order: tuple[int, ...]) -> None:
        if sorted(order) != list(range(len(self.terms.chairs))):
            raise ValueError(f"{order} is no order of the chairs")
        self.order = order
        self.number += 1
        self.seed = seed
        game = Game(len(order), self.terms.sets, seed, log=True, **self.terms.options)
        self.replay = Replay(game, seat_names({p: chair.name for p, chair in enumerate(self._seated()) if chair.name}))
        self._chronicle = Chronicle()
        self._reasons: dict[int, str] = {}  # by the number of the action: who did what, and why
        self._marks: deque[_Mark] = deque(maxlen=_MARKS)
        self._passing = {chair: AutoPass(asks) for chair, asks in self.asks.items()}
        self._put()

    def _seated(self) -> list[Chair]:
        return [self.terms.chairs[k] for k in self.order]

    @property
    def game(self) -> Game:
        """The game; to be read."""
        return self.replay.game

    @property
    def decider(self) -> int | None:
        """The chair that decides; None when the game is over."""
        return None if self.game.over else self.order[self.game.seat]

    @property
    def waits(self) -> bool:
        """Whether a person decides."""
        return self.decider is not None and self.terms.chairs[self.decider].person

    def chair_of(self, token: str) -> int | None:
        """The chair of this link, WATCHER, or None: the token is compared in constant time."""
        known = {**{k: self.terms.chairs[k].token for k in self.terms.people}, WATCHER: self.terms.watch}
        data = token.encode("utf-8", "replace")
        return next((k for k, one in known.items() if secrets.compare_digest(one.encode(), data)), None)

    def seat_of(self, chair: int) -> int | None:
        """The seat of a chair in this game; None for spectators."""
        return None if chair == WATCHER else self.order.index(chair)

    # -------------------------------------------------------------------------------------------------- what is done

    def act(self, chair: int, asked: int, action: int) -> None:
        """A person's action.

        Raises:
            MoveError: It is not their decision, not that one any more, or not legal.
        """
        self._check_turn(chair, asked)
        if not self.game.is_legal(action):
            raise MoveError("that is not possible here")
        self._mark()
        self._do(action)
        self._go_on()

    def plan(self, chair: int, asked: int, data: Mapping[str, Any]) -> None:
        """A whole offer, counter-offer, trade or sale (docs/text.md), as the decisions that it consists of.

        Raises:
            MoveError: One of them is not possible; none is made.
        """
        self._check_turn(chair, asked)
        try:
            compound = of_data(data)
            if compound is None:
                raise MoveError("that is no offer, counter-offer, trade or sale")
            planned = steps(self.game, compound)
        except AnswerError as error:
            raise MoveError(str(error)) from error
        self._mark()
        for k, step in enumerate(planned):
            self._do(self.game.action(step.text), auto=k > 0)
        self._go_on()

    def pass_on(self, chair: int, asked: int) -> None:
        """Keep passing until they are asked something, their turn comes, or a fight begins. Raises MoveError if they cannot pass."""
        self._check_turn(chair, asked)
        if not self.game.is_legal(Verb.PASS.value):
            raise MoveError("you cannot pass here")
        self._passing[chair].pass_on(self.game)
        self.act(chair, asked, Verb.PASS.value)

    def decide(self, action: int, reason: str = "") -> None:
        """What the player who decides does, who is no person; or what is done for a person whose time is over. Raises IllegalAction."""
        self._do(action, reason, auto=True)
        self._go_on()

    def undo(self, chair: int) -> None:
        """Return to the last decision that this person was asked for.

        Raises:
            MoveError: Other people play, or there is nothing to undo.
        """
        if not self.can_undo(chair):
            raise MoveError("there is nothing to undo, or other people play, too")
        kept = self._marks[-1].actions
        self._return_to(kept)
        self._note({"undo": kept})

    def can_undo(self, chair: int) -> bool:
        """Whether this person may take something back: only against players that do not mind."""
        return self.terms.people == (chair,) and bool(self._marks)

    def again(self, chair: int, *, same: bool, shift: int = 0) -> None:
        """A new game.

        Args:
            chair: Who wants it.
            same: The same deal again; otherwise another one.
            shift: By how many seats everybody moves on.

        Raises:
            MoveError: Others are still playing.
        """
        if chair == WATCHER and self.terms.people:
            raise MoveError("you are watching")
        if not self.game.over and len(self.terms.people) > 1:
            raise MoveError("a new game begins when this one is over: other people play, too")
        n = len(self.order)
        self._begin(self.seed if same else secrets.randbits(62), tuple(self.order[(p - shift) % n] for p in range(n)))

    def let_ask(self, chair: int, asks: Asks) -> None:
        """What a person wants to be asked from now on."""
        if chair == WATCHER:
            raise MoveError("you are watching")
        self._let_ask(chair, asks)
        self._note({"asks": asks.value, "chair": chair})
        self._go_on()

    def _let_ask(self, chair: int, asks: Asks) -> None:
        if chair not in self.asks:
            raise ValueError(f"{chair} is no person's chair")
        self.asks[chair] = self._passing[chair].asks = asks

    # ------------------------------------------------------------------------------------------------------ machinery

    def _check_turn(self, chair: int, asked: int) -> None:
        if chair == WATCHER or self.decider != chair:
            raise MoveError("it is not your decision")
        if asked != self.asked[chair]:
            raise MoveError("too late: something else is decided now")

    def _mark(self) -> None:
        if self.waits:
            self._marks.append(_Mark(self.done, self.game.clone()))

    def _return_to(self, kept: int) -> None:
        """To the mark before so many actions."""
        while (mark := self._marks.pop()).actions != kept:
            pass
        self.replay.game = mark.game
        del self.replay.actions[kept:]
        self.replay.reasons = {k: reason for k, reason in self.replay.reasons.items() if k < kept}
        self._reasons = {k: reason for k, reason in self._reasons.items() if k < kept}
        del self._chronicle.steps[kept:]
        self._passing = {chair: AutoPass(asks) for chair, asks in self.asks.items()}
        self._put()

    def _do(self, action: int, reason: str = "", *, auto: bool = False) -> None:
        if self.waits:
            self._passing[self.order[self.game.seat]].chose(self.game, action)
        self._apply(action, reason)
        self._note({"do": int(action), **({"why": reason} if reason else {}), **({"auto": True} if auto else {})})

    def _apply(self, action: int, reason: str) -> None:
        if reason:
            names = self.replay.names
            self._reasons[self.done] = f"{names.get(self.game.seat, player_name(self.game.seat))}: {with_names(reason, names)}"
        self.replay.apply(action, reason)
        self._chronicle.note(self.game)
        self._put()

    def _go_on(self) -> None:
        """Pass people who need not be asked."""
        while self.waits and self._passing[self.order[self.game.seat]].passes(self.game):
            self._do(Verb.PASS.value, auto=True)

    def _put(self) -> None:
        self.changes += 1
        if self.waits:
            self.asked[self.order[self.game.seat]] += 1

    def _note(self, what: Mapping[str, Any]) -> None:
        if self.journal is not None:
            self.journal.note(what)

    # ------------------------------------------------------------------------------------------------ what one is told

    @property
    def done(self) -> int:
        """How many actions have been done in this game."""
        return len(self.replay.actions)

    @property
    def heard(self) -> int:
        """How many events there have been in this game."""
        return self._told_before(self.done)

    def told(self, chair: int, since: int = 0) -> dict[str, Any]:
        """What the page of this chair shows: the position, and what has happened since so many actions were done.

        It holds only what the seat may know: not even the number of actions, from which one could tell how often others thought about
        something. `kept` is how many of the events that were told before are still valid.
        """
        seat = self.seat_of(chair)
        everything = not self.terms.people
        mine = chair != WATCHER and self.decider == chair
        return {
            "type": "state",
            "game": self.number,
            "me": seat,
            "asked": self.asked[chair] if mine else None,
            "view": self._view(seat, everything),
            "kept": self._told_before(since),
            "events": list(self._events(seat, since, everything)),
            "people": [chair.person for chair in self._seated()],
            "undo": self.can_undo(chair),
            "again": not self.terms.people or (chair != WATCHER and (self.game.over or len(self.terms.people) == 1)),
            "asks": None if chair == WATCHER else self.asks[chair].value,
            "replay": self.terms.replay_token(self.number) if self.game.over else None,
        }

    def _told_before(self, done: int) -> int:
        """How many events (and reasons) the first actions have led to."""
        steps = self._chronicle.steps[:done]
        reasons = 0 if self.terms.people else sum(bool(events) and k in self._reasons for k, events in enumerate(steps))
        return sum(map(len, steps)) + reasons

    def _view(self, seat: int | None, everything: bool) -> dict[str, Any]:
        """With terms in the second person."""
        view: dict[str, Any] = to_plain(show_data(self.game, seat, everything=everything, names=self.replay.names))
        for terms in (view["offer"], (view["fight"] or {}).get("deal")):
            if seat is not None and terms is not None and terms["says"].startswith(f"player {seat} "):
                terms["says"] = to_person(f"P{terms['says'][1:]}", seat).replace("You", "you", 1)
        return view

    def _events(self, seat: int | None, since: int, everything: bool) -> Iterator[dict[str, Any]]:
        """In the second person, and without the numbers of the actions. Who sees everything is also told the reasons."""
        others = {p: name for p, name in self.replay.names.items() if p != seat}
        step = 0
        for event in self._chronicle.since(since, seat, everything=everything, names=others):
            if everything and event.step != step and (reason := self._reasons.get(event.step - 1)):
                yield {"what": REASON, "seat": None, "other": None, "card": None, "on": None, "number": 0, "says": reason}
            step = event.step
            plain = {key: value for key, value in to_plain(event).items() if key != "step"}
            yield plain if seat is None else plain | {"says": to_person(event.says, seat)}

    def for_decider(self, chair: int, asked: int) -> Game:
        """A copy of the game, for hints and dialogs of the person who decides. Raises MoveError for anybody else."""
        self._check_turn(chair, asked)
        return self.game.clone()

    def copied(self) -> Replay:
        """The game so far, for another thread."""
        made = Replay(self.replay.start.clone(), self.replay.names)
        made.game, made.actions, made.reasons = self.game.clone(), list(self.replay.actions), dict(self.replay.reasons)
        return made

    def seen(self, seat: int, since: int) -> list[Event]:
        """What that seat has seen since so many actions were done."""
        return [event.as_seen(seat, len(self.order)) for step in self._chronicle.steps[since:] for event in step]

    def finished(self, token: str) -> Callable[[], Replay] | None:
        """What reads the finished game that a link leads to: this one, or an earlier one. It may take long, and raise LoadError."""
        data = token.encode("utf-8", "replace")
        numbers = (number for number in range(1, self.number + 1) if secrets.compare_digest(self.terms.replay_token(number).encode(), data))
        if (number := next(numbers, None)) is None:
            return None
        if number == self.number:
            copy = self.copied()
            return (lambda: copy) if copy.game.over else None
        path = self._path_of(number)
        return None if path is None else lambda: Replay.load(path, self.terms.sets)

    @property
    def replay_path(self) -> Path | None:
        """Where the finished game is kept for `munchkin replay`: beside the journal."""
        return self._path_of(self.number)

    def _path_of(self, game: int) -> Path | None:
        return None if self.journal is None else self.journal.path.with_name(f"{self.journal.path.stem}-game-{game}.jsonl")
