"""The house rules, each declared once, in OPTIONS.

From it come validation, docs/options.md and, by `python -m munchkin_env.game.generate`, the fields of the record (engine/state/options.py)
and the type of the keywords (house_rules.py).
"""

import difflib
import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from munchkin_env.core.files import short
from munchkin_env.engine.state.options import Options
from munchkin_env.engine.state.records import FasterTreasure, HouseMode, SexMode
from munchkin_env.vocabulary.words import NONE


class OptionError(ValueError):
    """An option that does not exist, or a value that it cannot have."""


@dataclass(frozen=True)
class Option:
    place: int
    """Its number among the options of the record, never given to another one; a new option takes the next."""
    name: str
    """The keyword."""
    default: Any
    """Its value if it is not given."""
    meaning: str
    """For docs/options.md."""
    rules: str
    """Ids of the rules it belongs to."""
    field: str
    """The field of the record's Options."""
    low: int | None = None
    """The lowest number, if numbers are allowed."""
    high: int | None = None
    """The highest."""
    choices: tuple[tuple[str, int], ...] = ()
    """Words, and the numbers that stand for them in the record. With low and high: words instead of a number."""
    seat: bool = False
    """Whether its numbers are seats."""
    unseen: str = ""
    """Why it is no number of the observation, unless it is one (House in observe/layout.py)."""

    @property
    def is_flag(self) -> bool:
        """Whether it is True or False."""
        return isinstance(self.default, bool)

    @property
    def allowed(self) -> str:
        """The possible values, for people."""
        if self.is_flag:
            return "True or False"
        words = [repr(word) for word, _ in self.choices]
        if self.low is not None:
            words.append(f"a number from {self.low} to {self.high}")
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

    def check(self, value: Any) -> Any:
        """The value in its plain form (bool, int or str). Raises OptionError if it is not allowed."""
        if self.is_flag:
            if isinstance(value, (bool, np.bool_)) or whole(value) in (0, 1):
                return bool(value)
        elif isinstance(value, str):
            if value in dict(self.choices):
                return str(value)
        elif self.low is not None and self.high is not None:
            number = whole(value)
            if number is not None and self.low <= number <= self.high:
                return number
        raise OptionError(f"{self.name}={short(value)}: must be {self.allowed}")

    def number(self, value: Any) -> int:
        """The number in the record for a checked value."""
        return dict(self.choices)[value] if isinstance(value, str) else int(value)

    def value(self, number: int) -> Any:
        """The checked value for a number in the record."""
        if self.is_flag:
            return bool(number)
        return next((word for word, n in self.choices if n == number), number)


def whole(value: Any) -> int | None:
    """The value as an int, if it is a Python or numpy integer (not a bool); otherwise None."""
    if isinstance(value, (bool, np.bool_)):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def is_text(value: Any) -> bool:
    """Checks despite the annotation: callers without a type checker pass anything."""
    return isinstance(value, str)


def wishes(options: Any) -> Mapping[str, Any]:
    """The argument of reset(options=…): a dict, or None. Raises ValueError."""
    if options is None or isinstance(options, Mapping):
        return options or {}
    raise ValueError(f"options={short(options)}: must be a dict, or None")


def _flag(place: int, name: str, default: bool, rules: str, meaning: str, field: str = "", unseen: str = "") -> Option:
    return Option(place, name, default, meaning, rules, field or name, unseen=unseen)


def _word(place: int, name: str, rules: str, meaning: str, choices: Sequence[tuple[str, int]], field: str = "", unseen: str = "") -> Option:
    """The first choice is the default."""
    return Option(place, name, choices[0][0], meaning, rules, field or name, choices=tuple(choices), unseen=unseen)


def _number(place: int, name: str, default: int, low: int, high: int, rules: str, meaning: str, unseen: str = "") -> Option:
    return Option(place, name, default, meaning, rules, name, low, high, unseen=unseen)


NUM_PLAYERS = Option(-1, "num_players", 4, "How many play; 2 is an unofficial duel.", "SETUP-01", "", 2, 6)

BEFORE = "It has an effect only before the first turn."

