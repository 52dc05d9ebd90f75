"""What tests do in many places."""

from munchkin_env.scenario import Table


def pass_until(game: Table, text: str) -> None:
    """Everybody passes until somebody may do that."""
    while text not in game.legal_texts:
        game.apply("pass")
