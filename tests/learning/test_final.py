"""The last games of a run: against those that it was trained against."""

from pathlib import Path

import pytest

from munchkin_env.learning.labels import Labelling, told_path
from munchkin_env.learning.parts import MadeOtherwiseError
from munchkin_env.learning.rounds import Plan, check_opponents
from munchkin_env.players.compiled import check_player

PLAN = Plan(Labelling(opponents={"bully": 1.0, "greedy": 1.0}), rounds=2, opponents=("greedy", "weighted"))


def test_they_are_the_same_as_those_of_the_labels(tmp_path: Path) -> None:
    check_opponents(tmp_path, PLAN)
    told_path(tmp_path, 2).parent.mkdir()
    told_path(tmp_path, 2).write_text(f'{{"bots": {{"greedy": "{check_player("greedy").digest}", "bully": "00000000"}}}}')
    check_opponents(tmp_path, PLAN)
    told_path(tmp_path, 2).write_text('{"bots": {"greedy": "00000000"}}')
    with pytest.raises(MadeOtherwiseError, match=r"labels-2: since these labels were made, greedy has changed; use another folder"):
        check_opponents(tmp_path, PLAN)
