"""PPO on a task, in one file: read it from top to bottom, copy it, change it.

    python -m experiments.ppo --task mini --seed 1 --steps 300000 --out runs/ppo-mini-1
    munchkin tournament runs/ppo-mini-1/policy.npz --task mini --games 2000

It learns from nothing: no teacher, no demonstrations, the victory as the only reward (plus the shaping of --shaping, which does not change
the best play). Writes curve.csv, evaluations during learning, and policy.npz, a network that plays wherever a bot does. The same command
with a finished folder does nothing. The manner is that of CleanRL: what you read is all that happens.
"""

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from experiments.curves import read_rows, write_rows
from experiments.evaluate import Result, evaluate
from munchkin_env import MunchkinVector
from munchkin_env.engine.state.actions import N_ACTIONS
from munchkin_env.players.policy import new_about
from munchkin_env.policy import NetworkBot, Policy
from munchkin_env.tasks import find_task

Tensor = Any


@dataclass(frozen=True)
class Settings:
    """What a run is made from. Each field is an option of the command."""

    task: str = "mini"  # what to learn (docs/tasks.md)
    seed: int = 1  # of everything
    steps: int = 300_000  # own decisions to learn from
    games: int = 128  # games at once
    rollout: int = 32  # decisions per game between two updates
    epochs: int = 4  # passes over each rollout
    batch: int = 1024  # decisions per gradient step
    width: int = 128  # units of each of the two hidden layers
    rate: float = 1e-3  # learning rate at the start; it falls to 0
    gamma: float = 0.997  # discount per own decision
    gae_lambda: float = 0.95  # how far an advantage looks ahead
    clip: float = 0.2  # how far the probability of an action may move in one update
    entropy: float = 0.01  # weight of the entropy bonus
    worth: float = 0.5  # weight of the critic's loss
    shaping: float = 0.5  # rewards for Levels along the way
    norm: float = 0.5  # longest gradient
    evaluate_every: int = 50_000  # decisions between evaluations
    evaluate_games: int = 1_000  # games of each


