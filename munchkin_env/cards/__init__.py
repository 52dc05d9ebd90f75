"""Card sets: from data files to tables, and every card in words."""
