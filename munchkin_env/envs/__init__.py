"""The environments: one game or thousands, for PettingZoo, Gymnasium, SB3 and RLlib."""
