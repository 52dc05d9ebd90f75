"""Mistakes that random games or a second reading found, each as the smallest position that shows it."""

from munchkin_env.scenario import seat, table
from tests.rule import rule


@rule("ITEM-05")
def test_a_class_of_the_opening_play_takes_off_what_it_may_not_wear() -> None:
    game = table(seat(hand="Pantyhose of Giant Strength, Warrior"), seat(), moment="setup")
    aric, _ = game
    aric.lays_down("Pantyhose of Giant Strength")
    assert aric.wears == ["Pantyhose of Giant Strength"]
    aric.plays("Warrior")
    assert aric.wears == [] and aric.carries == ["Pantyhose of Giant Strength"]
