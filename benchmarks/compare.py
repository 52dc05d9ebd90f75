"""How fast is munchkin_env compared with similar projects? The same loop, in the same run, on the same machine.

        python -m benchmarks.compare            # every installed peer; `make compare` installs them into their own venv
    python -m benchmarks.compare --only rlcard --only "munchkin_env raw_env" --seconds 2 --json

The loop: the deciding player reads observation and legal actions, and takes a legal action at random; a finished game
restarts. A decision is one such action of one player. The table shows the differences: other games have other sizes, some peers give
no observation, some loops are compiled. Times are CPU seconds over all threads: per core, and independent of other programs. Rounds
are interleaved, so that disturbances affect all alike.
"""

import argparse
import importlib
import json
import os
import platform
import random
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from munchkin_env.lab.bench import GAMES
from munchkin_env.observe import SIZE

Play = Callable[[int], int]
"""Plays about that many more decisions; returns how many it played."""

AEC, GAME, ENV = "munchkin_env raw_env", "munchkin_env Game", "munchkin_env env"
VECTOR, BATCH = "munchkin_env MunchkinVector", "munchkin_env compiled batch"
CHUNK = 200  # decisions between two looks at the clock, except in batches
IN_BATCH = 256
PGX_STEPS = 50  # per call: a call costs more than a step


class Adapter(NamedTuple):
    """One way to play one game."""

    name: str
    make: Callable[[], Play]
    modules: tuple[str, ...]
    """Modules that must be importable."""
    install: str
    """What `pip install` needs for it."""
    against: str
    """The munchkin_env adapter with the same kind of loop: the reference of the ratio."""
    loop: str
    """Which part of the loop is Python, which is machine code, and how many games run at once."""
    observation: str
    legal: str


# ------------------------------------------------------------------------------------------------------ the loop


def chosen(mask: Any, lot: random.Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(lot.random() * len(legal))])


def play_aec(env: Any) -> Play:
    """PettingZoo's loop: last() gives observation and mask of the deciding agent."""
    lot, seeds = random.Random(1), iter(range(1, 1 << 62))
    env.reset(seed=0)

    def play(n: int) -> int:
        for _ in range(n):
            observation, _, over, broken_off, _ = env.last()
            if over or broken_off:
                env.reset(seed=next(seeds))
                observation = env.last()[0]
            env.step(chosen(observation["action_mask"], lot))
        return n

    return play


def pettingzoo(module: str, face: str) -> Play:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # from its own module, as in all tutorials, instead of the registry
        found = importlib.import_module(f"pettingzoo.classic.{module}")
    return play_aec(getattr(found, face)())


def munchkin_aec(face: str) -> Play:
    return play_aec(getattr(importlib.import_module("munchkin_env.munchkin_v0"), face)())


def munchkin_game() -> Play:
    from munchkin_env import Game

    lot, seeds = random.Random(1), iter(range(1, 1 << 62))
    game = Game(seed=0)

    def play(n: int) -> int:
        nonlocal game
        for _ in range(n):
            if game.over:
                game = Game(seed=next(seeds))
            game.observe(game.seat)
            game.apply(chosen(game.mask(), lot))
        return n

    return play


