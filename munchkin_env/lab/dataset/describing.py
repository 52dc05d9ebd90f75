"""What is in the files of a dataset: columns, Croissant metadata, a datasheet."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from munchkin_env.core.files import write
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe.layout import SIZE
from munchkin_env.version import __version__


class ColumnMeaning(NamedTuple):
    """A column of a table."""

    type: str
    """As Croissant says it."""
    meaning: str
    hidden: str = ""
    """Why a player must not be shown it, if so."""
    repeated: bool = False
    """A list in each row?"""


_CARDS = "it determines the order of the decks"
_LATER = "it is known only when the game is over"
COLUMNS: dict[str, dict[str, ColumnMeaning]] = {
    "games": {
        "game": ColumnMeaning("sc:Integer", "the game's number"),
        "seed": ColumnMeaning("sc:Integer", "Game(seed=…) deals the same cards", _CARDS),
        "agents": ColumnMeaning("sc:Text", "who plays, by seat", repeated=True),
        "digests": ColumnMeaning("sc:Text", "what tells players of the same name apart, by seat", repeated=True),
        "winners": ColumnMeaning("sc:Integer", "the seats that won", _LATER, repeated=True),
        "levels": ColumnMeaning("sc:Integer", "final Levels, by seat", _LATER, repeated=True),
        "truncated": ColumnMeaning("sc:Boolean", "stopped at max_rounds, without a winner", _LATER),
        "rounds": ColumnMeaning("sc:Integer", "completed rounds", _LATER),
        "decisions": ColumnMeaning("sc:Integer", "decisions of all seats", _LATER),
    },
    "decisions": {
        "game": ColumnMeaning("sc:Integer", "the game's number"),
        "number": ColumnMeaning("sc:Integer", "the decision's number in its game"),
        "turn": ColumnMeaning("sc:Integer", "the turn's number in its game"),
        "seat": ColumnMeaning("sc:Integer", "who decides"),
        "turn_seat": ColumnMeaning("sc:Integer", "whose turn it is"),
        "level": ColumnMeaning("sc:Integer", "the Level of who decides"),
        "kind": ColumnMeaning("sc:Text", "the kind of decision (docs/actions.md)"),
        "action": ColumnMeaning("sc:Integer", f"the action taken, one of {N_ACTIONS} (docs/actions.md); others see only what it does"),
        "legal": ColumnMeaning("sc:Integer", "how many actions were legal"),
        "share": ColumnMeaning("sc:Float", "the share of the victory that the deciding seat got", _LATER),
    },
}
"""The tables and their columns. Everything that is not hidden may be shown to the player who decides."""
SEEN_COLUMNS: dict[str, ColumnMeaning] = {
    "legal_actions": ColumnMeaning("sc:Integer", "the legal actions", repeated=True),
    "seen_places": ColumnMeaning("sc:Integer", f"what the seat sees: places of {SIZE} that are not 0 (docs/observation.md)", repeated=True),
    "seen_numbers": ColumnMeaning("sc:Float", "and the numbers there", repeated=True),
}
"""Further columns of decisions, in datasets with observations."""


def columns_of_table(table: str, observations: bool) -> dict[str, ColumnMeaning]:
    """All columns of a table."""
    return COLUMNS[table] | (SEEN_COLUMNS if observations and table == "decisions" else {})


_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The standard one of Croissant 1.0."""


def croissant(folder: Path, about: Mapping[str, Any], counts: Mapping[str, int], observations: bool) -> dict[str, Any]:
    """The metadata as JSON-LD. counts: rows by table."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "munchkin_games",
        "description": _summary(about, counts),
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "url": "https://pypi.org/project/munchkin-env/",
        "version": __version__,
        "datePublished": str(about["date"]),
        "creator": {"@type": "sc:Organization", "name": "munchkin_env contributors"},
        "citeAs": f"Games of munchkin_env {__version__}, made with `{about['command']}`",
        "rai:dataCollection": "Simulated: programs play a card game by its rules. No people took part.",
        "rai:dataLimitations": "Players are programs; how people play, bargain and bluff does not follow from it.",
        "rai:dataBiases": "Decisions are those of the players named, on positions that they reach.",
        "rai:personalSensitiveInformation": "None.",
        "distribution": [_file_object(folder / f"{table}.parquet") for table in COLUMNS],
        "recordSet": [_record_set(table, columns_of_table(table, observations)) for table in COLUMNS],
    }


def _file_object(path: Path) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "contentUrl": path.name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": checksum(path),
    }


def checksum(path: Path) -> str:
    """Of a file of any size."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _record_set(table: str, columns: Mapping[str, ColumnMeaning]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "description": {"games": "One row per game.", "decisions": "One row per decision, in order."}[table],
        "field": [_field(table, name, one) for name, one in columns.items()],
    }


