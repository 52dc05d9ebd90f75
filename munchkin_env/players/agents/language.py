"""A language model as an agent: `llm:MODEL,url=http://…`. It is told its decisions in words, and answers in words (docs/text.md)."""

import json
import math
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from munchkin_env.core.texts import LONGEST_NAME, printable
from munchkin_env.game.game import Event, Game
from munchkin_env.players.bots import BOTS
from munchkin_env.players.protocol import AgentError, Info
from munchkin_env.text.briefing import brief
from munchkin_env.text.disguise import with_names_of
from munchkin_env.text.prompting import CARD_TEXTS, PromptSettings
from munchkin_env.text.seat import HOW_TO_ANSWER, HOW_TO_ANSWER_SILENTLY, Tally, TextSeat, overheard, tally_in_words

from .endpoint import Completion, Endpoint, EndpointError, Message, shown_url
from .scripted import BotAgent
from .talking import Talk, checked_talk

_PREFIX = "llm:"
FORFEIT = "forfeit"
_BEGAN = time.gmtime()  # this process: ids of processes are used again
_HOW = "write llm:MODEL,url=http://HOST/v1, and settings after commas: key=NAME_OF_VARIABLE, rest=greedy, retries=2, …"


@dataclass(frozen=True)
class LanguageSettings:
    """What may follow the name of the model."""

    url: str
    """Of an OpenAI-compatible endpoint; /chat/completions is added."""
    key: str = ""
    """The environment variable that holds the key; empty: no key is sent."""
    timeout: float = 60.0
    """Seconds for a request."""
    attempts: int = 3
    """How often a request is made before it has failed."""
    retries: int = 2
    """How many more answers the model may give after one that cannot be used."""
    rest: str = FORFEIT
    """Without a usable answer: "forfeit", or the bot that plays the rest of the game."""
    actions: bool = True
    """Whether the legal actions are listed."""
    cards: str = "needed"
    """Whose texts are shown."""
    obfuscate: int | None = None
    """A seed by which cards exchange their names."""
    temperature: float | None = None
    """Sent to the endpoint."""
    max_tokens: int | None = None
    """Sent to the endpoint."""
    price: str = ""
    """For a million tokens, as IN+OUT: 0.15+0.60."""
    transcripts: str = "transcripts"
    """The folder for transcripts; "none": none are kept."""


