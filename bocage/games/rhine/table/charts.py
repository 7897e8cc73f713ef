"""The charts of D-Day to the Rhine, all from its data files: combat, weather, shifts, terrain, supply, the calendar."""

from __future__ import annotations

from typing import Any

from bocage.parts.data.checking import kind_of_source
from bocage.table.wire.box import Chart

from ..rules.combat.fight import AD, AE, DE, DR, DW, NOTHING, D
from ..words import outlook, wording

COMBAT, WEATHER, BOMBARDMENT = "crt", "weather", "bombardment"

# Names in braces stand for numbers of `numbers.csv`.

# What moves the odds, by how many columns, when, and the case.
_SHIFTS = """
Close Air Support, Full range | +{cas_full} | Allied attack; less on D-Day, with bombing or drops | CAS.1
Close Air Support, Short range | +{cas_short} | Allied attack | CAS.2
… on rough ground or a major city | −{cas_ground} | off the support, not below none | CAS.3
… in Bad weather | −{cas_bad} | off the support, not below none; none in Very Bad | CAS.4
US 4th Armored Division | +{shift_4th_armored} | for the Allies against panzers; not attacking over a river | AD4.1
Guards Armoured Division | +{shift_guards} | for the Allies, defending against panzers | GDS.1
US 7 Corps | +{shift_us7} | for the Allies, Undisrupted, in attack and defence | US7.1
Tiger battalion | +{shift_tiger} | for the Germans in attack and defence; not attacking over a river | TIG.1
Royal Marines and Norwegians | +{shift_marines} | attacking, in any terrain | RM.1
Waffen-SS Ruthlessness | +{shift_ruthless} | German attack with SS in the turn of it | SS.1
GI rage | −{shift_rage} | German attack with SS in all later turns | SS.2
Goering's Blitz | +{shift_blitz} | German attacks of one turn within {blitz_radius} hexes of each other | BLITZ.1
Naval Bombardment | +{shift_naval} | for Allies attacking from or defending in landing hexes, later turns | NB.4
Rough, forest, swamp | −{shift_ground} | infantry, parachute or panzergrenadiers defend there | RGH.1
German infantry into forest | +{shift_forest} | besides the line above; over half the attack factors | RGH.2
River | −{shift_river} | more than half the attack factors cross one | RIV.1
Wide river | −{shift_wide_river} | instead of a river; armour over it counts half | RIV.2
Short-supplied attacker | −{shift_short} | any of them | SUP.19
Unsupplied or Isolated defender | +{shift_unsupplied} | any that counts | SUP.21
All defenders Disrupted | +{shift_disrupted} | read higher, beyond the limit of doubling | DIS.3
Pressed Attack | +{press_good} / −{press_bad} | US, French, German above 1:2: best and worst half of the die | PRESS.3
"""
_TERRAIN = """
clear | {stacking_limit} | {armour_limit} | – | –
rough | {rough_stacking_limit} | {rough_armour_limit} | −{shift_ground} against foot | Close Air Support, Strafing less
forest | {stacking_limit} | {armour_limit} | −{shift_ground} against foot | German infantry attacks at +{shift_forest}
swamp | {rough_stacking_limit} | {rough_armour_limit} | −{shift_ground} against foot | –
major city | – | – | DW is D, D no effect | Close Air Support less
fortress port | – | – | defends with {fortress_defence} by itself | and as a major city
Siegfried Line | – | – | one infantry korps defends at +{siegfried_defence} | unless flanked
Metz, Nancy | – | – | restored forts defend with {fort_defence} | rolled for from turn {fort_first_turn} on
river | – | – | −{shift_river} | who is to attack pays a hex for each that he crosses
wide river | – | – | −{shift_wide_river} | armour attacks across at half
"""
_SUPPLY = """
landing hexes | {landing_full} hexes | {landing_short} hexes | {source_capacity} units, all together
major port | {port_full} hexes | {port_short} hexes | {port_capacity}
Supplies dump | {convoy_full} hexes | {convoy_short} hexes | that of a port within {dump_active} hexes of it
dump fed by open Antwerp | {convoy_full} hexes | {convoy_short} hexes | unlimited
"""
_RETURN = """
infantry korps | Disrupted, in Germany or on the Siegfried Line | {korps_replaced} a turn
SS unit | {ss_return} turns after its loss | {ss_per_turn} a turn
503. Tiger Battalion | {tiger_return} turns after its loss | –
panzer division | {panzer_return} turns after its loss | {division_points} panzer point
panzer brigade group | at any time | {brigade_points} panzer points
2. Fallschirmjäger Korps | never | –
"""


