"""The search in the package: what it may know, what it may spend, and that it finds what can be found."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from munchkin_env import Game, seat, table
from munchkin_env.agents import ask, load_agent
from munchkin_env.core.record import open_records
from munchkin_env.players.bots import new_bots
from munchkin_env.players.compiled import NetworkBot
from munchkin_env.players.network.packing import NO_NETWORKS
from munchkin_env.players.policy import PolicyError, new_prior
from munchkin_env.players.protocol import AgentError
from munchkin_env.players.search import Result, Search, parse_search
from munchkin_env.players.search.playing import TURNS_OF_A_GAME, play_turns_at
from tests.players.network.test_playing import chosen, made

pytestmark = pytest.mark.compiled


def at_a_choice(seed: int = 3, skip: int = 30) -> Game:
    """A position in a game of bots with something to choose."""
    game = Game(4, seed=seed)
    bot = load_agent("greedy")
    while skip > 0 or len(game.legal()) < 3:
        game.apply(ask(bot, game))
        skip -= 1
    return game


def found(result: Result) -> dict[str, Any]:
    return dataclasses.asdict(result) | {"seconds": 0.0}


@pytest.mark.parametrize("seed", [3, 8])
def test_the_result_does_not_depend_on_the_number_of_threads(seed: int) -> None:
    game = at_a_choice(seed)
    alone, split = (Search(playouts=30, turns=1, threads=n, seed=5) for n in (1, 3))
    assert found(alone.search(game)) == found(split.search(game))
    split.close()


@pytest.mark.parametrize("seed", [3, 8])
def test_the_result_depends_on_nothing_that_the_seat_cannot_know(seed: int) -> None:
    game = at_a_choice(seed)
    results = [found(Search(playouts=30, turns=1, seed=5).search(game.determinise(game.seat, world))) for world in (1, 2)]
    assert results[0] == results[1]


def test_bots_play_on_from_python() -> None:
    game, bots = Game(3, seed=2, win_level=3, max_rounds=6), open_records(new_bots(["greedy"] * 3))
    play_turns_at(game._tables, game._games, 0, bots, game._mask, 3, *NO_NETWORKS)
    assert game.record.turn == 3 and game.legal()
    play_turns_at(game._tables, game._games, 0, bots, game._mask, TURNS_OF_A_GAME, *NO_NETWORKS)
    assert game.over


def test_the_budget_of_playouts_is_kept() -> None:
    game = at_a_choice()
    for playouts in (1, 7, 20):
        assert Search(playouts=playouts, turns=1).search(game).playouts <= playouts


def test_without_time_it_does_what_the_bot_would_do() -> None:
    game = at_a_choice()
    result = Search(seconds=1e-9, turns=1).search(game)
    assert result.best.action == result.usual == result.candidates[0].action


def test_every_legal_action_is_a_candidate_with_its_words() -> None:
    game = at_a_choice()
    result = Search(playouts=60, turns=1, me="veteran").search(game)
    assert {one.action: one.text for one in result.candidates} == {action: text for text, action in game.texts().items()}
    tried = [one for one in result.candidates if one.worlds > 1]
    assert tried and all(0 <= one.value <= 1 and one.interval[0] <= one.gain <= one.interval[1] for one in tried)


def test_a_network_as_guide_decides_in_doubt_and_only_what_it_finds_likely_is_tried() -> None:
    guide = NetworkBot.of("trained")
    tried = []
    for seed in (3, 8, 11, 12):
        game = at_a_choice(seed)
        result = Search(playouts=30, turns=1, guide=guide).search(game)
        assert result.usual == chosen(guide, game) and result.usual in {one.action for one in result.candidates}
        assert {one.action for one in result.candidates} <= set(game.legal())
        certain = Search(seconds=1e-9, turns=1, guide=guide).search(game)
        assert certain.best.action == result.usual
        tried.append(len(result.candidates) / len(game.legal()))
    assert min(tried) < 1


@pytest.mark.parametrize("role", ["me", "guide", "opponents"])
def test_a_network_that_would_misread_the_cards_is_refused(role: str) -> None:
    search = Search(playouts=4, turns=1, **{role: "trained-pure"})  # type: ignore[arg-type]  # one of three names
    search.search(at_a_choice())
    star = Game(3, ["star"], seed=1)
    first, second = star.legal()[:2]
    for look in (lambda: search.search(star), lambda: search.shares(star, 0, 2), lambda: search.compare(star, first, second, 2)):
        with pytest.raises(PolicyError, match="take one card for another"):
            look()


def test_after_a_refusal_it_searches_as_if_it_had_not_been_asked() -> None:
    game = at_a_choice()
    search, fresh = (Search(playouts=24, turns=1, opponents="trained-pure") for _ in range(2))
    search.search(game)
    with pytest.raises(PolicyError):
        search.search(Game(3, ["star", "western"], seed=1))
    for one in (search, fresh):
        one.begin(0, 3, 7)
    assert found(search.search(game)) == found(fresh.search(game))


def test_without_names_the_policy_of_the_package_plays_on_where_it_knows_all_cards() -> None:
    search = Search(playouts=24, turns=1, seed=5)
    game = at_a_choice()
    named = {name: Search(playouts=24, turns=1, seed=5, me=name) for name in ("trained", "veteran")}
    assert found(search.search(game)) == found(named["trained"].search(game)) != found(named["veteran"].search(game))
    for sets, usual in ((["star"], "trained-star"), (["deluxe", "star"], "veteran")):
        other = Game(3, sets, seed=1)
        by_name = Search(playouts=24, turns=1, me=usual)
        for one in (search, by_name):
            one.begin(0, 3, 7)
        assert found(search.search(other)) == found(by_name.search(other))
    for role in ("me", "guide", "opponents"):
        Search(playouts=4, turns=1, **{role: "trained"}).search(Game(3, ["star"], seed=1))  # type: ignore[arg-type]  # one of three names


@pytest.mark.slow
def test_a_network_is_doubted_less_than_a_bot() -> None:
    """In a position in which doubt decides."""
    game = at_a_choice(32)
    for me, usual, other in (("trained", 0.0, 1.0), ("veteran", 1.0, 0.0)):
        chosen_by = {}
        for doubt in (None, usual, other):
            search = Search(playouts=24, turns=1, me=me, doubt=doubt)
            search.begin(game.seat, 4, 32)
            chosen_by[doubt] = search.search(game).best.action
        assert chosen_by[None] == chosen_by[usual] != chosen_by[other]


def test_where_a_network_is_sure_nothing_is_tried() -> None:
    game, search = Game(4, seed=3), Search(playouts=40, turns=1)
    bot = load_agent("trained")
    while len(game.legal()) < 2 or len(search.search(game.determinise(game.seat, 0)).candidates) > 1:
        game.apply(ask(bot, game))
    result = search.search(game.determinise(game.seat, 0))
    assert result.playouts == 0 and result.best.action == result.usual == chosen(NetworkBot.of("trained"), game)
    assert result.sentence() == "nothing else is likely to be as good"


def test_the_digest_tells_how_a_search_plays() -> None:
    specs = [
        "search:64",
        "search:65",
        "search:64,turns=2",
        "search:64,me=veteran",
        "search:64,guide=greedy",
        "search:64,opponents=greedy",
        "search:8ms",
    ]
    digests = [parse_search(spec).digest for spec in specs]
    assert len(set(digests)) == len(specs) and digests == [parse_search(spec, seed=9).digest for spec in specs]


def test_it_finds_the_card_that_wins_the_game() -> None:
    """A munchkin of Level 9 is losing by one point: the card in hand wins the fight, and the game."""
    game = table(seat(level=9, hand="Magic Missile"), seat(), seat(), doors=["Net Troll"], win_level=10)
    game[0].kicks_open_the_door()
    result = Search(playouts=40, turns=1, me="greedy", opponents="random", seed=1).search(game.game)
    assert result.best.text == "play Magic Missile" and result.best.value > 0.9
    assert next(one for one in result.candidates if one.text == "pass").value < result.best.value - 0.1
    assert result.sentence().startswith("expected win share")


@pytest.mark.parametrize("name", ["search", "search:8ms", "search:0.1s", "search:40", "search:40,turns=2,opponents=greedy+bully,doubt=0.5"])
def test_it_is_loaded_by_name(name: str) -> None:
    agent = load_agent(name)
    assert isinstance(agent, Search) and agent.name == name


REFUSED = ["search:8mms", "search:40,depth=3", "search:0", "search:1x", "search:40,turns=0", "search:4,opponents=nobody"]


@pytest.mark.parametrize("name", REFUSED)
def test_another_name_is_refused_with_what_is_allowed(name: str) -> None:
    with pytest.raises(AgentError, match=r"must be|write search:8ms|there is no bot"):
        load_agent(name)


def test_policies_play_on_in_its_worlds() -> None:
    """Who plays on changes what an action is worth, and a policy that only takes what greedy would changes nothing."""
    game = at_a_choice()
    asks = {name: made("flat", prior=new_prior(name, 1000.0)) for name in ("greedy", "veteran")}
    asked = {name: NetworkBot.of(policy, name) for name, policy in asks.items()}
    for me, opponents in (("greedy", "veteran"), ("veteran", "greedy")):
        bots = found(Search(playouts=24, turns=1, me=me, opponents=opponents, seed=5).search(game))
        networks = Search(playouts=24, turns=1, me=asked[me], guide=me, opponents=[asked[opponents]], threads=2, seed=5)
        assert found(networks.search(game)) == bots
    with pytest.raises(AgentError, match="no such file"):
        load_agent("search:20,me=missing.npz")
    assert isinstance(load_agent("search:20,turns=1,me=trained,opponents=greedy+trained"), Search)


def test_the_shares_of_all_players_add_up_and_follow_the_action() -> None:
    game = table(seat(level=9, wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile"), seat(), seat(), doors=["Net Troll"])
    game.players[0].kicks_open_the_door()
    game.players[0].does("play Magic Missile")
    search = Search(playouts=8, turns=1, seed=1)
    ours, theirs = (search.shares(game.game, 0, 8, game.game.texts()[side]) for side in ("for the munchkins", "for the monsters"))
    assert ours.shape == (8, 3) and np.allclose(ours.sum(axis=1), 1) and np.allclose(theirs.sum(axis=1), 1)
    assert ours[:, 0].mean() > theirs[:, 0].mean() + 0.1
    assert np.allclose(search.shares(game.game, 1, 8).sum(axis=1), 1)
    ours_first = [game.game.texts()[f"for the {side}"] for side in ("munchkins", "monsters")]
    gains = search.gains(game.game, 1, 8, *ours_first)
    assert gains.shape == (8, 3) and np.allclose(gains.sum(axis=1), 0) and gains[:, 0].mean() > 0.1
    assert not search.gains(game.game, 1, 8, ours_first[0], ours_first[0]).any(), "the same worlds"


def test_two_actions_are_compared_in_the_same_new_worlds() -> None:
    game = table(seat(level=9, wears="Chainsaw of Bloody Dismemberment", hand="Magic Missile"), seat(), seat(), doors=["Net Troll"])
    game.players[0].kicks_open_the_door()
    game.players[0].does("play Magic Missile")
    ours, theirs = (game.game.texts()[side] for side in ("for the munchkins", "for the monsters"))
    gain, error = Search(playouts=8, turns=1, seed=1).compare(game.game, ours, theirs, 16)
    back, same_error = Search(playouts=8, turns=1, seed=1).compare(game.game, theirs, ours, 16)
    assert gain > 2 * error > 0 and (back, same_error) == (-gain, error)
    assert Search(playouts=8, turns=1, seed=1).compare(game.game, ours, ours, 4) == (0.0, 0.0)
