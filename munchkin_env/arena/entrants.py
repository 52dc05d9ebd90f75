"""Who takes part: from a specification to something that can sit down in any process, and a fingerprint by which it is known again."""

import hashlib
import importlib
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.agents import AgentError, is_bot, load_agent, spec_name
from munchkin_env.agents.asking import close
from munchkin_env.agents.loading import is_policy
from munchkin_env.bots import BotSpec, Style, check_bot
from munchkin_env.bots.bot import Bot, BotKind
from munchkin_env.engine.record import empty, view
from munchkin_env.policy import SHIPPED, TRAINED

Spec = BotSpec
"""What names an entrant: a bot, a style or its file, `module:Class(…)`, a policy file, `trained`."""


class ArenaError(ValueError):
    """A tournament that cannot be, or a file that is none."""


@dataclass(frozen=True)
class Entrant:
    name: str
    spec: str
    """How an agent is loaded; of a bot, what was asked for."""
    style: Style | None
    """Of a bot: it sits inside the compiled loop. None: an agent."""
    fingerprint: str
    """Of what it is made of: another one is another player."""

    @property
    def is_bot(self) -> bool:
        return self.style is not None

    def identity(self) -> dict[str, str]:
        return {"name": self.name, "spec": self.spec, "fingerprint": self.fingerprint}


def entrants_of(specs: Sequence[Spec], sets: Sequence[str | Path]) -> tuple[Entrant, ...]:
    """Each is tried out once: what cannot be loaded, or cannot play with these cards, is said before anything is played.

    Raises what says so.
    """
    return tuple(entrant_of(spec, sets) for spec in specs)


def entrant_of(spec: Spec, sets: Sequence[str | Path] | None = None) -> Entrant:
    if is_bot(spec):
        style = check_bot(spec)
        return Entrant(style.name, str(spec) if isinstance(spec, (str, Path)) else style.name, style, style.digest)
    if not isinstance(spec, str):
        raise AgentError(f"{spec!r} names no entrant: a name, a file or module:Class is needed")
    close(load_agent(spec, sets=sets))
    return Entrant(spec_name(spec), spec, None, _fingerprint(spec))


def _fingerprint(spec: str) -> str:
    """Of the policy's file, or of the source of the class's module."""
    if is_policy(spec):
        return _digest(SHIPPED if spec == TRAINED else Path(spec))
    source = inspect.getsourcefile(importlib.import_module(spec.partition(":")[0]))
    return _digest(Path(source)) if source is not None else "unknown"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def unique_names(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Entrants whose names are the same are called by their specifications."""
    names = [one.name for one in entrants]
    return tuple(Entrant(one.spec, *_rest(one)) if names.count(one.name) > 1 else one for one in entrants)


def _rest(one: Entrant) -> tuple[str, Style | None, str]:
    return one.spec, one.style, one.fingerprint


def bot_rows(entrants: Sequence[Entrant]) -> npt.NDArray[Any]:
    """A Bot record per entrant, ready to be copied onto seats; agents are YOU."""
    bots = empty(Bot, len(entrants))
    for i, one in enumerate(entrants):
        if one.style is None:
            view(Bot, bots, i).kind = BotKind.YOU
        else:
            one.style.write(view(Bot, bots, i))
    rows: npt.NDArray[Any] = bots.view(Bot.layout)
    return rows


def random_row() -> npt.NDArray[np.uint8]:
    """The bytes of the bot that plays on for an entrant who has forfeited."""
    bots = empty(Bot, 1)
    check_bot("random").write(view(Bot, bots))
    return bots.view(np.uint8)
