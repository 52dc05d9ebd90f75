"""Fits the weights of munchkin_env/players/search/outlook.py to games of greedy bots: `python -m agents.fit_outlook`."""

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from munchkin_env.game import Game
from munchkin_env.players.agents.playouts import play_on_at
from munchkin_env.players.agents.scripted import seated
from munchkin_env.players.search.outlook import FAR, N_FEATURES, Feature, features_at

Floats = npt.NDArray[np.float64]


class Sample(NamedTuple):
    """A position at the start of a turn, and how its game ended."""

    features: npt.NDArray[np.float32]  # a row per seat
    shares: Floats  # win share


def samples(games: int, seed: int) -> Iterator[list[Sample]]:
    """Some positions of every game, two to five turns apart."""
    rng = np.random.default_rng(seed)
    bots = seated("greedy")
    for k in range(games):
        players = (4, 4, 4, 3, 5, 2, 6)[k % 7]
        game = Game(players, seed=seed * 1_000_003 + k)
        mask = game._mask
        seen: list[npt.NDArray[np.float32]] = []
        while not game.over:
            play_on_at(game._tables, game._games, 0, bots, mask, int(game.record.turn) + int(rng.integers(2, 6)))
            if not game.over:
                rows = np.zeros((players, N_FEATURES), np.float32)
                features_at(game._tables, game._games, 0, rows)
                seen.append(rows)
        shares = np.array([p in game.winners for p in range(players)], np.float64)
        if shares.any():
            yield [Sample(rows, shares / shares.sum()) for rows in seen]


def packed(found: list[Sample]) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Features and shares with six seats each, and which of them exist."""
    features = np.zeros((len(found), 6, N_FEATURES))
    shares, there = np.zeros((len(found), 6)), np.zeros((len(found), 6), np.bool_)
    for i, sample in enumerate(found):
        n = len(sample.shares)
        features[i, :n], shares[i, :n], there[i, :n] = sample.features, sample.shares, True
    return features, shares, there


def foretold(weights: Floats, features: Floats, there: npt.NDArray[np.bool_]) -> Floats:
    scores = np.where(there, features @ weights, -np.inf)
    odds = np.exp(scores - scores.max(1, keepdims=True))
    result: Floats = odds / odds.sum(1, keepdims=True)
    return result


def loss(weights: Floats, features: Floats, shares: Floats, there: npt.NDArray[np.bool_]) -> float:
    """Cross-entropy per position."""
    return float(-(shares * np.log(np.where(there, foretold(weights, features, there), 1.0))).sum(1).mean())


def fit(features: Floats, shares: Floats, there: npt.NDArray[np.bool_], steps: int = 30, ridge: float = 1e-4) -> Floats:
    """Newton's method: the loss is convex."""
    weights = np.zeros(N_FEATURES)
    n = len(features)
    for _ in range(steps):
        p = foretold(weights, features, there)
        mean = np.einsum("is,isk->ik", p, features)
        gradient = np.einsum("is,isk->k", p - shares, features) / n + ridge * weights
        curvature = np.einsum("is,isk,isl->kl", p, features, features, optimize=True) / n - mean.T @ mean / n + ridge * np.eye(N_FEATURES)
        weights = weights - np.linalg.solve(curvature, gradient)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    by_game = list(samples(given.games, given.seed))
    held = len(by_game) // 10
    test, train = (packed([one for game in part for one in game]) for part in (by_game[:held], by_game[held:]))
    weights = fit(*train)
    print(f"{len(train[0]):,} positions of {len(by_game) - held:,} games; {len(test[0]):,} of {held:,} others to test on")
    print(f"cross-entropy: {loss(np.zeros(N_FEATURES), *test):.4f} if all seats are equal, {loss(weights, *test):.4f} with these weights")
    levels = np.where(np.arange(N_FEATURES) < FAR, 1.0, 0.0)
    only = fit(train[0] * levels, *train[1:])
    print(f"               {loss(only * levels, *test):.4f} with Levels only")
    for feature in Feature:
        size = FAR if feature == Feature.TO_GO else 1
        print(f"    {', '.join(f'{w:.3f}' for w in weights[feature : feature + size])},  # {feature.name}")


if __name__ == "__main__":
    main()
