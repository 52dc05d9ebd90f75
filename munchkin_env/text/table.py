"""A game in which some seats are played in words. It keeps what they see and hear, carries out plans, and passes talk on."""

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

from munchkin_env.game.game import Game
from munchkin_env.game.shown import Chronicle, show_data, to_plain

from .briefing import brief
from .disguise import with_names_of
from .prompting import USUAL, PromptSettings
from .seat import HOW_TO_ANSWER, Reply, TextSeat, hand_of, overheard


class TextTable:
    """A game for players that read and write.

    While `waits` is true, show `prompt()` to the player of `game.seat` and hand what they answer to `answer(text)`; where another kind of
    player decides, call `act(action)`. Talk and shown hands reach the seats that are played in words, and bind nobody.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[int] | None = None,
        settings: PromptSettings = USUAL,
        retries: int = 2,
        obfuscate: int | None = None,
    ) -> None:
        """Begin.

        Args:
            game: The game; it is played on in place.
            seats: Which seats are played in words; None: all.
            settings: What prompts show.
            retries: How many more answers a seat may give after one that cannot be used.
            obfuscate: A seed by which cards exchange their names in everything that is told and answered (disguise.py); None: they do not.

        Raises:
            ValueError: There is no such seat.
        """
        self.game = game
        game.record.logging = 1
        chosen = range(game.num_players) if seats is None else [game.checked_seat(one) for one in seats]
        self.seats = {p: TextSeat(p, settings, retries) for p in chosen}
        self._obfuscate = obfuscate
        self._chronicle, self._since = Chronicle(), dict.fromkeys(self.seats, 0)
        self._talk: dict[int, list[str]] = {p: [] for p in self.seats}
        self.on_step: Callable[[Game], None] = lambda _: None
        """Called after every action with the game."""
        self._tell()

    @property
    def waits(self) -> bool:
        """Whether a seat that is played in words decides."""
        return not self.game.over and self.game.seat in self.seats

    @property
    def shown(self) -> Game:
        """The game with the names that players are told."""
        return with_names_of(self.game, self._obfuscate)

    def rules(self) -> str:
        """The rules in brief, and how to answer: to be told once."""
        return f"{brief(self.shown)}\n\n{HOW_TO_ANSWER}"

    def prompt(self) -> str:
        """What the deciding seat is told. Raises ValueError if it is not played in words, or if the game is over."""
        return self._deciding().prompt(self.shown)

    def data(self) -> dict[str, Any]:
        """The same as plain data: `view` (docs/view.md), with the events since its last decision, and `talk`, what it heard.

        Raises:
            ValueError: The deciding seat is not played in words, or the game is over.
        """
        me = self._deciding().seat
        view = show_data(self.shown, me, events=self._chronicle.since(self._since[me], me))
        return {"view": to_plain(view), "talk": list(self._talk[me])}

    def answer(self, text: str) -> Reply:
        """The answer of the deciding seat. If it can be used, it is carried out, with everything that was planned.

        After a reply without an action and with no attempts left, somebody has to decide by `act`.

        Raises:
            ValueError: The deciding seat is not played in words, or the game is over.
        """
        me = self._deciding()
        reply = me.answer(self.shown, text)
        if reply.action is not None:
            self._forget(me.seat)
            self._pass_on(me.seat, reply)
            self._apply(reply.action)
            self._go_on()
        return reply

    def act(self, action: SupportsIndex | str, *, given_up: bool = False) -> None:
        """Another player's action, or what is done in place of a seat that did not answer.

        Args:
            action: An id or a text.
            given_up: Whether the seat that decides was asked and gave no answer. (If its last answer could not be used, it was.)

        Raises:
            IllegalAction: It is not legal.
        """
        number = self.game.action(action) if isinstance(action, str) else action
        if not self.game.is_legal(number):
            self.game.refuse(number)
        if self.waits:
            one = self.seats[self.game.seat]
            one.give_up(counted=given_up or one.failed > 0)
            self._forget(one.seat)
        self._apply(number)
        self._go_on()

    def _deciding(self) -> TextSeat:
        if self.game.over:
            raise ValueError("the game is over: nobody decides")
        if self.game.seat not in self.seats:
            raise ValueError(f"seat {self.game.seat} decides, which is not played in words; use act()")
        return self.seats[self.game.seat]

    def _forget(self, seat: int) -> None:
        """The seat has decided: it knows what has happened. A decision that follows from its plan is none: it has been told nothing."""
        self._since[seat] = len(self._chronicle.steps)
        self._talk[seat].clear()

    def _apply(self, action: SupportsIndex) -> None:
        self.game.apply(action)
        self._tell()

    def _tell(self) -> None:
        game = self.shown
        self._chronicle.note(game)
        for p, one in self.seats.items():
            one.see(game.events(p))
        self.on_step(self.game)

    def _go_on(self) -> None:
        while self.waits and (action := self.seats[self.game.seat].planned(self.shown)) is not None:
            self._apply(action)

    def _pass_on(self, speaker: int, reply: Reply) -> None:
        said = list(overheard(speaker, reply.say, hand_of(self.shown, speaker) if reply.show else None))
        for p, one in self.seats.items():
            for sentence in said if p != speaker else ():
                one.hear(sentence)
                self._talk[p].append(sentence)
