"""Compiles effects of cards to rows: rows of a standing effect are looked up, rows of any other effect are a program.

A program runs from top to bottom; `jump` fields skip, groups are loops. The comments at `Op` in the vocabulary describe
the control rows. Nothing here knows a card by name.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from munchkin_env.cards.op_forms import OP_BY_WORD, OPS, UNTIL, WHO, OpForm, Param
from munchkin_env.cards.schema import TRIGGER_BY_WORD, TRIGGERS
from munchkin_env.vocabulary.words import ALL, NONE, By, CardKind, Needs, Of, Op, Per, Slot, Trigger, When, Which, Who, Zone

from .check import CONTROL, Json, every_op, only_keys
from .conditions import CardInfo, Conditions, FilterRow, Filters, Names
from .values import ABILITY, CONDITION, FILTER, MONSTER_WORD, TAG, FilePlace, Flags, Number, Switch, Word, word

CompiledRow = dict[str, int]
GROUPS = frozenset(who for who in Who if who >= Who.EACH_FIGHTER)
SET_IN_PROGRAMS = frozenset((Op.BONUS, Op.RUN_MOD, Op.IGNORE, Op.CANNOT, Op.DIE_MOD, Op.MULTIPLY))  # markers: they need an end
SURE = frozenset((Op.ROLL, Op.CHOOSE, Op.LOSE_LEVEL, Op.SET_LEVEL))  # never impossible: their else is for `requires`
NONE_FIELDS = ("cond", "per", "filter", "jump")  # the fields in which 0 would be a reference


@dataclass
class Label:
    """A target of jumps: the row's position from the start of its program, once placed."""

    row: int = NONE


@dataclass
class Program:
    rows: list[CompiledRow] = field(default_factory=list)
    jumps: list[tuple[CompiledRow, Label]] = field(default_factory=list)

    def add(self, op: Op, jump: Label | None = None, **fields: int) -> CompiledRow:
        row = {"op": int(op), "amount": 1, **dict.fromkeys(NONE_FIELDS, NONE), **fields}
        self.rows.append(row)
        if jump is not None:
            self.jumps.append((row, jump))
        return row

    def place(self, label: Label) -> None:
        label.row = len(self.rows)

    def link(self, start: int) -> list[CompiledRow]:
        for row, label in self.jumps:
            row["jump"] = start + label.row
        return self.rows


@dataclass(frozen=True)
class OpScope:
    """The context of an op: what its words may refer to."""

    trigger: Trigger
    of_monster: bool
    has_target: bool
    requires: int = NONE  # standing: the inverted `requires` of the op whose else contains this one
    in_loop: bool = False
    tally: bool = False  # directly in a group

    @property
    def subject(self) -> Who:
        return TRIGGERS[self.trigger].subject if self.has_user or self.trigger != Trigger.ON_KILL else Who.MAIN

    @property
    def has_user(self) -> bool:
        return not self.of_monster or self.trigger == Trigger.ON_ACTIVATE


@dataclass
class EffectRow:
    """An effect before it has a place in the tables."""

    fields: CompiledRow
    program: Program


