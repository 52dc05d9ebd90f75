"""A network learns to imitate a bot: a warm start for reinforcement learning, in minutes.

    python -m experiments.imitate --out runs/imitation
    python -m experiments.imitate --out runs/mine --teacher my_style.toml --updates 4000
    python -m experiments.train --out runs/better --start runs/imitation/network.pt

The student makes part of the decisions, the teacher the others; at each, the teacher says what it would have done. So
the student sees the positions that its own mistakes lead to. No data set is stored: games are played as needed. At the same time it
learns what positions are worth, from how these games end: an untrained critic would spoil what was learned.

Writes policy.npz (to play), network.pt (for --start of experiments.train), accuracy.csv (by kind of decision), evaluations.csv, curves.png.
"""

import argparse
import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from experiments.settings import add_option
from experiments.weights import take_optimizer
from munchkin_env import MunchkinVector
from munchkin_env.core.files import Archive, FileError, conform, parse_json
from munchkin_env.engine.state.kinds import N_DECISIONS, Kind
from munchkin_env.envs.teaching import Teacher
from munchkin_env.observe import SIZE, offsets


@dataclass(frozen=True)
class Imitation:
    """Settings of an imitation."""

    teacher: str = "greedy"
    opponents: str | list[str] | dict[str, int] | None = None  # in the other seats; None: the teacher
    games: int = 4096  # at once
    rate: float = 1e-3  # learning rate at the start; it falls to a fiftieth
    quiet: float = 0.25  # fraction of decisions in windows, which are mostly passes, to learn from
    sure: float = 0.95  # what the student does, correctly, with at least this probability needs little learning: of these
    review: float = 0.2  # this fraction is learned from, with higher weight
    worth_kept: float = 0.04  # fraction of positions kept until their game ends, for the critic
    seed: int = 1
    players: int = 4
    sets: tuple[str, ...] = ("deluxe",)


MOST_KNOWN = 200_000
"""About 200 MB. More arrive than are learned from: about 40 with each update."""


class Position(NamedTuple):
    """An observation, nine tenths of which is 0."""

    where: npt.NDArray[np.int16]
    what: npt.NDArray[np.float32]


class Outcomes:
    """Positions waiting for the end of their game, and finished ones waiting to be used: at most MOST_KNOWN, first in, first out."""

    def __init__(self, games: int) -> None:
        self._waiting: list[list[Position]] = [[] for _ in range(games)]
        self._known: list[tuple[Position, float]] = []

    def keep(self, rows: npt.NDArray[np.int64], observations: npt.NDArray[np.float32]) -> None:
        for i in rows:
            where = np.flatnonzero(observations[i]).astype(np.int16)
            self._waiting[i].append(Position(where, observations[i, where]))

    def ended(self, i: int, worth: float) -> None:
        self._known += [(position, worth) for position in self._waiting[i]]
        self._waiting[i] = []
        if len(self._known) > MOST_KNOWN + MOST_KNOWN // 10:
            del self._known[:-MOST_KNOWN]

    def take(self, n: int, rng: np.random.Generator) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]] | None:
        """n finished positions at random, which are then removed. None if there are fewer."""
        if len(self._known) < n:
            return None
        taken = []
        for _ in range(n):
            k = int(rng.integers(len(self._known)))
            self._known[k], self._known[-1] = self._known[-1], self._known[k]
            taken.append(self._known.pop())
        seen = np.zeros((n, SIZE), np.float32)
        for row, (position, _) in zip(seen, taken, strict=True):
            row[position.where] = position.what
        return seen, np.array([worth for _, worth in taken], np.float32)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """All of them, as arrays: the positions in order, their lengths, whose they are, and what they were worth."""
        waiting = [position for one in self._waiting for position in one]
        positions = [*waiting, *(position for position, _ in self._known)]
        return {
            "where": np.concatenate([np.zeros(0, np.int16), *(position.where for position in positions)]),
            "what": np.concatenate([np.zeros(0, np.float32), *(position.what for position in positions)]),
            "lengths": np.array([len(position.where) for position in positions], np.int64),
            "waiting": np.array([len(one) for one in self._waiting], np.int64),
            "worth": np.array([worth for _, worth in self._known], np.float64),
        }

    def set_state(self, told: Mapping[str, npt.NDArray[Any]], name: object = "it") -> None:
        """told: arrays, each completely in memory: an entry of a compressed file would be unpacked again for every position.

        Raises FileError, which names the file.
        """
        where, what, lengths, waiting, worth = (_array(told, key, kind, name) for key, kind in _OUTCOMES.items())
        if len(waiting) != len(self._waiting) or min(lengths.min(initial=0), waiting.min(initial=0)) < 0:
            raise FileError(name, "its positions are from other games")
        if lengths.sum() != len(where) or len(where) != len(what) or waiting.sum() + len(worth) != len(lengths):
            raise FileError(name, "its positions do not add up")
        if ((where < 0) | (where >= SIZE)).any() or not np.isfinite(what).all() or not np.isfinite(worth).all():
            raise FileError(name, "one of its positions is impossible")
        ends = lengths.cumsum()
        positions = iter([Position(where[a:b].copy(), what[a:b].copy()) for a, b in zip(ends - lengths, ends, strict=True)])
        self._waiting = [[next(positions) for _ in range(n)] for n in waiting]
        self._known = list(zip(positions, worth.tolist(), strict=True))


