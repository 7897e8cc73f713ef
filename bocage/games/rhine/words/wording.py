"""D-Day to the Rhine in words: what the terminal and the table both say about phases, units, markers and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.words import row_words

from ..rules.position import (
    ALLIED,
    AMERICAN,
    BRITISH,
    CALENDAR,
    GERMAN,
    ISOLATED,
    PLACES,
    POOL,
    RESTING,
    SCHEDULE,
    SEA,
    SHORT,
    UNSUPPLIED,
)
from ..rules.reinforcements import german

if TYPE_CHECKING:
    from ..data import Counter
    from ..rules.look import RhineLook

SIDE_WORDS = {ALLIED: "Allied", GERMAN: "German"}
NATIONALITY = {BRITISH: "British", AMERICAN: "American", GERMAN: "German"}
# Rows of the sequence of play whose own name says too little; the beginnings of turns and phases have nothing to show,
# so that they count as part of what follows.
PHASE_WORDS = {
    "german set-up": "German set-up",
    "allied turn": "weather",
    "air operations": "air operations: bombing or drops",
    "dump movement": "movement of Supplies dumps",
    "beaches": "choice of landing hexes",
    "landing force": "the landing force",
    "allied arrivals": "Allied reinforcements",
    "rationing": "who is supplied first",
    "rationing for battle": "who is supplied first in battle",
    "rationing for exploitation": "who is supplied first in exploitation",
    "rationing for exploitation battle": "who is supplied first in battle",
    "allied movement": "Allied operational movement",
    "allied movement stacking": "Allied stacking",
    "naval bombardment": "Naval Bombardment",
    "first wave": "the first wave lands",
    "allied allocation": "allocation of Allied attacks",
    "german recovery": "recovery of Germans who are not attacked",
    "allied battles": "Allied attacks",
    "second wave": "the second wave lands",
    "allied exploitation": "Allied exploitation movement",
    "allied exploitation stacking": "Allied stacking",
    "allied exploitation allocation": "allocation of Allied exploitation attacks",
    "allied exploitation battles": "Allied exploitation attacks",
    "airborne recovery": "recovery of Allied airborne units",
    "german turn": "German declarations",
    "declarations": "German declarations",
    "strategic reserve": "Strategic Reserve",
    "german movement": "German operational movement",
    "german movement stacking": "German stacking",
    "german allocation": "allocation of German attacks",
    "allied recovery": "recovery of Allies who are not attacked",
    "german battles": "German attacks",
    "german exploitation": "German exploitation movement",
    "german exploitation stacking": "German stacking",
    "german exploitation allocation": "allocation of German exploitation attacks",
    "german exploitation battles": "German exploitation attacks",
    "elite recovery": "recovery of parachute and SS units",
    "victory": "Allied victory determination",
}
# Rows that are shown as part of another one on the track of phases.
PART_OF = {
    "allied turn": "weather",
    "allied movement stacking": "allied movement",
    "rationing for battle": "allied allocation",
    "allied exploitation": "allied exploitation movement",
    "rationing for exploitation": "allied exploitation movement",
    "rationing for exploitation battle": "allied exploitation allocation",
    "allied exploitation stacking": "allied exploitation movement",
    "german turn": "declarations",
    "german movement stacking": "german movement",
    "german exploitation": "german exploitation movement",
    "german exploitation stacking": "german exploitation movement",
    "end of turn": "victory",
}
PLACE_WORDS = {
    "pool": "Allied pool",
    "sea": "at sea, off a landing hex",
    "resting": "airborne divisions that rest",
    "schedule": "yet to come",
    "hand": "to be set up",
    "calendar": "calendar: eliminated, may come back",
    "reserve": "Strategic Reserve",
    "unknown": "concealed on the map, or under the set-up screen",
    "dead": "out of the game",
}
PLACE_RULES = {
    "pool": "REIN.3", "sea": "DD.4", "resting": "DROP.4", "schedule": "REPL.8", "hand": "SET.1", "calendar": "REPL.2",
    "reserve": "SR.1", "unknown": "SET.7",
}  # fmt: skip
PLACE_SIDES = {
    "pool": ALLIED, "sea": ALLIED, "resting": ALLIED, "hand": GERMAN, "calendar": GERMAN, "reserve": GERMAN,
    "unknown": GERMAN,
}  # fmt: skip
assert tuple(PLACE_WORDS) == PLACES
# How counters look. Groups differ in lightness as well as in hue; Canadians and Poles are British with another box.
COLOURS = {
    "US": ("#8a9a4b", "#1c2008", "#ffffff"),
    "BR": ("#e3c793", "#3a2608", "#fff6e2"),
    "FR": ("#31508c", "#f4f7fc", "#4d6db0"),
    "WH": ("#7b858f", "#0c1014", "#d5e6c4"),
    "LW": ("#b4d3e2", "#0d2430", "#ffffff"),
    "SS": ("#2d3135", "#f5f2ea", "#5a5f45"),
    "--": ("#5f574e", "#f6efe0", "#776d61"),
}
NATION_WORDS = {
    "US": "United States",
    "BR": "Britain, with Canadians and Poles",
    "FR": "France",
    "WH": "German army",
    "LW": "Luftwaffe",
    "SS": "Waffen-SS",
    "--": "Dummies and the backs of German counters",
}
CANADIAN_BOX, POLISH_BOX = "#f3b9ab", "#cfe2f5"
SYMBOLS = {
    "infantry_corps": "infantry", "armor_division": "armour", "airborne_division": "airborne", "marine": "marine",
    "supply": "supply", "panzer_division": "armour", "panzer_corps": "armour", "panzergrenadier_division": "mechanized",
    "panzer_brigade": "armour", "tiger": "heavy armour", "dummy": "dummy", "stranger": "unknown",
}  # fmt: skip
SIZES = {
    "infantry_corps": "XXX", "panzer_corps": "XXX", "armor_division": "XX", "airborne_division": "XX",
    "panzer_division": "XX", "panzergrenadier_division": "XX", "panzer_brigade": "X", "marine": "X", "tiger": "II",
}  # fmt: skip
KIND_WORDS = {
    "infantry_corps": "infantry corps", "armor_division": "armoured division", "airborne_division": "airborne division",
    "marine": "marines", "supply": "Supplies dump", "panzer_division": "panzer division",
    "panzer_corps": "panzer korps", "panzergrenadier_division": "panzergrenadier division",
    "panzer_brigade": "panzer brigade group", "tiger": "Tiger battalion", "dummy": "dummy",
    "stranger": "face-down piece",
}  # fmt: skip
BACK = "?"  # what is written on the back of a counter
# What may be said of a unit, the most important first: flag -> words (those before a colon are the short ones).
FLAGS = {
    "hungry": "no supply: cannot attack, will be Disrupted, or lost if it is so already",
    "disrupted": "Disrupted: neither moves nor attacks",
    "down": "lies face down",
    "deployed": "deployed",
    "short": "Short-supplied: half movement, attacks a column worse",
    "arrived": "arrived this turn",
    "dug-in": "deployed this turn: neither moves nor attacks",
    "moved": "has moved",
    "attacked": "has attacked",
    "favoured": "supplied first where capacity runs short",
    "first": "first wave, off {}",
    "second": "second wave, off {}",
    "turn": "turn {} at the earliest",
}
WEATHER_WORDS = {"good": "Good", "bad": "Bad", "very bad": "Very Bad", "": "not yet known"}


def phase_words(phase: str) -> str:
    """A row of the sequence of play in words.

    >>> phase_words("allied deployment"), phase_words("german exploitation battles")
    ('Allied deployment', 'German exploitation attacks')
    """
    return row_words(PHASE_WORDS, phase, ALLIED, GERMAN)


def symbol(counter: Counter) -> str:
    """The symbol of a counter; a parachute korps has wings."""
    return "parachute" if "parachute" in counter.traits else SYMBOLS[counter.kind]


def symbol_box(counter: Counter) -> str:
    """The colour of the box of its symbol, where it is not its group's."""
    return CANADIAN_BOX if "canadian" in counter.traits else POLISH_BOX if "polish" in counter.traits else ""


