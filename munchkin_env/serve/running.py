"""The server: an address, links for everybody, and uvicorn."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from ipaddress import ip_address

import uvicorn

from .app import MOST_CONNECTIONS, application
from .chairs import TableTerms
from .lobby import Lobby
from .messages import LONGEST_MESSAGE

_LOOPBACK = "127.0.0.1"
PORT = 8765
_NEXT_PORTS = 20
_GRACE = 2  # seconds for open connections when the server stops


def listening(host: str = _LOOPBACK, port: int | None = None) -> socket.socket:
    """A socket at that address; without a port, at the usual one or, if that is taken, one of the next.

    Raises:
        OSError: It is taken, or no address of this machine.
    """
    ports = range(PORT, PORT + _NEXT_PORTS) if port is None else (port,)
    for one in ports:
        try:
            return socket.create_server((host, one), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        except OSError as error:
            problem = error.strerror or str(error)
    raise OSError(f"cannot listen at {host}, port {ports[0]}: {problem}")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def address(bound: socket.socket) -> str:
    """How a browser of this machine, or another one, reaches it."""
    host, port = bound.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = _own_address()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str:
    """That of the network to which this machine would send; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def links(terms: TableTerms, base: str) -> list[tuple[str, str]]:
    """For whom, and the link: one for each person, and one for spectators."""
    seats = [(chair.name or f"seat {k}", chair.token) for k, chair in enumerate(terms.chairs) if chair.person]
    return [(who, f"{base}#{token}") for who, token in [*seats, ("to watch", terms.watch)]]


def server_of(lobby: Lobby, bound: socket.socket) -> uvicorn.Server:
    """The server for these tables, which listens there."""
    host = bound.getsockname()[0]
    names: Sequence[str] = () if is_loopback(host) else (socket.gethostname(), f"{socket.gethostname()}.local")
    config = uvicorn.Config(
        application(lobby, names, any_address=not is_loopback(host)),
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=2 * LONGEST_MESSAGE,  # a letter may have several bytes; longer ones end the connection
        lifespan="on",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=_GRACE,
    )
    return uvicorn.Server(config)


def has_screen() -> bool:
    """Whether there is a desktop. Otherwise a browser for terminals would take over this one."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run_server(lobby: Lobby, bound: socket.socket, show: str | None = None, browse: Callable[[str], object] = webbrowser.open) -> None:
    """Serve until Ctrl-C.

    Args:
        lobby: The tables.
        bound: Where to listen.
        show: A link to open in the browser, if there is a desktop.
        browse: Opens it.
    """
    if show is not None and has_screen():
        threading.Thread(target=browse, args=(show,), daemon=True).start()
    server_of(lobby, bound).run(sockets=[bound])
