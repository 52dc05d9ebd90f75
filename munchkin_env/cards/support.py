"""What the vocabulary can express but the engine does not run yet, because no set has needed it.

Cards that use it are rejected by the loader: they would be played wrongly, and nobody would notice.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .conditions import CardInfo

_Json = Mapping[str, Any]


_WORN = {"hands", "headgear", "footgear"}


def _has(name: str, *values: Any) -> Callable[[_Json], bool]:
    return lambda op: op.get(name) in values if values else name in op


_OPS: dict[str, tuple[tuple[Callable[[_Json], bool], str], ...]] = {
    "discard": (
        (lambda op: op.get("to") == "pile_bottom" and op["zone"] != "this", "only the card itself goes to the bottom of the pile"),
    ),
    "transfer": ((lambda op: op.get("into") == "equipped" and not op.get("must_win"), "a taken Item arrives unequipped"),),
    "monster_mod": ((_has("monster", "all"), "only one monster is changed at a time"),),
    "cannot": ((lambda op: op["what"] == "use_ability" and "until" not in op, "an ability can only be forbidden for a limited time"),),
    "run_mod": ((lambda op: op.get("mode") == "replace" and "until" in op, "timed modifiers are always added to the others"),),
    "capacity": ((lambda op: len(op["what"]) > 1 and not set(op["what"]) <= _WORN, "one place for several kinds is only for worn Items"),),
}


def refuse_what_does_not_run(card: CardInfo) -> None:
    """Raises CardSetError."""
    for effect in card.data.get("as_monster", {}).get("effects", ()):
        if effect["on"] in ("on_activate", "on_kill"):
            card.place.at("as_monster").fail(f"the engine does not play this yet: {effect['on']} of a Steed fought as a monster")
    for effect in card.effects:
        if effect["on"] == "on_would_die" and {"cost", "limit"} & effect.keys():
            card.place.at("effects").fail("the engine does not play this yet: cards that save from death may have no cost or limit")
        for op in ops_in(effect.get("ops", ())):
            for test, reason in _OPS.get(op["op"], ()):
                if test(op):
                    card.place.at("effects").fail(f"the engine does not play this {op['op']} yet: {reason}")


def ops_in(value: Any) -> Iterator[_Json]:
    """Every op of a program, at any depth."""
    if isinstance(value, Mapping):
        if "op" in value:
            yield value
        for inner in value.values():
            yield from ops_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from ops_in(inner)
