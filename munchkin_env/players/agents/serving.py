"""An agent's own process, seen from inside: loads it, lets it decide, and reports results and exceptions.

The process gets only what its seats may know: observations, masks, infos, and imagined worlds for agents that ask for them.
"""

import hashlib
import inspect
import operator
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from munchkin_env.players.protocol import AgentError

from .asking import begin, reads
from .language import is_language
from .loading import load_agent, settings_fingerprint
from .onnx_model import is_onnx, onnx_path
from .safe import own_name, said, told_error
from .talking import talk_of
from .wire import receive, send

_ANY_SIZE = 1 << 40
_LARGEST = 1 << 62


class Booth:
    """The agents of one specification, in this process."""

    def __init__(self) -> None:
        self.spec, self.many = "", False
        self.sets: list[str] = []
        self.agents: dict[str, Any] = {}

    # Each order has a method of its name.

    def load(self, order: dict[str, Any], _: bytes) -> dict[str, Any]:
        """Create the agent and check that it is one."""
        sys.path[:] = order["paths"]
        self.spec, self.sets = order["spec"], order["sets"]
        try:
            agent = load_agent(self.spec, order["seed"], self.sets)
        except AgentError as error:
            return {"refused": said(error)}
        self.agents["first"] = agent
        self.many = callable(getattr(agent, "act_many", None))
        return {"many": self.many, "fingerprint": fingerprint(self.spec), "name": own_name(agent)}

    def sit(self, order: dict[str, Any], _: bytes) -> dict[str, Any]:
        """A game begins at that place. An agent that takes many games at once is shared; one that cannot be told of a new game is made
        again, so that nothing of the last game is left."""
        place = "first" if self.many else order["place"]
        if not self.many and not callable(getattr(self.agents.get(place), "begin", None)):
            self.agents[place] = load_agent(self.spec, order["seed"], self.sets)
        agent = self.agents[place]
        begin(agent, order["seat"], order["players"], order["seed"])
        return {"imagines": bool(getattr(agent, "imagines", False)), "reads": reads(agent)}

    def act(self, order: dict[str, Any], data: bytes) -> dict[str, Any]:
        """What the agent does in each of these games."""
        n = len(order["infos"])
        at = np.cumsum([0, 4 * n * order["size"], n * order["actions"]])
        observations = np.frombuffer(data[at[0] : at[1]], np.float32).reshape(n, -1)
        masks = np.frombuffer(data[at[1] : at[2]], np.bool_).reshape(n, -1)
        infos = order["infos"]
        if order["sets"]:
            size = (len(data) - int(at[2])) // n
            for k, info in enumerate(infos):
                first = int(at[2]) + k * size
                info["imagine"] = imagination(order["sets"], data[first : first + size], info["seat"])
        agent = self.agents["first" if self.many else order["places"][0]]
        answers: Any = agent.act_many(observations, masks, infos) if self.many else [agent.act(observations[0], masks[0], infos[0])]
        return {"answers": numbers(answers, n)} | ({"talk": talk_of(agent)} if order["talks"] and not self.many else {})

    def close(self, _: dict[str, Any], __: bytes) -> dict[str, Any]:
        """There are no more games. An exception now forfeits none."""
        for agent in self.agents.values():
            try:
                if listens := getattr(agent, "close", None):
                    listens()
            except BaseException:  # noqa: BLE001 - an agent may raise anything
                traceback.print_exc()
        return {}


def fingerprint(spec: str) -> str:
    """A fingerprint of the source of the class's module, of a network's file, or of a language model's settings."""
    if is_language(spec):
        return settings_fingerprint(spec)
    source = onnx_path(spec) if is_onnx(spec) else inspect.getsourcefile(sys.modules[spec.partition(":")[0]])
    return hashlib.sha256(Path(source).read_bytes()).hexdigest()[:8] if source is not None else "unknown"


def imagination(sets: list[str], state: bytes, seat: int) -> Callable[[int], Any]:
    """Worlds imagined from an imagined world. The rules are loaded only if the agent calls it."""
    worlds: list[Any] = []

    def imagine(seed: int) -> Any:
        if not worlds:
            from munchkin_env.cards.loader import load
            from munchkin_env.game.game import Game

            worlds.append(Game.from_state(load(sets), tuple(sets), state))
        return worlds[0].determinise(seat, seed)

    return imagine


def numbers(answers: Iterable[Any], n: int) -> list[int | dict[str, str]]:
    """The actions, or descriptions of invalid answers. Raises ValueError if there are more or fewer than n; they may be without end."""
    found = list(islice(answers, n + 1))
    if len(found) != n:
        raise ValueError(f"act_many was asked for {n} actions and returned {'more' if len(found) > n else len(found)}")
    return [_number(one) for one in found]


def _number(answer: Any) -> int | dict[str, str]:
    """The action, or a description of an invalid answer."""
    try:
        found = operator.index(answer)
    except BaseException as error:  # noqa: BLE001 - an agent's object may raise anything
        return {"odd": said(answer) if isinstance(error, TypeError) else f"{said(answer)}, whose __index__ raised {told_error(error)}"}
    return int(found) if -_LARGEST < found < _LARGEST else {"odd": "a number that large"}


def serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Carry out orders until there are none left."""
    booth = Booth()
    while True:
        try:
            order, data = receive(orders, _ANY_SIZE)
        except EOFError:
            return
        try:
            answer = getattr(booth, order["order"])(order, data)
        except BaseException as error:  # noqa: BLE001 - an agent may raise anything, and it is told
            answer = {"error": told_error(error, inside=__file__)}
        send(answers, answer)


def main() -> None:
    """Keeps what agents print out of the answers, and the orders away from agents."""
    with os.fdopen(os.dup(1), "wb") as answers, os.fdopen(os.dup(0), "rb") as orders:
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        serve(orders, answers)
        os._exit(0)  # skips whatever an agent has registered for its exit
