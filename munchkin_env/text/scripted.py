"""A player that reads prompts with regular expressions and answers in words, to try interfaces that are made of text."""

import random
import re
from collections.abc import Callable, Iterator

from .brevity import GAP
from .seat import COMPLAINT

_ACTION = re.compile(r"(?:^|; |: )(\d+) ([^;\n]+)")
_GROUP = re.compile(r"^([^\d:;]+): (?=\d+ )")
_ME = re.compile(r"player (\d) \(you\)\s+Level (\d+)\s+strength (-?\d+)")
_MONSTER = re.compile(r"([^,(]+) \(monster (\d+)\)")
_OTHERS = re.compile(r"^player (\d)\s+Level (\d+)\s+strength (-?\d+)", re.MULTILINE)
_TOTALS = re.compile(r"^(-?\d+) against (-?\d+)", re.MULTILINE)
_STAKE = re.compile(r"(\d+) treasures? at stake")
_MOVES_ON = ("kick open the door", "go into the room", "end the turn", "done", "pass", "no more", "roll to run away")
_USEFUL = re.compile(r"^(?:equip|load|sell items|close the sale|accept|yes|play (?!Curse|Trap))")
_HARMLESS = re.compile(r"^(?!discard|turn|withdraw|call off|trade|use)")


class ScriptedReader:
    """Answers prompts and complaints. It remembers nothing but its random numbers."""

    def __init__(self, seed: int = 0, mischief: float = 0.0) -> None:
        """mischief: how often it answers nonsense."""
        self._random = random.Random(seed)
        self._mischief = mischief

    def __call__(self, prompt: str) -> str:
        """The answer to a prompt."""
        if self._random.random() < self._mischief:
            return self._random.choice(["", "I am a fish", "ACTION: fly to the moon", '{"action": 99}', "{" * 50])
        actions = dict(listed_actions(prompt))
        if not actions:
            return "pass"
        return self._worded(actions, self._choice(prompt, actions))

    def _worded(self, actions: dict[str, int], text: str) -> str:
        """In one of the ways in which an action can be named."""
        if text not in actions:
            return f"ACTION: {text}"
        forms: list[Callable[[], str]] = [
            lambda: str(actions[text]),
            lambda: text,
            lambda: f"I have thought about it.\n\nACTION: {text}",
            lambda: f'{{"action": "{text}", "say": "so be it"}}' if '"' not in text else text,
        ]
        return self._random.choice(forms)()

    def _choice(self, prompt: str, actions: dict[str, int]) -> str:
        complained = COMPLAINT in prompt  # some libraries show the position again: the same offer would fail again
        if "ask for help" in actions and not complained and (offer := self._offer(prompt)):
            return offer
        if trouble := self._trouble(prompt, actions):
            return trouble
        useful = [text for text in actions if _USEFUL.match(text)]
        if useful and self._random.random() < 0.7:
            return self._random.choice(useful)
        if moving := [text for text in _MOVES_ON if text in actions]:
            return moving[0]
        return self._random.choice([text for text in actions if _HARMLESS.match(text)] or list(actions))

    def _offer(self, prompt: str) -> str:
        """To a player who would turn the fight, for a part of the Treasures."""
        totals, stake = _TOTALS.search(prompt), _STAKE.search(prompt)
        if totals is None or stake is None or self._random.random() < 0.3:
            return ""
        lacking = int(totals[2]) - int(totals[1])
        able = [player for player, _, strength in _OTHERS.findall(prompt) if int(strength) > lacking]
        if not able:
            return ""
        price = self._random.randint(0, min(int(stake[1]), 6))
        first = self._random.choice([", the helper picks first", ", I pick first"]) if 0 < price < int(stake[1]) else ""
        return f"ask player {self._random.choice(able)} for help, {price} treasures{first}"

    def _trouble(self, prompt: str, actions: dict[str, int]) -> str:
        """With the strongest monster that I can beat, or none."""
        me = _ME.search(prompt)
        if me is None or "loot the room" not in actions:
            return ""
        levels = {name.strip(): int(level) for name, level in _MONSTER.findall(prompt)}
        beaten = [(levels.get(text.removeprefix("look for trouble with "), 99), text) for text in actions]
        beaten = [(level, text) for level, text in beaten if level < int(me[3])]
        return max(beaten)[1] if beaten else "loot the room"


def listed_actions(prompt: str) -> Iterator[tuple[str, int]]:
    """The actions at the end of a prompt or of a complaint, with their numbers."""
    for line in prompt.rpartition("\n\n")[2].splitlines():
        group = _GROUP.match(line)
        for number, text in _ACTION.findall(line[group.end() - 2 :] if group else line):
            yield _whole(group[1] if group else GAP, text.strip()), int(number)


def _whole(head: str, rest: str) -> str:
    """An action from the head of its group, and what follows the number."""
    return head.replace(GAP, rest) if GAP in head else f"{head} {rest}"
