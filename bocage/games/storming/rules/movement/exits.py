"""Entrance and Exit Hexes (7.1.2): who must leave them, who leaves the map by them, and who comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bocage.engine.steps import Clause
from bocage.hexes import HexSet

from ..elimination import check_breakout, leave_map, win
from ..look import Play, StormingLook, members
from ..position import ALLIED, ASSAULT, BRITTANY, DEAD, EAST, GERMAN, SCHEDULE
from ..telling import listed, unit_names
from . import reach
from .entering import enter
from .hand import Moving

if TYPE_CHECKING:
    from ...game import Storming

Reason = tuple[str, str]


# Who must leave


def doomed(look: StormingLook, side: str) -> dict[str, int]:
    """German units that are lost if they stand where they do when the step ends: case -> set of units."""
    if side != GERMAN:
        return {}
    game, position = look.game, look.position
    # Headquarters and leaders cannot move before combat (10.3.A); they leave in the next step (ruling).
    free = ~game.staff_units if position.stage == ASSAULT else -1
    found = {"7.1.2.C": look.units_in(game.mute_hexes, GERMAN) & free}
    if position.brittany_closed:
        found["7.1.2.J"] = look.units_in(game.entrances["B"], GERMAN) & free
    return {rule: units for rule, units in found.items() if units}


def warnings(look: StormingLook, side: str) -> list[str]:
    """What a side should know about Entrance and Exit Hexes before it ends its step."""
    fates = {
        "7.1.2.C": "eliminated unless they leave their Entrance Hexes in this step",
        "7.1.2.J": "eliminated for good unless they leave Brittany in this step",
    }
    lost = [
        f"{fates[rule]}: {unit_names(look.game, members(units))} ({rule})" for rule, units in doomed(look, side).items()
    ]
    return lost + _unused(look) if side == ALLIED else lost


def may_end(look: StormingLook, frame: Moving) -> int:
    """Anvil-Dragoon units must leave their Entrance Hexes as soon as they can (7.1.2.E)."""
    return 1 if _lingering(look, frame) is None else 0


def why_no_end(look: StormingLook, frame: Moving, index: int) -> Reason:
    """Who has to leave before the step may end."""
    unit = _lingering(look, frame)
    assert unit is not None
    where = look.game.board.labels[look.position.units[unit].at]
    return "7.1.2.E", f"{look.counter(unit).name} must leave the Anvil-Dragoon Entrance Hex {where} in this step"


def _lingering(look: StormingLook, frame: Moving) -> int | None:
    doors = look.game.entrances["A-D"]
    if frame.side != ALLIED or not look.occupied(ALLIED) & doors:
        return None
    late = look.units_in(doors, ALLIED) & ~look.position.moved & reach.able(look, ALLIED)
    for unit in members(late):
        at = look.position.units[unit].at
        start = Moving(ALLIED, 1 << unit, at, at, allowance=reach.allowance(look, unit))
        if reach.ways(look, start).goals:
            return unit
    return None


# Leaving the map


def _westward(look: StormingLook, frame: Moving) -> bool:
    return frame.at >= 0 and bool(look.game.entrances["B"] >> frame.at & 1)


def _eastward(look: StormingLook, frame: Moving) -> bool:
    """Does the hand stand beside an exit hex of the East Map-edge, with no German in it and no wall between?"""
    return frame.at >= 0 and bool(_gates(look.game, frame.at) & ~_walls(look.game, frame.at) & ~look.occupied(GERMAN))


def _gates(game: Storming, at: int) -> HexSet:
    """The exit hexes of the East Map-edge beside a hex."""
    return game.board.around[at] & game.allied_exits & game.in_play


def _walls(game: Storming, at: int) -> HexSet:
    """The hexes beside a hex that nobody exits to: the Rhine or an impassable hexside lies between."""
    return game.data.rivers["rhine"].step(1 << at) | game.data.impassable.step(1 << at)


def _going_west(look: StormingLook) -> int:
    """The divisions that exit into Brittany in this step, whether they wait for the others or have gone."""
    position = look.position
    return position.leaving & (position.on_board | look.in_place(BRITTANY, ALLIED))


def _allied(look: StormingLook, frame: Moving) -> int:
    return 1 if frame.side == ALLIED else 0


def _in_hand(look: StormingLook, frame: Moving) -> int:
    return 1 if frame.hand else 0


def _at_exit(look: StormingLook, frame: Moving) -> int:
    return 1 if _westward(look, frame) or _eastward(look, frame) else 0


def _explain_place(look: StormingLook, frame: Moving, index: int) -> Reason:
    game = look.game
    gates = _gates(game, frame.at) if frame.at >= 0 else 0
    if not gates:
        return "7.1.2.L", (
            "units exit from the B hexes of Brittany, or from a hex beside an Allied exit hex of the East Map-edge"
        )
    here, free = game.board.labels[frame.at], gates & ~_walls(game, frame.at)
    if not free:
        names = listed(game.board.names(gates))
        if gates & game.data.rivers["rhine"].step(1 << frame.at):
            return "10.7.4", f"the Rhine lies between {here} and the exit hex {names}, and no unit exits over it"
        return "10.5.A", f"an impassable hexside lies between {here} and the exit hex {names}"
    names = listed(game.board.names(free))
    hexes = "the exit hex" if free.bit_count() == 1 else "the exit hexes"
    return "10.4", f"German units hold {hexes} beside {here}: {names}"


def _explain_hand(look: StormingLook, frame: Moving, index: int) -> Reason:
    """Nobody is in hand; perhaps those who were have just stopped where they meant to exit (6.5)."""
    game, position = look.game, look.position
    doors = game.entrances["B"]
    for node in game.board.nodes(game.allied_exits & game.in_play):
        doors |= game.board.around[node]
    stopped = look.units_in(doors & look.enemy_zone(ALLIED), ALLIED) & position.moved & ~position.leaving
    if stopped:
        has = "has" if stopped.bit_count() == 1 else "have"
        moves = "moves" if stopped.bit_count() == 1 else "move"
        names = unit_names(game, members(stopped))
        return "6.5", f"{names} {has} entered an enemy zone of control and {moves} no further, off the map neither"
    return "10.4", "choose the unit that exits first"


def _brittany_open(look: StormingLook, frame: Moving) -> int:
    return 0 if _westward(look, frame) and look.position.brittany_closed else 1


def _us_divisions(look: StormingLook, frame: Moving) -> int:
    return 0 if _westward(look, frame) and frame.hand & ~look.game.us_divisions else 1


def _four(look: StormingLook, frame: Moving) -> int:
    if not _westward(look, frame):
        return 1
    together = (_going_west(look) | frame.hand).bit_count()
    return 1 if together <= look.game.rules.numbers["brittany_divisions"] else 0


def _not_stopped(look: StormingLook, frame: Moving) -> int:
    return 0 if reach.finished(look, frame) else 1


def _explain_stopped(look: StormingLook, frame: Moving, index: int) -> Reason:
    if frame.crossed:
        return "10.7.4", "the units in hand have crossed the Rhine and move no further in this step"
    return "6.5", "the units in hand have entered an enemy zone of control and move no further"


def _bank_held(look: StormingLook, frame: Moving) -> int:
    return 0 if frame.at >= 0 and reach.holds_bridgehead(look, frame) else 1


def _can_pay(look: StormingLook, frame: Moving) -> int:
    left = reach.hexes_left(look, frame)
    enough = frame.spent + look.game.rules.numbers["exit_mp"] <= frame.allowance
    return 1 if enough and (left is None or left > 0) else 0


def _explain_points(look: StormingLook, frame: Moving, index: int) -> Reason:
    rule = "7.1.2.J" if _westward(look, frame) else "7.1.2.L"
    return rule, "exiting the map costs 1 MP, and none is left"


CLAUSES = (
    Clause("allied", "7.1.2.I", "German units never exit the map", _allied),
    Clause("hand", "10.4", "", _in_hand, _explain_hand),
    Clause("place", "7.1.2.L", "", _at_exit, _explain_place),
    Clause("open", "7.1.2.J", "four US divisions have exited into Brittany, and no more do", _brittany_open),
    Clause("divisions", "7.1.2.J", "only US divisions exit into Brittany", _us_divisions),
    Clause("four", "7.1.2.J", "four divisions exit into Brittany, no more", _four),
    Clause("zone", "6.5", "", _not_stopped, _explain_stopped),
    Clause(
        "bridgehead",
        "10.7.4",
        "others have crossed the Rhine here in this step, so one unit must stay behind",
        _bank_held,
    ),
    Clause("points", "7.1.2.J", "", _can_pay, _explain_points),
)


def leave(play: Play, frame: Moving) -> None:
    """The units in hand exit the map."""
    position = play.position
    look: StormingLook = play.game.look(position)
    position.moved |= frame.hand
    position.leaving |= frame.hand
    reach.note_priority(play, frame.hand)
    play.swap(Moving(frame.side, acted=True))
    if _westward(look, frame):
        _into_brittany(play, frame.hand)
    else:
        _off_the_east(play, frame.hand)


def _into_brittany(play: Play, hand: int) -> None:
    """They go when four are there; should the others not come, they have not gone (7.1.2.J; ruling R28)."""
    position, game = play.position, play.game
    going = _going_west(game.look(position))
    needed = play.rules.numbers["brittany_divisions"]
    play.tell("exits west", "7.1.2.J", tuple(members(hand)), going.bit_count(), needed)
    if going.bit_count() < needed:
        return
    for unit in members(going):
        leave_map(play, unit, BRITTANY)
    position.brittany_closed = True
    play.tell("brittany closed", "7.1.2.J", tuple(members(going)))
    cancelled = [
        unit
        for unit in position.stacks.get(SCHEDULE, ())
        if game.counters[unit].entry_place == "B" and game.counters[unit].side == GERMAN
    ]
    for unit in cancelled:
        play.put(unit, DEAD)
    if cancelled:
        play.tell("brittany cancels", "7.1.2.J", tuple(cancelled))
    check_breakout(play)


def _off_the_east(play: Play, hand: int) -> None:
    """Divisions that exit in one segment add up to a victory (7.1.2.L, 3.2.C.1)."""
    position, game = play.position, play.game
    for unit in members(hand):
        leave_map(play, unit, EAST)
    gone = (position.leaving & game.divisions & game.look(position).in_place(EAST, ALLIED)).bit_count()
    needed = play.rules.numbers["exit_divisions"]
    play.tell("exits east", "7.1.2.L", tuple(members(hand)), gone, needed)
    if gone >= needed:
        win(play, ALLIED, "ten divisions have crossed the map in one advance", "3.2.C.1")


# Coming back from Brittany (7.1.2.K)


def doors(look: StormingLook) -> HexSet:
    """The B hexes by which divisions may come back."""
    game = look.game
    return game.entrances["B"] & game.in_play & ~look.occupied(GERMAN)


def come_back(play: Play, frame: Moving, node: int) -> None:
    """A division returns into a B hex and may go on from there."""
    position = play.position
    cost = play.rules.numbers["exit_mp"]
    (unit,) = members(frame.hand)
    position.returning -= 1
    position.moved |= frame.hand
    play.tell("returns", "7.1.2.K", unit, node)
    enter(play, (unit,), (node,), moved=False)
    landed = Moving(frame.side, frame.hand, node, node, allowance=frame.allowance, acted=True)
    play.swap(reach.onward(play.game.look(position), landed, node, cost, 1))


def lapse(play: Play) -> None:
    """At the end of an Allied step: exits that were not completed, and divisions that did not come back."""
    position = play.position
    look: StormingLook = play.game.look(position)
    waiting = position.leaving & position.on_board
    if waiting:
        play.tell("exit called off", "7.1.2.J", tuple(members(waiting)))
    lost = look.in_place(BRITTANY, ALLIED) & ~position.leaving
    for unit in members(lost):
        play.put(unit, DEAD)
    if lost:
        play.tell("stays in brittany", "7.1.2.K", tuple(members(lost)))
    position.returning = 0


def _unused(look: StormingLook) -> list[str]:
    """Exits of the Allies that come to nothing, and divisions that do not come back."""
    game, position = look.game, look.position
    numbers = game.rules.numbers
    found = []
    going = _going_west(look) & position.on_board
    if going:
        names = unit_names(game, members(going))
        found.append(
            f"only {going.bit_count()} of {numbers['brittany_divisions']} divisions exit into Brittany: unless the "
            f"others follow in this step, {names} stay where they are (7.1.2.J)"
        )
    away = look.in_place(BRITTANY, ALLIED) & ~position.leaving
    if away and position.returning:
        names = unit_names(game, members(away))
        found.append(f"divisions that do not return from Brittany in this step are lost: {names} (7.1.2.K)")
    gone = (position.leaving & game.divisions & look.in_place(EAST, ALLIED)).bit_count()
    if gone:
        exited = f"{gone} division has exited" if gone == 1 else f"{gone} divisions have exited"
        found.append(
            f"{exited} to the east in this step; {numbers['exit_divisions']} in one step win the game, fewer are lost "
            "for nothing (7.1.2.L)"
        )
    return found


def _allied_units(look: StormingLook, frame: Moving) -> int:
    return look.game.side_units[ALLIED] if frame.side == ALLIED else 0


def _in_brittany(look: StormingLook, frame: Moving) -> int:
    return look.in_place(BRITTANY, ALLIED)


def _next_step(look: StormingLook, frame: Moving) -> int:
    return ~look.position.leaving


def _three(look: StormingLook, frame: Moving) -> int:
    return -1 if look.position.returning > 0 else 0


def _can_return(look: StormingLook, frame: Moving) -> int:
    cost = look.game.rules.numbers["exit_mp"]
    away = look.in_place(BRITTANY, ALLIED)
    return sum(1 << unit for unit in members(away) if reach.allowance(look, unit) >= cost)


def _door_free(look: StormingLook, frame: Moving) -> int:
    return -1 if doors(look) else 0


def _other_unit(look: StormingLook, frame: Moving) -> int:
    return ~frame.hand


RETURN_CLAUSES = (
    Clause("allied", "7.1.2.I", "only Allied units exit the map and come back", _allied_units),
    Clause("brittany", "7.1.2.K", "{it} has not exited into Brittany", _in_brittany),
    Clause("next", "7.1.2.K", "{it} may return in the next Allied Movement Step, not in this one", _next_step),
    Clause("three", "7.1.2.K", "three of the four divisions return, and the last is lost", _three),
    Clause("points", "7.1.2.K", "returning costs 1 MP, and {it} has none in this step", _can_return),
    Clause("doors", "7.1.2.K", "German units hold every B hex", _door_free),
    Clause("hand", "7.1.2.K", "{it} is in hand already: choose the B hex", _other_unit),
)


def _names(game: Any, units: tuple[int, ...]) -> str:
    return unit_names(game, units)


SENTENCES: Mapping[str, Callable[..., str]] = {
    "exits west": lambda game, units, count, needed: (
        f"{_names(game, units)} {'exits' if len(units) == 1 else 'exit'} into Brittany ({count} of {needed})."
    ),
    "brittany closed": lambda game, units: f"Four US divisions are in Brittany: {_names(game, units)}.",
    "brittany cancels": lambda game, units: (
        f"No longer to come by Brittany, eliminated for good: {_names(game, units)}."
    ),
    "exits east": lambda game, units, count, needed: (
        f"{_names(game, units)} {'exits' if len(units) == 1 else 'exit'} by the East Map-edge "
        f"({count} of {needed} divisions)."
    ),
    "returns": lambda game, unit, node: (
        f"{game.counters[unit].name} returns from Brittany to {game.board.labels[node]}."
    ),
    "exit called off": lambda game, units: (
        f"Too few divisions for the exit into Brittany: {_names(game, units)} {'stays' if len(units) == 1 else 'stay'}."
    ),
    "stays in brittany": lambda game, units: f"Out of the game in Brittany: {_names(game, units)}.",
}
