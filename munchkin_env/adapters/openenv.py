"""OpenEnv: a server with a learner in one seat and bots in the others, and its client. environments/munchkin_openenv packages it."""

from collections.abc import Callable, Sequence
from typing import Any, Unpack

from munchkin_env.core.files import short
from munchkin_env.envs.rewards import RewardName
from munchkin_env.game.game import Game
from munchkin_env.game.house_rules import HouseRules

from .words import SUBSTITUTE, WordTable

try:
    from openenv.core import EnvClient
    from openenv.core.client_types import StepResult
    from openenv.core.env_server.http_server import create_fastapi_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
except ImportError as error:
    raise ImportError("munchkin_env.adapters.openenv needs OpenEnv: pip install 'munchkin-env[openenv]'") from error


class WordsAction(Action):  # type: ignore[misc]  # OpenEnv may not be installed where types are checked
    """What the learner does."""

    answer: str
    """A free answer (docs/text.md)."""


class WordsObservation(Observation):  # type: ignore[misc]
    """What the learner is told."""

    prompt: str
    """The decision; at the end the last position."""
    rules: str = ""
    """At reset: the rules in brief, and how to answer."""
    problem: str = ""
    """What was wrong with the last answer, and what is legal: it changed nothing."""
    attempts_left: int = 0
    """After a problem: how often the learner may still try, until a bot makes this decision."""


class OpenEnvMunchkin(Environment):  # type: ignore[misc]
    """One game at a time; each session of the server has its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, opponents: Sequence[str] = ("greedy", "greedy"), seat: int = 0, sets: Sequence[str] = ("deluxe",), *, retries: int = 2,
        rest: str = SUBSTITUTE, reward: RewardName = "win", obfuscate: int | None = None, **house_rules: Unpack[HouseRules],
    ) -> None:  # fmt: skip
        """Keep the settings, which clients cannot change, for `reset`.

        Args:
            opponents: One to five bots or agents (docs/agents.md).
            seat: The learner's.
            sets: The card sets.
            retries: How many more answers the learner may give after one that cannot be used.
            rest: The bot that makes a decision for which there was no usable answer.
            reward: What the end of the game pays ("win" or "rank").
            obfuscate: A seed by which cards exchange their names.
            house_rules: docs/options.md.
        """
        super().__init__()
        self._opponents, self._seat, self._sets, self._house_rules = list(opponents), seat, tuple(sets), house_rules
        self._settings: dict[str, Any] = {"retries": retries, "rest": rest, "reward": reward, "obfuscate": obfuscate}
        self._table: WordTable | None = None
        self._state = State()

    @property
    def table(self) -> WordTable:
        """The game. Raises ValueError before the first reset."""
        if self._table is None:
            raise ValueError("there is no game yet: call reset first")
        return self._table

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any) -> WordsObservation:
        """Begin a game. The seed determines everything random in it; None draws one.

        Raises:
            ValueError: There are other arguments.
        """
        if kwargs:
            raise ValueError(f"{short(next(iter(kwargs)))} is no argument of reset: there are seed and episode_id")
        self.close()
        game = Game(len(self._opponents) + 1, self._sets, seed, **self._house_rules)
        self._table = WordTable(game, [self._seat], self._opponents, **self._settings)
        self._state = State(episode_id=episode_id, step_count=0)
        return self._observed(rules=self._table.rules())

    def step(self, action: WordsAction, timeout_s: float | None = None, **kwargs: Any) -> WordsObservation:  # noqa: ARG002 - the interface
        """The learner's answer.

        Raises:
            ValueError: The game is over, or has not begun.
        """
        table = self.table
        reply = table.answer_or_give_up(action.answer)
        self._state.step_count += 1
        again = reply.action is None and reply.attempts_left > 0
        return self._observed(problem=reply.problem, attempts_left=reply.attempts_left if again else 0)

    def _observed(self, **more: Any) -> WordsObservation:
        table = self.table
        over = table.game.over
        facts = table.result(self._seat) if over else {}
        paid = table.rewards()[self._seat]
        return WordsObservation(prompt=table.prompt(self._seat), done=over, reward=paid, metadata=facts, **more)

    @property
    def state(self) -> State:
        """The episode and its steps: nothing about the game that the learner is not told."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """For the list of environments."""
        return EnvironmentMetadata(name="munchkin", description="The card game Munchkin in words: one seat against bots", version="1")

    def close(self) -> None:
        """The players leave."""
        if self._table is not None:
            self._table.close()
            self._table = None


class MunchkinClient(EnvClient[WordsAction, WordsObservation, State]):  # type: ignore[misc]
    """`with MunchkinClient(base_url="http://localhost:8000").sync() as client: client.reset(seed=7)`."""

    def _step_payload(self, action: WordsAction) -> dict[str, Any]:
        return {"answer": action.answer}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[WordsObservation]:
        told = {**payload["observation"], "done": payload["done"], "reward": payload["reward"]}
        told["metadata"] = payload.get("metadata") or told.get("metadata") or {}
        return StepResult(WordsObservation(**told), payload["reward"], payload["done"])

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(**payload)


def app(make: Callable[[], OpenEnvMunchkin] = OpenEnvMunchkin, sessions: int = 64) -> Any:
    """The server, for uvicorn. A game is begun first: compiling, which takes minutes, is done before a client waits.

    Args:
        make: Makes the environment of a session.
        sessions: How many games may be played at the same time.

    Raises:
        ValueError: A setting is not allowed.
    """
    first = make()
    first.reset()
    first.close()
    return create_fastapi_app(make, WordsAction, WordsObservation, max_concurrent_envs=sessions, env_name="munchkin")
