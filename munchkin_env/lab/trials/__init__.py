"""Experiments: what cards, decisions and house rules change, found by playing the same games both ways.

Each keeps its games in a folder and continues there. See docs/laboratory.md.
"""

from .bench_of_bots import Trials
from .cards import CardTrials, CardWorth, play_card_trials
from .decisions import ChoiceTrials, Drama, KindWeight, play_choice_trials
from .house import RuleChange, RuleEffect, play_rules, rule_changes
from .skill import Luck, ladder, split_luck

__all__ = [
    "CardTrials",
    "CardWorth",
    "ChoiceTrials",
    "Drama",
    "KindWeight",
    "Luck",
    "RuleChange",
    "RuleEffect",
    "Trials",
    "ladder",
    "play_card_trials",
    "play_choice_trials",
    "play_rules",
    "rule_changes",
    "split_luck",
]
