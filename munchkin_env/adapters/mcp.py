"""MCP: a seat at a table as tools for a language model (`munchkin mcp`). Only `server` needs the library."""

import difflib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from munchkin_env.cards.describe import describe
from munchkin_env.cards.loader import built_in_sets
from munchkin_env.core.files import short
from munchkin_env.core.texts import printable_lines
from munchkin_env.game.game import Game
from munchkin_env.game.options import OptionError
from munchkin_env.players.protocol import AgentError
from munchkin_env.text.prompting import listed_briefly
from munchkin_env.text.seat import tally_in_words
from munchkin_env.version import __version__

from .words import WELCOME, WordTable, welcome

INSTRUCTIONS = """\
The card game Munchkin: you have one seat, bots have the others. Call new_game once. Then call act with the number or the words of a legal
action until the game is over: it answers with what has happened and what you have to decide next; observe and legal repeat that. card and
rule explain. Nothing shows you hidden cards."""
_MOST_RULES = 40  # that are told at once


class DeskError(ValueError):
    """What a tool was asked for cannot be done. The text says why, and what can."""


@dataclass(frozen=True)
class DeskSettings:
    """What the user of the server chooses, and its client cannot change."""

    seat: int = 0
    """The client's."""
    opponents: Sequence[str] = ("greedy", "greedy", "greedy")
    """Who plays, unless the client names others."""
    sets: Sequence[str] = ("deluxe",)
    """Which cards, unless the client names others."""
    seed: int | None = None
    """Of the first game; each further game takes the next. None: it is drawn. It determines hidden cards: the client never learns it."""
    obfuscate: int | None = None
    """A seed by which cards exchange their names."""
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    """As for Game."""


