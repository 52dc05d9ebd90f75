"""Which of the legal actions a few words name: exactly, or nearly."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from munchkin_env.core.texts import printable

from .telling import matching


class Fault(StrEnum):
    """What is wrong with an answer."""

    UNREADABLE = "unreadable"
    """It names no action."""
    AMBIGUOUS = "ambiguous"
    """It can mean several."""
    ILLEGAL = "illegal"
    """It names something that is not allowed now."""


class AnswerError(ValueError):
    """An answer that cannot be used. The text says what was wrong."""

    def __init__(self, fault: Fault, why: str) -> None:
        super().__init__(why)
        self.fault = fault


NUMBER_WORDS = {word: n for n, word in enumerate(["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])}
_ARTICLES = frozenset({"a", "an", "the", "my", "your", "our", "their"})
_POLITE = re.compile(
    r"^(?:(?:the|ok|okay|so|then|well|now|please|i|we|i'll|i'd|let's|let|me|us|will|would|shall|should|must|want|like|going|am|to|choose|decide|select"
    r"|option|number|action|answer|my|is|do|go|with|for|it)\b[\s,:]*)+"
)
_NUMBERED = re.compile(r"^[#(\[]*(\d{1,6})[)\].:]*(?:\s+(.*))?$")
_NEGATED = re.compile(r"\b(?:no|not|never|cannot|without|instead|rather|unless|except|avoid|neither|nor)\b|n't\b")
_JUDGES = re.compile(r"\b(?:is|was|would|seems|looks)\b")
_NOTHING = re.compile(r"\b(?:no|nobody|nothing|none)\b")
_CONDITIONAL = re.compile(r"\b(?:but|if|only|provided|unless|or|could|might|may|maybe|perhaps|whether)\b")
_REASON = re.compile(r"^[,;:]? ?(?:because|since|as|so that)\b")
_CONSENTED = re.compile(r"\b(?:yes|ok|okay|sure|gladly|agree|agreed|accept|accepted)\b")
_NO_MORE = re.compile(r"^(?:[,.;:!]| (?:because|since|as|for now|now|here|this|again)\b)")
_REFUSED = re.compile(r"^(?:[,.;:!]| (?:to|the|this|that|these|your|their|it|because|since|as|for now|now|here)\b)")
_DONS = re.compile(r"^(?:wear|put on|don)\b")
_MARKS = " .!?,;:'>-•="
_COPY = re.compile(r" \(\d+\)$")
_SYNONYMS: dict[str, tuple[str, ...]] = {
    "accept": (
        "yes",
        "y",
        "help",
        "help you",
        "help them",
        "gladly",
        "agree",
        "agreed",
        "deal",
        "ok",
        "okay",
        "sure",
        "accepted",
        "i accept",
        "i agree",
    ),
    "yes": ("y", "ok", "okay", "sure", "agree", "accept"),
    "refuse": ("no", "n", "decline", "reject", "refused", "declined", "i refuse", "i decline", "no deal", "no thanks", "no way", "no help"),
    "no": ("n", "decline", "refuse", "reject", "no way", "no thanks"),
    "pass": ("skip", "nothing", "do nothing", "wait", "no action", "none", "i pass"),
    "done": ("finish", "finished", "end", "nothing more", "i am done", "i'm done"),
}
_CONSENTS, _REFUSALS = ("accept", "yes"), ("refuse", "no")
_CONSENT = (
    "accept accepted agree agreed yes ok okay sure deal gladly help i i'll we will to do so that this it you them him her me us now here"
)
_IS_ADDED = "and then offer deal terms price proposal trade please thanks thank of course happily simply just choose decide want for player"
_CERTAINLY = "certainly absolutely definitely"
_CONSENT_IS = frozenset(f"{_CONSENT} {_IS_ADDED} {_CERTAINLY}".split())
"""A sentence that consents in more than one word has no others but these: what else is in it may take the consent back."""
_ACTS = "accept ask be bring buy call change choose close count discard done draw end equip fight give go hand help join keep kick"
_MORE_ACTS = "lay leave lift load look loot lose offer on part pass pick play promise put refuse roll run sell send show stay take trade"
VERBS = frozenset(f"{_ACTS} {_MORE_ACTS} turn use volunteer want withdraw yes no".split())
"""First words of actions: an answer that begins with one of them names an action, if perhaps not a legal one."""


def plainly(text: str) -> str:
    """In small letters, without marks, quotes and punctuation at the ends, with number words as digits."""
    words = re.sub(r"[`*_\"“”]", " ", text.casefold()).split()
    return " ".join(str(NUMBER_WORDS.get(word, word)) for word in words).strip(_MARKS).removesuffix(" please").strip(_MARKS)


def bare(text: str) -> str:
    """The same without articles."""
    return " ".join(word for word in plainly(text).split() if word not in _ARTICLES)


def choice_named(said: str, choices: Sequence[str], *, numbers: bool = True, marked: bool = True) -> str:
    """The choice that the words name, exactly or nearly.

    Args:
        said: A few words.
        choices: The texts of the legal actions.
        numbers: Whether a number means a place in that list.
        marked: Whether this is meant as an action, and not the end of a longer thought.

    Raises:
        AnswerError: None, or several.
    """
    return exactly(said, choices, numbers=numbers) or nearly(said, choices, marked=marked)


def exactly(said: str, choices: Sequence[str], *, numbers: bool = True) -> str | None:
    """The choice with these words, or with this number. Raises AnswerError if there is no such number."""
    wanted = plainly(said)
    if not wanted:
        raise AnswerError(Fault.UNREADABLE, "the answer is empty")
    wish = plainly(_POLITE.sub("", wanted))
    texts = (wanted, wish, _DONS.sub("equip", wish), plainly(wanted.rpartition(": ")[2]))
    return next((found for text in texts if text and (found := _exactly(text, choices, numbers))), None)


def _exactly(wanted: str, choices: Sequence[str], numbers: bool) -> str | None:
    """The text itself, its number, both, or a word for it."""
    by_text = {plainly(one): one for one in reversed(choices)}
    if wanted in by_text:
        return by_text[wanted]
    if numbers and (found := _NUMBERED.match(wanted)):
        return _by_number(int(found[1]), found[2], choices)
    for text, words in _SYNONYMS.items():
        if wanted in words and text in by_text:
            return by_text[text]
    by_bare = {bare(one): one for one in reversed(choices)}
    return by_bare.get(bare(wanted))


def _by_number(number: int, rest: str | None, choices: Sequence[str]) -> str | None:
    if not 1 <= number <= len(choices):
        if rest:
            return None
        raise AnswerError(Fault.ILLEGAL, f"there is no action {number}; the numbers are 1 to {len(choices)}")
    found = choices[number - 1]
    return found if not rest or bare(rest) == bare(found) else None


def nearly(said: str, choices: Sequence[str], *, marked: bool = True) -> str:
    """The only choice that begins with these words, has all of them, or occurs in them. Raises AnswerError if there is none, or several."""
    wanted = plainly(said)
    if begun := _begins(plainly(_POLITE.sub("", wanted)), choices):
        return begun
    enough = marked or " " in bare(wanted)
    found = _alike(matching(bare(wanted), [bare(one) for one in choices]), choices) if enough and bare(wanted) else []
    if not found:
        within = _within(bare(wanted), [bare(one) for one in choices])
        found = _alike((one for one in within if _clear(one, bare(wanted))), choices)
    if len(found) == 1:
        return found[0]
    quoted = repr(printable(wanted, 80))
    if found:
        raise AnswerError(Fault.AMBIGUOUS, f"{quoted} can mean: {'; '.join(found[:12])}")
    if marked and wanted.split()[0] in VERBS and not _NEGATED.search(wanted):
        raise AnswerError(Fault.ILLEGAL, f"{quoted} is not possible now")
    raise AnswerError(Fault.UNREADABLE, f"{quoted} names no action")


def _begins(wanted: str, choices: Sequence[str]) -> str | None:
    """The choice of one word that a longer answer without conditions begins with: "refuse, that is too little", "pass, because …"."""
    word = re.split(r"[ ,.;:!]", wanted, maxsplit=1)[0]
    if not word or _CONDITIONAL.search(wanted):
        return None
    by_text = {plainly(one): one for one in choices}
    meant = [text for text in _SYNONYMS if text in by_text and _leads(word, wanted[len(word) :], text)]
    others = [one for one in _within(bare(wanted), [bare(one) for one in choices]) if one not in meant]
    return by_text[meant[0]] if meant and not others else None


def _leads(word: str, rest: str, text: str) -> bool:
    """Is the answer "WORD REST" that choice of one word? What follows a consent may take it back; what follows a refusal explains it."""
    if text in _REFUSALS:
        known, rest = word == text or word in _SYNONYMS[text], re.sub(r"^ (?:thanks|thank you|way|deal)\b", "", rest)
        return known and (_NO_MORE if word == "no" else _REFUSED).search(rest) is not None and _CONSENTED.search(rest) is None
    if text in _CONSENTS:
        if word == text or word in _SYNONYMS[text]:
            return _only_consents(rest) or _REASON.search(rest) is not None
        return _CONSENTED.search(rest) is not None and _only_consents(word + rest)
    return word == text and not _NEGATED.search(rest) and _NO_MORE.search(rest) is not None


def _clear(found: str, wanted: str) -> bool:
    """Does a sentence that contains the choice say nothing against it?"""
    around = f" {_unpointed(wanted)} ".replace(f" {_unpointed(found)} ", "  ", 1)
    if any(pattern.search(around) for pattern in (_NEGATED, _NOTHING, _CONDITIONAL)) or (" " not in found and _JUDGES.search(around)):
        return False
    return found not in (*_CONSENTS, *_REFUSALS) or _only_consents(around)


def _only_consents(said: str) -> bool:
    return all(word in _CONSENT_IS or word.isdigit() for word in _unpointed(said.replace("'s ", " ")).split())


def _alike(found: Iterable[str], choices: Sequence[str]) -> list[str]:
    """The choices with these bare texts; of copies of a card the first."""
    wanted = set(found)
    first: dict[str, str] = {}
    for one in choices:
        if bare(one) in wanted:
            first.setdefault(_COPY.sub("", one), one)
    return list(first.values())


def _within(wanted: str, choices: Sequence[str]) -> list[str]:
    """Choices that the sentence contains, word by word; not those within longer ones. Single words count only in short sentences."""
    short = len(wanted.split()) <= 6
    sentence = _unpointed(wanted)
    found = [one for one in dict.fromkeys(choices) if one and (short or " " in one) and f" {_unpointed(one)} " in f" {sentence} "]
    return [one for one in found if not any(one != other and f" {one} " in f" {other} " for other in found)]


def _unpointed(text: str) -> str:
    return " ".join(re.sub(r"[,.;:!?()]", " ", text).split())
