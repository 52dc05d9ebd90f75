"""Recorded games for the tests of pages."""

from functools import cache

from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay
from munchkin_env.players import agents

HOSTILE = ("</script><script>document.title='taken'</script>", "<img src=x onerror=alert(1)>", "a & b")


@cache
def bots_game(sets: tuple[str, ...] = ("deluxe",), names: tuple[str, ...] = ("greedy", "veteran", "bully"), reasons: bool = True) -> Replay:
    """A short game of bots. Do not change it: all tests share it."""
    players = [agents.load_agent(name, seed=seat) for seat, name in enumerate(("greedy", "veteran", "bully"))]
    replay = Replay(Game(3, sets, 7, win_level=4, max_rounds=3), dict(enumerate(names)))
    while not replay.game.over:
        agent = players[replay.game.seat]
        action = agents.ask(agent, replay.game)
        replay.apply(action, agents.describe_choice(agent) if reasons else "")
    return replay
