"""A bot's choice in one sentence with its numbers: what it does, and why. The code that chose noted the reason (reasons.py)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from munchkin_env.core.record import open_records, view
from munchkin_env.engine.boundary.playouts import ACTION_WEIGHTS
from munchkin_env.engine.state.actions import TABLE_SLOTS, USE
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EQUIPPED, NOBODY, MonsterState
from munchkin_env.game.game import Game

from .bot import choose_at
from .odds import odds_at
from .reasons import Reason
from .style import Bot, BotKind
from .styles import BotSpec, new_bots
from .swings import NO_PLAN

Words = str | Callable[["Note"], str]


def explain(game: Game, bot: BotSpec = "greedy", seed: int = 1) -> tuple[int, str]:
    """What the bot would do for the deciding seat, and why. It reads only what that seat may know.

    seed: for bots that choose at random.
    """
    if game.over:
        raise ValueError("the game is over: there is nothing to decide")
    bots = new_bots([bot], seed)
    action = int(choose_at(game._tables, game._games, 0, open_records(bots), 0, game.mask()))
    return action, sentence(game, action, view(Bot, bots))


class Odds(NamedTuple):
    """What a seat can compute about losing and winning the current fight."""

    escapes: float
    """How likely it is to get away from every monster."""
    costs: int
    """Average points that running away costs it, over all rolls to run away and for Bad Stuff."""
    treasure: int
    """Average points that a Treasure it has not seen is worth to it."""


def odds(game: Game, seat: int, bot: BotSpec = "greedy") -> Odds:
    """The odds of that seat, in points of the bot's style. Without a fight, escape is certain."""
    if not 0 <= seat < game.num_players:
        raise ValueError(f"seat={seat!r}: must be a number from 0 to {game.num_players - 1}")
    out = np.zeros(3, np.int64)
    odds_at(game._tables, game._games, 0, open_records(new_bots([bot])), seat, out)
    return Odds(int(out[0]) / 10_000, int(out[1]), int(out[2]))


def sentence(game: Game, action: int, bot: Bot) -> str:
    """Why the bot chose the action that it has just chosen in that position."""
    return f"{game.text(action)}: {_why(game, action, bot)}"


def _why(game: Game, action: int, bot: Bot) -> str:
    mask = game.mask()
    match bot.kind:
        case BotKind.RANDOM:
            return f"chosen at random, one of {int(mask.sum())} legal actions, all equally likely"
        case BotKind.WEIGHTED:
            return f"chosen at random, with {int(ACTION_WEIGHTS[action])} of {int(ACTION_WEIGHTS[mask].sum())} chances"
    words = WORDS[Reason(bot.reason)]
    return words if isinstance(words, str) else words(Note(game, action, bot))


class Note:
    """The reason of a choice, and what its sentence needs from the position: only what everybody sees."""

    def __init__(self, game: Game, action: int, bot: Bot) -> None:
        self.game = game
        self.action = action
        self.bot = bot
        self.x, self.y, self.z = (int(bot.told[k]) for k in range(3))

    @property
    def me(self) -> int:
        return self.game.seat

    @property
    def who(self) -> str:
        """The seat that the reason refers to."""
        return self.player(int(self.bot.who))

    @property
    def main(self) -> str:
        return self.player(int(self.game.record.combat.main))

    @property
    def monsters(self) -> str:
        combat = self.game.record.combat
        fighting = [combat.monster[s] for s in range(combat.n) if combat.monster[s].state == MonsterState.FIGHTING]
        return " and ".join(self.game.name(one.card) for one in fighting) or "the monsters"

    def player(self, p: int) -> str:
        return "nobody" if p == NOBODY else "I" if p == self.me else f"player {p}"


def points(n: int) -> str:
    return f"{n} point{'' if abs(n) == 1 else 's'}"


def _by(n: int) -> str:
    return f"by {n}" if n else "with nothing to spare"


def _gain(note: Note) -> str:
    slot = note.action - USE
    record = note.game.record
    if 0 <= slot < TABLE_SLOTS and record.mark[record.seat[note.me].table[slot]] & EQUIPPED:
        return f"it makes room for something worth {points(note.x)} more"
    return f"worth {points(note.x)} now, more than any other play"


def _short(note: Note) -> str:
    return f"{note.x} short of {note.monsters}"


def _brings(n: int) -> str:
    """What a card that ends a fight gains or costs otherwise."""
    if n == 0:
        return "costs nothing"
    return f"brings {points(n)} more" if n > 0 else f"costs {points(-n)}"


