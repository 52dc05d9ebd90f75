"""docs/observation.md and docs/actions.md match the tables in the code. `python -m tests.observe.test_docs` regenerates them."""

import inspect
import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from pathlib import Path

import pytest

from munchkin_env.cards.features import FEATURES
from munchkin_env.cards.loader import load
from munchkin_env.engine.state.actions import ACTIONS_VERSION, N_ACTIONS, SEGMENTS, Verb
from munchkin_env.engine.state.stack import FIRST_AUTOMATIC, Kind, Moment, Why
from munchkin_env.game.notation import verb_words
from munchkin_env.observe import (
    EXCEPTIONS,
    N_IDS,
    N_NUMBERS,
    OBSERVATION_VERSION,
    PIECES,
    PLACES,
    SIZE,
    Piece,
    card_features,
    id_offsets,
    offsets,
)

DOCS = Path(__file__).resolve().parents[2] / "docs"
MARK = "<!-- made by python -m tests.observe.test_docs; what stands below is not edited by hand -->\n"


def comments(enum: type[IntEnum]) -> dict[str, str]:
    """The comments beside the members of an enum."""
    found = re.findall(r"^    (\w+) = \d+(?:  # (.*))?$", inspect.getsource(enum), re.MULTILINE)
    return dict(found)


def tabled(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "/") for cell in line) + " |\n" for line in lines)


def number(value: float) -> str:
    return f"{value:g}"


def columns_of(piece: Piece) -> str:
    if not piece.columns:
        return ""
    rows = [(int(c), f"`{c.name}`", c.meaning, f"{number(c.low)} to {number(c.high)}") for c in piece.columns]
    return f"\n### `{piece.name}`\n\n{piece.meaning}\n\n" + tabled(("column", "name", "meaning", "bounds"), rows)


def observation_tables() -> str:
    at, ids = offsets(), id_offsets()
    shapes = {p.name: f"{p.rows} × {p.width}" if p.rows > 1 else str(p.width) for p in PIECES}
    features = card_features(load(["deluxe"])).shape
    sizes = (
        f"\nObservation version {OBSERVATION_VERSION}: a vector of {SIZE} numbers (float32). The compact form: {N_NUMBERS} numbers "
        f"(float32) and {N_IDS} ids (int16), with a table of {features[1]} features per card type.\n"
    )
    return "".join(
        [
            sizes,
            "\n## The pieces of the vector\n\n",
            tabled(("from", "piece", "shape", "meaning"), [(at[p.name], f"`{p.name}`", shapes[p.name], p.meaning) for p in PIECES]),
            "\n## Places with cards\n\nThe vector shows the first slots of a row with the first features of the table of features.\n\n",
            tabled(
                ("first id", "place", "rows", "ids per row", "slots in the vector", "features there", "meaning"),
                [(ids[p.name], f"`{p.name}`", p.rows, p.slots, p.shown, p.width, p.meaning) for p in PLACES],
            ),
            "\n## Features of a card type\n\n",
            tabled(("feature", "name", "meaning"), [(i, f"`{f.name}`", f.meaning) for i, f in enumerate(FEATURES)]),
            "\n## Columns\n",
            *(columns_of(piece) for piece in PIECES),
            "\n## What is left out on purpose\n\n",
            tabled(("what", "why"), EXCEPTIONS),
        ]
    )


def action_tables() -> str:
    verbs, kinds, whys, moments = comments(Verb), comments(Kind), comments(Why), comments(Moment)
    return "".join(
        [
            f"\nAction table version {ACTIONS_VERSION}: {N_ACTIONS} actions.\n\n## Segments\n\n",
            tabled(("from", "to", "segment", "meaning"), [(s.start, s.start + s.size - 1, f"`{s.name}`", s.meaning) for s in SEGMENTS]),
            "\n## Verbs\n\n",
            tabled(("action", "name", "in words", "meaning"), [(int(v), f"`{v.name}`", verb_words(v), verbs[v.name]) for v in Verb]),
            "\n## Kinds of decision\n\n",
            "The registers a, b, c, … belong to its frame (engine/state/stack.py); what a player needs of them is observed.\n\n",
            tabled(("number", "name", "meaning"), [(int(k), f"`{k.name}`", kinds[k.name]) for k in Kind if k < FIRST_AUTOMATIC]),
            "\n## Why a question is asked\n\n",
            tabled(("number", "name", "meaning"), [(int(w), f"`{w.name}`", whys[w.name]) for w in Why]),
            "\n## Moments of the turn\n\n",
            tabled(("number", "name", "meaning"), [(int(m), f"`{m.name}`", moments[m.name]) for m in Moment]),
        ]
    )


PAGES = {"observation.md": observation_tables, "actions.md": action_tables}


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_up_to_date(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text.split(MARK)[1] == PAGES[page](), "run python -m tests.observe.test_docs"


@pytest.mark.parametrize("enum", [Verb, Kind, Why, Moment])
def test_every_member_is_found(enum: type[IntEnum]) -> None:
    assert list(comments(enum)) == [member.name for member in enum]


def test_the_example_of_the_page_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "observation.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    exec(blocks[0], {})


if __name__ == "__main__":
    for name, write in PAGES.items():
        before = (DOCS / name).read_text(encoding="utf-8").split(MARK)[0]
        (DOCS / name).write_text(before + MARK + write(), encoding="utf-8")
