"""Evaluating a position with a network: logits of the legal actions, and the value."""

import numpy as np
import numpy.typing as npt

from munchkin_env.core.kernel import kernel
from munchkin_env.core.local import floats, shorts
from munchkin_env.core.types import Mask, Records
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.observe.layout import N_IDS

from .looking import read_ids
from .net import (
    EXTRA_COLUMNS,
    EXTRAS,
    HEAD_ACTION,
    HEAD_PLACE,
    LANES,
    LARGEST_CARD,
    MOST_LAYERS,
    MOST_ROWS,
    PLACE_IDS,
    PLACE_SLOTS,
    WIDEST,
    Branch,
    Floats,
    Net,
    NetKind,
    Part,
    Shorts,
)
from .sums import add, add_one, add_rows, clear, copy_row, dot, gather, rectify

LOGITS, VALUE = 1, 2
"""Bits: the requested outputs."""
ILLEGAL = -1e9
MOST = 1e8
"""Limit of logits: whatever the weights, a legal action ranks above an illegal one."""
ROWS, WIDE, _CARD, _ACTIONS = MOST_ROWS + 1, WIDEST + 1, LARGEST_CARD + 1, N_ACTIONS + 1
"""Room for gathered values, which may be written to one place beyond."""
_PLACES, HEADS = len(PLACE_IDS), len(HEAD_PLACE)


@kernel
def evaluate(net: Net, w: Floats, ids: Shorts, numbers: Floats, mask: Mask, wanted: int, logits: Floats) -> float:
    """Write the logits of the legal actions, ILLEGAL for the others, and return the value; outputs not requested are unchanged, or 0."""
    rows, values, y = shorts(ROWS), floats(ROWS), floats(WIDEST)
    n = first_layer(net, w, ids, numbers, rows, values, y)
    n = layers(net, w, Branch.TRUNK.value, n, rows, values, y)
    value = 0.0
    if wanted & VALUE and net.has_value:
        value = _worth(net, w, n, rows, values, y)
    if wanted & LOGITS:
        n = layers(net, w, Branch.POLICY.value, n, rows, values, y)
        write_logits(net, w, ids, numbers, mask, n, rows, values, y, logits)
    return value


@kernel
def padded(width: int) -> int:
    """Numbers from row to row, as in stride()."""
    return (width + LANES - 1) // LANES * LANES


# ------------------------------------------------------------------------------------------------------ the layers
#
# Between layers: y[:width], and in rows and values its n nonzero entries.


@kernel
def first_layer(net: Net, w: Floats, ids: Shorts, numbers: Floats, rows: Shorts, values: Floats, y: Floats) -> int:
    """Add only the rows of nonzero inputs. Returns how many entries of y are not 0."""
    n = 0
    for k in range(net.columns):
        value = numbers[net.column[k]]
        rows[n] = k
        values[n] = value
        n += 1 if value != 0.0 else 0
    if net.kind == NetKind.SLOTS:
        n = read_slots(net, w, ids, numbers, n, rows, values)
    step = padded(int(net.first))
    copy_row(w, int(net.at[Part.FIRST_BIAS]), step, y)
    add_rows(w, int(net.at[Part.FIRST]), step, rows, values, n, y)
    rectify(y, step)
    return gather(y, step, rows, values)


@kernel
def read_slots(net: Net, w: Floats, ids: Shorts, numbers: Floats, n: int, rows: Shorts, values: Floats) -> int:
    """The rows of cards, after those of plain numbers."""
    e, total = floats(LARGEST_CARD), floats(LARGEST_CARD)
    card = int(net.card)
    step = padded(card)
    for p in range(_PLACES):
        clear(total, step)
        for s in range(PLACE_SLOTS[p]):
            if embed(net, w, ids, numbers, p, s, e):
                add(e, step, total)
        for j in range(card):
            rows[n] = net.columns + p * card + j
            values[n] = total[j]
            n += 1 if total[j] != 0.0 else 0
    for k in range(net.slots):
        name = known(net, int(ids[net.slot_id[k]]))
        if net.slot_worn[k] >= 0 and numbers[net.slot_worn[k]] > 0.0:
            name += int(net.types)
        if name != 0:
            rows[n] = net.slot_row[k] + name
            values[n] = 1.0
            n += 1
    return n


@kernel
def known(net: Net, name: int) -> int:
    """A card of a set that the network was not trained on counts as no card."""
    return name if 0 <= name < net.types else 0


@kernel
def embed(net: Net, w: Floats, ids: Shorts, numbers: Floats, p: int, s: int, e: Floats) -> bool:
    """The embedding of slot s of place p; False: the slot is empty."""
    name = known(net, int(ids[PLACE_IDS[p] + s]))
    if name == 0:
        return False
    step = padded(int(net.card))
    copy_row(w, int(net.at[Part.TABLE + p]) + name * step, step, e)
    for k in range(EXTRAS[p]):
        value = numbers[EXTRA_COLUMNS[p, s, k]]
        if value != 0.0:
            at = int(net.at[Part.EXTRA + p]) + k * step
            add_one(w[at : at + step], value, e[:step])
    rectify(e, step)
    return True


