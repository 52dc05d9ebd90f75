"""A real browser that a test drives over its debugging protocol, for pages that talk with a server. tests/browser.py is for the others."""

import base64
import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.browser import BROWSER, QUIET

PATIENCE = 60.0
HELPERS = """
window.all = (selector) => [...document.querySelectorAll(selector)];
window.one = (selector) => document.querySelector(selector);
window.wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
window.until = async (check) => {
  for (let i = 0; i < 1500; i++) {
    const found = check();
    if (found) return found;
    await wait(20);
  }
  throw new Error("waited in vain: " + check);
};
"""


class Chromium:
    """The browser."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire = wire
        self._number = 0
        self.tabs: dict[str, Tab] = {}

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, and its result."""
        self._number += 1
        wanted = self._number
        told: dict[str, Any] = {"id": wanted, "method": method, "params": parameters}
        self._wire.send(json.dumps(told if session is None else {**told, "sessionId": session}))
        while True:
            found = json.loads(self._wire.recv(PATIENCE))
            if found.get("id") == wanted:
                if "error" in found:
                    raise RuntimeError(f"{method}: {found['error']}")
                return dict(found["result"])
            if (tab := self.tabs.get(found.get("sessionId", ""))) is not None:
                tab.note(found["method"], found["params"])

    def tab(self, width: int = 1280, height: int = 800, **features: str) -> "Tab":
        """An empty page of a browser of its own, which shares nothing with others. features: such as prefers_color_scheme="dark"."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        made = self.tabs[session] = Tab(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            made.call(f"{domain}.enable")
        made.size(width, height)
        made.call(
            "Emulation.setEmulatedMedia", features=[{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        )
        made.call("Page.addScriptToEvaluateOnNewDocument", source=HELPERS)
        return made


class Tab:
    """A page."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self._browser, self._session = browser, session
        self.faults: list[str] = []
        """Errors and warnings of the console, exceptions, requests that failed."""
        self.hosts: set[str] = set()
        """What the page has asked for something."""

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol for this page."""
        return self._browser.call(method, self._session, **parameters)

    def note(self, method: str, told: dict[str, Any]) -> None:
        """Something happened."""
        match method:
            case "Runtime.exceptionThrown":
                self.faults.append(str(told["exceptionDetails"].get("exception", {}).get("description", told)))
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning", "assert"):
                self.faults.append(" ".join(str(one.get("value", one.get("description"))) for one in told["args"]))
            case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                self.faults.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
            case "Network.requestWillBeSent":
                self.hosts.add(urlsplit(told["request"]["url"]).netloc)
            case "Network.webSocketCreated":
                self.hosts.add(urlsplit(told["url"]).netloc)

    def size(self, width: int, height: int) -> None:
        """Of the window."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)

    def go(self, address: str) -> None:
        """Load a page."""
        self.call("Page.navigate", url=address)

    def run(self, script: str) -> Any:
        """What the body of an async function returns in the page."""
        found = self.call("Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"]["exception"].get("description"))
        return found["result"].get("value")

    def key(self, name: str) -> None:
        """Press a key, as a person does: the browser does what it always does with it."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27}
        text = {"Enter": "\r", "Tab": "", "Escape": ""}.get(name, name)
        code = codes.get(name, ord(name.upper()[0]))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def picture(self, path: Path) -> None:
        """What the window shows, as a PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


@contextmanager
def chromium(folder: Path) -> Iterator[Chromium]:
    """A browser without a window, whose profile is in the folder."""
    options = ["--headless", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0", *(f"--disable-{name}" for name in QUIET)]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        [str(BROWSER), *options, f"--user-data-dir={folder / 'profile'}", "about:blank"], stdout=nothing, stderr=nothing
    )
    try:
        with connect(_debugger(folder / "profile" / "DevToolsActivePort"), max_size=None) as wire:
            yield Chromium(wire)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _debugger(told: Path) -> str:
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        lines = told.read_text().split() if told.is_file() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.05)
    raise AssertionError("the browser did not start")
