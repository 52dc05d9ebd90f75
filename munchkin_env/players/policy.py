"""A trained player: their network without torch, and the files it is kept in. To play with one, torch is not needed.

    policy = load_policy("trained")                      # the one that comes with munchkin_env, or the path of a file
    actions = policy.act_many(games.observations, games.masks)

A file is a .npz of arrays with a header, the JSON text `header`, which names what the network was trained on: an observation that has
moved since would be read wrongly without any sign of it. A checkpoint of experiments/train.py (a .zip of Stable-Baselines3) has the same.
"""

import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.features import BASE
from munchkin_env.cards.loader import load
from munchkin_env.core.files import (
    CHECKPOINT,
    MB,
    POLICY,
    POLICY_UNPACKED,
    Archive,
    FileError,
    MissingFile,
    opened,
    parse_json,
    short,
    write,
)
from munchkin_env.core.kernel import compiling
from munchkin_env.engine.state.actions import DROP, HAND, N_ACTIONS, POOL, USE
from munchkin_env.game.game import stamp
from munchkin_env.game.options import whole
from munchkin_env.observe.layout import OBSERVATION_VERSION, OTHERS, PLACES, SIZE, offsets
from munchkin_env.players.tensors import read_tensors
from munchkin_env.vocabulary.words import MAX_TYPES

from .affine import add_products, affine

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]
Arrays = dict[str, npt.NDArray[Any]]

FILE_VERSION = 1
HEADER = "munchkin.json"
"""The header's name in a checkpoint."""
SHIPPED = Path(__file__).parent / "policies" / "deluxe.npz"
TRAINED = "trained"
"""The name of the policy that comes with munchkin_env."""
ILLEGAL = np.float32(-1e9)
WIDEST = 1e8
"""Of a logit: whatever the weights are, a legal action is above an illegal one."""
LARGEST = 1e3
"""Of a weight. Trained ones stay below 10; much larger ones end in sums that are no numbers."""
HEADER_AT_MOST = MB
AT_ONCE = 64  # positions


class PolicyError(ValueError):
    """A file that is no policy which can play here."""


# ------------------------------------------------------------------------------------------------- what is read
#
# The networks read cards by what they are: the first two features of a slot name the card type. Slots that an action can name have an
# embedding each, and a logit is worked out from it ("pointers"); the cards of all other places are summed up per place.

_AT = offsets()
_SHOWN = {place.name: place for place in PLACES}
POINTERS = {"my_hand": (("hand", HAND),), "my_table": (("use", USE), ("drop", DROP)), "pool": (("pick", POOL),)}
"""Places with an embedding per slot: the heads that point at them, and the action of the first slot."""
EXTRAS: dict[str, tuple[str, ...]] = {"my_hand": ("my_hand_slots",), "my_table": ("my_table_slots", "my_bonuses"), "pool": ()}
"""Pieces that say more about each slot of those places."""
PER_OPPONENT = ("their_tables", "their_hands")
IN_ORDER = ("about", "top_discards")
"""Places in which each slot means something else."""
SUMMED = ("their_tables", "their_hands", "monsters", "played", "about", "lasting_cards", "top_discards")


def id_columns(place: str) -> Ids:
    """Where the two digits of the card types of a place stand: [2, slots]."""
    shown = _SHOWN[place]
    first = _AT[f"{place}_cards"] + shown.width * np.arange(shown.rows * shown.shown)
    return np.stack([first, first + 1])


def card_ids(digits: Any) -> Any:
    """Card type + 1, 0 for none, from the two digits on the first axis (as they stand in the vector). Numpy's or torch's."""
    return (BASE * BASE * digits[0] + BASE * digits[1]).round()


def extra_columns(place: str) -> Ids:
    """[slots, numbers]: what else is told about each slot."""
    slots = np.arange(_SHOWN[place].shown)[:, None]
    widths = {"my_hand_slots": 3, "my_table_slots": 3, "my_bonuses": 1}
    found = [_AT[piece] + widths[piece] * slots + np.arange(widths[piece]) for piece in EXTRAS[place]]
    return np.concatenate(found, axis=1) if found else np.zeros((len(slots), 0), np.int64)


