"""A turn, phase by phase."""

from munchkin_env.game.scenario import Table, seat, table
from tests.rule import rule


def to_the_next_turn(game: Table) -> None:
    """The turn player arranges nothing, everybody passes, nothing is played."""
    player = game.turn_player
    while game.turn_player is player and not game.over:
        if game.decision == "ARRANGE":
            player.is_done()
        elif game.decision == "TROUBLE_OR_LOOT":
            player.loots()
        elif game.decision == "PLAY_OR_KEEP":
            player.keeps_it()
        else:
            game.apply("pass")


@rule("TURN-01")
def test_turns_pass_to_the_left() -> None:
    game = table(seat(), seat(), seat(), turn_of=1, doors=["Enraged", "Thief", "Mate", "Elf", "Ancient", "Dwarf"])
    turns = []
    for _ in range(4):
        turns.append(game.turn_player.seat)
        to_the_next_turn(game)
    assert turns == [1, 2, 0, 1]


@rule("TURN-01", "TURN-07")
def test_a_turn_begins_the_moment_the_one_before_ends() -> None:
    game = table(seat(), seat(), seat(hand="Curse! Duck of Doom"), moment="before_charity")
    aric, suzan, bob = game
    aric.is_done()
    assert game.waits_for(bob) and game.turn_player is aric
    bob.passes()
    assert game.turn_player is suzan and game.waits_for(suzan) and game.decision == "ARRANGE"  # no window in between


@rule("TURN-01", "DEATH-11")
def test_the_turn_of_one_who_died_before_it_is_their_all_the_same() -> None:
    game = table(seat(), seat(level=3, dead=True), seat(), moment="before_charity")
    aric, suzan, _ = game
    aric.ends_the_turn()
    assert game.turn_player is suzan and not suzan.dead and game.waits_for(suzan)


@rule("TURN-02", "DEATH-11", "DEATH-12")
def test_at_the_start_the_dead_come_back_and_who_owes_a_redraw_draws_four_and_four_and_plays_from_them() -> None:
    doors, treasures = "Elf, Dwarf, Thief, Mate", "Leather Armor, Spiky Knees, Huge Rock, Magic Missile"
    decks = f"{doors}, Enraged, Ancient", treasures
    game = table(seat(dead=True), seat(dead=True, level=4), seat(), moment="turn", turn_of=1, doors=decks[0], treasures=decks[1])
    aric, suzan, bob = game
    assert not aric.dead and not suzan.dead
    assert sorted(suzan.hand) == sorted(f"{doors}, {treasures}".split(", ")) and aric.hand == []
    assert game.decision == "SETUP"
    suzan.plays("Elf")
    assert not suzan.may("play Dwarf")  # as at the start
    suzan.is_done()
    assert game.decision == "ARRANGE" and game.waits_for(suzan)
    suzan.kicks_open_the_door()
    assert suzan.hand[-1] == "Enraged"
    assert bob.hand == []


@rule("TURN-02", "TURN-03", "VAR-01")
def test_who_comes_back_draws_their_hand_before_they_listen_at_the_door() -> None:
    doors = "Elf, Dwarf, Thief, Mate, Ancient, Enraged"
    game = table(seat(dead=True), seat(), doors=doors, moment="turn", listen_at_door=True)
    aric, _ = game
    assert aric.hand[:4] == ["Elf", "Dwarf", "Thief", "Mate"] and len(aric.hand) == 8
    aric.is_done()
    assert aric.hand[-1] == "Ancient" and game.decision == "ARRANGE"


@rule("TURN-03", "VAR-01")
def test_by_option_a_turn_begins_with_a_face_down_door_to_be_played_or_kept() -> None:
    game = table(seat(), seat(), doors="Elf, Enraged, Mate", moment="turn", listen_at_door=True)
    aric, suzan = game
    assert aric.hand == ["Elf"] and suzan.sees(aric) == [None]
    assert game.decision == "ARRANGE" and aric.may("play Elf")
    aric.kicks_open_the_door()
    assert aric.hand == ["Elf", "Enraged"]


