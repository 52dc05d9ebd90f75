"""`munchkin watch`."""

import argparse
import time
from itertools import groupby
from pathlib import Path

from .arguments import add_house_rules, add_sets, add_task, check_writable, house_rules, pause, seed, sets, take_task
from .exits import DONE, INTERRUPTED, misunderstood
from .serve import add_table_options, serve_table
from .starting import plain_meanwhile

PURPOSE = "watch bots, policies and agents play a game"
ABOUT = "Every card is shown. Mere passes are not; --all shows them."
EXAMPLES = """\
  munchkin watch greedy veteran trained search:8ms             # four players, live in the terminal
  munchkin watch greedy greedy --set star --pause 0 --seed 7   # at full speed; the same deal again
  munchkin watch runs/ppo/policy.npz --task mini               # a task, against its opponents
  munchkin watch trained bully veteran --html game.html        # also as a page for a browser
  munchkin watch trained bully veteran --web                   # live in the browser"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "players",
        nargs="+",
        metavar="WHO",
        help="two to six players, in the order of turns: a bot (docs/bots.md), trained (the network in the package), search:8ms, "
        "a policy file, onnx:FILE.onnx, or module:Class (docs/agents.md); with --task, its opponents take the seats that are left",
    )
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed deals the same game (default: a new game each time)")
    parser.add_argument("--pause", type=pause, default=0.6, metavar="S", help="seconds between actions")
    parser.add_argument("--all", action="store_true", help="show passes too")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the game; `munchkin replay FILE` shows it again")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the game as a page for a browser (docs/watching.md)")
    add_task(parser)
    add_house_rules(parser)
    add_sets(parser)
    parser.add_argument("--web", action="store_true", help="show it in the browser (docs/table.md)")
    add_table_options(parser)


def run(given: argparse.Namespace) -> int:
    if (task := take_task(given, "sets", "option")) is not None:
        if len(given.players) > task.players:
            return misunderstood(f"{len(given.players)} players: the task {task.id} is for {task.players} players")
        given.players += [task.opponents] * (task.players - len(given.players))
    if given.web and (given.record is not None or given.html is not None):
        return misunderstood("--record, --html: in the browser every game is kept anyway; it says where")
    if given.web:
        return serve_table(given, given.players)
    if given.record is not None and given.record == given.html:
        return misunderstood(f"--record and --html are the same file: {given.html}; choose another")
    for name, path in (("--record", given.record), ("--html", given.html)):
        if path is not None:
            check_writable(name, path, replaced=name == "--html")
    if (code := plain_meanwhile(given.words, given.players)) is not None:
        return code
    watched = _Watched(given)
    try:
        watched.play()
        return DONE
    except KeyboardInterrupt:
        watched.console.print("interrupted", style="dim")
        return INTERRUPTED
    finally:
        watched.end()


class _Watched:
    """A game that is shown while it is played."""

    def __init__(self, given: argparse.Namespace) -> None:
        from rich.console import Console

        from munchkin_env.game.game import Game
        from munchkin_env.game.notation import seat_names
        from munchkin_env.game.replay import Replay
        from munchkin_env.players import agents
        from munchkin_env.players.agents.asking import News

        self.given, self.console = given, Console(highlight=False)
        chosen = sets(given)
        self.game = Game(len(given.players), chosen, given.seed, log=True, **house_rules(given))
        self.agents = [agents.load_agent(spec, seat, chosen) for seat, spec in enumerate(given.players)]
        self.names = seat_names({p: agents.spec_name(spec) for p, spec in enumerate(given.players)})
        self.replay = Replay(self.game, self.names)
        self.news = News(self.game, dict(enumerate(self.agents)))
        self.fought = False

    def play(self) -> None:
        """To the end."""
        from munchkin_env.game.notation import reason_alone
        from munchkin_env.players import agents
        from munchkin_env.players.agents.asking import agent_seed

        game = self.game
        for p, agent in enumerate(self.agents):
            agents.begin(agent, p, game.num_players, agent_seed(game.seed or 0, p))
        self.say(f"{', '.join(self.names.values())}; seed {game.seed}", "bold")
        while not game.over:
            agent, who = self.agents[game.seat], self.names[game.seat]
            action = agents.ask(agent, game, events=self.news.take(game.seat))
            said, reason = game.text(action), agents.describe_choice(agent)
            self.replay.apply(action, reason)
            self.news.note(game)
            self.tell(who, said, reason_alone(reason, said))
        self.finish()

    def tell(self, who: str, said: str, reason: str) -> None:
        """What was done, why, and what came of it."""
        from munchkin_env.game.notation import with_names

        events = [with_names(str(event), self.names) for event in self.game.events()]
        if not events and said == "pass" and not self.given.all:
            return
        self.say(f"  {who}: {with_names(said, self.names)}" + (f"   ({with_names(reason, self.names)})" if reason else ""), "cyan")
        turn = {with_names(str(event), self.names) for event in self.game.events() if event.what == "TURN"}
        for event, same in groupby(events):
            times = len(list(same))
            if event in turn:
                self.new_turn(event)
            else:
                self.say(f"      {event}" + (f" (x{times})" if times > 1 else ""))
        self.fight()
        time.sleep(self.given.pause)

    def new_turn(self, event: str) -> None:
        """Whose turn it is, and how everybody stands."""
        levels = ", ".join(f"{name} {level}" for name, level in zip(self.names.values(), self.game.levels, strict=True))
        self.say(f"\n-- round {self.game.record.rounds + 1}: {event}; Levels: {levels} --", "bold")

    def fight(self) -> None:
        """The fight, when it begins."""
        from munchkin_env.game.render import Picture

        on = self.game.record.combat.on != 0
        if on and not self.fought:
            for line in Picture.of(self.game, None, everything=True, names=self.names).fight():
                if line.text:
                    self.say(f"    {line.text}", line.style)
        self.fought = on

    def finish(self) -> None:
        """Who has won, and what happened."""
        from munchkin_env.game.render import Picture

        from .final import final_table

        self.say(f"\n{Picture.of(self.game, None, names=self.names).result()}; Levels {', '.join(map(str, self.game.levels))}", "bold")
        for line in final_table(self.replay, self.names):
            self.say(line.text, line.style)

    def say(self, text: str, style: str = "") -> None:
        """A line, which is not wrapped if the output is a file."""
        from rich.text import Text

        self.console.print(Text(text, style), soft_wrap=not self.console.is_terminal)

    def end(self) -> None:
        """Write what was asked for, even if the game did not end, and close the players."""
        from munchkin_env.core.files import write
        from munchkin_env.players import agents
        from munchkin_env.web import record, replay_page

        try:
            if self.given.record is not None:
                self.replay.save(self.given.record)
                self.say(str(self.given.record))
            if self.given.html is not None:
                write(self.given.html, replay_page(record(self.replay)))
                self.say(str(self.given.html))
        finally:
            for agent in self.agents:
                agents.close(agent)
