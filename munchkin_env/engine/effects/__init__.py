"""The interpreter of the programs that cards carry."""
