"""Entrants: from a specification to something that can play in any process, and a fingerprint that identifies it."""

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
from munchkin_env.players.agents.language import shown_spec
from munchkin_env.players.agents.loading import settings_fingerprint
from munchkin_env.players.agents.process import FREE, AgentProcess, GoneError, Limits
from munchkin_env.players.agents.safe import own_name
from munchkin_env.players.agents.sb3_model import is_sb3, sb3_path
from munchkin_env.players.bots import check_bot
from munchkin_env.players.bots.bot import Bot, BotKind
from munchkin_env.players.compiled import CompiledPlayer, NetworkBot, PlayerSpec, check_player, is_policy, network_number, networks_of
from munchkin_env.players.network.packing import Networks
from munchkin_env.players.policy import PolicyError, policy_path
from munchkin_env.players.search.search import is_search

_TO_CLOSE = 10.0  # seconds for the clean-up of a tested agent
Spec = PlayerSpec
"""What specifies an entrant: a bot, a style or its file, `module:Class(…)`, a policy file, `trained`, a search, a model (`llm:…`)."""


class ArenaError(ValueError):
    """An impossible tournament, or a file that does not hold one."""


@dataclass(frozen=True)
class Entrant:
    name: str
    spec: str
    """How an agent is loaded; for a bot, the specification as given."""
    player: CompiledPlayer | None
    """A bot or a policy plays inside the compiled loop. None: an agent."""
    fingerprint: str
    """Of its source or data: with another fingerprint it is another player."""
    many: bool = False
    """It takes all games that wait for it at once."""
    apart: bool = False
    """It lives in a process of its own."""

    @property
    def is_bot(self) -> bool:
        return self.player is not None

    def identity(self) -> dict[str, str]:
        return {"name": self.name, "spec": self.spec, "fingerprint": self.fingerprint}


def entrants_of(specs: Sequence[Spec], sets: Sequence[str | Path], limits: Limits = FREE) -> tuple[Entrant, ...]:
    """Test each entrant: report what cannot be loaded, or cannot play with these cards, before any game is played.

    Raises an error that says so. limits: for the processes in which classes are tested.
    """
    return tuple(entrant_of(spec, sets, limits) for spec in specs)


def entrant_of(spec: Spec, sets: Sequence[str | Path] | None = None, limits: Limits = FREE) -> Entrant:
    if isinstance(spec, NetworkBot) or is_policy(spec):
        return _policy(spec, sets)
    if is_bot(spec):
        style = check_bot(spec)
        return Entrant(style.name, str(spec) if isinstance(spec, (str, Path)) else style.name, style, style.digest)
    if not isinstance(spec, str):
        raise AgentError(f"{spec!r} names no entrant: must be a name, a file, search:8ms, llm:MODEL,url=… or module:Class")
    if ":" in spec and not is_search(spec) and not is_sb3(spec) and not spec.startswith("__main__:"):
        facts = _tried_out(spec, sets or (), limits)
        return Entrant(facts["name"] or spec_name(spec), spec, None, facts["fingerprint"], facts["many"], apart=True)
    agent = load_agent(spec, sets=sets)
    close(agent)
    return Entrant(own_name(agent) or spec_name(spec), spec, None, _fingerprint(spec), callable(getattr(agent, "act_many", None)))


def _policy(spec: PlayerSpec, sets: Sequence[str | Path] | None) -> Entrant:
    try:
        player = check_player(spec, sets)
    except PolicyError as error:
        told = str(error)
        raise AgentError(told if told.startswith(str(spec)) else f"{spec}: {told}") from error
    if isinstance(spec, NetworkBot):
        return Entrant(spec.name, spec.name, player, player.digest)
    return Entrant(spec_name(str(spec)), str(spec), player, _digest(policy_path(str(spec), sets)))


def _tried_out(spec: str, sets: Sequence[str | Path], limits: Limits) -> dict[str, Any]:
    """Import and create a class where it can do a tournament no harm: in a process of its own."""
    process = AgentProcess(spec, [str(one) for one in sets], limits)
    try:
        facts = process.facts()
        process.close(_TO_CLOSE)
    except GoneError as error:
        raise AgentError(f"{shown_spec(spec)!r} was tested, and {error.reason}") from error
    finally:
        process.close()
    return facts


def _fingerprint(spec: str) -> str:
    """Of a model's file, or of the search's settings and the package; a class defined in a console has none."""
    if is_sb3(spec):
        return _digest(sb3_path(spec))
    return settings_fingerprint(spec) if is_search(spec) else "unknown"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def unique_names(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Entrants with the same name are called by their specifications."""
    names = [one.name for one in entrants]
    return tuple(replace(one, name=printable(one.spec)) if names.count(one.name) > 1 else one for one in entrants)


def bot_rows(entrants: Sequence[Entrant]) -> npt.NDArray[Any]:
    """A Bot record per entrant, ready to be copied to seats; agents are YOU."""
    bots = empty(Bot, len(entrants))
    for i, one in enumerate(entrants):
        bot = view(Bot, bots, i)
        if one.player is None:
            bot.kind = BotKind.YOU
        else:
            one.player.write(bot)
            bot.net = network_number(one.player, _players(entrants))
    rows: npt.NDArray[Any] = bots.view(Bot.layout)
    return rows


def networks(entrants: Sequence[Entrant]) -> Networks:
    """Those of the policies among them."""
    return networks_of(_players(entrants))


def _players(entrants: Sequence[Entrant]) -> list[CompiledPlayer]:
    return [one.player for one in entrants if one.player is not None]


def random_row() -> npt.NDArray[np.uint8]:
    """The bytes of the bot that plays on for an entrant that has forfeited."""
    bots = empty(Bot, 1)
    check_bot("random").write(view(Bot, bots))
    return bots.view(np.uint8)
