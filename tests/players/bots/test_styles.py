"""Styles: numbers with names, a table of built-in ones, and your own."""

import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.record import view
from munchkin_env.envs.seating import SeatingError
from munchkin_env.envs.vector import MunchkinVector
from munchkin_env.game.scenario import seat, table
from munchkin_env.players.bots import BOTS, FIELDS, Bot, BotKind, Style, StyleError, UnknownBotError, check_bot, load_style, new_bots, style
from munchkin_env.players.bots.duel import duel
from munchkin_env.players.bots.styles import styles_markdown
from tests.players.bots.player import choice

DOCS = Path(__file__).resolve().parents[3] / "docs" / "bots.md"
SHORT: dict[str, Any] = {"win_level": 3, "max_rounds": 4, "trade_budget": 0}


def test_every_field_of_a_style_has_a_place_in_the_record_a_range_and_a_meaning() -> None:
    assert list(FIELDS) == list(Bot.layout.names or ())[: len(FIELDS)]
    assert (Bot.layout.names or ())[len(FIELDS) :] == ("kind", "place", "net", "temperature", "loot", "reason", "who", "told", "random")
    for one in FIELDS.values():
        assert -(1 << 15) <= one.low <= one.greedy <= one.high < 1 << 15, one.name
        assert one.meaning.endswith(".") or one.meaning.endswith(","), one.name


def test_the_documentation_has_the_table_of_fields() -> None:
    assert styles_markdown() in DOCS.read_text(encoding="utf-8"), (
        "put what `python -m munchkin_env.players.bots.styles` prints into docs/bots.md"
    )


def test_the_page_lists_the_bots() -> None:
    rows = re.findall(
        r"^\| (.*?) \|", DOCS.read_text(encoding="utf-8").partition("| name | how it plays |")[2].partition("\n\n")[0], re.MULTILINE
    )
    assert [name for row in rows for name in re.findall(r"`(.+?)`", row)] == list(BOTS), "docs/bots.md: the table of names"


def test_the_values_of_a_style_are_what_its_bot_carries() -> None:
    mine = style("greedy", "mine", level=120, caution=80)
    bot = view(Bot, new_bots([mine], seed=3))
    assert (bot.kind, bot.level, bot.caution, bot.treasure) == (BotKind.STYLE, 120, 80, 45)
    assert (mine["level"], mine.changes()) == (120, {"level": 120, "caution": 80})
    assert style(mine, "other", level=100).changes() == {"caution": 80}


def test_a_style_is_a_value() -> None:
    mine = style("greedy", "mine", level=120)
    assert pickle.loads(pickle.dumps(mine)) == mine == style("greedy", "mine", level=120)
    assert mine != style("greedy", "mine", level=121) and mine.digest != style("greedy", "mine", level=121).digest
    assert style("greedy", level=120, door=9).name == "greedy,door=9,level=120"
    assert style("greedy") == BOTS["greedy"]
    assert BOTS["greedy"].digest == BOTS["greedy-1"].digest != BOTS["random"].digest


