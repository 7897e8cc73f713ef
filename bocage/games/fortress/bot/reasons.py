"""Why a bot acts as it does, in one sentence: the target, the odds and the risk, reckoned when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.events import UNITS
from bocage.engine.naming import counted

from ..rules.air import missions
from ..rules.invasion import lines
from ..rules.look import members
from ..rules.position import ALLIED
from ..rules.supply.capacity import capacity
from .aims.goals import Goals
from .sight import Sight

Party = Mapping[int, Collection[int]]  # target -> the units with which it is to be attacked
Words = Callable[[Seat, Sight, Goals, Action, Party], str]

DEAR, NEAR = 5.0, 12  # a hex that is worth a march, and how far away it is told of
EVEN = 0.5
GOOD, BAD = ("DR", "D1", "DE"), ("AE", "A2", "A1", "AR")


def reason(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    """Why an action was chosen; empty where there is nothing to say."""
    words = _WORDS.get((seat.prompt.step, action.verb)) or _WORDS.get(("", action.verb))
    return "" if words is None else words(seat, sight, goals, action, party)


def _chances(found: Any) -> str:
    good = float(sum(chance for result, chance in found.chances.items() if result in GOOD))
    bad = float(sum(chance for result, chance in found.chances.items() if result in BAD))
    return f"{found.attack} against {found.defence} on the {found.column} column: {good:.0%} good, {bad:.0%} bad"


def _odds(seat: Seat, sight: Sight, target: int, units: Collection[int]) -> str:
    game = sight.game
    try:
        found = seat.forecast(game.board.labels[target], [game.unit_ids[unit] for unit in units])
    except (BadInput, Refusal):
        return f"with {counted(sum(sight.attack(unit) for unit in units), 'factor')}"
    return _chances(found)


def _attack(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    units = party.get(action.index, ())
    name = sight.game.hex_name(action.index)
    if not units:
        return f"I attack {name} because it must be attacked."
    frame: Any = seat.prompt.frame
    must = " (it must be attacked)" if frame.due >> action.index & 1 else ""
    return f"I attack {name}{must}, {_odds(seat, sight, action.index, units)}."


def _roll(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    try:
        found = seat.forecast()
    except (BadInput, Refusal):
        return ""
    owed = frame.due & frame.targets and sum(found.chances.get(result, 0) for result in GOOD) < EVEN
    must = " only because it must be attacked" if owed else ""
    return f"I attack {sight.look.hex_names(frame.targets)}{must}: {_chances(found)}."


def _move(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    node = action.index
    if not frame.hand:
        return ""
    name, names = sight.game.hex_name(node), sight.game.named(UNITS, members(frame.hand))
    if sight.enemy_zone >> node & 1:
        near = sight.board.nodes(sight.look.sides().step(1 << node) & sight.exerting)
        where = " and ".join(sight.game.hex_name(enemy) for enemy in near)
        return f"{names} to {name}, to attack {where}." if where else f"{names} to {name}."
    if node in goals.guards and goals.guards[node] >= 1:
        return f"{names} to {name}, which must be held."
    if goals.prizes.get(node, 0.0) >= 1 and not sight.own_hexes >> node & 1:
        return f"{names} to {name}, which lies open."
    where = _on_what(sight, goals, node)
    if sight.shelter(node) >= 1:
        return f"{names} to {name}, where the ground is good{where}."
    return f"{names} to {name}{where or ', towards the front'}."


def _on_what(sight: Sight, goals: Goals, node: int) -> str:
    """What a hex lies before: for the Allies what they march on, for the Germans what they bar the way to."""
    wanted = goals.prizes if sight.side == ALLIED else goals.guards
    dear = {place: value for place, value in wanted.items() if value >= DEAR}
    if not dear:
        return ""
    place = min(dear, key=lambda place: (sight.board.distance(node, place) - dear[place] / 2, place))
    if sight.board.distance(node, place) > NEAR:
        return ""
    words = "on the way to" if sight.side == ALLIED else "to keep the enemy from"
    return f", {words} {sight.game.hex_name(place)}"


def _beach(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    (area,) = lines.areas(sight.game, 1 << action.index)[:1]
    held = sum(sight.attack(unit) for unit in sight.fighters(action.index, sight.enemy))
    return f"I land in {area}: {sight.game.hex_name(action.index)} is held by {counted(held, 'factor')} that I can see."


def _place(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    hand = getattr(frame, "hand", -1)
    return f"{sight.game.unit_name(hand)} to {sight.game.hex_name(action.index)}." if hand >= 0 else ""


def _sail(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    names = sight.game.named(UNITS, members(frame.hand))
    return f"{names} to {sight.game.hex_name(action.index)}, the port at the front."


def _home(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    frame: Any = seat.prompt.frame
    names = sight.game.named(UNITS, members(frame.hand))
    lack = capacity(sight.look)
    return f"{names} sails home: the supply capacity is {lack}, and somebody who is missed least must make room."


def _fly(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    name = list(sight.game.data.missions)[action.index]
    why = _MISSIONS.get(name, "")
    return f"{sight.game.data.missions[name].title}: {why}." if why else ""


def _against(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    name = list(sight.game.data.missions)[action.index]
    return f"Against {sight.game.data.missions[name].title}: each of mine stops one of theirs."


def _own_blow(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    return "Ground Support for my own blow: while they are few ashore each aircraft is a column."


def _harbour(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    return f"The mulberry to {sight.game.hex_name(action.index)}, the safest of the beaches that I hold."


_MISSIONS = {
    missions.SUPPORT: "a column in an attack where it counts",
    missions.STRAFING: "whoever marches far may lose a step",
    missions.COUNTER_AIR: "a blow from the air may throw a young beachhead back",
    missions.BRIDGES: "their armour comes late to the beach",
    missions.RAILWAYS: "two units less come by rail",
    missions.REPLACEMENTS: "their losses stay lost",
    missions.U_BOATS: "else the Americans lose half of their replacements",
    missions.V1_SITES: "else the British lose half of their replacements",
    missions.CARPET: "two on the die of an attack at low odds",
    missions.FUEL: "their aircraft will stay on the ground",
}


def _lose(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    return f"{sight.game.unit_name(action.index)} takes the loss: there it costs least."


def _fill(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    return f"{sight.game.unit_name(action.index)} gains most by replacements."


def _end(seat: Seat, sight: Sight, goals: Goals, action: Action, party: Party) -> str:
    return {
        "movement": "Nobody else gains by moving.",
        "combat": "No other attack is worth its risk.",
        "invasion": "No landing now promises enough." if not getattr(seat.prompt.frame, "line", 0) else "There I land.",
        "drop": "No drop now is worth the risk.",
    }.get(seat.prompt.step, "")


_WORDS: dict[tuple[str, str], Words] = {
    ("combat", "attack"): _attack,
    ("combat", "roll"): _roll,
    ("movement", "move"): _move,
    ("movement", "rail"): _move,
    ("", "sail"): _sail,
    ("movement", "england"): _home,
    ("movement", "africa"): _home,
    ("allied allocation", "sac"): _fly,
    ("allied allocation", "tac"): _fly,
    ("german allocation", "against"): _against,
    ("german allocation", "support"): _own_blow,
    ("mulberry", "place"): _harbour,
    ("", "beach"): _beach,
    ("", "place"): _place,
    ("", "land"): _place,
    ("", "drop"): _place,
    ("", "lose"): _lose,
    ("", "fill"): _fill,
    ("", "end"): _end,
}
