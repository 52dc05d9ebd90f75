"""The command line: `munchkin`, or `python -m munchkin_env`."""

import argparse
import difflib
import io
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from munchkin_env.core.texts import cut, printable_lines
from munchkin_env.version import __version__

ROOT = Path(__file__).resolve().parents[2]
SHEETS = {"deluxe": "D", "star": "S", "western": "W", "potter": "P"}
"""The built-in sets, and the letter that the rule sheet of each has in docs/rules.md."""
SEATS = 4
"""Of a census, if nothing is said."""
INTERRUPTED = 130
"""What a shell expects of a command that Ctrl-C ended."""
LONGEST_PAUSE = 3600
"""Seconds. What time.sleep takes depends on the system."""
_MOST_DIGITS = 40
"""Python itself refuses to read numbers of thousands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns what the shell gets: 0, 1 (a command failed), 2 (it was not understood) or 130 (Ctrl-C)."""
    _print_anything()
    given = _parser().parse_args(arguments)
    try:
        return _run(given)
    except KeyboardInterrupt:
        print("munchkin: interrupted", file=sys.stderr)
        return INTERRUPTED


def _print_anything() -> None:
    """Where the terminal, or the file that the output goes to, does not hold a letter: \\u2212 in its place, and no UnicodeEncodeError."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _run(given: argparse.Namespace) -> int:
    from munchkin_env.cards.loader import CardSetError
    from munchkin_env.game.game import LoadError
    from munchkin_env.game.options import OptionError
    from munchkin_env.lab.census.census import CensusError
    from munchkin_env.players.agents import AgentError
    from munchkin_env.players.bots import StyleError, UnknownBotError

    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except (AgentError, CardSetError, CensusError, LoadError, OptionError, StyleError, UnknownBotError) as error:
        print(f"munchkin: {printable_lines(str(error))}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of our output (head, less) has seen enough
        sys.stderr.close()
        return 0
    except OSError as error:  # what cannot be written: a full disk, a folder of somebody else
        print(f"munchkin: {printable_lines(str(error))}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="munchkin",
        description="The card game Munchkin as a reinforcement-learning environment.",
        epilog='Try "munchkin play" first, "munchkin cards Net Troll" for a card, "munchkin COMMAND --help" for more.',
    )
    parser.add_argument("--version", action="version", version=f"munchkin_env {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_add_play, _add_census, _add_tournament, _add_replay, _add_cards, _add_rules, _add_compile, _add_bench):
        add(commands)
    return parser


class _Help(argparse.HelpFormatter):
    """Says a default where it says something: not None, False, or an empty list."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        default = " ".join(action.default) if isinstance(action.default, list) else action.default
        says_nothing = default is None or default is False or default in ("", argparse.SUPPRESS)
        if action.help is None or "default" in action.help or not action.option_strings or says_nothing:
            return action.help
        return f"{action.help} (default: {default})"


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str, more: str = "") -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=f"{about[:1].upper()}{about[1:]}. {more}", formatter_class=_Help
    )
    parser.set_defaults(command=run)
    return parser


def _sets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        dest="sets",
        action="append",
        metavar="SET",
        help=f"{', '.join(SHEETS)}, or the path of a card file; say it again to play several together (default: deluxe)",
    )


def _chosen(given: argparse.Namespace) -> tuple[str, ...]:
    return tuple(given.sets or ("deluxe",))


def _count(text: str) -> int:
    if (number := _number(text)) is None or number < 1:
        raise argparse.ArgumentTypeError(f"{cut(repr(text), 80)} is not a number of at least 1")
    return number


def _seed(text: str) -> int:
    if (number := _number(text)) is None or not 0 <= number < 1 << 63:
        raise argparse.ArgumentTypeError(f"{cut(repr(text), 80)} is not a whole number from 0 to 2**63 - 1")
    return number


def _number(text: str) -> int | None:
    """The whole number that the text is, if it is one of a length that anybody would mean."""
    return int(text) if len(text) <= _MOST_DIGITS and text.removeprefix("-").isdecimal() else None


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"{cut(repr(text), 80)} is not a number of seconds from 0 to {LONGEST_PAUSE}")
    return seconds


