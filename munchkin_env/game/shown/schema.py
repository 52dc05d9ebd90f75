"""The format of a view: what a seat may know of a position, as plain data (docs/view.md).

A field is never left out: what is not there, or not known, is null. Cards have their names; `card_faces` says what each card is.
A *place* is a text that names a card or a player on the table, for a program that shows it: `hand/0/2` and `table/1/4` (seat, slot),
`monster/0`, `played/1`, `pool/3`, `found/5` (slot), `seat/2`.
"""

from dataclasses import dataclass
from typing import Any

VIEW_VERSION = 1  # bumped when a field is removed, or changes its name or meaning; a new field does not change it


@dataclass(frozen=True)
class AddendView:
    """One addend of a strength or a total."""

    cause: str
    """`level`, `card` (in play, with what is attached to it), `lasting` (a timed effect), `monster` (what a monster does to the fighter),
    `multiplied`, `played` (cards played into the fight), `power`, `own_rule` (the monster's card, because of those it fights),
    or `ignored` (bonuses that do not count)."""
    card: str | None
    """The card that it comes from."""
    amount: int
    """What it adds; may be negative."""
    says: str
    """The cause in words."""


@dataclass(frozen=True)
class CardOnTable:
    """A card that a player has in play."""

    place: str
    """Its place."""
    card: str
    """Its name."""
    kind: str
    """Its kind, such as `item`, `class`, `companion` or `steed`."""
    slot: str | None
    """Where an Item is worn: `headgear`, `armor`, `footgear`, `one_hand` or `two_hands`."""
    equipped: bool
    """In use, and not only carried."""
    counts: bool
    """It is equipped, its owner may use it, and nothing in the fight makes it not count. False for cards that cannot be equipped."""
    adds: int
    """What it adds to its owner's strength now."""
    on: str | None
    """The place of the card that it is attached to, or that carries it."""
    sex: str | None
    """Of a companion that has one: `male` or `female`, as it is now."""
    marked: bool
    """Chosen so far, or a candidate of the question that the seat is asked."""


@dataclass(frozen=True)
class CardInHand:
    """A card in a player's hand."""

    place: str | None
    """Its place; null in another player's hand, whose order is not shown."""
    card: str | None
    """Its name; null if it is not known."""
    back: str
    """`door` or `treasure`."""
    fresh: bool | None
    """Just received, and may be laid down off-turn; null in another player's hand."""
    known_to: tuple[int, ...] | None
    """The other players who know it; null in another player's hand."""
    marked: bool
    """Chosen so far, or a candidate of the question that the seat is asked."""


@dataclass(frozen=True)
class LastingView:
    """A timed effect on a player."""

    card: str
    """The card that it comes from."""
    amount: int
    """Its size; what it means depends on the card."""
    until: str
    """When it ends."""
    waits: bool
    """It has not begun yet."""


@dataclass(frozen=True)
class UseView:
    """A limited power that a player has used."""

    card: str
    """The card that has the power."""
    power: str | None
    """The name of the power."""
    victim: int | None
    """The player it was used on, if that limits it."""
    times: int
    """How often."""


@dataclass(frozen=True)
class SeatView:
    """A player."""

    seat: int
    """Their number, from 0, in the order of turns."""
    name: str
    """Their name, or `player 2`."""
    level: int
    """Their Level."""
    wins_at: int
    """The Level at which they win."""
    strength: int
    """In a fight, alone: Level, Items and effects."""
    strength_from: tuple[AddendView, ...]
    """What the strength is made of."""
    sex: str
    """`male` or `female`."""
    changed_sex: bool
    """Their sex has been changed."""
    dead: bool
    """Dead until the next player's turn begins."""
    gets_new_hand: bool
    """They died, and draw a new hand in their next turn."""
    identity: tuple[str, ...]
    """Their Classes, Races, Roles, Houses and the like."""
    table: tuple[CardOnTable, ...]
    """Everything they have in play."""
    hand: tuple[CardInHand, ...]
    """Their hand. Another player's: known cards first, then backs."""
    hand_limit: int
    """How many cards they may keep at the end of their turn."""
    lasting: tuple[LastingView, ...]
    """Timed effects on them."""
    uses: tuple[UseView, ...]
    """Limited powers they have used."""
    trade_offers_left: int
    """Trades they may still offer this turn."""
    equip_changes_left: int
    """Changes of equipment that they have left in this phase."""
    sales_left: int
    """Sales that they may still call off in this phase."""
    role: str | None
    """In the fight: `main` or `helper`."""
    met: bool
    """Has been a fighter in this fight."""
    escapes: bool
    """Escapes every monster of the fight without a roll."""
    requests: int
    """How often they were asked for help in this fight."""
    asked: bool
    """They were asked, and cannot be asked again while strengths and fighters stay the same."""
    passed: bool | None
    """Has passed since the last action; null unless the seat decides in a round of the table."""
    deeds: dict[str, tuple[int, ...]]
    """By deed (`helped`, `refused`, `left`, `hit`), for each seat: how often they have done it to that player."""


