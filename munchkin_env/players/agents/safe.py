"""Texts from an agent's objects, whatever their __repr__ and __str__ do."""

import traceback

from munchkin_env.core.texts import LONGEST, LONGEST_NAME, printable


def said(value: object, most: int = LONGEST) -> str:
    """The message of an exception; the repr of anything else."""
    try:
        text = str(value) if isinstance(value, BaseException) else repr(value)
        return printable(str.__getitem__(text, slice(0, most + 1)), most)
    except BaseException as error:  # noqa: BLE001 - it may raise anything
        return f"<{class_name(value)}, which cannot be shown: {class_name(error)}>"


def class_name(value: object) -> str:
    """The name of its class."""
    return printable(str.__getitem__(type.__getattribute__(type(value), "__name__"), slice(0, 100)))


def own_name(agent: object) -> str:
    """The name that the agent gives itself, or "". The result is plain text, whatever the agent returned."""
    try:
        name = getattr(agent, "name", None)
        text = str.__getitem__(name, slice(0, LONGEST_NAME + 1)) if isinstance(name, str) else ""
    except BaseException:  # noqa: BLE001 - a property of an agent may raise anything; then it has no name
        return ""
    return printable(text.strip(), LONGEST_NAME)


def told_error(error: BaseException, inside: str = "") -> str:
    """The exception, and where in the agent's own code it was raised. inside: the calling file, which is left out."""
    try:
        frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename != inside]
        lines = [f"{one.filename}:{one.lineno} in {one.name}" for one in frames[-3:]]
    except BaseException as other:  # noqa: BLE001 - so may what it is made of
        lines = [f"its traceback cannot be shown: {class_name(other)}"]
    what = f"{class_name(error)}: {said(error, LONGEST // 2)}"
    return printable(f"{what} ({'; '.join(lines)})" if lines else what)
