"""Registers the environments with Gymnasium and PettingZoo.

Entry points are strings, so nothing is imported before an environment is made. The engine needs only numpy: both libraries are optional.
"""

from importlib.util import find_spec

from .tasks.presets import TASKS


def register_environments() -> None:
    if find_spec("gymnasium") is not None:
        _in_gymnasium()
    if find_spec("pettingzoo") is not None:
        _in_pettingzoo()


def _in_gymnasium() -> None:
    """gymnasium.make("munchkin_env:Munchkin-v0") imports munchkin_env, which runs this."""
    from gymnasium.envs.registration import register, registry

    if "Munchkin-v0" not in registry:
        entry, vector_entry = "munchkin_env.envs.gym:MunchkinEnv", "munchkin_env.envs.gym_vector:MunchkinVectorEnv"
        register("Munchkin-v0", entry, vector_entry_point=vector_entry)
        for task in TASKS:
            register(f"Munchkin-{task}", entry, vector_entry_point=vector_entry, kwargs={"task": task})


def _in_pettingzoo() -> None:
    """PettingZoo has a registry since 1.27."""
    import pettingzoo

    if hasattr(pettingzoo, "register") and "munchkin-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "munchkin_v0", entry_point="munchkin_env.munchkin_v0:env")
        pettingzoo.register("parallel", "munchkin_v0", entry_point="munchkin_env.munchkin_v0:parallel_env")
