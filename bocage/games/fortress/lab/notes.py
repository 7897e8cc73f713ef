"""What the lab notes of Fortress Europa."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.hexes import HexSet
from bocage.lab.notes import FACES, Chart, Notes, Place, Roll, against_mean, ground, named_places, of_sides, strength
from bocage.parts.combat.odds import Shift

from ..data.tables import RESULTS
from ..rules.combat.odds import modified
from ..rules.look import members
from ..rules.position import ALLIED, GERMAN
from ..rules.supply import tracing
from ..rules.supply.capacity import capacity
from ..words import wording

RUNGS = {result: rung for rung, result in enumerate(RESULTS)}
RIVERS = ("Loire", "Seine", "Somme", "Meuse", "Moselle", "Rhine", "Rhône", "Garonne")
MAIN_PLACES = ("Brest", "Cherbourg", "Caen", "Paris", "Bruxelles", "Anvers", "Lyon", "Marseille", "Bordeaux", "Köln")
SIDES = {ALLIED: "Allies", GERMAN: "Germans"}
GONE = ("destroyed", "headquarters lost")


class FortressNotes(Notes):
    """Cities, strength, ground, supply and what is still frozen."""

    side_words = {ALLIED: "the Allies", GERMAN: "the Germans"}
    charts = (
        Chart(
            "Cities in Allied hands",
            "cities",
            {"cities": ALLIED, "german_cities": "", "majors": GERMAN},
            "The Allies win with Paris, Bruxelles and enough cities of Germany, or major ones.",
        ),
        strength((ALLIED, GERMAN)),
        ground(ALLIED, "Allied"),
        Chart(
            "Supply capacity",
            "units",
            {"capacity": ALLIED, "ashore": ""},
            "Below zero nobody lands and steps are lost; ports push it up, units ashore pull it down.",
        ),
        Chart(
            "Units out of supply",
            "units on the map",
            {"allied_hungry": ALLIED, "german_hungry": GERMAN},
            "Each of them loses a step in its Supply Phase, so peaks mark pockets.",
        ),
        Chart(
            "Frozen German units",
            "units",
            {"frozen": GERMAN},
            "They wait in their districts until these are invaded or July ends.",
        ),
    )
    figure_words = {
        "cities": "all",
        "german_cities": "in Germany",
        "majors": "major cities that are German",
        "ground": "Allies",
        "capacity": "capacity left",
        "ashore": "Allied units ashore",
        "frozen": "Germans",
        **of_sides(SIDES, "steps", "hungry"),
    }
    moment_words = {
        "port": "A port is in Allied hands",
        "released": "Every German unit is released",
        "second landing": "The second invasion",
        "drop": "The first paradrop",
        "paris": "The Allies hold Paris",
        "bruxelles": "The Allies hold Bruxelles",
        "anvers": "The port of Anvers is open",
        "germany": "The Allies hold a hex on German soil",
        "volkssturm": "The Volkssturm is called up",
        "reserve": "The Panzer Reserve is formed",
        "storm": "A Storm damages a mulberry",
    }
    nation_words = {
        "US": "American", "BR": "British", "CA": "Canadian", "FR": "French", "MI": "Allied Minors", "WH": "Wehrmacht",
        "LW": "Luftwaffe", "SS": "Waffen-SS",
    }  # fmt: skip
    kind_words = wording.KIND_WORDS
    loss_kinds = ("reduced", *GONE)
    moment_kinds = {
        "all released": "released",
        "drop": "drop",
        "volkssturm": "volkssturm",
        "into reserve": "reserve",
        "mulberry storm": "storm",
    }
    modifiers = {"battle": 9}
    main_rivers = RIVERS
    luck_unit = "rungs"
    luck_aid = (
        "Results are rungs of a ladder from AE over A2, A1, AR, E2, EX, DR and D1 up to DE; luck is the rung that came "
        "less the average rung of all faces of that die, with what is added to it."
    )

    def figures(self, look: Any) -> dict[str, float]:
        position, game, held = look.position, self.game, look.cities(ALLIED)
        found: dict[str, float] = {
            "cities": held.bit_count(),
            "german_cities": (held & game.data.germany).bit_count(),
            "majors": (look.cities(GERMAN) & game.data.majors).bit_count(),
            "ground": (position.allied_control & self.land()).bit_count(),
            "capacity": capacity(look),
            "ashore": look.ashore().bit_count(),
            "frozen": position.frozen.bit_count(),
        }
        for side in game.sides:
            units = position.on_board & game.side_units[side] & game.land_units
            found[f"{side}_steps"] = sum(position.units[unit].steps for unit in members(units))
            found[f"{side}_hungry"] = (units & ~tracing.supplied(look, side)).bit_count()
        return found

    def control(self, look: Any) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control & self.land()}

    def losses(self, event: Event) -> Iterable[tuple[int, bool]]:
        return [(unit, event.kind in GONE) for unit, _ in super().losses(event)]

    def rolls(self, event: Event) -> Iterable[Roll]:
        if event.kind != "battle":
            return ()
        data: Any = event.data
        side, column, die, modifiers, result = data[0], data[6], data[7], data[9], data[10]
        table = self.game.data.results[column]
        added = tuple(Shift(*modifier) for modifier in modifiers)
        possible = [RUNGS[table[modified(self.game, face, added) - 1]] for face in FACES]
        return [against_mean(side, die, RUNGS[result], possible)]

    def standing_moments(self, look: Any) -> Iterable[str]:
        position, data = look.position, self.game.data
        held = look.cities(ALLIED)
        if data.port_hexes & position.allied_control:
            yield "port"
        if position.second_invasion_turn:
            yield "second landing"
        for node in self.game.board.nodes(held & data.zones["capitals"]):
            yield data.names[node].lower()
        if data.zones["anvers"] & held:
            yield "anvers"
        if not self.game.rules.winter and position.allied_control & data.germany:
            yield "germany"

    def land(self) -> HexSet:
        hexes: HexSet = self.game.land
        return hexes

    def places(self) -> list[Place]:
        return named_places(self.game.data.names, self.game.data.cities, MAIN_PLACES)


NOTES = FortressNotes
