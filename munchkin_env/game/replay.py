"""Games and positions as text: how a game began and what was done, line by line, so that it can be replayed.

The first line says what the file needs (rules, cards, options) and how the game began: from a seed, or from a position.
Then one line per action: the seat, the action's id, and the action in words. The last line has a checksum of the resulting record.
A version of the package with another record layout plays the same actions, but cannot compare the checksum.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from munchkin_env.cards.loader import load
from munchkin_env.core.files import REPLAY, SAVED_GAME, FileError, inflate, parse_json, read_text, short, write
from munchkin_env.core.texts import LONGEST_NAME, printable, unprintable
from munchkin_env.engine.flow.settle import UnsoundGameError
from munchkin_env.version import __version__

from .game import Game, IllegalAction
from .html import levels_svg, position_html
from .notation import seat_names
from .options import check_names, is_text
from .saved import LoadError, check_no_files, check_stamp, checked_places, stamp

_FORMAT = 1
KEY = "munchkin_env replay"
LONGEST_REASON = 500


class Replay:
    """A game and everything done in it since `start`."""

    def __init__(self, game: Game, names: Mapping[int, str] | None = None) -> None:
        """Record a game from here on: apply actions to the replay, not to the game.

        Args:
            game: The game; it is played on in place.
            names: Names of players, by seat, of those who have one.

        Raises:
            TypeError: An argument is of another type.
        """
        if not isinstance(game, Game):
            raise TypeError(f"{short(game)} is not a Game")
        told: Any = {} if names is None else names
        if not isinstance(told, Mapping) or not all(isinstance(name, str) for name in told.values()):
            raise TypeError(f"names={short(names)}: must be a dict of texts by seat, or None")
        self.names = {p: printable(told[p], LONGEST_NAME) for p in range(game.num_players) if told.get(p)}
        self.start = game.clone()
        self.game = game
        self.actions: list[int] = []
        self.reasons: dict[int, str] = {}
        """Why an action was chosen, by its place in `actions`, for those whose player said so."""

    def apply(self, action: int | str, reason: str = "") -> None:
        """Do an action and record it.

        Args:
            action: The id or the text of a legal action.
            reason: Why the player chose it, for those who watch the replay.

        Raises:
            IllegalAction: It is not legal; nothing has changed.
        """
        number = self.game.action(action) if isinstance(action, str) else action
        self.game.apply(number)
        if reason:
            self.reasons[len(self.actions)] = printable(reason, LONGEST_REASON)
        self.actions.append(int(number))

    def take_back(self, before: Game, actions: int) -> None:
        """Return to an earlier position.

        Args:
            before: The position: a clone that was made of `game` then.
            actions: How many actions had been done.
        """
        self.game._take_back(before)
        del self.actions[actions:]
        self.reasons = {k: reason for k, reason in self.reasons.items() if k < actions}

    def _repr_html_(self) -> str:
        """In a notebook: the Levels over the game, and its last position."""
        names = seat_names(self.names)
        levels = [game.levels for game, _ in self.steps(log=False)] + [self.game.levels]
        return levels_svg(levels, names) + position_html(self.game.view(None, everything=True), names)

    def steps(self, log: bool = True) -> Iterator[tuple[Game, str]]:
        """Every position with the text of the action done in it. The position is one Game, which moves on in place.

        Args:
            log: Whether the game keeps its public log.
        """
        game = self.start.clone()
        game.record.logging = int(log)
        for action in self.actions:
            yield game, game.text(action)
            game.apply(action)

    # ------------------------------------------------------------------------------------------------------ writing

    def text(self) -> str:
        """The replay as lines of text."""
        lines = [json.dumps(_header(self.start, self.names), ensure_ascii=False)]
        for game, said in self.steps(log=False):
            lines.append(json.dumps([game.seat, game.action(said), said], ensure_ascii=False))
        end: dict[str, Any] = {"actions": len(self.actions), "end": _checksum(self.game)}
        if self.reasons:
            end["reasons"] = {str(k): reason for k, reason in self.reasons.items()}
        lines.append(json.dumps(end, ensure_ascii=False))
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the text to a file."""
        write(path, self.text())

    # ------------------------------------------------------------------------------------------------------ reading

    @classmethod
    def load(cls, path: str | Path, sets: Sequence[str | Path] | None = None) -> "Replay":
        """Read a replay from a file.

        Args:
            path: The file.
            sets: Its sets, if some are from files: no file is opened only because the replay names it.

        Raises:
            LoadError: The file is not a replay, is damaged, or needs other rules or cards.
        """
        try:
            return cls.from_text(read_text(path, REPLAY), sets)
        except FileError as error:
            raise LoadError(str(error)) from error
        except LoadError as error:
            raise LoadError(f"{path}: {error}") from error

    @classmethod
    def from_text(cls, text: str, sets: Sequence[str | Path] | None = None) -> "Replay":
        """Read a replay from its text; see `load`."""
        if not is_text(text):
            raise TypeError(f"{short(text)} is not a replay: must be text")
        lines = text.rstrip("\r\n").split("\n")  # names may hold letters at which splitlines would break
        header = _read(lines[0], 1)
        if not isinstance(header, dict) or KEY not in header:
            raise LoadError("this is not a replay of munchkin_env")
        if header[KEY] != _FORMAT:
            raise LoadError(f"the replay has format {short(header[KEY])}; this version reads format {_FORMAT}")
        last = _read(lines[-1], len(lines))
        if not isinstance(last, dict) or "end" not in last:
            raise LoadError("the replay is damaged: its end is missing")
        start = _begin(header, sets)
        made = cls(start, _names(header.get("names"), start.num_players))
        for number, line in enumerate(lines[1:-1], 2):
            made._do(_read(line, number), number)
        comparable = header.get("layout") == stamp()["layout"]
        if last.get("actions") != len(made.actions) or (comparable and last["end"] != _checksum(made.game)):
            raise LoadError("the replay is damaged: its result is not the recorded one")
        made.reasons = _reasons(last.get("reasons"), len(made.actions))
        return made

    def _do(self, row: Any, number: int) -> None:
        if not (isinstance(row, list) and [type(one) for one in row] == [int, int, str]):
            raise LoadError(f"line {number} of the replay is damaged: an action is a seat, an id and a text, not {short(row)}")
        if self.game.seat != row[0]:
            raise LoadError(f"line {number} of the replay is damaged: player {self.game.seat} decides there, not {row[0]}")
        try:
            if self.game.text(row[1]) != row[2]:
                said = self.game.text(row[1])
                raise LoadError(f"line {number} of the replay is damaged: action {row[1]} is {said!r}, not {short(row[2])}")
            self.apply(row[1])
        except (IllegalAction, UnsoundGameError) as error:
            raise LoadError(f"line {number} of the replay is damaged: {error}") from error