@dataclass
class Spent:
    """What a model has used."""

    requests: int = 0
    failed: int = 0
    """Requests without a usable response."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0

    def add(self, found: Completion) -> None:
        """One more answer."""
        self.tokens_in += found.tokens_in
        self.tokens_out += found.tokens_out
        self.seconds += found.seconds


class LanguageAgent:
    """Asks a model. Its own exceptions forfeit the game; what it could not use is counted apart."""

    imagines = True
    reads = True

    def __init__(self, model: str, settings: LanguageSettings, seed: int = 0) -> None:
        """Raises ValueError if a setting makes no sense."""
        self.model, self.settings, self.name = model, settings, printable(_PREFIX + model, LONGEST_NAME)
        self._endpoint = Endpoint(settings.url, model, _key(settings.key), settings.timeout, settings.attempts, _sent(settings))
        self._shown = PromptSettings(actions=settings.actions, cards=settings.cards)
        self.spent, self.tally, self._prices = Spent(), Tally(), _prices(settings.price)
        self._transcript = None if settings.transcripts == "none" else Path(settings.transcripts)
        self._seat, self._system, self._reason = TextSeat(0, self._shown, settings.retries), "", ""
        self._substitute = None if settings.rest == FORFEIT else BotAgent(settings.rest, seed)
        self._substitute_plays = False
        self._said: Talk = {}

    def begin(self, seat: int, num_players: int, seed: int) -> None:
        """A game begins: nothing is left of the last one."""
        self.tally += self._seat.tally
        self._seat = TextSeat(seat, self._shown, self.settings.retries)
        self._system, self._reason, self._substitute_plays, self._said = "", "", False, {}
        if self._substitute is not None:
            self._substitute.begin(seat, num_players, seed)

    def act(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info) -> int:
        """The action that the model's answer means. Raises AgentError if there is none, unless a bot plays on."""
        self._said = {}
        if self._substitute is not None and self._substitute_plays:
            return self._substitute.act(observation, mask, info)
        real = info["imagine"](0)
        world = with_names_of(real, self.settings.obfuscate)
        if world.seat != self._seat.seat:
            self.tally += self._seat.tally
            self._seat = TextSeat(world.seat, self._shown, self.settings.retries)
        called = {card.name: other.name for card, other in zip(real.cards.cards, world.cards.cards, strict=True)}
        self._hear(info, called)
        planned = self._seat.planned(world)
        if planned is not None:
            self._reason = "part of its plan"
            return planned
        action, why = self._asked(world, info)
        return self._without_answer(observation, mask, info, why) if action is None else action

    def talk(self) -> Talk:
        """What the model has said at its last decision."""
        return self._said

    def _hear(self, info: Info, called: Mapping[str, str]) -> None:
        """What has happened, and what others have said, in that order."""
        events, told = _events(info, called), 0
        for line in info.get("talk", ()):
            self._seat.see(events[told : line["at"]])
            told = line["at"]
            hand = [called[name] for name in line["hand"]] if "hand" in line else None
            for sentence in overheard(line["seat"], line.get("say", ""), hand):
                self._seat.hear(sentence)
        self._seat.see(events[told:])

    def explain(self) -> str:
        """The end of its last answer; where the bot plays on, the bot's reason."""
        return self._substitute.explain() if self._substitute is not None and self._substitute_plays else self._reason

    def _asked(self, world: Game, info: Info) -> tuple[int | None, str]:
        """The action, or why there is none."""
        self._system = self._system or f"{brief(world)}\n\n{HOW_TO_ANSWER if 'talk' in info else HOW_TO_ANSWER_SILENTLY}"
        self._append()  # before anything is paid for
        messages: list[Message] = [{"role": "system", "content": self._system}, {"role": "user", "content": self._seat.prompt(world)}]
        while True:
            try:
                found = self._completed(messages)
            except EndpointError as error:
                self._write(info, messages, "", str(error))
                return None, str(error)
            reply = self._seat.answer(world, found.text)
            self._reason = printable(found.text[-300:].strip())
            done = "" if reply.action is None else world.text(reply.action)
            if "talk" in info and reply.action is not None:
                self._said = checked_talk({"say": reply.say, "show_hand": reply.show})
            self._write(info, messages, found.text, reply.problem.partition("\n")[0], found, done)
            if reply.action is not None or not reply.attempts_left:
                return reply.action, f"no usable answer in {self.settings.retries + 1} attempts: {reply.problem.partition(chr(10))[0]}"
            messages += [{"role": "assistant", "content": found.text}, {"role": "user", "content": reply.problem}]

    def _completed(self, messages: list[Message]) -> Completion:
        before = self._endpoint.requests
        try:
            found = self._endpoint.complete(messages)
        except EndpointError:
            self.spent.failed += 1
            raise
        finally:
            self.spent.requests += self._endpoint.requests - before
        self.spent.add(found)
        return found

    def _without_answer(self, observation: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], info: Info, why: str) -> int:
        self._seat.give_up()
        if self._substitute is None:
            raise AgentError(why)
        self._substitute_plays = True
        return self._substitute.act(observation, mask, info)

    # ----------------------------------------------------------------------------------------------- what is kept

    def _write(
        self, info: Info, messages: list[Message], answer: str, problem: str, found: Completion | None = None, done: str = ""
    ) -> None:
        """A line of the transcript. The rules, which are the same for all, are in the first line of each file."""
        if self._transcript is None:
            return
        numbers = {} if found is None else {"in": found.tokens_in, "out": found.tokens_out, "seconds": round(found.seconds, 3)}
        where = {"game": info["game"], "seat": info["seat"], "decision": info["decision"]}
        talk = {"said": self._said} if self._said else {}
        self._append({**where, "prompt": messages[-1]["content"], "answer": answer, "action": done, **talk, "problem": problem, **numbers})

    def _append(self, *lines: Mapping[str, Any]) -> None:
        """Lines for the transcript, which begins with the rules. Raises AgentError if it cannot be written."""
        if self._transcript is None:
            return
        safe = "".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in self.model)[:60]
        first = {"model": self.model, "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", _BEGAN), "system": self._system}
        path = self._transcript / f"{safe}-{time.strftime('%Y%m%d-%H%M%S', _BEGAN)}-{os.getpid()}.jsonl"
        try:
            self._transcript.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                head = [] if file.tell() else [first]
                file.writelines(json.dumps(line, ensure_ascii=True) + "\n" for line in (*head, *lines))
        except OSError as error:
            raise AgentError(f"transcripts={printable(str(self._transcript), 100)}: {printable(str(error), 200)}") from error

    def close(self) -> None:
        """Say what was used: on stderr, and at the end of the transcript."""
        self.tally += self._seat.tally
        self._seat.tally = Tally()
        if not self.spent.requests:
            return
        used = {one.name: getattr(self.spent, one.name) for one in fields(Spent)}
        cost = {} if self._prices is None else {"cost": round(self.cost, 6)}
        answers = {one.name: getattr(self.tally, one.name) for one in fields(Tally)}
        self._append({"spent": {**used, **cost}, "answers": answers})
        paid = f", cost {self.cost:.4f}" if self._prices is not None else ""
        print(f"{self.name}: {_spent_in_words(self.spent)}{paid}; answers: {tally_in_words(self.tally)}", file=sys.stderr)

    @property
    def cost(self) -> float:
        """By the prices that were given; 0 without."""
        price_in, price_out = self._prices or (0.0, 0.0)
        return (self.spent.tokens_in * price_in + self.spent.tokens_out * price_out) / 1e6


