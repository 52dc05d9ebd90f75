"""The settings of a training run: their options on the command line, their meaning, and which combinations are invalid.

Each is declared once, in Setup.
"""

import argparse
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from experiments.evaluate import EVERY
from munchkin_env.cards.loader import NAME_THEM, load, own_files
from munchkin_env.core.files import CHECKPOINT as CHECKPOINT_AT_MOST
from munchkin_env.core.files import Archive, FileError, MissingFile, conform, opened
from munchkin_env.core.texts import printable
from munchkin_env.game.saved import places_of
from munchkin_env.learning.inputs import SHAPES
from munchkin_env.players.bots import StyleError, UnknownBotError, check_bot

CHECKPOINT, RUN = "checkpoint.zip", "run.json"


class TrainError(ValueError):
    """The request cannot be carried out."""


class Range(NamedTuple):
    """The numbers that a setting may be."""

    words: str
    holds: Callable[[float], bool]


POSITIVE = Range("above 0", lambda number: number > 0)
NOT_NEGATIVE = Range("of at least 0", lambda number: number >= 0)
SHARE = Range("from 0 to 1", lambda number: 0 <= number <= 1)


def setting(default: Any, meaning: str, within: Range | None = None) -> Any:
    """A field of Setup: its default, its help text, and the numbers it may be. Command line, checks and docs are made from it."""
    return field(default=default, metadata={"meaning": meaning, "within": within})


@dataclass(frozen=True)
class Setup:
    """A run. The same setup with the same versions of everything gives the same numbers."""

    players: int = setting(4, "2 to 6")
    sets: tuple[str, ...] = setting(("deluxe",), "a built-in set, or the path of a card file; may be repeated")
    opponents: tuple[str, ...] = setting(
        ("greedy",), "a bot for all seats, one per seat, or weights to draw by in every game: greedy=2 random=1 (with --self-play: anchors)"
    )
    self_play: bool = setting(False, "earlier selves in the other seats, drawn together with the anchors of --opponents")
    pool: int = setting(6, "with --self-play: the number of earlier selves kept", POSITIVE)
    pool_every: int = setting(10, "with --self-play: rollouts between additions to the pool", POSITIVE)
    network: str = setting("slots", f"{' or '.join(SHAPES)}: one embedding per card, or plain layers over the vector")
    start: str = setting("", "start from this network.pt instead of an imitation")
    imitate: int = setting(3700, "updates of imitation first, of about 1,600 decisions each; 0 for none", NOT_NEGATIVE)
    imitate_games: int = setting(4096, "games at once in the imitation", POSITIVE)
    teacher: str = setting("veteran", f"whom to imitate: {', '.join(EVERY)}, or a style file")
    steps: int = setting(9_000_000, "own decisions to play and learn from (about 260 per game)", NOT_NEGATIVE)
    games: int = setting(256, "games at once", POSITIVE)
    rollout: int = setting(64, "decisions per game between two updates", POSITIVE)
    batch: int = setting(1024, "decisions per gradient step", POSITIVE)
    epochs: int = setting(3, "passes over each rollout", POSITIVE)
    rate: float = setting(4e-4, "learning rate at the start; it falls to 0", POSITIVE)
    gamma: float = setting(0.9995, "discount per own decision")
    gae_lambda: float = setting(0.95, "how far an advantage looks ahead: about 1 / (1 - lambda) own decisions", SHARE)
    clip: float = setting(0.2, "how far the probability of an action may move in one update", POSITIVE)
    entropy: float = setting(0.0, "weight of the entropy bonus", NOT_NEGATIVE)
    worth: float = setting(0.5, "weight of the critic's loss", NOT_NEGATIVE)
    target_kl: float = setting(0.05, "an update ends early beyond this KL divergence", POSITIVE)
    sure: float = setting(0.98, "of decisions made with at least this probability, only a fraction is learned from (--review)", SHARE)
    review: float = setting(0.25, "the fraction of --sure", SHARE)
    warm_up: int = setting(2, "rollouts in which only the critic learns", NOT_NEGATIVE)
    advice: float = setting(
        0.2, "weight of the teacher's choice in the loss, which keeps the policy near what it imitated; it falls to 0", NOT_NEGATIVE
    )
    reward: str = setting("win", "win (a victory, divided among its winners) or rank")
    shaping: float = setting(0.0, "rewards for Levels along the way, which do not change the best play")
    evaluate_every: int = setting(30, "rollouts between evaluations", POSITIVE)
    evaluate_games: int = setting(800, "games per bot in an evaluation", POSITIVE)
    evaluate_against: tuple[str, ...] = setting(("greedy",), "the bots of evaluations; 'all' for every one")
    seed: int = setting(1, "seed of everything", NOT_NEGATIVE)


def parser(about: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.train", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the output folder")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="resume the run in --out with its settings (only --steps may differ); files that it uses must be named again",
    )
    parser.add_argument(
        "--final-games",
        type=int,
        default=0,
        metavar="N",
        help="games at the end against each bot of --evaluate-against, and a fifth against every other",
    )
    for one in fields(Setup):
        add_option(parser, one.name)
        parser.set_defaults(**{one.name: None})  # not given: a run that is resumed has its own
    return parser


def add_option(parser: argparse.ArgumentParser, name: str, default: Any = None, meaning: str = "") -> None:
    """A setting as an option of any command, perhaps with another default or meaning. Card sets have no default: None."""
    setting = next(one for one in fields(Setup) if one.name == name)
    default = setting.default if default is None else default
    meaning = meaning or setting.metadata["meaning"]
    said = f"{meaning} (default: {_told(default)})"
    if isinstance(default, bool):
        parser.add_argument(flag(name), action="store_true", help=meaning)
    elif name == "sets":
        parser.add_argument(flag(name), dest="sets", action="append", metavar="SET", help=said)
    elif isinstance(default, tuple):
        parser.add_argument(flag(name), nargs="+", default=default, metavar="BOT", help=said)
    else:
        kind, metavar = type(default), "NAME" if isinstance(default, str) else "N"
        parser.add_argument(flag(name), type=kind, default=default, metavar=metavar, help=said)


