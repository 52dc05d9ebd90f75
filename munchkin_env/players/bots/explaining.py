"""A bot's choice in one sentence with its numbers: what it does, and why. The reason was noted by the code that chose (reasons.py)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from munchkin_env.core.record import open_records, view
from munchkin_env.engine.boundary.playouts import WEIGHTS
from munchkin_env.engine.state.actions import TABLE_SLOTS, USE
from munchkin_env.engine.state.records import EQUIPPED, NOBODY, MonsterState
from munchkin_env.engine.state.stack import Kind
from munchkin_env.game.game import Game

from .bot import choose_at
from .odds import odds_at
from .reasons import Reason
from .style import Bot, BotKind
from .styles import BotSpec, new_bots
from .swings import NO_PLAN

Words = str | Callable[["Note"], str]


def explain(game: Game, bot: BotSpec = "greedy", seed: int = 1) -> tuple[int, str]:
    """What the bot would do for the seat that decides, and why. It reads only what that seat may know.

    seed: of the bots that choose at random.
    """
    if game.over:
        raise ValueError("the game is over: there is nothing to decide")
    bots = new_bots([bot], seed)
    action = int(choose_at(game._tables, game._games, 0, open_records(bots), 0, game.mask()))
    return action, sentence(game, action, view(Bot, bots))


class Odds(NamedTuple):
    """What a seat can compute about losing and winning the fight that is on."""

    escapes: float
    """How likely it gets away from every monster."""
    costs: int
    """Points that running away costs it on average, over all dice of running away and of Bad Stuff."""
    treasure: int
    """Points that a Treasure is worth to it, on average of those that it has not seen."""


def odds(game: Game, seat: int, bot: BotSpec = "greedy") -> Odds:
    """The odds of that seat, in the points of the bot's style. Without a fight it escapes for sure."""
    if not 0 <= seat < game.num_players:
        raise ValueError(f"seat={seat!r}: allowed is a number from 0 to {game.num_players - 1}")
    out = np.zeros(3, np.int64)
    odds_at(game._tables, game._games, 0, open_records(new_bots([bot])), seat, out)
    return Odds(int(out[0]) / 10_000, int(out[1]), int(out[2]))


def sentence(game: Game, action: int, bot: Bot) -> str:
    """Why the bot, which has just chosen the action in that position, chose it."""
    return f"{game.text(action)}: {_why(game, action, bot)}"


def _why(game: Game, action: int, bot: Bot) -> str:
    mask = game.mask()
    match bot.kind:
        case BotKind.RANDOM:
            return f"drawn by lot, one of {int(mask.sum())} legal actions that are equally likely"
        case BotKind.WEIGHTED:
            return f"drawn by lot, with {int(WEIGHTS[action])} of {int(WEIGHTS[mask].sum())} chances"
    words = WORDS[Reason(bot.reason)]
    return words if isinstance(words, str) else words(Note(game, action, bot))


class Note:
    """The reason of a choice, and what its words need from the position: only what everybody sees."""

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
        """The seat that belongs to the reason."""
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
        return f"it makes room for what is worth {points(note.x)} more"
    return f"worth {points(note.x)} now, more than any other play"


def _short(note: Note) -> str:
    return f"{note.x} short of {note.monsters}"


def _brings(n: int) -> str:
    """What a card that ends a fight is good for besides."""
    if n == 0:
        return "costs nothing"
    return f"brings {points(n)} more" if n > 0 else f"costs {points(-n)}"


def _give_up(note: Note) -> str:
    bound = f" (more than {points(int(note.bot.thrift))} are wanted)" if note.bot.thrift else ""
    return f"{_short(note)}, and nothing that turns the fight is worth its price{bound}; winning it is worth {points(note.y)}"


def _undecided(note: Note) -> str:
    beginning = f"I meddle from {note.bot.meddle_from} % on" if note.bot.meddle_from <= 200 else "I leave such fights alone"
    if note.game.record.combat.main == note.me:
        return "it is my fight, and it is being won"
    return f"this fight does not win the game; the threat of {note.main} is {note.x} %, and {beginning}"


