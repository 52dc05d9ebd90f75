"""A kind uses only registers that it declares: every access to a frame is looked at, in games of all sets and in what is seen of them."""

import ast
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import munchkin_env.core
from munchkin_env.core.mode import COMPILED
from munchkin_env.engine.flow.declared import DECLARED
from munchkin_env.engine.state import stack
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import Frame
from munchkin_env.game.game import Game
from munchkin_env.game.render import render
from munchkin_env.players.bots import explain
from tests.play import EACH_AND_ALL

OF_ALL = ("kind", "player")
CLEANS = stack.__file__
"""The file that makes frames: it knows the numbers, not the names."""

in_the_twin = pytest.mark.skipif(COMPILED, reason="compiled code reads bytes")

NUMBERS_OF_A_FRAME = {"a", "b", "c", "d", "bits32", "bits64"}
"""Those that mean nothing but in one kind or another."""
OTHERS_OF_THAT_NAME = {"a.a", "r.a", "row.a", "self.a", "t.atom[c.start].a"}
"""Arguments of atoms, and arrays of a network."""


class Watched:
    """In the place of a field of a frame."""

    def __init__(self, name: str, field: Any, wrong: set[str]) -> None:
        self.name, self.field, self.wrong = name, field, wrong

    def __get__(self, frame: Any, owner: Any = None) -> Any:
        return self if frame is None else self.field.__get__(self.looked_at(frame), owner)

    def __set__(self, frame: Any, value: Any) -> None:
        self.field.__set__(self.looked_at(frame), value)

    def looked_at(self, frame: Any) -> Any:
        caller = sys._getframe(2)
        kind = Kind(frame.kind) if frame.kind in Kind._value2member_map_ else None
        if caller.f_code.co_filename != CLEANS and (kind is None or self.name not in NAMES[kind]):
            self.wrong.add(f"{Path(caller.f_code.co_filename).name}:{caller.f_lineno}: {kind!r} does not declare a register {self.name!r}")
        return frame


NAMES = {kind: {register.name for register in one.registers} for kind, one in DECLARED.items()}


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What is wrong in whatever runs from now on. (ctypes takes new attributes of a structure for all its instances.)"""
    found: set[str] = set()
    for name in [*Frame.declared, *Frame.also]:
        if name not in OF_ALL:
            monkeypatch.setattr(Frame.Structure, name, Watched(name, Frame.Structure.__dict__[name], found))
    return found


@pytest.mark.slow
@in_the_twin
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
@pytest.mark.parametrize("seed", range(2))
def test_a_kind_uses_only_registers_that_it_declares(sets: tuple[str, ...], seed: int, wrong: set[str]) -> None:
    rng = random.Random(seed)
    game = Game(3 + seed, sets, seed=seed, log=True, counter_offers=True, binding_deals=False, win_level=6, listen_at_door=True)
    for n in range(1500):
        if game.over:
            break
        if n % 5 == 0:
            for seat in range(game.num_players):
                game.observe(seat)
                game.observe_compact(seat)
            render(game, game.seat)
            game.determinise(game.seat, seed=n)
            Game.from_bytes(game.to_bytes())
        bot = explain(game, "greedy")[0] if n % 3 else None
        game.apply(bot if bot is not None else rng.choice([action for text, action in game.texts().items() if text != "trade"]))
    assert not wrong


@in_the_twin
def test_a_register_that_is_not_declared_is_noticed(wrong: set[str]) -> None:
    game = Game(2, seed=1)
    assert game.decision == "CHOOSE_SEX" and not wrong
    assert game.top.why == 0
    game.top.a = 1
    assert sorted(one.partition(": ")[2] for one in wrong) == [
        f"<Kind.CHOOSE_SEX: 0> does not declare a register {name!r}" for name in ("a", "why")
    ]


def test_nothing_uses_a_number_of_a_frame_without_its_name() -> None:
    package = Path(munchkin_env.core.__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        if str(path) == CLEANS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in NUMBERS_OF_A_FRAME:
                said = ast.unparse(node)
                assert said in OTHERS_OF_THAT_NAME, (
                    f"{path.name}, line {node.lineno}: {said}: declare a name for the register, and use that"
                )
