"""Networks in the compiled loop: what they see, what they choose, and what they draw."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env import Game, MunchkinVector
from munchkin_env.core.record import open_records, view
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.envs.teaching import Teacher
from munchkin_env.observe import SIZE
from munchkin_env.players.bots import BOTS, BotKind
from munchkin_env.players.bots.style import Bot
from munchkin_env.players.compiled import CompiledPlayer, NetworkBot, check_player, network_number, networks_of, new_players
from munchkin_env.players.network.evaluating import ILLEGAL, LOGITS, MOST, VALUE
from munchkin_env.players.network.playing import judge_at, power_of_e
from munchkin_env.players.policy import Policy, PolicyError, new_about, new_prior
from munchkin_env.players.policy.shapes import read_shape, shapes
from munchkin_env.players.seated import next_action_at

pytestmark = pytest.mark.compiled
SHAPES: dict[str, dict[str, Any]] = {
    "slots": {"kind": "slots", "types": 149, "opponents": 3, "card": 8, "hidden": 24, "pointer": 8},
    "slots for six": {"kind": "slots", "types": 149, "opponents": 5, "card": 5, "hidden": 9, "pointer": 3, "policy": [], "worth": []},
    "flat": {"kind": "flat", "hidden": [24, 12], "residual": False},
}


def made(kind: str, seed: int = 1, columns: Any = None, **about: Any) -> Policy:
    """A policy of random weights, which chooses all kinds of actions."""
    rng, shape = np.random.default_rng(seed), SHAPES[kind]
    if columns is None:
        columns = np.arange(SIZE) if kind == "flat" else np.arange(0, 900, 3)
    arrays: dict[str, Any] = {"columns": columns}
    for name, size in shapes(read_shape(shape), len(columns)).items():
        if name != "columns":
            arrays[name] = (rng.normal(size=size) * (0.2 if name.startswith("bags") or len(size) == 1 else 0.5)).astype(np.float32)
    return Policy(arrays, new_about(("deluxe",), 4, shape, **about))


def games_of(players: int, n: int = 24) -> list[Game]:
    """Positions in the middle of games of greedy players."""
    batch = MunchkinVector(n, players, seed=5)
    batch.reset()
    teacher = Teacher(batch, "weighted")
    for _ in range(90):
        batch.step(teacher.choose())
    return [game for game in (batch.game(i) for i in range(n)) if not game.over and len(game.legal()) > 1]


def chosen(bot: NetworkBot, game: Game, seed: int = 1) -> int:
    rows, networks = open_records(new_players([bot], seed)), networks_of([bot])
    return int(next_action_at(game._tables, game._games, 0, rows, 0, game.mask(), *networks))


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("prior", [None, "veteran"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_it_chooses_in_the_loop_what_the_policy_chooses_from_a_vector(kind: str, prior: str | None, players: int) -> None:
    policy = made(kind, prior=new_prior(prior, 3.5)) if prior else made(kind)
    games = games_of(players)
    assert len(games) > 12
    asked = check_player(prior or "greedy")
    choices = [chosen_by_bot(asked, game) for game in games]
    x, masks = np.stack([game.observe(game.seat) for game in games]), np.stack([game.mask() for game in games])
    wanted = policy.act_many(x, masks, choices=np.array(choices))
    found = [chosen(NetworkBot.of(policy), game) for game in games]
    assert found == wanted.tolist()
    assert len(set(found)) > 5


def chosen_by_bot(style: Any, game: Game) -> int:
    rows = open_records(new_players([style]))
    return int(next_action_at(game._tables, game._games, 0, rows, 0, game.mask(), *networks_of([])))


def test_a_prior_of_a_great_weight_is_the_bot_itself() -> None:
    bot = NetworkBot.of(made("flat", prior=new_prior("greedy", 1000.0)))
    for game in games_of(4):
        assert chosen(bot, game) == chosen_by_bot(BOTS["greedy"], game)


@pytest.mark.slow
def test_logits_of_legal_actions_alone_are_what_they_are_among_all() -> None:
    for kind in SHAPES:
        policy = made(kind)
        for game in games_of(4)[:8]:
            x, mask = game.observe(game.seat)[None], game.mask()
            rows, logits = open_records(new_players([NetworkBot.of(policy)])), np.zeros(N_ACTIONS, np.float32)
            both = LOGITS | VALUE
            value = judge_at(game._tables, game._games, 0, rows, 0, mask, *networks_of([NetworkBot.of(policy)]), both, logits)
            assert np.array_equal(logits[mask], policy.logits(x)[0][mask])
            assert (logits[~mask] == np.float32(ILLEGAL)).all() and value == policy.values(x)[0]


@pytest.mark.slow
def test_it_does_not_know_what_its_seat_may_not_know() -> None:
    for kind in SHAPES:
        bot = NetworkBot.of(made(kind, prior=new_prior("veteran", 1.0)))
        for game in games_of(4)[:10]:
            assert chosen(bot, game) == chosen(bot, game.determinise(game.seat, seed=3))


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHAPES)
def test_it_draws_as_its_temperature_says(kind: str) -> None:
    policy = made(kind)
    game = next(game for game in games_of(4) if 3 <= len(game.legal()) <= 8)
    mask = game.mask()
    logits = policy.logits(game.observe(game.seat)[None])[0][mask].astype(float)
    temperature = float(np.ptp(logits))  # so that no action is too rare
    likely = np.exp((logits - logits.max()) / temperature)
    bot = NetworkBot.of(policy, temperature=round(temperature, 3))
    array, networks = new_players([bot], 7), networks_of([bot])
    rows, legal = open_records(array), np.flatnonzero(mask).tolist()
    drawn = [int(next_action_at(game._tables, game._games, 0, rows, 0, mask, *networks)) for _ in range(3000)]
    often = np.array([drawn.count(action) for action in legal]) / 3000
    assert often == pytest.approx(likely / likely.sum(), abs=0.04)
    assert view(Bot, array).random[0] not in (0, view(Bot, new_players([bot], 7)).random[0]), "its randomness is in its record"
    again = open_records(new_players([bot], 7))
    assert drawn[:50] == [int(next_action_at(game._tables, game._games, 0, again, 0, mask, *networks)) for _ in range(50)]


def test_an_exponential_of_sums_and_products() -> None:
    for x in (0.0, -1e-9, -0.3, -0.35, -0.7, -1.0, -5.5, -17.3, -39.9):
        assert power_of_e(x) == pytest.approx(np.exp(x), rel=1e-14)
    assert power_of_e(-41.0) == 0.0


def test_several_networks_play_together() -> None:
    one, two = NetworkBot.of(made("slots", 1), "one"), NetworkBot.of(made("flat", 2), "two")
    everyone: list[CompiledPlayer] = [one, BOTS["greedy"], two, one]
    assert [network_number(player, everyone) for player in everyone] == [0, 0, 1, 0]
    rows, networks = open_records(new_players(everyone)), networks_of(everyone)
    for game in games_of(4)[:10]:
        found = [int(next_action_at(game._tables, game._games, 0, rows, k, game.mask(), *networks)) for k in range(4)]
        assert found == [chosen(one, game), chosen_by_bot(BOTS["greedy"], game), chosen(two, game), chosen(one, game)]


def test_a_record_that_names_a_network_which_is_not_there_takes_what_is_legal() -> None:
    game = games_of(4)[0]
    array = new_players([BOTS["greedy"]])
    bot = view(Bot, array)
    bot.kind = BotKind.NETWORK.value
    for one in (0, 15):
        bot.net = one
        action = int(next_action_at(game._tables, game._games, 0, open_records(array), 0, game.mask(), *networks_of([])))
        assert action == game.legal()[0]


def test_huge_weights_lead_to_legal_actions() -> None:
    policy = made("flat")
    for name, array in policy.arrays.items():
        if name != "columns":
            array[...] = np.where(array > 0, 1000, -1000)
    deep = Policy(policy.arrays, policy.about)
    for game in games_of(4)[:5]:
        assert game.is_legal(chosen(NetworkBot.of(deep), game))
        assert game.is_legal(chosen(NetworkBot.of(deep, temperature=1.0), game))
        assert abs(deep.logits(game.observe(game.seat)[None])).max() <= MOST


@pytest.mark.parametrize("temperature", [-1, 33, float("nan"), "1", True, None])
def test_temperatures_that_cannot_be(temperature: Any) -> None:
    with pytest.raises(ValueError, match="must be a number from 0 to 32"):
        NetworkBot.of(made("flat"), temperature=temperature)


def test_which_policy_a_network_bot_is(tmp_path: Path) -> None:
    first, second = made("flat", 1), made("flat", 2)
    first.save(tmp_path / "a.npz", half=False)
    bot = check_player(str(tmp_path / "a.npz"))
    assert isinstance(bot, NetworkBot) and bot.name == "a" and bot == NetworkBot.of(first, "a") != NetworkBot.of(second, "a")
    assert bot != NetworkBot.of(first, "a", temperature=1.0) and len({bot, NetworkBot.of(tmp_path / "a.npz")}) == 1
    second.save(tmp_path / "a.npz", half=False)
    assert check_player(str(tmp_path / "a.npz")) == NetworkBot.of(second, "a"), "a file that has changed is read again"
    with pytest.raises(PolicyError, match="learned --set deluxe"):
        check_player(tmp_path / "a.npz", ["star"])
    with pytest.raises(PolicyError, match="no such file"):
        check_player("missing.npz")