def test_a_style_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "brute.toml"
    path.write_text('about = "likes Levels"\nlevel = 120\n')
    brute = load_style(path)
    assert (brute.name, brute.about, brute.changes()) == ("brute", "likes Levels", {"level": 120})
    assert Style.from_toml(str(path)) == check_bot(path) == check_bot(str(path)) == brute
    path.write_text('name = "other"\nbase = "greedy-1"\n')
    assert (load_style(path).name, load_style(path).changes()) == ("other", {})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("levle = 3", r"brute\.toml: a style has no field 'levle' \(did you mean 'level'\?\)"),
        ("zzz = 3", r"a style has no field 'zzz'; there are level, victory, "),
        ("level = 1.5", r"brute\.toml: level = 1\.5: must be an integer from 1 to 300 \(A Level\.\)"),
        ("level = 1000", r"level = 1000: must be an integer from 1 to 300"),
        ("level = true", "level = True: must be an integer"),
        ("level = [", r"brute\.toml: not valid TOML"),
        ('base = "genius"', r"brute\.toml: base = 'genius': must be 'greedy' or 'greedy-1'"),
        ('base = "random"', r"brute\.toml: 'random' chooses at random and has no style; base must be 'greedy'"),
        ('name = "greedy"\nlevel = 3', r"brute\.toml: the name 'greedy' belongs to another bot"),
        ('name = "a b"', r"brute\.toml: name = 'a b': must be up to 60 letters"),
        ("name = 3", r"brute\.toml: name = 3: must be text"),
        ("[values]\nlevel = 3", r"a style has no field 'values'"),
    ],
)
def test_a_bad_file_is_told_what_is_wrong_and_what_is_allowed(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "brute.toml"
    path.write_text(text)
    with pytest.raises(StyleError, match=told):
        load_style(path)


def test_a_missing_file_a_wrong_value_an_unknown_name(tmp_path: Path) -> None:
    with pytest.raises(StyleError, match=r"nowhere\.toml: there is no such file"):
        check_bot(tmp_path / "nowhere.toml")
    with pytest.raises(StyleError, match=r"style\('greedy', …\): a style has no field 'courage'"):
        style("greedy", courage=3)
    with pytest.raises(StyleError, match=r"style\('greedy', …\): caution = -1: must be an integer from 0"):
        style("greedy", caution=-1)
    with pytest.raises(UnknownBotError, match="there is no bot 'genius'"):
        style("genius", level=3)


# -------------------------------------------------------------------------------------------------- where bots sit


def test_styles_and_files_sit_where_names_do(tmp_path: Path) -> None:
    path = tmp_path / "brute.toml"
    path.write_text("level = 120")
    careful = style("greedy", "careful", caution=300)
    with MunchkinVector(2, 4, seed=1, seat=0, opponents=[careful, str(path), "random"], **SHORT) as games:
        games.reset()
        assert games.roster == ("you", "random", "brute", "careful")
        bots = games._matches["bot"][0]
        assert bots["level"].tolist()[:4] == [0, 100, 120, 100] and bots["caution"].tolist()[:3] == [0, 300, 100]
        assert bots["place"].tolist()[:4] == [0, 3, 2, 1]
    done = duel([careful, path, "random"], 2, max_rounds=1)
    assert done.bots == ("careful", "brute", "random")


def test_lots_may_name_styles_and_statistics_name_them() -> None:
    careful = style("greedy", "careful", caution=300)
    with MunchkinVector(8, 3, seed=1, seat=0, opponents={careful: 1, "random": 1}, **SHORT) as games:
        games.reset()
        for _ in range(80):
            games.step([int(np.flatnonzero(mask)[0]) for mask in games.masks])
        told = games.summary()
        assert set(told["bots"]) == {"you", "random", "careful"} and told["games"] > 0
        assert sum(one["seats"] for one in told["bots"].values()) == 3 * told["games"] and told["bots"]["you"]["seats"] == told["games"]
        assert sum(one["wins"] for one in told["bots"].values()) == sum(told["wins_by_seat"])
        assert told["bots"]["you"]["wins"] == told["won_by_learner"]
        assert set(games.episodes["bots"][:, 1:3].ravel().tolist()) <= {0, 1, 2}


def test_games_do_not_depend_on_the_order_in_which_lots_are_named() -> None:
    def seated(opponents: dict[str, int]) -> Any:
        with MunchkinVector(20, 4, seed=1, seat=0, opponents=opponents, **SHORT) as games:
            games.reset()
            return games._matches["bot"]["kind"].tolist()

    assert seated({"random": 2, "weighted": 1}) == seated({"weighted": 1, "random": 2})


def test_a_pickled_batch_keeps_the_style_that_its_file_had(tmp_path: Path) -> None:
    path = tmp_path / "brute.toml"
    path.write_text("level = 120")
    with MunchkinVector(2, 2, seed=1, seat=0, opponents=path, **SHORT) as games:
        games.reset()
        packed = pickle.dumps(games)
        saved = games.to_bytes()
    path.write_text("level = 90")
    with pickle.loads(packed) as again:
        assert view(Bot, np.array(again._common["roster"][0], Bot.dtype), 1).level == 120
        again.restore(saved)
    with (
        MunchkinVector(2, 2, seed=1, seat=0, opponents=path, **SHORT) as other,
        pytest.raises(ValueError, match="made with other arguments: styles"),
    ):
        other.restore(saved)


def test_two_bots_of_one_name_or_too_many_are_refused() -> None:
    two = [style("greedy", "me", level=90), style("greedy", "me", level=91)]
    with pytest.raises(SeatingError, match="different bots must have different names; here are me, me"):
        MunchkinVector(1, 3, seat=0, opponents=two)
    many = {style("greedy", f"bot{i}", level=50 + i): 1 for i in range(16)}
    with pytest.raises(SeatingError, match="16 different bots; a batch has room for 15"):
        MunchkinVector(1, 3, seat=0, opponents=many)


def test_of_cards_worth_less_than_nothing_it_picks_one() -> None:
    game = table(seat(level=4), seat(level=5), doors=["Platycore"], treasures="Whine at the GM, Mutilate the Bodies")
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.asks(suzan, treasures=1, picks_first="main")
    suzan.accepts()
    game.everybody_passes()
    assert game.decision == "PICK_TREASURE" and len(game.pool) == 2
    assert choice(game, style("greedy", "level-headed", level=1, one_shot=0)).startswith("pick ")


@pytest.mark.parametrize("which", range(4))
def test_whatever_the_numbers_are_it_chooses_what_is_legal(which: int) -> None:
    """At the limits of the allowed ranges, things may be worth less than nothing."""
    rng = np.random.default_rng(which)
    ends = {name: int(rng.choice((one.low, one.high, one.greedy))) for name, one in FIELDS.items()}
    extreme: Any = {name: one.low if which == 0 else one.high for name, one in FIELDS.items()} if which < 2 else ends
    sets = ("star", "western") if which % 2 else ("deluxe", "potter")
    found = duel([style("greedy", "extreme", **extreme), "diplomat", "greedy"], 1, seed=which, sets=sets, max_rounds=6)
    assert found.decisions > 50  # duel itself rejects illegal actions
