"""Trained players: their networks without torch, and the files they are kept in.

    policy = load_policy("trained-pure")                 # a policy that ships with munchkin_env, or the path of a file
    actions = policy.act_many(games.observations, games.masks)

A file is a .npz of arrays with a header, the JSON text `header`, which says what the network was trained on: an observation whose
layout has changed since would be misread without any sign of it. A checkpoint of experiments/train.py (a .zip of Stable-Baselines3)
has the same header.
"""

from .files import HEADER, SHIPPED, TRAINED, TRAINED_WITH, load_policy, policy_name, policy_path
from .header import Prior, check_sets, new_about, new_prior, told_sets
from .policy import Policy
from .shapes import PolicyError

__all__ = [
    "HEADER",
    "SHIPPED",
    "TRAINED",
    "TRAINED_WITH",
    "Policy",
    "PolicyError",
    "Prior",
    "check_sets",
    "load_policy",
    "new_about",
    "new_prior",
    "policy_name",
    "policy_path",
    "told_sets",
]
