"""Games in words: prompts for a seat, and answers in free text."""

from .briefing import brief
from .matching import AnswerError, Fault
from .playing import attempts, play_in_words
from .prompting import PromptSettings, prompt, tokens
from .scripted import ScriptedReader
from .seat import HOW_TO_ANSWER, Reply, Tally, TextSeat
from .table import TextTable
from .understanding import Understood, understand

__all__ = [
    "HOW_TO_ANSWER",
    "AnswerError",
    "Fault",
    "PromptSettings",
    "Reply",
    "ScriptedReader",
    "Tally",
    "TextSeat",
    "TextTable",
    "Understood",
    "attempts",
    "brief",
    "play_in_words",
    "prompt",
    "tokens",
    "understand",
]
