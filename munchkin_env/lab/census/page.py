"""Pages of docs/sets: several censuses of the same sets side by side, or one line for each of many."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from munchkin_env.cards.loader import NAME_THEM, load, own_files
from munchkin_env.core.files import short

from .census import Census, CensusError
from .reasons import why_never
from .show import fights, interval, sections

SHORT = ("other effects", "cards")
"""Sections of which a page tells only what is rare or missing."""
RAREST = 12
NEVER = "## What never occurred"
OVERVIEW = """\
# What happens in games of each set

One line for each set, or for all four shuffled together, and each kind of players; the pages tell everything that was counted:
{pages}.

- *At random*: random decisions, weighted towards moving on (the bot `weighted`). Uniformly random players mostly trade
  and need several times as many decisions for the same. *With options*: the same with house rules, for what occurs only under them.
- *Won by seat*: a game can have several winners. The players move on by one seat after each game, so differences are the seat's.
- *Fights*: of a game; *won* includes those in which all monsters were sent away; *fled*: lost, and nobody was caught.
- A *decision* counts each time that somebody was asked, a *thing that ran by itself* each time that it ran.
- An *op* that works at once counts when the interpreter has run it and it says that it did something, which is what `else` of a card
  goes by (it is not counted again when it comes back with an answer). For the rows that only steer a program (`TEST`, `EACH` …) it is how
  often they ran. An op that holds as long as its card is in play never runs: it counts when it holds for somebody at one of four moments:
  as a turn begins, as a fight is decided, before each roll to run away, as a Curse is about to strike. That it holds does not say that it
  decided anything; fights won at equal strength are counted apart.
- An *effect* of a card, and a *power* (what Classes, companions and the like do, and all that is used by choice), counts when its program
  begins, or when it holds, likewise.
- A *card* counts when it is played, used, laid down, met, or strikes, or if it works as it is drawn.
- What never occurred stands at the end of a page, each with its reason. The reasons are looked at: one that names an option, an op or
  other sets is refused if it is not true of these games (`munchkin_env/lab/census/reasons.py`).

The commands that a page names, with `--out`, and `munchkin census --page` make it again. The same commands give the same
games as long as rules, cards and bots are the same.

