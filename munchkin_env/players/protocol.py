"""What an agent is: one method. What it may have besides is listed here, and asked for with getattr."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Info = Mapping[str, Any]
"""seat, num_players, decision (name of the Kind), game (its number) and, for an agent that imagines, imagine(seed) -> Game."""


class AgentError(ValueError):
    """A specification that names no agent, or an agent that did what none may do."""


@runtime_checkable
class Agent(Protocol):
    """Somebody who decides for a seat.

    It may also have

    - `begin(seat, num_players, seed)`: called before the first decision of every game;
    - `act_many(observations, masks, infos) -> actions`: several games at once that wait for this agent;
    - `imagines = True`: its info has `imagine`, a function that gives a world in which all that the seat cannot know is dealt anew;
    - `name`: how tables call it; `explain() -> str`: why it chose what it chose last; `close()`: after the last game.
    """

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        """The id of a legal action. Observation and mask cannot be written and are valid during the call only."""
        ...
