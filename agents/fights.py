"""An example of an agent that searches: in fights it asks the search of the package, elsewhere a bot decides.

    munchkin tournament agents.fights:Fights greedy greedy greedy --games 100

Both look at worlds that the seat imagines, never at the game itself.
"""

import numpy as np
import numpy.typing as npt

from munchkin_env.agents import BotAgent, Info
from munchkin_env.players.search import Search

DECISIONS = ("FIGHT_WINDOW", "ANSWER_HELP", "STAY_OR_LEAVE", "ESCAPE", "ROLL_WINDOW")


class Fights:
    """Searches where most is at stake, for a fraction of the time that a search at every decision takes."""

    imagines = True

    def __init__(self, playouts: int = 100, bot: str = "greedy", seed: int = 0) -> None:
        """playouts: the maximum per decision. bot: it decides elsewhere, and plays on for everybody in imagined worlds."""
        self.name = f"fights-{playouts}"
        self._bot, self._search = BotAgent(bot, seed), Search(playouts, me=bot, opponents=bot, seed=seed)
        self._said = ""

    def begin(self, seat: int, num_players: int, seed: int) -> None:
        self._bot.begin(seat, num_players, seed)
        self._search.begin(seat, num_players, seed)

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        chosen: BotAgent | Search = self._search if info["decision"] in DECISIONS else self._bot
        action = chosen.act(observation, mask, info)
        self._said = chosen.explain()
        return action

    def explain(self) -> str:
        return self._said
