"""A batch as the VecEnv of Stable-Baselines3. See docs/frameworks/sb3.md."""

from munchkin_env.envs.sb3 import MunchkinVecEnv

__all__ = ["MunchkinVecEnv"]
