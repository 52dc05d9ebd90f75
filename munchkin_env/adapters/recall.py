"""A game in which each seat's knowledge has a name: everything it has been shown and has done so far, as a digest."""

import hashlib

from munchkin_env.game.game import Game

_DIGEST = 16  # bytes


class Recall:
    """A game, and for each seat a digest of what it knows: its observations in their order, each once, and its own actions.

    Two positions in which a seat has the same `key` are one information set to it, with perfect recall. What a seat is shown while nothing
    changes for it is not counted, so the number of decisions that others make in secret is not part of the key.
    """

    game: Game
    """The game. To be read; it changes with `apply`."""

    def __init__(self, game: Game) -> None:
        """Begin with a copy of this game; the seats know what they see now."""
        self.game = game.clone()
        self._told = [b""] * game.num_players
        self._shown = [b""] * game.num_players
        self._look()

    def apply(self, action: int) -> None:
        """Carry out an action of the seat that decides.

        Raises:
            IllegalAction: It is not legal; nothing has changed.
        """
        seat = self.game.seat
        self.game.apply(action)
        self._told[seat] = _added(self._told[seat], b"did", b"%d" % action)
        self._look()

    def _look(self) -> None:
        for seat in range(self.game.num_players):
            now = self._sees(seat)
            if now != self._shown[seat]:
                self._shown[seat] = now
                self._told[seat] = _added(self._told[seat], b"saw", now)

    def _sees(self, seat: int) -> bytes:
        ids, numbers = self.game.observe_compact(seat)
        return _added(b"", ids.tobytes(), numbers.tobytes())

    def key(self, seat: int) -> str:
        """The seat's knowledge: 32 hexadecimal digits."""
        return self._told[self.game.checked_seat(seat)].hex()

    def imagined(self, seat: int, seed: int) -> "Recall":
        """A copy in which everything that the seat cannot know is dealt again. Its key is the same; the others know only what they see now.

        Raises:
            ValueError: As Game.determinise.
        """
        made = Recall(self.game.determinise(seat, seed))
        made._told[seat], made._shown[seat] = self._told[seat], self._shown[seat]
        return made

    def clone(self) -> "Recall":
        """An independent copy."""
        made = object.__new__(Recall)
        made.game, made._told, made._shown = self.game.clone(), self._told[:], self._shown[:]
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> "Recall":
        return self.clone()


def _added(before: bytes, *parts: bytes) -> bytes:
    digest = hashlib.blake2b(before, digest_size=_DIGEST)
    for part in parts:
        digest.update(b"%d:" % len(part) + part)
    return digest.digest()
