"""A position from names: takes cards out of full decks and puts them where the position needs them."""

import difflib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from munchkin_env.core.compiling import compiling
from munchkin_env.core.files import short
from munchkin_env.core.record import Array
from munchkin_env.engine.boundary.look import equip_at
from munchkin_env.engine.boundary.position import Begin, begin_at, clear_table_at, strike_at
from munchkin_env.engine.state.records import EQUIPPED, FRESH, MAX_DICE, MAX_HAND, Pile
from munchkin_env.engine.state.records import Seat as SeatRecord
from munchkin_env.game.game import Game
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.notation import Notation
from munchkin_env.game.options import is_text, whole
from munchkin_env.game.saved import checked_seed
from munchkin_env.vocabulary.words import NONE, CardKind, Sex

from .stage import ScenarioError
from .table import Table

CardNames = str | Sequence[str]
SEXES = {"male": Sex.MALE, "female": Sex.FEMALE}
ORIGINS = (("classes", CardKind.CLASS), ("races", CardKind.RACE), ("roles", CardKind.ROLE))


@dataclass(frozen=True)
class Seat:
    """What a player has when the position begins. Cards by name, several with commas or as a list."""

    level: int = 1
    """The Level."""
    sex: str = "male"
    """"male" or "female"."""
    classes: CardNames = ()
    """Classes in play."""
    races: CardNames = ()
    """Races in play."""
    duals: CardNames = ()
    """Super Munchkin, Half-Breed, Dual Role."""
    house: str = ""
    """The House; "" for none."""
    roles: CardNames = ()
    """Roles in play."""
    studies: CardNames = ()
    """Proficiencies."""
    wears: CardNames = ()
    """Equipped Items."""
    carries: CardNames = ()
    """Items turned sideways, one-shots on the table, companions."""
    cheats: CardNames = ()
    """An Item equipped with Cheat! on it."""
    attached: CardNames = ()
    """What is attached to their Items, Steeds or companions: "Silver Inlay on Bullwhip"."""
    hireling: CardNames | None = None
    """What their Hireling carries; "" for a Hireling who carries nothing, None for no Hireling."""
    hand: CardNames = ()
    """Hand cards."""
    fresh: CardNames = ()
    """Hand cards just received."""
    curses: CardNames = ()
    """Lasting Curses in force, as if they had struck."""
    dead: bool = False
    """Whether the player is dead."""
    name: str = ""
    """What the player is called in errors."""


def seat(
    level: int = 1,
    sex: str = "male",
    classes: CardNames = (),
    races: CardNames = (),
    *,
    duals: CardNames = (),
    house: str = "",
    roles: CardNames = (),
    studies: CardNames = (),
    wears: CardNames = (),
    carries: CardNames = (),
    cheats: CardNames = (),
    attached: CardNames = (),
    hireling: CardNames | None = None,
    hand: CardNames = (),
    fresh: CardNames = (),
    curses: CardNames = (),
    dead: bool = False,
    name: str = "",
) -> Seat:
    """One player of a `table`. The arguments are the fields of Seat; cards by name, several with commas or as a list."""
    named = (level, sex, classes, races, duals, house, roles, studies, wears, carries, cheats, attached, hireling, hand, fresh, curses)
    return Seat(*named, dead, name)


def table(
    *seats: Seat,
    doors: CardNames = (),
    treasures: CardNames = (),
    door_discards: CardNames = (),
    treasure_discards: CardNames = (),
    dice: Sequence[int] = (),
    turn_of: int = 0,
    moment: str = "before_door",
    sets: Sequence[str | Path] = ("deluxe",),
    seed: int = 0,
    **options: Unpack[HouseRules],
) -> "Table":
    """Set up a position. Cards that are not named are in the decks, shuffled, below the named ones.

    Args:
        seats: The players, each a `seat(…)`.
        doors: The next Door cards, in the order in which they are drawn.
        treasures: The next Treasure cards.
        door_discards: The Door discards; the last one is on top.
        treasure_discards: The Treasure discards.
        dice: The next results.
        turn_of: Whose turn it is.
        moment: start, setup, turn, before_door, before_room or before_charity (of that turn).
        sets: Names of card sets, or paths of card files.
        seed: Determines the decks and later rolls.
        options: House rules (docs/options.md).

    Raises:
        ScenarioError: The position is impossible.
        OptionError: A house rule is not allowed.
    """
    if not 2 <= len(seats) <= 6:
        raise ScenarioError(f"a table has 2 to 6 seats, not {len(seats)}")
    if strange := [one for one in seats if not _is_seat(one)]:
        raise ScenarioError(f'{short(strange[0])} is not a seat of a table; say seat(level=2, hand="Net Troll")')
    if whole(turn_of) not in range(len(seats)):
        raise ScenarioError(f"turn_of={short(turn_of)}: must be 0 to {len(seats) - 1}")
    if not is_text(moment) or moment not in [one.name.lower() for one in Begin]:
        raise ScenarioError(f"moment={short(moment)}: must be one of {', '.join(one.name.lower() for one in Begin)}")
    game = Game(len(seats), sets, checked_seed(seed), log=True, **options)
    with compiling("positions", "a few seconds"):
        return _set_up(game, seats, doors, treasures, door_discards, treasure_discards, dice, turn_of, moment, seed)


