"""The example search, and what it needs from the game."""

from typing import Any

import numpy as np
import pytest

from agents.search import Search
from munchkin_env.game.game import Game
from munchkin_env.game.scenario import seat, table
from munchkin_env.players.agents import AgentError, ask, begin, describe_choice, info_for, load_agent
from munchkin_env.players.agents.playouts import Playouts
from munchkin_env.players.search.outlook import N_FEATURES, Feature, features_at


def first_turn(game: Game) -> Game:
    """The first decision with several legal actions after the setup."""
    bot = load_agent("greedy")
    while game.decision != "ARRANGE" or len(game.legal()) < 4:
        game.apply(ask(bot, game))
    return game


# ---------------------------------------------------------------------------------------------------- playouts


@pytest.mark.compiled
def test_playing_out_leaves_the_world_as_it_was_and_is_the_same_each_time() -> None:
    world = first_turn(Game(3, seed=4)).determinise(0, 1)
    before, actions = world.clone(), world.legal()
    values = Playouts(turns=2).values(world, actions)
    assert world == before and np.array_equal(values, Playouts(turns=2).values(world, actions))
    assert ((values > 0) & (values < 1)).all()
    over_seats = [float(Playouts(turns=2).values(world, actions[:1], seat=p)[0]) for p in range(3)]
    assert sum(over_seats) == pytest.approx(1.0)


@pytest.mark.compiled
def test_whole_playouts_end_in_shares_of_the_victory() -> None:
    world = first_turn(Game(3, seed=4, win_level=3)).determinise(0, 1)
    values = Playouts("weighted", turns=10_000).values(world, world.legal())
    assert set(np.round(values, 3)) <= {0.0, 0.333, 0.5, 1.0}


def test_a_bot_per_seat() -> None:
    world = first_turn(Game(2, seed=4)).determinise(0, 1)
    both, mixed = (Playouts(bots, turns=3).values(world, world.legal()) for bots in ("greedy", ["greedy", "random"]))
    assert not np.array_equal(both, mixed)


# ----------------------------------------------------------------------------------------------------- the outlook


def features(game: Any) -> Any:
    rows = np.zeros((game.num_players, N_FEATURES), np.float32)
    features_at(game._tables, game._games, 0, rows)
    return rows


def test_what_the_outlook_reads() -> None:
    game = table(seat(level=7, wears="Flaming Armor", hand="Boil an Anthill", classes="Thief"), seat(level=2), seat()).game
    rows = features(game)
    assert rows[0, Feature.TO_GO + 2] == rows[1, Feature.TO_GO + 7] == rows[2, Feature.TO_GO + 8] == 1
    assert rows[:, : Feature.STRENGTH].sum() == 3
    assert rows[0, Feature.STRENGTH] == pytest.approx(0.2) and rows[1, Feature.STRENGTH] == 0
    assert rows[0, Feature.LEVELS] == 1 and rows[0, Feature.TREASURES] == pytest.approx(0.2) and rows[0, Feature.CLASSES] == 1
    assert list(rows[:, Feature.WAIT]) == pytest.approx([0, 1 / 3, 2 / 3])


def test_the_outlook_prefers_whom_everybody_would() -> None:
    """Levels and worn Items, all else being equal."""
    for better, worse in ((seat(level=6), seat(level=3)), (seat(wears="Flaming Armor"), seat())):
        world = table(better, worse, moment="before_charity").game
        shares = [float(Playouts(turns=1).values(world, [world.legal()[0]], seat=p)[0]) for p in (0, 1)]
        assert shares[0] > shares[1]


# ------------------------------------------------------------------------------------------------------ the search


def test_it_is_an_agent_by_its_name() -> None:
    agent: Any = load_agent("agents.search:Search(playouts=24, turns=1)", seed=3)
    assert agent.name == "search-24" and agent.imagines
    other: Any = load_agent("agents.search:Search(seconds=0.5)")
    assert other.name == "search-0.5s"


@pytest.mark.compiled
def test_its_choices_are_legal_and_the_same_for_the_same_seed() -> None:
    def choices(seed: int) -> list[int]:
        game, agent = first_turn(Game(3, seed=6)), Search(playouts=12, turns=1)
        begin(agent, 0, 3, seed)
        found = []
        for _ in range(4):
            found.append(ask(agent, game))
            game.apply(found[-1])
        return found

    assert choices(1) == choices(1)


def test_it_knows_no_more_than_its_seat() -> None:
    game = first_turn(Game(3, seed=4))
    for seed in range(3):
        ours, other = Search(playouts=40, turns=1), Search(playouts=40, turns=1)
        assert ask(ours, game) == ask(other, game.determinise(game.seat, seed)), "the worlds are the same whatever is hidden"


def test_it_sees_what_greedy_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that playouts show to be better replaces greedy's, and the explanation says so."""
    game = first_turn(Game(3, seed=4))
    agent = Search(playouts=60, turns=1)
    greedy = ask(load_agent("greedy"), game)
    best = next(action for action in game.legal() if action != greedy)

    def values(world: Game, actions: list[int]) -> Any:  # noqa: ARG001 - as Playouts has it
        return np.array([0.3 + 0.1 * (action == best) for action in actions])

    monkeypatch.setattr(agent._playouts, "values", values)
    assert ask(agent, game) == best
    assert describe_choice(agent) == "expected win share 40.0%, 10.0% more than after the choice of greedy"
    monkeypatch.setattr(agent._playouts, "values", lambda world, actions: np.full(len(actions), 0.3))  # noqa: ARG005
    assert ask(agent, game) == greedy and "nothing better" in describe_choice(agent)


def test_its_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = first_turn(Game(3, seed=4))
    agent, spent = Search(playouts=50, turns=1), 0

    def values(world: Game, actions: list[int]) -> Any:  # noqa: ARG001 - as Playouts has it
        nonlocal spent
        spent += len(actions)
        return np.random.default_rng(spent).random(len(actions))

    monkeypatch.setattr(agent._playouts, "values", values)
    ask(agent, game)
    assert 50 - len(game.legal()) < spent <= 50


def test_one_legal_action_needs_no_search() -> None:
    agent = Search()
    mask = np.zeros(10, np.bool_)
    mask[7] = True
    info = info_for(agent, Game(2, seed=1)) | {"imagine": None}
    assert agent.act(np.zeros(1, np.float32), mask, info) == 7 and describe_choice(agent) == "it is the only legal action"


@pytest.mark.parametrize("arguments", ["playouts=0", "turns=0", "seconds=0", "bots='gredy'"])
def test_what_it_cannot_be_is_said(arguments: str) -> None:
    with pytest.raises(AgentError, match=r"constructor raised (ValueError|UnknownBotError)"):
        load_agent(f"agents.search:Search({arguments})")
