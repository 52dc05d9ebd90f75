"""The settings of a training run: their options on the command line, their meaning, and which combinations are invalid."""

import argparse
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from experiments.evaluate import EVERY
from experiments.imitate import SHAPES
from munchkin_env.cards.loader import NAME_THEM, load, own_files
from munchkin_env.core.files import CHECKPOINT as CHECKPOINT_AT_MOST
from munchkin_env.core.files import Archive, FileError, MissingFile, conform, opened
from munchkin_env.core.texts import printable
from munchkin_env.game.saved import places_of
from munchkin_env.players.bots import StyleError, UnknownBotError, check_bot

CHECKPOINT, RUN = "checkpoint.zip", "run.json"


class TrainError(ValueError):
    """The request cannot be carried out."""


@dataclass(frozen=True)
class Setup:
    """A run. The same setup with the same versions of everything gives the same numbers."""

    players: int = 4
    sets: tuple[str, ...] = ("deluxe",)
    opponents: tuple[str, ...] = ("greedy",)
    self_play: bool = False
    pool: int = 6
    pool_every: int = 10
    network: str = "slots"
    start: str = ""
    imitate: int = 3700
    imitate_games: int = 4096
    teacher: str = "veteran"
    steps: int = 9_000_000
    games: int = 256
    rollout: int = 64
    batch: int = 1024
    epochs: int = 3
    rate: float = 4e-4
    gamma: float = 0.9995
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.0
    worth: float = 0.5
    target_kl: float = 0.05
    sure: float = 0.98
    review: float = 0.25
    warm_up: int = 2
    advice: float = 0.2
    reward: str = "win"
    shaping: float = 0.0
    evaluate_every: int = 30
    evaluate_games: int = 800
    evaluate_against: tuple[str, ...] = ("greedy",)
    seed: int = 1


HELP = {
    "players": "2 to 6",
    "sets": "a built-in set, or the path of a card file; may be repeated (default: deluxe)",
    "opponents": "a bot for all seats, one per seat, or weights to draw by in every game: greedy=2 random=1 (with --self-play: anchors)",
    "self_play": "earlier selves in the other seats, drawn together with the anchors of --opponents",
    "pool": "with --self-play: the number of earlier selves kept",
    "pool_every": "with --self-play: rollouts between additions to the pool",
    "network": f"{' or '.join(SHAPES)}: one embedding per card, or plain layers over the vector",
    "start": "start from this network.pt instead of an imitation",
    "imitate": "updates of imitation first, of about 1,600 decisions each; 0 for none",
    "imitate_games": "games at once in the imitation",
    "teacher": f"whom to imitate: {', '.join(EVERY)}",
    "steps": "own decisions to play and learn from (about 260 per game)",
    "games": "games at once",
    "rollout": "decisions per game between two updates",
    "batch": "decisions per gradient step",
    "epochs": "passes over each rollout",
    "rate": "learning rate at the start; it falls to 0",
    "gamma": "discount per own decision",
    "gae_lambda": "how far an advantage looks ahead: about 1 / (1 - lambda) own decisions",
    "clip": "how far the probability of an action may move in one update",
    "entropy": "weight of the entropy bonus",
    "worth": "weight of the critic's loss",
    "target_kl": "an update ends early beyond this KL divergence",
    "sure": "of decisions made with at least this probability, only a fraction is learned from (--review)",
    "review": "the fraction",
    "advice": "weight of the teacher's choice in the loss, which keeps the policy near what it imitated; it falls to 0",
    "warm_up": "rollouts in which only the critic learns",
    "reward": "win (a victory, divided among its winners) or rank",
    "shaping": "rewards for Levels along the way, which do not change the best play",
    "evaluate_every": "rollouts",
    "evaluate_games": "games per bot",
    "evaluate_against": "bots; 'all' for every one",
    "seed": "seed of everything",
}


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
    for field in fields(Setup):
        name, default = flag(field.name), field.default
        said = f"{HELP[field.name]} (default: {' '.join(default) if isinstance(default, tuple) else default})"
        if isinstance(default, bool):
            parser.add_argument(name, action="store_true", default=None, help=HELP[field.name])
        elif field.name == "sets":
            parser.add_argument(name, dest="sets", action="append", metavar="SET", help=HELP[field.name])
        elif isinstance(default, tuple):
            parser.add_argument(name, nargs="+", metavar="BOT", help=said)
        else:
            parser.add_argument(name, type=type(default), metavar="N" if not isinstance(default, str) else "NAME", help=said)
    return parser


def flag(name: str) -> str:
    """A setting's option on the command line."""
    return "--set" if name == "sets" else "--" + name.replace("_", "-")


def setup_of(given: argparse.Namespace) -> Setup:
    """The given settings plus defaults, validated."""
    named = {field.name: getattr(given, field.name) for field in fields(Setup) if getattr(given, field.name) is not None}
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


_COUNTS = ("imitate_games", "games", "rollout", "batch", "epochs", "pool", "pool_every", "evaluate_every", "evaluate_games")
_NUMBERS: tuple[tuple[tuple[str, ...], str, Callable[[float], bool]], ...] = (
    ((*_COUNTS, "rate", "clip", "target_kl"), "above 0", lambda number: number > 0),
    (("imitate", "steps", "warm_up", "entropy", "worth", "advice", "seed"), "of at least 0", lambda number: number >= 0),
    (("gae_lambda", "sure", "review"), "from 0 to 1", lambda number: 0 <= number <= 1),
)


def check(setup: Setup) -> None:
    """Raises TrainError or UnknownBotError."""
    opponents_of(setup.opponents, setup.players, setup.self_play)
    for name in (setup.teacher, *setup.evaluate_against):
        check_bot(name)
    if setup.network not in SHAPES:
        raise TrainError(f"--network {setup.network}: must be {' or '.join(SHAPES)}")
    for names, allowed, fits in _NUMBERS:
        for name in names:
            if not fits(getattr(setup, name)):
                raise TrainError(f"{flag(name)} {getattr(setup, name)}: must be a number {allowed}")
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