def settings_markdown() -> str:
    """The table of docs/training.md."""
    rows = []
    for one in fields(Setup):
        default = "" if one.default in (False, "") else f"`{_told(one.default)}`"
        within = one.metadata["within"].words if one.metadata["within"] else ""
        rows.append(f"| `{flag(one.name)}` | {default} | {within} | {one.metadata['meaning']} |")
    return "\n".join(["| option | default | a number | meaning |", "| --- | --- | --- | --- |", *rows]) + "\n"


def flag(name: str) -> str:
    """A setting's option on the command line."""
    return "--set" if name == "sets" else "--" + name.replace("_", "-")


def setup_of(given: argparse.Namespace) -> Setup:
    """The given settings plus defaults, validated."""
    named = {one.name: getattr(given, one.name) for one in fields(Setup) if getattr(given, one.name) is not None}
    if named.get("evaluate_against") == ["all"]:
        named["evaluate_against"] = list(EVERY)
    if "sets" in named:
        load(named["sets"])  # report a wrong name before it is compared with a file's
        named["sets"] = places_of(named["sets"])
    if given.resume:
        return _of_checkpoint(given, named)
    setup = made(named)
    check(setup)
    return setup


def made(named: Mapping[str, Any]) -> Setup:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in named.items()}
    return Setup(**values)


def _of_checkpoint(given: argparse.Namespace, named: Mapping[str, Any]) -> Setup:
    setup = setup_in(given.out / CHECKPOINT, named)
    others = [name for name, value in asdict(made(named)).items() if name in named and name != "steps" and value != getattr(setup, name)]
    if others:
        said = ", ".join(f"{flag(name)} (the run has {_told(getattr(setup, name))})" for name in others)
        raise TrainError(f"--resume uses the settings of the run: omit {said}")
    return replace(setup, steps=named.get("steps", setup.steps))


def setup_in(path: Path, named: Collection[str] = ()) -> Setup:
    """The settings of the run that wrote this checkpoint. named: those that the user has also given. Raises TrainError."""
    try:
        with opened(path, CHECKPOINT_AT_MOST) as file:
            told = Archive(file, path).json(RUN, finite=False)
        setup: Setup = conform(told.get("setup") if isinstance(told, dict) else None, Setup, path, "setup")
    except MissingFile:
        raise TrainError(f"{path}: there is no such file, and nothing to resume; omit --resume to start") from None
    except FileError as error:
        raise TrainError(f"{path}: this is not a checkpoint of a run ({error.problem})") from error
    _check_files(setup, named, path)
    try:
        check(replace(setup, start=""))  # what it started from is not needed any more
    except (TrainError, UnknownBotError, StyleError) as error:
        raise TrainError(f"{path}: this is not a checkpoint of a possible run ({error})") from error
    return setup


def _check_files(setup: Setup, named: Collection[str], path: Path) -> None:
    """Raises TrainError if the checkpoint would open card or style files that only it names."""
    styles = ("opponents", "teacher", "evaluate_against")
    found = {name: [one for one in _several(getattr(setup, name)) if one.partition("=")[0].endswith(".toml")] for name in styles}
    for name, own in {"sets": own_files(setup.sets), **found}.items():
        if own and name not in named:
            again = " ".join(f"{flag(name)} {shlex.quote(printable(one))}" for one in own)
            raise TrainError(f"{path}: the run has {again}, and {NAME_THEM}: add {flag(name)} with all its values to --resume")


def _several(value: str | Sequence[str]) -> Sequence[str]:
    return (value,) if isinstance(value, str) else value


def _told(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def check(setup: Setup) -> None:
    """Raises TrainError or UnknownBotError."""
    opponents_of(setup.opponents, setup.players, setup.self_play)
    for name in (setup.teacher, *setup.evaluate_against):
        check_bot(name)
    if setup.network not in SHAPES:
        raise TrainError(f"--network {setup.network}: must be {' or '.join(SHAPES)}")
    for one in fields(Setup):
        within, value = one.metadata["within"], getattr(setup, one.name)
        if within is not None and not within.holds(value):
            raise TrainError(f"{flag(one.name)} {value}: must be a number {within.words}")
    if setup.games * setup.rollout < setup.batch:
        raise TrainError(f"--games {setup.games} times --rollout {setup.rollout} is less than one --batch of {setup.batch}")
    if setup.advice and setup.self_play:
        raise TrainError("--self-play needs --advice 0: there is no teacher in self-play")
    if setup.start and not Path(setup.start).is_file():
        raise TrainError(f"--start {setup.start}: there is no such file")


def opponents_of(given: Sequence[str], players: int, lots: bool = False) -> str | list[str] | dict[str, int]:
    """One name for all seats, a name per seat, or weights such as greedy=2 random=1. Raises TrainError or UnknownBotError."""
    split = [text.partition("=") for text in given if text]
    for name, _, number in split:
        check_bot(name)
        if number and not number.isdecimal():
            raise TrainError(f"--opponents {name}={number}: the weight must be an integer, as in greedy=2")
    if lots or any(number for _, _, number in split):
        return {name: int(number or 1) for name, _, number in split}
    names = [name for name, _, _ in split]
    if len(names) not in (1, players - 1):
        raise TrainError(f"--opponents {' '.join(given)}: must be one name, {players - 1} names, or weights such as greedy=2 random=1")
    return names[0] if len(names) == 1 else names
