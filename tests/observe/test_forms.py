"""Both forms of the observation: their bounds, and that they agree."""

import hashlib
import random
from collections.abc import Iterator

import numpy as np
import pytest

from munchkin_env import observe
from munchkin_env.cards.features import FEATURES
from munchkin_env.cards.loader import load
from munchkin_env.core.record import view
from munchkin_env.game.game import Game
from munchkin_env.game.saved import LoadError, check_stamp, stamp
from munchkin_env.observe.layout import spots
from munchkin_env.vocabulary.tables import Tables

LOW, HIGH = observe.bounds()
FEATURE_ROWS = observe.card_features(load(["deluxe"]))


def positions(seed: int, decisions: int) -> Iterator[Game]:
    """Positions of random games with few rounds, so that all phases occur."""
    rng = random.Random(seed)
    game = Game(2 + seed % 5, seed=seed, win_level=6, counter_offers=True, obs_discards=("top", "counts", "full")[seed % 3])
    for _ in range(decisions):
        if game.over:
            return
        game.apply(rng.choice(game.legal()))
        yield game


def test_the_sizes_are_what_the_tables_say() -> None:
    assert observe.SIZE <= 2500
    assert len(LOW) == len(HIGH) == observe.SIZE
    assert len({piece.name for piece in observe.PIECES}) == len(observe.PIECES)
    for piece in observe.PIECES:
        assert [int(column) for column in piece.columns] in ([], list(range(piece.width))), f"{piece.name}: columns count from 0"


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(5))
def test_every_number_is_within_its_bounds(seed: int) -> None:
    for game in positions(seed, 400):
        for seat in range(game.num_players):
            vector = game.observe(seat)
            wrong = np.flatnonzero(~((vector >= LOW) & (vector <= HIGH)))
            assert not len(wrong), f"number {wrong[0]} is {vector[wrong[0]]}"


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_the_vector_can_be_rebuilt_from_the_compact_form(seed: int) -> None:
    for game in positions(seed, 300):
        ids, numbers = game.observe_compact(game.num_players - 1)
        rebuilt = np.zeros(observe.SIZE, np.float32)
        sums = slice(observe.N_NUMBERS, observe.N_NUMBERS + sum(piece.size for piece in observe.SUMS))  # what the compact form leaves out
        rebuilt[: observe.N_NUMBERS] = numbers
        rebuilt[sums] = game.observe(game.num_players - 1)[sums]
        for place in observe.PLACES:
            spot = spots()[place.name]
            for row in range(place.rows):
                first, at = spot.ids + row * spot.slots, spot.features + row * spot.shown * spot.width
                rebuilt[at : at + spot.shown * spot.width] = FEATURE_ROWS[ids[first : first + spot.shown], : spot.width].ravel()
        assert np.array_equal(rebuilt, game.observe(game.num_players - 1))


def test_the_first_two_features_name_the_card_type() -> None:
    pairs = {tuple(row[:2].tolist()) for row in FEATURE_ROWS}
    assert len(pairs) == len(FEATURE_ROWS)
    assert not FEATURE_ROWS[0].any()
    assert FEATURE_ROWS.shape[1] == len(FEATURES)


@pytest.mark.parametrize("feature", range(len(FEATURES)), ids=[feature.name for feature in FEATURES])
def test_features_of_the_built_in_cards_are_not_cut_off(feature: int) -> None:
    assert (np.abs(FEATURE_ROWS[:, feature]) <= FEATURES[feature].most).all()
    cards = load(["deluxe"])
    tables = view(Tables, cards.tables)
    for i in range(len(cards.cards)):
        assert FEATURE_ROWS[i + 1, feature] == np.float32(FEATURES[feature].read(tables, i)), cards.cards[i].name


def test_named_gives_views() -> None:
    vector = np.arange(observe.SIZE, dtype=np.float32)
    found = observe.named(vector)
    assert list(found) == [piece.name for piece in observe.PIECES]
    assert np.concatenate([part.ravel() for part in found.values()]).tolist() == vector.tolist()
    found["fight"][0] = -1
    assert -1 in vector
    assert list(observe.named(vector[: observe.N_NUMBERS])) == [piece.name for piece in observe.NUMBERS]
    with pytest.raises(ValueError, match=f"a vector has {observe.SIZE} numbers"):
        observe.named(vector[:5])
    with pytest.raises(ValueError, match=f"has {observe.N_IDS} ids; got 3"):
        observe.named_ids(np.zeros(3, np.int16))


def test_named_takes_batches() -> None:
    assert observe.named(np.zeros((7, observe.SIZE), np.float32))["people"].shape[:2] == (7, 6)
    assert observe.named_ids(np.zeros((7, observe.N_IDS), np.int16))["their_tables"].shape[:2] == (7, 5)


def test_the_layout_has_not_changed_without_a_new_version() -> None:
    """For an intended change: bump OBSERVATION_VERSION, say so in CHANGELOG.md, and write the new pair here."""
    assert (observe.OBSERVATION_VERSION, observe.layout_hash()) == (2, "a900261346c9d234")


def test_saved_games_say_which_observation_they_were_made_with() -> None:
    found = dict(stamp())
    cards = load(["deluxe"])
    check_stamp({**found, "cards": cards.hash}, cards, ("observation",))
    with pytest.raises(LoadError, match="another layout of the observation"):
        check_stamp({**found, "observation": "0", "cards": cards.hash}, cards, ("observation",))


SEEN_BY_ALL = "eb13feed287c7afa"


@pytest.mark.compiled
def test_what_is_seen_in_a_game_never_changes() -> None:
    """Policies were trained on it. The hash changes only with the rules that these games meet, or with the observation's layout."""
    digest = hashlib.sha256()
    for seed in range(6):
        for game in positions(seed, 200):
            for seat in range(game.num_players):
                digest.update(game.observe(seat).tobytes())
                for part in game.observe_compact(seat):
                    digest.update(part.tobytes())
    assert digest.hexdigest()[:16] == SEEN_BY_ALL
