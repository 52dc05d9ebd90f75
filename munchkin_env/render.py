"""A position as text."""

from munchkin_env.game.render import RENDER_MODES, render, show

__all__ = ["RENDER_MODES", "render", "show"]
