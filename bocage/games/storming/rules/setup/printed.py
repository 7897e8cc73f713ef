"""Setting up: the printed set-up of the Campaign and of the Normandy Breakout (3.2, 3.3), and arranged positions.

The Final Battles, in which both players choose, are in `final_battles.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bocage.parts.questions import Handling, InHand
from bocage.rules import HEXES, UNITS, Conditions, Sequencing, Unit, automatic, event, offer
from bocage.rules import arrange as set_fields

from ...data import Counter
from ..air import strafing
from ..look import Play, StormingLook
from ..movement.entering import enter
from ..position import ALLIED, ARRIVING, ASIDE, DEAD, DROPPED, ENGLAND, SCHEDULE, StormingPosition
from . import final_battles

if TYPE_CHECKING:
    from ...game import Storming

PANZER_LEHR = "GE-Lehr-Pz"

arrived = event("first arrival", "3.2.E.2", "{unit} is placed at {node}.", sort="arrival", unit=UNITS, node=HEXES)


def first_position(game: Storming) -> StormingPosition:
    """The position before anything has happened."""
    if game.scenario == "final":
        return final_battles.first_position(game)
    units = []
    control = 0
    for counter in game.counters:
        place = _first_place(game, counter)
        if place >= 0 and counter.side == ALLIED:
            control |= 1 << place
        # Airborne units on the map have jumped the night before (17.9.3).
        units.append(Unit(place, counter.steps, DROPPED if place >= 0 and counter.airborne else 0))
    return StormingPosition(
        turn=game.rules.first_turn,
        units=units,
        frames=[Sequencing("turn"), Sequencing("setup")],
        allied_control=control,
    )


def _first_place(game: Storming, counter: Counter) -> int:
    """Where a unit is before the first turn (3.2.A); without the East Map some are set aside or not used (3.3.A)."""
    if counter.entry_turn > game.rules.last_turn:
        return DEAD
    if counter.entry_turn > game.rules.first_turn:
        return SCHEDULE
    if counter.entry_place == "England":
        return ENGLAND
    if counter.entry_place in game.data.beaches:
        return game.data.beaches[counter.entry_place][0]
    node = game.board.index.get(counter.entry_place, -1)
    if node < 0:
        # The one arrival of the first turn (3.2.E.2); without the East Map it starts set aside (ruling R124).
        return SCHEDULE if game.entrances[counter.entry_place] & game.in_play else ASIDE
    return node if game.in_play >> node & 1 else ASIDE


@automatic("panzer lehr", "3.2.E.1")
def strafe_panzer_lehr(play: Play, side: str) -> None:
    """The one strafing counter of the first air phase lies on Panzer Lehr, drawn blindly (3.2.E.1)."""
    strafing.draw(play, (play.game.unit_numbers[PANZER_LEHR],), "3.2.E.1")


@automatic("first arrivals", "3.2.E.2")
def first_arrivals(play: Play, side: str) -> None:
    """The German places the 503rd SS Tiger Battalion, the only arrival of the first turn (3.2.E.2)."""
    for unit in play.position.stacks.get(SCHEDULE, ()):
        if play.game.counters[unit].entry_turn == play.game.rules.first_turn:
            play.push(Placing(side, unit))


class Placing(InHand, frozen=True):
    """The German chooses an E hex for an arrival of the first turn."""


class PlaceFirstArrival(Handling[Placing]):
    """Any E Entrance Hex will do (3.2.E.2)."""

    name, rule = "first arrival", "3.2.E.2"

    def text(self, look: StormingLook, frame: Placing) -> str:
        return f"Place {look.counter(frame.hand).name} in any 'E' Entrance Hex."

    @offer("place", HEXES, "3.2.E.2")
    def place(self, look: StormingLook, frame: Placing) -> Conditions:
        edge = look.game.entrances["E"] & look.game.in_play
        yield edge, "3.2.E.2", "{it} is not an 'E' Entrance Hex"
        yield look.room(frame.hand, edge), "5.2.A.1", lambda node: look.stacking_rule(node, frame.hand)

    @place.does
    def _(self, play: Play, frame: Placing, node: int) -> None:
        play.pop()
        arrived(play, frame.hand, node)
        enter(play, (frame.hand,), (node,), moved=False)


def arrange(game: Storming, position: Any, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position; hexes where Allied units stand are under Allied control."""
    position.allied_control = 0
    set_fields(game, position, extras)
    setting_up = any(frame.table == final_battles.TABLE for frame in position.frames)
    for number, unit in enumerate(position.units):
        if unit.at >= 0 and game.counters[number].side == ALLIED:
            position.allied_control |= 1 << unit.at
        elif unit.at == ARRIVING and not setting_up:
            # Nobody set this unit up, so it is not in the game.
            position.units[number] = Unit(DEAD, unit.steps, unit.marks)
