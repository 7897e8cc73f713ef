"""Fortress Europa in words: what the terminal and the table both say about units, markers, places and hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.rules import pure

from ..data.counters import Counter
from ..data.tables import Scheduled
from ..rules.look import FortressLook
from ..rules.movement import districts
from ..rules.position import ALLIED, GERMAN, PLACES, SCHEDULE, UNKNOWN, WITHDRAWN
from ..rules.reinforcements.schedule import ARRIVE, WITHDRAW
from ..rules.supply import ports, tracing

if TYPE_CHECKING:
    from ..game import Fortress

SIDE_WORDS = {ALLIED: "Allied", GERMAN: "German"}
PLACE_WORDS = {
    "england": "England",
    "africa": "Africa",
    "hand": "to be set up",
    "schedule": "Arrival Schedule: yet to come",
    "waiting": "arrived, held off the map",
    "reserve": "Panzer Reserve",
    "stock": "in stock: ships, mulberries, partisans, Volkssturm, spare counters",
    "exited": "beyond the east edge",
    "paid": "taken off for exited Allied armour",
    "unknown": "hidden, somewhere on the map",
    "dead": "destroyed",
    "withdrawn": "withdrawn",
    "gone": "out of the game",
}
PLACE_RULES = {
    "england": "12.4", "africa": "12.4", "hand": "3.3", "schedule": "26.1", "waiting": "26.6", "reserve": "28.1",
    "exited": "31.15", "paid": "31.15", "unknown": "3.3", "dead": "27.8", "withdrawn": "26.7",
}  # fmt: skip
PLACE_SIDES = {
    "england": ALLIED, "africa": ALLIED, "hand": GERMAN, "waiting": GERMAN, "reserve": GERMAN, "exited": ALLIED,
    "paid": GERMAN, "unknown": GERMAN,
}  # fmt: skip
assert tuple(PLACE_WORDS) == PLACES
# How counters look: counter, ink, box of the symbol. Nations of a side differ in lightness as well as in hue.
COLOURS = {
    "US": ("#8a9a4b", "#1c2008", "#ffffff"),
    "BR": ("#e8cf9c", "#3a2608", "#fff6e2"),
    "CA": ("#b5573f", "#fff4ec", "#d27a60"),
    "FR": ("#2c4a86", "#f4f7fc", "#4d6db0"),
    "MI": ("#b79ecb", "#23123a", "#efe5f7"),
    "WH": ("#7b858f", "#0c1014", "#d5e6c4"),
    "LW": ("#b4d3e2", "#0d2430", "#ffffff"),
    "SS": ("#2d3135", "#f5f2ea", "#5a5f45"),
}
NATION_WORDS = {
    "US": "United States",
    "BR": "Britain",
    "CA": "Canada",
    "FR": "France",
    "MI": "Allied Minors: Belgians, Czechs, Dutch and Poles",
    "WH": "German army",
    "LW": "Luftwaffe",
    "SS": "Waffen-SS",
}
TRAINING_BOX, MILITIA_BOX = "#f6e29a", "#e7d7c4"
SYMBOLS = {
    "armor": "armour", "mech": "mechanized", "cavalry": "armoured reconnaissance",
    "assault_gun": "self-propelled artillery", "engineer": "armoured engineer", "infantry": "infantry",
    "mountain": "mountain", "para": "parachute", "glider": "glider", "ranger": "special", "commando": "special",
    "artillery": "artillery", "flak": "flak", "security": "police", "training": "infantry", "hq_troops": "infantry",
    "volkssturm": "infantry", "coastal": "static infantry", "hq": "headquarters", "mulberry": "supply",
    "partisans": "special", "naval": "naval", "stranger": "unknown",
}  # fmt: skip
SIZES = {
    "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX", "army": "XXXX", "army group": "XXXXX",
    "supreme": "XXXXXX",
}  # fmt: skip
KIND_WORDS = {
    "armor": "armour", "mech": "mechanized infantry", "cavalry": "cavalry", "assault_gun": "assault guns",
    "engineer": "assault engineers", "infantry": "infantry", "mountain": "mountain infantry", "para": "paratroopers",
    "glider": "glider infantry", "ranger": "rangers", "commando": "commandoes", "artillery": "artillery",
    "flak": "flak", "security": "security", "training": "training division", "hq_troops": "HQ troops",
    "volkssturm": "Volkssturm", "coastal": "coastal defence", "hq": "headquarters", "mulberry": "mulberry",
    "partisans": "partisans", "naval": "naval unit", "stranger": "unit under a decoy",
}  # fmt: skip
# What aircraft do on a mission; names in braces stand for numbers of the rules in force.
_MISSION_NOTES = {
    "strafing": "Germans who move over {strafing_hexes} hexes are caught on a die",
    "ground_support": "up to {support_per_battle} aircraft for a battle of the first combat impulse, a column each",
    "railways": "{railway_attack} German rail moves less for each",
    "bridges": "the bridges of a river section go down",
    "replacements": "{replacement_attack} point less for each",
    "u_boats": "without it American replacements are divided by {u_boat_divisor}",
    "v1_sites": "without it British replacements are divided by {v1_divisor}",
    "counter_air": "German aircraft on Ground Support are met",
    "carpet_bombing": "{drm_carpet} are added to the die of one battle, once a month",
    "fuel": "German fuel production falls by {fuel_production_change}",
}
BACK = "?"  # what is seen of a unit under a decoy (31.6)
# What may be said of a unit, the most important first: flag -> words (those before a colon are the short ones).
FLAGS = {
    "hungry": "out of supply: a step is lost if it still is in its Supply Phase",
    "frozen": "frozen: neither moves nor attacks, no zone of control, until its district is free",
    "hidden": "hidden: the enemy does not know where it is",
    "decoy": "under a decoy: the enemy does not know what it is",
    "stray": "must leave the frozen district",
    "dropped": "dropped this turn: no zone of control, supplied",
    "invader": "landed in the first wave: no zone of control in this impulse",
    "raiding": "on a raid",
    "reduced": "reduced: a step lost",
    "overstrength": "overstrength: a step more than printed",
    "infantry": "on its infantry side: coastal defences left",
    "converted": "converted: a regular division",
    "second": "its second side is up",
    "resting": "took replacements: does not move this turn",
    "held": "not released: does not move this turn",
    "delayed": "not released: does not move in this impulse",
    "slowed": "released late: half its movement in this impulse",
    "mired": "in a flooded hex: does not move on this turn",
    "moved": "has moved in this impulse",
    "stopped": "moves no further in this impulse",
    "fought": "has fought in this impulse",
    "supported": "has fired in support this turn",
    "by-air": "came by air: does not count against the supply capacity",
    "damaged": "damaged: carries {}",
    "turn": "comes on turn {}",
    "leaves": "is withdrawn on turn {}",
}


def outcome(winner: str, level: str) -> str:
    """How a game ended where there is no level of victory to tell; nothing otherwise.

    >>> outcome("german", "victory"), outcome("german", "strategic victory")
    ('The Germans win.', '')
    """
    return f"The {'Allies' if winner == ALLIED else 'Germans'} win." if winner and level == "victory" else ""


def mission_note(game: Fortress, mission: str) -> str:
    """What aircraft do on a mission, in a few words."""
    return _MISSION_NOTES[mission].format(**game.rules.numbers)


def symbol(counter: Counter) -> str:
    """The symbol of a counter's front."""
    return SYMBOLS[counter.type]


