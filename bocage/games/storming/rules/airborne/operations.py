"""Allied Airborne and Air Landing units: operations, recovery, and the way back to England (17.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.parts.placing import picking, placing
from bocage.parts.questions import Handling
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Conditions,
    OfSide,
    Question,
    Units,
    event,
    going_on,
    listed,
    offer,
    once,
    provided,
)

from ..elimination import leave_map
from ..look import Play, StormingLook, members
from ..position import ALLIED, ARRIVING, DROPPED, ENGLAND, GERMAN
from .coming_down import Landing
from .drop_zones import (
    Dropping,
    bans,
    can_drop,
    candidates,
    drop_hexes,
    fields,
    forbidden,
    in_range,
    in_strength,
    lonely_hexes,
)

if TYPE_CHECKING:
    from ...game import Storming


def _drops(game: Storming, units: Sequence[int], hexes: Sequence[int]) -> str:
    return listed([f"{game.unit_name(unit)} at {game.hex_name(node)}" for unit, node in zip(units, hexes, strict=True)])


launched = event(
    "airborne operation", "17.9.3", lambda game, units, hexes: f"Airborne Operation: {_drops(game, units, hexes)}.",
    side=ALLIED, units=UNITS, hexes=HEXES,
)  # fmt: skip
recovered = event("airborne recovered", "17.9.4.C", "{units} {units:turns|turn} to the regular side.", units=UNITS)
withdrawn = event("airborne withdrawn", "17.9.2.A", "{unit} withdraws to England.", unit=UNITS)


class AirborneOperation(Handling[Dropping]):
    """Units are given their drop hexes one by one; nothing is final before they jump (4.1.III.a.1, 17.9.3)."""

    name, rule = "airborne operation", "17.9.3"

    def keep(self, look: StormingLook, frame: Dropping) -> bool:
        return bool(frame.units)

    def text(self, look: StormingLook, frame: Dropping) -> str:
        if frame.hand >= 0:
            return f"Choose the hex where {look.counter(frame.hand).name} drops."
        if not frame.units:
            return "Choose an airborne unit in England for an Airborne Operation, or go on without one."
        plan = _drops(look.game, frame.units, frame.hexes)
        if lonely_hexes(look, frame.hexes):
            return f"{plan}: each unit must land within two hexes of another. Choose the next unit."
        return f"{plan}: jump, or choose another unit."

    @picking("drop", "17.9.3", held="{it} is chosen already")
    def drop(self, look: StormingLook, frame: Dropping) -> Conditions:
        yield look.game.airborne_units, "17.9.1", "{it} is not an Allied Airborne or Air Landing unit"
        england = look.in_place(ENGLAND, ALLIED)
        yield england, "17.9.2", "{it} is not in the England Box, where a unit must be when the air phase begins"
        yield provided(operation_allowed(look)), "17.9.3.B", "there is no Airborne Operation on this turn"
        yield ~sum(1 << unit for unit in frame.units), "17.9.3", "{it} is chosen already"
        strength = in_strength(look, frame.units)
        yield strength, "17.9.3.C", "three divisions and one brigade at most drop in one operation"
        able = [unit for unit in members(candidates(look, frame.units)) if can_drop(look, frame.plan, unit)]
        yield sum(1 << unit for unit in able), "17.9.3.E", "there is no hex where {it} could drop"

    @placing("at", "17.9.3.E", first="choose the unit that drops first")
    def at(self, look: StormingLook, frame: Dropping) -> Conditions:
        unit = frame.hand
        taken = sum(1 << node for node in frame.hexes)
        yield ~taken, "17.9.3.E", "another unit drops in {it}: one for each hex"
        yield in_range(look), "17.9.3.E", "no supplied Allied division is within eight hexes of {it}"
        for kind, hexes in forbidden(look):
            yield ~hexes, "17.9.3.E", f"nobody drops in {'an' if kind[0] in 'EUu' else 'a'} {kind} hex"
        if look.counter(unit).type == "airlanding":
            yield fields(look), "17.9.3.E", "the Air Landing division drops in Clear hexes without an enemy only"
        for ban in bans(look, frame.plan, unit):
            yield ~ban.hexes, ban.rule, ban.why
        room = look.room(unit, look.game.board.all)
        yield room, "17.9.3.E", lambda node: look.stacking_rule(node, unit)
        near = drop_hexes(look, frame.plan, unit)
        yield near, "17.9.3.E", "each unit must land within two hexes of another one, and that would be impossible"

    @at.does
    def _(self, play: Play, frame: Dropping, node: int) -> None:
        play.swap(Dropping(frame.side, units=(*frame.units, frame.hand), hexes=(*frame.hexes, node)))

    @offer("jump", PLAIN, "17.9.3", words="carry out the Airborne Operation")
    def jump(self, look: StormingLook, frame: Dropping) -> Conditions:
        yield frame.units != (), "17.9.3", "choose the units and their hexes first"
        yield frame.hand < 0, "17.9.3", "choose the hex of the unit in hand first"
        near = not lonely_hexes(look, frame.hexes)
        yield near, "17.9.3.E", "each unit must land within two hexes of another one"

    @jump.does
    def _(self, play: Play, frame: Dropping, _: int) -> None:
        """Everyone is in the air, and who comes down on Germans comes down last."""
        play.pop()
        position = play.position
        position.airborne_turns = (*position.airborne_turns, position.turn)
        position.air_support = 0  # 17.9.3.D: the transports need every escort
        launched(play, frame.units, frame.hexes)
        for unit in frame.units:
            play.put(unit, ARRIVING)
            play.set_marks(unit, DROPPED)
        germans = play.look.occupied(GERMAN)
        plan = sorted(zip(frame.units, frame.hexes, strict=True), key=lambda drop: germans >> drop[1] & 1)
        play.push(Landing(frame.side, tuple(unit for unit, _ in plan), tuple(node for _, node in plan)))

    @offer("end", PLAIN, "17.9.3", "No Airborne Operation", "no Airborne Operation")
    def end(self, look: StormingLook, frame: Dropping) -> Conditions:
        yield frame.units == (), "17.9.3", "an operation is planned: jump, or take it back"


def operation_allowed(look: StormingLook) -> bool:
    """May an Airborne Operation be launched on this turn (17.9.3.A, 17.9.3.B, 3.4.E.2)?"""
    numbers, position = look.game.rules.numbers, look.position
    flown = position.airborne_turns
    most = numbers["final_battles_airborne_operations" if look.game.scenario == "final" else "airborne_operations"]
    rested = all(position.turn - turn >= numbers["airborne_turns_apart"] for turn in flown)
    return look.game.data.turns[position.turn - 1].airborne and len(flown) < most and rested


class AirborneRecovery(Question[OfSide]):
    """Each unit in normal supply, if its owner wants it to (4.1.III.a.2, 17.9.4.C)."""

    name, rule = "airborne recovery", "17.9.4.C"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        able = look.game.named(UNITS, members(_recovering(look)))
        return f"Airborne units in supply may turn to their regular side: {able}."

    @offer("recover", UNITS, "17.9.4.C")
    def recover(self, look: StormingLook, frame: OfSide) -> Conditions:
        yield _dropped(look), "17.9.4.C", "{it} is not on the map with its Dropped side up"
        yield ~look.position.dropped_now, "17.9.4.C", "{it} dropped on this turn; it recovers on a later one"
        yield _recovering(look), "17.9.4.C", "{it} is not in normal supply"

    @recover.does
    def _(self, play: Play, frame: OfSide, unit: int) -> None:
        play.set_marks(unit, 0)
        recovered(play, (unit,))

    @offer("recover-all", PLAIN, "17.9.4.C", words="every dropped unit in supply recovers")
    def recover_all(self, look: StormingLook, frame: OfSide) -> Conditions:
        yield _recovering(look).bit_count() > 1, "17.9.4.C", "fewer than two can"

    @recover_all.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        units = members(_recovering(play.look))
        for unit in units:
            play.set_marks(unit, 0)
        recovered(play, tuple(units))

    end = going_on("17.9.4.C", "Nobody else recovers", "nobody else recovers")


def _dropped(look: StormingLook) -> Units:
    units = members(look.position.on_board & look.game.airborne_units)
    return sum(1 << unit for unit in units if look.on_dropped_side(unit))


@once
def _recovering(look: StormingLook) -> Units:
    """Who dropped on an earlier turn, has no marker and can trace supply at this moment (R95)."""
    # On the turn of the drop nobody checks its supply, so the marker alone does not tell: the line is traced now.
    unmarked = members(_dropped(look) & ~look.position.oos & ~look.position.dropped_now)
    return sum(1 << unit for unit in unmarked if look.supplied(unit))


class AirborneWithdrawal(Question[OfSide]):
    """From a beach or an Operational port, on a turn without an operation (4.1.III.a.3, 17.9.2.A; R96)."""

    name, rule = "airborne withdrawal", "17.9.2.A"

    asks = "Withdraw airborne units to the England Box, or go on."

    @offer("withdraw", UNITS, "17.9.2.A", "Back to England")
    def withdraw(self, look: StormingLook, frame: OfSide) -> Conditions:
        game, position = look.game, look.position
        landed = game.airborne_units & position.on_board
        yield landed, "17.9.2.A", "{it} is not an Airborne or Air Landing unit on the map"
        yield ~position.grounded, "9.2.B", "{it} is Grounded"
        ports = game.beach_hexes
        if look.cherbourg_operational():
            ports |= game.cherbourg
        if position.antwerpen_operational:
            ports |= game.antwerpen
        yield look.units_in(ports, ALLIED), "17.9.2.A", "{it} is neither on a beach nor in an Operational port"

    @withdraw.does
    def _(self, play: Play, frame: OfSide, unit: int) -> None:
        leave_map(play, unit, ENGLAND)
        withdrawn(play, unit)

    end = going_on("17.9.2.A", "Nobody else goes back", "nobody else goes back to England")
