"""Storming the Reich in words: what the terminal and the table both say about phases, units, markers and places."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.parts.words import row_words

from ..data import Counter
from ..rules.look import StormingLook
from ..rules.position import ALLIED, GERMAN

SIDE_WORDS = {ALLIED: "Allied", GERMAN: "German"}
COMMAND_WORDS = {
    "21AG": "21st Army Group",
    "12AG": "12th Army Group",
    "6AG": "6th Army Group",
    "infantry": "Infantry",
    "mechanized": "Mechanized",
}
# The segments of the narrative sequence of play (4.1), by case.
SEGMENTS = {
    "4.1.I.a": "German reinforcements",
    "4.1.I.b": "German replacements",
    "4.1.I.c": "German refit",
    "4.1.I.d": "Allied reinforcements",
    "4.1.I.e": "Allied replacements",
    "4.1.I.f": "Allied refit",
    "4.1.II": "Hitler Counteroffensive",
    "4.1.II.a": "Watch on the Rhine",
    "4.1.II.b": "Counteroffensive: supply",
    "4.1.II.c": "Counteroffensive: assault movement",
    "4.1.II.d": "Counteroffensive: combat and breakthrough",
    "4.1.III.a": "Airborne operations",
    "4.1.III.b": "First strafing",
    "4.1.III.c": "Carpet bombing",
    "4.1.IV.a": "Allied supply",
    "4.1.IV.b": "Allied logistics",
    "4.1.IV.c": "Allied assault movement",
    "4.1.IV.d": "Allied combat and breakthrough",
    "4.1.V.a": "German supply",
    "4.1.V.b": "German assault movement",
    "4.1.V.c": "German combat",
    "4.1.VI.a": "Second strafing",
    "4.1.VII.a": "Allied supply",
    "4.1.VII.b": "Allied exploitation",
    "4.1.VIII.a": "German supply",
    "4.1.VIII.b": "German exploitation",
    "4.1.IX": "Attrition",
    "4.1.X": "End phase",
}
# Rows of the sequence whose own name says too little.
PHASE_WORDS = {
    "ss withdrawal": "withdrawal of the 6th SS Panzer Army",
    "early ss withdrawal": "withdrawal of the 6th SS Panzer Army",
    "counteroffensive": "the Hitler Counteroffensive",
    "watch disbands": "the Watch on the Rhine Box is disbanded",
    "watch on the rhine": "units of the Watch on the Rhine Box",
    "offensive supply": "counteroffensive: supply",
    "offensive command die": "counteroffensive: command die",
    "offensive declaration": "counteroffensive: declared Movement Points",
    "offensive movement": "counteroffensive: assault movement",
    "offensive movement stacking": "counteroffensive: stacking",
    "offensive duration": "counteroffensive: combat duration",
    "offensive combat": "counteroffensive: combat",
    "offensive disruption": "counteroffensive: a disrupted Allied hex",
    "offensive breakthrough": "counteroffensive: breakthrough movement",
    "offensive breakthrough stacking": "counteroffensive: stacking",
    "airborne operation": "airborne operation",
    "airborne recovery": "recovery of dropped units",
    "airborne withdrawal": "airborne units return to England",
    "red ball express": "Red Ball Express",
    "priority supply": "Priority Supply",
    "allied assault supply": "Allied supply",
    "german assault supply": "German supply",
    "allied exploitation supply": "Allied supply",
    "german exploitation supply": "German supply",
    "assault transfer": "points for the 21st Army Group",
    "exploitation transfer": "points for the 21st Army Group",
    "assault declaration": "declared Movement Points",
    "allied breakthrough": "Allied breakthrough movement",
    "allied exploitation": "Allied exploitation movement",
    "german exploitation": "German exploitation movement",
    "cherbourg assault": "the special assault on Cherbourg",
}
PLACE_WORDS = {
    "schedule": "Turn Record Track: reinforcements",
    "england": "England Box",
    "watch": "Watch on the Rhine Box",
    "track": "Turn Record Track: replacements",
    "cup": "replacement cup",
    "arriving": "arriving now",
    "brittany": "exited into Brittany",
    "east": "exited east",
    "aside": "set aside",
    "dead": "out of the game",
}
PLACE_RULES = {
    "schedule": "7.1",
    "england": "2.1.E",
    "watch": "17.7.2",
    "track": "7.2",
    "cup": "7.2.2.B",
    "brittany": "7.1.2.K",
    "east": "7.1.2.L",
}
PLACE_SIDES = {
    "england": ALLIED, "watch": GERMAN, "cup": GERMAN, "brittany": ALLIED, "east": ALLIED,
}  # fmt: skip
ENTRY_WORDS = {
    "E": "on the east edge",
    "B": "from Brittany",
    "W": "on the west and south edge",
    "A-D": "by an Anvil-Dragoon hex",
    "beach": "over a beach",
    "any": "over a beach or through a port",
    "England": "in the England Box",
    "Flak": "in a German town or city",
}
# How counters look. Nations differ in lightness too; the box of the symbol tells the movement group, as printed (10.2).
COLOURS = {
    "US": ("#8a9a4b", "#1c2008", "#ffffff"),
    "CW": ("#e3c793", "#3a2608", "#cfe2f5"),
    "FR": ("#8fb4dd", "#0f2136", "#ffffff"),
    "SHAEF": ("#f4f0e6", "#2c2433", "#ffffff"),
    "DE": ("#7b858f", "#0c1014", "#d5e6c4"),
    "SS": ("#2d3135", "#f5f2ea", "#5a5f45"),
}
NATION_WORDS = {
    "US": "United States",
    "CW": "Commonwealth",
    "FR": "France",
    "SHAEF": "Supreme Headquarters",
    "DE": "German army and Luftwaffe",
    "SS": "Waffen-SS",
}
GROUP_BOXES = {"21AG": "#cfe2f5", "12AG": "#ffffff", "6AG": "#f6c9bd", "any": "#ffffff"}
INFANTRY_BOX, MECHANIZED_BOX = "#d5e6c4", "#f6e29a"
SS_INFANTRY_BOX, SS_MECHANIZED_BOX = "#4d6138", "#7a6418"
SYMBOLS = {
    "infantry": "infantry", "coastal": "static infantry", "mountain": "mountain", "airborne": "airborne",
    "airlanding": "glider", "airborne-inf": "airborne", "armor": "armour", "panzer": "armour",
    "panzergrenadier": "mechanized", "tiger": "heavy armour", "flak": "flak", "garrison": "fort",
    "hq": "headquarters", "leader": "leader",
}  # fmt: skip
SIZES = {"battalion": "II", "regiment": "III", "brigade": "X", "division": "XX", "corps": "XXX"}
ARMY, ARMY_GROUP = "XXXX", "XXXXX"
# What may be said of a unit, the most important first: flag -> words (those before a colon are the short ones).
FLAGS = {
    "hungry": "out of supply: strengths and movement halved, no zone of control",
    "disrupted": "disrupted: neither moves nor attacks, defends at half, no zone of control",
    "grounded": "grounded: neither moves nor attacks, defends with 2, no zone of control",
    "refit": "R&R: neither moves nor attacks until its next Refit Segment, no zone of control",
    "aimed": "to be strafed: the counter is drawn when all are placed",
    "strafed": "strafed: loses {} MP in the next German Movement Segment",
    "frozen": "15th Army: not released yet",
    "priority": "Priority Supply",
    "red-ball": "Red Ball Express",
    "reduced": "reduced: a step lost",
    "dropped": "on its Dropped side",
    "moved": "has moved",
    "attacked": "has attacked",
    "assaulted": "has made a Mobile Assault",
    "leaving": "about to leave the map",
    "rebuilt": "has been rebuilt once already",
    "rebuilt-late": "rebuilt after turn 10: out of the game if the Hitler Counteroffensive is declined",
    "turn": "comes on turn {}",
}


def phase_words(phase: str) -> str:
    """A row of the sequence of play in words.

    >>> phase_words("allied assault movement"), phase_words("cherbourg assault")
    ('Allied assault movement', 'the special assault on Cherbourg')
    """
    return row_words(PHASE_WORDS, phase, ALLIED, GERMAN)


def is_ss(counter: Counter) -> bool:
    """Is it a unit of the Waffen-SS?"""
    return " SS " in counter.name


def colours(counter: Counter) -> str:
    """The name of the colours that a counter wears: its nation's, or those of the Waffen-SS."""
    return "SS" if is_ss(counter) else counter.nation


