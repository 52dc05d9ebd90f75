"""Players that are no part of the compiled loop: the protocol, how they are loaded by name, how they are asked. See docs/agents.md."""

from munchkin_env.agents.asking import ask, begin, close, describe_choice, info_for
from munchkin_env.agents.loading import is_bot, load_agent, spec_name
from munchkin_env.agents.protocol import Agent, AgentError, Info
from munchkin_env.agents.scripted import BotAgent

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
