"""Retreats (9.4): who may refuse one, and where those go who must."""

from __future__ import annotations

from bocage.parts.questions import Handling
from bocage.rules import (
    HEXES,
    PATH,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    Node,
    Question,
    UnitNumber,
    Units,
    event,
    going_on,
    offer,
)

from .. import control, elimination
from ..look import FestungLook, Play, members
from ..position import OTHER
from .battle import Fight, defenders
from .cards import free_hold
from .routes import havens, open_hexes, routes

retreated = event("retreat", "9.42", "{unit} retreats {path}.", sort="move", unit=UNITS, path=PATH)
stuck = event("no retreat", "9.47", "{units} {units:has|have} nowhere to go.", units=UNITS)
stays = event("hold", "9.441", "The defenders of {node} stay where they are.", node=HEXES)


def beaten(play: Play, fight: Fight, length: int) -> None:
    """The defenders of a combat have lost it: they refuse to retreat if they may, or go."""
    look = play.look
    units, side = defenders(look, fight), OTHER[fight.side]
    if not units:
        return
    free = free_hold(look, fight)
    if free or may_hold(look, fight.target):
        play.push(Holding(side, fight.target, units, length, free))
    else:
        withdraw(play, side, units, length)


def may_hold(look: FestungLook, node: int) -> bool:
    """May beaten units stay in a hex for a step: by its ground, or with a fortress (9.441, ruling R87)?"""
    data = look.game.data
    fortress = any(look.game.fortresses >> unit & 1 for unit in look.stack(node))
    return data.tec[data.terrain_at[node]].hold or (fortress and data.tec["fortress"].hold)


def withdraw(play: Play, side: str, units: Units, length: int, rule: str = "9.42") -> None:
    """Units must retreat; fortresses never do, and are lost (9.47)."""
    fixed = units & play.game.fortresses
    elimination.eliminate(play, tuple(members(fixed)), "9.47")
    play.push(Falling(side, units & ~fixed, length, rule))


# Refusing


class Holding(Frame, frozen=True):
    """Beaten defenders may refuse to retreat, for a step or at no cost."""

    side: str
    node: Node
    units: Units
    length: int
    free: bool = False


class Hold(Question[Holding]):
    """One step of any unit there cancels the retreat of all (9.441, ruling R8); a card may spare it."""

    name, rule, points_at = "hold", "9.44", "node"

    def text(self, look: FestungLook, frame: Holding) -> str:
        name, hexes = look.game.hex_name(frame.node), "a hex" if frame.length == 1 else f"{frame.length} hexes"
        cost = "at no cost" if frame.free else "for one more step"
        return f"{name} is lost: retreat {hexes}, or stay {cost}?"

    @offer("hold", UNITS, "9.441", "Hold: this unit loses a step", when=lambda look, frame: not frame.free)
    def hold(self, look: FestungLook, frame: Holding) -> Conditions:
        yield look.game.side_units[frame.side], "9.441", "{it} is not yours"
        yield frame.units & look.position.on_board, "9.441", "{it} is not among the beaten defenders"

    @hold.does
    def _(self, play: Play, frame: Holding, unit: int) -> None:
        from .fight import lose_step  # losses bring retreats, and this refusal brings a loss

        play.pop()
        stays(play, frame.node)
        lose_step(play, unit, "9.441")  # a corps may stand in for an army that dies by it (ruling R94)

    stay = going_on("9.441", "Stay", "the defenders stay at no cost", lambda look, frame: frame.free, "stay")

    @stay.does
    def _(self, play: Play, frame: Holding, _: int) -> None:
        play.pop()
        stays(play, frame.node, rule="6.51")

    withdraw = going_on("9.42", "Retreat", "the defenders retreat", verb="withdraw")

    @withdraw.does
    def _(self, play: Play, frame: Holding, _: int) -> None:
        play.pop()
        withdraw(play, frame.side, frame.units, frame.length)


# Going


class Falling(Frame, frozen=True):
    """Units have to retreat."""

    side: str
    units: Units
    length: int
    rule: str = "9.42"


class Going(Falling, frozen=True):
    """One of them is chosen, and goes."""

    hand: UnitNumber = -1


class Retreats(Automatic[Falling]):
    """Those who have no way left are lost, and nobody stands in for them (9.47, ruling R36).

    The owner is asked about the others one after another.
    """

    name, rule = "retreats", "9.42"

    def run(self, play: Play, frame: Falling) -> None:
        look, units = play.look, frame.units & play.position.on_board
        lost = tuple(unit for unit in members(units) if not routes(look, unit, frame.length))
        if lost:
            stuck(play, lost)
            elimination.eliminate(play, lost, "9.47")
            units &= ~sum(1 << unit for unit in lost)
        if units:
            alone = members(units)[0] if not units & (units - 1) else -1
            play.push(frame.turned(Going, units=units, hand=alone))


class Retreat(Handling[Going]):
    """Each unit by itself, where its owner likes among the hexes that the rules leave (9.43, 9.46)."""

    name = "retreat"

    def text(self, look: FestungLook, frame: Going) -> str:
        length = "a hex" if frame.length == 1 else f"{frame.length} hexes"
        if frame.hand < 0:
            return f"{look.unit_names(frame.units)} must retreat {length}: choose who goes next."
        return f"{look.game.unit_name(frame.hand)} must retreat {length}: where to?"

    @offer("pick", UNITS, "9.46")
    def pick(self, look: FestungLook, frame: Going) -> Conditions:
        yield look.game.side_units[frame.side], "9.42", "{it} is not yours"
        yield frame.units & ~(1 << frame.hand if frame.hand >= 0 else 0), "9.42", "{it} does not have to retreat"

    @offer("retreat", HEXES, "9.43", "Retreat here", when=lambda look, frame: frame.hand >= 0)
    def retreat(self, look: FestungLook, frame: Going) -> Conditions:
        unit = frame.hand
        ends = routes(look, unit, frame.length)
        found = sum(1 << node for node in ends)
        enemy = OTHER[frame.side]
        yield ~look.occupied(enemy), "9.46", "enemy units are in {it}"
        yield open_hexes(look, unit) | havens(look, unit), "9.46", "{it} lies in an enemy zone, or is closed to it"
        yield look.room(unit, -1), "9.46", "{it} is full"
        yield found, "9.43", "it cannot end its retreat in {it}, or other ways come first"

    @retreat.does
    def _(self, play: Play, frame: Going, node: int) -> None:
        play.pop()
        rest = frame.units & ~(1 << frame.hand)
        if rest:
            play.push(Falling(frame.side, rest, frame.length, frame.rule))
        go(play, frame.hand, routes(play.look, frame.hand, frame.length)[node], frame.rule)


def go(play: Play, unit: int, path: tuple[int, ...], rule: str) -> None:
    """A unit retreats; the hex where it ends is its side's (9.46), the one that it left stays so (9.49)."""
    side, end = play.game.counters[unit].side, path[-1]
    play.put(unit, end)
    play.position.retreated = {**play.position.retreated, play.game.unit_ids[unit]: end}
    retreated(play, unit, path, rule=rule)
    control.entered(play, end, side, "9.46")


__all__ = ["Falling", "beaten", "may_hold", "routes", "withdraw"]
