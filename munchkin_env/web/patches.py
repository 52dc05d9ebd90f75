"""What has changed from one view to the next, in few letters. static/patches.js reads it.

A patch is a list of one element, the new value, or an object with a patch for each key of an object (or index of a list) that has
changed. The key `#` is the new length of a list; new elements are given as values.
What is a number in one view is not a boolean in another: in Python, they could be equal.
"""

import json
from typing import Any

_LENGTH = "#"


def difference(old: Any, new: Any) -> Any:
    """The patch that makes the old value the new one; None if they are equal."""
    if old == new and type(old) is type(new):
        return None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return {key: found for key in new if (found := difference(old[key], new[key])) is not None}
    if isinstance(old, list) and isinstance(new, list):
        return _shorter(_of_lists(old, new), [new])
    return [new]


def _of_lists(old: list[Any], new: list[Any]) -> dict[str, Any]:
    found = {str(i): each for i, (a, b) in enumerate(zip(old, new, strict=False)) if (each := difference(a, b)) is not None}
    found |= {str(i): [new[i]] for i in range(len(old), len(new))}
    return found if len(old) == len(new) else {_LENGTH: len(new), **found}


def _shorter(one: Any, other: Any) -> Any:
    return one if len(json.dumps(one)) <= len(json.dumps(other)) else other


def patched(old: Any, patch: Any) -> Any:
    """The new value. The old one stays as it is; what has not changed is shared."""
    if patch is None:
        return old
    if isinstance(patch, list):
        return patch[0]
    if isinstance(old, dict):
        return {key: patched(value, patch.get(key)) for key, value in old.items()}
    length = patch.get(_LENGTH, len(old))
    return [patched(old[i] if i < len(old) else None, patch.get(str(i))) for i in range(length)]
