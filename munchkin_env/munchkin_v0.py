"""Version 0 of the PettingZoo environment: `munchkin_v0.env(…)`, `munchkin_v0.raw_env(…)` and `munchkin_v0.parallel_env(…)`."""

from munchkin_env.envs.aec import env, raw_env
from munchkin_env.envs.parallel import parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
