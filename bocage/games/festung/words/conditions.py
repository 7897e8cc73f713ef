"""Whom a card means, and on which conditions it is played, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..data import effects

if TYPE_CHECKING:
    from ..game import Festung

SIDES = {"allied": "the Allies", "axis": "the Axis"}
PLACES = {
    "map": "on the map",
    "boxes": "in a box",
    "pool": "in the pool",
    "ports": "in a port",
    "beachheads": "in a Beach Head",
    "axis_supplied": "in a supplied hex of the Axis",
    "6.54": "where Allied reinforcements come",
    "6.55": "where Axis reinforcements come",
}
BARRED = {"asw": "Anti-Submarine Warfare lasts", "no_allied_air": "the weather is severe"}
NATIONS = {"US": "US", "BR": "British", "FF": "French"}
MISSIONS = {"oil": "oil", "industry": "industry", "infrastructure": "infrastructure", "carpet": "carpet bombing"}


def either(words: Sequence[str]) -> str:
    """One of several.

    >>> either(["A", "B", "C"]), either(["A"])
    ('A, B or C', 'A')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def every(words: Sequence[str]) -> str:
    """All of several.

    >>> every(["A", "B"])
    'A and B'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class Wording:
    """Words for what cards name: hexes, units, cards, and kinds of them."""

    def __init__(self, game: Festung) -> None:
        self.game = game

    def hexes(self, labels: Sequence[str]) -> list[str]:
        """Hexes by the names on the map."""
        return [self.game.hex_name(self.game.board.index[label]) for label in labels]

    def cards(self, ids: Sequence[str]) -> list[str]:
        """Cards by their titles."""
        return [self.game.card_title(card) for card in ids]

    def unit(self, name: str) -> str:
        """A unit, or one as its player likes ("any:US:corps")."""
        if name.startswith("any:"):
            _, nation, size = name.split(":")
            return f"any {NATIONS[nation]} {'unit' if size == 'any' else size}"
        return self.game.unit_name(self.game.unit_numbers[name])

    def place(self, place: effects.Place | effects.Hexes) -> str:
        """Where something is or goes, with its preposition."""
        if isinstance(place, effects.Hexes):
            return self._kind_of_hex(place)
        if place in PLACES:
            return PLACES[place]
        if place.startswith("country:"):
            return f"in {place.partition(':')[2]}"
        if place in self.game.data.boxes:
            return f"in {self.game.hex_name(self.game.data.boxes[place])}"
        return f"in {self.hexes([place])[0]}"

    def _kind_of_hex(self, kind: effects.Hexes) -> str:
        adjectives = [
            {"allied": "Allied", "axis": "Axis", None: ""}[kind.control],
            "supplied" if kind.supplied else "",
            "coastal" if kind.coastal else "",
        ]
        noun = " ".join((*filter(None, adjectives), "hex"))
        article = "an" if noun[0] in "aeiouA" else "a"
        return f"in {article} {noun}{f' of {either(kind.country)}' if kind.country else ''}"

    def places(self, places: Sequence[effects.Place | effects.Hexes]) -> str:
        """One of several places."""
        return either([self.place(place) for place in places])

    def units(self, sel: effects.Units, several: bool = True) -> str:
        """A kind of units."""
        if sel.mark:
            return "each of them"
        if sel.unit:
            return either([self.unit(name) for name in sel.unit])
        people = {"German": "German", "Italian": "Italian", "US": "US", "BR": "British"}
        adjectives = [
            "supplied" if sel.supplied else "unsupplied" if sel.supplied is False else "",
            {"full": "full-strength", "reduced": "reduced", None: ""}[sel.step],
            either([people[group] for group in sel.group]) if sel.group else "",
            either(list(sel.nat)) if sel.nat else "",
            {"allied": "Allied", "axis": "Axis", None: ""}[sel.side] if not sel.group else "",
            "mechanized" if sel.mech else "non-mechanized" if sel.mech is False else "",
        ]
        plural = {"corps": "corps", "army": "armies", "fortress": "fortresses"}
        noun = either([plural[size] if several else size for size in sel.size]) if sel.size else ""
        noun = noun or ("units" if several else "unit")
        tail = [
            "not of the Luftwaffe" if sel.luftwaffe is False else "",
            self.places(sel.within) if sel.within else "",
            f"on {either(sel.terrain)} ground" if sel.terrain else "",
        ]
        return " ".join(filter(None, (*adjectives, noun, *tail)))

    # Conditions

    def conditions(self, condition: effects.Condition) -> Iterator[str]:
        """What must hold, a clause for each."""
        if condition.played:
            yield f"{every(self.cards(condition.played))} must have been played"
        if condition.not_played:
            yield f"not after {either(self.cards(condition.not_played))}"
        if condition.turn_min:
            yield f"not before turn {condition.turn_min}"
        if condition.not_winter:
            yield "not in winter"
        if condition.flag_off:
            yield f"not while {either([BARRED[flag] for flag in condition.flag_off])}"
        if condition.collapse is not None:
            yield f"{'after' if condition.collapse else 'before'} the collapse of German Infrastructure"
        if condition.surrendered is not None:
            yield f"{'after' if condition.surrendered else 'before'} the surrender of Italy"
        if condition.hitler:
            yield {"on_map": "Hitler must be on the map", "eliminated": "Hitler must be gone"}[condition.hitler]
        if condition.hitler_in:
            yield f"Hitler must be in {self.hexes([condition.hitler_in])[0]}"
        if condition.control:
            yield self.control(condition.control)
        if condition.sac_on:
            yield f"bombers must be on {either([MISSIONS[mission] for mission in condition.sac_on])}"
        if condition.unit_in:
            where = self.place(condition.unit_in.box)
            yield f"{self.unit(condition.unit_in.unit)} must be {where}"
        for sel in condition.no_unit:
            yield f"there must be no {self.units(sel, several=False)}"
        if condition.near:
            near = condition.near
            yield f"{self.units(near.sel)} must be within {near.range} hexes of {self.hexes([near.hex])[0]}"
        if condition.adjacent:
            yield f"{self.units(condition.adjacent.a)} must be next to {self.units(condition.adjacent.b)}"
        if condition.borders:
            side = {"rhine": "the Rhine", "river": "a river"}[condition.borders.hexside]
            yield f"{self.units(condition.borders.sel)} must stand on {side}"
        if condition.combat:
            yield from self.combat(condition.combat)
        if condition.any:
            yield either([every(list(self.conditions(one))) for one in condition.any])

    def control(self, control: effects.Control) -> str:
        """Who must hold what."""
        what = []
        if control.hexes:
            what += self.hexes(control.hexes)
        if control.country:
            what.append({"any": "a hex of ", "none": "no hex of ", "all": "all of "}[control.how] + control.country)
        if control.beachheads:
            what.append(f"a Beach Head of {either(control.beachheads)}")
        if control.ports:
            but = f" other than {either(self.hexes(control.exclude))}" if control.exclude else ""
            what.append(f"a port{but}")
        who = {"allied": "the Allies", "axis": "the Axis"}[control.side]
        verb = "must control"
        return f"{who} {verb} {every(what) if control.how == 'all' else either(what)}"

    def combat(self, combat: effects.Combat) -> Iterator[str]:
        """What must hold of a combat."""
        if combat.role:
            yield {"attack": "when you attack", "defend": "when you defend"}[combat.role]
        if combat.attacker_has:
            yield f"the attackers include {self.units(combat.attacker_has)}"
        if combat.target_has:
            yield f"the defenders include {self.units(combat.target_has)}"
        if combat.target_hex:
            yield f"in {either(self.hexes(combat.target_hex))}"
        if combat.target_country:
            yield f"in {either(combat.target_country)}"
        if combat.target_terrain:
            yield f"on {either(combat.target_terrain)} ground"
        if combat.target_port:
            yield "in a port"
        if combat.target_beachhead:
            yield "in a Beach Head"
        if combat.target_next_to_allied_beachhead:
            yield "next to an Allied Beach Head"
        if combat.from_beachhead:
            yield "out of a Beach Head"
        if combat.south_of_arno:
            yield "south of the Arno"
        if combat.all_across:
            names = {"rhine": "the Rhine", "river": "a river"}
            yield f"all attackers cross {either([names[side] for side in combat.all_across])}"
        if combat.defender_oos:
            yield "the defenders are out of supply"
        if combat.min_column:
            yield f"on the column {combat.min_column} or better"
        if combat.airborne_ready:
            yield "the airborne army attacks or is in the United Kingdom"
        if combat.flag_off:
            yield f"not while {either([BARRED[flag] for flag in combat.flag_off])}"
        if combat.any:
            yield either([", ".join(self.combat(one)) for one in combat.any])
