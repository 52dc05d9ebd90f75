"""Agents that use only munchkin_env's public names: examples to start from, and opponents. They are not part of the installed package."""
