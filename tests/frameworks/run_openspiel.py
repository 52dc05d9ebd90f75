"""The game in OpenSpiel. Needs OpenSpiel: run by `make frameworks`."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, outcome_sampling_mccfr

from munchkin_env import Game, seat, table
from munchkin_env.adapters.openspiel import MunchkinGame, PlayoutEvaluator, munchkin_game
from munchkin_env.game.options import OptionError
from munchkin_env.players.policy import PolicyError
from tests.play import EACH_AND_ALL

SMALL = "python_munchkin(players=3,win_level=3,max_rounds=2,trade_budget=0)"
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def dealt(game: Any, outcome: int = 7) -> Any:
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(outcome)
    return state


def play(state: Any, seed: int) -> list[int]:
    """Random actions to the end."""
    rng, actions = random.Random(seed), []
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions


@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_a_deal_is_the_game_of_its_seed(sets: tuple[str, ...]) -> None:
    state = dealt(munchkin_game(players=4, sets="+".join(sets), seed=100, win_level=3, max_rounds=2))
    game = Game(4, sets, seed=107, win_level=3, max_rounds=2)
    assert state.dealt_game() == game
    actions = play(state.clone(), 1)
    for action in actions:
        assert state.current_player() == game.seat and state.legal_actions() == game.legal()
        assert state.action_to_string(action) == game.text(action)
        np.testing.assert_array_equal(state.observation_tensor(game.seat), game.observe(game.seat))
        state.apply_action(action)
        game.apply(action)
    assert game.over and state.is_terminal() and sum(state.returns()) == pytest.approx(0)
    assert [value > 0 for value in state.returns()] == [p in game.winners for p in range(4)]


def test_histories_and_saved_states_give_the_same_game() -> None:
    game = pyspiel.load_game(SMALL)
    state = dealt(game)
    play(state, 3)
    other = game.new_initial_state()
    for action in state.history():
        other.apply_action(action)
    assert other.dealt_game() == state.dealt_game() and other.returns() == state.returns()
    half = game.new_initial_state()
    for action in state.history()[:20]:
        half.apply_action(action)
    same_game, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, half))
    assert str(same_game) == str(game) and same.dealt_game() == half.dealt_game()
    assert [same.information_state_string(p) for p in range(3)] == [half.information_state_string(p) for p in range(3)]


def test_resampled_states_are_the_same_to_the_player() -> None:
    state, changed = dealt(pyspiel.load_game("python_munchkin(players=4)")), 0
    rng = random.Random(5)
    for _ in range(60):
        player = state.current_player()
        other = state.resample_from_infostate(player, SAMPLER)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions() and other.history() == []
        changed += other.dealt_game() != state.dealt_game()
        state.apply_action(rng.choice(state.legal_actions()))
    assert changed > 40


@pytest.mark.parametrize("evaluator", [mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), PlayoutEvaluator("greedy")])
def test_is_mcts_runs(evaluator: Any) -> None:
    state = dealt(pyspiel.load_game(SMALL))
    game = state.get_game()
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 10, random_state=np.random.RandomState(1))
    for _ in range(3):
        policy, action = bot.step_with_policy(state)
        assert action in state.legal_actions() and sum(chance for _, chance in policy) == pytest.approx(1)
        state.apply_action(action)


def test_an_evaluator_needs_a_player_for_every_seat() -> None:
    state = dealt(pyspiel.load_game(SMALL))
    seats = state.num_players()
    assert len(PlayoutEvaluator(["greedy"] * seats).evaluate(state)) == seats
    with pytest.raises(ValueError, match=f"bots for 1 seats cannot play a game of {seats}"):
        PlayoutEvaluator(["greedy"]).evaluate(state)
    other = dealt(pyspiel.load_game("python_munchkin(players=2,sets=star,win_level=3)"))
    with pytest.raises(PolicyError, match="learned --set deluxe"):
        PlayoutEvaluator("trained-pure").evaluate(other)


def test_mcts_runs_on_one_world() -> None:
    """As a perfect-information search: on a state that was dealt again for the player."""
    state = dealt(pyspiel.load_game(SMALL))
    imagined = state.resample_from_infostate(state.current_player(), SAMPLER)
    bot = mcts.MCTSBot(state.get_game(), 1.0, 30, PlayoutEvaluator(), random_state=np.random.RandomState(1))
    assert bot.step(imagined) in state.legal_actions()


def duel() -> MunchkinGame:
    """Aric wins unless Suzan enrages the plant; she does not know which cards come next."""
    game = table(seat(level=2), seat(level=2, hand="Enraged"), doors=["Potted Plant"], win_level=3, max_rounds=1, trade_budget=0)
    aric, _ = game
    aric.kicks_open_the_door()
    return munchkin_game(game.game, deals=2)


def test_cfr_learns_a_fight() -> None:
    game = duel()
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert before > 0.1 and after < before / 2


def test_outcome_sampling_runs_on_a_whole_game() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(SMALL))
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 10


def test_a_position_is_dealt_again_for_the_one_who_decides() -> None:
    game = duel()
    states = [dealt(game, outcome) for outcome in range(2)]
    assert states[0].dealt_game() != states[1].dealt_game()
    assert states[0].information_state_string(0) == states[1].information_state_string(0)


def test_mistakes_are_told() -> None:
    with pytest.raises(OptionError, match="there is no parameter 'win_levle'"):
        munchkin_game(win_levle=3)
    with pytest.raises(ValueError, match="deals=0: must be an integer from 1"):
        munchkin_game(deals=0)
    with pytest.raises(OptionError, match="num_players"):
        munchkin_game(players=9)
    position = Game(3, seed=1)
    with pytest.raises(ValueError, match="win_level=5: players, cards and house rules are those of the position"):
        munchkin_game(position, win_level=5)
    with pytest.raises(ValueError, match="must be a Game that is not over"):
        munchkin_game("here")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nothing has been dealt yet"):
        munchkin_game().new_initial_state().dealt_game()
