"""Whole games as text, to show what a rule change affects: `python -m tests.golden` regenerates tests/golden/*.txt.

A transcript has every action in words and its events. The test plays the actions again and compares the rest.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from munchkin_env import Game

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[int, int, dict[str, Any]]] = {  # name -> seed, players, options
    "duel": (11, 2, {"win_level": 4, "trade_budget": 1}),
    "four": (12, 4, {"win_level": 4, "trade_budget": 0, "listen_at_door": True}),
    "six": (13, 6, {"win_level": 3, "trade_budget": 0, "counter_offers": True, "shared_victory": True}),
    "star": (110, 4, {"sets": ["star"], "win_level": 5, "trade_budget": 0}),
    "western": (45, 4, {"sets": ["western"], "win_level": 5, "trade_budget": 0}),
    "potter": (64, 4, {"sets": ["potter"], "win_level": 5, "trade_budget": 0}),
    "all": (37, 4, {"sets": ["deluxe", "star", "western", "potter"], "win_level": 5, "trade_budget": 0}),
}
USES_CARDS = ("play", "use", "fight it", "equip")
FOND_OF = {"star": USES_CARDS, "western": USES_CARDS, "potter": USES_CARDS, "all": USES_CARDS}
"""What players do as often as moving on, so that the cards of their set are used."""
GOES_ON = ("pass", "go on", "kick open the door", "roll", "accept")


def new_game(name: str) -> Game:
    seed, players, options = GAMES[name]
    return Game(num_players=players, seed=seed, log=True, max_rounds=30, **options)


def likely(rng: random.Random, texts: list[str], fond_of: tuple[str, ...] = ()) -> str:
    """One of them; four times as likely are those that move the game on and those of `fond_of`."""
    return rng.choices(texts, [4 if text.startswith((*GOES_ON, *fond_of)) else 1 for text in texts])[0]


def transcript(name: str) -> list[str]:
    game, rng = new_game(name), random.Random(name)
    lines: list[str] = []
    while not game.over:
        text = likely(rng, sorted(game.texts()), FOND_OF.get(name, ()))
        lines += step(game, text)
    return [*lines, *ending(game)]


def step(game: Game, text: str) -> Iterator[str]:
    yield f"{game.seat}: {text}"
    game.apply(text)
    for event in game.events():
        yield f"      {event}"


def ending(game: Game) -> list[str]:
    return [f"winners {game.winners}, levels {game.levels}"]


def again(name: str, lines: list[str]) -> list[str]:
    """What the actions of a transcript cause today."""
    game = new_game(name)
    found: list[str] = []
    for line in lines:
        if line[0].isdigit():
            seat, text = line.split(": ", 1)
            assert int(seat) == game.seat, f"{line!r}: player {game.seat} decides {game.decision}"
            found += step(game, text)
    return [*found, *ending(game)]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text("\n".join(transcript(each)) + "\n", encoding="utf-8")