def _filled(template: str, numbers: dict[str, int], **words: str) -> list[list[str]]:
    return [[cell.format(**numbers, **words) for cell in line.split(" | ")] for line in template.strip().split("\n")]


def charts(game: Any) -> list[Chart]:
    """Every chart, the one for combat first."""
    return [
        _combat(game), _results(), _shifts(game), _weather(game), _bombardment(game), _terrain(game), _movement(game),
        _strafing(game), _supply(game), _return(game), _calendar(game),
    ]  # fmt: skip


def _combat(game: Any) -> Chart:
    table = game.data.tables.cells("crt.csv")
    columns = list(game.data.odds)
    return Chart(
        COMBAT,
        "Combat Results Table",
        "CRT.1",
        ["Die", *columns],
        [[row["die"], *(row[column].replace("-", "–") for column in columns)] for row in reversed(table)],
        _sources(table),
        "6 is the best die. Odds between two columns are read on the lower one. Bonuses at most double the odds.",
    )


def _results() -> Chart:
    told = (DE, DR, DW, D, NOTHING, AD, AE)
    return Chart(
        "results",
        "Combat results",
        "DE.1",
        ["Result", "Meaning"],
        [[result.replace("-", "–"), outlook.MEANING[result]] for result in told],
        "rulebook DE.1 to AE.1",
        "No Retreat!: DW and D Disrupt in place, DR eliminates. In major cities and for defending SS, airborne and "
        "parachute units DW is D and D has no effect. A DR eliminates brigade groups, and so does their own AD.",
    )


def _shifts(game: Any) -> Chart:
    return Chart(
        "shifts",
        "What moves the odds",
        "SHIFT.1",
        ["What", "Columns", "When", "Case"],
        _filled(_SHIFTS, game.rules.numbers),
        _sources(game.data.tables.cells("numbers.csv")),
        "Each line counts once in a battle. Columns are for whoever attacks, unless the line says for whom.",
    )


def _weather(game: Any) -> Chart:
    table = game.data.tables.cells("crt.csv")
    letters = "ABCD"
    return Chart(
        WEATHER,
        "Weather",
        "WX.1",
        ["Die", *letters],
        [
            [row["die"], *(wording.WEATHER_WORDS[row[f"weather_{letter}"]] for letter in letters)]
            for row in reversed(table)
        ],
        _sources(table),
        "The calendar says which column a turn uses; June I is always Good.",
    )


def _bombardment(game: Any) -> Chart:
    table = game.data.tables.cells("crt.csv")
    return Chart(
        BOMBARDMENT,
        "Air and naval bombardment",
        "CRT.9",
        ["Die", "Result"],
        [[row["die"], row["bombardment"].replace("-", "–")] for row in reversed(table)],
        _sources(table),
        "D: a deployed corps is undeployed, any other unit Disrupted; it may retreat. 2D: a deployed corps is "
        "undeployed and Disrupted, any other unit eliminated.",
    )


def _terrain(game: Any) -> Chart:
    return Chart(
        "terrain",
        "Terrain",
        "TER.1",
        ["Terrain", "Stacking points", "of them armour", "Attack", "Besides"],
        _filled(_TERRAIN, game.rules.numbers),
        _sources(game.data.tables.cells("numbers.csv")),
        "Foot is infantry, airborne, parachute and panzergrenadiers, and whatever is stacked with them. A coastal hex "
        "holds as many points as it has sides with land. Corps and brigade groups are 2 points, divisions 1, Tigers, "
        "Marines, dumps and dummies none. Only Undisrupted units count.",
    )


