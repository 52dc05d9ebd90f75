"""Game: the public interface of one record."""

import copy
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.cards.loader import CardSetError
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import FIRST_AUTOMATIC, Kind
from munchkin_env.game.game import Game, IllegalAction
from munchkin_env.game.notation import RINGS
from munchkin_env.game.saved import MAGIC, LoadError
from munchkin_env.game.scenario import seat, table
from tests.envs.positions import dealt
from tests.play import EACH_AND_ALL

pytestmark = pytest.mark.compiled
EVERYTHING_ON: dict[str, Any] = {
    "counter_offers": True,
    "binding_deals": False,
    "ask_only_when_losing": False,
    "auto_pass_forced": False,
    "listen_at_door": True,
    "priority": "rotate",
    "obs_discards": "full",
    "faster_treasure": "trouble",
}


def random_game(seed: int, players: int = 3, steps: int = 1500, **options: Any) -> Iterator[Game]:
    """Positions of a game that is modified in place; passing is as likely as everything else together, so that things happen."""
    choice = random.Random(seed)
    game = Game(players, seed=seed, **options)
    for _ in range(steps):
        yield game
        legal = game.legal()
        game.apply(0 if legal[0] == 0 and choice.random() < 0.5 else choice.choice(legal))
        if game.over:
            break
    yield game


def positions(seed: int, every: int = 1, **options: Any) -> Iterator[Game]:
    """Copies from random games: one of each kind of decision, and some more."""
    seen: set[str] = set()
    for number, game in enumerate(random_game(seed, **options)):
        if not game.over and (game.decision not in seen or number % every == 0):
            seen.add(game.decision)
            yield game.clone()


@pytest.fixture(scope="module")
def collected() -> list[Game]:
    """Positions of every kind that random play reaches, with every set."""
    found: list[Game] = []
    for seed in range(6):
        options: dict[str, Any] = EVERYTHING_ON if seed % 2 else {}
        found += positions(seed, every=60, players=2 + seed % 5, **options)
    for sets in EACH_AND_ALL[1:]:
        found += positions(1, every=60, players=3, steps=400, sets=sets)
    return found


def test_the_positions_are_of_many_kinds(collected: list[Game]) -> None:
    kinds = {game.decision for game in collected}
    assert len(kinds) >= 30, f"not met: {sorted({kind.name for kind in Kind if kind < FIRST_AUTOMATIC} - kinds)}"


def test_a_new_game() -> None:
    game = Game(5, seed=3)
    assert (game.num_players, game.seed, game.levels, game.over, game.winners) == (5, 3, (1,) * 5, False, ())
    assert game.seat == 0 and game.decision == "CHOOSE_SEX"
    assert game.texts() == {"be male": 27, "be female": 28}
    assert "player 0 decides CHOOSE_SEX" in repr(game)


def test_the_same_seed_gives_the_same_game() -> None:
    assert Game(3, seed=5) == Game(3, seed=5) != Game(3, seed=6)
    assert Game(3) != Game(3)
    assert Game(3) != "a game"


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.5, "x", True])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(ValueError, match="must be an integer"):
        Game(3, seed=seed)


def test_legal_mask_and_texts_agree(collected: list[Game]) -> None:
    for game in collected:
        legal = game.legal()
        assert legal == np.flatnonzero(game.mask()).tolist() == list(game.texts().values())
        assert game.mask().shape == (N_ACTIONS,) and legal


def test_the_mask_is_a_copy() -> None:
    game = Game(3, seed=1)
    game.mask()[:] = True
    assert game.legal() == [27, 28]


# ------------------------------------------------------------------------------------------------- notation


def test_every_text_is_unique_and_finds_its_action(collected: list[Game]) -> None:
    for game in collected:
        said = [game.text(action) for action in game.legal()]
        assert len(set(said)) == len(said)
        assert [game.action(text) for text in said] == game.legal()
        assert all(text == text.strip() and 2 <= len(text) < 200 for text in said)