OPTIONS: tuple[Option, ...] = (
    _number(0, "win_level", 10, 3, 20, "WIN-01 VAR-05", "The Level that wins: 10, 20 for an epic game, less for a short one."),
    _word(
        16,
        "sex_mode",
        "SETUP-06",
        "How each player's sex is set: chosen by the player, at random, or fixed (seats alternate, male first).",
        (("choose", SexMode.CHOOSE), ("random", SexMode.RANDOM), ("fixed", SexMode.FIXED)),
        unseen=BEFORE,
    ),
    _word(
        20,
        "w_sources",
        "SETUP-10",
        "Which parts of a box are used, for cards that say where they come from (those of the Western set do): all, or the base "
        "game alone or with its expansion (horse) or its promotional cards (promo).",
        (("all", 7), ("base", 1), ("base+horse", 3), ("base+promo", 5)),
        "sub_decks",
        unseen=BEFORE,
    ),
    Option(
        17,
        "first_player",
        "random",
        "Who begins: a random player, or that seat.",
        "SETUP-09",
        "first_player",
        0,
        5,
        (("random", NONE),),
        seat=True,
        unseen=BEFORE,
    ),
    _flag(
        13, "setup_second_origin", False, "SETUP-07", "With the card that allows two, a second Class or Race may be played at the start."
    ),
    _flag(1, "listen_at_door", False, "VAR-01 TURN-03", "A turn begins with a face-down Door card (the faster game)."),
    _word(
        2,
        "faster_treasure",
        "VAR-02 LOOT-05",
        "The faster game draws a face-down Treasure: when looting the room (instead of the Door), when looking for trouble, or as the rule "
        "sheets of the sets say.",
        (
            ("off", FasterTreasure.OFF),
            ("loot", FasterTreasure.LOOT),
            ("trouble", FasterTreasure.TROUBLE),
            ("set_default", FasterTreasure.SET_DEFAULT),
        ),
    ),
    _flag(3, "shared_victory", False, "VAR-03", "The helper in the winning fight also wins."),
    _flag(4, "ask_only_when_losing", True, "HELP-01", "Help may be asked for only while the munchkins are not winning."),
    _flag(
        5,
        "counter_offers",
        False,
        "HELP-05",
        "A player who is asked for help may answer, once per request, with the number of Treasures they want.",
    ),
    _flag(
        6,
        "binding_deals",
        True,
        "HELP-07",
        "Deals with a helper are carried out; otherwise the player who promised decides whether to keep the promise.",
    ),
    _word(
        7,
        "bribe_item_due",
        "HELP-07",
        "When an Item promised to a helper is due: only if the fight is won, or in any case.",
        (("win", 0), ("always", 1)),
        "bribe_item_always",
    ),
    _flag(8, "auto_pass_forced", True, "TIME-10", "A player who could only pass does so without being asked."),
    _word(
        9,
        "priority",
        "TIME-10",
        "Who decides after an action in a window: the same player until they pass, or the next seat.",
        (("keep", 0), ("rotate", 1)),
        "rotate_priority",
    ),
    _flag(
        10,
        "third_party_acts_in_combat",
        True,
        "TIME-08",
        "Players outside a fight may act during it: play cards into it, trade, change what they wear.",
        "third_party_acts",
    ),
    _word(
        11,
        "sell_cap",
        "SELL-03",
        "A sale that would bring the winning Level: brings less, or is not allowed.",
        (("clamp", 0), ("strict", 1)),
        "strict_sales",
    ),
    _flag(12, "hireling_item_lost", True, "HIRE-01", "An Item that a Hireling carries is lost with it."),
    _number(14, "trade_budget", 3, 0, 9, "TRADE-04 TIME-13", "Trades and gifts a player may offer per turn; 0: no trading."),
    _word(
        15,
        "obs_discards",
        "DECKS-01",
        "What observations show of the discards: the top cards, also the number of each card, or everything.",
        (("top", 0), ("counts", 1), ("full", 2)),
    ),
    _number(21, "max_rounds", 200, 1, 30000, "TIME-13", "A game without a winner is truncated after this many rounds."),
    _word(
        18,
        "house_mode",
        "SETUP-03",
        "How each player's House is set, in sets that have Houses: chosen by the player, or at random.",
        (("choose", HouseMode.CHOOSE), ("random", HouseMode.RANDOM)),
        unseen=BEFORE,
    ),
    _word(
        19,
        "proficiency_timing",
        "PROF-05",
        "When Proficiencies may be played: at any time, or like Roles on the player's own turn and when just received.",
        (("any", 0), ("role", 1)),
        "study_like_roles",
        unseen="The mask shows what it allows.",
    ),
)
BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}


def keywords(taker: Callable[..., Any]) -> list[str]:
    """The names of its arguments, including those of a TypedDict, with the house rules at the end."""
    names: dict[str, None] = {}
    for name, parameter in inspect.signature(taker).parameters.items():
        if parameter.kind == parameter.VAR_KEYWORD:
            names |= dict.fromkeys(one for typed in get_args(parameter.annotation) for one in typed.__annotations__)
        else:
            names[name] = None
    return sorted(names, key=lambda name: name in BY_NAME)


def check_names(given: Mapping[str, Any], *takers: Callable[..., Any], decided: Sequence[str] = ()) -> None:
    """Raises OptionError for a name that is neither a house rule nor an argument of the takers.

    Args:
        given: Options by their names.
        takers: Functions and classes whose arguments are allowed.
        decided: Arguments of theirs that are not.
    """
    names = dict.fromkeys([*(name for taker in takers for name in keywords(taker) if name not in decided), *BY_NAME])
    for name in given:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1, 0.75)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise OptionError(f"there is no option {short(name)}{hint}; the options are {', '.join(names)}")


def check_options(given: Mapping[str, Any], num_players: int) -> dict[str, Any]:
    """All house rules with their values, including defaults. Raises OptionError."""
    check_names(given)
    values = {option.name: option.check(given.get(option.name, option.default)) for option in OPTIONS}
    first = values["first_player"]
    if first != "random" and first >= num_players:
        raise OptionError(f"first_player={first}: with {num_players} players it must be a seat from 0 to {num_players - 1}")
    return values


def write_options(values: Mapping[str, Any], record: Options) -> None:
    """Write checked values to the record."""
    for option in OPTIONS:
        setattr(record, option.field, option.number(values[option.name]))


def read_options(record: Options) -> dict[str, Any]:
    """The values in a record."""
    return {option.name: option.value(int(getattr(record, option.field))) for option in OPTIONS}


def options_markdown() -> str:
    """The table of docs/options.md."""
    rows = [
        f"| `{option.name}` | `{option.default!r}` | {option.allowed.replace('|', '/')} | {option.meaning} | {option.rules} |"
        for option in (NUM_PLAYERS, *OPTIONS)
    ]
    return "\n".join(["| option | default | allowed | meaning | rules |", "| --- | --- | --- | --- | --- |", *rows]) + "\n"