def _movement(game: Any) -> Chart:
    numbers = game.rules.numbers
    halved = "Very Bad weather" if game.rules.very_bad_halves_germans else "for the Allies Very Bad weather"
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for counter in game.data.counters:
        if not counter.dump and not counter.dummy:
            found.setdefault(
                (wording.SIDE_WORDS[counter.side], wording.KIND_WORDS[counter.kind]), (counter.move, counter.bonus)
            )
    return Chart(
        "movement",
        "Movement in hexes",
        "MOV.1",
        ["Unit", "Operational", "Bonus", "Exploitation"],
        [
            [f"{side} {kind}", str(move), f"+{bonus}", str(max(0, move - numbers["exploitation_loss"]))]
            for (side, kind), (move, bonus) in found.items()
        ],
        _sources(game.data.tables.cells("units.csv")),
        f"Germans are strafed beyond half of it. Short supply, and {halved}, halve it (not the "
        f"bonus). Unsupplied or Isolated infantry moves {numbers['unsupplied_move']}+{numbers['unsupplied_bonus']}, "
        "others not at all. Whoever uses bonus hexes does not attack.",
    )


def _strafing(game: Any) -> Chart:
    numbers = game.rules.numbers
    less = numbers["strafing_rough"]
    kinds = (("Good", "strafing_good"), ("Bad", "strafing_bad"), ("Very Bad", "strafing_very_bad"))
    return Chart(
        "strafing",
        "Strafing",
        "STRAF.1",
        ["Weather", "Disrupted by", "in rough ground"],
        [[weather, _dice(numbers[name]), _dice(numbers[name] - less)] for weather, name in kinds],
        _sources(game.data.tables.cells("numbers.csv")),
        "A die for each hex beyond the German speed limit.",
    )


def _dice(most: int) -> str:
    return "–" if most < 1 else "1" if most == 1 else f"1 to {most}"


def _supply(game: Any) -> Chart:
    most = game.rules.numbers["source_capacity"]
    capacity = "that of the landing hexes" if game.rules.capacity_shared else f"{most} units each"
    return Chart(
        "supply",
        "Allied supply",
        "SUP.4",
        ["Source", "Full", "Short", "Capacity"],
        _filled(_SUPPLY, game.rules.numbers, port_capacity=capacity),
        _sources(game.data.tables.cells("numbers.csv")),
        "A dump serves its own nation. German lines of any length reach the east-north-east side.",
    )


def _return(game: Any) -> Chart:
    numbers = game.rules.numbers
    return Chart(
        "replacements",
        "German replacements",
        "REPL.2",
        ["Unit", "Returns", "Limit"],
        _filled(_RETURN, numbers),
        _sources(game.data.tables.cells("numbers.csv")),
        f"{numbers['panzer_points']} panzer point a turn from turn {numbers['panzer_points_from']} on; at most "
        f"{numbers['panzer_points_spent']} are spent in a turn.",
    )


def _calendar(game: Any) -> Chart:
    table = game.data.tables.cells("turns.csv")
    return Chart(
        "calendar",
        "Calendar",
        "WX.1",
        ["Turn", "Name", "Dates", "Weather", "Events"],
        [
            [row["turn"], row["name"], row["dates"], _column(row["weather_column"]), "; ".join(events(game, number))]
            for number, row in enumerate(table, 1)
        ],
        _sources(table),
    )


def _column(letter: str) -> str:
    return "always Good" if letter == "good" else f"column {letter}"


def events(game: Any, turn: int) -> list[str]:
    """What the calendar brings on a turn."""
    numbers = game.rules.numbers
    dated = [
        (numbers["first_turn"], "D-Day"),
        (numbers["panzer_points_from"], "first panzer point"),
        (numbers["second_landing_turn"], "a second D-Day from now on"),
        (numbers["fort_first_turn"], "forts of Metz and Nancy from now on"),
        (numbers["reserve_last_turn"], "last turn to withdraw the Strategic Reserve"),
        (numbers["last_turn"], "last turn, if nothing shortens the game"),
    ]
    dated += [
        (counter.entry_turn, counter.name)
        for counter in game.data.counters
        if counter.entry_turn > 1 and counter.entry != "replacement"
    ]
    return [event for when, event in dated if when == turn]


def _sources(table: list[dict[str, str]]) -> str:
    """Where the numbers come from."""
    kinds = dict.fromkeys(kind_of_source(row["source"]) for row in table)
    return ", ".join("partly rulebook" if kind == "mixed" else kind for kind in kinds)