def symbol_box(counter: Counter) -> str:
    """The colour of the box around its symbol, which tells the group that it moves with (10.2)."""
    if counter.side == ALLIED:
        return GROUP_BOXES[counter.command]
    if is_ss(counter):
        return SS_MECHANIZED_BOX if counter.mechanized else SS_INFANTRY_BOX
    return MECHANIZED_BOX if counter.mechanized else INFANTRY_BOX


def size_sign(counter: Counter) -> str:
    """The size of a unit as it is printed above its symbol.

    >>> from bocage.games.storming.data import load
    >>> some = ("US-1A-HQ", "CW-21AG-HQ", "GE-501SS-Ti", "Patton")
    >>> [size_sign(counter) for counter in load().counters if counter.id in some]
    ['XXXX', 'XXXXX', '', 'II']
    """
    if counter.type == "hq":
        # The front of the US counter is that of the 1st Army, which becomes the 12th Army Group (10.2).
        return ARMY if "Army HQ" in counter.name or "Army/" in counter.name else ARMY_GROUP
    return SIZES.get(counter.size, "")


def short_name(counter: Counter) -> str:
    """What stands beside the symbol: 82, 12SS, Lehr, 21AG, Patton."""
    words = counter.id.split("-")
    if len(words) == 1 or counter.id == "SHAEF-HQ":
        return words[0]
    return "-".join(words[1:]) if counter.type in ("garrison", "flak") and counter.size == "regiment" else words[1]


