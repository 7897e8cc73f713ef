"""Priority Supply and the Red Ball Express: who moves on while the Commands are in Limited Supply (9.2.D, 9.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.rules import (
    NUMBERS,
    UNITS,
    Conditions,
    OfSide,
    Question,
    Units,
    event,
    going_on,
    offer,
    provided,
    pure,
)

from ..look import Play, StormingLook, members
from ..position import ALLIED
from .limited import constrained

if TYPE_CHECKING:
    from ...game import Storming

NATIONS = {"US": "US", "CW": "Commonwealth"}


def _saved_words(game: Any, number: int) -> str:
    return f"{number} Red Ball Express marker{'s are' if number > 1 else ' is'} saved for the next turn."


placed = event("priority placed", "9.2.D", "{unit} has Priority Supply.", unit=UNITS)
trucked = event("red ball placed", "9.3.B", "The Red Ball Express supplies {unit}.", unit=UNITS)
saved = event("red ball saved", "9.3.D", _saved_words, side=ALLIED, number=NUMBERS)


def nation_units(look: StormingLook, nation: str) -> Units:
    """The units of the US (the French are not among them) or of the Commonwealth."""
    game = look.game
    return game.commonwealth_units if nation == "CW" else game.american_units & ~game.french_divisions


def outside_sixth(look: StormingLook) -> Units:
    """Units that do not belong to the 6th Army Group where they stand."""
    return ~look.units_in(look.game.data.areas["6AG"], ALLIED)


class PrioritySupply(Question[OfSide]):
    """Each turn in Limited Supply the markers go to any divisions or brigades that are not Grounded (9.2.D, R99)."""

    name, rule = "priority supply", "9.2.D"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        left = [
            f"{markers_left(look, nation)} {name}" for nation, name in NATIONS.items() if markers_left(look, nation)
        ]
        return f"Place Priority Supply markers: {' and '.join(left)} left."

    @offer("priority", UNITS, "9.2.D")
    def priority(self, look: StormingLook, frame: OfSide) -> Conditions:
        position, game = look.position, look.game
        yield position.on_board & game.side_units[ALLIED], "9.2.D", "{it} is not an Allied unit on the map"
        served = {nation: nation_units(look, nation) for nation in NATIONS}
        yield served["US"] | served["CW"], "9.2.D", "Priority Supply is for US and Commonwealth units"
        for nation, name in NATIONS.items():
            if not markers_left(look, nation):
                yield ~served[nation], "9.2.C", f"there is no {name} Priority Supply marker left"
        yield _sized(game), "9.2.D", "Priority Supply is for divisions and brigades, and {it} is neither"
        yield ~position.grounded, "9.2.D", "{it} is Grounded"
        yield ~position.priority, "9.2.D", "{it} has Priority Supply already"

    priority.marks("priority", placed)
    end = going_on("9.2.D", "End Priority Supply", "no more Priority Supply")


def markers_left(look: StormingLook, nation: str) -> int:
    """How many Priority Supply markers of a nation are still to be placed this turn."""
    if not constrained(look):
        return 0
    there = look.position.priority & nation_units(look, nation)
    return look.position.priority_markers.get(nation, 0) - there.bit_count()


@pure(1)
def _sized(game: Storming) -> Units:
    return game.those(lambda counter: counter.size in ("division", "brigade"))


class RedBallExpress(Question[OfSide]):
    """Five markers and those saved; what is not placed is saved for the next turn, five at most (9.3, R100)."""

    name, rule = "red ball express", "9.3.B"

    def begin(self, play: Play, side: str) -> OfSide:
        position = play.position
        if constrained(play.look):
            position.red_ball_left = play.game.rules.numbers["red_ball_per_turn"] + position.red_ball_saved
            position.red_ball_saved = 0
        return super().begin(play, side)

    def text(self, look: StormingLook, frame: OfSide) -> str:
        most = look.game.rules.numbers["red_ball_saved"]
        rest = f"up to {most} that you keep are saved for the next turn"
        return f"Place Red Ball Express markers: {look.position.red_ball_left} left; {rest}."

    @offer("red-ball", UNITS, "9.3.B")
    def red_ball(self, look: StormingLook, frame: OfSide) -> Conditions:
        position, game = look.position, look.game
        yield provided(position.red_ball_left > 0), "9.3.A", "every Red Ball Express marker of this turn is placed"
        yield position.on_board & game.side_units[ALLIED], "9.3.B", "{it} is not an Allied unit on the map"
        yield ~position.grounded, "9.3.B", "{it} is Grounded"
        airborne = members(game.airborne_units & position.on_board)
        dropped = sum(1 << unit for unit in airborne if look.on_dropped_side(unit))
        yield ~dropped, "9.3.B", "{it} is on its Dropped side"
        yield ~game.staff_units, "9.3.B", "headquarters and leaders get no Red Ball Express marker"
        yield ~position.red_ball, "9.3.C", "{it} has a Red Ball Express marker already"
        yield outside_sixth(look), "9.3.E", "the Red Ball Express does not serve the 6th Army Group"
        yield ~position.priority, "9.3.F", "{it} has Priority Supply, and the two are never combined"

    @red_ball.does
    def _(self, play: Play, frame: OfSide, unit: int) -> None:
        play.position.red_ball |= 1 << unit
        play.position.red_ball_left -= 1
        trucked(play, unit)

    end = going_on("9.3.D", "End, and save what is left", "save up to five of the rest for the next turn")

    @end.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        position = play.position
        play.pop()
        if position.red_ball_left:
            position.red_ball_saved = min(position.red_ball_left, play.game.rules.numbers["red_ball_saved"])
            position.red_ball_left = 0
            saved(play, position.red_ball_saved)