def _spent_in_words(spent: Spent) -> str:
    used = f"{spent.requests:,} requests ({spent.failed:,} failed), {spent.tokens_in:,} tokens in, {spent.tokens_out:,} out"
    return f"{used}, {spent.seconds:,.0f} s"


def _events(info: Info, called: Mapping[str, str]) -> list[Event]:
    """What has happened, with the names that the model is told."""
    return [Event(**{**told, "seen_by": tuple(told["seen_by"]), **_renamed(told, called)}) for told in info.get("events", ())]


def _renamed(event: Mapping[str, Any], called: Mapping[str, str]) -> dict[str, str | None]:
    """What of an event is the name of a card."""
    return {key: called.get(event[key], event[key]) for key in ("card", "on")}


def _key(variable: str) -> str:
    if not variable:
        return ""
    if not (value := os.environ.get(variable, "").strip()):  # not quoted: it may be the key itself
        raise ValueError("key: must be the name of an environment variable; there is none of this name, or it is empty")
    if not value.isascii() or not value.isprintable():
        raise ValueError(f"key={printable(variable, 60)}: this environment variable holds no key")
    return value


def _sent(settings: LanguageSettings) -> dict[str, Any]:
    wanted = {"temperature": settings.temperature, "max_tokens": settings.max_tokens}
    return {name: value for name, value in wanted.items() if value is not None}


def _prices(price: str) -> tuple[float, float] | None:
    if not price:
        return None
    try:
        into, out = map(_price, price.split("+"))
    except ValueError:
        raise ValueError(f"price={printable(price, 60)}: must be IN+OUT for a million tokens, such as 0.15+0.60") from None
    return into, out


# --------------------------------------------------------------------------------------------------- from its name


def is_language(spec: object) -> bool:
    """Is it the name of a language model, such as `llm:MODEL,url=http://…`?"""
    return isinstance(spec, str) and spec.startswith(_PREFIX)


def parse_language(spec: str, seed: int = 0) -> LanguageAgent:
    """The agent of that name. Raises AgentError that says how to write one."""
    model, *parts = spec.removeprefix(_PREFIX).split(",")
    shown = shown_spec(spec)
    try:
        given = dict(_setting(part) for part in parts if part)
    except ValueError as error:
        raise AgentError(f"{shown}: {error}; {_HOW}") from None
    if not model or "url" not in given:
        raise AgentError(f"{shown}: {'the model' if not model else 'the url of the endpoint'} is missing; {_HOW}")
    try:
        return LanguageAgent(model, LanguageSettings(**given), seed)
    except ValueError as error:
        raise AgentError(f"{shown}: {error}") from error


def shown_spec(spec: str) -> str:
    """The name of a model for messages, without secrets that somebody may have written into it."""
    return shown_url(re.sub(r"(?<=,key=)[^,]*", lambda found: found[0] if found[0] in os.environ else "…", spec))


def _setting(part: str) -> tuple[str, Any]:
    name, equals, value = part.partition("=")
    if not equals or name not in _READ:
        raise ValueError(f"{printable(part, 60)!r} is no setting; there are {', '.join(_READ)}")
    try:
        return name, _READ[name](value)
    except ValueError:
        raise ValueError(f"{name}={printable(value, 60)!r} is not allowed") from None


def _seconds(text: str) -> float:
    found = float(text.removesuffix("s"))
    if not math.isfinite(found) or not 0 < found <= 86_400:
        raise ValueError
    return found


def _finite(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ValueError
    return found


def _price(text: str) -> float:
    if (found := _finite(text)) < 0:
        raise ValueError
    return found


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return read


_READ: Mapping[str, Callable[[str], Any]] = {
    "url": str,
    "key": str,
    "timeout": _seconds,
    "attempts": _whole(1, 20),
    "retries": _whole(0, 20),
    "rest": _one_of(FORFEIT, *BOTS),
    "actions": lambda text: {"on": True, "off": False}[_one_of("on", "off")(text)],
    "cards": _one_of(*CARD_TEXTS),
    "obfuscate": _whole(0, 1 << 62),
    "temperature": _finite,
    "max_tokens": _whole(1, 1 << 20),
    "price": str,
    "transcripts": str,
}
"""How each setting is read."""
