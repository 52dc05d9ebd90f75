"""A trained player: his network in plain numpy, and the files it is kept in. To play with one, torch is not needed.

    policy = load_policy("trained")                      # the one that comes with munchkin_env, or the path of a file
    actions = policy.act_many(games.observations, games.masks)

A file is a .npz of arrays with a header, the JSON text `header`, which names what the network was trained on: an observation that has
moved since would be read wrongly without any sign of it. A checkpoint of experiments/train.py (a .zip of Stable-Baselines3) has the same.
"""

import io
import json
import pickle
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.features import BASE
from munchkin_env.cards.loader import load
from munchkin_env.engine.actions import DROP, HAND, N_ACTIONS, POOL, USE
from munchkin_env.game import stamp
from munchkin_env.observe.layout import OBSERVATION_VERSION, OTHERS, PLACES, SIZE, offsets

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


class Slots:
    """Cards as embeddings, a trunk over everything, logits of slots from their embeddings. experiments/network.py is the same in torch."""

    def __init__(self, arrays: Arrays, shape: Mapping[str, Any]) -> None:
        self.a = arrays
        self.types = int(shape["types"])
        self.bags = Bags(self.types, int(shape["opponents"]))
        self.digits = {place: id_columns(place) for place in POINTERS}
        self.extras = {place: extra_columns(place) for place in POINTERS}

    def trunk(self, x: Floats) -> tuple[Floats, dict[str, Floats]]:
        parts, embedded = [x[:, self.a["columns"]]], {}
        for place in POINTERS:
            ids = self.known(card_ids(np.stack([x[:, self.digits[place][0]], x[:, self.digits[place][1]]])))
            slots = self.a[f"{place}.table"][ids] + x[:, self.extras[place]] @ self.a[f"{place}.extra"]
            embedded[place] = relu(slots) * (ids > 0)[:, :, None]
            parts.append(embedded[place].sum(axis=1))
        rows = self.rows(x)
        parts.append(np.add.reduceat(self.a["bags.table"][rows], self.bags.starts, axis=1).reshape(len(x), -1))
        return relu(np.concatenate(parts, axis=1) @ self.a["first.weight"].T + self.a["first.bias"]), embedded

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
        logits = h @ self.a["actions.weight"].T + self.a["actions.bias"]
        for place, heads in POINTERS.items():
            for head, action in heads:
                asks = h @ self.a[f"{head}.asks.weight"].T + self.a[f"{head}.asks.bias"]
                meets = relu(embedded[place] @ self.a[f"{head}.shows.weight"].T + asks[:, None, :])
                logits[:, action : action + meets.shape[1]] += meets @ self.a[f"{head}.points.weight"][0]
        return logits

    def values(self, x: Floats) -> Floats:
        hidden = self.layer(self.trunk(x)[0], "worth")
        return (hidden @ self.a["value.weight"].T + self.a["value.bias"])[:, 0]

    def layer(self, x: Floats, name: str) -> Floats:
        return relu(x @ self.a[f"{name}.weight"].T + self.a[f"{name}.bias"])


class Flat:
    """Layers over the vector as it is."""

    def __init__(self, arrays: Arrays, shape: Mapping[str, Any]) -> None:
        self.a, self.layers = arrays, int(shape["layers"])

    def trunk(self, x: Floats) -> Floats:
        x = x[:, self.a["columns"]]
        for k in range(self.layers):
            x = relu(x @ self.a[f"layers.{k}.weight"].T + self.a[f"layers.{k}.bias"])
        return x

    def logits(self, x: Floats) -> Floats:
        return self.trunk(x) @ self.a["actions.weight"].T + self.a["actions.bias"]

    def values(self, x: Floats) -> Floats:
        return (self.trunk(x) @ self.a["value.weight"].T + self.a["value.bias"])[:, 0]


NETWORKS: dict[str, Callable[[Arrays, Mapping[str, Any]], Slots | Flat]] = {"slots": Slots, "flat": Flat}


