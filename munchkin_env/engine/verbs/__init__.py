"""The only code that moves cards, levels, monsters and markers."""
