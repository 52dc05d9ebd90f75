"""What each column of the results means: the schema of the file, the header of an export and the table in docs/arena.md come from here."""

from .loop import SeatCounts

GAME_COLUMNS: dict[str, str] = {
    "number": "the game's number in the tournament",
    "deal": "the shuffle of the decks; confidence intervals are computed over deals",
    "lineup": "the line-up within the cycle",
    "rotation": "the number of seats by which the line-up was rotated",
    "seed": "Game(seed=…) deals the same cards",
    "winners": "seats that won by the rules of the game, as bits",
    "truncated": "1: stopped at max_rounds, nobody won",
    "rounds": "rounds played",
    "decisions": "decisions of all players",
    "forfeits": "number of seats that forfeited",
    "overflows": "steps with more events than the log holds; the excess is not counted",
}

SEAT_COLUMNS: dict[str, str] = {
    "number": "the game's number",
    "seat": "0 is dealt to first",
    "entrant": "the entrant in the seat",
    "won": "1: won, alone or with others; never after a forfeit",
    "share": "1 divided by the number of winners; 0 for the others",
    "level": "final Level",
    "forfeited": "1: failed, and the bot `random` took over",
}

COUNT_COLUMNS: dict[str, str] = {
    "decisions": "decisions of this seat",
    "turns": "turns of this seat",
    "fights_won": "fights won as the main fighter",
    "fights_fled": "fights lost in which nobody was caught",
    "fights_lost": "fights lost in which somebody was caught",
    "deaths": "own deaths",
    "asked": "offers made for help",
    "got_help": "deals made with a helper",
    "paid_treasures": "Treasures promised to helpers ('all' counts as all at stake)",
    "paid_cards": "Items and cards promised to helpers",
    "gave_help": "deals made as the helper",
    "helped_for_nothing": "of these, without any reward",
    "help_at_0": "of these, for 0 Treasures",
    "help_at_1": "for 1 Treasure",
    "help_at_2": "for 2",
    "help_at_3": "for 3",
    "help_at_4": "for 4 or more",
    "earned_treasures": "Treasures promised to this seat for help",
    "earned_cards": "Items and cards promised to this seat for help",
    "compelled": "times that a card compelled this seat to help",
    "meddled": "cards and powers used in other players' fights (without Curses, Classes, Races, Levels)",
    "curses_cast": "Curses cast on others",
    "curses_suffered": "Curses suffered, cast by others or behind a door",
    "cards_given": "cards given in trades and as gifts",
    "levels_bought": "Levels gained by selling Items",
}

DEED_COLUMNS: dict[str, str] = {
    "number": "the game's number",
    "seat": "the acting seat",
    "other": "the affected seat",
    "helped": "joined the other's fight as a helper",
    "refused": "refused the other's offer",
    "let_down": "left the other's fight, or broke a promise to them",
    "hit": "harmed the other with a card or power: Curses, thefts, stronger monsters, a lower die (Deed.HIT in engine/state/records.py)",
}

FORFEIT_COLUMNS: dict[str, str] = {
    "number": "the game's number",
    "seat": "the seat that forfeited",
    "entrant": "the entrant that failed",
    "decision": "decision of the game, counted over all players; 0: before the first",
    "kind": "error, illegal, slow, hung or died",
    "reason": "the full reason",
}

assert tuple(COUNT_COLUMNS) == SeatCounts.layout.names, "every count needs a column"

TABLE_COLUMNS: dict[str, dict[str, str]] = {
    "games": GAME_COLUMNS,
    "seats": SEAT_COLUMNS | COUNT_COLUMNS,
    "deeds": DEED_COLUMNS,
    "forfeits": FORFEIT_COLUMNS,
}
"""Of the file; `seats` also has the counts, of which `decisions` is the seat's own."""


def columns_markdown() -> str:
    """The tables of docs/arena.md; `python -m munchkin_env.lab.arena.columns` prints them."""
    parts = []
    for name, named in TABLE_COLUMNS.items():
        rows = [f"| `{column}` | {meaning} |" for column, meaning in named.items()]
        parts.append("\n".join([f"**{name}**", "", "| column | meaning |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(columns_markdown())
