"""Agents by name: `greedy`, `trained`, `search:8ms`, `my_policy.npz`, `my_module:Class(depth=3)`."""

import ast
import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from munchkin_env.core.texts import LONGEST_NAME, printable
from munchkin_env.players.bots import BOTS, BotSpec, Style, StyleError, check_bot
from munchkin_env.players.compiled import is_policy
from munchkin_env.players.policy import SHIPPED
from munchkin_env.players.protocol import Agent, AgentError
from munchkin_env.players.search.search import is_search, parse_search
from munchkin_env.version import __version__

from .language import is_language, parse_language
from .onnx_model import is_onnx, load_onnx
from .policy import load_policy_agent
from .safe import class_name, own_name
from .sb3_model import is_sb3, load_sb3
from .scripted import BotAgent

AgentSpec = BotSpec | Agent


class _Call(NamedTuple):
    """`module:Class(arguments)`, parsed."""

    module: str
    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def is_bot(spec: object) -> TypeGuard[BotSpec]:
    """Can it play inside the compiled loop? A bot's name, a style, or the path of a style file."""
    return isinstance(spec, (Style, Path)) or (isinstance(spec, str) and (spec in BOTS or spec.endswith(".toml")))


def load_agent(spec: AgentSpec, seed: int = 0, sets: Sequence[str | Path] | None = None) -> Agent:
    """The agent for a specification (an agent stands for itself). Raises AgentError that says what is allowed.

    seed: for a bot's random choices, and for a class whose constructor takes a `seed` that is not in the specification.
    sets: the cards that it will play with; a policy that learned other sets is refused. None: the caller checks.
    """
    if is_bot(spec):
        try:
            return BotAgent(spec, seed)
        except StyleError as error:
            raise AgentError(str(error)) from error
    if not isinstance(spec, str):
        return _checked_agent(spec, spec)
    if is_policy(spec):
        return load_policy_agent(spec, sets)
    if is_search(spec):
        return parse_search(spec, seed)
    if is_language(spec):
        return parse_language(spec, seed)
    if is_sb3(spec):
        return load_sb3(spec)
    if is_onnx(spec):
        return load_onnx(spec)
    if ":" in spec:
        return _made(spec, _parsed(spec), seed)
    raise AgentError(f"there is no agent {spec!r}; {ALLOWED}")


def spec_name(spec: AgentSpec) -> str:
    """How tables show it, in one printable line. The name that an agent gives itself comes from `own_name`."""
    if is_bot(spec):
        return check_bot(spec).name
    if not isinstance(spec, str):
        return own_name(spec) or class_name(spec)
    if is_search(spec) or is_language(spec):
        return printable(spec.partition(",")[0] if is_language(spec) else spec, LONGEST_NAME)
    if is_policy(spec) and spec not in SHIPPED:
        return printable(Path(spec).stem, LONGEST_NAME)
    return printable(spec.partition(":")[2] or spec if ":" in spec else spec, LONGEST_NAME)


def settings_fingerprint(spec: str) -> str:
    """Of a player that is made of settings and the package: a search, a language model."""
    return hashlib.sha256(f"{spec} {__version__}".encode()).hexdigest()[:8]


ALLOWED = (
    f"there are the bots {', '.join(BOTS)}; {', '.join(SHIPPED)} (policies of the package; trained: the one for the cards in play); "
    "search:8ms or search:400 (a search with a budget of time or playouts); "
    "llm:MODEL,url=http://… (a language model); "
    "sb3:MODEL.zip (a model of Stable-Baselines3); "
    "onnx:FILE.onnx (a network in an ONNX file); "
    "a style file (.toml); a policy file (.npz, or a .zip from experiments/train.py); "
    "and your own class: module:Class or module:Class(name=value, ...)"
)


# ----------------------------------------------------------------------------------------------- module:Class(…)


def _parsed(spec: str) -> _Call:
    module, _, rest = spec.partition(":")
    if not all(part.isidentifier() for part in module.split(".")):
        raise AgentError(f"{spec!r}: {module!r} is not a module name; write module:Class, as in agents.fights:Fights")
    try:
        tree = ast.parse(rest, mode="eval").body
    except SyntaxError as error:
        raise AgentError(f"{spec!r}: {rest!r} cannot be read: {error.msg}; write Class or Class(name=value, ...)") from error
    call = tree if isinstance(tree, ast.Call) else ast.Call(tree, [], [])
    if not isinstance(call.func, ast.Name) or any(keyword.arg is None for keyword in call.keywords):
        raise AgentError(f"{spec!r}: write Class or Class(name=value, ...)")
    args = tuple(_literal(spec, node) for node in call.args)
    return _Call(module, call.func.id, args, {str(keyword.arg): _literal(spec, keyword.value) for keyword in call.keywords})


def _literal(spec: str, node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise AgentError(f"{spec!r}: {ast.unparse(node)} is not a number, text in quotes, True, False, None, or a list of these") from None


def _made(spec: str, call: _Call, seed: int) -> Agent:
    made = _class(spec, call)
    kwargs = dict(call.kwargs)
    parameters = inspect.signature(made).parameters
    if "seed" in parameters and "seed" not in kwargs and len(call.args) <= list(parameters).index("seed"):
        kwargs["seed"] = seed
    try:
        inspect.signature(made).bind(*call.args, **kwargs)
    except TypeError as error:
        raise AgentError(f"{spec!r}: {error}; it takes {call.name}{inspect.signature(made)}") from error
    try:
        agent = made(*call.args, **kwargs)
    except Exception as error:
        raise AgentError(f"{spec!r}: its constructor raised {type(error).__name__}: {error}") from error
    return _checked_agent(spec, agent)


def _class(spec: str, call: _Call) -> Callable[..., Any]:
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does, but not the console script
    try:
        module = importlib.import_module(call.module)
    except ModuleNotFoundError as error:
        if error.name is not None and (call.module == error.name or call.module.startswith(error.name + ".")):
            raise AgentError(f"{spec!r}: there is no module {error.name!r}, neither installed nor in {here}") from error
        raise AgentError(f"{spec!r}: the module {call.module} needs {error.name!r}, which is not installed") from error
    except Exception as error:
        raise AgentError(f"{spec!r}: importing {call.module} raised {type(error).__name__}: {error}") from error
    found = getattr(module, call.name, None)
    if not callable(found):
        classes = [name for name, one in vars(module).items() if inspect.isclass(one) and callable(getattr(one, "act", None))]
        raise AgentError(f"{spec!r}: {call.module} has no class {call.name!r}; classes with a method act: {', '.join(classes) or 'none'}")
    return found  # type: ignore[no-any-return]  # callable() narrows it to a callable that returns object


def _checked_agent(spec: object, agent: object) -> Agent:
    if not callable(getattr(agent, "act", None)):
        raise AgentError(f"{spec!r} is not an agent: {type(agent).__name__} has no method act(observation, mask, info)")
    return agent  # type: ignore[return-value]  # the method is there; its signature shows when it is called
