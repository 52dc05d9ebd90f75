"""The ops that programs of cards are made of: their parameters, and where each may stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from munchkin_env.cards.schema import REQUIRED
from munchkin_env.cards.values import (
    ABILITY,
    CONDITION,
    FILTER,
    MONSTER_WORD,
    OPS_LIST,
    OPTION_LISTS,
    RESULTS,
    TAG,
    Flags,
    Number,
    Switch,
    Text,
    Type,
    Word,
    word,
)
from munchkin_env.vocabulary.words import (
    ALL,
    ANY,
    LOWEST_IN_GAME,
    MARGIN,
    ROLLED,
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
    SexOf,
    Side,
    Source,
    Trigger,
    Until,
    Who,
    Zone,
)


@dataclass(frozen=True)
class Param:
    """A parameter of an op, and the field of the row that holds it (none: the compiler turns it into rows)."""

    name: str
    type: Type
    field: str = ""
    default: Any = REQUIRED


@dataclass(frozen=True)
class OpForm:
    """An op: its parameters, and where it may stand: in programs (`runs`), and in these continuous triggers (`stands`)."""

    meaning: str
    params: tuple[Param, ...]
    runs: bool = True
    stands: tuple[Trigger, ...] = ()
    picks_one: bool = False  # lowest_level and highest_level are one player, whom the user picks among ties

    def param(self, name: str) -> Param | None:
        """The parameter of that name."""
        return next((param for param in self.params if param.name == name), None)


WHO = Param("who", Word(Who), "who")


UNTIL = Param("until", Word(Until, tuple(u for u in Until if u != Until.NONE)), "until", None)


_MONSTERS_PARAM = Param("monster", MONSTER_WORD, "to")


LIFT = Flags(Lift)


_OWNER = (Trigger.WHILE_IN_PLAY, Trigger.WHILE_EQUIPPED)


_FIGHT, _FLIGHT = Trigger.WHILE_FIGHTING, Trigger.ON_RUN_AWAY


def _number(name: str, low: int, high: int, field: str = "amount", default: Any = REQUIRED, **words: int) -> Param:
    return Param(name, Number(low, high, tuple(words.items())), field, default)


OPS: Mapping[Op, OpForm] = {
    # levels and life
    Op.GAIN_LEVEL: OpForm(
        "gains Levels; without may_win, a gain that would reach the winning Level does not happen",
        (WHO, _number("amount", 1, 9), Param("may_win", Switch(), "flag", False)),
    ),
    Op.LOSE_LEVEL: OpForm(
        "loses Levels, never below 1; roll: the die just rolled, margin: by how much the fight was lost",
        (WHO, _number("amount", 1, 99, roll=ROLLED, margin=MARGIN), _number("max", 1, 99, "cap", None)),
    ),
    Op.SET_LEVEL: OpForm(
        "sets the Level to this number or to the lowest of any character", (WHO, _number("to", 1, 99, lowest_in_game=LOWEST_IN_GAME))
    ),
    Op.LEVEL_FLOOR: OpForm("the Level cannot be below min", (WHO, _number("min", 1, 9)), False, _OWNER),
    Op.WIN_LEVEL: OpForm("that Level wins the game instead of the usual one", (WHO, _number("level", 2, 99)), False, _OWNER),
    Op.DIE: OpForm("the character dies", (WHO,)),
    # cards
    Op.DISCARD: OpForm(
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
    Op.TRANSFER: OpForm(
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
    Op.DRAW: OpForm(
        "draws cards; face same: as this card was drawn, reward: down alone, up with a helper; keep: how many of them are kept",
        (
            WHO,
            Param("deck", Word(Deck, (Deck.DOOR, Deck.TREASURE, Deck.COST_DECK)), "deck"),
            _number("amount", 1, 20),
            Param("face", Word(Face), "face", "down"),
            _number("keep", 1, 20, "cap", None),
        ),
    ),
    Op.SEARCH_DISCARD: OpForm(
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
    Op.REDIRECT_DRAW: OpForm(
        "amount of the cards to be drawn face up come from the top of the discards instead", (WHO, _number("amount", 1, 9))
    ),
    Op.LOOK_HAND: OpForm("sees the hand of another player", (WHO, Param("of", Word(Who), "to"))),
    Op.CANCEL: OpForm(
        "undoes a Curse (striking: about to act, any: in force as well), an escape, a death, or a card just played",
        (WHO, Param("what", Word(Cancel), "what"), Param("scope", Word(Scope), "flag", "striking")),
    ),
    Op.ATTACH: OpForm(
        "attaches this card to one such card and changes its bonus or Run Away value, or lets it ignore limits and restrictions",
        (
            Param("to", Flags(CardKind, (CardKind.ITEM, CardKind.STEED, CardKind.COMPANION)), "what"),
            _number("bonus", -20, 20, "amount", 0),
            _number("run", -6, 6, "cap", 0),
            Param("ignore", LIFT, "flag", None),
        ),
    ),
    Op.CARRY_ITEM: OpForm(
        "the companion carries amount Items, which count as equipped by its owner",
        (WHO, _number("amount", 1, 9, "amount", 1), Param("ignore", LIFT, "flag", None), Param("filter", FILTER, "filter", None)),
        False,
        (Trigger.WHILE_IN_PLAY,),
    ),
    Op.DUAL_IDENTITY: OpForm(
        "allows two different cards of the kind, or one with its advantages only",
        (Param("of", Word(CardKind, (CardKind.CLASS, CardKind.RACE, CardKind.ROLE)), "what"),),
        False,
        (Trigger.WHILE_IN_PLAY,),
    ),
    Op.CHANGE_SEX: OpForm(
        "changes the sex permanently; a played card may target a companion who has a sex (SIDE-08)",
        (WHO, Param("of", Word(SexOf), "what", "munchkin"), Param("chooser", Word(Chooser, (Chooser.PLAYER,)), "chooser", "player")),
    ),
    # numbers of a fight
    Op.BONUS: OpForm(
        "combat bonus or penalty of that character; per: for each time the condition holds, at most max",
        (WHO, _number("amount", -60, 60), Param("per", CONDITION, "per", None), _number("max", 1, 60, "cap", None), UNTIL),
        stands=(*_OWNER, _FIGHT),
    ),
    Op.ITEM_BONUS: OpForm(
        "increases the bonus of each matching Item that gives one",
        (WHO, Param("filter", FILTER, "filter"), _number("amount", -20, 20)),
        False,
        _OWNER,
    ),
    Op.SIDE_BONUS: OpForm(
        "bonus to one side of this fight; either: the user chooses; per: for each fighter who satisfies it",
        (Param("side", Word(Side), "what"), _number("amount", -60, 60), Param("per", CONDITION, "per", None)),
    ),
    Op.MULTIPLY: OpForm("multiplies the character's total strength, after everything else", (WHO, _number("factor", 2, 9), UNTIL)),
    Op.MONSTER_MOD: OpForm(
        "changes strength and Treasures of a monster; vs: once if any fighter satisfies it; add_tag gives it a tag",
        (
            _MONSTERS_PARAM,
            _number("amount", -60, 60, "amount", 0, roll=ROLLED),
            _number("treasures", -20, 20, "treasures", 0),
            Param("vs", CONDITION, "cond", None),
            Param("add_tag", TAG, "tags", None),
        ),
        stands=(_FIGHT,),
    ),
    Op.CLONE_MONSTER: OpForm("adds a second copy of the monster with everything that modifies it", (_MONSTERS_PARAM,)),
    Op.WIN_TIES: OpForm("the character's side wins ties", (WHO,), False, (*_OWNER, _FIGHT)),
    Op.IGNORE: OpForm(
        "these bonuses do not count for the character",
        (WHO, Param("what", Flags(Ignore), "what"), Param("filter", FILTER, "filter", None), UNTIL),
        stands=(_FIGHT,),
    ),
    Op.COMBINE: OpForm(
        "equipped Items with the tag combine into one weapon that takes this many hands",
        (WHO, Param("tag", TAG, "tags"), _number("hands", 1, 4)),
        False,
        _OWNER,
    ),
    # who and what is in a fight
    Op.ADD_MONSTER: OpForm("puts a monster from hand into the fight", (WHO, Param("from", Word(Zone, (Zone.HAND,)), "zone", "hand"))),
    Op.REMOVE_MONSTER: OpForm(
        "the monster leaves, killed or not, with or without its Treasures (if_only: with them if it was the only monster); "
        "forfeits: rewards that the fight no longer gives, including those for monsters killed or removed earlier",
        (
            _MONSTERS_PARAM,
            Param("kill", Switch(), "flag", False),
            Param("treasures", Word(Pays), "treasures", "none"),
            Param("forfeits", Flags(Forfeit), "what", None),
        ),
    ),
    Op.REPLACE_FIGHTER: OpForm("makes the player the main fighter, with all rights", (WHO,), picks_one=True),
    Op.FORCE_HELP: OpForm(
        "compels the player to help; reward none: they may demand nothing",
        (WHO, Param("refusable", Switch(), "flag", False), Param("reward", Word(Reward), "what")),
        picks_one=True,
    ),
    Op.CANNOT: OpForm(
        "forbids what is named",
        (WHO, Param("what", Word(Cannot), "what"), Param("ability", ABILITY, "amount", None), UNTIL),
        stands=(*_OWNER, _FIGHT, _FLIGHT),
    ),
    Op.PHASE: OpForm(
        "grants or skips a phase of the turn",
        (WHO, Param("phase", Word(Phase), "what"), Param("action", Text(("grant", "skip")), "flag"), UNTIL),
    ),
    # running away and dice
    Op.RUN_MOD: OpForm(
        "modifies Run Away rolls; replace: instead of all other modifiers of that character",
        (WHO, _number("amount", -6, 6), Param("mode", Word(Mode), "flag", "add"), UNTIL),
        stands=(*_OWNER, _FLIGHT),
    ),
    Op.AUTO_ESCAPE: OpForm(
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
    Op.DIE_MOD: OpForm("modifies all die rolls of the character", (WHO, _number("amount", -5, 5), UNTIL), stands=_OWNER),
    Op.ROLL: OpForm(
        "rolls a die; results: ops for each face, ops: ops that may use amount roll",
        (WHO, Param("results", RESULTS, default=None), Param("ops", OPS_LIST, default=None)),
    ),
    Op.REROLL: OpForm("rolls the Run Away die again", (WHO, Param("what", Text(("run_away",)), "", "run_away"))),
    Op.SET_DIE: OpForm("sets the die just rolled to a face that the user chooses", (WHO,)),
    # limits and trade
    Op.CAPACITY: OpForm(
        "raises the limit by amount, any: no limit; several in what: one at a time, chosen by the owner",
        (WHO, Param("what", Flags(Capacity), "what"), _number("amount", 1, 20, any=ANY)),
        False,
        _OWNER,
    ),
    Op.SELL_VALUE: OpForm(
        "in this sale, this many Items count factor times", (WHO, _number("factor", 2, 9), _number("items", 1, 9, "cap"))
    ),
    Op.IMMUNE: OpForm(
        "Curses from that source have no effect",
        (WHO, Param("to", Text(("curse",)), "", "curse"), Param("source", Flags(Source), "what")),
        False,
        _OWNER,
    ),
    # control
    Op.CHOOSE: OpForm("the player chooses one of the lists of ops", (WHO, Param("options", OPTION_LISTS))),
    Op.MAY: OpForm("the player may run the ops; if declined or impossible, runs else", (WHO, Param("ops", OPS_LIST))),
    Op.GROUP: OpForm(
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
