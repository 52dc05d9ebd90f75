"""The options: what is allowed, and that docs/options.md agrees."""

from pathlib import Path
from typing import Any

import pytest

from munchkin_env.engine.state.options import Options
from munchkin_env.game.game import Game
from munchkin_env.game.options import OPTIONS, OptionError, check_options, options_markdown

DOCS = Path(__file__).resolve().parents[2] / "docs" / "options.md"


def all_values() -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for option in OPTIONS:
        values: list[Any] = [False, True] if option.is_flag else [word for word, _ in option.choices]
        if option.low is not None:
            values += [option.low, option.high]
        found += [(option.name, value) for value in values if (option.name, value) != ("first_player", 5)]
    return found


@pytest.mark.parametrize(("name", "value"), all_values())
def test_every_value_is_kept_by_the_game(name: str, value: Any) -> None:
    game = Game(3, seed=1, **{name: value})
    assert game.options == check_options({name: value}, 3)
    assert game.options[name] == value and type(game.options[name]) is type(value)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"win_levels": 10}, r"no option 'win_levels' \(did you mean 'win_level'\?\); the options are num_players"),
        ({"win_level": 2}, "win_level=2: must be a number from 3 to 20"),
        ({"win_level": 21}, "from 3 to 20"),
        ({"win_level": "ten"}, "win_level='ten'"),
        ({"win_level": 10.0}, "win_level=10.0"),
        ({"win_level": True}, "win_level=True"),
        ({"counter_offers": "yes"}, "counter_offers='yes': must be True or False"),
        ({"counter_offers": None}, "must be True or False"),
        ({"counter_offers": 2}, "must be True or False"),
        ({"priority": "turn"}, "priority='turn': must be 'keep' or 'rotate'"),
        ({"priority": 1}, "must be 'keep' or 'rotate'"),
        ({"first_player": 3}, "with 3 players it must be a seat from 0 to 2"),
        ({"first_player": "me"}, "'random' or a number from 0 to 5"),
        ({"trade_budget": -1}, "from 0 to 9"),
        ({"max_rounds": 0}, "from 1 to 30000"),
        ({"curse_requires_effect": True}, "no option"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(options: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Game(3, seed=1, **options)


@pytest.mark.parametrize("players", [1, 7, 0, 2.5, "4", None, True])
def test_the_number_of_players(players: Any) -> None:
    with pytest.raises(OptionError, match=r"num_players=.*from 2 to 6"):
        Game(players)


def test_every_field_of_the_record_is_an_option() -> None:
    assert sorted(option.field for option in OPTIONS) == sorted(Options.layout.names or ())


def test_the_documentation_is_up_to_date() -> None:
    assert options_markdown() in DOCS.read_text(encoding="utf-8"), "run python -m tests.game.test_options"


if __name__ == "__main__":
    before = DOCS.read_text(encoding="utf-8").split("| option ")[0]
    DOCS.write_text(before + options_markdown(), encoding="utf-8")
