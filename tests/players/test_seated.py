"""Players in the compiled loop choose only legal actions, even where a house rule forbids what a style computes."""

import random
from typing import Any

import numpy as np
import pytest

from munchkin_env import MunchkinVector
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import open_records, view
from munchkin_env.engine.flow import dispatch
from munchkin_env.engine.flow.settle import step
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.stack import top
from munchkin_env.envs import matches
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import Table, seat, table
from munchkin_env.players.bots import BOTS, FIELDS, BotKind, Style, explain, style
from munchkin_env.players.bots.reasons import Reason
from munchkin_env.players.bots.style import Bot
from munchkin_env.players.compiled import networks_of, new_players
from munchkin_env.players.seated import next_action_at
from tests.fuzz import random_options
from tests.play import EACH_AND_ALL
from tests.players.bots.player import Player, choice


def offering() -> Table:
    """Aric asks Suzan for help; greedy promises no Item, without a look at the mask."""
    game = table(seat(level=5, wears="Leather Armor"), seat(level=9), doors=["Net Troll"])
    aric = game[0]
    aric.kicks_open_the_door()
    while game.decision != "OFFER_ITEM":
        game.apply(choice(game))
    return game


@pytest.mark.compiled
def test_a_style_takes_a_legal_action_where_a_rule_forbids_its_own() -> None:
    game = offering().game
    players, mask = new_players([BOTS["greedy"]]), game.mask()
    asked = game._tables, game._games, 0, open_records(players), 0, mask, *networks_of([])
    assert next_action_at(*asked) == Verb.NOTHING and view(Bot, players).reason == Reason.ROUTINE
    mask[Verb.NOTHING] = False
    assert mask.any() and next_action_at(*asked) == np.flatnonzero(mask)[0]
    assert view(Bot, players).reason == Reason.FORBIDDEN


@pytest.mark.skipif(COMPILED, reason="replaces a function of the rules")
def test_a_batch_under_a_rule_that_no_style_knows_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a house rule gave helpers the first pick: greedy wants it for itself."""
    taken: list[int] = []

    def only_helper_first(mask: Any) -> None:
        mask[Verb.HELPER_FIRST] = True

    def checked(t: Any, g: Any, action: int, mask: Any) -> None:
        assert mask[action]
        if top(g).kind == Kind.OFFER_ORDER:
            taken.append(action)
        step(t, g, action, mask)

    monkeypatch.setattr(dispatch, "legal_order", only_helper_first)
    monkeypatch.setattr(matches, "step", checked)
    with MunchkinVector(1, 4, seed=1, seat=0, opponents="greedy") as games:
        games.reset()
        while not taken:
            games.step([np.flatnonzero(games.masks[0])[0]])
    assert set(taken) == {Verb.HELPER_FIRST}


STYLES = [one for one in BOTS.values() if one.kind == BotKind.STYLE]


def any_style(rng: random.Random, name: str) -> Style:
    """One of the styles, with some of its numbers changed."""
    changed = [one for one in FIELDS.values() if rng.random() < 0.15]
    values = {one.name: rng.choice((one.low, one.high, rng.randint(one.low, one.high))) for one in changed}
    return style(rng.choice(STYLES), name, "", **values)


@pytest.mark.compiled
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_no_house_rule_forbids_what_a_style_chooses(sets: tuple[str, ...]) -> None:
    """Also after moves of others in its place: a hint, a teacher and a prior are asked about positions that no style would reach."""
    rng, decided = random.Random(f"{sets}"), 0
    for seed in range(20 if COMPILED else 2):
        players = 2 + rng.randrange(5)
        options = random_options(rng, players, uniform=False)
        game = Game(players, sets, seed=seed, **options)
        bots, follows = [Player(any_style(rng, f"seat-{p}")) for p in range(players)], rng.choice((1.0, 0.8))
        for _ in range(800):
            if game.over:
                break
            action = bots[game.seat].choice(game)
            assert bots[game.seat].reason != Reason.FORBIDDEN, f"{game.decision} under {options}"
            game.apply(action if rng.random() < follows else rng.choice(game.legal()))
            decided += 1
    assert decided > 200


def test_a_sale_of_too_much_is_called_off() -> None:
    """Nothing is left to mark, and the sale would bring the winning Level, which the strict rule does not allow."""
    game = table(seat(level=8, carries="Staff of Napalm, Rapier of Unfairness, Kneepads of Allure"), seat(), sell_cap="strict")
    for action in ("sell items", "sell Staff of Napalm", "sell Rapier of Unfairness", "sell Kneepads of Allure"):
        game.apply(action)
    assert game.legal_texts == ["call off the sale"] and choice(game) == "call off the sale"
    assert explain(game.game)[1] == "call off the sale: the cards that I would have to sell are worth more than a Level"
