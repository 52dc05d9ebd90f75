"""The environment for RLlib. See docs/frameworks/rllib.md."""

from munchkin_env.envs.rllib import MunchkinMultiAgentEnv

__all__ = ["MunchkinMultiAgentEnv"]
