"""The card game Munchkin as a reinforcement-learning environment."""

__version__ = "0.1.0"