class Desk:
    """One seat at a table: the tools of the server. A client that calls several at the same time waits its turn."""

    def __init__(self, settings: DeskSettings | None = None, rules: Mapping[str, str] | None = None) -> None:
        """Prepare.

        Args:
            settings: The user's choices.
            rules: The rules in full, by their id, such as "COMBAT-09"; None: only the rules in brief are told.
        """
        self.settings = settings or DeskSettings()
        self._rules = dict(rules or {})
        self._table: WordTable | None = None
        self._games = 0
        self._lock = threading.RLock()

    def new_game(self, opponents: list[str] | None = None, sets: list[str] | None = None) -> str:
        """Begin a game; a running one is abandoned. Answers with the rules in brief, how to answer, and your first decision.

        opponents: one to five of the bots, in the order of turns after you; leave it out to meet the usual ones.
        sets: the cards to play with; leave it out for the usual ones.
        """
        with self._lock:
            chosen = self.settings
            against = list(chosen.opponents) if opponents is None else welcome(opponents)
            with_cards = tuple(chosen.sets) if sets is None else _known(sets)
            if not 1 <= len(against) <= 5 or not 0 <= chosen.seat <= len(against):
                raise AgentError(
                    f"{len(against)} opponents, and seat {chosen.seat} for the model: must be 1 to 5, and a seat from 0 to {len(against)}"
                )
            seed = None if chosen.seed is None else chosen.seed + self._games
            game = Game(len(against) + 1, with_cards, seed, **chosen.house_rules)
            if self._table is not None:
                self._table.close()
            self._table = WordTable(game, [chosen.seat], against, obfuscate=chosen.obfuscate)
            self._games += 1
            return f"{self._table.rules()}\n\n{self._shown()}"

    def observe(self) -> str:
        """Your position, what has happened since your last decision, what you have to decide, and the legal actions."""
        with self._lock:
            return self._shown()

    def legal(self) -> str:
        """Only the legal actions, with their numbers."""
        with self._lock:
            table = self._playing()
            return "\n".join(listed_briefly(table.table.shown)) if table.waits else _OVER

    def act(self, answer: str) -> str:
        """Do something: the number or the words of a legal action, several separated by semicolons, or a whole offer, trade or sale, such
        as "ask player 2 for help, 2 treasures, the helper picks first". Answers with what has happened and your next decision."""
        with self._lock:
            table = self._playing()
            if not table.waits:
                raise DeskError(_OVER)
            reply = table.answer(answer)
            if reply.action is None:
                raise DeskError(reply.problem)
            return self._shown()

    def card(self, name: str) -> str:
        """What a card of this game does."""
        with self._lock:
            cards = self._playing().table.shown.cards.cards
            wanted = name.strip().casefold()
            found = [card for card in cards if card.name.casefold() == wanted]
            if not found:
                near = difflib.get_close_matches(wanted, [card.name.casefold() for card in cards], 3, 0.5)
                names = [card.name for card in cards if wanted and (wanted in card.name.casefold() or card.name.casefold() in near)]
                raise DeskError(f"no card is called {short(name)}" + (f"; there are {', '.join(names[:8])}" if names else ""))
            return "\n".join(f"{card.name} ({card.kind.name.lower().replace('_', ' ')}): {describe(card)}" for card in found)

    def rule(self, about: str = "") -> str:
        """The rules in full: by number (COMBAT-09), by section (COMBAT) or by a word (helper). Without a word: the rules in brief."""
        with self._lock:
            wanted = about.strip().casefold()
            if not wanted:
                sections = ", ".join(dict.fromkeys(one.rpartition("-")[0] for one in self._rules))
                return f"{self._playing().rules()}" + (f"\n\nSections of the rules: {sections}" if sections else "")
            found = [one for one in self._rules if wanted in (one.casefold(), one.rpartition("-")[0].casefold())]
            found = found or [one for one, text in self._rules.items() if wanted in text.casefold()]
            if not found:
                raise DeskError(f"no rule is about {short(about)}")
            more = f"\n({len(found) - _MOST_RULES} more)" if len(found) > _MOST_RULES else ""
            return "\n".join(f"{one} {self._rules[one]}" for one in found[:_MOST_RULES]) + more

    def _playing(self) -> WordTable:
        if self._table is None:
            raise DeskError("there is no game yet: call new_game")
        return self._table

    def _shown(self) -> str:
        table = self._playing()
        if table.waits:
            return table.prompt()
        return f"{_OVER}\n\n{table.prompt(self.settings.seat)}\n\nYour answers: {tally_in_words(table.tally[self.settings.seat])}"

    @property
    def table(self) -> WordTable | None:
        """The game, if one was begun."""
        return self._table


_OVER = "The game is over; new_game begins another one."


def _known(sets: Sequence[str]) -> tuple[str, ...]:
    """Names of built-in sets: files are opened only for the user."""
    strange = [one for one in sets if one not in built_in_sets()]
    if strange or not sets:
        raise DeskError(f"sets={short(list(sets))}: must be of {', '.join(built_in_sets())}")
    return tuple(sets)


TOOLS = ("new_game", "observe", "legal", "act", "card", "rule")


def server(desk: Desk) -> Any:
    """The MCP server with these tools: `server(desk).run("stdio")`. Raises ImportError without the `mcp` package."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as error:
        raise ImportError("munchkin mcp needs version 2 of the MCP SDK: pip install 'munchkin-env[mcp]'") from error

    def told(tool: Callable[..., str]) -> Callable[..., str]:
        """Problems as errors that the model may read; anything else is a fault of the server."""

        @wraps(tool)
        def called(*args: Any, **kwargs: Any) -> str:
            try:
                return tool(*args, **kwargs)
            except (DeskError, AgentError, OptionError) as problem:
                raise ToolError(printable_lines(str(problem))) from problem

        return called

    made = MCPServer(
        "munchkin", title="Munchkin", instructions=f"{INSTRUCTIONS}\nBots: {', '.join(WELCOME)}.", version=__version__, log_level="WARNING"
    )
    for name in TOOLS:
        made.add_tool(told(getattr(desk, name)), name=name, structured_output=False)
    return made
