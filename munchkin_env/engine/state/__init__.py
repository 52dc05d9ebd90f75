"""The record of a game, the stack of what is still to happen, and the numbers of actions and events."""
