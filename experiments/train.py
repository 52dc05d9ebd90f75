"""Learn Munchkin: a network first imitates a bot, then improves by playing (MaskablePPO of sb3-contrib).

    python -m experiments.train --out runs/mine                             # all defaults: against three greedy bots, about an hour
        python -m experiments.train --out runs/mine --resume                    # continue exactly after an interruption
    python -m experiments.train --out runs/space --set star                 # other cards; --set may be repeated
    python -m experiments.train --out runs/short --imitate 200 --steps 300000
    python -m experiments.train --out runs/mixed --opponents greedy=2 random=1
    python -m experiments.train --out runs/selves --self-play --advice 0 --opponents greedy=1 --start runs/mine/network.pt
    tensorboard --logdir runs

In --out: policy.npz (to play with, in the arena too), checkpoint.zip (every 100 updates of the imitation, then after every rollout; for
--resume), network.pt (for --start), evaluations.csv and progress.csv with curves.png, accuracy.csv of the imitation, tensorboard/; with
--final-games strength.md and strength.csv. Ctrl-C loses only what came after the last checkpoint.
"""

import json
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from experiments.memory import check_memory
from experiments.run import Run
from experiments.settings import CHECKPOINT, TrainError, parser, setup_of
from munchkin_env.cli.again import command_again
from munchkin_env.core.files import locked, sweep, write
from munchkin_env.game.saved import LoadError
from munchkin_env.players.bots import UnknownBotError
from munchkin_env.players.policy import PolicyError

BROKEN_OFF = 130
"""The exit status of a run after Ctrl-C."""
LOCK, TRAINS = ".lock", "trains in this folder"


def main(arguments: Sequence[str] | None = None, hint: bool = True) -> int:
    """hint: say how to resume after Ctrl-C."""
    given = parser(__doc__ or "").parse_args(arguments)
    console = Console(stderr=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    run: Run | None = None
    held = ExitStack()
    try:
        setup = setup_of(given)
        if given.final_games < 0:
            raise TrainError(f"--final-games {given.final_games}: must be 0 or more")
        memory = check_memory(setup)
        given.out.mkdir(parents=True, exist_ok=True)
        held.enter_context(locked(given.out / LOCK, TRAINS))
        if given.resume:
            setup = setup_of(given)  # now that nobody else writes there
        elif (given.out / CHECKPOINT).exists():
            raise TrainError(f"--out {given.out}: there is already a run; resume it with --resume, or choose another folder")
        console.print(memory)
        sweep(given.out)
        run = Run(given.out, setup, console)
        if given.resume:
            run.resume()
        else:
            write(given.out / "setup.json", json.dumps(asdict(setup), indent=2) + "\n")
            run.start()
        run.learn()
        if given.final_games:
            run.judge(given.final_games)
    except KeyboardInterrupt:
        if hint:
            words = list(sys.argv[1:] if arguments is None else arguments)
            console.print(resume_hint(given.out, words), markup=False, highlight=False, soft_wrap=True)
        return BROKEN_OFF
    except (TrainError, UnknownBotError, PolicyError, LoadError, OSError, ValueError) as error:
        console.print(f"train: {error}", markup=False)
        return 1
    finally:
        if run is not None:
            run.env.close()
        held.close()
    for name in ("policy.npz", "evaluations.csv", "curves.png", "strength.md"):
        if (given.out / name).exists():
            print(given.out / name)
    return 0


def resume_hint(folder: Path, words: Sequence[str]) -> str:
    """After Ctrl-C. The original arguments also say what to do at the end."""
    if (folder / CHECKPOINT).exists():
        words = [*(word for word in words if word != "--resume"), "--resume"]
        return f"interrupted; the last checkpoint is kept. Resume with: {command_again('experiments.train', words)}"
    return f"interrupted before the first checkpoint. Start again with: {command_again('experiments.train', words)}"


if __name__ == "__main__":
    sys.exit(main())
