"""What a network keeps that begins with other cards, and what it learns first."""

from dataclasses import replace

import numpy as np
import pytest

from munchkin_env.cards.loader import load
from munchkin_env.core.mode import COMPILED
from munchkin_env.learning import carrying
from munchkin_env.learning.carrying import carried, form_for, likeness
from munchkin_env.learning.networks import to_policy
from munchkin_env.learning.rounds import CARRIED_PRIOR, first_student
from munchkin_env.observe import SIZE, card_features
from munchkin_env.players.policy import Policy, load_policy, new_about
from tests.learning.test_rounds import PLAN

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(not COMPILED, reason="games of imitation take the twin minutes")]
DELUXE, STAR = (card_features(load((name,))) for name in ("deluxe", "star"))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("munchkin_env.learning.imitation._GAMES", 64)


def test_cards_are_a_mixture_of_those_that_they_are_like() -> None:
    found = likeness(DELUXE, STAR)
    assert found.shape == (len(STAR), len(DELUXE)) and np.allclose(found.sum(axis=1), 1)
    assert found[0, 0] == 1 and (found[1:, 0] == 0).all(), "no card stays none"
    same = likeness(DELUXE, DELUXE)
    assert (same.max(axis=1) == same.diagonal()).all(), "nothing is more like a card than itself"


@pytest.mark.slow
def test_what_is_not_about_cards_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position without cards and numbers is judged as before; of the rest, only the embeddings of cards learn."""
    base = load_policy("trained-pure")
    made = {}
    for updates in (0, 2):
        monkeypatch.setattr(carrying, "_UPDATES", updates)
        made[updates] = carried(base, "veteran", 4, ("star",), 1, lambda _: None)
        assert all(parameter.requires_grad for parameter in made[updates].parameters())
    form = form_for(base, 4, ("star",))
    nothing = np.zeros((1, SIZE), np.float32)
    assert to_policy(made[0], new_about(["star"], 4, form)).logits(nothing) == pytest.approx(base.logits(nothing), abs=1e-4)
    before, after = (made[n].state_dict() for n in (0, 2))
    changed = {name for name in before if not np.array_equal(before[name], after[name])}
    assert changed and all(name.endswith((".table", ".extra")) for name in changed)


def test_a_student_begins_with_a_policy_of_other_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "_UPDATES", 1)
    plan = replace(PLAN, start="trained-pure", labelling=replace(PLAN.labelling, sets=("star",)))
    student = first_student(plan)
    assert student.about["sets"] == ["star"] and student.about["carried from"] == load_policy("trained-pure").digest
    assert student.prior is not None and student.prior.weight == CARRIED_PRIOR


def test_what_cannot_be_carried_is_refused() -> None:
    base = load_policy("trained-pure")
    with pytest.raises(ValueError, match="for 3 players"):
        form_for(base, 3, ("star",))
    for sets, says in (
        (["western"], "148 kinds of cards, and --set western now has 204"),
        (["mine"], "needs those that it learned"),
    ):
        with pytest.raises(ValueError, match=says):
            form_for(Policy(base.arrays, base.about | {"sets": sets}), 4, ("star",))
