"""German replacements and reinforcements (REPL, REIN.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.placing import Arriving, Placing, all_placed, picking, placing
from bocage.parts.questions import Acting, Handling, InHand, in_hand
from bocage.rules import HEXES, UNITS, WORD, Conditions, HexSet, Units, event, going_on, offer, once, pure

from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, CALENDAR, GERMAN, RESERVE, SCHEDULE
from ..supply import ways

if TYPE_CHECKING:
    from ...game import Rhine

KORPS, SS, TIGER, DIVISION, BRIGADE, NONE = "korps", "ss", "tiger", "division", "brigade", ""
_CASES = {KORPS: "REPL.2", SS: "REPL.5", TIGER: "REPL.6", DIVISION: "REPL.8", BRIGADE: "REPL.8", NONE: "REPL.4"}


point = event(
    "panzer point", "REPL.7", "The Germans get a panzer replacement point ({points} in the bank).",
    side=GERMAN, points=WORD,
)  # fmt: skip
rebuilt = event(
    "replaced", "REPL.2", "{unit} is rebuilt at {node}{disrupted:, Disrupted|}.",
    sort="arrival", unit=UNITS, node=HEXES, disrupted=WORD,
)  # fmt: skip
arrives = event("reinforced", "REIN.5", "{unit} enters at {node}.", sort="arrival", unit=UNITS, node=HEXES)
waits = event(
    "reinforcement waits", "R58", "No hex of the south edge is free: {unit} waits for the next turn.", unit=UNITS
)


class Replacing(Arriving, frozen=True):
    """Replacements of one turn: how many have come, and how many panzer points were spent."""

    korps: int = 0
    ss: int = 0
    points: int = 0


class Replacements(Acting[Replacing], Handling[Replacing]):
    """One infantry korps, one SS unit, Tigers whose time has come, and what panzer points buy."""

    name, rule = "german replacements", "REPL.2"

    def begin(self, play: Play, side: str) -> Replacing:
        position, numbers = play.position, play.game.rules.numbers
        if position.turn >= numbers["panzer_points_from"]:
            position.panzer_points += numbers["panzer_points"]
            point(play, position.panzer_points)
        return Replacing(side)

    def case(self, look: RhineLook, frame: Replacing) -> str:
        return "REPL.2" if frame.hand < 0 else _CASES[kind_of(look.game, frame.hand)]

    def text(self, look: RhineLook, frame: Replacing) -> str:
        if frame.hand >= 0:
            return f"Place {look.game.counters[frame.hand].name} in Germany or on the Siegfried Line."
        return f"Choose replacements, or end ({_points(look.position.panzer_points)} in the bank)."

    @placing("place", "REPL.2", first="choose first the unit to be replaced")
    def place(self, look: RhineLook, frame: Replacing) -> Conditions:
        yield _home_ground(look), "REPL.2", "{it} is neither in Germany nor on the Siegfried Line"
        yield ~_held(look), "R57", "the Allies hold {it}"
        if kind_of(look.game, frame.hand) != KORPS:
            yield ways.german_supply(look), "R18", "{it} is not in German supply"
            yield homes(look, frame.hand), "STK.1", "there is no room in {it}"

    @place.does
    def _(self, play: Play, frame: Replacing, node: int) -> None:
        position, game, unit = play.position, play.game, frame.hand
        kind, cost = kind_of(game, unit), price(game, unit)
        name = game.unit_ids[unit]
        position.lost_turn = {other: turn for other, turn in position.lost_turn.items() if other != name}
        position.panzer_points -= cost
        if kind == KORPS:
            position.disrupted |= 1 << unit
        enter(play, unit, (node,))
        rebuilt(play, unit, node, kind == KORPS, rule=_CASES[kind])
        korps, ss = frame.korps + (kind == KORPS), frame.ss + (kind == SS)
        play.swap(Replacing(frame.side, acted=True, korps=korps, ss=ss, points=frame.points + cost))

    @picking("pick", "REPL.2", "Replace this one", "{it} is in hand already")
    def pick(self, look: RhineLook, frame: Replacing) -> Conditions:
        game, position, numbers = look.game, look.position, look.game.rules.numbers
        waiting = _waiting(look)
        yield waiting, "REPL.2", lambda unit: _why_not_waiting(look, unit)
        kinds = {unit: kind_of(game, unit) for unit in members(waiting)}
        if frame.korps >= numbers["korps_replaced"]:
            yield ~_of(kinds, KORPS), "REPL.3", "only one infantry korps is replaced in a turn"
        if frame.ss >= numbers["ss_per_turn"]:
            yield ~_of(kinds, SS), "REPL.5", "SS units come back one a turn"
        due = sum(1 << unit for unit in kinds if position.turn >= return_turn(look, unit))
        yield due, "REPL.9", lambda unit: _not_before(look, unit)
        bank, prices = position.panzer_points, [(unit, price(game, unit)) for unit in kinds]
        payable = sum(1 << unit for unit, cost in prices if cost <= bank)
        yield payable, "REPL.8", lambda unit: _too_dear(look, unit)
        most = numbers["panzer_points_spent"]
        affordable = sum(1 << unit for unit, cost in prices if cost <= most - frame.points)
        yield affordable, "REPL.8", f"at most {most} points are spent in a turn (ruling R19)"
        housed = sum(1 << unit for unit in kinds if homes(look, unit))
        yield housed, "REPL.2", "there is no hex where {it} could appear"

    end = going_on("SEQ.9", "End replacements", "no more replacements")


def _points(number: int) -> str:
    return f"{number} panzer point{'' if number == 1 else 's'}"


def _of(kinds: dict[int, str], kind: str) -> Units:
    return sum(1 << unit for unit, found in kinds.items() if found == kind)


@pure(256)
def kind_of(game: Rhine, unit: int) -> str:
    """By which rule a German unit comes back."""
    counter = game.counters[unit]
    if counter.ss:
        return SS  # the Tigers of the SS too (ruling R18)
    if counter.tiger:
        return TIGER
    if counter.kind == "panzer_brigade":
        return BRIGADE  # as often as one likes (ruling R19)
    if counter.kind == "panzer_division":
        return DIVISION
    return KORPS if counter.infantry_corps and unit != game.parachute_korps else NONE


@pure(256)
def price(game: Rhine, unit: int) -> int:
    """What a unit costs in panzer points (REPL.8)."""
    numbers = game.rules.numbers
    return {DIVISION: numbers["division_points"], BRIGADE: numbers["brigade_points"]}.get(kind_of(game, unit), 0)


@pure(256)
def delay(game: Rhine, unit: int) -> int:
    """Turns that must pass after a loss (REPL.5, REPL.6, REPL.9)."""
    name = {SS: "ss_return", TIGER: "tiger_return", DIVISION: "panzer_return"}.get(kind_of(game, unit))
    return game.rules.numbers[name] if name else 0


def return_turn(look: RhineLook, unit: int) -> int:
    """The turn from which on an eliminated unit may come back."""
    return look.position.lost_turn.get(look.game.unit_ids[unit], 0) + delay(look.game, unit)


def _waiting(look: RhineLook) -> Units:
    """Eliminated units of the calendar, and brigade groups not on the map.

    Units of a Strategic Reserve that is off the map come back with it or not at all (SR.3, ruling R56).
    """
    game, position = look.game, look.position
    reserved = game.reserve_units if position.reserve_turn and not position.reserve_back else 0
    return look.in_place(CALENDAR) & ~reserved | look.in_place(SCHEDULE) & game.brigades


def _why_not_waiting(look: RhineLook, unit: int) -> tuple[str, str]:
    game, at = look.game, look.position.units[unit].at
    if game.counters[unit].side != GERMAN:
        return "REPL.1", "{it} is an Allied unit: those are never replaced"
    if at >= 0:
        return "REPL.2", "{it} is on the map"
    if unit == game.parachute_korps:
        return "REPL.4", f"{game.counters[unit].name} cannot be replaced"
    if at == RESERVE:
        return "CO.1", "{it} is in the Strategic Reserve and comes back for the counteroffensive only"
    if at == CALENDAR:
        turn = return_turn(look, unit)
        return "SR.3", f"{{it}} belongs to the Strategic Reserve and joins it on turn {turn} (ruling R56)"
    if at == SCHEDULE:
        return "REIN.5", f"{game.counters[unit].name} has not come yet: it enters by the south edge"
    return "REPL.2", "{it} does not wait for replacement"


def _not_before(look: RhineLook, unit: int) -> tuple[str, str]:
    case = {SS: "REPL.5", TIGER: "REPL.6"}.get(kind_of(look.game, unit), "REPL.9")
    return case, f"{look.game.counters[unit].name} cannot come back before turn {return_turn(look, unit)}"


def _too_dear(look: RhineLook, unit: int) -> str:
    cost, bank = price(look.game, unit), _points(look.position.panzer_points)
    return f"{look.game.counters[unit].name} costs {cost}, and the bank holds {bank}"


@once
def homes(look: RhineLook, unit: int) -> HexSet:
    """Where a replacement may appear: a korps anywhere in Germany, others in supply and with room (R18), and nobody in
    a hex that the Allies hold (ruling R57)."""
    hexes = _home_ground(look) & ~_held(look)
    if kind_of(look.game, unit) == KORPS:
        return hexes
    return look.room(unit, hexes & ways.german_supply(look))


def _held(look: RhineLook) -> HexSet:
    """Hexes that the Allies hold, whether anybody stands there or not (ruling R57), or where a dump is (R108)."""
    return look.controls(ALLIED) | look.barred(GERMAN) | look.occupied(ALLIED)


def _home_ground(look: RhineLook) -> HexSet:
    return look.game.data.germany | look.game.data.siegfried


class Reinforcements(Placing[InHand]):
    """9. Panzer Division on turn 5, anywhere on the south edge (REIN.5), or on a later turn (ruling R58)."""

    name, rule = "german reinforcements", "REIN.5"

    def begin(self, play: Play, side: str) -> InHand:
        unit, frame = play.game.ninth_panzer, super().begin(play, side)
        come = play.position.turn >= play.game.counters[unit].entry_turn and play.position.units[unit].at == SCHEDULE
        return replace(frame, hand=unit) if come else frame

    def waiting(self, look: RhineLook, frame: InHand) -> Units:
        return in_hand(frame)

    def able(self, look: RhineLook, frame: InHand) -> Units:
        return in_hand(frame) if south_hexes(look, frame.hand) else 0

    owing = "9. Panzer Division must enter"

    def where(self, look: RhineLook, frame: InHand) -> str:
        return "on the south edge of the map"

    def left_out(self, play: Play, frame: InHand, unit: int) -> None:
        waits(play, unit)

    @offer("place", HEXES, "REIN.5")
    def place(self, look: RhineLook, frame: InHand) -> Conditions:
        yield look.game.south_edge if frame.hand >= 0 else 0, "REIN.5", "{it} is not on the south edge"
        held = look.barred(GERMAN) | look.occupied(ALLIED)  # a dump keeps them out too (ruling R108)
        yield ~held, "REIN.5", "the Allies hold {it}"
        yield south_hexes(look, frame.hand), "STK.1", "there is no room in {it}"

    @place.does
    def _(self, play: Play, frame: InHand, node: int) -> None:
        play.pop()
        enter(play, frame.hand, (node,))
        arrives(play, frame.hand, node)

    end = all_placed("It waits", "it waits for a free hex")


def south_hexes(look: RhineLook, unit: int) -> HexSet:
    """Hexes of the south edge where the unit may enter."""
    hexes = look.game.south_edge & ~look.barred(GERMAN) & ~look.occupied(ALLIED)
    return look.room(unit, hexes)