def _give_up(note: Note) -> str:
    bound = f" (more than {points(int(note.bot.thrift))} are wanted)" if note.bot.thrift else ""
    return f"{_short(note)}, and no way of turning the fight is worth its price{bound}; winning it is worth {points(note.y)}"


def _undecided(note: Note) -> str:
    beginning = f"I interfere from {note.bot.meddle_from} % on" if note.bot.meddle_from <= 200 else "I do not interfere in such fights"
    if note.game.record.combat.main == note.me:
        return "it is my fight, and it is being won"
    return f"this fight does not win the game; the threat of {note.main} is {note.x} %, and {beginning}"


def _too_expensive(note: Note) -> str:
    if note.y >= NO_PLAN:
        return f"they would lose {points(note.x)} by my estimate, but nothing I have turns the fight"
    return f"they would lose {points(note.x)} by my estimate, which is not worth {points(note.y)} of cards"


def _routine(note: Note) -> str:
    return ROUTINES[Kind(note.game.top.kind)]


def _laid(note: Note) -> str:
    return f"costs {points(note.y)}, with {points(note.x)} at stake" if note.y else f"{points(note.x)} at stake"


ROUTINES = {
    Kind.OFFER_ORDER: "I pay in Treasures, so I keep the first pick",
    Kind.COUNTER_ORDER: "I am paid in Treasures, so I want the first pick",
    Kind.OFFER_ITEM: "the Treasures are a sufficient price",
    Kind.OFFER_CARD: "the Treasures are a sufficient price",
    Kind.OFFER_SEND: "the offer is complete",
}
"""Steps that are always answered the same way."""

