"""The rules in brief, for players who know only what they are told: by what the cards and the house rules of a game need."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.engine.queries.flight import ESCAPES_ON
from munchkin_env.engine.queries.limits import HAND_LIMIT
from munchkin_env.engine.queries.selling import GOLD_PER_LEVEL
from munchkin_env.game.game import Game
from munchkin_env.game.options import OPTIONS
from munchkin_env.vocabulary.words import CardKind

_GOAL = (
    "You play Munchkin, a card game of {players} players, each for themselves. The first at Level {win_level} wins. The last level"
    " must come from killing a monster, unless a card says otherwise. No Level falls below 1."
)
_CARDS = (
    "Doors are monsters, Curses, and cards that say what you are. Treasures are Items, one-shots and level cards. Cards in hand "
    "are secret and do nothing until played; cards on the table are public. The Items that you wear add to your strength; what you"
    " only carry does not. What a card says overrides these rules."
)
_TURN = (
    "Your turn: arrange your cards (play, wear, sell, trade); kick open the door, that is, turn up a Door. A monster has to be "
    "fought, a Curse strikes you, any other card is played or kept. If it was no monster, either look for trouble (fight a monster"
    " from your hand) or loot the room (draw a Door unseen). With more than {hand} cards in hand at the end, the excess goes to "
    "the players with the lowest Level, or to the discards if that is you."
)
_FIGHT = (
    "Fights: the strength of a munchkin is Level plus bonuses. The munchkins win if their total is higher than the monsters' "
    "total; a tie is lost unless a power says otherwise. A victory brings the main fighter one level for each monster, if its card"
    " names no other number, and the monsters' Treasures. Anybody may strengthen either side, play Curses, or make things worse. "
    "Nothing is worn, sold or traded by fighters during a fight."
)
_HELP = (
    "Help: the main fighter may ask one other player at a time{when}. The offer names how many of the Treasures the helper gets, "
    "who picks first, and perhaps a carried Item or a card to play on the helper. A helper adds their strength and gains no level "
    "unless a card says so. {deals}"
)
_ONLY_LOSING = ", while the fight is not being won"
_BINDING = "Deals are binding."
_NOT_BINDING = "Deals are not binding: the players who promised decide whether to keep their word."
_COUNTER = " The player who is asked may once name another number of Treasures."
_FLIGHT = (
    "Defeat: every fighter rolls a die for each monster; {escape} or more escapes, otherwise its Bad Stuff happens. The dead lose "
    "their cards to the others, keep their Level and what they are, and begin their next turn with new cards."
)
_SALE = "On your turn, outside fights, Items worth {gold:,} Gold Pieces can be sold for a level, but not for the winning one."
_WORN = "You can wear one piece of Headgear, one Armor, one Footgear, and what two hands hold."


class Topic(NamedTuple):
    """A sentence that is told if one of the cards needs it."""

    concerns: Callable[[CardInfo], bool]
    says: str


def _of(kind: CardKind) -> Callable[[CardInfo], bool]:
    return lambda card: card.kind == kind


TOPICS = (
    Topic(_of(CardKind.CLASS), "You may have one Class ({class}); some cards allow two."),
    Topic(_of(CardKind.RACE), "You may have one Race ({race}); without one you are human."),
    Topic(_of(CardKind.ROLE), "You may have one Role ({role}); some cards allow two."),
    Topic(_of(CardKind.HOUSE), "Everybody belongs to a House ({house}) all game long; its powers are on its card."),
    Topic(_of(CardKind.PROFICIENCY), "You may have any number of Proficiencies while the sum of their ranks is not above your Level."),
    Topic(lambda card: card.big and card.kind != CardKind.STEED, "You may carry one Big Item."),
    Topic(lambda card: card.complex, "You may wear one Complex Item."),
    Topic(
        lambda card: any(op.get("op") == "combine" for effect in card.effects for op in effect["ops"]),
        "Lasers combine into one weapon for two hands.",
    ),
    Topic(
        _of(CardKind.STEED), "You may have one Steed; it counts as worn, and what it says about running away replaces your other modifiers."
    ),
    Topic(_of(CardKind.COMPANION), "You may have one companion, who can be played at any time; what it does is on its card."),
    Topic(_of(CardKind.ITEM_ENHANCER), "Item Enhancers are attached to an Item for good."),
    Topic(_of(CardKind.ENHANCER), "Monster enhancers are played on a monster in a fight, anybody's."),
    Topic(_of(CardKind.CURSE), "A Curse from hand can be played on anybody at any time."),
    Topic(_of(CardKind.GO_UP_LEVEL), "Level cards can be played at any time, but not for the winning level unless they say so."),
)
_SAID = {"win_level", "ask_only_when_losing", "counter_offers", "binding_deals"}
"""House rules that the sentences above tell."""
_NOT_OF_INTEREST = {"sex_mode", "first_player", "w_sources", "house_mode", "obs_discards", "auto_pass_forced", "priority"}
"""Those that change no decision, or are over when the first turn begins."""


def brief(game: Game) -> str:
    """The rules in brief: what is the same for all sets, what these cards add, and house rules that differ from the usual."""
    return "\n".join(_sentences(game))


def _sentences(game: Game) -> Iterator[str]:
    options, cards = game.options, game.cards.cards
    yield _GOAL.format(players=game.num_players, win_level=options["win_level"])
    yield _CARDS
    yield _TURN.format(hand=HAND_LIMIT)
    yield _FIGHT
    deals = _BINDING if options["binding_deals"] else _NOT_BINDING
    when = _ONLY_LOSING if options["ask_only_when_losing"] else ""
    yield _HELP.format(when=when, deals=deals) + (_COUNTER if options["counter_offers"] else "")
    yield _FLIGHT.format(escape=ESCAPES_ON)
    names = {kind.name.lower(): ", ".join(dict.fromkeys(card.name for card in cards if card.kind == kind)) for kind in CardKind}
    topics = [topic.says.format(**names) for topic in TOPICS if any(map(topic.concerns, cards))]
    yield " ".join([_WORN, _SALE.format(gold=GOLD_PER_LEVEL), *topics])
    for option in OPTIONS:
        if option.name not in _SAID | _NOT_OF_INTEREST and options[option.name] != option.default:
            yield f"House rule {option.name}={options[option.name]}: {option.meaning}"
