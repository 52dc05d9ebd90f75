"""Actions as text and back: as a player would say it, unique among the legal actions of a position."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.cards.describe import ops
from munchkin_env.cards.loader import CardSet
from munchkin_env.engine.flow.declared import DECISION_OF
from munchkin_env.engine.flow.having import QUESTIONS
from munchkin_env.engine.queries.rights import FROM_HAND
from munchkin_env.engine.state.actions import DROP, HAND, MONSTER, NUMBER, PLAYER, POOL, SEGMENTS, USE, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, Frame, Game
from munchkin_env.engine.state.stack import Moment, Why
from munchkin_env.vocabulary.words import NONE, CardKind, Deck, When

IN_FIGHTS = int(When.ANY_COMBAT | When.OWN_COMBAT | When.OTHER_COMBAT | When.ASK_HELP | When.ALL_REFUSED)
IN_FIGHTS |= int(When.BEFORE_RUN_ROLL | When.AFTER_RUN_ROLL | When.FAILED_RUN_ROLL | When.INSTEAD_OF_RUN_ROLL)
_PLAYER = re.compile(r"\b[Pp]layer (\d)\b")
_MEANT = re.compile(r"^(you|yourself|nobody|player( \d+)?|.* \d)$", re.IGNORECASE)  # other things that a name could be mistaken for


class IllegalAction(ValueError):  # noqa: N818 - the name is part of the interface, and it is not a malfunction
    """An action that is not legal in this position, or a text that names none."""


class Notation:
    """Names and texts for one set of cards."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        tables = cards.tables[0]
        self.type_of: list[int] = [int(i) for i in tables["type_of"][: int(tables["cards"])]]
        self.doors = int(tables["doors"])
        self.first_effect: list[int] = [int(i) for i in tables["type"]["effects"][: len(cards.cards)]]
        self.powers: list[int] = [int(i) for i in tables["type"]["powers"][: len(cards.cards)]]
        self.carries: list[int] = [int(i) for i in tables["type"]["carries"][: len(cards.cards)]]

    def info(self, card: int) -> CardInfo:
        """What the card files say of a physical card."""
        return self.cards.cards[self.type_of[card]]

    def card_of_effect(self, effect: int) -> str:
        """The name of the card that has this effect."""
        types = self.cards.tables[0]["type"][: len(self.cards.cards)]
        at = next(i for i, ty in enumerate(types) if ty["effects"] <= effect < ty["effects_end"])
        return self.cards.cards[at].name

    def name(self, card: int) -> str:
        """The name of a physical card."""
        return self.info(card).name if card >= 0 else "nothing"

    def deck(self, card: int) -> str:
        """The back of a physical card: door or treasure."""
        return self.info(card).deck.name.lower()

    # ------------------------------------------------------------------------------------------ a position's texts

    def texts(self, g: Game, legal: Iterable[int]) -> dict[str, int]:
        """Text -> action, for the legal actions of the position. Equal texts (copies of a card) are numbered."""
        found: dict[str, int] = {}
        for action in legal:
            text = self.plain_text(g, action)
            n = 2
            numbered = text
            while numbered in found:
                numbered = f"{text} ({n})"
                n += 1
            found[numbered] = action
        return found

    def plain_text(self, g: Game, action: int) -> str:
        """The text of an action, not yet distinguished from those of equal cards."""
        f = g.stack[g.depth - 1]
        if action < HAND:
            return self._verb(g, f, Verb(action))
        segment = next(s for s in reversed(SEGMENTS) if action >= s.start)
        write: Callable[[Game, Frame, int], str] = getattr(self, f"_{segment.name}")
        return write(g, f, action - segment.start)

    # ------------------------------------------------------------------------------------------------- the segments

    def _verb(self, g: Game, f: Frame, verb: Verb) -> str:
        if verb == Verb.PASS and f.kind == Kind.ASK_CARD and f.why == Why.MONSTER_FROM_HAND:
            return "bring none along"
        special = _at(f).get(verb.name)
        if special is not None:
            return special
        if verb == Verb.NEXT:
            return _NEXT[f.moment] if f.kind == Kind.ARRANGE else "done"
        if verb == Verb.LAY_DOWN and f.kind == Kind.ASK_NUMBER:
            return self._laid(g, f)
        if verb in (Verb.PLAY, Verb.KEEP):
            return f"{verb.name.lower()} {self.name(f.card)}"
        return _VERBS[verb]

    def _laid(self, g: Game, f: Frame) -> str:
        """What may be done with a card besides using its powers."""
        if g.stack[g.depth - 2].place == FROM_HAND:
            return "lay it down"
        return self._toggle(g, f.card, "it")

    def _toggle(self, g: Game, card: int, name: str) -> str:
        if self.carries[self.type_of[card]]:
            return f"load {name}"
        return f"turn {name} sideways" if g.mark[card] & EQUIPPED else f"equip {name}"

    def _hand(self, g: Game, f: Frame, i: int) -> str:
        card = g.seat[f.player].hand[i]
        match f.kind:
            case Kind.CHARITY_CARD:
                verb = "give away" if f.remaining else "discard"
            case Kind.OFFER_CARD:
                return f"promise to play {self.name(card)} on {player_name(g.offer.to, f.player)}"
            case Kind.ASK_CARD:
                return f"play {self.name(card)}" if f.why == Why.TURN_SIDEWAYS else self._asked(f, card)
            case _:
                return _at(f).get("hand", "play {}").format(self.name(card))
        return f"{verb} {self.name(card)}"

    def _asked(self, f: Frame, card: int) -> str:
        return _CARD_FOR.get(f.why, "choose {}").format(self.name(card))

    def _use(self, g: Game, f: Frame, i: int) -> str:
        card = g.seat[f.player].table[i]
        if f.kind == Kind.ASK_CARD:
            loads = f.why == Why.TURN_SIDEWAYS and self.carries[self.type_of[card]]
            return f"load {self.name(card)}" if loads else self._asked(f, card)
        if f.kind == Kind.TOO_BIG and self.info(card).big:
            return f"part with {self.name(card)}"
        if "use" in _at(f):
            return _at(f)["use"].format(self.name(card))
        if self._is_toggle(g, f, card):
            return self._toggle(g, card, self.name(card))
        return f"use {self.name(card)}"

    def _is_toggle(self, g: Game, f: Frame, card: int) -> bool:
        """Can using this card only mean to equip it, turn it sideways or load it?"""
        info = self.info(card)
        if info.kind != CardKind.ITEM and not self.carries[self.type_of[card]]:
            return False
        powers = self.powers[self.type_of[card]]
        in_fight = g.combat.on and f.player in (g.combat.main, g.combat.helper)
        return powers == 0 or (powers & ~IN_FIGHTS == 0 and not in_fight)

    def _drop(self, g: Game, f: Frame, i: int) -> str:
        return f"discard {self.name(g.seat[f.player].table[i])}"

    def _player(self, g: Game, f: Frame, i: int) -> str:
        who = player_name((f.player + i) % g.n_players, f.player)
        if "player" in _at(f):
            return _at(f)["player"].format(who)
        return f"{_PLAYER_FOR.get(f.why, 'choose')} {who}"

    def _monster(self, g: Game, f: Frame, slot: int) -> str:
        name = self.name(g.combat.monster[slot].card)
        if g.combat.monster[slot].root != slot:
            name += "'s mate"
        if f.kind != Kind.ASK_MONSTER:
            return f"use {name}"
        return f"run from {name}" if f.why == Why.RUN_FROM else f"on {name}"

    def _pool(self, g: Game, f: Frame, i: int) -> str:
        usual = _OTHER_FOR.get(f.why, "take {}") if QUESTIONS[f.kind] else "take {}"
        return _at(f).get("pool", usual).format(self.name(self.pool_card(g, f, i)))

    def pool_card(self, g: Game, f: Frame, i: int) -> int:
        """What POOL slot i shows at this decision."""
        shown = DECISION_OF[Kind(f.kind)].pool
        if shown == "discards":
            return self.discard_at(g, f, i)
        return g.seat[getattr(f, shown)].table[i] if shown else g.pool[i]

    def card(self, g: Game, action: int) -> int:
        """The physical card that an action names, or NONE."""
        f = g.stack[g.depth - 1]
        if HAND <= action < USE:
            return g.seat[f.player].hand[action - HAND]
        if USE <= action < PLAYER:
            return g.seat[f.player].table[action - (USE if action < DROP else DROP)]
        if MONSTER <= action < POOL:
            return g.combat.monster[action - MONSTER].card
        if POOL <= action < NUMBER:
            return self.pool_card(g, f, action - POOL)
        return NONE

    def discard_at(self, g: Game, f: Frame, i: int) -> int:
        """The card of the discards behind POOL slot i: the newest first, Treasures before Doors."""
        matches = self.cards.tables[0]["matches"]
        piles = [g.treasure_discards] if f.deck != 0 else []
        piles += [g.door_discards] if f.deck != 1 else []
        found = [
            pile.cards[k]
            for pile in piles
            for k in range(pile.n - 1, -1, -1)
            if f.card_filter == NONE or matches[f.card_filter][self.type_of[pile.cards[k]]]
        ]
        return found[f.page * 64 + i]

    def _number(self, g: Game, f: Frame, n: int) -> str:
        treasures = "no treasures" if n == 0 else f"{n} treasure{'' if n == 1 else 's'}"
        if "number" in _at(f):
            return _at(f)["number"].format(treasures)
        if f.why == Why.FACE:
            return f"turn the die to {n}"
        if f.why == Why.WAY:
            return self._way(f.card, n)
        if f.victim != NONE:
            return f"change the sex of {self._whose_sex(g, f, n)}"
        return self._option(f.card, n)

    def _whose_sex(self, g: Game, f: Frame, n: int) -> str:
        """Of the munchkin, or of the n-th of their companions that has one."""
        if n == 0:
            return player_name(f.victim, f.player)
        seat = g.seat[f.victim]
        return self.name([c for c in (seat.table[i] for i in range(seat.table_n)) if "sex" in self.info(c).data][n - 1])

    def _way(self, card: int, n: int) -> str:
        """One of several effects of the card."""
        effect = self.first_effect[self.type_of[card]] + n
        name = self.cards.effects[effect]
        if name:
            return f"use {name.replace('_', ' ')}"
        return f"use it: {ops(self.info(card).effects[n]['ops'])}"

    def _option(self, card: int, n: int) -> str:
        found = [option for effect in self.info(card).effects for option in _options(effect["ops"])] if card >= 0 else []
        return f"choose: {ops(found[n])}" if n < len(found) else f"choose option {n + 1}"

    def _house(self, _: Game, __: Frame, i: int) -> str:
        houses = [card for card in self.cards.cards if card.deck == Deck.HOUSE]
        return f"join {houses[i].name}"


