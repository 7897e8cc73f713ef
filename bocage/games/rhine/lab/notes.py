"""What the lab notes of D-Day to the Rhine."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from bocage.engine.events import Event
from bocage.hexes import HexSet
from bocage.lab.notes import FACES, Chart, Notes, Place, Roll, against_mean, ground, named_places, of_sides

from ..rules.combat.fight import AD, AE, DE, DR, DW, NOTHING, D, read_column
from ..rules.position import ALLIED, GERMAN, UNSUPPLIED
from ..rules.victory import across_the_rhine

RUNGS = {result: rung for rung, result in enumerate((AE, AD, NOTHING, D, DW, DR, DE))}
RIVERS = ("Loire", "Seine", "Lower Seine", "Somme", "Meuse/Maas", "Moselle", "Lower Moselle", "Rhine", "Waal")
MAIN_PLACES = ("Brest", "Cherbourg", "Caen", "Paris", "Brussels", "Antwerp", "Metz", "Cologne", "Frankfurt")
HUNGRY = (UNSUPPLIED, "isolated")
SIDES = {ALLIED: "Allies", GERMAN: "Germans"}


class RhineNotes(Notes):
    """The way to the Rhine, ports, strength and Disruption."""

    side_words = {ALLIED: "the Allies", GERMAN: "the Germans"}
    charts = (
        Chart(
            "Supplied Allied units across the Rhine",
            "units",
            {"across": ALLIED},
            "The Allies need four, with Paris and Brussels, to win.",
        ),
        Chart(
            "Combat units on the map",
            "units",
            {"allied_units": ALLIED, "german_units": GERMAN},
            "Arrivals push a line up, losses pull it down.",
        ),
        ground(ALLIED, "Allied"),
        Chart(
            "Cities and ports in Allied hands",
            "places",
            {"cities": ALLIED, "ports": ""},
            "Major cities are objectives, major ports carry the supply.",
        ),
        Chart(
            "Disrupted units",
            "units on the map",
            {"allied_disrupted": ALLIED, "german_disrupted": GERMAN},
            "The higher a line, the more of that army cannot move or attack.",
        ),
        Chart(
            "Units without supply",
            "units on the map",
            {"allied_hungry": ALLIED, "german_hungry": GERMAN},
            "Peaks mark pockets and stretched lines.",
        ),
    )
    figure_words = {
        "across": "Allies",
        "ground": "Allies",
        "cities": "major cities",
        "ports": "major ports",
        **of_sides(SIDES, "units", "disrupted", "hungry"),
    }
    moment_words = {
        "port": "A major port is in Allied hands",
        "second landing": "The second D-Day",
        "drop": "The first air drop",
        "paris": "An American or French unit passes through Paris",
        "brussels": "A British corps passes through Brussels",
        "germany": "The Allies hold a hex on German soil",
        "across": "A supplied Allied unit is across the Rhine",
        "reserve": "The Germans withdraw their Strategic Reserve",
        "counteroffensive": "The Strategic Reserve returns in a counteroffensive",
        "blitz": "Goering's Blitz is declared",
        "bombing": "The first Strategic Bombing",
    }
    nation_words = {
        "US": "American", "FR": "French", "BR": "British and Canadian", "WH": "Wehrmacht", "LW": "Luftwaffe",
        "SS": "Waffen-SS", "--": "dummies",
    }  # fmt: skip
    kind_words = {
        "infantry_corps": "infantry corps",
        "panzer_corps": "panzer corps",
        "armor_division": "armoured divisions",
        "airborne_division": "airborne divisions",
        "marine": "marines",
        "supply": "supply dumps",
        "panzer_division": "panzer divisions",
        "panzergrenadier_division": "panzergrenadier divisions",
        "panzer_brigade": "panzer brigades",
        "tiger": "Tigers",
    }
    loss_unit = "units"
    moment_kinds = {
        "air drop": "drop",
        "paris passed": "paris",
        "brussels passed": "brussels",
        "reserve withdrawn": "reserve",
        "reserve placed": "counteroffensive",
    }
    modifiers = {"odds": 3}
    main_rivers = RIVERS
    luck_unit = "rungs"
    luck_aid = (
        "Results are rungs of a ladder from AE over AD, no effect, D, DW and DR up to DE; luck is the rung that came "
        "less the average rung of all faces of that die, pressing and Disrupted defenders included."
    )

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._side = ""
        self._shaken = False

    def figures(self, look: Any) -> dict[str, float]:
        position, data, game = look.position, self.game.data, self.game
        found: dict[str, float] = {
            "across": across_the_rhine(look).bit_count(),
            "ground": position.allied_control.bit_count(),
            "cities": (data.major_cities & position.allied_control).bit_count(),
            "ports": look.open_ports().bit_count(),
        }
        for side in game.sides:
            units = [
                number
                for number, unit in enumerate(position.units)
                if unit.at >= 0 and game.troop_units >> number & 1 and game.counters[number].side == side
            ]
            found[f"{side}_units"] = len(units)
            found[f"{side}_disrupted"] = sum(position.disrupted >> unit & 1 for unit in units)
            found[f"{side}_hungry"] = sum(look.supply(unit) in HUNGRY for unit in units)
        return found

    def owner(self, unit: int) -> tuple[str, str, str]:
        counter = self.game.counters[unit]
        return counter.side, counter.group, counter.kind

    def control(self, look: Any) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control}

    def rolls(self, event: Event) -> Iterable[Roll]:
        data: Any = event.data
        if event.kind == "battle":
            self._side = data[0]
        elif event.kind == "odds":
            self._shaken = data[5]
        elif event.kind == "battle die":
            die, column, _, printed = data
            table = self.game.data
            odds: Any = SimpleNamespace(column=table.odds.index(column), shaken=self._shaken)
            pressed = event.rule == "PRESS.3"
            possible = [table.results[read_column(self.game, odds, pressed, face)][face - 1] for face in FACES]
            return [against_mean(self._side, die, RUNGS[printed], [RUNGS[one] for one in possible])]
        return ()

    def moments(self, event: Event) -> str:
        second = event.kind == "beaches" and event.rule == "NB.5"
        return "second landing" if second else super().moments(event)

    def standing_moments(self, look: Any) -> Iterable[str]:
        position = look.position
        if look.open_ports():
            yield "port"
        if position.allied_control & self.game.data.germany:
            yield "germany"
        if across_the_rhine(look):
            yield "across"
        if position.blitz_turn:
            yield "blitz"
        if position.bombings:
            yield "bombing"

    def places(self) -> list[Place]:
        data = self.game.data
        return named_places(data.names, data.major_cities | data.major_ports, MAIN_PLACES)


NOTES = RhineNotes
