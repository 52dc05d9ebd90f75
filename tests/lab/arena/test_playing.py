"""Games are the same wherever they are played; an agent that fails forfeits, and the tournament continues."""

import hashlib

import numpy as np
import pytest

from munchkin_env import Game
from munchkin_env.core.record import empty, open_records, view
from munchkin_env.engine.state.events import What
from munchkin_env.engine.state.records import Deed
from munchkin_env.lab.arena import columns, crew, define, running
from munchkin_env.lab.arena.entrants import bot_rows, entrant_of
from munchkin_env.lab.arena.loop import DEED_KINDS, Played
from munchkin_env.lab.arena.playing import FORFEITS, Hall
from munchkin_env.players.agents.process import CONFINED
from munchkin_env.players.bots.bot import choose_at
from munchkin_env.players.bots.style import Bot
from munchkin_env.players.policy import SHIPPED
from tests.lab.arena.helpers import HERE, SHORT, forfeits, played

BOTS = ["greedy", "weighted", "random", "greedy-1"]


@pytest.mark.compiled
def test_a_game_of_bots_is_the_game_that_they_play_anywhere() -> None:
    """The same game played step by step through Game, with its events counted by name."""
    definition = define(BOTS)
    fixture = definition.fixtures(1)[2]
    (outcome,) = Hall(definition).play([fixture])
    row = outcome.rows[0]
    game = Game(4, seed=fixture.seed, log=True)
    bots = empty(Bot, 4)
    for seat in range(4):
        style = definition.entrants[fixture.seats[seat]].player
        assert style is not None
        style.write(view(Bot, bots, seat), fixture.seat_seeds[seat])
    happened: list[tuple[int, int]] = []
    decisions = [0] * 4

    def note() -> None:
        happened.extend((game.record.event[i].what, game.record.event[i].player) for i in range(game.record.event_n))

    note()
    while not game.over:
        decisions[game.seat] += 1
        game.apply(int(choose_at(game._tables, game._games, 0, open_records(bots), game.seat, game.mask())))
        note()
    assert (game.winners, game.levels) == (tuple(p for p in range(4) if row["winners"] >> p & 1), tuple(row["level"][:4]))
    assert (game.record.rounds, game.record.decisions) == (row["rounds"], row["decisions"]) and row["overflows"] == 0
    counts = row["seat"][:4]
    assert counts["decisions"].tolist() == decisions
    named = {
        "turns": What.TURN,
        "fights_won": What.WINS_FIGHT,
        "deaths": What.DIES,
        "gave_help": What.HELPS,
        "curses_suffered": What.CURSED,
    }
    for column, what in named.items():
        assert counts[column].tolist() == [happened.count((what, p)) for p in range(4)]
    lost = counts["fights_lost"] + counts["fights_fled"]
    assert lost.tolist() == [happened.count((What.LOSES_FIGHT, p)) for p in range(4)]
    assert counts["got_help"].sum() == counts["gave_help"].sum() == sum(counts[f"help_at_{k}"].sum() for k in range(5)) > 0
    players = game.view(None)["players"]
    for deed in Deed:
        assert row["deed"][:4, :4, deed].tolist() == [player["deeds"][deed.name.lower()] for player in players]


def test_each_deed_has_its_column() -> None:
    assert DEED_KINDS == len(Deed) == len(columns.DEED_COLUMNS) - 3
    assert [deed.name for deed in Deed] == ["HELPED", "REFUSED", "LEFT", "HIT"]


@pytest.mark.compiled
def test_results_do_not_depend_on_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = played(BOTS, 16)
    monkeypatch.setattr(running, "SIDE_BY_SIDE", 3)
    assert played(BOTS, 16, workers=2) == alone


