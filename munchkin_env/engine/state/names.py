"""The names of registers: what the kinds call the numbers of their frames.

Made by `python -m munchkin_env.engine.generate` from DECISIONS and STEPS in the files of the rules; not edited by hand.
"""

from munchkin_env.core.record import also, i16


class Registers:
    """The same bytes under as many names as there are uses. A kind has only those that it declares."""

    acted: int = also("b")  # WINDOW
    ask: int = also("a")  # OFFER_TO, OFFER_TREASURES, OFFER_ORDER and 5 more
    bribe: int = also("a")  # BRIBE_KEPT
    card_filter: int = also("d")  # ASK_DISCARDS
    cost_deck: int = also("bits64")  # EFFECTS
    deck: int = also("a")  # RESURRECT, ASK_DISCARDS, DRAW and 2 more
    dice: int = also("a")  # ROLL_WINDOW
    disposal: int = also("d")  # EFFECTS
    doors_noted: int = also("bits32", i16(), 0)  # EFFECT_CHOSEN, TARGET_CHOSEN, SECOND_TARGET and 3 more
    draw_face: int = also("c")  # DRAW, DRAW_FACE_UP
    draw_first: int = also("a")  # FIGHT
    drawn: int = also("bits64")  # KEEP_DRAWN
    drawn_face: int = also("b")  # EFFECTS, WORK_OR_KEEP
    each_gets: int = also("b")  # CHARITY_CARD
    follows: int = also("c")  # USE_CARD, PLAYED
    for_helper: int = also("a")  # PICK_TREASURE
    goal: int = also("d")  # DRAW, DRAW_FACE_UP
    hand_choices: int = also("bits32")  # ASK_CARD
    hand_marked: int = also("bits32")  # SELL, SELL_DOUBLE
    helper_next: int = also("c")  # SHARE_TREASURES
    helper_picks: int = also("b")  # SHARE_TREASURES
    hit: int = also("passed")  # USE_CARD, EFFECTS
    into_play: int = also("tally")  # ASK_DISCARDS
    lost: int = also("a")  # DISCARD_CARDS, TAKE_CARDS
    main_picks: int = also("a")  # SHARE_TREASURES
    may_stop: int = also("c")  # ASK_PLAYER, ASK_NUMBER, ASK_CARD, ASK_OTHER
    moment: int = also("a")  # ARRANGE, WINDOW, MOMENT
    no_combat: int = also("c")  # WINDOW
    numbers: int = also("a")  # ASK_NUMBER
    one_more: int = also("c")  # CHARITY_CARD
    own_door: int = also("a")  # EFFECTS, CURSE, STRIKE
    page: int = also("c")  # ASK_DISCARDS
    paid_deck: int = also("d")  # TARGET_CHOSEN, SECOND_TARGET, PAY, USE_PAID
    picked: int = also("passed")  # LOOTING
    place: int = also("b")  # USE_CARD, EFFECT_CHOSEN, TARGET_CHOSEN and 3 more
    seats: int = also("a")  # ASK_PLAYER
    sent_level: int = also("c")  # EFFECTS
    shares: int = also("bits32")  # CHARITY_CARD
    slots: int = also("a")  # ASK_MONSTER
    table_choices: int = also("bits64")  # ASK_CARD, ASK_OTHER
    table_marked: int = also("bits64")  # SELL, SELL_DOUBLE
    to_draw: int = also("b")  # DRAW, DRAW_FACE_UP
    to_give: int = also("a")  # CHARITY_CARD
    to_keep: int = also("a")  # KEEP_DRAWN
    to_lose: int = also("b")  # DISCARD_CARDS, TAKE_CARDS
    to_pay: int = also("a")  # MEET_EFFECT, EFFECT_CHOSEN, TARGET_CHOSEN and 3 more
    treasures_noted: int = also("bits32", i16(), 2)  # EFFECT_CHOSEN, TARGET_CHOSEN, SECOND_TARGET and 3 more
    tried: int = also("a")  # DIE
    trigger: int = also("a")  # MONSTER_STRIKES
    wanted: int = also("a")  # TRADE_YOURS, TRADE_SEND, ANSWER_TRADE
    when: int = also("bits64")  # USE_CARD
    why: int = also("b")  # ASK_PLAYER, ASK_MONSTER, ASK_NUMBER and 5 more
