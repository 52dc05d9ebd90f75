"""What a seat sees, in names: the parts of Game.view, and the sentences of the public log."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.engine.boundary import look
from munchkin_env.engine.flow.declared import DECISION_OF, DECLARED
from munchkin_env.engine.flow.having import kinds_with
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, EVERYTHING, FRESH, Deed, Frame, MonsterState, Offer, Pile, Seat
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.engine.state.stack import Moment, Why

from .notation import Notation

SEX = ("male", "female")
DIE, _MARKED = kinds_with("face"), kinds_with("hand_marked")


@dataclass(frozen=True)
class Event:
    """One fact of the public log."""

    what: str
    """The name of its What (engine/state/events.py)."""
    player: str | None
    """Who did it, or whom it happened to."""
    other: str | None
    """The other player involved."""
    card: str | None
    """None if there was no card, or if the asker may not see which one."""
    number: int
    """Such as a Level, a die, or how many cards."""
    seen_by: tuple[int, ...]
    """The seats that saw the card."""
    seat: int | None = None
    """The seat of `player`."""
    other_seat: int | None = None
    """The seat of `other`."""
    on: str | None = None
    """The card that the card is put on, or that carries it."""

    def as_seen(self, seat: int | None, num_players: int) -> "Event":
        """The event as the seat saw it; None: as everybody saw it."""
        seen = len(self.seen_by) == num_players if seat is None else seat in self.seen_by
        return self if seen else self.without_card()

    def without_card(self) -> "Event":
        """The event for a player who may not see the card."""
        return replace(self, card=None)

    def __str__(self) -> str:
        """A sentence."""
        says = _WITH_CARD.get(self.what, _SAYS[self.what]) if self.card else _SAYS[self.what]
        said = says.format(player=self.player, other=self.other, card=self.card or "a card", on=self.on or "a card", **self._words())
        return said[:1].upper() + said[1:]

    def _words(self) -> dict[str, Any]:
        """The words for the number."""
        n = self.number
        return {
            "n": n,
            "bonus": f"{n:+}",
            "changes": "gains" if n > 0 else "loses",
            "levels": _count(abs(n), "Level"),
            "cards": _count(n, "card"),
            "more": "more" if n > 0 else "fewer",
            "some": _count(abs(n), "Treasure"),
            "terms": _terms(n),
            "sex": SEX[n] if n in (0, 1) else "",
        }


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _terms(treasures: int) -> str:
    if treasures == 0:
        return "for no Treasures"
    return "for all Treasures" if treasures == EVERYTHING else f"for {_count(treasures, 'Treasure')}"


_SAYS: dict[str, str] = {
    "TURN": "it is {player}'s turn",
    "DRAWS": "{player} draws {card}",
    "OPENS": "{player} opens the door: {card}",
    "PLAYS": "{player} plays {card}",
    "USES": "{player} uses {card}",
    "LAYS_DOWN": "{player} lays down {card}",
    "DISCARDS": "{player} discards {card}",
    "TAKES": "{player} takes {card} from {other}",
    "LEVEL": "{player} {changes} {levels}",
    "MEETS": "{card} joins the fight",
    "ASKS": "{player} asks {other} for help, {terms}",
    "HELPS": "{player} helps {other}, {terms}",
    "REFUSES": "{player} refuses",
    "LEAVES": "{player} leaves the fight",
    "MONSTER_LEAVES": "{card} is out of the fight",
    "WINS_FIGHT": "{player} wins the fight",
    "LOSES_FIGHT": "{player} loses the fight by {n}",
    "ROLLS": "{player} rolls a {n}",
    "ESCAPES": "{player} escapes",
    "CAUGHT": "{player} is caught by {card}",
    "DIES": "{player} dies",
    "CURSED": "{card} strikes {player}",
    "CURSE_ENDS": "{card} ends for {player}",
    "TRADES": "{player} gives {card} to {other}",
    "SELLS": "{player} sells Items for {levels}",
    "PICKS": "{player} picks {card}",
    "CHARITY": "{player} gives {card} to {other} in charity",
    "LOOTS": "{player} takes {card} from the body of {other}",
    "WINS": "{player} wins the game",
    "RESHUFFLES": "a deck is rebuilt from its discards",
    "KILLS": "{player} kills {card}",
    "TRADE_REFUSED": "{player} refuses the trade",
    "LOOTS_ROOM": "{player} loots the room",
    "FORCED": "{other} is compelled to help {player}, {terms}",
    "MORE": "and {n} more things happen",
    "GETS": "{player} takes {card} into hand",
    "WORKS": "{card} takes effect at once for {player}",
    "BRINGS": "{player} brings {card} into the fight",
    "GOES_ALONG": "{card} goes along from {other} to {player}",
    "EQUIPS": "{player} equips {card}",
    "TURNS_SIDEWAYS": "{player} turns {card} sideways",
    "SEX": "{player} is now {sex}",
    "AFFECTED": "{card} has a lasting effect on {player}",
    "WAKES": "the effect of {card} on {player} begins",
    "UNAFFECTED": "the effect of {card} on {player} ends",
    "STRENGTHENED": "{card} gets {bonus}",
    "ENRICHED": "{card} is worth {some} {more}",
    "TRANSFORMED": "{card} changes its kind",
    "MUNCHKINS_GET": "the munchkins get {bonus}",
    "MONSTERS_GET": "the monsters get {bonus}",
    "TAKES_OVER": "{player} takes the place of {other} in the fight",
    "PROMISES": "{player} promises to play {card} on {other}",
    "KEEPS_DEAL": "{player} keeps the deal with {other}",
    "BREAKS_DEAL": "{player} breaks the deal with {other}",
    "LAPSES": "{other} will not get {card}: the promise of {player} lapses",
    "LAYS_OUT": "{player} lays out {card}",
    "LEFT_OVER": "the discards get {cards} of {player}",
    "REVIVES": "{player} is alive again",
    "LOOKS": "{player} looks at the hand of {other}",
    "SETS_ASIDE": "{player} sets {card} aside to give away",
    "CURSE_FAILS": "{card} has no effect on {player}",
    "COUNTERS": "{player} would help {other} {terms}",
    "TROUBLE": "{player} looks for trouble with {card}",
    "PUTS_ON": "{player} puts {card} on {on}",
}
_WITH_CARD: dict[str, str] = {
    "ASKS": "{player} asks {other} for help, {terms} and {card}",
    "HELPS": "{player} helps {other}, {terms} and {card}",
    "FORCED": "{other} is compelled to help {player}, {terms} and {card}",
    "SEX": "{card} of {player} is now {sex}",
}
"""Sentences with a card."""


@dataclass(frozen=True)
class Sight:
    """A position as a seat sees it. What the seat may not know is None, or omitted."""

    record: Record
    """The position."""
    notation: Notation
    """The names of its cards."""
    numbers: npt.NDArray[np.int64]
    """Of Game.numbers."""

    @property
    def num_players(self) -> int:
        """How many play."""
        return int(self.record.n_players)

    def names(self, cards: Any, n: int) -> list[str]:
        """The names of the first n cards."""
        return [self.notation.name(cards[i]) for i in range(n)]

    def player(self, p: int, seat: int | None, everything: bool) -> dict[str, Any]:
        """What may be known of a player."""
        s = self.record.seat[p]
        return {
            "level": s.level,
            "strength": int(self.numbers[look.OF_PLAYER + p]),
            "sex": SEX[s.sex],
            "dead": s.dead != 0,
            "wins_at": int(self.numbers[look.WIN_LEVEL + p]),
            "hand_limit": int(self.numbers[look.LIMIT_OF_HAND + p]),
            "table": [self._in_play(s, i) for i in range(s.table_n)],
            "hand": [self._in_hand(s.hand[i], everything or self._knows(seat, p, s.hand[i])) for i in range(s.hand_n)],
            "trade_offers_left": s.offers,
            "equip_changes_left": s.equips,
            "deeds": {deed.name.lower(): self._past(deed, p) for deed in Deed},
        }

    def _past(self, deed: Deed, p: int) -> list[int]:
        """By seat: how often the player has done it to that player, up to 255."""
        return [self.record.past[p][q] >> 8 * deed & 255 for q in range(self.num_players)]

    def _in_play(self, s: Seat, i: int) -> dict[str, Any]:
        card = s.table[i]
        host = s.host[i]
        return {
            "card": self.notation.name(card),
            "kind": self.notation.info(card).kind.name.lower(),
            "equipped": self.record.mark[card] & EQUIPPED != 0,
            "on": self.notation.name(host) if host >= 0 else None,
        }

    def _knows(self, seat: int | None, p: int, card: int) -> bool:
        """A card in the hand of p; None asks whether everybody knows it."""
        if seat == p:
            return True
        others = 1 << seat if seat is not None else (1 << self.num_players) - 1 & ~(1 << p)
        return self.record.mark[card] & others == others

    def _in_hand(self, card: int, known: bool) -> dict[str, Any]:
        fresh = self.record.mark[card] & FRESH != 0
        return {"card": self.notation.name(card) if known else None, "back": self.notation.deck(card), "just_received": fresh}

    def discards(self, pile: Pile) -> list[str]:
        """Newest first; obs_discards says how much is shown."""
        names = self.names(pile.cards, pile.n)[::-1]
        shown = self.record.options.obs_discards
        if shown == 0:
            return names[:1]
        return names if shown == 2 else names[:1] + sorted(names[1:])

    def fight(self) -> dict[str, Any]:
        """The fight, which is public."""
        c, g = self.record.combat, self.record
        fighting = [s for s in range(c.n) if c.monster[s].state == MonsterState.FIGHTING]
        deal = g.deal if c.helper >= 0 else None
        return {
            "main": c.main,
            "helper": c.helper if c.helper >= 0 else None,
            "strength": (int(self.numbers[look.MUNCHKINS_TOTAL]), int(self.numbers[look.MONSTERS_TOTAL])),
            "winning": bool(self.numbers[look.WINNING]),
            "treasures": int(self.numbers[look.TREASURES]),
            "monsters": {s: (self.notation.name(c.monster[s].card), int(self.numbers[look.OF_MONSTER + s])) for s in fighting},
            "played": self.names(c.zone, c.zone_n),
            "deal": deal and self._terms(deal),
            "runner": c.runner if c.runner >= 0 else None,
            "from": self.notation.name(c.monster[c.fleeing].card) if c.runner >= 0 and c.fleeing >= 0 else None,
            "die": c.die,
        }

    def asked(self, decides: bool) -> dict[str, Any]:
        """The subject of the decision: what is public, and (`decides`) what the deciding player has chosen so far."""
        f = self.record.stack[self.record.depth - 1]
        kind = Kind(f.kind)
        below = self.record.stack[max(self.record.depth - 2, 0)]
        one = DECISION_OF[kind]
        if not (decides or one.public):
            return {}
        if one.tells:
            return {word: self._register(f, below, name) for word, name in one.tells.items()}
        if one.shows == "offer":
            return self._offer()
        if _MARKED[kind]:
            s = self.record.seat[f.player]
            hand = [self.notation.name(s.hand[i]) for i in range(s.hand_n) if f.hand_marked >> i & 1]
            return {"sale": hand + [self.notation.name(s.table[i]) for i in range(s.table_n) if f.table_marked >> i & 1]}
        if kind == Kind.ROLL_WINDOW:
            return {"card": None, "die": self._die(below)}
        if kind == Kind.ASK_NUMBER:
            return {"card": self.notation.name(f.card), "die": self._die(below)}
        return {"card": self.notation.name(f.card), "why": Why(f.why).name} if one.put_by else {}

    def _register(self, f: Frame, below: Frame, name: str) -> str | int | None:
        """Cards and moments by their names; anything else is a number, or None for nobody."""
        f, name = (below, name.removeprefix("below.")) if name.startswith("below.") else (f, name)
        register = next(register for register in DECLARED[Kind(f.kind)].registers if register.name == name)
        value = int(getattr(f, name))
        if register.within is not None and register.within[1] == "card":
            return self.notation.name(value)
        if name == "moment":
            return Moment(value).name
        return value if value >= 0 else None

    def _die(self, below: Frame) -> int:
        return self.record.combat.die or (below.face if DIE[below.kind] else 0)

    def _offer(self) -> dict[str, Any]:
        return {"to": self.record.offer.to, **self._terms(self.record.offer)}

    def _terms(self, offer: Offer) -> dict[str, Any]:
        """What the helper gets. A card that is promised is named to all (HELP-13)."""
        treasures = "all" if offer.treasures == EVERYTHING else offer.treasures
        terms = {"treasures": treasures, "helper_first": offer.helper_first != 0}
        return {**terms, "item": self.notation.name(offer.bribe), "card": self.notation.name(offer.card)}


def seats_of(bits: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(p for p in range(8) if (bits >> p) & 1)
