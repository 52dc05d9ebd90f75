"""Damage files along the structure of their formats: values, texts, archives, arrays, tensors."""

import copy
import io
import json
import random
import sys
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

# ------------------------------------------------------------------------------------------------------ values

WORDS = (
    "",
    "x",
    "deluxe",
    "../../etc/passwd",
    "/dev/zero",
    "a\u2028b",
    "\x1b[31mred\x1b[0m",
    "\ud800",
    "𝕊",
    "=1+1",
    "a\0b",
    "-1",
    "x" * 5000,
)
NUMBERS: tuple[Any, ...] = (0, 1, -1, 2, 5, 99, 127, 128, 255, 32767, 65536, 2**31, 2**63, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e9, 1e308)
OTHERS: tuple[Any, ...] = (None, True, False, float("nan"), float("inf"))


def any_value(rng: random.Random) -> Any:
    made: list[Callable[[], Any]] = [
        lambda: rng.choice(WORDS),
        lambda: rng.choice(NUMBERS),
        lambda: rng.choice(OTHERS),
        list,
        dict,
        lambda: [[], {}],
        lambda: {rng.choice(WORDS): rng.choice(NUMBERS)},
        lambda: [rng.choice(NUMBERS)] * rng.choice((1, 3, 1000)),
        lambda: deep(rng.choice((5, 39, 60, 400))),
        lambda: 10**4400,
    ]
    return rng.choice(made)()


def deep(n: int) -> Any:
    value: Any = 1
    for k in range(n):
        value = [value] if k % 2 else {"a": value}
    return value


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from paths(one, (*here, key))


def changed(value: Any, rng: random.Random) -> Any:
    """With one to three of its parts changed."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value = _changed_at(value, rng.choice(list(paths(value))), rng)
    return value


def _changed_at(value: Any, path: tuple[Any, ...], rng: random.Random) -> Any:
    if not path:
        return any_value(rng) if rng.random() < 0.3 else value
    parent = value
    for key in path[:-1]:
        parent = parent[key]
    key, others = path[-1], list(paths(value))
    match rng.randrange(8):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[rng.choice((*WORDS, f"{key}s", str(key).upper()))] = parent.pop(key)
        case 2 if isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        case 3:
            parent[key] = [parent[key]]
        case 4:  # something from elsewhere
            found = value
            for step in rng.choice(others):
                found = found[step]
            parent[key] = copy.deepcopy(found)
        case 5 if isinstance(parent[key], (int, float)) and abs(parent[key]) < 1e15:
            one = parent[key]
            parent[key] = rng.choice((one + 1, one - 1, -one, one * 2, str(one), float(one)))
        case 6 if isinstance(parent, list):
            rng.shuffle(parent)
        case _:
            parent[key] = any_value(rng)
    return value


def as_json(value: Any) -> str:
    """Including what is too long for Python to write, and invalid JSON."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return json.dumps(value)
    finally:
        sys.set_int_max_str_digits(limit)


