"""Victory (30, 33): the cities that the Allies need, and how each scenario is judged on its last turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bocage.rules import WORD, Automatic, OfSide, event, once

from . import objectives
from .elimination import win
from .look import FortressLook, Play, members
from .position import ALLIED, EXITED, GERMAN
from .supply.capacity import capacity

LEVELS = STRATEGIC, TACTICAL = "strategic victory", "tactical victory"  # 33.3.10

level_reached = event("ardennes judged", "33.3.10", "The Ardennes offensive ends: {level}.", side=GERMAN, level=WORD)


@once
def cities_taken(look: FortressLook) -> bool:
    """Do the Allies hold Paris, Bruxelles and enough of Germany, Genova and Torino (30.1, 33.4.7)?"""
    game, rules, held = look.game, look.game.rules, look.cities(ALLIED)
    if game.data.zones["capitals"] & ~held:
        return False
    some = held & (game.german_cities | game.data.zones["italian_cities"])
    return (held & game.data.majors).bit_count() >= rules.majors_to_win or some.bit_count() >= rules.cities_to_win


def check(play: Play) -> None:
    """Have the Allies won at this moment (30.1, ruling R42)?"""
    if not play.rules.early_win or play.game.data.zones["capitals"] & ~play.position.allied_control:
        return
    if play.position.outcome is None and cities_taken(play.look):
        if play.position.bulge_level:
            win(play, "", "draw", "33.4.7")  # a level in favour of the Germans
        else:
            win(play, ALLIED, "victory", "33.4.7" if play.rules.winter else "30.1")


class LandingJudged(Automatic[OfSide]):
    """A second invasion that leaves no Allied unit in Europe loses the game (12.18)."""

    name, rule = "landing judged", "12.18"

    def run(self, play: Play, frame: OfSide) -> None:
        if not play.look.ashore():
            win(play, GERMAN, "the second invasion has failed", "12.18")


class EndOfGame(Automatic[OfSide]):
    """At the end of a turn: exits, the Ardennes offensive, and on the last turn the whole (30.1, 31.15, 33)."""

    name, rule = "victory", "30.1"

    def run(self, play: Play, frame: OfSide) -> None:
        rules, position, look = play.rules, play.position, play.look
        check(play)
        if look.invading() and not look.first_landing() and not look.ashore():
            win(play, GERMAN, "the second invasion has failed", "12.18")
        if rules.exits and exited_steps(look) >= rules.numbers["exit_steps"]:
            win(play, ALLIED, "Germany is overrun", "31.15")
        if rules.winter and position.turn == rules.numbers["bulge_victory_turn"]:
            position.bulge_level = ardennes_level(look)
            level_reached(play, position.bulge_level or "neither goal has been reached")
        if position.outcome is None and position.turn >= rules.last_turn:
            JUDGES[rules.ending](play)


def exited_steps(look: FortressLook) -> int:
    """Steps of Allied armour beyond the east edge (31.15)."""
    return sum(look.position.units[unit].steps for unit in members(look.in_place(EXITED)))


def ardennes_level(look: FortressLook) -> str:
    """What the Germans have reached: the better level counts, and nothing without Bastogne (33.3.10, ruling R124)."""
    zones, held = look.game.data.zones, look.occupied(GERMAN)
    if not held & zones["attack_goal"]:
        return ""
    return STRATEGIC if held & zones["strategic_goal"] else TACTICAL if held & zones["tactical_goal"] else ""


def _by_cities(play: Play) -> None:
    """The Germans win with three major cities, else it is a draw; a level better after the Ardennes (33.4.7)."""
    look, rule = play.look, "33.4.7" if play.rules.winter else "30.1"
    majors = (look.cities(GERMAN) & play.game.data.majors).bit_count()
    if play.position.bulge_level or majors >= play.rules.numbers["german_majors"]:
        win(play, GERMAN, "victory", rule)
    else:
        win(play, "", "draw", rule)


def _by_districts(play: Play) -> None:
    """The Allies need a goal of a district that they invaded, supply and a mulberry (33.1.3, ruling R83)."""
    if district_goal(play.look) and well_supplied(play.look):
        win(play, ALLIED, "victory", "33.1.5")
    else:
        win(play, GERMAN, "victory", "33.1.3")


def district_goal(look: FortressLook) -> bool:
    """Is a goal of one of the districts met where the first landing was? Bremen plays for the Netherlands (R83)."""
    if not look.position.invasions:
        return False
    lists = look.game.data.objectives
    districts = look.position.district_landed or ("NL",)
    return any(objectives.met(look, ALLIED, goal) for district in districts for goal in lists[district])


def well_supplied(look: FortressLook) -> bool:
    """Is there supply capacity, and a mulberry at half its value or more (33.1.3, ruling R83)?"""
    position, numbers, game = look.position, look.game.rules.numbers, look.game
    standing = False
    for unit in members(game.mulberries & position.on_board):
        full = game.counters[unit].capacity
        left = full - position.port_damage.get(game.unit_ids[unit], 0)
        standing |= left >= full // numbers["mulberry_damage_divisor"]
    return standing and capacity(look) >= numbers["invasion_capacity"]


def _by_objectives(play: Play) -> None:
    """Whoever has met more of his seven wins (33.2.4, ruling R45)."""
    objectives.reveal(play, "33.2.4")
    look = play.look
    winner = objectives.more_of(look, {side: look.position.picks.get(side, ()) for side in play.game.sides})
    win(play, winner, "more objectives" if winner else "draw", "33.2.4")


def _by_the_ardennes(play: Play) -> None:
    """The level that the Germans have reached; reaching none is an Allied victory (33.3.10, ruling R124)."""
    level = play.position.bulge_level
    if level:
        win(play, GERMAN, level, "33.3.10.A" if level == STRATEGIC else "33.3.10.B")
    else:
        win(play, ALLIED, "victory", "33.3.10")


JUDGES: Mapping[str, Callable[[Play], None]] = {
    "cities": _by_cities,
    "districts": _by_districts,
    "objectives": _by_objectives,
    "ardennes": _by_the_ardennes,
}
