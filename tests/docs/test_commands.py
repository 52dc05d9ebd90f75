"""The commands of the documentation exist, with the options that are shown."""

import contextlib
import importlib.util
import io
import re
import shlex
from collections.abc import Iterator

import pytest

from munchkin_env.cli.main import parser
from tests.docs.pages import FENCED, PAGES, ROOT, blocks, text_of

PAST = ("docs/journal/", "CHANGELOG.md")
"""Records of a day: commands may have changed since."""


def commands(page: str) -> Iterator[str]:
    """Command lines: indented, in a block `console` after `$`, or whole ones within a sentence. Comments are cut off."""
    text = text_of(page)
    indented = re.findall(r"(?:^|\n\n)((?: {4}.*\n)+)", FENCED.sub("", text))
    lines = [line[4:] for block in indented for line in block.splitlines()]
    lines += [line for block in blocks(page) if block.language == "console" for line in block.code.splitlines()]
    lines += [code for code in re.findall(r"`([^`\n]*)`", FENCED.sub("", text)) if re.match(r"munchkin [a-z]+ [^-]|make ", code)]
    for line in lines:
        bare = re.sub(r"(?<=\s)#.*", "", line.removeprefix("$ ")).strip()
        if re.match(r"(munchkin|make|python -m) ?", bare) and not bare.startswith("munchkin_env"):
            yield bare


def fault(command: str) -> str:
    """What is wrong with the command line, or nothing."""
    words = shlex.split(command)
    if words[0] == "make":
        targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
        unknown = [word for word in words[1:] if "=" not in word and word not in targets]
        return f"no target {unknown}" if unknown else ""
    if words[0] == "python":
        try:
            return "" if importlib.util.find_spec(words[2]) else f"no module {words[2]}"
        except ModuleNotFoundError as error:
            return str(error)
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            parser().parse_args(words[1:])
    except SystemExit as end:
        return said.getvalue() if end.code else ""
    return ""


SHOWN = [(page, command) for page in PAGES if not page.startswith(PAST) for command in commands(page)]


@pytest.mark.parametrize(("page", "command"), SHOWN)
def test_a_command_is_understood(page: str, command: str) -> None:
    assert fault(command) == "", page


def test_commands_are_found() -> None:
    assert ("README.md", "munchkin cards Net Troll") in SHOWN
    assert len(SHOWN) > 20


@pytest.mark.parametrize("command", ["munchkin plya", "munchkin census greedy --gmaes 2", "make tset", "python -m experiments.tran"])
def test_a_wrong_command_is_noticed(command: str) -> None:
    assert fault(command)