"""
OF_FIGHTS = ("fights", "won", "fled", "lost", "deaths", "sales")
HEAD = """\
Made by the commands below, one column each. *At random*: random decisions, weighted towards moving on (the bot
`weighted`; uniformly random players mostly trade, and need several times as many decisions). [The overview](README.md) says
how it is counted.
"""


@dataclass(frozen=True)
class Page:
    text: str
    never: tuple[str, ...]
    """What occurred in none of the columns."""
    unexplained: tuple[str, ...]
    """What of that nobody has a reason for."""


def markdown(censuses: Sequence[Census]) -> Page:
    """Of one selection of sets: the page of that selection. Of several: what they are like beside each other. Raises CensusError."""
    if not censuses:
        raise CensusError("--page needs files that `munchkin census --out` has written")
    if len({one.sets for one in censuses}) > 1:
        return Page(_joined(_overview(censuses)), (), ())
    if len({one.cards_hash for one in censuses}) > 1:
        raise CensusError("these files were made with different cards: play them again")
    if own := own_files(censuses[0].sets):
        raise CensusError(f"a page is of built-in sets, and {', '.join(map(short, own))} is none: {NAME_THEM}")
    never = {title: _never(title, censuses) for title, _ in sections(censuses[0])}
    reasons = {(title, name): why_never(title, name, censuses) for title, names in never.items() for name in names}
    unexplained = tuple(f"{title}: {name}" for (title, name), reason in reasons.items() if not reason)
    return Page(_joined(_page(censuses, reasons)), tuple(f"{title}: {name}" for title, name in reasons), unexplained)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _never(title: str, censuses: Sequence[Census]) -> list[str]:
    counts = [dict(sections(one))[title] for one in censuses]
    return [name for name in counts[0] if not any(one[name] for one in counts)]


# --------------------------------------------------------------------------------------------------- one selection


def _page(censuses: Sequence[Census], reasons: Mapping[tuple[str, str], str]) -> Iterable[str]:
    first = censuses[0]
    columns = [column(one) for one in censuses]
    cards = load(first.sets).cards
    yield f"# What happens in games of {', '.join(first.sets)}"
    yield ""
    yield f"{sum(card.count for card in cards)} cards, {len(cards)} different ones. {HEAD}"
    yield from (f"- {name}: `{command(one)}`" for name, one in zip(columns, censuses, strict=True))
    yield ""
    yield "## The games"
    yield ""
    yield from _table(["", *columns], ([name, *(row(one) for one in censuses)] for name, row in _games(first)))
    for title, _ in sections(first):
        counts = [dict(sections(one))[title] for one in censuses]
        yield from ("", f"## {title.capitalize()}", "")
        if title in SHORT:
            yield _short(counts)
        else:
            totals = {name: sum(one[name] for one in counts) for name in counts[0]}
            names = sorted(totals, key=lambda name: -totals[name])
            yield from _table([title.split(",")[0], *columns], ([f"`{name}`", *(_many(one[name]) for one in counts)] for name in names))
    yield from ("", NEVER, "", "In none of the columns:", "")
    yield from _table(["", "never", "why"], ([title, f"`{name}`", reason] for (title, name), reason in reasons.items()))
    yield from _bots_never(censuses)


def column(census: Census) -> str:
    """What a census is called in a table."""
    alike = len(set(census.players)) == 1
    name = ("at random" if census.players[0] == "weighted" else census.players[0]) if alike else ", ".join(census.players)
    return f"{name}, with options" if census.options else name


def command(census: Census) -> str:
    """What makes it again."""
    who = [census.players[0]] if len(set(census.players)) == 1 else census.players
    words = ["munchkin census", *who]
    words += [f"--seats {len(census.players)}"] if len(who) == 1 and len(census.players) != 4 else []
    words += [f"--set {name}" for name in census.sets]
    words += [f"--option {name}={str(value).lower()}" for name, value in census.options.items()]
    return " ".join([*words, f"--games {census.games} --seed {census.seed}"])


Cell = Callable[[Census], str]


def _games(census: Census) -> Iterable[tuple[str, Cell]]:
    """The rows of the first table."""
    yield "games", lambda one: f"{one.games:,}"
    yield "decisions: mean", lambda one: f"{one.decisions.mean:,.0f}"
    yield "decisions at 5, 50, 95 %", lambda one: _cuts(one.decisions.cuts)
    yield "rounds: mean", lambda one: f"{one.rounds.mean:.1f}"
    yield "rounds at 5, 50, 95 %", lambda one: _cuts(one.rounds.cuts)
    for seat in range(len(census.players)):
        yield f"won by seat {seat}", lambda one, seat=seat: interval(one, one.seat_wins[seat], "")  # type: ignore[misc]
    yield "broken off at max_rounds", lambda one: f"{one.truncated / one.games:.1%}"
    yield "fights a game", lambda one: _each(one.fights, one)
    for i, (name, _) in enumerate(fights(census)):
        yield name, lambda one, i=i: _part(list(fights(one))[i][1], one.fights)  # type: ignore[misc]
    yield "help asked for a game", lambda one: _each(one.events["ASKS"], one)
    yield "bought", lambda one: _part(one.facts["BOUGHT"], one.events["ASKS"])
    yield "given for nothing", lambda one: _part(one.facts["GIVEN"], one.events["ASKS"])
    yield "refused", lambda one: _part(one.events["REFUSES"], one.events["ASKS"])
    yield "help forced by a card a game", lambda one: _each(one.events["FORCED"], one)
    yield "deaths a game", lambda one: _each(one.events["DIES"], one)
    yield "curses a game", lambda one: _each(one.events["CURSED"], one)
    yield "sales a game", lambda one: _each(one.events["SELLS"], one)
    yield "levels bought a game", lambda one: _each(one.facts["LEVELS_SOLD"], one)
    yield "items given or traded a game", lambda one: _each(one.events["TRADES"], one)
    yield "fights won at equal strength a game", lambda one: _each(one.facts["TIE_WON"], one)
    yield "weapons joined, as a turn began, a game", lambda one: _each(one.facts["JOINED"], one)


def _short(counts: Sequence[Mapping[str, int]]) -> str:
    """How many occurred, and the rarest of them."""
    totals = {name: sum(one[name] for one in counts) for name in counts[0]}
    seen = sorted((name for name in totals if totals[name]), key=lambda name: totals[name])
    rarest = "; ".join(f"{name} {totals[name]:,}" for name in seen[:RAREST])
    return f"{len(seen)} of {len(totals)} occurred, the rarest (all columns together): {rarest}."


def _bots_never(censuses: Sequence[Census]) -> Iterable[str]:
    """What random players did and no bot."""
    random = [one for one in censuses if set(one.players) == {"weighted"}]
    bots = [one for one in censuses if one not in random]
    if not random or not bots:
        return
    yield from ("", "## What only random players did", "", "No bot of the other columns did, nor met with, any of these:", "")
    for title, _ in sections(censuses[0]):
        if title not in SHORT:
            by_bots, by_random = (_never(title, some) for some in (bots, random))
            names = [f"`{name}`" for name in by_bots if name not in by_random]
            yield f"- {title}: {', '.join(names) or 'nothing'}"


# ------------------------------------------------------------------------------------------------------- overview


def _overview(censuses: Sequence[Census]) -> Iterable[str]:
    """One line each."""
    head = ["sets", "players", "games", "decisions", "rounds", "won by seat", "broken off", *OF_FIGHTS]

    def line(one: Census) -> list[str]:
        parts = (_part(count, one.fights) for count in (one.events["WINS_FIGHT"], one.facts["FLED"], one.facts["LOST"]))
        wins = " / ".join(f"{wins / one.games:.1%}" for wins in one.seat_wins)
        long = (f"{one.games:,}", f"{one.decisions.mean:,.0f}", f"{one.rounds.mean:.1f}", wins, f"{one.truncated / one.games:.1%}")
        deaths_and_sales = (_each(one.events[what], one) for what in ("DIES", "SELLS"))
        return [" ".join(one.sets), column(one), *long, _each(one.fights, one), *parts, *deaths_and_sales]

    names = dict.fromkeys("all" if len(one.sets) > 1 else one.sets[0] for one in censuses)
    yield OVERVIEW.format(pages=", ".join(f"[{name}]({name}.md)" for name in names)).rstrip("\n")
    yield ""
    yield from _table(head, map(line, censuses))


# ----------------------------------------------------------------------------------------------------------- cells


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _many(count: int) -> str:
    """A count in three figures: the last ones of millions say nothing."""
    if count >= 10_000_000:
        return f"{count / 1e6:,.0f} M"
    if count >= 1_000_000:
        return f"{count / 1e6:.1f} M"
    return f"{count / 1e3:.0f} k" if count >= 100_000 else f"{count:,}"


def _cuts(cuts: Sequence[int]) -> str:
    return " / ".join(f"{cuts[i]:,}" for i in (0, 2, 4))


def _each(count: int, census: Census) -> str:
    per_game = count / census.games
    return f"{per_game:.2f}" if per_game >= 0.01 or not count else f"{per_game:.5f}"


def _part(count: int, whole: int) -> str:
    return f"{count / whole:.1%}" if whole else "–"
