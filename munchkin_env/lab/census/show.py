"""A census in the terminal: a summary of the games, and on request everything that was counted."""

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from munchkin_env.vocabulary.words import Op

from .census import Census, Spread


def show_census(census: Census, everything: bool, console: Console) -> None:
    n = census.games
    console.print(
        f"{n:,} games of {escape(', '.join(census.players))} with {escape(', '.join(census.sets))}, in {census.seconds:,.1f} s: "
        f"{n / census.seconds:,.1f} games and {census.total_decisions / census.seconds:,.0f} decisions per second on one core"
    )
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(min_width=24)
    table.add_column(justify="right")
    table.add_column()
    for name, count, remark in summary(census):
        table.add_row(escape(name), count, escape(remark))
    console.print(table)
    if census.facts["OVERFLOWS"]:
        console.print(f"{census.facts['OVERFLOWS']:,} steps had more events than the log holds; the excess is not counted")
    if everything:
        for title, counts in sections(census):
            _section(title, counts, console)


_Row = tuple[str, str, str]


def summary(census: Census) -> Iterable[_Row]:
    """Summary of the games: name, number, remark."""
    n, events, facts = census.games, census.events, census.facts
    yield "rounds", *_spread(census.rounds)
    yield "decisions", *_spread(census.decisions)
    for seat, wins in enumerate(census.seat_wins):
        yield f"won by seat {seat}", f"{wins:,}", interval(census, wins)
    if len(set(census.players)) > 1:
        for bot, wins in zip(census.players, census.bot_wins, strict=True):
            yield f"won by {bot}", f"{wins:,}", interval(census, wins)
    yield "truncated at max_rounds", *_share(census.truncated, n, "of the games")
    asked = events["ASKS"]
    yield "help requested", *_per_game(asked, n)
    for name, count in (("  bought", facts["BOUGHT"]), ("  given for free", facts["GIVEN"]), ("  refused", events["REFUSES"])):
        yield name, *_share(count, asked, "of requests")
    yield "help forced by a card", *_per_game(events["FORCED"], n)
    yield "fights", *_per_game(census.fights, n)
    for name, count in fight_figures(census):
        yield f"  {name}", *_share(count, census.fights, "of the fights")
    for name, count in (
        ("deaths", events["DIES"]),
        ("curses", events["CURSED"]),
        ("sales", events["SELLS"]),
        ("levels bought", facts["LEVELS_SOLD"]),
        ("items given or traded", events["TRADES"]),
    ):
        yield name, *_per_game(count, n)


def fight_figures(census: Census) -> Iterable[tuple[str, int]]:
    """How they ended."""
    facts, won = census.facts, census.events["WINS_FIGHT"]
    yield "won, beating monsters", won - facts["ALL_GONE"]
    yield "won, all monsters gone", facts["ALL_GONE"]
    yield "fled, nobody caught", facts["FLED"]
    yield "lost, somebody caught", facts["LOST"]
    yield "ended otherwise", census.fights_otherwise


def sections(census: Census) -> Iterable[tuple[str, Mapping[str, int]]]:
    """All counts by their titles."""
    yield "decisions asked for", census.kinds
    yield "questions, by why", census.whys
    yield "what ran by itself", census.things
    yield "actions", census.actions
    yield "events", census.events
    yield "ops that did something or held", worked(census)
    yield "powers", census.powers
    yield "other effects", census.effects
    yield "cards", _cards(census)


def worked(census: Census) -> dict[str, int]:
    """How often each op did something or held. Ops that only steer a program do nothing: for those, how often they ran."""
    return {name: ran if Op[name] >= Op.TEST else done + held for name, (ran, done, held) in census.ops.items()}


def _cards(census: Census) -> dict[str, int]:
    """How often each card was played, used, laid down, met, or struck; for cards without events, how often they took effect."""
    worked_by_itself = dict.fromkeys(census.cards, 0)
    for name, count in census.effects.items():
        worked_by_itself[name[: name.rindex(", ")]] += count
    return {name: count or worked_by_itself[name] for name, count in census.cards.items()}


def interval(census: Census, wins: int, of_what: str = " of the games") -> str:
    low, high = census.interval(wins)
    return f"{wins / census.games:.1%}{of_what} ({low:.1%} to {high:.1%})"


def _section(title: str, counts: Mapping[str, int], console: Console) -> None:
    never = [name for name, count in counts.items() if count == 0]
    table = Table(box=None, show_header=False, pad_edge=False, title=title, title_justify="left")
    table.add_column()
    table.add_column(justify="right")
    for name in sorted(counts, key=lambda name: -counts[name]):
        if counts[name]:
            table.add_row(escape(name), f"{counts[name]:,}")
    console.print(table)
    console.print(f"  never: {', '.join(never) or 'none of these'}\n", highlight=False, markup=False)


def _spread(values: Spread) -> tuple[str, str]:
    low, _, middle, _, high = values.cuts
    return f"{values.mean:,.1f}", f"mean; median {middle:,}, 90% from {low:,} to {high:,}"


def _share(part: int, whole: int, of_what: str) -> tuple[str, str]:
    return f"{part:,}", f"{part / whole:.1%} {of_what}" if whole else ""


def _per_game(count: int, games: int) -> tuple[str, str]:
    return f"{count:,}", f"{count / games:.2f} per game"
