"""Rounds of training: the student plays and is labelled; a network learns from all labels so far and is the next student.

A run is a folder: labels-1/, policy-1.npz, labels-2/ …, policy.npz (the last), strength.csv. `train` continues it from any interruption.
"""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import nn

from munchkin_env.cards.loader import load
from munchkin_env.core.files import replacing
from munchkin_env.game.saved import made_with
from munchkin_env.players.bots.duel import Duel, duel
from munchkin_env.players.compiled import NetworkBot, PlayerSpec
from munchkin_env.players.policy import Policy, load_policy, new_about, new_prior, told_sets

from .carrying import carried, form_for
from .imitation import imitate
from .inputs import columns_of, network_shape
from .labels import Labelling, Labels, labels_folder, make_parts, named_opponents, part_path, told_path
from .learner import QUICK, Lesson, as_it_is, learn, score
from .networks import network_of, of_policy, to_policy
from .parts import MadeOtherwiseError, Makers, check_same, read_told, threads_of, write_told
from .strengths import FINAL, PLAN, STRENGTH, Strength, strengths, write_strengths

_SEEDS = 1_000_000
ADVISER_PRIOR = 3.0
"""Added to the logit of the bot's choice."""
CARRIED_PRIOR = 3.0
"""The same for a network that learned other cards."""
Tell = Callable[[str, float], None]
"""Called with what is being done, and how much of it is."""
OPPONENTS = ("greedy", "veteran")


@dataclass(frozen=True)
class Plan:
    """A training run."""

    labelling: Labelling = field(default_factory=Labelling)
    lesson: Lesson = field(default_factory=Lesson)
    bot: str = "veteran"
    """The network corrects this bot's choices."""
    start: str | None = None
    """A policy whose network is trained further; None: one that corrects nothing yet."""
    network: str = "slots"
    imitation: int = 400
    """Updates of the adviser, a network that learns to choose as the bot does: what it finds likely is tried. 0: the student is asked."""
    rounds: int = 12
    quick: Lesson = QUICK
    """Of all rounds but the last."""
    parts: int = 74
    """Parts of labels in a round."""
    games: int = 2000
    """Games of an evaluation, by opponent."""
    opponents: tuple[str, ...] = OPPONENTS
    """Of the evaluations: three of each."""