def factors(counter: Counter, face: int) -> str:
    """The printed factors of a face: attack and defence, and the Movement Allowance where one is printed (2.2.A)."""
    printed = f"-{counter.movement}" if counter.printed_movement >= 0 else ""
    return f"{counter.attack[face]}-{counter.defence[face]}{printed}"


def unit_factors(look: StormingLook, unit: int) -> str:
    """The factors of the face that is up; a Dropped side has a Movement Allowance of its own (17.9.1)."""
    dropped = f"-{look.game.rules.numbers['dropped_allowance']}" if look.on_dropped_side(unit) else ""
    return factors(look.counter(unit), look.face(unit)) + dropped


def flags(look: StormingLook, unit: int) -> list[str]:
    """What is to be said of a unit, the most important first; a number follows a hyphen (strafed-4, turn-7)."""
    position, counter = look.position, look.counter(unit)
    state = position.units[unit]
    if state.at < 0:
        turn = arrival_turn(look, unit)
        return [f"turn-{turn}"] if turn else []
    bit = 1 << unit
    marks: Mapping[str, int] = {
        "hungry": position.oos, "disrupted": position.disrupted, "grounded": position.grounded,
        "refit": position.refit,
    }  # fmt: skip
    found = [name for name, units in marks.items() if units & bit]
    if counter.id in position.strafed:
        found.append(f"strafed-{position.strafed[counter.id]}")
    if look.frozen_units() >> unit & 1:
        found.append("frozen")
    if position.priority & bit:
        found.append("priority")
    if position.red_ball & bit:
        found.append("red-ball")
    if look.on_dropped_side(unit):
        found.append("dropped")
    elif state.steps < counter.steps:
        found.append("reduced")
    done = {
        "moved": position.moved, "attacked": position.attacked, "assaulted": position.assaulted,
        "leaving": position.leaving, "rebuilt": position.rebuilt, "rebuilt-late": position.rebuilt_late,
    }  # fmt: skip
    return found + [name for name, units in done.items() if units & bit]