@kernel
def layers(net: Net, w: Floats, branch: int, n: int, rows: Shorts, values: Floats, y: Floats) -> int:
    """All layers of a branch. Returns how many entries of y are not 0."""
    z = floats(WIDEST)
    before = width_before(net, branch)
    for k in range(net.layers[branch]):
        number = branch * MOST_LAYERS + k
        width = int(net.width[number])
        step = padded(width)
        copy_row(w, int(net.at[Part.LAYERS + 2 * number]), step, z)
        add_rows(w, int(net.at[Part.LAYERS + 2 * number + 1]), step, rows, values, n, z)
        rectify(z, step)
        if net.residual and width == before:
            add(z, step, y)
        else:
            copy_row(z, 0, step, y)
        n = gather(y, step, rows, values)
        before = width
    return n


@kernel
def width_before(net: Net, branch: int) -> int:
    """The input width of the first layer of a branch."""
    if branch == Branch.TRUNK or net.layers[Branch.TRUNK] == 0:
        return int(net.first)
    return int(net.width[Branch.TRUNK * MOST_LAYERS + net.layers[Branch.TRUNK] - 1])


@kernel
def width_after(net: Net, branch: int) -> int:
    if net.layers[branch] == 0:
        return width_before(net, branch)
    return int(net.width[branch * MOST_LAYERS + net.layers[branch] - 1])


# ------------------------------------------------------------------------------------------------------- the heads


@kernel
def _worth(net: Net, w: Floats, n: int, rows: Shorts, values: Floats, y: Floats) -> float:
    """The value; later layers may continue from y, rows and values."""
    my_rows, my_values, my_y = shorts(WIDE), floats(WIDE), floats(WIDEST)
    for j in range(n):
        my_rows[j] = rows[j]
        my_values[j] = values[j]
    copy_row(y, 0, padded(width_before(net, Branch.WORTH.value)), my_y)
    layers(net, w, Branch.WORTH.value, n, my_rows, my_values, my_y)
    return float(w[net.at[Part.VALUE_BIAS]]) + dot(my_y, w, int(net.at[Part.VALUE]), padded(width_after(net, Branch.WORTH.value)))


@kernel
def write_logits(
    net: Net, w: Floats, ids: Shorts, numbers: Floats, mask: Mask, n: int, rows: Shorts, values: Floats, y: Floats, logits: Floats
) -> None:
    legal = shorts(_ACTIONS)
    many = 0
    for action in range(N_ACTIONS):
        logits[action] = ILLEGAL
        legal[many] = action
        many += 1 if mask[action] else 0
    step = padded(width_after(net, Branch.POLICY.value))
    for k in range(many):
        action = int(legal[k])
        logits[action] = float(w[net.at[Part.ACTIONS_BIAS] + action]) + dot(y, w, int(net.at[Part.ACTIONS]) + action * step, step)
    if net.kind == NetKind.SLOTS:
        for head in range(HEADS):
            point(net, w, ids, numbers, legal, many, head, n, rows, values, logits)
    for k in range(many):
        logit = logits[legal[k]]
        logits[legal[k]] = min(logit, MOST) if logit > -MOST else -MOST  # no weights should lead to these


@kernel
def point(
    net: Net,
    w: Floats,
    ids: Shorts,
    numbers: Floats,
    legal: Shorts,
    many: int,
    head: int,
    n: int,
    rows: Shorts,
    values: Floats,
    logits: Floats,
) -> None:
    """What the cards in the slots of legal actions add to their logits."""
    place, first = HEAD_PLACE[head], HEAD_ACTION[head]
    asks, meets, e = floats(LARGEST_CARD), floats(LARGEST_CARD), floats(LARGEST_CARD)
    shown, shows = shorts(_CARD), floats(_CARD)
    step = padded(int(net.pointer))
    asked = False
    for k in range(many):
        s = int(legal[k]) - first
        if s < 0 or s >= PLACE_SLOTS[place]:
            continue
        if not asked:
            copy_row(w, int(net.at[Part.ASKS_BIAS + head]), step, asks)
            add_rows(w, int(net.at[Part.ASKS + head]), step, rows, values, n, asks)
            asked = True
        copy_row(asks, 0, step, meets)
        if embed(net, w, ids, numbers, place, s, e):
            add_rows(w, int(net.at[Part.SHOWS + head]), step, shown, shows, gather(e, padded(int(net.card)), shown, shows), meets)
        rectify(meets, step)
        logits[first + s] += np.float32(dot(meets, w, int(net.at[Part.POINTS + head]), step))


@kernel
def evaluate_rows(
    nets: Records,
    w: Floats,
    which: int,
    vectors: npt.NDArray[np.float32],
    masks: npt.NDArray[np.bool_],
    wanted: int,
    logits: npt.NDArray[np.float32],
    values: Floats,
) -> None:
    """For Python: the outputs of network `which` for each vector."""
    ids = shorts(N_IDS)
    net = nets[0].net[which]
    for i in range(len(vectors)):
        if net.kind == NetKind.SLOTS:
            read_ids(vectors[i], ids)
        values[i] = evaluate(net, w, ids, vectors[i], masks[i], wanted, logits[i])
