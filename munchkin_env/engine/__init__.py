"""The rules of the game as compiled functions over one record."""
