"""The structure of a network: its layers in each branch, and what it knows about cards."""

from typing import NamedTuple

from .net import Branch


class CardShape(NamedTuple):
    """For a network that knows cards by type."""

    types: int
    """The number of card types, including "no card"."""
    opponents: int
    card: int
    """Width of an embedding,"""
    pointer: int
    """and of the heads that point at slots."""


class Layer(NamedTuple):
    """A layer after the first one."""

    name: str
    """The name of its arrays."""
    width: int


class Shape(NamedTuple):
    """Of a whole network."""

    first: int
    """Width of the first layer,"""
    trunk: tuple[Layer, ...]
    """and the layers after it; then,"""
    policy: tuple[Layer, ...]
    """the layers to the logits,"""
    worth: tuple[Layer, ...]
    """and to the value."""
    value: bool
    """Whether there is a value."""
    residual: bool
    """Whether layers of equal width are residual."""
    cards: CardShape | None

    def layers(self, branch: Branch) -> tuple[Layer, ...]:
        return (self.trunk, self.policy, self.worth)[branch]

    def width(self, branch: Branch) -> int:
        """The output width of a branch."""
        found = self.layers(branch) if branch == Branch.TRUNK else self.trunk + self.layers(branch)
        return found[-1].width if found else self.first