def factors(counter: Counter, deployed: bool = False) -> str:
    """The factors of a face: attack, defence and movement; the deployed one has none, since it turns over to move."""
    if counter.kind == "stranger":
        return BACK
    if counter.dump or counter.dummy:
        return ""
    if deployed:
        return f"{counter.deployed_attack}-{counter.deployed_defence}"
    return f"{counter.attack}-{counter.defence}-{counter.move}"


def unit_factors(look: RhineLook, unit: int) -> str:
    """The factors of the face that is up; the French lose their attack far from home (FR2.2)."""
    counter = look.counter(unit)
    if unit == look.game.french_second_armored:
        return f"{look.attack(unit)}-{counter.defence}-{counter.move}"
    return factors(counter, look.is_deployed(unit))


def flags(look: RhineLook, unit: int) -> list[str]:
    """What is to be said of a unit, the most important first; a number follows a hyphen (turn-7, first-1817).

    A concealed piece that the look cannot name has none at all.
    """
    game, position = look.game, look.position
    if unit >= game.first_stranger:
        return []
    at = position.units[unit].at
    if at < 0:
        return _flags_off_map(look, unit, at)
    bit = 1 << unit
    found = []
    supply = look.supply(unit) if game.troop_units & bit else ""
    if supply in (UNSUPPLIED, ISOLATED):
        found.append("hungry")
    if position.disrupted & bit:
        found.append("disrupted")
    if position.face_down & bit:
        found.append("down")
    if position.deployed & bit:
        found.append("deployed")
    if supply == SHORT:
        found.append("short")
    marks = (
        ("arrived", position.arrived), ("dug-in", position.dug_in), ("moved", position.moved),
        ("attacked", position.attacked), ("favoured", position.favoured),
    )  # fmt: skip
    return found + [name for name, units in marks if units & bit]


