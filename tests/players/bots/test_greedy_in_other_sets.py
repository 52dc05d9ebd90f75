"""What only the newer sets have, and what greedy does with it."""

from typing import Any

from munchkin_env import Game
from munchkin_env.game.scenario import Table, seat
from tests.cards.potter.test_characters import fight
from tests.players.bots.player import Player, choice
from tests.potter import table as potter
from tests.star import caught, star
from tests.western import west

RICH: dict[str, Any] = {
    "wears": "Laser, Battle Armor, Rocket Boots",
    "hand": "Chair, Nova Grenade, Shrink Spray, Mind Control Gas, Canned Supernova",
}


def test_it_rides_a_steed() -> None:
    assert choice(west(seat(hand="Two-Headed Mustang"), seat())) == "play Two-Headed Mustang"
    game = west(seat(carries="Two-Headed Mustang", hand="Racing Ostrich"), seat())
    assert choice(game) == "kick open the door", "one is enough"


def test_it_fights_a_steed_that_is_worth_less_than_a_level() -> None:
    def met(steed: str, level: int) -> Table:
        game = west(seat(level=level), seat(), doors=[steed])
        game[0].kicks_open_the_door()
        return game

    assert choice(met("Racing Ostrich", 5)) == "fight it"
    assert choice(met("Two-Headed Mustang", 1)) == "play Two-Headed Mustang", "they would lose"


def test_it_strengthens_what_it_wears() -> None:
    game = west(seat(wears="Bowie Knife", carries="Prairie Crossbow", hand="Silver Inlay"), seat())
    assert choice(game) == "play Silver Inlay"
    game[0].plays("Silver Inlay")
    assert choice(game) == "put it on Bowie Knife"
    assert choice(west(seat(hand="Silver Inlay"), seat())) == "kick open the door", "nothing to put it on"


def test_it_takes_the_treasures_that_a_card_gives() -> None:
    assert choice(west(seat(hand="Gold Rush"), seat())) == "play Gold Rush"
    assert choice(potter(seat(hand="Unlocked Trunk"), seat())) == "play Unlocked Trunk"


def test_a_level_is_cheaper_than_the_death_of_a_rich_one() -> None:
    for things, answer in ((RICH, "yes"), ({}, "no")):
        game = caught("O.G.R.E.", seat(level=2, races="Cyborg", **things))
        assert game.decision == "ASK_YES" and choice(game) == answer


def test_a_card_is_cheaper_than_two_levels() -> None:
    game = caught("Worminator", seat(level=5, classes="Trader", hand="Chair"))
    assert game.decision == "ASK_YES" and choice(game) == "yes"


def test_a_trader_takes_the_better_item() -> None:
    found = {"treasure_discards": "Nova Grenade, Battle Armor"}
    assert choice(star(seat(classes="Trader", carries="Dumb Gun", wears="Laser"), seat(), **found)) == "use Trader"
    assert choice(star(seat(classes="Trader", wears="Laser"), seat(), treasure_discards="Nova Grenade")) == "kick open the door"


def test_it_joins_the_house_that_gives_most() -> None:
    game = Game(3, ["potter"], 1, house_mode="choose")
    assert game.text(Player().choice(game)) == "join Gryffindor", "more than a power that must be paid for"


def test_it_pays_for_a_safer_roll_if_it_has_something_to_lose() -> None:
    for level, pays in ((1, False), (3, True)):
        game = fight(seat(level=level, studies="Divination", hand="Charms, Flying"), seat(), door="Bog Lurker")
        game.skip_windows()
        assert choice(game).startswith("use Divination") is pays, level


def test_it_puts_right_with_a_card_what_it_may_not_wear_any_more_if_the_card_is_any_good() -> None:
    def too_complex(hand: str) -> Table:
        wears = "Overclocked Visor, Remote for Everything"
        game = star(seat(classes="Gadgeteer", wears=wears, hand=f"Trap! Career Change Notice, {hand}"), seat())
        game[0].plays("Trap! Career Change Notice", on=game[0])
        return game

    assert choice(too_complex("Gadgeteer")) == "play Gadgeteer"
    assert choice(too_complex("Psychic")).endswith("sideways")
