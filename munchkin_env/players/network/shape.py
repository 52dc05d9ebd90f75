"""How a network is built: its layers in each branch, and what it knows of cards."""

from typing import NamedTuple

from .net import Branch


class CardShape(NamedTuple):
    """Of a network that knows cards by their types."""

    types: int
    """Card types it knows, and "no card"."""
    opponents: int
    card: int
    """Width of an embedding,"""
    pointer: int
    """and of the heads that point at slots."""


class Layer(NamedTuple):
    """After the first one."""

    name: str
    """Of its arrays."""
    width: int


class Shape(NamedTuple):
    """Of a whole network."""

    first: int
    """Width of the first layer,"""
    trunk: tuple[Layer, ...]
    """and the layers after it; from there on,"""
    policy: tuple[Layer, ...]
    """those that lead to the logits,"""
    worth: tuple[Layer, ...]
    """and to the value."""
    value: bool
    """Whether there is a value."""
    residual: bool
    """Whether a layer as wide as the one before it adds what that has."""
    cards: CardShape | None

    def layers(self, branch: Branch) -> tuple[Layer, ...]:
        return (self.trunk, self.policy, self.worth)[branch]

    def width(self, branch: Branch) -> int:
        """What comes out of a branch."""
        found = self.layers(branch) if branch == Branch.TRUNK else self.trunk + self.layers(branch)
        return found[-1].width if found else self.first
