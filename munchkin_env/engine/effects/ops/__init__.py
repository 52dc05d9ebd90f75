"""The ops of those programs, by what they do."""
