"""A position as text for a terminal, from Game.view and the log: a rendering cannot show what the view hides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple, Self

from rich.console import Console
from rich.text import Text

from munchkin_env.cards.conditions import CardInfo
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.vocabulary.words import CardKind, Slot

from .game import Game
from .notation import player_name, question_words

WIDTH = 96
INDENT = 16  # where the cards start

RENDER_MODES = ("human", "ansi")
"""Modes of the environments: print, or return as text."""

View = dict[str, Any]


class Line(NamedTuple):
    text: str
    style: str = ""
    """A style of rich, for a terminal with colors."""


TITLE, ME, FIGHT, QUIET, CHOICE = "bold", "bold cyan", "bold red", "dim", "green"


class RenderModeError(ValueError, TypeError):
    """Also a TypeError: `make_vec_env` of Stable-Baselines3 asks every environment for "rgb_array", and accepts that as a no."""


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """Raises RenderModeError."""
    if mode is not None and mode not in modes:
        raise RenderModeError(f"render_mode={mode!r}: must be one of {', '.join(map(repr, (None, *modes)))}")
    return mode


def render(game: Game, seat: int | None = None, *, everything: bool = False) -> str:
    """The position as the seat sees it, without colors. None: as everybody sees it. `everything`: no secrets, for debugging.

    The number before each legal action is its id, which Game.apply takes. The text ends without a newline.
    """
    return "\n".join(line.text for line in lines(game, seat, everything=everything))


def show(game: Game, seat: int | None = None, *, everything: bool = False, console: Console | None = None) -> None:
    """Print the same; in color if the terminal supports it."""
    console = console or Console(highlight=False)
    for line in lines(game, seat, everything=everything):
        console.print(Text(line.text, line.style), soft_wrap=True)


def lines(game: Game, seat: int | None = None, *, everything: bool = False) -> Iterator[Line]:
    """The lines of `render`, each with its style."""
    picture = Picture.of(game, seat, everything=everything)
    yield from picture.table()
    yield from _happened(game, seat, everything)
    yield Line("")
    yield from picture.decision()
    if picture.view["legal"]:
        for text, action in game.texts().items():
            yield Line(f"  {action:>4}  {text}", CHOICE)


def _happened(game: Game, seat: int | None, everything: bool) -> Iterator[Line]:
    """The last step. Everybody's view shows only the cards that everybody saw."""
    events = [event if everything else event.as_seen(seat, game.num_players) for event in game.events()]
    if events:
        yield Line("")
        yield Line("LAST STEP", TITLE)
        for said, same in groupby(str(event) for event in events):
            times = len(list(same))
            yield Line(f"  {said}" + (f" (x{times})" if times > 1 else ""), QUIET)


