"""`munchkin serve`."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .arguments import SHEETS, add_house_rules, add_sets, count, house_rules, pause, port, seed, sets
from .exits import DONE, fail, misunderstood, say
from .starting import plain_meanwhile

PURPOSE = "play in the browser: people, bots and agents at one table"
ABOUT = (
    "Prints a link for each person and one for spectators, and opens yours. Whoever has the link of a seat can sit there. Everything is "
    "kept on disk; --resume continues. Needs the extra web: pip install 'munchkin-env[web]' (docs/table.md)."
)
EXAMPLES = """\
  munchkin serve                                       # you against three bots
  munchkin serve --seats me trained greedy bully       # other opponents
  munchkin serve --seats me=Ann person=Bob trained     # two people, each with a link
  munchkin serve --resume                              # continue the last table
  munchkin serve --host 0.0.0.0 --seats me person      # also for other devices of this network
  munchkin serve --measure 50                          # how fast 50 tables with bots are answered"""
_USUAL = ("me", "trained", "greedy", "bully")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seats",
        nargs="+",
        metavar="WHO",
        help="two to six players, in the order of turns: me, person (or me=NAME, person=NAME), a bot (docs/bots.md), trained, search:8ms, "
        f"a policy file, onnx:FILE.onnx, or module:Class (docs/agents.md); default: {' '.join(_USUAL)}",
    )
    add_sets(parser)
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed deals the same game (default: a new game each time)")
    add_house_rules(parser)
    add_table_options(parser)
    parser.add_argument("--resume", nargs="?", const="", metavar="FILE", help="continue the table in FILE, by default the last one")
    parser.add_argument("--measure", type=count, metavar="N", help="measure how fast N tables with bots are answered, and end")


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """The options of all commands that show a table in the browser."""
    group = parser.add_argument_group("in the browser")
    group.add_argument("--timer", type=pause, default=0.0, metavar="S", help="seconds that people have for a decision; 0: any time")
    group.add_argument("--pace", type=pause, default=0.5, metavar="S", help="seconds between what others do, up to 5")
    group.add_argument("--hints", default="veteran", metavar="WHO", help="who gives hints")
    group.add_argument("--folder", type=Path, metavar="FOLDER", help="where tables are kept (default: among your user data)")
    group.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="another address than this machine only: others can reach it")
    group.add_argument("--port", type=port, metavar="N", help="default: 8765 or one of the next")
    group.add_argument("--no-open", action="store_true", help="do not open the browser")


def run(given: argparse.Namespace) -> int:
    if given.resume is not None and (given.seats or given.seed is not None or given.option or given.sets):
        return misunderstood("--resume continues a table as it is: without --seats, --seed, --option and --set")
    if given.measure is not None:
        return _measure(given.measure)
    return serve_table(given, given.seats or _USUAL)


def serve_table(given: argparse.Namespace, specs: Sequence[str]) -> int:
    """Serve one table with these players, as its options and add_table_options say."""
    if (problem := _missing()) is not None:
        return fail(problem)
    resumes = getattr(given, "resume", None) is not None  # who plays is in the file
    if (
        not resumes
        and (code := plain_meanwhile(given.words, [spec for spec in specs if not spec.startswith(("me=", "person="))])) is not None
    ):
        return code
    from munchkin_env.core.files import FileError
    from munchkin_env.serve.lobby import SLOWEST, Lobby
    from munchkin_env.serve.running import address, is_loopback, links, listening, run_server

    if given.pace > SLOWEST:
        return misunderstood(f"--pace {given.pace:g}: must be at most {SLOWEST:g} seconds")
    try:
        table, deciders = _table(given, specs)
    except FileError as error:
        return fail(error)
    try:
        lobby = Lobby()
        lobby.open(table, deciders, given.pace, _rules(table.terms.sets))
        with listening(given.host, given.port) as bound:
            base = address(bound)
            found = links(table.terms, base)
            for who, link in found:
                print(f"{who + ':':12} {link}")
            print(f"Kept in {table.journal.path}; `munchkin serve --resume` continues. Ctrl-C ends.", flush=True)
            if not is_loopback(given.host):
                say(
                    "everybody who can reach this address and has a link can sit there. Links and moves are not encrypted: use it only in "
                    "networks that you trust"
                )
            run_server(lobby, bound, None if given.no_open else found[0][1])
    except KeyboardInterrupt:
        pass  # or the server has ended by itself, where the signal is ignored otherwise
    finally:
        table.journal.close()
    print("The table is closed.")
    return DONE


def _table(given: argparse.Namespace, specs: Sequence[str]) -> tuple[Any, Any]:
    """A new table, or the one that is continued, and its players."""
    from munchkin_env.serve.chairs import TableTerms, chairs_for, new_token
    from munchkin_env.serve.deciding import Deciders
    from munchkin_env.serve.journal import Journal, newest_table, tables_folder
    from munchkin_env.serve.table import ServedTable

    folder = given.folder or tables_folder()
    if getattr(given, "resume", None) is not None:
        table = ServedTable.resumed(Journal(Path(given.resume) if given.resume else newest_table(folder)))
        return table, Deciders(table.terms)
    terms = TableTerms(chairs_for(specs), new_token(), sets(given), house_rules(given), given.timer, given.hints)
    ServedTable(terms, given.seed)  # raises what is wrong, before there is a file
    deciders = Deciders(terms)
    return ServedTable(terms, given.seed, Journal.create(folder, terms)), deciders


def _rules(chosen: Sequence[str]) -> dict[str, list[str]]:
    """The numbered rules that concern these sets, by section; none where the package was built without them."""
    from munchkin_env.serve.sections import by_section

    from .proofs import concerns
    from .rules import numbered

    sheets = [SHEETS[one] for one in chosen if one in SHEETS]
    return by_section((rule.id, rule.text) for rule in numbered() if not sheets or any(concerns(rule, sheet) for sheet in sheets))


def _missing() -> str | None:
    """What to install, if something is missing."""
    try:
        import starlette
        import uvicorn
        import websockets  # noqa: F401
    except ImportError as error:
        return f"the table in the browser needs {error.name}: pip install 'munchkin-env[web]'"
    del starlette, uvicorn
    return None


def _measure(tables: int) -> int:
    if (problem := _missing()) is not None:
        return fail(problem)
    from munchkin_env.serve.measuring import measure_tables

    try:
        print(measure_tables(tables))
    except subprocess.CalledProcessError:
        return fail("the players that measure have failed, perhaps because this machine is too busy; their message is above")
    print(f"(Python {sys.version.split()[0]}; each player thinks for a second; server and players share this machine)")
    return DONE
