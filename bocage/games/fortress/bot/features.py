"""Telling numbers of a position of Fortress Europa: what is held of what decides, and with what strength."""

from __future__ import annotations

from math import log2

from bocage.hexes import HexSet

from ..rules.look import FortressLook, members
from ..rules.objectives import reached
from ..rules.position import AFRICA, ALLIED, ENGLAND, GERMAN, RESERVE, WAITING
from ..rules.supply.capacity import capacity
from ..rules.victory import ardennes_level, district_goal, well_supplied
from .aims.ways import army, district_ways, quickest
from .sight import Ground

# Which way the numbers point; the others are not known beforehand.
HELPS_ALLIES = {
    "capitals": 1, "majors": 1, "cities": 1, "ports": 1, "balance": 1, "ashore": 1, "advance": 1, "goal": 1,
    "goal_late": 1, "way": -1, "way_late": -1, "supplied": 1, "supplied_late": 1, "met": 1, "met_late": 1,
    "theirs": -1, "theirs_late": -1, "bastogne": -1, "bastogne_late": -1, "second": -1, "second_late": -1,
    "guard": 1, "guard_late": 1, "near": 1, "near_late": 1, "second_near": 1, "second_near_late": 1,
    "bulge": -1, "hungry": -1, "waiting": 1, "german_units": -1,
}  # fmt: skip
UNITS = 40.0
FURTHEST = 30.0
TURNS = 8.0  # of a way to a goal of Invasion, at most


# How often planners write down each of their objectives: what a side knows of the other's.
WRITTEN = {
    ALLIED: {10: 1.0, 11: 1.0, 9: 1.0, 7: 1.0, 6: 1.0, 12: 1.0, 8: 0.5, 5: 0.5},
    GERMAN: {7: 1.0, 1: 1.0, 2: 0.5, 6: 0.5, 10: 0.5, 11: 0.5, 3: 0.5, 4: 0.5, 8: 0.5, 12: 0.75, 5: 0.25},
}
AROUND = 3  # hexes from a goal of the offensive within which troops count for it


def _asked(look: FortressLook, ground: Ground) -> dict[str, float]:
    """How far each side is with what its scenario asks for."""
    rules = look.game.rules
    if rules.ending == "districts":
        return _districts(look, ground)
    if rules.ending == "objectives":
        return {"met": _met(look, ALLIED), "theirs": _met(look, GERMAN)}
    if rules.winter and look.position.turn <= rules.numbers["bulge_victory_turn"]:
        return _ardennes(look, ground)
    return {}


def _districts(look: FortressLook, ground: Ground) -> dict[str, float]:
    """A goal of the invaded districts, the turns to the nearest, and whether the army could be fed (33.1.3, 33.1.5)."""
    start = army(look)
    ways = district_ways(look, ground, look.position.district_landed or ("NL",), start) if start else []
    far = min(quickest(ways).turns, TURNS) if ways else TURNS
    return {"goal": float(district_goal(look)), "way": far / TURNS, "supplied": float(well_supplied(look))}


def _met(look: FortressLook, side: str) -> float:
    """How many of their seven objectives a side has met; of those that one does not see, how many it may be."""
    mine = look.position.picks.get(side)
    chances = dict.fromkeys(mine, 1.0) if mine else WRITTEN[side]
    return sum(chances[number] for number in reached(look, side, tuple(chances))) / 7.0


def _ardennes(look: FortressLook, ground: Ground) -> dict[str, float]:
    """Bastogne and the easier of the places that go with it: who stands there, and who is near (33.3.10)."""
    game, zones = look.game, look.game.data.zones
    held, bastogne = look.occupied(GERMAN), zones["attack_goal"]
    seconds = [1 << node for node in game.board.nodes(zones["strategic_goal"] | zones["tactical_goal"])]

    def force(hexes: HexSet, side: str) -> float:
        return float(sum(look.strength(unit) for unit in members(look.units_in(hexes, side) & game.land_units)))

    def near(place: HexSet) -> float:
        hexes = ground.sphere(place, AROUND)
        return log2((force(hexes, ALLIED) + 10.0) / (force(hexes, GERMAN) + 10.0))

    return {
        "bastogne": float(bool(held & bastogne)),
        "second": float(any(held & place for place in seconds)),
        "guard": log2((force(bastogne, ALLIED) + 3.0) / (force(bastogne, GERMAN) + 3.0)) / 3,
        "near": near(bastogne),
        "second_near": min(near(place) for place in seconds),
    }


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
    asked = _asked(look, ground)
    return (
        asked
        | {f"{name}_late": late * value for name, value in asked.items()}
        | {
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
            "bulge": float(bool(ardennes_level(look))) if rules.winter else 0.0,
        }
    )
