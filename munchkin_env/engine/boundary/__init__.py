"""What Python calls: step, look, deal again, set a position."""
