"""The settings of a training run are declared once: the command line, the checks and docs/training.md are made from the declaration."""

import argparse
import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import experiments.settings
from experiments.settings import Range, Setup, TrainError, add_option, check, flag, parser, settings_markdown

DOCS = Path(__file__).parents[2] / "docs" / "training.md"
TABLE = re.compile(r"\| option \| default \| (?:a number \| )?meaning \|\n(?:\|.*\n)*")


def written(page: str) -> str:
    """The page with the table as it should be."""
    return TABLE.sub(lambda _: settings_markdown(), page, count=1)


def test_the_documentation_is_up_to_date() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert settings_markdown() in page and written(page) == page, "run python -m tests.experiments.test_settings"


def test_every_setting_has_a_meaning_and_an_option() -> None:
    told = re.sub(r"\s+", " ", parser("x").format_help())
    for one in fields(Setup):
        assert one.metadata["meaning"]
        assert flag(one.name) in told


def test_other_commands_take_their_options_from_the_settings() -> None:
    """What means the same (--games does not) is declared once. evaluate.py has no settings: they name its bots."""
    same = [flag(name) for name in ("teacher", "network", "players", "sets", "imitate", "steps", "seed")]
    for path in sorted(Path(experiments.settings.__file__).parent.glob("*.py")):
        declared = re.findall(r'add_argument\(\s*"(--[\w-]+)"', path.read_text(encoding="utf-8"))
        assert path.name == "evaluate.py" or not set(declared) & set(same), f"{path.name}: use add_option"


def test_an_option_of_another_command_may_have_its_own_default() -> None:
    one = argparse.ArgumentParser()
    for name, default in (("players", None), ("steps", 100), ("sets", None)):
        add_option(one, name, default)
    assert vars(one.parse_args([])) == {"players": Setup.players, "steps": 100, "sets": None}
    assert vars(one.parse_args(["--set", "star", "--set", "potter", "--players", "3"])) == {
        "players": 3,
        "steps": 100,
        "sets": ["star", "potter"],
    }
    assert set(vars(parser("x").parse_args(["--out", "runs"]))) >= {one.name for one in fields(Setup)}
    assert all(getattr(parser("x").parse_args(["--out", "runs"]), one.name) is None for one in fields(Setup)), "not given"


@pytest.mark.parametrize("name", [one.name for one in fields(Setup) if one.metadata["within"]])
def test_a_number_outside_its_range_is_refused(name: str) -> None:
    within: Range = next(one for one in fields(Setup) if one.name == name).metadata["within"]
    wrong = next(number for number in (-1, 0, 2) if not within.holds(number))
    with pytest.raises(TrainError, match=f"{flag(name)} {wrong}: must be a number {re.escape(within.words)}"):
        check(replace(Setup(), **dict[str, Any]({name: wrong})))


if __name__ == "__main__":
    DOCS.write_text(written(DOCS.read_text(encoding="utf-8")), encoding="utf-8")
