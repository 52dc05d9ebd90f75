"""Positions of games are sound; each law rejects a position that breaks it, and says what is wrong."""

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import MonsterState
from munchkin_env.engine.state.stack import Moment
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import seat, table
from munchkin_env.sound import UnsoundError, check_games
from munchkin_env.sound.law import Law
from tests.fuzz import Player, random_options
from tests.play import EACH_AND_ALL, facts_of

pytestmark = pytest.mark.compiled


def check(game: Game) -> None:
    check_games(game.cards, game._bytes.reshape(1, -1))


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
@pytest.mark.parametrize("seed", range(3))
def test_every_position_of_random_games_is_sound(sets: tuple[str, ...], seed: int) -> None:
    rng = random.Random(f"{sets} {seed}")
    players = rng.randint(2, 6)
    game = Game(players, sets, rng.getrandbits(40), log=True, **random_options(rng, players, uniform=False))
    for _ in range(500):
        check(game)
        if game.over:
            break
        game.apply(rng.choice(game.legal()))
    assert Game.from_bytes(game.to_bytes()) == game


@pytest.mark.parametrize("moment", ["start", "setup", "turn", "before_door", "before_room", "before_charity"])
def test_set_positions_are_sound(moment: str) -> None:
    position = table(
        seat(level=4, classes="Warrior", wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile", hireling="Boots of Butt-Kicking"),
        seat(level=9, races=["Elf", "Dwarf"], duals="Half-Breed", cheats="Horny Helmet", fresh="Enraged"),
        seat(curses="Curse! Chicken on Your Head"),
        seat(dead=moment != "before_door", hand="Humongous"),
        dice=[5, 1],
        doors=["Net Troll"],
        moment=moment,
    )
    check(position.game)


def fight() -> Game:
    """Main has asked for help and got it; a window is open."""
    position = table(
        seat(level=4, wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile, Enraged", carries="Eleven-Foot Pole"),
        seat(level=2, races="Elf", wears="Boots of Butt-Kicking", hand="Magic Lamp"),
        seat(hand="Humongous"),
        doors=["Plutonium Dragon"],
        auto_pass_forced=False,
    )
    first, *_ = position
    first.kicks_open_the_door()
    return position.game


def question() -> Game:
    """The user of a card has to choose a target."""
    game = Game(3, seed=3, win_level=5)
    rng = random.Random(5)
    while game.decision != "ASK_CARD":
        if game.over:
            game = game.again(rng.getrandbits(30))
        game.apply(rng.choice(game.legal()))
    return game


def calm() -> Game:
    return table(
        seat(hand="Magic Missile, Enraged", wears="Horny Helmet", carries="Eleven-Foot Pole"),
        seat(carries="Singing & Dancing Sword"),
        dice=[3],
    ).game


def until(decision: str, *, below: str = "", sets: tuple[str, ...] = ("deluxe",)) -> Callable[[], Game]:
    """A random game at such a decision, on top of such a frame."""

    def found() -> Game:
        rng = random.Random(11)
        for seed in range(400):
            game = Game(4, sets, seed, win_level=6, max_rounds=3, counter_offers=True, binding_deals=False)
            for _ in range(400):
                if game.decision == decision and (not below or Kind(game.record.stack[game.record.depth - 2].kind).name == below):
                    return game
                if game.over:
                    break
                game.apply(rng.choice(game.legal()))
        raise AssertionError(f"no {decision} in 400 games")

    return found


DAMAGES: dict[Law, tuple[Callable[[], Game], Callable[[Any], None]]] = {}


def damage(law: Law, begin: Callable[[], Game] = calm) -> Callable[[Callable[[Any], None]], None]:
    def add(change: Callable[[Any], None]) -> None:
        DAMAGES[law] = begin, change

    return add


def top(g: Any) -> Any:
    return g.stack[g.depth - 1]


def push(g: Any, kind: Kind, player: int = 0, **registers: int) -> Any:
    """On top of everything, with clean registers."""
    f = g.stack[g.depth]
    for name in ("victim", "it", "target", "target2", "slot", "card", "effect", "answer"):
        setattr(f, name, -1)
    for name in ("passed", "face", "tally", "remaining", "a", "b", "c", "d", "pc", "end", "gold", "bits32", "bits64"):
        setattr(f, name, 0)
    f.kind, f.player, f.ok = kind, player, 1
    for name, value in registers.items():
        setattr(f, name, value)
    g.depth += 1
    return f


@damage(Law.ABSENT_SEAT)
def _(g: Any) -> None:
    g.seat[5].hand_n = 1
    g.seat[5].hand[0] = 7


@damage(Law.LEVEL)
def _(g: Any) -> None:
    g.seat[1].level = 10


@damage(Law.ENDED)
def _(g: Any) -> None:
    g.over = 1


@damage(Law.BEHIND_THE_END)
def _(g: Any) -> None:
    g.seat[0].hand[5] = 7


@damage(Law.NO_CARD)
def _(g: Any) -> None:
    g.seat[0].hand[0] = -1


@damage(Law.OTHER_DECK)
def _(g: Any) -> None:
    g.doors.cards[3] = g.treasures.cards[3]


@damage(Law.TWICE)
def _(g: Any) -> None:
    g.seat[0].hand[0] = g.doors.cards[0]


@damage(Law.MISSING)
def _(g: Any) -> None:
    g.doors.n -= 1


@damage(Law.NOT_IN_GAME, lambda: Game(3, ["western"], seed=1))
def _(g: Any) -> None:
    g.options.sub_decks = 1


@damage(Law.HOST)
def _(g: Any) -> None:
    g.seat[0].host[0] = g.seat[0].table[0]


@damage(Law.NOTHING_WAITS)
def _(g: Any) -> None:
    g.depth = 0


@damage(Law.NOBODY_DECIDES)
def _(g: Any) -> None:
    push(g, Kind.CORRECT)


@damage(Law.DEAD_DECIDES)
def _(g: Any) -> None:
    g.seat[0].dead = 1


@damage(Law.BOTTOM)
def _(g: Any) -> None:
    g.stack[0].kind = Kind.CORRECT


@damage(Law.TURN_ORDER)
def _(g: Any) -> None:
    push(g, Kind.CHARITY)
    push(g, Kind.WINDOW)


@damage(Law.NO_FIGHT)
def _(g: Any) -> None:
    push(g, Kind.FIGHT_WINDOW)


@damage(Law.FIGHT_ON, fight)
def _(g: Any) -> None:
    for d in range(g.depth):
        if g.stack[d].kind == Kind.END_FIGHT:
            g.stack[d].kind = Kind.CORRECT


@damage(Law.IDLE_FIGHT)
def _(g: Any) -> None:
    g.combat.main = 1


@damage(Law.MAIN, fight)
def _(g: Any) -> None:
    g.combat.helper = g.combat.main


@damage(Law.MONSTER, fight)
def _(g: Any) -> None:
    g.combat.monster[0].state = MonsterState.EMPTY


@damage(Law.NO_MONSTERS, fight)
def _(g: Any) -> None:
    g.door_discards.cards[g.door_discards.n] = g.combat.monster[0].card
    g.door_discards.n += 1
    g.combat.n = 0


@damage(Law.RUNNER, fight)
def _(g: Any) -> None:
    g.combat.fleeing = 0


@damage(Law.SLOT, until("ESCAPE"))
def _(g: Any) -> None:
    g.stack[g.depth - 3].slot = 7  # of the OUTCOME


@damage(Law.EFFECT_OF_CARD, until("ASK_YES", below="MEET_EFFECT"))
def _(g: Any) -> None:
    g.stack[g.depth - 2].effect = 0


@damage(Law.PROGRAM, until("ASK_CARD", below="DISCARD_CARDS"))
def _(g: Any) -> None:
    g.stack[g.depth - 3].end += 1


@damage(Law.CANDIDATES, until("SELL"))
def _(g: Any) -> None:
    top(g).hand_marked |= 1 << 23


@damage(Law.NO_SUCH_MONSTER, until("ASK_MONSTER"))
def _(g: Any) -> None:
    top(g).slots |= 128


@damage(Law.ONESELF, until("TRADE_MINE"))
def _(g: Any) -> None:
    top(g).target = top(g).player


@damage(Law.CARD_ELSEWHERE, until("TRADE_SEND"))
def _(g: Any) -> None:
    top(g).card = g.doors.cards[0]


@damage(Law.FOLLOWS, until("CARD_WINDOW", sets=("star",)))
def _(g: Any) -> None:
    g.stack[g.depth - 2].follows = Kind.DIE


@damage(Law.OUTCOME_BELOW, until("ROLL_WINDOW"))
def _(g: Any) -> None:
    top(g).dice = 1 - top(g).dice


@damage(Law.NO_OFFER, until("OFFER_TREASURES"))
def _(g: Any) -> None:
    g.offer.to = -1


@damage(Law.DICE)
def _(g: Any) -> None:
    g.dice_n = 2


@damage(Law.MARKER)
def _(g: Any) -> None:
    g.marker_n = 1
    g.marker[0].until = 40


@damage(Law.USE)
def _(g: Any) -> None:
    g.use_n = 1
    g.use[0].per = 40


@damage(Law.EVENT)
def _(g: Any) -> None:
    g.event_n = 1
    g.event[0].what = 100


@damage(Law.SUB_DECKS)
def _(g: Any) -> None:
    g.options.sub_decks = 6


@damage(Law.STUCK)
def _(g: Any) -> None:
    push(g, Kind.TRADE_WITH, 1)
    g.seat[0].dead = 1


@damage(Law.NUMBERS, until("ASK_NUMBER", below="EFFECT_CHOSEN"))
def _(g: Any) -> None:
    top(g).numbers |= 256


@damage(Law.SHARES, until("CHARITY_CARD"))
def _(g: Any) -> None:
    top(g).to_give = 0


@pytest.mark.parametrize("law", [law for law in Law if law != Law.FINE])
def test_each_law_notices_what_breaks_it(law: Law) -> None:
    begin, change = DAMAGES[law]
    game = begin()
    check(game)
    change(game.record)
    parts = [re.escape(part) for part in re.split(r"\{\d\}", law.text)]
    with pytest.raises(UnsoundError, match="^" + r"-?\w+".join(parts) + "$"):
        check(game)


def put_on_top(kind: Kind) -> Callable[[Any], None]:
    """Instead of the current question."""

    def change(g: Any) -> None:
        g.depth -= 1
        push(g, kind)

    return change


FRAMES: list[tuple[Callable[[], Game], Callable[[Any], None], str]] = [
    (calm, lambda g: setattr(top(g), "kind", 50), r"stack\[\d+\]\.kind is 50; must be 0 to \d+ or 64 to \d+"),
    (calm, lambda g: setattr(top(g), "moment", 9), rf"stack\[\d+\]\.moment of a ARRANGE is 9; must be 0 to {int(Moment.BEFORE_CHARITY)}"),
    (calm, lambda g: setattr(top(g), "answer", 3), r"stack\[\d+\]\.answer of a ARRANGE is 3; must be -1 while a player decides"),
    (until("ASK_PLAYER", below="CURSE"), put_on_top(Kind.ARRANGE), r"a CURSE, waits for an answer that nobody is asked for"),
    (
        until("ASK_NUMBER", below="EFFECT_CHOSEN"),
        put_on_top(Kind.ARRANGE),
        r"a EFFECT_CHOSEN, waits for an answer that nobody is asked for",
    ),
    (calm, lambda g: push(g, Kind.CURSE_WINDOW), r"a CURSE_WINDOW, lies on ARRANGE; must lie on STRIKE"),
    (calm, lambda g: push(g, Kind.CARD_WINDOW), r"a CARD_WINDOW, lies on ARRANGE; must lie on PLAYED"),
    (calm, lambda g: push(g, Kind.ASK_YES), r"a ASK_YES, lies on ARRANGE; must lie on "),
    (until("ASK_CARD", below="PAY"), lambda g: setattr(top(g), "may_stop", 1), r"is none that the frame below it or its op puts there"),
    (until("ASK_CARD", below="DISCARD_CARDS"), lambda g: setattr(g.stack[g.depth - 2], "pc", 0), r"is none that the frame below it"),
    (until("ASK_SIDE"), lambda g: setattr(top(g), "kind", Kind.ASK_DISCARDS), r"is none that the frame below it or its op puts there"),
]


@pytest.mark.parametrize("case", range(len(FRAMES)))
def test_a_frame_that_holds_what_its_kind_does_not_is_noticed(case: int) -> None:
    begin, change, says = FRAMES[case]
    game = begin()
    check(game)
    change(game.record)
    with pytest.raises(UnsoundError, match=says):
        check(game)


def test_in_a_batch_the_first_one_is_named() -> None:
    games = [Game(players, seed=players) for players in (2, 3, 4, 3)]
    games[2].record.seat[1].level = 0
    games[3].record.n_players = 1
    rows = np.stack([game._bytes for game in games])
    with pytest.raises(UnsoundError, match=r"^n_players is 1; must be 2 to 6$") as error:
        check_games(games[0].cards, rows)
    assert error.value.which == 3
    with pytest.raises(UnsoundError, match=r"^seat\[1\]\.level is 0; must be 1 to 20$") as error:
        check_games(games[0].cards, rows[:3])
    assert error.value.which == 2


def test_the_player_of_the_fuzzer_meets_sound_positions_only() -> None:
    """The same with the player of the property checks, whose games last longer."""
    rng = random.Random(4)
    facts = facts_of(("deluxe",))
    from tests.facts import Position

    game = Game(4, seed=8, win_level=5, max_rounds=4)
    player = Player(rng, uniform=False)
    for _ in range(600):
        if game.over:
            break
        game.apply(player.choose(Position(facts, game._array), game.legal()))
        check(game)
