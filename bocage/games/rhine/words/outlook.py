"""What a question is about and what answers would bring: the hand, the hex in question, ways, costs and odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from bocage.engine.actions import Action
from bocage.hexes import HexSet
from bocage.parts.combat.odds import Shift
from bocage.parts.walk import Walk

from ..data import Data
from ..rules.combat.attacks import Allocating
from ..rules.combat.forecast import Forecast
from ..rules.combat.orders import InBattle
from ..rules.combat.retreat import distance_words
from ..rules.look import RhineLook, members
from ..rules.movement import reach
from ..rules.movement.allowance import Moving, Pace, hexes_of_entry, pace
from ..rules.movement.moves import strafing_risk
from ..rules.movement.reach import DASH, MARCH, MOVE
from ..rules.position import ALLIED, DEAD, EXPLOITATION, GERMAN, OPERATIONAL
from ..rules.supply import dumps
from ..rules.supply.dumps import Hauling


def answer_words(look: RhineLook, action: Action) -> str:
    """What an answer without a hex or unit is about."""
    if action.verb == "distance":
        return distance_words(int(action.operand))
    frame = look.position.frames[-1]
    step: Any = look.game.steps[frame.step]
    said: str = step.words_of(look, frame, action.verb)
    return said


# The hand and the hex


def hand(look: RhineLook, frame: Any) -> list[str]:
    """The units that are about to move, fight or be placed."""
    return [look.game.unit_ids[unit] for unit in members(_hand(look, frame))]


def moving_hand(look: RhineLook, frame: Any) -> list[str]:
    """The unit that has been taken up to move."""
    return hand(look, frame) if isinstance(frame, Moving | Hauling) else []


def _hand(look: RhineLook, frame: Any) -> int:
    step: Any = look.game.steps[frame.step]
    held: int = step.hand(look, frame)
    return held


def focus_node(look: RhineLook, frame: Any) -> int:
    """The hex that a question is about, or -1."""
    step: Any = look.game.steps[frame.step]
    asked: int = step.focus(look, frame)
    return asked


def focus(look: RhineLook, frame: Any) -> str:
    """The same as a label, or nothing."""
    node = focus_node(look, frame)
    return look.game.board.labels[node] if node >= 0 else ""


# Ways


class Way(NamedTuple):
    """How the unit in hand gets to a hex: the path, what the leg takes in words, and what to mind, with the case."""

    path: tuple[int, ...]
    cost: str
    notes: list[tuple[str, str, str]]  # name, words, case


WALKS = {MOVE, DASH, MARCH}


def costs(look: RhineLook, frame: Any, verb: str) -> dict[int, int]:
    """Node -> the hexes that the unit in hand enters to get there; empty where nothing is walked."""
    if isinstance(frame, Hauling) and frame.hand >= 0 and verb == MOVE:
        walk = dumps.walk_of(look, frame)
        flood = walk.reach()
        return {node: (flood.cost(node) or 0) - frame.spent for node in look.game.board.nodes(flood.all)}
    if not isinstance(frame, Moving) or frame.hand < 0 or verb not in WALKS:
        return {}
    ways = reach.ways(look, frame)
    goals = {MOVE: ways.near, DASH: ways.risky, MARCH: ways.far}[verb]
    if verb != MOVE:
        flood = reach.flooded(look.game, ways.walk)
        return {node: flood.cost(node) or 0 for node in look.game.board.nodes(goals)}
    # The way that leaves most for an attack may be a detour round a river; unasked-for trouble is avoided.
    shunned = reach.shunned(look, frame)
    found = _entered(look, ways.walk, ways.most[MOVE])
    if shunned:
        found |= _entered(look, ways.walk.but(stops=ways.walk.stops | shunned), ways.most[MOVE])
    return {node: found[node] for node in look.game.board.nodes(goals)}


def _entered(look: RhineLook, walk: Walk, most: int) -> dict[int, int]:
    """Node -> hexes on the way with fewest hexes and rivers together, and then with fewest hexes."""
    dry, wet = look.game.dry_sides.step, look.game.wet_sides.step
    layer = [1 << walk.start]  # rivers crossed -> hexes reached
    by_sum: dict[tuple[int, int], HexSet] = {}
    for hexes in range(1, most + 1):
        gate = walk.open if hexes > 1 or walk.first is None else walk.open & walk.first
        going = [reached & ~walk.stops if hexes > 1 else reached for reached in layer]
        layer = [0] * (len(going) + 1)
        for rivers, reached in enumerate(going):
            if reached:
                layer[rivers] |= dry(reached) & gate
                layer[rivers + 1] |= wet(reached) & gate
        for rivers, reached in enumerate(layer):
            if reached:
                by_sum[hexes + rivers, hexes] = by_sum.get((hexes + rivers, hexes), 0) | reached
    found: dict[int, int] = {}
    known = 1 << walk.start
    for (_, hexes), reached in sorted(by_sum.items()):
        for node in look.game.board.nodes(reached & ~known):
            found[node] = hexes
        known |= reached
    return found


def way(look: RhineLook, frame: Any, verb: str, node: int) -> Way | None:
    """The way of the unit in hand to a hex, or None if it cannot get there."""
    if node not in costs(look, frame, verb):
        return None
    if isinstance(frame, Hauling):
        path = tuple(dumps.walk_of(look, frame).reach().path(node))
        left = look.game.rules.numbers["dump_move"] - frame.spent
        return Way(path, f"{_hexes(len(path) - 1)} of {left}", [])
    ways = reach.ways(look, frame)
    path = reach.path_to(look, frame, verb, node)
    walked = len(path) - 1
    notes = _notes(look, frame, verb, path, ways)
    if verb == DASH:
        return Way(path, f"{_hexes(walked)}, {walked - ways.safe} of them strafed", notes)
    if verb == MARCH:
        bonus = walked - ways.safe
        return Way(path, f"{_hexes(walked)}, {bonus} of them bonus", notes)
    return Way(path, f"{_hexes(walked)} of {ways.most[MOVE]}", notes)


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"


def _notes(
    look: RhineLook, frame: Moving, verb: str, path: tuple[int, ...], ways: reach.Ways
) -> list[tuple[str, str, str]]:
    """What a leg brings with it: zones, rivers, Strafing, the end of all attacks."""
    notes = []
    if ways.walk.stops >> path[-1] & 1:
        notes.append(("Enemy zone", "the move ends here", "ZOC.3"))
    if verb == MARCH and look.game.rules.bonus_bars_attack:
        notes.append(("Bonus hexes", "a unit that uses them does not attack in this phase", "R5"))
    rivers = reach.rivers_crossed(look.game, path)
    if rivers:
        over = "a river is crossed" if rivers == 1 else f"{rivers} rivers are crossed"
        notes.append(("Rivers", f"{over}, which counts like hexes if the unit is to attack", "RIV.4"))
    if verb == DASH:
        risks = [strafing_risk(look, node) for node in path[1 + ways.safe :]]
        safe = Fraction(1)
        for risk in risks:
            safe *= 1 - Fraction(risk, 6)
        notes.append(("Strafing", f"it gets there unharmed with a chance of {float(safe):.0%}", "STRAF.1"))
    if look.game.paris and any(look.game.paris >> other & 1 for other in path[1:]):
        french = look.game.french_second_armored
        waiting = look.position.units[french].at != DEAD and not look.position.paris_entered
        if frame.side == ALLIED and waiting and frame.hand != french:
            notes.append(("Paris", "the French 2nd Armored Division leaves the game if others enter first", "FR2.1"))
    return notes


# What a unit could do


class Expected(NamedTuple):
    """How far a unit would get: its hexes by verb, the number of hexes to each, and in words what it depends on."""

    hexes: dict[str, HexSet]
    numbers: dict[int, int]
    why: str


def expected(look: RhineLook, unit: int) -> Expected:
    """How a unit could move in this phase, or, if it is not its time, in an operational phase from where it stands."""
    position, counter = look.position, look.counter(unit)
    done = position.moved | position.attacked | position.dug_in | position.spent
    frame = position.frames[-1] if position.frames else None
    now = getattr(frame, "side", "") == counter.side and not done >> unit & 1
    exploiting = now and position.stage == EXPLOITATION
    if position.disrupted >> unit & 1:
        return Expected({}, {}, "Disrupted, it does not move")
    ahead = position.copy()
    ahead.stage = EXPLOITATION if exploiting else OPERATIONAL
    fresh: RhineLook = look.game.look(ahead)
    supply = fresh.supply(unit)
    if counter.dump:
        flood = dumps.walk_of(fresh, Hauling(counter.side, unit)).reach()
        prices = {node: flood.cost(node) or 0 for node in look.game.board.nodes(flood.all)}
        return Expected({MOVE: flood.all}, prices, f"up to {counter.move} hexes")
    frame = Moving(counter.side, unit, supply, hexes=hexes_of_entry(fresh, unit) if now else 0)
    ways = reach.ways(fresh, frame)
    prices = {}
    for verb in (MARCH, DASH, MOVE):
        prices.update(costs(fresh, frame, verb))
    return Expected(
        {MOVE: ways.near, DASH: ways.risky, MARCH: ways.far}, prices, _pace_words(pace(fresh, unit, supply), exploiting)
    )


def _pace_words(found: Pace, exploiting: bool) -> str:
    if not found.allowance and not found.bonus:
        return "it cannot move"
    told = [_hexes(found.allowance)]
    if found.limit < found.allowance:
        told.append(f"{found.limit} within the speed limit")
    if found.bonus:
        told.append(f"{found.bonus} bonus")
    return ", ".join(told) + (" in exploitation" if exploiting else "")


# Odds

MEANING = {
    "DE": "defenders eliminated",
    "DR": "defenders routed: the attacker says how far",
    "DW": "defenders withdraw 1 hex, or 2 to 4 and are Disrupted",
    "D": "defenders Disrupted, or they withdraw",
    "-": "no effect",
    "AD": "attackers Disrupted",
    "AE": "attackers worth the defence eliminated",
    "no attack": "the forts are restored and the attack is called off",
}
GOOD_FOR = {
    "DE": "attacker", "DR": "attacker", "DW": "attacker", "D": "attacker", "AD": "defender", "AE": "defender",
    "no attack": "defender",
}  # fmt: skip


def attack_under_way(look: RhineLook, frame: Any) -> bool:
    """Is an attack being put together, or one being resolved that waits for its die?"""
    if isinstance(frame, Allocating):
        return bool(frame.targets and frame.attackers)
    return isinstance(look.game.steps[frame.step], InBattle)


def declared(look: RhineLook, frame: Any) -> Forecast | None:
    """The odds of the attack that is under way."""
    return look.game.forecast(look.position, frame.side) if attack_under_way(look, frame) else None


def possible(look: RhineLook, side: str, target: str, attackers: list[str] | None) -> Forecast:
    """The odds of an attack that could be made; what is being put together counts, with another hex or unit."""
    frame = look.position.frames[-1] if look.position.frames else None
    node = look.game.board.index.get(target, -1)
    if isinstance(frame, Allocating) and frame.targets and node >= 0:
        targets = look.game.board.names(frame.targets | 1 << node)
        units = attackers or hand(look, frame) or None
        return look.game.forecast(look.position, side, target=targets, attackers=units)
    return look.game.forecast(look.position, side, target=target, attackers=attackers)


def all_shifts(data: Data, found: Forecast) -> list[Shift]:
    """The shifts of an attack, with the column for defenders who are all Disrupted."""
    shifts = list(found.shifts)
    if found.disrupted:
        columns = data.numbers["shift_disrupted"]
        shifts.append(Shift(columns, "DIS.3", "every defender is Disrupted (beyond the limit of bonuses)"))
    return shifts


def read_on(data: Data, found: Forecast) -> str:
    """The column on which a die that is not pressed is read, or nothing below 1:3."""
    columns = data.odds
    if not found.column:
        return ""
    bonus = data.numbers["shift_disrupted"] if found.disrupted else 0
    return columns[min(columns.index(found.column) + bonus, len(columns) - 1)]


def odds_notes(data: Data, found: Forecast, name: Callable[[str], str] = str) -> list[tuple[str, str, str]]:
    """What a player should know of an attack beyond shifts and chances: name, words, case."""
    notes = []
    if len(found.targets) > 1:
        notes.append(("Targets", f"{', '.join(found.targets)} together", "MAND.1"))
    if not found.attack:
        notes.append(("Not allowed", "nobody here has an attack factor", "ATT.3"))
    elif not found.column:
        notes.append(("Not allowed", f"{found.final_odds} is below 1:3", "CRT.14"))
    if _limited(data, found):
        notes.append(("Limit", f"bonuses at most double the odds: {found.final_odds}", "SHIFT.1"))
    if found.unknown:
        pieces = "1 face-down piece defends" if found.unknown == 1 else f"{found.unknown} face-down pieces defend"
        notes.append(("Unknown", f"{pieces}: nobody knows with what, and it is reckoned as nothing", "SET.7"))
    if found.forts:
        told = f"restored with a chance of {found.forts}; then the odds are {found.odds_with_forts}"
        notes.append(("Forts", told, "METZ.2"))
    if found.supportable and all(shift.rule != "BLITZ.1" for shift in found.shifts):
        notes.append(("Goering's Blitz", "can support this attack", "BLITZ.2"))
    if found.softened:
        told = f"DW is D and D no effect for {', '.join(name(unit) for unit in found.softened)}"
        walls = data.major_cities | data.fortress_ports
        in_city = any(walls >> data.board.index[label] & 1 for label in found.targets)
        notes.append(("Steadfast", told, "CITY.1" if in_city else "ABN.1" if found.side == GERMAN else "SS.3"))
    return notes


def _limited(data: Data, found: Forecast) -> bool:
    """Has the limit of doubling cut off bonuses (SHIFT.1)?"""
    total = sum(shift.columns for shift in found.shifts)
    columns = data.odds
    last = len(columns) - 1
    reached = _column_number(columns, found.final_odds)
    return total > 0 and reached < min(_column_number(columns, found.odds) + total, last)


def _column_number(columns: tuple[str, ...], text: str) -> int:
    if text in columns:
        return columns.index(text)
    return int(columns[0].partition(":")[2]) - int(text.partition(":")[2] or 0)
