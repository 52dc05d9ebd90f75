"""The settings of a training run are declared once: the command line, the checks and docs/training.md are made from the declaration."""

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from experiments.settings import Range, Setup, TrainError, check, flag, parser, settings_markdown

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


@pytest.mark.parametrize("name", [one.name for one in fields(Setup) if one.metadata["within"]])
def test_a_number_outside_its_range_is_refused(name: str) -> None:
    within: Range = next(one for one in fields(Setup) if one.name == name).metadata["within"]
    wrong = next(number for number in (-1, 0, 2) if not within.holds(number))
    with pytest.raises(TrainError, match=f"{flag(name)} {wrong}: must be a number {re.escape(within.words)}"):
        check(replace(Setup(), **dict[str, Any]({name: wrong})))


if __name__ == "__main__":
    DOCS.write_text(written(DOCS.read_text(encoding="utf-8")), encoding="utf-8")
