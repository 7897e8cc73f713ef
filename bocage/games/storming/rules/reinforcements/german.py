"""German units come into play: reinforcements by their code letter (7.1.4, 7.1.5) and replacements (7.2.B, 7.2.2)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bocage.parts.placing import Arriving, all_placed
from bocage.rules import UNITS, Conditions, HexSet, Units, automatic, event, lacking, met, offer, provided

from ..elimination import leave_map
from ..look import Play, StormingLook, members
from ..movement.limits import bars
from ..position import ARRIVING, ASIDE, CUP, DEAD, GERMAN, SCHEDULE, TRACK, WATCH
from ..supply.ways import german_line
from .placing import Placement, Terms

FLAK = "Flak"
EDGES = {
    "E": "in an 'E' Entrance Hex on the East edge",
    "B": "in a 'B' hex of Brittany on the West edge",
    "W": "in a 'W' Entrance Hex on the Southwest edge",
    "A-D": "in an 'A-D' Entrance Hex on the Southeast edge",
    FLAK: "in a supplied German town or city without another of these flak units",
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


@automatic("german reinforcements", "7.1.4")
def german_reinforcements(play: Play, side: str) -> None:
    """The units of this turn come off the track (7.1)."""
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
        play.push(ReinforcementPlacing().next_hand(play, Reinforcing(GERMAN, from_east=from_east)))


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


class ReinforcementPlacing(Placement[Reinforcing]):
    """Each unit is placed in an Entrance Hex of its letter, whatever stands beside it (7.1.2.B, 7.1.4, 7.1.5)."""

    name, rule = "german arrivals", "7.1.4"

    def terms(self, frame: Reinforcing) -> Terms:
        return (frame.from_east,)

    def where(self, look: StormingLook, frame: Reinforcing) -> str:
        return EDGES[_code(look, self.terms(frame), frame.hand)]

    def way(self, look: StormingLook, frame: Reinforcing, node: int) -> str:
        return "7.1.5" if _code(look, self.terms(frame), frame.hand) == FLAK else "7.1.4"

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> Conditions:
        game, code, name = look.game, _code(look, terms, unit), look.counter(unit).name
        if code != FLAK:
            why = f"{name} enters {EDGES[code]}, and {{it}} is none"
            yield game.entrances[code] & game.in_play, "7.1.4", why
            return
        towns = (game.data.towns | game.data.cities) & game.data.germany
        yield towns, "7.1.5", f"{name} is placed in a town or city in Germany, and {{it}} is none"
        yield look.controls(GERMAN), "7.1.5", "the Allies control {it}"
        flak = members(game.flak_units & look.position.on_board)
        others = look.hexes_of(other for other in flak if look.counter(other).entry_place == FLAK)
        yield ~others, "7.1.5", "one of these flak units is in {it} already: one in a hex at most"
        line = german_line(look)  # R73
        yield line, "7.1.5", "no Supply Line can be traced from {it} to the East Map edge"

    end = all_placed("End reinforcements", "every reinforcement is in its place")


def _code(look: StormingLook, terms: Terms, unit: int) -> str:
    (from_east,) = terms
    return "E" if from_east else look.counter(unit).entry_place


# Replacements


@automatic("german replacements", "7.2.2")
def german_replacements(play: Play, side: str) -> None:
    """Units come back from the track, and on two turns from the cup (7.2.2)."""
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
        play.start("german replacement arrivals", GERMAN)


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


class ReplacementPlacing(Placement[Replacing]):
    """As "E" reinforcements, with the 7th Army HQ or Model, or into the Watch on the Rhine Box (7.2.B, 4.1.I.b).

    Without the East Map there is no edge, and whoever joins neither of them is set aside (R78).
    """

    name, rule = "german replacement arrivals", "7.2.B"

    def terms(self, frame: Replacing) -> Terms:
        return frame.with_seventh, frame.with_model

    def where(self, look: StormingLook, frame: Replacing) -> str:
        if not _east_edge(look):
            return "with the 7th Army HQ or Model; whoever is not placed is set aside, off the map"
        return "on the East edge, or with the 7th Army HQ or Model if they can receive units"

    def gates(self, look: StormingLook, terms: Terms, unit: int) -> Conditions:
        seventh, model = (_with_staff(look, terms, unit, case) for case in ("7.2.B", "17.4.B"))
        no_place = "replacements enter by the East edge, or with the 7th Army HQ or Model"
        yield _east_edge(look) | look.hexes_of((look.game.seventh_army, look.game.model)), "7.2.B", no_place

        def why(node: int) -> tuple[str, str]:
            at_seventh = look.position.units[look.game.seventh_army].at == node
            return lacking(_with_staff(look, terms, unit, "7.2.B" if at_seventh else "17.4.B"), node)

        yield _east_edge(look) | met(seventh) | met(model), "7.2.B", why

    def way(self, look: StormingLook, frame: Replacing, node: int) -> str:
        with_model = met(_with_staff(look, self.terms(frame), frame.hand, "17.4.B")) & ~_east_edge(look)
        return "17.4.B" if with_model >> node & 1 else "7.2.B"

    def must(self, look: StormingLook, frame: Replacing) -> Units:
        return super().must(look, frame) if _east_edge(look) else 0

    def left_out(self, play: Play, frame: Replacing, unit: int) -> None:
        if _east_edge(play.look):
            super().left_out(play, frame, unit)
        else:
            _set_aside(play, (unit,))

    def after(self, play: Play, frame: Replacing, node: int) -> Replacing:
        if _east_edge(play.look) >> node & 1:
            return frame
        if self.way(play.look, frame, node) == "17.4.B":
            return replace(frame, with_model=frame.with_model + 1)
        return replace(frame, with_seventh=frame.with_seventh + 1)

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

    end = all_placed("End replacements", "no more replacements")


def _with_staff(look: StormingLook, terms: Terms, unit: int, case: str) -> Conditions:
    """Whether a replacement may still be placed with the 7th Army HQ (7.2.B), or with Model (17.4.B)."""
    game, numbers, (with_seventh, with_model) = look.game, look.game.rules.numbers, terms
    if case == "17.4.B":
        staff, left = game.model, numbers["model_replacements"] - with_model
    else:
        staff, left = game.seventh_army, numbers["seventh_army_replacements"] - with_seventh
    name = look.counter(staff).name
    yield look.hexes_of((staff,)), case, f"{name} is not in {{it}}"
    yield provided(left > 0), "7.2.B", f"{name} has received as many replacements as one turn allows"
    yield look.east_supply(), case, f"{name} is not in normal East Map-edge supply"
    yield ~look.beside_enemy(GERMAN), case, f"{name} is adjacent to an Allied unit"
    for bar in bars(look, unit):
        yield ~bar.hexes, bar.rule, bar.why
