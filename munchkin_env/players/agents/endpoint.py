"""Requests to an OpenAI-compatible endpoint (`POST URL/chat/completions`), with the standard library.

Nothing is believed of what comes back: there is a deadline for the whole request, a limit to the size, and no redirect is followed.
"""

import contextlib
import http.client
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

from munchkin_env.core.texts import printable
from munchkin_env.text.prompting import tokens

LARGEST_RESPONSE = 1 << 20
"""Of a response."""
LONGEST_WAIT = 30.0  # seconds before another attempt
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})

Message = Mapping[str, str]
"""role: system, user or assistant; content."""


class EndpointError(Exception):
    """There was no usable response. The text says why, without the key."""


@dataclass(frozen=True)
class Completion:
    """An answer of the model."""

    text: str
    tokens_in: int
    """As the endpoint says; estimated if it does not."""
    tokens_out: int
    seconds: float


@dataclass
class Endpoint:
    """Where a model answers."""

    url: str
    """Such as http://127.0.0.1:8000/v1."""
    model: str
    key: str = field(default="", repr=False)
    """Sent as a bearer token; "": none."""
    timeout: float = 60.0
    """Seconds for a whole request."""
    attempts: int = 3
    """How often a request is made before it has failed."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """More keys of the request, such as temperature."""
    requests: int = 0
    """Made so far, those that failed included."""

    def __post_init__(self) -> None:
        parts = self._parts
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError(f"url={shown_url(self.url)}: must be http(s)://HOST/PATH, such as http://127.0.0.1:8000/v1")
        if self.key and parts.scheme == "http" and parts.hostname not in _HERE:
            raise ValueError(f"url={shown_url(self.url)}: a key is only sent over https, or to this machine")

    @property
    def _parts(self) -> SplitResult:
        try:
            parts = urlsplit(self.url)
            _ = parts.port
        except ValueError:
            raise ValueError(f"url={shown_url(self.url)}: is not a URL") from None
        return parts

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's answer. Raises EndpointError after the last attempt."""
        body = json.dumps({"model": self.model, "messages": list(messages), **self.settings}).encode()
        for attempt in range(1, self.attempts + 1):
            began = time.monotonic()
            self.requests += 1
            try:
                status, headers, data = self._posted(body)
            except EndpointError:
                if attempt == self.attempts:
                    raise
                time.sleep(_pause(attempt, {}))
                continue
            if status == 200:
                return _read(data, messages, time.monotonic() - began)
            if status not in _AGAIN or attempt == self.attempts:
                raise EndpointError(f"the endpoint answered {status}: {printable(data[:300].decode(errors='replace'), 200)}")
            time.sleep(_pause(attempt, headers))
        raise EndpointError("no request was made")

    def _posted(self, body: bytes) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body. The watch ends the connection after the timeout, whatever the endpoint sends meanwhile."""
        parts = self._parts
        made = _connection(parts, self.timeout)
        watch = _Deadline(self.timeout)
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        headers |= {"Authorization": f"Bearer {self.key}"} if self.key else {}
        response: http.client.HTTPResponse | None = None
        try:
            with watch:
                made.connect()
                watch.take(made.sock)  # the connection itself forgets it as soon as the response begins
                made.request("POST", f"{parts.path.rstrip('/')}/chat/completions", body, headers)
                response = made.getresponse()
                data = response.read(LARGEST_RESPONSE + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            late = watch.over or isinstance(error, TimeoutError)
            what = printable(f"{type(error).__name__}: {error}", 200)
            raise EndpointError(self._too_late() if late else f"no response: {what}") from None
        finally:
            if response is not None:
                response.close()
            made.close()
        if watch.over:
            raise EndpointError(self._too_late())
        if len(data) > LARGEST_RESPONSE:
            raise EndpointError(f"the response has more than {LARGEST_RESPONSE >> 20} MB")
        return response.status, dict(response.headers.items()), data

    def _too_late(self) -> str:
        return f"no response within {self.timeout:g} s"


def _connection(parts: SplitResult, timeout: float) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "https":
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout, context=ssl.create_default_context())
    return http.client.HTTPConnection(host, parts.port, timeout=timeout)


def shown_url(text: str) -> str:
    """A text with addresses, for messages: without the names and passwords that somebody may have written into them."""
    return printable(re.sub(r"//[^/@,]*@", "//…@", text), 200)


class _Deadline:
    """Cuts the connection when the time is up: the timeout of a socket starts again with every byte."""

    def __init__(self, seconds: float) -> None:
        self.over = False
        self._sock: socket.socket | None = None
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def take(self, sock: socket.socket | None) -> None:
        """What to cut. Raises TimeoutError if the time was up before there was a connection."""
        self._sock = sock
        if self.over:
            raise TimeoutError

    def _cut(self) -> None:
        self.over = True
        with contextlib.suppress(OSError):
            if self._sock is not None:
                self._sock.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _pause(attempt: int, headers: Mapping[str, str]) -> float:
    """Seconds before the next attempt: what the endpoint asks for, or twice as long each time."""
    asked = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    return min(float(asked), LONGEST_WAIT) if asked.isdecimal() and len(asked) < 6 else min(0.25 * 2.0**attempt, LONGEST_WAIT)


def _read(data: bytes, messages: Sequence[Message], seconds: float) -> Completion:
    try:
        found = json.loads(data)
        text = _content(found["choices"][0]["message"]["content"])
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise EndpointError(f"the response is no chat completion: {printable(data[:300].decode(errors='replace'), 200)}") from None
    usage = found.get("usage")
    asked = sum(tokens(one["content"]) for one in messages)
    return Completion(text, _count(usage, "prompt_tokens", asked), _count(usage, "completion_tokens", tokens(text)), seconds)


def _content(value: Any) -> str:
    """A text, or a list of parts with texts."""
    if isinstance(value, list):
        return "".join(part["text"] for part in value if isinstance(part, dict) and isinstance(part.get("text"), str))
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError
    return value


def _count(usage: Any, key: str, otherwise: int) -> int:
    value = usage.get(key) if isinstance(usage, dict) else None
    return value if type(value) is int and 0 <= value < 1 << 40 else otherwise
