"""Language models as agents, against endpoints on this machine that are good or hostile."""

import http.client
import io
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from munchkin_env.cli.person import Play
from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.game.views import Event
from munchkin_env.players.agents import AgentError, ask, begin, load_agent, spec_name
from munchkin_env.players.agents.asking import News, info_for
from munchkin_env.players.agents.endpoint import Endpoint, EndpointError
from munchkin_env.players.agents.language import LanguageAgent
from munchkin_env.text.disguise import disguised
from tests.envs.test_honesty import dealt_anew
from tests.players.agents.fake_endpoint import HOSTILE, Fake, serving
from tests.text.test_table import fight

HELLO = [{"role": "user", "content": "hello"}]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Transcripts are written into the current folder."""
    monkeypatch.chdir(tmp_path)


def agent_of(server: Fake, more: str = "") -> LanguageAgent:
    made = load_agent(f"llm:tiny:1b,url={server.url},timeout=5{more}", seed=1)
    assert isinstance(made, LanguageAgent)
    begin(made, 0, 2, 1)
    return made


def lines() -> list[dict[str, Any]]:
    """All transcripts."""
    return [json.loads(line) for path in sorted(Path("transcripts").glob("*.jsonl")) for line in path.read_text().splitlines()]


def play(agent: LanguageAgent, decisions: int = 60, sets: tuple[str, ...] = ("deluxe",)) -> Game:
    """The agent in seat 0, and the first legal action in seat 1."""
    game = Game(2, sets, seed=3, win_level=4, max_rounds=3, log=True)
    seen = game.events(0)
    for _ in range(decisions):
        if game.over:
            break
        action = game.legal()[0]
        if game.seat == 0:
            action = ask(agent, game, events=seen)
            seen = []
        game.apply(action)
        seen += game.events(0)
    return game


# ------------------------------------------------------------------------------------------------------ requests


def test_a_request_and_its_answer() -> None:
    with serving(model=lambda prompt: prompt.upper()) as server:
        found = Endpoint(server.url + "/", "tiny", settings={"temperature": 0.5}).complete(HELLO)
    assert (found.text, found.tokens_in, found.tokens_out) == ("HELLO", 100, 7) and found.seconds >= 0
    assert server.asked == [{"model": "tiny", "messages": HELLO, "temperature": 0.5}]
    assert "authorization" not in server.headers[0]


def test_a_key_is_sent_only_where_it_is_safe() -> None:
    with serving() as server:
        made = Endpoint(server.url, "tiny", key="secret")
        made.complete(HELLO)
        assert server.headers[0]["authorization"] == "Bearer secret" and "secret" not in repr(made)
    with pytest.raises(ValueError, match="only sent over https, or to this machine"):
        Endpoint("http://example.org/v1", "tiny", key="secret")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "ftp://a/b",
        "http://",
        "http://a:b/v1",
        "https://a/v1?x=1",
        "http://u:p@a/v1",
        "http://:p@a/v1",
        "http://@a/v1",
        "http://[",
        "file:///etc/passwd",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="url="):
        Endpoint(url, "tiny")


def test_parts_and_odd_counts_are_read() -> None:
    with serving("parts", model=lambda _: "pass") as server:
        found = Endpoint(server.url, "tiny").complete(HELLO)
    assert found.text == "pass" and (found.tokens_in, found.tokens_out) == (2, 1)


def test_a_busy_endpoint_is_asked_again() -> None:
    with serving("flaky", model=lambda _: "pass") as server:
        made = Endpoint(server.url, "tiny", attempts=2)
        assert made.complete(HELLO).text == "pass" and made.requests == 2
        with pytest.raises(EndpointError, match="answered 429: slow down"):
            Endpoint(server.url, "tiny", attempts=1).complete(HELLO)


@pytest.mark.parametrize("behaves", HOSTILE)
def test_a_hostile_endpoint_is_an_error_in_time(behaves: str) -> None:
    with serving(behaves) as server:
        made, began = Endpoint(server.url, "tiny", timeout=0.7, attempts=1), time.monotonic()
        with pytest.raises(EndpointError) as error:
            made.complete(HELLO)
        assert time.monotonic() - began < 5 and str(error.value).isprintable()
        assert not any("followed" in asked for asked in server.asked)


@pytest.mark.parametrize("behaves", ["good", "drips"])
def test_the_time_to_connect_counts(behaves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is all used up, nothing is waited for any more."""
    connect = http.client.HTTPConnection.connect

    def slowly(self: http.client.HTTPConnection) -> None:
        time.sleep(0.4)
        connect(self)

    monkeypatch.setattr(http.client.HTTPConnection, "connect", slowly)
    with serving(behaves) as server:
        began = time.monotonic()
        with pytest.raises(EndpointError, match=r"no response within 0.2 s"):
            Endpoint(server.url, "tiny", timeout=0.2, attempts=1).complete(HELLO)
        assert time.monotonic() - began < 3


