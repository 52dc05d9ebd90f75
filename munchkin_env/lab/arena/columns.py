"""What each column of the results means: the schema of the file, the header of an export and the table in docs/arena.md come from here."""

from .loop import Counts

GAMES: dict[str, str] = {
    "number": "of the game in the tournament",
    "deal": "which shuffle of the decks; intervals are made over deals",
    "lineup": "which table of the cycle",
    "rotation": "by how many seats the table was turned",
    "seed": "Game(seed=…) deals the same cards",
    "winners": "bits of the seats that won by the rules of the game",
    "truncated": "1: broken off at max_rounds, nobody won",
    "rounds": "how long it was",
    "decisions": "of all players",
    "forfeits": "seats that forfeited",
    "overflows": "steps with more events than the log holds: what came last in them was not counted",
}

SEATS: dict[str, str] = {
    "number": "of the game",
    "seat": "0 is dealt to first",
    "entrant": "who sat there",
    "won": "1: won (each of several winners); who forfeited has not won",
    "share": "1 divided by the number of winners; 0 for the others",
    "level": "at the end",
    "forfeited": "1: he failed, and a bot at random played on for him",
}

COUNTS: dict[str, str] = {
    "decisions": "of this seat",
    "turns": "that were his",
    "fights_won": "as the one whose fight it was",
    "fights_fled": "lost, and nobody was caught",
    "fights_lost": "lost, and somebody was caught",
    "deaths": "his",
    "asked": "offers that he made for help",
    "got_help": "deals with a helper",
    "paid_treasures": "that he promised to helpers ('all' as so many as lay there)",
    "paid_cards": "Items and cards that he promised to helpers",
    "gave_help": "deals as the helper",
    "helped_for_nothing": "of these, for nothing at all",
    "help_at_0": "of these, for no Treasure",
    "help_at_1": "for one",
    "help_at_2": "for two",
    "help_at_3": "for three",
    "help_at_4": "for four or more",
    "earned_treasures": "that were promised to him for his help",
    "earned_cards": "Items and cards likewise",
    "compelled": "times that a card made him help",
    "meddled": "cards and powers that he used during others' fights (without Curses, Classes, Races, Levels)",
    "curses_cast": "on others",
    "curses_suffered": "cast or found behind a door",
    "cards_given": "in trades and as gifts",
    "levels_bought": "by selling",
}

DEEDS: dict[str, str] = {
    "number": "of the game",
    "seat": "who did it",
    "other": "to whom",
    "helped": "went into his fight as a helper",
    "refused": "said no to his offer",
    "let_down": "left his fight, or did not keep a promise made to him",
    "hit": "harmed him with a card or a power: Curses, thefts, stronger monsters, a lower die (Deed.HIT in engine/state/records.py)",
}

FORFEITS: dict[str, str] = {
    "number": "of the game",
    "seat": "that forfeited",
    "entrant": "who failed",
    "decision": "of the game, counted over all players; 0: before the first",
    "kind": "error, illegal, slow, hung or died",
    "reason": "in full",
}

assert tuple(COUNTS) == Counts.layout.names, "every count has its column"

TABLES: dict[str, dict[str, str]] = {"games": GAMES, "seats": SEATS | COUNTS, "deeds": DEEDS, "forfeits": FORFEITS}
"""Of the file; `seats` has the counts too, of which `decisions` is his own."""


def markdown() -> str:
    """The tables of docs/arena.md; `python -m munchkin_env.lab.arena.columns` prints them."""
    parts = []
    for name, named in TABLES.items():
        rows = [f"| `{column}` | {meaning} |" for column, meaning in named.items()]
        parts.append("\n".join([f"**{name}**", "", "| column | meaning |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    print(markdown())
