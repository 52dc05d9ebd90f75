"""`munchkin text`."""

import argparse
from itertools import islice
from typing import TYPE_CHECKING

from .arguments import add_sets, count, seed, sets
from .exits import DONE, misunderstood

if TYPE_CHECKING:
    from munchkin_env.text.prompting import PromptSettings

PURPOSE = "show what language models are told, and how long it is"
ABOUT = "Prompts come from games between bots. docs/text.md explains them."
EXAMPLES = """\
  munchkin text --set star                  # the rules in brief, and one prompt
  munchkin text --decision 250 --plain      # another prompt, without the list of actions
  munchkin text --measure 2000              # how many tokens the prompts of so many decisions have
  munchkin text --games 100 --set potter    # so many games of scripted players that read prompts and answer in words"""
_PLAYERS, _DECISION = 4, 100  # defaults


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--decision", type=count, default=_DECISION, metavar="N", help="which decision of the game")
    parser.add_argument("--measure", type=count, metavar="N", help="instead: the lengths of the prompts of N decisions, in tokens")
    parser.add_argument("--games", type=count, metavar="N", help="instead: N games of scripted players that read and write")
    parser.add_argument("--players", type=count, default=_PLAYERS, metavar="N", help="2 to 6")
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="the same seed plays the same games")
    parser.add_argument("--plain", action="store_true", help="without the list of legal actions")
    parser.add_argument("--cards", choices=("needed", "all", "none"), default="needed", help="whose texts are shown")
    parser.add_argument("--obfuscate", type=seed, metavar="SEED", help="cards exchange their names, and texts follow")
    add_sets(parser)


def run(given: argparse.Namespace) -> int:
    from munchkin_env.game.options import NUM_PLAYERS
    from munchkin_env.text.prompting import PromptSettings

    settings = PromptSettings(actions=not given.plain, cards=given.cards)
    NUM_PLAYERS.check(given.players)
    if given.measure is not None and given.games is not None:
        return misunderstood("--measure and --games are two different things; omit one")
    if given.measure is not None:
        return _measure(given, settings)
    if given.games is not None:
        return _play(given, settings)
    return _show(given, settings)


def _show(given: argparse.Namespace, settings: "PromptSettings") -> int:
    from munchkin_env.game.game import Game
    from munchkin_env.lab.prompts import prompts
    from munchkin_env.text.briefing import brief
    from munchkin_env.text.disguise import with_names_of

    chosen = sets(given)
    print(brief(with_names_of(Game(given.players, chosen, given.seed), given.obfuscate)))
    found = prompts(chosen, given.seed, given.players, settings, given.obfuscate)
    for _, text in islice(found, given.decision - 1, given.decision):
        print(f"\n{text}")
    return DONE


def _measure(given: argparse.Namespace, settings: "PromptSettings") -> int:
    from rich.console import Console
    from rich.table import Table

    from munchkin_env.game.game import Game
    from munchkin_env.lab.prompts import GOAL, PromptLengths, lengths
    from munchkin_env.text.briefing import brief
    from munchkin_env.text.disguise import with_names_of
    from munchkin_env.text.prompting import CHARACTERS_PER_TOKEN, tokens

    chosen = sets(given)
    found = lengths(chosen, given.measure, given.seed, given.players, settings, given.obfuscate)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("decision")
    for name in ("prompts", "half", "95 %", "longest", f"below {GOAL}"):
        table.add_column(name, justify="right")
    everything = {"all": [n for of_kind in found.values() for n in of_kind]}
    for decision, of_kind in {**everything, **dict(sorted(found.items()))}.items():
        row = PromptLengths.of(of_kind)
        table.add_row(decision, f"{row.prompts:,}", str(row.half), str(row.most), str(row.longest), f"{row.short:.1%}")
    Console(highlight=False).print(table)
    print(
        f"tokens of prompts without the rules, {CHARACTERS_PER_TOKEN} characters for one token; half of them, or 95 %, are at most so long"
    )
    print(f"the rules in brief: {tokens(brief(with_names_of(Game(given.players, chosen, given.seed), given.obfuscate)))} tokens")
    return DONE


def _play(given: argparse.Namespace, settings: "PromptSettings") -> int:
    from munchkin_env.lab.words import games_in_words
    from munchkin_env.text.seat import Tally, tally_in_words

    played, total = [], Tally()
    for one in games_in_words(sets(given), given.games, given.seed, given.players, obfuscate=given.obfuscate, settings=settings):
        played.append(one)
        total += one.tally
    won = sum(bool(one.winners) for one in played)
    rounds, decisions = (sum(numbers) / len(played) for numbers in ((one.rounds for one in played), (one.decisions for one in played)))
    print(f"{len(played)} games, {won} won; on average {rounds:.1f} rounds and {decisions:,.0f} decisions")
    print(tally_in_words(total))
    return DONE
