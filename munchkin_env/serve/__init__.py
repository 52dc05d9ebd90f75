"""A table in the browser where every seat is a person, a bot, a policy, a search or an agent."""