def _options(program: Any) -> list[Any]:
    """The alternatives of the first `choose` in a program."""
    if isinstance(program, Mapping):
        if program.get("op") == "choose":
            return list(program["options"])
        program = list(program.values())
    if isinstance(program, list):
        for part in program:
            if found := _options(part):
                return found
    return []


def verb_words(verb: Verb) -> str:
    """The default text of a verb."""
    return _VERBS.get(verb, verb.name.lower())


def player_name(seat: int, speaker: int = NONE) -> str:
    """A seat's name for a speaker: "yourself", or its number."""
    return "yourself" if seat == speaker else f"player {seat}"


def seat_names(names: Mapping[int, str]) -> dict[int, str]:
    """Players' names at one table, with their seat if two share a name or a name is ambiguous. What it returned stays as it is."""
    alike = Counter(name.casefold() for name in names.values())
    clear = {p: name for p, name in names.items() if alike[name.casefold()] == 1 and (name.endswith(f" {p}") or not _MEANT.search(name))}
    return {p: clear.get(p, f"{name} {p}") for p, name in names.items()}


def with_names(text: str, names: Mapping[int, str]) -> str:
    """A sentence or an action's text with players' names instead of seats, if they have names."""
    return _PLAYER.sub(lambda found: names.get(int(found[1]), found[0]), text)