def _set_up(
    game: Game,
    seats: Sequence[Seat],
    doors: CardNames,
    treasures: CardNames,
    door_discards: CardNames,
    treasure_discards: CardNames,
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


def _is_seat(one: Any) -> bool:
    return isinstance(one, Seat)


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _are_dice(dice: Any) -> bool:
    return isinstance(dice, Collection) and len(dice) <= MAX_DICE and all(whole(face) in range(1, 7) for face in dice)


def names_in(names: Any) -> list[str]:
    """Names in a text are separated by a comma and a space (3,872 Orcs is one name)."""
    if isinstance(names, str):
        return [part for part in re.split(r",\s+", names.strip()) if part]
    if not isinstance(names, Collection) or not all(isinstance(one, str) for one in names):
        raise ScenarioError(f"{short(names)}: card names must be text, separated by commas, or a list of text")
    return list(names)


def _first(cards: Array[int], n: int) -> list[int]:
    return [cards[i] for i in range(n)]


class _Builder:
    """Takes cards out of full decks, each copy once, and puts them where the position needs them."""

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
                f"; did you mean {', '.join(self.notation.name(self.free[other][0]) for other in near if self.free[other])}" if near else ""
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
        if whole(one.level) not in range(1, most + 1):
            raise ScenarioError(f"seat {p}: level={short(one.level)}; must be 1 to {most}")
        if not is_text(one.sex) or one.sex not in SEXES:
            raise ScenarioError(f"seat {p}: sex={short(one.sex)}; must be male or female")
        if not _is_flag(one.dead):
            raise ScenarioError(f"seat {p}: dead={short(one.dead)}; must be True or False")
        if not is_text(one.name):
            raise ScenarioError(f"seat {p}: name={short(one.name)}; must be text")
        s.level, s.sex, s.dead, s.owes_deal = one.level, SEXES[one.sex], int(one.dead), int(one.dead)
        self.origins(p, s, one)
        for name in names_in(one.carries):
            self.lay(s, self.take(name))
        for name in names_in(one.cheats):
            self.lay(s, self.take("Cheat!"), host=self.lay(s, self.take(name), equipped=True))
        if one.hireling is not None:
            hireling = self.lay(s, self.take("Hireling"))
            for name in names_in(one.hireling):
                self.lay(s, self.take(name), host=hireling, equipped=True)
        for name in [*names_in(one.hand), *names_in(one.fresh)]:
            self.give(p, s, name)
        for i in range(len(names_in(one.hand)), s.hand_n):
            self.game.record.mark[s.hand[i]] = FRESH

    def origins(self, p: int, s: SeatRecord, one: Seat) -> None:
        for name in names_in(one.duals):
            self.lay(s, self.typed(name, (CardKind.DUAL,)))
        doubled = {self.notation.info(s.table[i]).data["of"] for i in range(s.table_n)}
        for names, (word, kind) in zip((one.classes, one.races, one.roles), ORIGINS, strict=True):
            found = names_in(names)
            if len(found) > 1 + (kind.name.lower() in doubled):
                raise ScenarioError(f"seat {p}: {word} {', '.join(found)} need the card that allows two (duals=)")
            for name in found:
                self.lay(s, self.typed(name, (kind,)))
        for name in names_in(one.house):
            self.lay(s, self.typed(name, (CardKind.HOUSE,)))
        for name in names_in(one.studies):
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
            raise ScenarioError(f"seat {p}: attached={text!r}: say 'this card on that one', where the second is in play")
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
            raise ScenarioError(f"{name!r} is not a {back} card")
        return card

    def deck(self, pile: Pile, names: CardNames, back: str) -> None:
        on_top = [self.typed_back(name, back) for name in names_in(names)]
        self.fill(pile, [*[card for card in _first(pile.cards, pile.n) if card not in on_top], *reversed(on_top)])

    def discards(self, pile: Pile, names: CardNames, back: str) -> None:
        self.fill(pile, [self.typed_back(name, back) for name in names_in(names)])

    def fill(self, pile: Pile, cards: list[int]) -> None:
        for i in range(max(pile.n, len(cards))):
            pile.cards[i] = cards[i] if i < len(cards) else NONE
        pile.n = len(cards)

    def finish(self, seats: Sequence[Seat], dice: Sequence[int]) -> None:
        """Equip Items and apply Curses, which need the whole table; then remove the used cards from the decks."""
        for p, one in enumerate(seats):
            for name in names_in(one.wears):
                self.wear(p, name)
            for text in names_in(one.attached):
                self.attach(p, text)
            for name in names_in(one.curses):
                self.strike(p, one, name)
        g = self.game.record
        kept = {card for pile in (g.door_discards, g.treasure_discards) for card in _first(pile.cards, pile.n)}
        placed = self.in_play() | kept
        for pile in (g.doors, g.treasures):
            self.fill(pile, [card for card in _first(pile.cards, pile.n) if card not in placed])
        if not _are_dice(dice):
            raise ScenarioError(f"dice={short(dice)}: must be a list of up to {MAX_DICE} results from 1 to 6")
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
            raise ScenarioError(
                f"seat {p} may not wear {name!r} (in addition to the Items named before it); carries= lays it down sideways"
            )

    def strike(self, p: int, one: Seat, name: str) -> None:
        card = self.typed(name, (CardKind.CURSE,))
        s = self.game.record.seat[p]
        if not strike_at(self.game._tables, self.game._games, 0, p, card) or card not in _first(s.table, s.table_n):
            raise ScenarioError(f"{name!r} does not stay in force; play it instead")
        s.level, s.sex = one.level, SEXES[one.sex]
