"""The search in the package plays at a table."""

from munchkin_env.arena import tournament


def test_it_plays_in_a_tournament() -> None:
    figures = tournament(["search:20,turns=1", "greedy", "greedy", "greedy"], games=4, win_level=3)
    assert "search:20,turns=1" in figures.names and not figures.forfeits
