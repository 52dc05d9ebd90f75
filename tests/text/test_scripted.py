"""A scripted player reads prompts and answers in words: whole games in every set, without a look at anything else."""

import pytest

from munchkin_env.cli import main as cli
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import seat, table
from munchkin_env.lab.words import games_in_words
from munchkin_env.text.playing import play_in_words
from munchkin_env.text.prompting import listed_briefly, prompt
from munchkin_env.text.scripted import ScriptedReader, listed_actions
from munchkin_env.text.seat import Tally
from munchkin_env.text.table import TextTable
from tests.envs.positions import positions
from tests.play import EACH_AND_ALL


def game_of(sets: tuple[str, ...], seed: int, mischief: float = 0.0) -> TextTable:
    table = TextTable(Game(3, sets, seed, win_level=5, max_rounds=12))
    readers = {p: ScriptedReader(10 * seed + p, mischief) for p in range(3)}
    return play_in_words(table, readers, lambda one: one.game.legal()[0])


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_whole_games_are_played_in_words(sets: tuple[str, ...]) -> None:
    table = game_of(sets, seed=4)
    tally = sum((one.tally for one in table.seats.values()), Tally())
    assert table.game.over and tally.decisions == table.game.record.decisions
    assert tally.given_up == 0 and tally.unreadable == 0 and tally.ambiguous == 0
    assert tally.asked < tally.decisions  # whole offers are one answer


def test_the_same_seeds_play_the_same_game() -> None:
    one, again, other = (game_of(("deluxe",), seed, 0.05).game for seed in (7, 7, 8))
    assert one == again and one != other


def test_nonsense_is_counted_and_somebody_else_decides() -> None:
    table = game_of(("star",), seed=5, mischief=0.6)
    tally = sum((one.tally for one in table.seats.values()), Tally())
    assert table.game.over and tally.unreadable > 20 and tally.illegal > 5 and tally.given_up > 5
    assert tally.decisions == table.game.record.decisions


def test_an_offer_that_failed_is_not_made_again() -> None:
    """Also where the position is shown again above the complaint."""
    made = table(seat(level=4), seat(level=8), seat(level=8), doors=["Net Troll"])
    made.players[0].kicks_open_the_door()
    playing = TextTable(made.game)
    shown, problem = playing.prompt(), playing.answer("ask player 7 for help, 1 treasure").problem
    answers = [(ScriptedReader(seed)(shown), ScriptedReader(seed)(f"{shown}\n\n{problem}")) for seed in range(30)]
    assert sum("for help, " in first for first, _ in answers) > 10 and not any("for help, " in again for _, again in answers)


def test_all_actions_are_read_from_a_prompt() -> None:
    looked = 0
    for game in positions(3, 41, 0.05):
        if not game.over:
            looked += 1
            listed = dict(listed_actions(prompt(game)))
            assert listed == {text: number for number, text in enumerate(game.texts(), 1)} or ";" in "".join(game.texts())
            assert dict(listed_actions("That cannot be done.\nLegal now:\n" + "\n".join(listed_briefly(game)))) == listed
    assert looked > 40


def test_games_for_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["text", "--games", "1", "--measure", "1"]) == 2
    capsys.readouterr()
    played = list(games_in_words(("deluxe",), 1, seed=3, players=2))
    assert len(played) == 1 and played[0].decisions == played[0].tally.decisions > 20
