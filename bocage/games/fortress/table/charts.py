"""The charts of Fortress Europa, all from its data files and the rules in force."""

from __future__ import annotations

from typing import Any

from bocage.parts.data.checking import kind_of_source
from bocage.table.wire.box import Chart

from ..data.tables import DROPS, MONTHS, ODDS, WEATHER
from ..rules.position import ALLIED, GERMAN
from ..words import outlook, wording

COMBAT, WEATHER_CHART, DROP_CHART, CROSSING = "crt", "weather", "paradrop", "river crossing"
DROP_WORDS = {"ok": "lands", "step": "a step lost", "elim": "lost"}
DROP_COLUMNS = {"clear": "clear, no enemy zone", "enemy": "clear, in an enemy zone", "other": "other, or in Germany"}
ALLOWANCE_WORDS = {"full": "full", "half": "half", "0": "–", "1": "1"}
EVENT_WORDS = {
    "arrive": "arrive", "withdraw": "are withdrawn", "reserve": "go to the Panzer Reserve",
    "flip": "have a new commander", "convert": "become regular divisions",
}  # fmt: skip


def charts(game: Any) -> list[Chart]:
    """Every chart, the one for combat first."""
    return [
        _combat(game), _results(game), _terrain(game), _movement(game), _weather(game), _months(game), _missions(game),
        _drops(game), _crossings(game), _ports(game), _areas(game), _schedule(game),
    ]  # fmt: skip


def _combat(game: Any) -> Chart:
    numbers = game.rules.numbers
    results, dice = game.data.results, range(numbers["die_least"], numbers["die_most"] + 1)
    to_column: dict[str, list[str]] = {}
    for (attacker, defender), column in game.data.column_of.items():
        to_column.setdefault(column, []).append(f"{attacker}-{defender}")
    shared = [f"{' and '.join(odds)} on {column}" for column, odds in to_column.items() if odds != [column]]
    return Chart(
        COMBAT,
        "Combat Results Table",
        "15.1",
        ["Die", *ODDS],
        [[str(die), *(results[column][die - 1] for column in ODDS)] for die in dice],
        _sources(game, "crt.csv"),
        f"Odds are rounded in favour of the defender; {'; '.join(shared)}. Each aircraft of Ground Support shifts "
        f"{numbers['support_shift']} column, {numbers['support_per_battle']} at most; carpet bombing adds "
        f"{numbers['drm_carpet']} to the die.",
    )


def _results(game: Any) -> Chart:
    return Chart(
        "results",
        "Combat results",
        "15.3",
        ["Result", "Meaning"],
        [[result, outlook.MEANING[result]] for result in game.data.meanings],
        _sources(game, "results.csv"),
        "The attacker's retreat is of one or two hexes, as he likes. In rough ground and fortresses a retreat may be "
        "ignored.",
    )


def _terrain(game: Any) -> Chart:
    enters = {"": "–", "all": "all", "mountain": "mountain units", "passing": "passing only", "naval": "ships"}
    stops = {"": "–", "impulse": "for the impulse", "turn": "for the turn"}

    def row(name: str, tec: Any) -> list[str]:
        return [
            name,
            f"×{tec.defence}" if tec.defence > 1 else "–",
            "–" if tec.stacking is None else str(tec.stacking),
            enters[tec.enters],
            stops[tec.stop],
            ", ".join(_armour(tec)) or "–",
            "yes" if tec.holds else "–",
        ]

    return Chart(
        "terrain",
        "Terrain Effects Chart",
        "8.1",
        ["Terrain", "Defence", "Stacking", "Who enters", "Stops", "Armor", "Retreat ignored"],
        [row(name, tec) for name, tec in game.data.tec.items()],
        _sources(game, "tec.csv"),
        "Defence is doubled once at most. A river doubles if every attacker crosses one. A fortress spares its armor "
        "the halving; in other cities armor is never doubled. Empty cells follow the other terrain in the hex.",
    )


def _armour(tec: Any) -> list[str]:
    return [words for holds, words in ((tec.armor_slowed, "half movement"), (tec.armor_halved, "halved")) if holds]


def _movement(game: Any) -> Chart:
    allowances = game.data.allowances
    classes = list(dict.fromkeys(kind for _, kind in allowances))
    found = [
        [kind, *(" / ".join(ALLOWANCE_WORDS[entry] for entry in allowances[weather, kind]) for weather in WEATHER)]
        for kind in classes
    ]
    return Chart(
        "movement",
        "Movement allowances: first / second impulse",
        "5.4",
        ["Units", *WEATHER],
        found,
        _sources(game, "allowances.csv"),
        "Full or half of the printed factor, halves rounded up, or so many hexes.",
    )


def _weather(game: Any) -> Chart:
    fixed = [f"{game.data.turns[turn - 1].name} {weather}" for turn, weather in game.rules.fixed_weather.items()]
    return Chart(
        WEATHER_CHART,
        "Weather",
        "4.3.A2",
        ["Die", *MONTHS],
        [[str(die), *(game.data.weather[month][die - 1] for month in MONTHS)] for die in range(1, 7)],
        _sources(game, "weather.csv"),
        f"Not rolled for: {', '.join(fixed)}." if fixed else "",
    )