@dataclass(frozen=True)
class Picture:
    """A view in lines: the parts of a rendering."""

    view: View
    """What the seat sees (Game.view)."""
    cards: Mapping[str, CardInfo]
    """All cards by name."""
    width: int = WIDTH
    """The width of a line, in characters."""
    names: Mapping[int, str] = field(default_factory=dict)
    """Names of players (notation.seat_names), instead of their numbers."""
    marks: bool = False
    """Whether Items that their owner could not wear are marked."""

    @classmethod
    def of(
        cls,
        game: Game,
        seat: int | None,
        *,
        everything: bool = False,
        width: int = WIDTH,
        names: Mapping[int, str] | None = None,
        marks: bool = False,
    ) -> Self:
        """The picture of a game as a seat sees it."""
        return cls(game.view(seat, everything=everything), game.cards.by_name, width, names or {}, marks)

    # -------------------------------------------------------------------------------------------------------- wholes

    def table(self) -> Iterator[Line]:
        """The whole table: the head, the players, the fight, open cards."""
        yield from self.head()
        for p in range(len(self.view["players"])):
            yield Line("")
            yield from self.player(p)
        yield from self.fight()
        yield from self.open_cards()

    def whole(self) -> Iterator[Line]:
        """The table and the decision."""
        yield from self.table()
        yield Line("")
        yield from self.decision()

    def blocks(self) -> list[list[Line]]:
        """What matters for a decision, in parts: the fight, open cards, the players in one line, the seat's hand."""
        players = self.view["players"]
        in_short = [Line(row.text, QUIET) for row in self.listed("Level (strength)  ", [self.short(p) for p in range(len(players))])]
        return [list(self.fight()), list(self.open_cards()), [Line(""), *in_short], list(self.hand(players[self.view["seat"]]))]

    def short(self, p: int) -> str:
        """A player in a few words."""
        one = self.view["players"][p]
        return f"{self.who(p)}: {one['level']} ({one['strength']})"

    # ----------------------------------------------------------------------------------------------------- who, what

    def who(self, p: int) -> str:
        """ "you", or the player's name."""
        return "you" if p == self.view["seat"] else self.called(p)

    def called(self, p: int) -> str:
        """The player's name."""
        return self.names.get(p, player_name(p))

    def verb(self, p: int, third: str, second: str) -> str:
        """ "player 1 runs", "you run"."""
        return f"{self.who(p)} {second if p == self.view['seat'] else third}"

    def whom(self, players: Iterable[int]) -> str:
        """Several players in a list."""
        return ", ".join(self.who(p) for p in players)

    def known(self, name: str) -> str:
        """The card with the most important facts about it."""
        hint = _hint(self.cards[name])
        return f"{name} ({hint})" if hint else name

    def listed(self, label: str, items: Sequence[str], empty: str = "") -> Iterator[Line]:
        """A label and items, wrapped."""
        if items or empty:
            yield from wrapped(label, items or [empty], self.width)

    # --------------------------------------------------------------------------------------------------------- parts

    def head(self) -> Iterator[Line]:
        """The round, whose turn it is, the decks."""
        view = self.view
        if view["over"]:
            yield Line(f"MUNCHKIN   round {view['round'] + 1}   {self.result()}", TITLE)
        else:
            turn = view["turn_player"]
            whose = "your turn" if turn == view["seat"] else f"turn of {self.called(turn)}"
            yield Line(f"MUNCHKIN   round {view['round'] + 1}   {whose}   Level {view['options']['win_level']} wins", TITLE)
        for deck, discards in view["discards"].items():
            top = f"; top discard {discards[0]}" if discards else "; no discards"
            yield Line(f"{deck:<{INDENT}}{view['decks'][deck]} in the deck{top}", QUIET)

    def result(self) -> str:
        """How the game ended."""
        winners = self.view["winners"]
        if not winners:
            return "truncated, nobody wins"
        return f"{self.whom(winners)} {'win' if len(winners) > 1 or winners == (self.view['seat'],) else 'wins'} the game"

    def player(self, p: int) -> Iterator[Line]:
        """One player: Level, strength, cards."""
        one, me = self.view["players"][p], p == self.view["seat"]
        by_kind = {kind: [card["card"] for card in one["table"] if card["kind"] in kinds] for kind, kinds in _PLACES.items()}
        origin = " ".join([one["sex"], *by_kind["race"], *by_kind["class"]])
        name = f"{player_name(p)} (you)" if me else self.called(p)
        states = [state for state, holds in self.states(p).items() if holds]
        row = f"{name:<{INDENT - 1}} Level {one['level']:<3}strength {one['strength']:<4}{origin}"
        tail = f"   [{', '.join(states)}]" if states else ""
        if len(row + tail) > self.width:
            yield Line(row, ME if me else TITLE)
            row, tail = " " * INDENT, tail.lstrip()
        yield Line(row + tail, ME if me else TITLE)
        items = [card for card in one["table"] if card["kind"] not in _NOT_ITEMS]
        yield from self.listed("wears", [self.in_play(card) for card in items if card["equipped"]])
        yield from self.listed("carries", [self.in_play(card) + self.mark(one, card["card"]) for card in items if not card["equipped"]])
        yield from self.listed("with", [self.known(name) for name in (*by_kind["companion"], *by_kind["dual"])])
        yield from self.listed("cursed by", by_kind["curse"])
        yield from self.hand(one)
        yield from self.listed("has done", [self.done(deed, to) for deed, to in one["deeds"].items() if any(to)])

    def states(self, p: int) -> dict[str, bool]:
        """Unusual states of a player."""
        view, fight = self.view, self.view["fight"] or {}
        return {
            "dead": view["players"][p]["dead"],
            "won": p in view["winners"],
            "turn": p == view["turn_player"] and not view["over"],
            "fights": p == fight.get("main"),
            "helps": p == fight.get("helper"),
            "decides": p == view["decides"],
            "has passed": p in view["passed"],
        }

    def mark(self, owner: dict[str, Any], name: str) -> str:
        """Whether only others could wear an Item: what the owner is does not fit. Other conditions are not looked at."""
        data = self.cards[name].data
        if not self.marks or not {"usable_by", "not_usable_by"} & data.keys():
            return ""
        fit, unfit = (any(_is(owner, one) for one in data.get(key, ())) for key in ("usable_by", "not_usable_by"))
        only = "usable_by" in data and all(one.partition(":")[0] in _WHAT_ONE_IS for one in data["usable_by"])
        return " [not for you]" if unfit or (only and not fit) else ""

    def in_play(self, card: dict[str, Any]) -> str:
        """An Item; what it is attached to, or who carries it."""
        name = self.known(card["card"])
        return f"{name} on {card['on']}" if card["on"] else name

    def hand(self, one: dict[str, Any]) -> Iterator[Line]:
        """What the seat knows of a hand."""
        cards = one["hand"]
        unknown = [card["back"] for card in cards if card["card"] is None]
        known = [self.known(card["card"]) + self.mark(one, card["card"]) for card in cards if card["card"] is not None]
        backs = [_count(unknown.count(back), back) for back in ("door", "treasure") if back in unknown]
        label = f"hand {len(cards)}/{one['hand_limit']}"
        yield from self.listed(label, [*known, *backs], empty="no cards")

    def done(self, deed: str, to: Sequence[int]) -> str:
        """ "has done: hit player 1 x2": deeds are participles."""
        return f"{deed} " + " and ".join(f"{self.who(p)}{f' x{n}' if n > 1 else ''}" for p, n in enumerate(to) if n)

    def fight(self) -> Iterator[Line]:
        """The fight: both sides, strengths, stakes."""
        fight = self.view["fight"]
        if not fight:
            return
        players, (ours, theirs) = self.view["players"], fight["strength"]
        sides = [p for p in (fight["main"], fight["helper"]) if p is not None]
        us = " and ".join(f"{self.who(p)} ({players[p]['strength']})" for p in sides)
        them = " and ".join(f"{name} ({strength})" for name, strength in fight["monsters"].values()) or "no monster"
        yield Line("")
        yield Line(f"FIGHT   {us} against {them}", FIGHT)
        standing = "the munchkins are winning" if fight["winning"] else "the monsters are winning"
        if fight["runner"] is not None:
            standing = "the fight is lost"
        yield Line(f"  {ours} against {theirs}: {standing}; {_count(fight['treasures'], 'treasure')} at stake")
        yield from self.listed("played", [self.known(name) for name in fight["played"]])
        if fight["deal"]:
            yield from self.listed("deal", [self.terms(fight["helper"], fight["deal"])])
        if fight["runner"] is not None:
            die = f", the die shows {fight['die']}" if fight["die"] else ""
            monster = f" from {fight['from']}" if fight["from"] else ""
            yield Line(f"  {self.verb(fight['runner'], 'runs', 'run')}{monster}{die}")

    def terms(self, helper: int, deal: dict[str, Any]) -> str:
        """What the helper gets."""
        n, item, card = deal["treasures"], deal["item"], deal["card"]
        gets = gains_words(None if n == "all" else n, deal["helper_first"], [one for one in (item, card) if one != "nothing"])
        return f"{self.verb(helper, 'gets', 'get')} {gets}"

    def open_cards(self) -> Iterator[Line]:
        """Open cards."""
        if self.view["pool"]:
            yield Line("")
            yield Line("OPEN CARDS", TITLE)
            yield from self.listed("", [self.known(name) for name in self.view["pool"]])

    # ------------------------------------------------------------------------------------------------- the decision

    def decision(self) -> Iterator[Line]:
        """The decision, and who makes it."""
        view = self.view
        if view["over"]:
            yield Line(f"GAME OVER: {self.result()}", TITLE)
            return
        for text in self.asked():
            yield from self.listed("", [text])
        what = question_words(Kind[view["decision"]], view["asked"].get("moment"))
        yield Line(f"{self.verb(view['decides'], 'decides', 'decide')}: {what}", TITLE)

    def asked(self) -> Iterator[str]:
        """The subject of the decision."""
        asked = self.view["asked"]
        if "to" in asked:
            yield f"The offer: {self.terms(asked['to'], asked)}"
        elif "with" in asked:
            maker = self.view["decides"] if self.view["decision"] != Kind.ANSWER_TRADE.name else asked["with"]
            wants = f", for {asked['wants']}" if "wants" in asked else ""
            yield f"The trade: {self.verb(maker, 'gives', 'give')} {asked['gives']}{wants}"
        elif "victim" in asked:
            yield f"{asked['card']} is about to strike {self.who(asked['victim'])}"
        elif "sale" in asked:
            yield f"The sale: {', '.join(asked['sale']) or 'nothing yet'}"
        elif "card" in asked and asked["card"] != "nothing":
            die = f"; the die shows {asked['die']}" if asked.get("die") else ""
            yield f"It is about {asked['card']}{die}"
        elif asked.get("die"):
            yield f"The die shows {asked['die']}"


