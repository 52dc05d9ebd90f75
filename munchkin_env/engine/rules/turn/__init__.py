"""Setup and the phases of a turn."""