# ------------------------------------------------------------------------------------------------------- census


def _add_census(commands: Any) -> None:
    parser = _command(
        commands,
        "census",
        _census,
        "play many games of bots and count what happens in them",
        "Game lengths, wins by seat, fights, help, and how often every decision, action, op and power of a card occurred. "
        "weighted decides by lot, moving on more often than trading: no good player, but one who sees every corner of the rules. "
        "Ctrl-C ends it early and shows what there is. Examples: munchkin census; munchkin census greedy --set star --all; "
        "munchkin census greedy greedy diplomat bully --games 20000 --out mixed.json; "
        "munchkin census --page deluxe.md lot.json greedy.json mixed.json (makes a page like those of docs/sets).",
    )
    parser.add_argument(
        "players", nargs="*", metavar="BOT", help="bots or styles (*.toml), one for each seat, or one for all; default weighted"
    )
    parser.add_argument("--games", type=_count, default=2000, metavar="N", help="how many")
    parser.add_argument("--seats", type=_count, metavar="N", help=f"2 to 6, if there is one name (default: {SEATS})")
    parser.add_argument("--seed", type=_seed, default=1, metavar="N", help="the same seed plays the same games")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule (docs/options.md), such as win_level=6"
    )
    parser.add_argument("--all", action="store_true", help="show everything that was counted, and what never occurred")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.add_argument("--out", type=Path, metavar="FILE", help="save it as JSON, for --page")
    parser.add_argument("--page", type=Path, metavar="FILE", help="instead: make a page (Markdown) of files saved with --out")
    _sets(parser)


def _census(given: argparse.Namespace) -> int:
    from munchkin_env.lab.census.command import census, page

    if given.page is not None:
        return page(given.page, [Path(one) for one in given.players])
    players = given.players or ["weighted"]
    if len(players) > 1 and given.seats not in (None, len(players)):
        print(f"munchkin: --seats {given.seats}: {len(players)} bots are named; name one, or one for each seat", file=sys.stderr)
        return 2
    players = players * (given.seats or SEATS) if len(players) == 1 else players
    return census(
        players, given.games, given.seed, _chosen(given), _options(given), everything=given.all, as_json=given.json, out=given.out
    )


def _options(given: argparse.Namespace) -> dict[str, Any]:
    """The house rules that --option names. Raises OptionError for what is none."""
    from munchkin_env.game.options import NUM_PLAYERS, OptionError, check_names

    options = dict(_option(text) for text in given.option)
    if NUM_PLAYERS.name in options:
        raise OptionError(f"--option {NUM_PLAYERS.name}: this command has its own way of saying how many play: --help")
    check_names(options)
    return options


def _option(text: str) -> tuple[str, Any]:
    """NAME=VALUE, where VALUE is a number, true, false, or a word."""
    name, _, value = text.partition("=")
    if value.lower() in ("true", "false"):
        return name, value.lower() == "true"
    number = _number(value)
    return name, value if number is None else number


# --------------------------------------------------------------------------------------------------------- play


def _add_play(commands: Any) -> None:
    parser = _command(
        commands,
        "play",
        _play,
        "play a game at the terminal",
        "Answer with the number of an action or with words of it; ? tells what else there is: hints, cards, the log. "
        "Nothing is shown that your seat may not know.",
    )
    parser.add_argument(
        "--against",
        nargs="+",
        default=["greedy", "greedy", "greedy"],
        metavar="WHO",
        help="one to five opponents, from your seat to the left: a bot (docs/bots.md), trained (a network), a policy file, "
        "module:Class (docs/agents.md)",
    )
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="yours; the seats are counted from 0")
    parser.add_argument("--seed", type=_seed, metavar="N", help="the same seed deals the same game (default: another one each time)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule (docs/options.md)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game there, also if you leave it; for `munchkin replay`")
    _sets(parser)


