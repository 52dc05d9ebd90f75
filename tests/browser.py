"""Pages in a real browser, without a driver: a script of the test is added to the page, and says what it found.

The page is shown in a frame of the wanted width (a window cannot be as narrow as a phone), and the browser prints the document.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ("gpu", "quic", "background-networking", "component-update", "sync", "dev-shm-usage", "extensions", "default-apps")
FIRST = """<script>window.faults = [];
addEventListener("error", (event) => faults.push(String(event.message)), true);
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => faults.push("refused: " + event.blockedURI));
console.error = console.warn = (...said) => faults.push(said.join(" "));
</script>"""
LAST = """<script>addEventListener("load", () => setTimeout(async () => {{
  const found = {{}};
  const press = (name, more) => new KeyboardEvent("keydown", {{ key: name, bubbles: true, cancelable: true, ...more }});
  const key = (name, more = {{}}) => document.activeElement.dispatchEvent(press(name, more));
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  for (let i = 0; i < 100 && one("#replay:empty"); i++) await wait(20);
  try {{ {script} }} catch (error) {{ faults.push(String(error.stack)); }}
  found.faults = faults;
  found.loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  found.width = [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  parent.postMessage(JSON.stringify(found), "*");
}}, 50));</script>"""
FRAME = """<!DOCTYPE html><html><body><p id="found"></p>
<iframe src="{name}" style="width: {width}px; height: 800px; border: 0"></iframe>
<script>const found = document.getElementById("found");
onmessage = (event) => {{ found.textContent = encodeURIComponent(event.data); }};</script></body></html>"""

needs_browser = pytest.mark.skipif(BROWSER is None, reason="needs a browser (Debian: apt install chromium)")


def driven(page: str, script: str, folder: Path, width: int = 1200) -> dict[str, Any]:
    """What the script put into `found`, with `faults` (errors and warnings), `loaded` (what the page asked for) and `width` (of the
    content, of the window). In the script, `key`, `one`, `all` and `wait` help; `found` is an object to fill."""
    tested = page.replace("<head>", f"<head>{FIRST}", 1).replace("</body>", f"{LAST.format(script=script)}</body>")
    (folder / "page.html").write_text(tested, encoding="utf-8")
    frame = folder / "frame.html"
    frame.write_text(FRAME.format(name="page.html", width=width), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--no-first-run", "--virtual-time-budget=20000", *(f"--disable-{name}" for name in QUIET)]
    own = [f"--window-size={max(width, 500)},900", f"--user-data-dir={folder / 'browser'}", "--dump-dom", frame.as_uri()]
    printed = subprocess.run([str(BROWSER), *options, *own], capture_output=True, text=True, timeout=180, check=True).stdout
    told = re.search(r'id="found">([^<]+)<', printed)
    assert told, f"the page said nothing: {printed[:500]}"
    found: dict[str, Any] = json.loads(unquote(told[1]))
    return found
