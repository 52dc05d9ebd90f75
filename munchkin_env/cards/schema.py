"""What a card set file may contain: every key, trigger, condition and filter, declared once. The ops are in op_forms.py.

The loader checks and compiles by these tables; `describe` and docs/adding_cards.md take their words from them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from munchkin_env.vocabulary.words import (
    Atom,
    CardKind,
    Deck,
    Sex,
    Slot,
    SubDeck,
    Trigger,
    Who,
)

from .values import (
    AS_MONSTER,
    CONDITIONS,
    EFFECTS,
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
class KeyForm:
    """A key of a card: the kinds of card that may have it (none: all), and its value if it is left out."""

    type: Type
    meaning: str
    kinds: tuple[CardKind, ...] = ()
    default: Any = None


_MONSTERS = (CardKind.MONSTER,)
CARD_KEYS: Mapping[str, KeyForm] = {
    "id": KeyForm(Text(), "lower-case letters, digits and `_`, unique in its set", default=REQUIRED),
    "name": KeyForm(Text(), "the name that players see", default=REQUIRED),
    "deck": KeyForm(Word(Deck, (Deck.DOOR, Deck.TREASURE, Deck.HOUSE)), "the back of the card", default=REQUIRED),
    "kind": KeyForm(Word(CardKind), "the kind of card", default=REQUIRED),
    "count": KeyForm(Number(1, 99), "copies in the deck", default=1),
    "label": KeyForm(Text(), "the set's own word for a Curse or a companion", (CardKind.CURSE, CardKind.COMPANION), ""),
    "level": KeyForm(Number(1, 60), "its Level", _MONSTERS, REQUIRED),
    "treasures": KeyForm(Number(0, 20), "Treasures it pays", _MONSTERS, REQUIRED),
    "levels": KeyForm(Number(0, 9), "levels for killing it", _MONSTERS, 1),
    "rank": KeyForm(Number(1, 9), "its rank", (CardKind.PROFICIENCY,), REQUIRED),
    "of": KeyForm(Word(CardKind, (CardKind.CLASS, CardKind.RACE, CardKind.ROLE)), "what it allows two of", (CardKind.DUAL,), REQUIRED),
    "bonus": KeyForm(Number(-20, 60), "combat bonus while equipped or in play", (CardKind.ITEM, CardKind.STEED, CardKind.COMPANION), 0),
    "gold": KeyForm(Number(0, 30_000, step=100), "value in Gold Pieces, 0 for No Value", ITEMS, 0),
    "slot": KeyForm(Word(Slot), "where it is worn", (CardKind.ITEM,), "none"),
    "big": KeyForm(Switch(), "Big", ITEMS, False),
    "complex": KeyForm(Switch(), "Complex", ITEMS, False),
    "sex": KeyForm(Word(Sex), "its sex", (CardKind.COMPANION,)),
    "persistent": KeyForm(Switch(), "stays on the table until its `until` ends", (CardKind.CURSE,), False),
    "as_monster": KeyForm(AS_MONSTER, "`{level, treasures, levels, tags, effects}` when it is fought", (CardKind.STEED,)),
    "usable_by": KeyForm(CONDITIONS, "characters who satisfy any of these may equip it", (CardKind.ITEM, CardKind.STEED)),
    "not_usable_by": KeyForm(CONDITIONS, "characters who satisfy any of these may not equip it", (CardKind.ITEM, CardKind.STEED)),
    "tags": KeyForm(TAGS, "words that conditions and filters test", (), ()),
    "effects": KeyForm(EFFECTS, "its effects, see below", (), ()),
    "sources": KeyForm(Flags(SubDeck), "parts of the box that its copies come from, in turn; the option `w_sources` selects among them"),
    "numbers_from": KeyForm(Text(("sourced", "mixed", "memory", "invented")), "where its numbers come from", default="sourced"),
}

# ------------------------------------------------------------------------------------------ effects

_OWNED = (*IDENTITIES, CardKind.COMPANION, CardKind.ITEM, CardKind.STEED)
_ON_TABLE = (*IDENTITIES, CardKind.DUAL, CardKind.COMPANION)
_PLAYED = (CardKind.ENHANCER, CardKind.ITEM_ENHANCER, CardKind.ONE_SHOT, CardKind.GO_UP_LEVEL, CardKind.SPECIAL)


@dataclass(frozen=True)
class TriggerForm:
    """A trigger: the kinds of card that may have it, and the character it concerns."""

    kinds: tuple[CardKind, ...]
    subject: Who
    meaning: str
    standing: bool = False  # its ops are looked up, not run


TRIGGERS: Mapping[Trigger, TriggerForm] = {
    Trigger.WHILE_IN_PLAY: TriggerForm(_ON_TABLE, Who.SELF, "as long as the card is in play", True),
    Trigger.WHILE_EQUIPPED: TriggerForm((CardKind.ITEM, CardKind.STEED), Who.SELF, "as long as the Item is equipped", True),
    Trigger.WHILE_FIGHTING: TriggerForm(_MONSTERS, Who.MAIN, "as long as the monster is in the fight", True),
    Trigger.ON_PLAY: TriggerForm(_PLAYED, Who.SELF, "the card is played in one of its windows; several are alternatives"),
    Trigger.ON_ACTIVATE: TriggerForm((*_OWNED, CardKind.MONSTER), Who.SELF, "an ability is used in one of its windows"),
    Trigger.ON_DRAW: TriggerForm((CardKind.SPECIAL,), Who.SELF, "a player gets the card; it is then discarded"),
    Trigger.ON_CURSE: TriggerForm((CardKind.CURSE,), Who.VICTIM, "the Curse strikes `victim`"),
    Trigger.BEFORE_COMBAT: TriggerForm(_MONSTERS, Who.MAIN, "the monster meets `main`, before strengths count"),
    Trigger.ON_JOIN: TriggerForm(_MONSTERS, Who.VICTIM, "`victim` becomes a fighter against the monster"),
    Trigger.ON_LOST: TriggerForm(_MONSTERS, Who.VICTIM, "the fight is lost, before anyone runs; once for each fighter, `victim`"),
    Trigger.ON_RUN_AWAY: TriggerForm(_MONSTERS, Who.MAIN, "holds for every attempt to run away from the monster", True),
    Trigger.ON_ESCAPE: TriggerForm(_OWNED, Who.SELF, "the owner has escaped a monster"),
    Trigger.BAD_STUFF: TriggerForm(_MONSTERS, Who.VICTIM, "the monster caught `victim`"),
    Trigger.ON_FLEE_END: TriggerForm(_MONSTERS, Who.MAIN, "everybody has finished running away"),
    Trigger.ON_KILL: TriggerForm((*_MONSTERS, *_OWNED), Who.SELF, "for each monster killed, when the rewards are taken"),
    Trigger.ON_WIN: TriggerForm(_OWNED, Who.SELF, "the fight is won; `self` is a fighter"),
    Trigger.ON_WOULD_DIE: TriggerForm(_OWNED, Who.SELF, "`self` is about to die"),
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
class AtomForm:
    """A kind of atom: what follows its prefix, and how `describe` says it.

    A text that begins with "is" or "has" is about the character concerned, any other about the fight or the table; {} is the argument.
    """

    atom: Atom
    argument: str  # "", trait, sex, number, kind, card, slot, tag
    says: str


ATOMS: Mapping[str, AtomForm] = {
    "class:": AtomForm(Atom.TRAIT, "trait", "is a {}"),
    "race:": AtomForm(Atom.TRAIT, "trait", "is a {}"),
    "role:": AtomForm(Atom.TRAIT, "trait", "has the role {}"),
    "house:": AtomForm(Atom.TRAIT, "trait", "is of the house {}"),
    "proficiency:": AtomForm(Atom.TRAIT, "trait", "has the proficiency {}"),
    "no_class": AtomForm(Atom.NO_CLASS, "", "is without a Class"),
    "sex:": AtomForm(Atom.SEX, "sex", "is {}"),
    "changed_sex": AtomForm(Atom.CHANGED_SEX, "", "is of a sex that was changed in this game"),
    "level<=": AtomForm(Atom.LEVEL_AT_MOST, "number", "is of Level {} or lower"),
    "level>=": AtomForm(Atom.LEVEL_AT_LEAST, "number", "is of Level {} or higher"),
    "level>self": AtomForm(Atom.LEVEL_ABOVE_USER, "", "is of a higher Level than you"),
    "highest_level": AtomForm(Atom.HIGHEST_LEVEL, "", "is of the highest Level of all, alone or tied"),
    "has:": AtomForm(Atom.HAS_KIND, "kind", "has a {} in play"),
    "hand_has:": AtomForm(Atom.HAND_HAS_KIND, "kind", "has a {} in hand"),
    "table_has:": AtomForm(Atom.TABLE_HAS_KIND, "kind", "somebody has a {} in play"),
    "has_card:": AtomForm(Atom.HAS_CARD, "card", "has the card {} in play"),
    "equipped_slot:": AtomForm(Atom.EQUIPPED_SLOT, "slot", "has a {} equipped"),
    "equipped_tag:": AtomForm(Atom.EQUIPPED_TAG, "tag", "has a card tagged {} equipped"),
    "fight_tag:": AtomForm(Atom.FIGHT_TAG, "tag", "a monster tagged {} is in the fight"),
    "fight_has:": AtomForm(Atom.FIGHT_HAS, "card", "the monster {} is in the fight"),
    "used_tag:": AtomForm(Atom.USED_TAG, "tag", "a card tagged {} helped the munchkins in this fight"),
    "no_helper": AtomForm(Atom.NO_HELPER, "", "nobody helps in the fight"),
    "is_helper": AtomForm(Atom.IS_HELPER, "", "is the helper"),
    "no_bonus_used": AtomForm(Atom.NO_BONUS_USED, "", "nothing but Levels counted for the munchkins"),
    "losing": AtomForm(Atom.LOSING, "", "is losing the fight"),
    "for_the_win": AtomForm(Atom.FOR_THE_WIN, "", "is fighting for the winning Level"),
    "no_treasure_promised": AtomForm(Atom.NO_TREASURE_PROMISED, "", "the helper was promised no Treasure"),
    "killed_any": AtomForm(Atom.KILLED_ANY, "", "a monster was killed in this fight"),
    "not_in_combat": AtomForm(Atom.NOT_IN_COMBAT, "", "is outside combat"),
    "own_turn": AtomForm(Atom.OWN_TURN, "", "has the turn"),
    "caught_someone": AtomForm(Atom.CAUGHT_SOMEONE, "", "this monster caught somebody"),
    "own_door_curse": AtomForm(Atom.OWN_DOOR_CURSE, "", "the Curse was drawn face up at the door"),
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


TRIGGER_BY_WORD: Mapping[str, Trigger] = {word(trigger): trigger for trigger in TRIGGERS}
KIND_BY_WORD: Mapping[str, CardKind] = {word(kind): kind for kind in CardKind}
