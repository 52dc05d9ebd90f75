"""Property 26 can fail: missing events and events seen by too many are noticed; and a log that is too short says so."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from munchkin_env.cards.loader import load
from munchkin_env.engine.state.events import What, log
from munchkin_env.engine.state.records import MAX_EVENTS, WHATS, Game
from munchkin_env.game.game import Game as Play
from munchkin_env.game.render import render
from munchkin_env.game.scenario import seat, table
from munchkin_env.game.views import _SAYS, Event
from munchkin_env.text.telling import told
from munchkin_env.vocabulary.words import CardKind
from tests.facts import Position, copy_of
from tests.fuzz import Fuzz
from tests.play import ALL_FOUR, EACH_AND_ALL, facts_of, last_step
from tests.properties import CHEAP, PropertyError, Step

CHECKS = [check for number, check in CHEAP if number == 26]
EVERYONE = 63
DOCS = Path(__file__).parents[2] / "docs"

WITHOUT = (
    What.DRAWS,
    What.PLAYS,
    What.LAYS_DOWN,
    What.DISCARDS,
    What.TAKES,
    What.LEVEL,
    What.MEETS,
    What.HELPS,
    What.MONSTER_LEAVES,
    What.DIES,
    What.TRADES,
    What.PICKS,
    What.CHARITY,
    What.LOOTS,
    What.GETS,
    What.EQUIPS,
    What.TURNS_SIDEWAYS,
    What.SEX,
    What.AFFECTED,
    What.UNAFFECTED,
    What.STRENGTHENED,
    What.MUNCHKINS_GET,
    What.MONSTERS_GET,
    What.LAYS_OUT,
    What.REVIVES,
    What.PUTS_ON,
)
"""Events without which a change would be silent; all of them occur in the games below."""
MOVES = (
    What.DRAWS,
    What.PLAYS,
    What.LAYS_DOWN,
    What.DISCARDS,
    What.TAKES,
    What.TRADES,
    What.PICKS,
    What.CHARITY,
    What.LOOTS,
    What.GETS,
    What.LAYS_OUT,
)
"""Events that report a move of a card, all of which occur there too."""
SECRET = (What.DRAWS, What.TAKES, What.CHARITY)


@cache
def steps() -> tuple[Step, ...]:
    """Steps of random games with all cards: sixteen games, and more until every event of WITHOUT has occurred."""
    found: list[Step] = []
    missing = set(WITHOUT)

    def keep(step: Step) -> None:
        found.append(step)
        missing.difference_update(What(e.what) for e in step.after.events)

    fuzz = Fuzz(facts_of(ALL_FOUR), costly_every=0)
    CHEAP.append((26, keep))
    try:
        for seed in range(64):
            if seed >= 16 and not missing:
                break
            fuzz.play(40 + seed, {"max_rounds": 3}, players=2 + seed % 5)
    finally:
        CHEAP.pop()
    assert not fuzz.report.violations, "\n".join(fuzz.report.violations)
    return tuple(found)


def fails(step: Step) -> bool:
    for check in CHECKS:
        try:
            check(step)
        except PropertyError:
            return True
    return False


def with_log(step: Step, events: list[tuple[int, ...]]) -> Step:
    """The same step with another log."""
    array = copy_of(step.after.array)
    g: Any = Game.Structure.from_buffer(array.data)
    for i, (what, player, other, card, number, seen) in enumerate(events):
        e = g.event[i]
        e.what, e.player, e.other, e.card, e.number, e.seen = what, player, other, card, number, seen
    g.event_n = len(events)
    return Step(step.before, step.action, Position(step.after.facts, array), step.mask, step.history)


def rows(step: Step) -> list[tuple[int, ...]]:
    return [(e.what, e.player, e.other, e.card, e.number, e.seen) for e in step.after.events]


def with_event(what: What) -> Iterator[Step]:
    return (step for step in steps() if step.has(what) and not step.log_full)


def test_the_documentation_names_every_event() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", (DOCS / "positions.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(rows) == {what: said.replace("{", "").replace("}", "") for what, said in _SAYS.items()}


@pytest.mark.slow
@pytest.mark.parametrize("what", WITHOUT, ids=lambda what: what.name)
def test_a_missing_event_is_noticed(what: What) -> None:
    assert any(fails(with_log(step, [row for row in rows(step) if row[0] != what])) for step in with_event(what))


@pytest.mark.slow
@pytest.mark.parametrize("what", SECRET, ids=lambda what: what.name)
def test_an_event_that_names_a_hidden_card_is_noticed(what: What) -> None:
    leaky = ((step, [(*row[:5], EVERYONE) if row[0] == what else row for row in rows(step)]) for step in with_event(what))
    assert any(fails(with_log(step, log)) for step, log in leaky)


def item_that_comes_back() -> Step:
    """Net Troll catches both fighters: Suzan takes Aric's weapon, and Aric takes it back in the same step."""
    game = table(seat(level=2, wears="Singing & Dancing Sword"), seat(), doors=["Net Troll"], dice=[1, 1])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    return last_step(facts_of(("deluxe",)), game, suzan.accepts)


