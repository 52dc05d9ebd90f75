"""Styles by name, and your own styles: `style("greedy", "my bot", level=120)`, or a TOML file.

# my_bot.toml
base = "greedy"        # the style it starts from; greedy if omitted
about = "likes Levels"
level = 120
"""

import difflib
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import STYLE, FileError, parse_toml, read_text, short
from munchkin_env.core.record import empty, view
from munchkin_env.game.options import whole

from .style import FIELDS, Bot, BotKind


class UnknownBotError(ValueError):
    """There is no bot of that name."""


class StyleError(ValueError):
    """An invalid style: an unknown field, a value out of range, or an unreadable file."""


@dataclass(frozen=True)
class Style:
    """A scripted player as a value: compare it, pickle it, put it on any seat that a bot may have."""

    name: str
    """What it is called in results."""
    values: tuple[int, ...] = field(repr=False)
    """In the order of FIELDS."""
    about: str = field(default="", compare=False, repr=False)
    """A sentence about how it plays."""
    kind: BotKind = field(default=BotKind.STYLE, repr=False)
    """STYLE, except for the bots that choose at random."""

    def __getitem__(self, name: str) -> int:
        return self.fields()[name]

    def fields(self) -> dict[str, int]:
        """All numbers, by name."""
        return dict(zip(FIELDS, self.values, strict=True))

    def changes(self, base: "Style | None" = None) -> dict[str, int]:
        """The numbers that differ from greedy's, or from another style's."""
        values = (base or GREEDY).fields()
        return {name: value for name, value in self.fields().items() if values[name] != value}

    @property
    def digest(self) -> str:
        """Eight letters that differ when styles play differently. Adding a field with greedy's value does not change them."""
        return hashlib.sha256(repr((self.kind.value, sorted(self.changes().items()))).encode()).hexdigest()[:8]

    @staticmethod
    def from_toml(path: str | Path) -> "Style":
        """Read a style from a file. Raises StyleError."""
        return load_style(path)

    def write(self, bot: Bot, seed: int = 1) -> None:
        """Make the record play this style. seed: of the bot's own randomness, any integer."""
        bot.kind = self.kind.value
        bot.random[0] = 1 + seed % (2**32 - 2)
        for name, value in self.fields().items():
            setattr(bot, name, value)


BotSpec = str | Path | Style
"""What specifies a bot: its name, the path of a style file (*.toml), or a Style."""

_GREEDY = tuple(one.greedy for one in FIELDS.values())
GREEDY = Style("greedy", _GREEDY, "does what gains it most, by its own estimate")
_ABOUT, CHANGES = 0, 1
_STYLES: dict[str, tuple[str, dict[str, int]]] = {
    "cautious": (
        "fights only what it is sure to beat, takes no risks, stays out of others' fights until the end",
        {"caution": 200, "computes_flight": 1, "trouble_margin": 3, "surplus": 8, "power_risk": 15, "curse_at_once": 120},
    ),
    "bully": (
        "attacks the leader at once, and interferes whenever it pays",
        {"curse_at_once": 20, "curse_leader": 1, "meddle_from": 35, "meddle_price": 60, "level_taken": 100, "spite": 150},
    ),
    "diplomat": (
        "trades, names its price for help, remembers who helped or harmed it, gives what it does not need to players behind it",
        {"trades": 1, "trade_gain": 0, "gifts": 30, "counters": 1, "help_gain": 5, "offer_gain": 5, "grudge": 15, "gratitude": 15},
    ),
    "kingslayer": (
        "trades, and saves its attacks for a player about to win; helps nobody who is far ahead",
        {"trades": 1, "trade_gain": 0, "curse_at_once": 150, "curse_from": 60, "meddle_from": 75, "meddle_price": 150, "help_until": 70},
    ),
    "veteran": (
        "numbers tuned by playing: trades, asks for help and helps more readily, takes more risks",
        {
            "level": 47,
            "victory": 1626,
            "treasure": 63,
            "door": 20,
            "hand_card": 26,
            "bonus": 44,
            "run_bonus": 3,
            "power": 19,
            "shot_bonus": 18,
            "one_shot": 28,
            "cancels": 34,
            "removes": 124,
            "doubles": 59,
            "curse": 5,
            "monster": 34,
            "companion": 50,
            "identity": 15,
            "trait": 7,
            "gold": 54,
            "death": 52,
            "threat_at_end": 124,
            "threat_base": 35,
            "threat_per_level": 17,
            "caution": 56,
            "thrift": 3,
            "surplus": 5,
            "trouble": 26,
            "trouble_margin": -6,
            "computes_loot": 1,
            "power_risk": 47,
            "help_gain": 8,
            "offer_gain": 17,
            "help_threat": 58,
            "help_until": 71,
            "trade_gain": -4,
            "trade_leaves": 5,
            "trades": 1,
            "gifts": 3,
            "meddle_from": 160,
            "meddle_price": 58,
            "curse_at_once": 63,
            "curse_from": 9,
            "level_taken": 20,
            "spite": 113,
            "gratitude": 5,
        },
    ),
}
"""Styles derived from greedy: a description, and the numbers that differ."""


