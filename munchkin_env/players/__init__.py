"""Who can sit at the table: scripted bots, agents, trained policies."""
