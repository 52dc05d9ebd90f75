"""Games in words: prompts for a seat, and answers in free text."""

from .briefing import brief
from .prompting import PromptSettings, prompt, tokens

__all__ = ["PromptSettings", "brief", "prompt", "tokens"]
