"""German replacements and reinforcements (REPL, REIN.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import Clause, Offer, Question
from bocage.hexes import HexSet

from ...data import Counter
from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, CALENDAR, GERMAN, RESERVE, SCHEDULE
from ..supply import ways
from ..telling import hex_name

KORPS, SS, TIGER, DIVISION, BRIGADE, NONE = "korps", "ss", "tiger", "division", "brigade", ""


class Replacing(Frame, frozen=True):
    """Replacements of one turn: how many have come, and how many panzer points were spent."""

    step: ClassVar[str] = "german replacements"
    side: str
    hand: UnitNumber = -1
    korps: int = 0
    ss: int = 0
    points: int = 0
    acted: bool = False


class Replacements(Question[Replacing]):
    """One infantry korps, one SS unit, Tigers whose time has come, and what panzer points buy."""

    name = "german replacements"
    rule = "REPL.2"
    offers = ("place replacement", "pick replacement", "end replacements")

    def begin(self, play: Play, side: str) -> Replacing:
        position, numbers = play.position, play.rules.numbers
        if position.turn >= numbers["panzer_points_from"]:
            position.panzer_points += numbers["panzer_points"]
            play.tell("panzer point", "REPL.7", position.panzer_points)
        return Replacing(side)

    def keep(self, look: RhineLook, frame: Replacing) -> bool:
        return frame.acted

    def case(self, look: RhineLook, frame: Replacing) -> str:
        return "REPL.2" if frame.hand < 0 else _CASES[kind_of(look, frame.hand)]

    def text(self, look: RhineLook, frame: Replacing) -> str:
        if frame.hand >= 0:
            return f"Place {look.game.counters[frame.hand].name} in Germany or on the Siegfried Line."
        points = look.position.panzer_points
        return f"Choose replacements, or end ({points} panzer point{'' if points == 1 else 's'} in the bank)."

    def answer(self, play: Play, frame: Replacing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "pick":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
        else:
            self._place(play, frame, action.index)

    def _place(self, play: Play, frame: Replacing, node: int) -> None:
        position, game = play.position, play.game
        unit = frame.hand
        kind = kind_of(game.look(position), unit)
        cost = price(game.look(position), unit)
        name = game.unit_ids[unit]
        position.lost_turn = {other: turn for other, turn in position.lost_turn.items() if other != name}
        position.panzer_points -= cost
        if kind == KORPS:
            position.disrupted |= 1 << unit
        enter(play, unit, (node,))
        play.tell("replaced", _CASES[kind], unit, node, kind == KORPS)
        play.swap(
            Replacing(
                frame.side,
                korps=frame.korps + (kind == KORPS),
                ss=frame.ss + (kind == SS),
                points=frame.points + cost,
                acted=True,
            )
        )


_CASES = {KORPS: "REPL.2", SS: "REPL.5", TIGER: "REPL.6", DIVISION: "REPL.8", BRIGADE: "REPL.8", NONE: "REPL.4"}


def kind_of(look: RhineLook, unit: int) -> str:
    """By which rule a German unit comes back."""
    memo = look.game.memo
    key = ("replacement", unit)
    found: str | None = memo.get(key)
    if found is None:
        found = memo[key] = _kind(look.game.counters[unit], unit == look.game.parachute_korps)
    return found


def _kind(counter: Counter, parachute: bool) -> str:
    if counter.ss:
        return SS
    if counter.tiger:
        return TIGER
    if counter.kind == "panzer_brigade":
        return BRIGADE
    if counter.kind == "panzer_division":
        return DIVISION
    return KORPS if counter.infantry_corps and not parachute else NONE


def price(look: RhineLook, unit: int) -> int:
    """What a unit costs in panzer points (REPL.8)."""
    numbers = look.game.rules.numbers
    return {DIVISION: numbers["division_points"], BRIGADE: numbers["brigade_points"]}.get(kind_of(look, unit), 0)


def delay(look: RhineLook, unit: int) -> int:
    """Turns that must pass after a loss (REPL.5, REPL.6, REPL.9)."""
    numbers = look.game.rules.numbers
    name = {SS: "ss_return", TIGER: "tiger_return", DIVISION: "panzer_return"}.get(kind_of(look, unit))
    return numbers[name] if name else 0


def return_turn(look: RhineLook, unit: int) -> int:
    """The turn from which on an eliminated unit may come back."""
    return look.position.lost_turn.get(look.game.unit_ids[unit], 0) + delay(look, unit)


def reserved(look: RhineLook) -> int:
    """Units of a Strategic Reserve that is off the map: they come back with it or not at all (SR.3, ruling R56)."""
    position = look.position
    return look.game.reserve_units if position.reserve_turn and not position.reserve_back else 0


def _waiting(look: RhineLook, frame: Replacing) -> int:
    """Eliminated units of the calendar, and brigade groups not on the map."""
    return look.in_place(CALENDAR) & ~reserved(look) | look.in_place(SCHEDULE) & look.game.brigades


def _why_not_waiting(look: RhineLook, frame: Replacing, unit: int) -> tuple[str, str]:
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


def _due(look: RhineLook, frame: Replacing) -> int:
    turn = look.position.turn
    return sum(1 << unit for unit in members(_waiting(look, frame)) if turn >= return_turn(look, unit))


def _why_not_due(look: RhineLook, frame: Replacing, unit: int) -> tuple[str, str]:
    turn = return_turn(look, unit)
    case = {SS: "REPL.5", TIGER: "REPL.6"}.get(kind_of(look, unit), "REPL.9")
    return case, f"{look.game.counters[unit].name} cannot come back before turn {turn}"


def _within_numbers(look: RhineLook, frame: Replacing) -> int:
    """One korps and one SS unit a turn (REPL.3, REPL.5)."""
    numbers = look.game.rules.numbers
    found = 0
    for unit in members(_waiting(look, frame)):
        kind = kind_of(look, unit)
        if (kind == KORPS and frame.korps >= numbers["korps_replaced"]) or (
            kind == SS and frame.ss >= numbers["ss_per_turn"]
        ):
            continue
        found |= 1 << unit
    return found


def _why_enough(look: RhineLook, frame: Replacing, unit: int) -> tuple[str, str]:
    if kind_of(look, unit) == KORPS:
        return "REPL.3", "only one infantry korps is replaced in a turn"
    return "REPL.5", "SS units come back one a turn"


def _affordable(look: RhineLook, frame: Replacing) -> int:
    left = min(look.position.panzer_points, look.game.rules.numbers["panzer_points_spent"] - frame.points)
    return sum(1 << unit for unit in members(_waiting(look, frame)) if price(look, unit) <= left)


def _why_dear(look: RhineLook, frame: Replacing, unit: int) -> tuple[str, str]:
    cost, bank = price(look, unit), look.position.panzer_points
    if cost > bank:
        left = f"{bank} panzer point{'' if bank == 1 else 's'}"
        return "REPL.8", f"{look.game.counters[unit].name} costs {cost}, and the bank holds {left}"
    return "REPL.8", f"at most {look.game.rules.numbers['panzer_points_spent']} points are spent in a turn (ruling R19)"


def homes(look: RhineLook, unit: int) -> HexSet:
    """Where a replacement may appear: a korps anywhere in Germany, others in supply and with room (R18), and nobody in
    a hex that the Allies hold (ruling R57)."""
    hexes = _home_ground(look) & ~_held(look)
    if kind_of(look, unit) == KORPS:
        return hexes
    hexes &= ways.german_supply(look)
    for node in look.game.board.nodes(hexes & look.occupied(GERMAN)):
        if not look.room(unit, node):
            hexes &= ~(1 << node)
    return hexes


def _held(look: RhineLook) -> HexSet:
    """Hexes that the Allies hold, whether anybody stands there or not (ruling R57), or where a dump is (R108)."""
    return look.controls(ALLIED) | look.barred(GERMAN) | look.occupied(ALLIED)


def _home_ground(look: RhineLook) -> HexSet:
    return look.game.data.germany | look.game.data.siegfried


def _has_home(look: RhineLook, frame: Replacing) -> int:
    memo: dict[str, HexSet] = {}
    found = 0
    for unit in members(_waiting(look, frame)):
        kind = kind_of(look, unit)
        if kind not in memo:
            memo[kind] = homes(look, unit)
        if memo[kind] or homes(look, unit):
            found |= 1 << unit
    return found


def _not_in_hand(look: RhineLook, frame: Replacing) -> int:
    return ~(1 << frame.hand) if frame.hand >= 0 else -1


def _in_germany(look: RhineLook, frame: Replacing) -> HexSet:
    return _home_ground(look)


def _chosen(look: RhineLook, frame: Replacing) -> HexSet:
    return -1 if frame.hand >= 0 else 0


def _open_home(look: RhineLook, frame: Replacing) -> HexSet:
    return homes(look, frame.hand) if frame.hand >= 0 else 0


def _why_no_home(look: RhineLook, frame: Replacing, node: int) -> tuple[str, str]:
    if _held(look) >> node & 1:
        return "R57", "the Allies hold {it}"
    if not ways.german_supply(look) >> node & 1:
        return "R18", "{it} is not in German supply"
    return "STK.1", "there is no room in {it}"


def _always(look: RhineLook, frame: Any) -> int:
    return 1


class Reinforcing(Frame, frozen=True):
    """9. Panzer Division is to enter by the south edge."""

    step: ClassVar[str] = "german reinforcements"
    side: str
    hand: UnitNumber = -1


class Reinforcements(Question[Reinforcing]):
    """On turn 5, anywhere on the south edge (REIN.5); if no hex is free, on a later turn."""

    name = "german reinforcements"
    rule = "REIN.5"
    offers = ("place reinforcement", "end reinforcements")

    def begin(self, play: Play, side: str) -> Reinforcing:
        unit = play.game.ninth_panzer
        come = play.position.turn >= play.game.counters[unit].entry_turn and play.position.units[unit].at == SCHEDULE
        return Reinforcing(side, unit if come else -1)

    def text(self, look: RhineLook, frame: Reinforcing) -> str:
        return f"Place {look.game.counters[frame.hand].name} on the south edge of the map."

    def answer(self, play: Play, frame: Reinforcing, action: Action) -> None:
        play.pop()
        if action.verb == "place":
            enter(play, frame.hand, (action.index,))
            play.tell("reinforced", "REIN.5", frame.hand, action.index)
        elif frame.hand >= 0:
            play.tell("reinforcement waits", "R58", frame.hand)


def south_hexes(look: RhineLook, unit: int) -> HexSet:
    """Hexes of the south edge where the unit may enter."""
    hexes = look.game.south_edge & ~look.barred(GERMAN) & ~look.occupied(ALLIED)
    return sum(1 << node for node in look.game.board.nodes(hexes) if look.room(unit, node))


def _south(look: RhineLook, frame: Reinforcing) -> HexSet:
    return look.game.south_edge if frame.hand >= 0 else 0


def _south_free(look: RhineLook, frame: Reinforcing) -> HexSet:
    return south_hexes(look, frame.hand) if frame.hand >= 0 else 0


def _why_not_free(look: RhineLook, frame: Reinforcing, node: int) -> tuple[str, str]:
    if (look.barred(GERMAN) | look.occupied(ALLIED)) >> node & 1:
        return "REIN.5", "the Allies hold {it}"
    return "STK.1", "there is no room in {it}"


def _nobody_comes(look: RhineLook, frame: Reinforcing) -> int:
    return int(frame.hand < 0 or not south_hexes(look, frame.hand))


FRAMES: tuple[type[Frame], ...] = (Replacing, Reinforcing)
STEPS: tuple[Any, ...] = (Replacements(), Reinforcements())
OFFERS: dict[str, Offer] = {
    "pick replacement": Offer(
        "pick",
        "REPL.2",
        (
            Clause("lost", "REPL.2", "", _waiting, _why_not_waiting),
            Clause("numbers", "REPL.3", "", _within_numbers, _why_enough),
            Clause("due", "REPL.9", "", _due, _why_not_due),
            Clause("points", "REPL.8", "", _affordable, _why_dear),
            Clause("home", "REPL.2", "there is no hex where {it} could appear", _has_home),
            Clause("other", "REPL.2", "{it} is in hand already", _not_in_hand),
        ),
    ),
    "place replacement": Offer(
        "place",
        "REPL.2",
        (
            Clause("hand", "REPL.2", "choose first the unit to be replaced", _chosen),
            Clause("germany", "REPL.2", "{it} is neither in Germany nor on the Siegfried Line", _in_germany),
            Clause("open", "REPL.2", "", _open_home, _why_no_home),
        ),
    ),
    "end replacements": Offer("end", "SEQ.9", (Clause("any", "SEQ.9", "", _always),)),
    "place reinforcement": Offer(
        "place",
        "REIN.5",
        (
            Clause("south", "REIN.5", "{it} is not on the south edge", _south),
            Clause("free", "REIN.5", "", _south_free, _why_not_free),
        ),
    ),
    "end reinforcements": Offer(
        "end", "REIN.5", (Clause("none", "REIN.5", "9. Panzer Division must enter", _nobody_comes),)
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("place",), "units": ("pick",)}


def _replaced(game: Any, unit: int, node: int, disrupted: bool) -> str:
    state = ", Disrupted" if disrupted else ""
    return f"{game.counters[unit].name} is rebuilt at {hex_name(game, node)}{state}."


SENTENCES: Mapping[str, Callable[..., str]] = {
    "panzer point": lambda game, points: f"The Germans get a panzer replacement point ({points} in the bank).",
    "replaced": _replaced,
    "reinforcement waits": lambda game, unit: (
        f"No hex of the south edge is free: {game.counters[unit].name} waits for the next turn."
    ),
    "reinforced": lambda game, unit, node: f"{game.counters[unit].name} enters at {hex_name(game, node)}.",
}
