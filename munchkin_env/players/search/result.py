"""What a search found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """One legal action, and what it came to.

    Attributes:
        action: its number in the table of actions.
        text: the same in words.
        worlds: in how many imagined worlds it was tried.
        value: the mean share of the victory that the seat may expect after it.
        gain: how much more that is than after the usual action, in the same worlds.
        error: the standard error of the gain.
    """

    action: int
    text: str
    worlds: int
    value: float
    gain: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Of the gain, for 95 %."""
        return self.gain - 1.96 * self.error, self.gain + 1.96 * self.error


@dataclass(frozen=True)
class Result:
    """The outcome of one search.

    Attributes:
        candidates: all legal actions; the chosen one first, then by how long they stayed in the search, and by value.
        usual: the action that the playout bot would have chosen.
        playouts: how many were played.
        seconds: how long it took.
    """

    candidates: tuple[Candidate, ...]
    usual: int
    playouts: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def sentence(self) -> str:
        """Why the best one was chosen, for people."""
        if len(self.candidates) == 1:
            return "nothing else is legal"
        best = self.best
        if best.action == self.usual:
            return f"expects {best.value:.1%} of the victory; nothing better than the bot's choice was found in {self.playouts} playouts"
        return f"expects {best.value:.1%} of the victory, {best.gain:.1%} (± {1.96 * best.error:.1%}) more than after the bot's choice"
