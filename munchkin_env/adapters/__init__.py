"""The game as other libraries want it; each file needs its library."""
