"""What may stand in a card set file: every key, trigger, condition, filter and op, declared once.

The loader checks and compiles by these tables, `describe` and docs/adding_cards.md take their words from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from munchkin_env.vocabulary.words import (
    ALL,
    ANY,
    LOWEST_IN_GAME,
    MARGIN,
    ROLLED,
    Atom,
    Cancel,
    Cannot,
    Capacity,
    CardKind,
    Chooser,
    Deck,
    Face,
    Flee,
    Forfeit,
    Ignore,
    Into,
    Lift,
    Mode,
    Need,
    Op,
    Order,
    Pays,
    Phase,
    Pick,
    Reward,
    Scope,
    Sex,
    SexOf,
    Side,
    Slot,
    Source,
    SubDeck,
    Trigger,
    Until,
    Who,
    Zone,
)

from .values import (
    ABILITY,
    AS_MONSTER,
    CONDITION,
    CONDITIONS,
    EFFECTS,
    FILTER,
    MONSTER,
    OPS_LIST,
    OPTIONS,
    RESULTS,
    TAG,
    TAGS,
    Flags,
    Number,
    Switch,
    Text,
    Type,
    Word,
    word,
)

# ------------------------------------------------------------------------------------------ cards

DOOR_KINDS = (CardKind.MONSTER, CardKind.ENHANCER, CardKind.CURSE, CardKind.CLASS, CardKind.RACE, CardKind.ROLE, CardKind.PROFICIENCY)
DECKS_OF_KIND: Mapping[CardKind, tuple[Deck, ...]] = {
    **dict.fromkeys((*DOOR_KINDS, CardKind.DUAL, CardKind.STEED), (Deck.DOOR,)),
    **dict.fromkeys((CardKind.ITEM, CardKind.ITEM_ENHANCER, CardKind.ONE_SHOT, CardKind.GO_UP_LEVEL), (Deck.TREASURE,)),
    **dict.fromkeys((CardKind.COMPANION, CardKind.SPECIAL), (Deck.DOOR, Deck.TREASURE)),
    CardKind.HOUSE: (Deck.HOUSE,),
}
IDENTITIES = (CardKind.CLASS, CardKind.RACE, CardKind.ROLE, CardKind.HOUSE, CardKind.PROFICIENCY)
ITEMS = (CardKind.ITEM, CardKind.ITEM_ENHANCER, CardKind.ONE_SHOT, CardKind.STEED)
REQUIRED: Any = object()


@dataclass(frozen=True)
class Key:
    """A key of a card: on which kinds (none named: all), and what is meant if it is left out."""

    type: Type
    meaning: str
    kinds: tuple[CardKind, ...] = ()
    default: Any = None


_MONSTERS = (CardKind.MONSTER,)
CARD_KEYS: Mapping[str, Key] = {
    "id": Key(Text(), "lower-case letters, digits and `_`, unique in its set", default=REQUIRED),
    "name": Key(Text(), "the name that players see", default=REQUIRED),
    "deck": Key(Word(Deck, (Deck.DOOR, Deck.TREASURE, Deck.HOUSE)), "the back of the card", default=REQUIRED),
    "kind": Key(Word(CardKind), "the kind of card", default=REQUIRED),
    "count": Key(Number(1, 99), "copies in the deck", default=1),
    "label": Key(Text(), "the set's own word for a Curse or a companion", (CardKind.CURSE, CardKind.COMPANION), ""),
    "level": Key(Number(1, 60), "its Level", _MONSTERS, REQUIRED),
    "treasures": Key(Number(0, 20), "Treasures it pays", _MONSTERS, REQUIRED),
    "levels": Key(Number(0, 9), "levels for killing it", _MONSTERS, 1),
    "rank": Key(Number(1, 9), "its rank", (CardKind.PROFICIENCY,), REQUIRED),
    "of": Key(Word(CardKind, (CardKind.CLASS, CardKind.RACE, CardKind.ROLE)), "what it allows two of", (CardKind.DUAL,), REQUIRED),
    "bonus": Key(Number(-20, 60), "combat bonus while equipped or in play", (CardKind.ITEM, CardKind.STEED, CardKind.COMPANION), 0),
    "gold": Key(Number(0, 30_000, step=100), "value in Gold Pieces, 0 for No Value", ITEMS, 0),
    "slot": Key(Word(Slot), "where it is worn", (CardKind.ITEM,), "none"),
    "big": Key(Switch(), "Big", ITEMS, False),
    "complex": Key(Switch(), "Complex", ITEMS, False),
    "sex": Key(Word(Sex), "its sex", (CardKind.COMPANION,)),
    "persistent": Key(Switch(), "stays on the table until its `until` ends", (CardKind.CURSE,), False),
    "as_monster": Key(AS_MONSTER, "`{level, treasures, levels, tags, effects}` when it is fought", (CardKind.STEED,)),
    "usable_by": Key(CONDITIONS, "characters who satisfy any of these may equip it", (CardKind.ITEM, CardKind.STEED)),
    "not_usable_by": Key(CONDITIONS, "characters who satisfy any of these may not equip it", (CardKind.ITEM, CardKind.STEED)),
    "tags": Key(TAGS, "words that conditions and filters test", (), ()),
    "effects": Key(EFFECTS, "its effects, see below", (), ()),
    "sources": Key(Flags(SubDeck), "parts of the box that its copies come from, in turn; the option `w_sources` selects among them"),
    "numbers_from": Key(Text(("sourced", "mixed", "memory", "invented")), "where its numbers come from", default="sourced"),
}

# ------------------------------------------------------------------------------------------ effects

_OWNED = (*IDENTITIES, CardKind.COMPANION, CardKind.ITEM, CardKind.STEED)
_ON_TABLE = (*IDENTITIES, CardKind.DUAL, CardKind.COMPANION)
_PLAYED = (CardKind.ENHANCER, CardKind.ITEM_ENHANCER, CardKind.ONE_SHOT, CardKind.GO_UP_LEVEL, CardKind.SPECIAL)


@dataclass(frozen=True)
class When:
    """A trigger: the kinds of card that may carry it, and the character it is about."""

    kinds: tuple[CardKind, ...]
    subject: Who
    meaning: str
    standing: bool = False  # its ops are looked up, not run


TRIGGERS: Mapping[Trigger, When] = {
    Trigger.WHILE_IN_PLAY: When(_ON_TABLE, Who.SELF, "as long as the card is in play", True),
    Trigger.WHILE_EQUIPPED: When((CardKind.ITEM, CardKind.STEED), Who.SELF, "as long as the Item is equipped", True),
    Trigger.WHILE_FIGHTING: When(_MONSTERS, Who.MAIN, "as long as the monster is in the fight", True),
    Trigger.ON_PLAY: When(_PLAYED, Who.SELF, "the card is played in one of its windows; several are alternatives"),
    Trigger.ON_ACTIVATE: When((*_OWNED, CardKind.MONSTER), Who.SELF, "an ability is used in one of its windows"),
    Trigger.ON_DRAW: When((CardKind.SPECIAL,), Who.SELF, "a player gets the card; it is then discarded"),
    Trigger.ON_CURSE: When((CardKind.CURSE,), Who.VICTIM, "the Curse strikes `victim`"),
    Trigger.BEFORE_COMBAT: When(_MONSTERS, Who.MAIN, "the monster meets `main`, before strengths count"),
    Trigger.ON_JOIN: When(_MONSTERS, Who.VICTIM, "`victim` becomes a fighter against the monster"),
    Trigger.ON_LOST: When(_MONSTERS, Who.VICTIM, "the fight is lost, before anyone runs; once for each fighter, `victim`"),
    Trigger.ON_RUN_AWAY: When(_MONSTERS, Who.MAIN, "holds for every attempt to run away from the monster", True),
    Trigger.ON_ESCAPE: When(_OWNED, Who.SELF, "the owner has escaped a monster"),
    Trigger.BAD_STUFF: When(_MONSTERS, Who.VICTIM, "the monster caught `victim`"),
    Trigger.ON_FLEE_END: When(_MONSTERS, Who.MAIN, "everybody has finished running away"),
    Trigger.ON_KILL: When((*_MONSTERS, *_OWNED), Who.SELF, "for each monster killed, when the rewards are taken"),
    Trigger.ON_WIN: When(_OWNED, Who.SELF, "the fight is won; `self` is a fighter"),
    Trigger.ON_WOULD_DIE: When(_OWNED, Who.SELF, "`self` is about to die"),
}
EFFECT_KEYS: Mapping[str, str] = {
    "on": "the trigger",
    "when": "with on_play and on_activate: the windows",
    "by": "who may use a monster's ability: self, each_fighter, other_player",
    "name": "name of the ability",
    "requires": "condition on the acting player or the character concerned",
    "optional": "true: that player may decline",
    "carried": "true: the ability also works while the Item is only carried",
    "drawback": "true: `requires` is a drawback of its Class or Race (see Drawbacks)",
    "target": '`{of, count, requires}`: the players that the user picks; count 1 or "1-2"',
    "cost": "`{discard: {zone, amount, filter, at_least, same_deck}, discard_this}`: paid before the ops",
    "limit": "`{times, per}`: the number of uses per combat, turn, roll …",
    "ops": "what happens, in order",
}
WINDOWS_OPEN: Mapping[str, str] = {
    "any_time": "at any time",
    "not_in_combat": "while you are not in a fight",
    "own_turn_not_in_combat": "on your turn, outside combat",
    "any_combat": "in any fight",
    "own_combat": "in a fight in which you are a fighter",
    "other_combat": "in a fight in which you are no fighter",
    "after_combat": "between the end of a fight and the next action",
    "ask_help": "when you may ask for help",
    "all_refused": "when you may ask for help and all have refused",
    "before_run_roll": "before your Run Away roll",
    "after_run_roll": "right after your Run Away roll",
    "failed_run_roll": "after your Run Away roll failed",
    "instead_of_run_roll": "in a lost fight, instead of your Run Away roll",
    "run_away": "at any moment of a flight",
    "after_escape": "right after somebody escaped a monster",
    "own_roll": "right after you roll a die",
    "any_roll": "right after anybody rolls a die",
    "when_cursed": "when a Curse strikes you, before it takes effect",
    "when_drawing_face_up": "when you are to draw cards face up",
    "when_selling": "while you sell Items",
}

# ------------------------------------------------------------------------------------------ conditions


@dataclass(frozen=True)
class Test:
    """One sort of atom: what stands after its prefix, and how `describe` says it.

    What begins with "is" or "has" is said of the character concerned, anything else of the fight or the table; {} is the argument.
    """

    atom: Atom
    argument: str  # "", trait, sex, number, kind, card, slot, tag
    says: str


ATOMS: Mapping[str, Test] = {
    "class:": Test(Atom.TRAIT, "trait", "is a {}"),
    "race:": Test(Atom.TRAIT, "trait", "is a {}"),
    "role:": Test(Atom.TRAIT, "trait", "has the role {}"),
    "house:": Test(Atom.TRAIT, "trait", "is of the house {}"),
    "proficiency:": Test(Atom.TRAIT, "trait", "has the proficiency {}"),
    "no_class": Test(Atom.NO_CLASS, "", "is without a Class"),
    "sex:": Test(Atom.SEX, "sex", "is {}"),
    "changed_sex": Test(Atom.CHANGED_SEX, "", "is of a sex that was changed in this game"),
    "level<=": Test(Atom.LEVEL_AT_MOST, "number", "is of Level {} or lower"),
    "level>=": Test(Atom.LEVEL_AT_LEAST, "number", "is of Level {} or higher"),
    "level>self": Test(Atom.LEVEL_ABOVE_USER, "", "is of a higher Level than you"),
    "highest_level": Test(Atom.HIGHEST_LEVEL, "", "is of the highest Level of all, alone or tied"),
    "has:": Test(Atom.HAS_KIND, "kind", "has a {} in play"),
    "hand_has:": Test(Atom.HAND_HAS_KIND, "kind", "has a {} in hand"),
    "table_has:": Test(Atom.TABLE_HAS_KIND, "kind", "somebody has a {} in play"),
    "has_card:": Test(Atom.HAS_CARD, "card", "has the card {} in play"),
    "equipped_slot:": Test(Atom.EQUIPPED_SLOT, "slot", "has a {} equipped"),
    "equipped_tag:": Test(Atom.EQUIPPED_TAG, "tag", "has a card tagged {} equipped"),
    "fight_tag:": Test(Atom.FIGHT_TAG, "tag", "a monster tagged {} is in the fight"),
    "fight_has:": Test(Atom.FIGHT_HAS, "card", "the monster {} is in the fight"),
    "used_tag:": Test(Atom.USED_TAG, "tag", "a card tagged {} helped the munchkins in this fight"),
    "no_helper": Test(Atom.NO_HELPER, "", "nobody helps in the fight"),
    "is_helper": Test(Atom.IS_HELPER, "", "is the helper"),
    "no_bonus_used": Test(Atom.NO_BONUS_USED, "", "nothing but Levels counted for the munchkins"),
    "losing": Test(Atom.LOSING, "", "is losing the fight"),
    "for_the_win": Test(Atom.FOR_THE_WIN, "", "is fighting for the winning Level"),
    "no_treasure_promised": Test(Atom.NO_TREASURE_PROMISED, "", "the helper was promised no Treasure"),
    "killed_any": Test(Atom.KILLED_ANY, "", "a monster was killed in this fight"),
    "not_in_combat": Test(Atom.NOT_IN_COMBAT, "", "is outside combat"),
    "own_turn": Test(Atom.OWN_TURN, "", "has the turn"),
    "caught_someone": Test(Atom.CAUGHT_SOMEONE, "", "this monster caught somebody"),
    "own_door_curse": Test(Atom.OWN_DOOR_CURSE, "", "the Curse was drawn face up at the door"),
}
FILTER_KEYS: Mapping[str, str] = {
    "kind": "a kind or a list of them; `item` means any Item",
    "slot": "a slot or a list of them",
    "big": "true or false",
    "complex": "true or false",
    "tag": "a tag or a list of them",
    "id": "that card",
    "deck": "door or treasure",
    "gold_min": "worth at least this much",
    "name_contains": "text in its name",
    "not": "a filter that must not match",
    "any": "a list of filters, one of which must match",
    "min_total_gold": 'the chosen cards together are worth at least this much; "paid": as much as `value_as` stored',
    "pick": "highest_bonus or highest_gold: the card that the rule takes",
}

# ------------------------------------------------------------------------------------------ ops


@dataclass(frozen=True)
class Param:
    """A parameter of an op, and the field of the row that takes it (none: the compiler makes rows of it)."""

    name: str
    type: Type
    field: str = ""
    default: Any = REQUIRED


@dataclass(frozen=True)
class Verb:
    """An op: its parameters, and where it may stand. `runs`: in programs; `stands`: in these continuous triggers."""

    meaning: str
    params: tuple[Param, ...]
    runs: bool = True
    stands: tuple[Trigger, ...] = ()
    picks_one: bool = False  # lowest_level and highest_level are one player, whom the user picks among ties

    def param(self, name: str) -> Param | None:
        return next((param for param in self.params if param.name == name), None)


WHO = Param("who", Word(Who), "who")
UNTIL = Param("until", Word(Until, tuple(u for u in Until if u != Until.NONE)), "until", None)
MONSTERS = Param("monster", MONSTER, "to")
LIFT = Flags(Lift)
_OWNER = (Trigger.WHILE_IN_PLAY, Trigger.WHILE_EQUIPPED)
_FIGHT, _FLIGHT = Trigger.WHILE_FIGHTING, Trigger.ON_RUN_AWAY


def _number(name: str, low: int, high: int, field: str = "amount", default: Any = REQUIRED, **words: int) -> Param:
    return Param(name, Number(low, high, tuple(words.items())), field, default)


OPS: Mapping[Op, Verb] = {
    # levels and life
    Op.GAIN_LEVEL: Verb(
        "gains Levels; without may_win, a gain that would reach the winning Level does not happen",
        (WHO, _number("amount", 1, 9), Param("may_win", Switch(), "flag", False)),
    ),
    Op.LOSE_LEVEL: Verb(
        "loses Levels, never below 1; roll: the die just rolled, margin: by how much the fight was lost",
        (WHO, _number("amount", 1, 99, roll=ROLLED, margin=MARGIN), _number("max", 1, 99, "cap", None)),
    ),
    Op.SET_LEVEL: Verb(
        "sets the Level to this number or to the lowest of any character", (WHO, _number("to", 1, 99, lowest_in_game=LOWEST_IN_GAME))
    ),
    Op.LEVEL_FLOOR: Verb("the Level cannot be below min", (WHO, _number("min", 1, 9)), False, _OWNER),
    Op.WIN_LEVEL: Verb("that Level wins the game instead of the usual one", (WHO, _number("level", 2, 99)), False, _OWNER),
    Op.DIE: Verb("the character dies", (WHO,)),
    # cards
    Op.DISCARD: Verb(
        "discards up to amount matching cards; need full: all of them or none; value_as stores their total value; "
        "kills: counts as the death of a companion",
        (
            WHO,
            Param("zone", Word(Zone), "zone"),
            _number("amount", 1, 99, "amount", 1, all=ALL, any=ANY, roll=ROLLED),
            Param("filter", FILTER, "filter", None),
            Param("chooser", Word(Chooser), "chooser", "owner"),
            Param("need", Word(Need), "need", "any"),
            Param("to", Word(Into, (Into.PILE_TOP, Into.PILE_BOTTOM)), "into", "pile_top"),
            Param("value_as", Text(("paid",)), "flag", None),
            Param("kills", Switch(), "what", False),
        ),
    ),
    Op.TRANSFER: Verb(
        "cards change owner; to_requires limits the takers, must_win allows only a card with which the user's side wins at once",
        (
            Param("from", Word(Who), "who"),
            Param("to", Word(Who), "to"),
            Param("zone", Word(Zone, tuple(z for z in Zone if z != Zone.THIS)), "zone"),
            _number("amount", 1, 99, "amount", 1, all=ALL),
            Param("filter", FILTER, "filter", None),
            Param("chooser", Word(Chooser), "chooser", "owner"),
            Param("into", Word(Into, (Into.HAND, Into.PLAY, Into.EQUIPPED, Into.SAME)), "into"),
            Param("order", Word(Order), "order", "left_first"),
            Param("to_requires", CONDITION, "cond", None),
            Param("must_win", Switch(), "flag", False),
        ),
    ),
    Op.DRAW: Verb(
        "draws cards; face same: as this card was drawn, reward: down alone, up with a helper; keep: how many of them are kept",
        (
            WHO,
            Param("deck", Word(Deck, (Deck.DOOR, Deck.TREASURE, Deck.COST_DECK)), "deck"),
            _number("amount", 1, 20),
            Param("face", Word(Face), "face", "down"),
            _number("keep", 1, 20, "cap", None),
        ),
    ),
    Op.SEARCH_DISCARD: Verb(
        "takes cards from the discards as they were before this card; replace: they replace all matching cards that the player has in play",
        (
            WHO,
            Param("deck", Word(Deck, (Deck.DOOR, Deck.TREASURE, Deck.ANY)), "deck"),
            _number("amount", 1, 20, "amount", 1),
            Param("pick", Word(Pick, (Pick.CHOICE, Pick.FIRST_MATCH, Pick.TOP_CARD)), "pick", "choice"),
            Param("filter", FILTER, "filter", None),
            Param("to", Word(Into, (Into.HAND, Into.PLAY, Into.REPLACE)), "into", "hand"),
        ),
    ),
    Op.REDIRECT_DRAW: Verb(
        "amount of the cards to be drawn face up come from the top of the discards instead", (WHO, _number("amount", 1, 9))
    ),
    Op.LOOK_HAND: Verb("sees the hand of another player", (WHO, Param("of", Word(Who), "to"))),
    Op.CANCEL: Verb(
        "undoes a Curse (striking: about to act, any: in force as well), an escape, a death, or a card just played",
        (WHO, Param("what", Word(Cancel), "what"), Param("scope", Word(Scope), "flag", "striking")),
    ),
    Op.ATTACH: Verb(
        "attaches this card to one such card and changes its bonus or Run Away value, or lets it ignore limits and restrictions",
        (
            Param("to", Flags(CardKind, (CardKind.ITEM, CardKind.STEED, CardKind.COMPANION)), "what"),
            _number("bonus", -20, 20, "amount", 0),
            _number("run", -6, 6, "cap", 0),
            Param("ignore", LIFT, "flag", None),
        ),
    ),
    Op.CARRY_ITEM: Verb(
        "the companion carries amount Items, which count as equipped by its owner",
        (WHO, _number("amount", 1, 9, "amount", 1), Param("ignore", LIFT, "flag", None), Param("filter", FILTER, "filter", None)),
        False,
        (Trigger.WHILE_IN_PLAY,),
    ),
    Op.DUAL_IDENTITY: Verb(
        "allows two different cards of the kind, or one with its advantages only",
        (Param("of", Word(CardKind, (CardKind.CLASS, CardKind.RACE, CardKind.ROLE)), "what"),),
        False,
        (Trigger.WHILE_IN_PLAY,),
    ),
    Op.CHANGE_SEX: Verb(
        "changes the sex permanently; a played card may target a companion who has a sex (SIDE-08)",
        (WHO, Param("of", Word(SexOf), "what", "munchkin"), Param("chooser", Word(Chooser, (Chooser.PLAYER,)), "chooser", "player")),
    ),
    # numbers of a fight
    Op.BONUS: Verb(
        "combat bonus or penalty of that character; per: for each time the condition holds, at most max",
        (WHO, _number("amount", -60, 60), Param("per", CONDITION, "per", None), _number("max", 1, 60, "cap", None), UNTIL),
        stands=(*_OWNER, _FIGHT),
    ),
    Op.ITEM_BONUS: Verb(
        "increases the bonus of each matching Item that gives one",
        (WHO, Param("filter", FILTER, "filter"), _number("amount", -20, 20)),
        False,
        _OWNER,
    ),
    Op.SIDE_BONUS: Verb(
        "bonus to one side of this fight; either: the user chooses; per: for each fighter who satisfies it",
        (Param("side", Word(Side), "what"), _number("amount", -60, 60), Param("per", CONDITION, "per", None)),
    ),
    Op.MULTIPLY: Verb("multiplies the character's total strength, after everything else", (WHO, _number("factor", 2, 9), UNTIL)),
    Op.MONSTER_MOD: Verb(
        "changes strength and Treasures of a monster; vs: once if any fighter satisfies it; add_tag gives it a tag",
        (
            MONSTERS,
            _number("amount", -60, 60, "amount", 0, roll=ROLLED),
            _number("treasures", -20, 20, "treasures", 0),
            Param("vs", CONDITION, "cond", None),
            Param("add_tag", TAG, "tags", None),
        ),
        stands=(_FIGHT,),
    ),
    Op.CLONE_MONSTER: Verb("adds a second copy of the monster with everything that modifies it", (MONSTERS,)),
    Op.WIN_TIES: Verb("the character's side wins ties", (WHO,), False, (*_OWNER, _FIGHT)),
    Op.IGNORE: Verb(
        "these bonuses do not count for the character",
        (WHO, Param("what", Flags(Ignore), "what"), Param("filter", FILTER, "filter", None), UNTIL),
        stands=(_FIGHT,),
    ),
    Op.COMBINE: Verb(
        "equipped Items with the tag combine into one weapon that takes this many hands",
        (WHO, Param("tag", TAG, "tags"), _number("hands", 1, 4)),
        False,
        _OWNER,
    ),
    # who and what is in a fight
    Op.ADD_MONSTER: Verb("puts a monster from hand into the fight", (WHO, Param("from", Word(Zone, (Zone.HAND,)), "zone", "hand"))),
    Op.REMOVE_MONSTER: Verb(
        "the monster leaves, killed or not, with or without its Treasures (if_only: with them if it was the only monster); "
        "forfeits: rewards that the fight no longer gives, including those for monsters killed or removed earlier",
        (
            MONSTERS,
            Param("kill", Switch(), "flag", False),
            Param("treasures", Word(Pays), "treasures", "none"),
            Param("forfeits", Flags(Forfeit), "what", None),
        ),
    ),
    Op.REPLACE_FIGHTER: Verb("makes the player the main fighter, with all rights", (WHO,), picks_one=True),
    Op.FORCE_HELP: Verb(
        "compels the player to help; reward none: they may demand nothing",
        (WHO, Param("refusable", Switch(), "flag", False), Param("reward", Word(Reward), "what")),
        picks_one=True,
    ),
    Op.CANNOT: Verb(
        "forbids what is named",
        (WHO, Param("what", Word(Cannot), "what"), Param("ability", ABILITY, "amount", None), UNTIL),
        stands=(*_OWNER, _FIGHT, _FLIGHT),
    ),
    Op.PHASE: Verb(
        "grants or skips a phase of the turn",
        (WHO, Param("phase", Word(Phase), "what"), Param("action", Text(("grant", "skip")), "flag"), UNTIL),
    ),
    # running away and dice
    Op.RUN_MOD: Verb(
        "modifies Run Away rolls; replace: instead of all other modifiers of that character",
        (WHO, _number("amount", -6, 6), Param("mode", Word(Mode), "flag", "add"), UNTIL),
        stands=(*_OWNER, _FLIGHT),
    ),
    Op.AUTO_ESCAPE: Verb(
        "escapes without a roll; overrides: even where escape is impossible; helper self_decides: the user may also free the helper",
        (
            WHO,
            Param("from", Word(Flee), "what"),
            _number("max_level", 1, 60, "cap", None),
            Param("overrides", Switch(), "flag", False),
            Param("helper", Text(("self_decides",)), "to", None),
        ),
        stands=(_FLIGHT,),
    ),
    Op.DIE_MOD: Verb("modifies all die rolls of the character", (WHO, _number("amount", -5, 5), UNTIL), stands=_OWNER),
    Op.ROLL: Verb(
        "rolls a die; results: ops for each face, ops: ops that may use amount roll",
        (WHO, Param("results", RESULTS, default=None), Param("ops", OPS_LIST, default=None)),
    ),
    Op.REROLL: Verb("rolls the Run Away die again", (WHO, Param("what", Text(("run_away",)), "", "run_away"))),
    Op.SET_DIE: Verb("sets the die just rolled to a face that the user chooses", (WHO,)),
    # limits and trade
    Op.CAPACITY: Verb(
        "raises the limit by amount, any: no limit; several in what: one at a time, chosen by the owner",
        (WHO, Param("what", Flags(Capacity), "what"), _number("amount", 1, 20, any=ANY)),
        False,
        _OWNER,
    ),
    Op.SELL_VALUE: Verb("in this sale, this many Items count factor times", (WHO, _number("factor", 2, 9), _number("items", 1, 9, "cap"))),
    Op.IMMUNE: Verb(
        "Curses from that source have no effect",
        (WHO, Param("to", Text(("curse",)), "", "curse"), Param("source", Flags(Source), "what")),
        False,
        _OWNER,
    ),
    # control
    Op.CHOOSE: Verb("the player chooses one of the lists of ops", (WHO, Param("options", OPTIONS))),
    Op.MAY: Verb("the player may run the ops; if declined or impossible, runs else", (WHO, Param("ops", OPS_LIST))),
    Op.GROUP: Verb(
        "runs all ops; succeeds if any were possible (full: if all were), otherwise runs else",
        (Param("ops", OPS_LIST), Param("need", Word(Need), "need", "any")),
    ),
}
ON_EVERY_OP: Mapping[str, str] = {
    "requires": "condition on its `who`; if it fails, the op is skipped",
    "then": "ops that run if this one had an effect",
    "else": "ops that run if `requires` failed or this one was impossible",
    "drawback": "true: `requires` is a drawback of its Class or Race",
}
OP_BY_WORD: Mapping[str, Op] = {word(op): op for op in OPS}
TRIGGER_BY_WORD: Mapping[str, Trigger] = {word(trigger): trigger for trigger in TRIGGERS}
KIND_BY_WORD: Mapping[str, CardKind] = {word(kind): kind for kind in CardKind}
