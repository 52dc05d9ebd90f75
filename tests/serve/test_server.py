"""The server over real connections: who gets in, what is refused, who is told what, and a restart."""

import http.client
import json
import socket
import sys
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from munchkin_env.serve import running
from munchkin_env.serve.lobby import Lobby
from munchkin_env.serve.messages import LONGEST_MESSAGE
from munchkin_env.serve.running import address, is_loopback, links, listening
from tests.serve.serving import Caller, opened_wire, served
from tests.serve.tables import WATCH, kept, opened, resumed


def got(base: str, path: str, host: str | None = None) -> tuple[int, str, http.client.HTTPMessage]:
    """Status, body and headers."""
    where = urlsplit(base)
    with closing(http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)) as wire:
        wire.request("GET", path, headers={"Host": host or where.netloc})
        answer = wire.getresponse()
        return answer.status, answer.read().decode(), answer.headers


def test_a_whole_game_over_the_wire() -> None:
    table = opened(max_rounds=2, win_level=3)
    with served(table) as base, closing(Caller(base, table.terms.chairs[0].token)) as me:
        events = list(me.state["events"])
        while me.waits_for_me():
            me.act(me.state["view"]["actions"][0]["id"])
            del events[me.state["kept"] :]
            events += me.state["events"]
        assert me.state["view"]["over"] and table.game.over
        assert len(me.faces) > 100
        status, page, _ = got(base, f"/replay/{me.state['replay']}")
        assert status == 200 and "<title>Munchkin: " in page


def test_two_people_and_a_spectator_see_their_own() -> None:
    table = opened("me", "person=Ann", "greedy", sex_mode="fixed")
    tokens = [chair.token for chair in table.terms.chairs[:2]]
    with served(table) as base:
        callers = [Caller(base, token) for token in (*tokens, WATCH)]
        for caller, seat in zip(callers, (0, 1, None), strict=True):
            assert caller.state["me"] == seat
            known = [all(card["card"] for card in one["hand"]) for one in caller.state["view"]["seats"]]
            assert known == [seat == p for p in range(3)]
        callers[2].send(type="act", asked=1, action=0)
        assert callers[2].receive("problem")["text"] == "it is not your decision"
        for caller in callers:
            caller.close()


def test_a_page_from_elsewhere_is_refused() -> None:
    table = opened()
    with served(table) as base:
        host = urlsplit(base).netloc
        for origin in ("https://evil.example", f"http://localhost:{urlsplit(base).port}", "null", None):
            with pytest.raises(InvalidStatus, match="403"), opened_wire(base, origin=origin):
                pass
        for name in ("evil.example", f"evil.example:{urlsplit(base).port}", "10.0.0.1", "127.0.0.1.evil.example", "::1:x", " "):
            assert got(base, "/", host=name)[0] in (400, 403), name
        for name in (host, "localhost", "[::1]:80"):
            assert got(base, "/", host=name)[0] == 200, name


def test_other_devices_may_name_an_address_of_this_machine() -> None:
    with served(opened(), host="0.0.0.0") as base:
        port = urlsplit(base).port
        here = f"http://127.0.0.1:{port}/"
        for name in (f"192.168.1.2:{port}", f"[fe80::1]:{port}", f"{socket.gethostname()}:{port}", "localhost"):
            assert got(here, "/", host=name)[0] == 200, name
        for name in ("evil.example", f"192.168.1.2.evil.example:{port}"):
            assert got(here, "/", host=name)[0] == 403, name
        with pytest.raises(InvalidStatus, match="403"), opened_wire(here, origin="http://192.168.1.2:1"):
            pass


@pytest.mark.parametrize(
    "first", ["", "{}", '{"type": "act", "asked": 0, "action": 1}', '{"type": "hello", "token": "wrong"}', b"\0\1", "["]
)
def test_without_a_link_nobody_gets_in(first: str | bytes) -> None:
    with served(opened()) as base, opened_wire(base) as wire:
        wire.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(30)
        assert closed.value.rcvd is not None and closed.value.rcvd.code in (4000, 4401)


def test_a_message_that_is_too_long_ends_only_its_own_connection() -> None:
    table = opened()
    token = table.terms.chairs[0].token
    with served(table) as base, closing(Caller(base, token)) as good:
        bad = Caller(base, token)
        bad.wire.send("x" * (3 * LONGEST_MESSAGE))
        with pytest.raises(ConnectionClosed):
            bad.receive("nothing more")
        good.send(type="rules")
        assert "Level" in good.receive("rules")["text"]


def test_one_who_does_not_read_harms_nobody() -> None:
    table = opened("greedy", "bully", max_rounds=2)
    with served(table) as base:
        where = urlsplit(base)
        asleep = [socket.create_connection((where.hostname, where.port)) for _ in range(20)]  # they never say a word
        sleeper = Caller(base, WATCH)  # never reads again
        with closing(Caller(base, WATCH)) as watcher:
            while not watcher.state["view"]["over"]:
                watcher.receive("state")
        sleeper.close()
        for one in asleep:
            one.close()


def test_only_so_many_pages_of_a_seat() -> None:
    table = opened()
    with served(table) as base:
        callers = [Caller(base, table.terms.chairs[0].token) for _ in range(6)]
        with pytest.raises(ConnectionClosed, match="too many"):
            Caller(base, table.terms.chairs[0].token)
        for caller in callers:
            caller.close()


def test_files_come_with_a_strict_policy_and_there_are_no_others() -> None:
    with served(opened()) as base:
        for name in ("/", "/static/table.js", "/static/play.js", "/static/play.css"):
            status, _, headers = got(base, name)
            assert status == 200 and "default-src 'none'" in headers["Content-Security-Policy"], name
        for name in ("/static/app.py", "/static/..%2fapp.py", "/static/__init__.py", "/docs", "/replay/wrong", f"/replay/{WATCH[:-1]}"):
            assert got(base, name)[0] == 404, name


