"""The PettingZoo environment: who decides, rewards, errors, observations."""

import copy
import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from munchkin_env import Game, munchkin_v0, seat, table
from munchkin_env.cards.loader import CardSetError
from munchkin_env.engine.boundary.playouts import weighted_legal
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.records import MAX_PILE
from munchkin_env.game.notation import IllegalAction
from munchkin_env.game.options import OptionError
from munchkin_env.observe import N_NUMBERS, SIZE
from tests.envs.positions import dealt

SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 4}


class Player:
    """Picks legal actions from masks, at random."""

    def __init__(self, seed: int) -> None:
        self.state = np.array([seed + 1], np.int64)

    def __call__(self, mask: np.ndarray[Any, Any]) -> int:
        return int(weighted_legal(mask.astype(np.bool_), self.state))


def play(env: Any, seed: int, limit: int = 20_000) -> dict[str, float]:
    """One game; the sum of what `last()` paid each agent."""
    env.reset(seed=seed)
    choose, paid = Player(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(limit):
        _, reward, terminated, truncated, info = env.last(observe=False)
        paid[agent] += reward
        env.step(None if terminated or truncated else choose(info["action_mask"]))
    assert env.agents == []
    return paid


def wanted(game: Game) -> list[float]:
    """The terminal rewards of reward="win", counted here."""
    winners, n = len(game.winners), game.num_players
    if game.truncated or winners == n:
        return [0.0] * n
    return [1 / winners if p in game.winners else -1 / (n - winners) for p in range(n)]


# ------------------------------------------------------------------------------------------------------------- rewards


@pytest.mark.compiled
@pytest.mark.parametrize("settings", [{}, {"shaping": 0.5}, {"shared_victory": True, "shaping": 2.0}, {"max_rounds": 1, "shaping": 1.0}])
def test_what_an_agent_is_paid_in_all_is_the_result(settings: dict[str, Any]) -> None:
    truncated = 0
    for make in (munchkin_v0.raw_env, munchkin_v0.env):
        env = make(num_players=4, **{**SHORT, **settings})
        for seed in range(3):
            paid = play(env, seed)
            game = env.unwrapped.game
            truncated += game.truncated
            assert game.over
            assert [paid[f"player_{p}"] for p in range(4)] == pytest.approx(wanted(game))
            assert sum(paid.values()) == pytest.approx(0)
    assert truncated > 0 if settings.get("max_rounds") == 1 else truncated < 6  # both truncated and won games are covered


def test_by_rank_the_levels_count() -> None:
    env = munchkin_v0.env(num_players=3, reward="rank", max_rounds=1)
    paid = play(env, 4)
    levels = env.unwrapped.game.levels
    assert sorted(paid.values(), reverse=True) == [paid[f"player_{p}"] for p in sorted(range(3), key=lambda p: -levels[p])]
    assert sum(paid.values()) == pytest.approx(0)


def test_shaping_pays_when_one_decides_again() -> None:
    position = table(seat(level=4, hand="Potion of General Studliness"), seat(), sex_mode="fixed").game
    env = munchkin_v0.raw_env(num_players=2, shaping=0.9, gamma=0.5)
    env.reset(options={"game": position})
    aric = env.agent_selection
    for text, level in (("play Potion of General Studliness", 4), ("on yourself", 5)):
        env.step(env.game.action(text))
        assert env.game.levels[0] == level and env.agent_selection == aric
        assert env.rewards == {aric: pytest.approx(0.9 * (0.5 * (level - 1) / 9 - 3 / 9)), "player_1": 0}
        assert env.last()[1] == env.rewards[aric]


def test_rewards_are_of_the_last_step_only() -> None:
    env = munchkin_v0.raw_env(num_players=3, shaping=1.0, **SHORT)
    env.reset(seed=2)
    choose = Player(2)
    while not any(env.terminations.values()):
        before = dict(env._cumulative_rewards)
        agent = env.agent_selection
        env.step(choose(env.last()[0]["action_mask"]))
        before[agent] = 0.0
        assert env._cumulative_rewards == pytest.approx({a: before[a] + env.rewards[a] for a in env.agents})
        if not any(env.terminations.values()):
            assert all(env.rewards[a] == 0 for a in env.agents if a != env.agent_selection)


# ------------------------------------------------------------------------------------------------------ ends of games


def test_a_dead_munchkin_stays_an_agent() -> None:
    position = table(seat(level=3, dead=True), seat(), seat(), turn_of=1).game
    env = munchkin_v0.env(num_players=3)
    env.reset(options={"game": position})
    assert position.record.seat[0].dead
    assert env.agents == ["player_0", "player_1", "player_2"]
    assert env.terminations == env.truncations == dict.fromkeys(env.agents, False)
    choose = Player(1)
    decided = set()
    for agent in env.agent_iter(400):
        decided.add(agent)
        env.step(choose(env.last()[0]["action_mask"]))
    assert "player_0" in decided


@pytest.mark.parametrize(("settings", "truncated"), [({"max_rounds": 1}, True), ({"win_level": 3}, False)])
def test_all_agents_end_together(settings: dict[str, Any], truncated: bool) -> None:
    env = munchkin_v0.raw_env(num_players=3, **settings)
    env.reset(seed=5)
    choose = Player(5)
    while not (env.terminations["player_0"] or env.truncations["player_0"]):
        env.step(choose(env.last()[0]["action_mask"]))
    assert env.terminations == dict.fromkeys(env.possible_agents, not truncated)
    assert env.truncations == dict.fromkeys(env.possible_agents, truncated)
    assert all(type(value) is bool for value in [*env.terminations.values(), *env.truncations.values()])
    for n in (3, 2, 1):
        assert len(env.agents) == n and not env.last()[0]["action_mask"].any() and not env.last()[4]["action_mask"].any()
        with pytest.raises(ValueError, match="the only valid action is None"):
            env.step(0)
        env.step(None)
    assert env.agents == []
    with pytest.raises(ResetNeeded, match=r"the game is over: call reset\(\)"):
        env.step(None)
    env.reset()
    assert env.agents == env.possible_agents


# ------------------------------------------------------------------------------------------------- what is not allowed


def snapshot(env: Any) -> Any:
    raw = env.unwrapped
    seen = [(o["observation"].tobytes(), o["action_mask"].tobytes()) for o in map(raw.observe, raw.possible_agents)]
    return raw.game.to_bytes(), seen, raw.agent_selection, str(raw.infos), raw.rewards.copy(), raw._cumulative_rewards.copy()


@pytest.mark.compiled
@pytest.mark.parametrize("action", ["illegal", -1, N_ACTIONS, 1 << 70, 1.0, "pass", None, np.float32(1), np.array([1, 2]), [1]])
def test_raw_env_says_what_is_legal_and_changes_nothing(action: Any) -> None:
    env = munchkin_v0.raw_env()
    env.reset(seed=1)
    if isinstance(action, str) and action == "illegal":
        action = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    before = snapshot(env)
    with pytest.raises(IllegalAction, match=r"is not legal: player \d decides CHOOSE_SEX and may: be male \(\d+\); be female \(\d+\)$"):
        env.step(action)
    assert snapshot(env) == before


@pytest.mark.parametrize("number", [int, np.int64, np.int32, np.uint8, np.array])
def test_every_whole_number_is_an_action(number: Any) -> None:
    env = munchkin_v0.env()
    env.reset(seed=1)
    first = env.agent_selection
    env.step(number(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.agent_selection != first or env.unwrapped.game.decision != "CHOOSE_SEX"


@pytest.mark.parametrize("action", [-1, N_ACTIONS, 1.0, None])
def test_env_asserts_that_actions_are_in_the_space(action: Any) -> None:
    env = munchkin_v0.env()
    env.reset(seed=1)
    before = snapshot(env)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
    assert snapshot(env) == before


@pytest.mark.compiled
def test_an_illegal_action_ends_the_game_in_env() -> None:
    env = munchkin_v0.env(num_players=3)
    env.reset(seed=1)
    agent, illegal = env.agent_selection, int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards == {a: -1.0 if a == agent else 0.0 for a in env.possible_agents}
    assert all(env.terminations.values()) and all(env.truncations.values())
    paid = {}
    for a in env.agent_iter():
        observation, paid[a], *_ = env.last()
        assert not observation["action_mask"].any()
        env.step(None)
    assert paid == {a: -1.0 if a == agent else 0.0 for a in env.possible_agents} and env.agents == []
    env.reset()
    assert env.agents == env.possible_agents and not any(env.terminations.values())


def standard(**settings: Any) -> Any:
    """Wrapped like PettingZoo's own games."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(munchkin_v0.raw_env(**settings), illegal_reward=-1)))


def told(env: Any) -> Any:
    return [env.agents, env.rewards, env.terminations, env.truncations, env.num_agents, env.agents and env.agent_selection]


@pytest.mark.parametrize("illegal_after", [0, 7, 60, None])
def test_env_does_what_the_standard_wrappers_do(illegal_after: int | None) -> None:
    ours, theirs = munchkin_v0.env(num_players=3, **SHORT), standard(num_players=3, **SHORT)
    choose, n = Player(3), 0
    for env in (ours, theirs):
        env.reset(seed=3)
    while ours.agents:
        mine, other = ours.last(), theirs.last()
        assert mine[1:4] == other[1:4] and ours._cumulative_rewards == theirs._cumulative_rewards and told(ours) == told(theirs)
        np.testing.assert_array_equal(mine[0]["observation"], other[0]["observation"])
        action = None
        if not (mine[2] or mine[3]):
            np.testing.assert_array_equal(mine[0]["action_mask"], other[0]["action_mask"])
            np.testing.assert_array_equal(mine[4]["action_mask"], other[4]["action_mask"])
            legal = n != illegal_after
            action = choose(mine[0]["action_mask"]) if legal else int(np.flatnonzero(mine[0]["action_mask"] == 0)[-1])
        n += 1
        for env in (ours, theirs):
            env.step(action)
    assert told(ours) == told(theirs) and theirs.agents == []
    for env in (ours, theirs):  # a step too many only warns
        env.step(0)
        env.reset(seed=4)
    assert told(ours) == told(theirs)


@pytest.mark.parametrize("raw", [munchkin_v0.raw_env(), pickle.loads(pickle.dumps(munchkin_v0.raw_env()))], ids=["new", "unpickled"])
def test_raw_env_before_reset(raw: Any) -> None:
    for call in (lambda: raw.step(0), lambda: raw.observe("player_0"), raw.state, lambda: raw.game):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
            call()
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        raw.last()
    with pytest.raises(AttributeError, match="no attribute 'moves'"):
        _ = raw.moves


@pytest.mark.parametrize("make", [munchkin_v0.raw_env, munchkin_v0.env])
def test_when_all_agents_are_gone_there_is_nobody_to_ask_for(make: Any) -> None:
    env, choose = make(num_players=3, **SHORT), Player(1)
    env.reset(seed=1)
    while env.agents:
        seen, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else choose(seen["action_mask"]))
    with pytest.raises(ResetNeeded, match=r"the game is over: call reset\(\)"):
        env.last()


@pytest.mark.parametrize("env", [munchkin_v0.env(), standard()], ids=["ours", "standard"])
def test_env_before_reset(env: Any) -> None:
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.state, env.agent_iter, env.render):
        with pytest.raises(AssertionError, match="reset"):
            call()
    for name in ("agents", "rewards", "agent_selection", "infos", "terminations", "truncations", "num_agents"):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            getattr(env, name)


@pytest.mark.parametrize(
    ("settings", "error", "text"),
    [
        ({"num_players": 1}, OptionError, "num_players=1: must be a number from 2 to 6"),
        ({"num_players": 7}, OptionError, "num_players=7"),
        ({"sets": ("nope",)}, CardSetError, "nope"),
        (
            {"win_levels": 5},
            OptionError,
            r"there is no option 'win_levels' \(did you mean 'win_level'\?\); .* num_players, sets, render_mode",
        ),
        ({"seed": 1}, OptionError, "there is no option 'seed'"),
        ({"win_level": 99}, OptionError, "win_level=99: must be a number from 3 to 20"),
        ({"render_mode": "rgb_array"}, ValueError, "render_mode='rgb_array': must be one of None, 'human', 'ansi'"),
        ({"reward": "money"}, ValueError, "reward='money': must be 'win' or 'rank'"),
        ({"observation": None}, ValueError, "observation=None: must be 'vector' or 'compact'"),
        ({"gamma": 2}, ValueError, "gamma=2"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], error: type[Exception], text: str) -> None:
    for make in (munchkin_v0.raw_env, munchkin_v0.env):
        with pytest.raises(error, match=text):
            make(**settings)


def test_other_mistakes() -> None:
    env = munchkin_v0.env(num_players=3)
    with pytest.raises(ValueError, match="seed=-1: must be an integer"):
        env.reset(seed=-1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'player_3'; the agents are player_0, player_1, player_2"):
        env.observe("player_3")
    with pytest.raises(ValueError, match="made without a render_mode; set it to 'human' or 'ansi'"):
        env.render()
    before = snapshot(env)
    for wrong in (Game(num_players=4), "mine"):
        with pytest.raises(ValueError, match=r"with 3 players|must be a Game"):
            env.reset(options={"game": wrong})
    assert snapshot(env) == before


# ------------------------------------------------------------------------------------------------------ what is seen


@pytest.mark.compiled
def test_everybody_may_look_at_any_time_and_gets_what_the_space_says() -> None:
    for players in (2, 6):
        env = munchkin_v0.env(num_players=players, **SHORT)
        env.reset(seed=players)
        choose = Player(1)
        spaces = {a: (env.observation_space(a), env.action_space(a)) for a in env.possible_agents}
        for _ in range(80):
            for agent in env.possible_agents:
                observation = env.observe(agent)
                assert env.observation_space(agent) is spaces[agent][0] and env.action_space(agent) is spaces[agent][1]
                assert spaces[agent][0].contains(observation)
                decides = agent == env.agent_selection and not env.terminations[agent]
                assert observation["action_mask"].any() == decides
                np.testing.assert_array_equal(env.infos[agent]["action_mask"], observation["action_mask"])
            if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
                break
            env.step(choose(env.last()[0]["action_mask"]))


@pytest.mark.compiled
def test_the_compact_form() -> None:
    compact, vector = munchkin_v0.env(observation="compact", **SHORT), munchkin_v0.env(**SHORT)
    for env in (compact, vector):
        env.reset(seed=6)
    choose = Player(6)
    for _ in range(30):
        for agent in compact.agents:
            seen, flat = compact.observe(agent), vector.observe(agent)
            assert compact.observation_space(agent).contains(seen)
            np.testing.assert_array_equal(seen["observation"]["numbers"], flat["observation"][:N_NUMBERS])
            np.testing.assert_array_equal(seen["action_mask"], flat["action_mask"])
        action = choose(compact.last()[0]["action_mask"])
        for env in (compact, vector):
            env.step(action)
    assert compact.last()[0]["observation"]["ids"].any()


def test_arrays_that_were_given_out_are_the_takers() -> None:
    env = munchkin_v0.raw_env()
    env.reset(seed=1)
    agent = env.agent_selection
    kept = env.observe(agent)
    copied = copy.deepcopy(kept)
    before = snapshot(env)
    spoilt, info = env.observe(agent), env.infos[agent]["action_mask"]
    spoilt["observation"][:] = 7
    spoilt["action_mask"][:] = 1
    assert snapshot(env) == before
    env.step(int(np.flatnonzero(info)[0]))
    for name in kept:
        np.testing.assert_array_equal(kept[name], copied[name])


@pytest.mark.compiled
def test_nobody_sees_what_is_hidden_from_them() -> None:
    env, other = munchkin_v0.env(num_players=4, render_mode="ansi"), munchkin_v0.env(num_players=4, render_mode="ansi")
    env.reset(seed=9)
    choose, states, worlds = Player(9), 0, 0
    for n in range(60):
        if n % 6 == 0:
            for p, agent in enumerate(env.agents):
                world = dealt(env.unwrapped.game, p, n)
                if world is None:
                    continue
                worlds += 1
                other.reset(options={"game": world})
                mine, theirs = env.observe(agent), other.observe(agent)
                assert all(mine[name].tobytes() == theirs[name].tobytes() for name in mine)
                assert env.infos[agent]["action_mask"].tobytes() == other.infos[agent]["action_mask"].tobytes()
                assert env.render() == other.render() and env.agent_selection == other.agent_selection
                states += not np.array_equal(env.state(), other.state())
        env.step(choose(env.last()[0]["action_mask"]))
    assert states == worlds > 30  # a centralized critic's state contains everything that differs


def test_the_state_is_all_observations_and_all_piles() -> None:
    env = munchkin_v0.env(num_players=3)
    env.reset(seed=2)
    state, game = env.state(), env.unwrapped.game
    assert state.shape == (3 * SIZE + 4 * MAX_PILE,) and env.state_space.contains(state)
    for p, agent in enumerate(env.agents):
        np.testing.assert_array_equal(state[p * SIZE : (p + 1) * SIZE], env.observe(agent)["observation"])
    doors, treasures, *discards = state[3 * SIZE :].reshape(4, MAX_PILE)
    deck = game.record.doors
    types = game.cards.tables[0]["type_of"]
    assert doors[: deck.n].tolist() == [types[deck.cards[deck.n - 1 - k]] + 1 for k in range(deck.n)] and not doors[deck.n :].any()
    assert treasures[: game.record.treasures.n].all() and not np.any(discards)


# --------------------------------------------------------------------------------------------------- seeds and copies


@pytest.mark.compiled
def test_a_seed_is_that_of_the_game() -> None:
    env = munchkin_v0.env(num_players=3, win_level=5)
    env.reset(seed=12, options={"unknown": "ignored"})
    assert env.unwrapped.game == Game(3, seed=12, win_level=5) and env.unwrapped.game.seed == 12
    env.reset()
    second = env.unwrapped.game
    env.reset(seed=12)
    assert env.unwrapped.game != second
    env.reset()
    assert env.unwrapped.game == second
    other = munchkin_v0.env(num_players=3, win_level=5)
    other.reset()
    assert other.unwrapped.game.seed != second.seed


def test_the_game_is_a_copy() -> None:
    env = munchkin_v0.env()
    env.reset(seed=3)
    before, game = snapshot(env), env.unwrapped.game
    game.apply(game.legal()[0])
    assert snapshot(env) == before


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_copies_of_an_environment_go_their_own_ways(duplicate: Any) -> None:
    env = munchkin_v0.env(num_players=3, **SHORT)
    env.reset(seed=3)
    choose = Player(3)
    for _ in range(10):
        env.step(choose(env.last()[0]["action_mask"]))
    copied = duplicate(env)
    before = snapshot(env)
    assert snapshot(copied) == before
    for _ in range(10):
        copied.step(choose(copied.last()[0]["action_mask"]))
    assert snapshot(env) == before and snapshot(copied) != before
    env.reset()
    copied.reset()
    assert env.unwrapped.game == copied.unwrapped.game


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry since 1.27")
def test_it_is_in_the_registry() -> None:
    env = pettingzoo.make("aec", "munchkin_v0", num_players=5)
    assert str(env) == "munchkin_v0" and len(env.possible_agents) == 5
    assert env.metadata["name"] == "munchkin_v0" and env.unwrapped.metadata["is_parallelizable"] is False
    assert isinstance(env, OrderEnforcingWrapper) and env.env is env.unwrapped


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = munchkin_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert len(env.render()) > 20 and capsys.readouterr().out == ""
    shown = munchkin_v0.env(render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    out = capsys.readouterr().out
    assert out == 2 * (env.render() + "\n")
    shown.step(int(np.flatnonzero(shown.last()[0]["action_mask"])[0]))
    assert capsys.readouterr().out != ""
    shown.close()
