"""Plays an agent against every reference of a pool: the same deals for every agent, each from every seat."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np

from munchkin_env.cards.loader import load
from munchkin_env.core.files import short
from munchkin_env.core.sources import source_hash
from munchkin_env.lab.arena.definition import Definition, define
from munchkin_env.lab.arena.entrants import Entrant, Spec, bot_rows, entrant_of, networks
from munchkin_env.lab.arena.luck import LuckMeter
from munchkin_env.lab.arena.playing import FORFEITS, Outcome
from munchkin_env.lab.arena.running import outcomes
from munchkin_env.tasks import Task, find_task
from munchkin_env.tasks.using import task_digest
from munchkin_env.version import RULES_VERSION, __version__

from .pools import STANDARD, Reference, find_pool
from .results import EvaluationResult, PlayedAgainst, ProtocolError, with_games

_BLOCK = 10
"""Deals that are played against every reference before the file is written."""
_AGENT = 0
"""Its number among the entrants."""
_DIGITS = 5
"""Of measured luck in the file."""


def evaluate_agent(
    spec: Spec,
    task: str | Task = "classic",
    pool: str = STANDARD,
    deals: int = 100,
    *,
    out: Path | None = None,
    luck: bool = True,
    workers: int = 1,
    time_limit: float | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> EvaluationResult:
    """Play that many deals against every reference of the pool, from every seat.

    Args:
        spec: The agent, as in tournaments.
        task: What is played.
        pool: Against whom.
        deals: How many; more of them continue the same series.
        out: The file; deals that are in it are not played again.
        luck: Measure how lucky the agent was, for the adjusted figures. They need the luck of all deals, also of those in the file.
        workers: Threads or processes; the result is the same.
        time_limit: Seconds per decision of the agent. Bots and policies play in compiled code, without a limit.
        progress: Called with the number of deals so far.

    Raises:
        ProtocolError: The file is of another evaluation or its folder is missing, the pool is not the frozen one, or a reference forfeited.
        AgentError: There is no such agent.
    """
    if out is not None and not out.resolve().parent.is_dir():
        raise ProtocolError(f"{out}: there is no folder {out.resolve().parent}")
    plan = find_task(task)
    agent = entrant_of(spec, plan.card_sets)
    members = find_pool(pool).present(plan)
    definitions = {member.spec: _definition(spec, member, plan, time_limit) for member in members}
    found = replace(
        _begun(agent, plan, pool, members),
        itself=next((member.spec for member in members if _is_same(spec, member)), ""),
        time_limit=None if agent.is_bot or time_limit is None else float(time_limit),
    )
    if out is not None and out.exists():
        there = EvaluationResult.load(out)
        _check_same(there, found, out)
        found = there
    progress(found.deals)
    while found.deals < deals:
        block = range(found.deals, min(deals, found.deals + _BLOCK))
        played = {
            name: _block(one, block, luck=luck and found.against[name].measured, workers=workers) for name, one in definitions.items()
        }
        found = with_games(found, played)
        if out is not None:
            found.save(out)
        progress(found.deals)
    return found


def _begun(agent: Entrant, task: Task, pool: str, members: list[Reference]) -> EvaluationResult:
    return EvaluationResult(
        agent=agent.name,
        spec=Path(agent.spec).name,  # whose folder it was is nobody's business
        fingerprint=agent.fingerprint,
        task=task.id,
        task_digest=task_digest(task),
        pool=pool,
        players=task.players,
        version=__version__,
        rules=RULES_VERSION,
        cards=load(task.card_sets).hash,
        code=source_hash()[:16],
        against={member.spec: PlayedAgainst(member.digest) for member in members},
        digest=agent.player.digest if agent.player is not None else "",
    )


def _check_same(there: EvaluationResult, here: EvaluationResult, path: Path) -> None:
    for name, value in here.identity.items():
        if there.identity[name] != value:
            raise ProtocolError(f"{path} is of another evaluation: {name} is {short(there.identity[name])} there and {value!r} here")


def _is_same(spec: Spec, member: Reference) -> bool:
    return str(spec) == member.spec


def _definition(spec: Spec, member: Reference, task: Task, time_limit: float | None) -> Definition:
    """The tournament of the agent alone among copies of the reference; of nobody else, if it is that reference."""
    alone = _is_same(spec, member)
    return define(
        [spec] * task.players if alone else [spec],
        field=None if alone else member.spec,
        players=task.players,
        seed=task.seed,
        sets=task.card_sets,
        time_limit=time_limit,
        **task.rules,
    )


def _block(definition: Definition, deals: range, *, luck: bool, workers: int) -> PlayedAgainst:
    """These deals, each from every seat."""
    jobs = [definition.fixtures(deal) for deal in deals]
    row = {fixture.number: i for i, job in enumerate(jobs) for fixture in job}
    shares, lucks = np.zeros((2, len(deals), definition.players))
    forfeits: set[int] = set()
    meter = _meter(definition) if luck else None
    with closing(outcomes(definition, iter(jobs), workers=workers, ray=False)) as results:
        for outcome in (one for several in results for one in several):
            _check_reference(definition, outcome)
            forfeits |= {one.number for one in outcome.forfeits}
            for fixture, played in zip(outcome.fixtures, outcome.rows, strict=True):
                mine = [seat for seat, entrant in enumerate(fixture.seats) if entrant == _AGENT]
                shares[row[fixture.number], mine] = [_share(outcome, int(played["winners"]), seat) for seat in mine]
                if meter is not None and not outcome.forfeits:
                    lucks[row[fixture.number], mine] = meter(fixture, outcome.answers)[mine].round(_DIGITS)
    measured = meter is not None and not forfeits
    return PlayedAgainst("", shares.tolist(), lucks.tolist() if measured else [], len(forfeits))


def _check_reference(definition: Definition, outcome: Outcome) -> None:
    """A reference that forfeits, such as a search with too little time, is not the frozen one."""
    if failed := next((one for one in outcome.forfeits if one.entrant != _AGENT), None):
        name = definition.entrants[failed.entrant].name
        raise ProtocolError(
            f"the reference {name} forfeited a game: it {FORFEITS[failed.kind]} ({failed.reason}). Nothing can be measured against it so; "
            "if it was slow, allow more time for a decision"
        )


def _share(outcome: Outcome, winners: int, seat: int) -> float:
    """Of the victory; nothing for an agent that forfeited."""
    forfeited = any(one.seat == seat for one in outcome.forfeits)
    return 1 / winners.bit_count() if winners >> seat & 1 and not forfeited else 0.0


def _meter(definition: Definition) -> LuckMeter:
    cards = load(definition.sets)
    return LuckMeter(cards, definition.options, definition.players, bot_rows(definition.entrants), networks(definition.entrants))
