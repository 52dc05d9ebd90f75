"""What a search found."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """One legal action and its estimates.

    Attributes:
        action: its number in the action table.
        text: the same in words.
        worlds: the number of imagined worlds in which it was tried.
        value: the mean win share that the seat can expect after it; NaN if it was not tried.
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
        """The 95 % confidence interval of the gain."""
        return self.gain - 1.96 * self.error, self.gain + 1.96 * self.error


@dataclass(frozen=True)
class Result:
    """The outcome of one search.

    Attributes:
        candidates: all legal actions, or those that a network finds likely; the chosen one first, the others by how long they stayed in
            the search, then by value.
        usual: the action that the guide would have chosen.
        playouts: the number of playouts.
        seconds: how long it took.
    """

    candidates: tuple[Candidate, ...]
    usual: int
    playouts: int
    seconds: float

    @property
    def best(self) -> Candidate:
        """The action to take."""
        return self.candidates[0]

    def sentence(self) -> str:
        """Why the best one was chosen, for people."""
        best = self.best
        if len(self.candidates) == 1:
            return "nothing else is likely to be as good"
        if best.worlds == 0:
            return "there was no time to try others"
        if best.action == self.usual:
            return f"expected win share {best.value:.1%}; {self.playouts} playouts found nothing better than the bot's choice"
        return f"expected win share {best.value:.1%}, {best.gain:.1%} (± {1.96 * best.error:.1%}) more than after the bot's choice"
