"""A file may name built-in sets. Other names in it are opened only if the user names them too, and only with the same cards."""

import json
import pickle
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from munchkin_env.cards import loader
from munchkin_env.cli import main as cli
from munchkin_env.game.game import Game, LoadError
from munchkin_env.game.replay import Replay, from_text, to_text
from munchkin_env.lab.census.census import CensusError
from munchkin_env.lab.census.page import markdown
from munchkin_env.players.bots import styles

CARDS = (Path(__file__).parents[1] / "cards" / "tiny.json").read_bytes()


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "mine.json").write_bytes(CARDS)
    made = Game(2, sets=[tmp_path / "mine.json"], seed=1, max_rounds=3)
    made.apply(made.legal()[0])
    return made


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of cards and styles that the code tried to open."""
    found: list[str] = []
    look, load_style = loader._file, styles.load_style

    def looking(one: Any) -> Any:
        found.extend([str(one)] if one not in loader.built_in_sets() else [])
        return look(one)

    def loading(one: Any) -> Any:
        found.append(str(one))
        return load_style(one)

    monkeypatch.setattr(loader, "_file", looking)
    monkeypatch.setattr(styles, "load_style", loading)
    return found


NAME_IT = "files named in a file are opened only if"


def test_a_saved_game_opens_no_file_that_it_names(game: Game, tmp_path: Path, opened: list[str]) -> None:
    saved = game.to_bytes()
    with pytest.raises(LoadError, match=NAME_IT) as error:
        Game.from_bytes(saved)
    assert "mine.json" in str(error.value) and "sets=" in str(error.value) and opened == []
    assert Game.from_bytes(saved, sets=[tmp_path / "mine.json"]) == game


def test_nor_does_a_replay(game: Game, tmp_path: Path, opened: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    recorded = Replay(Game(2, sets=[tmp_path / "mine.json"], seed=1, max_rounds=3))
    recorded.apply(recorded.game.legal()[0])
    opened.clear()
    for text in (recorded.text(), to_text(game)):
        with pytest.raises(LoadError, match=NAME_IT):
            from_text(text)
        (tmp_path / "game.txt").write_text(text, encoding="utf-8")
        with pytest.raises(LoadError, match=NAME_IT):
            Replay.load(tmp_path / "game.txt")
        assert cli.main(["replay", str(tmp_path / "game.txt")]) == 1
        assert "--set" in capsys.readouterr().err and opened == []
        assert cli.main(["replay", str(tmp_path / "game.txt"), "--set", str(tmp_path / "mine.json")]) == 0
        capsys.readouterr()
        opened.clear()


def test_the_position_within_a_replay_names_nothing_either(game: Game, opened: list[str]) -> None:
    """The first line may claim that everything is Deluxe."""
    lines = to_text(game).split("\n")
    lines[0] = json.dumps({**json.loads(lines[0]), "sets": ["deluxe"], "cards": Game(2).cards.hash})
    with pytest.raises(LoadError, match="other cards"):
        from_text("\n".join(lines))
    assert opened == []


@pytest.mark.parametrize("name", ["/dev/zero", "../deluxe.json", "//host/share/deluxe.json", "deluxe.json", ""])
def test_no_place_is_opened_whatever_it_is_called(name: str, opened: list[str]) -> None:
    text = Replay(Game(2, seed=1)).text().replace('["deluxe"]', json.dumps([name]))
    with pytest.raises(LoadError, match=NAME_IT):
        from_text(text)
    assert opened == []


def test_whose_cards_are_other_ones_is_refused(game: Game, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_bytes(re.sub(rb'"level": \d', b'"level": 7', CARDS, count=1))
    with pytest.raises(LoadError, match="other cards"):
        Game.from_bytes(game.to_bytes(), sets=[tmp_path / "mine.json"])


def test_between_ones_own_processes_a_game_goes_with_its_cards(game: Game) -> None:
    """Loading a pickle runs its contents anyway."""
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_census_opens_nothing_for_its_page(tmp_path: Path, opened: list[str]) -> None:
    (tmp_path / "mine.json").write_bytes(CARDS)
    told = SimpleNamespace(sets=(str(tmp_path / "mine.json"),), cards_hash="")
    with pytest.raises(CensusError, match=NAME_IT):
        markdown([told])  # type: ignore[list-item]
    assert opened == []
