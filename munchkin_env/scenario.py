"""Set any position by names, and play it in verbs: for tests that read like the rules, for puzzles, for looking at one situation.

    game = table(seat(level=4, classes="Warrior", hand="Magic Missile"), seat(hand="Enraged"), doors=["Net Troll"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Magic Missile", on="munchkins")

A verb asserts that it is that player's decision and that what he does is legal.
"""

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from munchkin_env.cards.vocabulary import CardKind, Sex
from munchkin_env.engine import look
from munchkin_env.engine.actions import DROP, HAND, MONSTER, NUMBER, PLAYER, POOL, USE, Verb
from munchkin_env.engine.kernel import compiling
from munchkin_env.engine.look import equip_at
from munchkin_env.engine.position import Begin, begin_at, clear_table_at, strike_at
from munchkin_env.engine.record import Array
from munchkin_env.engine.stack import Kind, Moment, Why
from munchkin_env.engine.state import EQUIPPED, FRESH, MAX_DICE, MAX_HAND, NONE, Pile
from munchkin_env.engine.state import Seat as SeatRecord
from munchkin_env.game import Event, Game
from munchkin_env.notation import RINGS, Notation

Names = str | Sequence[str]
SEXES = {"male": Sex.MALE, "female": Sex.FEMALE}
ORIGINS = (("classes", CardKind.CLASS), ("races", CardKind.RACE), ("roles", CardKind.ROLE))


class ScenarioError(AssertionError):
    """A position that cannot be, or a move that is not to be made in it."""


@dataclass(frozen=True)
class Seat:
    """What one player has when the position begins. Cards by name, several with commas or as a list."""

    level: int = 1
    sex: str = "male"
    classes: Names = ()
    races: Names = ()
    duals: Names = ()
    """Super Munchkin, Half-Breed, Dual Role."""
    house: str = ""
    roles: Names = ()
    studies: Names = ()
    """Proficiencies."""
    wears: Names = ()
    """Equipped Items."""
    carries: Names = ()
    """Items turned sideways, one-shots on the table, companions."""
    cheats: Names = ()
    """An Item equipped with Cheat! on it."""
    attached: Names = ()
    """What lies on his Items, Steeds or companions: "Silver Inlay on Bullwhip"."""
    hireling: Names | None = None
    """Has a Hireling, who carries this; "" if he carries nothing."""
    hand: Names = ()
    fresh: Names = ()
    """Hand cards just received."""
    curses: Names = ()
    """Lasting Curses in force, as if they had struck."""
    dead: bool = False
    name: str = ""


def seat(
    level: int = 1,
    sex: str = "male",
    classes: Names = (),
    races: Names = (),
    *,
    duals: Names = (),
    house: str = "",
    roles: Names = (),
    studies: Names = (),
    wears: Names = (),
    carries: Names = (),
    cheats: Names = (),
    attached: Names = (),
    hireling: Names | None = None,
    hand: Names = (),
    fresh: Names = (),
    curses: Names = (),
    dead: bool = False,
    name: str = "",
) -> Seat:
    """One player of a `table`."""
    named = (level, sex, classes, races, duals, house, roles, studies, wears, carries, cheats, attached, hireling, hand, fresh, curses)
    return Seat(*named, dead, name)


def table(
    *seats: Seat,
    doors: Names = (),
    treasures: Names = (),
    door_discards: Names = (),
    treasure_discards: Names = (),
    dice: Sequence[int] = (),
    turn_of: int = 0,
    moment: str = "before_door",
    sets: Sequence[str | Path] = ("deluxe",),
    seed: int = 0,
    **options: Any,
) -> "Table":
    """A position. What is not named lies in the decks, shuffled, below the named cards.

    doors, treasures: the next cards, the first one is drawn first. door_discards, treasure_discards: the last one lies on top.
    dice: the next results. moment: start, setup, turn, before_door, before_room or before_charity (of the turn of `turn_of`).
    """
    if not 2 <= len(seats) <= 6:
        raise ScenarioError(f"a table has 2 to 6 seats, not {len(seats)}")
    if moment not in [one.name.lower() for one in Begin]:
        raise ScenarioError(f"moment={moment!r}: allowed is {', '.join(one.name.lower() for one in Begin)}")
    game = Game(len(seats), sets, seed, log=True, **options)
    with compiling("positions", "some seconds"):
        return _set_up(game, seats, doors, treasures, door_discards, treasure_discards, dice, turn_of, moment, seed)


