"""Entrance and Exit Hexes (7.1.2): who must leave them, who leaves the map by them, and who comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HEXES, UNITS, Conditions, HexSet, Units, event, listed, once, provided

from ..elimination import check_breakout, leave_map, win
from ..look import Play, StormingLook, members
from ..position import ALLIED, ASSAULT, BRITTANY, DEAD, EAST, GERMAN, SCHEDULE
from .allowance import able, allowance, hexes_left, note_priority
from .entering import enter
from .hand import Moving
from .reach import finished, holds_bridgehead, onward, ways

if TYPE_CHECKING:
    from ...game import Storming

BRIDGEHEAD = "others have crossed the Rhine here in this step, so one unit must stay behind"
CROSSED = "the units in hand have crossed the Rhine and move no further in this step"

went_west = event(
    "exits west", "7.1.2.J", "{units} {units:exits|exit} into Brittany ({count} of {needed}).",
    sort="move", units=UNITS, count="number", needed="number",
)  # fmt: skip
brittany_closed = event("brittany closed", "7.1.2.J", "Four US divisions are in Brittany: {units}.", units=UNITS)
brittany_cancels = event(
    "brittany cancels", "7.1.2.J", "No longer to come by Brittany, eliminated for good: {units}.", units=UNITS
)
went_east = event(
    "exits east", "7.1.2.L", "{units} {units:exits|exit} by the East Map-edge ({count} of {needed} divisions).",
    sort="move", units=UNITS, count="number", needed="number",
)  # fmt: skip
returned = event(
    "returns", "7.1.2.K",
    lambda game, unit, node: f"{game.unit_name(unit)} returns from Brittany to {game.board.labels[node]}.",
    sort="arrival", unit=UNITS, node=HEXES,
)  # fmt: skip
called_off = event(
    "exit called off", "7.1.2.J", "Too few divisions for the exit into Brittany: {units} {units:stays|stay}.",
    units=UNITS,
)  # fmt: skip
stayed_away = event("stays in brittany", "7.1.2.K", "Out of the game in Brittany: {units}.", sort="loss", units=UNITS)


# Who must leave


def doomed(look: StormingLook, side: str) -> dict[str, Units]:
    """German units that are lost if they stand where they do when the step ends: case -> set of units."""
    if side != GERMAN:
        return {}
    game, position = look.game, look.position
    # Headquarters and leaders cannot move before combat (10.3.A); they leave in the next step (ruling R102).
    free = ~game.staff_units if position.stage == ASSAULT else -1
    found = {"7.1.2.C": look.units_in(game.mute_hexes, GERMAN) & free}
    if position.brittany_closed:
        found["7.1.2.J"] = look.units_in(game.entrances["B"], GERMAN) & free
    return {rule: units for rule, units in found.items() if units}


@once
def lingering(look: StormingLook, side: str) -> int | None:
    """The first Anvil-Dragoon unit that can still leave its Entrance Hex, and so has to (7.1.2.E; ruling R103)."""
    doors = look.game.entrances["A-D"]
    if side != ALLIED or not look.occupied(ALLIED) & doors:
        return None
    for unit in members(look.units_in(doors, ALLIED) & ~look.position.moved & able(look, ALLIED)):
        at = look.position.units[unit].at
        if ways(look, Moving(ALLIED, 1 << unit, at, at, allowance=allowance(look, unit))).goals:
            return unit
    return None


# Leaving the map


def may_leave(look: StormingLook, frame: Moving) -> Conditions:
    """May the units in hand exit the map (7.1.2.J, 7.1.2.L; rulings R28, R104, R105)?"""
    yield frame.side == ALLIED, "7.1.2.I", "German units never exit the map"
    yield frame.hand > 0, "10.4", lambda _: _why_no_hand(look)
    game, numbers = look.game, look.game.rules.numbers
    west = _westward(look, frame)
    yield west or _eastward(look, frame), "7.1.2.L", lambda _: _why_not_from(look, frame.at)
    if west:
        open_still = not look.position.brittany_closed
        yield open_still, "7.1.2.J", "four US divisions have exited into Brittany, and no more do"
        yield not frame.hand & ~game.us_divisions, "7.1.2.J", "only US divisions exit into Brittany"
        together = (_going_west(look) | frame.hand).bit_count()
        yield together <= numbers["brittany_divisions"], "7.1.2.J", "four divisions exit into Brittany, no more"
    yield not frame.crossed, "10.7.4", CROSSED
    in_zone = "the units in hand have entered an enemy zone of control and move no further"
    yield not finished(look, frame), "6.5", in_zone
    yield not holds_bridgehead(look, frame), "10.7.4", BRIDGEHEAD
    left = hexes_left(look, frame)
    enough = frame.spent + numbers["exit_mp"] <= frame.allowance and (left is None or left > 0)
    yield enough, "7.1.2.J" if west else "7.1.2.L", "exiting the map costs 1 MP, and none is left"


def _westward(look: StormingLook, frame: Moving) -> bool:
    return frame.at >= 0 and bool(look.game.entrances["B"] >> frame.at & 1)


def _eastward(look: StormingLook, frame: Moving) -> bool:
    """Does the hand stand beside an exit hex of the East Map-edge, with no German in it and no wall between?"""
    gates = _gates(look.game, frame.at) if frame.at >= 0 else 0
    return bool(gates and gates & ~_walls(look.game, frame.at) & ~look.occupied(GERMAN))


def _gates(game: Storming, at: int) -> HexSet:
    """The exit hexes of the East Map-edge beside a hex."""
    return game.board.around[at] & game.allied_exits & game.in_play


def _walls(game: Storming, at: int) -> HexSet:
    """The hexes beside a hex that nobody exits to: the Rhine or an impassable hexside lies between."""
    return game.data.rivers["rhine"].step(1 << at) | game.data.impassable.step(1 << at)


def _going_west(look: StormingLook) -> Units:
    """The divisions that exit into Brittany in this step, whether they wait for the others or have gone."""
    position = look.position
    return position.leaving & (position.on_board | look.in_place(BRITTANY, ALLIED))


def _why_not_from(look: StormingLook, at: int) -> tuple[str, str]:
    game = look.game
    gates = _gates(game, at) if at >= 0 else 0
    if not gates:
        return "7.1.2.L", (
            "units exit from the B hexes of Brittany, or from a hex beside an Allied exit hex of the East Map-edge"
        )
    here, free = game.board.labels[at], gates & ~_walls(game, at)
    if not free:
        names = listed(game.board.names(gates))
        if gates & game.data.rivers["rhine"].step(1 << at):
            return "10.7.4", f"the Rhine lies between {here} and the exit hex {names}, and no unit exits over it"
        return "10.5.A", f"an impassable hexside lies between {here} and the exit hex {names}"
    hexes = "the exit hex" if free.bit_count() == 1 else "the exit hexes"
    return "10.4", f"German units hold {hexes} beside {here}: {listed(game.board.names(free))}"


def _why_no_hand(look: StormingLook) -> tuple[str, str]:
    """Nobody is in hand; perhaps those who were have just stopped where they meant to exit (6.5)."""
    game, position = look.game, look.position
    doors = game.entrances["B"]
    for node in game.board.nodes(game.allied_exits & game.in_play):
        doors |= game.board.around[node]
    stopped = look.units_in(doors & look.enemy_zone(ALLIED), ALLIED) & position.moved & ~position.leaving
    if not stopped:
        return "10.4", "choose the unit that exits first"
    has, moves = ("has", "moves") if stopped.bit_count() == 1 else ("have", "move")
    names = game.named(UNITS, members(stopped))
    return "6.5", f"{names} {has} entered an enemy zone of control and {moves} no further, off the map neither"


def leave(play: Play, frame: Moving, _: int) -> None:
    """The units in hand exit the map."""
    position, west = play.position, _westward(play.look, frame)
    position.moved |= frame.hand
    position.leaving |= frame.hand
    note_priority(play, frame.hand)
    play.swap(Moving(frame.side, acted=True))
    if west:
        _into_brittany(play, frame.hand)
    else:
        _off_the_east(play, frame.hand)


def _into_brittany(play: Play, hand: Units) -> None:
    """They go when four are there; should the others not come, they have not gone (7.1.2.J; rulings R28, R104)."""
    position, game = play.position, play.game
    going = _going_west(play.look)
    needed = game.rules.numbers["brittany_divisions"]
    went_west(play, tuple(members(hand)), going.bit_count(), needed)
    if going.bit_count() < needed:
        return
    for unit in members(going):
        leave_map(play, unit, BRITTANY)
    position.brittany_closed = True
    brittany_closed(play, tuple(members(going)))
    cancelled = [
        unit
        for unit in position.stacks.get(SCHEDULE, ())
        if game.counters[unit].entry_place == "B" and game.counters[unit].side == GERMAN
    ]
    for unit in cancelled:
        play.put(unit, DEAD)
    if cancelled:
        brittany_cancels(play, tuple(cancelled))
    check_breakout(play)


def _off_the_east(play: Play, hand: Units) -> None:
    """Divisions that exit in one segment add up to a victory (7.1.2.L, 3.2.C.1; ruling R105)."""
    needed = play.game.rules.numbers["exit_divisions"]
    for unit in members(hand):
        leave_map(play, unit, EAST)
    gone = _gone_east(play.look)
    went_east(play, tuple(members(hand)), gone, needed)
    if gone >= needed:
        win(play, ALLIED, "ten divisions have crossed the map in one advance", "3.2.C.1")


def _gone_east(look: StormingLook) -> int:
    """How many divisions have exited to the east in this step."""
    return (look.position.leaving & look.game.divisions & look.in_place(EAST, ALLIED)).bit_count()


# Coming back from Brittany (7.1.2.K)


def doors(look: StormingLook) -> HexSet:
    """The B hexes by which divisions may come back."""
    game = look.game
    return game.entrances["B"] & game.in_play & ~look.occupied(GERMAN)


def may_return(look: StormingLook, frame: Moving) -> Conditions:
    """The divisions that may come back from Brittany (7.1.2.K; ruling R28)."""
    position, game = look.position, look.game
    own = game.side_units[ALLIED] if frame.side == ALLIED else 0
    yield own, "7.1.2.I", "only Allied units exit the map and come back"
    away = look.in_place(BRITTANY, ALLIED)
    yield away, "7.1.2.K", "{it} has not exited into Brittany"
    yield ~position.leaving, "7.1.2.K", "{it} may return in the next Allied Movement Step, not in this one"
    last = "three of the four divisions return, and the last is lost"
    yield provided(position.returning > 0), "7.1.2.K", last
    cost = game.rules.numbers["exit_mp"]
    paying = sum(1 << unit for unit in members(away) if allowance(look, unit) >= cost)
    yield paying, "7.1.2.K", "returning costs 1 MP, and {it} has none in this step"
    yield provided(doors(look) > 0), "7.1.2.K", "German units hold every B hex"
    yield ~frame.hand, "7.1.2.K", "{it} is in hand already: choose the B hex"


def take_up(play: Play, frame: Moving, unit: int) -> None:
    """A division is about to return; its owner says where."""
    play.swap(Moving(frame.side, 1 << unit, allowance=allowance(play.look, unit), acted=frame.acted))


def come_back(play: Play, frame: Moving, node: int) -> None:
    """A division returns into a B hex and may go on from there."""
    position = play.position
    (unit,) = members(frame.hand)
    position.returning -= 1
    position.moved |= frame.hand
    returned(play, unit, node)
    enter(play, (unit,), (node,), moved=False)
    landed = Moving(frame.side, frame.hand, node, node, allowance=frame.allowance, acted=True)
    play.swap(onward(play.look, landed, node, play.game.rules.numbers["exit_mp"], 1))


# The end of a step


def warnings(look: StormingLook, side: str) -> list[str]:
    """What a side should know about Entrance and Exit Hexes before it ends its step."""
    fates = {
        "7.1.2.C": "eliminated unless they leave their Entrance Hexes in this step",
        "7.1.2.J": "eliminated for good unless they leave Brittany in this step",
    }
    lost = [
        f"{fates[rule]}: {look.game.named(UNITS, members(units))} ({rule})"
        for rule, units in doomed(look, side).items()
    ]
    return lost + _unused(look) if side == ALLIED else lost


def _unused(look: StormingLook) -> list[str]:
    """Exits of the Allies that come to nothing, and divisions that do not come back."""
    game, position = look.game, look.position
    numbers = game.rules.numbers
    found = []
    going = _going_west(look) & position.on_board
    if going:
        names = game.named(UNITS, members(going))
        found.append(
            f"only {going.bit_count()} of {numbers['brittany_divisions']} divisions exit into Brittany: unless the "
            f"others follow in this step, {names} stay where they are (7.1.2.J)"
        )
    away = look.in_place(BRITTANY, ALLIED) & ~position.leaving
    if away and position.returning:
        names = game.named(UNITS, members(away))
        found.append(f"divisions that do not return from Brittany in this step are lost: {names} (7.1.2.K)")
    gone = _gone_east(look)
    if gone:
        exited = f"{gone} division has exited" if gone == 1 else f"{gone} divisions have exited"
        found.append(
            f"{exited} to the east in this step; {numbers['exit_divisions']} in one step win the game, fewer are lost "
            "for nothing (7.1.2.L)"
        )
    return found


def lapse(play: Play) -> None:
    """At the end of an Allied step: exits that were not completed, and divisions that did not come back (R28)."""
    position = play.position
    waiting = position.leaving & position.on_board
    if waiting:
        called_off(play, tuple(members(waiting)))
    lost = play.look.in_place(BRITTANY, ALLIED) & ~position.leaving
    for unit in members(lost):
        play.put(unit, DEAD)
    if lost:
        stayed_away(play, tuple(members(lost)))
    position.returning = 0
