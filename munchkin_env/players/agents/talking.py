"""What agents say to the table. It reaches agents that read, binds nobody, and changes no game."""

from typing import Any

from munchkin_env.players.protocol import AgentError
from munchkin_env.text.answers import spoken

from .safe import said

Talk = dict[str, Any]
"""`say`: a line. `show_hand`: True, if everybody may see the hand. Empty: nothing is said."""
_HOW = 'must be {"say": "a line", "show_hand": True}, one of these, or None'


def talk_of(agent: object) -> Talk:
    """What it says after its last decision, if it talks. Raises AgentError if that is no talk."""
    talks = getattr(agent, "talk", None)
    return checked_talk(talks()) if callable(talks) else {}


def checked_talk(told: Any) -> Talk:
    """What is said, in one line. Raises AgentError if it is anything else."""
    if told is None:
        return {}
    if type(told) is not dict or not told.keys() <= {"say", "show_hand"}:
        raise AgentError(f"talk: {said(told)}: {_HOW}")
    line, shows = told.get("say", ""), told.get("show_hand", False)
    if type(line) is not str or type(shows) is not bool:
        raise AgentError(f"talk: {said(told)}: {_HOW}")
    heard = spoken(line)
    return ({"say": heard} if heard else {}) | ({"show_hand": True} if shows else {})