def test_equal_cards_are_numbered() -> None:
    game = table(seat(hand=["Curse! Lose a Level", "Curse! Lose a Level"]), seat())
    assert [text for text in game.legal_texts if "Lose" in text] == ["play Curse! Lose a Level", "play Curse! Lose a Level (2)"]
    assert game.game.action("play Curse! Lose a Level (2)") == game.game.action("play Curse! Lose a Level") + 1


def test_an_unknown_text_says_what_is_legal() -> None:
    game = Game(3, seed=1)
    with pytest.raises(IllegalAction, match=r"'be both' is not legal: player 0 decides CHOOSE_SEX and may: be male \(27\); be female"):
        game.action("be both")


# ------------------------------------------------------------------------------------------------ illegal actions


@pytest.mark.parametrize("action", [-1, 0, N_ACTIONS, 10**9, 27.0, None, True, "", "pass", [27]])
def test_an_illegal_action_changes_nothing(action: Any) -> None:
    game = Game(3, seed=1)
    before = game.to_bytes()
    with pytest.raises(IllegalAction, match="is not legal: player 0 decides CHOOSE_SEX"):
        game.apply(action)
    assert game.to_bytes() == before and game.legal() == [27, 28]


def test_every_action_that_is_not_legal_is_refused(collected: list[Game]) -> None:
    for game in collected[::4]:
        before = game.to_bytes()
        for action in np.flatnonzero(~game.mask()).tolist():
            with pytest.raises(IllegalAction):
                game.apply(action)
        assert game.to_bytes() == before


def test_numbers_of_numpy_are_actions() -> None:
    game = Game(3, seed=1)
    game.apply(np.int64(27))
    assert game.seat == 1


def test_nothing_is_legal_when_the_game_is_over() -> None:
    *_, game = random_game(1, players=2, max_rounds=2)
    assert game.over and game.truncated and not game.winners
    assert (game.seat, game.decision, game.legal()) == (-1, "OVER", [])
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.text(0)


# ------------------------------------------------------------------------------------------------------- copies


def same(copied: Game, game: Game) -> bool:
    return copied == game and copied.legal() == game.legal() and copied.sets == game.sets


def test_copies_of_every_sort_are_equal_and_independent(collected: list[Game]) -> None:
    for game in collected:
        before = game.to_bytes()
        for copied in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), Game.from_bytes(before)):
            assert same(copied, game)
            copied.apply(copied.legal()[-1])
            assert game.to_bytes() == before and copied != game


def test_a_loaded_game_goes_on_alike(collected: list[Game]) -> None:
    for game in collected[::3]:
        here, there = game.clone(), Game.from_bytes(game.to_bytes())
        choice = random.Random(1)
        for _ in range(30):
            if here.over:
                break
            action = choice.choice(here.legal())
            here.apply(action)
            there.apply(action)
            assert same(there, here)


def test_damaged_bytes_are_refused() -> None:
    data = Game(3, seed=1).to_bytes()
    for at in (0, 5, len(MAGIC) + 3, 200, 1000, len(data) // 2, len(data) - 1):
        damaged = bytearray(data)
        damaged[at] ^= 1
        with pytest.raises(LoadError, match=r"damaged|not a saved game"):
            Game.from_bytes(bytes(damaged))
    for cut in (b"", data[:3], data[:100], data[:-1], data[1:], data + b"x"):
        with pytest.raises(LoadError, match=r"damaged|not a saved game"):
            Game.from_bytes(cut)


def foreign(change: tuple[bytes, bytes]) -> bytes:
    """A saved game with a changed header and a matching checksum."""
    import hashlib

    body = Game(3, seed=1).to_bytes()[:-16].replace(*change)
    return body + hashlib.sha256(body).digest()[:16]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((b'"rules": ', b'"rules": 99'), "another version of the rules"),
        ((b'"actions": "', b'"actions": "0'), "another table of actions"),
        ((b'"layout": "', b'"layout": "0'), "another layout"),
        ((b'"cards": "', b'"cards": "0'), "other cards"),
    ],
)
def test_games_of_other_versions_and_cards_are_refused(change: tuple[bytes, bytes], says: str) -> None:
    with pytest.raises(LoadError, match=says):
        Game.from_bytes(foreign(change))