def to_text(game: Game) -> str:
    """A position as text."""
    if not isinstance(game, Game):
        raise TypeError(f"{short(game)} is not a Game")
    return Replay(_without_seed(game)).text()


def from_text(text: str, sets: Sequence[str | Path] | None = None) -> Game:
    """The position at the end of a text that to_text or a Replay wrote."""
    return Replay.from_text(text, sets).game


def _without_seed(game: Game) -> Game:
    made = game.clone()
    made._seed = -1
    return made


def _header(start: Game, names: Mapping[int, str]) -> dict[str, Any]:
    needed = stamp()
    header: dict[str, Any] = {KEY: _FORMAT, "version": __version__, "rules": needed["rules"], "actions": needed["actions"]}
    header |= {"layout": needed["layout"]}
    header |= {"cards": start.cards.hash, "sets": start.sets, "num_players": start.num_players, "options": start.options}
    if names:
        header["names"] = [names.get(p) for p in range(start.num_players)]
    if start.seed is not None and start.record.decisions == 0:
        return header | {"seed": start.seed}
    return header | {"position": base64.b64encode(zlib.compress(start.to_bytes(), 9)).decode()}


def _begin(header: Mapping[str, Any], sets: Sequence[str | Path] | None) -> Game:
    places: Sequence[str | Path] = checked_places(header.get("sets")) if sets is None else sets
    if sets is None:
        check_no_files(header["sets"])
    try:
        check_stamp(header, load(places), ("rules", "actions"))
        if "position" in header:
            return Game.from_bytes(_unpacked(header["position"]), places)
        options = header["options"]
        if not isinstance(options, dict):
            raise LoadError(f"the first line of the replay is damaged: options is {short(options)}, not an object")
        check_names(options)
        return Game(header["num_players"], places, header["seed"], **options)
    except LoadError:
        raise
    except KeyError as error:
        raise LoadError(f"the first line of the replay is damaged: {error} is missing") from error
    except ValueError as error:
        raise LoadError(f"the first line of the replay is damaged: {error}") from error


def _unpacked(position: Any) -> bytes:
    if not isinstance(position, str):
        raise LoadError(f"the first line of the replay is damaged: position is {short(position)}, not text")
    return inflate(base64.b64decode(position, validate=True), SAVED_GAME, "position")


def _names(told: Any, players: int) -> dict[int, str]:
    """By seat. Recordings of earlier versions have no names."""
    if told is None:
        return {}
    fits = isinstance(told, list) and len(told) == players
    if not fits or not all(one is None or (isinstance(one, str) and one and not unprintable(one)) for one in told):
        raise LoadError("the first line of the replay is damaged: its names are not a printable name or null for each player")
    return {p: name for p, name in enumerate(told) if name is not None}


def _reasons(told: Any, actions: int) -> dict[int, str]:
    """By action. Recordings of earlier versions have no reasons."""
    if told is None:
        return {}
    numbers = {str(k): k for k in range(actions)}
    if not isinstance(told, dict) or not all(key in numbers and _is_reason(reason) for key, reason in told.items()):
        raise LoadError("the replay is damaged: its reasons are not a printable text for each of some actions")
    return {numbers[key]: reason for key, reason in told.items()}


def _is_reason(told: Any) -> bool:
    return isinstance(told, str) and 0 < len(told) <= LONGEST_REASON and not unprintable(told)


def _read(line: str, number: int) -> Any:
    try:
        return parse_json(line, f"line {number}")
    except FileError as error:
        _damaged(number, error)


def _damaged(number: int, error: FileError) -> NoReturn:
    if number == 1:
        raise LoadError("this is not a replay of munchkin_env") from error
    raise LoadError(f"line {number} of the replay is damaged: {error.problem}") from error


def _checksum(game: Game) -> str:
    """Of the state without the log."""
    made = game.clone()
    made.record.logging = 0
    made._forget_log()
    return hashlib.sha256(made._bytes.tobytes()).hexdigest()[:16]
