"""The header of a policy file: what the network was trained on, and whether it can play here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from munchkin_env.cards.loader import load
from munchkin_env.core.files import short
from munchkin_env.core.texts import cut
from munchkin_env.game.options import whole
from munchkin_env.game.saved import stamp
from munchkin_env.observe.layout import OBSERVATION_VERSION, OTHERS
from munchkin_env.players.bots import BOTS, BotKind, Style

from .shapes import PolicyError, read_shape

FILE_VERSION = 1


def new_about(sets: Sequence[str], players: int, network: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """The header of a network trained with this version.

    Args:
        sets: The card sets it learns, in order.
        players: How many play in its games.
        network: The kind and the sizes of the network.
        more: Anything else worth knowing, such as `steps`; `prior`, if the policy asks a bot (`new_prior`).
    """
    now = stamp()
    return {
        "file": FILE_VERSION,
        "observation": OBSERVATION_VERSION,
        "layout": now["observation"],
        "actions": now["actions"],
        "sets": list(load(sets).sets),
        "cards": load(sets).hash,
        "players": players,
        "network": dict(network),
        **more,
    }


def check_about(about: Mapping[str, Any]) -> None:
    """Raises PolicyError if a policy with this header cannot play here."""
    now = stamp()
    needed = {
        "file": (FILE_VERSION, "kind of file"),
        "observation": (OBSERVATION_VERSION, "version of the observation"),
        "layout": (now["observation"], "layout of the observation"),
        "actions": (now["actions"], "table of actions"),
    }
    for key, (ours, what) in needed.items():
        if about.get(key) != ours:
            raise PolicyError(
                f"the policy was trained with another {what}: {short(about.get(key))}; here it is {ours!r}. It must be trained again"
            )
    sets = about.get("sets")
    if not isinstance(sets, list) or not sets or not all(isinstance(name, str) for name in sets):
        raise PolicyError(f"the policy is damaged: its header says that it learned the sets {short(sets)}")
    players = whole(about.get("players"))
    if players is None or not 2 <= players <= OTHERS + 1:
        raise PolicyError(f"the policy is damaged: its header says that it learned with {short(about.get('players'))} players")
    if not isinstance(about.get("network"), dict):
        raise PolicyError("the policy is damaged: its header does not describe a network")
    read_shape(about["network"])
    prior_of(about)


class Prior(NamedTuple):
    """A scripted bot that a policy asks: its choice is one of the inputs."""

    style: Style
    weight: float
    """Added to the logit of the bot's choice."""


HEAVIEST = 1000.0
"""Of a prior."""


def prior_of(about: Mapping[str, Any]) -> Prior | None:
    """The bot that a policy with this header asks, if it asks one. Raises PolicyError."""
    told = about.get("prior")
    if told is None:
        return None
    if not isinstance(told, dict) or told.keys() != {"bot", "weight", "digest"}:
        raise PolicyError(f"the policy is damaged: its prior is {short(told)}; a bot, a weight and a digest are needed")
    name, weight = told["bot"], told["weight"]
    if not isinstance(name, str) or name not in BOTS or BOTS[name].kind != BotKind.STYLE:
        there = ", ".join(repr(one.name) for one in BOTS.values() if one.kind == BotKind.STYLE)
        raise PolicyError(f"the policy asks the bot {short(name)}; there are {there}")
    if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight <= HEAVIEST:
        raise PolicyError(f"the policy is damaged: the weight of its prior is {short(weight)}; must be 0 to {HEAVIEST:g}")
    if told["digest"] != BOTS[name].digest:
        raise PolicyError(f"the policy was trained with another {name!r}: its digest is {short(told['digest'])}, here {BOTS[name].digest}")
    return Prior(BOTS[name], float(weight))


def new_prior(bot: str, weight: float) -> dict[str, Any]:
    """What a header says of a policy that asks this bot: `new_about(…, prior=new_prior("veteran", 5.0))`. Raises PolicyError."""
    told = {"bot": bot, "weight": weight, "digest": BOTS[bot].digest if bot in BOTS else ""}
    prior_of({"prior": told})
    return told


def check_sets(about: Mapping[str, Any], sets: Sequence[str | Path]) -> None:
    """Raises PolicyError if a policy with this header would read the cards of these sets wrongly.

    A policy knows cards by their numbers, which follow from the sets and their order. Sets that come after the ones it learned change no
    number; their cards count as no card.
    """
    learned, cards = list(about["sets"]), load(sets).sets
    if list(cards[: len(learned)]) != learned:
        raise PolicyError(
            f"the policy learned {told_sets(learned)}; with {told_sets(cards)} it would take one card for another. "
            "It plays the sets that it learned, in that order (others may follow); other sets need another policy"
        )


def told_sets(sets: Sequence[str]) -> str:
    """The sets as options of the command line; very many or long names are cut."""
    return cut(" ".join(f"--set {name}" for name in sets), 400)