WORDS: dict[Reason, Words] = {
    Reason.WON: lambda note: f"the fight is won {_by(note.x)} as it stands",
    Reason.ROOM: lambda note: f"the fight is won {_by(note.x)}; this adds {note.y}, and more rewards",
    Reason.TURN: lambda note: f"{_short(note)}; the fight is worth {points(note.y)}, turning it costs {points(note.z)}",
    Reason.ASK: lambda note: f"{_short(note)}; the fight is worth {points(note.y)}, help from {note.who} costs {points(note.z)}",
    Reason.WAY_OUT: lambda note: f"{_short(note)}; losing would cost {points(note.y)}, and this way out {_brings(note.z)}",
    Reason.GIVE_UP: _give_up,
    Reason.TROUBLE: lambda note: f"I beat it alone {_by(note.x)}, and it gains me {points(note.y)}",
    Reason.LOOT: lambda note: f"no monster in my hand that I can beat gains more than {points(note.x)}",
    Reason.TAKE_OVER: lambda note: f"I would win that fight: it gains {points(note.x)}, the card is worth {points(note.y)}",
    Reason.LOST_ANYWAY: lambda note: f"they are {_short(note)} even if I do nothing",
    Reason.UNDECIDED: _undecided,
    Reason.STOP: lambda note: f"{note.who} is winning the game with this fight, {_by(note.x)}; my cards are enough to stop it",
    Reason.IN_VAIN: lambda note: (
        f"{note.who} is winning the game with this fight, {_by(note.x)}; my cards are not enough, but others may add theirs"
    ),
    Reason.CANNOT_STOP: lambda note: f"{note.who} is winning the game with this fight, {_by(note.x)}, and nothing I have helps against it",
    Reason.MEDDLE: lambda note: f"they lose {points(note.x)} by my estimate; it costs me {points(note.y)}",
    Reason.TOO_EXPENSIVE: _too_expensive,
    Reason.GAIN: _gain,
    Reason.WAIT: "no card that I may play gains anything now",
    Reason.KEEP: "it is worth more in the hand than played now",
    Reason.SALE: lambda note: f"the Level is worth {points(note.x)} more than the cards",
    Reason.MARK: lambda note: f"the least valuable for its Gold ({points(note.x)} to me)",
    Reason.CLOSE_SALE: "that is enough Gold for a Level",
    Reason.SALE_OFF: "the cards that I would have to sell are worth more than a Level",
    Reason.MOST: lambda note: f"it is the most valuable to me ({points(note.x)})",
    Reason.LEAST: lambda note: f"it is the least valuable to me ({points(note.x)})",
    Reason.BETTER: lambda note: f"the discarded card is worth {points(note.x)} more to me",
    Reason.NOT_BETTER: "no card of mine is clearly worse than the discarded one",
    Reason.BLIND: lambda note: f"a hand card ({points(note.y)}) is worth more than the best open card ({points(note.x)})",
    Reason.STOP_PAYING: "nothing more is needed",
    Reason.CHEAPEST: lambda note: f"strong enough, and the cheapest who is: {points(note.x)}",
    Reason.NEAREST: lambda note: f"nobody is strong enough; with this player we would be the least short (by {note.x})",
    Reason.PRICE: lambda note: f"by my estimate it gains {note.who} {points(note.x)}; I offer no more than necessary",
    Reason.HELP: lambda note: f"helping gains me {points(note.x)}; I want at least {note.y}",
    Reason.TOO_LITTLE: lambda note: f"helping gains me {points(note.x)}; I want at least {note.y}",
    Reason.NAME_PRICE: lambda note: f"for that, helping would gain me {points(note.x)}; I want at least {note.y}",
    Reason.NOT_ENOUGH: lambda note: f"even together we would be {_short(note)}",
    Reason.NEAR_THE_END: lambda note: f"{note.main} is too close to winning: a threat of {note.x} %",
    Reason.BARGAIN: lambda note: f"at that price the fight is still worth {points(note.x)}",
    Reason.BAD_BARGAIN: lambda note: f"at that price the fight is worth {points(note.x)}, which is too little",
    Reason.STAY: lambda note: f"helping to win gains me {points(note.x)}",
    Reason.LEAVE: lambda note: f"helping to win would gain me {points(note.x)}",
    Reason.ROLL: lambda note: f"{note.x} of 6 faces save me, which leaves {points(note.y)} at risk, less than a sure way out would cost",
    Reason.SAVE: _laid,
    Reason.NO_RESCUE: lambda note: f"with {points(note.x)} at stake, nothing I have saves them for less",
    Reason.UNDO: lambda note: f"being caught costs the rival {points(note.x)} by my estimate, the card costs me {points(note.y)}",
    Reason.LET_RUN: "there is nothing to save, and undoing the roll is not worth a card",
    Reason.CAUGHT: lambda note: f"there is no way out left; being caught costs me {points(note.x)}",
    Reason.LET_ROLL: "this roll is not worth a card",
    Reason.CANCEL: lambda note: f"the Curse costs {points(note.x)}, cancelling it {points(note.y)}",
    Reason.BEAR: lambda note: f"the Curse costs {points(note.x)}, and nothing I have cancels it for less",
    Reason.NOT_CONCERNED: "it does not concern me",
    Reason.TRADE: lambda note: f"an offer to {note.who} from which both gain; it gains me {points(note.x)}",
    Reason.GOOD_TRADE: lambda note: f"the exchange gains me {points(note.x)}",
    Reason.BAD_TRADE: lambda note: f"the exchange gains me {points(note.x)}; I want more than {note.bot.trade_gain}",
    Reason.NO_TRADE: "I have no trade to offer",
    Reason.ONE_TARGET: "one target is enough",
    Reason.LEADER: lambda note: f"no other player is closer to winning (Level {note.x})",
    Reason.FURTHEST_BEHIND: lambda note: f"no player there is further from winning (Level {note.x})",
    Reason.SELF: "it does most for me",
    Reason.VICTIM: lambda note: f"it costs that player {points(note.x)}, and their threat is {note.y} %",
    Reason.FIGHTER: "it changes the fight most there",
    Reason.STRONGEST: lambda note: f"it is the strongest ({note.x})",
    Reason.HARMLESS: lambda note: f"it is the least dangerous ({points(note.x)})",
    Reason.FIERCEST: "it has the highest Level in my hand",
    Reason.WEAKEST: "it has the lowest Level in my hand",
    Reason.NUMBER: "the highest number is the best",
    Reason.OPTION: lambda note: f"it costs the least ({points(note.x)})",
    Reason.SWING: lambda note: f"it helps my side most (by {note.x})",
    Reason.LAY_DOWN: "it is more useful on the table than used now",
    Reason.OWN_SIDE: "that is the side I want to win",
    Reason.WORD: "I keep my promises",
    Reason.PAYS: "I gain by it",
    Reason.SEND_AWAY: lambda note: f"as it stands I would be {_short(note)}",
    Reason.MEET: "there is no need to send it away",
    Reason.ROUTINE: _routine,
    Reason.ANY: "no choice is better than another",
    Reason.FORBIDDEN: "what I would do is not allowed here",
}
"""The sentence for each reason."""