def test_a_game_with_cards_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The full path is kept, but the file must be given again: none that a saved game names is opened."""
    cards = (Path(__file__).parents[1] / "cards" / "tiny.json").read_bytes()
    (tmp_path / "mine.json").write_bytes(cards)
    monkeypatch.chdir(tmp_path)
    game = Game(2, sets=["mine.json"], seed=1, max_rounds=3)
    game.apply(game.legal()[0])
    saved = game.to_bytes()
    monkeypatch.chdir(tmp_path.parent)
    with pytest.raises(LoadError, match=r"mine\.json"):
        Game.from_bytes(saved)
    assert same(Game.from_bytes(saved, sets=[tmp_path / "mine.json"]), game)
    (tmp_path / "mine.json").rename(tmp_path / "moved.json")
    with pytest.raises(CardSetError, match=r"mine\.json"):
        Game.from_bytes(saved, sets=[tmp_path / "mine.json"])
    assert Game.from_bytes(saved, sets=[tmp_path / "moved.json"]) == game
    with pytest.raises(LoadError, match="other cards"):
        Game.from_bytes(saved, sets=["deluxe"])
    while not game.over:
        game.apply(next(iter(game.texts())))
    assert game.over


# --------------------------------------------------------------------------------------------- hidden information


def cards_of(game: Game) -> list[int]:
    """Decks and hands, and a gift on its way."""
    g = game.record
    found = [pile.cards[i] for pile in (g.doors, g.treasures) for i in range(pile.n)]
    found += [g.stack[d].card for d in range(g.depth) if g.stack[d].kind == Kind.CHARITY_GIVE]
    return found + [g.seat[p].hand[i] for p in range(game.num_players) for i in range(g.seat[p].hand_n)]


@pytest.mark.slow
def test_dealing_again_keeps_cards_and_what_the_seat_sees(collected: list[Game]) -> None:
    for game in collected:
        for p in range(game.num_players):
            before = game.to_bytes()
            made = dealt(game, p, 7)
            if made is None:
                continue
            assert game.to_bytes() == before
            assert sorted(cards_of(made)) == sorted(cards_of(game))
            assert made.view(p) == game.view(p)
            if p == game.seat:
                assert made.legal() == game.legal()
            assert made == game.determinise(p, 7)


def test_dealing_again_changes_what_the_seat_cannot_know() -> None:
    game = next(game for game in positions(3, every=50, players=4) if game.decision not in ("CHOOSE_SEX", "SETUP"))
    worlds = {game.determinise(0, seed).to_bytes() for seed in range(20)}
    assert len(worlds) == 20
    hands = {tuple(world.names(world.record.seat[1].hand, 3)) for world in (game.determinise(0, seed) for seed in range(20))}
    assert len(hands) > 1


def test_worlds_are_playable(collected: list[Game]) -> None:
    for game in collected[::2]:
        world = game.determinise(game.seat, 11)
        choice = random.Random(2)
        for _ in range(60):
            if world.over:
                break
            world.apply(choice.choice(world.legal()))


def test_no_card_that_works_when_drawn_is_dealt_into_a_hand() -> None:
    game = table(seat(), seat(hand=["Leather Armor", "Slimy Armor", "Short Wide Armor"]), treasures=["Hoard!"]).game
    for seed in range(200):
        world = game.determinise(0, seed)
        assert "Hoard!" not in world.names(world.record.seat[1].hand, 3)


def test_cards_that_were_seen_stay() -> None:
    game = table(seat(level=1), seat(level=5), doors=["Pit Bull"], treasures=["Leather Armor"])
    main, helper = game
    main.kicks_open_the_door()
    main.asks(helper, treasures="all")
    helper.accepts()
    game.everybody_passes()
    assert main.sees(helper) == ["Leather Armor"]
    for seed in range(20):
        assert game.game.determinise(0, seed).view(0)["players"][1]["hand"][0]["card"] == "Leather Armor"


def test_a_view_shows_no_foreign_hand() -> None:
    game = table(seat(hand="Enraged"), seat(hand="Baby, Leather Armor")).game
    seen = game.view(0)
    assert [card["card"] for card in seen["players"][0]["hand"]] == ["Enraged"]
    assert [(card["card"], card["back"]) for card in seen["players"][1]["hand"]] == [(None, "door"), (None, "treasure")]
    assert seen["legal"] == ["kick open the door"]
    assert game.view(1)["legal"] == []
    with pytest.raises(ValueError, match="not a seat"):
        game.view(2)


def test_a_view_shows_an_offer_to_others_when_it_is_sent() -> None:
    game = table(seat(carries="Spiky Knees"), seat(carries="Leather Armor"))
    for action in ("trade", "trade with player 1", "give Spiky Knees", "want Leather Armor"):
        game.apply(action)
    shown = [game.game.view(p)["asked"] for p in range(2)]
    assert game.decision == "TRADE_SEND" and shown == [{"with": 1, "gives": "Spiky Knees", "wants": "Leather Armor"}, {}]
    game.apply("send the offer")
    assert game.game.view(0)["asked"] == game.game.view(1)["asked"] == {"with": 0, "gives": "Spiky Knees", "wants": "Leather Armor"}


def test_a_view_shows_the_terms_of_a_helper_to_others_when_they_are_complete() -> None:
    game = table(seat(level=5, wears="Leather Armor"), seat(level=5), seat(), doors=["Face Sucker"], counter_offers=True)
    aric, suzan, otto = game
    aric.kicks_open_the_door()
    aric.asks(suzan)
    game.apply("ask for 1 treasure instead")
    assert game.decision == "COUNTER_ORDER" and game.game.view(suzan.seat)["asked"]["treasures"] == 1
    assert game.game.view(otto.seat)["asked"] == {}
    game.apply("the helper picks first")
    assert game.game.view(otto.seat)["asked"]["treasures"] == 1


def test_views_can_be_made_of_every_position(collected: list[Game]) -> None:
    for game in collected:
        for p in range(game.num_players):
            seen = game.view(p)
            assert (seen["decides"] == p) == bool(seen["legal"])


# ------------------------------------------------------------------------------------------------------- the log


def test_the_log_shows_everybody_what_they_may_see() -> None:
    game = Game(3, seed=2, log=True, sex_mode="fixed")
    assert {event.what for event in game.events()} == {"SEX", "DRAWS"}
    assert all(event.card for event in game.events() if event.what == "DRAWS")
    assert [event.card is not None for event in game.events(1)].count(True) == 8
    assert not Game(3, seed=2).events()


def test_logging_changes_nothing_else() -> None:
    with_log, without = Game(3, seed=4, log=True), Game(3, seed=4)
    for _ in range(300):
        if with_log.over:
            break
        assert with_log.legal() == without.legal()
        assert all(str(event) for event in with_log.events(0))
        with_log.apply(with_log.legal()[-1])
        without.apply(without.legal()[-1])
    assert with_log.levels == without.levels


def test_rings_are_the_decisions_that_go_round() -> None:
    assert {kind.name for kind in RINGS} == {"WINDOW", "FIGHT_WINDOW", "ROLL_WINDOW", "CURSE_WINDOW", "CARD_WINDOW"}


def test_a_seat_may_be_a_small_integer_of_numpy() -> None:
    """Batches store seats as int8."""
    game = Game(3, seed=1)
    seat: Any = np.int8(2)
    assert np.array_equal(game.observe(seat), game.observe(2))
    (ids, numbers), (same_ids, same_numbers) = game.observe_compact(seat), game.observe_compact(2)
    assert np.array_equal(ids, same_ids) and np.array_equal(numbers, same_numbers)
    assert game.determinise(seat, 1) == game.determinise(2, 1)
    assert game.view(seat) == game.view(2)
