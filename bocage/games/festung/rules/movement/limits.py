"""Why a unit does not get to a hex: hexes that are closed to it (8.31-8.38, 13.1), zones (8.43), points (8.21)."""

from __future__ import annotations

from bocage.parts.walk import Limit, Walk, crossed, opened, too_far, why_unreachable, zones

from ..look import GERMAN_ARMY, ITALIAN, WESTERN, FestungLook
from ..position import ALLIED, AXIS, OTHER
from .reach import costs, link_closed, lost_beaches, unsafe_marks, walk_of

_ZONES = (
    "units never move from one enemy zone of control straight into another",
    "units stop as soon as they enter an enemy zone of control, and one lies on every way that is short enough",
    "a unit that starts in an enemy zone of control may leave it only for a hex outside all enemy zones",
)
_BOX_CASES = {"UK": "8.32", "NA": "8.33", "EAST": "8.34", "BALKANS": "8.35", "OKW": "8.11"}


def why_closed(look: FestungLook, kind: str, node: int) -> tuple[str, str]:
    """The case against units of a class in a hex or box that they may not enter."""
    game, bit = look.game, 1 << node
    side = ALLIED if kind == WESTERN else AXIS
    if bit & ~game.board.hexes:
        if kind == ITALIAN and bit & game.data.box_sides[AXIS]:
            return "10.8", "of the boxes Italian units may enter the Balkans Front alone"
        box = game.board.labels[node]
        whose = "Allied" if bit & game.data.box_sides[ALLIED] else "Axis"
        return _BOX_CASES[box], f"only {whose} units may be in {game.hex_name(node)}"
    if bit & game.data.beaches & ~look.position.marked:
        case = "8.31" if side == AXIS else "R44"
        return case, "nobody enters {it} before an invasion has put an Allied marker there"
    if bit & look.closed(side):
        return "8.38", "the red hexes are closed"
    if kind == WESTERN and bit & game.berlin:
        return "R14", "Allied units enter Berlin only after Stalin Betrayed"
    if kind == GERMAN_ARMY and bit & game.data.south_of_arno:
        return "13.1", "German armies do not go south of the Arno before Italian Disarmament"
    return "13.1", "before the surrender Italian units stay in and beside Italy, on its islands and in the Balkans"


def why_no_move(look: FestungLook, unit: int, at: int, spent: int, node: int) -> tuple[str, str]:
    """The case against a move of the unit in hand to a hex."""
    game, bit, kind = look.game, 1 << node, look.kind(unit)
    side, armour = look.counter(unit).side, bool(game.mechanized >> unit & 1)
    if node == at:
        return "8.21", "the unit is there already"
    if not look.enterable(kind) & bit:
        return why_closed(look, kind, node)
    if node == game.data.boxes["OKW"]:
        return "8.11", "no movement leads to the OKW Reserve: units redeploy there"
    if look.occupied(OTHER[side]) & bit:
        return "8.31", "units never enter a hex with enemy units"
    walk = walk_of(look, unit, at, spent)
    if not armour:
        if unsafe_marks(look, side) & bit:
            return "R103", (
                "{it} has an Attack marker and lies in an enemy zone, where {unit} would have to stop: only mechanized "
                "units may end there"
            ).replace("{unit}", look.counter(unit).name)
        if look.position.attack_marks & bit and walk.reach().all & bit:
            return "8.36", "units without armour may pass a hex with an Attack marker, but not end there"
    return why_unreachable(walk, _limits(look, kind, armour, walk), node)


def why_stuck(look: FestungLook, unit: int) -> tuple[str, str]:
    """The case against moving a unit that cannot leave its hex or box: why not into the likeliest beside it."""
    at = look.position.units[unit].at
    beside = look.game.data.open_sides.step(1 << at)
    likely = beside & look.enterable(look.kind(unit)) & ~look.occupied(OTHER[look.counter(unit).side])
    case, _ = why_no_move(look, unit, at, 0, look.game.board.nodes(likely or beside)[0])
    return case, "no hex beside {it} is open to it"


def _limits(look: FestungLook, kind: str, armour: bool, walk: Walk) -> list[Limit]:
    game, side = look.game, ALLIED if kind == WESTERN else AXIS
    everything = look.in_play() | game.data.box_sides[side]
    enemies = look.occupied(OTHER[side])
    # Out of a zone, over a free hex, and into another is allowed (ruling R23).
    found = zones(look.enemy_zone(side), "8.43", *_ZONES)
    found.append(opened("8.31", "enemy units bar every way there", enemies & everything))
    if not armour:
        why = "an Attack marker in an enemy zone bars every way there to units without armour"
        found.append(opened("R103", why, unsafe_marks(look, side)))
    if side == ALLIED and link_closed(look):
        why = "in a Roundup game units go between the United Kingdom and Beach Heads by redeployment until turn 3"
        found.append(Limit("8.32", why, lambda walk: walk.but(open=look.enterable(kind) & ~enemies)))
    if side == ALLIED and lost_beaches(look):
        why = "units leave a box only for Beach Heads that the Allies control"
        found.append(crossed("8.32", why, costs(game)))
    closed = everything & ~look.enterable(kind)
    if closed:
        case, _ = why_closed(look, kind, game.board.nodes(closed)[0])
        found.append(opened(case, "hexes that are closed to it bar every way there", closed))
    few = "too far: every hex costs a movement point"
    far = too_far(walk, "8.21", few, "to {it} it is {cost} movement points, with {left} left")
    return [*found, far, Limit("8.31", "no way leads there: hexes may not be skipped", lambda walk: walk)]
