"""What a search says about a recorded game: chances to win, what decisions lost, what luck gave, what deals were worth.

In a recording that shows everything, chances are those of somebody who sees all hands; only decks and dice are unknown. In the recording
of a seat they are those that the seat could expect, and only its own decisions are judged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from munchkin_env.engine.state.actions import NUMBER, Verb
from munchkin_env.engine.state.events import What
from munchkin_env.game.game import Game
from munchkin_env.game.notation import seat_names, with_names
from munchkin_env.game.private import SECRETIVE
from munchkin_env.game.replay import Replay
from munchkin_env.players.protocol import AgentError
from munchkin_env.players.search import Search, is_search, parse_search
from munchkin_env.players.search.leaf import Shares

from .recording import Recording

TURNING_POINTS = 5
_LISTED = 5  # candidates that the page lists
_SECOND_LOOK = 48  # worlds in which a better action is compared with the one that was chosen
_WORLDS = 32  # in which chances are estimated
_RANDOM = frozenset({What.DRAWS.name, What.OPENS.name, What.ROLLS.name, What.RESHUFFLES.name})
_ANSWERS = ("ANSWER_HELP", "ANSWER_COUNTER", "ANSWER_TRADE")
_OFFERS = {"ANSWER_HELP": "help", "ANSWER_COUNTER": "help", "ANSWER_TRADE": "trade"}

Progress = Callable[[int, int], None]
"""Called with the number of actions that are done, and of all."""


@dataclass(frozen=True)
class Judged:
    """What a search says about one decision; points are hundredths of a win."""

    lost: float
    """Points less than after the best action: at least that many, as far as the search can tell. 0: it was as good as any."""
    error: float
    """The standard error of the difference, in points."""
    best: str
    """The best action, in words."""
    candidates: list[tuple[str, float]]
    """If something was lost: the actions that were tried longest, each with the chance to win after it."""


@dataclass(frozen=True)
class DealWorth:
    """An offer that was answered, and what both sides could expect of it, in points."""

    step: int
    kind: str
    """`help` or `trade`."""
    answer: str
    """`accepted`, `refused` or `countered`."""
    maker: int
    """Who offers it; of a counter-offer, the player who was asked for help."""
    partner: int
    """Who answers."""
    maker_gain: float
    """By how much the chance of the one who offers is higher if it is accepted, not refused."""
    maker_error: float
    """The standard error of that."""
    partner_gain: float
    partner_error: float


def parse_analysis(spec: str) -> Search:
    """The search that analyses, such as `search:20ms`.

    Raises:
        AgentError: It is not a search.
    """
    if not is_search(spec):
        raise AgentError(f"{spec!r} cannot analyse a game: must be a search, such as search:20ms or search:400 (docs/agents.md)")
    return parse_search(spec, seed=1)


def analysed(recording: Recording, replay: Replay, search: Search, progress: Progress = lambda _done, _all: None) -> Recording:
    """The recording with an analysis.

    Args:
        recording: What `record(replay, seat)` made.
        replay: The game.
        search: Who judges.
        progress: Told after every action.
    """
    seen = _Analysis(recording, replay, search)
    seen.run(progress)
    return replace(recording, analysis=seen.plain())


class _Analysis:
    """The analysis of one recording, as it proceeds through the game."""

    def __init__(self, recording: Recording, replay: Replay, search: Search) -> None:
        self.recording, self.replay, self.search = recording, replay, search
        self.names = seat_names(replay.names)
        self.step_of = {step.action: k for k, step in enumerate(recording.steps)}  # by action: the step of the recording
        self.chances: list[list[float]] = []
        self.judged: dict[int, Judged] = {}
        self.deals: list[DealWorth] = []

    def run(self, progress: Progress) -> None:
        actions = self.replay.actions
        last: Shares | None = None
        for k, (game, _) in enumerate(self.replay.steps(log=False)):
            if k == 0 or k - 1 in self.step_of:
                last = self._chances(game, last)
                self.chances.append(_rounded(last))
            if k in self.step_of:
                self._look(game, k)
            progress(k + 1, len(actions))
        if len(actions) - 1 in self.step_of or not actions:
            self.chances.append(_rounded(self._chances(self.replay.game, last)))

    def _look(self, game: Game, k: int) -> None:
        viewpoint = self.recording.viewpoint
        if viewpoint in (None, game.seat) and len(game.legal()) > 1:
            self._judge(game, k)
        if game.decision in _ANSWERS:
            self._value_deal(game, k)

    # ------------------------------------------------------------------------------------------------------- chances

    def _chances(self, game: Game, last: Shares | None) -> Shares:
        """Of all players. Where the seat cannot imagine the position (Game.determinise), those of the position before."""
        viewpoint = self.recording.viewpoint
        if viewpoint is not None and last is not None and viewpoint != game.seat and game.decision in SECRETIVE:
            return last
        return self._expected(game)

    def _expected(self, game: Game) -> Shares:
        viewpoint = self.recording.viewpoint
        known = game if viewpoint is not None else _all_hands_known(game)
        seat = max(game.seat, 0) if viewpoint is None else viewpoint
        mean: Shares = self.search.shares(known, seat, _WORLDS).mean(axis=0)
        return mean

    # ----------------------------------------------------------------------------------------------------- decisions

    def _judge(self, game: Game, k: int) -> None:
        world = game.determinise(game.seat, 0)
        result = self.search.search(world)
        best, chosen = result.best, self.replay.actions[k]
        lost = error = 0.0
        if chosen != best.action:
            lost, error = self.search.compare(world, best.action, chosen, _SECOND_LOOK)
            lost = lost if lost > error else 0.0
        listed = [one for one in result.candidates[:_LISTED] if one.worlds] if lost else []
        named = [(with_names(one.text, self.names), round(one.value, 3)) for one in listed]
        self.judged[self.step_of[k]] = Judged(round(100 * lost, 1), round(100 * error, 1), with_names(best.text, self.names), named)

    # --------------------------------------------------------------------------------------------------------- deals

    def _value_deal(self, game: Game, k: int) -> None:
        """What it is worth to both sides that it is accepted, not refused: to each as that side could know it."""
        answer = _answer(self.replay.actions[k])
        if answer is None or not {Verb.ACCEPT, Verb.REFUSE} <= set(game.legal()):
            return
        maker, partner = _maker(game), game.seat
        sides = [value for side in (maker, partner) for value in self._worth(game, side)]
        self.deals.append(DealWorth(self.step_of[k], _OFFERS[game.decision], answer, maker, partner, *sides))

    def _worth(self, game: Game, side: int) -> tuple[float, float]:
        """Points, and their standard error. In the recording of a seat, as that seat could know it."""
        viewpoint = self.recording.viewpoint
        knows = side if viewpoint is None else viewpoint
        gains = 100 * self.search.gains(game, knows, 2 * _WORLDS, Verb.ACCEPT.value, Verb.REFUSE.value)[:, side]
        return round(float(gains.mean()), 1), round(float(gains.std(ddof=1)) / len(gains) ** 0.5, 1)

    # ------------------------------------------------------------------------------------------------------- results

    def plain(self) -> dict[str, Any]:
        """For the page."""
        return {
            "by": self.search.name,
            "chances": self.chances,
            "steps": {str(step): asdict(one) for step, one in self.judged.items()},
            "turning": self._turning_points(),
            "sums": [self._sums(seat) for seat in range(self.replay.start.num_players)],
            "deals": [asdict(one) for one in self.deals],
        }

    def _changes(self) -> Iterator[tuple[int, Shares]]:
        for step, (before, after) in enumerate(zip(self.chances, self.chances[1:], strict=False)):
            yield step, np.array(after) - np.array(before)

    def _turning_points(self) -> list[int]:
        """The steps that moved the chances most, in the order of the game."""
        sizes = {step: float(np.abs(change).sum()) for step, change in self._changes()}
        return sorted(sorted(sizes, key=lambda step: -sizes[step])[:TURNING_POINTS])

    def _sums(self, seat: int) -> Mapping[str, float]:
        """How the chance of a player came about, in points: begin + luck + own + others = end."""
        found = dict.fromkeys(("luck", "own", "others"), 0.0)
        for step, change in self._changes():
            found[self._cause(step, seat)] += 100 * float(change[seat])
        lost = sum(one.lost for step, one in self.judged.items() if self.recording.steps[step].seat == seat)
        ends = {"begin": 100 * self.chances[0][seat], "end": 100 * self.chances[-1][seat]}
        return {name: round(value, 1) for name, value in (ends | found | {"lost": lost}).items()}

    def _cause(self, step: int, seat: int) -> str:
        one = self.recording.steps[step]
        if any(event["what"] in _RANDOM for event in one.events):
            return "luck"
        return "own" if one.seat == seat else "others"


def _rounded(shares: Sequence[float] | Shares) -> list[float]:
    return [round(float(share), 3) for share in shares]


def _maker(game: Game) -> int:
    """Who has made the offer that is answered."""
    g = game.record
    match game.decision:
        case "ANSWER_TRADE":
            return int(game.top.target)
        case "ANSWER_COUNTER":
            return int(g.offer.to)
    return int(g.combat.main)


def _answer(action: int) -> str | None:
    """What an action answers; None: it is no answer, but a card that is played before."""
    if action >= NUMBER or action == Verb.EVERYTHING:
        return "countered"
    return {Verb.ACCEPT.value: "accepted", Verb.REFUSE.value: "refused"}.get(action)


def _all_hands_known(game: Game) -> Game:
    """The position for somebody who sees all hands: imagined worlds differ in decks and dice only."""
    made = game.clone()
    g = made.record
    for p in range(made.num_players):
        for i in range(g.seat[p].hand_n):
            g.mark[g.seat[p].hand[i]] |= (1 << made.num_players) - 1 & ~(1 << p)
    return made