class Compiler:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.conditions = Conditions(names)
        self.filters = Filters(names)

    # -------------------------------------------------------------------------------------- effects

    def effects_of(self, card: CardInfo) -> Iterator[EffectRow]:
        at = card.place.at("effects")
        for i, effect in enumerate(card.effects):
            yield from self.effect(effect, card.kind, at.at(i))
        fought = card.data.get("as_monster")
        if fought is not None:
            for i, effect in enumerate(fought["effects"]):
                yield from self.effect(effect, CardKind.MONSTER, card.place.at("as_monster").at("effects").at(i))

    def effect(self, effect: Any, kind: CardKind, at: FilePlace) -> Iterator[EffectRow]:
        """The effect's row; two for an on_kill that brings Levels and something else (REW-04: Levels come first)."""
        trigger = TRIGGER_BY_WORD[effect["on"]]
        for part, ops in split(trigger, effect["ops"]):
            scope = OpScope(trigger, kind == CardKind.MONSTER, "target" in effect)
            program = Program()
            self.ops(ops, program, scope, at.at("ops"))
            yield EffectRow(self.effect_fields(effect, part, scope, at), program)

    def effect_fields(self, effect: Json, trigger: Trigger, scope: OpScope, at: FilePlace) -> CompiledRow:
        row: CompiledRow = {
            "trigger": int(trigger),
            "name": NONE,
            "requires": NONE,
            "target_requires": NONE,
            "cost_zone": NONE,
            "cost_filter": NONE,
        }
        row["when"] = Flags(When).read(effect["when"], at.at("when")) if "when" in effect else 0
        row["by"] = Word(By).read(effect.get("by", "self"), at.at("by"))
        row["name"] = self.names.ability(effect["name"], at) if "name" in effect else NONE
        row["optional"] = int(effect.get("optional", False))
        row["carried"] = int(effect.get("carried", False))
        if "requires" in effect:
            drawback = effect.get("drawback", False) or (scope.of_monster and all(harms(op) for op in effect["ops"]))
            row["requires"] = self.conditions.add(
                effect["requires"], at.at("requires"), drawback=drawback, not_is_drawback=scope.of_monster
            )
        row |= self.target(effect["target"], at.at("target")) if "target" in effect else {}
        row |= self.cost(effect["cost"], at.at("cost")) if "cost" in effect else {}
        row |= _limit(effect["limit"], at.at("limit")) if "limit" in effect else {}
        row["may_win"] = int(any(op["op"] == "gain_level" and op.get("may_win", False) for op in every_op(effect["ops"])))
        row["needs"] = int(needs(trigger, effect["ops"]))
        return row

    def target(self, value: Any, at: FilePlace) -> CompiledRow:
        only_keys(value, ("of", "count", "requires"), at, needed=("of",))
        count = Number(1, 1, (("1-2", 2),)).read(value.get("count", 1), at.at("count"))
        requires = self.conditions.add(value["requires"], at.at("requires")) if "requires" in value else NONE
        of = Word(Of, tuple(of for of in Of if of != Of.NOBODY)).read(value["of"], at.at("of"))
        return {"target": of, "targets": count, "target_requires": requires}

    def cost(self, value: Any, at: FilePlace) -> CompiledRow:
        only_keys(value, ("discard", "discard_this"), at)
        if not value:
            at.fail("a cost must not be empty", ["discard", "discard_this"])
        row: CompiledRow = {"cost_this": Switch().read(value.get("discard_this", False), at.at("discard_this"))}
        if "discard" in value:
            row |= self.discard_cost(value["discard"], at.at("discard"))
        return row

    def discard_cost(self, value: Any, at: FilePlace) -> CompiledRow:
        only_keys(value, ("zone", "amount", "filter", "at_least", "same_deck"), at, needed=("zone",))
        found = self.filters.add(value["filter"], at.at("filter")) if "filter" in value else FilterRow()
        if found.gold or found.pick:
            at.at("filter").fail("a cost takes neither min_total_gold nor pick")
        return {
            "cost_zone": Word(Zone, tuple(z for z in Zone if z != Zone.THIS)).read(value["zone"], at.at("zone")),
            "cost_amount": Number(1, 99, (("all", ALL),)).read(value.get("amount", 1), at.at("amount")),
            "cost_filter": found.filter,
            "cost_at_least": Number(0, 99).read(value.get("at_least", 0), at.at("at_least")),
            "cost_same_deck": Switch().read(value.get("same_deck", False), at.at("same_deck")),
        }

    # -------------------------------------------------------------------------------------- ops

    def ops(self, ops: Any, out: Program, scope: OpScope, at: FilePlace) -> None:
        for i, op in enumerate(ops):
            self.op(op, out, scope, at.at(i))

    def op(self, op: Any, out: Program, scope: OpScope, at: FilePlace) -> None:
        kind = OP_BY_WORD[op["op"]]
        verb = OPS[kind]
        if TRIGGERS[scope.trigger].standing:
            self.standing(op, kind, verb, out, scope, at)
            return
        if not verb.runs:
            at.fail(f"{op['op']} cannot be run", f"in {', '.join(word(t) for t in verb.stands)}")
        if kind in SET_IN_PROGRAMS and "until" not in op:
            at.fail(f"{op['op']} needs `until` here", UNTIL.type.words())
        self.looped(op, kind, verb, out, scope, at)

    def standing(self, op: Json, kind: Op, verb: OpForm, out: Program, scope: OpScope, at: FilePlace) -> None:
        """A row to look up: its `requires` goes into the row, an `else` becomes rows with the opposite."""
        if scope.trigger not in verb.stands:
            at.fail(f"{op['op']} cannot hold {word(scope.trigger)}", [word(o) for o, v in OPS.items() if scope.trigger in v.stands])
        for key in ("then", "until"):
            if key in op:
                at.at(key).fail(f"not in {word(scope.trigger)}")
        requires = self.requires(op, scope, at)
        row = out.add(kind)
        self.fill(row, op, verb, scope, at)
        row["cond"] = self.conditions.both(self.conditions.both(scope.requires, requires), row["cond"])
        if "else" in op:
            if requires == NONE:
                at.at("else").fail("an else needs `requires` here")
            other = self.conditions.both(scope.requires, self.conditions.inverse(requires))
            self.ops(op["else"], out, replace(scope, requires=other), at.at("else"))

    def looped(self, op: Json, kind: Op, verb: OpForm, out: Program, scope: OpScope, at: FilePlace) -> None:
        """The op once, or for each member of a group, or for a player picked by the user."""
        key = group_key(op, verb)
        if key is not None:
            self.for_each(key, op, kind, verb, out, scope, at)
        elif op.get("who", op.get("from")) == "any_player" and kind not in (Op.CANCEL, Op.SET_DIE):
            self.for_picked(op, kind, verb, out, scope, at)
        else:
            self.once(op, kind, verb, out, scope, at)

    def for_each(self, key: str, op: Json, kind: Op, verb: OpForm, out: Program, scope: OpScope, at: FilePlace) -> None:
        if scope.in_loop or scope.tally:
            at.at(key).fail(f"{op[key]!r} is a group inside another group")
        relative = scope.subject
        if key == "to":
            relative = Who(Word(Who).read(op["from"], at.at("from")))
        out.add(Op.EACH, who=Word(Who).read(op[key], at.at(key)), to=int(relative))
        again, end = Label(), Label()
        out.place(again)
        row = out.add(Op.NEXT, end)
        if (order := verb.param("order")) is not None:
            row["order"] = order.type.read(op.get("order", order.default), at.at("order"))
        self.once({**op, key: "it"}, kind, verb, out, replace(scope, in_loop=True), at)
        out.add(Op.GO, again)
        out.place(end)

    def for_picked(self, op: Json, kind: Op, verb: OpForm, out: Program, scope: OpScope, at: FilePlace) -> None:
        key = "who" if "who" in op else "from"
        found = self.filters.add(op["filter"], at.at("filter")) if "filter" in op else FilterRow()
        zone = Word(Zone).read(op["zone"], at.at("zone")) if "zone" in op else int(Zone.HAND)
        nobody, end = Label(), Label()
        cond = self.requires(op, scope, at)
        out.add(Op.PICK_PLAYER, nobody, cond=cond, filter=found.filter, zone=zone, flag=int("zone" in op))
        picked = {name: part for name, part in op.items() if name != "requires"}
        self.once({**picked, key: "it"}, kind, verb, out, replace(scope, in_loop=True), at)
        if "else" not in op:
            out.place(nobody)
            return
        out.add(Op.GO, end)
        out.place(nobody)
        self.ops(op["else"], out, scope, at.at("else"))
        out.place(end)

    def once(self, op: Json, kind: Op, verb: OpForm, out: Program, scope: OpScope, at: FilePlace) -> None:
        """[TEST] the op [IF_FAILED] then.. [GO] else.."""
        otherwise, end = Label(), Label()
        cond = self.requires(op, scope, at)
        lasts = kind in SET_IN_PROGRAMS and cond != NONE and self.conditions.is_about_the_fight(cond) and not {"then", "else"} & op.keys()
        if cond != NONE and not lasts:
            out.add(Op.TEST, otherwise, cond=cond, who=self.tested(op, scope, at))
        self.body(op, kind, verb, otherwise, out, scope, at)
        if lasts:  # checked as long as the modifier lasts, not when it begins (MON-15)
            out.rows[-1]["cond"] = cond
        if scope.tally:
            out.add(Op.TALLY)
        if can_fail(op, kind):
            out.add(Op.IF_FAILED, otherwise)
        self.ops(op.get("then", ()), out, replace(scope, tally=False), at.at("then"))
        if op.get("else"):
            out.add(Op.GO, end)
            out.place(otherwise)
            self.ops(op["else"], out, replace(scope, tally=False), at.at("else"))
        else:
            out.place(otherwise)
        out.place(end)

    def body(self, op: Json, kind: Op, verb: OpForm, otherwise: Label, out: Program, scope: OpScope, at: FilePlace) -> None:
        inner = replace(scope, tally=False)
        match kind:
            case Op.ROLL:
                self.roll(op, out, inner, at)
            case Op.CHOOSE:
                self.choose(op, out, inner, at)
            case Op.MAY:
                out.add(kind, otherwise, who=self.who("who", op["who"], inner, at))
                self.ops(op["ops"], out, inner, at.at("ops"))
            case Op.GROUP:
                self.ops(op["ops"], out, replace(scope, tally=True), at.at("ops"))
                out.add(Op.END_GROUP, need=OPS[kind].params[1].type.read(op.get("need", "any"), at.at("need")), amount=len(op["ops"]))
            case _:
                self.fill(out.add(kind), op, verb, scope, at)

    def roll(self, op: Json, out: Program, scope: OpScope, at: FilePlace) -> None:
        out.add(Op.ROLL, who=self.who("who", op["who"], scope, at))
        if "ops" in op:
            self.ops(op["ops"], out, scope, at.at("ops"))
            return
        end = Label()
        for i, result in enumerate(op["results"]):
            after = Label()
            if result["ops"]:
                out.add(Op.FACES, after, what=sum(1 << face for face in result["faces"]))
                self.ops(result["ops"], out, scope, at.at("results").at(i).at("ops"))
                out.add(Op.GO, end)
            out.place(after)
        out.place(end)

    def choose(self, op: Json, out: Program, scope: OpScope, at: FilePlace) -> None:
        out.add(Op.CHOOSE, who=self.who("who", op["who"], scope, at), amount=len(op["options"]))
        starts, end = [Label() for _ in op["options"]], Label()
        for start in starts:
            out.add(Op.OPTION, start)
        for i, option in enumerate(op["options"]):
            out.place(starts[i])
            self.ops(option, out, scope, at.at("options").at(i))
            out.add(Op.GO, end)
        out.place(end)

    # -------------------------------------------------------------------------------------- parameters

    def requires(self, op: Json, scope: OpScope, at: FilePlace) -> int:
        if "requires" not in op:
            return NONE
        drawback = op.get("drawback", False) or (scope.of_monster and harms(op))
        return self.conditions.add(op["requires"], at.at("requires"), drawback=drawback, not_is_drawback=scope.of_monster)

    def tested(self, op: Json, scope: OpScope, at: FilePlace) -> int:
        """Whom `requires` is about: the op's who; without one, the player that the effect is about."""
        verb = OPS[OP_BY_WORD[op["op"]]]
        for key in ("who", "from"):
            param = verb.param(key)
            if param is not None and param.type == WHO.type:
                return self.who(key, op[key], scope, at)
        return int(scope.subject)

    def who(self, key: str, value: Any, scope: OpScope, at: FilePlace) -> int:
        who = Who(Word(Who).read(value, at.at(key)))
        missing = {
            Who.SELF: not scope.has_user and "a monster's effect has no user",
            Who.VICTIM: scope.subject != Who.VICTIM and f"there is no victim in {word(scope.trigger)}",
            Who.TARGET: not scope.has_target and "the effect has no target",
            Who.IT: not scope.in_loop and "this is not inside a group",
        }.get(who)
        if missing:
            at.at(key).fail(f"{value!r} refers to nobody here: {missing}")
        return int(who)

    def fill(self, row: CompiledRow, op: Json, verb: OpForm, scope: OpScope, at: FilePlace) -> None:
        for param in verb.params:
            value = op.get(param.name, param.default)
            if value is not None:
                row |= self.fields(param, value, op, scope, at)
        row["covers"] = int(self.covers_headgear(row))

    def fields(self, param: Param, value: Any, op: Json, scope: OpScope, at: FilePlace) -> CompiledRow:
        here = at.at(param.name)
        if param.type == Word(Who):
            return {param.field: self.who(param.name, value, scope, at)}
        if param.type is FILTER:
            found = self.filters.add(value, here)
            return {"filter": found.filter, "gold": found.gold} | ({"pick": found.pick} if found.pick else {})
        if param.type is CONDITION:
            drawback = scope.of_monster and harms(op)
            added = self.conditions.add(
                value, here, drawback=drawback, not_is_drawback=scope.of_monster, companions=drawback and param.name == "vs"
            )
            return {param.field: added}
        if param.type is MONSTER_WORD:
            return self.monster(value, here)
        if param.type is TAG:
            return {param.field: 1 << self.names.tag(value, here)}
        if param.type is ABILITY:
            return {param.field: self.names.ability(value, here)}
        number = param.type.read(value, here)
        if param.name in FLAG_WORDS:
            number = FLAG_WORDS[param.name][value]
        return {param.field: number} if param.field else {}

    def monster(self, value: Any, at: FilePlace) -> CompiledRow:
        if not isinstance(value, dict):
            return {"to": Word(Which, (Which.THIS, Which.ONE, Which.ALL)).read(value, at)}
        only_keys(value, ("id",), at, needed=("id",))
        types = self.names.card(value["id"], at.at("id"))
        if any(self.names.cards[type_id].kind != CardKind.MONSTER for type_id in types):
            at.at("id").fail(f"{value['id']!r} is not a monster")
        return {"to": int(Which.CARD), "filter": self.filters.only(types)}

    def covers_headgear(self, row: CompiledRow) -> bool:
        """Does the op always take Headgear: only Headgear, or all of something that includes it?"""
        if row["op"] not in (Op.DISCARD, Op.TRANSFER) or row.get("zone") not in (Zone.PLAY, Zone.EQUIPPED, Zone.ANY, Zone.HAND_OR_ITEMS):
            return False
        headgear = [card.slot == Slot.HEADGEAR for card in self.names.cards]
        matches = [True] * len(headgear) if row["filter"] == NONE else list(self.filters.rows[row["filter"]])
        pairs = list(zip(headgear, matches, strict=True))
        nothing_else = any(matches) and all(is_headgear for is_headgear, match in pairs if match)
        everything = row["amount"] == ALL and all(match for is_headgear, match in pairs if is_headgear)
        return nothing_else or everything


