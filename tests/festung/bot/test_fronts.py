"""How the planner of Festung Europa holds a front: supply, gathering, garrisons, and whom it cuts off."""

from __future__ import annotations

from typing import Any

from bocage import Match
from bocage.bots.sight import STEADY
from bocage.games.festung.bot.cards import Uses
from bocage.games.festung.bot.marches import Order, gain, left_behind, place, total
from bocage.games.festung.bot.sight import Sight, sight_of
from bocage.games.festung.rules.position import ALLIED, AXIS
from tests.festung.playing import game, in_force, look, position

NORMANDY: dict[str, Any] = {"allied_control": "0410 0411 0511 0512", "marked": "0410", "turn": 6}


def sight(match: Match, side: str) -> Sight:
    return sight_of(look(match), side, STEADY)


def node(label: str) -> int:
    found: int = game().board.index[label]
    return found


def number(unit: str) -> int:
    found: int = game().unit_numbers[unit]
    return found


def test_a_raid_that_would_starve_is_worth_little_until_the_last_action() -> None:
    """Who is cut off at the end of the turn dies (11.71); the last action draws its line along behind it."""
    units = "US-3A 0512; US-V 0512; GE-XII 1009"
    raid, army = node("0813"), number("US-3A")
    early, last = (sight(position("allied action", units, round=when, **NORMANDY), ALLIED) for when in (2, 6))
    assert gain(early, army, raid) < gain(last, army, raid)


def test_an_army_gathers_where_it_lifts_the_odds() -> None:
    """Beside a garrison that others attack already an army is worth more than in a quiet hex of their front."""
    units = "US-3A 0512; CA-1A 0611; US-V 0611; GE-7A 0712; GE-LXXXI 0712"
    at_front = sight(
        position("allied action", units, **NORMANDY | {"allied_control": "0410 0411 0511 0512 0611 0612"}), ALLIED
    )
    army = number("US-3A")
    assert place(at_front, army, node("0612")) > place(at_front, army, node("0511"))


def test_a_garrison_stays_where_an_enemy_could_walk_in() -> None:
    units = "US-V 0411; GE-LXXIV {}"
    near, far = (sight(position("allied action", units.format(at), **NORMANDY), ALLIED) for at in ("0312", "1009"))
    corps = number("US-V")
    assert left_behind(near, corps) > 3.0 > 2 * left_behind(far, corps)
    beside = sight(position("allied action", units.format("0312") + "; US-VI 0411", **NORMANDY), ALLIED)
    assert left_behind(beside, corps) == 0.0


def test_the_last_way_to_supply_is_worth_most() -> None:
    """A garrison between hexes that the enemy controls starves (11.42): the noose is drawn from far to near."""
    open_hexes = ["0611", "0612", "0711", "0713", "0811", "0812"]
    paris = "GE-7A 0712; US-V 0511"
    worth = []
    for held in (open_hexes[:3], open_hexes[:5]):
        match = position("allied action", paris, turn=6, marked="0410",
                         allied_control=" ".join(["0410", "0411", "0511", "0512", *held]))  # fmt: skip
        worth.append(sight(match, ALLIED).nooses.get(node("0812"), 0.0))
    assert worth[1] > 2 * worth[0]


def test_aircraft_help_two_attacks_only() -> None:
    attacks = [Order(5.0, 1, "mark-attack", 1 << at, at, "3:1", bare=2.0) for at in range(3)]
    assert total(attacks[:2]) == 10.0
    assert total(attacks) == 12.0


def test_the_fewer_points_are_left_the_more_each_is_worth() -> None:
    units = "US-V 0611; GE-LXXXI 0711"
    for side in (ALLIED, AXIS):
        many, few = (sight(position("allied action", units, turn=8, vp=vp), side) for vp in (12, 2))
        assert few.number("point") > 2 * many.number("point")


def test_war_crimes_count_two_points_after_forced_labor() -> None:
    """A point by a card is not spent on a march: nobody takes it back."""
    units, more = (
        "US-3A 0909; GE-XII 1008",
        {"turn": 8, "vp": 12, "allied_hand": "allied-44", "allied_control": "0909 1009"},
    )
    plain = position("allied action", units, **more)
    forced = position("allied action", units, flags=in_force("forced_labor"), **more)
    card = game().card_numbers["allied-44"]
    one, two = (Uses(sight(match, ALLIED)).event(card) for match in (plain, forced))
    assert two == 2 * one > 8.0