_OUTCOMES: dict[str, type] = {"where": np.int16, "what": np.float32, "lengths": np.int64, "waiting": np.int64, "worth": np.float64}


def _array(told: Mapping[str, npt.NDArray[Any]], key: str, kind: type, name: object) -> npt.NDArray[Any]:
    found = told.get(key)
    if found is None or found.ndim != 1 or found.dtype != kind:
        raise FileError(name, f"its array {key!r} is missing, or not a list of {np.dtype(kind)}")
    return found


@dataclass(frozen=True)
class Told:
    """The progress of a student, and its random generator."""

    done: int
    samples: int
    seen: int
    worth_error: float
    rng: dict[str, Any]


WORTH_BATCH = 128


class Student:
    """A network that imitates."""

    def __init__(self, how: Imitation, net: Any) -> None:
        self.how, self.net = how, net
        self.rng = np.random.default_rng(how.seed)
        self.games = MunchkinVector(how.games, how.players, how.sets, how.seed, seat="random", opponents=how.opponents or how.teacher)
        self.games.reset()
        self.teacher, self.outcomes = Teacher(self.games, how.teacher, how.seed), Outcomes(how.games)
        self.optimizer = torch.optim.Adam(net.parameters(), how.rate, eps=1e-5)
        self.right, self.asked = np.zeros(N_DECISIONS, np.int64), np.zeros(N_DECISIONS, np.int64)
        self.samples = self.seen = self.done = 0
        self.worth_error = float("nan")

    def scatter(self, turns: int, tick: Callable[[], object] = lambda: None) -> None:
        """Let the teacher play alone, so that the games are not all at their start. tick: called after each turn."""
        for _ in range(turns):
            self.games.step(self.teacher.choose())
            tick()

    def update(self, progress: float) -> None:
        """One step of all games, and learning from it. progress: fraction of the total time, from 0 to 1."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.how.rate * max(0.02, 1.0 - progress)
        rows, kinds = self.chosen()
        actions = self.teacher.choose().copy()
        right, masks = actions[rows], self.games.masks[rows]
        seen = self.games.observations[rows]
        best, sureness = self._tried(seen, masks, right)
        self.asked += np.bincount(kinds[rows], minlength=N_DECISIONS)
        self.right += np.bincount(kinds[rows][best == right], minlength=N_DECISIONS)
        easy = sureness > self.how.sure
        kept = np.flatnonzero(~easy | (self.rng.random(len(rows)) < self.how.review))
        self._learn(seen[kept], masks[kept], right[kept], np.where(easy[kept], 1 / self.how.review, 1.0) / max(1, len(rows)))
        actions[rows] = best
        self._step(actions)
        self.samples += len(kept)
        self.seen += len(rows)
        self.done += 1

    def _tried(
        self, seen: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_], right: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """The student's choices, and the probabilities it gives to the correct ones."""
        with torch.no_grad():
            logits = torch.where(torch.from_numpy(masks), self.net.logits(torch.from_numpy(seen)), -1e9)
            likely = torch.softmax(logits, dim=1).gather(1, torch.from_numpy(right).unsqueeze(1)).squeeze(1)
        return logits.argmax(dim=1).numpy(), likely.numpy()

    def _learn(
        self, seen: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_], right: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]
    ) -> None:
        logits = torch.where(torch.from_numpy(masks), self.net.logits(torch.from_numpy(seen)), -1e9)
        losses = torch.nn.functional.cross_entropy(logits, torch.from_numpy(right), reduction="none")
        loss = (losses * torch.from_numpy(weights.astype(np.float32))).sum()
        outcomes = self.outcomes.take(WORTH_BATCH, self.rng)
        if outcomes is not None:
            error = (self.net(torch.from_numpy(outcomes[0]))[1] - torch.from_numpy(outcomes[1])).square().mean()
            self.worth_error = float(error.detach())
            loss = loss + 0.2 * error
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()

    def chosen(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The games in which the student acts and learns, and the kind of decision in every game."""
        at = offsets()["decision"]
        kinds: npt.NDArray[np.int64] = self.games.observations[:, at : at + N_DECISIONS].argmax(axis=1)
        return np.flatnonzero((kinds != Kind.WINDOW.value) | (self.rng.random(len(kinds)) < self.how.quiet)), kinds

    def _step(self, actions: npt.NDArray[np.int64]) -> None:
        self.outcomes.keep(np.flatnonzero(self.rng.random(len(actions)) < self.how.worth_kept), self.games.observations)
        self.games.step(actions)
        for i in np.flatnonzero(self.games.terminated | self.games.truncated):
            self.outcomes.ended(int(i), float(self.games.rewards[i]))

    # --------------------------------------------------------------------------------------------------- save and load

    def state(self) -> dict[str, bytes]:
        """Everything besides the network's weights that determines how it continues, by file name."""
        optimizer, arrays = io.BytesIO(), io.BytesIO()
        torch.save(self.optimizer.state_dict(), optimizer)
        np.savez(arrays, allow_pickle=False, right=self.right, asked=self.asked, **self.outcomes.state())
        rng: Any = self.rng.bit_generator.state
        told = Told(self.done, self.samples, self.seen, self.worth_error, rng)
        return {
            "told.json": json.dumps(asdict(told)).encode(),
            "optimizer.pth": optimizer.getvalue(),
            "arrays.npz": arrays.getvalue(),
            "games.bin": self.games.to_bytes(),
            "teacher.bin": self.teacher.to_bytes(),
        }

    def set_state(self, files: Mapping[str, bytes], name: object = "it") -> None:
        """name: of the source file. Raises FileError, LoadError, or errors of a random generator."""
        if missing := {"told.json", "optimizer.pth", "arrays.npz", "games.bin", "teacher.bin"} - files.keys():
            raise FileError(name, f"{min(missing)} is missing")
        told: Told = conform(parse_json(files["told.json"], name, finite=False), Told, name)
        if min(told.done, told.samples, told.seen) < 0:
            raise FileError(name, "its state of the imitation is impossible")
        arrays = Archive(io.BytesIO(files["arrays.npz"]), name).arrays(len(files["arrays.npz"]))
        right, asked = (_array(arrays, key, np.int64, name) for key in ("right", "asked"))
        if len(right) != N_DECISIONS or len(asked) != N_DECISIONS or (right < 0).any() or (right > asked).any():
            raise FileError(name, "its accuracy is impossible")
        self.outcomes.set_state(arrays, name)
        take_optimizer(self.optimizer, files["optimizer.pth"], name)
        self.right[:], self.asked[:] = right, asked
        self.done, self.samples, self.seen = told.done, told.samples, told.seen
        self.worth_error, self.rng.bit_generator.state = told.worth_error, told.rng
        self.games.restore(files["games.bin"])
        self.teacher.restore(files["teacher.bin"])

    # -------------------------------------------------------------------------------------------------------- accuracy

    def accuracy(self) -> float:
        """The fraction of decisions since the last reset in which student and teacher agree. Windows count in their true proportion."""
        weight = np.ones(N_DECISIONS)
        weight[Kind.WINDOW.value] = 1 / self.how.quiet
        return float((weight * self.right).sum() / max(1.0, (weight * self.asked).sum()))

    def forget_accuracy(self) -> None:
        self.right[:], self.asked[:] = 0, 0

    def accuracy_rows(self) -> list[dict[str, Any]]:
        order = np.argsort(-self.asked, kind="stable")
        return [
            {"decision": Kind(k).name, "asked": int(self.asked[k]), "right": round(float(self.right[k] / self.asked[k]), 4)}
            for k in order
            if self.asked[k]
        ]


def main(arguments: Sequence[str] | None = None) -> int:
    """experiments.train, stopping after the imitation."""
    from experiments import train

    given = _parser().parse_args(arguments)
    if given.resume:
        return train.main(["--out", str(given.out), "--resume"])
    how = ["--imitate", str(given.updates), "--teacher", given.teacher, "--network", given.network, "--players", str(given.players)]
    how += [part for one in given.sets or () for part in ("--set", one)]
    how += ["--opponents", given.teacher, "--seed", str(given.seed)]
    against = ["--evaluate-against", given.teacher, "--evaluate-games", str(given.evaluate_games)]
    return train.main(["--out", str(given.out), "--steps", "0", *how, *against])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.imitate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the output folder")
    add_option(parser, "teacher", "greedy")
    parser.add_argument("--updates", type=int, default=1000, metavar="N", help="updates, of about 1,600 decisions each (default: 1000)")
    for name in ("network", "players", "sets"):
        add_option(parser, name)
    parser.add_argument("--resume", action="store_true", help="resume the interrupted imitation in --out with its settings")
    add_option(parser, "evaluate_games", 1000, "games at the end against three of the teacher")
    add_option(parser, "seed")
    return parser


if __name__ == "__main__":
    sys.exit(main())
