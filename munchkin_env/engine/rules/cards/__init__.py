"""Playing cards and using powers."""
