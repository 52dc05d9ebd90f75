"""A position as data that a seat may see, for programs that show a game (docs/view.md)."""

from munchkin_env.game.shown import VIEW_VERSION, CardFace, Chronicle, TableView, card_faces, show_data, to_plain
from munchkin_env.game.shown.plain import json_schema

__all__ = ["VIEW_VERSION", "CardFace", "Chronicle", "TableView", "card_faces", "json_schema", "show_data", "to_plain"]
