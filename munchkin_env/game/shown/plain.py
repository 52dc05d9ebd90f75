"""Views as plain data and back to text, and the description of the format."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from . import schema
from .schema import CardFace, TableView

_NAMES: dict[type, str] = {int: "integer", str: "string", bool: "boolean", NoneType: "null"}


def to_plain(value: Any) -> Any:
    """Dicts, lists, texts, numbers, booleans and None, as json.dumps takes them."""
    if is_dataclass(value):
        cls: Any = type(value)
        return {name: to_plain(getattr(value, name)) for name in _names(cls)}
    if isinstance(value, (tuple, list)):
        return [to_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: to_plain(one) for key, one in value.items()}
    return value


@cache
def _names(cls: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(cls))


@cache
def shape_of(cls: type) -> dict[str, Any]:
    """The types of the fields of a class of the format."""
    return {name: get_type_hints(cls)[name] for name in _names(cls)}


def meanings(cls: type) -> dict[str, str]:
    """What the source says of each field."""
    found = re.findall(r'^    (\w+): [^\n]+\n    """(.*?)"""', inspect.getsource(cls), re.MULTILINE | re.DOTALL)
    return {name: " ".join(said.split()) for name, said in found}


def parts(cls: type = TableView) -> Iterator[type]:
    """The class and all classes that its fields hold, each once, in the order in which they are met."""
    met: list[type] = [cls]
    for one in met:
        met += [inner for inner in dict.fromkeys(_inner(list(shape_of(one).values()))) if inner not in met]
        yield one


def _inner(hints: list[Any]) -> Iterator[type]:
    for hint in hints:
        if is_dataclass(hint) and isinstance(hint, type):
            yield hint
        else:
            yield from _inner(list(get_args(hint)))


def json_schema(*roots: type) -> dict[str, Any]:
    """The format as a JSON Schema (draft 2020-12), of a view and a card unless other classes are named."""
    chosen = roots or (TableView, CardFace)
    found = dict.fromkeys(one for root in chosen for one in parts(root))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a view of munchkin_env",
        "description": f"version {schema.VIEW_VERSION}",
        "$ref": f"#/$defs/{chosen[0].__name__}",
        "$defs": {one.__name__: _object(one) for one in found},
    }


def _object(cls: type) -> dict[str, Any]:
    told = meanings(cls)
    shape = shape_of(cls)
    return {
        "type": "object",
        "description": inspect.getdoc(cls),
        "properties": {name: {**_type(hint), "description": told[name]} for name, hint in shape.items()},
        "required": list(shape),
    }


def _type(hint: Any) -> dict[str, Any]:
    if hint in _NAMES:
        return {"type": _NAMES[hint]}
    if is_dataclass(hint) and isinstance(hint, type):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    inner = get_args(hint)
    if isinstance(hint, UnionType):
        return {"anyOf": [_type(one) for one in inner]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _type(inner[0])}
    if get_origin(hint) is dict:
        return {"type": "object", "additionalProperties": _type(inner[1])}
    return {}


def type_words(hint: Any) -> str:
    """A type as the documentation writes it."""
    if hint in _NAMES:
        return _NAMES[hint]
    if is_dataclass(hint) and isinstance(hint, type):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    inner = get_args(hint)
    if isinstance(hint, UnionType):
        return " or ".join(type_words(one) for one in inner)
    if get_origin(hint) is tuple:
        return f"list of {type_words(inner[0])}"
    if get_origin(hint) is dict:
        return f"object of {type_words(inner[1])}"
    return "any"
