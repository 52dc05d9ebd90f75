"""TextArena: importing this file registers `Munchkin-v0`, in which all seats are played in words.

    env = ta.make("Munchkin-v0", win_level=4)
    env.reset(num_players=3, seed=7)

docs/frameworks/textarena.md has a complete example.
"""

from collections.abc import Sequence
from typing import Any

from munchkin_env.envs.rewards import RewardName
from munchkin_env.game.game import Game

from .words import SUBSTITUTE, WordTable

try:
    import textarena as ta
    from textarena.envs.registration import ENV_REGISTRY
    from textarena.wrappers import GameMessagesAndCurrentBoardObservationWrapper
except ImportError as error:
    raise ImportError("munchkin_env.adapters.textarena needs TextArena: pip install 'munchkin-env[textarena]'") from error

ID = "Munchkin-v0"
"""As registered: observations are the rules in brief and the present decision. ID + "-raw" gives all messages."""


class MunchkinTextArena(ta.Env):  # type: ignore[misc]  # TextArena may not be installed where types are checked
    """Two to six players. An answer that cannot be used is asked for again; after the last attempt a bot makes this decision, and nobody
    is thrown out of the game. `close()` says for each player how often that happened.
    """

    def __init__(
        self, sets: Sequence[str] = ("deluxe",), retries: int = 2, rest: str = SUBSTITUTE, reward: RewardName = "win",
        obfuscate: int | None = None, **house_rules: Any,
    ) -> None:  # fmt: skip
        """Keep the settings for `reset`.

        Args:
            sets: The card sets.
            retries: How many more answers a player may give after one that cannot be used.
            rest: The bot that makes a decision for which there was no usable answer.
            reward: What the end of the game pays ("win" or "rank").
            obfuscate: A seed by which cards exchange their names.
            house_rules: docs/options.md.
        """
        self._sets, self._house_rules = tuple(sets), house_rules
        self._settings: dict[str, Any] = {"retries": retries, "rest": rest, "reward": reward, "obfuscate": obfuscate}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game. The seed determines everything random in it, and nothing outside it: TextArena's global one is left alone.

        Raises:
            OptionError: The number of players or a house rule is not allowed.
        """
        self.table = WordTable(Game(num_players, self._sets, seed, **self._house_rules), **self._settings)
        self.state = ta.FFAMultiPlayerState(num_players=num_players, error_allowance=self._settings["retries"])
        self.state.reset(game_state={}, player_prompt_function=lambda **_: self.table.rules())
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """The answer of the player who decides."""
        player = self.table.seat
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player)
        reply = self.table.answer_or_give_up(action)
        again = reply.action is None and reply.attempts_left > 0
        if reply.action is None:
            self.state.add_observation(reply.problem, ta.ObservationType.GAME_ADMIN, to_id=player)
        self.state.made_invalid_move = again
        if not self.table.waits:
            self._finish()
        found: tuple[bool, dict[str, Any]] = self.state.step(rotate_player=False)
        if self.table.waits:
            self._show(reply.problem if again else "")
        return found

    def _show(self, problem: str = "") -> None:
        """The present decision; what was wrong stands behind it, since some wrappers leave other messages out."""
        player = self.table.seat
        self.state.manually_set_current_player_id(player, force=True)
        shown = "\n\n".join(part for part in (self.table.prompt(), problem) if part)
        self.state.add_observation(shown, ta.ObservationType.GAME_BOARD, to_id=player)

    def _finish(self) -> None:
        game = self.table.game
        winners = " and ".join(f"player {p}" for p in game.winners) or "nobody"
        self.state.set_game_outcome(dict(enumerate(self.table.rewards())), f"{winners} won; Levels {', '.join(map(str, game.levels))}")
        for p in range(game.num_players):
            facts = self.table.result(p)
            self.state.game_info[p] |= {**facts, "invalid_move": facts["given_up"] > 0}


def register() -> None:
    """Register the environment, unless it is already."""
    if ID not in ENV_REGISTRY:
        ta.register(ID, MunchkinTextArena, [GameMessagesAndCurrentBoardObservationWrapper])
        ta.register(f"{ID}-raw", MunchkinTextArena)


register()