def _set_up(
    game: Game,
    seats: Sequence[Seat],
    doors: Names,
    treasures: Names,
    door_discards: Names,
    treasure_discards: Names,
    dice: Sequence[int],
    turn_of: int,
    moment: str,
    seed: int,
) -> "Table":
    build = _Builder(game, seed)
    for p, one in enumerate(seats):
        build.seat(p, one)
    build.deck(game.record.doors, doors, "door")
    build.deck(game.record.treasures, treasures, "treasure")
    build.discards(game.record.door_discards, door_discards, "door")
    build.discards(game.record.treasure_discards, treasure_discards, "treasure")
    build.finish(seats, dice)
    begin_at(game._tables, game._games, 0, Begin[moment.upper()], turn_of, game._mask)
    game._seed = -1
    return Table(game, [one.name for one in seats])


def listed(names: Names) -> list[str]:
    """Names in a text stand between commas followed by a space (3,872 Orcs is one name)."""
    return [part for part in re.split(r",\s+", names.strip()) if part] if isinstance(names, str) else list(names)


def _first(cards: Array[int], n: int) -> list[int]:
    return [cards[i] for i in range(n)]


class _Builder:
    """Takes cards out of full decks, each copy once, and puts them where the position wants them."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.notation: Notation = game._notation
        clear_table_at(game._tables, game._games, 0, game.num_players, seed)
        self.free: dict[str, list[int]] = {}
        parts = int(game.record.options.sub_decks)
        for card in range(int(game.cards.tables[0]["cards"])):
            if int(game.cards.tables[0]["sub_deck"][card]) & parts == 0:
                continue
            self.free.setdefault(self.notation.name(card).lower(), []).append(card)
        self.taken: set[int] = set()

    def take(self, name: str) -> int:
        """A copy of the card that is not in use yet."""
        copies = self.free.get(name.lower())
        if copies is None:
            near = difflib.get_close_matches(name.lower(), self.free, 3)
            hint = (
                f"; near to it: {', '.join(self.notation.name(self.free[other][0]) for other in near if self.free[other])}" if near else ""
            )
            raise ScenarioError(f"no card of {', '.join(self.game.cards.sets)} is called {name!r}{hint}")
        if not copies:
            raise ScenarioError(f"all copies of {name!r} are in use already")
        card = copies.pop(0)
        self.taken.add(card)
        return card

    # ------------------------------------------------------------------------------------------------------- a seat

    def seat(self, p: int, one: Seat) -> None:
        s = self.game.record.seat[p]
        most = int(self.game.options["win_level"]) - 1
        if not 1 <= one.level <= most:
            raise ScenarioError(f"seat {p}: level={one.level}; a game goes on from Level 1 to {most}")
        if one.sex not in SEXES:
            raise ScenarioError(f"seat {p}: sex={one.sex!r}; allowed is male or female")
        s.level, s.sex, s.dead, s.owes_deal = one.level, SEXES[one.sex], int(one.dead), int(one.dead)
        self.origins(p, s, one)
        for name in listed(one.carries):
            self.lay(s, self.take(name))
        for name in listed(one.cheats):
            self.lay(s, self.take("Cheat!"), host=self.lay(s, self.take(name), equipped=True))
        if one.hireling is not None:
            hireling = self.lay(s, self.take("Hireling"))
            for name in listed(one.hireling):
                self.lay(s, self.take(name), host=hireling, equipped=True)
        for name in [*listed(one.hand), *listed(one.fresh)]:
            self.give(p, s, name)
        for i in range(len(listed(one.hand)), s.hand_n):
            self.game.record.mark[s.hand[i]] = FRESH

    def origins(self, p: int, s: SeatRecord, one: Seat) -> None:
        for name in listed(one.duals):
            self.lay(s, self.typed(name, (CardKind.DUAL,)))
        doubled = {self.notation.info(s.table[i]).data["of"] for i in range(s.table_n)}
        for names, (word, kind) in zip((one.classes, one.races, one.roles), ORIGINS, strict=True):
            found = listed(names)
            if len(found) > 1 + (kind.name.lower() in doubled):
                raise ScenarioError(f"seat {p}: {word} {', '.join(found)} need the card that allows two (duals=)")
            for name in found:
                self.lay(s, self.typed(name, (kind,)))
        for name in listed(one.house):
            self.lay(s, self.typed(name, (CardKind.HOUSE,)))
        for name in listed(one.studies):
            self.lay(s, self.typed(name, (CardKind.PROFICIENCY,)))
        if sum(int(self.notation.info(s.table[i]).data.get("rank", 0)) for i in range(s.table_n)) > one.level:
            raise ScenarioError(f"seat {p}: studies={one.studies!r}: their ranks together are above Level {one.level}")

    def typed(self, name: str, kinds: tuple[CardKind, ...]) -> int:
        card = self.take(name)
        if self.notation.info(card).kind not in kinds:
            raise ScenarioError(f"{name!r} is a {self.notation.info(card).kind.name.lower()}, not a {kinds[0].name.lower()}")
        return card

    def lay(self, s: SeatRecord, card: int, host: int = NONE, equipped: bool = False) -> int:
        s.table[s.table_n], s.host[s.table_n] = card, host
        s.table_n += 1
        steed = self.notation.info(card).kind == CardKind.STEED  # in use as long as it is in play
        self.game.record.mark[card] = EQUIPPED if equipped or steed else 0
        return card

    def attach(self, p: int, text: str) -> None:
        name, on, host = text.partition(" on ")
        s = self.game.record.seat[p]
        hosts = [card for card in _first(s.table, s.table_n) if self.notation.name(card).lower() == host.strip().lower()]
        if not on or not hosts:
            raise ScenarioError(f"seat {p}: attached={text!r}: say 'this card on that one', which lies before him")
        self.lay(s, self.take(name.strip()), host=hosts[0])

    def give(self, p: int, s: SeatRecord, name: str) -> None:
        if s.hand_n == MAX_HAND:
            raise ScenarioError(f"seat {p}: a hand has room for {MAX_HAND} cards")
        s.hand[s.hand_n] = self.take(name)
        s.hand_n += 1

    # ------------------------------------------------------------------------------------------- decks, and the rest

    def typed_back(self, name: str, back: str) -> int:
        card = self.take(name)
        if self.notation.deck(card) != back:
            raise ScenarioError(f"{name!r} is no {back} card")
        return card

    def deck(self, pile: Pile, names: Names, back: str) -> None:
        on_top = [self.typed_back(name, back) for name in listed(names)]
        self.fill(pile, [*[card for card in _first(pile.cards, pile.n) if card not in on_top], *reversed(on_top)])

    def discards(self, pile: Pile, names: Names, back: str) -> None:
        self.fill(pile, [self.typed_back(name, back) for name in listed(names)])

    def fill(self, pile: Pile, cards: list[int]) -> None:
        for i in range(max(pile.n, len(cards))):
            pile.cards[i] = cards[i] if i < len(cards) else NONE
        pile.n = len(cards)

    def finish(self, seats: Sequence[Seat], dice: Sequence[int]) -> None:
        """What is worn and what is in force need the whole table; then the decks lose all that was taken from them."""
        for p, one in enumerate(seats):
            for name in listed(one.wears):
                self.wear(p, name)
            for text in listed(one.attached):
                self.attach(p, text)
            for name in listed(one.curses):
                self.strike(p, one, name)
        g = self.game.record
        kept = {card for pile in (g.door_discards, g.treasure_discards) for card in _first(pile.cards, pile.n)}
        placed = self.in_play() | kept
        for pile in (g.doors, g.treasures):
            self.fill(pile, [card for card in _first(pile.cards, pile.n) if card not in placed])
        if len(dice) > MAX_DICE or any(face not in range(1, 7) for face in dice):
            raise ScenarioError(f"dice={list(dice)}: up to {MAX_DICE} results from 1 to 6")
        g.dice_n = len(dice)
        for i, face in enumerate(dice):
            g.dice[i] = face

    def in_play(self) -> set[int]:
        found: set[int] = set()
        for p in range(self.game.num_players):
            s = self.game.record.seat[p]
            found |= {*_first(s.hand, s.hand_n), *_first(s.table, s.table_n)}
        return found

    def wear(self, p: int, name: str) -> None:
        s = self.game.record.seat[p]
        self.lay(s, self.take(name))
        if not equip_at(self.game._tables, self.game._games, 0, p, s.table_n - 1):
            raise ScenarioError(f"seat {p} may not wear {name!r} (beside what is named before it); carries= lays it down sideways")

    def strike(self, p: int, one: Seat, name: str) -> None:
        card = self.typed(name, (CardKind.CURSE,))
        s = self.game.record.seat[p]
        if not strike_at(self.game._tables, self.game._games, 0, p, card) or card not in _first(s.table, s.table_n):
            raise ScenarioError(f"{name!r} does not stay in force; play it instead")
        s.level, s.sex = one.level, SEXES[one.sex]


# ------------------------------------------------------------------------------------------------------- the table


class Table:
    """A position that is being played. Iterating over it gives its players."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        self.game = game
        given = [*names, *[""] * game.num_players]
        self.players = tuple(Player(self, p, given[p] or f"player {p}") for p in range(game.num_players))
        self.log: list[Event] = []

    def __iter__(self) -> "Iterator[Player]":
        return iter(self.players)

    def __getitem__(self, p: int) -> "Player":
        return self.players[p]

    def __len__(self) -> int:
        return len(self.players)

    def __repr__(self) -> str:
        return f"<Table: {self.game!r}, legal: {'; '.join(self.legal_texts)}>"

    # ---- what is seen

    @property
    def decision(self) -> str:
        return self.game.decision

    @property
    def decides(self) -> "Player | None":
        return None if self.game.over else self.players[self.game.seat]

    @property
    def legal_texts(self) -> list[str]:
        return list(self.game.texts())

    def waits_for(self, player: "Player") -> bool:
        return self.game.seat == player.seat

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def winners(self) -> "tuple[Player, ...]":
        return tuple(self.players[p] for p in self.game.winners)

    @property
    def levels(self) -> tuple[int, ...]:
        return self.game.levels

    def level_of(self, player: "Player | int") -> int:
        return self.game.levels[_seat_of(player)]

    @property
    def strength(self) -> tuple[int, int]:
        """Both totals of the fight: munchkins, monsters."""
        numbers = self.game.numbers()
        return int(numbers[look.MUNCHKINS]), int(numbers[look.MONSTERS])

    @property
    def fighting(self) -> bool:
        return self.game.record.combat.on != 0

    @property
    def monsters(self) -> list[str]:
        """Those that still fight."""
        c = self.game.record.combat
        return [self.game.name(c.monster[s].card) for s in range(c.n) if c.on and c.monster[s].state == 1]

    @property
    def treasures_at_stake(self) -> int:
        return int(self.game.numbers()[look.TREASURES])

    @property
    def main(self) -> "Player | None":
        c = self.game.record.combat
        return self.players[c.main] if c.on else None

    @property
    def helper(self) -> "Player | None":
        c = self.game.record.combat
        return self.players[c.helper] if c.on and c.helper >= 0 else None

    @property
    def turn_player(self) -> "Player":
        return self.players[self.game.record.turn_player]

    @property
    def pool(self) -> list[str]:
        """Cards lying open to be picked."""
        return self.game.names(self.game.record.pool, self.game.record.pool_n)

    @property
    def doors_discarded(self) -> list[str]:
        """The newest last."""
        return self.game.names(self.game.record.door_discards.cards, self.game.record.door_discards.n)

    @property
    def treasures_discarded(self) -> list[str]:
        return self.game.names(self.game.record.treasure_discards.cards, self.game.record.treasure_discards.n)

    @property
    def doors_left(self) -> int:
        return self.game.record.doors.n

    @property
    def treasures_left(self) -> int:
        return self.game.record.treasures.n

    @property
    def options(self) -> dict[str, Any]:
        return self.game.options

    @property
    def happened(self) -> list[str]:
        """What the log says of everything so far, one word (What) each."""
        return [event.what for event in self.log]

    # ---- what is done

    def apply(self, action: int | str) -> None:
        self.game.apply(action)
        self.log += self.game.events()

    def everybody_passes(self) -> None:
        """The window that is open closes: all who are asked pass. (If it is a fight's, the fight is decided.)

        Nothing happens if none is open: where nobody could do anything, nobody was asked (auto_pass_forced).
        """
        if self.over or self.game.top.kind not in RINGS:
            return
        kind, depth = self.game.top.kind, self.game.record.depth
        passed = 0
        while self.game.decision == Kind(kind).name and self.game.record.depth == depth and self.game.top.passed & passed == passed:
            passed |= 1 << self.game.seat
            self.apply(Verb.PASS)

    def skip_windows(self) -> None:
        """Everybody passes in every window until somebody has something else to decide."""
        while not self.over and self.game.top.kind in RINGS:
            self.apply(Verb.PASS)

    def clone(self) -> "Table":
        """An independent copy; its players are its own."""
        made = Table(self.game.clone(), [player.name for player in self.players])
        made.log = list(self.log)
        return made

    def _must(self, holds: bool, what: str) -> None:
        if not holds:
            self._fail(what)

    def _fail(self, what: str) -> NoReturn:
        if self.over:
            raise ScenarioError(f"{what}: the game is over")
        decides = f"{self.players[self.game.seat].name} decides {self.decision}"
        raise ScenarioError(f"{what}; {decides}; legal: {'; '.join(self.legal_texts)}")


