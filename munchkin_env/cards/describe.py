"""What a card does, in English, generated from its data: no second text could contradict it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from munchkin_env.cards.op_forms import OP_BY_WORD
from munchkin_env.cards.schema import TRIGGER_BY_WORD, TRIGGERS, WINDOWS_OPEN
from munchkin_env.vocabulary.words import CardKind, Op, Trigger

from .conditions import CardInfo
from .wording import (
    KIND_WORDS,
    WHO_WORDS,
    WORN,
    CardPart,
    Subject,
    amount_words,
    an,
    cards,
    chosen_by,
    condition,
    count_words,
    either,
    gold_pieces,
    noun,
    plain,
    title,
    who_is,
)


def describe(card: CardInfo) -> str:
    """A few sentences, addressed to the player who holds or meets the card ("you")."""
    data = card.data
    sentences = [", ".join(_headline(card)), *_who_may_use(data), *(_effect(effect, card) for effect in card.effects)]
    if "as_monster" in data:
        sentences += [_fought(data["as_monster"], card)]
    return " ".join(_sentence(text) for text in sentences if text)


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!")) else ".")


# ------------------------------------------------------------------------------------------ ops

UNTIL_WORDS = {
    "this_roll": "for this roll",
    "this_combat": "for this fight",
    "next_combat_end": "until the end of the next fight",
    "this_or_next_turn_end": "until the end of the player's current or next turn",
    "next_turn_end": "until the end of the next turn",
    "next_win": "until the next victory",
    "next_kill_or_death": "until the next kill or death",
    "next_escape_roll": "until a Run Away roll succeeds",
    "headgear_loss": "until a Curse or Bad Stuff takes Headgear",
}
_NUMBERS = {
    "roll": "as many levels as the die shows",
    "margin": "as many levels as the margin of the lost fight",
}


def _until(op: CardPart) -> str:
    return f" {UNTIL_WORDS[op['until']]}" if "until" in op else ""


def _signed(number: Any) -> str:
    return f"{number:+d}".replace("-", "−") if isinstance(number, int) else "a bonus equal to the roll"


def _levels(op: CardPart) -> str:
    amount = op["amount"]
    text = _NUMBERS[amount] if isinstance(amount, str) else count_words(amount, "level")
    return text + (f" (at most {op['max']})" if "max" in op else "")


def _gain_level(op: CardPart, who: Subject) -> str:
    return who.does("gain", _levels(op)) + ("" if op.get("may_win") else ", but not the winning one")


def _set_level(op: CardPart, who: Subject) -> str:
    return who.does("go", f"to {'the lowest Level in the game' if op['to'] == 'lowest_in_game' else 'Level ' + str(op['to'])}")


def _discard(op: CardPart, who: Subject) -> str:
    text = who.does("discard", cards(op) + chosen_by(op)) + (
        " (if impossible, none)" if op.get("need") == "full" and "else" not in op else ""
    )
    return text + (" to the bottom of the pile" if op.get("to") == "pile_bottom" else "")


def _transfer(op: CardPart, who: Subject) -> str:
    taker = _EACH_OF_RANK.get(op["to"], WHO_WORDS[op["to"]]) if "order" in op else WHO_WORDS[op["to"]]
    text = taker.does("take", f"{cards(op)} from {who.name}{chosen_by(op)}")
    stays = op["into"] in ("same", op["zone"])
    extras = [] if stays else [{"hand": "into hand", "play": "into play", "equipped": "to be equipped"}[op["into"]]]
    extras += [_ORDERS[op["order"]]] if op.get("order") in _ORDERS else []
    extras += [f"{taker.name} being one {who_is(op['to_requires'])}"] if "to_requires" in op else []
    extras += ["only if you then win at once"] if op.get("must_win") else []
    return text + "".join(f", {extra}" for extra in extras)


_EACH_OF_RANK = {
    "lowest_level": Subject("each player with the lowest Level"),
    "highest_level": Subject("each player with the highest Level"),
}
_ORDERS = {"right_first": "starting on the right", "level_desc": "the highest Level first"}


def _draw(op: CardPart, who: Subject) -> str:
    deck = {"door": "Door", "treasure": "Treasure", "cost_deck": "card from the same deck as the discarded cards"}[op["deck"]]
    face = {"down": "face down", "up": "face up", "same": "the way this card was drawn", "reward": "as a reward"}[op.get("face", "down")]
    deck = deck if op["amount"] == 1 else deck.replace("card", "cards") if "card" in deck else deck + "s"
    return who.does("draw", f"{op['amount']} {deck} {face}") + (f" and keep {op['keep']} of them" if "keep" in op else "")


def _search(op: CardPart, who: Subject) -> str:
    what = noun(op["filter"]) if "filter" in op else "card"
    pile = {"door": "Door discards", "treasure": "Treasure discards", "any": "discards"}[op["deck"]]
    only = f", if it is {an(what)}," if "filter" in op else ""
    found = {
        "choice": f"any {what} from the {pile}",
        "first_match": f"the first {what} from the top of the {pile}",
        "top_card": f"the top card of the {pile}{only}",
    }[op.get("pick", "choice")]
    to = {"hand": "into hand", "play": "into play", "replace": f"in place of every {what} in play"}[op.get("to", "hand")]
    return who.does("take", f"{found} {to}")


def _cancel(op: CardPart, who: Subject) -> str:
    curse = "a Curse that is about to strike" if op.get("scope", "striking") == "striking" else "a Curse"
    things = {
        "curse": f"{curse} on {who.name}",
        "escape": f"{who.own('escape')}, who must roll for it (again)",
        "death": who.own("death"),
        "card": f"a card just played by {who.name}",
    }
    return f"cancel {things[op['what']]}"


def _attach(op: CardPart, _: Subject) -> str:
    changes = [f"{_signed(op['bonus'])} to its bonus"] if "bonus" in op else []
    changes += [f"{_signed(op['run'])} to Run Away"] if "run" in op else []
    changes += [f"it may be used despite {either(op['ignore'], 'and')}"] if "ignore" in op else []
    return f"attach it to {either([an(KIND_WORDS[kind]) for kind in op['to']])}: {either(changes, 'and')}"


def _carry(op: CardPart, _: Subject) -> str:
    what = noun(op["filter"], plural=op.get("amount", 1) != 1) if "filter" in op else "Item"
    despite = f" despite {either(op['ignore'], 'and')}" if "ignore" in op else ""
    return f"it carries {amount_words(op.get('amount', 1), what)}, which you use{despite}"


def _change_sex(op: CardPart, who: Subject) -> str:
    return who.does(
        "change", {"munchkin": "sex", "companion": "the sex of a companion"}.get(op.get("of", "munchkin"), "sex, or a companion does")
    )


def _bonus(op: CardPart, who: Subject) -> str:
    text = who.does("have", f"{_signed(op['amount'])} in combat")
    if "per" in op:
        text += f" for each time that {condition(op['per'], who)}" + (f", at most {op['max']} times" if "max" in op else "")
    return text + _until(op)


def _side_bonus(op: CardPart, _: Subject) -> str:
    sides = {"munchkins": "the munchkins", "monsters": "the monsters", "either": "either side"}
    each = f" for each fighter {who_is(op['per'].removeprefix('fighter:'))}" if "per" in op else ""
    return f"{_signed(op['amount'])} for {sides[op['side']]}{each}"


_MONSTERS = {"this": "this monster", "one": "a monster of your choice", "all": "all monsters"}


def _monster(op: CardPart) -> str:
    which = op["monster"]
    return title(which["id"]) if isinstance(which, dict) else _MONSTERS[which]


def _monster_mod(op: CardPart, _: Subject) -> str:
    changes = [_signed(op["amount"])] if op.get("amount", 0) else []
    changes += [f"{_signed(op['treasures'])} Treasure{'' if abs(op['treasures']) == 1 else 's'}"] if op.get("treasures") else []
    changes += [f"the tag {plain(op['add_tag'])}"] if "add_tag" in op else []
    against = f" against anybody {who_is(op['vs'])}" if "vs" in op else ""
    verb = "get" if op["monster"] == "all" else "gets"
    return f"{_monster(op)} {verb} {either(changes, 'and')}{against}"


_IGNORED = {"level": "Level", "items": "Items", "one_shots": "one-shots", "abilities": "abilities", "companions": "companions"}


def _ignore(op: CardPart, who: Subject) -> str:
    what = either([_IGNORED[one] for one in op["what"]], "and")
    only = f" ({noun(op['filter'], plural=True)})" if "filter" in op else ""
    bonus = "the Level" if op["what"] == ["level"] else f"the bonus of {what}{only}"
    return who.does("fight", f"without {bonus}{_until(op)}")


def _remove(op: CardPart, _: Subject) -> str:
    many = op["monster"] == "all"
    leaves = ("are killed" if many else "is killed") if op.get("kill") else ("leave the fight" if many else "leaves the fight")
    pays = {"none": "without Treasures", "normal": "with its Treasures", "if_only": "with its Treasures if it was the only monster"}
    lost = f", and the fight no longer brings any {either(op['forfeits'])}" if "forfeits" in op else ""
    return f"{_monster(op)} {leaves} {pays[op.get('treasures', 'none')]}{lost}"


_FORBIDDEN = {
    "be_helped": "be helped",
    "help": "help",
    "roll_to_escape": "roll to escape",
    "escape": "escape",
    "sacrifice_companion": "sacrifice a companion",
    "gain_winning_level": "gain the winning level",
}


def _cannot(op: CardPart, who: Subject) -> str:
    what = f"use the ability {plain(op['ability'])}" if "ability" in op else _FORBIDDEN[op["what"]]
    return who.cannot(what) + _until(op)


def _phase(op: CardPart, who: Subject) -> str:
    what = {"loot_room": "Loot the Room", "trouble_or_loot": "Look for Trouble or Loot the Room"}[op["phase"]]
    return (who.does("may", what) if op["action"] == "grant" else who.cannot(what)) + _until(op)


def _run_mod(op: CardPart, who: Subject) -> str:
    instead = " instead of any other modifier" if op.get("mode") == "replace" else ""
    return who.does("have", f"{_signed(op['amount'])} to Run Away{instead}") + _until(op)


def _auto_escape(op: CardPart, who: Subject) -> str:
    source = {"this": "it", "current": "this monster", "all": "all monsters"}[op["from"]]
    limit = f", if it is of Level {op['max_level']} or lower," if "max_level" in op else ""
    helper = "; you say whether the helper escapes too" if "helper" in op else ""
    return (
        who.does("escape", f"{source}{limit} without a roll") + (", even if nothing else can help" if op.get("overrides") else "") + helper
    )


_CAPACITY = {
    "big": "Big Item",
    "complex": "Complex Item",
    "hands": "Hand",
    "headgear": "piece of Headgear",
    "footgear": "piece of Footgear",
    "companions": "companion",
    "hand_cards": "card in hand",
}


def _capacity(op: CardPart, who: Subject) -> str:
    what = either([_CAPACITY[one] for one in op["what"]])
    if op["amount"] == "any":
        return who.does("may", f"have any number of {what}s")
    return who.does("may", f"have {op['amount']} more {what}")


def _roll(op: CardPart, who: Subject) -> str:
    text = who.does("roll", "a die")
    if "ops" in op:
        return f"{text}: {ops(op['ops'])}"
    results = [
        f"on {either([str(face) for face in result['faces']])} {ops(result['ops']) or 'nothing happens'}" for result in op["results"]
    ]
    return f"{text}: {'; '.join(results)}"


def _choose(op: CardPart, who: Subject) -> str:
    return who.does("choose", "one: " + ", or ".join(ops(option) for option in op["options"]))


_CURSES = {"own_door": "drawn face up at the door", "played": "played by others"}

PHRASES: Mapping[Op, Callable[[CardPart, Subject], str]] = {
    Op.GAIN_LEVEL: _gain_level,
    Op.LOSE_LEVEL: lambda op, who: who.does("lose", _levels(op)),
    Op.SET_LEVEL: _set_level,
    Op.LEVEL_FLOOR: lambda op, who: who.cannot(f"fall below Level {op['min']}"),
    Op.WIN_LEVEL: lambda op, who: who.does("win", f"at Level {op['level']}"),
    Op.DIE: lambda _, who: who.does("die"),
    Op.DISCARD: _discard,
    Op.TRANSFER: _transfer,
    Op.DRAW: _draw,
    Op.SEARCH_DISCARD: _search,
    Op.REDIRECT_DRAW: lambda op, who: who.does(
        "take", f"{count_words(op['amount'], 'card')} of that draw from the top of the discards instead"
    ),
    Op.LOOK_HAND: lambda op, who: who.does("look", f"at {WHO_WORDS[op['of']].own('hand')}"),
    Op.CANCEL: _cancel,
    Op.ATTACH: _attach,
    Op.CARRY_ITEM: _carry,
    Op.DUAL_IDENTITY: lambda op, _: f"you may have two {KIND_WORDS[op['of']]} cards, or one without its drawbacks",
    Op.CHANGE_SEX: _change_sex,
    Op.BONUS: _bonus,
    Op.ITEM_BONUS: lambda op, who: who.does("have", f"{_signed(op['amount'])} for each {noun(op['filter'])} that gives a bonus"),
    Op.SIDE_BONUS: _side_bonus,
    Op.MULTIPLY: lambda op, who: f"{who.own('strength')} is multiplied by {op['factor']}{_until(op)}",
    Op.MONSTER_MOD: _monster_mod,
    Op.CLONE_MONSTER: lambda op, _: f"{_monster(op)} is joined by a second one just like it",
    Op.WIN_TIES: lambda _, who: who.does("win", "ties in combat"),
    Op.IGNORE: _ignore,
    Op.COMBINE: lambda op, _: (
        f"it can be combined with other cards tagged {plain(op['tag'])}, using {count_words(op['hands'], 'Hand')} in all"
    ),
    Op.ADD_MONSTER: lambda _, who: who.does("put", "a monster from hand into the fight"),
    Op.REMOVE_MONSTER: _remove,
    Op.REPLACE_FIGHTER: lambda _, who: who.does("become", "the main fighter"),
    Op.FORCE_HELP: lambda op, who: (
        who.does("may refuse or" if op.get("refusable") else "must", "help") + (" for free" if op["reward"] == "none" else "")
    ),
    Op.CANNOT: _cannot,
    Op.PHASE: _phase,
    Op.RUN_MOD: _run_mod,
    Op.AUTO_ESCAPE: _auto_escape,
    Op.DIE_MOD: lambda op, who: who.does("have", f"{_signed(op['amount'])} to every die roll") + _until(op),
    Op.ROLL: _roll,
    Op.REROLL: lambda _, who: who.does("roll", "again to Run Away"),
    Op.SET_DIE: lambda _, who: f"{who.own('die')} shows the face you name",
    Op.CAPACITY: _capacity,
    Op.SELL_VALUE: lambda op, _: f"{count_words(op['items'], 'Item')} in this sale counts {op['factor']} times its value",
    Op.IMMUNE: lambda op, who: f"Curses {either([_CURSES[one] for one in op['source']])} do not affect {who.name}",
    Op.CHOOSE: _choose,
    Op.MAY: lambda op, who: who.does("may", "do this: " + ops(op["ops"])),
    Op.GROUP: lambda op, _: ops(op["ops"]) + ("" if op.get("need", "any") == "any" else " (all of it)"),
}


def ops(values: Sequence[CardPart], join: str = ", then ") -> str:
    return join.join(_op(op) for op in values)


def _op(op: CardPart) -> str:
    who = WHO_WORDS[op.get("who", op.get("from", "self")) if op["op"] != "add_monster" else op["who"]]
    of_group = who.name.startswith("each ")
    if "requires" in op and of_group:
        who = Subject(f"{who.name} {who_is(op['requires'])}")
    text = PHRASES[OP_BY_WORD[op["op"]]](op, who)
    if "requires" in op and not of_group:
        text = f"if {condition(op['requires'], who)}, {text}"
    if "then" in op:
        text += f"; after that {ops(op['then'])}"
    if "else" in op:
        text += f"; otherwise {ops(op['else'])}"
    return text


# ------------------------------------------------------------------------------------------ effects and cards

_INTRO: Mapping[Trigger, str] = {
    Trigger.WHILE_IN_PLAY: "",
    Trigger.WHILE_EQUIPPED: "while it is equipped",
    Trigger.WHILE_FIGHTING: "",
    Trigger.ON_DRAW: "as soon as you draw it",
    Trigger.ON_CURSE: "",
    Trigger.BEFORE_COMBAT: "before the fight",
    Trigger.ON_JOIN: "when you become a fighter against it",
    Trigger.ON_LOST: "if the fight is lost, before anyone runs away",
    Trigger.ON_RUN_AWAY: "",
    Trigger.ON_ESCAPE: "when you have escaped a monster",
    Trigger.BAD_STUFF: "Bad Stuff",
    Trigger.ON_FLEE_END: "after running away",
    Trigger.ON_KILL: "when a monster is killed",
    Trigger.ON_WIN: "when you have won a fight",
    Trigger.ON_WOULD_DIE: "when you are about to die",
}
_BY = {"self": "", "each_fighter": "for any fighter", "other_player": "for anybody who is not fighting"}


def _effect(effect: CardPart, card: CardInfo) -> str:
    trigger = TRIGGER_BY_WORD[effect["on"]]
    parts = [_intro(effect, trigger, card), _costs(effect), _conditions(effect, trigger), _target(effect)]
    done = ops(effect["ops"], "; " if TRIGGERS[trigger].standing else ", then ") or "none"
    if effect.get("optional"):
        done = WHO_WORDS["main" if trigger == Trigger.BEFORE_COMBAT else "self"].does("may", f"do this: {done}")
    return ": ".join(part for part in [", ".join(part for part in parts if part), done] if part) + _limit(effect)


def _intro(effect: CardPart, trigger: Trigger, card: CardInfo) -> str:
    if trigger == Trigger.ON_PLAY:
        return "play it " + either([WINDOWS_OPEN[window] for window in effect["when"]])
    if trigger == Trigger.ON_ACTIVATE:
        by, windows = _BY[effect.get("by", "self")], either([WINDOWS_OPEN[window] for window in effect["when"]])
        name = f"{plain(effect['name'])} – " if "name" in effect else ""
        return f"{name}{by + ', ' if by else ''}{windows}" + (", even if it is only carried" if effect.get("carried") else "")
    if trigger == Trigger.ON_KILL and card.kind == CardKind.MONSTER:
        return "when it is killed"
    if trigger == Trigger.ON_DRAW and not effect.get("optional"):
        return "as soon as you get it"
    return _INTRO[trigger]


def _conditions(effect: CardPart, trigger: Trigger) -> str:
    if "requires" not in effect:
        return ""
    monsters = trigger in (Trigger.BEFORE_COMBAT, Trigger.WHILE_FIGHTING, Trigger.ON_RUN_AWAY)
    return "if " + condition(effect["requires"], WHO_WORDS["main"] if monsters else WHO_WORDS["self"])


def _costs(effect: CardPart) -> str:
    cost = effect.get("cost", {})
    parts = []
    if "discard" in cost:
        paid = cost["discard"]
        least = f" (at least {paid['at_least']})" if "at_least" in paid else ""
        parts.append(f"discarding {cards(paid)}{least}{' of the same deck' if paid.get('same_deck') else ''}")
    if cost.get("discard_this"):
        parts.append("discarding this card")
    return " and ".join(parts)


_TARGETS = {
    "any_player": "any player",
    "other_player": "another player",
    "any_fighter": "a fighter",
    "other_fighter": "another fighter",
    "non_fighter": "a player who is not fighting",
}


def _target(effect: CardPart) -> str:
    if "target" not in effect:
        return ""
    target = effect["target"]
    whom = "one or two fighters" if target.get("count") == "1-2" else _TARGETS[target["of"]]
    return f"choosing {whom}" + (f" {who_is(target['requires'])}" if "requires" in target else "")


_PER = {
    "combat": "fight",
    "turn": "turn",
    "own_turn": "turn of yours",
    "roll": "roll",
    "victim_in_combat": "victim and fight",
    "curse": "Curse",
}


def _limit(effect: CardPart) -> str:
    if "limit" not in effect:
        return ""
    times = effect["limit"]["times"]
    return f" ({'once' if times == 1 else f'{times} times'} per {_PER[effect['limit']['per']]})"


def _headline(card: CardInfo) -> list[str]:
    data = card.data
    head = [data.get("label") or KIND_WORDS[card.kind.name.lower()]]
    head += _fight_numbers(data) if card.kind == CardKind.MONSTER else []
    head += [f"rank {data['rank']}"] if "rank" in data else []
    head += [_signed(data["bonus"])] if data.get("bonus") else []
    head += [WORN[data["slot"]]] if data.get("slot", "none") in WORN else []
    head += [word for key, word in (("big", "Big"), ("complex", "Complex")) if data.get(key)]
    head += [data["sex"]] if "sex" in data else []
    head += ["tagged " + either([plain(tag) for tag in data["tags"]], "and")] if data.get("tags") else []
    head += ([gold_pieces(card.gold)] if card.gold else ["No Value"]) if card.is_item else []
    head += ["stays on the table"] if data.get("persistent") else []
    return head


def _fight_numbers(data: CardPart) -> list[str]:
    levels = data.get("levels", 1)
    return [f"Level {data['level']}", count_words(data["treasures"], "Treasure"), *([count_words(levels, "level")] if levels != 1 else [])]


def _who_may_use(data: CardPart) -> list[str]:
    found = []
    if "usable_by" in data:
        found.append("only for a character " + " or ".join(who_is(one) for one in data["usable_by"]))
    if "not_usable_by" in data:
        found.append("not for a character " + " or ".join(who_is(one) for one in data["not_usable_by"]))
    return found


def _fought(fought: CardPart, card: CardInfo) -> str:
    numbers = ", ".join(_fight_numbers(fought))
    return f"drawn face up, it may be fought as a monster: {numbers}. " + " ".join(
        _sentence(_effect(one, card)) for one in fought["effects"]
    )
