"""Scripted players inside the compiled loop.

They are given by name, by style (`style("greedy", level=120)`), or by the path of a style's file. See docs/bots.md.
"""

from .explaining import Odds, explain, odds, sentence
from .style import FIELDS, Bot, BotKind, Field
from .styles import BOTS, BotSpec, Style, StyleError, UnknownBotError, check_bot, load_style, new_bots, style

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
    "explain",
    "load_style",
    "new_bots",
    "odds",
    "sentence",
    "style",
]
