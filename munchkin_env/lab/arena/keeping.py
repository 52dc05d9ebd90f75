"""Games of a tournament as replays: bots and policies play them again, move by move, and come to the stored result."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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


def check_keepable(definition: Definition, games: int) -> None:
    """Raises ArenaError if none of so many games is only between bots and policies: what agents answer is not stored."""
    drawn = definition.lineups == "drawn"  # other line-ups in each cycle
    for cycle in range(definition.cycles(games) if drawn else 1):
        if any(_only_bots(definition, table) for table in definition.tables(cycle)):
            return
    raise ArenaError("no game can be kept: every game has an agent, whose answers are not stored; bots and policies can be replayed")


def keep_games(figures: Figures, games: int, folder: Path) -> tuple[KeptGame, ...]:
    """Write the closest games into the folder: games that somebody won, while the losers had the highest Levels together.

    Games with agents outside the compiled loop are not among them, so there may be fewer than asked for.

    Raises:
        ArenaError: No game can be kept, or one does not come to the stored result.
    """
    definition = figures.definition
    if definition is None:
        raise ArenaError("no game can be kept: these figures do not know the tournament that they are of")
    check_keepable(definition, max(1, figures.n))
    fixtures = dict(_of_bots(definition, figures))
    chosen = [number for number in closest_first(figures) if number in fixtures][:games]
    folder.mkdir(parents=True, exist_ok=True)
    return tuple(_kept(definition, figures, fixtures[number], folder) for number in sorted(chosen))


def where_to_watch(kept: Sequence[KeptGame]) -> list[str]:
    """Lines that say what to open to watch the games: addresses, which many terminals open at a click."""
    return ["games to watch in a browser:"] * bool(kept) + [f"    {one.page.resolve().as_uri()}   {one.says}" for one in kept]


def _of_bots(definition: Definition, figures: Figures) -> Iterator[tuple[int, Fixture]]:
    """The games that were played, if only bots and policies played in them."""
    played = {int(number) for number in figures.games["number"]}
    for cycle in sorted({number // definition.games_per_cycle for number in played}):
        for fixture in definition.fixtures(cycle):
            if fixture.number in played and _only_bots(definition, fixture.seats):
                yield fixture.number, fixture


def _only_bots(definition: Definition, table: Sequence[int]) -> bool:
    return all(definition.entrants[one].is_bot for one in table)


def closest_first(figures: Figures) -> list[int]:
    """The numbers of the games: those that somebody won before those that nobody won, each by the Levels of the losers together."""
    seats = figures.seats
    behind, won = Counter[int](), set[int]()
    for number, wins, level in zip(seats["number"].tolist(), seats["won"].tolist(), seats["level"].tolist(), strict=True):
        behind[number] += 0 if wins else level
        won |= {number} if wins else set()
    return sorted(behind, key=lambda number: (number not in won, -behind[number], number))


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
