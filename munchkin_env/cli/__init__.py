"""The command `munchkin`, one file per command."""
