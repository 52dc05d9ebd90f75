"""A walk through the README misses nothing that a reader would copy, and notices what fails."""

import sys
from pathlib import Path

import pytest

from tests.docs.pages import FENCED, ROOT, blocks
from tests.walk import Place, Step, done, follow, steps, walked

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
README = list(steps(TEXT))


def test_everything_that_can_be_copied_is_a_step() -> None:
    python = [step.code for step in README if step.language == "python"]
    assert python == [block.code for block in blocks("README.md") if block.language == "python"]
    indented = [line for line in FENCED.sub("", TEXT).splitlines() if line.startswith("    ")]
    shell = [step.code for step in README if step.language == "shell"]
    assert [line.split("#")[0].strip() for line in indented] == shell


def test_it_leads_to_a_game_a_table_a_trained_agent_and_an_agent_of_ones_own() -> None:
    beginnings = [step.code.split(" --")[0] for step in README]
    for needed in ("munchkin play", "munchkin serve", "munchkin tournament greedy bully trained", "munchkin demo"):
        assert needed in beginnings
    own = next(k for k, step in enumerate(README) if step.code.startswith("class Agent"))
    assert any("my_agent:Agent" in step.code and "--report" in step.code for step in README[own:])


def test_make_needs_a_checkout() -> None:
    wheel, clone = ([step.code for step in walked(README, checkout=checkout)] for checkout in (False, True))
    assert "munchkin demo" in wheel and not any(code.startswith("make") for code in wheel)
    assert clone.count("make demo") == clone.count("make test") == 1 and "munchkin demo" not in clone
    assert len(clone) == len(wheel) + 1


def test_a_step_that_fails_ends_the_walk(tmp_path: Path) -> None:
    place = Place(tmp_path, Path(sys.executable).parent, tmp_path)
    follow(Step("good", "open('there', 'w').close()", "python"), place)
    assert (tmp_path / "there").exists()
    with pytest.raises(RuntimeError, match="ended with 3"):
        done(place.start("python", "-c", "raise SystemExit(3)"))
