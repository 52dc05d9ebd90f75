"""Measurements: tournaments, census, benchmarks."""
