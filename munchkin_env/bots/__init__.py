"""Scripted players by name."""

from munchkin_env.bots.bot import BotKind

__all__ = ["BOTS", "BotKind", "UnknownBotError", "check_bot"]

BOTS: dict[str, BotKind] = {
    **{kind.name.lower(): kind for kind in BotKind if kind != BotKind.YOU},
    "greedy-1": BotKind.GREEDY,
}
"""What may be put on a seat. `greedy-1` is `greedy` under the name of its version: what it chooses never changes."""


class UnknownBotError(ValueError):
    """A name that is no bot's."""


def check_bot(name: object) -> BotKind:
    """The bot of that name."""
    if not isinstance(name, str) or name not in BOTS:
        raise UnknownBotError(f"there is no bot {name!r}; there are {', '.join(map(repr, BOTS))}")
    return BOTS[name]