@pytest.mark.slow
def test_nor_do_those_of_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """In processes, side by side, one after the other, isolated; some told of each game, some created again for it."""
    sizes, act = [], crew.There.act

    def counted(self: crew.There, asked: crew.Asking) -> crew.Acted:
        sizes.append(len(asked.infos))
        return act(self, asked)

    monkeypatch.setattr(crew.There, "act", counted)
    specs = [HERE + "Lot", HERE + "Forgetful", HERE + "Many", "weighted"]
    alone = played(specs, 4)
    assert not alone["forfeits"] and max(sizes) > 1, "networks get the games that wait together"
    assert played(specs, 4, workers=2) == alone
    assert played(specs, 4, limits=CONFINED) == alone


@pytest.mark.slow
def test_entrants_may_have_several_seats() -> None:
    found = played([HERE + "Lot", "random"], 12)
    assert len(found["games"]) == 12 and not found["forfeits"]


@pytest.mark.slow
def test_who_fails_forfeits_and_is_named() -> None:
    found = played([HERE + "Crashes", HERE + "Cheats", HERE + "Dreamer", "random"], 4)
    failed = forfeits(found)
    assert failed[1, 0][0] == "error" and "KeyError: 'what is that?'" in failed[1, 0][1] and "players.py" in failed[1, 0][1]
    assert [failed[game, 1][0] for game in range(4)] == ["illegal"] * 4 and "'pass'" in failed[1, 1][1] and "1.0" in failed[3, 1][1]
    assert len(failed) == 5 and len(found["games"]) == 4
    for row in found["seats"]:
        seat = dict(zip((*columns.SEAT_COLUMNS, *columns.COUNT_COLUMNS), row, strict=True))
        assert seat["forfeited"] == ((seat["number"], seat["entrant"]) in failed)
        assert not (seat["forfeited"] and (seat["won"] or seat["share"])), "another player plays on for the seat"
    assert [row[list(columns.GAME_COLUMNS).index("forfeits")] for row in found["games"]] == [1, 2, 1, 1]


def test_of_many_games_at_once_only_those_fail_that_fail_alone() -> None:
    failed = forfeits(played([HERE + "CrashesInMany", "random", "random", "random"], 4))
    assert list(failed) == [(2, 0)] and "not game 2" in failed[2, 0][1]


@pytest.mark.slow
def test_who_is_slow_hangs_or_dies_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "GRACE", 8.0)  # a busy machine: who dies or sleeps is not taken for hung
    found = played([HERE + "Sleeps", HERE + "Hangs", HERE + "Dies", "random"], 4, time_limit=2.0)
    failed = forfeits(found)
    kinds = {key: kind for key, (kind, _) in failed.items()}
    assert kinds == {(2, 0): "slow", (3, 1): "hung", (0, 2): "died"} and len(found["games"]) == 4
    assert "the limit is" in failed[2, 0][1] and "is the limit" in failed[3, 1][1] and "ended with 9" in failed[0, 2][1]
    assert set(kinds.values()) < set(FORFEITS)


def test_rows_begin_with_who_sits_there() -> None:
    """Bots are passed into the games as bytes, together with their seeds."""
    definition = define(BOTS)
    fixtures = definition.fixtures(0)
    rows = Hall(definition).rows(fixtures).view(Played.layout)
    assert rows["number"].tolist() == [0, 1, 2, 3] and len(np.unique(rows["bot"]["random"][:, :4])) == 16
    for row, fixture in zip(rows, fixtures, strict=True):
        kinds = [bot_rows(definition.entrants)["kind"][entrant] for entrant in fixture.seats]
        assert row["bot"]["kind"][:4].tolist() == kinds


@pytest.mark.slow
def test_policies_play_inside_as_bots_do() -> None:
    """One thread or two, and however games are split into jobs: no process, and the same results."""
    alone = played(["trained", "greedy", "random", "weighted"])
    assert alone == played(["trained", "greedy", "random", "weighted"], workers=2)
    definition = define(["trained", "greedy"], games=1, **SHORT)
    assert definition.all_bots and entrant_of("trained").fingerprint == hashlib.sha256(SHIPPED["trained"].read_bytes()).hexdigest()[:8]
