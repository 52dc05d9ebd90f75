"""A recorded game as somebody saw it: complete, and with nothing that they did not see."""

import json
from itertools import pairwise
from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.game.scenario import seat, table
from munchkin_env.game.shown import card_faces, show_data, to_plain
from munchkin_env.players.bots import explain
from munchkin_env.web import record
from munchkin_env.web.patches import patched
from tests.play import EACH_AND_ALL
from tests.web.games import alike, bots_game


def views(plain: dict[str, Any]) -> list[dict[str, Any]]:
    found = [plain["start"]]
    for step in plain["steps"]:
        found.append(patched(found[-1], step["patch"]))
    return found


def as_read(replay: Replay, viewpoint: int | None) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(record(replay, viewpoint).plain()))
    return read


def test_the_whole_game_comes_back_from_the_changes() -> None:
    replay = bots_game()
    found = views(as_read(replay, None))
    assert len(found) == len(replay.actions) + 1
    for view, (game, _) in zip(found, replay.steps(), strict=False):
        expected = to_plain(show_data(game, everything=True, names=replay.names))
        assert view == {**expected, "actions": []}
    assert found[-1]["over"] and found[-1]["winners"] == list(replay.game.winners)


@pytest.mark.slow
@pytest.mark.parametrize("sets", EACH_AND_ALL, ids="+".join)
def test_the_recording_of_a_seat_holds_what_the_seat_saw(sets: tuple[str, ...]) -> None:
    """Views and events of that seat, the own actions and reasons, the faces of cards that it saw: nothing else."""
    replay = bots_game(sets)
    plain = as_read(replay, 1)
    assert plain["viewpoint"] == 1 and all(view["seat"] == 1 and not view["everything"] for view in views(plain))
    assert all((step["seat"] == 1) >= (step["said"] is not None) for step in plain["steps"])
    assert all((step["seat"] == 1) >= (step["reason"] is not None) for step in plain["steps"])
    assert any(step["said"] for step in plain["steps"]) and any(step["reason"] for step in plain["steps"])
    texts = seen_by(replay, 1)
    never = [face.name for face in card_faces(replay.start.cards) if json.dumps(face.name)[1:-1] not in texts]
    assert len(never) > 20
    held = set(never) & {name for game, _ in replay.steps(log=False) for name in hand(game)}
    written = json.dumps({**plain, "faces": {}})
    reasons = " ".join(step["reason"] or "" for step in plain["steps"])
    assert not [name for name in never if f'"{name}"' in written or name in reasons]
    assert not plain["faces"].keys() & set(never)
    assert held, "no card of another hand stayed hidden: the test shows nothing"


def seen_by(replay: Replay, player: int) -> str:
    """All views and events of the seat, not taken from the recording."""
    game = replay.start.clone()
    game.record.logging = 1
    seen: list[Any] = [to_plain(show_data(game, player))]
    for action in replay.actions:
        game.apply(action)
        seen += [to_plain(show_data(game, player)), [str(event) for event in game.events(player)]]
    return json.dumps(seen)


def hand(game: Game) -> set[str]:
    g = game.record
    return {game.name(g.seat[p].hand[i]) for p in (0, 2) for i in range(g.seat[p].hand_n)}


@pytest.mark.parametrize(("player", "first"), [(0, 20), (1, 60), (2, 60)])
def test_hidden_cards_do_not_change_the_recording_of_a_seat(player: int, first: int) -> None:
    pair = alike(bots_game(), player, first)
    assert len(pair[0].actions) > 10 and pair[0].game != pair[1].game
    assert as_read(pair[0], player) == as_read(pair[1], player)
    assert as_read(pair[0], None) != as_read(pair[1], None)


def test_what_is_given_away_unseen_does_not_change_the_recording_of_others() -> None:
    """A card given in Charity is known to the two players; the third sees that a card is given."""
    pair = []
    for card in ("Elf", "Wizard"):
        hand = f"{card}, Pollymorph Potion, Leather Armor, Enraged, Mate, Ancient"
        game = table(seat(level=3, hand=hand), seat(level=1), seat(level=3), moment="before_charity")
        replay = Replay(game.game)
        while replay.game.decision != "CHARITY_CARD":
            replay.apply(next(text for text in ("pass", "end the turn") if text in replay.game.texts()))
        replay.apply(f"give away {card}")
        pair.append(as_read(replay, 2))
        giver, receiver = (as_read(replay, player)["steps"][-1] for player in (0, 1))
        assert giver["said"] == f"give away {card}" and receiver["events"][0]["card"] == card
    assert pair[0] == pair[1] and pair[0]["steps"][-1]["events"][0]["what"] == "CHARITY"


def test_others_are_only_seen_to_do_what_is_noticed() -> None:
    plain = as_read(bots_game(), 0)
    for step, (before, after) in zip(plain["steps"], pairwise(views(plain)), strict=True):
        assert step["seat"] == 0 or step["events"] or before != after


def test_how_an_offer_is_made_is_not_noticed_by_others() -> None:
    """They see what is offered when it is sent."""
    game = table(seat(level=4), seat(level=4), seat(), doors=["Net Troll"])
    game.players[0].kicks_open_the_door()
    replay = Replay(game.game)
    offer = ("ask for help", "ask player 1 for help", "offer 1 treasure", "the helper picks first", "offer no item", "promise no card")
    while replay.game.decision != "ANSWER_HELP":
        replay.apply(next(text for text in (*offer, "send the offer", "pass") if text in replay.game.texts()))
    seen = record(replay, 1).steps
    assert [event["what"] for event in seen[-1].events] == ["ASKS"] and seen[-1].view["offer"]["treasures"] == 1
    assert len(seen) < len(replay.actions) == len(record(replay, 0).steps)


def test_the_seed_is_not_in_a_recording() -> None:
    assert "seed" not in json.dumps(as_read(bots_game(), 0)["start"])


def test_reasons_are_those_recorded_or_those_of_a_bot_that_does_the_same() -> None:
    replay = bots_game()
    said = [step.reason for step in record(replay).steps]
    silent = Replay.from_text(bots_game(reasons=False).text())
    assert silent.actions == replay.actions and not silent.reasons
    assert [step.reason for step in record(silent).steps] == said
    game, _ = next(replay.steps())
    assert explain(game, "greedy" if game.seat == 0 else ("veteran", "bully")[game.seat - 1])[1].endswith(str(said[0]))


def test_an_unknown_player_gives_no_reasons() -> None:
    silent = bots_game(names=("Ann", "Bo", "Cy"), reasons=False)
    assert not any(step.reason for step in record(silent).steps)
    assert record(silent).title == "Ann, Bo, Cy"


def test_a_recording_needs_a_seat_of_the_game() -> None:
    with pytest.raises(ValueError, match="its seats are 0 to 2"):
        record(bots_game(), 3)
