"""German units come into play: reinforcements by their code letter (7.1.4, 7.1.5) and replacements (7.2.B, 7.2.2)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bocage.rules import UNITS, Automatic, Conditions, HexSet, OfSide, event, offer, once, provided

from ..elimination import leave_map
from ..look import Play, StormingLook, members
from ..movement.limits import barred, why_barred
from ..position import ARRIVING, ASIDE, CUP, DEAD, GERMAN, SCHEDULE, TRACK, WATCH
from ..supply.ways import german_line
from .placing import Arriving, Placement, Terms, begin_placing, ended

EDGES = {
    "E": "in an 'E' Entrance Hex on the East edge",
    "B": "in a 'B' hex of Brittany on the West edge",
    "W": "in a 'W' Entrance Hex on the Southwest edge",
    "A-D": "in an 'A-D' Entrance Hex on the Southeast edge",
    "Flak": "in a supplied German town or city without another of these flak units",
}

lost_in_brittany = event(
    "brittany arrival lost", "7.1.2.B", "{unit} is lost: Brittany is closed to the Germans.", sort="loss", unit=UNITS
)
set_aside = event("arrival set aside", "3.3.D", "{unit} is set aside, off the map.", unit=UNITS)
in_watch = event("arrival in watch", "4.1.I.b", "{unit} is rebuilt in the Watch on the Rhine Box.", unit=UNITS)
drawn = event("cup drawn", "7.2.2.B", "Drawn from the cup: {units}.", sort="dice", units=UNITS)
emptied = event("cup emptied", "7.2.2.B", "The cup is closed; lost for good: {units}.", sort="loss", units=UNITS)
late_lost = event("late replacements lost", "7.2.2.A", "No longer to be rebuilt: {units}.", sort="loss", units=UNITS)
late_leave = event(
    "late replacements leave", "17.7.1.B", "Rebuilt too late, out of the game: {units}.", sort="loss", units=UNITS
)


# Reinforcements


class GermanReinforcements(Automatic[OfSide]):
    """The units of this turn come off the track (7.1)."""

    name, rule = "german reinforcements", "7.1.4"

    def run(self, play: Play, frame: OfSide) -> None:
        position, game, look = play.position, play.game, play.look
        closed, aside, coming = [], [], []
        for unit in members(look.in_place(SCHEDULE, GERMAN)):
            counter = game.counters[unit]
            if counter.entry_turn != position.turn:
                continue
            if counter.entry_place == "B" and position.brittany_closed:
                closed.append(unit)
            elif counter.entry_place == "E" and not _east_edge(look):
                aside.append(unit)
            else:
                coming.append(unit)
        for unit in closed:
            play.put(unit, DEAD)
            lost_in_brittany(play, unit)
        _set_aside(play, aside)
        arrive(play, coming)


def arrive(play: Play, units: Iterable[int], from_east: bool = False) -> None:
    """Let units be placed as reinforcements, each by its code letter, or all as "E" units (17.7.1.B): asks next."""
    coming = tuple(units)
    for unit in coming:
        play.put(unit, ARRIVING)
    if coming:
        begin_placing(play, Reinforcing(GERMAN, from_east=from_east))


def _set_aside(play: Play, units: Iterable[int]) -> None:
    """Without the East Map, units wait off the map for Strategic Movement (3.3.D)."""
    for unit in units:
        play.put(unit, ASIDE)
        set_aside(play, unit)


def _east_edge(look: StormingLook) -> HexSet:
    return look.game.entrances["E"] & look.game.in_play


class Reinforcing(Arriving, frozen=True):
    """German reinforcements are being placed; with `from_east` all of them enter as "E" units."""

    from_east: bool = False

    @property
    def terms(self) -> Terms:
        return (self.from_east,)


class ReinforcementPlacing(Placement[Reinforcing]):
    """Each unit is placed in an Entrance Hex of its letter, whatever stands beside it (7.1.2.B, 7.1.4, 7.1.5)."""

    name, rule = "german arrivals", "7.1.4"

    def where(self, look: StormingLook, frame: Reinforcing, unit: int) -> str:
        return EDGES[self._code(look, frame.terms, unit)]

    def _code(self, look: StormingLook, terms: Terms, unit: int) -> str:
        (from_east,) = terms
        return "E" if from_east else look.counter(unit).entry_place

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> HexSet:
        code = self._code(look, terms, unit)
        return _flak_hexes(look) if code == "Flak" else look.game.entrances[code] & look.game.in_play

    def way(self, look: StormingLook, frame: Reinforcing, unit: int, node: int) -> str:
        return "7.1.5" if self._code(look, frame.terms, unit) == "Flak" else "7.1.4"

    def why_no_gate(self, look: StormingLook, frame: Reinforcing, unit: int, node: int) -> tuple[str, str]:
        code, name = self._code(look, frame.terms, unit), look.counter(unit).name
        if code != "Flak":
            return "7.1.4", f"{name} enters {EDGES[code]}, and {{it}} is none"
        if not _german_towns(look) >> node & 1:
            return "7.1.5", f"{name} is placed in a town or city in Germany, and {{it}} is none"
        if not look.controls(GERMAN) >> node & 1:
            return "7.1.5", "the Allies control {it}"
        if _with_new_flak(look) >> node & 1:
            return "7.1.5", "one of these flak units is in {it} already: one in a hex at most"
        return "7.1.5", "no Supply Line can be traced from {it} to the East Map edge"

    end = ended("End reinforcements", "every reinforcement is in its place")


def _german_towns(look: StormingLook) -> HexSet:
    printed = look.game.data
    return (printed.towns | printed.cities) & printed.germany


def _with_new_flak(look: StormingLook) -> HexSet:
    flak = look.game.flak_units & look.position.on_board
    return look.hexes_of(unit for unit in members(flak) if look.counter(unit).entry_place == "Flak")


@once
def _flak_hexes(look: StormingLook) -> HexSet:
    """German towns and cities in Germany that trace supply and have no such unit yet (7.1.5; R73)."""
    return _german_towns(look) & look.controls(GERMAN) & german_line(look) & ~_with_new_flak(look)


# Replacements


class GermanReplacements(Automatic[OfSide]):
    """Units come back from the track, and on two turns from the cup (7.2.2)."""

    name, rule = "german replacements", "7.2.2"

    def run(self, play: Play, frame: OfSide) -> None:
        position, game = play.position, play.game
        coming = take_due(play, GERMAN)
        returned = sum(1 << unit for unit in coming) & game.mechanized_units
        position.rebuilt |= returned & game.divisions  # 7.2.2.A: once by way of the track
        if position.turn > game.rules.numbers["mechanized_last_turn_declined"] and not position.offensive_turn:
            # Whether they may stay is decided with the Hitler Counteroffensive (17.7.1.B; ruling R75).
            position.rebuilt_late = returned & ~game.staff_units
        coming += _draw(play)
        for unit in coming:
            play.put(unit, ARRIVING)
        if coming:
            begin_placing(play, Replacing(GERMAN))


def take_due(play: Play, side: str) -> list[int]:
    """The units of a side that come back from the track this turn; they are no longer due."""
    position, numbers = play.position, play.game.unit_numbers
    track = play.look.in_place(TRACK, side)
    due = [name for name, turn in position.due.items() if turn <= position.turn and track >> numbers[name] & 1]
    if due:
        position.due = {name: turn for name, turn in position.due.items() if name not in due}
    return sorted(numbers[name] for name in due)


def _draw(play: Play) -> list[int]:
    """Four units from the cup, blindly, on each of two turns; afterwards there is no cup any more (7.2.2.B)."""
    position, numbers = play.position, play.game.rules.numbers
    cup = list(position.stacks.get(CUP, ()))
    if position.turn < numbers["cup_first_draw_turn"] or not cup:
        return []
    found = []
    if position.turn <= numbers["cup_last_draw_turn"]:
        count = numbers["cup_draws"]
        if len(cup) <= count:
            found, cup = cup, []
        else:
            found = [cup.pop(play.number(len(cup)) - 1) for _ in range(count)]
        drawn(play, tuple(found))
    if cup and position.turn >= numbers["cup_last_draw_turn"]:
        for unit in cup:
            play.put(unit, DEAD)
        emptied(play, tuple(cup))
    return found


def drop_late_replacements(play: Play) -> None:
    """The Hitler Counteroffensive is declined: Mechanized units due after turn 10 are lost (7.2.2.A, 17.7.1.B).

    Those of this turn have come back in Phase I, before the decision, and are lost too (ruling R75).
    """
    position, game, look = play.position, play.game, play.look
    track = look.in_place(TRACK, GERMAN) & game.mechanized_units & ~game.staff_units
    last = game.rules.numbers["mechanized_last_turn_declined"]
    late = [unit for unit in members(track) if position.due.get(game.unit_ids[unit], 0) > last]
    if late:
        names = {game.unit_ids[unit] for unit in late}
        position.due = {name: turn for name, turn in position.due.items() if name not in names}
        for unit in late:
            play.put(unit, DEAD)
        late_lost(play, tuple(late))
    # The withdrawal of the 6th SS Panzer Army may have taken some of them already (ruling R129).
    back = members(position.rebuilt_late & (position.on_board | look.in_place(WATCH, GERMAN)))
    position.rebuilt_late = 0
    for unit in back:
        leave_map(play, unit, DEAD)
    if back:
        late_leave(play, tuple(back))


class Replacing(Arriving, frozen=True):
    """German replacements are being placed; so many have joined the 7th Army HQ and Model this turn."""

    with_seventh: int = 0
    with_model: int = 0

    @property
    def terms(self) -> Terms:
        return self.with_seventh, self.with_model


class ReplacementPlacing(Placement[Replacing]):
    """As "E" reinforcements, with the 7th Army HQ or Model, or into the Watch on the Rhine Box (7.2.B, 4.1.I.b).

    Without the East Map there is no edge, and whoever joins neither of them is set aside (R78).
    """

    name, rule = "german replacement arrivals", "7.2.B"

    def where(self, look: StormingLook, frame: Replacing, unit: int) -> str:
        if not _east_edge(look):
            return "with the 7th Army HQ or Model; whoever is not placed is set aside, off the map"
        return "on the East edge, or with the 7th Army HQ or Model if they can receive units"

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> HexSet:
        staff = _staff_hex(look, terms, look.game.seventh_army) | _staff_hex(look, terms, look.game.model)
        return _east_edge(look) | (staff & ~barred(look, unit) if staff else 0)

    def way(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> str:
        return "17.4.B" if self._with_model(look, frame, node) else "7.2.B"

    def _with_model(self, look: StormingLook, frame: Replacing, node: int) -> bool:
        return bool((_staff_hex(look, frame.terms, look.game.model) & ~_east_edge(look)) >> node & 1)

    def why_no_gate(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> tuple[str, str]:
        for staff, rule in ((look.game.seventh_army, "7.2.B"), (look.game.model, "17.4.B")):
            if look.position.units[staff].at != node:
                continue
            name = look.counter(staff).name
            if not _places_left(look, frame.terms, staff):
                return "7.2.B", f"{name} has received as many replacements as one turn allows"
            if not look.east_supply() >> node & 1:
                return rule, f"{name} is not in normal East Map-edge supply"
            if look.beside_enemy(GERMAN) >> node & 1:
                return rule, f"{name} is adjacent to an Allied unit"
            ban = why_barred(look, unit, node)
            assert ban is not None
            return ban
        return "7.2.B", "replacements enter by the East edge, or with the 7th Army HQ or Model"

    def must(self, look: StormingLook, frame: Replacing) -> int:
        return super().must(look, frame) if _east_edge(look) else 0

    def left_out(self, play: Play, frame: Replacing, unit: int) -> None:
        if _east_edge(play.look):
            super().left_out(play, frame, unit)
        else:
            _set_aside(play, (unit,))

    def after(self, play: Play, frame: Replacing, node: int) -> Replacing:
        look = play.look
        if _east_edge(look) >> node & 1:
            return frame
        if self._with_model(look, frame, node):
            return msgspec.structs.replace(frame, with_model=frame.with_model + 1)
        return msgspec.structs.replace(frame, with_seventh=frame.with_seventh + 1)

    @offer("watch", UNITS, "4.1.I.b", "Rebuild it in the Watch on the Rhine Box")
    def watch(self, look: StormingLook, frame: Replacing) -> Conditions:
        position, game, rules = look.position, look.game, look.game.rules
        able = look.in_place(ARRIVING, GERMAN) & game.mechanized_units & ~game.staff_units
        yield able, "4.1.I.b", "only replaced Mechanized units go into the box"
        # A reserve for the counteroffensive (2.1.B): after it, or where it cannot come, nobody goes in (R72).
        over = position.offensive_turn or position.offensive_declined
        still = not over and rules.last_turn >= rules.numbers["offensive_first_turn"]
        yield provided(still), "17.7.2", "the Watch on the Rhine Box serves no longer"

    @watch.does
    def _(self, play: Play, frame: Replacing, unit: int) -> None:
        play.put(unit, WATCH)
        in_watch(play, unit)
        self.without(play, frame, unit)

    end = ended("End replacements", "no more replacements")


def _places_left(look: StormingLook, terms: Terms, staff: int) -> int:
    with_seventh, with_model = terms
    numbers = look.game.rules.numbers
    if staff == look.game.model:
        return numbers["model_replacements"] - with_model
    return numbers["seventh_army_replacements"] - with_seventh


def _staff_hex(look: StormingLook, terms: Terms, staff: int) -> HexSet:
    """The hex of the HQ or leader, if replacements may still be placed with him (7.2.B, 17.4.B)."""
    at = look.position.units[staff].at
    if at < 0 or not _places_left(look, terms, staff):
        return 0
    return 1 << at & look.east_supply() & ~look.beside_enemy(GERMAN)