def test_nobody_there_is_an_error() -> None:
    with serving() as server:
        url = server.url
    with pytest.raises(EndpointError, match="no response: "):
        Endpoint(url, "tiny", attempts=1, timeout=2).complete(HELLO)


# ------------------------------------------------------------------------------------------------------- the agent


@pytest.mark.parametrize("sets", [("deluxe",), ("western",)], ids="+".join)
def test_a_model_plays_and_its_transcript_is_kept(sets: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with serving() as server:
        agent = agent_of(server, ",price=1+10")
        play(agent, sets=sets)
        agent.close()
        system = server.asked[0]["messages"][0]["content"]
        assert "You play Munchkin, a card game of 2 players" in system and "ACTION:" in system
        prompts = [asked["messages"][-1]["content"] for asked in server.asked]
    first, *decisions, last = lines()
    assert first["model"] == "tiny:1b" and first["system"] == system
    assert [one["prompt"] for one in decisions] == prompts and all(one["action"] for one in decisions)
    assert any("Since your last decision" in one for one in prompts)
    assert last["spent"]["requests"] == len(prompts) and last["spent"]["tokens_out"] == 7 * len(prompts)
    assert last["spent"]["cost"] == pytest.approx(len(prompts) * (100 * 1 + 7 * 10) / 1e6, abs=1e-6)
    assert last["answers"]["asked"] == len(prompts) <= last["answers"]["decisions"]
    assert "llm:tiny:1b: " in capsys.readouterr().err


def test_answers_that_cannot_be_used_are_asked_again_and_then_forfeit() -> None:
    with serving("nonsense") as server:
        agent = agent_of(server, ",retries=2")
        with pytest.raises(AgentError, match=r"no usable answer in 3 attempts: .*'i am a fish' names no action"):
            play(agent)
        talk = server.asked[-1]["messages"]
        assert [one["role"] for one in talk] == ["system", "user", "assistant", "user", "assistant", "user"]
        assert "Legal now:\n1 " in talk[-1]["content"]
    assert (agent._seat.tally.unreadable, agent._seat.tally.given_up) == (3, 1)


def test_a_bot_plays_on_if_the_user_wants_that() -> None:
    with serving("nonsense") as server:
        agent = agent_of(server, ",retries=0,rest=greedy")
        play(agent)
        assert len(server.asked) == 1  # for the rest of the game
        begin(agent, 0, 2, 5)
        play(agent, decisions=3)
        assert len(server.asked) == 2
        agent.close()
    assert agent.tally.given_up == 2 and lines()[-1]["answers"]["given_up"] == 2


def test_an_agent_that_no_game_was_begun_for_plays_too() -> None:
    with serving("nonsense") as server:
        agent = load_agent(f"llm:tiny,url={server.url},retries=1,rest=greedy,transcripts=none")
        assert isinstance(agent, LanguageAgent)
        game = play(agent, decisions=6)
    assert game.record.decisions == 6 and len(server.asked) == 2 and agent._seat.tally.unreadable == 2


def test_the_reason_is_that_of_whom_has_decided() -> None:
    with serving("nonsense") as server:
        agent = agent_of(server, ",retries=0,rest=greedy")
        play(agent, decisions=8)
        assert "fish" not in agent.explain() and agent.explain()
        begin(agent, 0, 2, 5)
        assert agent.explain() == ""


@pytest.mark.parametrize("behaves", ["broken", "hangs", "huge", "garbage"])
def test_a_hostile_endpoint_harms_only_its_own_games(behaves: str) -> None:
    with serving(behaves) as server:
        made = load_agent(f"llm:m,url={server.url},timeout=0.5,attempts=1,rest=greedy,transcripts=none")
        begin(made, 0, 2, 1)
        assert isinstance(made, LanguageAgent) and play(made, decisions=20).record.decisions == 20
        assert made.spent.failed == 1 and not Path("transcripts").exists()
        made = load_agent(f"llm:m,url={server.url},timeout=0.5,attempts=1")
        begin(made, 0, 2, 1)
        with pytest.raises(AgentError):
            play(made)  # type: ignore[arg-type]  # it is a LanguageAgent


def test_a_whole_offer_takes_one_request() -> None:
    game = fight().game
    with serving(model=lambda _: "ACTION: ask player 2 for help, 1 treasure, I pick first") as server:
        agent = agent_of(server)
        while game.seat == 0:
            game.apply(ask(agent, game))
        assert len(server.asked) == 1 and agent._seat.tally.decisions == 7
    assert (game.seat, game.decision, game.record.offer.treasures) == (2, "ANSWER_HELP", 1)


def test_cards_in_other_words() -> None:
    with serving() as server:
        agent = agent_of(server, ",obfuscate=4")
        game = play(agent, decisions=30)
        told = "\n".join(asked["messages"][-1]["content"] for asked in server.asked)
    real = {card.name: other.name for card, other in zip(game.cards.cards, disguised(game.cards, 4).cards, strict=True)}
    world = game.determinise(0, 0)
    mine = [card["card"] for card in world.view(0)["players"][0]["hand"]]
    assert mine and all(real[name] in told for name in mine)
    assert agent._seat.tally.unreadable == 0


def test_a_card_that_another_is_put_on_has_another_name_too() -> None:
    game = Game(2, ("western",), seed=3, log=True)
    called = {one.name: other.name for one, other in zip(game.cards.cards, disguised(game.cards, 4).cards, strict=True)}
    put = Event("PUTS_ON", "player 1", None, "Silver Inlay", 7, (0, 1), 1, None, "Horse With No Name")
    with serving() as server:
        agent = agent_of(server, ",obfuscate=4")
        while game.seat != 0:
            game.apply(game.legal()[0])
        ask(agent, game, events=[put])
        told = server.asked[-1]["messages"][-1]["content"]
    assert (
        f"puts {called['Silver Inlay']} on {called['Horse With No Name']}" in told and called["Horse With No Name"] != "Horse With No Name"
    )


def test_what_others_say_is_told_in_its_place_and_with_the_names_of_the_model() -> None:
    game = fight().game
    called = {one.name: other.name for one, other in zip(game.cards.cards, disguised(game.cards, 4).cards, strict=True)}
    draws, plays = (Event(what, "player 1", None, None, 0, (0, 1), 1, None, None) for what in ("DRAWS", "HELPS"))
    talk = [
        {"seat": 2, "say": "help them!", "at": 1},
        {"seat": 1, "hand": ["Enraged"], "at": 1},
        {"seat": 1, "say": "no", "hand": [], "at": 2},
    ]
    with serving(model=lambda _: "SAY: please\nSHOW HAND\nACTION: pass") as server:
        agent = agent_of(server, ",obfuscate=4")
        info = {**info_for(agent, game, events=[draws, plays]), "talk": talk}
        agent.act(game.observe(0), game.mask(), info)
        system, told = (one["content"] for one in server.asked[-1]["messages"])
    said = told.partition("\n\n")[0].splitlines()[1:]
    assert said[1:3] == ['Player 2 says: "help them!"', f"Player 1 shows their hand: {called['Enraged']}"]
    assert said[4:] == ['Player 1 says: "no"', "Player 1 shows their hand: no cards"] and "SHOW HAND" in system
    assert agent.talk() == {"say": "please", "show_hand": True} == lines()[-1]["said"]


def test_where_nobody_hears_it_a_model_is_not_told_that_it_may_talk() -> None:
    with serving(model=lambda _: "SAY: please\nACTION: pass") as server:
        agent = agent_of(server)
        ask(agent, fight().game)
        system = server.asked[-1]["messages"][0]["content"]
    assert '"say"' not in system and "SAY" not in system and "SHOW HAND" not in system and agent.talk() == {}


# -------------------------------------------------------------------------------------------------------- its name


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("llm:", "the model is missing"),
        ("llm:m", "the url of the endpoint is missing"),
        ("llm:m,url=nowhere", "must be http"),
        ("llm:m,url=http://a/v1,depth=3", "is no setting; there are url, key"),
        ("llm:m,url=http://a/v1,timeout=0", "timeout='0' is not allowed"),
        ("llm:m,url=http://a/v1,timeout=nan", "is not allowed"),
        ("llm:m,url=http://a/v1,retries=-1", "is not allowed"),
        ("llm:m,url=http://a/v1,rest=nobody", "rest='nobody' is not allowed"),
        ("llm:m,url=http://a/v1,key=NO_SUCH_VARIABLE", "must be the name of an environment variable"),
        ("llm:m,url=http://a/v1,price=1", "must be IN"),
        ("llm:m,url=http://a/v1,price=nan+1", "must be IN"),
        ("llm:m,url=http://a/v1,price=1+-1", "must be IN"),
        ("llm:m,url=http://a/v1,actions=maybe", "is not allowed"),
        ("llm:m\x1b[1m,url=x", "must be http"),
    ],
)
def test_a_name_that_cannot_be_used_says_what_can(spec: str, says: str) -> None:
    with pytest.raises(AgentError, match=says) as error:
        load_agent(spec)
    assert str(error.value).isprintable()


