"""What tests of lost fights do again and again."""

from munchkin_env.scenario import Table


def flee(game: Table) -> None:
    """Nobody adds anything more; whoever has to run rolls. Up to the first decision that is something else."""
    while True:
        game.skip_windows()
        decides = game.decides
        if decides is None or not decides.may("roll to run away"):
            return
        decides.rolls()
