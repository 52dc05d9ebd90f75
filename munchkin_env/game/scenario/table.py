"""A position that is being played."""

from collections.abc import Iterator
from typing import Any

from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.html import position_html
from munchkin_env.game.notation import RINGS

from .player import Player, Scene


class Table(Scene):
    """A position that is being played. Iterating over it gives its players."""

    def __iter__(self) -> "Iterator[Player]":
        return iter(self.players)

    def __getitem__(self, p: int) -> "Player":
        return self.players[p]

    def __len__(self) -> int:
        return len(self.players)

    def __repr__(self) -> str:
        return f"<Table: {self.game!r}, legal: {'; '.join(self.legal_texts)}>"

    def _repr_html_(self) -> str:
        """In a notebook: the position, with all hands."""
        return position_html(self.game.view(None, everything=True), dict(enumerate(self.names)))

    # ---- what is seen

    @property
    def decision(self) -> str:
        """The name of the decision."""
        return self.game.decision

    @property
    def decides(self) -> "Player | None":
        """Who decides; None if the game is over."""
        return None if self.game.over else self.players[self.game.seat]

    def waits_for(self, player: "Player") -> bool:
        """Whether this player decides."""
        return self.game.seat == player.seat

    @property
    def winners(self) -> "tuple[Player, ...]":
        """Those who have won."""
        return tuple(self.players[p] for p in self.game.winners)

    @property
    def levels(self) -> tuple[int, ...]:
        """The Level of each seat."""
        return self.game.levels

    @property
    def strength(self) -> tuple[int, int]:
        """Both totals of the fight: munchkins, monsters."""
        numbers = self.game.numbers()
        return int(numbers[look.MUNCHKINS_TOTAL]), int(numbers[look.MONSTERS_TOTAL])

    @property
    def fighting(self) -> bool:
        """Whether there is a fight."""
        return self.game.record.combat.on != 0

    @property
    def monsters(self) -> list[str]:
        """Names of the monsters in the fight."""
        c = self.game.record.combat
        return [self.game.name(c.monster[s].card) for s in range(c.n) if c.on and c.monster[s].state == 1]

    @property
    def treasures_at_stake(self) -> int:
        """How many Treasures the fight would bring."""
        return int(self.game.numbers()[look.TREASURES])

    @property
    def main(self) -> "Player | None":
        """The main fighter; None without a fight."""
        c = self.game.record.combat
        return self.players[c.main] if c.on else None

    @property
    def helper(self) -> "Player | None":
        """The helper; None if nobody helps."""
        c = self.game.record.combat
        return self.players[c.helper] if c.on and c.helper >= 0 else None

    @property
    def turn_player(self) -> "Player":
        """Whose turn it is."""
        return self.players[self.game.record.turn_player]

    @property
    def pool(self) -> list[str]:
        """Names of the open cards that may be picked."""
        return self.game.names(self.game.record.pool, self.game.record.pool_n)

    @property
    def doors_discarded(self) -> list[str]:
        """The Door discards, the newest last."""
        return self.game.names(self.game.record.door_discards.cards, self.game.record.door_discards.n)

    @property
    def treasures_discarded(self) -> list[str]:
        """The Treasure discards, the newest last."""
        return self.game.names(self.game.record.treasure_discards.cards, self.game.record.treasure_discards.n)

    @property
    def doors_left(self) -> int:
        """How many Doors are left to draw."""
        return self.game.record.doors.n

    @property
    def treasures_left(self) -> int:
        """How many Treasures are left to draw."""
        return self.game.record.treasures.n

    @property
    def options(self) -> dict[str, Any]:
        """All house rules with their values."""
        return self.game.options

    @property
    def happened(self) -> list[str]:
        """What has happened so far: the names (What) of all events of the log."""
        return [event.what for event in self.log]

    # ---- what is done

    def everybody_passes(self) -> None:
        """Everybody passes in the open window, which closes. (A fight is then decided.)

        Does nothing if no window is open: where nobody could act, nobody was asked (auto_pass_forced).
        """
        if self.over or self.game.top.kind not in RINGS:
            return
        kind, depth = self.game.top.kind, self.game.record.depth
        passed = 0
        while self.game.decision == Kind(kind).name and self.game.record.depth == depth and self.game.top.passed & passed == passed:
            passed |= 1 << self.game.seat
            self.apply(Verb.PASS)

    def skip_windows(self) -> None:
        """Everybody passes in every window until there is another kind of decision."""
        while not self.over and self.game.top.kind in RINGS:
            self.apply(Verb.PASS)

    def clone(self) -> "Table":
        """An independent copy; its players are its own."""
        made = Table(self.game.clone(), [player.name for player in self.players])
        made.log = list(self.log)
        return made
