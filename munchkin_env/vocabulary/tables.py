"""The tables that card data become: one `Tables` record, the first argument of every kernel.

Cards are data: editing a card needs no recompilation.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from munchkin_env.core.record import Array, Record, f32, i8, i16, i32, i64, many, u8

# Room for all four sets at once (743 physical cards, 653 different), and for user-defined ones.
MAX_CARDS, MAX_TYPES, MAX_EFFECTS, MAX_OPS = 768, 704, 1536, 4096
MAX_CONDITIONS, MAX_ATOMS, MAX_FILTERS, MAX_TRAITS, MAX_TAGS = 512, 2048, 192, 62, 31
MAX_TESTS = 62  # of one condition: their results are bits of one number
MAX_DOORS, MAX_TREASURES = 420, 348
FEATURES_KEPT = 48  # floats per card type


class CardType(Record):
    """One card type. Cards are its physical copies; each refers to its type."""

    kind: int = i8()  # CardKind
    deck: int = i8()  # Deck
    level: int = i8()  # monsters, and Steeds when they are fought; also the next two and the tags
    treasures: int = i8()
    levels: int = i8()  # gained for killing it
    rank: int = i8()  # proficiencies
    dual_of: int = i8()  # the CardKind that a dual card doubles
    bonus: int = i8()  # printed combat bonus
    slot: int = i8()  # Slot
    big: int = i8()
    complex: int = i8()
    is_item: int = i8()  # 1: it is an Item (has a gold value, ITEM-01)
    gold: int = i16()
    sex: int = i8()  # of a companion, otherwise NONE
    trait: int = i8()  # the bit set while it is in play, otherwise NONE
    persistent: int = i8()  # a Curse that stays on the table until its marker ends
    lifts: int = i8()  # Lift bits for what it is attached to, or carries
    carries: int = i8()  # the number of Items (carry_item)
    usable_by: int = i16()  # condition, or NONE
    not_usable_by: int = i16()
    tags: int = i32()  # bit per tag
    triggers: int = i32()  # bit per Trigger
    plays: int = i32()  # When bits of all its on_play effects
    powers: int = i32()  # When bits of all its on_activate effects
    standing: int = i64()  # bit per Op that holds while it is in play, equipped or fought
    effects: int = i16()  # its effects are effects..effects_end - 1
    effects_end: int = i16()


class Effect(Record):
    """One effect of a card: when, by whom, at what cost, and its program."""

    type: int = i16()  # the card type that carries it; of a Steed, monster triggers apply when it is fought
    trigger: int = i8()
    by: int = i8()
    when: int = i32()  # When bits
    requires: int = i16()  # condition, or NONE
    name: int = i16()  # index of the ability's name, or NONE
    optional: int = i8()
    carried: int = i8()  # works while merely carried
    target: int = i8()  # Of
    targets: int = i8()  # maximum number of targets
    target_requires: int = i16()
    cost_zone: int = i8()  # Zone, or NONE: costs no cards
    cost_amount: int = i16()  # or ALL
    cost_filter: int = i16()
    cost_at_least: int = i8()
    cost_same_deck: int = i8()
    cost_this: int = i8()  # discards the card itself
    times: int = i8()  # maximum uses per `per`; 0: unlimited
    per: int = i8()  # Per
    may_win: int = i8()  # contains a gain_level that may win: check for winners afterwards
    needs: int = i16()  # what must exist for it to be offered: Needs bits
    ops: int = i16()  # its program is ops..ops_end - 1
    ops_end: int = i16()


class OpRow(Record):
    """One op. Every parameter has its own field; unused ones are NONE or 0."""

    op: int = i8()
    who: int = i8()  # Who; for transfer: from whom
    # Who receives (look_hand: whose hand), or Which monster; auto_escape: HELPER if the user decides for the helper; EACH: whom the
    # group is relative to
    to: int = i8()
    # Side, Cannot, Ignore, Capacity, Cancel, Flee, Phase, SexOf, CardKind (attach: bits 1 << kind), faces (bits 1 << face), Source, Reward,
    # Forfeit; discard: 1 if it kills
    what: int = i32()
    # Also the Level of set_level, level_floor, win_level; factor; hands of combine; name of the ability of cannot; bonus of attach.
    amount: int = i16()  # 1 where an op takes none, so that sums of standing rows count them
    cap: int = i16()  # maximum, or how many to keep, or max_level (all 0: none); items of sell_value; run of attach
    cond: int = i16()  # `requires` of a standing op; cond of TEST; vs of monster_mod; to_requires of transfer
    per: int = i16()  # condition that is counted: HAS_KIND the cards of that kind, of_fighters the fighters
    filter: int = i16()
    zone: int = i8()
    chooser: int = i8()
    pick: int = i8()  # Pick
    into: int = i8()  # Into: of a transfer, a discard or a search
    order: int = i8()
    need: int = i8()  # Need
    gold: int = i16()  # minimum total worth of the chosen cards; or PAID
    deck: int = i8()
    face: int = i8()  # Face
    until: int = i8()  # Until
    treasures: int = i8()  # change of Treasures, or Pays
    covers: int = i8()  # what it takes is certain to cover Headgear (Until.HEADGEAR_LOSS)
    # may_win, kill, must_win, overrides, refusable, value_as, grant (1) or skip (0), Mode, Scope, Lift; PICK_PLAYER: must have such a card
    flag: int = i8()
    tags: int = i32()  # tags added or combined
    jump: int = i16()


class Condition(Record):
    """Its atoms are start..end - 1, in postfix order."""

    start: int = i16()
    end: int = i16()


class AtomRow(Record):
    atom: int = i8()
    of_fighters: int = i8()  # 1: some munchkin in the fight satisfies it
    drawback: int = i8()  # 1: a lone Class or Race under Super Munchkin or Half-Breed does not count (ORIG-08)
    companions: int = i8()  # 1: SEX also covers the player's companions (SIDE-08)
    a: int = i32()


class Tables(Record):
    """Everything the kernels know about the chosen cards."""

    cards: int = i16()  # physical cards 0..cards - 1, Doors first
    doors: int = i16()  # cards 0..doors - 1 are Doors, Treasures follow
    houses: int = i16()  # the last cards are Houses
    types: int = i16()
    answers: int = i8()  # 1: some card answers a card just played
    trouble_pays: int = i8()  # 1: the sheets of these sets draw the faster Treasure when looking for trouble, 0: when looting (VAR-02)
    sheet: int = i8()  # Sheet bits of all sets
    class_traits: int = i64()  # the trait bits that are Classes
    race_traits: int = i64()
    role_traits: int = i64()
    type_of: npt.NDArray[np.int16] = i16(MAX_CARDS)  # card -> card type
    sub_deck: npt.NDArray[np.uint8] = u8(MAX_CARDS)  # card -> SubDeck
    type: Sequence[CardType] = many(CardType, MAX_TYPES)
    effect: Sequence[Effect] = many(Effect, MAX_EFFECTS)
    op: Sequence[OpRow] = many(OpRow, MAX_OPS)
    condition: Sequence[Condition] = many(Condition, MAX_CONDITIONS)
    atom: Sequence[AtomRow] = many(AtomRow, MAX_ATOMS)
    matches: npt.NDArray[np.uint8] = u8(MAX_FILTERS, MAX_TYPES)  # [filter, card type] -> 1
    features: Array[Array[float]] = f32(MAX_TYPES + 1, FEATURES_KEPT)  # [card type + 1], for observations (features.py)
