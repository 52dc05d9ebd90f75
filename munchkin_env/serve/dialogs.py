"""What a whole offer of help, a trade or a sale could consist of, so that a page can ask for it in one dialog.

The decisions are tried in an imagined world, which the seat cannot tell from the real one: nothing hidden can show.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.actions import NUMBER, PLAYER, Verb
from munchkin_env.engine.state.kinds import Kind
from munchkin_env.game.game import Game

LONGEST_WALK = 12


def options_of(game: Game, what: str) -> dict[str, Any]:
    """What the deciding seat may put into it: `offer`, `trade` or `sell`. Empty if it is not possible now."""
    verb, find = _DIALOGS[what]
    world = game.determinise(game.seat, 0)
    if not world.is_legal(verb.value):
        return {}
    world.record.logging = 0
    world.apply(verb.value)
    return find(world, game.seat)


def _offer(world: Game, me: int) -> dict[str, Any]:
    return {"to": [_offer_to(one, me, partner) for partner, one in _partners(world, me)]}


def _partners(world: Game, me: int) -> Iterator[tuple[int, Game]]:
    """Who may be chosen here, each with the world in which they are."""
    for action in world.legal():
        if action >= PLAYER:
            one = world.clone()
            one.apply(action)
            yield (me + action - PLAYER) % world.num_players, one


def _offer_to(world: Game, me: int, partner: int) -> dict[str, Any]:
    *total, wins = with_help(world, partner)
    found: dict[str, Any] = {"seat": partner, "treasures": [], "order": False, "items": [], "cards": [], "total": total, "wins": wins}
    for _ in range(LONGEST_WALK):
        if world.over or world.seat != me or not world.decision.startswith("OFFER_"):
            break
        _note_offer(world, found)
        world.apply(_simplest(world))
    return found


def with_help(game: Game, helper: int) -> tuple[int, int, bool]:
    """How the fight would stand if that player helped: both totals, and whether the munchkins are winning."""
    world = game.clone()
    world.record.combat.helper = helper
    numbers = world.numbers()
    return int(numbers[look.MUNCHKINS_TOTAL]), int(numbers[look.MONSTERS_TOTAL]), bool(numbers[look.WINNING])


def _note_offer(world: Game, found: dict[str, Any]) -> None:
    match Kind[world.decision]:
        case Kind.OFFER_TREASURES:
            found["treasures"] = [action - NUMBER for action in world.legal() if action >= NUMBER]
            found["treasures"] += ["all"] if world.is_legal(Verb.EVERYTHING.value) else []
        case Kind.OFFER_ORDER:
            found["order"] = True
        case Kind.OFFER_ITEM:
            found["items"] = _named(world, "offer ")
        case Kind.OFFER_CARD:
            found["cards"] = _named(world, "promise to play ")


def _simplest(world: Game) -> int:
    """Nothing where that is possible. But one Treasure: then it matters who picks first."""
    for action in (Verb.SEND.value, Verb.NOTHING.value, NUMBER + 1):
        if world.is_legal(action):
            return action
    return world.legal()[-1]


def _trade(world: Game, me: int) -> dict[str, Any]:
    return {"with": [_trade_with(one, partner) for partner, one in _partners(world, me)]}


def _trade_with(world: Game, partner: int) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": partner, "mine": [], "yours": []}
    if world.decision == Kind.TRADE_MINE.name:
        found["mine"] = _named(world, "give ")
        world.apply(world.action(f"give {found['mine'][0]}") if found["mine"] else Verb.NOTHING.value)
    if world.decision == Kind.TRADE_YOURS.name:
        found["yours"] = _named(world, "want ")
    return found


def _sell(world: Game, _: int) -> dict[str, Any]:
    return {"items": _named(world, "sell ") if world.decision == Kind.SELL.name else []}


def _named(world: Game, verb: str) -> list[str]:
    """The cards that the actions with this verb name."""
    return [text.removeprefix(verb) for text, action in world.texts().items() if text.startswith(verb) and action != Verb.NOTHING]


_DIALOGS: Mapping[str, tuple[Verb, Callable[[Game, int], dict[str, Any]]]] = {
    "offer": (Verb.ASK, _offer),
    "trade": (Verb.TRADE, _trade),
    "sell": (Verb.SELL, _sell),
}
DIALOGS = tuple(_DIALOGS)
