"""The environments: one game or thousands, for PettingZoo, Gymnasium and SB3."""
