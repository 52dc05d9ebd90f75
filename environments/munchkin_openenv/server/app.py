"""The server: `uvicorn server.app:app`. Change the settings here: opponents, cards, house rules."""

from functools import partial

from munchkin_env.adapters.openenv import OpenEnvMunchkin
from munchkin_env.adapters.openenv import app as make_app

app = make_app(partial(OpenEnvMunchkin, opponents=["greedy", "greedy"], win_level=5, max_rounds=10))
