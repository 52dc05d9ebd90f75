"""The form of effects: which keys are allowed where, and in which combinations.

What their words refer to is checked during compilation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from munchkin_env.cards.op_forms import ON_EVERY_OP, OP_BY_WORD, OPS, Param
from munchkin_env.cards.schema import EFFECT_KEYS, FILTER_KEYS, REQUIRED, TRIGGERS
from munchkin_env.vocabulary.words import By, CardKind, Op, When

from .values import OPS_LIST, OPTION_LISTS, RESULTS, FilePlace, Flags, Switch, Text, Word, word

Json = Mapping[str, Any]
CONTROL = frozenset((Op.ROLL, Op.CHOOSE, Op.MAY, Op.GROUP))


def every_op(ops: Any) -> Iterator[Json]:
    """The ops and all ops inside them."""
    for op in ops:
        yield op
        for inner in (op.get("then", ()), op.get("else", ()), op.get("ops", ()), *op.get("options", ())):
            yield from every_op(inner)
        for result in op.get("results", ()):
            yield from every_op(result["ops"])


def only_keys(value: Any, keys: Sequence[str], at: FilePlace, needed: Sequence[str] = ()) -> None:
    if not isinstance(value, dict):
        at.fail(f"{value!r} is not an object", list(keys))
    for key in value:
        if key not in keys:
            at.at(str(key)).fail(f"unknown key {key!r}", list(keys))
        if value[key] is None:
            at.at(str(key)).fail("null has no meaning; omit the key")
    for key in needed:
        if key not in value:
            at.fail(f"the key {key!r} is missing")


def check_effect(effect: Any, kind: CardKind, at: FilePlace) -> None:
    only_keys(effect, list(EFFECT_KEYS), at, needed=("on", "ops"))
    allowed = [word(trigger) for trigger, info in TRIGGERS.items() if kind in info.kinds]
    if effect["on"] not in allowed:
        at.at("on").fail(f"{effect['on']!r} is not a trigger of the kind {word(kind)}", allowed)
    offered = effect["on"] in ("on_play", "on_activate")
    if offered != ("when" in effect):
        at.at("when").fail(f"{effect['on']} {'needs' if offered else 'takes no'} windows", Flags(When).words())
    if ("by" in effect) != (effect["on"] == "on_activate" and kind == CardKind.MONSTER):
        at.at("by").fail("`by` is required for abilities of monsters, and not allowed elsewhere", Word(By).words())
    for key in ("optional", "carried", "drawback"):
        Switch().read(effect.get(key, False), at.at(key))
    if effect.get("carried") and (effect["on"] != "on_activate" or kind != CardKind.ITEM):
        at.at("carried").fail("only an Item's on_activate works while carried")
    Text().read(effect.get("name", "none"), at.at("name"))
    check_ops(effect["ops"], at.at("ops"), may_be_empty=effect["on"] == "bad_stuff")
    if "target" in effect and not any("target" in op.values() for op in every_op(effect["ops"])):
        at.at("target").fail("no op uses the target")


def check_ops(ops: Any, at: FilePlace, may_be_empty: bool = False) -> None:
    if not isinstance(ops, list) or not (ops or may_be_empty):
        at.fail(f"{ops!r} is not a list of ops")
    for i, op in enumerate(ops):
        check_op(op, at.at(i))


def check_op(op: Any, at: FilePlace) -> None:
    """An op and the ops inside it."""
    if not isinstance(op, dict) or op.get("op") not in list(OP_BY_WORD):
        at.fail(f"{op.get('op', op) if isinstance(op, dict) else op!r} is not an op", list(OP_BY_WORD))
    kind = OP_BY_WORD[op["op"]]
    verb = OPS[kind]
    only_keys(
        op,
        ["op", *(param.name for param in verb.params), *ON_EVERY_OP],
        at,
        needed=[param.name for param in verb.params if param.default is REQUIRED],
    )
    Switch().read(op.get("drawback", False), at.at("drawback"))
    for key in ("then", "else"):
        if key in op:
            check_ops(op[key], at.at(key))
    for param in verb.params:
        if param.name in op:
            _check_blocks(param, op[param.name], at.at(param.name))
    if kind in _CHECKS:
        _CHECKS[kind](op, at)


def _check_blocks(param: Param, value: Any, at: FilePlace) -> None:
    if param.type is OPS_LIST:
        check_ops(value, at)
    elif param.type is OPTION_LISTS:
        if not isinstance(value, list) or len(value) < 2:
            at.fail("there must be at least two options")
        for i, option in enumerate(value):
            check_ops(option, at.at(i))
    elif param.type is RESULTS:
        _check_results(value, at)


def _check_results(value: Any, at: FilePlace) -> None:
    if not isinstance(value, list):
        at.fail(f"{value!r} is not a list of results")
    faces: list[Any] = []
    for i, result in enumerate(value):
        only_keys(result, ("faces", "ops"), at.at(i), needed=("faces", "ops"))
        if not isinstance(result["faces"], list):
            at.at(i).at("faces").fail(f"{result['faces']!r} is not a list of faces")
        faces += result["faces"]
        check_ops(result["ops"], at.at(i).at("ops"), may_be_empty=True)
    if sorted(map(str, faces)) != list("123456"):
        at.fail(f"the results are for the faces {faces}", "each of 1 to 6 once")


def _filter(op: Json, at: FilePlace) -> Json:
    value = op.get("filter", {})
    if not isinstance(value, dict):
        at.at("filter").fail(f"{value!r} is not a filter", list(FILTER_KEYS))
    return value


def _check_discard(op: Json, at: FilePlace) -> None:
    if op["zone"] == "this" and (extra := {"amount", "filter", "chooser", "need"} & op.keys()):
        at.at(min(extra)).fail("zone this means this card, so there is nothing to choose")
    if (op.get("chooser") == "rule") != ("pick" in _filter(op, at)):
        at.at("chooser").fail("chooser rule and filter.pick require each other")
    if op.get("amount") == "any" and op.get("need") == "full" and "min_total_gold" not in _filter(op, at):
        at.at("need").fail("amount any with need full: only with filter.min_total_gold")


def _check_lose_level(op: Json, at: FilePlace) -> None:
    if op["amount"] == "margin" and "max" not in op:
        at.at("max").fail("a margin needs a max")


def _check_roll(op: Json, at: FilePlace) -> None:
    if ("results" in op) == ("ops" in op):
        at.fail("a roll needs either results or ops")
    if "then" in op:
        at.at("then").fail("a roll uses results instead")


def _check_choose(op: Json, at: FilePlace) -> None:
    if "then" in op:
        at.at("then").fail("a choice uses options instead")


def _check_may(op: Json, at: FilePlace) -> None:
    if "then" in op:
        at.at("then").fail("put it into `ops`")


def _check_group(op: Json, at: FilePlace) -> None:
    for i, inner in enumerate(op["ops"]):
        if {"then", "else"} & inner.keys() or OP_BY_WORD[inner["op"]] in CONTROL:
            at.at("ops").at(i).fail("inside a group an op takes neither then nor else, and must not be " + ", ".join(map(word, CONTROL)))


def _check_cannot(op: Json, at: FilePlace) -> None:
    if (op["what"] == "use_ability") != ("ability" in op):
        at.at("ability").fail("only use_ability takes an ability, and it needs one")


def _check_attach(op: Json, at: FilePlace) -> None:
    if not {"bonus", "run", "ignore"} & op.keys():
        at.fail("it is attached but changes nothing", ["bonus", "run", "ignore"])


def _check_phase(op: Json, at: FilePlace) -> None:
    if (op["action"] == "skip") != ("until" in op):
        at.at("until").fail("only a skip takes until, and it needs it")


_CHECKS: Mapping[Op, Callable[[Json, FilePlace], None]] = {
    Op.DISCARD: _check_discard,
    Op.LOSE_LEVEL: _check_lose_level,
    Op.ROLL: _check_roll,
    Op.CHOOSE: _check_choose,
    Op.MAY: _check_may,
    Op.GROUP: _check_group,
    Op.CANNOT: _check_cannot,
    Op.ATTACH: _check_attach,
    Op.PHASE: _check_phase,
}