class Policy:
    """A network that plays."""

    def __init__(self, arrays: Arrays, about: Mapping[str, Any]) -> None:
        """The arrays and the header of a file. Raises PolicyError if they do not fit together."""
        self.about = dict(about)
        check_about(self.about)
        shape = self.about["network"]
        network = NETWORKS[shape["kind"]]
        self.arrays = {name: a.astype(np.float32) if a.dtype.kind == "f" else a.astype(np.int64) for name, a in arrays.items()}
        if not all(np.isfinite(array).all() for array in self.arrays.values()):
            raise PolicyError("the policy is damaged: a weight is not a finite number")
        try:
            self.network = network(self.arrays, shape)
            self.logits(np.zeros((1, SIZE), np.float32)), self.values(np.zeros((1, SIZE), np.float32))
        except (KeyError, ValueError, IndexError) as error:
            raise PolicyError(f"the policy is damaged: its arrays are not those of a network {shape['kind']!r} ({error})") from error

    def logits(self, observations: Floats) -> Floats:
        """[N, N_ACTIONS], of legal and illegal actions alike."""
        return self.network.logits(_checked(observations))

    def values(self, observations: Floats) -> Floats:
        """[N]: what each position seems worth to the one who sees it, in rewards."""
        return self.network.values(_checked(observations))

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
        logits = np.where(masks, self.logits(observations), ILLEGAL)
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
        partial = Path(path).with_suffix(".part")
        partial.write_bytes(buffer.getvalue())
        partial.replace(path)


def _checked(observations: Floats) -> Floats:
    x = np.asarray(observations, np.float32)
    if x.ndim != 2 or x.shape[1] != SIZE:
        raise ValueError(f"observations of {x.shape}: rows of {SIZE} numbers are needed (the vector, not the compact form)")
    return x


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
                f"the policy was trained with another {what}: {about.get(key)!r}; here it is {ours!r}. It must be trained anew"
            )
    if not isinstance(about.get("network"), dict):
        raise PolicyError("the policy is damaged: its header does not describe a network")
    kind = about["network"].get("kind")
    if kind not in NETWORKS:
        raise PolicyError(f"the policy has a network of the kind {kind!r}; there are {', '.join(map(repr, NETWORKS))}")
    sets = about.get("sets")
    if not isinstance(sets, list) or not sets or not all(isinstance(name, str) for name in sets):
        raise PolicyError(f"the policy is damaged: its header says that it learnt the sets {sets!r}")


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
    try:
        if path.suffix == ".zip":
            arrays, about = _from_checkpoint(path)
        elif path.suffix == ".npz":
            arrays, about = _from_npz(path)
        else:
            raise PolicyError(f"{path}: a policy is a .npz file or a checkpoint of experiments/train.py, a .zip")
        return Policy(arrays, about)
    except FileNotFoundError:
        raise PolicyError(f"{path}: there is no such file") from None
    except PolicyError as error:
        raise PolicyError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from error
    except (OSError, EOFError, zipfile.BadZipFile, json.JSONDecodeError, UnicodeDecodeError) as error:
        raise PolicyError(f"{path}: it cannot be read ({error})") from error


def _from_npz(path: Path) -> tuple[Arrays, dict[str, Any]]:
    data = io.BytesIO(path.read_bytes())
    try:
        with np.load(data, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (ValueError, AttributeError) as error:  # what numpy says of a file that is none of its own, or has objects in it
        raise PolicyError(f"{path}: this is no .npz file of numbers: it was damaged, or is of another kind") from error
    if "header" not in arrays:
        raise PolicyError(f"{path}: it has no header; a policy is written by Policy.save")
    return arrays, _header(str(arrays.pop("header")))


def _header(text: str) -> dict[str, Any]:
    about = json.loads(text)
    if not isinstance(about, dict):
        raise PolicyError("its header is damaged")
    return about


def _from_checkpoint(path: Path) -> tuple[Arrays, dict[str, Any]]:
    """Nothing but numbers is read from it: what Stable-Baselines3 pickles beside them could run code."""
    with zipfile.ZipFile(path) as file:
        if HEADER not in file.namelist() or "policy.pth" not in file.namelist():
            raise PolicyError(f"{path}: this is no checkpoint of experiments/train.py: {HEADER} or policy.pth is missing in it")
        about = _header(file.read(HEADER).decode())
        check_about(about)
        weights = file.read("policy.pth")
    if not zipfile.is_zipfile(io.BytesIO(weights)):  # the format of before torch 1.6, which is nothing but a pickle
        raise PolicyError(f"{path}: its weights cannot be read (they are not in the format of torch)")
    try:
        import torch
    except ImportError as error:
        raise PolicyError(
            f"{path}: a checkpoint can only be read with torch: pip install 'munchkin_env[sb3]', or save it as .npz"
        ) from error
    try:
        state = torch.load(io.BytesIO(weights), map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, OSError) as error:
        raise PolicyError(f"{path}: its weights cannot be read ({error})") from error
    return {name.removeprefix("net."): tensor.numpy() for name, tensor in state.items() if name.startswith("net.")}, about


assert set(PER_OPPONENT + IN_ORDER) <= set(SUMMED) and OTHERS * _SHOWN["their_tables"].shown == id_columns("their_tables").shape[1]
