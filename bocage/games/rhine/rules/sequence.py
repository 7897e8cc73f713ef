"""The sequence of play (SEQ), line by line in the book's order."""

from __future__ import annotations

from bocage.rules import Row

from .combat import attackers
from .look import RhineLook
from .position import ALLIED, GERMAN
from .supply.rationing import unfed


def _landing(look: RhineLook) -> bool:
    """A force comes from the sea this turn."""
    return look.landing_turn()


def _landing_possible(look: RhineLook) -> bool:
    """D-Day, or a second one from turn 3 on (SET.8, NB.5)."""
    numbers, position = look.game.rules.numbers, look.position
    if position.turn == numbers["first_turn"]:
        return True
    return position.turn >= numbers["second_landing_turn"] and not position.second_landing_turn


def _hungry_movers(look: RhineLook) -> bool:
    """Is a unit that may exploit Short only for want of capacity (SUP.17, SUP.22)?"""
    position = look.position
    return bool(unfed(look) & ~(position.spent | position.disrupted))


def _hungry_attackers(look: RhineLook) -> bool:
    """Is a unit that may attack Short only for want of capacity (SUP.18, SUP.22)?"""
    hungry = unfed(look)
    return bool(hungry and hungry & attackers.ready(look, ALLIED))


def _reserve(look: RhineLook) -> bool:
    """May the Strategic Reserve still be withdrawn, or come back (SR.1, CO.1)?"""
    position = look.position
    if position.reserve_turn:
        return not position.reserve_back
    return position.turn <= look.game.rules.numbers["reserve_last_turn"]


TURN = (
    # A. Allied player-turn
    Row("allied turn", ALLIED, "player turn", "SEQ.1"),
    Row("weather", ALLIED, "weather", "SEQ.1"),
    Row("air operations", ALLIED, "air operations", "SEQ.1"),
    Row("dump movement", ALLIED, "dump movement", "SEQ.1"),
    Row("beaches", ALLIED, "beaches", "DD.1", _landing_possible),
    Row("landing force", ALLIED, "landing force", "DD.3", _landing),
    Row("allied arrivals", ALLIED, "allied arrivals", "REIN.3"),
    Row("rationing", ALLIED, "rationing", "SUP.22"),
    Row("allied deployment", ALLIED, "deployment", "SEQ.2"),
    Row("allied movement", ALLIED, "movement", "SEQ.2"),
    Row("naval bombardment", ALLIED, "naval bombardment", "NB.1", _landing),
    Row("first wave", ALLIED, "first wave", "DD.4"),
    Row("allied movement stacking", ALLIED, "stacking", "STK.6"),
    Row("rationing for battle", ALLIED, "rationing", "SUP.22", _hungry_attackers),
    Row("allied allocation", ALLIED, "allocation", "SEQ.3"),
    Row("german recovery", GERMAN, "recovery", "SEQ.4"),
    Row("allied battles", ALLIED, "battles", "SEQ.5"),
    Row("allied exploitation", ALLIED, "exploitation", "SEQ.6"),
    Row("second wave", ALLIED, "second wave", "DD.5"),
    Row("rationing for exploitation", ALLIED, "rationing", "SUP.22", _hungry_movers),
    Row("allied exploitation movement", ALLIED, "movement", "SEQ.6"),
    Row("allied exploitation stacking", ALLIED, "stacking", "STK.6"),
    Row("rationing for exploitation battle", ALLIED, "rationing", "SUP.22", _hungry_attackers),
    Row("allied exploitation allocation", ALLIED, "allocation", "SEQ.6"),
    Row("allied exploitation battles", ALLIED, "battles", "SEQ.6"),
    Row("airborne recovery", ALLIED, "elite recovery", "SEQ.7"),
    Row("allied supply", ALLIED, "supply", "SEQ.8"),
    # B. German player-turn
    Row("german turn", GERMAN, "player turn", "SEQ.9"),
    Row("declarations", GERMAN, "declarations", "BLITZ.3"),
    Row("strategic reserve", GERMAN, "strategic reserve", "SR.1", _reserve),
    Row("german replacements", GERMAN, "german replacements", "SEQ.9"),
    Row("german reinforcements", GERMAN, "german reinforcements", "SEQ.9"),
    Row("german deployment", GERMAN, "deployment", "SEQ.10"),
    Row("german movement", GERMAN, "movement", "SEQ.10"),
    Row("german movement stacking", GERMAN, "stacking", "STK.6"),
    Row("german allocation", GERMAN, "allocation", "SEQ.11"),
    Row("allied recovery", ALLIED, "recovery", "SEQ.11"),
    Row("german battles", GERMAN, "battles", "SEQ.11"),
    Row("german exploitation", GERMAN, "exploitation", "SEQ.12"),
    Row("german exploitation movement", GERMAN, "movement", "SEQ.12"),
    Row("german exploitation stacking", GERMAN, "stacking", "STK.6"),
    Row("german exploitation allocation", GERMAN, "allocation", "SEQ.12"),
    Row("german exploitation battles", GERMAN, "battles", "SEQ.12"),
    Row("elite recovery", GERMAN, "elite recovery", "SEQ.13"),
    Row("german supply", GERMAN, "supply", "SEQ.14"),
    Row("victory", "", "victory", "SEQ.15"),
    Row("end of turn", "", "end of turn", "SEQ.15"),
)

SETUP = (Row("german set-up", GERMAN, "set-up", "SET.1"),)

SEQUENCE = {"turn": TURN, "setup": SETUP}