@dataclass(frozen=True)
class MonsterView:
    """A monster of the fight."""

    place: str
    """Its place."""
    card: str
    """Its name."""
    state: str
    """`fighting`, `killed` or `gone`."""
    strength: int | None
    """Its strength; null if it does not fight any more."""
    strength_from: tuple[AddendView, ...]
    """What the strength is made of."""
    bonus: int
    """What cards played on it add."""
    treasures: int
    """Treasures that it pays."""
    levels: int
    """Levels for killing it, as printed."""
    mate_of: str | None
    """The place of the monster whose Mate it is."""
    pays: bool
    """It is gone, but its Treasures are won with the fight."""
    tags: tuple[str, ...]
    """Kinds that cards have given it."""
    caught: tuple[int, ...]
    """The seats that it has caught."""
    escaped: tuple[int, ...]
    """The seats that are done with it."""


@dataclass(frozen=True)
class PlayedView:
    """A card played into the fight."""

    place: str
    """Its place."""
    card: str
    """Its name."""
    adds: int
    """What it adds to the munchkins' side."""


@dataclass(frozen=True)
class TermsView:
    """What a helper gets."""

    helper: int | None
    """The seat that is to help."""
    treasures: int | None
    """How many Treasures; null: all of them."""
    helper_first: bool
    """The helper picks first."""
    item: str | None
    """The Item that they get."""
    card: str | None
    """The card that is to be played on them."""
    countered: bool
    """These are terms that the helper has named."""
    says: str
    """The same in words."""


@dataclass(frozen=True)
class FightView:
    """The fight."""

    main: int
    """The seat that fights."""
    helper: int | None
    """The seat that helps."""
    compelled: bool
    """The helper was compelled."""
    open: bool
    """Nobody has won or lost it yet."""
    won: bool
    """The munchkins have won it."""
    munchkins: int
    """The total of the munchkins."""
    munchkins_from: tuple[AddendView, ...]
    """What their total is made of, beside the strengths of the fighters."""
    monsters: int
    """The total of the monsters."""
    monsters_from: tuple[AddendView, ...]
    """What their total is made of, beside the strengths of the monsters."""
    winning: bool
    """The munchkins would win now."""
    wins_ties: bool
    """The munchkins win ties."""
    for_the_win: bool
    """Winning the fight would win the game."""
    levels: int
    """Levels at stake."""
    treasures: int
    """Treasures at stake."""
    against: tuple[MonsterView, ...]
    """The monsters, also those that are killed or gone."""
    played: tuple[PlayedView, ...]
    """Cards played into it."""
    deal: TermsView | None
    """What was agreed with the helper."""
    runner: int | None
    """The seat that runs away now."""
    runs_from: str | None
    """The place of the monster that they run from."""
    die: int | None
    """The die of the one who runs away."""
    escape: str | None
    """Without a roll the runner `escapes`, or that was undone and `must roll`."""
    lost_by: int
    """By how much it was lost."""


@dataclass(frozen=True)
class TradeView:
    """A trade that is offered."""

    maker: int
    """The seat that offers it."""
    partner: int
    """The seat that it is offered to."""
    gives: str | None
    """The card that the maker gives."""
    wants: str | None
    """The card that the maker wants for it."""


