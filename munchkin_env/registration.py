"""The environments by name, for the `make` of Gymnasium and of PettingZoo.

Entry points are texts: nothing of ours is imported before it is made. And the engine needs numpy only, so neither has to be there.
"""

from importlib.util import find_spec


def register_environments() -> None:
    if find_spec("gymnasium") is not None:
        _in_gymnasium()
    if find_spec("pettingzoo") is not None:
        _in_pettingzoo()


def _in_gymnasium() -> None:
    """gymnasium.make("munchkin_env:Munchkin-v0") imports munchkin_env, and with that comes here."""
    from gymnasium.envs.registration import register, registry

    if "Munchkin-v0" not in registry:
        register("Munchkin-v0", "munchkin_env.envs.gym:MunchkinEnv", vector_entry_point="munchkin_env.envs.gym_vector:MunchkinVectorEnv")


def _in_pettingzoo() -> None:
    """Before 1.27 it has no registry."""
    import pettingzoo

    if hasattr(pettingzoo, "register") and "munchkin-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "munchkin_v0", entry_point="munchkin_env.munchkin_v0:env")