def question_words(kind: Kind, moment: str | None) -> str:
    """What is decided; the moment is that of a WINDOW, if it is known."""
    return DECISION_OF[kind].question.format(moment=_MOMENTS.get(moment, "")).replace(" ,", ",")


def reason_alone(reason: str, said: str) -> str:
    """A reason without the action, with which bots begin it."""
    return reason.removeprefix(f"{said}: ")


def illegal(what: str, decision: str, seat: int, texts: Iterable[str]) -> NoReturn:
    """Raise the IllegalAction that says what is wrong and what is legal."""
    raise IllegalAction(f"{what} is not legal: player {seat} decides {decision} and may: {'; '.join(texts) or 'nothing'}")


# ------------------------------------------------------------------------------------------------------------ words

_VERBS: dict[Verb, str] = {
    Verb.PASS: "pass",
    Verb.ASK: "ask for help",
    Verb.SELL: "sell items",
    Verb.TRADE: "trade",
    Verb.SHOW: "show the hand",
    Verb.VOLUNTEER: "volunteer",
    Verb.COMMIT: "close the sale",
    Verb.ABORT: "withdraw the offer",
    Verb.SEND: "send the offer",
    Verb.EVERYTHING: "offer all treasures",
    Verb.YES: "yes",
    Verb.NO: "no",
    Verb.ACCEPT: "accept",
    Verb.REFUSE: "refuse",
    Verb.STAY: "stay in the fight",
    Verb.LEAVE: "leave the fight",
    Verb.AS_MONSTER: "fight it",
    Verb.LOOT: "loot the room",
    Verb.ROLL: "roll to run away",
    Verb.MUNCHKINS: "for the munchkins",
    Verb.MONSTERS: "for the monsters",
    Verb.HELPER_FIRST: "the helper picks first",
    Verb.MAIN_FIRST: "the one who is helped picks first",
    Verb.MALE: "be male",
    Verb.FEMALE: "be female",
    Verb.LAY_DOWN: "lay it down",
    Verb.MORE: "look further down",
    Verb.BLIND: "take an unseen card of the hand",
}
_NEXT: dict[int, str] = {
    Moment.BEFORE_DOOR: "kick open the door",
    Moment.BEFORE_ROOM: "go into the room",
    Moment.BEFORE_CHARITY: "end the turn",
}
_CARD_FOR: dict[int, str] = {
    Why.PAY: "discard {}",
    Why.LOSE: "lose {}",
    Why.TAKE: "hand over {}",
    Why.GIVE_UP: "give up {}",
    Why.TURN_SIDEWAYS: "turn {} sideways",
    Why.PART_WITH: "part with {}",
    Why.HAND_OVER: "hand over {}",
    Why.ATTACH: "put it on {}",
    Why.LOAD: "load it with {}",
    Why.MONSTER_FROM_HAND: "bring along {}",
    Why.MAKE_ROOM: "discard {}",
}
_PLAYER_FOR: dict[int, str] = {
    Why.TARGET: "on",
    Why.SECOND_TARGET: "on",
    Why.CHARITY: "to",
    Why.HAND_OVER: "to",
    Why.RECEIVER: "to",
}
_OTHER_FOR: dict[int, str] = {Why.LOSE: "discard {}", Why.CURSE: "lift {}"}


def _at(f: Frame) -> Mapping[str, str]:
    """How actions read at this decision, where they do not read as usual."""
    return DECISION_OF[Kind(f.kind)].actions


RINGS = frozenset(kind for kind, one in DECISION_OF.items() if one.ring)
"""Decisions that go round the table."""

_MOMENTS: dict[str | None, str] = {
    Moment.BEFORE_DOOR.name: "before the door is opened",
    Moment.BEFORE_ROOM.name: "before the rest of the turn",
    Moment.BEFORE_CHARITY.name: "before the turn ends",
    Moment.RUN.name: "before running away",
    Moment.AFTER_FIGHT.name: "after the fight",
}
