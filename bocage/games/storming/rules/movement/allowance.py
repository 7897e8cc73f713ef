"""How many Movement Points units have in a Movement Step (10.2, 10.3, 10.6), and what is noted when they spend them."""

from __future__ import annotations

from bocage.rules import Conditions, Units, once

from ..look import Play, StormingLook, members
from ..position import ALLIED, ASSAULT, BREAKTHROUGH, EXPLOITATION, GERMAN
from .command_dice import COMMANDS, GROUPS
from .hand import Moving


def allowance(look: StormingLook, unit: int) -> int:
    """The Movement Points that a unit may spend in this Movement Step (10.2, 10.3, 10.6, 8.5, 17.5.2; R70, R138)."""
    position, counter = look.position, look.game.counters[unit]
    if idle(look) >> unit & 1:
        return 0
    points = _printed_or_rolled(look, unit)
    if position.oos >> unit & 1:
        points //= look.game.rules.numbers["unsupplied_divisor"]
    return max(0, points - position.strafed.get(counter.id, 0))


def idle(look: StormingLook) -> Units:
    """Units that do not move, whatever the dice say (12.1, 7.3.E, 9.2.B, 16.2)."""
    position = look.position
    return position.disrupted | position.refit | position.grounded | look.game.garrison_units


def fit(look: StormingLook) -> Conditions:
    """Units that nothing on them keeps from moving."""
    position, game = look.position, look.game
    yield ~game.garrison_units, "16.2", "the Metz garrisons never move"
    yield ~look.frozen_units(), "10.7.8", "{it} belongs to the 15th Army and has not been released"
    yield ~position.refit, "7.3.E", "a unit under an R&R marker does not move"
    yield ~position.grounded, "9.2.B", "a Grounded unit does not move"
    yield ~position.disrupted, "12.1", "a Disrupted unit does not move"


def _printed_or_rolled(look: StormingLook, unit: int) -> int:
    position, numbers = look.position, look.game.rules.numbers
    counter, stage = look.game.counters[unit], position.stage
    if counter.staff:
        return counter.printed_movement if stage in (BREAKTHROUGH, EXPLOITATION) else 0
    if position.priority >> unit & 1:
        # Six points, before combat or after it, Command by Command (10.3.B).
        return 0 if moved_before_combat(look) >> unit & 1 else numbers["priority_allowance"]
    before_combat = stage == ASSAULT and splits(look, counter.side)
    rolled = position.declared if before_combat else position.points.get(_marker(look, unit), 0)
    printed = numbers["dropped_allowance"] if look.on_dropped_side(unit) else counter.printed_movement
    if printed >= 0:
        # 10.3.C says it the other way round; the lower of the two counts (rulings R11, R13).
        return 0 if stage == BREAKTHROUGH else min(printed, rolled)
    if position.red_ball >> unit & 1 and not before_combat:  # R69
        return min(numbers["red_ball_cap"], rolled + numbers["red_ball_bonus"])
    return rolled


def _marker(look: StormingLook, unit: int) -> str:
    """The marker of the Movement Allowance Track that counts for a unit."""
    counter = look.game.counters[unit]
    if counter.side == GERMAN:
        return "mechanized" if counter.mechanized else "infantry"
    return look.command_of(unit)


def splits(look: StormingLook, side: str) -> bool:
    """Does a side move before and after combat in its Assault Phase (10.6)?"""
    return side == ALLIED or look.offensive_now()


@once
def able(look: StormingLook, side: str) -> Units:
    """The set of a side's units on the map that have Movement Points in this step."""
    position, game = look.position, look.game
    own = position.on_board & game.side_units[side] & ~idle(look)
    before_combat = position.stage == ASSAULT and splits(look, side)
    found = known = 0
    for marker, units in _masses(look, side):
        points = position.declared if before_combat else position.points.get(marker, 0)
        if points:
            found |= units if points // game.rules.numbers["unsupplied_divisor"] else units & ~position.oos
        known |= units
    # Headquarters and leaders have what is printed on them, and something of it is left when it is halved (10.3.A).
    found = found & ~game.staff_units if position.stage == ASSAULT else found | game.staff_units
    # For these more counts than what was rolled for many: they are looked at one by one. Other printed allowances only
    # matter in the Breakthrough, for what was rolled and is not nothing leaves them something too.
    odd = own & (game.slowest_units | position.priority | position.red_ball | ~known)
    if position.stage == BREAKTHROUGH:
        odd |= own & game.printed_units
    if position.strafed:
        odd |= own & sum(1 << game.unit_numbers[name] for name in position.strafed)
    if side == ALLIED:
        for unit in members(own & game.airborne_units):
            if position.units[unit].marks:
                odd |= 1 << unit
    found &= own & ~odd
    for unit in members(odd):
        if allowance(look, unit) > 0:
            found |= 1 << unit
    return found