def json_text(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.25:
        return bytes_of(data, rng)
    made = as_json(changed(json.loads(data), rng))
    if rng.random() < 0.1:
        made = made.replace("{", rng.choice(('{"a": 1, "a": 2, ', "[" * 5000, '{"\\ud800": 1, ', "{//\n")), 1)
    return made.encode("utf-8", "surrogatepass")


def bytes_of(data: bytes, rng: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(made) + 1)
        match rng.randrange(7):
            case 0:
                del made[at:]
            case 1:
                del made[at : at + rng.choice((1, 4, 100))]
            case 2:
                made[at:at] = made[max(0, at - 50) : at]
            case 3:
                made[at:at] = rng.randbytes(rng.choice((1, 4, 100)))
            case 4:
                made[at:at] = rng.choice((b"[" * 3000, b"\0" * 10, b"\xff\xfe", b"\r\n", b'"', b"}", b"\xef\xbb\xbf"))
            case _ if at < len(made):
                made[at] ^= 1 << rng.randrange(8)
    return bytes(made)


def toml_text(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.25:
        return bytes_of(data, rng)
    lines = data.decode().splitlines()
    at = rng.randrange(len(lines))
    key = lines[at].partition("=")[0].strip()
    values = (
        "1",
        "-1",
        "1e400",
        "nan",
        "9" * 5000,
        "0x" + "f" * 300,
        '"text"',
        '"""',
        "[" * 2000,
        "[1]",
        "{a = 1}",
        "true",
        "1.5",
        "12:00",
    )
    match rng.randrange(5):
        case 0:
            lines[at] = f"{key} = {rng.choice(values)}"
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at] = f"{rng.choice(('name', 'base', 'about', 'levle', '[' + key + ']', 'a.' * 3000 + 'a'))} = {rng.choice(values)}"
        case 3:
            lines[at] = f"{key}.{key} = {rng.choice(values)}"
        case _:
            lines.append(f"[{key}]")
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def csv_text(data: bytes, rng: random.Random) -> bytes:
    if rng.random() < 0.3:
        return bytes_of(data, rng)
    rows = [line.split(",") for line in data.decode().splitlines()]
    row = rng.choice(rows)
    match rng.randrange(4):
        case 0:
            row[rng.randrange(len(row))] = rng.choice((*WORDS, *map(str, NUMBERS), *map(str, OTHERS)))
        case 1:
            row.append("1")
        case 2:
            row.pop()
        case _:
            rows.insert(0, row)
    return "\n".join(",".join(one) for one in rows).encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------------------------------------------- archives


Part = tuple[str, Callable[[bytes, random.Random], bytes]]
"""The suffix of a part's name, and how it is changed."""


def archive(data: bytes, rng: random.Random, parts: Sequence[Part]) -> bytes:
    if rng.random() < 0.2:
        return bytes_of(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        content = [(name, file.read(name)) for name in file.namelist()]
    at = rng.randrange(len(content))
    name, part = content[at]
    match rng.randrange(10):
        case 0:
            content.pop(at)
        case 1:
            content.append((rng.choice((name, "../out", "/abs", "x" * 3000, "other.npy", "munchkin.json")), part))
        case 2:
            content[at] = (rng.choice(("other.npy", name.upper(), content[0][0])), part)
        case 3:
            content[at] = (name, rng.choice([one for _, one in content]))
        case 4:
            content[at] = (name, bytes(rng.choice((0, 1, 1000, 5_000_000))))
        case _:
            change = next(change for ending, change in parts if name.endswith(ending))
            content[at] = (name, change(part, rng))
    return _zipped(content, rng)


def _zipped(content: Sequence[tuple[str, bytes]], rng: random.Random) -> bytes:
    made = io.BytesIO()
    how = rng.choice((zipfile.ZIP_STORED,) * 4 + (zipfile.ZIP_DEFLATED,) * 4 + (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(made, "w", how) as file:  # of duplicate names
        for name, part in content:
            file.writestr(name, part)
        if rng.random() < 0.05:
            file.comment = rng.randbytes(20)
    data = made.getvalue()
    if rng.random() < 0.1:  # a wrong size
        size = len(rng.choice(content)[1]).to_bytes(4, "little")
        data = data.replace(size, rng.choice((0, 10, 1 << 20, 0xFFFFFFFE)).to_bytes(4, "little"))
    return data


def array_file(data: bytes, rng: random.Random) -> bytes:
    """A .npy."""
    if rng.random() < 0.2:
        return bytes_of(data, rng)
    if rng.random() < 0.25:
        shapes = ("(4398046511104,)", "()", "(0,)", "(-1,)", "(1, 1, 1, 1)", "(" + "1, " * 60 + ")", "[1]", "(1e9,)", "(True,)", "'x'")
        types = ("<f8", "|O", "<U9999999", "|V4", "<M8[s]", "|S5", ">f4", "<c8", "<f16", "|b1", "<i0")
        order = rng.choice(("True", "False", "1"))
        header = f"{{'descr': '{rng.choice(types)}', 'fortran_order': {order}, 'shape': {rng.choice(shapes)}, }}\n"
        return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data[128:]
    found = np.load(io.BytesIO(data), allow_pickle=False)
    made = io.BytesIO()
    np.save(made, changed_array(found, rng), allow_pickle=False)
    return made.getvalue()


def changed_array(a: Any, rng: random.Random) -> Any:
    with np.errstate(all="ignore"):
        if a.dtype.kind == "U":
            return np.array(json_text(str(a).encode(), rng).decode("utf-8", "replace").replace("\0", "0"))
        match rng.randrange(8):
            case 0:
                return a.astype(rng.choice(("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u8", "b1", "c8", "U5", ">f4")))
            case 1:
                return a[: rng.choice((0, 1, len(a) // 2))] if a.ndim else a[None]
            case 2:
                return rng.choice((a[None], a[..., None], a.T, a.reshape(-1)))
            case 3:
                return np.concatenate([a, a]) if a.ndim else a
            case 4:
                return a[::-1] if a.ndim else a
            case 5:
                return np.zeros_like(a)
            case _:
                flat = a.astype("f8" if a.dtype.kind == "f" else "i8").reshape(-1)
                if flat.size:
                    bad = (np.nan, np.inf, -np.inf, 1e30, -1e300, 1e5) if flat.dtype.kind == "f" else (-1, 2**62, -(2**63), 40_000, 0)
                    flat[rng.randrange(flat.size)] = rng.choice(bad)
                return flat.reshape(a.shape)


def torch_file(data: bytes, rng: random.Random) -> bytes:
    import torch

    if rng.random() < 0.25:
        return bytes_of(data, rng)
    if rng.random() < 0.2:
        return archive(data, rng, (("", bytes_of),))
    told, made = torch.load(io.BytesIO(data), weights_only=True), io.BytesIO()
    torch.save(_changed_tensors(told, rng), made, _use_new_zipfile_serialization=rng.random() > 0.05)
    return made.getvalue()


def _changed_tensors(told: Any, rng: random.Random) -> Any:
    places = [path for path in paths(told) if path]
    if not places:
        return any_value(rng)
    path = rng.choice(places)
    parent = told
    for key in path[:-1]:
        parent = parent[key]
    found = parent[path[-1]]
    if rng.random() < 0.2:
        del parent[path[-1]]
    elif hasattr(found, "shape") and rng.random() < 0.8:
        parent[path[-1]] = _changed_tensor(found, rng)
    else:
        parent[path[-1]] = any_value(rng) if rng.random() < 0.7 else found
    return told


def _changed_tensor(t: Any, rng: random.Random) -> Any:
    import torch

    kinds = [torch.float16, torch.float64, torch.int64, torch.bool, torch.bfloat16, torch.complex64]
    changes: list[Callable[[], Any]] = [
        lambda: t.to(rng.choice(kinds)),
        lambda: torch.zeros(1).expand(10 ** rng.choice((3, 11))),
        lambda: t.to_sparse() if t.ndim else t,
        lambda: t.to("meta"),
        lambda: t.reshape(-1)[: t.numel() // 2].clone(),
        lambda: t[None],
        lambda: t * rng.choice((float("nan"), float("inf"), 1e30, -1.0)),
        lambda: t.tolist(),
        lambda: torch.nn.Parameter(t.float()),
    ]
    return rng.choice(changes)()
