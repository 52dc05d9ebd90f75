"""Tables in words for other libraries: some seats are theirs, bots and other agents have the rest. Needs no library."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from munchkin_env.core.files import short
from munchkin_env.envs.rewards import RewardName, check_reward, reward_at
from munchkin_env.game.game import Game
from munchkin_env.players.agents import Agent, AgentError, ask, begin, close, load_agent
from munchkin_env.players.agents.asking import News, agent_seed
from munchkin_env.players.bots import BOTS
from munchkin_env.players.policy import SHIPPED
from munchkin_env.text.prompting import USUAL, PromptSettings
from munchkin_env.text.seat import Reply, Tally, TextSeat
from munchkin_env.text.table import TextTable

WELCOME = (*BOTS, *SHIPPED)
"""Opponents that anybody may name: unlike `module:Class`, files and models, they run no code and open no file of the caller's choice."""
SUBSTITUTE = "random"
"""Who decides for a seat that has used up its attempts: playing badly must not be worth it."""


class WordTable:
    """A game that a library plays in words: it decides for some seats, and is asked whenever one of them has to decide.

    While `waits`, show `prompt()` to the player of `seat` and hand what they answer to `answer(text)`. The same arguments and answers
    play the same game.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[int] | None = None,
        opponents: Sequence[str] = ("greedy",),
        *,
        retries: int = 2,
        rest: str = SUBSTITUTE,
        reward: RewardName = "win",
        settings: PromptSettings = USUAL,
        obfuscate: int | None = None,
    ) -> None:
        """Begin; the others play until one of the seats has to decide.

        Args:
            game: The game, at its beginning.
            seats: Those of the library; None: all.
            opponents: Who has the other seats, from the first to the last; if there are more seats, from the beginning again. Bots
                (docs/bots.md), or agents by name (docs/agents.md).
            retries: How many more answers a seat may give after one that cannot be used.
            rest: The bot that makes a decision for which there was no usable answer.
            reward: What the end of the game pays ("win" or "rank").
            settings: What prompts show.
            obfuscate: A seed by which cards exchange their names.

        Raises:
            ValueError: There is no such seat, or a setting is not allowed.
            AgentError: There is no such opponent.
        """
        self._pays = check_reward(reward).kind.value
        if rest not in BOTS:
            raise AgentError(f"rest={short(rest)}: must be one of {', '.join(BOTS)}")
        if not opponents:
            raise AgentError("there is no opponent: must be at least one name")
        self.table = TextTable(game, seats, settings, retries, obfuscate)
        others = [p for p in range(game.num_players) if p not in self.table.seats]
        self._agents: Mapping[int, Agent] = {p: load_agent(opponents[i % len(opponents)], 0, game.sets) for i, p in enumerate(others)}
        self._substitute = load_agent(rest)
        for p, agent in [*self._agents.items(), (game.num_players, self._substitute)]:
            begin(agent, p, game.num_players, agent_seed(game.seed or 0, p))
        self._news = News(game, self._agents)
        self.table.on_step = self._news.note
        self._others_play()

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    @property
    def waits(self) -> bool:
        """Whether one of the seats has to decide; False: the game is over."""
        return self.table.waits

    @property
    def seat(self) -> int:
        """Who decides; -1 when the game is over."""
        return self.game.seat

    @property
    def tally(self) -> Mapping[int, Tally]:
        """By seat: how it has answered so far."""
        return {p: one.tally for p, one in self.table.seats.items()}

    def rules(self) -> str:
        """The rules in brief, and how to answer: to be told once."""
        return self.table.rules()

    def prompt(self, seat: int | None = None) -> str:
        """What the deciding seat is told. Another seat, and every seat when the game is over, is shown the position.

        Raises:
            ValueError: The library does not play this seat.
        """
        if seat is None:
            return self.table.prompt()
        return self._own(seat).prompt(self.table.shown)

    def _own(self, seat: int) -> TextSeat:
        if seat not in self.table.seats:
            raise ValueError(f"seat {short(seat)}: must be one of {', '.join(map(str, self.table.seats))}")
        return self.table.seats[seat]

    def answer(self, text: str) -> Reply:
        """The answer of the deciding seat. If it can be used, it is carried out, and the others play on."""
        reply = self.table.answer(text)
        self._others_play()
        return reply

    def give_up(self) -> None:
        """The substitute makes this decision, because there was no usable answer."""
        self.table.act(ask(self._substitute, self.game), given_up=True)
        self._others_play()

    def answer_or_give_up(self, text: str) -> Reply:
        """The answer of the deciding seat; after the last attempt the substitute decides."""
        reply = self.answer(text)
        if reply.action is None and not reply.attempts_left:
            self.give_up()
        return reply

    def _others_play(self) -> None:
        while not self.game.over and not self.table.waits:
            self.table.act(ask(self._agents[self.seat], self.game, events=self._news.take(self.seat)))

    def rewards(self) -> list[float]:
        """What the game pays each seat: zeros before its end."""
        game = self.game
        return [reward_at(game._tables, game._games, 0, self._pays, p) for p in range(game.num_players)]

    def result(self, seat: int) -> dict[str, Any]:
        """How the game went for a seat: numbers for a log."""
        game = self.game
        facts = {"won": seat in game.winners, "level": game.levels[seat], "rounds": game.record.rounds + 1, "over": game.over}
        return {**facts, **asdict(self._own(seat).tally)}

    def close(self) -> None:
        """The players leave."""
        for agent in (*self._agents.values(), self._substitute):
            close(agent)


def welcome(opponents: Sequence[str]) -> list[str]:
    """These opponents, if anybody may name them. Raises AgentError for others."""
    strange = [one for one in opponents if one not in WELCOME]
    if strange:
        raise AgentError(f"{short(strange[0])}: must be one of {', '.join(WELCOME)}")
    return list(opponents)