def parts_of(labels: int) -> tuple[int, int]:
    """The size of a part, and how many of them have (at least) so many labels."""
    size = min(Labelling.part, labels)
    return size, -(-labels // size)


def first_student(plan: Plan, tell: Tell = lambda _what, _done: None) -> Policy:
    """It plays as its bot, if it is not a policy that is trained further."""
    if plan.start is None:
        net, about = new_network(plan)
        silence(net)
        return to_policy(net, about)
    base = start_of(plan)
    if not _learned(base, plan.labelling):
        return _with_these_cards(plan, base, tell)
    prior = base.about.get("prior") or new_prior(plan.bot, plan.lesson.prior)
    return Policy(base.arrays, base.about | {"prior": prior, "began as": base.digest})


def _with_these_cards(plan: Plan, base: Policy, tell: Tell) -> Policy:
    """A policy that learned other cards, after its network has met those of the plan."""
    how = plan.labelling
    net = carried(base, plan.bot, how.players, how.sets, plan.lesson.seed, lambda done: tell("meeting the cards", done))
    prior = base.about.get("prior") or new_prior(plan.bot, CARRIED_PRIOR)
    about = new_about(how.sets, how.players, form_for(base, how.players, how.sets), prior=prior)
    return to_policy(net, about | {"carried from": base.digest})


def check_beginning(plan: Plan) -> None:
    """Raises ValueError or PolicyError if there can be no first student: before anything is written, and in no time."""
    if plan.start is None:
        new_prior(plan.bot, plan.lesson.prior)
    else:
        start_of(plan)


def start_of(plan: Plan) -> Policy:
    """The policy that is trained further. Raises ValueError if it corrects another bot, or has a network that cannot learn these games."""
    spec, how = str(plan.start), plan.labelling
    base = load_policy(spec, how.sets)
    if base.prior is not None and base.prior.style.name != plan.bot:
        raise ValueError(f"{spec}: it corrects the bot {base.prior.style.name}, not {plan.bot}")
    if base.about["players"] != how.players:
        raise ValueError(f"{spec}: it was trained with {base.about['players']} players; train it so")
    if not _learned(base, how):
        try:
            form_for(base, how.players, how.sets)
        except ValueError as error:
            raise ValueError(f"{spec}: {error}") from error
    return base


def _learned(policy: Policy, how: Labelling) -> bool:
    """Does it know these cards, and no others?"""
    return tuple(policy.about["sets"]) == tuple(load(how.sets).sets)


def new_network(plan: Plan) -> tuple[Any, dict[str, Any]]:
    """A network that has learned nothing, and what a file says of it."""
    how = plan.labelling
    torch.manual_seed(plan.lesson.seed)
    shape = network_shape(plan.network, how.players, how.sets)
    net = network_of(shape, columns_of(how.players, how.sets), how.sets)
    return net, new_about(how.sets, how.players, shape, prior=new_prior(plan.bot, plan.lesson.prior))


def new_adviser(plan: Plan, tell: Tell) -> Policy:
    """A network that chooses much as the bot does; where it is unsure, more than one action makes sense."""
    how = plan.labelling
    net, about = new_network(plan)
    for done in imitate(net, plan.bot, plan.imitation, how.players, how.sets, plan.lesson.seed):
        tell(f"imitating {plan.bot}", done)
    return to_policy(net, about | {"prior": new_prior(plan.bot, ADVISER_PRIOR), "imitated": plan.imitation})


def check_trained_for(spec: str, policy: Policy, how: Labelling) -> None:
    """Raises ValueError if the policy was trained for other games."""
    if (tuple(policy.about["sets"]), policy.about["players"]) != (tuple(load(how.sets).sets), how.players):
        raise ValueError(
            f"{spec}: it was trained with {told_sets(policy.about['sets'])} and {policy.about['players']} players; train it so"
        )


def silence(net: Any) -> None:
    """Let all logits and the value be 0."""
    for name, module in net.named_modules():
        if name in ("actions", "value") or name.endswith(".points"):
            for parameter in module.parameters():
                nn.init.zeros_(parameter)


def train(folder: Path, plan: Plan, workers: Makers = 1, tell: Tell = lambda _what, _done: None) -> Iterator[Strength]:
    """Yields how strong the policy is after each round, and of the first student (round 0)."""
    check_same(folder / PLAN, told_of_plan(plan), "a run")
    check_beginning(plan)
    folder.mkdir(parents=True, exist_ok=True)
    write_told(folder / PLAN, told_of_plan(plan), "a run")
    first = load_or_make(folder / "policy-0.npz", lambda: first_student(plan, tell))
    yield from judged(folder, plan, 0, first, workers, tell)
    adviser = load_or_make(folder / "adviser.npz", lambda: new_adviser(plan, tell)) if plan.imitation else None
    student = first
    for number in range(1, plan.rounds + 1):
        path = folder / f"policy-{number}.npz"
        if learns := not path.exists():
            check_opponents(folder, plan)
            label(labels_folder(folder, number), plan, number, student, adviser, workers, tell)
            taught(folder, plan, number, first, tell).save(path)
        student = load_policy(path)
        if learns or number == plan.rounds:
            with replacing(folder / "policy.npz") as partial:
                shutil.copyfile(path, partial)
        yield from judged(folder, plan, number, student, workers, tell)


def told_of_plan(plan: Plan) -> dict[str, Any]:
    """What two runs must share if one is to continue the other."""
    return {**asdict(plan), **made_with(plan.labelling.sets)}


def load_or_make(path: Path, make: Callable[[], Policy]) -> Policy:
    """The saved one: its weights are rounded."""
    if not path.exists():
        make().save(path)
    return load_policy(path)


def label(folder: Path, plan: Plan, number: int, student: Policy, adviser: Policy | None, workers: Makers, tell: Tell) -> None:
    """All parts of that round."""
    how = Labelling(**{**asdict(plan.labelling), "seed": plan.labelling.seed * 1000 + number})
    for made, _ in enumerate(make_parts(folder, how, student, range(plan.parts), workers, adviser), 1):
        tell(f"round {number}: labels", made / plan.parts)


def taught(folder: Path, plan: Plan, number: int, first: Policy, tell: Tell) -> Policy:
    """The network of the first student, after learning from all labels so far."""
    labels = Labels([part_path(labels_folder(folder, k), part) for k in range(1, number + 1) for part in range(plan.parts)])
    net = of_policy(first)
    assert first.prior is not None
    lesson = plan.lesson if number == plan.rounds else plan.quick
    lesson = replace(lesson, prior=first.prior.weight, seed=plan.lesson.seed)
    near = as_it_is(net, lesson.prior)
    for done in learn(net, labels, lesson, near):
        tell(f"round {number}: learning", done)
    tell(f"round {number}: learning", 1.0)
    found = score(net, near, labels, lesson)
    about = first.about | {"labels": len(labels), "round": number, "held out": found._asdict()}
    return to_policy(net, about)


def judged(folder: Path, plan: Plan, number: int, policy: Policy, workers: Makers, tell: Tell, file: str = STRENGTH) -> Iterator[Strength]:
    """Against equal bots of each kind; rows of as many games that are already in the file are not measured again."""
    path, how = folder / file, plan.labelling
    known = {(row.round, row.opponent): row for row in strengths(path) if row.games == plan.games}
    missing = [name for name in plan.opponents if (number, name) not in known]
    labels = number * plan.parts * how.part

    def strength(opponent: str) -> Strength:
        found = measured(NetworkBot.of(policy), opponent, how, plan.games, final=file == FINAL)
        low, high = found.share_interval()
        return Strength(number, labels, opponent, plan.games, found.shares[0], low, high)

    with ThreadPoolExecutor(threads_of(workers)) as pool:
        for done, row in enumerate(pool.map(strength, missing), 1):
            known[row.round, row.opponent] = row
            write_strengths(path, list(known.values()))
            tell(f"round {number}: games", done / len(missing))
    yield from (known[number, name] for name in plan.opponents)


def finally_judged(folder: Path, plan: Plan, games: int, workers: Makers = 1, tell: Tell = lambda _what, _done: None) -> Iterator[Strength]:
    """The last policy, in so many games that no round was judged by. Raises MadeOtherwiseError if it was trained against others."""
    check_opponents(folder, plan)
    policy = load_policy(folder / f"policy-{plan.rounds}.npz")
    yield from judged(folder, replace(plan, games=games), plan.rounds, policy, workers, tell, FINAL)


def check_opponents(folder: Path, plan: Plan) -> None:
    """Raises MadeOtherwiseError if a player whom the labels were made against now plays by something else."""
    now = {name: one.digest for name, one in named_opponents(plan.labelling).items() if name in plan.opponents}
    for path in (told_path(folder, number) for number in range(1, plan.rounds + 1)):
        bots = read_told(path).get("bots") if path.exists() else None
        told = bots if isinstance(bots, dict) else {}
        if other := [name for name, digest in now.items() if told.get(name, digest) != digest]:
            raise MadeOtherwiseError(f"{path.parent}: since these labels were made, {', '.join(other)} has changed; use another folder")


def measured(player: PlayerSpec, opponent: str, how: Labelling, games: int, *, final: bool = False) -> Duel:
    """Games of that player, alone against equal bots. final: games that no round is judged by."""
    seed = 77 + how.seed % _SEEDS + _SEEDS * final
    return duel([player, *[opponent] * (how.players - 1)], games, seed=seed, sets=how.sets)


def without_bot(policy: Policy) -> Policy:
    """The network alone, which does not ask the bot that it corrects."""
    return Policy(policy.arrays, {name: value for name, value in policy.about.items() if name != "prior"})
