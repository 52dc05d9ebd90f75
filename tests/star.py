"""Positions of Star Munchkin."""

from typing import Any

from munchkin_env.game.scenario import Seat, Table, table


def star(*seats: Seat, **given: Any) -> Table:
    return table(*seats, sets=["star"], **given)


def fights(monster: str, main: Seat, *others: Seat, **given: Any) -> Table:
    """Seat 0 meets the monster behind the door, and decides what to add to the fight."""
    game = star(main, *(others or (Seat(),)), doors=[monster], **given)
    game[0].kicks_open_the_door()
    return game


def caught(monster: str, victim: Seat, *others: Seat, dice: tuple[int, ...] = (1,), **given: Any) -> Table:
    """Seat 0 loses to the monster and is caught (the first die). Stops at the first choice of its Bad Stuff. The last seat is a foe."""
    foe = Seat(hand="Last of Its Kind, ... From Another Dimension")
    game = star(victim, *others, foe, dice=dice, **{"doors": [monster], **given})
    game[0].kicks_open_the_door()
    while not game.waits_for(game[-1]):
        if game.decision == "ASK_YES":
            game[0].says(False)
        else:
            game.apply("pass")
    game[-1].plays("Last of Its Kind", on=monster)
    game[-1].plays("... From Another Dimension", on=monster)
    flee(game)
    return game


def flee(game: Table) -> None:
    """Nobody adds anything; players who must run away roll, or are caught if there is no roll. Stops at another decision."""
    while True:
        game.skip_windows()
        decides = game.decides
        if decides is None or not (decides.may("roll to run away") or decides.may("be caught")):
            return
        decides.does("roll to run away" if decides.may("roll to run away") else "be caught")
