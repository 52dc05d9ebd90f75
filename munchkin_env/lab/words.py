"""Games of scripted players through the text layer: every prompt is read, every answer understood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from munchkin_env.game.game import Game
from munchkin_env.text.playing import play_in_words
from munchkin_env.text.prompting import USUAL, PromptSettings
from munchkin_env.text.scripted import ScriptedReader
from munchkin_env.text.seat import Tally
from munchkin_env.text.table import TextTable


@dataclass(frozen=True)
class GameInWords:
    """A finished game."""

    winners: tuple[int, ...]
    rounds: int
    decisions: int
    tally: Tally
    """Of all seats together."""


def games_in_words(
    sets: Sequence[str],
    games: int,
    seed: int = 1,
    players: int = 4,
    mischief: float = 0.0,
    obfuscate: int | None = None,
    settings: PromptSettings = USUAL,
) -> Iterator[GameInWords]:
    """One after the other. mischief: how often players answer nonsense. obfuscate: a seed by which cards exchange their names."""
    for number in range(games):
        table = TextTable(Game(players, sets, seed + number), settings=settings, obfuscate=obfuscate)
        readers = {p: ScriptedReader((seed + number) * players + p, mischief) for p in range(players)}
        play_in_words(table, readers, lambda one: one.game.legal()[0])
        total = sum((one.tally for one in table.seats.values()), Tally())
        yield GameInWords(table.game.winners, table.game.record.rounds + 1, table.game.record.decisions, total)
