"""Agents made with munchkin_env's public names alone: examples to start from, and opponents. They are no part of the installed package."""
