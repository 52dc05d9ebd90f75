"""Munchkin for verifiers: `vf-eval munchkin`. The environment itself is in munchkin_env.adapters.verifiers."""

from munchkin_env.adapters.verifiers import MunchkinHarness, MunchkinTaskset, MunchkinWordsEnv

__all__ = ["MunchkinHarness", "MunchkinTaskset", "MunchkinWordsEnv"]
