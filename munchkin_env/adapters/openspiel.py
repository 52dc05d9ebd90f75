"""OpenSpiel: the game as a `pyspiel` game for its algorithms. Importing this file registers "python_munchkin".

    game = pyspiel.load_game("python_munchkin(players=3,win_level=4)")
    state = game.new_initial_state()
    state.apply_action(7)                       # chance deals: the 7th of the seeds
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

The only chance node is the first one, the deal. It is explicit: `deals` outcomes, each a seed from which everything random follows, so
every algorithm runs and a history replays the game exactly. A search must not look into the future of the true deal; IS-MCTS deals again
by `resample_from_infostate`.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.core.record import open_records
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS
from munchkin_env.envs.rewards import check_reward, reward_at
from munchkin_env.game.game import Game
from munchkin_env.game.options import OPTIONS, OptionError
from munchkin_env.game.render import render
from munchkin_env.game.saved import checked_seed
from munchkin_env.observe import SIZE, named
from munchkin_env.players.bots import Style
from munchkin_env.players.compiled import NetworkBot, PlayerSpec, check_player, networks_of, new_players
from munchkin_env.players.search.playing import TURNS_OF_A_GAME, play_turns_at

from .recall import Recall

try:
    import pyspiel
except ImportError as error:
    raise ImportError("munchkin_env.adapters.openspiel needs OpenSpiel: pip install open_spiel") from error

_MOST_DECISIONS = 10_000_000  # of a game: more than 200 rounds can have
_MOST_DEALS = 1 << 20  # OpenSpiel lists the outcomes of a chance node
_SETS = "+"  # between the names of several sets

_OWN: dict[str, Any] = {"players": 4, "sets": "deluxe", "seed": 0, "deals": 1000, "reward": "win"}
_RULES: dict[str, Any] = {option.name: option.default for option in OPTIONS}

_TYPE = pyspiel.GameType(
    short_name="python_munchkin",
    long_name="Munchkin",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={**_OWN, **_RULES},
)


class MunchkinGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel may not be installed where types are checked
    """Parameters: `players`; `sets` ("deluxe", or several joined by "+"); `seed`, that of the first deal; `deals`, how many there are;
    `reward` ("win" or "rank"); and the house rules (docs/options.md).
    """

    def __init__(self, params: Mapping[str, Any] | None = None, position: Game | None = None) -> None:
        """Make the game.

        Args:
            params: By name; all have defaults.
            position: Where the game begins, instead of a deal: `deals` are then what the seat that decides there cannot know, dealt again.

        Raises:
            ValueError: A parameter is not allowed, or the position is over.
        """
        given = {**_OWN, **_RULES, **(params or {})}
        _check_given(given, position)
        self._seed, self._deals = checked_seed(given["seed"]), _checked_deals(given["deals"], given["seed"])
        self.pays = check_reward(given["reward"]).kind.value
        rules = {name: _as_option(name, given[name]) for name in _RULES}
        self.begins = position or Game(given["players"], str(given["sets"]).split(_SETS), 0, **rules)
        self._dealt_again = position is not None
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS,
            max_chance_outcomes=self._deals,
            num_players=self.begins.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_MOST_DECISIONS,
        )
        super().__init__(_TYPE, info, dict(params or {}))

    @property
    def deals(self) -> int:
        """How many outcomes the chance node has."""
        return self._deals

    def dealt(self, outcome: int) -> Game:
        """The game that this outcome of the chance node begins."""
        seed = self._seed + outcome
        return self.begins.determinise(self.begins.seat, seed) if self._dealt_again else self.begins.again(seed)

    def new_initial_state(self, *_: Any) -> "MunchkinState":
        """Before the deal."""
        return MunchkinState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "MunchkinObserver":
        """What a player sees."""
        return MunchkinObserver(iig_obs_type, params)


class MunchkinState(pyspiel.State):  # type: ignore[misc]
    """A position. `dealt_game()` is a copy of it as a Game."""

    def __init__(self, game: MunchkinGame) -> None:
        """The position before the deal."""
        super().__init__(game)
        self._recall: Recall | None = None

    @property
    def _munchkin(self) -> MunchkinGame:
        return self.get_game()  # type: ignore[no-any-return]

    def dealt_game(self) -> Game:
        """A copy of the position as a Game.

        Raises:
            ValueError: Nothing has been dealt yet.
        """
        return self.known().game.clone()

    def known(self) -> Recall:
        """The game, with what each seat knows. Raises ValueError before the deal."""
        if self._recall is None:
            raise ValueError("nothing has been dealt yet: apply an outcome of the chance node first")
        return self._recall

    def current_player(self) -> int:
        """The seat that decides, CHANCE before the deal, TERMINAL after the end."""
        if self._recall is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._recall.game.over else self._recall.game.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.known().game.legal() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        deals = self._munchkin.deals
        return [(outcome, 1 / deals) for outcome in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self._recall is None:
            self._recall = Recall(self._munchkin.dealt(action))
        else:
            self._recall.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.known().game.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._recall is not None and self._recall.game.over

    def returns(self) -> list[float]:
        """What the game pays each player; zeros before its end."""
        return self.paid(self._munchkin.begins if self._recall is None else self._recall.game)

    def paid(self, game: Game) -> list[float]:
        """What that game pays each player."""
        return [reward_at(game._tables, game._games, 0, self._munchkin.pays, p) for p in range(game.num_players)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "MunchkinState":
        """A position that the player cannot tell from this one: everything that they cannot know is dealt again. Its history is empty.

        Args:
            player: Whose knowledge is kept.
            sampler: Gives numbers from 0 to 1.

        Raises:
            ValueError: As Game.determinise: another player is choosing among cards that only they know.
        """
        made = self._munchkin.new_initial_state()
        made._recall = self.known().imagined(player, int(sampler() * (1 << 53)))
        return made

    def __str__(self) -> str:
        return "before the deal" if self._recall is None else render(self._recall.game)


class MunchkinObserver:
    """The observation (docs/observation.md) as `tensor`, its pieces as `dict`, and strings.

    With perfect recall the string is `Recall.key`: everything that the player has seen and done. The tensor is what they see now; it
    remembers known cards, but not the whole history.
    """

    def __init__(self, iig_obs_type: Any = None, params: Any = None) -> None:
        """For what one player sees: other types of observations are refused.

        Raises:
            ValueError: There are parameters, or this is not the view of a single player.
        """
        if params:
            raise ValueError(f"observers of Munchkin have no parameters, not {short(params)}")
        if iig_obs_type is not None and iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("observers of Munchkin show what a single player sees: private_info must be SINGLE_PLAYER")
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = named(self.tensor)

    def set_from(self, state: MunchkinState, player: int) -> None:
        """Write what the player sees: zeros before the deal."""
        self.tensor[:] = 0.0 if state.current_player() == pyspiel.PlayerId.CHANCE else state.known().game.observe(player)

    def string_from(self, state: MunchkinState, player: int) -> str:
        """What the player knows, as a key; without perfect recall the table as they see it, as text."""
        if state.current_player() == pyspiel.PlayerId.CHANCE:
            return f"player {player} before the deal"
        known = state.known()
        return f"player {player} {known.key(player)}" if self._recalls else render(known.game, player)


class PlayoutEvaluator:
    """For the searches of OpenSpiel's `python.algorithms` (mcts, ismcts): bots play the game to its end, in compiled code."""

    def __init__(self, bots: PlayerSpec | Sequence[PlayerSpec] = "random") -> None:
        """Make the evaluator.

        Args:
            bots: Who plays on, in every seat, or a bot or policy for each seat.
        """
        self._asked = [bots] * MAX_PLAYERS if isinstance(bots, (str, Path, Style, NetworkBot)) else list(bots)
        self._cards: object = None  # which its networks can read
        self._choose_players(None)

    def evaluate(self, state: MunchkinState) -> npt.NDArray[np.float64]:
        """What the end of one such game pays each player.

        Raises:
            ValueError: There are fewer bots than seats.
            PolicyError: A policy learned other cards.
        """
        game = state.dealt_game()
        self._check(game)
        while not game.over:
            play_turns_at(game._tables, game._games, 0, self._bots, game._mask, TURNS_OF_A_GAME, *self._networks)
        return np.array(state.paid(game))

    def _check(self, game: Game) -> None:
        if len(self._asked) < game.num_players:
            raise ValueError(f"bots for {len(self._asked)} seats cannot play a game of {game.num_players}")
        if self._cards is not game.cards:
            self._choose_players(game.sets)
            self._cards = game.cards

    def _choose_players(self, sets: Sequence[str | Path] | None) -> None:
        players = [check_player(one, sets) for one in self._asked]
        self._bots, self._networks = open_records(new_players(players)), networks_of(players)

    def prior(self, state: MunchkinState) -> list[tuple[int, float]]:
        """All legal actions alike."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def munchkin_game(position: Game | None = None, **params: Any) -> MunchkinGame:
    """The game with these parameters, for keyword arguments and for positions: `pyspiel.load_game` knows only the former.

    Args:
        position: Where it begins (see MunchkinGame).
        params: The parameters of MunchkinGame.
    """
    return MunchkinGame(params, position)


def _check_given(given: Mapping[str, Any], position: Any) -> None:
    unknown = [name for name in given if name not in _OWN and name not in _RULES]
    if unknown:
        raise OptionError(f"there is no parameter {short(unknown[0])}; there are {', '.join([*_OWN, *_RULES])}")
    if position is None:
        return
    if not isinstance(position, Game) or position.over:
        raise ValueError(f"position={short(position)}: must be a Game that is not over")
    changed = [name for name in ("players", "sets", *_RULES) if given[name] != {**_OWN, **_RULES}[name]]
    if changed:
        raise ValueError(f"{changed[0]}={given[changed[0]]!r}: players, cards and house rules are those of the position")


def _checked_deals(deals: Any, seed: Any) -> int:
    if isinstance(deals, bool) or not isinstance(deals, int) or not 1 <= deals <= _MOST_DEALS:
        raise ValueError(f"deals={short(deals)}: must be an integer from 1 to {_MOST_DEALS}")
    checked_seed(seed + deals - 1)
    return deals


def _as_option(name: str, value: Any) -> Any:
    """Parameters of OpenSpiel have one type each: where the default is a word, a number is text."""
    return int(value) if isinstance(_RULES[name], str) and isinstance(value, str) and value.isdecimal() else value


pyspiel.register_game(_TYPE, MunchkinGame)