def symbol_box(counter: Counter) -> str:
    """The colour of the symbol's box where it is not the nation's: trainees and militia are no regular troops."""
    return TRAINING_BOX if counter.training else MILITIA_BOX if counter.type == "volkssturm" else ""


def size_sign(counter: Counter) -> str:
    """The size of a unit as it is printed above its symbol."""
    return SIZES.get(counter.size, "")


def unit_factors(look: FortressLook, unit: int) -> str:
    """The factors of the side that is up: combat and movement; ships have guns alone, a mulberry what it carries."""
    counter, at = look.counter(unit), look.position.units[unit].at
    if unit >= look.game.first_stranger:
        return BACK
    if counter.type == "mulberry":
        return str(counter.capacity - look.position.port_damage.get(counter.id, 0))
    if counter.type == "partisans":
        return ""
    if counter.type == "naval":
        return str(look.strength(unit))
    if at == UNKNOWN:  # nobody knows how many steps it has: what is printed
        return f"{counter.combat[0]}-{counter.movement[0]}"
    return f"{look.strength(unit)}-{look.pace(unit)}"


def unit_name(look: FortressLook, unit: int) -> str:
    """A unit by the name of the side that is up: Model, once Rommel is turned over."""
    counter = look.counter(unit)
    return counter.back_name if counter.back_name and look.is_flipped(unit) else counter.name