def plain_columns() -> Ids:
    """Everything that is told neither as a card nor about a slot. The counts of discards are packed, and no use as numbers."""
    told = {"discards", "their_table_slots", *(piece for pieces in EXTRAS.values() for piece in pieces)}
    ends = dict(zip(_AT, [*list(_AT.values())[1:], SIZE], strict=True))
    names = [name for name in _AT if name not in told and not name.endswith("_cards")]
    return np.concatenate([np.arange(_AT[name], ends[name]) for name in names])


class Bags:
    """The places that are summed up, as rows of one table: which rows, for a batch of observations.

    A card of another's table has two rows, equipped or not; a slot that means something of its own has rows of its own.
    """

    def __init__(self, types: int, opponents: int) -> None:
        self.types = types
        columns, offset, bag, equipped = [], [], [], []
        self.rows = self.bags = 0
        for name in SUMMED:
            place, found = _SHOWN[name], id_columns(name)
            slots = np.arange(found.shape[1])
            if name in PER_OPPONENT:
                slots = slots[: opponents * place.shown]
            columns.append(found[:, slots])
            copies = len(slots) if name in IN_ORDER else 1
            offset.append(self.rows + types * (slots if name in IN_ORDER else 0 * slots))
            bag.append(self.bags + (slots // place.shown if name in PER_OPPONENT else 0 * slots))
            equipped.append(_AT["their_table_slots"] + 2 * slots if name == "their_tables" else np.full(len(slots), -1))
            self.rows += types * (2 if name == "their_tables" else copies)
            self.bags += opponents if name in PER_OPPONENT else 1
        self.columns, self.offset = np.concatenate(columns, 1), np.concatenate(offset)
        self.starts = np.flatnonzero(np.diff(np.concatenate(bag), prepend=-1))
        """The first slot of each bag; they lie together."""
        worn = np.concatenate(equipped)
        self.equipped_slots, self.equipped = np.flatnonzero(worn >= 0), worn[worn >= 0]


# ------------------------------------------------------------------------------------------------- the networks


def relu(x: Floats) -> Floats:
    return np.maximum(x, 0.0, out=x)


def flat(x: Floats) -> Floats:
    """The same numbers as rows; a view of what is contiguous, so it may be written to."""
    return x.reshape(math.prod(x.shape[:-1]), x.shape[-1])


def by_input(arrays: Arrays) -> Arrays:
    """The weights with a row per input, as affine() reads them; torch has a row per output."""
    ending = ".weight"
    return {name.removesuffix(ending): np.ascontiguousarray(array.T) for name, array in arrays.items() if name.endswith(ending)}


class Slots:
    """Cards as embeddings, a trunk over everything, logits of slots from their embeddings. experiments/network.py is the same in torch."""

    def __init__(self, arrays: Arrays, shape: Mapping[str, Any]) -> None:
        self.a, self.by_input = arrays, by_input(arrays)
        self.types = int(shape["types"])
        self.bags = Bags(self.types, int(shape["opponents"]))
        self.digits = {place: id_columns(place) for place in POINTERS}
        self.extras = {place: extra_columns(place) for place in POINTERS}

    def trunk(self, x: Floats) -> tuple[Floats, dict[str, Floats]]:
        parts, embedded = [x[:, self.a["columns"]]], {}
        for place in POINTERS:
            ids = self.known(card_ids(np.stack([x[:, self.digits[place][0]], x[:, self.digits[place][1]]])))
            slots = self.a[f"{place}.table"][ids]
            add_products(flat(x[:, self.extras[place]]), self.a[f"{place}.extra"], flat(slots))
            embedded[place] = relu(slots) * (ids > 0)[:, :, None]
            parts.append(embedded[place].sum(axis=1))
        rows = self.rows(x)
        summed = np.add.reduceat(self.a["bags.table"][rows], self.bags.starts, axis=1)
        parts.append(summed.reshape(len(x), math.prod(summed.shape[1:])))
        return self.layer(np.concatenate(parts, axis=1), "first"), embedded

    def known(self, ids: npt.NDArray[Any]) -> Ids:
        """Cards of sets that the network was not trained with are to it as no card."""
        whole = ids.astype(np.int64)
        return np.where(whole < self.types, whole, 0)

    def rows(self, x: Floats) -> Ids:
        bags = self.bags
        ids = self.known(card_ids(np.stack([x[:, bags.columns[0]], x[:, bags.columns[1]]])))
        ids[:, bags.equipped_slots] += self.types * (x[:, bags.equipped] > 0)
        return ids + bags.offset

    def logits(self, x: Floats) -> Floats:
        first, embedded = self.trunk(x)
        h = self.layer(first, "policy")
        logits = self.linear(h, "actions")
        for place, heads in POINTERS.items():
            for head, action in heads:
                meets = np.repeat(self.linear(h, f"{head}.asks")[:, None], embedded[place].shape[1], axis=1)
                add_products(flat(embedded[place]), self.by_input[f"{head}.shows"], flat(meets))
                points = np.zeros((*meets.shape[:2], 1), np.float32)
                add_products(flat(relu(meets)), self.by_input[f"{head}.points"], flat(points))
                logits[:, action : action + meets.shape[1]] += points[:, :, 0]
        return logits

    def values(self, x: Floats) -> Floats:
        return self.linear(self.layer(self.trunk(x)[0], "worth"), "value")[:, 0]

    def linear(self, x: Floats, name: str) -> Floats:
        return affine(x, self.by_input[name], self.a[f"{name}.bias"])

    def layer(self, x: Floats, name: str) -> Floats:
        return relu(self.linear(x, name))


class Flat:
    """Layers over the vector as it is."""

    def __init__(self, arrays: Arrays, shape: Mapping[str, Any]) -> None:
        self.a, self.by_input, self.layers = arrays, by_input(arrays), int(shape["layers"])

    def trunk(self, x: Floats) -> Floats:
        x = x[:, self.a["columns"]]
        for k in range(self.layers):
            x = relu(self.linear(x, f"layers.{k}"))
        return x

    def logits(self, x: Floats) -> Floats:
        return self.linear(self.trunk(x), "actions")

    def values(self, x: Floats) -> Floats:
        return self.linear(self.trunk(x), "value")[:, 0]

    def linear(self, x: Floats, name: str) -> Floats:
        return affine(x, self.by_input[name], self.a[f"{name}.bias"])


NETWORKS: dict[str, Callable[[Arrays, Mapping[str, Any]], Slots | Flat]] = {"slots": Slots, "flat": Flat}


class Policy:
    """A network that plays."""

    def __init__(self, arrays: Arrays, about: Mapping[str, Any]) -> None:
        """The arrays and the header of a file. Raises PolicyError if they do not fit together."""
        self.about = dict(about)
        check_about(self.about)
        shape = self.about["network"]
        check_arrays(arrays, shape)
        self.arrays = {name: a.astype(np.float32) if a.dtype.kind == "f" else a.astype(np.int64) for name, a in arrays.items()}
        self.network = NETWORKS[shape["kind"]](self.arrays, shape)
        with compiling("networks", "a moment"):
            self.logits(np.zeros((1, SIZE), np.float32))

    def logits(self, observations: Floats) -> Floats:
        """[N, N_ACTIONS], of legal and illegal actions alike. A position's are the same bits alone and beside others, on every machine."""
        return np.concatenate([self.network.logits(part) for part in _parts(observations)])

    def values(self, observations: Floats) -> Floats:
        """[N]: what each position seems worth to the one who sees it, in rewards."""
        return np.concatenate([self.network.values(part) for part in _parts(observations)])

    def act_many(
        self,
        observations: Floats,
        masks: npt.NDArray[Any],
        deterministic: bool = True,
        rng: np.random.Generator | None = None,
    ) -> Ids:
        """One legal action for each observation: the likeliest, or one by lot, as likely as the network holds it for good."""
        masks = np.asarray(masks, np.bool_)
        if masks.shape != (len(observations), N_ACTIONS) or not masks.any(axis=1).all():
            raise ValueError(
                f"masks of {masks.shape}: one row of {N_ACTIONS} per observation is needed, with at least one legal action each"
            )
        known = np.nan_to_num(self.logits(observations), nan=-WIDEST, posinf=WIDEST, neginf=-WIDEST)  # what no weights should give
        logits = np.where(masks, known.clip(-WIDEST, WIDEST), ILLEGAL)
        if not deterministic:
            if rng is None:
                raise ValueError("deterministic=False: rng=… is needed, a numpy Generator to draw with")
            logits += rng.gumbel(size=logits.shape).astype(np.float32)
        chosen: Ids = logits.argmax(axis=1)
        return chosen

    def save(self, path: str | Path, half: bool = True) -> None:
        """half: weights of 16 bits, which halves the file."""
        small = np.float16 if half else np.float32
        kept: Arrays = {name: array.astype(small) if array.dtype.kind == "f" else array for name, array in self.arrays.items()}
        kept["columns"] = self.arrays["columns"].astype(np.int16)
        buffer = io.BytesIO()
        np.savez_compressed(buffer, allow_pickle=False, header=np.array(json.dumps(self.about)), **kept)
        write(path, buffer.getvalue())


def _parts(observations: Floats) -> list[Floats]:
    """Few enough at once for what is worked out to stay in the processor's cache."""
    x = np.asarray(observations, np.float32)
    if x.ndim != 2 or x.shape[1] != SIZE:
        raise ValueError(f"observations of {x.shape}: rows of {SIZE} numbers are needed (the vector, not the compact form)")
    return np.split(x, range(AT_ONCE, len(x), AT_ONCE))


# ------------------------------------------------------------------------------------------------- headers and files


def new_about(sets: Sequence[str], players: int, network: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The header of a network that is trained here and now. more: steps, how it was trained."""
    now = stamp()
    return {
        "file": FILE_VERSION,
        "observation": OBSERVATION_VERSION,
        "layout": now["observation"],
        "actions": now["actions"],
        "sets": list(load(sets).sets),
        "cards": load(sets).hash,
        "players": players,
        "network": dict(network),
        **more,
    }


def check_about(about: Mapping[str, Any]) -> None:
    """Raises PolicyError if a policy with this header cannot play here."""
    now = stamp()
    needed = {
        "file": (FILE_VERSION, "kind of file"),
        "observation": (OBSERVATION_VERSION, "version of the observation"),
        "layout": (now["observation"], "layout of the observation"),
        "actions": (now["actions"], "table of actions"),
    }
    for key, (ours, what) in needed.items():
        if about.get(key) != ours:
            raise PolicyError(
                f"the policy was trained with another {what}: {short(about.get(key))}; here it is {ours!r}. It must be trained anew"
            )
    sets = about.get("sets")
    if not isinstance(sets, list) or not sets or not all(isinstance(name, str) for name in sets):
        raise PolicyError(f"the policy is damaged: its header says that it learnt the sets {short(sets)}")
    players = whole(about.get("players"))
    if players is None or not 2 <= players <= OTHERS + 1:
        raise PolicyError(f"the policy is damaged: its header says that it learnt with {short(about.get('players'))} players")
    if not isinstance(about.get("network"), dict):
        raise PolicyError("the policy is damaged: its header does not describe a network")
    check_network(about["network"])


_SHAPES: dict[str, dict[str, tuple[int, int]]] = {
    "slots": {
        "types": (1, MAX_TYPES + 1),
        "opponents": (1, OTHERS),
        "card": (1, 1024),
        "hidden": (2, 4096),
        "pointer": (1, 1024),
    },
    "flat": {"hidden": (1, 4096), "layers": (1, 16)},
}
"""The numbers that describe a network, and what they may be."""


def check_network(shape: Mapping[str, Any]) -> None:
    """Raises PolicyError if this describes no network."""
    kind = shape.get("kind")
    if not isinstance(kind, str) or kind not in NETWORKS:
        raise PolicyError(f"the policy has a network of the kind {short(kind)}; there are {', '.join(map(repr, NETWORKS))}")
    for name, (low, high) in _SHAPES[kind].items():
        number = whole(shape.get(name))
        if number is None or not low <= number <= high:
            raise PolicyError(
                f"the policy is damaged: a network {kind!r} with {name} = {short(shape.get(name))}; allowed are {low} to {high}"
            )


def shapes(shape: Mapping[str, Any], columns: int) -> dict[str, tuple[int, ...]]:
    """Of all arrays of a network, which reads so many plain numbers."""
    hidden = int(shape["hidden"])
    found: dict[str, tuple[int, ...]] = {"columns": (columns,)}

    def layer(name: str, into: int, of: int, bias: bool = True) -> None:
        found[f"{name}.weight"] = (into, of)
        found.update({f"{name}.bias": (into,)} if bias else {})

    layer("actions", N_ACTIONS, hidden)
    if shape["kind"] == "flat":
        for k in range(int(shape["layers"])):
            layer(f"layers.{k}", hidden, hidden if k else columns)
        layer("value", 1, hidden)
        return found
    types, size, pointer = int(shape["types"]), int(shape["card"]), int(shape["pointer"])
    bags = Bags(types, int(shape["opponents"]))
    found["bags.table"] = (bags.rows, size)
    layer("first", hidden, columns + size * (len(POINTERS) + bags.bags))
    layer("policy", hidden, hidden)
    layer("worth", hidden // 2, hidden)
    layer("value", 1, hidden // 2)
    for place, heads in POINTERS.items():
        found[f"{place}.table"], found[f"{place}.extra"] = (types, size), (extra_columns(place).shape[1], size)
        for head, _ in heads:
            layer(f"{head}.asks", pointer, hidden)
            layer(f"{head}.shows", pointer, size, bias=False)
            layer(f"{head}.points", 1, pointer, bias=False)
    return found


def check_arrays(arrays: Mapping[str, npt.NDArray[Any]], shape: Mapping[str, Any]) -> None:
    """Raises PolicyError unless these are the arrays of this network: their names, shapes, types, and numbers that can be worked with."""
    columns = arrays.get("columns")
    if columns is None or columns.ndim != 1 or columns.dtype.kind not in "iu":
        raise PolicyError("the policy is damaged: its columns are no list of whole numbers")
    if not ((columns >= 0) & (columns < SIZE)).all() or not (columns[1:] > columns[:-1]).all():
        raise PolicyError(f"the policy is damaged: its columns are not numbers from 0 to {SIZE - 1}, each larger than the one before")
    needed = shapes(shape, len(columns))
    if strange := sorted(needed.keys() ^ arrays.keys()):
        raise PolicyError(f"the policy is damaged: a network {shape['kind']!r} has other arrays: {short(strange)} are missing, or too many")
    for name, array in arrays.items():
        if array.shape != needed[name]:
            raise PolicyError(f"the policy is damaged: its array {name!r} has the shape {array.shape}; {needed[name]} is needed")
        if name != "columns" and array.dtype.kind != "f":
            raise PolicyError(f"the policy is damaged: its array {name!r} is of {array.dtype}; real numbers are needed")
        if not np.isfinite(array).all():
            raise PolicyError(f"the policy is damaged: a weight in {name!r} is not a finite number")
        if name != "columns" and array.size and max(array.max(), -array.min()) > LARGEST:
            raise PolicyError(f"the policy is damaged: a weight in {name!r} is beyond {LARGEST:g}")


def check_sets(about: Mapping[str, Any], sets: Sequence[str | Path]) -> None:
    """Raises PolicyError if a policy with this header would read the cards of these sets wrongly.

    It knows cards by their numbers, which follow from the sets and their order. Sets that come after those it learnt move no number;
    their cards are to it as no card.
    """
    learnt, cards = list(about["sets"]), load(sets).sets
    if list(cards[: len(learnt)]) != learnt:
        raise PolicyError(
            f"the policy learnt {told_sets(learnt)}; with {told_sets(cards)} it would take one card for another. "
            "It plays the sets that it learnt, in that order, first (others may follow); for other sets one must be trained"
        )


def told_sets(sets: Sequence[str]) -> str:
    """As they are asked for at the command line."""
    return " ".join(f"--set {name}" for name in sets)


def load_policy(path: str | Path) -> Policy:
    """From a .npz, a checkpoint of experiments/train.py (.zip), or "trained", the one that comes with munchkin_env. Raises PolicyError."""
    path = SHIPPED if path == TRAINED else Path(path)
    if path.suffix not in READERS:
        raise PolicyError(f"{path}: a policy is a .npz file or a checkpoint of experiments/train.py, a .zip")
    try:
        with opened(path, POLICY if path.suffix == ".npz" else CHECKPOINT) as file:
            arrays, about = READERS[path.suffix](Archive(file, path))
        return Policy(arrays, about)
    except MissingFile:
        raise PolicyError(f"{path}: there is no such file") from None
    except FileError as error:
        raise PolicyError(f"{path}: it cannot be read: {str(error).removeprefix(f'{path}: ')}") from error
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def _from_npz(file: Archive) -> tuple[Arrays, dict[str, Any]]:
    if "header.npy" not in file.names():
        raise PolicyError("it has no header; a policy is written by Policy.save")
    arrays = file.arrays(POLICY_UNPACKED)
    header = arrays.pop("header")
    if header.dtype.kind != "U" or header.shape or header.nbytes > 4 * HEADER_AT_MOST:
        raise PolicyError("its header is damaged: it is no text")
    return arrays, _header(str(header), file)


def _header(text: str | bytes, file: Archive) -> dict[str, Any]:
    about = parse_json(text, f"{file.name}: its header")
    if not isinstance(about, dict):
        raise PolicyError("its header is damaged: it tells nothing")
    return about


def _from_checkpoint(file: Archive) -> tuple[Arrays, dict[str, Any]]:
    """Nothing but numbers is read from it: what Stable-Baselines3 pickles beside them could run code."""
    if not {HEADER, "policy.pth"} <= set(file.names()):
        raise PolicyError(f"this is no checkpoint of experiments/train.py: {HEADER} or policy.pth is missing in it")
    about = _header(file.read(HEADER, HEADER_AT_MOST), file)
    check_about(about)
    try:
        tensors = read_tensors(file.read("policy.pth", POLICY_UNPACKED), f"{file.name}: its weights", POLICY_UNPACKED)
    except ImportError as error:
        raise PolicyError("a checkpoint can only be read with torch: pip install 'munchkin_env[sb3]', or save it as .npz") from error
    if not isinstance(tensors, dict):
        raise PolicyError("its weights are damaged: they have no names")
    return {name.removeprefix("net."): array_of(tensor, name) for name, tensor in tensors.items() if _is_ours(name)}, about


def _is_ours(name: object) -> bool:
    return isinstance(name, str) and name.startswith("net.")


def array_of(tensor: Any, name: str) -> npt.NDArray[Any]:
    """The numbers of a tensor. A small file can describe one of any size that repeats a single number: that is none of ours."""
    import torch

    if not isinstance(tensor, torch.Tensor) or tensor.layout != torch.strided or tensor.device.type != "cpu" or tensor.is_quantized:
        raise PolicyError(f"the policy is damaged: {short(name)} is no tensor of numbers")
    if tensor.numel() * tensor.element_size() > tensor.untyped_storage().nbytes():
        raise PolicyError(f"the policy is damaged: {short(name)} does not hold all its numbers")
    try:
        found: npt.NDArray[Any] = tensor.detach().numpy()
    except (RuntimeError, TypeError) as error:
        raise PolicyError(f"the policy is damaged: {short(name)} is no tensor of numbers: {error}") from error
    return found


READERS: dict[str, Callable[[Archive], tuple[Arrays, dict[str, Any]]]] = {".npz": _from_npz, ".zip": _from_checkpoint}


assert set(PER_OPPONENT + IN_ORDER) <= set(SUMMED) and OTHERS * _SHOWN["their_tables"].shown == id_columns("their_tables").shape[1]
