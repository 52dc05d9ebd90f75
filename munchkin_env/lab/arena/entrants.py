"""Who takes part: from a specification to something that can sit down in any process, and a fingerprint by which it is known again."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import empty, view
from munchkin_env.core.texts import printable
from munchkin_env.players.agents import AgentError, is_bot, load_agent, spec_name
from munchkin_env.players.agents.asking import close
from munchkin_env.players.agents.loading import is_policy
from munchkin_env.players.agents.process import FREE, AgentProcess, GoneError, Limits
from munchkin_env.players.agents.safe import own_name
from munchkin_env.players.bots import BotSpec, Style, check_bot
from munchkin_env.players.bots.bot import Bot, BotKind
from munchkin_env.players.policy import SHIPPED, TRAINED
from munchkin_env.players.search.search import is_search
from munchkin_env.version import __version__

_TO_CLOSE = 10.0  # seconds for an agent that was tried out
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
    many: bool = False
    """It takes all games at once that wait for it."""
    apart: bool = False
    """It lives in a process of its own."""

    @property
    def is_bot(self) -> bool:
        return self.style is not None

    def identity(self) -> dict[str, str]:
        return {"name": self.name, "spec": self.spec, "fingerprint": self.fingerprint}


def entrants_of(specs: Sequence[Spec], sets: Sequence[str | Path], limits: Limits = FREE) -> tuple[Entrant, ...]:
    """Each is tried out once: what cannot be loaded, or cannot play with these cards, is said before anything is played.

    Raises what says so. limits: of the processes in which classes are tried out.
    """
    return tuple(entrant_of(spec, sets, limits) for spec in specs)


def entrant_of(spec: Spec, sets: Sequence[str | Path] | None = None, limits: Limits = FREE) -> Entrant:
    if is_bot(spec):
        style = check_bot(spec)
        return Entrant(style.name, str(spec) if isinstance(spec, (str, Path)) else style.name, style, style.digest)
    if not isinstance(spec, str):
        raise AgentError(f"{spec!r} names no entrant: a name, a file or module:Class is needed")
    if ":" in spec and not is_policy(spec) and not is_search(spec) and not spec.startswith("__main__:"):
        facts = _tried_out(spec, sets or (), limits)
        return Entrant(facts["name"] or spec_name(spec), spec, None, facts["fingerprint"], facts["many"], apart=True)
    agent = load_agent(spec, sets=sets)
    close(agent)
    name = spec_name(spec) if is_policy(spec) else own_name(agent) or spec_name(spec)
    return Entrant(name, spec, None, _fingerprint(spec), callable(getattr(agent, "act_many", None)))


def _tried_out(spec: str, sets: Sequence[str | Path], limits: Limits) -> dict[str, Any]:
    """A class is imported and made where it can do no harm to a tournament: in a process of its own."""
    process = AgentProcess(spec, [str(one) for one in sets], limits)
    try:
        facts = process.facts()
        process.close(_TO_CLOSE)
    except GoneError as error:
        raise AgentError(f"{spec!r} was tried out, and {error.reason}") from error
    finally:
        process.close()
    return facts


def _fingerprint(spec: str) -> str:
    """Of the policy's file, or of the search's settings and the package; a class made in a console has none."""
    if is_search(spec):
        return hashlib.sha256(f"{spec} {__version__}".encode()).hexdigest()[:8]
    return _digest(SHIPPED if spec == TRAINED else Path(spec)) if is_policy(spec) else "unknown"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def unique_names(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Entrants whose names are the same are called by their specifications."""
    names = [one.name for one in entrants]
    return tuple(replace(one, name=printable(one.spec)) if names.count(one.name) > 1 else one for one in entrants)


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
