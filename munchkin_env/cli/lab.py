"""`munchkin lab`."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .arguments import Help, add_house_rules, add_ray, add_sets, at_work, count, house_rules, seed, sets
from .exits import DONE, misunderstood

PURPOSE = "measure what cards, house rules and decisions are worth"
ABOUT = (
    "Plays games of bots both ways: with a card and with another one in its place, with a house rule and without, with a decision and the "
    "other way. "
    "Everything is kept in the folder: the same command continues after an interruption, and one with more games adds to it. "
    "docs/laboratory.md explains every figure."
)
EXAMPLES = """\
  munchkin lab cards --out runs/cards --games 20000                   # what every card is worth, for greedy players
  munchkin lab cards veteran --set star --out runs/star               # other players, other cards
  munchkin lab rules --out runs/rules                                 # what house rules change
  munchkin lab rules --only shared_victory win_level --out runs/rules # some of them
  munchkin lab skill weighted greedy veteran --out runs/skill         # skill, luck, drama, and which decisions matter
  munchkin lab ladder --out runs/ladder                               # who beats whom, from random to search"""
_ABOUT_CARDS = (
    "Exchanges cards at the draw for random others of their deck, and plays both games on with the same dice. The difference is what the "
    "card is worth to who draws it, in hundredths of the victory."
)
_ABOUT_RULES = (
    "Plays the same deals with each house rule and without: length, shared victories, who begins, help, skill. "
    "With --option, all games are played with those rules, and each other rule is compared with them."
)
_ABOUT_SKILL = (
    "Plays every player against copies of every other, splits the variance of results into skill and luck, and tries decisions of the last "
    "player named the other way."
)
_ABOUT_LADDER = (
    "Plays every player alone at tables of the next weaker one: with 4, 2, 3 and 6 players of Deluxe, and with 4 of each other set and of "
    "all together. Policies are left out where they do not know the cards."
)
_SEATS = 4
_PART = 40
"""Games in a part of a folder, whatever --games says: so more games only add parts."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="EXPERIMENT", required=True, title="experiments", prog="munchkin lab")
    cards = _experiment(commands, "cards", "what each card is worth when drawn", _ABOUT_CARDS)
    _players(cards, "bots or policies, one for all seats or one for each (default: greedy)")
    cards.add_argument("--games", type=count, default=4000, metavar="N", help="games, in each of which about eight draws are tried")
    cards.add_argument("--workers", type=count, default=1, metavar="N", help="threads; the result is the same")
    add_ray(cards, "play")
    cards.set_defaults(experiment=_cards)
    rules = _experiment(commands, "rules", "what each house rule changes", _ABOUT_RULES)
    _players(rules, "bots or policies, one for all seats or one for each (default: greedy)")
    rules.add_argument("--challenger", default="veteran", metavar="BOT", help="bot or policy: its victories among the others measure skill")
    rules.add_argument("--only", nargs="+", default=[], metavar="OPTION", help="these house rules (default: all that change the game)")
    rules.add_argument("--games", type=count, default=800, metavar="N", help="games of each rule, and as many with the challenger")
    rules.set_defaults(experiment=_rules)
    skill = _experiment(commands, "skill", "skill, luck, drama, and which decisions matter", _ABOUT_SKILL)
    _players(skill, "the rungs of the ladder, weakest first (default: random weighted greedy veteran); the last plays the decisions")
    skill.add_argument("--games", type=count, default=1000, metavar="N", help="games of each pair, and of the tournament that splits luck")
    skill.add_argument("--decisions", type=count, metavar="N", help="games in which decisions are tried (default: as --games)")
    skill.add_argument("--workers", type=count, default=1, metavar="N", help="threads; the result is the same")
    add_ray(skill, "try the decisions")
    skill.set_defaults(experiment=_skill)
    _add_ladder(_experiment(commands, "ladder", "random < weighted < greedy < … < search, at every table", _ABOUT_LADDER))


def _add_ladder(ladder: argparse.ArgumentParser) -> None:
    ladder.add_argument("players", nargs="*", metavar="WHO", help="the rungs, weakest first (default: random to search:100ms)")
    ladder.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="keeps the games, and gets tables and a plot")
    ladder.add_argument("--games", type=count, default=2000, metavar="N", help="of each pair of bots and policies")
    ladder.add_argument("--slow-games", type=count, default=100, metavar="N", help="of each pair with a search or an agent")
    ladder.add_argument("--seats", type=count, nargs="+", metavar="N", help="only tables of so many players, with the cards of --set")
    ladder.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed plays the same games")
    ladder.add_argument("--workers", type=count, default=1, metavar="N", help="processes; the result is the same")
    add_sets(ladder)
    ladder.set_defaults(experiment=_ladder)


def _experiment(commands: Any, name: str, purpose: str, about: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(name, help=purpose, description=about, formatter_class=Help)
    return made


def _players(parser: argparse.ArgumentParser, about: str) -> None:
    parser.add_argument("players", nargs="*", metavar="BOT", help=about)
    parser.add_argument("--seats", type=count, metavar="N", help=f"2 to 6 (default: {_SEATS})")
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed plays the same games")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="keeps the games, and gets tables (CSV, JSON) and plots (SVG)"
    )
    add_house_rules(parser)
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    from munchkin_env.core.files import FileError, locked

    from .exits import fail

    if given.out.exists() and not given.out.is_dir():
        return misunderstood(f"--out {given.out}: this is not a folder")
    given.out.mkdir(parents=True, exist_ok=True)
    try:
        with locked(given.out / ".lock", "experiments in this folder"):
            experiment: Callable[[argparse.Namespace], int] = given.experiment
            return experiment(given)
    except FileError as error:
        return fail(error)


def _trials(given: argparse.Namespace, players: list[str], games: int) -> Any:
    from munchkin_env.lab.trials.bench_of_bots import Trials

    return Trials(tuple(players), sets(given), house_rules(given), given.seed, games)


def _parts(games: int) -> int:
    return -(-games // _PART)


def line_up(given: argparse.Namespace, usual: str = "greedy") -> list[str]:
    """Who plays: one player for all seats, or one for each. Raises OptionError."""
    from munchkin_env.game.options import NUM_PLAYERS, OptionError

    named = given.players or [usual]
    if len(named) == 1:
        return named * int(NUM_PLAYERS.check(given.seats or _SEATS))
    if given.seats not in (None, len(named)):
        raise OptionError(f"--seats {given.seats}: {len(named)} players are named; name one, or one for each seat")
    return list(named)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console

    from .progress import progress_of_games

    with progress_of_games(Console(stderr=True)) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)


def _cards(given: argparse.Namespace) -> int:
    from munchkin_env.lab.trials.cards import play_card_trials
    from munchkin_env.lab.trials.showing import show_cards

    how = _trials(given, line_up(given), _PART)
    parts = _parts(given.games)
    with at_work(given, given.workers) as crew, _bar(parts * how.games) as progress:
        done = play_card_trials(given.out, how, parts, crew, progress)
    show_cards(done, how, given.out)
    return DONE


def _rules(given: argparse.Namespace) -> int:
    from munchkin_env.lab.trials.house import play_rules, rule_changes
    from munchkin_env.lab.trials.showing import show_rules

    blocks = _parts(given.games)
    how = _trials(given, line_up(given), _PART)
    changes = rule_changes(how.sets, given.only, **how.options)
    with _bar(2 * _PART * blocks * (len(changes) + 1)) as progress:
        effects = play_rules(given.out, how, given.challenger, changes, blocks, lambda done: progress(2 * _PART * done))
    show_rules(effects, how, given.challenger, given.out)
    return DONE


def _ladder(given: argparse.Namespace) -> int:
    from munchkin_env.game.options import NUM_PLAYERS
    from munchkin_env.lab.trials.climbing import RUNGS, SETTINGS, Setting, climb, edges, show_climb

    rungs, settings = given.players or list(RUNGS), list(SETTINGS)
    if given.seats or given.sets:
        settings = [Setting(int(NUM_PLAYERS.check(n)), sets(given)) for n in given.seats or [_SEATS]]
    with _bar(len(edges(rungs, settings))) as progress:
        found = []
        for edge in climb(given.out, rungs, settings, given.games, given.slow_games, given.seed, given.workers):
            found.append(edge)
            progress(len(found))
    show_climb(found, given.out, {"seed": given.seed, "games": given.games, "slow games": given.slow_games})
    return DONE


def _skill(given: argparse.Namespace) -> int:
    from munchkin_env.engine.state.kinds import Kind
    from munchkin_env.game.options import NUM_PLAYERS
    from munchkin_env.lab.trials.decisions import every_kind, play_choice_trials
    from munchkin_env.lab.trials.showing import show_skill
    from munchkin_env.lab.trials.skill import CHANCE, HELP_CHANCE, ladder, play_luck

    rungs = given.players or ["random", "weighted", "greedy", "veteran"]
    seats = int(NUM_PLAYERS.check(given.seats or _SEATS))
    how = _trials(given, [rungs[-1]] * seats, _PART)
    parts = _parts(given.decisions or given.games)
    cells = len(rungs) * (len(rungs) - 1)
    with _bar((cells + 1) * given.games) as progress:
        won = ladder(given.out, how, rungs, given.games, lambda done: progress(done * given.games))
        luck = play_luck(given.out, how, rungs, given.games) if len(rungs) > 1 else None
    chances = every_kind(CHANCE) | {Kind.ANSWER_HELP: HELP_CHANCE}
    with at_work(given, given.workers) as crew, _bar(parts * how.games) as progress:
        trials = play_choice_trials(given.out, how, chances, parts, crew, progress)
    show_skill(rungs, won, luck, trials, how, given.out)
    return DONE
