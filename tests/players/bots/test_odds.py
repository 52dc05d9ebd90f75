"""Computed odds, compared with manual calculations. A Level is 100 points; nobody has cards unless stated."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.mode import COMPILED
from munchkin_env.engine.queries.seats import fights
from munchkin_env.engine.state.actions import HAND, HAND_SLOTS
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Table, seat, table
from munchkin_env.players.bots import explain, odds, style
from munchkin_env.players.bots.fighting import option_swing
from munchkin_env.players.bots.stakes import deficit
from munchkin_env.players.bots.swings import SURE_SWING
from munchkin_env.vocabulary.words import Side
from tests.players.bots.player import choice


def fight(*seats: Any, door: str, **more: Any) -> Table:
    game = table(*seats, doors=[door], **more)
    game[0].kicks_open_the_door()
    return game


def costs(*seats: Any, door: str, **more: Any) -> int:
    return odds(fight(*seats, door=door, **more).game, 0).costs


DEATH = 40
"""Dying with nothing: never less than that (field `death`)."""


@pytest.mark.compiled
def test_one_monster_is_escaped_on_two_faces_of_six() -> None:
    game = fight(seat(level=4), seat(), door="Wannabe Vampire")
    assert odds(game.game, 0).escapes == pytest.approx(1 / 3, abs=1e-4)
    assert odds(game.game, 0).costs == 300 * 4 // 6


def test_nobody_loses_levels_that_it_has_not() -> None:
    for level, lost in ((1, 0), (2, 1), (3, 2), (4, 3), (9, 3)):
        assert costs(seat(level=level), seat(), door="Wannabe Vampire") == 100 * lost * 4 // 6


def test_two_monsters_together_take_no_more_than_there_is() -> None:
    """Both must be escaped, each on 2 of 6. A Level 3 player has two Levels to lose; each takes two: 2 unless both are escaped (8 of 9)."""
    game = fight(seat(level=3, hand="Wandering Monster, Harpies"), seat(), door="Mr. Bones")
    game[0].plays("Wandering Monster")
    if game.decision == "ASK_CARD":
        game[0].does("bring along Harpies")
    assert sorted(game.monsters) == ["Harpies", "Mr. Bones"]
    found = odds(game.game, 0)
    assert found.escapes == pytest.approx(1 / 9, abs=1e-3)
    assert found.costs == 200 * 8 // 9
    game.game.record.seat[0].level = 9
    assert odds(game.game, 0).costs == 2 * (200 * 4) // 6, "with Levels enough they add up"


def test_bad_stuff_is_looked_at_face_by_face() -> None:
    """3,872 Orcs: 1 and 2 kill, 3 to 6 take that many Levels. Level 9: (2 deaths + 3 + 4 + 5 + 6 Levels) / 6, caught on 4 of 6."""
    assert costs(seat(level=9), seat(), door="3,872 Orcs") == (2 * DEATH + 100 * (3 + 4 + 5 + 6)) * 4 // 36
    assert costs(seat(level=4), seat(), door="3,872 Orcs") == (2 * DEATH + 100 * (3 + 3 + 3 + 3)) * 4 // 36


def test_what_does_not_concern_it_costs_nothing() -> None:
    """The Horror kills all but Wizards, who lose their Class; the Demon takes one more Level from an Elf; an Elf runs better."""
    wizard = fight(seat(level=4, classes="Wizard"), seat(), door="Unspeakably Awful Indescribable Horror")
    other = fight(seat(level=4), seat(), door="Unspeakably Awful Indescribable Horror")
    assert odds(other.game, 0).costs == DEATH * 4 // 6
    assert odds(wizard.game, 0).costs == odds(wizard.game, 0, style("greedy", "immortal", death=1000)).costs
    assert costs(seat(level=8), seat(), door="Tongue Demon") == 200 * 4 // 6
    elf = fight(seat(level=8, races="Elf"), seat(), door="Tongue Demon")
    assert elf.game.record.combat.on and odds(elf.game, 0).costs == 300 * 3 // 6, "an Elf is caught on 3 of 6"


def test_the_victim_chooses_what_costs_it_less() -> None:
    """Platycore: the whole hand (25 points a card), or two Levels."""
    assert costs(seat(level=5, hand="Wizard, Cleric"), seat(), door="Platycore") == 50 * 4 // 6
    assert costs(seat(level=5), seat(), door="Platycore") == 0, "an empty hand is discarded easily"


def test_an_elf_runs_better_and_from_the_nose_nobody_runs() -> None:
    game = fight(seat(level=4, races="Elf"), seat(), door="Wannabe Vampire")
    assert odds(game.game, 0).escapes == pytest.approx(3 / 6, abs=1e-3)
    nose = odds(fight(seat(level=4), seat(), door="Floating Nose").game, 0)
    assert (nose.escapes, nose.costs) == (0.0, 300)


def test_without_a_fight_there_is_nothing_to_run_from() -> None:
    assert odds(Game(4, seed=1), 0)[:2] == (1.0, 0)
    with pytest.raises(ValueError, match="seat=4: must be a number from 0 to 3"):
        odds(Game(4, seed=1), 4)


@pytest.mark.compiled
def test_computed_costs_are_the_average_of_what_happens() -> None:
    """Played out many times: Levels lost when running away from one monster with a die in its Bad Stuff."""
    rng = random.Random(1)
    lost = []
    for _ in range(300):
        dice = [rng.randint(1, 6), rng.randint(1, 6)]
        game = fight(seat(level=9), seat(), door="3,872 Orcs", dice=dice)
        game.everybody_passes()
        while game.fighting or game.decision in ("ESCAPE", "ROLL_WINDOW", "WINDOW"):
            if game[0].decides and game[0].may("roll to run away"):
                game[0].does("roll to run away")
            else:
                game.everybody_passes()
        lost.append(DEATH if game[0].dead else 100 * (9 - game[0].level))
    mean, error = float(np.mean(lost)), float(np.std(lost)) / len(lost) ** 0.5
    assert abs(mean - costs(seat(level=9), seat(), door="3,872 Orcs")) < 3.5 * error


def test_the_average_treasure_is_of_those_unseen() -> None:
    one = odds(table(seat(), seat()).game, 0).treasure
    assert 20 < one < 90
    rich = table(seat(wears="Flaming Armor, Helm of Courage, Boots of Butt-Kicking, Huge Rock"), seat())
    assert odds(rich.game, 0).treasure < one, "they would wear fewer of them"


@pytest.mark.skipif(COMPILED, reason="asks kernels directly, which takes structures: the twin")
def test_plays_move_a_fight_by_what_is_counted_on() -> None:
    """Every card and power that fighters may use, tried in a copy. Powers are counted as often as they can be paid; a Mate or an Illusion,
    whose new monster is unknown, may differ."""
    rng = random.Random(3)
    exact, other = 0, 0
    for seed in range(4):
        game = Game(2 + seed % 3, seed=seed, max_rounds=12)
        while not game.over:
            if game.decision == "FIGHT_WINDOW" and fights(game.record, game.seat):
                for counted, moved in swings(game):
                    fits = moved * max(1, counted // max(1, moved)) == counted
                    exact, other = exact + fits, other + (not fits)
            game.apply(explain(game)[0] if rng.random() < 0.85 else rng.choice(game.legal()))
    assert exact > 40 and other <= exact // 10, (exact, other)


def swings(game: Game) -> Iterator[tuple[int, int]]:
    """How far the player's plays are expected to move the fight to the munchkins' side, and how far they do."""
    tables, me, seats = game._tables[0], game.seat, game.record.seat
    slots = [*range(seats[me].hand_n), *(HAND_SLOTS + i for i in range(seats[me].table_n))]
    for o in (o for o in slots if game.mask()[HAND + o]):
        counted = option_swing(tables, game.record, me, o, Side.MUNCHKINS.value)
        if 0 < counted < SURE_SWING:
            copy = game.clone()
            copy.apply(HAND + o)
            while not copy.over and copy.decision.startswith("ASK_"):
                copy.apply(explain(copy)[0])
            if not copy.over and copy.record.combat.open:
                yield counted, deficit(tables, game.record) - deficit(tables, copy.record)


def test_styles_that_compute() -> None:
    """Platycore takes what costs least: one card, if that is all the player has. By the worst case, removing it seems worth a card."""
    bots = "greedy", style("greedy", "counting", computes_flight=1, computes_loot=1)
    game = fight(seat(level=4, hand="Friendship Potion"), seat(), door="Platycore")
    assert [choice(game, bot) for bot in bots] == ["play Friendship Potion", "pass"]
