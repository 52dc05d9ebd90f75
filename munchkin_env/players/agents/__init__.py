"""Players outside the compiled loop: the protocol, loading by name, imagined worlds.

See docs/agents.md.
"""

from munchkin_env.players.protocol import Agent, AgentError, Info

from .asking import ask, begin, close, describe_choice, info_for
from .loading import is_bot, load_agent, spec_name
from .scripted import BotAgent

__all__ = [
    "Agent",
    "AgentError",
    "BotAgent",
    "Info",
    "ask",
    "begin",
    "close",
    "describe_choice",
    "info_for",
    "is_bot",
    "load_agent",
    "spec_name",
]
