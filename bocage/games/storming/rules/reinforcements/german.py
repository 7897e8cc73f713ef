"""German units come into play: reinforcements by their code letter (7.1.4, 7.1.5) and replacements (7.2.B, 7.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer
from bocage.hexes import HexSet

from ..elimination import leave_map
from ..look import Play, StormingLook, members
from ..movement.limits import barred, why_barred
from ..position import ARRIVING, ASIDE, CUP, DEAD, GERMAN, SCHEDULE, TRACK, WATCH
from ..telling import unit_names
from . import placing
from .placing import Arriving, Placement

EDGES = {
    "E": "in an 'E' Entrance Hex on the East edge",
    "B": "in a 'B' hex of Brittany on the West edge",
    "W": "in a 'W' Entrance Hex on the Southwest edge",
    "A-D": "in an 'A-D' Entrance Hex on the Southeast edge",
    "Flak": "in a supplied German town or city without another of these flak units",
}


# Reinforcements


class Reinforced(Frame, frozen=True):
    """The German Reinforcement Segment begins."""

    step: ClassVar[str] = "german reinforcements"
    side: str


class GermanReinforcements(Automatic[Reinforced]):
    """The units of this turn come off the track (7.1)."""

    name = "german reinforcements"
    rule = "7.1.4"

    def begin(self, play: Play, side: str) -> Reinforced:
        return Reinforced(side)

    def run(self, play: Play, frame: Reinforced) -> None:
        position, game = play.position, play.game
        look = game.look(position)
        closed, aside, coming = [], [], []
        for unit in members(look.in_place(SCHEDULE, GERMAN)):
            counter = game.counters[unit]
            if counter.entry_turn != position.turn:
                continue
            if counter.entry_place == "B" and position.brittany_closed:
                closed.append(unit)
            elif counter.entry_place == "E" and not game.entrances["E"] & game.in_play:
                aside.append(unit)
            else:
                coming.append(unit)
        for unit in closed:
            play.put(unit, DEAD)
            play.tell("brittany arrival lost", "7.1.2.B", unit)
        _set_aside(play, aside)
        arrive(play, coming)


def arrive(play: Play, units: Iterable[int], from_east: bool = False) -> None:
    """Let units be placed as reinforcements, each by its code letter, or all as "E" units (17.7.1.B): asks next."""
    coming = tuple(units)
    for unit in coming:
        play.put(unit, ARRIVING)
    if coming:
        _REINFORCEMENT_PLACING.begin_placing(play, Reinforcing(GERMAN, from_east=from_east))


def _set_aside(play: Play, units: Iterable[int]) -> None:
    """Without the East Map, units wait off the map for Strategic Movement (3.3.D)."""
    for unit in units:
        play.put(unit, ASIDE)
        play.tell("arrival set aside", "3.3.D", unit)


class Reinforcing(Arriving, frozen=True):
    """German reinforcements are being placed; with `from_east` all of them enter as "E" units."""

    step: ClassVar[str] = "german arrivals"
    from_east: bool = False


class ReinforcementPlacing(Placement[Reinforcing]):
    """Each unit is placed in an Entrance Hex of its letter, whatever stands beside it (7.1.2.B, 7.1.4, 7.1.5)."""

    name = "german arrivals"
    rule = "7.1.4"
    offers = ("place german arrival", "pick german arrival", "end german arrival")

    def where(self, look: StormingLook, frame: Reinforcing, unit: int) -> str:
        return EDGES[self._code(look, frame, unit)]

    def _code(self, look: StormingLook, frame: Reinforcing, unit: int) -> str:
        return "E" if frame.from_east else look.counter(unit).entry_place

    def gates(self, look: StormingLook, frame: Reinforcing, unit: int) -> HexSet:
        code = self._code(look, frame, unit)
        if code == "Flak":
            return _flak_hexes(look)
        return look.game.entrances[code] & look.game.in_play

    def way(self, look: StormingLook, frame: Reinforcing, unit: int, node: int) -> str:
        return "7.1.5" if self._code(look, frame, unit) == "Flak" else "7.1.4"

    def why_no_gate(self, look: StormingLook, frame: Reinforcing, unit: int, node: int) -> tuple[str, str]:
        code = self._code(look, frame, unit)
        name = look.counter(unit).name
        if code != "Flak":
            return "7.1.4", f"{name} enters {EDGES[code]}, and {{it}} is none"
        printed, bit = look.game.data, 1 << node
        if not bit & (printed.towns | printed.cities) & printed.germany:
            return "7.1.5", f"{name} is placed in a town or city in Germany, and {{it}} is none"
        if not bit & look.controls(GERMAN):
            return "7.1.5", "the Allies control {it}"
        if bit & _with_new_flak(look):
            return "7.1.5", "one of these flak units is in {it} already: one in a hex at most"
        return "7.1.5", "no Supply Line can be traced from {it} to the East Map edge"


def _with_new_flak(look: StormingLook) -> HexSet:
    flak = look.game.flak_units & look.position.on_board
    return look.hexes_of(unit for unit in members(flak) if look.counter(unit).entry_place == "Flak")


def _flak_hexes(look: StormingLook) -> HexSet:
    """German towns and cities in Germany that trace supply and have no such unit yet (7.1.5)."""
    game = look.game
    reached = look.east_supply()
    # The flak unit itself will negate an Allied zone in its hex (6.4), so the line need only come beside it.
    reached |= game.supply_sides.step(reached)
    hexes = (game.data.towns | game.data.cities) & game.data.germany & look.controls(GERMAN) & reached
    return hexes & ~_with_new_flak(look)


# Replacements


class Replaced(Frame, frozen=True):
    """The German Replacement Segment begins."""

    step: ClassVar[str] = "german replacements"
    side: str


class GermanReplacements(Automatic[Replaced]):
    """Units come back from the track, and on two turns from the cup (7.2.2)."""

    name = "german replacements"
    rule = "7.2.2"

    def begin(self, play: Play, side: str) -> Replaced:
        return Replaced(side)

    def run(self, play: Play, frame: Replaced) -> None:
        position, game = play.position, play.game
        coming = take_due(play, GERMAN)
        for unit in coming:
            counter = game.counters[unit]
            if counter.mechanized and counter.division:
                position.rebuilt |= 1 << unit  # 7.2.2.A: once by way of the track
        if position.turn > play.rules.numbers["mechanized_last_turn_declined"] and not position.offensive_turn:
            # Whether they may stay is decided with the Hitler Counteroffensive (17.7.1.B; ruling R75).
            late = game.mechanized_units & ~game.staff_units
            position.rebuilt_late = sum(1 << unit for unit in coming) & late
        coming += _draw(play)
        for unit in coming:
            play.put(unit, ARRIVING)
        if coming:
            _REPLACEMENT_PLACING.begin_placing(play, Replacing(GERMAN))


def take_due(play: Play, side: str) -> list[int]:
    """The units of a side that come back from the track this turn; they are no longer due."""
    position, numbers = play.position, play.game.unit_numbers
    track = play.game.look(position).in_place(TRACK, side)
    due = [name for name, turn in position.due.items() if turn <= position.turn and track >> numbers[name] & 1]
    if due:
        position.due = {name: turn for name, turn in position.due.items() if name not in due}
    return sorted(numbers[name] for name in due)


def _draw(play: Play) -> list[int]:
    """Four units from the cup, blindly, on each of two turns; afterwards there is no cup any more (7.2.2.B)."""
    position, numbers = play.position, play.rules.numbers
    cup = list(position.stacks.get(CUP, ()))
    if position.turn < numbers["cup_first_draw_turn"] or not cup:
        return []
    drawn = []
    if position.turn <= numbers["cup_last_draw_turn"]:
        count = numbers["cup_draws"]
        if len(cup) <= count:
            drawn, cup = cup, []
        else:
            drawn = [cup.pop(play.number(len(cup)) - 1) for _ in range(count)]
        play.tell("cup drawn", "7.2.2.B", tuple(drawn))
    if cup and position.turn >= numbers["cup_last_draw_turn"]:
        for unit in cup:
            play.put(unit, DEAD)
        play.tell("cup emptied", "7.2.2.B", tuple(cup))
    return drawn


def drop_late_replacements(play: Play) -> None:
    """The Hitler Counteroffensive is declined: Mechanized units due after turn 10 are lost (7.2.2.A, 17.7.1.B).

    Those of this turn have come back in Phase I, before the decision, and are lost too (ruling R75).
    """
    position, game = play.position, play.game
    look = game.look(position)
    track = look.in_place(TRACK, GERMAN) & game.mechanized_units & ~game.staff_units
    last = play.rules.numbers["mechanized_last_turn_declined"]
    late = [unit for unit in members(track) if position.due.get(game.unit_ids[unit], 0) > last]
    if late:
        names = {game.unit_ids[unit] for unit in late}
        position.due = {name: turn for name, turn in position.due.items() if name not in names}
        for unit in late:
            play.put(unit, DEAD)
        play.tell("late replacements lost", "7.2.2.A", tuple(late))
    # The withdrawal of the 6th SS Panzer Army may have taken some of them already.
    back = members(position.rebuilt_late & (position.on_board | look.in_place(WATCH, GERMAN)))
    position.rebuilt_late = 0
    for unit in back:
        leave_map(play, unit, DEAD)
    if back:
        play.tell("late replacements leave", "17.7.1.B", tuple(back))


class Replacing(Arriving, frozen=True):
    """German replacements are being placed; so many have joined the 7th Army HQ and Model this turn."""

    step: ClassVar[str] = "german replacement arrivals"
    with_seventh: int = 0
    with_model: int = 0


class ReplacementPlacing(Placement[Replacing]):
    """As "E" reinforcements, with the 7th Army HQ or Model, or into the Watch on the Rhine Box (7.2.B, 4.1.I.b)."""

    name = "german replacement arrivals"
    rule = "7.2.B"
    offers = ("place german replacement", "pick german replacement", "rebuild in watch", "end german replacement")

    def where(self, look: StormingLook, frame: Replacing, unit: int) -> str:
        if not _east_edge(look):
            return "with the 7th Army HQ or Model; whoever is not placed is set aside, off the map"
        return "on the East edge, or with the 7th Army HQ or Model if they can receive units"

    def gates(self, look: StormingLook, frame: Replacing, unit: int) -> HexSet:
        staff = _staff_hex(look, frame, look.game.seventh_army) | _staff_hex(look, frame, look.game.model)
        if staff:
            staff &= ~barred(look, unit)
        return _east_edge(look) | staff

    def way(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> str:
        by_model = not _east_edge(look) >> node & 1 and _staff_hex(look, frame, look.game.model) >> node & 1
        return "17.4.B" if by_model else "7.2.B"

    def why_no_gate(self, look: StormingLook, frame: Replacing, unit: int, node: int) -> tuple[str, str]:
        for staff, rule in ((look.game.seventh_army, "7.2.B"), (look.game.model, "17.4.B")):
            if look.position.units[staff].at != node:
                continue
            name = look.counter(staff).name
            if not _places_left(look, frame, staff):
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
        if _east_edge(play.game.look(play.position)):
            super().left_out(play, frame, unit)
        else:
            _set_aside(play, (unit,))

    def after(self, play: Play, frame: Replacing, node: int) -> Replacing:
        look = play.game.look(play.position)
        if _east_edge(look) >> node & 1:
            return frame
        if _staff_hex(look, frame, look.game.model) >> node & 1:
            return msgspec.structs.replace(frame, with_model=frame.with_model + 1)
        return msgspec.structs.replace(frame, with_seventh=frame.with_seventh + 1)

    def answer(self, play: Play, frame: Replacing, action: Action) -> None:
        if action.verb == "watch":
            play.put(action.index, WATCH)
            play.tell("arrival in watch", "4.1.I.b", action.index)
            after = self.next_hand(play, frame)
            if frame.hand not in (-1, action.index):
                after = msgspec.structs.replace(after, hand=frame.hand)
            play.swap(after)
        else:
            super().answer(play, frame, action)


def _east_edge(look: StormingLook) -> HexSet:
    return look.game.entrances["E"] & look.game.in_play


def _places_left(look: StormingLook, frame: Replacing, staff: int) -> int:
    numbers = look.game.rules.numbers
    if staff == look.game.model:
        return numbers["model_replacements"] - frame.with_model
    return numbers["seventh_army_replacements"] - frame.with_seventh


def _staff_hex(look: StormingLook, frame: Replacing, staff: int) -> HexSet:
    """The hex of the HQ or leader, if replacements may still be placed with him (7.2.B, 17.4.B)."""
    at = look.position.units[staff].at
    if at < 0 or not _places_left(look, frame, staff):
        return 0
    return 1 << at & look.east_supply() & ~look.beside_enemy(GERMAN)


def _replaced_mechanized(look: StormingLook, frame: Replacing) -> int:
    return look.in_place(ARRIVING, GERMAN) & look.game.mechanized_units & ~look.game.staff_units


def _box_open(look: StormingLook, frame: Replacing) -> int:
    """The box is a reserve for the counteroffensive (2.1.B): after it, or where it cannot come, nobody goes in."""
    position, rules = look.position, look.game.rules
    over = position.offensive_turn or position.offensive_declined
    return 0 if over or rules.last_turn < rules.numbers["offensive_first_turn"] else -1


_REINFORCEMENT_PLACING = ReinforcementPlacing()
_REPLACEMENT_PLACING = ReplacementPlacing()

FRAMES: tuple[type[Frame], ...] = (Reinforced, Reinforcing, Replaced, Replacing)
STEPS = (GermanReinforcements(), _REINFORCEMENT_PLACING, GermanReplacements(), _REPLACEMENT_PLACING)
OFFERS: dict[str, Offer] = {
    **placing.offers("german arrival", "7.1.4"),
    **placing.offers("german replacement", "7.2.B"),
    "rebuild in watch": Offer(
        "watch",
        "4.1.I.b",
        (
            Clause("mechanized", "4.1.I.b", "only replaced Mechanized units go into the box", _replaced_mechanized),
            Clause("open", "17.7.2", "the Watch on the Rhine Box serves no longer", _box_open),
        ),
    ),
}
VERBS: dict[str, tuple[str, ...]] = {"hexes": ("place",), "units": ("pick", "watch")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    **placing.SENTENCES,
    "brittany arrival lost": lambda game, unit: (
        f"{game.counters[unit].name} is lost: Brittany is closed to the Germans."
    ),
    "arrival set aside": lambda game, unit: f"{game.counters[unit].name} is set aside, off the map.",
    "arrival in watch": lambda game, unit: f"{game.counters[unit].name} is rebuilt in the Watch on the Rhine Box.",
    "cup drawn": lambda game, units: f"Drawn from the cup: {unit_names(game, units)}.",
    "cup emptied": lambda game, units: f"The cup is closed; lost for good: {unit_names(game, units)}.",
    "late replacements lost": lambda game, units: f"No longer to be rebuilt: {unit_names(game, units)}.",
    "late replacements leave": lambda game, units: f"Rebuilt too late, out of the game: {unit_names(game, units)}.",
}
