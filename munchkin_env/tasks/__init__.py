"""Tasks: what is played, frozen under a name and a version, so that results can be compared."""

from .curriculum import Curriculum
from .presets import TASKS, Task, TaskError, find_task

__all__ = ["TASKS", "Curriculum", "Task", "TaskError", "find_task"]
