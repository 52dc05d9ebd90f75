"""Combat from the first monster to the last treasure, and death."""
