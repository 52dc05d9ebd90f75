"""Scripted players: by name, by style, or from a style file. See docs/bots.md."""

from munchkin_env.players.bots import (
    BOTS,
    FIELDS,
    Bot,
    BotKind,
    BotSpec,
    Field,
    Odds,
    Style,
    StyleError,
    UnknownBotError,
    check_bot,
    explain,
    load_style,
    new_bots,
    odds,
    sentence,
    style,
)
from munchkin_env.players.bots.duel import duel

__all__ = [
    "BOTS",
    "FIELDS",
    "Bot",
    "BotKind",
    "BotSpec",
    "Field",
    "Odds",
    "Style",
    "StyleError",
    "UnknownBotError",
    "check_bot",
    "duel",
    "explain",
    "load_style",
    "new_bots",
    "odds",
    "sentence",
    "style",
]
