"""The command `munchkin`."""
