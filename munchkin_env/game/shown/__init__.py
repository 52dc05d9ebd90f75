"""The position as data that a seat may see, in a documented format for tables, replays and text interfaces."""

from .building import show_data
from .chronicle import Chronicle
from .faces import card_faces
from .plain import to_plain
from .schema import VIEW_VERSION, CardFace, TableView

__all__ = ["VIEW_VERSION", "CardFace", "Chronicle", "TableView", "card_faces", "show_data", "to_plain"]
