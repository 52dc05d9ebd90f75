"""A batch as bytes, and whether bytes are a batch like this one."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.core.files import FileError, parse_json, short
from munchkin_env.engine.state.records import MAX_DEPTH, NOBODY
from munchkin_env.engine.state.records import Game as Record
from munchkin_env.game.saved import LoadError, check_stamp
from munchkin_env.players.bots.style import BotKind
from munchkin_env.sound import UnsoundError, check_games, check_rows, limits_of

from .config import BatchConfig
from .matches import Match

_MAGIC = b"munchkin_env batch\n"
_DIGEST = 16


def pack_batch(header: Mapping[str, Any], games: npt.NDArray[np.uint8], matches: npt.NDArray[np.uint8]) -> bytes:
    """The bytes of a batch, with a checksum."""
    body = _MAGIC + json.dumps(header).encode() + b"\n" + games.tobytes() + matches.tobytes()
    return body + hashlib.sha256(body).digest()[:_DIGEST]


def unpack_batch(data: bytes, identity: Mapping[str, Any], cards: CardSet) -> bytes:
    """The state in a saved batch. Raises LoadError unless it is undamaged and of a batch with this identity and these cards."""
    if not data.startswith(_MAGIC):
        raise LoadError("these bytes are not a saved batch of munchkin_env")
    end = data.find(b"\n", len(_MAGIC))
    if end < 0 or hashlib.sha256(data[:-_DIGEST]).digest()[:_DIGEST] != data[-_DIGEST:]:
        raise LoadError("the saved batch is damaged: it was truncated or changed")
    try:
        header = parse_json(data[len(_MAGIC) : end], "the first line")
    except FileError as error:
        raise LoadError(f"the saved batch is damaged: {error}") from error
    if not isinstance(header, dict):
        raise LoadError(f"the saved batch is damaged: its first line is {short(header)}, not an object")
    check_stamp(header, cards)
    for key, ours in json.loads(json.dumps(identity)).items():
        if header.get(key) != ours:
            raise LoadError(
                f"it was saved from a batch made with other arguments: {key} is {short(header.get(key))} there and {ours!r} here"
            )
    return data[end + 1 : -_DIGEST]


def check_saved(
    games: npt.NDArray[np.uint8],
    matches: npt.NDArray[np.uint8],
    ours: npt.NDArray[Any],
    cards: CardSet,
    config: BatchConfig,
    one_learner: bool,
) -> None:
    """Raises LoadError unless these are games, and games of this batch."""
    try:
        check_games(cards, games, config.num_players)
        check_rows(Match, matches, limits_of(cards, config.num_players))
    except UnsoundError as error:
        raise LoadError(f"game {error.which} of the saved batch is damaged: {error}") from error
    saved, beside = games.reshape(-1).view(Record.layout), matches.reshape(-1).view(Match.layout)
    fault = _wrong_match(saved, beside, ours.view(Record.layout), one_learner, config.autoreset, config.first_game)
    if fault is not None:
        raise LoadError(f"game {fault[0]} of the saved batch cannot be in this batch: {fault[1]}")


def _wrong_match(games: Any, matches: Any, ours: Any, one_learner: bool, autoreset: bool, first_game: int) -> tuple[int, str] | None:
    """The first saved game that cannot be in this batch. All are games, with numbers within bounds."""
    n = len(games)
    rows = np.arange(n)
    learner = matches["learner"].astype(np.int64)
    decider = games["stack"]["player"][rows, np.clip(games["depth"].astype(np.int64) - 1, 0, MAX_DEPTH - 1)]
    asked = matches["bot"]["kind"][rows, decider] == BotKind.YOU
    yours = matches["bot"]["kind"][rows, np.maximum(learner, 0)] == BotKind.YOU
    for wrong, what in (
        (games["options"] != ours["options"], "it has other house rules"),
        (matches["index"] != first_game + rows, "it is in another game's place"),
        ((learner == NOBODY) == one_learner, "it has no learner" if one_learner else "one of its seats is the only learner"),
        (~yours & one_learner, "a bot is in its learner's seat"),
        ((games["over"] != 0) & autoreset, "it is over, but this batch starts new games automatically"),
        (~asked & (games["over"] == 0), "a bot has to decide: bots play inside the batch, which never stops there"),
    ):
        if wrong.any():
            return int(np.argmax(wrong)), what
    return None
