"""How compiled kernels call each other.

Numba copies the code of a callee into every caller and optimizes it there again, and again in the caller's callers:
with hundreds of small functions calling each other, that took many minutes. So a kernel that reaches more than a
handful of others is separate: callers only name its symbol, and it is loaded once, before them. Small ones are
still copied, which lets LLVM inline them. (docs/decisions/0004 has costs and benefits.)
"""

import dis
import zlib
from types import CodeType
from typing import Any, cast

from .mode import COMPILED
from .sharing import Unit

_kernels: list[Any] = []  # every dispatcher with a fixed signature
_LINKED_AT_MOST = 6  # kernels: one that reaches more than that through calls is separate


def prepare(dispatcher: Any, signature: tuple[Any, ...] | None, inlined: bool) -> None:
    """A kernel with a signature is compiled for that one only; its callees are compiled or loaded before it."""
    plain_template, plain_compile = dispatcher.get_call_template, dispatcher.compile
    dispatcher.fixed, dispatcher.inlined = signature, inlined

    def template(args: Any, kws: Any) -> Any:
        _ensure(dispatcher)
        return plain_template(args, kws)

    def compile_entry(sig: Any) -> Any:
        link()
        return plain_compile(sig)

    def compile_fixed(sig: Any) -> Any:  # Python may call it first, and code from the cache brings no callees with it
        _ensure(dispatcher)
        return dispatcher.overloads[sig].entry_point if sig in dispatcher.overloads else plain_compile(sig)

    if signature is None:
        dispatcher.compile = compile_entry
    else:
        dispatcher.get_call_template, dispatcher.compile, dispatcher.plain_compile = template, compile_fixed, plain_compile
        _kernels.append(dispatcher)


_LOAD_GLOBAL, _EXTENDED_ARG = dis.opmap["LOAD_GLOBAL"], dis.EXTENDED_ARG


def global_names(code: CodeType) -> set[str]:
    """The global names that the code reads. `dis` would find them too, but takes a tenth of a second for all kernels at every start."""
    found, before, compiled = set[str](), 0, code.co_code
    for op, argument in zip(compiled[::2], compiled[1::2], strict=True):
        whole = before << 8 | argument
        before = whole if op == _EXTENDED_ARG else 0
        if op == _LOAD_GLOBAL:
            found.add(code.co_names[whole >> 1])  # the last bit says whether it is called
    return found


def _callees(dispatcher: Any) -> list[Any]:
    """The kernels that it calls. Looked up late: a module may use a function before defining it."""
    if hasattr(dispatcher, "callees"):
        return cast(list[Any], dispatcher.callees)
    found = [dispatcher.py_func.__globals__.get(name) for name in sorted(global_names(dispatcher.py_func.__code__))]
    dispatcher.callees = [one for one in found if hasattr(one, "fixed")]
    return cast(list[Any], dispatcher.callees)


def _reach(dispatcher: Any) -> set[Any]:
    """The kernels whose code would be copied into this one's callers: itself and its callees, up to separate ones."""
    if not hasattr(dispatcher, "reach"):
        reach = {dispatcher}
        for callee in _callees(dispatcher):
            if not _stands_apart(callee):
                reach |= _reach(callee)
        dispatcher.reach = reach
    return cast(set[Any], dispatcher.reach)


def _stands_apart(dispatcher: Any) -> bool:
    return dispatcher.fixed is not None and not dispatcher.inlined and len(_reach(dispatcher)) > _LINKED_AT_MOST


def _ensure(dispatcher: Any) -> None:
    """Compiled, or loaded from the cache, for its one signature."""
    if dispatcher.overloads:
        return
    for copied in _reach(dispatcher):
        for callee in _callees(copied):
            if _stands_apart(callee):  # its symbol must exist when this one is loaded
                _ensure(callee)
    apart = _stands_apart(dispatcher)
    plain_add = dispatcher.add_overload

    def add(result: Any) -> None:
        result.library.stands_apart = apart
        plain_add(result)
        dispatcher.disable_compile()

    dispatcher.add_overload = add
    dispatcher.plain_compile(dispatcher.fixed)


def units() -> list[Unit]:
    """The separate kernels, to be compiled one by one."""
    return [Unit(_name(one), _size(one), _needs(one)) for one in _kernels if _stands_apart(one)]


def _name(dispatcher: Any) -> str:
    return f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}"


def _size(dispatcher: Any) -> int:
    """Bytes of Python code, with what is copied into it."""
    return sum(len(copied.py_func.__code__.co_code) for copied in _reach(dispatcher))


def _needs(dispatcher: Any) -> tuple[str, ...]:
    callees = {callee for copied in _reach(dispatcher) for callee in _callees(copied)}
    return tuple(sorted(_name(callee) for callee in callees if _stands_apart(callee)))


def compile_unit(name: str) -> None:
    """Compile, or load, the separate kernel of that name, and those that it needs."""
    global _linking
    _linking = True
    try:
        for dispatcher in _kernels:
            if _stands_apart(dispatcher) and _name(dispatcher) == name:
                _ensure(dispatcher)
    finally:
        _linking = False


_linking = False


def link() -> None:
    """Make every separate kernel known. Anything compiled or loaded after that may call it."""
    global _linking
    if _linking:  # one of them is being compiled right now, and has met a function without a fixed signature
        return
    _linking = True
    try:
        for dispatcher in _kernels:
            if _stands_apart(dispatcher):
                _ensure(dispatcher)
    finally:
        _linking = False


def _name_instead_of_copy() -> None:
    from numba.core.codegen import CPUCodeLibrary

    copy = CPUCodeLibrary.add_linking_library

    def add_linking_library(self: Any, library: Any) -> None:
        if not getattr(library, "stands_apart", False):
            copy(self, library)

    CPUCodeLibrary.add_linking_library = add_linking_library


def _same_names_everywhere() -> None:
    """Give a kernel's symbol the same name in every process.

    Numba numbers functions and records in the order in which it meets them. An object compiled by one process would then look
    for symbols that differ in an object that another process put into the same cache folder at the same time, and jump
    to nowhere.
    """
    from numba.core.bytecode import FunctionIdentity
    from numba.core.types import Record

    plain = FunctionIdentity.from_function
    record: Any = Record

    def from_function(function: Any) -> Any:
        identity = plain(function)
        if identity.modname.startswith("munchkin_env."):  # one module, one name: kernels there are never closures
            identity.unique_id = zlib.crc32(f"{identity.modname}.{identity.func_qualname}".encode())
            identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return identity

    FunctionIdentity.from_function = from_function
    record.mangling_args = property(lambda one: ("Record", (zlib.crc32(one.name.encode()),)))  # its name determines all fields


if COMPILED:
    _name_instead_of_copy()
    _same_names_everywhere()
