"""`munchkin mcp`."""

import argparse

from .arguments import add_house_rules, add_sets, house_rules, integer, seed, sets
from .exits import DONE, fail
from .rules import IN_WHEEL, ROOT
from .starting import plain_meanwhile

PURPOSE = "let a language model play: an MCP server over standard input and output"
ABOUT = "It is started by an MCP client, such as a chat program, and needs the extra munchkin-env[mcp]. docs/frameworks/mcp.md explains it."
EXAMPLES = """\
  munchkin mcp                                      # one seat against three bots
  munchkin mcp --against trained greedy --set star  # other opponents and cards
  munchkin mcp --seed 7 --obfuscate 1               # games that can be repeated, with exchanged names"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against",
        nargs="+",
        default=["greedy", "greedy", "greedy"],
        metavar="WHO",
        help="one to five opponents: bots (docs/bots.md) or agents (docs/agents.md); the client may name other bots",
    )
    parser.add_argument("--seat", type=integer, default=0, metavar="N", help="the model's seat, counting from 0")
    parser.add_argument("--seed", type=seed, metavar="N", help="of the first game; the next ones take N+1, N+2 … (default: drawn)")
    parser.add_argument("--obfuscate", type=seed, metavar="SEED", help="cards exchange their names, and texts follow")
    add_house_rules(parser)
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    if (code := plain_meanwhile(given.words, given.against)) is not None:
        return code
    from munchkin_env.adapters.mcp import Desk, DeskSettings, server

    from .proofs import from_json, read_rules

    source = ROOT / "docs" / "rules.md"
    found = read_rules(source) if source.is_file() else from_json(IN_WHEEL.read_text(encoding="utf-8"))[0] if IN_WHEEL.is_file() else {}
    settings = DeskSettings(given.seat, given.against, sets(given), given.seed, given.obfuscate, house_rules(given))
    rules = {one: rule.text for one, rule in found.items()}
    Desk(settings, rules).new_game()  # what the user chose is checked before a client is served
    try:
        made = server(Desk(settings, rules))
    except ImportError as error:
        return fail(error)
    made.run("stdio")
    return DONE
