"""The environment for RLlib. See docs/frameworks/rllib.md."""

from munchkin_env.adapters.rllib import MunchkinEnvRunner, MunchkinMultiAgentEnv, MunchkinVectorMultiAgentEnv

__all__ = ["MunchkinEnvRunner", "MunchkinMultiAgentEnv", "MunchkinVectorMultiAgentEnv"]
