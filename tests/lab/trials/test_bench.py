"""What trials are made with: the randomness of players, and what a folder remembers."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.engine.boundary.playouts import next_random
from munchkin_env.lab.trials import bench_of_bots, cards
from munchkin_env.lab.trials.bench_of_bots import Bench, Trials
from munchkin_env.lab.trials.cards import play_card_trials
from munchkin_env.lab.trials.decisions import every_kind, play_choice_trials
from munchkin_env.learning.parts import MadeOtherwiseError
from munchkin_env.players.search.leaf import leaf_weights

SHORT = Trials(("greedy",) * 2, options={"win_level": 3, "max_rounds": 1}, games=1)


@pytest.mark.parametrize("seed", [1, 2**63 - 1])
def test_bots_begin_every_game_with_other_randomness(seed: int) -> None:
    """Seeds of games are consecutive; what bots draw is not, neither from game to game nor from seat to seat."""
    bench = Bench(Trials(("random",) * 6, seed=seed), 0, games=1)
    drawn = np.zeros((400, 6))
    for i in range(len(drawn)):
        bench.seat(i)
        drawn[i] = [next_random(np.array([int(bench.bots[seat].random[0])])) / 2**32 for seat in range(6)]
    uniform = 12**-0.5
    assert np.all(abs(drawn[:40].std(axis=0) - uniform) < 0.06) and np.all(abs(drawn.mean(axis=0) - 0.5) < 0.06)
    among_seats = np.corrcoef(drawn.T) - np.eye(6)
    from_game_to_game = [np.corrcoef(drawn[:-1, seat], drawn[1:, seat])[0, 1] for seat in range(6)]
    assert abs(among_seats).max() < 0.2 and np.abs(from_game_to_game).max() < 0.2
    bench.seat(7)
    assert drawn[7, 0] == next_random(np.array([int(bench.bots[0].random[0])])) / 2**32, "the same game, the same randomness"


def test_only_folders_of_players_that_draw_say_how() -> None:
    """Games of the others are as they always were: their folders continue."""
    for name in ("greedy", "veteran", "trained-pure"):
        one = Trials((name,) * 4)
        assert one.identity_of_parts() == one.identity()
    for name in ("random", "weighted"):
        one = Trials(("greedy", name))
        assert one.identity_of_parts().keys() - one.identity().keys() == {"draws"}


def _told(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_trials_of_decisions_remember_the_network_that_estimates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_choice_trials(tmp_path, SHORT, every_kind(0.0), 1)
    told = _told(tmp_path / "choices.json")
    assert told["estimate"] == SHORT.estimate() != replace(SHORT, sets=("star",)).estimate()
    play_choice_trials(tmp_path, SHORT, every_kind(0.0), 1)
    monkeypatch.setattr(bench_of_bots, "leaf_weights", lambda one: leaf_weights(one) + np.float32(1))
    with pytest.raises(MadeOtherwiseError, match="other: estimate"):
        play_choice_trials(tmp_path, SHORT, every_kind(0.0), 2)
    monkeypatch.setattr(bench_of_bots, "leaf_weights", leaf_weights)
    (tmp_path / "choices.json").write_text(json.dumps({name: one for name, one in told.items() if name != "estimate"}))
    with pytest.raises(MadeOtherwiseError, match="other: estimate"):
        play_choice_trials(tmp_path, SHORT, every_kind(0.0), 2)
    assert not (tmp_path / "choices-00001.npz").exists()


def test_trials_of_cards_remember_how_often_they_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_card_trials(tmp_path, SHORT, 1)
    told = _told(tmp_path / "draws.json")
    assert told["chances"] == dict(zip(("HAND", "DOOR"), cards.CHANCES, strict=True)) and "estimate" not in told
    monkeypatch.setattr(cards, "CHANCES", (0.5, 0.1))
    with pytest.raises(MadeOtherwiseError, match="other: chances \\(HAND\\)"):
        play_card_trials(tmp_path, SHORT, 2)
    monkeypatch.setattr(cards, "CHANCES", tuple(told["chances"].values()))
    monkeypatch.setattr(bench_of_bots, "leaf_weights", lambda one: leaf_weights(one) + np.float32(1))
    play_card_trials(tmp_path, SHORT, 1)  # they do not use it
    (tmp_path / "draws.json").write_text(json.dumps({name: one for name, one in told.items() if name not in ("chances", "held")}))
    with pytest.raises(MadeOtherwiseError, match="other: chances, held"):
        play_card_trials(tmp_path, SHORT, 1)
