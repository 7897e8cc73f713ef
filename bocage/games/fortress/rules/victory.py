"""Victory (30, 33): the cities that the Allies need, and how each scenario is judged on its last turn."""

from __future__ import annotations

from bocage.rules import Automatic, OfSide, event, once

from . import objectives
from .elimination import win
from .look import FortressLook, Play, members
from .position import ALLIED, GERMAN
from .reinforcements.exits import exited_steps
from .supply.capacity import capacity

LEVELS = STRATEGIC, TACTICAL = "strategic victory", "tactical victory"  # 33.3.10

level_reached = event("ardennes judged", "33.3.10", "The Ardennes offensive ends: {level}.", side=GERMAN)


@once
def cities_taken(look: FortressLook) -> bool:
    """Do the Allies hold Paris, Bruxelles and enough of Germany, Genova and Torino (30.1, 33.4.7)?"""
    game, rules, held = look.game, look.game.rules, look.cities(ALLIED)
    if game.data.zones["capitals"] & ~held:
        return False
    some = held & (game.german_cities | game.data.zones["italian_cities"])
    return (held & game.data.majors).bit_count() >= rules.majors_to_win or some.bit_count() >= rules.cities_to_win


def check(play: Play) -> None:
    """Have the Allies won at this moment (30.1, ruling R42)? A success in the Ardennes makes it a draw (33.4.7)."""
    if not play.rules.early_win or play.game.data.zones["capitals"] & ~play.position.allied_control:
        return
    if cities_taken(play.look):
        side, level = ("", "draw") if play.position.bulge_level else (ALLIED, "victory")
        win(play, side, level, "33.4.7" if play.rules.winter else "30.1")


class LandingJudged(Automatic[OfSide], name="landing judged", rule="12.18"):
    """A second invasion that leaves no Allied unit in Europe loses the game (12.18)."""

    def run(self, play: Play, frame: OfSide) -> None:
        look = play.look
        if look.invading() and not look.first_landing() and not look.ashore():
            win(play, GERMAN, "the second invasion has failed", "12.18")


class EndOfGame(LandingJudged, name="victory", rule="30.1"):
    """At the end of a turn: exits, the Ardennes offensive, and on the last turn the whole (30.1, 31.15, 33)."""

    def run(self, play: Play, frame: OfSide) -> None:
        rules, position, look = play.rules, play.position, play.look
        check(play)
        super().run(play, frame)
        if exited_steps(look) >= rules.numbers["exit_steps"]:
            win(play, ALLIED, "Germany is overrun", "31.15")
        if rules.winter and position.turn == rules.numbers["bulge_victory_turn"]:
            position.bulge_level = ardennes_level(look)
            level_reached(play, position.bulge_level or "neither goal has been reached")
        if position.outcome is None and position.turn >= rules.last_turn:
            if rules.ending == "objectives":
                objectives.reveal(play, "33.2.4")
            win(play, *judged(play.look))


def judged(look: FortressLook) -> tuple[str, str, str]:
    """Who wins as the last turn of a scenario ends, how, and by which case."""
    position, rules, level = look.position, look.game.rules, look.position.bulge_level
    if rules.ending == "districts":
        won = district_goal(look) and well_supplied(look)
        return (ALLIED, "victory", "33.1.5") if won else (GERMAN, "victory", "33.1.3")
    if rules.ending == "objectives":  # more of the seven that each wrote down (ruling R45)
        winner = objectives.more_of(look, {side: position.picks.get(side, ()) for side in look.game.sides})
        return winner, "more objectives" if winner else "draw", "33.2.4"
    if rules.ending == "ardennes":  # reaching no level is an Allied victory (ruling R124)
        case = "33.3.10.A" if level == STRATEGIC else "33.3.10.B"
        return (GERMAN, level, case) if level else (ALLIED, "victory", "33.3.10")
    # The Germans need three major cities, else it is a draw; after a success in the Ardennes a level less (33.4.7).
    majors = (look.cities(GERMAN) & look.game.data.majors).bit_count()
    won, case = bool(level) or majors >= rules.numbers["german_majors"], "33.4.7" if rules.winter else "30.1"
    return (GERMAN, "victory", case) if won else ("", "draw", case)


def ardennes_level(look: FortressLook) -> str:
    """What the Germans have reached: the better level counts, and nothing without Bastogne (33.3.10, ruling R124)."""
    zones, held = look.game.data.zones, look.occupied(GERMAN)
    if not held & zones["attack_goal"]:
        return ""
    return STRATEGIC if held & zones["strategic_goal"] else TACTICAL if held & zones["tactical_goal"] else ""


def district_goal(look: FortressLook) -> bool:
    """Is a goal of one of the districts met where the first landing was? Bremen plays for the Netherlands (R83)."""
    lists, landed = look.game.data.objectives, look.position.district_landed or ("NL",)
    return any(objectives.met(look, ALLIED, goal) for district in landed for goal in lists[district])


def well_supplied(look: FortressLook) -> bool:
    """Is there supply capacity, and a mulberry at half its value or more (33.1.3, ruling R83)?"""
    numbers, damage, standing = look.game.rules.numbers, look.position.port_damage, False
    for unit in members(look.game.mulberries & look.position.on_board):
        full = look.counter(unit).capacity
        standing |= full - damage.get(look.counter(unit).id, 0) >= full // numbers["mulberry_damage_divisor"]
    return standing and capacity(look) >= numbers["invasion_capacity"]