FLAG_WORDS: Mapping[str, Mapping[str, int]] = {
    "value_as": {"paid": 1},
    "action": {"grant": 1, "skip": 0},
    "helper": {"self_decides": int(Who.HELPER)},
}


def _limit(value: Any, at: FilePlace) -> CompiledRow:
    only_keys(value, ("times", "per"), at, needed=("times", "per"))
    times = Number(1, 20).read(value["times"], at.at("times"))
    return {"times": times, "per": Word(Per, tuple(per for per in Per if per != Per.NONE)).read(value["per"], at.at("per"))}


# ------------------------------------------------------------------------------------------ questions about effects


def split(trigger: Trigger, ops: Sequence[Json]) -> list[tuple[Trigger, list[Json]]]:
    if trigger != Trigger.ON_KILL:
        return [(trigger, list(ops))]
    levels = [op for op in ops if op["op"] == "gain_level"]
    others = [op for op in ops if op["op"] != "gain_level"]
    return [(part, found) for part, found in ((Trigger.ON_KILL_LEVEL, levels), (Trigger.ON_KILL, others)) if found]


def harms(op: Json) -> bool:
    """Is the op of a monster bad for the munchkins who satisfy its condition?"""
    amount = op.get("amount", 0)
    number = amount if isinstance(amount, int) else 1
    return bool(op.get("drawback")) or (op["op"] == "monster_mod" and number > 0) or (op["op"] in ("bonus", "run_mod") and number < 0)


