"""What house rules change: the same deals with the base (usually the defaults) and with another value, in blocks of games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Unpack, cast

import numpy as np

from munchkin_env.core.files import short
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import OPTIONS, Option, OptionError, check_names, check_options
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.lab.census.census import Census
from munchkin_env.lab.census.playing import play
from munchkin_env.learning.parts import ArrayForm, PartArrays, kept_part, kept_parts, read_part
from munchkin_env.players.bots.duel import wilson
from munchkin_env.players.compiled import check_player

from .bench_of_bots import LARGEST_SEED, Trials
from .estimates import mean_over_games, scaled

MEASURES: dict[str, str] = {
    "rounds": "rounds of a game",
    "decisions": "decisions of a game, of all players",
    "unfinished": "games stopped at max_rounds, of 100",
    "shared": "victories shared by a second winner, of 100 games",
    "first_seat": "victories of the seat that begins, of 100 victories",
    "help": "fights with help, per game",
    "fights_won": "fights won, of 100",
    "deaths": "deaths per game",
    "skill": "victories of the challenger alone among the others, of 100 victories",
}
"""What is measured, each as a mean over blocks of games."""
_OF_GAMES = ("unfinished", "shared")
_RATES = (*_OF_GAMES, "first_seat", "fights_won", "skill")
"""Measures that count in how many of 100 (games, victories, fights) something happens, which may be none."""
_NUMBERS: dict[str, tuple[int, ...]] = {"win_level": (10, 6, 20), "trade_budget": (3, 0, 9)}
"""Values that are tried of options that are numbers: the default, less and more."""
_FIXED = "first_player"
"""In these games seat 0 begins."""
_NOT_TRIED = (_FIXED, "max_rounds", "auto_pass_forced", "obs_discards")
"""Unless they are named: they change what players are asked or shown, or end games early."""
_OF_SETS = {"w_sources": "western", "house_mode": "potter", "proficiency_timing": "potter"}
NO_CHANGE, OTHER_BASE = "default", "base"
"""What games without a change are called; the latter if their house rules are not the defaults."""


@dataclass(frozen=True)
class RuleChange:
    """One house rule with another value than in the base; or none."""

    name: str = ""
    value: Any = None

    @property
    def label(self) -> str:
        """As a command line says it."""
        return f"{self.name}={str(self.value).lower() if isinstance(self.value, bool) else self.value}" if self.name else NO_CHANGE

    @property
    def options(self) -> dict[str, Any]:
        """As house rules."""
        return {self.name: self.value} if self.name else {}


def rule_changes(sets: Sequence[str], only: Sequence[str] = (), **base: Unpack[HouseRules]) -> list[RuleChange]:
    """Everything that is compared with the base, the house rules with which everything else is played. only: names of house rules.

    Raises OptionError, also for a name of which there is nothing to try.
    """
    usual = _checked_base(base, 4)
    check_names(dict.fromkeys(only))
    fitting = [one for one in OPTIONS if _OF_SETS.get(one.name) in (None, *sets)]
    other = {one.name: found for one in fitting if (found := [value for value in _values(one) if value != usual[one.name]])}
    if nothing := [name for name in only if name not in other]:
        raise OptionError(f"{nothing[0]}: with these cards there is no other value to try; there is of {', '.join(other)}")
    chosen = [name for name in other if (name in only if only else name not in _NOT_TRIED)]
    return [RuleChange(name, value) for name in chosen for value in other[name]]


def _checked_base(base: Mapping[str, Any], players: int) -> dict[str, Any]:
    """All house rules with their values in the base. Raises OptionError."""
    if _FIXED in base:
        raise OptionError(f"{_FIXED}={short(base[_FIXED])}: in these games seat 0 begins, and victories of that seat are counted; omit it")
    return check_options(base, players)


def _values(option: Option) -> Sequence[Any]:
    """What is tried of it."""
    if option.is_flag:
        return [option.default, not option.default]
    if option.name in _NUMBERS:
        return _NUMBERS[option.name]
    return [word for word, _ in option.choices] if option.name != _FIXED else ()


def play_block(how: Trials, challenger: str, change: RuleChange, k: int) -> PartArrays:
    """The k-th block: games of the line-up, and as many with the challenger in one of the seats."""
    options = cast(HouseRules, dict(how.options) | {_FIXED: 0} | change.options)
    seed = (how.seed * 10_007 + k) % LARGEST_SEED
    usual = play(how.players, how.games, seed, how.sets, **options)
    mixed = play([challenger, *how.players[1:]], how.games, seed, how.sets, **options)
    return {name: np.array(value, np.float64) for name, value in _measured(usual, mixed).items()}


def _measured(usual: Census, mixed: Census) -> dict[str, float]:
    n = usual.games
    return {
        "rounds": usual.rounds.mean,
        "decisions": usual.total_decisions / n,
        "unfinished": 100 * usual.truncated / n,
        "shared": 100 * (sum(usual.seat_wins) - (n - usual.truncated)) / n,
        "first_seat": 100 * usual.seat_wins[0] / max(sum(usual.seat_wins), 1),
        "help": (usual.facts["BOUGHT"] + usual.facts["GIVEN"]) / n,
        "fights_won": 100 * usual.events["WINS_FIGHT"] / max(usual.fights, 1),
        "deaths": usual.events["DIES"] / n,
        "skill": 100 * mixed.bot_wins[0] / max(sum(mixed.bot_wins), 1),
    }


@dataclass(frozen=True)
class RuleEffect:
    """What one change does."""

    change: RuleChange
    level: Mapping[str, Estimate]
    """Each measure under this rule."""
    difference: Mapping[str, Estimate]
    """The same minus that of the base, over the same deals; of the base, nothing."""


def play_rules(
    folder: Path, how: Trials, challenger: str, changes: Sequence[RuleChange], blocks: int, progress: Callable[[int], None] = lambda _: None
) -> list[RuleEffect]:
    """The effect of no change, and of each. Blocks that the folder has are not played again.

    progress: called with the number of blocks so far.
    Raises MadeOtherwiseError for a folder with other blocks.
    """
    _checked_base(how.options, len(how.players))
    done, games = 0, how.games * blocks
    for change in [RuleChange(), *changes]:
        for _ in _blocks(folder, how, challenger, change, blocks):
            done += 1
            progress(done)
    usual = _read(folder, RuleChange(), blocks)
    effects = [RuleEffect(RuleChange(), _levels(usual, games), {})]
    for change in changes:
        other = _read(folder, change, blocks)
        effects.append(RuleEffect(change, _levels(other, games), _means({name: other[name] - usual[name] for name in MEASURES})))
    return effects


def _blocks(folder: Path, how: Trials, challenger: str, change: RuleChange, blocks: int) -> Iterator[int]:
    made = how.identity()
    everybody = {"players": [*how.players, challenger], "bots": [*made["bots"], check_player(challenger, how.sets).digest]}
    told = made | everybody | {"change": change.label}
    return kept_parts(folder, change.label, told, lambda k: play_block(how, challenger, change, k), range(blocks))


def _read(folder: Path, change: RuleChange, blocks: int) -> PartArrays:
    columns = {name: ArrayForm(np.float64, rows=None) for name in MEASURES}
    parts = [read_part(kept_part(folder, change.label, k), columns) for k in range(blocks)]
    return {name: np.array([part[name] for part in parts]) for name in MEASURES}


def _means(values: PartArrays) -> dict[str, Estimate]:
    return {name: mean_over_games(column, np.arange(len(column))) for name, column in values.items()}


def _levels(values: PartArrays, games: int) -> dict[str, Estimate]:
    """Means. Blocks that all have none of 100, or all 100, prove nothing: such a rate has the interval of so many games, or none."""
    found = _means(values)
    for name in _RATES:
        one = found[name]
        if one.low == one.high and one.value in (0, 100):
            of_games = scaled(Estimate(one.value / 100, *wilson(one.value / 100 * games, games)), 100)
            found[name] = of_games if name in _OF_GAMES else Estimate(one.value, -inf, inf)
    return found
