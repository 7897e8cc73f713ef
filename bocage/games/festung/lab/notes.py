"""What the lab notes of Festung Europa."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bocage.engine.events import Event
from bocage.hexes import HexSet
from bocage.lab.notes import (
    FACES,
    Chart,
    Notes,
    Place,
    Roll,
    against_mean,
    ground,
    named_places,
    named_rivers,
    of_sides,
    strength,
)

from ..data import tables
from ..rules.look import members
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing
from ..words import wording

RIVERS = ("Rhine", "Seine", "Loire", "Elbe", "Po", "Danube", "Arno", "Weser")
MAIN_PLACES = ("Rome", "Paris", "Marseilles", "The Ruhr", "Berlin", "Oslo", "Antwerp", "Milan", "Munich", "Vienna")
SIDES = {ALLIED: "Allies", AXIS: "Axis"}
LANDINGS = {
    "allied-1": "Husky",
    "allied-5": "Roundup",
    "allied-6": "Avalanche",
    "allied-22": "Shingle",
    "allied-23": "Overlord",
    "allied-28": "Anvil-Dragoon",
}


class FestungNotes(Notes):
    """Victory points, Infrastructure, strength, ground, supply and hands."""

    side_words = {ALLIED: "the Allies", AXIS: "the Axis"}
    charts = (
        Chart(
            "Victory points",
            "points",
            {"vp": AXIS},
            "At nought the Allies have won; what is left at the end of 1945 wins for the Axis.",
        ),
        Chart(
            "German Infrastructure",
            "points",
            {"infrastructure": ""},
            "At nought the war economy collapses: two cards fewer, and replacements cost points.",
        ),
        strength((ALLIED, AXIS)),
        ground(ALLIED, "Allied"),
        Chart(
            "Units out of supply",
            "units on the map",
            {"allied_hungry": ALLIED, "axis_hungry": AXIS},
            "They are lost when their side's Attrition comes, so peaks mark pockets.",
        ),
        Chart(
            "Cards in hand at the end of a turn",
            "cards",
            {"allied_hand": ALLIED, "axis_hand": AXIS},
            "What was not played by then; some of it is thrown away.",
        ),
    )
    figure_words = {
        "vp": "left to the Axis",
        "infrastructure": "Infrastructure",
        "ground": "Allies",
        **of_sides(SIDES, "steps", "hungry", "hand"),
    }
    moment_words = {
        **{card: f"{name} is launched" for card, name in LANDINGS.items()},
        "surrender": "Italy surrenders",
        "rome": "Rome is in Allied hands",
        "paris": "Paris is in Allied hands",
        "marseilles": "Marseilles is in Allied hands",
        "the ruhr": "The Ruhr is in Allied hands",
        "germany": "The Allies hold a hex of Germany",
        "collapse": "German Infrastructure collapses",
        "hitler": "Hitler is out of the game",
        "soviet": "The Soviets take Berlin and Vienna",
    }
    nation_words = wording.NATION_WORDS
    kind_words = {
        "infantry": "infantry", "mechanized": "armour", "parachute": "parachutists", "airborne": "airborne troops",
        "static": "static infantry", "fortress": "fortresses",
    }  # fmt: skip
    loss_kinds = ("reduced", "eliminated")
    moment_kinds = {
        "italian surrender": "surrender",
        "collapse": "collapse",
        "hitler eliminated": "hitler",
        "soviet": "soviet",
    }
    modifiers = {"battle": 8}
    luck_unit = "steps"
    luck_aid = (
        "The result of a combat is what the defender loses less what the attacker loses; luck is that less its mean "
        "over the faces of the die on the column that was rolled, with what is added to it."
    )

    def figures(self, look: Any) -> dict[str, float]:
        position, game = look.position, self.game
        found: dict[str, float] = {
            "vp": position.vp,
            "infrastructure": position.infrastructure,
            "ground": (position.allied_control & self.land()).bit_count(),
        }
        for side in game.sides:
            units = look.on_map(side)
            found[f"{side}_steps"] = sum(position.units[unit].steps for unit in members(units))
            found[f"{side}_hungry"] = (units & ~tracing.supplied(look, side)).bit_count()
            found[f"{side}_hand"] = position.decks[side].in_hand
        return found

    def control(self, look: Any) -> dict[str, HexSet]:
        return {ALLIED: look.position.allied_control & self.land()}

    def losses(self, event: Event) -> Iterable[tuple[int, bool]]:
        if event.kind == "eliminated":
            units: Any = event.data[0]
            return [(unit, True) for unit in units]
        return super().losses(event)

    def rolls(self, event: Event) -> Iterable[Roll]:
        if event.kind != "battle":
            return ()
        data: Any = event.data
        side, column, die, modifiers, lost, inflicted = data[0], data[6], data[7], data[8], data[10], data[11]
        table, added = self.game.data.results[column], sum(number for number, *_ in modifiers)
        rows = [table[max(1, min(face + added, len(table))) - 1] for face in FACES]
        return [against_mean(side, die, inflicted - lost, [theirs - own for own, theirs in rows])]

    def standing_moments(self, look: Any) -> Iterable[str]:
        position, data = look.position, self.game.data
        yield from (card for card in LANDINGS if card in position.invasions)
        held = look.controls(ALLIED)
        for name in ("Rome", "Paris", "Marseilles", "The Ruhr"):
            if held & self.game.named_hexes(name):
                yield name.lower()
        if held & data.countries["Germany"]:
            yield "germany"

    def land(self) -> HexSet:
        hexes: HexSet = self.game.data.land
        return hexes

    def places(self) -> list[Place]:
        data = self.game.data
        return named_places(data.names, data.vp | data.industrial | data.capitals, MAIN_PLACES)

    def rivers(self) -> list[tuple[int, int]]:
        index, rows = self.game.board.index, self.game.data.tables[tables.SIDES]
        return named_rivers({frozenset((index[row.hex_a], index[row.hex_b])): row.river for row in rows}, RIVERS)


NOTES = FestungNotes
