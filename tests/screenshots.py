"""`make screenshots`: the pictures of the documentation, taken in Chromium from games that a seed determines.

The pictures of the table (tests/serve/pictures.py) are among them. They have few colors, so that they stay small.
"""

import tempfile
from pathlib import Path

from PIL import Image

from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.lab.arena import tournament
from munchkin_env.lab.arena.report import write_report
from munchkin_env.players import agents
from munchkin_env.players.agents.asking import agent_seed
from munchkin_env.players.search import parse_search
from munchkin_env.web import record, replay_page
from munchkin_env.web.analysing import analysed
from tests.chromium import Chromium, chromium
from tests.serve import pictures

IMAGES = pictures.IMAGES
DESKTOP, PHONE = (1200, 800), (390, 844)
COLORS = 128
PLAYERS = ("trained", "veteran", "bully", "greedy")


def main() -> None:
    pictures.main()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, chromium(Path(folder)) as browser:
        _replay(browser, Path(folder))
        _report(browser, Path(folder))
    for path in sorted(IMAGES.glob("*.png")):
        _with_few_colors(path)
        print(path, f"{path.stat().st_size / 1000:.0f} kB")


def _replay(browser: Chromium, folder: Path) -> None:
    """An analysed game, at the worst decision in a fight that somebody helps in."""
    replay = played()
    search = parse_search("search:4ms", seed=1)
    recording = analysed(record(replay), replay, search)
    search.close()
    judged = (recording.analysis or {})["steps"]
    helped = [k for k, step in enumerate(recording.steps) if (fight := step.view["fight"]) and fight["helper"] is not None]
    worst = max(helped, key=lambda k: judged[str(k)]["lost"] if str(k) in judged else 0.0)
    (folder / "replay.html").write_text(replay_page(recording), encoding="utf-8")
    for name, size, scheme in (("replay.png", DESKTOP, "light"), ("replay-phone.png", PHONE, "dark")):
        _taken(browser, folder / "replay.html", f"#{worst + 1}", name, size, scheme)


def played() -> Replay:
    """A game of four players with their reasons."""
    players = [agents.load_agent(name, seat) for seat, name in enumerate(PLAYERS)]
    replay = Replay(Game(len(PLAYERS), seed=11, log=True), dict(enumerate(PLAYERS)))
    for seat, agent in enumerate(players):
        agents.begin(agent, seat, len(PLAYERS), agent_seed(11, seat))
    while not replay.game.over:
        agent = players[replay.game.seat]
        action = agents.ask(agent, replay.game)
        replay.apply(action, agents.describe_choice(agent))
    return replay


def _report(browser: Chromium, folder: Path) -> None:
    write_report(tournament(PLAYERS, 400, seed=1), folder / "report.html")
    for name, size, scheme in (("report.png", DESKTOP, "light"), ("report-phone.png", PHONE, "dark")):
        _taken(browser, folder / "report.html", "", name, size, scheme)


def _taken(browser: Chromium, page: Path, place: str, name: str, size: tuple[int, int], scheme: str) -> None:
    tab = browser.tab(*size, prefers_color_scheme=scheme)
    tab.call("Emulation.setScrollbarsHidden", hidden=True)
    tab.go(page.as_uri() + place)
    tab.run('await new Promise((done) => setTimeout(done, 1000)); await until(() => one("main"))')
    assert tab.faults == [], tab.faults
    tab.picture(IMAGES / name)


def _with_few_colors(path: Path) -> None:
    Image.open(path).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
