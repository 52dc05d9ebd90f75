"""All declarations, by kind.

Made by `python -m munchkin_env.engine.generate` from DECISIONS and STEPS in the files of the rules; not edited by hand.
"""

from collections.abc import Mapping

from munchkin_env.engine.effects.answers import DECISIONS as ANSWERS_DECISIONS
from munchkin_env.engine.effects.answers import STEPS as ANSWERS_STEPS
from munchkin_env.engine.effects.interpreter import STEPS as INTERPRETER_STEPS
from munchkin_env.engine.effects.ops.losing import STEPS as LOSING_STEPS
from munchkin_env.engine.effects.ops.taking import STEPS as TAKING_STEPS
from munchkin_env.engine.flow.choices import DECISIONS as CHOICES_DECISIONS
from munchkin_env.engine.flow.corrections import DECISIONS as CORRECTIONS_DECISIONS
from munchkin_env.engine.flow.corrections import STEPS as CORRECTIONS_STEPS
from munchkin_env.engine.flow.windows import DECISIONS as WINDOWS_DECISIONS
from munchkin_env.engine.rules.cards.curses import DECISIONS as CURSES_DECISIONS
from munchkin_env.engine.rules.cards.curses import STEPS as CURSES_STEPS
from munchkin_env.engine.rules.cards.take_to_win import STEPS as TAKE_TO_WIN_STEPS
from munchkin_env.engine.rules.cards.using import STEPS as USING_STEPS
from munchkin_env.engine.rules.fight.combat import DECISIONS as COMBAT_DECISIONS
from munchkin_env.engine.rules.fight.combat import STEPS as COMBAT_STEPS
from munchkin_env.engine.rules.fight.death import DECISIONS as DEATH_DECISIONS
from munchkin_env.engine.rules.fight.death import STEPS as DEATH_STEPS
from munchkin_env.engine.rules.fight.dice import DECISIONS as DICE_DECISIONS
from munchkin_env.engine.rules.fight.dice import STEPS as DICE_STEPS
from munchkin_env.engine.rules.fight.help import DECISIONS as HELP_DECISIONS
from munchkin_env.engine.rules.fight.rewards import DECISIONS as REWARDS_DECISIONS
from munchkin_env.engine.rules.fight.rewards import STEPS as REWARDS_STEPS
from munchkin_env.engine.rules.fight.run_away import DECISIONS as RUN_AWAY_DECISIONS
from munchkin_env.engine.rules.fight.run_away import STEPS as RUN_AWAY_STEPS
from munchkin_env.engine.rules.goods.draws import DECISIONS as DRAWS_DECISIONS
from munchkin_env.engine.rules.goods.draws import STEPS as DRAWS_STEPS
from munchkin_env.engine.rules.goods.sell import DECISIONS as SELL_DECISIONS
from munchkin_env.engine.rules.goods.trade import DECISIONS as TRADE_DECISIONS
from munchkin_env.engine.rules.turn.charity import DECISIONS as CHARITY_DECISIONS
from munchkin_env.engine.rules.turn.charity import STEPS as CHARITY_STEPS
from munchkin_env.engine.rules.turn.houses import DECISIONS as HOUSES_DECISIONS
from munchkin_env.engine.rules.turn.setup import DECISIONS as SETUP_DECISIONS
from munchkin_env.engine.rules.turn.setup import STEPS as SETUP_STEPS
from munchkin_env.engine.rules.turn.turn import DECISIONS as TURN_DECISIONS
from munchkin_env.engine.rules.turn.turn import STEPS as TURN_STEPS
from munchkin_env.engine.state.declare import Decision, Declaration, Step
from munchkin_env.engine.state.kinds import Kind

_DECISIONS: tuple[Decision, ...] = (
    *ANSWERS_DECISIONS,
    *CHOICES_DECISIONS,
    *CORRECTIONS_DECISIONS,
    *WINDOWS_DECISIONS,
    *CURSES_DECISIONS,
    *COMBAT_DECISIONS,
    *DEATH_DECISIONS,
    *DICE_DECISIONS,
    *HELP_DECISIONS,
    *REWARDS_DECISIONS,
    *RUN_AWAY_DECISIONS,
    *DRAWS_DECISIONS,
    *SELL_DECISIONS,
    *TRADE_DECISIONS,
    *CHARITY_DECISIONS,
    *HOUSES_DECISIONS,
    *SETUP_DECISIONS,
    *TURN_DECISIONS,
)
DECISION_OF: Mapping[Kind, Decision] = {Kind(one.number): one for one in sorted(_DECISIONS, key=lambda one: one.number)}
_STEPS: tuple[Step, ...] = (
    *ANSWERS_STEPS,
    *INTERPRETER_STEPS,
    *LOSING_STEPS,
    *TAKING_STEPS,
    *CORRECTIONS_STEPS,
    *CURSES_STEPS,
    *TAKE_TO_WIN_STEPS,
    *USING_STEPS,
    *COMBAT_STEPS,
    *DEATH_STEPS,
    *DICE_STEPS,
    *REWARDS_STEPS,
    *RUN_AWAY_STEPS,
    *DRAWS_STEPS,
    *CHARITY_STEPS,
    *SETUP_STEPS,
    *TURN_STEPS,
)
STEP_OF: Mapping[Kind, Step] = {Kind(one.number): one for one in sorted(_STEPS, key=lambda one: one.number)}
DECLARED: Mapping[Kind, Declaration] = {**DECISION_OF, **STEP_OF}