def flags(look: FortressLook, unit: int) -> list[str]:
    """What is to be said of a unit, the most important first; a number follows a hyphen (turn-7, damaged-4)."""
    position, counter = look.position, look.counter(unit)
    at, bit = position.units[unit].at, 1 << unit
    if unit >= look.game.first_stranger:
        return []
    if at < 0:
        return _flags_off_map(look, unit)
    if counter.type == "mulberry":
        damage = position.port_damage.get(counter.id, 0)
        return [f"damaged-{counter.capacity - damage}"] if damage else []
    found = [] if not counter.piece or tracing.supplied(look, counter.side) & bit else ["hungry"]
    marks = (
        ("frozen", position.frozen), ("hidden", position.hidden), ("decoy", position.decoys),
        ("dropped", position.dropped), ("invader", position.invaders), ("raiding", position.raiders),
    )  # fmt: skip
    found += [name for name, units in marks if units & bit]
    if counter.id in position.strays:
        found.append("stray")
    found += side_up(look, unit)
    done = (
        ("resting", position.resting), ("held", position.held), ("delayed", position.delayed),
        ("slowed", position.slowed), ("mired", position.mired), ("moved", position.moved),
        ("stopped", position.stopped & ~position.moved), ("fought", position.fought),
        ("supported", position.naval_used), ("by-air", position.by_air),
    )  # fmt: skip
    found += [name for name, units in done if units & bit]
    leaves = withdrawal_turn(look, unit)
    soon = 0 < leaves <= position.turn + 1  # who leaves later is told with the counter
    return [*found, f"leaves-{leaves}"] if soon else found


def side_up(look: FortressLook, unit: int) -> list[str]:
    """How the side that is up differs from the front: steps lost or gained, or another unit altogether."""
    counter, found = look.counter(unit), []
    if look.is_flipped(unit):
        found.append(counter.back if counter.back in ("infantry", "converted") else "second")
    steps = look.position.units[unit].steps
    if steps < counter.steps:
        found.append("reduced")
    elif steps > counter.steps:
        found.append("overstrength")
    return found


def _flags_off_map(look: FortressLook, unit: int) -> list[str]:
    position = look.position
    at = position.units[unit].at
    if at == UNKNOWN:
        return []
    turn = arrival_turn(look, unit)
    found = [] if at == SCHEDULE else side_up(look, unit)
    if position.resting >> unit & 1:
        found.append("resting")
    return [*found, f"turn-{turn}"] if turn else found


def flag_words(flag: str) -> str:
    """A flag in a few words.

    >>> flag_words("turn-7"), flag_words("by-air"), flag_words("damaged-6")
    ('comes on turn 7', 'came by air', 'damaged: carries 6')
    """
    name, _, number = flag.rpartition("-")
    if number.isdigit():
        return FLAGS[name].format(number)
    return FLAGS[flag].partition(":")[0]


def arrival_turn(look: FortressLook, unit: int) -> int:
    """The turn on which a unit off the map comes (back) by the schedule or as a new headquarters, or 0."""
    position, counter = look.position, look.counter(unit)
    if position.units[unit].at in (SCHEDULE, WITHDRAWN):
        return _scheduled(look, counter.id, ARRIVE)
    return position.hq_due.get(counter.id, 0)


def withdrawal_turn(look: FortressLook, unit: int) -> int:
    """The turn on which a unit leaves by the schedule, or 0."""
    return _scheduled(look, look.counter(unit).id, WITHDRAW)


def _scheduled(look: FortressLook, name: str, what: str) -> int:
    """The next line of such a kind in the schedule of a unit, or of the one in whose place it stands (26.8)."""
    role, last = look.position.substitutes.get(name, name), look.game.rules.last_turn
    turns = _calendar(look.game).get((role, what), ())
    return min((turn for turn in turns if look.position.turn <= turn <= last), default=0)


