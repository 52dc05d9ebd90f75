"""Agents: the protocol `act(observation, mask, info)`, loading by name, asking for a decision. See docs/agents.md."""

from munchkin_env.players.agents import (
    Agent,
    AgentError,
    BotAgent,
    Info,
    ask,
    begin,
    close,
    describe_choice,
    info_for,
    is_bot,
    load_agent,
    spec_name,
)

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
