"""What house rules change: the same deals with the default and with another value, in blocks of games."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import BY_NAME, OPTIONS, Option, check_options
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.lab.census.census import Census
from munchkin_env.lab.census.playing import play
from munchkin_env.learning.parts import ArrayForm, PartArrays, kept_part, kept_parts, read_part

from .bench_of_bots import LARGEST_SEED, Trials
from .estimates import mean_over_games

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
_NUMBERS: dict[str, tuple[int, ...]] = {"win_level": (6, 20), "trade_budget": (0, 9)}
"""Values that are tried of options that are numbers."""
_NOT_TRIED = ("first_player", "max_rounds", "auto_pass_forced", "obs_discards")
"""The seat that begins is fixed here; the others change what players are asked or shown, or end games early."""
_OF_SETS = {"w_sources": "western", "house_mode": "potter", "proficiency_timing": "potter"}
NO_CHANGE = "default"


@dataclass(frozen=True)
class RuleChange:
    """One house rule with another value than its default; or none."""

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


def rule_changes(sets: Sequence[str], only: Sequence[str] = ()) -> list[RuleChange]:
    """Everything that is compared with the defaults. only: names of house rules. Raises OptionError."""
    for name in only:
        check_options({name: BY_NAME[name].default} if name in BY_NAME else {name: None}, 4)
    chosen = [one for one in OPTIONS if (one.name in only if only else one.name not in _NOT_TRIED)]
    found = [RuleChange(one.name, value) for one in chosen for value in _others(one)]
    return [one for one in found if _OF_SETS.get(one.name) in (None, *sets)]


def _others(option: Option) -> Sequence[Any]:
    if option.is_flag:
        return [not option.default]
    if option.choices:
        return [word for word, _ in option.choices if word != option.default]
    return _NUMBERS.get(option.name, ())


def play_block(how: Trials, challenger: str, change: RuleChange, k: int) -> PartArrays:
    """The k-th block: games of the line-up, and as many with the challenger in one of the seats."""
    options = cast(HouseRules, dict(how.options) | {"first_player": 0} | change.options)
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
    """The same minus that of the default, over the same deals; of the defaults, nothing."""


def play_rules(
    folder: Path, how: Trials, challenger: str, changes: Sequence[RuleChange], blocks: int, progress: Callable[[int], None] = lambda _: None
) -> list[RuleEffect]:
    """Blocks that the folder has are not played again. progress: called with the number of blocks so far.

    Raises MadeOtherwiseError for a folder with other blocks.
    """
    done = 0
    for change in [RuleChange(), *changes]:
        for _ in _blocks(folder, how, challenger, change, blocks):
            done += 1
            progress(done)
    usual = _read(folder, RuleChange(), blocks)
    effects = [RuleEffect(RuleChange(), _means(usual), {})]
    for change in changes:
        other = _read(folder, change, blocks)
        effects.append(RuleEffect(change, _means(other), _means({name: other[name] - usual[name] for name in MEASURES})))
    return effects


def _blocks(folder: Path, how: Trials, challenger: str, change: RuleChange, blocks: int) -> Iterator[int]:
    told = replace(how, players=(*how.players, challenger)).identity() | {"change": change.label}
    return kept_parts(folder, change.label, told, lambda k: play_block(how, challenger, change, k), range(blocks))


def _read(folder: Path, change: RuleChange, blocks: int) -> PartArrays:
    columns = {name: ArrayForm(np.float64, rows=None) for name in MEASURES}
    parts = [read_part(kept_part(folder, change.label, k), columns) for k in range(blocks)]
    return {name: np.array([part[name] for part in parts]) for name in MEASURES}


def _means(values: PartArrays) -> dict[str, Estimate]:
    return {name: mean_over_games(column, np.arange(len(column))) for name, column in values.items()}