def _field(table: str, name: str, one: ColumnMeaning) -> dict[str, Any]:
    said = one.meaning + (f". HIDDEN from players: {one.hidden}" if one.hidden else "")
    source = {"fileObject": {"@id": f"{table}.parquet"}, "extract": {"column": name}}
    field = {"@type": "cr:Field", "@id": f"{table}/{name}", "name": name, "description": said, "dataType": one.type, "source": source}
    return field | ({"repeated": True} if one.repeated else {})


def _summary(about: Mapping[str, Any], counts: Mapping[str, int]) -> str:
    what = f"{counts['games']:,} games of Munchkin ({', '.join(about['sets'])}) with {counts['decisions']:,} decisions"
    return f"{what}, played by {', '.join(about['players'])} in munchkin_env {__version__}, rules version {about['rules']}."


def describe_dataset(folder: Path, about: Mapping[str, Any], counts: Mapping[str, int], observations: bool) -> list[Path]:
    """Write croissant.json and the datasheet, README.md."""
    metadata, sheet = folder / "croissant.json", folder / "README.md"
    write(metadata, json.dumps(croissant(folder, about, counts, observations), indent=1) + "\n")
    write(sheet, datasheet(about, counts, observations))
    return [metadata, sheet]


def columns_markdown_of(table: str, observations: bool) -> str:
    """A table of the columns; docs/dataset.md has it too."""
    rows = [
        f"| `{name}` | {'list of ' if one.repeated else ''}{one.type.removeprefix('sc:').lower()} | {one.meaning} | {one.hidden} |"
        for name, one in columns_of_table(table, observations).items()
    ]
    return "\n".join(["| column | type | meaning | hidden from players, because |", "| --- | --- | --- | --- |", *rows]) + "\n"


def datasheet(about: Mapping[str, Any], counts: Mapping[str, int], observations: bool) -> str:
    """Answers to the questions of a datasheet, in Markdown."""
    rules = ", ".join(f"{name}={value}" for name, value in about["options"].items()) or "defaults"
    return _SHEET.format(
        summary=_summary(about, counts),
        sets=", ".join(about["sets"]),
        cards=about["cards"],
        rules=rules,
        players=", ".join(about["players"]),
        tables="\n".join(f"### {table}.parquet\n\n{columns_markdown_of(table, observations)}" for table in COLUMNS),
        command=about["command"],
        version=__version__,
    )


_SHEET = """\
# Games of Munchkin

{summary}

## Why it was made

For learning from play: imitation, offline reinforcement learning, predicting results, studying negotiation.

## What is in it

- Cards: {sets} (hash `{cards}`). House rules: {rules}.
- Players, by seat in the first game; they move by one seat after each: {players}.
- Nothing is missing, sampled or altered.
- No person took part. There are no texts or pictures of printed cards.
- What is marked as hidden is not known to the deciding player at that moment: leave it out of what a learner sees.

{tables}
## How it was made

    {command}

The same command with munchkin_env {version} makes the same rows: games follow from their seeds. `Game(seed=...)` with the actions of a game
gives every position, also what is not in the files.

## What to use it for, and what not

Strength and habits are those of these players. What people do at a table does not follow from it. Split by game, never by decision.

## Licence and upkeep

CC BY 4.0. munchkin_env is not affiliated with the publishers of the game. New rules or cards need a new dataset;
`croissant.json` has the versions.
"""
