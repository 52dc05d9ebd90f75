"""A curriculum: from one task to the next, once enough games of the last ones were won."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from .presets import Task, TaskError, find_task

STAGES = ("mini", "duel", "classic")
"""The stages of the default curriculum: 46 cards, then all cards in short games of two, then the whole game."""


class Curriculum:
    """The task to learn now.

        curriculum = Curriculum()
        for task in curriculum:
            games = MunchkinVector(256, task=task, seat="random")
            while curriculum.task == task:
                curriculum.note(learn(games))   # whether the learner won, for every game that ended

    It goes on to the next task when the win rate of the last `window` games has reached `enough` times a fair share; iterating over it
    gives each task once, and ends after the last one has been passed.
    """

    def __init__(self, tasks: Sequence[str | Task] = STAGES, enough: float = 1.2, window: int = 500) -> None:
        """Begin with the first task.

        Args:
            tasks: From the easiest on.
            enough: What counts as passed: this many times 1 / players.
            window: How many games are looked at.

        Raises:
            TaskError: There is no task, or a number is not allowed.
        """
        if isinstance(tasks, str) or not tasks:
            raise TaskError(f"tasks={tasks!r}: must be a list of at least one task")
        if not enough > 0 or window < 1:
            raise TaskError(f"enough={enough!r}, window={window!r}: must be a number above 0, and an integer of at least 1")
        self.tasks = tuple(find_task(one) for one in tasks)
        self.enough, self.window = enough, window
        self.stage = 0
        """Which of the tasks; as many as there are tasks once all are passed."""
        self._won: deque[bool] = deque(maxlen=window)

    @property
    def over(self) -> bool:
        """Whether all tasks are passed."""
        return self.stage == len(self.tasks)

    @property
    def task(self) -> Task | None:
        """What to learn now; None once all are passed."""
        return None if self.over else self.tasks[self.stage]

    @property
    def win_rate(self) -> float:
        """Of the last games of this task; 0 before the first."""
        return sum(self._won) / len(self._won) if self._won else 0.0

    def note(self, won: Iterable[bool]) -> bool:
        """Take note of games that have ended.

        Args:
            won: Whether the learner won, game by game.

        Returns:
            Whether this passed the task. Games of the passed task that are still to be noted do not count for the next one.
        """
        task = self.task
        for one in won:
            self._won.append(bool(one))
            if task is not None and len(self._won) == self.window and self.win_rate >= self.enough / task.players:
                self.stage += 1
                self._won.clear()
                return True
        return False

    def __iter__(self) -> Iterator[Task]:
        while (task := self.task) is not None:
            stage = self.stage
            yield task
            if self.stage == stage:
                return  # it was left before it was passed

    def __repr__(self) -> str:
        return f"<Curriculum of {', '.join(task.id for task in self.tasks)}, at {self.task.id if self.task else 'the end'}>"
