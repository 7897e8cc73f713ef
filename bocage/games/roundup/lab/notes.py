"""What the lab notes of Operation Roundup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.hexes import HexSet
from bocage.lab.notes import FACES, Chart, Notes, Place, Roll, against_mean, ground, named_rivers, of_sides, strength
from bocage.parts.combat.odds import column_of, place_of

from ..rules.position import ALLIED, GERMAN
from ..rules.supply import supplied
from ..rules.victory import standing

# Steps lost by the defender less steps lost by the attacker (11.13).
WORTH = {"ASR": -1, "AS": -1, "SM": 0, "EX": 0, "DR": 0, "DS": 1, "DSR": 1}
RIVERS = ("Aa", "Lys", "Canche", "Authie")
SIDES = {ALLIED: "Allies", GERMAN: "Germans"}


class RoundupNotes(Notes):
    """Ports, beachheads, strength and ground."""

    side_words = {ALLIED: "the Allies", GERMAN: "the Germans"}
    charts = (
        Chart(
            "Level of victory if the game ended then",
            "level (0 failure … 4 strategic)",
            {"allied_level": ALLIED, "german_level": GERMAN},
            "The side with the higher level wins; where the two lines meet the game is a draw.",
        ),
        Chart(
            "Ports in Allied hands",
            "ports, whole ones",
            {"ports": ALLIED, "linked_ports": ""},
            "Only ports that are linked to all beachheads count for more than a limited victory.",
        ),
        strength((ALLIED, GERMAN)),
        ground(ALLIED, "Allied"),
        Chart(
            "Units out of supply",
            "units on the map",
            {"allied_hungry": ALLIED, "german_hungry": GERMAN},
            "Units without supply fight at half strength, so peaks mark pockets.",
        ),
    )
    figure_words = {
        "ports": "taken",
        "linked_ports": "linked to the beachheads",
        "ground": "Allies",
        **of_sides(SIDES, "level", "steps", "hungry"),
    }
    moment_words = {
        "first port": "The Allies hold their first port at the end of a turn",
        "second port": "The Allies hold two ports",
        "third port": "The Allies hold all three ports",
        "linked": "A port is linked to all beachheads",
        "edge": "The Allies are linked to the map edge that they need",
        "beachhead lost": "A beachhead is destroyed",
        "drop": "The first air drop",
        "bombers": "Heavy bombers fly for the first time",
    }
    nation_words = {"US": "American", "UK": "British and Canadian", "DE": "German"}
    kind_words = {
        "infantry": "infantry",
        "armor": "armour",
        "airborne": "airborne",
        "special": "commandos, rangers and the like",
        "panzer": "panzers",
        "mech_infantry": "panzergrenadiers",
        "heavy_panzer": "heavy panzers",
    }
    loss_kinds = ("step lost", "eliminated")
    moment_kinds = {"beachhead lost": "beachhead lost", "drops": "drop", "bombers": "bombers"}
    modifiers = {"battle": 5}
    luck_unit = "steps"
    luck_aid = (
        "Luck is what the table gave less what it gives on the average of all faces of the die, in steps lost by the "
        "enemy less own steps; the heavy bombers' die is part of it."
    )

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._bombs: tuple[int, int] | None = None  # shift of the bombers over this battle, modifier of their die

    def figures(self, look: Any) -> dict[str, float]:
        now = standing(look)
        found: dict[str, float] = {
            "allied_level": now.allied,
            "german_level": now.german,
            "ports": now.ports,
            "linked_ports": now.linked_ports,
            "ground": look.position.allied_control.bit_count(),
        }
        units, counters = look.position.units, self.game.counters
        steps, hungry = dict.fromkeys(self.game.sides, 0), dict.fromkeys(self.game.sides, 0)
        for number, unit in enumerate(units):
            if unit.at >= 0:
                side = counters[number].side
                steps[side] += unit.steps
                hungry[side] += not supplied(look, number)
        for side in self.game.sides:
            found[f"{side}_steps"], found[f"{side}_hungry"] = steps[side], hungry[side]
        return found

    def control(self, look: Any) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control}

    def rolls(self, event: Event) -> Iterable[Roll]:
        if event.kind == "bombers":
            data: Any = event.data
            _, _, die, modified, shift = data
            self._bombs = shift, modified - die
        elif event.kind == "battle":
            return [self._battle(event)]
        return ()

    def _battle(self, event: Event) -> Roll:
        data: Any = event.data
        side, _, _, _, odds, shifts, column, die, result = data
        rules = self.game.rules
        columns = [column]
        if self._bombs is not None:
            shift, modifier = self._bombs
            self._bombs = None
            place = place_of(odds) + sum(columns for columns, _, _ in shifts) - shift
            columns = [column_of(place + rules.bombers[face + modifier], rules.columns) for face in FACES]
        possible = [WORTH[printed] for one in columns for printed in rules.crt[one]]
        return against_mean(side, die, WORTH[result], possible)

    def standing_moments(self, look: Any) -> Iterable[str]:
        now = standing(look)
        yield from ("first port", "second port", "third port")[: now.ports]
        if now.linked_ports:
            yield "linked"
        if now.edge_linked:
            yield "edge"

    def turn_name(self, turn: int) -> str:
        dates = self.game.data.turns
        return str(dates[turn - 1][0]) if 0 < turn <= len(dates) else super().turn_name(turn)

    def places(self) -> list[Place]:
        data = self.game.data
        ports = [Place(name, hexes, main=True) for name, hexes in data.ports.items()]
        in_ports: HexSet = 0
        for port in ports:
            in_ports |= port.hexes
        towns = data.terrain["town"]
        return ports + [
            Place(name, 1 << node)
            for node, name in data.names.items()
            if towns >> node & 1 and not in_ports >> node & 1
        ]

    def rivers(self) -> list[tuple[int, int]]:
        return named_rivers(self.game.data.water_names, RIVERS)


NOTES = RoundupNotes
