"""How a batch of games is made: its options as types for keyword arguments, and all of them, checked, in one frozen object."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.core.record import empty, view
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import NUM_PLAYERS, check_options, whole
from munchkin_env.game.saved import checked_seed
from munchkin_env.players.compiled import networks_of
from munchkin_env.players.network.packing import Networks
from munchkin_env.tasks.using import applied

from .matches import Common, Form
from .rewards import REWARDED, RewardName, RewardOptions, check_reward
from .seating import Opponents, SeatOption, players_of, resolved, write_seating
from .spaces import ObservationName

LEARNING = ("opponents", *REWARDED)
"""What an environment with opponents takes from a task, beside the game."""
YOU = 0  # the place in the roster of those who are asked from Python
_FORMS: dict[str | None, Form] = {"vector": Form.VECTOR, "compact": Form.COMPACT, None: Form.NONE}
Buffers = Mapping[str, npt.NDArray[Any]]


class BatchOptions(RewardOptions, total=False):
    """Keyword arguments of MunchkinVector."""

    seat: SeatOption
    opponents: Opponents | None
    observation: ObservationName | None
    threads: int
    autoreset: bool


class LearnerOptions(RewardOptions, total=False):
    """Keyword arguments of the environments in which one seat of every game is yours."""

    seed: int | None
    seat: int | Literal["random"]
    opponents: Opponents
    observation: ObservationName
    threads: int
    buffers: Buffers | None


@dataclass(frozen=True)
class BatchConfig:
    """Everything that a batch of games is made from. The options of an environment end up here, and are checked here.

    Raises:
        OptionError: A house rule or the number of players is not allowed.
        SeatingError: `seat` or `opponents` is not allowed; or what check_player raises.
        ValueError: Another option is not allowed.
    """

    num_games: int
    """How many games."""
    num_players: int = 4
    """How many play in each game."""
    sets: Sequence[str | Path] = ("deluxe",)
    """Names of card sets, or paths of card files."""
    seed: int = 0
    """Determines all games."""
    seat: SeatOption = None
    """Your seat or seats: see MunchkinVector."""
    opponents: Opponents | None = None
    """Afterwards styles and policies, not their names or files: these may mean something else later."""
    observation: ObservationName | None = "vector"
    """"vector", "compact" or None."""
    reward: RewardName = "win"
    """What the end of a game pays: "win" or "rank"."""
    shaping: float = 0.0
    """How much the change of the potential counts."""
    gamma: float = 1.0
    """The discount of the shaping."""
    threads: int = 1
    """How many threads step the games."""
    autoreset: bool = True
    """Whether a finished game is followed by the next one in the same step."""
    first_game: int = 0
    """Its first game's place in a larger batch, of which this is a part: game i is the one at place first_game + i."""
    network_lots: int = 0
    """The weight, beside those of the bots, with which an opponent is a network that is asked from Python (SharedTables)."""
    rules: HouseRules = field(default_factory=HouseRules)
    """Afterwards all house rules, the defaults included."""

    def __post_init__(self) -> None:
        number_within("num_games", self.num_games, 1, 1 << 24)
        NUM_PLAYERS.check(self.num_players)
        number_within("first_game", self.first_game, 0, 1 << 40)
        number_within("threads", self.threads, 1, 256)
        checked = check_options(self.rules, self.num_players)
        checked_seed(self.seed)
        self.form  # noqa: B018 - raises
        check_reward(self.reward, self.shaping, self.gamma)
        if not isinstance(self.autoreset, bool):
            raise ValueError(f"autoreset={self.autoreset!r}: must be True or False")
        self.write(view(Common, empty(Common, 1)))
        for name, value in {"rules": checked, "opponents": resolved(self.opponents, self.sets)}.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls, num_games: int, num_players: int | None, sets: Sequence[str | Path] | None, seed: int, options: Mapping[str, Any]
    ) -> "BatchConfig":
        """The configuration for keyword arguments in which house rules and a task stand beside the other options."""
        suggested = REWARDED if options.get("seat") is None else LEARNING
        num_players, sets, options = applied(num_players, sets, options, suggested)
        own = {name: value for name, value in options.items() if name in _OWN}
        rules = {name: value for name, value in options.items() if name not in _OWN}
        return cls(num_games, num_players, sets, seed, rules=rules, **own)  # type: ignore[arg-type]  # checked above

    @property
    def form(self) -> Form:
        """How positions are shown. Raises ValueError."""
        given: Any = self.observation
        if (given is None or isinstance(given, str)) and given in _FORMS:
            return _FORMS[given]
        raise ValueError(f"observation={given!r}: must be {' or '.join(map(repr, _FORMS))}")

    @property
    def terms(self) -> npt.NDArray[np.float64]:
        """shaping, gamma."""
        return np.array([self.shaping, self.gamma], np.float64)

    def networks(self) -> Networks:
        """Those of the opponents that are trained policies, as the kernels take them."""
        return networks_of(players_of(self.opponents, self.sets))

    def write(self, common: Common) -> tuple[str, ...]:
        """Fill the record that the games share. Returns the names of who plays, of which the first is "you"."""
        roster = write_seating(common, self.num_players, self.seat, self.opponents, self.sets)
        common.reward, common.form = check_reward(self.reward, self.shaping, self.gamma).kind.value, self.form.value
        common.autoreset = int(self.autoreset)
        if self.network_lots:
            common.lots[YOU] = self.network_lots
            for k in range(len(common.opponents)):
                common.opponents[k] = 0  # drawn at random
        return roster


_OWN = {one.name for one in fields(BatchConfig)} - {"num_games", "num_players", "sets", "seed", "rules"}


def number_within(name: str, value: Any, low: int, high: int) -> int:
    """The integer. Raises ValueError, which says what is allowed."""
    number = whole(value)
    if number is not None and low <= number <= high:
        return number
    raise ValueError(f"{name}={short(value)}: must be an integer from {low} to {high}")
