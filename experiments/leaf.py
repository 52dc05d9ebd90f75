"""Makes the network that values the ends of playouts, munchkin_env/players/search/leaf.npz.

    python -m experiments.leaf --out runs/leaf                      # an hour on one core; run it again after an interruption
    python -m experiments.leaf --out runs/small --games 2000        # a small one

Bots play games of all sets, `deluxe` with four players, the others with two to six. Some positions of each game, all at the beginning of a
turn, are kept with every seat's cards and the result. The network learns to predict each seat's share of the victory. One game in twenty
is held out to measure how well.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from torch import nn

from experiments.progress import bar
from experiments.settings import add_option
from munchkin_env.cards.features import features_of
from munchkin_env.cards.loader import built_in_sets, load
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.boundary.playouts import new_game_at
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PLAYERS, Game
from munchkin_env.game.options import check_options, write_options
from munchkin_env.players.bots import new_bots
from munchkin_env.players.network.packing import NO_NETWORKS
from munchkin_env.players.search.leaf import CARDS, LAYERS, N_CARD_FEATURES, SEAT_NUMBERS, TOLD_FEATURES, UNITS, WAYS, card_key, write_seats
from munchkin_env.players.search.playing import play_turns_at

STEP = 1000
"""Games of one kind that are played, and kept in one file."""
SPACING = 6
"""Positions of a game are one to so many turns apart."""
MOST = 80
"""Positions of one game."""
STYLES = ("greedy",) * 4 + ("veteran",) * 4 + ("bully", "diplomat", "cautious", "kingslayer")
PLAYERS = (4, 4, 4, 2, 4, 3, 4, 5, 4, 6)
SETS = ("deluxe", "star", "deluxe", "western", "deluxe", "potter", "deluxe", "all")
HELD_OUT = 20
"""One game of so many."""


class Part(NamedTuple):
    """Positions of games with the same cards and number of players; a row per seat, from the one whose turn it is to the left."""

    numbers: npt.NDArray[np.floating[Any]]
    ids: npt.NDArray[np.int16]
    shares: npt.NDArray[np.floating[Any]]
    games: npt.NDArray[np.int32]


def sets_of(name: str) -> tuple[str, ...]:
    """deluxe first, as players do who mix."""
    return ("deluxe", *(one for one in built_in_sets() if one != "deluxe")) if name == "all" else (name,)


# ------------------------------------------------------------------------------------------------- positions


def play_part(k: int, games: int, seed: int) -> Part:
    """The k-th part."""
    rng = np.random.default_rng([seed, k])
    players, cards = PLAYERS[k % len(PLAYERS)], load(sets_of(SETS[k % len(SETS)]))
    array = empty(Game, 1)
    record = view(Game, array)
    write_options(check_options({}, players), record.options)
    tables, records, mask = open_records(cards.tables), open_records(array), np.zeros(N_ACTIONS, np.bool_)
    kept: list[Part] = []
    for game in range(games):
        bots = open_records(new_bots(line_up(rng), int(rng.integers(1 << 30))))
        new_game_at(tables, records, 0, players, int(rng.integers(1 << 60)), mask)
        positions = list(played(tables, records, record, bots, mask, rng))
        won = [int(record.winners) >> p & 1 for p in range(players)]
        if any(won) and positions:
            numbers, ids, first = zip(*positions, strict=True)
            shares = (np.array([np.roll(won, -p) for p in first]) / sum(won)).astype(np.float16)
            kept.append(Part(np.array(numbers, np.float16), np.array(ids), shares, np.full(len(first), game, np.int32)))
    return Part(*(np.concatenate(column) for column in zip(*kept, strict=True)))


def line_up(rng: np.random.Generator) -> list[str]:
    """Who plays a game: the same bot in every seat, or bots at random."""
    kind = rng.random()
    if kind < 0.6:
        return ["greedy" if kind < 0.3 else "veteran"] * MAX_PLAYERS
    return [STYLES[i] for i in rng.integers(len(STYLES), size=MAX_PLAYERS)]


def played(tables: Any, records: Any, game: Any, bots: Any, mask: Any, rng: np.random.Generator) -> Iterator[tuple[Any, Any, int]]:
    """Some turns of a game, each as it begins: the numbers and cards of every seat, and whose turn it is."""
    players = int(game.n_players)
    for _ in range(MOST):
        play_turns_at(tables, records, 0, bots, mask, int(game.turn) + 1 + int(rng.integers(SPACING)), *NO_NETWORKS)
        if game.over:
            return
        numbers, ids = np.zeros((players, SEAT_NUMBERS), np.float32), np.zeros((players, CARDS), np.int16)
        write_seats(tables, records, 0, numbers, ids)
        yield numbers, ids, int(game.turn_player)
    while not game.over:
        play_turns_at(tables, records, 0, bots, mask, int(game.turn) + SPACING, *NO_NETWORKS)


# --------------------------------------------------------------------------------------------------- the network


class Net(nn.Module):  # type: ignore[misc]  # torch has no types where they are checked
    """The network of munchkin_env/players/search/leaf.py in torch."""

    def __init__(self, features: npt.NDArray[np.float32]) -> None:
        """features: of all cards, by key."""
        super().__init__()
        self.register_buffer("features", torch.as_tensor(features))
        self.by_feature = nn.Parameter(torch.randn(WAYS, N_CARD_FEATURES, UNITS) * 0.02)
        self.own = nn.Parameter(torch.randn(len(features), WAYS, UNITS) * 0.02)
        self.numbers, self.direct = nn.Linear(SEAT_NUMBERS, UNITS), nn.Linear(SEAT_NUMBERS, 1, bias=False)
        self.mine, self.others = nn.Linear(UNITS, UNITS), nn.Linear(UNITS, UNITS, bias=False)
        self.second, self.score = nn.Linear(UNITS, UNITS), nn.Linear(UNITS, 1, bias=False)

    def rows(self) -> Any:
        """[1 + WAYS * keys, UNITS]; row 0 is no card."""
        made = torch.einsum("cf,wfu->cwu", self.features, self.by_feature) + self.own
        return torch.cat([torch.zeros(1, UNITS), made.reshape(-1, UNITS)])

    def forward(self, numbers: Any, ids: Any) -> Any:
        """Scores of [positions, seats]."""
        positions, seats, _ = ids.shape
        cards = nn.functional.embedding_bag(ids.reshape(positions * seats, -1), self.rows(), mode="sum", padding_idx=0)
        mine = torch.relu(self.numbers(numbers) + cards.reshape(positions, seats, -1))
        first = torch.relu(self.mine(mine) + self.others(mine.sum(1, keepdim=True) - mine))
        return (self.score(torch.relu(self.second(first))) + self.direct(numbers)).squeeze(2)

    def arrays(self, keys: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
        """As leaf.npz holds them."""
        w = {name: tensor.detach().numpy() for name, tensor in self.state_dict().items()}
        layers = {
            "numbers": w["numbers.weight"].T,
            "numbers_bias": w["numbers.bias"],
            "direct": w["direct.weight"][0],
            "mine": w["mine.weight"].T,
            "mine_bias": w["mine.bias"],
            "others": w["others.weight"].T,
            "second": w["second.weight"].T,
            "second_bias": w["second.bias"],
            "score": w["score.weight"][0],
        }
        small = {"features": w["by_feature"].astype(np.float16), "own": w["own"].astype(np.float16), "keys": np.array(keys)}
        return {name: layers[name].astype(np.float32) for name in LAYERS} | small


@dataclass
class Positions:
    """All of one number of players, the cards by their places among all keys."""

    sets: str
    part: Part

    def batches(self, rows: npt.NDArray[np.int64], size: int) -> Iterator[tuple[Any, Any, Any]]:
        for some in np.array_split(rows, max(1, len(rows) // size)):
            yield tuple(torch.from_numpy(array[some].astype(kind)) for array, kind in zip(self.part[:3], _KINDS, strict=True))


_KINDS = (np.float32, np.int64, np.float32)


def translated(part: Part, places: npt.NDArray[np.int64]) -> Part:
    """places: of the card types of the loaded sets, among all keys."""
    card, way = np.divmod(part.ids.astype(np.int64) - 1, WAYS)
    ids = np.where(part.ids > 0, WAYS * places[np.maximum(card, 0)] + way + 1, 0)
    return part._replace(ids=ids.astype(np.int16))


def fit(net: Net, data: Sequence[Positions], epochs: int, rate: float, seed: int, batch: int = 1024) -> Iterator[float]:
    """Yields how much is done."""
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=0.01)
    total = epochs * sum(max(1, len(train_rows(one)) // batch) for one in data)
    done = 0
    for _ in range(epochs):
        streams = [one.batches(rng.permutation(train_rows(one)), batch) for one in data]
        counts = [max(1, len(train_rows(one)) // batch) for one in data]
        for k in rng.permutation(np.repeat(np.arange(len(data)), counts)):
            numbers, ids, shares = next(streams[k])
            for group in optimizer.param_groups:
                group["lr"] = rate * max(0.01, 1 - done / total)
            loss = -(shares * net(numbers, ids).log_softmax(1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            done += 1
            yield done / total


def train_rows(one: Positions) -> npt.NDArray[np.int64]:
    return np.flatnonzero(one.part.games % HELD_OUT != 0)


def entropy(net: Net, one: Positions) -> tuple[float, float, int]:
    """Cross-entropy of the held-out positions, that of equal shares, and how many they are."""
    rows = np.flatnonzero(one.part.games % HELD_OUT == 0)
    total = 0.0
    with torch.no_grad():
        for numbers, ids, shares in one.batches(rows, 4096):
            total -= float((shares * net(numbers, ids).log_softmax(1)).sum())
    return total / len(rows), float(np.log(one.part.shares.shape[1])), len(rows)


# ------------------------------------------------------------------------------------------------------ the command


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    console = Console(stderr=True)
    given.out.mkdir(parents=True, exist_ok=True)
    step = min(STEP, given.games)
    parts = -(-given.games // step)
    with bar(console) as progress:
        task = progress.add_task("games", total=parts * step, said="")
        for k in range(parts):
            path = given.out / f"positions-{given.seed}-{step}-{k}.npz"
            if not path.exists():
                found = play_part(k, step, given.seed)
                np.savez_compressed(path.with_suffix(".tmp.npz"), **found._asdict())
                path.with_suffix(".tmp.npz").replace(path)
            progress.advance(task, step)
        keys, features, data = read([given.out / f"positions-{given.seed}-{step}-{k}.npz" for k in range(parts)])
        net = Net(features)
        task = progress.add_task("learning", total=1.0, said="")
        for done in fit(net, data, given.epochs, given.rate, given.seed):
            progress.update(task, completed=done)
    np.savez_compressed(given.out / "leaf.npz", allow_pickle=False, **net.arrays(keys))
    rows = [{"sets": one.sets, "players": one.part.shares.shape[1], **_row(net, one)} for one in data]
    (given.out / "leaf.json").write_text(json.dumps(rows, indent=1))
    print("| sets | players | positions held out | cross-entropy | of equal shares |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        print(f"| `{row['sets']}` | {row['players']} | {row['positions']:,} | {row['entropy']:.4f} | {row['equal']:.4f} |")
    return 0


def _row(net: Net, one: Positions) -> dict[str, Any]:
    found, equal, n = entropy(net, one)
    return {"positions": n, "entropy": found, "equal": equal}


def read(paths: Sequence[Path]) -> tuple[list[str], npt.NDArray[np.float32], list[Positions]]:
    """The keys of all cards, their features, and the positions by sets and players."""
    everything = load(sets_of("all"))
    keys = [card_key(card) for card in everything.cards]
    features = features_of(everything.tables)[1:, TOLD_FEATURES]
    found: dict[tuple[str, int], list[Part]] = {}
    for k, path in enumerate(paths):
        name, players = SETS[k % len(SETS)], PLAYERS[k % len(PLAYERS)]
        places = np.array([keys.index(card_key(card)) for card in load(sets_of(name)).cards])
        with np.load(path) as arrays:
            part = Part(*(arrays[field] for field in Part._fields))
        found.setdefault((name, players), []).append(translated(part, places)._replace(games=part.games + k * STEP))
    data = [Positions(name, Part(*(np.concatenate(c) for c in zip(*parts, strict=True)))) for (name, _), parts in sorted(found.items())]
    return keys, features, data


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.leaf", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="positions, leaf.npz, leaf.json")
    parser.add_argument("--games", type=int, default=400_000, metavar="N", help="(default: 400,000)")
    parser.add_argument("--epochs", type=int, default=2, metavar="N", help="(default: 2)")
    parser.add_argument("--rate", type=float, default=3e-3, metavar="X", help="learning rate at the start (default: 0.003)")
    add_option(parser, "seed")
    return parser


if __name__ == "__main__":
    sys.exit(main())