@pure(1)
def _calendar(game: Fortress) -> dict[tuple[str, str], list[int]]:
    """The turns of the schedule by unit and by what happens: of every counter it is asked for each sheet."""
    found: dict[tuple[str, str], list[int]] = {}
    for line in game.data.schedule:
        if line.turn:
            found.setdefault((line.unit, line.event), []).append(line.turn)
    return found


def counter_note(counter: Counter, schedule: Sequence[Scheduled] = ()) -> str:
    """What a player should know of a counter: its other side, its calendar, and what the book says of it alone."""
    notes = []
    if counter.back == "flipped" and counter.back_name:
        notes.append(f"other side: {counter.back_name}")
    elif counter.back in ("infantry", "converted"):
        told = counter.back_name or KIND_WORDS.get(counter.back_type, counter.back_type)
        notes.append(f"other side: {told} {counter.combat[1]}-{counter.movement[1]}")
    elif counter.back == "reduced":
        notes.append(f"reduced {counter.combat[1]}-{counter.movement[1]}")
    dated = {ARRIVE: "comes on turn", WITHDRAW: "withdrawn on turn"}
    lines = [line for line in schedule if line.unit == counter.id and line.event in dated and line.turn]
    notes += [f"{dated[line.event]} {line.turn}" for line in lines]
    if counter.stack_free:
        notes.append("stacks free")
    if counter.note:
        notes.append(counter.note)
    return "; ".join(notes)


# Hexes

COUNTRIES = {
    "FR": "France", "BE": "Belgium", "NL": "the Netherlands", "LU": "Luxembourg", "DE": "Germany", "IT": "Italy",
    "ES": "Spain", "CH": "Switzerland", "GB": "England",
}  # fmt: skip


def terrain(look: FortressLook, node: int) -> str:
    """The ground of a hex; where the dykes hold, a flooded area is clear (31.11)."""
    ground = look.game.data.terrain_at[node]
    return "clear" if ground == "flooded" and not look.position.flooded else ground


def hex_terrain(look: FortressLook, node: int) -> str:
    """The terrain of a hex in words, and after it what is built there."""
    data, bit = look.game.data, 1 << node
    told = [terrain(look, node)]
    if bit & data.majors:
        told.append("major city")
    elif bit & data.cities:
        told.append("city")
    if bit & data.fortresses:
        told.append("destroyed fortress" if bit & look.position.forts_destroyed else "fortress")
    if node in data.ports:
        told.append(f"port for {data.ports[node].capacity}")
    if bit & data.u_boat_bases:
        told.append("U-boat base")
    if bit & data.v1_sites:
        told.append("V1 site")
    told += [f"can be invaded: {area}" for area, hexes in data.areas.items() if hexes & bit & data.invadable]
    if bit & data.rail_hexes:
        told.append("railway")
    return ", ".join(told)


def areas(look: FortressLook, node: int) -> list[str]:
    """The district and the country of a hex."""
    data, bit = look.game.data, 1 << node
    found = [f"{districts.NAMES[name]} district" for name, hexes in data.districts.items() if hexes & bit]
    return found + [COUNTRIES[name] for name, hexes in data.countries.items() if hexes & bit & data.land]


def hex_state(look: FortressLook, node: int) -> list[str]:
    """What has become of a hex in the course of the game, in words."""
    position, data, bit = look.position, look.game.data, 1 << node
    told = []
    if position.allied_control & bit:
        told.append("Allied")
    if node in data.ports and (ports.friendly(look) | ports.mulberries(look)) & bit:
        shut = "" if ports.usable(look) & bit else ", shut now"
        told.append(f"port in Allied hands, carries {ports.value(look, node)}{shut}")
    if position.sites_taken & bit:
        told.append("its site is captured")
    if data.rail_hexes & bit and not position.german_rail & bit:
        told.append("railway out of German control")
    down = [section for section in position.bombed if data.section_hexes[section] & bit]
    told += [f"bridges down ({section})" for section in down]
    if position.volkssturm_cities & bit:
        told.append("its Volkssturm has appeared")
    if position.beaches & bit:
        told.append("invaded now")
    elif position.landed_beaches & bit:
        told.append("landing beach")
    watched = [side for side in (ALLIED, GERMAN) if look.zone(side) & ~look.occupied(side) & bit]
    return told + [f"in a zone of the {SIDE_WORDS[side]} side" for side in watched]
