"""The fight of a view: both sides with what their totals are made of, and what was agreed."""

from munchkin_env.engine.boundary import look
from munchkin_env.engine.state.records import EVERYTHING, MonsterState, Offer
from munchkin_env.game.notation import player_name
from munchkin_env.game.render import gains_words
from munchkin_env.game.views import seats_of
from munchkin_env.observe.addends import Stake, Total
from munchkin_env.observe.layout import Terms

from .schema import FightView, MonsterView, PlayedView, TermsView
from .sight import Eye


def fight_view(eye: Eye) -> FightView:
    """The fight that is on."""
    c, numbers, stakes = eye.game.record.combat, eye.numbers, eye.stakes
    escape = {1: "escapes", 2: "escapes", -1: "must roll"}.get(c.escaped) if c.runner >= 0 else None
    return FightView(
        main=c.main,
        helper=c.helper if c.helper >= 0 else None,
        compelled=c.compelled != 0,
        open=c.open != 0,
        won=c.won != 0,
        munchkins=int(numbers[look.MUNCHKINS_TOTAL]),
        munchkins_from=eye.made_of(Total.MUNCHKINS),
        monsters=int(numbers[look.MONSTERS_TOTAL]),
        monsters_from=eye.made_of(Total.MONSTERS),
        winning=bool(numbers[look.WINNING]),
        wins_ties=bool(stakes[Stake.WINS_TIES]),
        for_the_win=bool(stakes[Stake.FOR_THE_WIN]),
        levels=int(stakes[Stake.LEVELS]),
        treasures=int(numbers[look.TREASURES]),
        against=tuple(_monster(eye, s) for s in range(c.n) if c.monster[s].state != MonsterState.EMPTY),
        played=() if c.cleared else tuple(PlayedView(f"played/{i}", eye.notation.name(c.zone[i]), c.zone_adds[i]) for i in range(c.zone_n)),
        deal=terms_view(eye, eye.game.record.deal, c.helper) if c.helper >= 0 else None,
        runner=c.runner if c.runner >= 0 else None,
        runs_from=f"monster/{c.fleeing}" if c.runner >= 0 and c.fleeing >= 0 else None,
        die=c.die or None,
        escape=escape,
        lost_by=c.margin,
    )


def _monster(eye: Eye, s: int) -> MonsterView:
    g = eye.game.record
    m = g.combat.monster[s]
    fights = m.state == MonsterState.FIGHTING
    return MonsterView(
        place=f"monster/{s}",
        card=eye.notation.name(m.card),
        state=MonsterState(m.state).name.lower(),
        strength=int(eye.numbers[look.OF_MONSTER + s]) if fights else None,
        strength_from=eye.made_of(Total.MONSTER, s),
        bonus=g.combat.monster[m.root].bonus,
        treasures=int(eye.stakes[Stake.TREASURES + s]),
        levels=int(eye.game.cards.tables[0]["type"]["levels"][eye.notation.type_of[m.card]]),
        mate_of=f"monster/{m.root}" if m.root != s else None,
        pays=m.pays != 0,
        tags=tuple(word for bit, word in enumerate(eye.game.cards.tags) if m.tags >> bit & 1),
        caught=seats_of(m.caught),
        escaped=seats_of(m.fled),
    )


def offer_view(eye: Eye) -> TermsView | None:
    """The offer to a helper, if the observation shows it."""
    if eye.game.over or not eye.seen["offer"][Terms.THERE]:
        return None
    return terms_view(eye, eye.game.record.offer, eye.game.record.offer.to)


def terms_view(eye: Eye, offer: Offer, helper: int) -> TermsView:
    """An offer or a deal, with a sentence."""
    treasures = None if offer.treasures == EVERYTHING else offer.treasures
    first, item, card = offer.helper_first != 0, eye.name(offer.bribe), eye.name(offer.card)
    who = eye.names.get(helper, player_name(helper)) if helper >= 0 else "the helper"
    says = f"{who} gets {gains_words(treasures, first, [name for name in (item, card) if name])}"
    return TermsView(helper if helper >= 0 else None, treasures, first, item, card, offer.countered != 0, says)
