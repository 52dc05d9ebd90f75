"""The house rules as a type: editors complete names, and type checkers know values. docs/options.md explains them."""

from typing import Literal, TypedDict


class HouseRules(TypedDict, total=False):
    """Keyword arguments of everything that makes a game. The table in options.py checks them and has the defaults."""

    win_level: int
    sex_mode: Literal["choose", "random", "fixed"]
    w_sources: Literal["all", "base", "base+horse", "base+promo"]
    first_player: int | Literal["random"]
    setup_second_origin: bool
    listen_at_door: bool
    faster_treasure: Literal["off", "loot", "trouble", "set_default"]
    shared_victory: bool
    ask_only_when_losing: bool
    counter_offers: bool
    binding_deals: bool
    bribe_item_due: Literal["win", "always"]
    auto_pass_forced: bool
    priority: Literal["keep", "rotate"]
    third_party_acts_in_combat: bool
    sell_cap: Literal["clamp", "strict"]
    hireling_item_lost: bool
    trade_budget: int
    obs_discards: Literal["top", "counts", "full"]
    max_rounds: int
    house_mode: Literal["choose", "random"]
    proficiency_timing: Literal["any", "role"]