def _masses(look: StormingLook, side: str) -> list[tuple[str, Units]]:
    """Markers of the Movement Allowance Track, each with the units for which it counts (10.2)."""
    if side == GERMAN:
        mechanized = look.game.mechanized_units
        return [("mechanized", mechanized), ("infantry", ~mechanized)]
    return [(command, getattr(look.position, GROUPS[command])) for command in COMMANDS]


@once
def moved_before_combat(look: StormingLook) -> Units:
    """Priority Supply units of Commands that moved theirs before combat do not move after it (10.3.B; ruling R107)."""
    position = look.position
    if position.stage != BREAKTHROUGH or not position.priority_used:
        return 0
    found = members(position.priority)
    return sum(1 << unit for unit in found if look.command_of(unit) in position.priority_used)


def note_priority(play: Play, hand: Units) -> None:
    """All Priority Supply units of a Command move before combat, or all of them after it (10.3.B; R107, R137)."""
    position = play.position
    if position.stage != ASSAULT:
        return
    for unit in members(hand & position.priority):
        command = play.look.command_of(unit)
        if command not in position.priority_used:
            position.priority_used = (*position.priority_used, command)


def note_strafing(play: Play, units: Units) -> None:
    """Who moves has paid for the strafing, and the counters come off (17.5.2; R7); of leaders later (R140)."""
    position = play.position
    if position.strafed:
        ids = {play.game.unit_ids[unit] for unit in members(units)}
        position.strafed = {name: points for name, points in position.strafed.items() if name not in ids}


def note_leg(play: Play, side: str, hand: Units, hexes: int) -> None:
    """Units have moved so many hexes."""
    if side == ALLIED:
        note_patton(play, hand, hexes)
        note_priority(play, hand)
    else:
        # Leaders beside troops are counted apart until they are put down, so their counters come off with the step.
        note_strafing(play, hand & ~play.game.staff_units or hand)


# Units that move together


def troops_in(look: StormingLook, hand: Units) -> Units:
    """Those of the units that are not headquarters or leaders."""
    return hand & ~look.game.staff_units


def points_of(look: StormingLook, hand: Units) -> int:
    """What units that move together may spend: the lowest allowance counts (10.4).

    Leaders pay hexes, not terrain, so beside troops they are counted apart (`hexes_left`).
    """
    return min((allowance(look, unit) for unit in members(troops_in(look, hand) or hand)), default=0)


def hexes_left(look: StormingLook, frame: Moving) -> int | None:
    """How many more hexes the staff in hand may enter (17.3, 17.4; R110); None if there is none."""
    game = look.game
    staff = frame.hand & game.staff_units
    if not staff:
        return None
    each = game.rules.numbers["commander_mp"]
    left = []
    for unit in members(staff):
        # By option R44 Patton may have come another way than those he goes on with.
        alone = game.rules.patton_may_be_joined and unit == game.patton
        entered = look.position.patton_hexes if alone else frame.hexes
        left.append((allowance(look, unit) - entered * each) // each)
    return min(left)


def note_patton(play: Play, hand: Units, hexes: int) -> None:
    """Count the hexes that Patton enters, where he may be joined on the way (17.4.A; option R44)."""
    if play.game.rules.patton_may_be_joined and hand >> play.game.patton & 1:
        play.position.patton_hexes += hexes


def patton_on_call(look: StormingLook) -> Units:
    """Patton as a set, if he may join units on the way: he has points left and has not fought with others (R44)."""
    game, position = look.game, look.position
    bit = 1 << game.patton
    if not game.rules.patton_may_be_joined or (position.assaulted | position.entrained | position.leaving) & bit:
        return 0
    each = game.rules.numbers["commander_mp"]
    return bit if allowance(look, game.patton) > position.patton_hexes * each else 0
