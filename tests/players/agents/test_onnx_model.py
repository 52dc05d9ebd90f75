"""Networks in ONNX files: the first of the best legal actions, and everything else is refused with what is allowed."""

import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.core.files import POLICY_UNPACKED, FileError
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.lab.arena.entrants import entrant_of
from munchkin_env.lab.protocol import evaluate_agent
from munchkin_env.observe.layout import SIZE
from munchkin_env.players.agents import AgentError, load_agent
from munchkin_env.players.agents.onnx_parts import names_files
from munchkin_env.players.protocol import Info
from munchkin_env.tasks import Task

QUICK = Task("mini", 1, "Short.", 2, ("mini.json",), {"win_level": 3, "max_rounds": 2, "trade_budget": 0})
INFO: Info = {"seat": 0, "num_players": 2, "decision": "", "game": 0}
FLOAT, INT64, BOOL = 1, 7, 9
RNG = np.random.default_rng(1)
WEIGHTS = RNG.normal(size=(SIZE, N_ACTIONS)).astype(np.float32)
ONE = RNG.integers(0, 2, SIZE).astype(np.float32)
Dim = int | str


@pytest.fixture
def runtime() -> None:
    pytest.importorskip("onnxruntime", reason="needs the extra onnx")


# ------------------------------------------------------------------------------------- files, as protobuf has them


def varint(value: int) -> bytes:
    low, rest = value & 127, value >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def tensor(name: str, array: Any, more: bytes = b"") -> bytes:
    dims = b"".join(field(1, n) for n in array.shape)
    return dims + field(2, FLOAT if array.dtype == np.float32 else INT64) + field(8, name) + field(9, array.tobytes()) + more


def value(name: str, kind: int, shape: Sequence[Dim]) -> bytes:
    dims = b"".join(field(1, field(1 if isinstance(one, int) else 2, one)) for one in shape)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dims)))


def node(op: str, inputs: Sequence[str], output: str, more: bytes = b"") -> bytes:
    return b"".join(field(1, one) for one in inputs) + field(2, output) + field(4, op) + more


def model(nodes: Sequence[bytes], weights: Sequence[bytes], inputs: Sequence[bytes], outputs: Sequence[bytes]) -> bytes:
    parts = [(1, nodes), (5, weights), (11, inputs), (12, outputs)]
    graph = b"".join(field(number, one) for number, several in parts for one in several) + field(2, "g")
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 17))


def network(
    weights: Any = WEIGHTS,
    seen: tuple[int, Sequence[Dim]] = (FLOAT, ("n", SIZE)),
    scores: tuple[int, Sequence[Dim]] = (FLOAT, ("n", "actions")),
    outputs: Sequence[str] = ("y",),
    more: Sequence[bytes] = (),
    of_weights: bytes = b"",
) -> bytes:
    """The observation times a matrix, in each of the outputs. more: inputs. of_weights: further fields of their tensor."""
    nodes = [node("MatMul", ["x", "w"], name) for name in outputs]
    return model(nodes, [tensor("w", weights, of_weights)], [value("x", *seen), *more], [value(name, *scores) for name in outputs])


def masked(kind: int) -> bytes:
    """The scores of actions that the mask forbids are far below the others."""
    if kind == BOOL:
        nodes = [node("MatMul", ["x", "w"], "s"), node("Where", ["m", "s", "low"], "y")]
        low = tensor("low", np.array(-1e9, np.float32))
    else:
        nodes = [node("MatMul", ["x", "w"], "s"), node("Log", ["m"], "l"), node("Add", ["s", "l"], "y")]
        low = tensor("low", np.array(0, np.float32))
    inputs = [value("x", FLOAT, ("n", SIZE)), value("m", kind, ("n", N_ACTIONS))]
    return model(nodes, [tensor("w", WEIGHTS), low], inputs, [value("y", FLOAT, ("n", N_ACTIONS))])


def changed_by(op: str, inputs: Sequence[str], more: bytes = b"") -> bytes:
    """The network, with that before it."""
    nodes = [node(op, inputs, "r", more), node("MatMul", ["r", "w"], "y")]
    return model(nodes, [tensor("w", WEIGHTS)], [value("x", FLOAT, ("n", SIZE))], [value("y", FLOAT, ("rows", N_ACTIONS))])


def rooted() -> bytes:
    """Not a number where the observation is below 0."""
    return changed_by("Sqrt", ["x"])


def doubled() -> bytes:
    """Two rows of scores for each observation."""
    return changed_by("Concat", ["x", "x"], field(5, field(1, "axis") + field(3, 0) + field(20, 2)))


