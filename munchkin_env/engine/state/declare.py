"""How a file of the rules declares its decisions and automatic steps: the classes of DECISIONS and STEPS at its end.

    DECISIONS = (
        Decision("LOOT_BODY", 22, "which card to take from the body", legal=legal_loot, apply=apply_loot, moot=decider_is_dead,
                 registers=(Register("victim", within=SEAT),), lies_on=(Kind.LOOTING,)),
    )

`python -m munchkin_env.engine.generate` makes from all of them: the enum Kind (state/kinds.py), the names of the registers
(state/names.py), the dispatch (flow/dispatch.py), and the list of all (flow/declared.py), which everything reads that differs by kind:
texts, the checks of loaded games, the observation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, NamedTuple

from .records import MAX_MONSTERS, MAX_PILE

Kernel = Callable[..., Any]
"""A rule. Its parameters, by name, are some of t, g, mask (to fill) and action."""
Span = tuple[int, int | str]
"""A register's range, inclusive. A named maximum is a number of the game or its cards (sound/bounds.py)."""

SOMEBODY: Span = (1, "seats")
CARD: Span = (0, "card")
COUNT: Span = (-100, 1000)


class Register(NamedTuple):
    """A number of a frame, by the name that a kind gives it."""

    name: str
    on: str = ""
    """The number of the frame that holds it (Frame in state/records.py), if it has another name there. A name is always on the same one."""
    within: Span | None = None
    """None: what the number can hold at all, for instance because another kind has left it there."""
    says: str = ""
    at: tuple[str, int] | None = None
    """A part of it: the type (i8, i16), and the byte where it begins."""


PASSED = Register("passed", says="the seats that have passed since the last action")
RECEIVER = Register("answer", says="who gets it")
MONSTER_SLOT = Register("slot", within=(0, MAX_MONSTERS - 1))
DISCARDS_NOTED = (
    Register("doors_noted", "bits32", (0, MAX_PILE + 1), "discarded Doors before the price was paid, + 1; 0: no price", ("i16", 0)),
    Register("treasures_noted", "bits32", (0, MAX_PILE + 1), "the same of Treasures", ("i16", 2)),
)
PRICE = (Register("to_pay", "a", says="its price"), *DISCARDS_NOTED)


@dataclass(frozen=True)
class Decision:
    """A decision of a player."""

    name: str
    number: int
    """From 0 to 63. Never given again: saved games and the observation know a kind by it."""
    question: str
    """The decision as shown to the player: "you decide: what to sell"."""
    _: KW_ONLY
    legal: Kernel
    apply: Kernel
    moot: Kernel | None = None
    """True: the decision is moot, and nobody is asked any more."""
    ring: bool = False
    """Goes round the table, and ends when all have passed."""
    registers: Sequence[Register] = ()
    lies_on: Sequence[int] = ()
    """Kinds that may be below it; (): any."""
    put_by: Sequence[int] = ()
    """Ops of programs that put this question: a program below it stands at one of them."""
    stops_on: Sequence[int] | None = None
    """Kinds below it that need no answer: only there the player may stop. None: it has no such register."""
    of_fight: bool = False
    """Occurs only in fights."""
    concerns: str = ""
    """The register with the player whom it is about, for the observation; "below": whom the frame below is about."""
    says: str = ""
    tells: Mapping[str, str] = field(default_factory=dict)
    """What Game.view says about it: a word, and the register that holds it ("below.card": of the frame below)."""
    shows: str = ""
    """What it is a part of: "offer" (of help) or "trade"."""
    public: bool = False
    """Everybody sees what it tells and shows, not only the player who decides."""
    actions: Mapping[str, str] = field(default_factory=dict)
    """How actions read here, by Verb or by segment of the table of actions: {} is the card, player or number that the action names."""
    pool: str = ""
    """What actions of the pool name, if not the open cards: the table of the player in that register, or "discards"."""


@dataclass(frozen=True)
class Step:
    """An automatic step."""

    name: str
    number: int
    """From 64 to 255. Never given again."""
    _: KW_ONLY
    run: Kernel
    registers: Sequence[Register] = ()
    lies_on: Sequence[int] = ()
    of_fight: bool = False
    holds_card: bool = False
    """The card of its register `card` is on its way, and nowhere else."""
    op: int | None = None
    """Goes on with that op of a program, in register `pc`."""
    waits: bool = False
    """Is nothing without the answer: the question lies on it."""
    asks_seats: bool = False
    """A lone answer is given without a question, and a correction may come before it is used."""
    says: str = ""


Declaration = Decision | Step
