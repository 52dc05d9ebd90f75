"""Compounds that are described in words: "ask player 2 for help, 2 treasures, I pick first"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from munchkin_env.cards.loader import CardSet
from munchkin_env.engine.state.actions import Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.engine.state.records import EVERYTHING
from munchkin_env.game.game import Game
from munchkin_env.vocabulary.words import CardKind

from .answers import LONGEST_LINE
from .compounds import ALL_TREASURES, Compound, Counter, HelpOffer, Sale, Trade, Treasures
from .matching import AnswerError, Fault, bare, plainly

_TREASURES = re.compile(r"(?<!player )\b(\d|all|every|no)(?: of)?(?: the)?(?: \w+)? treasures?\b")
_AMOUNTS: Mapping[str, Treasures] = {"all": ALL_TREASURES, "every": ALL_TREASURES, "no": 0}
_FREE = re.compile(r"\b(?:for free|for nothing|free of charge)\b")
_PLAYER = re.compile(r"\bplayer (\d)\b")
_PICKS = (
    r"(?:(?:get to |may |can |will |must )?(?:pick|picks|choose|chooses|take|takes|draw|draws)(?: the)? first"
    r"|gets?(?: the)? first pick|first(?=$|[,.;:!]| and\b))\b"
)
_ME_FIRST = re.compile(
    rf"\b(?:i|me) {_PICKS}|\bi want (?:the )?first pick\b|\bi want to (?:pick|choose) first\b"
    r"|\bfirst pick (?:is mine|for me|to me)\b|\bmy first pick\b|\bi pick 1st\b"
)
_YOU_FIRST = re.compile(rf"(?<!\bask )\b(?:you|they|player \d) {_PICKS}|\bfirst pick (?:is yours|for you|to you|for them|for player \d)\b")
_HELPER_FIRST = re.compile(rf"\bhelper {_PICKS}")
_MAIN_FIRST = re.compile(rf"\b(?:main|main fighter) {_PICKS}")
_REFUSES = re.compile(
    r"\b(?:not|never|cannot|refuse|decline|reject|too few|too little|without|nobody|no one|none)\b|n't\b"
    r"|(?<!\bfor )\bnothing\b|\bno\b(?! (?:of the )?(?:treasures?|items?|cards?|promises?)\b)"
)
_MUSES = re.compile(
    r"\b(?:they|he|she|it|that|this|player \d) (?:could|might|may(?! pick| choose)|can(?! pick| choose)|would|offers?|offered|wants?"
    r"|asks?|needs?|has|have)\b|\b(?:i|we|you) (?:could|might)\b|\b(?:maybe|perhaps)\b"
    r"|(?<!price )(?<!offer )\b(?:is|are|was|were|seems?|looks?)\b(?! (?:mine|yours|my|your)\b)"
)
"""What only describes or considers a deal."""
_HELPS = re.compile(r"\bhelp\b")
_BEGINS = re.compile(
    r"^(?:(?:i|i'll|i'd|will|would|want|like|to|let|me|let's|please|so|then|now|and)[ ,]+)*(?:ask|offer|trade|swap|exchange|give|sell)\b"
)
_TRADES = re.compile(
    r"\b(?:trade|swap|exchange|give|offer)(?: (?:with|to))?(?: player (?P<first>\d))?:? *(?:my )?(?P<gives>.+?)"
    r"(?: (?:to|with) player (?P<second>\d))?"
    r"(?:,? (?:for|against|and want|and take)(?: (?:their|your|player \d's))? (?P<wants>.+?))?"
    r"(?: (?:to|with|from|of) player (?P<third>\d))?$"
)
_SELLS = re.compile(r"^(?:i )?(?:want to )?sell:? (.+)$")

# Names of cards may hold any of these words: each is replaced by one character of a private area while a sentence is read.
_FIRST_MARK, _LAST_MARK = 0xE000, 0xF8FF
_NAME = f"[{chr(_FIRST_MARK)}-{chr(_LAST_MARK)}]"
_PROMISES = re.compile(rf"\bpromise(?: to play (?:my |the )?(.+?)| (?:my |the )?({_NAME}))(?: on (?:you|them|player \d)|$|,| and\b)")
_WILL_PLAY = re.compile(rf"\b(?:will|i'll|i) play (?:my |the )?({_NAME}) on (?:you|them)\b")
_ELSE = re.compile(rf"\b(?:play|use|equip|wear|put on|discard|sell|load) (?:my |the )?{_NAME}|\bkick open\b|^pass\b")
_ADDS = re.compile(
    rf"(?:^|[,;:]|\b(?:and|plus|also|offer|offering|give|giving|gets?|item|for)\b) *(?:(?:my|the|a|an|also|item) )*({_NAME}(?: \(\d\))?)"
    r"(?=$|[,.;:!]| (?:and|for|to|if|too|also|on)\b)"
)


@dataclass(frozen=True)
class _Sentence:
    """A sentence in plain words, with marks for the names of cards."""

    text: str
    names: Mapping[str, str]

    def full(self, part: str) -> str:
        """A part of it, with the names."""
        return "".join(self.names.get(letter, letter) for letter in part).strip()


def _sentence(said: str, cards: CardSet) -> _Sentence:
    names: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        mark = chr(_FIRST_MARK + len(names))
        names[mark] = found[0]
        return mark

    plain = re.sub(_NAME, "", plainly(said[:LONGEST_LINE]))
    return _Sentence(_names_of(cards).sub(marked, plain), names)


@lru_cache(maxsize=64)
def _names_of(cards: CardSet) -> re.Pattern[str]:
    """Any name of a card in plain words, with or without articles; of several the longest."""
    forms = {form for card in cards.cards for form in (plainly(card.name), bare(card.name)) if form}
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(forms, key=len, reverse=True)))})(?!\w)")


def of_words(game: Game, said: str, *, marked: bool = True) -> Compound | None:
    """The compound that the words describe where one is possible, or None.

    marked: Is this meant as an action? If not, it only counts if it begins like one.

    Raises:
        AnswerError: It is an offer, but not a clear one.
    """
    found = _sentence(said, game.cards)
    if _REFUSES.search(found.text) or _MUSES.search(found.text):
        return None
    begins = _BEGINS.search(found.text) is not None
    if game.decision == Kind.ANSWER_HELP.name:
        return _counter_of(game, found.text) if marked and "?" not in said else None
    if (marked or begins) and (game.decision.startswith("OFFER_") or game.is_legal(Verb.ASK.value)):
        offer = _offer_of(game, found)
        if offer is not None:
            return offer
    if begins and game.is_legal(Verb.TRADE.value) and (trade := _trade_of(found)):
        return trade
    return _sale_of(found) if game.is_legal(Verb.SELL.value) else None


def goes_on(said: str, cards: CardSet) -> bool:
    """Do these words only add terms to what was said before: "they pick first"?"""
    text = _sentence(said, cards).text
    if _BEGINS.search(text):
        return False
    return _price(text) is not None or any(_who_picks(text, helping=helping) is not None for helping in (True, False))


def _price(said: str) -> Treasures | None:
    if found := _TREASURES.search(said):
        return int(found[1]) if found[1].isdigit() else _AMOUNTS[found[1]]
    return 0 if _FREE.search(said) else None


def _who_picks(said: str, *, helping: bool) -> bool | None:
    """Does the helper pick first? helping: the speaker would be the helper."""
    if _HELPER_FIRST.search(said) or (_ME_FIRST if helping else _YOU_FIRST).search(said):
        return True
    return False if _MAIN_FIRST.search(said) or (_YOU_FIRST if helping else _ME_FIRST).search(said) else None


def _counter_of(game: Game, said: str) -> Counter | None:
    """If only the order is named, it is about the Treasures that are offered."""
    price, first = _price(said), _who_picks(said, helping=True)
    if price is None and first is not None:
        offered = int(game.record.offer.treasures)
        price = ALL_TREASURES if offered == EVERYTHING else offered
    return None if price is None else Counter(price, first)


def _offer_of(game: Game, said: _Sentence) -> HelpOffer | None:
    text = said.text
    players, price = sorted(set(_PLAYER.findall(text))), _price(text)
    if not (players and (_HELPS.search(text) or price is not None)) and not (price is not None and game.decision.startswith("OFFER_")):
        return None
    if len(players) > 1:
        raise AnswerError(Fault.AMBIGUOUS, f"an offer goes to one player, not to {' and '.join(f'player {p}' for p in players)}")
    promise = _PROMISES.search(text) or _WILL_PLAY.search(text)
    rest = text.replace(promise[0], ", ") if promise else text
    if _ELSE.search(rest):
        raise AnswerError(Fault.AMBIGUOUS, "this names an offer and another action; separate several actions by semicolons")
    card = said.full(next(part for part in promise.groups() if part)) if promise else ""
    first = _who_picks(text, helping=False)
    return HelpOffer(int(players[0]) if players else None, price, first, _item_of(game, said, rest), card)


def _item_of(game: Game, said: _Sentence, text: str) -> str:
    """The Item that is added to an offer; not one that is only mentioned."""
    items = {bare(card.name) for card in game.cards.cards if card.kind == CardKind.ITEM}
    found = (said.full(one) for one in _ADDS.findall(text))
    return next((name for name in found if bare(re.sub(r" \(\d\)$", "", name)) in items), "")


def _trade_of(said: _Sentence) -> Trade | None:
    found = _TRADES.search(said.text)
    if found is None:
        return None
    player = found["first"] or found["second"] or found["third"]
    return None if player is None else Trade(int(player), *(_nothing(said.full(found[key] or "")) for key in ("gives", "wants")))


def _nothing(said: str) -> str:
    return "" if bare(said) in ("", "nothing", "gift") else said


def _sale_of(said: _Sentence) -> Sale | None:
    found = _SELLS.match(said.text)
    if found is None or bare(found[1]) in ("items", "item"):
        return None
    return Sale(tuple(said.full(one) for one in re.split(r",| and ", found[1]) if one.strip()))