def _play(given: argparse.Namespace) -> int:
    from .play import play

    play(given.against, given.seat, given.seed, _chosen(given), given.record, **_options(given))
    return 0


# --------------------------------------------------------------------------------------------------- tournament


def _add_tournament(commands: Any) -> None:
    parser = _command(
        commands,
        "tournament",
        _tournament,
        "play bots, agents and policies against each other",
        "Every deal is played in all rotations of the seats; intervals are made over deals. An agent that fails forfeits and is named. "
        "Examples: munchkin tournament greedy weighted random random; "
        "munchkin tournament greedy agents.search:Search --games 400 --out search.sqlite --report search.html; "
        "munchkin tournament greedy random --out some.sqlite; munchkin tournament --out some.sqlite (goes on with it). "
        "docs/arena.md explains every figure.",
    )
    parser.add_argument(
        "specs", nargs="*", metavar="SPEC", help="a bot, a style (*.toml), a policy (*.npz, *.zip), trained, or module:Class"
    )
    parser.add_argument(
        "--games", type=_count, metavar="N", help="how many, rounded up so that all line-ups are played as often; default 1000"
    )
    parser.add_argument("--players", type=int, metavar="N", help="2 to 6 (default: 4)")
    parser.add_argument("--seed", type=_seed, metavar="N", help="the same seed deals the same games (default: 1; isolated: drawn)")
    parser.add_argument(
        "--lineups", metavar="HOW", help="who sits together: together, repeated, all, drawn (docs/arena.md), or auto (default: auto)"
    )
    parser.add_argument("--field", metavar="SPEC", help="each entrant in one seat, this one in all others")
    parser.add_argument(
        "--workers", type=_count, default=1, metavar="N", help="threads (bots) or processes (agents); the results are the same"
    )
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per decision of an agent; who hangs is ended")
    parser.add_argument(
        "--isolate",
        action="store_true",
        help="each agent in a process that never holds what its seat cannot know, with limits of memory and processes (docs/arena.md)",
    )
    parser.add_argument(
        "--ray", nargs="?", const=True, default=False, metavar="ADDRESS", help="on a Ray cluster; without an address: local"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every game in this SQLite file; what is there is not played again")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write one HTML page with all figures and plots")
    parser.add_argument("--csv", type=Path, metavar="DIR", help="write all tables as CSV")
    parser.add_argument("--parquet", type=Path, metavar="DIR", help="write all tables as Parquet")
    parser.add_argument("--merge", type=Path, nargs="+", metavar="FILE", help="instead: put the games of these files together into --out")
    parser.add_argument("--show", type=Path, metavar="FILE", help="instead: show what is in this file")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule (docs/options.md)")
    _sets(parser)


def _tournament(given: argparse.Namespace) -> int:
    from munchkin_env.lab.arena.command import command

    return command(given, _options(given), tuple(given.sets) if given.sets else None)


# ------------------------------------------------------------------------------------------------------- replay


def _add_replay(commands: Any) -> None:
    parser = _command(
        commands,
        "replay",
        _replay,
        "show a recorded game step by step",
        "The file is what munchkin_env.game.replay.Replay.save wrote. It is checked: rules, cards, every action, and where they lead.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--seat", type=int, metavar="N", help="what that player sees (default: all cards)")
    parser.add_argument("--first", type=_count, default=1, metavar="N", help="from this action on")
    parser.add_argument("--last", type=_count, metavar="N", help="to this action")
    parser.add_argument("--pause", type=_pause, default=0.0, metavar="S", help="seconds between actions")
    _sets(parser)