def can_fail(op: Json, kind: Op) -> bool:
    """Does the next row depend on whether the op did something?"""
    if kind == Op.MAY:
        last = op["ops"][-1]
        return "else" in op and not {"then", "else"} & last.keys() and OP_BY_WORD[last["op"]] not in CONTROL
    return kind not in SURE and bool(op.get("then") or op.get("else"))


def group_key(op: Json, verb: OpForm) -> str | None:
    """The parameter that names a group whose members the op affects one by one."""
    for key in ("who", "from", "to"):
        value = op.get(key)
        param = verb.param(key)
        if param is None or param.type != Word(Who) or value not in Word(Who).words():
            continue
        who = Who[str(value).upper()]
        in_turn = key == "to" and "order" in op
        single = who in (Who.LOWEST_LEVEL, Who.HIGHEST_LEVEL) and not in_turn and (key == "to" or verb.picks_one)
        if who in GROUPS and not single:
            return key
    return None


_ADDS = ("add_monster", "clone_monster")
_NEEDS: Sequence[tuple[Needs, Callable[[Json], bool]]] = (
    (Needs.MONSTER, lambda op: "monster" in op and op["monster"] != "this"),
    (Needs.HAND_MONSTER, lambda op: op["op"] == "add_monster"),
    (Needs.CURSE, lambda op: op["op"] == "cancel" and op["what"] == "curse"),
    (Needs.CARD_PLAYED, lambda op: op["op"] == "cancel" and op["what"] == "card"),
    (Needs.ITEM_TO_ATTACH, lambda op: op["op"] == "attach"),
    (Needs.WINNING_ITEM, lambda op: op["op"] == "transfer" and op.get("must_win", False)),
    (Needs.DISCARDS, lambda op: op["op"] == "search_discard"),
    (Needs.NOT_FOR_THE_WIN, lambda op: op["op"] == "force_help" and not op.get("refusable", False)),
    (Needs.TARGET_HELPS, lambda op: op["op"] == "force_help" and op["who"] == "target"),
    (Needs.TARGET_GAINS, lambda op: op["op"] == "gain_level" and not op.get("may_win") and op["who"] == "target"),
    (Needs.USER_GAINS, lambda op: op["op"] == "gain_level" and not op.get("may_win") and op["who"] == "self"),
    (Needs.TARGET_LOSES, lambda op: op["op"] == "lose_level" and op["who"] == "target"),
    (Needs.TARGET_HAS, lambda op: any(takes_from_target(one) for one in (op, *after_the_die(op)))),
)


def after_the_die(op: Json) -> list[Json]:
    return [one for result in op.get("results", ()) for one in result["ops"]]


def takes_from_target(op: Json) -> bool:
    """Something in play, which everybody sees (`must_win` is a separate need)."""
    return op["op"] == "transfer" and op["from"] == "target" and op["zone"] == "play" and not op.get("must_win", False)


def needs(trigger: Trigger, ops: Sequence[Json]) -> int:
    """What the unconditional ops need. Other triggers are never offered to anyone, so they need nothing."""
    found = 0
    if trigger not in (Trigger.ON_PLAY, Trigger.ON_ACTIVATE):
        return found
    sure = [op for op in ops if "requires" not in op]
    for need, test in _NEEDS:
        if any(test(op) for op in sure):
            found |= need
    if any(op["op"] in _ADDS for op in sure):
        found |= Needs.ROOM_FOR_MONSTER
    return found