def saved(folder: Path, data: bytes, name: str = "net.onnx") -> str:
    (folder / name).write_bytes(data)
    return f"onnx:{folder / name}"


def some_masks(n: int) -> Any:
    found = RNG.random((n, N_ACTIONS)) < 0.05
    found[:, 3] = True
    return found


# ----------------------------------------------------------------------------------------------------- what plays


@pytest.mark.usefixtures("runtime")
@pytest.mark.parametrize(
    "data",
    [network(), network(seen=(FLOAT, (1, SIZE))), network(outputs=("value", "logits")), masked(BOOL), masked(FLOAT)],
    ids=["dynamic", "batch of one", "logits among others", "bool mask", "float mask"],
)
def test_it_takes_the_best_legal_action(tmp_path: Path, data: bytes) -> None:
    agent: Any = load_agent(saved(tmp_path, data))
    seen, masks = RNG.integers(0, 2, (6, SIZE)).astype(np.float32), some_masks(6)
    for one in (seen, masks):
        one.flags.writeable = False
    expected = np.where(masks, seen @ WEIGHTS, -np.inf).argmax(axis=1)
    assert agent.name == "net" and np.array_equal(agent.act_many(seen, masks, [INFO] * 6), expected)
    assert [agent.act(*shown, INFO) for shown in zip(seen, masks, strict=True)] == expected.tolist()


@pytest.mark.usefixtures("runtime")
def test_of_equal_scores_the_first_counts_also_where_all_are_the_lowest(tmp_path: Path) -> None:
    mask = np.zeros(N_ACTIONS, np.bool_)
    mask[[7, 9]] = True
    for number in (0.0, -3e38):  # many of the lowest numbers are minus infinity
        agent = load_agent(saved(tmp_path, network(np.full_like(WEIGHTS, number))))
        assert agent.act(np.ones(SIZE, np.float32), mask, INFO) == 7


@pytest.mark.slow
@pytest.mark.usefixtures("runtime")
def test_it_plays_in_evaluations_in_a_process_of_its_own(tmp_path: Path) -> None:
    spec = saved(tmp_path, network())
    found = evaluate_agent(spec, QUICK, "munchkin-fast-1", 1, luck=False)
    assert (found.agent, found.spec, found.games, found.forfeits) == ("net", "net.onnx", 4, 0)
    entrant = entrant_of(spec)
    assert entrant.apart and entrant.many and entrant.fingerprint == found.fingerprint
    assert entrant_of(saved(tmp_path, network(-WEIGHTS))).fingerprint != found.fingerprint


# --------------------------------------------------------------------------------------------------- what does not

NOT_A_NUMBER = np.full_like(WEIGHTS, np.nan)
REFUSED = {
    "other observation": (network(WEIGHTS[:7], (FLOAT, ("n", 7))), r"'x' is 'tensor\(float\)' of shape \['n', 7\]; allowed: "),
    "large batch": (network(seen=(FLOAT, (32, SIZE))), r"\[32, "),
    "without batch": (network(seen=(FLOAT, (SIZE,))), "input 'x'"),
    "other type": (network(WEIGHTS.astype(np.int64), (INT64, ("n", SIZE)), (INT64, ("n", N_ACTIONS))), r"tensor\(int64\)"),
    "other mask": (network(more=[value("m", INT64, ("n", N_ACTIONS))]), "input 'm'"),
    "short mask": (network(more=[value("m", BOOL, ("n", 5))]), "input 'm'"),
    "three inputs": (network(more=[value(name, BOOL, ("n", N_ACTIONS)) for name in "mn"]), "it has 3 inputs"),
    "two outputs": (network(outputs=("y", "z")), "2 outputs, none of them called logits"),
    "other actions": (network(WEIGHTS[:, :5], scores=(FLOAT, ("n", 5))), "output 'y'"),
    "two rows for one": (doubled(), r"scores of shape \(2, "),
    "not a number": (network(NOT_A_NUMBER), "a score that is not a number"),
    "unknown op": (model([node("Magic", ["x"], "y")], [], [value("x", FLOAT, ("n", SIZE))], [value("y", FLOAT, ("n", 1))]), "Magic"),
    "fails": (network(WEIGHTS[:7], (FLOAT, ("n", "size"))), "ONNX Runtime failed"),
    "empty": (b"", "not an ONNX file"),
    "text": (b"not what it says", "not an ONNX file"),
    "a zip file": (b"PK\x05\x06" + bytes(18), "not an ONNX file"),
    "truncated": (network()[:-1000], "truncated"),
    "another file": (network(of_weights=field(14, 1)), r"weights in another file; save all in one"),
}