def _replay(given: argparse.Namespace) -> int:
    from munchkin_env.game.notation import seat_names, with_names
    from munchkin_env.game.replay import Replay

    replay = Replay.load(given.file, tuple(given.sets) if given.sets else None)
    start = replay.start
    if given.seat is not None and given.seat not in range(start.num_players):
        print(f"munchkin: --seat {given.seat}: the seats are 0 to {start.num_players - 1}", file=sys.stderr)
        return 2
    changed = ", ".join(f"{name}={value}" for name, value in start.options.items() if value != _default(name))
    origin = "from a position" if start.seed is None else f"seed {start.seed}"
    print(f"{start.num_players} players, {', '.join(start.sets)}, {origin}; {changed or 'no house rules'}; {len(replay.actions)} actions")
    names = seat_names(replay.names)
    if names:
        print(", ".join(f"player {p} is {name}" for p, name in names.items()))
    shown: int | None = None
    for number, (game, said) in enumerate(replay.steps(), 1):
        if shown is not None:
            _tell(game, given.seat, names)
        shown = None
        if number > (given.last or number):
            break
        if number >= given.first:
            time.sleep(given.pause)
            print(f"{number:5}  {with_names(_line(game, said, given.seat), names)}")
            shown = number
    else:
        _finish(replay, shown is not None, given.seat, names)
    return 0


def _default(name: str) -> Any:
    from munchkin_env.game.options import BY_NAME

    return BY_NAME[name].default


def _line(game: Any, said: str, seat: int | None) -> str:
    """Who decides, and what; cards that only the one who decides knows are told to him alone."""
    hidden = seat not in (None, game.seat) and game.decision in ("CHARITY_CARD", "OFFER_CARD", "SELL", "ASK_CARD", "PLAY_OR_KEEP")
    return f"player {game.seat}: {'…' if hidden else said}"


def _tell(game: Any, seat: int | None, names: Mapping[int, str]) -> None:
    from munchkin_env.game.notation import with_names

    for event in game.events(seat):
        said = with_names(str(event), names)
        if event.what == "TURN":
            print(f"\n       -- {said}, round {game.record.rounds + 1}, Levels {', '.join(map(str, game.levels))} --")
        else:
            print(f"         {said}")


def _finish(replay: Any, told: bool, seat: int | None, names: Mapping[int, str]) -> None:
    """What the last action brought, and how it stands."""
    from munchkin_env.game.notation import with_names

    last = None
    for game, said in replay.steps():
        last = (game, said)
    if last is not None and told:
        _tell(last[0], seat, names)
    game = replay.game
    if game.over:
        won = with_names(" and ".join(f"player {p}" for p in game.winners), names)
        print(f"\n{won + ' won' if won else 'Broken off without a winner'}; Levels {', '.join(map(str, game.levels))}")
    else:
        choices = f": {'; '.join(game.texts())}" if seat in (None, game.seat) else ""  # they name cards of his hand
        print(with_names(f"\nPlayer {game.seat} would decide{choices}", names))


# -------------------------------------------------------------------------------------------------------- cards


def _add_cards(commands: Any) -> None:
    parser = _command(commands, "cards", _cards, "list the cards, or say what one does", "What a card does is written from its data.")
    parser.add_argument("name", nargs="*", metavar="NAME", help="a card (or a part of its name)")
    parser.add_argument("--kind", metavar="KIND", help="only such cards: monster, curse, item, …")
    _sets(parser)


def _cards(given: argparse.Namespace) -> int:
    from munchkin_env.cards.loader import load

    cards = load(_chosen(given)).cards
    kinds = sorted({card.kind.name.lower() for card in cards})
    if given.kind is not None and given.kind not in kinds:
        print(f"munchkin: --kind {given.kind}: allowed is {', '.join(kinds)}", file=sys.stderr)
        return 2
    wanted = " ".join(given.name).lower()
    found = [card for card in cards if wanted in card.name.lower() and given.kind in (None, card.kind.name.lower())]
    exact = [card for card in found if card.name.lower() == wanted]
    if not found:
        print(f"munchkin: no card of {', '.join(_chosen(given))} is called {wanted!r}{_elsewhere(wanted, _chosen(given))}", file=sys.stderr)
        return 1
    if wanted:
        _describe(exact or found)
    else:
        _list(found)
    return 0


