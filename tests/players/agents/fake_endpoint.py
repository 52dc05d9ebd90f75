"""A fake OpenAI-compatible endpoint on this machine: well-behaved with a scripted player inside, or hostile."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from munchkin_env.text.scripted import ScriptedReader

Model = Callable[[str], str]


class Fake(ThreadingHTTPServer):
    """Keeps what it was asked."""

    daemon_threads = True

    def __init__(self, behaves: str, model: Model) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.behaves, self.model = behaves, model
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are expected."""


class _Handler(BaseHTTPRequestHandler):
    server: Fake

    def log_message(self, *_: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        behave = getattr(self, f"_{self.server.behaves}")
        behave(body)

    def do_GET(self) -> None:
        self.server.asked.append({"followed": self.path})
        self._send(200, b"{}")

    def _send(self, status: int, data: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def _good(self, body: dict[str, Any]) -> None:
        text = self.server.model(body["messages"][-1]["content"])
        self._send(200, completion(text, {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}))

    def _parts(self, body: dict[str, Any]) -> None:
        text = self.server.model(body["messages"][-1]["content"])
        self._send(200, completion([{"type": "text", "text": text}, {"type": "image"}, 5], {"prompt_tokens": -4, "completion_tokens": "x"}))

    def _flaky(self, body: dict[str, Any]) -> None:
        """Busy at every other request."""
        if len(self.server.asked) % 2:
            self._send(429, b"slow down", Retry_After="0")
        else:
            self._good(body)

    def _nonsense(self, _: dict[str, Any]) -> None:
        self._send(200, completion("I am a fish", None))

    def _broken(self, _: dict[str, Any]) -> None:
        self._send(500, b"\x1b[31m oops", Retry_After="0")

    def _refuses(self, _: dict[str, Any]) -> None:
        self._send(401, b'{"error": "no such key"}')

    def _garbage(self, _: dict[str, Any]) -> None:
        self._send(200, bytes(range(256)) * 100)

    def _other_json(self, _: dict[str, Any]) -> None:
        self._send(200, b'{"choices": [{"message": {"content": {"deep": true}}}]}')

    def _deep(self, _: dict[str, Any]) -> None:
        self._send(200, b"[" * 500_000)

    def _empty(self, _: dict[str, Any]) -> None:
        self._send(200, b"")

    def _huge(self, _: dict[str, Any]) -> None:
        """100 MB."""
        self.send_response(200)
        self.end_headers()
        for _megabyte in range(100):
            self.wfile.write(b"x" * (1 << 20))

    def _lies(self, _: dict[str, Any]) -> None:
        """Says that it will send more than it does."""
        self.send_response(200)
        self.send_header("Content-Length", "1000000000000")
        self.end_headers()
        self.wfile.write(b"{}")

    def _hangs(self, _: dict[str, Any]) -> None:
        self.server.over.wait(60)

    def _drips(self, _: dict[str, Any]) -> None:
        """A byte now and then, so that no read ever times out."""
        self.send_response(200)
        self.end_headers()
        while not self.server.over.is_set():
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.05)

    def _drips_headers(self, _: dict[str, Any]) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not self.server.over.is_set():
            self.wfile.write(b"x")
            self.wfile.flush()
            time.sleep(0.05)

    def _floods_headers(self, _: dict[str, Any]) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000)

    def _no_http(self, _: dict[str, Any]) -> None:
        self.wfile.write(b"\x00\x01\x02 hello\r\n\r\n")

    def _hangs_up(self, _: dict[str, Any]) -> None:
        self.close_connection = True

    def _redirects(self, _: dict[str, Any]) -> None:
        self._send(302, b"", Location=f"{self.server.url}/elsewhere")


def completion(content: object, usage: object) -> bytes:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    about = {"id": "1", "object": "chat.completion", "created": 1, "model": "tiny"}
    return json.dumps({**about, "choices": [choice], "usage": usage}).encode()


HOSTILE = tuple(
    "broken refuses garbage other_json deep empty huge lies hangs drips drips_headers floods_headers no_http hangs_up redirects".split()  # noqa: SIM905
)


@contextmanager
def serving(behaves: str = "good", model: Model | None = None) -> Iterator[Fake]:
    server = Fake(behaves, model or ScriptedReader(1))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
