"""Agents for the tests of the arena: good ones, and ones that fail."""

import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Observation = npt.NDArray[np.float32]


class Lot:
    """Decides at random, with its own randomness."""

    def __init__(self, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)

    def begin(self, seat: int, num_players: int, seed: int) -> None:  # noqa: ARG002 - the protocol
        self.random = np.random.default_rng(seed)

    def act(self, observation: Observation, mask: Mask, info: Any) -> int:  # noqa: ARG002 - the protocol
        assert not mask.flags.writeable and not observation.flags.writeable
        return int(self.random.choice(np.flatnonzero(mask)))


class Named(Lot):
    """Has its own name."""

    name = "  hasty\u2028\x1b[1m "


class Forgetful(Lot):
    """Without `begin`: created again for every game."""

    begin = None  # type: ignore[assignment]


class Many:
    """Takes all games at once; its actions follow from the observation."""

    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        return int(self.act_many(observation[None], mask[None], [info])[0])

    def act_many(self, observations: Observation, masks: Mask, infos: Sequence[Any]) -> npt.NDArray[np.int64]:  # noqa: ARG002 - the protocol
        numbers = np.floor(np.abs(observations).sum(axis=1) * 100).astype(np.int64)
        return np.array([legal[k % len(legal)] for k, legal in zip(numbers, map(np.flatnonzero, masks), strict=True)])


class Dreamer(Lot):
    """Looks at worlds it cannot tell from the real one."""

    imagines = True

    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        one, other = info["imagine"](1), info["imagine"](2)
        assert one.seat == other.seat == info["seat"] and one.decision == info["decision"] and not one.events()
        assert np.array_equal(one.mask(), mask) and np.array_equal(one.observe(info["seat"]), observation)
        return super().act(observation, mask, info)


class Crashes(Lot):
    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        if info["game"] % 4 == 1 and info["decision"] != "CHOOSE_SEX":
            raise KeyError("what is that?")
        return super().act(observation, mask, info)


class CrashesInMany(Many):
    def act_many(self, observations: Observation, masks: Mask, infos: Sequence[Any]) -> npt.NDArray[np.int64]:
        if any(info["game"] == 2 for info in infos):
            raise RuntimeError("not game 2")
        return super().act_many(observations, masks, infos)


class Cheats(Lot):
    """Answers with illegal actions, in four ways."""

    def act(self, observation: Observation, mask: Mask, info: Any) -> Any:  # noqa: ARG002 - the protocol
        return [int(np.flatnonzero(~mask)[0]), "pass", -1, 1.0][info["game"] % 4]


class Sleeps(Lot):
    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        if info["game"] % 4 == 2:
            time.sleep(2.5)
        return super().act(observation, mask, info)


class Hangs(Lot):
    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        if info["game"] % 4 == 3:
            time.sleep(1000)
        return super().act(observation, mask, info)


class Dies(Lot):
    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        if info["game"] % 4 == 0:
            print("this is no message to the arena")
            os._exit(9)
        return super().act(observation, mask, info)


class Listener(Lot):
    """Is told what has happened, and plays like Lot."""

    reads = True

    def act(self, observation: Observation, mask: Mask, info: Any) -> int:
        assert isinstance(info["events"], list) and all(set(event) >= {"what", "seat", "card", "number"} for event in info["events"])
        return super().act(observation, mask, info)


class Talker(Listener):
    """Says something after every decision, and shows its hand."""

    def talk(self) -> dict[str, Any]:
        return {"say": "I say:  hello", "show_hand": True}


class Babbles(Lot):
    def talk(self) -> Any:
        return "hello"
