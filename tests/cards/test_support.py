"""A card that the engine would play wrongly is refused, with the reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.cards.values import CardSetError

TINY = Path(__file__).with_name("tiny.json")


def with_effect(tmp_path: Path, effect: dict[str, Any]) -> Path:
    """The tiny set, whose Class has this effect, too."""
    content = json.loads(TINY.read_text(encoding="utf-8"))
    next(card for card in content["cards"] if card["id"] == "accountant")["effects"].append(effect)
    path = tmp_path / "office.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("op", "reason"),
    [
        ({"op": "cannot", "who": "self", "what": "use_ability", "ability": "creative_accounting"}, "only be forbidden for a limited time"),
        ({"op": "capacity", "who": "self", "what": ["headgear", "companions"], "amount": 1}, "one place for several kinds"),
    ],
)
def test_what_the_engine_does_not_run_is_refused(tmp_path: Path, op: dict[str, Any], reason: str) -> None:
    with pytest.raises(CardSetError, match=r"office\.json.*accountant.*effects.*" + reason):
        load([with_effect(tmp_path, {"on": "while_in_play", "ops": [op]})])


@pytest.mark.parametrize("what", [[{}, {}], ["headgear", ["companions"]], 3, {"headgear": 1, "companions": 1}, "headgear", [None, 1.5]])
def test_words_of_the_wrong_type_are_refused_as_such(tmp_path: Path, what: object) -> None:
    """What the engine does not run is looked for among words that have been checked."""
    with pytest.raises(CardSetError, match=r"accountant.*is not a(n allowed word| list of words)"):
        load([with_effect(tmp_path, {"on": "while_in_play", "ops": [{"op": "capacity", "who": "self", "what": what, "amount": 1}]})])


def test_it_is_found_inside_other_ops_too(tmp_path: Path) -> None:
    inner = {"op": "discard", "who": "self", "zone": "hand", "amount": 1, "to": "pile_bottom"}
    effect = {"on": "on_activate", "when": ["not_in_combat"], "name": "raise", "ops": [{"op": "may", "who": "self", "ops": [inner]}]}
    with pytest.raises(CardSetError, match="only the card itself goes to the bottom"):
        load([with_effect(tmp_path, effect)])


def test_what_it_runs_is_not_refused(tmp_path: Path) -> None:
    load([with_effect(tmp_path, {"on": "while_in_play", "ops": [{"op": "run_mod", "who": "self", "amount": 1}]})])