def test_the_link_to_a_replay_gives_no_right_to_anything_else() -> None:
    table = opened()
    tokens = [table.terms.chairs[0].token, WATCH, *(table.terms.replay_token(number) for number in range(4))]
    assert len({token[:8] for token in tokens}) == 6, "none begins as another"
    with served(table) as base:
        for token in tokens:
            assert got(base, f"/replay/{token}")[0] == 404, "the game is not over, and a link to a seat leads to no replay"
        assert table.chair_of(table.terms.replay_token(1)) is None


@pytest.mark.slow
def test_links_to_finished_games_last(tmp_path: Path) -> None:
    """Also when other games have followed, and after a restart."""
    with kept(tmp_path, max_rounds=1) as table, served(table) as base, closing(Caller(base, table.terms.chairs[0].token)) as me:
        found = []
        for _ in range(2):
            while me.waits_for_me():
                assert me.state["replay"] is None
                me.act(me.state["view"]["actions"][0]["id"])
            found.append(me.state["replay"])
            assert got(base, f"/replay/{found[-1]}")[0] == 200
            me.send(type="again", same=False, shift=0)
            me.receive("state")
        path = table.journal.path if table.journal else tmp_path
        assert [got(base, f"/replay/{token}")[0] for token in found] == [200, 200]
    with resumed(path) as again, served(again) as base:
        pages = [got(base, f"/replay/{token}")[1] for token in found]
        assert pages[0] != pages[1] and all("<title>Munchkin: " in page for page in pages)
        next(path.parent.glob("*-game-1.jsonl")).unlink()
        status, told, _ = got(base, f"/replay/{found[0]}")
        assert status == 404 and str(path.parent) not in told


@pytest.mark.parametrize("fault", ["NoException", "Words", "Negative", "BeginFails", "ExplainsBadly"])
def test_an_agent_that_fails_is_replaced_and_everybody_is_told(fault: str) -> None:
    table = opened("me", f"tests.lab.arena.hostile:{fault}", "greedy", max_rounds=1)
    with served(table) as base, closing(Caller(base, table.terms.chairs[0].token)) as me:
        while me.waits_for_me():
            me.act(me.state["view"]["actions"][0]["id"])
        assert table.game.over and "greedy plays on" in me.state["failed"][0]


@pytest.mark.slow
def test_time_runs_out_for_people() -> None:
    table = opened("me", "greedy", timer=0.2, max_rounds=1)
    with served(table) as base, closing(Caller(base, table.terms.chairs[0].token)) as me:
        assert 0 < me.state["left"] <= 0.2
        while not me.state["view"]["over"]:
            me.receive("state")


def test_a_hint_has_a_reason_and_the_game_goes_on_after_undo() -> None:
    table = opened()
    with served(table) as base, closing(Caller(base, table.terms.chairs[0].token)) as me:
        for _ in range(4):
            assert me.waits_for_me()
            me.send(type="hint", asked=me.state["asked"])
            hint = me.receive("hint")
            assert hint["text"] in [action["text"] for action in me.state["view"]["actions"]]
            me.act(hint["action"])
        while me.state["undo"]:
            me.send(type="undo")
            me.receive("state")
        assert me.state["view"]["setting_up"] and me.state["events"] == [] and me.state["kept"] == 0
        assert me.waits_for_me()


def test_links_survive_a_restart(tmp_path: Path) -> None:
    with kept(tmp_path) as table:
        token = table.terms.chairs[0].token
        with served(table) as base, closing(Caller(base, token)) as me:
            me.act(me.state["view"]["actions"][0]["id"])
            assert me.waits_for_me()
            view = me.state["view"]
        path = table.journal.path if table.journal else tmp_path
    with resumed(path) as again, served(again) as base, closing(Caller(base, token)) as me:
        assert me.waits_for_me() and me.state["view"] == view
        me.act(me.state["view"]["actions"][0]["id"])


def test_a_finished_game_is_kept_as_a_replay(tmp_path: Path) -> None:
    from munchkin_env.game.replay import Replay

    with kept(tmp_path, seats=("greedy", "bully"), max_rounds=1) as table, served(table) as base, closing(Caller(base, WATCH)) as watcher:
        while not watcher.state["view"]["over"]:
            watcher.receive("state")
    assert table.replay_path is not None and Replay.load(table.replay_path).actions == table.replay.actions


def test_the_browser_is_opened_only_on_a_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    opened_links: list[str] = []
    monkeypatch.setattr(running, "server_of", lambda *_: SimpleNamespace(run=lambda **_: time.sleep(0.2)))
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with listening(port=0) as bound:
        running.run_server(Lobby(), bound, "link", opened_links.append)
        assert opened_links == []
        monkeypatch.setenv("DISPLAY", ":0")
        running.run_server(Lobby(), bound, None, opened_links.append)
        running.run_server(Lobby(), bound, "link", opened_links.append)
    assert opened_links == ["link"]


def test_addresses_and_links() -> None:
    with listening(port=0) as one:
        port = one.getsockname()[1]
        assert address(one) == f"http://127.0.0.1:{port}/"
        with pytest.raises(OSError, match=f"port {port}"):
            listening(port=port)
    assert all(map(is_loopback, ("127.0.0.1", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "192.168.1.2", "example.org")))
    table = opened("me", "person=Ann", "greedy")
    found = dict(links(table.terms, "http://127.0.0.1:1/"))
    assert list(found) == ["seat 0", "Ann", "to watch"] and found["Ann"] == f"http://127.0.0.1:1/#{table.terms.chairs[1].token}"
    assert json.dumps(found).count("#") == 3
