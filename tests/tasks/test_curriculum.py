"""The curriculum: on to the next task when enough of the last games were won."""

from typing import Any

import pytest

from munchkin_env.tasks import Curriculum, TaskError


def test_it_goes_on_when_enough_games_were_won() -> None:
    curriculum = Curriculum(["mini", "classic"], enough=1.2, window=10)
    assert curriculum.task is not None and curriculum.task.id == "mini-v1"
    assert not curriculum.note([True] * 9)  # too few games
    assert curriculum.note([False])
    assert curriculum.stage == 1 and repr(curriculum).endswith("at classic-v1>")
    assert curriculum.win_rate == 0.0  # of this task
    assert not curriculum.note([True, True] + [False] * 8)  # 20 % of four players, where 30 % are needed
    assert not curriculum.note([False] * 7)
    assert curriculum.note([True] * 3)
    assert curriculum.over and curriculum.task is None


def test_games_of_a_passed_task_do_not_count_for_the_next() -> None:
    curriculum = Curriculum(["mini", "duel"], window=2)
    assert curriculum.note([True, True, True, True]) and curriculum.win_rate == 0.0


def test_it_gives_each_task_once() -> None:
    curriculum = Curriculum(["mini", "mini", "duel"], window=1)
    given = []
    for task in curriculum:
        given.append(task.id)
        curriculum.note([True])
    assert given == ["mini-v1", "mini-v1", "duel-v1"] and curriculum.over
    given = [task.id for task in Curriculum(["mini", "duel"])]
    assert given == ["mini-v1"]  # left before it was passed


@pytest.mark.parametrize("given", [{"tasks": []}, {"tasks": "mini"}, {"tasks": ["mimi"]}, {"enough": 0}, {"window": 0}])
def test_what_is_no_curriculum_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(TaskError):
        Curriculum(**given)