def munchkin_vector() -> Play:
    """Python chooses the actions, for all games at once in numpy; the rest is compiled."""
    from munchkin_env import MunchkinVector

    games, lot = MunchkinVector(IN_BATCH, seed=0), np.random.default_rng(1)
    games.reset()

    def play(n: int) -> int:
        steps = -(-n // IN_BATCH)
        for _ in range(steps):
            legal = games.masks.cumsum(1, dtype=np.int16)
            games.step((legal > (lot.random(IN_BATCH) * legal[:, -1]).astype(np.int16)[:, None]).argmax(1))
        return steps * IN_BATCH

    return play


def munchkin_batch() -> Play:
    """Everything in one compiled loop, including the choice."""
    from munchkin_env.core.record import open_records
    from munchkin_env.lab.bench import RunningGames, play_observed

    table = RunningGames()
    tables, games = open_records(table.tables), open_records(table.games)

    def play(n: int) -> int:
        steps = -(-n // GAMES)
        play_observed(tables, games, table.masks, table.observations, table.state, steps)
        return steps * GAMES

    return play


def rlcard(game: str) -> Play:
    env = importlib.import_module("rlcard").make(game, config={"seed": 1})
    lot = random.Random(1)
    state = env.reset()[0]

    def play(n: int) -> int:
        nonlocal state
        for _ in range(n):
            if env.is_over():
                state = env.reset()[0]
            state = env.step(lot.choice(list(state["legal_actions"])))[0]
        return n

    return play


def open_spiel(name: str) -> Play:
    """Python also plays chance, as OpenSpiel requires; it does not count as a decision, but takes time."""
    game = importlib.import_module("pyspiel").load_game(name)
    see = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
    lot = random.Random(1)
    state = game.new_initial_state()

    def play(n: int) -> int:
        nonlocal state
        for _ in range(n):
            if state.is_terminal():
                state = game.new_initial_state()
            while state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(lot.choices(outcomes, odds)[0])
            getattr(state, see)(state.current_player())
            state.apply_action(lot.choice(state.legal_actions()))
            while state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(lot.choices(outcomes, odds)[0])
        return n

    return play


def catanatron() -> Play:
    game_module, player = importlib.import_module("catanatron.game"), importlib.import_module("catanatron.models.player")
    lot, seeds = random.Random(1), iter(range(1, 1 << 62))

    def new() -> Any:
        return game_module.Game([player.RandomPlayer(color) for color in player.Color], seed=next(seeds))

    game = new()

    def play(n: int) -> int:
        nonlocal game
        for _ in range(n):
            if game.winning_color() is not None or game.state.num_turns >= game_module.TURNS_LIMIT:
                game = new()
            game.execute(lot.choice(game.state.playable_actions), validate_action=False)
        return n

    return play


def pgx(name: str) -> Play:
    """Choice, step, new games and observation in one compiled loop. Pgx is made for GPUs; this is its speed on one core."""
    jax, jnp = importlib.import_module("jax"), importlib.import_module("jax.numpy")
    env, auto_reset = importlib.import_module("pgx").make(name), importlib.import_module("pgx.experimental").auto_reset
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(games: Any, key: Any) -> tuple[Any, Any]:
        choice, chance = jax.random.split(key)
        actions = jax.random.categorical(choice, jnp.where(games.legal_action_mask, 0.0, -jnp.inf))
        games = step(games, actions, jax.random.split(chance, IN_BATCH))
        return games, games.observation.sum()  # used, so that the compiler keeps the observation

    run = jax.jit(lambda games, key: jax.lax.scan(decide, games, jax.random.split(key, PGX_STEPS)))
    games = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), IN_BATCH))
    keys = iter(range(1, 1 << 62))

    def play(n: int) -> int:
        nonlocal games
        calls = -(-n // (PGX_STEPS * IN_BATCH))
        for _ in range(calls):
            games = jax.block_until_ready(run(games, jax.random.PRNGKey(next(keys))))[0]
        return calls * PGX_STEPS * IN_BATCH

    return play


# ----------------------------------------------------------------------------------------------------- the table

PYTHON = "Python"


def _ours(name: str, make: Callable[[], Play], modules: tuple[str, ...], against: str, loop: str = PYTHON) -> Adapter:
    return Adapter(name, make, modules, "munchkin_env", against, loop, f"{SIZE:,} numbers", "mask")


def _pettingzoo(module: str, observation: str) -> list[Adapter]:
    needs = ("pettingzoo", "pygame") if module.split("_v")[0] in ("connect_four", "tictactoe") else ("pettingzoo", "pygame", "rlcard")
    return [
        Adapter(
            f"PettingZoo {module} {face}",
            partial(pettingzoo, module, face),
            needs,
            "pettingzoo[classic]",
            against,
            PYTHON,
            observation,
            "mask",
        )
        for face, against in (("raw_env", AEC), ("env", ENV))
    ]


def _rlcard(game: str, observation: str) -> Adapter:
    return Adapter(f"RLCard {game}", partial(rlcard, game), ("rlcard",), "rlcard", GAME, PYTHON, observation, "list")


def _open_spiel(game: str, observation: str) -> Adapter:
    return Adapter(
        f"OpenSpiel {game}", partial(open_spiel, game), ("pyspiel",), "open_spiel", GAME, "Python, rules in C++", observation, "list"
    )


def _pgx(game: str, observation: str) -> Adapter:
    return Adapter(f"Pgx {game}", partial(pgx, game), ("pgx", "jax"), "pgx", BATCH, f"{IN_BATCH} compiled", observation, "mask")


ADAPTERS: tuple[Adapter, ...] = (
    _ours(AEC, partial(munchkin_aec, "raw_env"), ("munchkin_env.munchkin_v0",), AEC),
    _ours(ENV, partial(munchkin_aec, "env"), ("munchkin_env.munchkin_v0",), ENV),
    _ours(GAME, munchkin_game, ("munchkin_env",), GAME),
    _ours(VECTOR, munchkin_vector, ("munchkin_env",), VECTOR, f"Python, {IN_BATCH} compiled"),
    _ours(BATCH, munchkin_batch, ("munchkin_env",), BATCH, f"{GAMES} compiled"),
    *_pettingzoo("tictactoe_v3", "18 numbers"),
    *_pettingzoo("connect_four_v3", "84 numbers"),
    *_pettingzoo("leduc_holdem_v4", "36 numbers"),
    *_pettingzoo("texas_holdem_v4", "72 numbers"),
    _rlcard("uno", "240 numbers"),
    _rlcard("gin-rummy", "260 numbers"),
    _rlcard("mahjong", "816 numbers"),
    _rlcard("doudizhu", "790 or 901 numbers"),
    _rlcard("limit-holdem", "72 numbers"),
    _open_spiel("leduc_poker", "16 numbers"),
    _open_spiel("gin_rummy", "644 numbers"),
    _open_spiel("hanabi", "658 numbers"),
    _open_spiel("spades", "578 numbers"),
    _pgx("leduc_holdem", "34 numbers"),
    _pgx("connect_four", "84 numbers"),
    _pgx("backgammon", "34 numbers"),
    Adapter("catanatron, 4 players", catanatron, ("catanatron",), "catanatron", GAME, PYTHON, "none", "list"),
)
DISTRIBUTIONS = ("munchkin_env", "numba", "numpy", "pettingzoo", "rlcard", "open_spiel", "catanatron", "pgx", "jax")


def missing(adapter: Adapter) -> str | None:
    """The missing module, or None."""
    for module in adapter.modules:
        if find_spec(module) is None:
            return module
    return None


# ------------------------------------------------------------------------------------------------------ measuring


def rate(play: Play, seconds: float) -> float:
    """Decisions per second of CPU time: of all threads, independent of other load."""
    played, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        played += play(CHUNK)
    return played / took


def measure(adapters: Sequence[Adapter], seconds: float, rounds: int) -> dict[str, list[float]]:
    """Name -> the rate of each round."""
    plays: dict[str, Play] = {}
    for adapter in adapters:
        print(f"warming up {adapter.name}", file=sys.stderr)
        plays[adapter.name] = adapter.make()
        plays[adapter.name](CHUNK)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for round_ in range(rounds):
        print(f"round {round_ + 1} of {rounds}", file=sys.stderr)
        for name, play in plays.items():
            rates[name].append(rate(play, seconds))
    return rates


def compared(adapters: Sequence[Adapter], rates: dict[str, list[float]]) -> list[dict[str, Any]]:
    """One row each. The ratio compares best runs; its range is that of the rounds."""
    rows = []
    for adapter in adapters:
        mine, base = rates[adapter.name], rates.get(adapter.against)
        rows.append(
            {
                "name": adapter.name,
                "decisions_per_s": max(mine),
                "rounds": mine,
                "against": adapter.against if base else None,
                "times_as_fast": max(base) / max(mine) if base else None,
                "times_as_fast_rounds": [b / m for b, m in zip(base, mine, strict=True)] if base else None,
                "loop": adapter.loop,
                "observation": adapter.observation,
                "legal": adapter.legal,
            }
        )
    return rows


def versions() -> dict[str, str]:
    found = {"Python": platform.python_version()}
    for name in DISTRIBUTIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


HEAD = ("what", "decisions/s", "range", "compared with", "ours / it", "loop", "observation", "legal")


def table(rows: Sequence[dict[str, Any]]) -> str:
    """In Markdown, aligned."""
    lines = [HEAD, *[_cells(row) for row in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    body = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines]
    body.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(body)


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    ratio, ratios = row["times_as_fast"], row["times_as_fast_rounds"]
    itself = row["against"] == row["name"]
    factor = "–" if ratio is None or itself else f"{ratio:.2g} ({min(ratios):.2g} to {max(ratios):.2g})"
    span = f"{_round(min(row['rounds']))} to {_round(max(row['rounds']))}"
    against = "–" if row["against"] is None or itself else row["against"].removeprefix("munchkin_env ")
    return row["name"], _round(row["decisions_per_s"]), span, against, factor, row["loop"], row["observation"], row["legal"]


def _round(value: float) -> str:
    """Three digits: more would be noise."""
    return f"{float(f'{value:.3g}'):,.0f}"


# --------------------------------------------------------------------------------------------------- command line


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    wanted = [a for a in ADAPTERS if not given.only or any(part in a.name for part in given.only)]
    if not wanted:
        print(f"compare: --only {given.only}: no name contains that; the names are: {', '.join(a.name for a in ADAPTERS)}", file=sys.stderr)
        return 2
    absent = {a.name: (module, a.install) for a in wanted if (module := missing(a))}
    present = [a for a in wanted if a.name not in absent]
    rows = compared(present, measure(present, given.seconds, given.rounds))
    report = {
        "date": date.today().isoformat(),
        "machine": {"cores": os.cpu_count(), "system": platform.system(), "architecture": platform.machine()},
        "versions": versions(),
        "seconds": given.seconds,
        "results": rows,
        "missing": [{"name": name, "module": module, "install": install} for name, (module, install) in absent.items()],
    }
    if given.json:
        print(json.dumps(report))
        return 0
    print((__doc__ or "").split("\n\n")[2].strip(), end="\n\n")
    print(f"{report['date']}, {os.cpu_count()} cores, {', '.join(f'{name} {version}' for name, version in versions().items())}", end="\n\n")
    print(table(rows))
    for name, (module, install) in absent.items():
        print(f"not measured: {name} (no module {module}; pip install '{install}')")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds per peer and round (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="default 5")
    parser.add_argument("--only", action="append", metavar="NAME", help="only names that contain this; may be repeated")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
