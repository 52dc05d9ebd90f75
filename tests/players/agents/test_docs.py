"""docs/agents.md matches the code."""

from pathlib import Path

from munchkin_env.players.protocol import Agent

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "agents.md").read_text(encoding="utf-8")


def test_all_that_an_agent_may_have_is_told() -> None:
    told = Agent.__doc__ or ""
    called = ("begin(seat, num_players, seed)", "act_many(observations, masks, infos)", "explain()", "close()")
    for word in (*called, "imagines", "reads", "name"):
        assert word.split("(")[0] in told and f"`{word.split('(')[0]}" in PAGE