@rule("TURN-03", "DOOR-06")
def test_a_monster_or_a_curse_heard_behind_the_door_goes_to_hand() -> None:
    game = table(seat(), seat(), doors="Bullrog, Curse! Duck of Doom, Enraged", moment="turn", listen_at_door=True)
    assert game[0].hand == ["Bullrog"] and not game.fighting
    game = table(seat(level=3), seat(), doors="Curse! Duck of Doom, Enraged", moment="turn", listen_at_door=True)
    assert game[0].hand == ["Curse! Duck of Doom"] and game[0].level == 3


@rule("TURN-03")
def test_without_the_option_nothing_is_drawn_before_the_kick() -> None:
    game = table(seat(), seat(), doors="Elf, Enraged", moment="turn")
    assert game[0].hand == [] and game.doors_left == 95


@rule("TURN-04")
def test_the_turn_player_arranges_as_long_as_they_like() -> None:
    hand = "Elf, Leather Armor, Staff of Napalm, Pollymorph Potion"
    game = table(seat(hand=hand, wears="Helm of Courage", carries="Horny Helmet"), seat(carries="Spiky Knees"))
    aric, suzan = game
    aric.plays("Elf")
    aric.lays_down("Leather Armor")
    aric.turns_sideways("Helm of Courage")
    aric.equips("Horny Helmet")
    aric.trades(suzan, gives="Helm of Courage", takes="Spiky Knees")
    suzan.accepts()
    aric.sells("Pollymorph Potion")
    assert game.decision == "ARRANGE" and game.waits_for(aric)
    assert aric.level == 2 and aric.strength == 2 + 1 + 3  # the Horny Helmet is worth 3 to an Elf
    aric.is_done()
    assert game.decision != "ARRANGE" or game.game.top.moment != 0


@rule("TURN-05", "DOOR-01")
def test_the_door_has_to_be_kicked_open() -> None:
    game = table(seat(), seat(), doors=["Enraged"])
    assert game[0].choices == ["kick open the door"]


