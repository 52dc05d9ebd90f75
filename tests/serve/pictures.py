"""`python -m tests.serve.pictures` makes the pictures of docs/table.md."""

import tempfile
from pathlib import Path

from munchkin_env.engine.state.actions import Verb
from munchkin_env.serve.table import ServedTable
from tests.chromium import chromium
from tests.serve.serving import served
from tests.serve.tables import opened, played

IMAGES = Path(__file__).parents[2] / "docs" / "images"
VIEWS = {"table.png": (1200, 800, "light"), "table-phone.png": (390, 844, "dark")}


def in_a_fight() -> ServedTable:
    """A game in which the person fights and could ask for help."""
    for seed in range(100):
        table = opened("me", "trained", "greedy", "bully", seed=seed)
        for _ in range(40):
            played(table, 1)
            g = table.game.record
            if not table.game.over and g.combat.on and g.combat.main == 0 and g.rounds >= 2 and table.game.is_legal(Verb.ASK.value):
                return table
            if table.game.over:
                break
    raise AssertionError("no fight was found")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    table = in_a_fight()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, served(table) as base, chromium(Path(folder)) as browser:
        for name, (width, height, scheme) in VIEWS.items():
            tab = browser.tab(width, height, prefers_color_scheme=scheme)
            tab.go(f"{base}#{table.terms.chairs[0].token}")
            tab.run('await until(() => window.one && one(".question h2")); await wait(300)')
            tab.picture(IMAGES / name)
            print(IMAGES / name)


if __name__ == "__main__":
    main()