def flag_words(flag: str) -> str:
    """A flag in a few words.

    >>> flag_words("strafed-4"), flag_words("red-ball"), flag_words("refit")
    ('strafed, -4 MP', 'Red Ball Express', 'R&R')
    """
    name, _, number = flag.rpartition("-")
    if number.isdigit():
        return f"strafed, -{number} MP" if name == "strafed" else f"turn {number}"
    return FLAGS[flag].partition(":")[0]


def arrival_turn(look: StormingLook, unit: int) -> int:
    """The turn on which a unit off the map comes (back) into play, or 0 if none is fixed."""
    counter, place = look.counter(unit), look.game.place_names[-look.position.units[unit].at - 1]
    if place == "track":
        return look.position.due.get(counter.id, 0)
    if place != "schedule" or counter.entry_turn > look.game.rules.last_turn:
        return 0
    return max(counter.entry_turn, look.position.turn)


def counter_note(counter: Counter) -> str:
    """What a player should know of a counter: where it comes, when the 15th Army releases it, what is special."""
    notes = []
    if counter.command == "6AG":
        notes.append(COMMAND_WORDS[counter.command])
    if counter.entry_turn > 1:
        notes.append(f"turn {counter.entry_turn} {ENTRY_WORDS.get(counter.entry_place, counter.entry_place)}")
    if counter.release_turn:
        notes.append(f"15th Army, released on turn {counter.release_turn}")
    if counter.red:
        notes.append("may Mobile Assault")
    if counter.note and counter.entry_turn > 1:  # of the others it tells how they were set up
        notes.append(counter.note)
    return "; ".join(notes)


def hex_terrain(look: StormingLook, node: int) -> str:
    """The terrain of a hex in words, with what is built there."""
    data, position = look.game.data, look.position
    bit = 1 << node
    words = [look.terrain_at(node)]
    if bit & data.coastal:
        words.insert(0, "coastal")
    if bit & data.cities:
        words.append("city")
    elif bit & data.towns:
        words.append("town")
    for kind, name in FORT_WORDS.items():
        if bit & data.forts[kind]:
            words.append(f"destroyed {name}" if bit & position.forts_destroyed else name)
    return " ".join(words)


FORT_WORDS = {"coastal": "coastal fort", "metz": "fort of Metz", "westwall": "West Wall fort"}
AREA_WORDS = {
    "entrance:B": "Entrance Hex B (Brittany)",
    "entrance:W": "Entrance Hex W",
    "entrance:E": "Entrance Hex E (East Map-edge)",
    "entrance:A-D": "Entrance Hex A-D (Anvil-Dragoon)",
    "allied_exit": "Allied exit hex",
    "normandy_exclusion": "Normandy Exclusion Zone",
    "monty_blind_spot": "Monty's Blind Spot",
    "ike_blind_spot": "Ike's Blind Spot",
    "fortress_holland": "Fortress Holland",
    "ruhr": "Ruhr",
    "roer_dam": "Roer Dam",
    "roer_valley": "Roer valley",
    "antwerpen_approach": "approach to Antwerpen",
    "minor_port": "minor port",
    "paris": "Paris",
}


def areas(look: StormingLook, node: int) -> list[str]:
    """The special areas that a hex belongs to."""
    flags_of = look.game.data.flags
    found = [words for flag, words in AREA_WORDS.items() if flags_of.get(flag, 0) >> node & 1]
    for name, (at, _) in look.game.data.beaches.items():
        if at == node:
            found.append(f"{name} beach")
    return found