class Agent(nn.Module):  # type: ignore[misc]  # torch has no types where they are checked
    """Two hidden layers over the numbers of the observation that vary in this task; logits of all actions, and a value."""

    def __init__(self, columns: npt.NDArray[np.int64], width: int) -> None:
        super().__init__()
        self.register_buffer("columns", torch.as_tensor(columns))
        self.layers = nn.ModuleList([nn.Linear(len(columns), width), nn.Linear(width, width)])
        self.actions, self.value = nn.Linear(width, N_ACTIONS), nn.Linear(width, 1)
        for layer, gain in ((self.layers[0], 2**0.5), (self.layers[1], 2**0.5), (self.actions, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The distribution over legal actions, and the values."""
        x = observations[:, self.columns]
        for layer in self.layers:
            x = torch.relu(layer(x))
        logits = torch.where(masks, self.actions(x), -1e8)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(x).squeeze(1)

    def policy(self, settings: Settings) -> Policy:
        """The same network for the package, where it plays without torch."""
        task = find_task(settings.task)
        network = {"kind": "flat", "hidden": [settings.width, settings.width]}
        arrays = {name: tensor.detach().numpy().copy() for name, tensor in self.state_dict().items()}
        return Policy(arrays, new_about(task.card_sets, task.players, network, steps=settings.steps, task=task.id))


def varying(settings: Settings, steps: int = 200) -> npt.NDArray[np.int64]:
    """The numbers of the observation that vary in games of the task: a small part of all, so the network is small and fast."""
    random = np.random.default_rng(0)
    with MunchkinVector(128, seed=0, seat="random", opponents="greedy", task=settings.task) as games:
        games.reset()
        first = games.observations[0].copy()
        differs = np.zeros(len(first), np.bool_)
        for _ in range(steps):
            games.step((games.masks * random.random(games.masks.shape)).argmax(axis=1))
            differs |= (games.observations != first).any(axis=0)
    return np.flatnonzero(differs)


def measure(policy: Policy, settings: Settings, tick: Callable[[int], None] = lambda _: None) -> Result:
    """Against the opponents of the task, on deals that are not those of training."""
    task = find_task(settings.task)
    bot = NetworkBot.of(policy)
    games, seed = settings.evaluate_games, task.seed
    return evaluate(bot, task.opponents, games, task.players, seed, task.card_sets, tick, **task.rules)


def learn(settings: Settings, tell: Callable[[dict[str, Any]], None] = lambda _: None) -> tuple[Policy, list[dict[str, Any]]]:
    """The learned policy, and the rows of its curve. tell: called with each row."""
    torch.manual_seed(settings.seed)
    began = time.perf_counter()
    s, n = settings, settings.games
    agent = Agent(varying(s), s.width)
    optimizer = torch.optim.Adam(agent.parameters(), lr=s.rate, eps=1e-5)
    games = MunchkinVector(n, seed=s.seed, seat="random", task=s.task, shaping=s.shaping, gamma=s.gamma)
    games.reset()

    rows: list[dict[str, Any]] = []
    returns: list[float] = []
    done_steps, updates = 0, -(-s.steps // (n * s.rollout))

    def note() -> None:
        result = measure(agent.policy(s), s)
        row = {**result.as_row(), "steps": done_steps, "seconds": round(time.perf_counter() - began, 1)}
        row["return"] = float(np.mean(returns[-500:])) if returns else float("nan")
        rows.append(row)
        tell(row)

    note()
    # The room for one rollout.
    observations = torch.zeros(s.rollout, n, games.observations.shape[1])
    masks = torch.zeros(s.rollout, n, N_ACTIONS, dtype=torch.bool)
    actions = torch.zeros(s.rollout, n, dtype=torch.long)
    logprobs, values, rewards, ended = (torch.zeros(s.rollout, n) for _ in range(4))

    for update in range(updates):
        # Play: one decision in every game, again and again.
        for k in range(s.rollout):
            observations[k], masks[k] = torch.from_numpy(games.observations), torch.from_numpy(games.masks)
            with torch.no_grad():
                distribution, values[k] = agent(observations[k], masks[k])
                actions[k] = distribution.sample()
                logprobs[k] = distribution.log_prob(actions[k])
            games.step(actions[k].numpy())
            over = games.terminated | games.truncated
            rewards[k], ended[k] = torch.from_numpy(games.rewards), torch.from_numpy(over)
            for i in np.flatnonzero(over):
                last = games.episodes[i]
                returns.append(float(last["returns"][last["learner"]]))
        done_steps += n * s.rollout

        # Judge: how much better each action turned out than expected (generalized advantage estimation). Both ends of a game end it: a
        # game stopped at the horizon pays nothing more.
        with torch.no_grad():
            _, value = agent(torch.from_numpy(games.observations), torch.from_numpy(games.masks))
            advantages, advantage = torch.zeros_like(rewards), torch.zeros(n)
            for k in reversed(range(s.rollout)):
                goes_on = 1.0 - ended[k]
                delta = rewards[k] + s.gamma * value * goes_on - values[k]
                advantage = advantages[k] = delta + s.gamma * s.gae_lambda * goes_on * advantage
                value = values[k]
            targets = advantages + values

        # Learn: likelier what was better, but never far from what played.
        for group in optimizer.param_groups:
            group["lr"] = s.rate * (1 - update / updates)
        seen, legal, done = observations.flatten(0, 1), masks.flatten(0, 1), actions.flatten()
        was, better, target = logprobs.flatten(), advantages.flatten(), targets.flatten()
        for _ in range(s.epochs):
            for rows_of_batch in torch.randperm(len(done)).split(s.batch):
                distribution, value = agent(seen[rows_of_batch], legal[rows_of_batch])
                ratio = (distribution.log_prob(done[rows_of_batch]) - was[rows_of_batch]).exp()
                gain = better[rows_of_batch]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - s.clip, 1 + s.clip)).mean()
                value_loss = 0.5 * (value - target[rows_of_batch]).square().mean()
                loss = policy_loss + s.worth * value_loss - s.entropy * distribution.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), s.norm)
                optimizer.step()

        if done_steps // s.evaluate_every > (done_steps - n * s.rollout) // s.evaluate_every or update == updates - 1:
            note()
    games.close()
    return agent.policy(s), rows


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m experiments.ppo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for field in dataclasses.fields(Settings):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=field.type, default=field.default, help=f"(default: {field.default})")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where curve.csv and policy.npz go")
    given = vars(parser.parse_args(arguments))
    out: Path = given.pop("out")
    if (out / "policy.npz").exists():
        print(f"{out} is finished: {read_rows(out / 'curve.csv')[-1]['shares']} of the victories")
        return 0
    torch.set_num_threads(1)

    def tell(row: dict[str, Any]) -> None:
        share = f"{row['shares']:.1%} ({row['shares_low']:.1%} to {row['shares_high']:.1%})"
        print(f"{row['steps']:>9,} decisions, {row['seconds']:>5.0f} s: win share {share} against {row['opponent']}", flush=True)

    policy, rows = learn(Settings(**given), tell)
    write_rows(out / "curve.csv", rows)
    policy.save(out / "policy.npz")
    return 0


if __name__ == "__main__":
    sys.exit(main())
