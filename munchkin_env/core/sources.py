"""Which source files determine machine code: the files with kernels, and everything they import.

`from munchkin_env.core.kernel import kernel` is how a file with kernels is recognized, so import it by name.
"""

import hashlib
import re
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\.+[\w.]*|munchkin_env[\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n]*))?", re.MULTILINE)


def _imports(path: Path, package: Path) -> set[str]:
    """Dotted names that a source imports from the package: modules, and module.name for names taken from them."""
    folder = ".".join(["munchkin_env", *path.relative_to(package).parts[:-1]])
    found = [(resolve_name(module, folder), names) for module, names in _IMPORT.findall(path.read_text(encoding="utf-8"))]
    return {module for module, _ in found} | {f"{module}.{name}" for module, names in found for name in re.findall(r"\w+", names)}


def kernel_sources(package: Path, under: str | tuple[str, ...] = "munchkin_env.") -> list[Path]:
    """The files with kernels, and everything they import: their constants are compiled in.

    Other files may be edited without recompilation, and so may card data: the tables are arguments of the kernels.
    """
    paths = {_module(package, path): path for path in package.rglob("*.py")}
    imports = {module: _imports(path, package) for module, path in paths.items()}
    with_kernels = [module for module in paths if module.startswith(under) and "munchkin_env.core.kernel.kernel" in imports[module]]
    todo = ["munchkin_env.core.kernel", *with_kernels]
    needed: set[str] = set()
    while todo:
        module = todo.pop()
        if module in paths and module not in needed:
            needed.add(module)
            todo.extend(imports[module])
    return sorted(paths[module] for module in needed)


def _module(package: Path, path: Path) -> str:
    parts = ["munchkin_env", *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def source_hash(package: Path = PACKAGE, under: str | tuple[str, ...] = "munchkin_env.") -> str:
    digest = hashlib.sha256()
    for path in kernel_sources(package, under):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def our_hash(under: tuple[str, ...]) -> str:
    """The same for this package, which does not change while it runs."""
    return source_hash(under=under)
