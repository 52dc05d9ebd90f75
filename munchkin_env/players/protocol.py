"""What an agent is: one method. Optional members are listed here and looked up with getattr."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Info = Mapping[str, Any]
"""seat, num_players, decision (name of the Kind), game (its number); for an agent that imagines, imagine(seed) -> Game; for one that
reads, events (a list of dicts: the fields of Event), and talk in a tournament with talk."""


class AgentError(ValueError):
    """A specification that names no agent, or an agent that broke the rules."""


@runtime_checkable
class Agent(Protocol):
    """A player that decides for a seat.

    It may also have

    - `begin(seat, num_players, seed)`: called before the first decision of every game;
    - `act_many(observations, masks, infos) -> actions`: several games at once that wait for this agent;
    - `imagines = True`: its info then has `imagine`, a function that returns a world in which everything the seat cannot know is re-dealt;
    - `reads = True`: its info then has `events`, what the seat has seen since its last decision;
    - `talk() -> {"say": …, "show_hand": …}`: what it says after its last decision, in a tournament with talk;
    - `name`: how tables show it; `explain() -> str`: the reason for its last choice; `close()`: called after the last game.
    """

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        """The id of a legal action. Observation and mask are read-only and valid only during the call."""
        ...
