"""docs/model_cards.md has a section for each network of the package. `python -m tests.docs.test_model_cards` writes its tables."""

import re
from pathlib import Path

import numpy as np

from munchkin_env.players.policy import load_policy
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "model_cards.md"
PACKAGE = ROOT / "munchkin_env"
SHIPPED = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.npz"))
TABLE = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def facts(file: str) -> dict[str, object]:
    """What the file says about itself."""
    path = PACKAGE / file
    with np.load(path, allow_pickle=False) as arrays:
        weights = [arrays[name] for name in arrays.files if arrays[name].dtype.kind == "f"]
    found: dict[str, object] = {
        "weights": f"{sum(array.size for array in weights):,}",
        "type of the weights": ", ".join(sorted({str(array.dtype) for array in weights})),
        "size of the file": f"{path.stat().st_size / 1000:,.0f} kB",
    }
    if path.parent.name != "policies":
        return found
    about = load_policy(path).about
    network = ", ".join(f"{name} {value}" for name, value in about["network"].items())
    return found | {
        "trained with": f"{' '.join(about['sets'])}, {about['players']} players",
        **({"own decisions learned from": f"{about['steps']:,}"} if "steps" in about else {}),
        **({"labels learned from": f"{about['labels']:,}"} if "labels" in about else {}),
        **({"asks the bot": f"`{about['prior']['bot']}`"} if "prior" in about else {}),
        "network": network,
        "observation version": about["observation"],
        "needs torch": "no",
    }


def up_to_date(page: str) -> str:
    def table(match: re.Match[str]) -> str:
        rows = "".join(f"| {name} | {value} |\n" for name, value in facts(match[2]).items())
        return f"{match[1]}| | |\n| --- | --- |\n{rows}{match[3]}"

    return TABLE.sub(table, page)


def test_the_tables_are_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert up_to_date(page) == page, "run python -m tests.docs.test_model_cards"


def test_every_network_of_the_package_has_a_card() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert SHIPPED
    assert re.findall(r"^## `(.*)`$", page, re.MULTILINE) == [found[1] for found in TABLE.findall(page)] == SHIPPED
    for section in page.split("\n## ")[1:]:
        assert [part for part in ("What it is", "How it was made", "Limits") if f"**{part}.**" not in section] == [], section.split("\n")[0]


if __name__ == "__main__":
    Path(PAGE).write_text(up_to_date(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
