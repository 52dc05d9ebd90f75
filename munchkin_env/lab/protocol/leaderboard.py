"""Many evaluations in one table, and as a page."""

from collections.abc import Callable, Sequence
from html import escape

from munchkin_env.core.texts import printable
from munchkin_env.lab.arena import svg
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.lab.arena.report import html_page, html_table, in_percent, paragraph, percent_cell

from .responses import Response, taken_from
from .results import EvaluationResult, ProtocolError

_COLUMNS = ("", "agent", "score", "without luck", "games", "forfeits", "rules", "version")
"""Of the table, before the references."""
_LIMIT = "time limit"
"""Another column, if an agent had one."""
_EXPLOITABILITY = (
    " Exploitability: the win share of a player that was trained against the agent alone, among copies of it. What it wins beyond the fair "
    "share is a lower bound of what can be taken from the agent."
)


def leaderboard(results: Sequence[EvaluationResult]) -> list[EvaluationResult]:
    """Best first. Raises ProtocolError if they cannot be compared, or an agent is there twice with the same time limit."""
    if not results:
        raise ProtocolError("a leaderboard needs files of munchkin evaluate")
    first = results[0]
    for one in results:
        if one.comparable != first.comparable:
            raise ProtocolError(
                f"{told_agent(one)} played {one.task} ({one.task_digest}) against {one.pool}, {told_agent(first)} {first.task} "
                f"({first.task_digest}) against {first.pool}: results of different tasks or pools are not comparable; make two tables"
            )
        if one.deals == 0:
            raise ProtocolError(f"{told_agent(one)}: no deal has been played")
    seen = [(one.agent, one.fingerprint, one.time_limit) for one in results]
    if len(set(seen)) < len(seen):
        twice = next(one for one, key in zip(results, seen, strict=True) if seen.count(key) > 1)
        raise ProtocolError(f"{told_agent(twice)} ({twice.fingerprint}) is there twice")
    return sorted(results, key=lambda one: (-best_score(one).value, one.agent))


def best_score(result: EvaluationResult) -> Estimate:
    """The one with the narrower interval: without luck, if that was measured."""
    return result.adjusted_score if result.measured else result.score


def told_agent(result: EvaluationResult) -> str:
    return printable(result.agent)


def told_limit(result: EvaluationResult) -> str:
    return "–" if result.time_limit is None else f"{result.time_limit:g} s"


def _limits(ranked: Sequence[EvaluationResult]) -> bool:
    return any(one.time_limit is not None for one in ranked)


def board_rows(ranked: Sequence[EvaluationResult], responses: Sequence[Response] | None = None) -> list[list[str]]:
    """The cells of the table as text, with the references at the end, and after them what responses take."""
    return [
        [
            str(place),
            told_agent(one),
            told_percent(one.score),
            told_percent(one.adjusted_score) if one.measured else "–",
            f"{one.games:,}",
            f"{one.forfeits:,}",
            str(one.rules),
            printable(one.version),
            *([told_limit(one)] if _limits(ranked) else []),
            *(told_percent(one.share(reference)) for reference in one.against),
            *([] if responses is None else [_exploited(one, responses, told_percent)]),
        ]
        for place, one in enumerate(ranked, 1)
    ]


def _exploited(one: EvaluationResult, responses: Sequence[Response], told: Callable[[Estimate], str]) -> str:
    """The cell; empty without a response to that agent."""
    share = taken_from(one, responses)
    return "" if share is None else told(share)


def _heads(ranked: Sequence[EvaluationResult], responses: Sequence[Response] | None) -> list[str]:
    exploited = [] if responses is None else [f"exploitability (fair: {100 * ranked[0].fair:.1f})"]
    return [*_COLUMNS, *([_LIMIT] if _limits(ranked) else []), *(printable(reference) for reference in ranked[0].against), *exploited]


def told_percent(one: Estimate) -> str:
    return f"{100 * one.value:.1f} ({100 * one.low:.1f} to {100 * one.high:.1f})"


def markdown_table(ranked: Sequence[EvaluationResult], responses: Sequence[Response] | None = None) -> str:
    """For a README. responses: what they take from the agents is another column."""
    heads = _heads(ranked, responses)
    lines = [heads, ["---"] * len(heads), *board_rows(ranked, responses)]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def leaderboard_page(ranked: Sequence[EvaluationResult], responses: Sequence[Response] | None = None) -> str:
    """One self-contained page of HTML."""
    first = ranked[0]
    names = [told_agent(one) for one in ranked]
    lead = paragraph(
        f"Each agent sat alone among copies of each reference of {first.pool}, with the same deals for all agents, each deal from every "
        f"seat. In brackets: 95 % confidence intervals over deals. Equal players would have {100 * first.fair:.1f} % (dashed)."
    )
    scores = [
        [
            f"{place}. {escape(name)}",
            percent_cell(one.score),
            percent_cell(one.adjusted_score) if one.measured else "–",
            f"{100 * one.saved:.0f}" if one.measured else "–",
            f"{one.games:,}",
            f"{one.forfeits:,}",
            *([] if responses is None else [_exploited(one, responses, percent_cell)]),
        ]
        for place, (name, one) in enumerate(zip(names, ranked, strict=True), 1)
    ]
    heads = ["agent", "score %", "without luck %", "games needed %", "games", "forfeits", *["exploitability %"] * (responses is not None)]
    scored = html_table(heads, scores, kind="below") + paragraph(
        "Score: the mean win share against the references. Without luck: the same figure after what draws and dice explain has been "
        "subtracted. Games needed: how many games, out of 100, give the same interval without luck."
        + (_EXPLOITABILITY if responses is not None else "")
    )
    plot = svg.intervals(names, in_percent([best_score(one) for one in ranked]), 100 * first.fair, "Score in percent, with intervals")
    each = [[escape(name), *(percent_cell(one.share(ref)) for ref in one.against)] for name, one in zip(names, ranked, strict=True)]
    against = html_table(["win share % against", *first.against], each, kind="below")
    played = [
        [
            *(escape(name), escape(printable(one.spec)), told_limit(one)),
            *map(escape, (one.fingerprint, one.version, str(one.rules), one.cards, one.code)),
        ]
        for name, one in zip(names, ranked, strict=True)
    ]
    how = html_table(["agent", "named", _LIMIT, "fingerprint", "version", "rules", "cards", "code"], played)
    title = f"Munchkin: {first.task}, {first.pool}"
    return html_page(title, lead, [("Scores", scored + plot), ("Against each reference", against), ("What played", how)])
