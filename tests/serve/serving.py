"""A server for the tests, in a thread, and a page that speaks with it."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from munchkin_env.serve.deciding import Deciders
from munchkin_env.serve.lobby import Lobby
from munchkin_env.serve.running import address, listening, server_of
from munchkin_env.serve.table import ServedTable

PATIENCE = 30.0


@contextmanager
def served(*tables: ServedTable, pace: float = 0.0, port: int = 0, host: str = "127.0.0.1") -> Iterator[str]:
    """These tables, on a free port unless one is given; gives the address."""
    lobby = Lobby()
    for table in tables:
        lobby.open(table, Deciders(table.terms), pace)
    with listening(host, port) as bound:
        server = server_of(lobby, bound)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        thread.start()
        try:
            yield address(bound)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
    assert not thread.is_alive()


def opened_wire(base: str, **more: Any) -> Any:
    """A connection that a page of the server would open: a context manager."""
    return connect(f"{base.replace('http', 'ws', 1)}table", **{"origin": base.rstrip("/"), "max_size": None, **more})


class Caller:
    """Somebody who has a link."""

    def __init__(self, base: str, token: str) -> None:
        self._open = ExitStack()
        self.wire: ClientConnection = self._open.enter_context(opened_wire(base))
        self.state: dict[str, Any] = {}
        self.send(type="hello", token=token)
        self.faces = self.receive("cards")["faces"]
        self.receive("state")

    def send(self, **message: Any) -> None:
        self.wire.send(json.dumps(message))

    def receive(self, kind: str) -> dict[str, Any]:
        """The next message of that kind."""
        while True:
            found: dict[str, Any] = json.loads(self.wire.recv(PATIENCE))
            if found["type"] == "state":
                self.state = found
            if found["type"] == kind:
                return found
            assert found["type"] != "problem", found

    def waits_for_me(self) -> bool:
        """Receives until this person is asked (True) or the game is over (False)."""
        while self.state["asked"] is None and not self.state["view"]["over"]:
            self.receive("state")
        return self.state["asked"] is not None

    def act(self, action: int) -> None:
        """Do it, and hear what has become of it."""
        self.send(type="act", asked=self.state["asked"], action=action)
        self.receive("state")

    def close(self) -> None:
        self._open.close()