def _elsewhere(wanted: str, chosen: Sequence[str]) -> str:
    """Where there is such a card, or else what it may have meant."""
    from munchkin_env.cards.loader import load

    names = {name: [card.name for card in load([name]).cards] for name in SHEETS}
    there = [name for name in SHEETS if name not in chosen and any(wanted in card.lower() for card in names[name])]
    if there:
        return f"; try --set {' or --set '.join(there)}"
    lower = {card.lower(): card for cards in names.values() for card in cards}
    near = difflib.get_close_matches(wanted, lower, 3)
    return f"; near to it: {', '.join(lower[one] for one in near)}" if near else ""


MARKS = {"mixed": "°", "memory": "?", "invented": "*"}
SURENESS = {
    "mixed": "numbers are partly not from the box",
    "memory": "numbers are from memory",
    "invented": "numbers are not from the box but made by this project",
}


def _describe(cards: Sequence[Any]) -> None:
    from rich.console import Console
    from rich.markup import escape

    from munchkin_env.cards.describe import describe

    console = Console(highlight=False)
    for card in cards:
        doubt = f" [yellow]{SURENESS[card.numbers_from]}[/]" if card.numbers_from in SURENESS else ""
        copies = f", {card.count} copies" if card.count > 1 else ""
        console.print(
            f"[bold]{escape(card.name)}[/] ({escape(card.set)}, {card.kind.name.lower()}, {card.deck.name.lower()}{copies}){doubt}"
        )
        console.print(describe(card), markup=False)


