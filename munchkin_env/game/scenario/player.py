"""The players of a position, in verbs."""

from collections.abc import Sequence
from typing import Any

from munchkin_env.engine.state.actions import DROP, HAND, MONSTER, NUMBER, PLAYER, POOL, USE, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.stack import Moment
from munchkin_env.game.game import Game
from munchkin_env.vocabulary.words import CardKind

from .answering import Answering
from .stage import Stage, number_in

_DISCARDING = ("discard ", "lose ", "give up ", "part with ", "take from the discards for ")


class Player(Answering):
    """One player of a Table, in verbs. A verb asserts that they decide now and that it is legal; otherwise nothing changes."""

    # ----------------------------------------------------------------------------------------------- words alone

    def passes(self) -> None:
        """Pass."""
        self._verb(Verb.PASS)

    def accepts(self) -> None:
        """Accept what is offered."""
        self._verb(Verb.ACCEPT)

    def refuses(self) -> None:
        """Refuse what is offered."""
        self._verb(Verb.REFUSE)

    def rolls(self) -> None:
        """Roll to run away."""
        self._verb(Verb.ROLL)

    def stays(self) -> None:
        """Stay in the fight as its compelled helper."""
        self._verb(Verb.STAY)

    def leaves(self) -> None:
        """Leave the fight."""
        self._verb(Verb.LEAVE)

    def says(self, yes: bool) -> None:
        """Answer a question with yes or no."""
        self._verb(Verb.YES if yes else Verb.NO)

    def is_done(self) -> None:
        """Finish arranging, or the opening play."""
        self._verb(Verb.NEXT)

    def joins(self, house: str) -> None:
        """Choose a House, before the first card."""
        self.does(f"join {house}")

    def keeps_it(self) -> None:
        """Keep the card just drawn."""
        self._verb(Verb.KEEP)

    def plays_it(self, **answers: Any) -> None:
        """Play the card just drawn; keywords as in `plays`."""
        self._must_decide("play it")
        self.owner.must(bool(self._game._mask[Verb.PLAY]), f"{self.name} may not play it")
        self._with_answers(int(Verb.PLAY), answers)

    def fights_it(self) -> None:
        """Fight the Steed just drawn face up."""
        self._verb(Verb.AS_MONSTER)

    def is_male(self) -> None:
        """Choose to be male."""
        self._verb(Verb.MALE)

    def is_female(self) -> None:
        """Choose to be female."""
        self._verb(Verb.FEMALE)

    # ------------------------------------------------------------------------------------------------------- cards

    def plays(self, card: str, on: Any = None, **answers: Any) -> None:
        """Play a card of the hand, or a one-shot on the table; the keywords answer what it asks.

        Args:
            card: Its name.
            on: A player (or two), a monster, an Item, "munchkins" or "monsters".
            answers: paying, losing, taking, bringing, carrying, instead_of, turning: cards by name. way: which of its effects.
                choosing: a number or words. saying: True or False. Each must be a legal answer, even if it is the only one
                and nothing is asked.
        """
        self._with_answers(self._find(card, "play", (HAND, USE), (USE, DROP), says=("play ", "use ")), {"on": on, **answers})

    def lays_down(self, card: str) -> None:
        """Put an Item, Steed or one-shot from the hand on the table."""
        with self.owner.whole():
            action = self._find(card, "lay down", (HAND, USE), says=("play ",))
            laid = self._game._notation.card(self._game.record, action)
            kind = self._game._notation.info(laid).kind
            if kind not in (CardKind.ITEM, CardKind.STEED, CardKind.ONE_SHOT):
                self.owner.fail(f"{card!r} is played, not laid down: it is a {kind.name.lower()}")
            self.owner.apply(action)
            self._on_the_table()
            lies_there = laid in [self.record.table[i] for i in range(self.record.table_n)]
            self.owner.must(lies_there, f"{card!r} was played, not laid down")

    def uses(self, card: str, way: str | None = None, on: Any = None, **answers: Any) -> None:
        """Use a power of a card in play (way: its name), of a monster in the fight, or a one-shot on the table; keywords as in `plays`."""
        action = self._find(card, "use", (USE, DROP), (MONSTER, POOL), says=("use ",))
        self._with_answers(action, {"way": way and way.replace("_", " "), "on": on, **answers})

    def equips(self, card: str) -> None:
        """Equip an Item."""
        self._toggle(card, True)

    def turns_sideways(self, card: str) -> None:
        """Unequip an Item."""
        self._toggle(card, False)

    def _toggle(self, card: str, equipped: bool) -> None:
        word = "equip" if equipped else "turn"
        with self.owner.whole():
            self._card(card, "equip" if equipped else "turn sideways", (USE, DROP), says=(f"{word} ", "use "))
            self._on_the_table(f"{word} ")

    def _on_the_table(self, word: str = "lay ") -> None:
        """What may be done with a card besides using its powers."""
        if self.decides and self._game.top.kind == Kind.ASK_NUMBER and self._game._mask[Verb.LAY_DOWN]:
            text = self._game.text(int(Verb.LAY_DOWN))
            self.owner.must(text.startswith(word), f"{self.name} may not {word.strip()} it")
            self._verb(Verb.LAY_DOWN)

    def loads(self, companion: str, card: str) -> None:
        """Let the companion carry the Item."""
        with self.owner.whole():
            action = self._find(companion, "load", (USE, DROP), says=("load ", "use "))
            if self._game.text(action).startswith("use "):
                self.owner.apply(action)
                self.owner.must(self.decides and bool(self._game._mask[Verb.LAY_DOWN]), f"{self.name} may not load {companion!r}")
                action = int(Verb.LAY_DOWN)
            self._with_answers(action, {"carrying": card})

    def discards(self, *cards: str) -> None:
        """Discard cards: as a payment, a loss or Charity, or at will (a Class, a Race, a Hireling)."""
        with self.owner.whole():
            for card in cards:
                if self.decides and self._game.top.kind in (Kind.ASK_CARD, Kind.CHARITY_CARD, Kind.RESURRECT):
                    self._card(card, "discard", (HAND, DROP), says=_DISCARDING)
                else:
                    self._card(card, "discard", (DROP, PLAYER))

    def gives(self, card: str, to: "Player | None" = None) -> None:
        """Give a card away in Charity."""
        self._with_answers(self._find(card, "give", (HAND, USE), says=("give away ",)), {"on": to})

    # ------------------------------------------------------------------------------------------------- fight and flight

    def asks(
        self,
        helper: "Player",
        treasures: int | str = 0,
        picks_first: str = "",
        item: str | None = None,
        card: str | None = None,
        send: bool = True,
    ) -> None:
        """Ask for help, with an offer.

        Args:
            helper: Who is asked.
            treasures: How many Treasures they get: a number or "all".
            picks_first: "helper" or "main"; only if both get Treasures.
            item: An Item that is promised to them.
            card: A card that is promised to be played on them.
            send: Whether the offer is made; otherwise it is withdrawn at the end.
        """
        with self.owner.whole():
            if self._game.decision == Kind.FIGHT_WINDOW.name:
                self._verb(Verb.ASK)
            self._one(helper)
            self._name_treasures(treasures, picks_first)
            self._one_or_nothing(item, "offer", (USE, DROP))
            self._one_or_nothing(card, "promise", (HAND, USE))
            self._verb(Verb.SEND if send else Verb.ABORT)

    def _one_or_nothing(self, card: str | None, what: str, where: tuple[int, int]) -> None:
        if card is None:
            self._verb(Verb.NOTHING)
        else:
            self._card(card, what, where, says=(what,))

    def demands(self, treasures: int | str, picks_first: str = "") -> None:
        """Answer a request for help with other terms (option counter_offers)."""
        with self.owner.whole():
            self._name_treasures(treasures, picks_first)

    def _name_treasures(self, treasures: int | str, picks_first: str) -> None:
        if isinstance(treasures, str) and treasures == "all":
            self._verb(Verb.EVERYTHING)
        else:
            self._act(NUMBER + number_in(treasures), f"name {treasures} treasures")
        if self._game.decision in (Kind.OFFER_ORDER.name, Kind.COUNTER_ORDER.name):
            self.owner.must(picks_first in ("helper", "main"), 'say who picks first: picks_first="helper" or "main"')
            self._verb(Verb.HELPER_FIRST if picks_first == "helper" else Verb.MAIN_FIRST)
        elif picks_first:
            self.owner.fail(f"picks_first={picks_first!r}: nobody picks first of {treasures} treasures")

    def runs_from(self, monster: str) -> None:
        """Choose the monster to run from first."""
        self._card(monster, "run from", (MONSTER, POOL), says=("run from ",))

    # --------------------------------------------------------------------------------------------------- own turn

    def _moves_on(self, moment: Moment) -> None:
        """Finish arranging; everybody passes in the window before the next phase."""
        self._must_decide("move on")
        comes_next = self._game.top.kind in (Kind.ARRANGE, Kind.WINDOW) and self._game.top.moment == moment
        self.owner.must(comes_next, f"this is not the moment {moment.name.lower()}")
        with self.owner.whole():
            if self._game.top.kind == Kind.ARRANGE:
                self._verb(Verb.NEXT)
            while self._game.decision == Kind.WINDOW.name and self._game.top.moment == moment:
                self.owner.apply(Verb.PASS)

    def kicks_open_the_door(self) -> None:
        """Phase 1; everybody passes before it."""
        self._moves_on(Moment.BEFORE_DOOR)

    def goes_into_the_room(self) -> None:
        """Phase 2; everybody passes before it. Without a monster in hand this loots."""
        self._moves_on(Moment.BEFORE_ROOM)

    def loots(self) -> None:
        """Loot the room in phase 2; everybody passes before it."""
        with self.owner.whole():
            begins = self._game.decision == Kind.ARRANGE.name
            if begins:
                self.goes_into_the_room()
            if not begins or self._game.decision == Kind.TROUBLE_OR_LOOT.name:
                self._verb(Verb.LOOT)

    def looks_for_trouble(self, monster: str) -> None:
        """Fight a monster of the hand in phase 2; everybody passes before it."""
        with self.owner.whole():
            if self._game.decision == Kind.ARRANGE.name:
                self.goes_into_the_room()
            self._card(monster, "look for trouble with", (HAND, USE), says=("look for trouble with ",))

    def ends_the_turn(self) -> None:
        """Go on to Charity; everybody passes before it."""
        self._moves_on(Moment.BEFORE_CHARITY)

    def sells(self, *cards: str, doubling: str | None = None, commit: bool = True) -> None:
        """Sell Items for Levels.

        Args:
            cards: Names of the Items.
            doubling: The Item that counts double, if there is a choice.
            commit: Whether the sale is made; otherwise it is withdrawn at the end.
        """
        with self.owner.whole():
            self._verb(Verb.SELL)
            for card in cards:
                self._card(card, "sell", (HAND, DROP), says=("sell ",))
            self._verb(Verb.COMMIT if commit else Verb.ABORT)
            if doubling is not None:
                self.owner.must(self._game.decision == Kind.SELL_DOUBLE.name, f"doubling={doubling!r}: nothing asks that")
                self._card(doubling, "double", (HAND, DROP))

    def trades(self, with_: "Player", gives: str | None = None, takes: str | None = None, send: bool = True) -> None:
        """Offer a trade; one of the Items may be None.

        Args:
            with_: The other player.
            gives: The Item this player gives.
            takes: The Item they want.
            send: Whether the offer is made; otherwise it is withdrawn at the end.
        """
        with self.owner.whole():
            self._verb(Verb.TRADE)
            self._one(with_)
            self._one_or_nothing(gives, "give", (USE, DROP))
            self._one_or_nothing(takes, "want", (POOL, NUMBER))
            self._verb(Verb.SEND if send else Verb.ABORT)


class Scene(Stage):
    """A game that is played in verbs."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        super().__init__(game, names)
        self.players = tuple(Player(self, p, name) for p, name in enumerate(self.names))