# ------------------------------------------------------------------------------------------------------- text


def wrapped(label: str, items: Sequence[str], width: int = WIDTH) -> Iterator[Line]:
    """The items with commas, wrapped between items; the label before the first row."""
    indent = INDENT if label else 2
    row = f"  {label}".ljust(indent)
    first = True
    for item in items:
        if not first:
            if len(row) + 2 + len(item) >= width:
                yield Line(row + ",")
                row = " " * indent
            else:
                row += ", "
        row += item
        first = False
    yield Line(row)


def gains_words(treasures: int | None, first: bool, cards: Sequence[str]) -> str:
    """What a helper gets; treasures is None for all of them."""
    gets = ["all treasures" if treasures is None else _count(treasures, "treasure")] if treasures != 0 else []
    if first and treasures:
        gets[0] += ", the first pick"
    return " and ".join([*gets, *cards]) or "nothing"


_WHAT_ONE_IS = ("sex", "class", "race", "role", "house")


def _is(owner: dict[str, Any], condition: Any) -> bool:
    """Whether a player is that, by the cards in play: `class:wizard`, `race:human`, `sex:female`."""
    what, _, which = condition.partition(":") if isinstance(condition, str) else ("", "", "")
    if what == "sex":
        return bool(owner["sex"] == which)
    mine = [card["card"].lower().replace(" ", "_") for card in owner["table"] if card["kind"] == what]
    return which in mine or (condition == "race:human" and not mine)


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _hint(card: CardInfo) -> str:
    """Level of a monster; bonus and slot of an Item; the kind of other cards, unless the name says it."""
    if card.kind == CardKind.MONSTER:
        return f"monster {card.data['level']}"
    words = [f"{card.data['bonus']:+}"] if card.data.get("bonus") else []
    words += ["big"] if card.big else []
    if card.slot != Slot.NONE:
        words.append(card.slot.name.lower().replace("_", " "))
    if card.kind in _SORTS and not card.name.startswith(_SAY_IT):
        words.append(_SORTS[card.kind])
    return " ".join(words)


_SORTS = {
    CardKind.ENHANCER: "monster enhancer",
    CardKind.CLASS: "class",
    CardKind.RACE: "race",
    CardKind.ROLE: "role",
    CardKind.PROFICIENCY: "proficiency",
    CardKind.ONE_SHOT: "one-shot",
    CardKind.GO_UP_LEVEL: "go up a Level",
    CardKind.CURSE: "curse",
    CardKind.COMPANION: "companion",
    CardKind.STEED: "steed",
    CardKind.ITEM_ENHANCER: "item enhancer",
}
_SAY_IT = ("Curse!", "Trap!")
"""Kinds that are obvious from the names."""
_PLACES: dict[str, tuple[str, ...]] = {
    "race": ("race",),
    "class": ("class", "role", "house", "proficiency"),
    "companion": ("companion",),
    "dual": ("dual",),
    "curse": ("curse",),
}
_NOT_ITEMS = frozenset(kind for kinds in _PLACES.values() for kind in kinds)