def _months(game: Any) -> Chart:
    def row(month: Any) -> list[str]:
        return [
            month.month,
            f"{month.british}({month.british_armor})",
            f"{month.american}({month.american_armor})",
            f"{month.german}({month.german_armor})",
            f"{month.para or '–'}",
            f"{month.raider or '–'}",
            f"{month.german_tac}({month.german_tac_turn})",
        ]

    played = {turn.month for turn in game.data.turns[game.first_position().turn - 1 : game.rules.last_turn]}
    return Chart(
        "months",
        "Replacements and German TAC by month",
        "27.1",
        ["Month", "British", "American", "German", "Allied paratroopers", "Commandoes, rangers", "German TAC"],
        [row(month) for month in game.data.months.values() if month.month in played],
        _sources(game, "months.csv"),
        "Points of each turn, and in brackets how many of them are armor. TAC for the month, and in brackets how many "
        "at most in a turn.",
    )


def _missions(game: Any) -> Chart:
    tac = {"yes": "yes", "with SAC": "with SAC", "no": "–"}
    advanced = game.rules.advanced_air
    return Chart(
        "missions",
        "Aircraft missions",
        "17.10",
        ["Mission", "SAC", "TAC", "Cancelled by Germans", "Effect", "Case"],
        [
            [
                mission.title,
                "yes" if mission.sac else "–",
                tac[mission.tac],
                "yes" if mission.cancelled else "–",
                wording.mission_note(game, name),
                mission.case,
            ]
            for name, mission in game.data.missions.items()
            if advanced or not mission.advanced
        ],
        _sources(game, "missions.csv"),
        f"The Allies have {game.rules.numbers['advanced_sac' if advanced else 'allied_sac']} SAC and "
        f"{game.rules.numbers['advanced_tac' if advanced else 'allied_tac']} TAC. TAC reach "
        f"{game.rules.numbers['tac_range']} hexes from a headquarters.",
    )


def _drops(game: Any) -> Chart:
    return Chart(
        DROP_CHART,
        "Paratrooper Drop Table",
        "20.9",
        ["Die", *(DROP_COLUMNS[column] for column in DROPS)],
        [[str(die), *(DROP_WORDS[game.data.drops[column][die - 1]] for column in DROPS)] for die in range(1, 7)],
        _sources(game, "paradrop.csv"),
        f"Drops of this game: Allied {game.rules.most_drops.get(ALLIED, 0)}, German "
        f"{game.rules.most_drops.get(GERMAN, 0)}.",
    )


def _crossings(game: Any) -> Chart:
    return Chart(
        CROSSING,
        "River crossing of armor without bridges",
        "17.10.4",
        ["Die", "Result"],
        [[str(die), result] for die, result in enumerate(game.data.crossings, 1)],
        _sources(game, "river_crossing.csv"),
    )


def _ports(game: Any) -> Chart:
    board = game.board
    return Chart(
        "ports",
        "Ports",
        "18.7",
        ["Port", "Hex", "Sea", "Carries", "Shut by Germans in"],
        [
            [port.name, board.labels[node], port.sea, str(port.capacity), " ".join(board.names(port.passage)) or "–"]
            for node, port in game.data.ports.items()
        ],
        _sources(game, "ports.csv"),
        f"A die of {game.rules.numbers['port_damage_die']} or more at its capture halves what a port carries.",
    )


def _areas(game: Any) -> Chart:
    return Chart(
        "areas",
        "Invasion areas",
        "12.10",
        ["Area", "From", "To", "Base", "Factors, first impulse", "Units, second impulse"],
        [
            [name, area.coast_from, area.coast_to, area.base, str(area.first_factors), str(area.second_units)]
            for name, area in game.data.capacities.items()
        ],
        _sources(game, "areas.csv"),
        "Of two areas the lesser numbers count.",
    )


def _schedule(game: Any) -> Chart:
    first = game.first_position().turn
    found = []
    for number, turn in enumerate(game.data.turns[: game.rules.last_turn], 1):
        told = events(game, number) if number >= first else []
        found += [[str(number), turn.name, text] for text in told]
    return Chart(
        "schedule",
        "Arrival Schedule",
        "26.1",
        ["Turn", "Name", "What"],
        found,
        _sources(game, "schedule.csv"),
    )


def events(game: Any, turn: int) -> list[str]:
    """What the schedules bring on a turn, side by side."""
    found = []
    for side in (ALLIED, GERMAN):
        for what, words in EVENT_WORDS.items():
            units = [
                game.counters[game.unit_numbers[line.unit]].name
                for line in game.data.schedule
                if line.turn == turn and line.side == side and line.event == what and line.unit in game.unit_numbers
            ]
            if units:
                found.append(f"{wording.SIDE_WORDS[side]} units that {words}: {', '.join(units)}")
    return found


def _sources(game: Any, file: str) -> str:
    """Where the numbers of a file come from."""
    kinds = dict.fromkeys(kind_of_source(row["source"]) for row in game.data.tables.cells(file))
    return ", ".join("partly rulebook" if kind == "mixed" else kind for kind in kinds)
