"""What the lab notes of Storming the Reich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.hexes import HexSet
from bocage.lab.notes import FACES, Chart, Notes, Place, Roll, against_mean, ground, of_sides, strength

from ..rules.combat.odds import read
from ..rules.position import ALLIED, GERMAN
from ..rules.victory.conditions import divisions_over_the_seine

RIVERS = ("Seine", "Somme", "Meuse", "Moselle", "Rhine", "Waal")
MAIN_PLACES = ("Cherbourg", "Caen", "Paris", "Bruxelles", "Antwerpen", "Metz", "Köln", "Essen", "Strasbourg")
SIDES = {ALLIED: "Allies", GERMAN: "Germans"}


class StormingNotes(Notes):
    """Cities, strength, ground and supply."""

    side_words = {ALLIED: "the Allies", GERMAN: "the Germans"}
    charts = (
        Chart(
            "Towns and cities in Allied hands",
            "town and city hexes",
            {"towns": ALLIED, "german_towns": ""},
            "The lower line counts those on German soil alone.",
        ),
        strength((ALLIED, GERMAN)),
        ground(ALLIED, "Allied"),
        Chart(
            "Supplied Allied divisions over the Seine below Paris",
            "divisions",
            {"over_the_seine": ALLIED},
            "The Germans win early if none is there when the Seine is tested.",
        ),
        Chart(
            "Units out of supply",
            "units on the map",
            {"allied_hungry": ALLIED, "german_hungry": GERMAN},
            "Units without supply fight at half strength, so peaks mark pockets or stretched lines.",
        ),
    )
    figure_words = {
        "towns": "all",
        "german_towns": "in Germany",
        "ground": "Allies",
        "over_the_seine": "Allies",
        **of_sides(SIDES, "steps", "hungry"),
    }
    moment_words = {
        "cherbourg": "Cherbourg is taken and its port is being cleared",
        "brittany": "The divisions for Brittany have left the map",
        "breakout": "The Normandy Breakout is achieved",
        "paris": "The Allies enter Paris",
        "antwerpen": "Antwerpen is operational",
        "germany": "The Allies hold a hex on German soil",
        "offensive": "The Hitler Counteroffensive is launched",
        "bridge": "A bridge over the Rhine is captured",
        "airborne": "The first airborne operation",
        "carpet": "The first carpet bombing",
    }
    nation_words = {"US": "American", "CW": "Commonwealth", "FR": "French", "SHAEF": "SHAEF", "DE": "German"}
    kind_words = {
        "infantry": "infantry",
        "armor": "armour",
        "airborne": "airborne",
        "airlanding": "air landing",
        "mountain": "mountain",
        "hq": "headquarters",
        "leader": "leaders",
        "panzer": "panzers",
        "coastal": "coastal divisions",
        "flak": "flak",
        "airborne-inf": "parachute infantry",
        "panzergrenadier": "panzergrenadiers",
        "tiger": "Tigers",
        "garrison": "garrisons of Metz",
    }
    loss_kinds = ("reduced", "eliminated")
    moment_kinds = {
        "cherbourg": "cherbourg",
        "brittany closed": "brittany",
        "breakout": "breakout",
        "paris": "paris",
        "bridge captured": "bridge",
        "airborne operation": "airborne",
        "carpet bombed": "carpet",
    }
    modifiers = {"fire": 3}
    main_rivers = RIVERS
    luck_unit = "steps"
    luck_aid = (
        "Luck is what each side's fire gave by the table less what it gives on the average of all faces of the die, "
        "in steps."
    )

    def figures(self, look: Any) -> dict[str, float]:
        position, game = look.position, self.game
        settled = (game.data.towns | game.data.cities) & position.allied_control & self.land()
        found: dict[str, float] = {
            "towns": settled.bit_count(),
            "german_towns": (settled & game.data.germany).bit_count(),
            "ground": (position.allied_control & self.land()).bit_count(),
            "over_the_seine": divisions_over_the_seine(look).bit_count(),
        }
        steps, hungry = dict.fromkeys(game.sides, 0), dict.fromkeys(game.sides, 0)
        for number, unit in enumerate(position.units):
            counter = game.counters[number]
            if unit.at >= 0 and not counter.staff:
                steps[counter.side] += unit.steps
                hungry[counter.side] += position.oos >> number & 1
        for side in game.sides:
            found[f"{side}_steps"], found[f"{side}_hungry"] = steps[side], hungry[side]
        return found

    def control(self, look: Any) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control}

    def rolls(self, event: Event) -> Iterable[Roll]:
        if event.kind != "fire":
            return ()
        data: Any = event.data
        side, _, column, modifiers, die, steps = data
        points = sum(found for found, _, _ in modifiers)
        possible = [read(self.game, column, face + points) for face in FACES]
        return [against_mean(side, die, steps, possible)]

    def standing_moments(self, look: Any) -> Iterable[str]:
        position = look.position
        if position.antwerpen_operational:
            yield "antwerpen"
        if position.offensive_turn:
            yield "offensive"
        if self.game.scenario != "final" and position.allied_control & self.game.data.germany & self.land():
            yield "germany"

    def land(self) -> HexSet:
        hexes: HexSet = self.game.in_play & self.game.board.hexes
        return hexes

    def places(self) -> list[Place]:
        data = self.game.data
        hexes: dict[str, HexSet] = {}
        for node in self.game.board.nodes(data.cities & self.land()):
            name = data.names.get(node, "")
            if name:
                hexes[name] = hexes.get(name, 0) | 1 << node
        return [Place(name, found, main=name in MAIN_PLACES) for name, found in hexes.items()]


NOTES = StormingNotes
