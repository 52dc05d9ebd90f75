"""What happened in a game, player by player."""

from collections import Counter
from collections.abc import Iterator, Mapping

from munchkin_env.game.notation import player_name
from munchkin_env.game.render import QUIET, TITLE, Line
from munchkin_env.game.replay import Replay

_COUNTED = {"won": "WINS_FIGHT", "lost": "LOSES_FIGHT", "kills": "KILLS", "helped": "HELPS", "Curses": "CURSED", "deaths": "DIES"}
"""By column: the event that is counted for its player. Fights are won and lost."""


def final_table(replay: Replay, names: Mapping[int, str], me: int | None = None) -> Iterator[Line]:
    """A table with a row for each player, as everybody at the table could count it."""
    game, counted = replay.game, Counter[tuple[str, int | None]]()
    again = replay.start.clone()
    again.record.logging = 1
    for action in replay.actions:
        again.apply(action)
        counted.update((event.what, event.seat) for event in again.events())
    called = ["you" if p == me else names.get(p, player_name(p)) for p in range(game.num_players)]
    called = [f"{name} (winner)" if p in game.winners else name for p, name in enumerate(called)]
    width = max(map(len, called)) + 2
    yield Line(f"SUMMARY   {game.record.rounds + 1} rounds, {len(replay.actions)} decisions", TITLE)
    yield Line(" " * (width + 2) + "".join(f"{head:>{len(head) + 2}}" for head in ("Level", *_COUNTED)), QUIET)
    for p, name in enumerate(called):
        cells = {"Level": game.levels[p]} | {head: counted[what, p] for head, what in _COUNTED.items()}
        yield Line(f"  {name:<{width}}" + "".join(f"{value:>{len(head) + 2}}" for head, value in cells.items()))