def test_an_item_may_change_hands_twice_in_a_step() -> None:
    step = item_that_comes_back()
    assert [(e.player, e.other) for e in step.after.events if e.what == What.TAKES] == [(1, 0), (0, 1)]
    for check in CHECKS:
        check(step)


def test_a_card_that_all_have_seen_may_be_shuffled_into_a_deck_in_the_same_step() -> None:
    game = table(seat(level=1, hand="Elf, Dwarf, Thief, Wizard, Baby, Mate"), seat(level=2), moment="before_charity")
    aric, _ = game
    aric.ends_the_turn()
    step = last_step(facts_of(("deluxe",)), game, lambda: aric.chooses("Baby"))
    array = copy_of(step.after.array)
    g: Any = Game.Structure.from_buffer(array.data)
    g.door_discards.n -= 1
    g.doors.cards[g.doors.n] = g.door_discards.cards[g.door_discards.n]
    g.doors.n += 1
    hidden = Step(step.before, step.action, Position(step.after.facts, array), step.mask, step.history)
    check = next(check for check in CHECKS if check.__name__ == "no_event_names_a_hidden_card")
    with pytest.raises(PropertyError, match="hidden card: baby"):
        check(hidden)
    check(with_log(hidden, [*rows(hidden), (What.RESHUFFLES, -1, -1, -1, 0, EVERYONE)]))


@pytest.mark.parametrize("lost", [0, 1])
def test_each_of_two_changes_of_hands_must_be_told(lost: int) -> None:
    step = item_that_comes_back()
    takes = [i for i, row in enumerate(rows(step)) if row[0] == What.TAKES]
    assert fails(with_log(step, [row for i, row in enumerate(rows(step)) if i != takes[lost]]))


@pytest.mark.slow
@pytest.mark.parametrize("what", MOVES, ids=lambda what: what.name)
def test_a_card_that_moves_is_told_once(what: What) -> None:
    """The same event twice: nobody can lay down, lose or take again what is no longer there."""
    for step in with_event(what):
        said = rows(step)
        at = next(i for i, row in enumerate(said) if row[0] == what)
        if len(said) < MAX_EVENTS and fails(with_log(step, [*said[: at + 1], *said[at:]])):
            return
    raise AssertionError("told twice, and nothing noticed")


@pytest.mark.slow
def test_every_event_occurs_or_is_rare() -> None:
    """The games above cover most events."""
    seen = Counter(What(e.what) for step in steps() for e in step.after.events)
    rare = {What.MORE, What.WINS, What.FORCED, What.RESHUFFLES, What.LEAVES, What.KEEPS_DEAL, What.BREAKS_DEAL, What.PROMISES, What.LAPSES}
    rare |= {What.GOES_ALONG, What.TAKES_OVER, What.SETS_ASIDE, What.TRANSFORMED, What.LEFT_OVER, What.COUNTERS, What.LOOKS, What.WAKES}
    assert {what for what in What if not seen[what]} <= rare, seen


def test_a_record_holds_only_kinds_of_events_that_there_are() -> None:
    assert [what.value for what in What] == list(range(WHATS)) and _SAYS.keys() == {what.name for what in What}


def test_a_curse_that_takes_the_class_says_so() -> None:
    game = table(seat(classes="Warrior", hand="Curse! Lose Your Class"), seat(classes="Wizard"))
    aric, suzan = game
    aric.plays("Curse! Lose Your Class", on=suzan)
    assert [str(event) for event in game.log if event.what in ("PLAYS", "CURSED", "DISCARDS")] == [
        "Player 0 plays Curse! Lose Your Class",
        "Curse! Lose Your Class strikes player 1",
        "Player 1 discards Wizard",
    ]


