"""Free answers: which legal action they name, or what was wrong with them."""

import random
import string
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache

import pytest

from munchkin_env.game.game import Game
from munchkin_env.text.answers import LONGEST_LINE, dissect
from munchkin_env.text.compounds import PlannedStep
from munchkin_env.text.matching import VERBS, AnswerError, Fault, exactly, nearly, plainly
from munchkin_env.text.understanding import understand
from tests.envs.positions import positions
from tests.play import ALL_FOUR
from tests.text.test_prompt import fight

CHOICES = ("pass", "ask for help", "play Magic Missile", "use Warrior", "discard Warrior")
"""What may be done in fight()."""


def meant(answer: str, game: Game | None = None) -> str:
    """The text of the action that the answer names."""
    game = game or fight()
    return game.text(understand(game, answer).action)


def fault(answer: str, game: Game | None = None) -> tuple[Fault, str]:
    with pytest.raises(AnswerError) as wrong:
        understand(game or fight(), answer)
    return wrong.value.fault, str(wrong.value)


def test_the_position_is_as_assumed() -> None:
    assert tuple(fight().texts()) == CHOICES


@pytest.mark.parametrize("text", CHOICES)
def test_exact_texts_and_numbers(text: str) -> None:
    number = CHOICES.index(text) + 1
    for answer in (
        text,
        text.upper(),
        f"  {text}. ",
        f'"{text}"',
        f"**{text}**",
        f"`{text}`",
        str(number),
        f"{number}.",
        f"#{number}",
        f"({number})",
    ):
        assert meant(answer) == text, answer
    for answer in (
        f"{number} {text}",
        f"{number}. {text}",
        f"ACTION: {text}",
        f"action: {number}",
        f"**ACTION:** {text}",
        f"Final answer: {text}",
    ):
        assert meant(answer) == text, answer


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("I play the Magic Missile", "play Magic Missile"),
        ("I'll play my magic missile!", "play Magic Missile"),
        ("play magic", "play Magic Missile"),
        ("missile", "play Magic Missile"),
        ("I will ask for help now.", "ask for help"),
        ("option three", "play Magic Missile"),
        ("I choose number one.", "pass"),
        ("I pass", "pass"),
        ("skip", "pass"),
        ("do nothing", "pass"),
        ("please use Warrior", "use Warrior"),
        ('{"action": "pass"}', "pass"),
        ('{"action": 3}', "play Magic Missile"),
        ('{"thought": "I could pass, but {no}", "action": "ask for help"}', "ask for help"),
        ('```json\n{"move": "play Magic Missile"}\n```', "play Magic Missile"),
        ("```\nplay Magic Missile\n```", "play Magic Missile"),
        ("I have thought about it.\nPassing loses the fight.\n\nACTION: play Magic Missile", "play Magic Missile"),
        ("First idea: ACTION: pass is bad.\nACTION: pass\nNo, better:\nACTION: use Warrior\n", "use Warrior"),
        ("The total is 7 against 10, so I need 4 more. A missile brings 5.\n\nplay Magic Missile", "play Magic Missile"),
        ("Long thoughts " * 50 + "\nSo I will play Magic Missile on the munchkins' side.", "play Magic Missile"),
        ("ACTION: pass\nSAY: you would all have played a Curse", "pass"),
        ("The answer is 2", "ask for help"),
        ("<action>pass</action>", "pass"),
        ("The sum is clear: \\boxed{ask for help}.", "ask for help"),
        ("pass, because nothing can be won here", "pass"),
        ("\u201cplay Magic Missile\u201d", "play Magic Missile"),
        ("ＰＡＳＳ", "pass"),
    ],
)
def test_forgiving_forms(answer: str, text: str) -> None:
    assert meant(answer) == text


@pytest.mark.parametrize(
    ("answer", "kind", "says"),
    [
        ("", Fault.UNREADABLE, "names no action"),
        ("   \n\n", Fault.UNREADABLE, "names no action"),
        ("the weather is nice", Fault.UNREADABLE, "names no action"),
        ("9", Fault.ILLEGAL, "the numbers are 1 to 5"),
        ("0", Fault.ILLEGAL, "the numbers are 1 to 5"),
        ("kick open the door", Fault.ILLEGAL, "is not possible now"),
        ("ACTION: play Boots of Butt-Kicking", Fault.ILLEGAL, "is not possible now"),
        ('{"action": "sell everything"}', Fault.ILLEGAL, "is not possible now"),
        ("warrior", Fault.AMBIGUOUS, "use Warrior; discard Warrior"),
        ('{"action": null}', Fault.UNREADABLE, "names no action"),
        ("I do not want to pass", Fault.UNREADABLE, "names no action"),
        ("I won't play Magic Missile here", Fault.UNREADABLE, "names no action"),
        ("I could pass or play Magic Missile or ask for help", Fault.UNREADABLE, "names no action"),
        ("pass if they let me, play Magic Missile if not", Fault.UNREADABLE, "names no action"),
        ("play Magic Missile, then use Warrior", Fault.AMBIGUOUS, "can mean"),
    ],
)
def test_what_was_wrong_is_said(answer: str, kind: Fault, says: str) -> None:
    found, told = fault(answer)
    assert found == kind and says in told