def _seat_of(player: "Player | int") -> int:
    return player.seat if isinstance(player, Player) else player


_QUESTIONS = range(Kind.ASK_PLAYER, Kind.ASK_DISCARDS + 1)
_KEYWORD_OF_CARD: dict[int, str] = {
    Why.PAY: "paying",
    Why.LOSE: "losing",
    Why.TAKE: "taking",
    Why.ATTACH: "on",
    Why.LOAD: "carrying",
    Why.MONSTER_FROM_HAND: "bringing",
    Why.GIVE_UP: "instead_of",
    Why.TURN_SIDEWAYS: "turning",
    Why.MAKE_ROOM: "losing",
}


class Player:
    """One player of a Table, in verbs. Each asserts that he decides now and that what he does is legal."""

    def __init__(self, owner: Table, p: int, name: str) -> None:
        self.owner = owner
        self.seat = p
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}, level {self.level}, hand {self.hand}, table {self.table}>"

    # ------------------------------------------------------------------------------------------------- what he has

    @property
    def _game(self) -> Game:
        return self.owner.game

    @property
    def record(self) -> SeatRecord:
        return self._game.record.seat[self.seat]

    @property
    def level(self) -> int:
        return self.record.level

    @property
    def strength(self) -> int:
        return int(self._game.numbers()[look.OF_PLAYER + self.seat])

    @property
    def hand_limit(self) -> int:
        return int(self._game.numbers()[look.HAND_LIMIT + self.seat])

    @property
    def sex(self) -> str:
        return ("male", "female")[self.record.sex]

    @property
    def dead(self) -> bool:
        return self.record.dead != 0

    @property
    def hand(self) -> list[str]:
        """Oldest first."""
        return self._game.names(self.record.hand, self.record.hand_n)

    @property
    def table(self) -> list[str]:
        """Everything in play before him."""
        return self._game.names(self.record.table, self.record.table_n)

    def _items(self, equipped: bool) -> list[str]:
        s, mark = self.record, self._game.record.mark
        cards = [s.table[i] for i in range(s.table_n)]
        return [self._game.name(c) for c in cards if self._game._notation.info(c).is_item and (mark[c] & EQUIPPED != 0) == equipped]

    @property
    def wears(self) -> list[str]:
        """Equipped Items."""
        return self._items(True)

    @property
    def carries(self) -> list[str]:
        """Items that are not equipped."""
        return self._items(False)

    @property
    def classes(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.CLASS)

    @property
    def races(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.RACE)

    @property
    def house(self) -> str:
        return ", ".join(self._game.identities(self.seat, CardKind.HOUSE))

    @property
    def roles(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.ROLE)

    @property
    def studies(self) -> list[str]:
        """Proficiencies."""
        return self._game.identities(self.seat, CardKind.PROFICIENCY)

    @property
    def curses(self) -> list[str]:
        """Those in force."""
        return self._game.identities(self.seat, CardKind.CURSE)

    @property
    def companions(self) -> list[str]:
        return self._game.identities(self.seat, CardKind.COMPANION)

    def sees(self, other: "Player") -> list[str | None]:
        """Another's hand as this player knows it: None for the cards he does not know."""
        return [card["card"] for card in self._game.view(self.seat)["players"][other.seat]["hand"]]

    # --------------------------------------------------------------------------------------------------- any action

    @property
    def decides(self) -> bool:
        return self._game.seat == self.seat

    @property
    def choices(self) -> list[str]:
        """What he may do now, in words; nothing if he does not decide."""
        return self.owner.legal_texts if self.decides else []

    def may(self, text: str) -> bool:
        """Is it his decision, and is this (as `does` takes it) legal?"""
        return text in self.choices

    def does(self, text: str) -> None:
        """Any legal action, in its own words."""
        self._must_decide(text)
        if text not in self._game.texts():
            self.owner._fail(f"{self.name} may not {text!r}")
        self.owner.apply(text)

    def _must_decide(self, what: str) -> None:
        self.owner._must(self.decides, f"{self.name} cannot {what!r}: it is not his decision")

    def _verb(self, verb: Verb) -> None:
        self._act(int(verb), verb.name.lower())

    def _act(self, action: int, what: str) -> None:
        self._must_decide(what)
        if not self._game._mask[action]:
            self.owner._fail(f"{self.name} may not {what}")
        self.owner.apply(action)

    def _card_actions(self, name: str, low: int, high: int) -> list[int]:
        notation, g = self._game._notation, self._game.record
        return [a for a in self._game.legal() if low <= a < high and notation.name(notation.card(g, a)).lower() == name.lower()]

    def _card(self, name: str, what: str, *ranges: tuple[int, int]) -> None:
        """The legal action that names the card, in the first of the ranges of ids that has one."""
        self._must_decide(f"{what} {name}")
        for low, high in ranges:
            if found := self._card_actions(name, low, high):
                self.owner.apply(found[0])
                return
        self.owner._fail(f"{self.name} may not {what} {name!r}")

    # ------------------------------------------------------------------------------------------ answers by keyword

    def _answer(self, **answers: Any) -> None:
        """Answers the questions that follow from an action, as long as there is an answer for them."""
        left = {key: _several(value) for key, value in answers.items() if value is not None}
        begun: set[str] = set()
        while not self._game.over and self.decides and self._game.top.kind in _QUESTIONS:
            key = self._keyword()
            if left.get(key):
                self._one(left[key].pop(0))
                begun.add(key)
            elif key in begun and self._game._mask[Verb.PASS]:
                self._verb(Verb.PASS)
            else:
                return

    def _keyword(self) -> str:
        f = self._game.top
        match Kind(f.kind):
            case Kind.ASK_NUMBER:
                return "way" if f.b == Why.WAY else "choosing"
            case Kind.ASK_CARD:
                return _KEYWORD_OF_CARD.get(f.b, "choosing")
            case Kind.ASK_OTHER | Kind.ASK_DISCARDS:
                return "taking"
            case Kind.ASK_YES:
                return "saying"
        return "on"

    def _one(self, value: Any) -> None:
        """The answer to the question that is asked: a player, a card, a monster, a side, a number, yes or no."""
        if isinstance(value, Player):
            self._act(PLAYER + (value.seat - self.seat) % self._game.num_players, f"choose {value.name}")
        elif isinstance(value, bool):
            self._verb(Verb.YES if value else Verb.NO)
        elif isinstance(value, int):
            self._act(NUMBER + value, f"choose {value}")
        elif value in ("munchkins", "monsters"):
            self._verb(Verb[value.upper()])
        else:
            self._named(str(value))

    def _named(self, value: str) -> None:
        for low, high in ((HAND, DROP), (POOL, NUMBER), (MONSTER, POOL)):
            if found := self._card_actions(value, low, high):
                self.owner.apply(found[0])
                return
        fitting = [text for text in self._game.texts() if value.lower() == text.lower() or value.lower() in text.lower()]
        if not fitting:
            self.owner._fail(f"{self.name} may not choose {value!r}")
        self.owner.apply(fitting[0])

    def chooses(self, *values: Any) -> None:
        """Answers questions one after the other, with players, cards, monsters, numbers, words, True or False."""
        for value in values:
            self._must_decide(f"choose {value}")
            self._one(value)

    picks = chooses
    takes = chooses

    # ----------------------------------------------------------------------------------------------- words alone

    def passes(self) -> None:
        self._verb(Verb.PASS)

    def accepts(self) -> None:
        self._verb(Verb.ACCEPT)

    def refuses(self) -> None:
        self._verb(Verb.REFUSE)

    def rolls(self) -> None:
        """Runs away with the die."""
        self._verb(Verb.ROLL)

    def stays(self) -> None:
        self._verb(Verb.STAY)

    def leaves(self) -> None:
        self._verb(Verb.LEAVE)

    def says(self, yes: bool) -> None:
        self._verb(Verb.YES if yes else Verb.NO)

    def is_done(self) -> None:
        """With arranging, or with the opening play."""
        self._verb(Verb.NEXT)

    def joins(self, house: str) -> None:
        """Before the first card."""
        self.does(f"join {house}")

    def keeps_it(self) -> None:
        """The card just drawn."""
        self._verb(Verb.KEEP)

    def plays_it(self, **answers: Any) -> None:
        self._verb(Verb.PLAY)
        self._answer(**answers)

    def fights_it(self) -> None:
        """The Steed just drawn face up."""
        self._verb(Verb.AS_MONSTER)

    def is_male(self) -> None:
        self._verb(Verb.MALE)

    def is_female(self) -> None:
        self._verb(Verb.FEMALE)

    # ------------------------------------------------------------------------------------------------------- cards

    def plays(self, card: str, on: Any = None, **answers: Any) -> None:
        """A card of the hand, or a one-shot of the table; the keywords answer what it asks.

        on: a player (or two), a monster, an Item, "munchkins" or "monsters". paying, losing, taking, bringing, carrying,
        instead_of, turning: cards by name. way: which of its effects. choosing: a number or words. saying: True or False.
        """
        self._card(card, "play", (HAND, USE), (USE, DROP))
        self._answer(on=on, **answers)

    def lays_down(self, card: str) -> None:
        """An Item or one-shot from hand to table."""
        self._card(card, "lay down", (HAND, USE))
        self._on_the_table()

    def uses(self, card: str, way: str | None = None, on: Any = None, **answers: Any) -> None:
        """A power of a card in play (way: its name), of a monster in the fight, or a one-shot on the table; keywords as in `plays`."""
        self._card(card, "use", (USE, DROP), (MONSTER, POOL))
        self._answer(way=way and way.replace("_", " "), on=on, **answers)

    def equips(self, card: str) -> None:
        self._toggle(card, True)

    def turns_sideways(self, card: str) -> None:
        """Unequips it."""
        self._toggle(card, False)

    def _toggle(self, card: str, equipped: bool) -> None:
        before = list(self._items(equipped))
        self._card(card, "equip" if equipped else "turn sideways", (USE, DROP))
        self._on_the_table()
        if self._items(equipped).count(card) != before.count(card) + 1:
            self.owner._fail(f"{card!r} was not {'equipped' if equipped else 'turned sideways'} (it was the other way before)")

    def _on_the_table(self) -> None:
        if self.decides and self._game.top.kind == Kind.ASK_NUMBER and self._game._mask[Verb.LAY_DOWN]:
            self._verb(Verb.LAY_DOWN)

    def loads(self, companion: str, card: str) -> None:
        """The companion carries the Item from now on."""
        self._card(companion, "load", (USE, DROP))
        self._on_the_table()
        self._answer(carrying=card)

    def discards(self, *cards: str) -> None:
        """As a payment, a loss or Charity, or at will (a Class, a Race, a Hireling)."""
        for card in cards:
            if self.decides and self._game.top.kind in (Kind.ASK_CARD, Kind.CHARITY_CARD, Kind.RESURRECT):
                self._card(card, "discard", (HAND, DROP))
            else:
                self._card(card, "discard", (DROP, PLAYER))

    def gives(self, card: str, to: "Player | None" = None) -> None:
        """In Charity."""
        self._card(card, "give", (HAND, USE))
        self._answer(on=to)

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
        """For help, with an offer: treasures a number or "all", picks_first "helper" or "main", an Item, a card to play on him."""
        if self._game.decision == Kind.FIGHT_WINDOW.name:
            self._verb(Verb.ASK)
        self._one(helper)
        self._name_treasures(treasures, picks_first)
        if item is None:
            self._verb(Verb.NOTHING)
        else:
            self._card(item, "offer", (USE, DROP))
        if card is None:
            self._verb(Verb.NOTHING)
        else:
            self._card(card, "promise", (HAND, USE))
        self._verb(Verb.SEND if send else Verb.ABORT)

    def demands(self, treasures: int | str, picks_first: str = "") -> None:
        """Answers a request for help with other terms (counter_offers)."""
        self._name_treasures(treasures, picks_first)

    def _name_treasures(self, treasures: int | str, picks_first: str) -> None:
        if treasures == "all":
            self._verb(Verb.EVERYTHING)
        else:
            self._act(NUMBER + int(treasures), f"name {treasures} treasures")
        if self._game.decision in (Kind.OFFER_ORDER.name, Kind.COUNTER_ORDER.name):
            self.owner._must(picks_first in ("helper", "main"), 'say who picks first: picks_first="helper" or "main"')
            self._verb(Verb.HELPER_FIRST if picks_first == "helper" else Verb.MAIN_FIRST)

    def runs_from(self, monster: str) -> None:
        """First, of several."""
        self._card(monster, "run from", (MONSTER, POOL))

    # --------------------------------------------------------------------------------------------------- own turn

    def _moves_on(self, moment: Moment) -> None:
        """Done arranging; everybody passes in the window before the next phase."""
        self._must_decide("move on")
        if self._game.top.kind == Kind.ARRANGE:
            self.owner._must(self._game.top.a == moment, f"this is not the moment {moment.name.lower()}")
            self._verb(Verb.NEXT)
        while self._game.decision == Kind.WINDOW.name and self._game.top.a == moment:
            self.owner.apply(Verb.PASS)

    def kicks_open_the_door(self) -> None:
        """Phase 1; everybody passes before it."""
        self._moves_on(Moment.BEFORE_DOOR)

    def goes_into_the_room(self) -> None:
        """On to phase 2; everybody passes before it. Without a monster in hand this loots."""
        self._moves_on(Moment.BEFORE_ROOM)

    def loots(self) -> None:
        """Phase 2; everybody passes before it."""
        if self._game.decision == Kind.ARRANGE.name:
            self.goes_into_the_room()
        if self._game.decision == Kind.TROUBLE_OR_LOOT.name:
            self._verb(Verb.LOOT)

    def looks_for_trouble(self, monster: str) -> None:
        if self._game.decision == Kind.ARRANGE.name:
            self.goes_into_the_room()
        self._card(monster, "look for trouble with", (HAND, USE))

    def ends_the_turn(self) -> None:
        """On to Charity; everybody passes before it."""
        self._moves_on(Moment.BEFORE_CHARITY)

    def sells(self, *cards: str, doubling: str | None = None, commit: bool = True) -> None:
        """Items for levels; doubling: the one that counts double, if that has to be said."""
        self._verb(Verb.SELL)
        for card in cards:
            self._card(card, "sell", (HAND, DROP))
        self._verb(Verb.COMMIT if commit else Verb.ABORT)
        if doubling is not None and self._game.decision == Kind.SELL_DOUBLE.name:
            self._card(doubling, "double", (HAND, DROP))

    def trades(self, with_: "Player", gives: str | None = None, takes: str | None = None, send: bool = True) -> None:
        """Offers an Item for an Item; one of them may be nothing."""
        self._verb(Verb.TRADE)
        self._one(with_)
        if gives is None:
            self._verb(Verb.NOTHING)
        else:
            self._card(gives, "give", (USE, DROP))
        if takes is None:
            self._verb(Verb.NOTHING)
        else:
            self._card(takes, "want", (POOL, NUMBER))
        self._verb(Verb.SEND if send else Verb.ABORT)


def _several(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]