def test_what_goes_along_with_a_loss_is_told() -> None:
    game = table(seat(hand="Curse! Lose the Footgear You Are Wearing"), seat(cheats="Boots of Butt-Kicking"))
    game[0].plays("Curse! Lose the Footgear You Are Wearing", on=game[1])
    assert [event.card for event in game.log if event.what == "DISCARDS"] == ["Boots of Butt-Kicking", "Cheat!"]


def test_a_log_that_is_full_says_how_much_is_missing() -> None:
    game = table(seat(), seat()).game
    array = game._array
    g = game.record
    g.event_n = 0
    for n in range(MAX_EVENTS + 9):
        log(g, What.DISCARDS, 0, -1, 5, n, EVERYONE)
    told = game.events()
    assert len(told) == MAX_EVENTS and array["event_n"][0] == MAX_EVENTS
    assert [event.what for event in told[:-1]] == ["DISCARDS"] * (MAX_EVENTS - 1)
    assert told[-1] == Event("MORE", None, None, None, 10, tuple(range(2)))
    assert str(told[-1]) == "And 10 more things happen"


def test_the_biggest_step_is_bounded_and_told() -> None:
    """A player with nearly the maximum hand and table dies: the last place of the log says how many events are missing."""
    names = [card.name for card in load(ALL_FOUR).cards for _ in range(card.count) if card.kind == CardKind.ITEM]
    game = table(seat(level=6, hand=names[:90], carries=names[90:130]), seat(), doors=["Plutonium Dragon"], dice=[1], sets=ALL_FOUR)
    game[0].kicks_open_the_door()
    while not game[0].dead:
        game.apply(game.game.legal()[0])
    told = game.game.events()
    laid_out = [event for event in told if event.what == "LAYS_OUT"]
    assert len(told) == MAX_EVENTS and told[-1].what == "MORE" and 0 < 130 - len(laid_out) <= told[-1].number


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_what_shows_the_log_names_no_card_to_whom_it_is_hidden(sets: tuple[str, ...]) -> None:
    """Game.events, the picture, and texts for a person: none contains names of cards in hands that the seat does not know."""
    rng, hidden = random.Random(5), 0
    game = Play(3, sets, seed=3, log=True, max_rounds=1)
    while not game.over:
        game.apply(rng.choice(game.legal()))
        for viewer in range(3):
            for event, whole in zip(game.events(viewer), game.events(), strict=True):
                if viewer in whole.seen_by or whole.card is None:
                    continue
                hidden += 1
                sentence = " ".join((str(event), *told([event], viewer, {})))
                assert event.card is None and whole.card not in sentence and str(whole) not in render(game, viewer).splitlines()
    assert hidden > 20


def test_what_a_card_is_put_on_is_told() -> None:
    """Both cards are named."""
    game = table(seat(hand="Cheat!, Chainsaw of Bloody Dismemberment"), seat())
    game.players[0].does("play Cheat!")
    while "put it on Chainsaw of Bloody Dismemberment" in game.legal_texts:
        game.apply("put it on Chainsaw of Bloody Dismemberment")
    (told_once,) = (event for event in game.log if event.what == "PUTS_ON")
    assert str(told_once) == "Player 0 puts Cheat! on Chainsaw of Bloody Dismemberment"
    assert (told_once.card, told_once.on) == ("Cheat!", "Chainsaw of Bloody Dismemberment")


def test_what_a_companion_is_given_to_carry_is_told() -> None:
    game = table(seat(carries="Chainsaw of Bloody Dismemberment", hireling=""), seat())
    game.players[0].does("load Hireling")
    while "load it with Chainsaw of Bloody Dismemberment" in game.legal_texts:
        game.apply("load it with Chainsaw of Bloody Dismemberment")
    assert "Player 0 puts Chainsaw of Bloody Dismemberment on Hireling" in [str(event) for event in game.log]


def test_a_forged_log_names_no_card_that_there_is_not() -> None:
    """Saved games hold their log, and its numbers have many meanings."""
    game = Play(2, seed=1, log=True)
    log(game.record, What.PUTS_ON, 0, -1, 5, 32767, EVERYONE)
    (event,) = (Play.from_bytes(game.to_bytes()).events()[-1],)
    assert event.on is None and str(event).endswith("on a card")