def test_the_key_comes_from_the_environment_and_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TINY_KEY", "sk-123456")
    with serving() as server:
        agent = agent_of(server, ",key=TINY_KEY")
        play(agent, decisions=5)
        agent.close()
        assert server.headers[0]["authorization"] == "Bearer sk-123456"
    assert "sk-123456" not in json.dumps(lines()) and "sk-123456" not in spec_name(f"llm:m,url={server.url},key=TINY_KEY")


@pytest.mark.parametrize("part", ["key=sk-123456", "url=http://me:sk-123456@host/v1", "url=http://:sk-123456@host:x/v1"])
def test_a_secret_that_somebody_wrote_into_the_name_is_not_repeated(part: str) -> None:
    for spec in (f"llm:m,url=http://a/v1,{part}", f"llm:m,{part},url=http://a/v1,depth=3"):
        with pytest.raises(AgentError) as error:
            load_agent(spec)
        assert "sk-123456" not in str(error.value)


def test_a_folder_that_cannot_be_written_is_found_before_anything_is_paid(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with serving() as server:
        agent = agent_of(server, f",transcripts={tmp_path / 'file'}")
        with pytest.raises(AgentError, match="transcripts="):
            play(agent)
        assert not server.asked


def test_how_tables_show_it() -> None:
    assert spec_name("llm:qwen2.5:7b,url=http://a/v1") == "llm:qwen2.5:7b"


def test_a_model_plays_against_a_person(tmp_path: Path) -> None:
    with serving() as server:
        agent = load_agent(f"llm:tiny,url={server.url}")
        game = Game(2, seed=3, log=True, win_level=3, max_rounds=2)
        at = Play(game, 0, [agent], record=tmp_path / "game.txt", console=Console(file=io.StringIO(), highlight=False, width=100))
        at.read = lambda: "1"  # type: ignore[method-assign]
        assert at.run() and game.over
        prompts = [asked["messages"][-1]["content"] for asked in server.asked]
    assert len(prompts) > 5 and any("Since your last decision:" in one for one in prompts)
    assert Replay.load(tmp_path / "game.txt").names == {1: "llm:tiny"}


@pytest.mark.parametrize("sets", [("star",), ("potter",)], ids="+".join)
def test_a_model_is_told_the_same_however_the_hidden_cards_lie(sets: tuple[str, ...]) -> None:
    """The position is dealt again after each decision, and what has happened is told as the seat saw it."""
    rng, compared, told = random.Random(2), 0, 0
    with serving() as server:
        game = Game(2, sets, seed=21, win_level=5, log=True)
        news = News(game, {p: agent_of(server) for p in range(2)})
        while not game.over and compared < 25:
            events = news.take(game.seat)
            other = dealt_anew(game, game.seat, rng)
            for one in (game, other):
                agent = agent_of(server, ",cards=all,transcripts=none")
                begin(agent, game.seat, game.num_players, 1)
                ask(agent, one, events=events)
            compared += game.state() != other.state()
            first, second = (asked["messages"] for asked in server.asked[-2:])
            told += "Since your last decision" in first[-1]["content"]
            assert first == second
            game.apply(rng.choice(game.legal()))
            news.note(game)
    assert compared > 8 and told > 8