def style(base: BotSpec = "greedy", name: str | None = None, about: str = "", **values: int) -> Style:
    """Your own style: another one with some numbers changed. Raises StyleError."""
    begun = check_bot(base)
    where = f"style({begun.name!r}, …)"
    if name is None:
        name = begun.name if not values else begun.name + "".join(f",{key}={value}" for key, value in sorted(values.items()))
    return _changed(begun, name, about or begun.about, values, where)


def load_style(path: str | Path) -> Style:
    """Read a style from a TOML file; it is named after the file unless the file names it. Raises StyleError."""
    path = Path(path)
    try:
        told = parse_toml(read_text(path, STYLE), path)
    except FileError as error:
        raise StyleError(str(error)) from None
    words = {key: told.pop(key, default) for key, default in (("base", "greedy"), ("name", path.stem), ("about", ""))}
    for key, word in words.items():
        if not isinstance(word, str):
            raise StyleError(f"{path}: {key} = {short(word)}: must be text")
    if words["base"] not in BOTS:
        raise StyleError(f"{path}: base = {short(words['base'])}: must be {_styled()}")
    return _changed(BOTS[words["base"]], words["name"], words["about"], told, str(path))


def _changed(base: Style, name: str, about: str, values: Mapping[str, Any], where: str) -> Style:
    if base.kind != BotKind.STYLE:
        raise StyleError(f"{where}: {base.name!r} chooses at random and has no style; base must be {_styled()}")
    numbers = base.fields()
    for key, value in values.items():
        if key not in FIELDS:
            raise StyleError(f"{where}: a style has no field {short(key)}{_meant(key)}")
        one, number = FIELDS[key], whole(value)
        if number is None or not one.low <= number <= one.high:
            raise StyleError(f"{where}: {key} = {short(value)}: must be an integer from {one.low} to {one.high} ({one.meaning})")
        numbers[key] = number
    made = Style(_checked_name(name, where), tuple(numbers.values()), about)
    if made.name in BOTS and BOTS[made.name].values != made.values:
        raise StyleError(f"{where}: the name {short(name)} belongs to another bot; choose another name")
    return made


def _meant(key: str) -> str:
    close = difflib.get_close_matches(key, FIELDS, n=1)
    return f" (did you mean {close[0]!r}?)" if close else f"; there are {', '.join(FIELDS)}"


def _styled() -> str:
    return " or ".join(repr(one.name) for one in BOTS.values() if one.kind == BotKind.STYLE)


def _checked_name(name: str, where: str) -> str:
    if not re.fullmatch(r"[\w.,=+-]{1,60}", name):
        raise StyleError(f"{where}: name = {short(name)}: must be up to 60 letters, digits and . , = + - _")
    return name


BOTS: dict[str, Style] = {
    "random": Style("random", _GREEDY, "every legal action is equally likely", BotKind.RANDOM),
    "weighted": Style("weighted", _GREEDY, "random, but moves on more often than it trades or takes Items off", BotKind.WEIGHTED),
    "greedy": GREEDY,
    "greedy-1": Style("greedy-1", _GREEDY, "greedy, under its versioned name"),
}
"""What may take a seat. `greedy-1` is `greedy` under its versioned name: its choices never change."""
BOTS |= {name: _changed(GREEDY, name, about, values, name) for name, (about, values) in _STYLES.items()}


def check_bot(spec: object) -> Style:
    """The bot of that name, TOML file or style. Raises UnknownBotError or StyleError."""
    if isinstance(spec, Style):
        return spec
    if isinstance(spec, Path) or (isinstance(spec, str) and spec.endswith(".toml")):
        return load_style(spec)
    if not isinstance(spec, str) or spec not in BOTS:
        there = ", ".join(map(repr, BOTS))
        raise UnknownBotError(f"there is no bot {spec!r}; there are {there}, and style files (*.toml)")
    return BOTS[spec]


def styles_markdown() -> str:
    """The tables of docs/bots.md: the fields of a style, by group."""
    lines: list[str] = []
    group = ""
    for one in FIELDS.values():
        if one.group != group:
            group = one.group
            lines += ["", f"| {group} | greedy | allowed | |", "| --- | --- | --- | --- |"]
        lines.append(f"| `{one.name}` | {one.greedy} | {one.low} to {one.high} | {one.meaning} |")
    return "\n".join(lines[1:]) + "\n"


def new_bots(specs: Sequence[BotSpec], seed: int = 1) -> "npt.NDArray[np.record]":
    """Records of these bots, each with its own randomness. Raises ValueError or UnknownBotError."""
    if not isinstance(specs, Sequence):
        raise ValueError(f"bots={short(specs)}: must be a bot, or a list of them, one per seat")
    return written([check_bot(spec) for spec in specs], seed)


class Writes(Protocol):
    """What a record can be made to play: a style or a network."""

    def write(self, bot: Bot, seed: int = 1) -> None:
        """Make the record play it. seed: any integer."""


def written(players: Sequence[Writes], seed: int) -> "npt.NDArray[np.record]":
    """Records of these players, each with its own randomness. Raises ValueError for a seed that is not an integer."""
    if whole(seed) is None:
        raise ValueError(f"seed={short(seed)}: must be an integer")
    bots = empty(Bot, len(players))
    for i, one in enumerate(players):
        one.write(view(Bot, bots, i), seed * 1_000_003 + i * 7919)
    return bots


if __name__ == "__main__":
    print(styles_markdown(), end="")
