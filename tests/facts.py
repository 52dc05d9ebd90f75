"""Card facts and positions as the properties see them: read from the card files and the record, not through the engine's queries."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.cards.loader import CardSet
from munchkin_env.core.mode import COMPILED
from munchkin_env.core.record import view, views
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import CHANGED, EQUIPPED, Game, MonsterState
from munchkin_env.vocabulary.tables import Tables
from munchkin_env.vocabulary.words import CardKind, Op, Trigger

NOBODY = NONE = -1
FIGHTING, KILLED, GONE = MonsterState.FIGHTING.value, MonsterState.KILLED.value, MonsterState.GONE.value
ITEM_KINDS = (CardKind.ITEM, CardKind.ONE_SHOT, CardKind.STEED, CardKind.ITEM_ENHANCER)
IDENTITIES = (CardKind.CLASS, CardKind.RACE, CardKind.ROLE)
ABILITIES = (*IDENTITIES, CardKind.HOUSE, CardKind.PROFICIENCY)
KEPT_AT_DEATH = (*IDENTITIES, CardKind.DUAL, CardKind.CURSE, CardKind.HOUSE, CardKind.PROFICIENCY)


HOLDING = (
    Kind.FIGHT,
    Kind.OPEN_DOOR,
    Kind.CURSE,
    Kind.STRIKE,
    Kind.TAKE_ON,
    Kind.CHARITY_GIVE,
    Kind.PLAYED,
    Kind.JOIN_FIGHT,
    Kind.WORK_OR_KEEP,
)


class Facts:
    """What the file says about every physical card."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.tables: Any = view(Tables, cards.tables)
        self.total: int = self.tables.cards
        self.doors: int = self.tables.doors
        self.type_of: list[int] = [self.tables.type_of[c] for c in range(self.total)]
        infos = [cards.cards[t] for t in self.type_of]
        self.info = infos
        self.id = [info.id for info in infos]
        self.kind = [info.kind for info in infos]
        self.is_item = [info.kind in ITEM_KINDS for info in infos]
        self.slot = [info.slot for info in infos]
        self.big = [info.big for info in infos]
        self.gold = [info.gold for info in infos]
        self.data: list[Mapping[str, Any]] = [info.data for info in infos]
        self.bonus = [int(info.data.get("bonus", 0)) for info in infos]
        self.carries = [has_op(info.data, "carry_item") for info in infos]
        self.attaches = [has_op(info.data, "attach") and "ignore" in find_op(info.data, "attach") for info in infos]
        self.adds = [int(find_op(info.data, "attach").get("bonus", 0)) if has_op(info.data, "attach") else 0 for info in infos]
        sub_deck = [int(self.tables.sub_deck[c]) for c in range(self.total)]
        self.cards_of = [sum(1 for part in sub_deck if part & chosen) for chosen in range(8)]
        """The number of cards, by the chosen parts of the boxes."""
        self.houses = [c for c in range(self.total) if infos[c].kind == CardKind.HOUSE]
        self.fought: list[Mapping[str, Any]] = [info.data.get("as_monster", info.data) for info in infos]
        """What it is as a monster."""
        self.dual_of = [CardKind[info.data["of"].upper()] if info.kind == CardKind.DUAL else None for info in infos]
        self.rank = [int(info.data.get("rank", 0)) for info in infos]
        self.limited = [bool(info.data.get("usable_by") or info.data.get("not_usable_by")) for info in infos]
        self.doubles = [has_op(info.data, "sell_value") for info in infos]
        self.wins_when_played = {c for c in range(self.total) if any(e["on"] == "on_play" and "may_win" in str(e) for e in self.effects(c))}
        self.drawn_for_it = [sum(int(op["amount"]) for op in self.ops(c, "on_draw") if op["op"] == "draw") for c in range(self.total)]
        """Further cards that come with it when drawn (Hoard!)."""
        self.works_when_drawn = [any(e["on"] == "on_draw" and not e.get("optional") for e in self.effects(c)) for c in range(self.total)]
        self.levels_when_drawn = {c for c in range(self.total) if any(op["op"] == "gain_level" for op in self.ops(c, "on_draw"))}
        self.levels_when_played = [any(op["op"] == "gain_level" for op in self.ops(c, "on_play")) for c in range(self.total)]
        self.wins_when_drawn = {c for c in range(self.total) if any(e["on"] == "on_draw" and "may_win" in str(e) for e in self.effects(c))}

    def effects(self, card: int) -> Sequence[Mapping[str, Any]]:
        """Including those of a Steed that is fought: they have their own triggers."""
        found: Sequence[Mapping[str, Any]] = self.data[card].get("effects", ())
        return [*found, *self.data[card].get("as_monster", {}).get("effects", ())]

    def ops(self, card: int, on: str) -> Iterator[Mapping[str, Any]]:
        """The ops of its effects with that trigger; the condition of an effect becomes theirs."""
        for effect in self.effects(card):
            if effect["on"] == on:
                for op in effect["ops"]:
                    yield {"requires": effect["requires"], **op} if "requires" in effect else op


