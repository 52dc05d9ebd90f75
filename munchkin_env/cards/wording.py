"""The words of describe.py: whom a sentence is about, conditions as clauses, filters as nouns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .conditions import find_test
from .values import FilePlace

CardPart = Mapping[str, Any]
_NOWHERE = FilePlace("describe")  # its words were checked when the card was loaded


def plain(text: str) -> str:
    """A word of the data as English: one_hand -> one hand."""
    return text.replace("_", " ")


def title(identifier: str) -> str:
    small = ("of", "the", "and")
    return " ".join(part if part in small else part.capitalize() for part in identifier.split("_"))


def an(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _listed(part: Any) -> list[Any]:
    return part if isinstance(part, list) else [part]


def either(words: Sequence[str], join: str = "or") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {join} {words[-1]}"


def gold_pieces(amount: int) -> str:
    return f"{amount:,} Gold Pieces"


def count_words(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


KIND_WORDS: Mapping[str, str] = {
    "monster": "monster",
    "enhancer": "monster enhancer",
    "curse": "Curse",
    "class": "Class",
    "race": "Race",
    "role": "Role",
    "house": "House",
    "proficiency": "Proficiency",
    "dual": "double identity",
    "companion": "companion",
    "steed": "Steed",
    "item": "Item",
    "item_enhancer": "Item Enhancer",
    "one_shot": "one-shot Item",
    "go_up_level": "Go Up a Level card",
    "special": "special card",
}
SLOTS: Mapping[str, str] = {
    "headgear": "piece of Headgear",
    "armor": "piece of Armor",
    "footgear": "piece of Footgear",
    "one_hand": "one-handed Item",
    "two_hands": "two-handed Item",
    "none": "Item without a slot",
}
WORN = {"headgear": "Headgear", "armor": "Armor", "footgear": "Footgear", "one_hand": "1 Hand", "two_hands": "2 Hands"}


@dataclass(frozen=True)
class Subject:
    """Whom a sentence is about; `you` takes the plain form of a verb."""

    name: str

    def does(self, verb: str, rest: str = "") -> str:
        return f"{self.name} {verb if self.name == 'you' else _third(verb)} {rest}".strip()

    def cannot(self, what: str) -> str:
        if self.name.startswith("each "):
            return f"no {self.name.removeprefix('each ')} can {what}"
        return f"{self.name} cannot {what}"

    def own(self, what: str) -> str:
        return f"your {what}" if self.name == "you" else f"the {what} of {self.name}"


def _third(verb: str) -> str:
    irregular = {"have": "has", "may": "may", "must": "must", "may refuse or": "may refuse or"}
    return irregular.get(verb) or verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "go")) else "s")


WHO_WORDS: Mapping[str, Subject] = {
    "self": Subject("you"),
    "victim": Subject("you"),
    "it": Subject("that player"),
    "target": Subject("the chosen player"),
    "main": Subject("the main fighter"),
    "helper": Subject("the helper"),
    "left": Subject("the player on the left"),
    "right": Subject("the player on the right"),
    "turn_player": Subject("the player whose turn it is"),
    "any_player": Subject("a player of your choice"),
    "each_fighter": Subject("each fighter"),
    "each_player": Subject("each player"),
    "each_other": Subject("each other player"),
    "neighbors": Subject("each of your neighbors"),
    "lowest_level": Subject("the player with the lowest Level"),
    "highest_level": Subject("the player with the highest Level"),
    "uncaught": Subject("each player it did not catch"),
}

# ------------------------------------------------------------------------------------------ conditions and filters


def condition(value: Any, person: Subject, negated: bool = False) -> str:
    """As a clause about the person: "you are an Elf"."""
    if isinstance(value, str):
        return _atom(value, person, negated)
    key, inner = next(iter(value.items()))
    if key == "not":
        return condition(inner, person, not negated)
    return either([condition(part, person, negated) for part in inner], "and" if (key == "all") != negated else "or")


def _atom(text: str, person: Subject, negated: bool) -> str:
    if text.startswith("fighter:"):
        return _atom(text.removeprefix("fighter:"), Subject("no fighter" if negated else "some fighter"), negated=False)
    prefix, test = find_test(text, _NOWHERE)
    says = _filled(test.says, test.argument, text.removeprefix(prefix))
    verb, _, rest = says.partition(" ")
    if verb not in ("is", "has"):
        return f"it is not true that {says}" if negated else says
    told = {("is", False): "are", ("is", True): "are not", ("has", False): "have", ("has", True): "do not have"}[verb, negated]
    third = {"are": "is", "are not": "is not", "have": "has", "do not have": "does not have"}[told]
    return f"{person.name} {told if person.name == 'you' else third} {rest}"


def _filled(says: str, argument: str, value: str) -> str:
    word = {"kind": KIND_WORDS, "slot": SLOTS}.get(argument, {}).get(value, plain(value))
    if argument in ("trait", "card"):
        word = title(value)
    return says.replace("a {}", an(word)).replace("{}", word)


def who_is(value: Any) -> str:
    """As a relative clause: "who is an Elf"; about the fight: "while nobody helps in the fight"."""
    text = condition(value, Subject("who"))
    return text if text.startswith("who ") else f"while {text}"


def noun(value: CardPart, plural: bool = False, bare: bool = False) -> str:
    """What a filter matches; bare: without what follows the noun."""
    s = "s" if plural else ""
    if "any" in value:
        return either([noun(part, plural) for part in value["any"]])
    if "not" in value:
        return f"card{s} other than {an(noun(value['not']))}"
    if "slot" in value:
        base = either([_slot_noun(slot, plural) for slot in _listed(value["slot"])])
    elif "id" in value:
        base = f"{title(value['id'])} card{s}"
    elif "tag" in value:
        base = f"card{s} tagged {either([plain(tag) for tag in _listed(value['tag'])])}"
    elif "kind" in value:
        base = _kind_noun(_listed(value["kind"]), s)
    else:
        base = f"{'Door' if value['deck'] == 'door' else 'Treasure'} card{s}" if "deck" in value else f"Item{s}"
    return _adjectives(value) + base + ("" if bare else _conditions_of(value))


def _slot_noun(slot: str, plural: bool) -> str:
    one = SLOTS[slot]
    if not plural:
        return one
    return one.replace("piece ", "pieces ") if one.startswith("piece") else one.replace("Item", "Items")


def _kind_noun(kinds: Sequence[str], s: str) -> str:
    cards = {"class", "race", "role", "house", "proficiency", "curse"}
    if all(kind in cards for kind in kinds):
        return f"{either([KIND_WORDS[kind] for kind in kinds])} card{s}"
    return either([KIND_WORDS[kind] + s for kind in kinds])


def _adjectives(value: CardPart) -> str:
    words = [word if value[key] else f"non-{word}" for key, word in (("big", "Big"), ("complex", "Complex")) if key in value]
    return "".join(f"{word} " for word in words)


def _conditions_of(value: CardPart) -> str:
    parts = []
    if "gold_min" in value:
        parts.append(f"worth at least {gold_pieces(value['gold_min'])}")
    if "name_contains" in value:
        parts.append(f'with "{value["name_contains"]}" in the name')
    if value.get("min_total_gold") == "paid":
        parts.append("together worth at least as much as the discarded cards")
    elif "min_total_gold" in value:
        parts.append(f"together worth at least {gold_pieces(value['min_total_gold'])}")
    return "".join(f" {part}" for part in parts)


_ZONES = {
    "hand": "from hand",
    "play": "in play",
    "any": "from hand or table",
    "hand_or_items": "from hand or among the Items in play",
}
_PICKS = {"highest_bonus": "with the highest bonus", "highest_gold": "with the highest value"}
_CHOOSERS = {
    "player": "chosen by you",
    "left": "chosen by the player on the left",
    "right": "chosen by the player on the right",
    "taker": "chosen by the taker",
    "random": "at random",
}


def cards(op: CardPart) -> str:
    """Which cards an op or a cost takes: "one Item in play, chosen by the taker"."""
    if op["zone"] == "this":
        return "this card"
    wanted = op.get("filter", {})
    amount = op.get("amount", 1)
    what = noun(wanted, amount != 1, bare=True) if set(wanted) - {"pick", "min_total_gold"} else f"card{'' if amount == 1 else 's'}"
    text = amount_words(amount, "equipped " + what if op["zone"] == "equipped" else f"{what} {_ZONES[op['zone']]}") + _conditions_of(wanted)
    if "pick" in wanted:
        return f"{text} {_PICKS[wanted['pick']]}".replace("one ", "the ", 1)
    return text


def chosen_by(op: CardPart) -> str:
    return f", {_CHOOSERS[op['chooser']]}" if op.get("chooser", "owner") in _CHOOSERS else ""


def amount_words(amount: Any, what: str) -> str:
    words = {1: "one", "all": "all", "any": "any number of", "roll": "as many as the die shows of the"}
    return f"{words.get(amount, amount)} {what}"