@pytest.mark.usefixtures("runtime")
@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_play_is_refused(tmp_path: Path, what: str) -> None:
    data, says = REFUSED[what]
    with pytest.raises(AgentError, match=says) as refused:
        load_agent(saved(tmp_path, data))
    assert "net.onnx" in str(refused.value) and len(str(refused.value)) < 1000


@pytest.mark.usefixtures("runtime")
def test_files_that_are_not_there_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="no such file"):
        load_agent("onnx:nowhere.onnx")
    with (tmp_path / "large.onnx").open("wb") as file:
        file.truncate(POLICY_UNPACKED + 1)
    with pytest.raises(AgentError, match="the limit for this kind of file"):
        load_agent(f"onnx:{tmp_path / 'large.onnx'}")
    with pytest.raises(AgentError, match="a folder"):
        load_agent("onnx:")
    with pytest.raises(AgentError, match="no such file"):
        evaluate_agent("onnx:nowhere.onnx", QUICK, "munchkin-fast-1", 1)


@pytest.mark.usefixtures("runtime")
def test_scores_that_are_no_numbers_in_a_game_are_an_error(tmp_path: Path) -> None:
    agent = load_agent(saved(tmp_path, rooted()))
    mask = np.ones(N_ACTIONS, np.bool_)
    assert agent.act(ONE, mask, INFO) >= 0
    with pytest.raises(AgentError, match="the score of a legal action is not a number"):
        agent.act(-ONE, mask, INFO)


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(AgentError, match=r"pip install 'munchkin-env\[onnx\]'"):
        load_agent(saved(tmp_path, network()))


# ------------------------------------------------------------------------------------------------- hostile files

ELSEWHERE = field(14, 1)
SMALL = np.zeros(1, np.float32)


def in_graph(*parts: bytes) -> bytes:
    return field(7, b"".join(parts))


@pytest.mark.parametrize(
    "data",
    [
        in_graph(field(5, ELSEWHERE)),
        in_graph(field(15, field(1, ELSEWHERE))),
        in_graph(field(15, field(2, ELSEWHERE))),
        in_graph(field(1, field(5, field(5, ELSEWHERE)))),
        in_graph(field(1, field(5, field(10, b"") + field(10, ELSEWHERE)))),
        in_graph(field(1, field(5, field(6, field(5, ELSEWHERE))))),
        in_graph(field(1, field(5, field(11, field(5, ELSEWHERE))))),
        in_graph(field(1, field(5, field(22, field(1, ELSEWHERE))))),
        field(25, field(7, field(5, field(5, ELSEWHERE)))),
        field(20, field(1, field(5, ELSEWHERE))),
        in_graph(field(2, "g")) + in_graph(field(5, ELSEWHERE)),
        in_graph(field(5, tensor("w", SMALL, field(14, (1 << 32) + 1)))),
        in_graph(field(5, b"\xf0\x00\x01")),
        b"\xba\x80\x80\x80\x10" + varint(len(field(5, ELSEWHERE))) + field(5, ELSEWHERE),
    ],
)
def test_weights_in_other_files_are_found_wherever_they_are_named(data: bytes) -> None:
    """Also where numbers are written longer than they need to be, and where bits are lost beyond the 32nd."""
    assert names_files(data, Path("x"))


def test_whole_files_and_damaged_ones(tmp_path: Path) -> None:
    assert not any(names_files(data, tmp_path) for data in (network(), masked(BOOL), in_graph(field(5, field(14, 0))), b""))
    nested = b""
    for _ in range(60):
        nested = field(1, field(5, field(6, nested)))
    for data in (field(7, nested), b"\x3a\x05", b"\x3b", b"\xff" * 20, b"\x39\x00"):
        with pytest.raises(FileError, match="not an ONNX file"):
            names_files(data, tmp_path)


@pytest.mark.usefixtures("runtime")
def test_damaged_files_play_or_are_refused(tmp_path: Path) -> None:
    rng, good = random.Random(1), rooted()
    starts = [*range(200), *range(len(good) - 400, len(good))]
    for _ in range(60):
        data = bytearray(good)
        for at in rng.choices(starts, k=rng.choice((1, 3))):
            data[at] = rng.choice((0, 1, data[at] ^ 1 << rng.randrange(8), 255))
        with suppress(AgentError):
            load_agent(saved(tmp_path, bytes(data)))
