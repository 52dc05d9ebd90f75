"""When a person is passed without being asked: the same thing is not asked twice."""

from dataclasses import dataclass, field
from enum import StrEnum

from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.game import Game
from munchkin_env.game.notation import RINGS


class Asks(StrEnum):
    """What a person wants to be asked."""

    ALL = "all"
    """Everything."""
    NEW = "new"
    """Not again what they declined in the same turn, as long as nothing was added to it; in a fight: while nothing has changed."""
    OWN = "own"
    """In addition, outside of fights nothing in the turns of others, unless something happens to them."""


@dataclass
class AutoPass:
    """What one person is not asked."""

    asks: Asks = Asks.NEW
    passing_on: bool = False
    """Until they are asked something, their own turn comes, or a fight begins."""
    _fight_was_on: bool = False
    _turn: int = -1
    _declined: set[str] = field(default_factory=set)
    _fight: object = None

    def pass_on(self, game: Game) -> None:
        """They keep passing from here on."""
        self.passing_on, self._fight_was_on = True, _fight_is_on(game)

    def chose(self, game: Game, action: int) -> None:
        """They are about to do this: what they decline is remembered."""
        if action not in (Verb.PASS, Verb.NEXT):
            return
        self._declined = self._refused(game) | _offered(game)
        if game.top.kind == Kind.FIGHT_WINDOW:
            self._fight = _fight_of(game)

    def passes(self, game: Game) -> bool:
        """Whether they are passed at this decision, which is theirs."""
        if game.top.kind not in RINGS or not game.is_legal(Verb.PASS.value):
            self.passing_on = False
            return False
        return self._passes_on(game) or (self.asks != Asks.ALL and self._is_nothing_new(game))

    def _passes_on(self, game: Game) -> bool:
        waits = self._fight_was_on or not _fight_is_on(game)
        self.passing_on = self.passing_on and waits and game.record.turn_player != game.seat
        return self.passing_on

    def _is_nothing_new(self, game: Game) -> bool:
        if game.top.kind == Kind.FIGHT_WINDOW:
            return self._fight == _fight_of(game)
        if game.top.kind != Kind.WINDOW:
            return False
        others_turn = game.record.turn_player != game.seat
        return (self.asks == Asks.OWN and others_turn) or _offered(game) <= self._refused(game)

    def _refused(self, game: Game) -> set[str]:
        if game.record.turn != self._turn:
            self._turn, self._declined = game.record.turn, set()
        return self._declined


def _offered(game: Game) -> set[str]:
    """What may be done except passing."""
    return {text for text, action in game.texts().items() if action != Verb.PASS}


def _fight_is_on(game: Game) -> bool:
    return game.record.combat.on != 0 and game.record.combat.open != 0


def _fight_of(game: Game) -> object:
    """What a decision in the fight depends on: all strengths, and what may be done."""
    return game.record.turn, tuple(game.numbers()), frozenset(game.texts())
