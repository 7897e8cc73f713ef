"""Telling numbers of a position of Fortress Europa: what is held of what decides, and with what strength."""

from __future__ import annotations

from math import log2

from ..rules.look import FortressLook, members
from ..rules.position import AFRICA, ALLIED, ENGLAND, GERMAN, RESERVE, WAITING
from ..rules.supply.capacity import capacity
from ..rules.victory import ardennes_level, district_goal, well_supplied
from .sight import Ground

# Which way the numbers point; the others are not known beforehand.
HELPS_ALLIES = {
    "capitals": 1, "majors": 1, "cities": 1, "ports": 1, "balance": 1, "ashore": 1, "advance": 1, "goal": 1,
    "bulge": -1, "hungry": -1, "waiting": 1, "german_units": -1,
}  # fmt: skip
UNITS = 40.0
FURTHEST = 30.0


def features(look: FortressLook, ground: Ground) -> dict[str, float]:
    """The same numbers for both sides; each has its own weights."""
    game, position = look.game, look.position
    data, rules = game.data, game.rules
    held = look.cities(ALLIED)
    late = position.turn / rules.last_turn
    strength = dict.fromkeys(game.sides, 0.0)
    for side in game.sides:
        for unit in members(game.side_units[side] & position.on_board & game.land_units):
            strength[side] += look.strength(unit)
    there = (look.in_place(ENGLAND) | look.in_place(AFRICA)) & game.side_units[ALLIED] & game.land_units
    coming = look.in_place(WAITING) | look.in_place(RESERVE)
    ashore = look.ashore()
    wanted = data.majors & ~held
    home = ground.distances(wanted or data.majors)
    nearest = min((home[position.units[unit].at] for unit in members(ashore)), default=FURTHEST)
    goal = 0.0
    if rules.ending == "districts":
        goal = 0.5 * district_goal(look) + 0.5 * well_supplied(look)
    elif rules.ending == "objectives":
        from ..rules.objectives import reached

        goal = (len(reached(look, ALLIED)) - len(reached(look, GERMAN))) / 7.0
    return {
        "late": late,
        "capitals": (held & data.zones["capitals"]).bit_count() / 2,
        "majors": (held & data.majors).bit_count() / 5,
        "cities": (held & (game.german_cities | data.zones["italian_cities"])).bit_count() / 15,
        "ports": max(0, capacity(look)) / 30,
        "balance": log2((strength[ALLIED] + 20.0) / (strength[GERMAN] + 20.0)),
        "ashore": ashore.bit_count() / UNITS,
        "none_ashore": float(not ashore and position.invasions > 0),
        "waiting": there.bit_count() / UNITS,
        "german_units": (strength[GERMAN] + 4.0 * coming.bit_count()) / 200.0,
        "advance": 1.0 - min(nearest, FURTHEST) / FURTHEST,
        "advance_late": late * (1.0 - min(nearest, FURTHEST) / FURTHEST),
        "majors_late": late * (held & data.majors).bit_count() / 5,
        "hungry": (position.unsupplied & game.side_units[ALLIED]).bit_count() / 10,
        "goal": goal,
        "goal_late": late * goal,
        "bulge": float(bool(ardennes_level(look))) if rules.winter else 0.0,
    }
