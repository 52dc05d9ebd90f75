"""Ratings: the Plackett-Luce model of openskill (Weng and Lin 2011, algorithm 4), for many resamplings of the same games at once.

The same numbers as openskill's `PlackettLuce(tau=0).rate(…)` (a test compares them), without its objects: resampling a tournament of
10,000 games a hundred times takes a million updates.
"""

from math import exp, sqrt

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel

MU, SIGMA, BETA, KAPPA = 25.0, 25.0 / 3, 25.0 / 6, 0.0001  # openskill's
_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
LUCK = 4  # games that luck may decide: out of that many expected wins, a player wins none with a probability of one in fifty (exp(-4))


@kernel
def rate(order: _Ints, seats: _Ints, won: Bools, mu: _Floats, sigma: _Floats) -> None:
    """One game after the other, in that order. Winners rank above all others, who are equal; so are several winners.

    seats: [game, seat] the entrant. mu, sigma: by entrant, modified in place. An entrant with several seats is rated by all of them.
    """
    players = seats.shape[1]
    mu_change, shrunk = np.zeros(len(mu)), np.ones(len(mu))
    for game in order:
        who = seats[game]
        total = 0.0
        for p in range(players):
            total += sigma[who[p]] ** 2 + BETA**2
        c = sqrt(total)
        winners, of_all, of_losers = 0, 0.0, 0.0
        for p in range(players):
            strength = exp(mu[who[p]] / c)
            of_all += strength
            if won[game, p]:
                winners += 1
            else:
                of_losers += strength
        if winners == 0:  # truncated: no information
            continue
        mu_change[:] = 0.0
        shrunk[:] = 1.0
        for p in range(players):
            variance = sigma[who[p]] ** 2
            strength = exp(mu[who[p]] / c)
            omega, delta = comparison(strength / of_all, winners, bool(won[game, p]))
            if not won[game, p]:
                among = strength / of_losers
                losers = players - winners
                omega += (1 - among) / losers - among * (losers - 1) / losers
                delta += among * (1 - among)
            mu_change[who[p]] += omega * variance / c
            shrunk[who[p]] *= max(1 - delta * variance / c**2 * sqrt(variance) / c, KAPPA)
        for e in range(len(mu)):
            mu[e] += mu_change[e]
            sigma[e] *= sqrt(shrunk[e])


@kernel
def comparison(share: float, winners: int, is_one: bool) -> tuple[float, float]:
    """What the ranks of the winners say about one player with that share of all strengths: the surprise, and its certainty."""
    omega = -share
    delta = share * (1 - share)
    if is_one:
        omega += 1.0 / winners
    return omega, delta


@kernel
def rate_all(orders: _Ints, seats: _Ints, won: Bools, mu: _Floats, sigma: _Floats) -> None:
    """One resampling per row of orders, mu and sigma; -1 ends an order."""
    for r in range(len(orders)):
        n = 0
        while n < orders.shape[1] and orders[r, n] >= 0:
            n += 1
        rate(orders[r, :n], seats, won, mu[r], sigma[r])


def ratings(seats: _Ints, won: Bools, deals: _Ints, entrants: int, resamplings: int, seed: int = 1) -> tuple[_Floats, _Floats]:
    """By entrant: the rating and half of its 95 % interval, from resamplings of whole deals, each in its own order."""
    games_of = np.split(np.argsort(deals, kind="stable"), np.flatnonzero(np.diff(np.sort(deals))) + 1)
    lot = np.random.default_rng(seed)
    drawn = [np.concatenate([games_of[k] for k in lot.integers(0, len(games_of), len(games_of))]) for _ in range(resamplings)]
    orders = np.full((resamplings, max(map(len, drawn))), -1, np.int64)
    for row, games in zip(orders, drawn, strict=True):
        row[: len(games)] = games
    mu, sigma = np.full((resamplings, entrants), MU), np.full((resamplings, entrants), SIGMA)
    rate_all(orders, seats, won, mu, sigma)
    return mu.mean(axis=0), 1.96 * mu.std(axis=0, ddof=1)


def one_sided(seats: _Ints, won: Bools, entrants: int) -> tuple[set[int], set[int]]:
    """Who never won and who never lost, in games that had a winner; players with at most LUCK games are in both sets."""
    decided = won.any(axis=1, keepdims=True)
    never_won, never_lost = set(), set()
    for e in range(entrants):
        mine = won[(seats == e) & decided]
        few = mine.size < LUCK and (mine.all() or not mine.any())
        if few or not mine.any():
            never_won.add(e)
        if few or mine.all():
            never_lost.add(e)
    return never_won, never_lost


def with_luck(seats: _Ints, won: Bools, never_won: set[int], never_lost: set[int], seed: int = 1) -> Bools:
    """The same games, with LUCK games of each of these entrants turned the other way."""
    lot, otherwise = np.random.default_rng(seed), won.copy()
    for e in sorted(never_won) + sorted(never_lost):
        instead = seats == e if e in never_won else seats != e
        games = np.flatnonzero(won.any(axis=1) & (seats == e).any(axis=1) & instead.any(axis=1))
        turned = np.flatnonzero((otherwise & instead).any(axis=1))  # includes those already given to an entrant that never won
        for game in lot.permutation(np.setdiff1d(games, turned))[: max(0, LUCK - len(turned))]:
            otherwise[game] = np.arange(seats.shape[1]) == lot.choice(np.flatnonzero(instead[game]))
    return otherwise