def _too_dear(note: Note) -> str:
    if note.y >= NO_PLAN:
        return f"they would lose {points(note.x)} by my count, but nothing I have turns the fight"
    return f"they would lose {points(note.x)} by my count, and {points(note.y)} for the cards are too much for that"


def _routine(note: Note) -> str:
    return ROUTINES[Kind(note.game.top.kind)]


def _laid(note: Note) -> str:
    return f"costs {points(note.y)}, and {points(note.x)} are at stake" if note.y else f"{points(note.x)} are at stake"


ROUTINES = {
    Kind.OFFER_ORDER: "who pays in Treasures keeps the first pick",
    Kind.COUNTER_ORDER: "who is paid in Treasures wants the first pick",
    Kind.OFFER_ITEM: "Treasures are price enough",
    Kind.OFFER_CARD: "Treasures are price enough",
    Kind.OFFER_SEND: "the offer is as it was meant to be",
}
"""Steps that are always answered in the same way."""

WORDS: dict[Reason, Words] = {
    Reason.WON: lambda note: f"the fight is won {_by(note.x)} as it stands",
    Reason.ROOM: lambda note: f"the fight is won {_by(note.x)}; this adds {note.y} and more to win",
    Reason.TURN: lambda note: f"{_short(note)}; the fight is worth {points(note.y)}, what turns it costs {points(note.z)}",
    Reason.ASK: lambda note: f"{_short(note)}; the fight is worth {points(note.y)}, the help of {note.who} costs {points(note.z)}",
    Reason.WAY_OUT: lambda note: f"{_short(note)}; losing would cost {points(note.y)}, and this way out {_brings(note.z)}",
    Reason.GIVE_UP: _give_up,
    Reason.TROUBLE: lambda note: f"it is beaten {_by(note.x)} and without help, and brings {points(note.y)}",
    Reason.LOOT: lambda note: f"no monster of the hand that is beaten brings more than {points(note.x)}",
    Reason.TAKE_OVER: lambda note: f"I would win that fight: it brings {points(note.x)}, the card is worth {points(note.y)}",
    Reason.LOST_ANYWAY: lambda note: f"they are {_short(note)} without my doing anything",
    Reason.UNDECIDED: _undecided,
    Reason.STOP: lambda note: f"{note.who} is winning the game with this fight, {_by(note.x)}; my cards are enough against it",
    Reason.IN_VAIN: lambda note: (
        f"{note.who} is winning the game with this fight, {_by(note.x)}; it is not enough, but others may add to it"
    ),
    Reason.CANNOT_STOP: lambda note: (
        f"{note.who} is winning the game with this fight, {_by(note.x)}, and nothing I have is of use against it"
    ),
    Reason.MEDDLE: lambda note: f"they lose {points(note.x)} by my count; it costs me {points(note.y)}",
    Reason.TOO_DEAR: _too_dear,
    Reason.GAIN: _gain,
    Reason.WAIT: "no card that may be played brings anything now",
    Reason.KEEP: "it is worth more in the hand than played now",
    Reason.SALE: lambda note: f"a Level for cards that cost {points(note.x)} less than it is worth",
    Reason.MARK: lambda note: f"the least worth for its gold ({points(note.x)} to me)",
    Reason.CLOSE_SALE: "that is gold enough for a Level",
    Reason.SALE_OFF: "what would have to be sold is worth more than a Level",
    Reason.MOST: lambda note: f"of what there is, it is worth most to me ({points(note.x)})",
    Reason.LEAST: lambda note: f"of what there is, it is worth least to me ({points(note.x)})",
    Reason.BETTER: lambda note: f"the discarded card is worth {points(note.x)} more to me",
    Reason.NOT_BETTER: "no card of mine is clearly worse than the discarded one",
    Reason.BLIND: lambda note: f"a hand card ({points(note.y)}) is worth more than the best that lies open ({points(note.x)})",
    Reason.STOP_PAYING: "nothing more is needed",
    Reason.CHEAPEST: lambda note: f"is strong enough, and the cheapest of those: {points(note.x)}",
    Reason.NEAREST: lambda note: f"nobody is strong enough; with this player least would be lacking ({note.x})",
    Reason.PRICE: lambda note: f"by my count it brings {note.who} {points(note.x)}; I offer no more than it takes",
    Reason.HELP: lambda note: f"helping brings me {points(note.x)}; at least {note.y} are wanted",
    Reason.TOO_LITTLE: lambda note: f"helping brings me {points(note.x)}; at least {note.y} are wanted",
    Reason.NAME_PRICE: lambda note: f"for that, helping would bring me {points(note.x)}; at least {note.y} are wanted",
    Reason.NOT_ENOUGH: lambda note: f"even together it would be {_short(note)}",
    Reason.NEAR_THE_END: lambda note: f"{note.main} is too near to winning: a threat of {note.x} %",
    Reason.BARGAIN: lambda note: f"at that price the fight is still worth {points(note.x)}",
    Reason.BAD_BARGAIN: lambda note: f"at that price the fight is worth {points(note.x)}, which is too little",
    Reason.STAY: lambda note: f"helping to win brings me {points(note.x)}",
    Reason.LEAVE: lambda note: f"helping to win would bring me {points(note.x)}",
    Reason.ROLL: lambda note: (
        f"{note.x} of 6 faces save me, and by those odds {points(note.y)} are at risk, less than a sure way out would cost"
    ),
    Reason.SAVE: _laid,
    Reason.NO_RESCUE: lambda note: f"{points(note.x)} are at stake, and nothing I have saves them for less",
    Reason.UNDO: lambda note: f"being caught costs the rival {points(note.x)} by my count, the card costs me {points(note.y)}",
    Reason.LET_RUN: "there is nothing to save, and undoing the roll is not worth a card",
    Reason.CAUGHT: lambda note: f"there is no way out left; being caught costs me {points(note.x)}",
    Reason.LET_ROLL: "this roll is not worth a card",
    Reason.CANCEL: lambda note: f"the Curse costs {points(note.x)}, cancelling it {points(note.y)}",
    Reason.BEAR: lambda note: f"the Curse costs {points(note.x)}, and nothing I have cancels it for less",
    Reason.NOT_HIS: "it does not concern me",
    Reason.TRADE: lambda note: f"an offer to {note.who} by which both gain brings me {points(note.x)}",
    Reason.GOOD_TRADE: lambda note: f"the exchange brings me {points(note.x)}",
    Reason.BAD_TRADE: lambda note: f"the exchange brings me {points(note.x)}; more than {note.bot.trade_gain} are wanted",
    Reason.NO_TRADE: "there is no trade that I would offer",
    Reason.ONE_TARGET: "one target is enough",
    Reason.LEADER: lambda note: f"of the others nobody is nearer to winning (Level {note.x})",
    Reason.HINDMOST: lambda note: f"nobody there is further from winning (Level {note.x})",
    Reason.HIMSELF: "it does most for me",
    Reason.VICTIM: lambda note: f"it costs {points(note.x)} there, and the threat of that player is {note.y} %",
    Reason.FIGHTER: "there it does most to the fight",
    Reason.STRONGEST: lambda note: f"it is the strongest ({note.x})",
    Reason.HARMLESS: lambda note: f"it is the least dangerous ({points(note.x)})",
    Reason.FIERCEST: "it has the highest Level of those in my hand",
    Reason.WEAKEST: "it has the lowest Level of those in my hand",
    Reason.NUMBER: "the highest is the best",
    Reason.OPTION: lambda note: f"it costs least ({points(note.x)})",
    Reason.SWING: lambda note: f"it moves the fight most to my side (by {note.x})",
    Reason.LAY_DOWN: "on the table it is of more use than what it does now",
    Reason.OWN_SIDE: "that is the side I want to win",
    Reason.WORD: "a promise is kept",
    Reason.PAYS: "I gain by it",
    Reason.SEND_AWAY: lambda note: f"as it stands I would be {_short(note)}",
    Reason.MEET: "there is no need to send it away",
    Reason.ROUTINE: _routine,
    Reason.ANY: "nothing speaks for another choice",
}
"""What each reason says."""
