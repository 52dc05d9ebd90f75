"""The web application: a page, its files, a WebSocket, and the replay. Needs Starlette.

It holds no cookies and trusts no address: anybody with the token of a seat may sit there. The token is behind the `#` of the link, which
browsers keep to themselves, and comes as the first message of the WebSocket. The address of a finished game holds a token of its own, which
gives no right to a seat. Requests must name this server as their host and, for WebSockets, a page of this server as their origin: a page
from elsewhere cannot reach a table.
"""

import asyncio
import ipaddress
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from importlib import resources

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from munchkin_env.game.saved import LoadError
from munchkin_env.web import record, replay_page

from .lobby import THINK_SECONDS, DroppedError, Lobby, in_thread
from .messages import Hello, MessageError, parsed

HELLO_SECONDS = 10.0
MOST_CONNECTIONS = 400
_LONGEST_CLOSE = 100  # bytes of a close frame
CLOSED, REFUSED = 4000, 4401
"""Why the server closed a connection: it was dropped, or its link leads nowhere."""
_TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
_FOLDERS = ("munchkin_env.serve", "munchkin_env.web")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_REPLAY_HEADERS = {
    **_HEADERS,
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cache-Control": "no-store",
}  # the page has its own policy


def application(lobby: Lobby, hosts: Collection[str] = (), *, any_address: bool = False) -> ASGIApp:
    """The application that serves these tables.

    Args:
        lobby: The tables.
        hosts: Names under which this machine may be addressed, besides `localhost` and loopback addresses.
        any_address: Whether it may be addressed by any IP address.
    """
    web = _Web(lobby)
    routes = [
        Route("/", web.index),
        Route("/static/{name}", web.file),
        Route("/replay/{token}", web.replay),
        WebSocketRoute("/table", web.table),
    ]
    return _Guard(Starlette(routes=routes, lifespan=web.lifespan), frozenset(name.lower() for name in hosts), any_address)


class _Guard:
    """Lets through what is addressed to this server, and from a WebSocket only what a page of this server opens."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], any_address: bool) -> None:
        self.app, self.hosts, self.any_address = app, hosts, any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        host = connection.headers.get("host", "")
        fits = self._is_ours(host) and len(connection.headers.getlist("host")) == 1
        if fits and scope["type"] == "websocket":
            fits = connection.headers.getlist("origin") == [f"http://{host}"]
        await (self.app if fits else _refused)(scope, receive, send)

    def _is_ours(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        name = name.removeprefix("[").removesuffix("]").lower()
        if name == "localhost" or name in self.hosts:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.any_address or address.is_loopback


async def _refused(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close()
        return
    await PlainTextResponse("this server has another name", 403, _HEADERS)(scope, receive, send)


class _Web:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.files = _files()
        self.connections = 0

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.lobby.start()
        yield
        await self.lobby.stop()

    async def index(self, _: Request) -> Response:
        return self._of("index.html")

    async def file(self, request: Request) -> Response:
        return self._of(request.path_params["name"])

    def _of(self, name: str) -> Response:
        if name not in self.files:
            return PlainTextResponse("there is no such page", 404, _HEADERS)
        return Response(self.files[name], media_type=_TYPES[name.rpartition(".")[2]], headers=_HEADERS)

    async def replay(self, request: Request) -> Response:
        """A finished game, for everybody who has its link."""
        if (read := self.lobby.finished(request.path_params["token"])) is None:
            return PlainTextResponse("this link leads to no finished game", 404, _HEADERS)
        try:
            async with self.lobby.thinkers:
                page = await in_thread(lambda: replay_page(record(read())), THINK_SECONDS)
        except LoadError:  # its text names a file
            return PlainTextResponse("this game was not kept, or cannot be read", 404, _HEADERS)
        return HTMLResponse(page, headers=_REPLAY_HEADERS)

    async def table(self, socket: WebSocket) -> None:
        """One page at one table."""
        await socket.accept()
        self.connections += 1
        code, reason = 1000, ""
        try:
            if self.connections > MOST_CONNECTIONS:
                raise DroppedError("too many connections")
            token = await self._token(socket)
            if self.lobby.place(token) is None:
                code, reason = REFUSED, "this link leads to no seat"
            else:
                await self.lobby.serve(socket, lambda: _text(socket), token)
        except DroppedError as error:
            code, reason = CLOSED, str(error)
        except WebSocketDisconnect:
            return
        finally:
            self.connections -= 1
        with suppress(RuntimeError, WebSocketDisconnect):  # it has gone
            await socket.close(code, reason[:_LONGEST_CLOSE])

    async def _token(self, socket: WebSocket) -> str:
        """What the first message says."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await _text(socket)
            told = parsed(text or "")
        except (TimeoutError, MessageError):
            raise DroppedError("the first message must be a hello") from None
        if not isinstance(told, Hello):
            raise DroppedError("the first message must be a hello")
        return told.token


async def _text(socket: WebSocket) -> str | None:
    message: Message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    return message.get("text") or ""  # bytes are no message


def _files() -> Mapping[str, bytes]:
    """All that a page loads, by name. The page of the table is built on that of replays."""
    found = {}
    for package in _FOLDERS:
        for file in resources.files(package).joinpath("static").iterdir():
            if file.name.rpartition(".")[2] in _TYPES:
                found[file.name] = file.read_bytes()
    return found
