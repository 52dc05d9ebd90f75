"""A tournament in one call."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from munchkin_env.cards.loader import built_in_sets
from munchkin_env.core.files import short
from munchkin_env.core.texts import printable
from munchkin_env.game.house_rules import HouseRules
from munchkin_env.game.options import check_options, whole
from munchkin_env.players.agents.process import CONFINED, Limits
from munchkin_env.players.bots import BOTS
from munchkin_env.players.policy import SHIPPED

from .definition import AUTO, OWN_DEALS, Definition, define
from .entrants import ArenaError, Spec
from .figures import Figures
from .running import run
from .store import MEMORY, Store

MOST_WORKERS = 256


def tournament(
    specs: Sequence[Spec],
    games: int = 1000,
    *,
    players: int = 4,
    seed: int = 1,
    lineups: str = AUTO,
    field: Spec | None = None,
    out: str | Path | None = None,
    workers: int = 1,
    time_limit: float | None = None,
    talk: bool = False,
    isolate: bool | Limits = False,
    ray: str | bool = False,
    sets: Sequence[str | Path] = ("deluxe",),
    progress: Callable[[int], None] | None = None,
    **options: Unpack[HouseRules],
) -> Figures:
    """Play games between these entrants (rounded up so that every line-up is played equally often), and return the figures.

    isolate: run each agent in a process that never holds what its seat cannot know, within limits (docs/arena.md).
    out: the file that stores the games; games already in it are not played again. time_limit: seconds per decision of an agent.
    talk: whether what agents say reaches those that read.
    progress: called with the number of games so far. All arguments are explained in docs/arena.md.
    """
    check_numbers(games, workers)
    if not isinstance(isolate, (bool, Limits)):
        raise ArenaError(f"isolate={short(isolate)}: must be True, False or Limits")
    if not isinstance(ray, (bool, str)):
        raise ArenaError(f"ray={short(ray)}: must be True, False or the address of a cluster")
    limits = isolation_limits(isolate)
    kept = Path(out) if out is not None and Path(out).is_file() and Path(out).stat().st_size else None
    if kept is not None and lineups == AUTO and field is None:
        with Store(kept) as store:
            lineups = usual(store.identity, lineups)
    definition = define(
        specs,
        games=games,
        players=players,
        seed=seed,
        lineups=lineups,
        field=field,
        sets=sets,
        time_limit=time_limit,
        limits=limits,
        talk=talk,
        **options,
    )
    with Store(MEMORY if out is None else out, definition) as store:
        run(definition, store, games, workers=workers, ray=ray, limits=limits, progress=progress or (lambda _: None))
        return Figures(store, definition)


def isolation_limits(isolate: bool | Limits) -> Limits | None:
    return isolate if isinstance(isolate, Limits) else CONFINED if isolate else None


def check_numbers(games: int, workers: int) -> None:
    for name, value, most in (("games", games, 1 << 40), ("workers", workers, MOST_WORKERS)):
        number = whole(value)
        if number is None or not 1 <= number <= most:
            raise ArenaError(f"{name}={short(value)}: must be an integer from 1 to {most}")


def usual(identity: dict[str, Any], lineups: str) -> str:
    """How the tables of a file were combined, if lineups was left open: more games might have led to another choice."""
    return str(identity["lineups"]) if lineups == AUTO and identity["lineups"] in ("all", "drawn") else lineups


def continued(store: Store, games: int) -> Definition:
    """The tournament of a file, to be continued, if this package contains everything it needs.

    A file may come from anyone, and names in it would be imported or opened. The user must therefore name their own classes, policies,
    styles and cards again; the error shows the command.
    """
    known = store.identity
    if foreign := strangers(known):
        raise ArenaError(
            f"{store.path}: it uses {', '.join(map(printable, foreign))}. Nothing is imported or opened only because a file names it. "
            f"If you trust these names, run:\n    {go_on(store)}"
        )
    specs, field = _named(known)
    asked = {name: known[name] for name in ("players", "seed", "lineups", "sets", "time_limit")}
    return define(specs, games=games, field=field, talk=known.get("talk", False), **asked, **known["options"])


def strangers(known: Mapping[str, Any]) -> list[str]:
    """What a tournament needs from outside this package: specifications of entrants, paths of cards."""
    specs = [one["spec"] for one in known["entrants"] if one["spec"] not in (*BOTS, *SHIPPED)]
    return [*specs, *(one for one in known["sets"] if one not in built_in_sets())]


def _named(known: Mapping[str, Any]) -> tuple[list[str], str | None]:
    """The specifications as they were given, and the field."""
    specs = [one["spec"] for one in known["entrants"]]
    field = specs.pop(known["field"]) if known["field"] >= 0 else None
    if known["lineups"] == "together":
        specs = [spec for spec, copies in zip(specs, known["copies"], strict=True) for _ in range(copies)]
    return specs, field


def go_on(store: Store) -> str:
    """The command that continues the tournament of a file, to be read and copied."""
    known = store.identity
    specs, field = _named(known)
    usual_options = check_options({}, known["players"])
    options = [f"{name}={value}" for name, value in known["options"].items() if value != usual_options.get(name)]
    words = [*specs, f"--out={store.path}", f"--games={store.wanted or 1000}", f"--players={known['players']}", f"--seed={known['seed']}"]
    words += [f"--field={field}"] * (field is not None) + [f"--lineups={known['lineups']}"] * (known["lineups"] in OWN_DEALS)
    words += [f"--time-limit={known['time_limit']!r}"] * (known["time_limit"] is not None)
    words += ["--talk"] * known.get("talk", False)
    words += [f"--set={one}" for one in known["sets"]] + [f"--option={one}" for one in options]
    return " ".join(["munchkin", "tournament", *(shlex.quote(printable(word)) for word in words)])
