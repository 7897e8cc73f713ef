"""How a position stands, in a few telling numbers: the way that is left, the time for it, and who is in the way."""

from __future__ import annotations

from math import log2

from ..rules.look import RhineLook, members
from ..rules.position import CALENDAR, DEAD, GERMAN, POOL, RESTING, SEALED, STAYS
from ..rules.supply import capacity
from ..rules.supply import ways as lines
from ..rules.victory import missing
from .sight import STRANGER, Ground

FARTHEST = 40  # hexes to the Rhine beyond which it does not matter how many there are
VAN, BODY = 3, 7  # the fourth and the eighth unit on the way to the Rhine
IN_THE_WAY = 3  # Germans so much farther from the Rhine than the body of the army still stand in its way
IN_REACH = 6  # Allies so much farther from the Rhine still help it
PACE = 4.0  # hexes that an army makes good in a turn when all goes well
HURRIED = 3.0  # times this pace: beyond that there is no hope anyway
SHAKEN = 0.4  # what a Disrupted or isolated unit still counts
MANY_PORTS = 4

# What helps the Allies (1) and what harms them (-1), other things being equal.
FOR_THE_ALLIES = {
    "time left": 1, "pace needed": -1, "pace needed by the van": -1, "city": 1, "won": 1, "paris": 1, "brussels": 1,
    "balance": 1, "allies lost": -1, "germans beaten": 1, "full supply": 1, "out of supply": -1, "ports": 1,
    "antwerp": 1, "airborne": 1,
}  # fmt: skip


def features(look: RhineLook, ground: Ground, german_turn: bool) -> dict[str, float]:
    """The numbers of a position as it is seen; `german_turn` says that the Allied half of the turn is over."""
    position, game = look.position, look.game
    numbers = game.rules.numbers
    left = _turns_left(look, german_turn)
    units, disrupted, to_rhine = position.units, position.disrupted, ground.to_rhine
    reached = {nation: lines.reached(look, nation) for nation in lines.NATIONS}
    full = short = 0
    ways = []
    allies = members(position.on_board & game.charged_units)
    for unit in allies:
        at, nation = units[unit].at, ground.nations[unit]
        ways.append(min(FARTHEST, to_rhine[at]))
        full += reached[nation][0] >> at & 1
        short += reached[nation][1] >> at & 1
    order = sorted(ways) + [FARTHEST] * (BODY + 1)
    body, van = order[BODY], order[VAN]
    strength = sum(
        look.attack(unit)
        for unit, way in zip(allies, ways, strict=True)
        if way <= body + IN_REACH and not disrupted >> unit & 1
    )
    wall = _wall(look, ground, body + IN_THE_WAY)
    dead, calendar = position.stacks.get(DEAD, ()), position.stacks.get(CALENDAR, ())
    real_germans = game.side_units[GERMAN] & ~game.dummies
    lacks = {case for case, _ in missing(look)}
    waiting = (*position.stacks.get(POOL, ()), *position.stacks.get(RESTING, ()))
    return {
        "time left": left / numbers["last_turn"],
        "pace needed": min(HURRIED, body / (PACE * (left + 0.5))),
        "pace needed by the van": min(HURRIED, van / (PACE * (left + 0.5))),
        "city": float("WIN.2" not in lacks),
        "won": float(not lacks),
        "paris": float(position.paris_passed),
        "brussels": float(position.brussels_passed),
        "balance": log2((strength + 2.0) / (wall + 2.0)),
        "allies lost": sum(game.charged_units >> unit & 1 for unit in dead) / 5,
        "germans beaten": sum(real_germans >> unit & 1 for unit in (*dead, *calendar)) / 5,
        "full supply": full / max(1, len(allies)),
        "out of supply": (len(allies) - short) / 5,
        "ports": min(MANY_PORTS, look.open_ports().bit_count()) / MANY_PORTS,
        "antwerp": float(capacity.antwerp_open(look)),
        "airborne": sum(game.airborne_units >> unit & 1 for unit in waiting) / 4,
    }


def _turns_left(look: RhineLook, german_turn: bool) -> float:
    """Allied player-turns still to come; to whom the record is sealed, it may say either."""
    position, numbers = look.position, look.game.rules.numbers
    last = float(look.last_turn())
    if position.reserve_record == STAYS:
        last -= numbers["reserve_turns_lost"]
    elif position.reserve_record == SEALED:
        last -= numbers["reserve_turns_lost"] / 2
    return max(0.0, last - position.turn + (0 if german_turn else 1))


def _wall(look: RhineLook, ground: Ground, farthest: int) -> float:
    """The strength of the Germans who stand between the Allies and the Rhine."""
    position, game = look.position, look.game
    supplied = lines.german_supply(look)
    total = 0.0
    for unit in members(position.on_board & game.side_units[GERMAN] & game.troop_units):
        at = position.units[unit].at
        if ground.to_rhine[at] <= farthest:
            stranger = unit >= game.first_stranger
            worth = STRANGER if stranger else look.defence(unit) + 0.5 * look.attack(unit)
            firm = supplied >> at & 1 and not position.disrupted >> unit & 1
            total += worth if firm else SHAKEN * worth
    return total