def _list(cards: Sequence[Any]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from munchkin_env.cards.describe import describe

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, right in (("card", False), ("kind", False), ("copies", True), ("what it does", False)):
        table.add_column(name, justify="right" if right else "left", no_wrap=name == "kind")
    for card in cards:
        table.add_row(escape(card.name) + MARKS.get(card.numbers_from, ""), card.kind.name.lower(), str(card.count), escape(describe(card)))
    Console(highlight=False).print(table)
    print(f"{len(cards)} different cards, {sum(card.count for card in cards)} in the box")
    for sort, mark in MARKS.items():
        if n := sum(card.numbers_from == sort for card in cards):
            print(f"{mark} {SURENESS[sort]}: {n}")
    if any(card.numbers_from in MARKS for card in cards):
        print("Who owns the box can put them right in one file: docs/adding_cards.md, Numbers of your own box")


# -------------------------------------------------------------------------------------------------------- rules


def _add_rules(commands: Any) -> None:
    parser = _command(
        commands,
        "rules",
        _rules,
        "print which rules are proven by tests, by section",
        "Reads docs/rules.md and the tests of a checkout; nothing is run.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="rules in full, such as COMBAT-09, or a whole section: COMBAT")
    parser.add_argument("--missing", action="store_true", help="list the rules without a test")
    parser.add_argument("--set", metavar="SET", help=f"only the rules that concern it: {', '.join(SHEETS)}")


def _rules(given: argparse.Namespace) -> int:
    from munchkin_env.lab.coverage import concerns, coverage

    if not (ROOT / "docs" / "rules.md").is_file() or not (ROOT / "tests").is_dir():
        print(
            f"munchkin: docs/rules.md and tests/ are not beside the package in {ROOT}: they come with a checkout, not with the wheel",
            file=sys.stderr,
        )
        return 1
    if given.set is not None and given.set not in SHEETS:
        print(f"munchkin: --set {given.set}: allowed is {', '.join(SHEETS)}", file=sys.stderr)
        return 2
    every, strange = coverage(ROOT)
    rules = {one: rule for one, rule in every.items() if given.set is None or concerns(rule, SHEETS[given.set])}
    if given.ids:
        return _show_rules(rules, every, [one.upper() for one in given.ids])
    _rules_table(list(rules.values()))
    if given.missing:
        missing = [rule.id for rule in rules.values() if not rule.tests and not rule.no_test]
        print("\nwithout a test, and without a reason:", *missing or ["none"])
    for one, tests in strange.items():
        print(f"no such rule: {one}, named by {', '.join(tests)}", file=sys.stderr)
    return 1 if strange else 0


def _section(rule: str) -> str:
    return rule.rpartition("-")[0]


def _show_rules(rules: Mapping[str, Any], every: Mapping[str, Any], wanted: Sequence[str]) -> int:
    """rules: those of `every` that concern the set that was asked for."""
    of, sections = ({_section(one): None for one in some} for some in (rules, every))
    for one in wanted:
        if one not in every and one not in sections:
            print(f"munchkin: no rule or section {one}; the sections are {', '.join(sections)}", file=sys.stderr)
            return 1
        if one not in rules and one not in of:
            print(f"munchkin: {one} does not concern that set", file=sys.stderr)
    for rule in (rule for one, rule in rules.items() if one in wanted or _section(one) in wanted):
        print(f"{rule.id}  {rule.text}")
        for test in rule.tests:
            print(f"    {test}")
        if not rule.tests and not rule.no_test:
            print("    no test")
    return 0


def _rules_table(rules: Sequence[Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", show_footer=True, footer_style="bold")
    rows = [(section, [rule for rule in rules if rule.section == section]) for section in dict.fromkeys(rule.section for rule in rules)]
    counted = [(section, len(of), sum(bool(r.tests) for r in of), sum(bool(r.no_test and not r.tests) for r in of)) for section, of in rows]
    totals = [sum(column) for column in list(zip(*counted, strict=True))[1:]]
    table.add_column("section", "all")
    for name, total in zip(("rules", "tested", "reason given"), totals, strict=True):
        table.add_column(name, str(total), justify="right")
    table.add_column("open", str(totals[0] - totals[1] - totals[2]), justify="right")
    for section, n, tested, excused in counted:
        table.add_row(section, str(n), str(tested), str(excused), str(n - tested - excused))
    Console(highlight=False).print(table)


# ---------------------------------------------------------------------------------------------- compile and bench


def _add_compile(commands: Any) -> None:
    _command(
        commands,
        "compile",
        _compile,
        "compile the rules now instead of at the first game",
        "Once per machine and version. MUNCHKIN_CACHE=folder says where the machine code is kept.",
    )


def _compile(_: argparse.Namespace) -> int:
    from munchkin_env.core.kernel import CACHE, COMPILED, is_cached

    if not COMPILED:
        print("NUMBA_DISABLE_JIT is set: the rules run as plain Python, there is nothing to compile")
        return 0
    had = is_cached()
    from munchkin_env.game.game import Game
    from munchkin_env.game.scenario import seat, table

    Game(2, seed=0)
    table(seat(), seat())
    print(f"{'was compiled already' if had else 'compiled'}: {CACHE}")
    return 0


def _add_bench(commands: Any) -> None:
    parser = _command(commands, "bench", _bench, "measure how fast it is on this machine", "The best of several runs, on one core.")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--only", action="append", metavar="NAME", help="one figure, such as clones_per_s; may be repeated")
    _sets(parser)
    parser.add_argument("--profile", action="store_true", help="instead: where the time goes, by kind of decision")


def _profile(sets: Sequence[str]) -> int:
    from munchkin_env.core.kernel import COMPILED
    from munchkin_env.lab.profiling import show

    if not COMPILED:
        print("munchkin: --profile measures compiled kernels; unset NUMBA_DISABLE_JIT", file=sys.stderr)
        return 2
    show(sets)
    return 0


def _bench(given: argparse.Namespace) -> int:
    from munchkin_env.lab.bench import DELUXE, FIGURES, OF_ANY_SET, run

    if given.profile and (given.only or given.json):
        print("munchkin: --profile prints a table of its own; leave out --only and --json", file=sys.stderr)
        return 2
    if given.profile:
        return _profile(_chosen(given))
    allowed = FIGURES if _chosen(given) == DELUXE else OF_ANY_SET
    for name in given.only or ():
        if name not in allowed:
            print(f"munchkin: --only {name}: the figures of {', '.join(_chosen(given))} are {', '.join(allowed)}", file=sys.stderr)
            return 2
    run(given.only or (), _chosen(given), given.json)
    return 0
