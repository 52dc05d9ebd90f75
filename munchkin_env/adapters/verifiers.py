"""verifiers: a taskset whose tasks are games, and an environment with an agent for each seat.

environments/munchkin packages it, as `munchkin`; docs/frameworks/verifiers.md has an example.
"""

import itertools
import ssl
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import cache
from typing import Any, Literal

from munchkin_env.game.game import Game
from munchkin_env.text.prompting import PromptSettings

from .words import SUBSTITUTE, WordTable

try:
    import httpx
    import verifiers.v1 as vf
    from verifiers.v1.runtimes import ProgramResult
except ImportError as error:
    raise ImportError("munchkin_env.adapters.verifiers needs verifiers: pip install 'munchkin-env[verifiers]'") from error

__all__ = ["MunchkinHarness", "MunchkinTaskset", "MunchkinWordsEnv"]


class MunchkinTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]  # verifiers may not be installed where types are checked
    """Which games: task k is the game with the seed `first_seed` + k."""

    players: int = 3
    """2 to 6."""
    sets: list[str] = ["deluxe"]  # noqa: RUF012 - pydantic copies it
    """Names of card sets."""
    first_seed: int = 0
    house_rules: dict[str, Any] = {"win_level": 4, "max_rounds": 6}  # noqa: RUF012 - so it does this
    """docs/options.md. {} is the whole game, of hundreds of decisions."""
    obfuscate: int | None = None
    """A seed by which cards exchange their names."""


class MunchkinData(vf.TaskData):  # type: ignore[misc]
    """A game."""

    info: dict[str, Any]
    """The arguments of Game, and `obfuscate`."""


class MunchkinTask(vf.Task[MunchkinData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A game to play. The environment scores it: rewards differ by seat."""


class MunchkinTaskset(vf.Taskset[MunchkinTask, MunchkinTasksetConfig]):  # type: ignore[misc]
    """Games without end, one for each seed."""

    INFINITE = True

    def load(self) -> Iterator[MunchkinTask]:
        """The games, in the order of their seeds."""
        chosen = self.config
        for seed in itertools.count(chosen.first_seed):
            arguments = {"num_players": chosen.players, "sets": chosen.sets, "seed": seed, **chosen.house_rules}
            info = {"game": arguments, "obfuscate": chosen.obfuscate}
            yield MunchkinTask(MunchkinData(name=f"munchkin-{'+'.join(chosen.sets)}#{seed}", info=info), chosen.task)


def _agent() -> Any:
    """The bundled harness needs no sandbox: it only talks."""
    return vf.AgentConfig(runtime={"type": "subprocess"})


class MunchkinWordsEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Who plays. Agents beyond the players of the game are not used."""

    player0: vf.AgentConfig = _agent()
    player1: vf.AgentConfig = _agent()
    player2: vf.AgentConfig = _agent()
    player3: vf.AgentConfig = _agent()
    player4: vf.AgentConfig = _agent()
    player5: vf.AgentConfig = _agent()
    seats: list[int] | None = None
    """The seats of agents; None: all. Bots have the others."""
    opponents: list[str] = ["greedy"]  # noqa: RUF012 - pydantic copies it
    """Bots or agents of this package for the other seats, in turn."""
    more_answers: int = 2
    """How many an agent may give after one that cannot be used. (`retries` are those of verifiers: of whole episodes.)"""
    rest: str = SUBSTITUTE
    """The bot that decides where there was no usable answer."""
    reward: Literal["win", "rank"] = "win"
    """What the end of the game pays a seat."""
    actions: bool = True
    """Whether prompts list the legal actions."""


class MunchkinWordsEnv(vf.Env[MunchkinWordsEnvConfig]):  # type: ignore[misc]
    """One agent for each seat, one trace for each agent; each is paid for its own seat."""

    async def run(self, task: MunchkinTask, agents: Any) -> None:
        """Play the game. An agent whose run ends early (an error, a limit) is replaced by the substitute."""
        chosen, info = self.config, task.data.info
        table = WordTable(
            Game(**info["game"]),
            chosen.seats,
            chosen.opponents,
            retries=chosen.more_answers,
            rest=chosen.rest,
            reward=chosen.reward,
            settings=PromptSettings(actions=chosen.actions),
            obfuscate=info["obfuscate"],
        )
        told = type(task)(task.data.model_copy(update={"prompt": None, "system_prompt": table.rules()}), task.config)
        async with AsyncExitStack() as stack:
            seated = {p: await stack.enter_async_context(getattr(agents, f"player{p}").interaction(told)) for p in table.tally}
            await _play(table, seated)
        table.close()
        for p, interaction in seated.items():
            _score(interaction.trace, table, p)


async def _play(table: WordTable, seated: dict[int, Any]) -> None:
    gone, problem = set[int](), ""
    while table.waits:
        seat = table.seat
        if seat in gone:
            table.give_up()
            continue
        segment = await seated[seat].turn("\n\n".join(part for part in (table.prompt(), problem) if part))
        if segment.terminated:
            gone.add(seat)
            problem = ""
            continue
        reply = table.answer_or_give_up(segment.last_reply)
        problem = reply.problem if reply.action is None and reply.attempts_left else ""


def _score(trace: Any, table: WordTable, seat: int) -> None:
    facts = table.result(seat)
    trace.record_reward("game", table.rewards()[seat])
    trace.record_metrics({name: float(value) for name, value in facts.items() if name != "over"})
    trace.info["seat"] = seat


class MunchkinHarnessConfig(vf.HarnessConfig):  # type: ignore[misc]
    """How much the model is told again."""

    memory: int | None = None
    """How many of its latest answers and their prompts precede the present prompt; None: all. Every prompt is understandable alone."""


class MunchkinHarness(vf.Harness[MunchkinHarnessConfig]):  # type: ignore[misc]
    """Asks the model once, in this process: no sandbox, no program, no tools."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: dict[str, str], data: vf.TaskData  # noqa: ARG002
    ) -> ProgramResult:  # fmt: skip
        """One request; the conversation so far is the task's prompt."""
        system, prompt = self.resolve_prompt(data)
        said = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [_as_data(one) for one in prompt or ()]
        if self.config.memory is not None:
            said = said[-2 * self.config.memory - 1 :]
        messages = [{"role": "system", "content": system}, *said] if system else said
        async with httpx.AsyncClient(timeout=None, verify=_certificates()) as client:  # the agent's own timeout ends it
            found = await client.post(
                f"{endpoint}/chat/completions",
                json={"model": ctx.model, "messages": messages},
                headers={"Authorization": f"Bearer {secret}"},
            )
        return ProgramResult(0 if found.is_success else 1, "", "" if found.is_success else found.text[:2000])


@cache
def _certificates() -> ssl.SSLContext:
    """Of those who are trusted. Reading them takes longer than everything else in a request."""
    found: ssl.SSLContext = httpx.create_ssl_context()
    return found


def _as_data(message: Any) -> dict[str, Any]:
    return {"role": message.role, "content": message.content or ""}
