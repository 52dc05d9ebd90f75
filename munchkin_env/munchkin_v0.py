"""Version 0 of the PettingZoo environment: `munchkin_v0.env(…)` and `munchkin_v0.raw_env(…)`.

There is no `parallel_env`: one agent decides at a time. `pettingzoo.utils.conversions.turn_based_aec_to_parallel(env)` makes one.
"""

from munchkin_env.envs.aec import env, raw_env

__all__ = ["env", "raw_env"]
