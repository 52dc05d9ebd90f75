"""What a Treasure is worth, proven by selling it together with others that make up the thousand."""

from munchkin_env.scenario import seat, table

CHANGE = {
    400: ("Flaming Armor", "Buckler of Swashing", "Sneaky Bastard Sword"),
    200: ("Leather Armor", "Slimy Armor", "Helm of Courage"),
    100: ("Sleep Potion", "Cotion of Ponfusion", "Flask of Glue"),
}


def worth(gold: int, beside: str) -> list[str]:
    """Items worth so much together, none of which is that one."""
    found: list[str] = []
    for value, names in CHANGE.items():
        for name in names:
            if gold >= value and name != beside:
                found.append(name)
                gold -= value
    assert gold == 0
    return found


def is_worth(name: str, gold: int) -> bool:
    """Beside Items that are worth the rest it makes up full thousands, beside a hundred less it does not."""
    full = 1 + (gold - 1) // 1000 if gold else 1  # thousands
    game = table(seat(carries=[name, *worth(1000 * full - gold, name)]), seat())
    aric = game[0]
    aric.sells(*aric.carries)
    enough = aric.level == 1 + full and aric.table == []

    game = table(seat(carries=[name, *worth(1000 * full - gold - 100, name)]), seat())
    aric = game[0]
    if full == 1:
        return enough and not aric.may("sell items")
    aric.sells(*aric.carries)
    return enough and aric.level == full
