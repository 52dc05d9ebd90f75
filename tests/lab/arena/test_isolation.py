"""What reaches an agent's process depends on nothing that its seat cannot know: every byte sent to it is compared."""

import json
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.lab.arena import define
from munchkin_env.lab.arena.definition import Definition
from munchkin_env.lab.arena.playing import Hall, SideBySide
from munchkin_env.lab.arena.running import jobs_of
from munchkin_env.players.agents.asking import Imagine, agent_seed, imagined
from munchkin_env.players.agents.process import CONFINED, AgentProcess
from tests.envs.positions import CONFIGURATIONS, positions
from tests.envs.test_honesty import dealt_anew
from tests.lab.arena.helpers import SHORT, played

DREAMER, MANY = "tests.lab.arena.players:Dreamer", "tests.lab.arena.players:Many"


@cache
def tournament_of(players: int, sets: tuple[str, ...]) -> Definition:
    return (
        define([DREAMER, "random"], players=players, sets=sets, field="random")
        if players > 2
        else define([DREAMER, "random"], players=2, sets=sets)
    )


def crossing(game: Game, batch: type[SideBySide] = SideBySide) -> bytes:
    """Everything sent to the process of an agent that decides in this position and may imagine worlds."""
    definition = tournament_of(game.num_players, game.sets)
    table = batch(Hall(definition, CONFINED), definition.fixtures(0)[:1])
    table.games.view(np.uint8)[:] = np.frombuffer(game.state(), np.uint8)
    table.masks[0], table.seats[0], table.imagines = game.mask(), game.seat, {(0, game.seat)}
    order, data = table._shown([0]).message(game.sets)
    assert len(data) == 3 and len(data[2]) == len(game.state()), "a world is sent, too"
    return json.dumps(order).encode() + b"".join(data)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("sets", CONFIGURATIONS, ids=" ".join)
def test_what_crosses_the_pipe_is_the_same_however_the_hidden_cards_lie(sets: tuple[str, ...]) -> None:
    rng, seen = random.Random(5), 0
    for game in positions(3, seed=11, chance=0.02, sets=sets):
        if game.over:
            continue
        for other in (dealt_anew(game, game.seat, rng), game.determinise(game.seat, rng.getrandbits(40))):
            assert crossing(game) == crossing(other)
            seen += other.state() != game.state()
    assert seen > 20


class Leaky(SideBySide):
    """Sends the real game instead of an imagined one."""

    def _world(self, i: int, seat: int) -> Game:  # noqa: ARG002 - as it is called
        return Game.from_state(self.room.cards, self.room.definition.sets, self.games[i : i + 1].tobytes())


def test_a_leak_into_the_pipe_would_be_noticed() -> None:
    game = Game(3, seed=4)
    other = dealt_anew(game, game.seat, random.Random(1))
    assert crossing(game, Leaky) != crossing(other, Leaky)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("sets", CONFIGURATIONS, ids=" ".join)
def test_worlds_of_an_imagined_world_are_those_of_the_true_game(sets: tuple[str, ...]) -> None:
    """Imagining does not need the real game, and nothing that an agent holds leads to it."""
    for game in positions(3, seed=3, chance=0.02, sets=sets):
        if not game.over:
            imagine = Imagine(imagined(game, game.seat), game.seat)
            for seed in (0, 1, 12345):
                assert imagine(seed).state() == game.determinise(game.seat, seed).state()
            held = [getattr(imagine, name) for name in Imagine.__slots__]
            assert all(one.state() != game.state() for one in held if isinstance(one, Game)) and not hasattr(imagine, "__closure__")


def sent(monkeypatch: pytest.MonkeyPatch, specs: Sequence[str], **more: Any) -> list[tuple[dict[str, Any], bytes]]:
    """Every message of a whole tournament to its agents."""
    found: list[tuple[dict[str, Any], bytes]] = []
    tell = AgentProcess._tell

    def noted(self: AgentProcess, told: dict[str, Any], data: Sequence[bytes] = (), patience: float | None = None) -> None:
        found.append((told, b"".join(data)))
        tell(self, told, data, patience)

    monkeypatch.setattr(AgentProcess, "_tell", noted)
    assert not played(list(specs), limits=CONFINED, **more)["forfeits"]
    monkeypatch.undo()
    return found


@pytest.mark.slow
def test_no_seed_of_the_tournament_reaches_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages apart from positions are the same in tournaments of all seeds: they reveal nothing about the seed."""
    one, other = (sent(monkeypatch, [DREAMER, MANY], games=4, players=2, seed=seed) for seed in (1, 987_654_321_987))
    beside = [sorted(json.dumps(told) for told, _ in each if told["order"] != "act") for each in (one, other)]
    assert beside[0] == beside[1] and {json.loads(told)["order"] for told in beside[0]} == {"load", "sit", "close"}
    keys = {key for told, _ in one if told["order"] == "act" for info in told["infos"] for key in info}
    assert keys == {"seat", "num_players", "decision", "game"}


def test_agents_have_seeds_of_their_own() -> None:
    assert len({agent_seed(game, seat) for game in range(200) for seat in range(6)}) == 1200
    assert all(0 <= agent_seed(game, 0) < 1 << 62 for game in range(50))


@pytest.mark.parametrize("specs", [[DREAMER, MANY, "random"], [DREAMER, "greedy", "random", "weighted"], [DREAMER] * 3 + ["random"]])
def test_no_process_sees_two_games_of_one_deal_nor_two_hands_of_one_game(specs: list[str]) -> None:
    definition = define(specs, **SHORT)
    for group in jobs_of(definition, 8 * definition.games_per_cycle, isolated=True):
        assert len({one.deal for one in group}) == len(group)
    numbers = [one.number for group in jobs_of(definition, 8 * definition.games_per_cycle, isolated=True) for one in group]
    assert sorted(numbers) == list(range(8 * definition.games_per_cycle))
    for fixture in definition.fixtures(0):
        keys = [key for key in Hall(definition, CONFINED).crew.keys(fixture.seats) if definition.entrants[key[0]].apart]
        assert len(set(keys)) == len(keys)