def test_the_last_object_counts_and_not_what_is_within_it() -> None:
    """Models give actions with data around and inside."""
    assert meant('{"action": "pass", "why": {"action": "use Warrior"}}') == "pass"
    assert meant('{"action": "pass"} no: {"action": "use Warrior"}') == "use Warrior"
    assert meant('{"action": "pass", "offer": {}}') == "pass"
    assert meant('{"action": "pass", "offer": {"to": null, "treasures": null}, "trade": null, "sell": []}') == "pass"
    assert meant('{"action": "offer", "offer": {"to": 1, "treasures": 1}}') == "ask for help"
    assert meant('{"action": "ask for help", "offer": {"to": 1, "treasures": 1}}') == "ask for help"
    assert meant('I could say {so} or { "action": "pass" } ') == "pass"


@pytest.mark.parametrize(
    "answer",
    [
        '{"action": "pass", "offer": {"to": 1}}',
        'ACTION: pass\n{"offer": {"to": 1}}',
        '{"offer": {"to": 1}, "sell": ["Wizard"]}',
    ],
)
def test_an_action_and_a_compound_are_two_actions(answer: str) -> None:
    assert fault(answer)[0] == Fault.AMBIGUOUS


@pytest.mark.parametrize("answer", ["pass would lose the fight", "I could pass", "nobody may pass here", "no need to pass", "maybe pass"])
def test_a_thought_is_no_action(answer: str) -> None:
    fault(answer)


def test_what_is_marked_as_the_action_counts_alone() -> None:
    """A thought that names a legal action does not replace an illegal one."""
    assert fault("I could pass.\nACTION: fly away\nOr pass")[0] == Fault.UNREADABLE
    assert fault('{"action": "sell everything", "otherwise": "pass"}')[0] == Fault.ILLEGAL


def test_the_end_of_a_long_thought_must_name_an_action_clearly() -> None:
    assert fault("I think.\nAnd think.\nmagic")[0] == Fault.UNREADABLE  # alone, this word would do


def test_numbers_count_only_where_they_are_shown() -> None:
    with pytest.raises(AnswerError):
        understand(fight(), "1", numbers=False)
    assert understand(fight(), "pass", numbers=False).action == 0


def test_copies_of_a_card_are_alike() -> None:
    choices = ["play Elf", "play Elf (2)", "pass"]
    assert exactly("play elf", choices) == "play Elf" and exactly("play Elf (2)", choices) == "play Elf (2)"
    assert nearly("elf", choices) == "play Elf"


def test_the_longest_action_that_a_sentence_contains_is_meant() -> None:
    choices = ["look for trouble with Net Troll", "look for trouble with Net Troll's mate", "loot the room"]
    assert nearly("so I shall look for trouble with Net Troll's mate at once", choices) == choices[1]


def test_several_actions_in_a_row() -> None:
    found = understand(fight(), "play Magic Missile; pass")
    assert fight().text(found.action) == "play Magic Missile" and found.next == ("pass",)
    assert understand(fight(), '{"actions": ["use Warrior", "discard Elf"]}').next == ("discard Elf",)


def test_talk_and_shown_hands() -> None:
    parts = dissect("I pass.\nSAY: who helps me?\nSHOW HAND\nACTION: pass")
    assert parts.say == "who helps me?" and parts.show and [one.text for one in parts.candidates] == ["pass"]
    parts = dissect('{"action": "pass", "say": "two \\"Treasures\\"?\\n\\u001b[2J", "show_hand": true}')
    assert parts.say == "two 'Treasures'? \\x1b[2J" and parts.show
    assert not dissect("show me the hand of player 2").show and dissect("x").say == ""
    assert len(dissect(f"SAY: {'a' * 5000}\npass").say) <= LONGEST_LINE


def test_a_finished_game_takes_no_answers() -> None:
    game = Game(2, seed=1, win_level=3, max_rounds=1)
    while not game.over:
        game.apply(game.legal()[0])
    assert fault("pass", game)[1] == "the game is over"


@pytest.mark.parametrize("sets", [(name,) for name in ALL_FOUR], ids="+".join)
def test_every_action_can_be_named_by_its_text_and_its_number(sets: tuple[str, ...]) -> None:
    looked = 0
    for game in positions(2, 31, 0.1, sets):
        if game.over:
            continue
        texts = game.texts()
        for number, (text, action) in enumerate(texts.items(), 1):
            looked += 1
            assert understand(game, text).action == action, text
            assert understand(game, f"I have thought.\nACTION: {text.upper()}.").action == action, text
            assert understand(game, f'{{"action": {number}}}').action == action
    assert looked > 300


def test_every_action_begins_with_a_known_verb() -> None:
    """So that illegal ones are recognized."""
    seen = [text for sets in ALL_FOUR for game in positions(2, 77, 0.05, (sets,)) for text in game.texts()]
    assert len(seen) > 1000 and {text.split()[0] for text in seen} <= VERBS | {"for", "on", "the", "to"}