@dataclass(frozen=True)
class DecisionView:
    """The decision that the game waits for."""

    seat: int
    """Who decides."""
    mine: bool
    """The seat of this view decides, or the view shows everything."""
    kind: str | None
    """Its kind (docs/actions.md); null if it is not public."""
    question: str
    """The question in words."""
    subject: tuple[str, ...]
    """What it is about, in sentences."""
    why: str | None
    """Why a question is asked (docs/observation.md)."""
    moment: str | None
    """Where in the turn it is asked (docs/observation.md)."""
    card: str | None
    """The card that is asked about."""
    about: int | None
    """The seat that it is about."""
    may_stop: bool
    """They may stop here, or choose otherwise."""
    left: int | None
    """Cards still to give, lose, take, pay, pick or draw."""
    gold_due: int | None
    """The cards must be worth so much gold."""
    gold_marked: int | None
    """Gold of the cards chosen so far."""
    page: int
    """The page of the discards."""
    die: int | None
    """The die that was rolled."""
    acted: bool
    """A player has acted in this round of the table."""


@dataclass(frozen=True)
class ActionView:
    """An action that the seat may take."""

    id: int
    """Its id (docs/actions.md)."""
    notation: str
    """Its text, which is unique and which Game.apply takes."""
    text: str
    """The same with the names of the players."""
    places: tuple[str, ...]
    """The places of the cards and players that it names."""


@dataclass(frozen=True)
class PileView:
    """A deck and its discards."""

    left: int
    """Cards in the deck."""
    discarded: int
    """Cards in the discards."""
    discards: tuple[str, ...]
    """What is shown of the discards (option obs_discards): the newest card, then all others, in order or sorted by name."""


@dataclass(frozen=True)
class EventView:
    """Something that has happened."""

    step: int
    """The number of the action that led to it."""
    what: str
    """What (docs/positions.md)."""
    seat: int | None
    """Who did it, or whom it happened to."""
    other: int | None
    """The other player involved."""
    card: str | None
    """The card; null if there is none, or if the seat did not see which."""
    on: str | None
    """The card that the card is put on, or that carries it."""
    number: int
    """Such as a Level, a die, or how many cards."""
    says: str
    """A sentence."""


@dataclass(frozen=True)
class TableView:
    """A position as a seat sees it."""

    version: int
    """The version of this format."""
    seat: int | None
    """Whose view it is; null: what everybody knows, or everything."""
    everything: bool
    """The view shows everything, also what no player knows."""
    sets: tuple[str, ...]
    """The sets that are played; of sets from files, only the name of the file."""
    options: dict[str, Any]
    """The house rules (docs/options.md)."""
    round: int
    """The round, from 1."""
    turn: int
    """The number of turns that have begun."""
    turn_of: int
    """Whose turn it is."""
    phase: str | None
    """The phase of the turn that is going on: the kind of its step (docs/observation.md); null while the game is being set up."""
    room: str
    """Whether the room may be searched this turn: `closed`, `open`, or `loot only`."""
    setting_up: bool
    """The first cards are being played."""
    over: bool
    """The game is over."""
    truncated: bool
    """It was stopped at max_rounds."""
    winners: tuple[int, ...]
    """The seats that have won."""
    seats: tuple[SeatView, ...]
    """The players."""
    fight: FightView | None
    """The fight."""
    offer: TermsView | None
    """What is offered to a helper, or what they ask for."""
    trade: TradeView | None
    """A trade that is offered."""
    strikes: str | None
    """The Curse that is about to strike."""
    victim: int | None
    """The seat that it strikes, or that the card just played is aimed at."""
    carried_out: str | None
    """The card that is being carried out, or that may be answered."""
    pool: tuple[str, ...]
    """Cards that lie open, to be picked."""
    found: tuple[str, ...]
    """The page of the discards that the seat chooses from."""
    doors: PileView
    """The Doors."""
    treasures: PileView
    """The Treasures."""
    decision: DecisionView | None
    """The decision; null when the game is over."""
    actions: tuple[ActionView, ...]
    """What the seat may do; empty if another seat decides."""
    events: tuple[EventView, ...]
    """What has happened since the moment asked for, as the seat saw it."""


@dataclass(frozen=True)
class CardFace:
    """What a card is, for a program that draws it."""

    name: str
    """Its name."""
    set: str
    """Its set."""
    kind: str
    """Its kind."""
    deck: str
    """`door`, `treasure` or `house`."""
    level: int | None
    """Of a monster."""
    treasures: int | None
    """Treasures of a monster."""
    levels: int | None
    """Levels for killing a monster."""
    bonus: int | None
    """Of an Item or a companion."""
    slot: str | None
    """Where an Item is worn."""
    gold: int
    """What an Item is worth."""
    big: bool
    """A Big Item."""
    tags: tuple[str, ...]
    """Words that other cards refer to."""
    text: str
    """What the card does, in words."""
