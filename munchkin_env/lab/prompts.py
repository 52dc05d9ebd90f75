"""How long prompts are: over positions of many games of bots."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

from munchkin_env.game.game import Game
from munchkin_env.players.agents import BotAgent, ask
from munchkin_env.text.disguise import with_names_of
from munchkin_env.text.prompting import USUAL, PromptSettings, prompt, tokens
from munchkin_env.text.telling import told

GOAL = 800
"""Tokens that the prompt of a typical decision stays below."""
_BOT = "greedy"


@dataclass(frozen=True)
class PromptLengths:
    """Of some prompts, in tokens."""

    prompts: int
    half: int
    """Half of the prompts are at most so long."""
    most: int
    """95 % of them."""
    longest: int
    short: float
    """The share of those below the goal."""

    @classmethod
    def of(cls, lengths: Sequence[int]) -> "PromptLengths":
        """Raises ValueError if there are none."""
        if not lengths:
            raise ValueError("no prompts to measure")
        ordered = sorted(lengths)
        short = sum(length < GOAL for length in ordered) / len(ordered)
        return cls(len(ordered), round(median(ordered)), ordered[ceil(0.95 * len(ordered)) - 1], ordered[-1], short)


def lengths(
    sets: Sequence[str], count: int, seed: int = 1, players: int = 4, settings: PromptSettings = USUAL, obfuscate: int | None = None
) -> dict[str, list[int]]:
    """By kind of decision: the tokens of prompts of so many decisions in a row, in games between bots."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, (decision, text) in enumerate(prompts(sets, seed, players, settings, obfuscate)):
        if number == count:
            break
        found[decision].append(tokens(text))
    return found


def prompts(
    sets: Sequence[str], seed: int, players: int, settings: PromptSettings = USUAL, obfuscate: int | None = None
) -> Iterator[tuple[str, str]]:
    """The kind of each decision and its prompt, game after game. obfuscate: a seed by which cards exchange their names."""
    while True:
        game = with_names_of(Game(players, sets, seed, log=True), obfuscate)
        bots = [BotAgent(_BOT, seed + seat) for seat in range(players)]
        heard: list[list[str]] = [list(told(game.events(seat), seat)) for seat in range(players)]
        while not game.over:
            seat = game.seat
            yield game.decision, prompt(game, past=heard[seat], settings=settings)
            heard[seat] = []
            game.apply(ask(bots[seat], game))
            for p in range(players):
                heard[p] += told(game.events(p), p)
        seed += 1