def has_op(data: Any, name: str) -> bool:
    if isinstance(data, Mapping):
        return data.get("op") == name or any(has_op(value, name) for value in data.values())
    return isinstance(data, list | tuple) and any(has_op(value, name) for value in data)


def find_op(data: Any, name: str) -> Mapping[str, Any]:
    """The first op of that name."""
    if isinstance(data, Mapping):
        if data.get("op") == name:
            return data
        data = list(data.values())
    for value in data if isinstance(data, list | tuple) else ():
        if has_op(value, name):
            return find_op(value, name)
    raise KeyError(name)


class Position:
    """A copy of a record, parsed once."""

    def __init__(self, facts: Facts, array: npt.NDArray[Any]) -> None:
        self.facts = facts
        self.array = copy_of(array)
        self.g: Any = Game.Structure.from_buffer(self.array.data)
        g = self.g
        self.n: int = g.n_players
        self.players = range(self.n)
        self.over: bool = g.over != 0
        self.depth: int = g.depth
        seats = [g.seat[p] for p in self.players]
        self.hand: list[list[int]] = [seat.hand[: seat.hand_n] for seat in seats]
        self.table: list[list[int]] = [seat.table[: seat.table_n] for seat in seats]
        self.host: list[list[int]] = [seat.host[: seat.table_n] for seat in seats]
        self.level: list[int] = [seat.level for seat in seats]
        self.dead: list[bool] = [seat.dead != 0 for seat in seats]
        self.owes: list[bool] = [seat.owes_deal != 0 for seat in seats]
        self.piles: list[list[int]] = [p.cards[: p.n] for p in (g.doors, g.treasures, g.door_discards, g.treasure_discards)]
        self.pool: list[int] = g.pool[: g.pool_n]
        self.mark: list[int] = g.mark[: facts.total]
        c = g.combat
        self.fight: bool = c.on != 0
        self.open: bool = self.fight and c.open != 0
        self.main: int = c.main
        self.helper: int = c.helper
        self.zone: list[int] = c.zone[: c.zone_n]
        self.top: Any = g.stack[self.depth - 1] if self.depth and not self.over else None
        self.actor: int = self.top.player if self.top is not None else NOBODY
        self.kind: int = self.top.kind if self.top is not None else NONE

    # --------------------------------------------------------------------------------------------- what lies where

    @cached_property
    def frames(self) -> list[Any]:
        return [self.g.stack[i] for i in range(self.depth)]

    @cached_property
    def kinds(self) -> set[int]:
        return {f.kind for f in self.frames}

    @cached_property
    def monsters(self) -> list[Any]:
        return [self.g.combat.monster[s] for s in range(self.g.combat.n)]

    @cached_property
    def markers(self) -> list[Any]:
        return [self.g.marker[i] for i in range(self.g.marker_n)]

    @cached_property
    def events(self) -> list[Any]:
        """The events of the step that led here."""
        return [self.g.event[i] for i in range(self.g.event_n)]

    @property
    def fighters(self) -> list[int]:
        return [p for p in (self.main, self.helper) if self.fight and p != NOBODY]

    @property
    def living(self) -> list[int]:
        return [p for p in self.players if not self.dead[p]]

    @cached_property
    def in_hands(self) -> set[int]:
        """Cards that frames of the stack hold: they are being resolved."""
        return {f.card for f in self.frames if f.card != NONE and self._holds(f)}

    def _holds(self, f: Any) -> bool:
        if f.kind in HOLDING:
            return True
        if f.kind in (Kind.TARGET_CHOSEN, Kind.SECOND_TARGET, Kind.PAY, Kind.USE_PAID):
            return bool(self.facts.tables.effect[f.effect].trigger == Trigger.ON_PLAY)
        return bool(f.kind == Kind.EFFECTS and f.disposal != 0)

    def everywhere(self) -> list[int]:
        """Every card, once per place where it is."""
        found = [card for group in (*self.hand, *self.table, *self.piles, self.pool, self.zone) for card in group]
        if self.fight and not self.g.combat.cleared:
            found += [m.card for s, m in enumerate(self.monsters) if m.root == s]
        houses = [card for card in self.facts.houses if not any(card in table for table in self.table)]
        return found + list(self.in_hands) + houses  # unclaimed ones are in the box

    def is_equipped(self, card: int) -> bool:
        return self.mark[card] & EQUIPPED != 0

    def equipped(self, player: int) -> set[int]:
        return {card for card in self.table[player] if self.mark[card] & EQUIPPED}

    def of_kind(self, player: int, kind: CardKind) -> list[int]:
        return [card for card in self.table[player] if self.facts.kind[card] == kind]

    def has(self, player: int, card_id: str) -> bool:
        return any(self.facts.id[card] == card_id for card in self.table[player])

    def lifted(self, player: int, card: int) -> bool:
        """Is the Item exempt from limits: by a card on it, or by the companion that carries it?"""
        host = self.host[player][self.table[player].index(card)]
        carried = host != NONE and self.facts.carries[host]
        return carried or any(h == card and self.facts.attaches[c] for c, h in zip(self.table[player], self.host[player], strict=True))

    def deck_cards(self) -> set[int]:
        return {card for pile in self.piles for card in pile}

    # ----------------------------------------------------------------------------------------------- conditions

    def meets(self, condition: Any, player: int, drawback: bool = False) -> bool:
        """A card file's condition on a character. As a drawback, a lone Class or Race under its double card does not count."""
        if isinstance(condition, Mapping):
            if "not" in condition:
                return not self.meets(condition["not"], player, drawback)
            word = "any" if "any" in condition else "all"
            parts = [self.meets(part, player, drawback) for part in condition[word]]
            return any(parts) if word == "any" else all(parts)
        if condition in ("no_helper", "is_helper"):
            return self.helper == NOBODY if condition == "no_helper" else self.fight and self.helper == player
        if condition == "no_class":
            return not self.of_kind(player, CardKind.CLASS)
        if condition == "highest_level":
            return all(self.level[player] >= self.level[p] for p in self.living)
        if condition.startswith("has:"):
            return self._has_kind(player, condition[4:])
        if condition.startswith("fight_tag:"):
            return any(m.state == FIGHTING and self._tagged(m, condition[10:]) for m in self.monsters)
        if condition.startswith("equipped_"):
            return self._wears(player, *condition[9:].split(":"))
        if condition == "changed_sex":
            return bool(self.g.seat[player].changed_sex)
        if condition.startswith("level"):
            limit = int(condition[7:])
            return self.level[player] <= limit if condition[5:7] == "<=" else self.level[player] >= limit
        sort, _, name = condition.partition(":")
        if sort == "sex":
            return bool(self.g.seat[player].sex == ("male", "female").index(name))
        return self._is_of(CardKind[sort.upper()], name, player, drawback)

    def _wears(self, player: int, sort: str, wanted: str) -> bool:
        info = self.facts.info
        return any(wanted in (info[c].tags if sort == "tag" else (info[c].slot.name.lower(),)) for c in self.equipped(player))

    def _has_kind(self, player: int, kind: str) -> bool:
        return any(kind == self.facts.kind[c].name.lower() or (kind == "item" and self.facts.is_item[c]) for c in self.table[player])

    def _tagged(self, m: Any, tag: str) -> bool:
        given = self.monsters[m.root].tags >> self.facts.cards.tags.index(tag) & 1
        return bool(given) or tag in self.facts.info[m.card].tags

    def _is_of(self, kind: CardKind, name: str, player: int, drawback: bool) -> bool:
        mine = self.of_kind(player, kind)
        if name == "human":
            return not mine
        doubled = any(self.facts.dual_of[card] == kind for card in self.table[player])
        if drawback and doubled and len(mine) == 1:
            return False
        return any(self.facts.id[card] == name for card in mine)

    def may_use(self, player: int, card: int) -> bool:
        """Is the player of the right kind for the Item (ITEM-05)?"""
        data = self.facts.data[card]
        if "usable_by" in data and not any(self.meets(one, player) for one in data["usable_by"]):
            return False
        return not any(self.meets(one, player, drawback=True) for one in data.get("not_usable_by", ()))

    def in_force(self, player: int, name: str) -> Iterator[Mapping[str, Any]]:
        """The ops of that name that hold because of the player's cards in play."""
        for card in self.table[player]:
            on = "while_in_play"
            if self.facts.is_item[card]:
                on = "while_equipped"
                if not (self.is_equipped(card) and (self.may_use(player, card) or self.lifted(player, card))):
                    continue
            yield from (op for op in self.facts.ops(card, on) if op["op"] == name and self.applies(op, player))

    def applies(self, op: Mapping[str, Any], player: int) -> bool:
        drawback = isinstance(op.get("amount"), int) and op["amount"] < 0
        return "requires" not in op or self.meets(op["requires"], player, drawback=drawback)

    def capacity(self, player: int, *sorts: str) -> int:
        """How many more of these kinds the player may have, together."""
        found = [op["amount"] for op in self.in_force(player, "capacity") if set(sorts).intersection(op["what"])]
        return sum(1000 if n == "any" else int(n) for n in found)

    def matches(self, wanted: Mapping[str, Any], card: int) -> bool:
        """A card file's filter on a card; with the keys that filters about fights use."""
        known: dict[str, Callable[[Any], bool]] = {
            "not": lambda value: not self.matches(value, card),
            "any": lambda value: any(self.matches(one, card) for one in value),
            "slot": lambda value: self.facts.slot[card].name.lower() in ([value] if isinstance(value, str) else value),
            "tag": lambda value: bool(({value} if isinstance(value, str) else {*value}) & {*self.facts.info[card].tags}),
            "kind": lambda value: self.facts.kind[card].name.lower() in ([value] if isinstance(value, str) else value),
            "name_contains": lambda value: value.lower() in self.facts.info[card].name.lower(),
        }
        return all(known[key](value) for key, value in wanted.items())

    # ------------------------------------------------------------------------------------------------- strength

    def fighting_ops(self, name: str) -> Iterator[Mapping[str, Any]]:
        for m in self.monsters:
            if m.state == FIGHTING:
                yield from (op for op in self.facts.ops(m.card, "while_fighting") if op["op"] == name)

    def _ignored(self) -> set[str]:
        return {word for op in self.fighting_ops("ignore") if "filter" not in op for word in op["what"]}

    def _is_ignored(self, word: str, card: int) -> bool:
        """Is a monster of the fight immune to just that card?"""
        filters = [op["filter"] for op in self.fighting_ops("ignore") if "filter" in op and word in op["what"]]
        return any(self.matches(one, card) for one in filters)

    def _own_markers(self, player: int, op: Op) -> list[Any]:
        mine = [m for m in self.markers if m.seat == player and m.waiting != 1 and self.facts.tables.op[m.op].op == op]
        return [m for m in mine if self.lasts(m)]

    def _item_off(self, player: int, card: int) -> bool:
        """Does a Curse or a monster disable the Item?"""
        off = [find_op(self.facts.data[m.card], "ignore")["filter"] for m in self._own_markers(player, Op.IGNORE)]
        return self._is_ignored("items", card) or any(self.matches(one, card) for one in off)

    def _from_cards(self, player: int, ignored: set[str]) -> int:
        total = 0
        for card in self.table[player]:
            parts = []
            if self.facts.is_item[card]:
                if not (self.is_equipped(card) and (self.may_use(player, card) or self.lifted(player, card))):
                    continue
                carried = "companions" in ignored and self.is_carried(player, card)
                off = "items" in ignored or carried or self._item_off(player, card)
                parts = [self.item_bonus(player, card)]
                parts.append(sum(self._bonus(op, player) for op in self.facts.ops(card, "while_equipped")))
            else:
                is_companion = self.facts.kind[card] == CardKind.COMPANION
                off = "companions" in ignored if is_companion else "abilities" in ignored
                parts = [self.facts.bonus[card]] if is_companion else []
                parts.append(sum(self._bonus(op, player) for op in self.facts.ops(card, "while_in_play")))
            total += sum(0 if off and part > 0 else part for part in parts)
        return total

    def is_carried(self, player: int, card: int) -> bool:
        """By a companion."""
        host = self.host[player][self.table[player].index(card)]
        return host != NONE and self.facts.kind[host] == CardKind.COMPANION

    def lying_on(self, player: int, card: int) -> list[int]:
        return [other for other, host in zip(self.table[player], self.host[player], strict=True) if host == card]

    def item_bonus(self, player: int, card: int) -> int:
        """The printed bonus plus that of cards on it, and if there is any, what the player's cards add to such Items."""
        bonus = self.facts.bonus[card] + sum(self.facts.adds[other] for other in self.lying_on(player, card))
        added = sum(int(op["amount"]) for op in self.in_force(player, "item_bonus") if self.matches(op["filter"], card))
        return bonus + added if bonus else 0

    def worth(self, player: int, card: int) -> int:
        """Gold, including that of the enhancers on it."""
        on_it = self.lying_on(player, card) if card in self.table[player] else []
        return self.facts.gold[card] + sum(self.facts.gold[other] for other in on_it)

    def _bonus(self, op: Mapping[str, Any], player: int) -> int:
        if op["op"] != "bonus" or not self.applies(op, player):
            return 0
        if "per" in op:  # has:proficiency
            return int(op["amount"]) * min(len(self.of_kind(player, CardKind[op["per"][4:].upper()])), int(op.get("max", 1000)))
        return int(op["amount"])

    def lasts(self, marker: Any) -> bool:
        """A modifier with a condition on the fight holds while the condition does."""
        if self.facts.tables.op[marker.op].cond == NONE:
            return True
        ops = [op for effect in self.facts.effects(marker.card) for op in effect["ops"] if "requires" in op]
        return any(self.meets(op["requires"], marker.seat) for op in ops if op.get("amount") == marker.amount)

    def strength(self, player: int) -> int:
        """COMBAT-02, recomputed."""
        ignored = self._ignored()
        total = (0 if "level" in ignored else self.level[player]) + self._from_cards(player, ignored)
        for m in self._own_markers(player, Op.BONUS):
            source = self.facts.kind[m.card]
            word = "abilities" if source in ABILITIES else "items" if source == CardKind.ITEM else "one_shots"
            total += 0 if word in ignored and m.amount > 0 else m.amount
        total += sum(self._bonus(op, player) for op in self.fighting_ops("bonus"))
        if "one_shots" not in ignored:
            for m in self._own_markers(player, Op.MULTIPLY):
                total *= m.amount
        return total

    def munchkins(self) -> int:
        powers = int(self.g.combat.power_bonus)
        bonus = int(self.g.combat.munchkin_bonus) - powers
        if powers > 0 and "abilities" in self._ignored():
            powers = 0
        if bonus > 0 and "one_shots" in self._ignored():
            bonus = 0
        elif "one_shots" not in self._ignored():
            adds = [(card, int(self.g.combat.zone_adds[i])) for i, card in enumerate(self.zone)]
            bonus -= sum(n for card, n in adds if n > 0 and self._is_ignored("one_shots", card))
        return powers + bonus + sum(self.strength(p) for p in self.fighters)

    def monster(self, slot: int) -> int:
        """Printed, plus cards played on it or its Mate, and every bonus against the fighters once (HELP-15)."""
        m = self.monsters[slot]
        total = int(self.facts.fought[m.card]["level"]) + int(self.monsters[m.root].bonus)
        for op in self.facts.ops(m.card, "while_fighting"):
            if op["op"] == "monster_mod" and any(self.meets_monster(op["vs"], p, op["amount"] > 0) for p in self.fighters):
                total += int(op["amount"])
        return total

    def meets_monster(self, condition: Any, player: int, stronger: bool) -> bool:
        """Like `meets`; a monster that is stronger against a sex also finds it in a companion (SIDE-08)."""
        if self.meets(condition, player, drawback=stronger):
            return True
        return stronger and str(condition).startswith("sex:") and condition[4:] in self.sexes_of_companions(player)

    def sexes_of_companions(self, player: int) -> list[str]:
        found = []
        for card in self.of_kind(player, CardKind.COMPANION):
            printed = self.facts.data[card].get("sex")
            if printed:
                found.append({"male": "female", "female": "male"}[printed] if self.mark[card] & CHANGED else printed)
        return found

    def monster_side(self) -> int:
        slots = [s for s, m in enumerate(self.monsters) if m.state == FIGHTING]
        return int(self.g.combat.monster_bonus) + sum(self.monster(s) for s in slots)

    def munchkins_win(self) -> bool:
        mine, theirs = self.munchkins(), self.monster_side()
        return mine > theirs or (mine == theirs and any(True for p in self.fighters for _ in self.in_force(p, "win_ties")))

    def levels_of(self, *states: int) -> int:
        return sum(int(self.facts.fought[m.card].get("levels", 1)) for m in self.monsters if m.state in states)

    def treasures_to_win(self) -> int:
        """MON-11, over all monsters that are killed now or pay."""
        paying = [m for m in self.monsters if m.state != GONE or m.pays]
        changes = [int(self.monsters[m.root].treasures) + self._more_treasures(m.card) for m in paying]
        return sum(max(1, int(self.facts.fought[m.card]["treasures"]) + change) for m, change in zip(paying, changes, strict=True))

    def _more_treasures(self, card: int) -> int:
        """Depending on who fights it."""
        ops = [op for op in self.facts.ops(card, "while_fighting") if op["op"] == "monster_mod" and "treasures" in op]
        return sum(int(op["treasures"]) for op in ops if any(self.meets(op["vs"], p) for p in self.fighters))

    def winning_level(self, player: int) -> int:
        """Numbers on cards are for a game to Level 10."""
        usual = int(self.g.options.win_level)
        return next((int(op["level"]) + usual - 10 for op in self.in_force(player, "win_level")), usual)

    def is_for_the_win(self) -> bool:
        return self.fight and self.level[self.main] + self.levels_of(FIGHTING, KILLED) >= self.winning_level(self.main)

    def hand_limit(self, player: int) -> int:
        return 5 + self.capacity(player, "hand_cards")

    def big_ones(self, player: int) -> int:
        kind = self.facts.kind
        return sum(1 for c in self.table[player] if self.facts.big[c] and kind[c] != CardKind.STEED and not self.lifted(player, c))

    def counting(self, player: int, kind: CardKind) -> int:
        """How many of the kind, except those kept by cheating."""
        return sum(1 for card in self.of_kind(player, kind) if not self.lifted(player, card))

    @property
    def in_game(self) -> int:
        """The number of cards of the chosen parts of the boxes."""
        return self.facts.cards_of[int(self.g.options.sub_decks)]


def copy_of(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Byte for byte. (numpy's `copy()` leaves out the padding between fields.)"""
    made = np.empty_like(array)
    made.view(np.uint8)[:] = array.view(np.uint8)
    return made


def for_kernels(array: npt.NDArray[Any]) -> Any:
    """The first record of the array in the form in which rule functions take it from Python."""
    return array[0] if COMPILED else views(array)[0]


def empty_mask() -> npt.NDArray[np.bool_]:
    return np.zeros(N_ACTIONS, np.bool_)
