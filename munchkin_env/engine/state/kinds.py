"""The kinds of things that are still to happen.

Made by `python -m munchkin_env.engine.generate` from DECISIONS and STEPS in the files of the rules; not edited by hand.
"""

from enum import IntEnum


class Kind(IntEnum):
    """Everything that can happen, by name; the file that declares it is beside it."""

    # ---- these wait for a player
    CHOOSE_SEX = 0  # rules/turn/setup.py
    SETUP = 1  # rules/turn/setup.py
    ARRANGE = 2  # rules/turn/turn.py
    PLAY_OR_KEEP = 3  # rules/turn/turn.py
    TROUBLE_OR_LOOT = 4  # rules/turn/turn.py
    CHARITY_CARD = 5  # rules/turn/charity.py
    WINDOW = 6  # flow/windows.py
    FIGHT_WINDOW = 7  # rules/fight/combat.py
    OFFER_TO = 8  # rules/fight/help.py
    OFFER_TREASURES = 9  # rules/fight/help.py
    OFFER_ORDER = 10  # rules/fight/help.py
    OFFER_ITEM = 11  # rules/fight/help.py
    OFFER_CARD = 12  # rules/fight/help.py
    OFFER_SEND = 13  # rules/fight/help.py
    ANSWER_HELP = 14  # rules/fight/help.py
    COUNTER_ORDER = 15  # rules/fight/help.py
    ANSWER_COUNTER = 16  # rules/fight/help.py
    STAY_OR_LEAVE = 17  # rules/fight/combat.py
    PICK_TREASURE = 18  # rules/fight/rewards.py
    ESCAPE = 19  # rules/fight/run_away.py
    ROLL_WINDOW = 20  # rules/fight/dice.py
    CURSE_WINDOW = 21  # rules/cards/curses.py
    LOOT_BODY = 22  # rules/fight/death.py
    SELL = 23  # rules/goods/sell.py
    SELL_DOUBLE = 24  # rules/goods/sell.py
    TRADE_WITH = 25  # rules/goods/trade.py
    TRADE_MINE = 26  # rules/goods/trade.py
    TRADE_YOURS = 27  # rules/goods/trade.py
    TRADE_SEND = 28  # rules/goods/trade.py
    ANSWER_TRADE = 29  # rules/goods/trade.py
    RESURRECT = 30  # rules/goods/draws.py
    ASK_PLAYER = 31  # flow/choices.py
    ASK_MONSTER = 32  # flow/choices.py
    ASK_NUMBER = 33  # flow/choices.py
    ASK_SIDE = 34  # flow/choices.py
    ASK_YES = 35  # flow/choices.py
    ASK_CARD = 36  # flow/choices.py
    ASK_OTHER = 37  # flow/choices.py
    ASK_DISCARDS = 38  # flow/choices.py
    TOO_BIG = 39  # flow/corrections.py
    CHOOSE_HOUSE = 40  # rules/turn/houses.py
    CARD_WINDOW = 41  # effects/answers.py
    # ---- these run by themselves
    DEAL = 64  # rules/turn/setup.py
    START = 65  # rules/turn/setup.py
    BEGIN_TURN = 66  # rules/turn/turn.py
    COME_BACK = 67  # rules/turn/turn.py
    REDEAL = 68  # rules/turn/turn.py
    LISTEN = 69  # rules/turn/turn.py
    BEFORE_DOOR = 70  # rules/turn/turn.py
    KICK_DOOR = 71  # rules/turn/turn.py
    OPEN_DOOR = 72  # rules/turn/turn.py
    BEFORE_ROOM = 73  # rules/turn/turn.py
    ROOM = 74  # rules/turn/turn.py
    BEFORE_CHARITY = 75  # rules/turn/turn.py
    CHARITY = 76  # rules/turn/charity.py
    CHARITY_GIVE = 77  # rules/turn/charity.py
    END_TURN = 78  # rules/turn/turn.py
    MOMENT = 79  # rules/turn/turn.py
    DRAW = 80  # rules/goods/draws.py
    DRAW_FACE_UP = 81  # rules/goods/draws.py
    RESURRECTED = 82  # rules/goods/draws.py
    FIGHT = 83  # rules/fight/combat.py
    MEET = 84  # rules/fight/combat.py
    MEET_EFFECT = 85  # rules/fight/combat.py
    FIGHT_CHANGED = 86  # rules/fight/combat.py
    RESOLVE_FIGHT = 87  # rules/fight/combat.py
    WIN_LEVELS = 88  # rules/fight/rewards.py
    CHECK_WIN = 89  # rules/fight/rewards.py
    WIN_TREASURES = 90  # rules/fight/rewards.py
    SHARE_TREASURES = 91  # rules/fight/rewards.py
    KILL_REWARDS = 92  # rules/fight/rewards.py
    SETTLE_DEAL = 93  # rules/fight/rewards.py
    WIN_REWARDS = 94  # rules/fight/rewards.py
    DEAL_KEPT = 95  # rules/fight/rewards.py
    BRIBE_KEPT = 96  # rules/fight/rewards.py
    LOSE_FIGHT = 97  # rules/fight/run_away.py
    RUN = 98  # rules/fight/run_away.py
    RUN_FROM = 99  # rules/fight/run_away.py
    OUTCOME = 100  # rules/fight/run_away.py
    END_FLIGHT = 101  # rules/fight/run_away.py
    END_FIGHT = 102  # rules/fight/combat.py
    USE_CARD = 103  # rules/cards/using.py
    EFFECT_CHOSEN = 104  # rules/cards/using.py
    TARGET_CHOSEN = 105  # rules/cards/using.py
    SECOND_TARGET = 106  # rules/cards/using.py
    PAY = 107  # rules/cards/using.py
    USE_PAID = 108  # rules/cards/using.py
    TAKE_ON = 109  # rules/cards/using.py
    LOAD = 110  # rules/cards/using.py
    EFFECTS = 111  # effects/interpreter.py
    DISCARD_CARDS = 112  # effects/ops/losing.py
    TAKE_CARDS = 113  # effects/ops/taking.py
    TAKE_TO_WIN = 114  # rules/cards/take_to_win.py
    MAKE_ROOM = 115  # rules/cards/take_to_win.py
    ROLL_DIE = 116  # rules/fight/dice.py
    DIE_STANDS = 117  # rules/fight/dice.py
    CURSE = 118  # rules/cards/curses.py
    STRIKE = 119  # rules/cards/curses.py
    DIE = 120  # rules/fight/death.py
    LOOTING = 121  # rules/fight/death.py
    CORRECT = 122  # flow/corrections.py
    GIVE_UP = 123  # flow/corrections.py
    TURN_SIDEWAYS = 124  # flow/corrections.py
    HAND_OVER = 125  # flow/corrections.py
    PLAYED = 126  # effects/answers.py
    JOIN_FIGHT = 127  # effects/answers.py
    KEEP_DRAWN = 128  # rules/goods/draws.py
    WORK_OR_KEEP = 129  # rules/goods/draws.py
    STRENGTHS_COUNT = 130  # rules/fight/combat.py
    MONSTER_STRIKES = 131  # rules/fight/run_away.py


FIRST_AUTOMATIC = 64
N_DECISIONS = 42
N_KINDS = 132
