"""The pools of references, frozen: who an agent is measured against."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from munchkin_env.players.compiled import check_player, is_policy, player_digest
from munchkin_env.players.policy import PolicyError
from munchkin_env.players.search import is_search, parse_search
from munchkin_env.tasks import Task

from .results import ProtocolError


@dataclass(frozen=True)
class Reference:
    """One of the references."""

    spec: str
    """As in tournaments. A search has a budget of playouts, not of time: it plays the same on every machine."""
    digest: str
    """Of what it plays by, which can change with the package."""


@dataclass(frozen=True)
class Pool:
    """References under a name."""

    name: str
    members: tuple[Reference, ...]

    def present(self, task: Task) -> list[Reference]:
        """The members that can play the cards of the task, as frozen. Raises ProtocolError if this package has another one."""
        return [member for member in self.members if _plays(member, task.card_sets) and self._is_frozen(member)]

    def _is_frozen(self, member: Reference) -> bool:
        found = digest_of(member.spec)
        if found != member.digest:
            raise ProtocolError(
                f"{self.name} was frozen with another {member.spec} ({member.digest}, here {found}): results would not be comparable. "
                f"Use the version of munchkin_env that the pool was frozen with, or another pool: {', '.join(POOLS)}"
            )
        return True


def digest_of(spec: str) -> str:
    """What freezes a member."""
    return parse_search(spec).digest if is_search(spec) else player_digest(spec)


def _plays(member: Reference, sets: Sequence[str | Path]) -> bool:
    """A policy plays only the cards that it has learned."""
    try:
        return not is_policy(member.spec) or check_player(member.spec, sets) is not None
    except PolicyError:
        return False


POOLS: Mapping[str, Pool] = MappingProxyType(
    {
        pool.name: pool
        for pool in (
            Pool("munchkin-fast-1", (Reference("random", "670ea7b5"), Reference("greedy-1", "733794ee"))),
            Pool(
                "munchkin-ref-1",
                (
                    Reference("random", "670ea7b5"),
                    Reference("greedy-1", "733794ee"),
                    Reference("veteran", "f0c471c6"),
                    Reference("trained", "c6528251"),
                    Reference("search:64", "c29b0397"),
                ),
            ),
        )
    }
)
"""By name."""
STANDARD = "munchkin-ref-1"


def find_pool(name: str) -> Pool:
    """The pool of that name. Raises ProtocolError."""
    if name not in POOLS:
        raise ProtocolError(f"there is no pool {name!r}; there are {', '.join(POOLS)}")
    return POOLS[name]
