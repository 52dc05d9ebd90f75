"""The file of an evaluation: every game's result, what it was played with, and a hash over all of it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.files import FileError, conform, parse_json, read_text, short, write
from munchkin_env.lab.arena.adjusting import games_saved, mean_over_deals, without_luck
from munchkin_env.lab.arena.figures import Estimate, share_over_deals

_FORMAT = "munchkin_env evaluation 1"
_MOST = 64 << 20
"""Bytes of a file: ten million games have less."""
_ALIKE = 1e-9
"""Shares that differ by less differ only by rounding."""
_Floats = npt.NDArray[np.float64]


class ProtocolError(ValueError):
    """An evaluation that is not possible, or a file that does not hold one."""


@dataclass(frozen=True)
class PlayedAgainst:
    """The games against one reference."""

    digest: str
    """Of the reference."""
    shares: list[list[float]] = field(default_factory=list)
    """By deal and seat: the share of the victory."""
    luck: list[list[float]] = field(default_factory=list)
    """The same for the luck of the agent (arena/luck.py); empty if it was not measured."""
    forfeits: int = 0
    """Games that the agent forfeited."""

    @property
    def measured(self) -> bool:
        """Whether the luck of all these games was measured."""
        return len(self.luck) == len(self.shares)

    def with_games(self, more: "PlayedAgainst") -> "PlayedAgainst":
        """These games and more of them. Luck is kept if that of all of them was measured: figures without luck need every deal."""
        luck = self.luck + more.luck if self.measured and more.measured else []
        return replace(self, shares=self.shares + more.shares, luck=luck, forfeits=self.forfeits + more.forfeits)


@dataclass(frozen=True)
class EvaluationResult:
    """An agent against a pool, in a task."""

    agent: str
    """Its name."""
    spec: str
    """How it was named."""
    fingerprint: str
    """Of its source or data."""
    task: str
    """The id of the task."""
    task_digest: str
    pool: str
    players: int
    version: str
    """Of munchkin_env,"""
    rules: int
    """of its rules,"""
    cards: str
    """the hash of the cards,"""
    code: str
    """and of all source that is compiled: rules, bots, networks."""
    against: dict[str, PlayedAgainst]
    """By reference."""
    digest: str = ""
    """Of what a bot or policy plays by, as folders of training tell it; "" for others, and in files from before it was written."""
    itself: str = ""
    """The reference that is the agent itself, whose deals are one game each: at a table of equals all seatings are the same.

    "" for none, and in files from before it was written.
    """
    time_limit: float | None = None
    """Seconds that the agent had for a decision; None for no limit, for bots and policies, and in files from before it was written."""

    @property
    def identity(self) -> dict[str, Any]:
        """Everything but the games: what must be the same to continue an evaluation."""
        told = {name: value for name, value in asdict(self).items() if name != "against"}
        return told | {"references": {name: one.digest for name, one in self.against.items()}}

    @property
    def comparable(self) -> tuple[str, str, str, tuple[str, ...]]:
        """Results with the same value belong into one table."""
        return self.task, self.task_digest, self.pool, tuple(self.against)

    @property
    def deals(self) -> int:
        """How many deals were played against every reference."""
        return min((len(one.shares) for one in self.against.values()), default=0)

    @property
    def games(self) -> int:
        return sum(self.games_against(reference) for reference in self.against)

    def games_against(self, reference: str) -> int:
        return self.deals * (1 if reference == self.itself else self.players)

    @property
    def fair(self) -> float:
        """The share of equal players."""
        return 1 / self.players

    @property
    def forfeits(self) -> int:
        return sum(one.forfeits for one in self.against.values())

    @property
    def measured(self) -> bool:
        """Whether the luck of all games was measured."""
        return self.deals > 0 and all(one.measured for one in self.against.values())

    # ------------------------------------------------------------------------------------------------- the figures

    def _by_deal(self, reference: str, kind: str) -> _Floats:
        found: _Floats = np.array(getattr(self.against[reference], kind), np.float64).reshape(-1, self.players).mean(axis=1)
        return found

    def _is_certain(self, reference: str) -> bool:
        """Is the share the fair one by definition? It is where equal players played games that somebody won."""
        return reference == self.itself and self.deals > 0 and bool(np.allclose(self._by_deal(reference, "shares"), self.fair))

    @cached_property
    def _means(self) -> tuple[_Floats, _Floats]:
        """By deal, over all references: shares, and shares without luck."""
        shares = np.mean([self._by_deal(one, "shares") for one in self.against], axis=0)
        luck = np.mean([self._by_deal(one, "luck") for one in self.against], axis=0) if self.measured else np.zeros(len(shares))
        return shares, without_luck(shares, luck)

    def share(self, reference: str) -> Estimate:
        """The win share against copies of that reference."""
        if self._is_certain(reference):
            return Estimate(self.fair, self.fair, self.fair)
        values = np.array(self.against[reference].shares, np.float64)
        return share_over_deals(values.reshape(-1), np.repeat(np.arange(len(values)), self.players))

    def adjusted(self, reference: str) -> Estimate:
        """The same without luck."""
        shares = self._by_deal(reference, "shares")
        return _adjusted(self.share(reference), shares, without_luck(shares, self._by_deal(reference, "luck")))

    @property
    def score(self) -> Estimate:
        """The mean of the shares against all references. Shares that are certain add nothing to its interval."""
        open_ = [self._by_deal(one, "shares") for one in self.against if not self._is_certain(one)]
        if not open_:
            return Estimate(self.fair, self.fair, self.fair)
        found, weight = share_over_deals(np.mean(open_, axis=0), np.arange(self.deals)), len(open_) / len(self.against)
        return Estimate(*(weight * figure + (1 - weight) * self.fair for figure in found))

    @property
    def adjusted_score(self) -> Estimate:
        """The same without luck."""
        return _adjusted(self.score, *self._means)

    @property
    def saved(self) -> float:
        """The part of the deals that would have given the same interval without luck."""
        return games_saved(*self._means)

    # ---------------------------------------------------------------------------------------------------- the file

    def save(self, path: Path) -> None:
        """Write it whole, with its hash."""
        told = {"format": _FORMAT, **asdict(self)}
        write(path, json.dumps({**told, "hash": hash_of(told)}, indent=None, separators=(",", ":")) + "\n")

    @classmethod
    def load(cls, path: Path) -> "EvaluationResult":
        """Raises ProtocolError unless the file holds an evaluation, as it was written."""
        try:
            told = parse_json(read_text(path, _MOST), path)
            if not isinstance(told, dict) or told.pop("format", None) != _FORMAT:
                raise ProtocolError(f"{path}: this is not a file of munchkin evaluate")
            said = told.pop("hash", None)
            if said != hash_of({"format": _FORMAT, **told}):
                raise ProtocolError(f"{path}: its hash does not fit its content: it was changed after it was written")
            limit = told.pop("time_limit", None)
            found: EvaluationResult = conform(told, cls, path)
            if limit is not None:
                found = replace(found, time_limit=conform(limit, float, path, "time_limit"))
        except FileError as error:
            raise ProtocolError(str(error)) from error
        return _checked(found, path)


def _adjusted(raw: Estimate, shares: _Floats, adjusted: _Floats) -> Estimate:
    """The mean without luck, within what a share can be. Where all deals have the same share, there is nothing that luck explains."""
    if len(shares) < 2 or np.ptp(shares) < _ALIKE:
        return raw
    return Estimate(*(min(1.0, max(0.0, figure)) for figure in mean_over_deals(adjusted)))


def hash_of(told: Mapping[str, Any]) -> str:
    """Over the whole content, in an order of its own."""
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _checked(found: EvaluationResult, path: Path) -> EvaluationResult:
    """Raises ProtocolError for numbers that no evaluation gives."""
    if not 2 <= found.players <= 6 or not found.against:
        raise ProtocolError(f"{path}: an evaluation of {found.players} players against {len(found.against)} references")
    if found.itself not in ("", *found.against):
        raise ProtocolError(f"{path}: the agent is said to be the reference {short(found.itself)}, which it did not play against")
    if found.time_limit is not None and found.time_limit <= 0:
        raise ProtocolError(f"{path}: its time_limit is {found.time_limit}; it must be a number of seconds above 0")
    for name, one in found.against.items():
        rows = [*one.shares, *one.luck]
        if any(len(row) != found.players for row in rows) or not all(0 <= share <= 1 for row in one.shares for share in row):
            raise ProtocolError(f"{path}: the results against {short(name)} are damaged: each deal has a share from 0 to 1 for each seat")
        if (one.luck and not one.measured) or len(one.shares) != found.deals:
            raise ProtocolError(f"{path}: the results against {short(name)} are damaged: there are more deals of one kind than of another")
    return found


def with_games(result: EvaluationResult, more: Mapping[str, PlayedAgainst]) -> EvaluationResult:
    """The result with these games added."""
    return replace(result, against={name: one.with_games(more[name]) for name, one in result.against.items()})
