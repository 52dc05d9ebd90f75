"""A prompt in fewer words: what it says in one place, it does not say in another."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from munchkin_env.game.render import Line, Picture

from .telling import Numbered, by_verb

_TITLE = "MUNCHKIN"
_TOLD_ELSEWHERE = ("turn", "fights", "decides")
"""States that the head, the line of the fight, and the question tell."""
_DEEDS = "has done"
_WORTH_IT = 15  # characters that a reference has to save
_SENTENCE_ENDS = re.compile(r"(?<=\.) (?=[A-Z])")
_BEGINNING = re.compile(r"(.+?)(?: –|[,:])")
_OF_A_KIND = re.compile(r"(.+) \((one-shot|monster enhancer|companion|proficiency|class|race|role|curse)\)")
_PLURALS = {"class": "classes", "proficiency": "proficiencies"}
_AROUND_A_NAME = (("turn ", " sideways"), ("look for trouble with ", ""))
"""How several actions begin and end."""
GAP = "…"
"""Where the name belongs."""


@dataclass(frozen=True)
class ShortPicture(Picture):
    """The position, for a prompt that also tells the rules of some cards, and what is asked."""

    explained: frozenset[str] = frozenset()
    """The cards whose texts are shown."""

    def known(self, name: str) -> str:
        """The card; without its kind if its text says it."""
        full = super().known(name)
        return full if name not in self.explained or re.search(r"\d", full.removeprefix(name)) else name

    def head(self) -> Iterator[Line]:
        """The round, whose turn it is; the decks in one line."""
        first, *_ = super().head()
        yield Line(first.text.removeprefix(_TITLE).strip())
        decks = []
        for deck, discards in self.view["discards"].items():
            decks.append(f"{self.view['decks'][deck]} {deck}" + (f" (top discard {discards[0]})" if discards else ""))
        yield from self.listed("decks", decks)

    def states(self, p: int) -> dict[str, bool]:
        """Those that nothing else tells."""
        return {state.removeprefix("has "): holds for state, holds in super().states(p).items() if state not in _TOLD_ELSEWHERE}

    def done(self, deed: str, to: Sequence[int]) -> str:
        """ "hit player 1 x2, you"."""
        return super().done(deed, to).replace(" and ", ", ")

    def listed(self, label: str, items: Sequence[str], empty: str = "") -> Iterator[Line]:
        """Cards of a kind together: "Leather Armor (+1 armor); one-shots: Magic Missile, Sleep Potion"."""
        groups = list(items) if label == _DEEDS else list(_by_kind(items))
        yield from super().listed(label, ["; ".join(groups)] if groups else (), empty)


def _by_kind(items: Sequence[str]) -> Iterator[str]:
    """What is alone of its kind, then the kinds of which there are several."""
    kinds: dict[str, list[str]] = {}
    for item in items:
        found = _OF_A_KIND.fullmatch(item)
        kinds.setdefault(found[2] if found else "", []).append(found[1] if found else item)
    several = {kind for kind, names in kinds.items() if kind and len(names) > 1}
    alone = [item for item in items if not (found := _OF_A_KIND.fullmatch(item)) or found[2] not in several]
    if alone:
        yield ", ".join(alone)
    yield from (f"{_PLURALS.get(kind, kind + 's')}: {', '.join(kinds[kind])}" for kind in kinds if kind in several)


# ---------------------------------------------------------------------------------------------------------- cards


def folded(texts: Mapping[str, str]) -> Iterator[str]:
    """A line for each text. Cards with the same text share it, and a long sentence is told once: after that, its card is named."""
    owners: dict[str, list[str]] = {}
    for name, text in texts.items():
        owners.setdefault(text, []).append(name)
    said: dict[str, str] = {}
    for text, names in owners.items():
        headline, *sentences = _SENTENCE_ENDS.split(text)
        yield f"{', '.join(names)}: {' '.join([headline, *(_or_reference(one, said, texts) for one in sentences)])}"
        said = dict.fromkeys(sentences, names[0]) | said


def _or_reference(sentence: str, said: Mapping[str, str], texts: Mapping[str, str]) -> str:
    """The sentence, or "Sacrifice: as Hedge Healer." if that card has the same, and no other that begins so."""
    begins, owner = _BEGINNING.match(sentence), said.get(sentence)
    if begins is None or owner is None:
        return sentence
    alike = [one for one in _SENTENCE_ENDS.split(texts[owner]) if one.startswith(begins[1])]
    short = f"{begins[1]}: as {owner}."
    return short if len(alike) == 1 and len(sentence) - len(short) >= _WORTH_IT else sentence


# -------------------------------------------------------------------------------------------------------- actions


def grouped(choices: Sequence[Numbered]) -> Iterator[str]:
    """A line for each verb, or for what several actions say around the name of a card: "turn … sideways: 5 Helm of Courage"."""
    groups, rest = dict[str, list[Numbered]](), list(choices)
    for begins, ends in _AROUND_A_NAME:
        alike = [one for one in rest if one.text.startswith(begins) and one.text.endswith(ends)]
        if len(alike) > 1:
            rest = [one for one in rest if one not in alike]
            groups[f"{begins}{GAP}{ends}"] = [Numbered(one.number, one.text.removeprefix(begins).removesuffix(ends)) for one in alike]
    groups |= by_verb(rest)
    for head, group in sorted(groups.items(), key=lambda found: found[1][0].number):
        yield f"{head}: " + "; ".join(f"{one.number} {one.text}" for one in group)
