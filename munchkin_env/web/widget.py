"""A recorded game in a notebook; Python knows which position is shown, and can show another. Needs anywidget (the extra `notebook`)."""

from itertools import islice
from typing import Any

import traitlets
from anywidget import AnyWidget

from munchkin_env.game.game import Game
from munchkin_env.game.replay import Replay

from .pages import replay_page, static
from .recording import Recording, record


class ReplayWidget(AnyWidget):  # type: ignore[misc]  # anywidget may not be installed where types are checked
    """A replay as a widget of Jupyter, JupyterLab, VS Code, Colab or marimo.

    `step` is the position that is shown: read it, set it, or `observe` it. `game` is the game there.
    """

    _esm = static("notebook.js")
    page = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(800).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def __init__(self, replay: Replay, recording: Recording | None = None, **more: Any) -> None:
        """Show a replay.

        Args:
            replay: The game.
            recording: What `record` or `analysed` made of it, such as the view of one seat; by default everything is shown.
            more: `step`, where it begins; `height` in pixels.

        Raises:
            TraitError: There is no such step.
        """
        self._replay = replay
        self._recording = record(replay) if recording is None else recording
        super().__init__(page=replay_page(self._recording), **more)

    @traitlets.validate("step")  # type: ignore[untyped-decorator]  # as above
    def _checked(self, proposal: Any) -> int:
        last = len(self._recording.steps)
        if not 0 <= proposal["value"] <= last:
            raise traitlets.TraitError(f"step={proposal['value']}: must be 0 to {last}")
        return int(proposal["value"])

    @property
    def game(self) -> Game:
        """A copy of the game in the position that is shown."""
        if self.step == 0:
            return self._replay.start.clone()
        done = self._recording.steps[self.step - 1].action + 1
        later = next(islice(self._replay.steps(log=False), done, None), None)
        return (self._replay.game if later is None else later[0]).clone()
