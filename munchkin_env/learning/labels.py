"""Labels in files: made in parts, each of which follows from its seed alone, so that it does not matter where it is made.

A part is a .npz file. Observations are sparse: `lengths[i]` numbers of label i, `where` and `what`, one label after the other.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import load
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.game.options import check_options, write_options
from munchkin_env.game.saved import made_with
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.bots.styles import GREEDY
from munchkin_env.players.compiled import CompiledPlayer, NetworkBot, check_player, networks_of, new_players
from munchkin_env.players.policy import Policy
from munchkin_env.players.search.leaf import leaf_weights
from munchkin_env.vocabulary.words import NONE

from .labelling import CANDIDATES, IRRELEVANT_RATE, MOST_INPUTS, Labelled, label_game
from .parts import ArrayForm, MadeOtherwiseError, Makers, PartArrays, check_told, kept_part, kept_parts, read_part

_Arrays = Mapping[str, npt.NDArray[Any]]
_MIX = "any"
MIXED = {"greedy": 0.38, "veteran": 0.28, _MIX: 0.29, "weighted": 0.05}
"""Opponents: three of a kind, or any bots. A player who never met `weighted` loses to it now and then, which no bot does; such a game has
twice as many labels."""
_NAME = "labels"
_GAMES = 1 << 20
"""More than the games of a part."""
ANY_BOTS = ("greedy", "greedy", "veteran", "veteran", "veteran", "bully", "diplomat", "cautious", "kingslayer")


@dataclass(frozen=True)
class Labelling:
    """How labels are made."""

    opponents: Mapping[str, float] = field(default_factory=lambda: dict(MIXED))
    """How often a game is played against whom: a name is all of them (a bot, or the path of a policy), "any" a mix of bots."""
    turns: int = 3
    """After so many turns of playing on, a position is estimated."""
    temperature: float = 0.35
    """Of the student's play. At 1, one that corrects nothing yet would often leave its bot's choice, and lose every game."""
    alone: bool = False
    """In playouts the student itself plays on; otherwise the bot that it corrects plays for it, in half the time."""
    rate: float = 1.0
    """Fraction of the decisions that are labelled, of those that the adviser is not sure of."""
    part: int = 4096
    """Labels in a file."""
    players: int = 4
    sets: tuple[str, ...] = ("deluxe",)
    seed: int = 1


def drawn_opponents(how: Labelling, everyone: Mapping[str, CompiledPlayer], rng: np.random.Generator) -> list[CompiledPlayer]:
    """Players for all seats of one game, of those that may sit at the table."""
    names = sorted(how.opponents)
    weights = np.array([how.opponents[name] for name in names])
    name = names[int(rng.choice(len(names), p=weights / weights.sum()))]
    chosen = [ANY_BOTS[k] for k in rng.integers(len(ANY_BOTS), size=MAX_PLAYERS)] if name == _MIX else [name] * MAX_PLAYERS
    return [everyone[one] for one in chosen]


def named_opponents(how: Labelling) -> dict[str, CompiledPlayer]:
    """Everybody who may sit at the table, by name."""
    return {name: check_player(name, how.sets) for name in sorted({*how.opponents, *ANY_BOTS} - {_MIX})}


def make_part(how: Labelling, policy: Policy, k: int, adviser: Policy | None = None) -> dict[str, npt.NDArray[Any]]:
    """The k-th part: labels of decisions of that student. adviser: says where more than one action makes sense; None: the student."""
    rng = np.random.default_rng([how.seed, k])
    cards = load(how.sets)
    tables, leaf = open_records(cards.tables), leaf_weights(cards)
    array, labels = empty(Game, 2), empty(Labelled, how.part)
    for i in range(2):
        write_options(check_options({}, how.players), view(Game, array, i).options)
    games, rows, into = open_records(array), array.view(np.uint8).reshape(2, -1), open_records(labels)
    mask = np.zeros(N_ACTIONS, np.bool_)
    student, advises, opponents = NetworkBot.of(policy), NetworkBot.of(adviser or policy), named_opponents(how)
    everyone = [student, advises, *opponents.values()]
    networks = networks_of(everyone)
    made = game = 0
    while made < how.part:
        seat, first = int(rng.integers(how.players)), made
        players = drawn_opponents(how, opponents, rng)
        players[seat] = student if how.alone or policy.prior is None else policy.prior.style
        stand_ins = new_players(players, int(rng.integers(1 << 30)), beside=everyone)
        players[seat] = replace(student, temperature=how.temperature)
        bots = new_players(players, int(rng.integers(1 << 30)), beside=everyone)
        made = label_game(
            tables,
            games,
            rows,
            open_records(bots),
            open_records(stand_ins),
            open_records(new_players([advises], beside=everyone)),
            *networks,
            leaf,
            mask,
            rng.integers(1, 1 << 31, size=1),
            how.players,
            seat,
            how.turns,
            how.rate,
            into,
            made,
        )
        labels["game"][first:made] = game
        game += 1
    return _compact(labels.view(Labelled.layout))


def _compact(labels: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    there = np.arange(labels["where"].shape[1]) < labels["inputs"][:, None]
    candidates = np.arange(labels["action"].shape[1]) < labels["candidates"][:, None]
    return {
        "lengths": labels["inputs"].astype(np.int16),
        "where": labels["where"][there],
        "what": labels["what"][there].astype(np.float16),
        "legal": np.packbits(labels["legal"], axis=1),
        "action": np.where(candidates, labels["action"], NONE).astype(np.int16),
        "worth": np.where(candidates, labels["worth"], 0).astype(np.float32),
        **{name: labels[name].copy() for name in ("kind", "game", "weight", "outcome")},
    }


# ------------------------------------------------------------------------------------------------------------ files


def part_path(folder: Path, k: int) -> Path:
    return kept_part(folder, _NAME, k)


def labels_folder(run: Path, number: int) -> Path:
    """Where a run keeps the labels of that round."""
    return run / f"{_NAME}-{number}"


def told_path(run: Path, number: int) -> Path:
    """The file that says how they are made, and against which bots and policies."""
    return labels_folder(run, number) / f"{_NAME}.json"


def make_parts(
    folder: Path, how: Labelling, policy: Policy, parts: Sequence[int], workers: Makers = 1, adviser: Policy | None = None
) -> Iterator[int]:
    """Make those parts that are not there yet; yields the number of each when it is. The folder remembers how they are made."""
    told = told_of(how, policy, adviser)
    return kept_parts(folder, _NAME, told, partial(make_part, how, policy, adviser=adviser), parts, workers)


def told_of(how: Labelling, policy: Policy, adviser: Policy | None = None) -> dict[str, Any]:
    """Everything that decides what the labels are."""
    digests = {"student": policy.digest, "adviser": (adviser or policy).digest}
    return {**asdict(how), **digests, "corrects": corrected_bot(policy), **told_of_version(how)}


def corrected_bot(policy: Policy) -> str:
    """Whose choice is the first action of its labels."""
    style = policy.prior.style if policy.prior else GREEDY
    return f"{style.name} {style.digest}"


def told_of_version(how: Labelling) -> dict[str, Any]:
    """Cards, rules, bots, and the network that estimates positions: labels made with others say something else."""
    estimate = hashlib.sha256(leaf_weights(load(how.sets)).tobytes()).hexdigest()[:16]
    bots = {name: one.digest for name, one in named_opponents(how).items()}
    return {**made_with(how.sets), "bots": bots, "estimate": estimate}


FORMS_OF_LABELS = {
    "lengths": ArrayForm(np.int16, (), (0, MOST_INPUTS)),
    "where": ArrayForm(np.uint16, (), (0, SIZE - 1), rows="numbers"),
    "what": ArrayForm(np.float16, rows="numbers"),
    "legal": ArrayForm(np.uint8, ((N_ACTIONS + 7) // 8,)),
    "action": ArrayForm(np.int16, (CANDIDATES,), (NONE, N_ACTIONS - 1)),
    "worth": ArrayForm(np.float32, (CANDIDATES,), (0, 1)),
    "kind": ArrayForm(np.int8, (), (0, FIRST_AUTOMATIC - 1)),
    "game": ArrayForm(np.int32, (), (0, _GAMES - 1)),
    "weight": ArrayForm(np.float32, (), (1, 1 / IRRELEVANT_RATE)),
    "outcome": ArrayForm(np.float32, (), (0, 1)),
}


def _fault_of_labels(arrays: PartArrays) -> str:
    numbers, action = int(arrays["lengths"].astype(np.int64).sum()), arrays["action"]
    if len(action) == 0:
        return "it has no labels"
    if numbers != len(arrays["where"]):
        return f"where: {len(arrays['where']):,} numbers; the lengths promise {numbers:,}"
    legal = np.unpackbits(arrays["legal"], axis=1, count=N_ACTIONS)
    if (action[:, 0] == NONE).any() or not (np.take_along_axis(legal, np.maximum(action, 0).astype(np.int64), 1) | (action == NONE)).all():
        return "action: a label has no action of the bot, or an illegal one"
    return ""


def labels_of_run(folder: Path, how: Labelling, bot: str) -> list[Path]:
    """All parts in a training folder. bot: the corrected_bot of its students.

    Raises MadeOtherwiseError, also if there are none.
    """
    found: list[Path] = []
    for one in sorted(folder.glob(f"{_NAME}-*"), key=lambda path: (len(path.name), path.name)):
        check_told(one / f"{_NAME}.json", {"players": how.players, "corrects": bot, **told_of_version(how)}, _NAME)
        found += sorted(one.glob(f"{_NAME}-[0-9]*.npz"))
    if not found:
        raise MadeOtherwiseError(f"{folder}: it has no labels (labels-1/…); `munchkin train --out {folder}` makes them")
    return found


class Labels:
    """All labels of some parts, in memory."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Raises DamagedPartError."""
        parts = []
        for k, path in enumerate(paths):
            arrays = read_part(path, FORMS_OF_LABELS, _fault_of_labels)
            parts.append(arrays | {"part": np.full(len(arrays["kind"]), k, np.int32)})
        self.arrays: dict[str, npt.NDArray[Any]] = {name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])}
        self.starts = np.concatenate([[0], np.cumsum(self.arrays["lengths"].astype(np.int64))])

    def __len__(self) -> int:
        return len(self.arrays["kind"])

    @cached_property
    def games(self) -> npt.NDArray[np.int64]:
        """Which game each is of."""
        found: npt.NDArray[np.int64] = self.arrays["part"].astype(np.int64) * _GAMES + self.arrays["game"]
        return found

    def observations(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """Of these labels, as vectors."""
        lengths = self.arrays["lengths"][rows].astype(np.int64)
        before = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        at = np.repeat(self.starts[rows] - before, lengths) + np.arange(lengths.sum())
        seen = np.zeros((len(rows), SIZE), np.float32)
        seen[np.repeat(np.arange(len(rows)), lengths), self.arrays["where"][at]] = self.arrays["what"][at]
        return seen

    def legal(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        return np.unpackbits(self.arrays["legal"][rows], axis=1, count=N_ACTIONS).astype(np.bool_)
