"""What a question is about and what answers would bring: the hand, the hex in question, ways, costs and odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bocage.engine.actions import Action
from bocage.hexes import HexSet
from bocage.rules import Question, met

from ..rules import objectives, volkssturm
from ..rules.air import strafing
from ..rules.combat import odds
from ..rules.combat.fight import MEANING as MEANING
from ..rules.combat.forecast import Forecast
from ..rules.combat.making import Fighting, reckoned, supporting
from ..rules.look import FortressLook, members
from ..rules.movement import districts, railways, reach
from ..rules.movement.allowance import left, still
from ..rules.movement.reach import Moving
from ..rules.position import ALLIED, CLEAR, GERMAN
from . import wording

Note = tuple[str, str, str]  # name, words, case


def answer_words(look: FortressLook, action: Action) -> str:
    """What an answer without a hex or unit is about: a mission, a river section, odds, or what the step says."""
    data, position = look.game.data, look.position
    if action.verb in ("sac", "tac", "against"):
        sac, tac = position.missions.get(action.operand, (0, 0))
        there = [f"{count} {kind}" for count, kind in ((sac, "SAC"), (tac, "TAC")) if count]
        against = position.opposing.get(action.operand, 0)
        there += [f"{against} German"] if against else []
        told = f" ({', '.join(there)} there)" if there else ""
        return f"{data.missions[action.operand].title}{told}: {wording.mission_note(look.game, action.operand)}"
    if action.verb == "bomb":
        return section_words(look, action.operand)
    if action.verb == "declare":
        first, last = action.operand.split("-")
        column = data.column_of[int(first), int(last)]
        return f"{action.operand}, read on {column}" if column != action.operand else action.operand
    if action.verb == "west":
        return f"{action.operand} on the Western Front, the others over Germany"
    frame: Any = position.frames[-1]
    if action.verb in ("write", "strike"):
        return objectives.words(look.game, objectives.goal_of(look.game, frame.side, int(action.operand)))
    step: Any = look.game.steps[frame.step]
    said: str = step.words_of(look, frame, action.verb)
    return said


def section_words(look: FortressLook, section: str) -> str:
    """A river section by its river, and the cities along it.

    Names of sections are those of their rivers with a number.
    """
    data = look.game.data
    along = [data.names[node] for node in look.game.board.nodes(data.section_hexes[section] & data.cities)]
    ends = look.game.board.names(data.section_hexes[section])
    where = ", ".join(along) if along else f"{ends[0]} to {ends[-1]}"
    return f"{section.replace('-', ' ')}: {where}"


# The hand and the hex


def _asking(look: FortressLook, frame: Any) -> Question[Any]:
    step = look.game.steps[frame.step]
    assert isinstance(step, Question)
    return step


def hand(look: FortressLook, frame: Any) -> list[str]:
    """The units that are about to move, fight or be placed; ships that support an attack too."""
    held = _asking(look, frame).hand(look, frame)
    if isinstance(frame, Fighting):
        held |= frame.ships
    return [look.game.unit_ids[unit] for unit in members(held)]


def moving_hand(look: FortressLook, frame: Any) -> list[str]:
    """The units that have been taken in hand to move together."""
    return hand(look, frame) if isinstance(frame, Moving) else []


def focus(look: FortressLook, frame: Any) -> str:
    """The hex that a question is about, or nothing."""
    node = _asking(look, frame).focus(look, frame)
    return look.game.board.labels[node] if node >= 0 else ""


# Ways


class Way(NamedTuple):
    """How the units in hand get to a hex: the path, what the leg takes in words, and what to mind, with the case."""

    path: tuple[int, ...]
    cost: str
    notes: list[Note]


def costs(look: FortressLook, frame: Any, verb: str) -> dict[int, int]:
    """Node -> the hexes that the units in hand enter to get there; empty where nothing is walked."""
    if verb != "move" or not _walkers(look, frame):
        return {}
    found, board = reach.ways(look, frame), look.game.board
    prices: dict[int, int] = {}
    for flood in (found.flood, found.slow):
        for node in board.nodes(flood.all & found.goals):
            price = flood.cost(node) or 0
            prices[node] = min(prices.get(node, price), price)
    for node in board.nodes(found.ferry | found.isle):
        prices[node] = len(reach.path_to(look, frame, node)) - 1
    return prices


def _walkers(look: FortressLook, frame: Any) -> bool:
    """Are units on the map in hand to move?"""
    return isinstance(frame, Moving) and bool(frame.hand) and look.position.units[frame.hand.bit_length() - 1].at >= 0


def way(look: FortressLook, frame: Any, verb: str, node: int) -> Way | None:
    """The way of the units in hand to a hex, or None if they cannot get there."""
    if verb == "rail":
        return _by_rail(look, frame, node)
    if not _walkers(look, frame):
        return None
    if verb != "move" or not reach.ways(look, frame).goals >> node & 1:
        return None
    path = reach.path_to(look, frame, node)
    most = max(min(left(look, unit)[0] for unit in members(frame.hand)), 0)
    return Way(path, f"{_hexes(len(path) - 1)} of {most}", [*_notes(look, frame, path), *_strafed(look, frame, path)])


def _by_rail(look: FortressLook, frame: Any, node: int) -> Way | None:
    """The way of the unit in hand by train; a reinforcement enters by the east edge (10.2)."""
    if not isinstance(frame, Moving) or not met(railways.may_ride(look, frame)) >> node & 1:
        return None
    unit = frame.hand.bit_length() - 1
    at = look.position.units[unit].at
    path = railways.route(look, at, node, frame.hand)
    told = f"by rail, {look.position.rail_moves + 1} of {railways.quota(look)} this turn"
    if look.game.headquarters >> unit & 1:
        told = "by rail, the headquarters of this month"
    return Way(path, told, _strafed(look, frame, path if at >= 0 else (path[0], *path)))


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"


def _strafed(look: FortressLook, frame: Moving, path: Sequence[int]) -> list[Note]:
    """Would fighter-bombers roll for it on this way (17.10.1)?"""
    position, ids = look.position, look.game.unit_ids
    if frame.side != GERMAN or position.impulse != 1:
        return []
    for unit in members(frame.hand & ~position.spared):
        before = position.trails.get(ids[unit], ())
        if strafing.in_danger(look, (*before, *path[1:]) if before else tuple(path)) >= 0:
            return [("Strafing", "a die is rolled for each unit that goes so far", "17.10.1")]
    return []


def _notes(look: FortressLook, frame: Moving, path: Sequence[int]) -> list[Note]:
    """What a leg brings with it: zones, water, frozen units that are set free, Volkssturm, ports."""
    game, position, notes, last = look.game, look.position, [], path[-1]
    hexes = sum(1 << node for node in set(path[1:]))
    if reach.enemy_zone(look, frame.side, frame.hand) >> last & 1:
        notes.append(("Enemy zone", "the move ends here", "7.2"))
    if look.flooded_hexes() >> last & 1:
        notes.append(("Flooded", "whoever enters moves no further this turn", "8.2"))
    if frame.side != ALLIED:
        return notes
    if not position.released and hexes & ~districts.ground_of(game, position.invaded_districts):
        notes.append(("Frozen units", "every frozen German unit is released", "9.1.D"))
    if hexes & volkssturm.calling(look):
        notes.append(("Volkssturm", "it appears in a German city nearby", "25.1"))
    if hexes & game.data.port_hexes & ~position.allied_control:
        notes.append(("Port", "a die tells whether it is damaged", "18.7.8"))
    return notes


# What a unit could do


class Expected(NamedTuple):
    """How far a unit would get: the hexes, how many of them it enters to each, and in words what it depends on."""

    hexes: HexSet
    numbers: dict[int, int]
    why: str


def expected(look: FortressLook, unit: int) -> Expected:
    """How a unit could move in this impulse, or, if it is not its time, in a first impulse from where it stands."""
    position, counter = look.position, look.counter(unit)
    if position.frozen >> unit & 1:
        return Expected(0, {}, "frozen, it does not move")
    now = position.phasing == counter.side and position.impulse > 0 and not position.fighting
    ahead = position.copy()
    ahead.weather = position.weather or CLEAR
    if not now:
        ahead.impulse, ahead.phasing, ahead.fighting = 1, counter.side, False
        ahead.trails, ahead.ashore_now, ahead.slowed = {}, 0, 0
    fresh: FortressLook = look.game.look(ahead)
    when = "in this impulse" if now else f"in a first impulse of {ahead.weather} weather"
    done = position.stopped | position.resting | position.mired | position.held | position.delayed if now else 0
    if (still(look.game, ahead.weather, ahead.impulse) | done) >> unit & 1:
        return Expected(0, {}, f"it does not move {when}")
    frame = Moving(counter.side, 1 << unit)
    return Expected(
        reach.ways(fresh, frame).goals, costs(fresh, frame, "move"), f"{_hexes(left(fresh, unit)[0])} {when}"
    )


# Odds

GOOD_FOR = {
    "AE": "defender", "A2": "defender", "A1": "defender", "AR": "defender", "E2": "both", "EX": "both",
    "DR": "attacker", "D1": "attacker", "DE": "attacker",
}  # fmt: skip


def attack_under_way(frame: Any) -> bool:
    """Is an attack being put together that somebody has joined?"""
    return isinstance(frame, Fighting) and bool(frame.targets and frame.attackers)


def may_be_rolled(look: FortressLook, frame: Any) -> bool:
    """Is an attack under way at odds that may be fought (14.10)?"""
    return attack_under_way(frame) and odds.legal(look, frame.targets, frame.attackers | frame.ships)


def declared(look: FortressLook, frame: Any) -> Forecast | None:
    """The odds of the attack that is under way; below 1-6 without chances."""
    if not attack_under_way(frame):
        return None
    if may_be_rolled(look, frame):
        return look.game.forecast(look.position, frame.side)
    return reckoned(look, frame)


def possible(look: FortressLook, side: str, target: str, attackers: Sequence[str] | None) -> Forecast:
    """The odds of an attack that could be made; what is being put together counts, with another hex or unit."""
    frame = look.position.frames[-1] if look.position.frames else None
    node = look.game.board.index.get(target, -1)
    units = None if attackers is None else list(attackers)
    if isinstance(frame, Fighting) and frame.targets and node >= 0:
        targets = look.game.board.names(frame.targets | 1 << node)
        units = units or hand(look, frame) or None
        given = {"support": supporting(look, frame), "carpet": frame.carpet}
        return look.game.forecast(look.position, side, target=targets, attackers=units, **given)
    return look.game.forecast(look.position, side, target=target, attackers=units)


def odds_notes(name: Callable[[int], str], found: Forecast) -> list[Note]:
    """What a player should know of an attack beyond columns and chances: what changes factors and the die."""
    notes: list[Note] = []
    if len(found.targets) > 1:
        notes.append(("Targets", f"{', '.join(found.targets)} together", "14.6"))
    if not found.odds:
        notes.append(("Not allowed", "the odds are worse than 1-6", "14.10"))
    elif found.declared != found.odds:
        notes.append(("Declared", f"{found.declared} instead of {found.odds}", "15.8"))
    reasons: dict[tuple[str, str], list[str]] = {}
    for factor in (*found.attackers, *found.defenders):
        for reason in factor.reasons:
            reasons.setdefault(reason, []).append(f"{name(factor.unit)} {factor.factor}")
    notes += [("Factors", f"{why}: {', '.join(units)}", rule) for (rule, why), units in reasons.items()]
    if found.ships:
        notes.append(("Ships", f"{sum(ship.factor for ship in found.ships)} factors", "19.4"))
    notes += [("Die", f"{shift.columns:+d} {shift.why}", shift.rule) for shift in found.modifiers]
    return notes
