"""Decisions and steps are declared once; what is made from the declarations is fresh."""

from pathlib import Path
from textwrap import dedent

import pytest

from munchkin_env.engine import generate
from munchkin_env.engine.flow.declared import DECISION_OF, DECLARED
from munchkin_env.engine.flow.dispatch import is_ring
from munchkin_env.engine.state.actions import SEGMENTS, Verb
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.engine.state.records import Frame
from munchkin_env.game.notation import RINGS

BEGIN = "from munchkin_env.engine.state.declare import Decision\n"


def test_the_made_files_are_fresh() -> None:
    made = generate.files()
    assert set(made) == {generate.KINDS_FILE, generate.NAMES_FILE, generate.DISPATCH_FILE, generate.DECLARED_FILE}
    stale = [file for file, text in made.items() if (generate.ENGINE / file).read_text(encoding="utf-8") != text]
    assert stale == [], "a declaration has changed: run python -m munchkin_env.engine.generate"


def test_every_kind_is_declared_and_says_what_it_is() -> None:
    assert list(DECLARED) == list(Kind)
    assert [kind for kind in Kind if kind < FIRST_AUTOMATIC] == list(DECISION_OF)
    assert all(one.question for one in DECISION_OF.values())
    assert all(DECLARED[kind].name == kind.name for kind in Kind)


def test_rings_go_round() -> None:
    assert {kind for kind in Kind if is_ring(kind)} == RINGS
    assert all(any(r.name == "passed" for r in DECISION_OF[kind].registers) for kind in RINGS)


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name)
def test_registers_are_numbers_of_a_frame(kind: Kind) -> None:
    for register in DECLARED[kind].registers:
        assert register.name in Frame.declared or register.name in Frame.also, register.name


@pytest.mark.parametrize("kind", DECISION_OF, ids=lambda kind: kind.name)
def test_what_a_decision_tells_and_names_is_there(kind: Kind) -> None:
    one = DECISION_OF[kind]
    own = {register.name for register in one.registers}
    for name in (*one.tells.values(), *({one.pool} - {"", "discards"})):
        below = [register.name for step in one.lies_on for register in DECLARED[Kind(step)].registers]
        assert name in own or name.removeprefix("below.") in below, name
    segments = {segment.name for segment in SEGMENTS}
    assert all(key in segments if "{}" in text else key in Verb.__members__ for key, text in one.actions.items())
    assert one.shows in ("", "offer", "trade") and (not one.public or one.tells or one.shows)


@pytest.mark.parametrize(
    ("declarations", "says"),
    [
        ('DECISIONS = (Decision("NEW", 23, "?", legal=f, apply=f),)', "number 23 is declared twice"),
        ('DECISIONS = (Decision("SELL", 50, "?", legal=f, apply=f),)', "name SELL is declared twice"),
        ('DECISIONS = (Decision("NEW", 64, "?", legal=f, apply=f),)', "NEW has number 64; must be 0 to 63"),
        ('STEPS = (Step("NEW", 63, run=f),)', "NEW has number 63; must be 64 to 255"),
        ("DECISIONS = (Decision(NAME, 50, legal=f, apply=f),)", "begins with its name and its number, written out"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(declarations: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sell = (generate.ENGINE / "rules" / "goods" / "sell.py").read_text(encoding="utf-8")
    (tmp_path / "sell.py").write_text(sell, encoding="utf-8")
    (tmp_path / "new.py").write_text(declarations, encoding="utf-8")
    monkeypatch.setattr(generate, "ENGINE", tmp_path)
    with pytest.raises(generate.DeclarationError, match=says):
        generate.found()


def test_names_and_numbers_are_read_without_importing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule may name kinds that the enum does not have yet."""
    (tmp_path / "new.py").write_text(
        dedent("""
        from nowhere import nothing
        TURN = (Kind.NEW_STEP,)
        DECISIONS = (Decision("NEW", 50, "?", legal=nothing, apply=nothing),)
        STEPS = (*OTHERS, Step("NEW_STEP", 200, run=nothing))
    """),
        encoding="utf-8",
    )
    monkeypatch.setattr(generate, "ENGINE", tmp_path)
    assert [(one.name, one.number, one.is_decision) for one in generate.found()] == [("NEW", 50, True), ("NEW_STEP", 200, False)]