# ---------------------------------------------------------------------------------------------------------- nonsense

_WORDS = (
    "ACTION: action SAY: SHOW { } [ ] ``` ```json ; : , null true NaN 1e999 -1 0 1 2 3 17 treasures no yes pass help ask offer first "
    "give for sell play use discard equip not n't I the one ten ( ) # * _ İ ß ﬁ é 漢 🂡"
)
PIECES = (
    *_WORDS.split(),
    *("\n", "\t", "\r", "\u2028", "\x00", "\x1b[2J", "\u202e", "\ud800", '"', "\\", "9" * 5000),
    *("SHOW HAND", "player 1", "player 9", "trade with"),
    *("2 treasures", "all treasures", "the helper picks first", "I pick first", '{"action":', '"actions": [', '{"sell": [1, null]}'),
    *('{"offer": {"to": 2, "treasures": 1}}', '{"trade": {"with": 1, "give": "x"}}', '{"sell": ["a"]}', '{"trade": {"with": 1}}'),
    *('{"counter": {"treasures": "all", "first": "helper"}}', '{"offer": {"to": "player 9", "treasures": -1}}', '{"offer": {"to": 1}}'),
)


@cache
def moments() -> tuple[Game, ...]:
    """Positions with every kind of decision that short random games reach."""
    found: dict[str, Game] = {}
    for sets in ALL_FOUR:
        for game in positions(4, 5, 0.0, (sets,)):
            if not game.over:
                found.setdefault(f"{game.decision} {sets}", game.clone())
    return tuple(found.values())


def nonsense(rng: random.Random, game: Game) -> str:
    """A garbled answer: pieces of answers, or a good answer with letters changed, lost and doubled."""
    words = [rng.choice([*PIECES, *game.texts(), *sorted(VERBS)]) for _ in range(rng.randrange(9))]
    text = rng.choice([" ", "", "\n"]).join(words)
    for _ in range(rng.randrange(6) if text else 0):
        at = rng.randrange(len(text))
        text = rng.choice(
            [text[:at] + text[at + 1 :], text[:at] + rng.choice(string.printable) + text[at:], text[at:] + text[:at], text[:at]]
        )
        text = text or "x"
    return text if rng.random() > 0.02 else text * rng.randrange(1, 3000)


def garbage(count: int, seed: int) -> Iterator[tuple[Game, str]]:
    rng = random.Random(seed)
    for _ in range(count):
        game = rng.choice(moments())
        yield game, nonsense(rng, game)


def carried_out(game: Game, action: int, following: Sequence[PlannedStep | str]) -> None:
    """Every step of a compound is legal when its turn comes."""
    world = game.clone()
    world.apply(action)
    for step in following:
        if isinstance(step, PlannedStep):
            assert world.decision == step.decision
            world.apply(step.text)


@pytest.mark.slow
def test_nonsense_is_refused_or_legal_and_never_crashes() -> None:
    found: Counter[str] = Counter()
    longest = 0
    for game, text in garbage(10_000, seed=17):
        before = game.state()
        try:
            meaning = understand(game, text)
        except AnswerError as error:
            found[error.fault] += 1
            longest = max(longest, len(str(error)))
        else:
            found["understood"] += 1
            assert game.is_legal(meaning.action)
            carried_out(game, meaning.action, meaning.next)
        assert game.state() == before
    assert len(moments()) > 40 and longest < 4000 and all(found[one] > 100 for one in (*Fault, "understood")), found


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        '{"a":' * 50_000,
        "[" * 100_000,
        "```" * 50_000,
        "trade with player 1 " + "a for " * 20_000,
        "give " * 20_000 + "to player 1",
        "I will " * 20_000,
        "\n" * 100_000,
        "ACTION:" * 30_000,
        "promise " * 20_000,
        "player 1 help " * 9_000,
        " " * 300_000 + "x",
        '{"action": [' + '"pass",' * 20_000 + '"pass"]}',
        ('{"a":' * 900 + "[" + "1," * 7_000) * 5,
        "-_*" * 50_000 + ":",
    ],
    ids=range(15),
)
def test_long_nonsense_is_read_in_no_time(text: str) -> None:
    began = time.process_time()
    for game in (fight(), *moments()[:8]):
        with suppress(AnswerError):
            assert game.is_legal(understand(game, text).action)
    assert time.process_time() - began < 10


def test_plain_words() -> None:
    assert plainly("  **Two** _Treasures_. ") == "2 treasures"


FORMS = (
    "I will {t}.",
    "My decision: {t}",
    "Let's {t}!",
    "- {t}",
    "> {t}",
    "Thinking...\nI pick: {t}",
    "{t} please",
    'ACTION: "{t}".',
    "ACTION: {n}. {t}",
)


@pytest.mark.parametrize("form", FORMS)
def test_every_action_can_be_named_in_a_sentence(form: str) -> None:
    looked = 0
    for game in moments():
        for number, (text, action) in enumerate(game.texts().items(), 1):
            looked += 1
            found = game.text(understand(game, form.format(t=text, n=number)).action)
            assert found == game.text(action) or found == text.rpartition(" (")[0], text
    assert looked > 150
