"""Players inside the compiled loop: scripted bots, by their style, and networks.

NetworkBot.of("trained")                                 # what opponents="trained" means with the cards of Deluxe
NetworkBot.of("runs/best/policy.npz", temperature=1.0)   # samples its actions, as in training
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import short
from munchkin_env.core.record import view
from munchkin_env.players.bots import BotKind, BotSpec, Style, check_bot
from munchkin_env.players.bots.style import UNIT_TEMPERATURE, Bot
from munchkin_env.players.bots.styles import GREEDY, written
from munchkin_env.players.network.packing import NO_NETWORKS, Networks, together
from munchkin_env.players.policy import SHIPPED, TRAINED, TRAINED_WITH, Policy, check_sets, load_policy, policy_name, policy_path

ENDINGS = (".zip", ".npz")
HOTTEST = 32.0


@dataclass(frozen=True, eq=False)
class NetworkBot:
    """A trained policy as a bot of the compiled loop."""

    name: str
    """In results, and in the roster of a batch."""
    policy: Policy = field(repr=False)
    """The network, and what it was trained on."""
    temperature: float = 0.0
    """0: it takes its preferred action. Otherwise it samples: at 1 as in training, more freely above."""

    def __post_init__(self) -> None:
        given: Any = self.temperature
        if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given <= HOTTEST:
            raise ValueError(f"temperature={short(given)}: must be a number from 0 to {HOTTEST:g}")

    @staticmethod
    def of(
        spec: str | Path | Policy, name: str | None = None, temperature: float = 0.0, sets: Sequence[str | Path] | None = None
    ) -> "NetworkBot":
        """The policy of this name or file; sets: see load_policy. Raises PolicyError."""
        policy = spec if isinstance(spec, Policy) else _loaded(policy_path(spec, sets))
        usual = "policy" if isinstance(spec, Policy) else policy_name(spec)
        return NetworkBot(str(usual if name is None else name), policy, temperature)

    @property
    def kind(self) -> BotKind:
        """NETWORK."""
        return BotKind.NETWORK

    @property
    def digest(self) -> str:
        """Eight letters that differ when policies play differently."""
        return f"{self.policy.digest}" if self.temperature == 0 else f"{self.policy.digest}@{self.temperature:g}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NetworkBot) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def write(self, bot: Bot, seed: int = 1) -> None:
        """Make the record play this policy; `network_number` says which network is its own. seed: any integer."""
        prior = self.policy.prior
        (prior.style if prior else GREEDY).write(bot, seed)
        bot.kind = BotKind.NETWORK.value
        bot.temperature = round(self.temperature * UNIT_TEMPERATURE)


def _loaded(path: Path) -> Policy:
    """The policy in that file, read once while the file is unchanged."""
    try:
        found = path.stat()
    except OSError:
        return load_policy(path)  # raises what is wrong
    return _read(str(path), found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def _read(path: str, _changed: int, _size: int) -> Policy:
    return load_policy(path)


CompiledPlayer = Style | NetworkBot
"""A player inside the compiled loop."""
PlayerSpec = BotSpec | NetworkBot
"""What specifies one: a bot, a style or its file, "trained", or the path of a policy file."""


def is_policy(spec: object) -> bool:
    """Does it specify a policy?"""
    return isinstance(spec, (str, Path)) and (str(spec) in SHIPPED or str(spec).endswith(ENDINGS)) and ":" not in str(spec)


def check_player(spec: object, sets: Sequence[str | Path] | None = None) -> CompiledPlayer:
    """The bot or network of that name or file. sets: the cards it will play with; None: the caller checks them.

    Raises UnknownBotError, StyleError or PolicyError.
    """
    if isinstance(spec, NetworkBot):
        found = spec
    elif is_policy(spec):
        found = NetworkBot.of(spec, sets=sets)  # type: ignore[arg-type]  # a name or a path
    else:
        return check_bot(spec)
    if sets is not None:
        check_sets(found.policy.about, sets)
    return found


def read_now(spec: PlayerSpec) -> PlayerSpec:
    """The player itself, for later: a file may change. `trained` stays a name, since it depends on the cards. Raises as check_player."""
    player = check_player(spec)
    return spec if spec == TRAINED else player


def player_digest(spec: PlayerSpec) -> str:
    """Eight letters that differ when players play differently. Of `trained`: with any cards."""
    if spec != TRAINED:
        return check_player(spec).digest
    return hashlib.sha256(" ".join(check_player(name).digest for name in TRAINED_WITH.values()).encode()).hexdigest()[:8]


def networks_of(players: Sequence[CompiledPlayer]) -> Networks:
    """The networks of these players, each once, in the form that kernels take. `network_number` gives a player's number among them."""
    found = _policies(players)
    return together([one.packed for one in found.values()]) if found else NO_NETWORKS


def network_number(player: CompiledPlayer, players: Sequence[CompiledPlayer]) -> int:
    """Which of the networks of these players is its own."""
    return list(_policies(players)).index(player.policy.digest) if isinstance(player, NetworkBot) else 0


def _policies(players: Sequence[CompiledPlayer]) -> dict[str, Policy]:
    """By digest: one that draws and one that does not have the same network."""
    return {one.policy.digest: one.policy for one in players if isinstance(one, NetworkBot)}


def new_players(
    players: Sequence[CompiledPlayer], seed: int = 1, beside: Sequence[CompiledPlayer] | None = None
) -> "npt.NDArray[np.record]":
    """Records of these players, each with its own randomness; networks are numbered as in networks_of(beside), or of these players.

    Raises ValueError for a seed that is not an integer.
    """
    bots = written(players, seed)
    for i, one in enumerate(players):
        view(Bot, bots, i).net = network_number(one, players if beside is None else beside)
    return bots
