"""The network at the leaves of the search is the same in torch and in its kernel, and training it on few games works."""

import json
from pathlib import Path

import numpy as np
import pytest

from experiments import leaf as making
from munchkin_env import Game
from munchkin_env.cards.features import features_of
from munchkin_env.cards.loader import load
from munchkin_env.players.search import leaf

torch = pytest.importorskip("torch")


def played(sets: tuple[str, ...], players: int, decisions: int = 150) -> Game:
    game, rng = Game(players, sets, seed=players), np.random.default_rng(players)
    for _ in range(decisions):
        game.apply(int(rng.choice(game.legal())))
    return game


@pytest.mark.parametrize(("sets", "players"), [(("deluxe",), 4), (("star", "potter"), 2), (("western",), 6)])
def test_kernel_and_torch_agree(sets: tuple[str, ...], players: int) -> None:
    game, everything = played(sets, players), load(making.sets_of("all"))
    torch.manual_seed(1)
    net = making.Net(features_of(everything.tables)[1:, leaf.TOLD_FEATURES])
    keys = [leaf.card_key(card) for card in everything.cards]
    shares = np.zeros(6)
    leaf.leaf_shares_at(game._tables, game._games, 0, leaf.assembled(net.arrays(keys), game.cards), shares)
    numbers, ids = np.zeros((players, leaf.SEAT_NUMBERS), np.float32), np.zeros((players, leaf.CARDS), np.int16)
    leaf.write_seats(game._tables, game._games, 0, numbers, ids)
    places = np.array([keys.index(leaf.card_key(card)) for card in game.cards.cards])
    part = making.translated(making.Part(numbers[None], ids[None], numbers[None, :, 0], np.zeros(1, np.int32)), places)
    with torch.no_grad():
        expected = net(torch.from_numpy(numbers[None]), torch.from_numpy(part.ids.astype(np.int64))).softmax(1)[0].numpy()
    assert np.roll(shares[:players], -int(game.record.turn_player)) == pytest.approx(expected, abs=1e-3)  # rows of cards are float16
    assert shares.sum() == pytest.approx(1)


@pytest.mark.slow
def test_it_learns_from_few_games_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--out", str(tmp_path), "--games", "24", "--epochs", "1"]
    assert making.main(words) == 0
    first = json.loads((tmp_path / "leaf.json").read_text())
    assert [row["sets"] for row in first] == ["deluxe"] and 0 < first[0]["entropy"] < 3
    made = (tmp_path / "positions-1-24-0.npz").stat().st_mtime_ns
    assert making.main(words) == 0
    assert json.loads((tmp_path / "leaf.json").read_text()) == first, "the same seed learns the same"
    assert (tmp_path / "positions-1-24-0.npz").stat().st_mtime_ns == made, "games are not played again"
    assert capsys.readouterr().out.startswith("| sets | players |")
