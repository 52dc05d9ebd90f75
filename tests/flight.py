"""Helpers for tests of lost fights."""

from munchkin_env.game.scenario import Seat, Table, seat, table


def flee(game: Table) -> None:
    """Nobody adds anything; players who must run away roll. Stops at the first other decision."""
    while True:
        game.skip_windows()
        decides = game.decides
        if decides is None or not decides.may("roll to run away"):
            return
        decides.rolls()


def caught(monster: str, victim: Seat, *others: Seat, dice: tuple[int, ...] = (1,), foe: int = 1) -> Table:
    """Seat 0 loses to the monster and is caught (the first die). Stops at the first choice of its Bad Stuff.

    The last seat is an opponent of that Level, who makes sure that the fight is lost, and whose hand is then empty.
    """
    game = table(victim, *others, seat(level=foe, hand="Ancient, Humongous"), doors=[monster], dice=dice)
    game[0].kicks_open_the_door()
    while not game.waits_for(game[-1]):
        if game.decision == "ASK_YES":
            game[0].says(False)
        else:
            game.apply("pass")
    game[-1].plays("Ancient", on=monster)
    game[-1].plays("Humongous", on=monster)
    flee(game)
    if game[0].may("be caught"):
        game[0].does("be caught")
    assert game.happened.count("CAUGHT") == 1
    return game
