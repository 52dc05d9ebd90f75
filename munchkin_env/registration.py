"""The environments by name, for PettingZoo's `make`."""

import pettingzoo


def register_environments() -> None:
    """Entry points as text: nothing is imported before it is made. PettingZoo before 1.27 has no registry."""
    if hasattr(pettingzoo, "register") and "munchkin-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "munchkin_v0", entry_point="munchkin_env.munchkin_v0:env")
