"""What the loader refuses with which messages, and what cards become."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cards.loader import CardSet, CardSetError, built_in_sets, load
from munchkin_env.cards.op_forms import OPS
from munchkin_env.game.game import Game
from munchkin_env.observe.sums import HANGS
from munchkin_env.vocabulary.words import (
    ALL,
    ANY,
    NONE,
    PAID,
    ROLLED,
    Atom,
    CardKind,
    Deck,
    Lift,
    Needs,
    Op,
    Slot,
    Trigger,
    When,
    Which,
    Who,
)

TINY = Path(__file__).with_name("tiny.json")
Json = dict[str, Any]


@pytest.fixture(scope="module")
def deluxe() -> CardSet:
    return load(["deluxe"])


@pytest.fixture
def tiny() -> Json:
    content: Json = json.loads(TINY.read_text(encoding="utf-8"))
    return content


def saved(folder: Path, content: Json, name: str = "broken.json") -> Path:
    file = folder / name
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


# ------------------------------------------------------------------------------------------ whole sets


def test_deluxe_has_the_cards_of_the_box(deluxe: CardSet) -> None:
    tables = deluxe.tables[0]
    assert "deluxe" in built_in_sets()
    assert (tables["cards"], tables["doors"], tables["types"]) == (168, 95, 147)
    decks = [deluxe.cards[type_id].deck for type_id in tables["type_of"][:168]]
    assert decks == [Deck.DOOR] * 95 + [Deck.TREASURE] * 73
    assert (tables["type_of"][168:] == NONE).all()
    assert {card.numbers_from for card in deluxe.cards} == {"sourced"}


def test_copies_of_a_card_lie_side_by_side(deluxe: CardSet) -> None:
    types = [int(type_id) for type_id in deluxe.tables[0]["type_of"][:168]]
    for type_id, card in enumerate(deluxe.cards):
        first = types.index(type_id)
        assert types[first : first + card.count] == [type_id] * card.count == [one for one in types if one == type_id]


def test_a_user_can_bring_a_set_of_their_own() -> None:
    office = load([TINY])
    assert office.sets == ("office",)
    assert [card.name for card in office.cards][:2] == ["Angry Stapler", "Accountant"]
    assert (office.traits, office.tags) == (("Accountant",), ())
    assert load([TINY]) is office  # kept while the file is unchanged


def test_sets_can_be_loaded_together(deluxe: CardSet) -> None:
    both = load(["deluxe", TINY])
    assert both.sets == ("deluxe", "office")
    tables = both.tables[0]
    assert (tables["cards"], tables["doors"]) == (168 + 11, 95 + 6)
    assert both.hash != deluxe.hash
    assert bin(tables["class_traits"]).count("1") == 5


def test_an_edited_file_is_read_again(tiny: Json, tmp_path: Path) -> None:
    before = load([saved(tmp_path, tiny)])
    tiny["cards"][0]["level"] = 12
    after = load([saved(tmp_path, tiny)])
    assert (before.tables[0]["type"][0]["level"], after.tables[0]["type"][0]["level"]) == (2, 12)
    assert before.hash != after.hash


def test_a_renamed_card_shows_its_new_name(tiny: Json, tmp_path: Path) -> None:
    """Names are not part of the hash that identifies tables."""
    old = Game(2, sets=[saved(tmp_path, tiny)], seed=1)
    tiny["cards"][0]["name"] = "A Thing of Another Name"
    new = Game(2, sets=[saved(tmp_path, tiny)], seed=1)
    assert new.cards.hash == old.cards.hash
    assert new.name(0) == "A Thing of Another Name" != old.name(0) == load([TINY]).cards[0].name


@pytest.mark.parametrize("letter", ["\x1b", "\u2028", "\ud800", "\u202e", "\n", "\x00", "\u200b"])
@pytest.mark.parametrize("key", ["set", "name", "card", "ability"])
def test_what_cannot_be_printed_stands_in_no_name(letter: str, key: str, tiny: Json, tmp_path: Path) -> None:
    if key in ("set", "name"):
        tiny[key] += letter
    elif key == "card":
        tiny["cards"][0]["name"] += letter
    else:
        named = next(effect for card in tiny["cards"] for effect in card.get("effects", ()) if "name" in effect)
        named["name"] += letter
    with pytest.raises(CardSetError, match=r"\\[xuU][0-9a-f]+ is not printable|lone surrogate") as error:
        load([saved(tmp_path, tiny)])
    assert str(error.value).isprintable()


def test_a_card_that_is_in_two_sets_counts_twice(tiny: Json, tmp_path: Path) -> None:
    tiny["set"] = "branch"
    both = load([TINY, saved(tmp_path, tiny)])
    assert both.traits == ("Accountant",)  # one Class, two cards of it
    assert both.tables[0]["type"]["trait"].tolist()[:8] == [NONE, 0, NONE, NONE, NONE, NONE, NONE, 0]


# ------------------------------------------------------------------------------------------ damaged data

Damage = Callable[[Json], object]


def put(card: int, path: str, value: Any) -> Damage:
    """Damage: set a value deep inside a card; `effects.0.on` is the trigger of its first effect."""

    def damage(content: Json) -> None:
        place: Any = content["cards"][card]
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in steps:
            place = place[step]
        place[last] = value

    return damage


LOSE = {"op": "lose_level", "who": "victim", "amount": 1}
DAMAGES: dict[str, tuple[Damage, str, str, str]] = {
    "unknown key": (put(0, "colour", "red"), "'stapler'", "colour", "unknown key"),
    "missing key": (lambda content: content["cards"][0].pop("level"), "'stapler'", "", "'level' is missing"),
    "key of another kind": (put(2, "gold", 100), "'paper_cut'", "gold", "unknown key"),
    "word": (put(3, "slot", "tail"), "'letter_opener'", "slot", "headgear, armor"),
    "range": (put(0, "level", 99), "'stapler'", "level", "1 to 60"),
    "no number": (put(0, "treasures", "one"), "'stapler'", "treasures", "not an integer"),
    "gold": (put(3, "gold", 250), "'letter_opener'", "gold", "steps of 100"),
    "deck of kind": (put(0, "deck", "treasure"), "'stapler'", "deck", "allowed: door"),
    "null": (put(0, "count", None), "'stapler'", "count", "null"),
    "trigger": (put(0, "effects.0.on", "on_tuesday"), "'stapler'", "effects[0].on", "while_fighting"),
    "trigger of another kind": (put(4, "effects.0.on", "bad_stuff"), "'coffee'", "effects[0].on", "on_play"),
    "window": (put(4, "effects.0.when", ["lunch"]), "'coffee'", "effects[0].when[0]", "any_combat"),
    "op": (put(2, "effects.0.ops.0.op", "explode"), "'paper_cut'", "effects[0].ops[0]", "lose_level"),
    "parameter": (put(2, "effects.0.ops.0.often", 2), "'paper_cut'", "effects[0].ops[0].often", "unknown key"),
    "who": (put(2, "effects.0.ops.0.who", "boss"), "'paper_cut'", "effects[0].ops[0].who", "victim"),
    "who is not there": (put(2, "effects.0.ops.0.who", "it"), "'paper_cut'", "effects[0].ops[0].who", "nobody here"),
    "op inside an op": (put(0, "effects.1.ops.0.else.0.amount", 0), "'stapler'", "effects[1].ops[0].else[0].amount", "1 to 99"),
    "condition": (put(0, "effects.0.ops.0.vs", "mood:bad"), "'stapler'", "effects[0].ops[0].vs", "not a condition"),
    "reference to a Class": (put(3, "usable_by", ["class:ninja"]), "'letter_opener'", "usable_by", "accountant"),
    "reference to a card": (put(4, "effects.0.requires", "fight_has:boss"), "'coffee'", "effects[0].requires", "'boss'"),
    "filter": (put(0, "effects.1.ops.0.filter", {"shape": "round"}), "'stapler'", "effects[1].ops[0].filter.shape", "name_contains"),
    "tag": (put(0, "effects.1.ops.0.filter", {"tag": "hot"}), "'stapler'", "effects[1].ops[0].filter.tag", "'hot'"),
    "limit": (put(1, "effects.0.limit.per", "year"), "'accountant'", "effects[0].limit.per", "combat"),
    "no until": (lambda content: content["cards"][1]["effects"][0]["ops"][0].pop("until"), "'accountant'", "effects[0].ops[0]", "until"),
    "must be run": (put(0, "effects.0.ops.0", {"op": "die", "who": "main"}), "'stapler'", "effects[0].ops[0]", "monster_mod"),
    "faces": (
        put(2, "effects.0.ops.0", {"op": "roll", "who": "victim", "results": [{"faces": [1, 2], "ops": [LOSE]}]}),
        "'paper_cut'",
        "effects[0].ops[0].results",
        "each of 1 to 6",
    ),
    "two of bad_stuff": (put(0, "effects.0", {"on": "bad_stuff", "ops": []}), "'stapler'", "effects", "exactly one bad_stuff"),
    "id": (put(0, "id", "Angry Stapler"), "'Angry Stapler'", "id", "lower-case"),
    "same id": (put(0, "id", "coffee"), "'coffee'", "id", "two cards"),
    "total": (put(0, "count", 3), "", "doors", "says 6, but its cards add up to 7"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_an_error_names_file_card_and_field(name: str, tiny: Json, tmp_path: Path) -> None:
    damage, card, field, hint = DAMAGES[name]
    damage(tiny)
    with pytest.raises(CardSetError) as caught:
        load([saved(tmp_path, tiny)])
    message = str(caught.value)
    where, _, problem = message.removeprefix("broken.json: ").partition(": ")
    assert message.startswith("broken.json: ")
    assert where == ", ".join(part for part in (f"card {card}" if card else "", field) if part)
    assert hint in problem


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


@pytest.mark.parametrize("nonsense", [None, [], {}, "zzz", -7, 10**9, [[1]], {"a": 1}, 1.5], ids=str)
def test_no_nonsense_breaks_the_loader(nonsense: Any, tiny: Json, tmp_path: Path) -> None:
    for n in range(len(list(places(tiny)))):
        broken = copy.deepcopy(tiny)
        holder, key = list(places(broken))[n]
        holder[key] = nonsense
        try:
            load([saved(tmp_path, broken)])  # some random values are meaningful
        except CardSetError as error:
            assert "broken.json" in str(error)  # noqa: PT017 - any other exception fails the test


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "not valid JSON"),
        ('{"set": 1, "set": 2}', "'set' occurs twice"),
        ("[]", "not an object"),
        ('{"set": NaN}', "not a usable number"),
    ],
)
def test_a_file_that_is_no_set(text: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CardSetError, match=f"broken.json: .*{problem}"):
        load([file])


def test_what_cannot_be_loaded() -> None:
    with pytest.raises(CardSetError, match=r"'delux' is neither a built-in set \(deluxe.*\) nor a readable file"):
        load(["delux"])
    with pytest.raises(CardSetError, match="only once"):
        load(["deluxe", "deluxe"])
    with pytest.raises(CardSetError, match="a list"):
        load("deluxe")
    with pytest.raises(CardSetError, match="at least one"):
        load([])


def test_a_file_that_is_missing_is_named_in_full(tmp_path: Path) -> None:
    """Its name comes last, after folders of any length."""
    path = tmp_path / ("long" * 30) / "mine.json"
    with pytest.raises(CardSetError, match=r"mine\.json' is neither"):
        load([str(path)])


# ------------------------------------------------------------------------------------------ what cards become


def type_of(cards: CardSet, card_id: str) -> Any:
    return cards.tables[0]["type"][[card.id for card in cards.cards].index(card_id)]


def effects(cards: CardSet, card_id: str) -> list[Any]:
    kind = type_of(cards, card_id)
    return [cards.tables[0]["effect"][i] for i in range(kind["effects"], kind["effects_end"])]


def rows(cards: CardSet, card_id: str, trigger: Trigger) -> list[dict[str, int]]:
    """The rows of the effect with that trigger; jumps are relative to its first row."""
    effect = next(effect for effect in effects(cards, card_id) if effect["trigger"] == trigger)
    found = []
    for i in range(effect["ops"], effect["ops_end"]):
        row = cards.tables[0]["op"][i]
        found.append({name: int(row[name]) for name in row.dtype.names})
        found[-1]["jump"] -= effect["ops"] if row["jump"] != NONE else 0
    return found


def shape(found: list[dict[str, int]]) -> list[tuple[Op, Who, int]]:
    return [(Op(row["op"]), Who(row["who"]), row["jump"]) for row in found]


def test_a_roll_is_a_chain_of_faces(deluxe: CardSet) -> None:
    found = rows(deluxe, "orcs_3872", Trigger.BAD_STUFF)
    assert shape(found) == [
        (Op.ROLL, Who.VICTIM, NONE),
        (Op.FACES, Who.SELF, 4),
        (Op.DIE, Who.VICTIM, NONE),
        (Op.GO, Who.SELF, 7),
        (Op.FACES, Who.SELF, 7),
        (Op.LOSE_LEVEL, Who.VICTIM, NONE),
        (Op.GO, Who.SELF, 7),
    ]
    assert (found[1]["what"], found[4]["what"], found[5]["amount"]) == (0b110, 0b1111000, ROLLED)


def test_a_group_is_a_loop_and_it_has_an_else(deluxe: CardSet) -> None:
    found = rows(deluxe, "curse_income_tax", Trigger.ON_CURSE)
    assert shape(found) == [
        (Op.DISCARD, Who.VICTIM, NONE),
        (Op.IF_FAILED, Who.SELF, 10),
        (Op.EACH, Who.EACH_OTHER, NONE),
        (Op.NEXT, Who.SELF, 10),
        (Op.DISCARD, Who.IT, NONE),
        (Op.IF_FAILED, Who.SELF, 7),
        (Op.GO, Who.SELF, 9),
        (Op.DISCARD, Who.IT, NONE),
        (Op.LOSE_LEVEL, Who.IT, NONE),
        (Op.GO, Who.SELF, 3),
    ]
    paid, tax = found[0], found[4]
    assert (paid["flag"], tax["gold"], tax["amount"]) == (1, PAID, ANY)
    assert found[2]["to"] == Who.VICTIM  # everyone except the victim
    assert found[7]["amount"] == ALL and found[7]["covers"] == 1


def test_the_takers_of_a_transfer(deluxe: CardSet) -> None:
    each, _, take, _ = rows(deluxe, "hippogriff", Trigger.BAD_STUFF)
    assert (each["who"], each["to"]) == (Who.EACH_OTHER, Who.VICTIM)
    assert (take["who"], take["to"]) == (Who.VICTIM, Who.IT)
    each, _, take, _ = rows(deluxe, "net_troll", Trigger.BAD_STUFF)
    assert (each["who"], take["to"]) == (Who.HIGHEST_LEVEL, Who.IT)  # with an order: all who are tied


def test_requirements_are_tested_in_the_loop(deluxe: CardSet) -> None:
    assert shape(rows(deluxe, "potted_plant", Trigger.ON_KILL)) == [
        (Op.EACH, Who.EACH_FIGHTER, NONE),
        (Op.NEXT, Who.SELF, 5),
        (Op.TEST, Who.IT, 4),
        (Op.DRAW, Who.IT, NONE),
        (Op.GO, Who.SELF, 1),
    ]


def test_a_new_op_has_a_number_that_is_free() -> None:
    """It takes the one after the last op. Control rows keep theirs, and with them every set that does not use the op keeps its hash."""
    words = [op for op in Op if op < Op.TEST]
    assert words == sorted(OPS) and words[-1] + 1 < Op.TEST
    assert max(atom for atom in Atom if atom < Atom.ALL_OF) + 1 < Atom.ALL_OF, "the same for tests of conditions"
    assert all(1 << op < HANGS for op, form in OPS.items() if form.stands), "the observation marks them in the bits of a number"


def test_a_player_to_be_picked(deluxe: CardSet) -> None:
    pick, discard, gain = rows(deluxe, "gual_kill_the_hireling", Trigger.ON_PLAY)
    assert (pick["op"], pick["flag"], pick["jump"], discard["who"], gain["who"]) == (Op.PICK_PLAYER, 1, 2, Who.IT, Who.TARGET)
    assert pick["filter"] == discard["filter"]


def test_options(deluxe: CardSet) -> None:
    assert shape(rows(deluxe, "platycore", Trigger.BAD_STUFF)) == [
        (Op.CHOOSE, Who.VICTIM, NONE),
        (Op.OPTION, Who.SELF, 3),
        (Op.OPTION, Who.SELF, 5),
        (Op.DISCARD, Who.VICTIM, NONE),
        (Op.GO, Who.SELF, 7),
        (Op.LOSE_LEVEL, Who.VICTIM, NONE),
        (Op.GO, Who.SELF, 7),
    ]


def test_standing_rows_keep_group_and_condition(deluxe: CardSet) -> None:
    (row,) = rows(deluxe, "bullrog", Trigger.ON_RUN_AWAY)
    atom = condition(deluxe, row["cond"])
    assert (row["op"], row["who"], row["amount"]) == (Op.AUTO_ESCAPE, Who.EACH_FIGHTER, 1)
    assert [(one["atom"], one["a"]) for one in atom] == [(Atom.LEVEL_AT_MOST, 4)]


def test_levels_for_a_kill_stand_apart(deluxe: CardSet) -> None:
    assert [effect["trigger"] for effect in effects(deluxe, "pukachu")] == [Trigger.ON_KILL_LEVEL, Trigger.BAD_STUFF]
    assert effects(deluxe, "pukachu")[0]["may_win"] == 1
    assert [effect["trigger"] for effect in effects(deluxe, "potted_plant")] == [Trigger.ON_RUN_AWAY, Trigger.ON_KILL, Trigger.BAD_STUFF]


def test_else_of_a_standing_op_is_a_row_with_the_opposite(tiny: Json, tmp_path: Path) -> None:
    run = {"op": "run_mod", "who": "self", "amount": 2, "requires": "no_helper", "else": [{"op": "run_mod", "who": "self", "amount": 1}]}
    tiny["cards"][1]["effects"] = [{"on": "while_in_play", "ops": [run]}]
    office = load([saved(tmp_path, tiny)])
    alone, helped = rows(office, "accountant", Trigger.WHILE_IN_PLAY)
    assert [one["atom"] for one in condition(office, alone["cond"])] == [Atom.NO_HELPER]
    assert [one["atom"] for one in condition(office, helped["cond"])] == [Atom.NO_HELPER, Atom.NOT]


def test_a_group_of_ops_counts_its_successes(tiny: Json, tmp_path: Path) -> None:
    tiny["cards"][2]["effects"][0]["ops"] = [{"op": "group", "ops": [LOSE, LOSE], "else": [LOSE]}]
    assert [op for op, _, _ in shape(rows(load([saved(tmp_path, tiny)]), "paper_cut", Trigger.ON_CURSE))] == [
        Op.LOSE_LEVEL,
        Op.TALLY,
        Op.LOSE_LEVEL,
        Op.TALLY,
        Op.END_GROUP,
        Op.IF_FAILED,
        Op.GO,
        Op.LOSE_LEVEL,
    ]


def condition(cards: CardSet, index: int) -> list[Any]:
    span = cards.tables[0]["condition"][index]
    return [cards.tables[0]["atom"][i] for i in range(span["start"], span["end"])]


@pytest.mark.parametrize(
    ("card", "trigger", "field", "drawbacks"),
    [
        ("orcs_3872", Trigger.WHILE_FIGHTING, "cond", [1]),  # stronger against Dwarves
        ("squidzilla", Trigger.WHILE_FIGHTING, "cond", [1]),  # Elves are weaker
        ("squidzilla", Trigger.ON_RUN_AWAY, "cond", [0, 1, 0, 0]),  # Elves do not escape; Level is no drawback of a Race
        ("tongue_demon", Trigger.BAD_STUFF, "cond", [1]),  # stated on the card
        ("potted_plant", Trigger.ON_KILL, "cond", [0]),  # Elves get more
    ],
)
def test_drawbacks(card: str, trigger: Trigger, field: str, drawbacks: list[int], deluxe: CardSet) -> None:
    row = next(row for row in rows(deluxe, card, trigger) if row[field] != NONE)
    assert [atom["drawback"] for atom in condition(deluxe, row[field])] == drawbacks


def test_drawbacks_of_items_and_of_whole_effects(deluxe: CardSet) -> None:
    mithril, hat = type_of(deluxe, "mithril_armor"), type_of(deluxe, "pointy_hat_of_power")
    assert [atom["drawback"] for atom in condition(deluxe, mithril["not_usable_by"])] == [1]
    assert [atom["drawback"] for atom in condition(deluxe, hat["usable_by"])] == [0]
    golem, lawyers = effects(deluxe, "stoned_golem")[0], effects(deluxe, "lawyers")[0]
    assert [atom["drawback"] for atom in condition(deluxe, golem["requires"])] == [1, 0]
    assert [atom["drawback"] for atom in condition(deluxe, lawyers["requires"])] == [0]


def test_human_is_no_race_card(deluxe: CardSet) -> None:
    (atom,) = condition(deluxe, type_of(deluxe, "bad_ass_bandana")["usable_by"])
    assert atom["atom"] == Atom.NO_RACE
    (atom,) = condition(deluxe, effects(deluxe, "yuppie_water")[0]["requires"])
    assert (atom["atom"], atom["of_fighters"], deluxe.traits[atom["a"]]) == (Atom.TRAIT, 1, "Elf")


def test_columns_of_a_card_type(deluxe: CardSet) -> None:
    hireling, sword = type_of(deluxe, "hireling"), type_of(deluxe, "broad_sword")
    assert (hireling["kind"], hireling["bonus"], hireling["carries"], hireling["is_item"]) == (CardKind.COMPANION, 1, 1, 0)
    assert hireling["lifts"] == Lift.LIMITS | Lift.RESTRICTIONS
    assert (hireling["plays"], hireling["powers"]) == (0, When.INSTEAD_OF_RUN_ROLL)
    assert (sword["slot"], sword["gold"], sword["is_item"], sword["not_usable_by"]) == (Slot.ONE_HAND, 400, 1, NONE)
    assert type_of(deluxe, "magic_lamp")["plays"] == When.ANY_COMBAT | When.RUN_AWAY
    assert type_of(deluxe, "super_munchkin")["dual_of"] == CardKind.CLASS


@pytest.mark.parametrize(
    ("card", "needs"),
    [
        ("enraged", Needs.MONSTER),
        ("mate", Needs.MONSTER | Needs.ROOM_FOR_MONSTER),
        ("wandering_monster", Needs.HAND_MONSTER | Needs.ROOM_FOR_MONSTER),
        ("illusion", Needs.MONSTER | Needs.HAND_MONSTER | Needs.ROOM_FOR_MONSTER),  # a monster that left keeps its slot
        ("wishing_ring", Needs.CURSE),
        ("cheat", Needs.ITEM_TO_ATTACH),
        ("help_me_out_here", Needs.WINNING_ITEM),
        ("wand_of_dowsing", Needs.DISCARDS),
        ("gual_boil_an_anthill", Needs.TARGET_GAINS),
        ("steal_a_level", Needs.USER_GAINS | Needs.TARGET_LOSES),
        ("sleep_potion", 0),
    ],
)
def test_needs(card: str, needs: int, deluxe: CardSet) -> None:
    assert effects(deluxe, card)[0]["needs"] == needs


def test_a_monster_named_by_its_id(deluxe: CardSet) -> None:
    row = rows(deluxe, "potion_of_halitosis", Trigger.ON_PLAY)
    kill = deluxe.tables[0]["op"][effects(deluxe, "potion_of_halitosis")[1]["ops"]]
    assert row[0]["op"] == Op.SIDE_BONUS
    assert (kill["op"], kill["to"], kill["flag"]) == (Op.REMOVE_MONSTER, Which.CARD, 1)
    matches = deluxe.tables[0]["matches"][kill["filter"]]
    assert [deluxe.cards[i].id for i in matches.nonzero()[0]] == ["floating_nose"]


def test_names_of_abilities(deluxe: CardSet) -> None:
    kind = type_of(deluxe, "wizard")
    assert deluxe.effects[kind["effects"] : kind["effects_end"]] == ("flight_spell", "charm_spell")


def test_a_condition_has_room_for_as_many_tests_as_a_number_has_bits(tiny: Json, tmp_path: Path) -> None:
    """Their results are bits of one number (engine/queries/conditions.py)."""
    letter_opener = next(card for card in tiny["cards"] if card["id"] == "letter_opener")
    letter_opener["usable_by"] = [f"level>={level}" for level in range(1, 62)]  # and one that joins them
    conditions = load([saved(tmp_path, tiny)]).tables[0]["condition"]
    assert (conditions["end"] - conditions["start"]).max() == 62
    letter_opener["usable_by"].append("level>=62")
    with pytest.raises(CardSetError, match="63 tests in one condition"):
        load([saved(tmp_path, tiny)])