@rule("TURN-06")
def test_after_a_card_that_is_no_monster_one_looks_for_trouble_or_loots() -> None:
    game = table(seat(hand="Potted Plant"), seat(), doors=["Enraged"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert game.decision == "ARRANGE"
    aric.is_done()
    assert set(aric.choices) == {"loot the room", "look for trouble with Potted Plant"}


@rule("TURN-06", "TURN-10")
def test_who_fought_behind_the_door_goes_on_to_charity() -> None:
    game = table(seat(level=5, hand="Potted Plant"), seat(), doors=["Pit Bull", "Elf"], treasures=["Spiky Knees"])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert aric.level == 6 and game.decision == "ARRANGE"
    assert aric.may("end the turn") and not aric.may("go into the room")
    aric.ends_the_turn()
    assert game.turn_player is suzan and aric.hand == ["Potted Plant", "Spiky Knees"]


@rule("TURN-06", "TURN-10")
def test_so_does_who_ran_away() -> None:
    game = table(seat(level=5, hand="Potted Plant"), seat(), doors=["Bullrog", "Elf"], dice=[6])
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    assert not game.fighting and aric.level == 5 and game.decision == "ARRANGE"
    aric.ends_the_turn()
    assert game.turn_player is suzan and aric.hand == ["Potted Plant"] and game.doors_left == 95 - 2


@rule("TURN-06")
def test_a_monster_that_was_got_rid_of_closes_the_room_as_well() -> None:
    game = table(seat(hand="Pollymorph Potion, Potted Plant"), seat(), doors=["Pit Bull"], treasures=["Spiky Knees"])
    aric, suzan = game
    aric.kicks_open_the_door()
    aric.plays("Pollymorph Potion")
    game.skip_windows()
    assert not game.fighting and aric.may("end the turn")
    aric.ends_the_turn()
    assert game.turn_player is suzan


@rule("TURN-06")
def test_unless_the_card_says_otherwise() -> None:
    game = table(seat(hand="Friendship Potion, Potted Plant"), seat(), doors=["Pit Bull", "Elf"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.plays("Friendship Potion")
    assert game.decision == "ARRANGE" and aric.may("go into the room")
    aric.goes_into_the_room()
    assert aric.hand == ["Potted Plant", "Elf"]  # the grant is only for looting, so nobody asks about trouble


@rule("TURN-06")
def test_a_fight_moved_to_another_player_leaves_the_room_to_the_turn_player_if_the_card_says_so() -> None:
    game = table(seat(hand="Transferral Potion, Potted Plant"), seat(level=5), seat(), doors=["Pit Bull", "Elf"], treasures="Spiky Knees")
    aric, suzan, _ = game
    aric.kicks_open_the_door()
    aric.plays("Transferral Potion", on=suzan)
    game.skip_windows()
    assert suzan.level == 6 and aric.level == 1
    assert game.waits_for(aric) and aric.may("go into the room")
    aric.goes_into_the_room()
    assert aric.hand == ["Potted Plant", "Elf"]


@rule("TURN-06")
def test_a_curse_behind_the_door_leaves_the_room_open() -> None:
    game = table(seat(level=3, hand="Potted Plant"), seat(), doors=["Curse! Lose a Level"])
    aric, _ = game
    aric.kicks_open_the_door()
    assert aric.level == 2 and aric.may("go into the room")
    aric.goes_into_the_room()
    assert game.decision == "TROUBLE_OR_LOOT"


@rule("TURN-06")
def test_so_does_a_card_that_works_when_it_is_drawn() -> None:
    game = table(seat(hand="Potted Plant"), seat(level=3, classes="Cleric"), doors=["Divine Intervention"])
    aric, suzan = game
    aric.kicks_open_the_door()
    assert suzan.level == 4 and game.doors_discarded == ["Divine Intervention"]
    aric.goes_into_the_room()
    assert game.decision == "TROUBLE_OR_LOOT"


@rule("TURN-08")
def test_between_the_phases_the_turn_player_may_do_all_they_may_before_them() -> None:
    hand = "Pollymorph Potion, Wand of Dowsing, Elf, Dwarf, Leather Armor, Spiky Knees"
    game = table(seat(hand=hand, wears="Helm of Courage"), seat(), doors=["Enraged", "Mate"])
    aric, _ = game
    for leave, item in (("kick open the door", "Leather Armor"), ("go into the room", "Spiky Knees")):
        allowed = {"sell items", "trade", "play Elf", "turn Helm of Courage sideways", f"play {item}", leave}
        assert allowed <= set(aric.choices)
        aric.lays_down(item)
        aric.is_done()
        game.skip_windows()
    assert {"sell items", "trade", "play Elf", "turn Helm of Courage sideways", "end the turn"} <= set(aric.choices)


@rule("TURN-09")
def test_a_turn_player_who_dies_skips_the_rest_of_their_turn() -> None:
    game = table(
        seat(level=6, hand="Potted Plant, Lame Goblin, Thief, Enraged, Mate, Baby"), seat(), doors=["Plutonium Dragon", "Elf"], dice=[1]
    )
    aric, suzan = game
    aric.kicks_open_the_door()
    game.skip_windows()
    if game.decision == "ESCAPE":
        aric.rolls()
    suzan.takes("Thief")
    assert game.decision == "WINDOW" and game.waits_for(suzan)  # after the fight
    suzan.passes()
    assert game.turn_player is suzan and game.waits_for(suzan) and game.decision == "ARRANGE"
    assert suzan.hand == ["Thief"] and aric.hand == []  # no Charity: the others were discarded


@rule("TURN-10")
def test_a_fight_in_the_room_goes_on_to_charity_too() -> None:
    game = table(seat(level=5, hand="Potted Plant"), seat(), doors=["Enraged", "Elf"], treasures=["Spiky Knees"])
    aric, _ = game
    aric.kicks_open_the_door()
    aric.looks_for_trouble("Potted Plant")
    game.skip_windows()
    assert aric.level == 6 and aric.choices[0] == "end the turn" and "Elf" not in aric.hand
