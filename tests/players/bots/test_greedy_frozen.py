"""Greedy always chooses as it did when results against it were first published, in every set."""

from typing import Any

import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.players.bots import check_bot
from munchkin_env.players.bots.duel import duel

GREEDY, WEIGHTED, RANDOM = "greedy", "weighted", "random"
FASTER = {"listen_at_door": True, "faster_treasure": "trouble", "shared_victory": True, "win_level": 8}
TALKING = {"counter_offers": True, "binding_deals": False, "priority": "rotate", "auto_pass_forced": False, "ask_only_when_losing": False}
Row = tuple[list[str], int, dict[str, Any], int]
"""Bots, games, options, fingerprint."""

STAR, WESTERN, POTTER, ALL = ({"sets": sets} for sets in (("star",), ("western",), ("potter",), ("deluxe", "star", "western", "potter")))

FROZEN: list[Row] = [
    ([GREEDY] * 4, 150, {}, 3_793_597_967),
    ([GREEDY] * 2, 150, {}, 3_974_681_345),
    ([GREEDY] * 3, 100, FASTER, 540_213_214),
    ([GREEDY] * 6, 60, {}, 2_179_952_758),
    ([GREEDY] * 4, 60, {"win_level": 20, **TALKING}, 186_789_926),
    ([GREEDY, WEIGHTED, WEIGHTED, WEIGHTED], 100, {}, 3_066_531_289),
    ([GREEDY, WEIGHTED], 60, TALKING, 3_415_574_972),
    ([GREEDY, RANDOM, GREEDY], 40, {}, 536_197_205),
    ([GREEDY, WEIGHTED, GREEDY, RANDOM, GREEDY, WEIGHTED], 30, {**FASTER, **TALKING}, 3_271_146_382),
    ([GREEDY] * 4, 100, STAR, 2_990_020_704),
    ([GREEDY] * 4, 100, WESTERN, 3_333_542_249),
    ([GREEDY] * 4, 100, POTTER, 2_041_806_919),
    ([GREEDY, WEIGHTED, GREEDY, GREEDY, RANDOM], 60, {**ALL, **TALKING}, 1_559_913_779),
]
RULES: list[Row] = [
    ([WEIGHTED, RANDOM, WEIGHTED, WEIGHTED], 40, {}, 462_142_013),
    ([WEIGHTED, RANDOM, WEIGHTED, WEIGHTED], 20, STAR, 1_986_054_992),
    ([WEIGHTED, RANDOM, WEIGHTED, WEIGHTED], 20, WESTERN, 3_136_415_868),
    ([WEIGHTED, RANDOM, WEIGHTED, WEIGHTED], 20, POTTER, 2_184_095_913),
    ([WEIGHTED, RANDOM, WEIGHTED, WEIGHTED], 20, ALL, 2_037_063_235),
]
"""Games without greedy: only the rules decide them."""
SHORT = {"win_level": 5, "trade_budget": 0}
IN_THE_TWIN: list[Row] = [
    (["greedy-1", WEIGHTED, GREEDY], 2, SHORT, 227_718_570),
    (["greedy-1", GREEDY], 1, {**SHORT, **STAR}, 617_986_991),
    (["greedy-1", GREEDY], 1, {**SHORT, **WESTERN}, 1_886_622_081),
    (["greedy-1", GREEDY], 1, {**SHORT, **POTTER}, 3_196_396_168),
]
HELP = """
`greedy` chose differently than before. It is frozen: results against it refer to exactly these choices.
Make the change a field of a style (munchkin_env/players/bots/style.py) whose value for `greedy` keeps the old choices."""
NEW_RULES = """
Games without any greedy player changed as well, so the rules (or the cards, or the shuffling) are others than before. If that was meant,
run `python -m tests.players.bots.test_greedy_frozen` and put its numbers here;
say in docs/bots.md that results from before do not compare."""


def fingerprint(bots: list[str], games: int, options: dict[str, Any], _: int = 0) -> int:
    return duel(bots, games, seed=20261118, **options).fingerprint


def check(bots: list[str], games: int, options: dict[str, Any], frozen: int) -> None:
    found = fingerprint(bots, games, options)
    if found != frozen:
        rules = next(row for row in RULES if row[2].get("sets") == options.get("sets"))
        rules_changed = COMPILED and fingerprint(*rules) != rules[3]
        raise AssertionError(f"{found} instead of {frozen}: {NEW_RULES if rules_changed else HELP}")


def test_both_names_are_the_same_player() -> None:
    assert check_bot("greedy-1").values == check_bot("greedy").values


def named(row: Row) -> str:
    bots, _, options, _ = row
    return f"{len(bots)} players, {' '.join(options.get('sets', ('deluxe',)))}, {len(options)} options"


@pytest.mark.parametrize("row", IN_THE_TWIN, ids=named)
def test_it_chooses_as_ever_in_the_twin(row: Row) -> None:
    check(*row)


@pytest.mark.compiled
@pytest.mark.skipif(not COMPILED, reason="hundreds of games take the twin an hour")
@pytest.mark.parametrize("row", FROZEN, ids=named)
def test_it_chooses_as_ever(row: Row) -> None:
    check(*row)


if __name__ == "__main__":
    for row in [*FROZEN, *RULES, *IN_THE_TWIN]:
        print(fingerprint(*row), "instead of", row[3], "for", *row[:3])
