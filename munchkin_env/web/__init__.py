"""Pages for a browser that need no network: a recorded game in one file."""

from .pages import replay_page
from .recording import Recording, record

__all__ = ["Recording", "record", "replay_page"]
