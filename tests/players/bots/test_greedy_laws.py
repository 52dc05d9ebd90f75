"""What holds for every choice of a styled bot: it is legal, changes nothing, and does not depend on what its seat cannot know."""

import random
from collections import Counter

import numpy as np
import pytest

from munchkin_env.cards.loader import load
from munchkin_env.engine.boundary.playouts import legal_at
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.game.game import Game
from munchkin_env.players.bots import BOTS, Style, explain, style
from munchkin_env.players.bots.reasons import Reason
from tests.facts import Facts, Position
from tests.fuzz import random_options
from tests.players.bots.player import Player
from tests.properties.hidden import deal_anew

facts = Facts(load(["deluxe"]))


def dealt_anew(game: Game, known_stay: bool, rng: random.Random) -> Game:
    made = game.clone()
    made._array.view(np.uint8)[:] = deal_anew(Position(facts, game._array), game.seat, known_stay, rng).view(np.uint8)
    legal_at(made._tables, made._games, 0, made._mask)
    return made


@pytest.mark.slow
@pytest.mark.compiled
def test_choices_are_legal_pure_and_honest() -> None:
    """Half of the games among greedy bots, half with random moves in between, which lead into all kinds of positions."""
    looked: Counter[str] = Counter()
    for seed in range(14):
        play(seed, looked, BOTS["greedy"])
    missing = {kind.name for kind in Kind if kind < FIRST_AUTOMATIC} - RARE - OF_OTHER_SETS - set(looked)
    assert not missing, f"these games had no {missing}"


BUSYBODY = style(
    "greedy",
    "busybody",
    caution=200,
    counters=1,
    curse_at_once=0,
    curse_leader=1,
    gifts=80,
    gratitude=20,
    computes_flight=1,
    computes_loot=1,
    grudge=40,
    help_gain=0,
    meddle_from=0,
    meddle_price=300,
    offer_gain=30,
    spite=300,
    surplus=0,
    trade_gain=0,
    trades=1,
    trouble_margin=-3,
)
"""A style that does everything greedy avoids."""


@pytest.mark.slow
@pytest.mark.compiled
def test_so_are_those_of_a_style_that_does_all_that_greedy_leaves_alone() -> None:
    looked: Counter[str] = Counter()
    for seed in (0, 3, 7, 8):
        play(seed, looked, BUSYBODY)
    assert {"TRADE_WITH", "TRADE_MINE", "TRADE_YOURS", "TRADE_SEND", "ANSWER_TRADE", "FIGHT_WINDOW"} <= set(looked)


RARE = {"ASK_DISCARDS", "TOO_BIG", "SELL_DOUBLE", "ASK_NUMBER", "STAY_OR_LEAVE", "RESURRECT", "ANSWER_COUNTER", "COUNTER_ORDER"}
OF_OTHER_SETS = {"CHOOSE_HOUSE", "CARD_WINDOW"}


def play(seed: int, looked: Counter[str], one: Style) -> None:
    rng = random.Random(seed)
    players, greedy = 2 + seed % 5, (1.0, 0.7)[seed % 2]
    options = {"counter_offers": seed % 4 < 2} if seed < 6 else random_options(rng, players, False)
    game = Game(players, seed=seed, **{**options, "trade_budget": 1, "max_rounds": 25})
    bot = Player(one)
    while not game.over:
        legal, before = game.legal(), game._bytes.tobytes()
        chosen = bot.choice(game)
        assert chosen in legal and bot.reason != Reason.FORBIDDEN, f"{chosen} at {game.decision}"
        assert game._bytes.tobytes() == before, f"looking changed something at {game.decision}"
        if looked[game.decision] < 60 or rng.random() < 0.005:  # all rare decisions, a few of the common ones
            looked[game.decision] += 1
            said = explain(game, one)
            assert said[0] == chosen and said[1].startswith(f"{game.text(chosen)}: ") and len(said[1]) > len(game.text(chosen)) + 8
            assert game._bytes.tobytes() == before
            for known_stay in (True, False):
                other = dealt_anew(game, known_stay, rng)
                assert explain(other, one) == said, f"it knows what it cannot know, at {game.decision}"
        game.apply(chosen if rng.random() < greedy else rng.choice(legal))
