"""Setting up: the printed set-up of the Campaign and of the Normandy Breakout (3.2, 3.3), and arranged positions.

The Final Battles, in which both players choose, are in `final_battles.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Unit, UnitNumber
from bocage.engine.steps import Automatic, Clause, Offer, Question, Row, Sequencing
from bocage.hexes import HexSet
from bocage.parts import arranging

from ...data import Counter
from ..air import strafing
from ..look import Play, StormingLook
from ..movement.entering import enter
from ..position import ALLIED, ARRIVING, ASIDE, DEAD, DROPPED, ENGLAND, GERMAN, SCHEDULE, StormingPosition
from ..telling import hex_name
from . import final_battles

if TYPE_CHECKING:
    from ...game import Storming

PANZER_LEHR = "GE-Lehr-Pz"


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
    frames: list[Frame] = [Sequencing("turn"), Sequencing("setup")]
    return StormingPosition(turn=game.rules.first_turn, units=units, frames=frames, allied_control=control)


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
        # The one arrival of the first turn (3.2.E.2).
        return SCHEDULE if game.entrances[counter.entry_place] & game.in_play else ASIDE
    return node if game.in_play >> node & 1 else ASIDE


class Opening(Frame, frozen=True):
    """Panzer Lehr is about to be strafed."""

    step: ClassVar[str] = "panzer lehr"
    side: str


class StrafePanzerLehr(Automatic[Opening]):
    """The one strafing counter of the first air phase lies on Panzer Lehr, drawn blindly (3.2.E.1)."""

    name = "panzer lehr"
    rule = "3.2.E.1"

    def begin(self, play: Play, side: str) -> Opening:
        return Opening(side)

    def run(self, play: Play, frame: Opening) -> None:
        strafing.draw(play, (play.game.unit_numbers[PANZER_LEHR],), "3.2.E.1")


class Arriving(Frame, frozen=True):
    """The arrivals of the first turn are about to be placed."""

    step: ClassVar[str] = "first arrivals"
    side: str


class FirstArrivals(Automatic[Arriving]):
    """The German places the 503rd SS Tiger Battalion, the only arrival of the first turn (3.2.E.2)."""

    name = "first arrivals"
    rule = "3.2.E.2"

    def begin(self, play: Play, side: str) -> Arriving:
        return Arriving(side)

    def run(self, play: Play, frame: Arriving) -> None:
        first = play.rules.first_turn
        for unit in play.position.stacks.get(SCHEDULE, ()):
            if play.game.counters[unit].entry_turn == first:
                play.push(Placing(frame.side, unit))


class Placing(Frame, frozen=True):
    """The German chooses an E hex for an arrival of the first turn."""

    step: ClassVar[str] = "first arrival"
    side: str
    hand: UnitNumber


class PlaceFirstArrival(Question[Placing]):
    """Any E Entrance Hex will do (3.2.E.2)."""

    name = "first arrival"
    rule = "3.2.E.2"
    offers = ("place first arrival",)

    def text(self, look: StormingLook, frame: Placing) -> str:
        return f"Place {look.game.counters[frame.hand].name} in any 'E' Entrance Hex."

    def answer(self, play: Play, frame: Placing, action: Action) -> None:
        play.pop()
        play.tell("first arrival", "3.2.E.2", frame.hand, action.index)
        enter(play, (frame.hand,), (action.index,), moved=False)


def _east_edge(look: StormingLook, frame: Placing) -> HexSet:
    return look.game.entrances["E"] & look.game.in_play


def _room(look: StormingLook, frame: Placing) -> HexSet:
    return look.room(frame.hand, _east_edge(look, frame))


def _why_no_room(look: StormingLook, frame: Placing, node: int) -> tuple[str, str]:
    return look.stacking_rule((*look.stack(node), frame.hand))


# Arranged positions

HEXES = (
    "allied_control", "attacked_hexes", "forts_destroyed", "offensive_targets", "offensive_cities", "offensive_taken",
    "disrupted_hex", "ports_used", "bridgeheads",
)  # fmt: skip
UNITS = (
    "oos", "disrupted", "refit", "grounded", "priority", "red_ball", "rebuilt", "rebuilt_late", "moved", "attacked",
    "assaulted", "dropped_now", "leaving", "entrained", "group_21", "group_12", "group_6",
)  # fmt: skip
AS_GIVEN = (
    "strafed", "due", "stage", "points", "declared", "duration", "priority_used", "patton_hexes", "limited",
    "full_for_good", "grounding_done", "priority_markers", "red_ball_left", "red_ball_saved", "cherbourg_turn",
    "cherbourg_assaulted", "antwerpen_operational", "antwerpen_taken", "monty_sees", "air_support", "bombers_spent",
    "bombed", "airborne_turns", "hobart_turn", "bridges_blown", "bridge_captured", "flood_turn", "dams_captured",
    "breakout", "brittany_closed", "returning", "commonwealth_free", "seine_crossed", "paris_entered", "civil_war",
    "ike_sees", "holland_open", "released", "offensive_turn", "offensive_declined", "offensive_attacks",
    "offensive_kills", "shaef_reacted",
)  # fmt: skip


def arrange(game: Storming, position: Any, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position; hexes where Allied units stand are under Allied control."""
    position.allied_control = 0
    readers = {"bridge_hex": lambda label: arranging.node(game, label)}
    arranging.set_fields(game, position, extras, hexes=HEXES, units=UNITS, as_given=AS_GIVEN, readers=readers)
    setting_up = any(frame.table == final_battles.TABLE for frame in position.frames)
    for number, unit in enumerate(position.units):
        if unit.at >= 0 and game.counters[number].side == ALLIED:
            position.allied_control |= 1 << unit.at
        elif unit.at == ARRIVING and not setting_up:
            # Nobody set this unit up, so it is not in the game.
            position.units[number] = Unit(DEAD, unit.steps, unit.marks)


FRAMES: tuple[type[Frame], ...] = (Opening, Arriving, Placing, *final_battles.FRAMES)
STEPS: tuple[Any, ...] = (StrafePanzerLehr(), FirstArrivals(), PlaceFirstArrival(), *final_battles.STEPS)
OFFERS: dict[str, Offer] = {
    "place first arrival": Offer(
        "place",
        "3.2.E.2",
        (
            Clause("edge", "3.2.E.2", "{it} is not an 'E' Entrance Hex", _east_edge),
            Clause("room", "5.2.A.1", "", _room, _why_no_room),
        ),
    ),
    **final_battles.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = final_battles.VERBS
SENTENCES: Mapping[str, Callable[..., str]] = {
    "first arrival": lambda game, unit, node: f"{game.counters[unit].name} is placed at {hex_name(game, node)}.",
    **final_battles.SENTENCES,
}
TABLES: dict[str, tuple[Row, ...]] = {
    "setup": (
        Row("panzer lehr", ALLIED, "panzer lehr", "3.2.E.1"),
        Row("first arrivals", GERMAN, "first arrivals", "3.2.E.2"),
    ),
    final_battles.TABLE: final_battles.ROWS,
}
