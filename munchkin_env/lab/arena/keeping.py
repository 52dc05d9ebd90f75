"""Games of a tournament as replays: bots and policies play them again, move by move, and come to the stored result."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from munchkin_env.core.files import write
from munchkin_env.core.record import open_records
from munchkin_env.game.game import Game
from munchkin_env.game.notation import seat_names
from munchkin_env.game.replay import Replay
from munchkin_env.players.seated import next_action_at
from munchkin_env.web import record, replay_page

from .definition import Definition, Fixture
from .entrants import ArenaError, bot_rows, networks
from .figures import Figures
from .playing import bot_seed


@dataclass(frozen=True)
class KeptGame:
    """A game that was kept."""

    number: int
    page: Path
    """A page for a browser; the recording lies beside it."""
    says: str
    """Who won, in which round, and the final Levels."""


def keep_games(definition: Definition, figures: Figures, games: int, folder: Path) -> tuple[KeptGame, ...]:
    """Write the closest games into the folder: those whose losers have the highest Levels together.

    Games with agents outside the compiled loop are not among them: what those answered is not stored.

    Raises:
        ArenaError: No game can be kept, or one does not come to the stored result.
    """
    fixtures = dict(_of_bots(definition, figures))
    if not fixtures:
        raise ArenaError("no game can be kept: every game has an agent, whose answers are not stored; bots and policies can be replayed")
    chosen = [number for number in _closest_first(figures) if number in fixtures][:games]
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_kept(definition, figures, fixtures[number], folder) for number in sorted(chosen))


def _of_bots(definition: Definition, figures: Figures) -> Iterator[tuple[int, Fixture]]:
    """The games that were played, if only bots and policies played in them."""
    played = {int(number) for number in figures.games["number"]}
    for cycle in sorted({number // definition.games_per_cycle for number in played}):
        for fixture in definition.fixtures(cycle):
            if fixture.number in played and all(definition.entrants[one].is_bot for one in fixture.seats):
                yield fixture.number, fixture


def _closest_first(figures: Figures) -> list[int]:
    seats = figures.seats
    behind: dict[int, int] = {}
    for number, won, level in zip(seats["number"].tolist(), seats["won"].tolist(), seats["level"].tolist(), strict=True):
        behind[number] = behind.get(number, 0) + (0 if won else level)
    return sorted(behind, key=lambda number: (-behind[number], number))


def _kept(definition: Definition, figures: Figures, fixture: Fixture, folder: Path) -> KeptGame:
    replay = replayed(definition, fixture)
    _check_result(figures, fixture, replay.game)
    replay.save(folder / f"game-{fixture.number}.jsonl")
    page = folder / f"game-{fixture.number}.html"
    write(page, replay_page(record(replay)))
    return KeptGame(fixture.number, page, _words(replay))


def replayed(definition: Definition, fixture: Fixture) -> Replay:
    """The game of a fixture, played again by its bots and policies with their seeds."""
    game = Game(definition.players, definition.sets, fixture.seed, **definition.options)
    bots, nets = bot_rows(definition.entrants)[list(fixture.seats)], networks(definition.entrants)
    bots["random"][:, 0] = [bot_seed(one) for one in fixture.seat_seeds]
    seated = open_records(bots)
    replay = Replay(game, _names(definition, fixture))
    while not game.over:
        replay.apply(int(next_action_at(game._tables, game._games, 0, seated, game.seat, game.mask(), *nets)))
    return replay


def _names(definition: Definition, fixture: Fixture) -> Mapping[int, str]:
    return {seat: definition.entrants[one].name for seat, one in enumerate(fixture.seats)}


def _check_result(figures: Figures, fixture: Fixture, game: Game) -> None:
    at = figures.games["number"].tolist().index(fixture.number)
    stored = {name: int(figures.games[name][at]) for name in ("winners", "truncated", "rounds", "decisions")}
    g = game.record
    found = {"winners": g.winners, "truncated": g.truncated, "rounds": g.rounds, "decisions": g.decisions}
    if stored != found:
        raise ArenaError(f"game {fixture.number} does not come to the stored result: {found} instead of {stored}")


def _words(replay: Replay) -> str:
    game, names = replay.game, seat_names(replay.names)
    won = " and ".join(names[p] for p in game.winners)
    levels = ", ".join(f"{name} {level}" for name, level in zip(names.values(), game.levels, strict=True))
    return f"{won + ' won' if won else 'nobody won'} in round {game.record.rounds + 1}; Levels: {levels}"