def _flags_off_map(look: RhineLook, unit: int, at: int) -> list[str]:
    position = look.position
    node = position.landing_at.get(look.counter(unit).id, -1)
    if at == SEA and node >= 0:
        wave = "second" if position.second_wave >> unit & 1 else "first"
        return [f"{wave}-{look.game.board.labels[node]}"]
    turn = arrival_turn(look, unit)
    return [f"turn-{turn}"] if turn else []


def flag_words(look: RhineLook, flag: str) -> str:
    """A flag in a few words; a landing hex is called by its name."""
    name, _, number = flag.rpartition("-")
    if not number.isdigit():
        return FLAGS[flag].partition(":")[0]
    if name != "turn":
        number = landing_name(look, look.game.board.index[number])
    return FLAGS[name].format(number)


def landing_name(look: RhineLook, node: int) -> str:
    """A landing hex by its name and number."""
    return f"{look.game.data.landings[node].name} ({look.game.board.labels[node]})"


def arrival_turn(look: RhineLook, unit: int) -> int:
    """The turn before which a unit off the map cannot come (back), or 0 if it can come now or nothing is fixed."""
    position, counter = look.position, look.counter(unit)
    at, turn = position.units[unit].at, 0
    if at in (POOL, SCHEDULE):
        turn = counter.entry_turn
    elif at == CALENDAR:
        turn = position.lost_turn.get(counter.id, 0) + german.delay(look.game, unit)
    elif at == RESTING:
        turn = position.resting_since.get(counter.id, 0) + look.game.rules.numbers["drop_pause"]
    return turn if turn > position.turn else 0


def counter_note(counter: Counter) -> str:
    """What a player should know of a counter."""
    notes = [counter.note] if counter.note else []
    if counter.infantry_corps:
        notes.insert(0, f"deployed {factors(counter, deployed=True)}")
    if counter.entry in ("pool", "airborne") and counter.entry_turn > 1 and "turn" not in counter.note:
        notes.append(f"from turn {counter.entry_turn} on")
    return "; ".join(notes)


# Hexes


def hex_terrain(look: RhineLook, node: int) -> str:
    """The terrain of a hex in words, and after it what is built there; how much room there is on the coast."""
    data, game = look.game.data, look.game
    bit = 1 << node
    told = [data.terrain_at[node]]
    if bit & data.fortress_ports:
        told.append("fortress port")
    elif bit & data.major_cities:
        told.append("major city")
    elif node in data.names:
        told.append("city")
    if bit & data.major_ports and not bit & data.fortress_ports:
        told.append("major port")
    if bit & game.fort_cities:
        told.append("forts of Metz or Nancy")
    if bit & data.siegfried:
        told.append("Siegfried Line")
    if node in data.landings:
        landing = data.landings[node]
        told.append(f"landing hex {landing.name} {landing.first}+{landing.second}")
    if bit & data.across_rhine:
        told.append("across the Rhine")
    if bit & data.coastal:
        told.append(f"coast: room for {game.stacking_limits[node][0]} points")
    return ", ".join(told)


def hex_state(look: RhineLook, node: int) -> list[str]:
    """What has become of a hex in the course of the game, in words."""
    position, game = look.position, look.game
    bit = 1 << node
    told = []
    if position.forts_restored & bit:
        told.append("forts restored")
    if look.beaches() & bit:
        told.append("beach in Allied use")
    if position.naval & bit:
        told.append("served by Naval Bombardment")
    if look.open_ports() & bit:
        told.append("port in Allied use")
    told += [f"target of attack {battle.number}" for battle in position.battles if battle.targets & bit]
    if game.data.fortress_ports & bit & position.allied_control:
        told.append("fortress in Allied hands")
    return told
