"""The loop of a game with bots: its randomness, who plays, what is counted."""

from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.core.kernel import kernel
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.state.stack import top
from munchkin_env.envs.matches import ROSTER, Match, Purpose, derived, mixed
from munchkin_env.players.bots import BOTS, BotKind
from munchkin_env.players.bots.bot import choose

SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 2, "trade_budget": 0}


def number(seed: int, index: int, episode: int, purpose: int = Purpose.SHUFFLE.value) -> int:
    m = view(Match, empty(Match, 1))
    m.seed, m.index, m.episode = seed, index, episode
    return derived(m, purpose)


def test_every_game_has_numbers_of_its_own() -> None:
    """Neighboring seeds, places, episodes and purposes give unrelated numbers; no two are equal here."""
    seeds = (0, 1, 2, 1 << 32, (1 << 32) + 1, (1 << 63) - 1)
    found = [number(s, i, e, p) for s in seeds for i in range(6) for e in range(6) for p in range(1, 26)]
    assert len(set(found)) >= len(found) - 2  # 5,400 out of 2**32: one pair is equal once in 300 such tests
    assert 0.48 < np.mean(found) / 2**32 < 0.52
    assert all(0 <= one < 1 << 32 for one in found)


def test_mixing_loses_nothing() -> None:
    values = {mixed(x << 16) for x in range(4096)} | {mixed(x) for x in range(1, 4096)}
    assert len(values) == 4096 + 4095


def test_the_last_game_and_the_sum_of_all_are_counted() -> None:
    with MunchkinVector(4, 3, seed=5, seat="random", opponents="weighted", **SHORT) as games:
        games.reset()
        steps, ended = np.zeros(4, int), 0
        sums: dict[str, Any] = {"steps": 0, "rounds": 0, "decisions": 0, "wins": np.zeros(3, int), "won": 0, "truncated": 0}
        for _ in range(200):
            before = [games.game(i) for i in range(4)]
            actions = [game.legal()[-1] for game in before]
            games.step(actions)
            steps += 1
            for i in np.flatnonzero(games.terminated | games.truncated):
                last, winners = games.episodes[i], [p for p in range(3) if int(games.episodes[i]["winners"]) >> p & 1]
                ended += 1
                assert last["steps"] == steps[i] and last["decisions"] > before[i].record.decisions
                assert last["game_seed"] == before[i].seed and last["learner"] == before[i].seat
                for name in ("steps", "rounds", "decisions"):
                    sums[name] += int(last[name])
                sums["wins"] += [p in winners for p in range(3)]
                sums["won"] += int(last["learner"]) in winners
                sums["truncated"] += bool(games.truncated[i])
                steps[i] = 0
        told = games.summary()
        assert ended > 3 and told["games"] == ended and told["truncated"] == sums["truncated"] and told["won_by_learner"] == sums["won"]
        assert told["wins_by_seat"] == sums["wins"].tolist()
        assert all(told[f"{name}_per_game"] == sums[name] / ended for name in ("steps", "rounds", "decisions"))


def test_all_bots_have_their_lots() -> None:
    assert len(BOTS) < ROSTER


@pytest.mark.compiled
def test_bots_play_until_it_is_your_turn_with_a_randomness_of_their_own() -> None:
    """Every decision between two of yours is what `choose` returns for that bot, and nothing else happens to the game."""
    with MunchkinVector(1, 3, seed=3, seat=0, opponents=["weighted", "greedy"], **SHORT) as games:
        games.reset()
        game, bots = games.game(0), games._match_array.copy()
        assert [BotKind(int(bots["bot"]["kind"][0, p])) for p in range(3)] == [BotKind.YOU, BotKind.WEIGHTED, BotKind.STYLE]
        decided = 0
        for _ in range(40):
            action = game.legal()[-1]
            games.step([action])
            game.apply(action)
            while not game.over and game.seat != 0:
                decided += 1
                game.apply(choose_at(game._tables, game._games, open_records(bots), game._mask))
            if game.over:
                break
            assert game == games.game(0)
        assert decided > 20


@kernel
def choose_at(tables: Records, games: Records, matches: Records, mask: Mask) -> int:
    return choose(tables[0], games[0], matches[0].bot[top(games[0]).player], mask)
