"""What a question is about and what answers would bring: the hand, the hex in question, ways, costs and odds."""

from __future__ import annotations

from typing import Any, NamedTuple

from bocage.engine.actions import Action
from bocage.rules import Question

from ..rules.air.strafing import Strafing
from ..rules.airborne.drop_zones import Dropping
from ..rules.assault.cherbourg import Besieger
from ..rules.combat.fight import AirDefence, Fight
from ..rules.combat.forecast import Forecast
from ..rules.combat.joining import Fighting
from ..rules.look import StormingLook, members
from ..rules.movement.allowance import allowance, idle
from ..rules.movement.hand import Moving
from ..rules.movement.reach import ways
from ..rules.position import GERMAN
from . import reports


def answer_words(look: StormingLook, action: Action) -> str:
    """What an answer without a hex or unit is about."""
    if action.verb in ("declare", "give"):
        return number_words(look, action.verb, int(action.operand))
    return ""


def number_words(look: StormingLook, verb: str, number: int) -> str:
    """What a declared number of Movement Points leaves on the track (10.6.A, 9.4)."""
    points = look.position.points
    if verb == "give":
        ours, theirs = points.get("12AG", 0) - number, points.get("21AG", 0) + number
        return f"{number} MP, then {reports.sign(look, '12AG')} {ours}, 21AG {theirs}"
    left = ", ".join(f"{reports.sign(look, group)} {max(0, value - number)}" for group, value in points.items())
    return f"{number} MP, then left: {left}"


# The hand and the hex


def _asking(look: StormingLook, frame: Any) -> Question[Any]:
    step = look.game.steps[frame.step]
    assert isinstance(step, Question)
    return step


def hand(look: StormingLook, frame: Any) -> list[str]:
    """The units that are about to move, fight or be placed."""
    ids = look.game.unit_ids
    return [ids[unit] for unit in members(_asking(look, frame).hand(look, frame))]


def moving_hand(look: StormingLook, frame: Any) -> list[str]:
    """The units that have been taken in hand to move together."""
    return hand(look, frame) if isinstance(frame, Moving) else []


def focus(look: StormingLook, frame: Any) -> str:
    """The hex that a question is about, or nothing."""
    node = _asking(look, frame).focus(look, frame)
    return look.game.board.labels[node] if node >= 0 else ""


def strafing_targets(look: StormingLook) -> tuple[int, ...]:
    """The units on which counters have been laid that are not revealed yet."""
    frame = look.position.frames[-1] if look.position.frames else None
    return frame.targets if isinstance(frame, Strafing) else ()


def planned_drops(look: StormingLook) -> dict[int, int]:
    """Hex -> the unit that is to drop there, while an Airborne Operation is being planned."""
    frame = look.position.frames[-1] if look.position.frames else None
    return dict(zip(frame.hexes, frame.units, strict=True)) if isinstance(frame, Dropping) else {}


# Ways


class Way(NamedTuple):
    """How units in hand get to a hex: the points of this leg, those they have left, and the path."""

    points: int
    left: int
    path: tuple[int, ...]


def costs(look: StormingLook, frame: Any) -> dict[int, int]:
    """Node -> the points that the units in hand pay to get there; empty where nothing is paid."""
    if not isinstance(frame, Moving) or not frame.hand or frame.at < 0:
        return {}
    found = ways(look, frame)
    return {node: found.cost(node) - frame.spent for node in look.game.board.nodes(found.goals)}


def way(look: StormingLook, frame: Moving, node: int) -> Way | None:
    """The way of the units in hand to a hex, or None if they cannot get there."""
    if not frame.hand or frame.at < 0:
        return None
    found = ways(look, frame)
    if not found.goals >> node & 1:
        return None
    path = found.path(node)
    spent = found.price(path)
    assert spent is not None
    return Way(spent - frame.spent, frame.allowance - frame.spent, path)


class Expected(NamedTuple):
    """A unit as if it moved: the frame, and where its points come from in words."""

    frame: Moving
    why: str


def expected(look: StormingLook, unit: int) -> Expected:
    """How a unit would move: with its points of this step, or else with the best that its die could bring."""
    counter, position, numbers = look.counter(unit), look.position, look.game.rules.numbers
    at = position.units[unit].at
    points = allowance(look, unit) if position.stage and not position.moved >> unit & 1 else 0
    if points:
        return Expected(Moving(counter.side, 1 << unit, at, at, allowance=points), f"{points} MP in this step")
    if (idle(look) | look.frozen_units()) >> unit & 1:
        return Expected(Moving(counter.side, 1 << unit, at, at), "it does not move")
    why = "with the best die"
    if counter.staff:
        points, why = counter.printed_movement, "in breakthrough or exploitation"
    else:
        if counter.side == GERMAN:
            line = "german_mechanized" if counter.mechanized else "german_infantry"
        else:
            line = "allied_limited" if look.limited(look.command_of(unit)) else "allied_full"
        points = max(look.game.data.allowances[line])
        printed = numbers["dropped_allowance"] if look.on_dropped_side(unit) else counter.printed_movement
        points = min(points, printed) if printed >= 0 else points
    if position.oos >> unit & 1:
        points //= numbers["unsupplied_divisor"]
    points = max(0, points - position.strafed.get(counter.id, 0))
    return Expected(Moving(counter.side, 1 << unit, at, at, allowance=points), f"up to {points} MP, {why}")


# Odds

KIND_WORDS = {"combat": "Attack", "assault": "Mobile Assault", "cherbourg": "Cherbourg Assault"}


def attack_under_way(frame: Any) -> bool:
    """Is an attack being put together, or one about to be fired that the Allies may support with air?"""
    if isinstance(frame, AirDefence.frame):
        return True
    declaring = isinstance(frame, Fighting | Fight) and frame.step in ("combat", "mobile assault", Besieger.step)
    return declaring and frame.target >= 0 and frame.attackers > 0


def declared(look: StormingLook, frame: Any) -> Forecast | None:
    """The odds of the attack that is under way."""
    return look.game.forecast(look.position, frame.side) if attack_under_way(frame) else None


def odds_notes(look: StormingLook, label: str) -> list[tuple[str, str]]:
    """What a player should know of an attack on a hex beyond its dice, with the case."""
    game, position = look.game, look.position
    node = game.board.index[label]
    notes = []
    stack = look.stack(node)
    if any(position.refit >> unit & 1 for unit in stack):
        notes.append(("7.3.F", "the attack takes away the R&R marker there"))
    if any(look.frozen_units() >> unit & 1 for unit in stack):
        notes.append(("10.7.8", "the attack releases the whole 15th Army"))
    if position.turn == 1 and len(stack) == 1 and look.counter(stack[0]).type == "airborne":
        notes.append(("3.2.E.4", "an airborne unit alone in its hex ignores a single step loss on turn 1"))
    return notes
