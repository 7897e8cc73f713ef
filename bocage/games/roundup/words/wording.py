"""Operation Roundup in words: what the terminal and the table both say about phases, units, answers and ways."""

from __future__ import annotations

from typing import Any, NamedTuple

from bocage.engine.actions import Action
from bocage.engine.steps import Prompt
from bocage.hexes import HexSet

from ..data import Counter
from ..rules.combat.losses import members
from ..rules.look import RoundupLook
from ..rules.movement.moves import Moving
from ..rules.position import ALLIED, DRAWN, GERMAN, POOL

EARLY = ("hitler's strategy", "beachheads", "port designation")  # before the weather and air dice of the turn
PHASE_WORDS = {
    "hitler's strategy": "setup",
    "air support": "air superiority, TAS markers",
    "german air support": "air superiority in the German phase, TAS markers",
    "allied movement": "Allied movement",
    "allied combat": "Allied combat",
    "german movement": "German movement",
    "german combat": "German combat",
    "allied reinforcements": "Allied reinforcements",
    "allied replacements": "Allied replacements",
    "allied order": "Allied choice of Move/Combat or Combat/Move",
    "german order": "German choice of Move/Combat or Combat/Move",
    "first cup": "German reinforcements, 1E/1S cup",
    "second cup": "German reinforcements, 2S cup",
    "italy cup": "German reinforcements, ITALY cup",
    "russia cup": "German reinforcements, RUSSIA cup",
}
PLACE_WORDS = {
    "pool": "waiting in England",
    "dead": "eliminated",
    "aside": "set aside (13.2)",
    "first cup": "1E/1S cup",
    "second cup": "2S cup",
    "italy cup": "ITALY cup",
    "russia cup": "RUSSIA cup",
    "drawn": "drawn, about to enter",
    "track": "returning later (8.4)",
}
END_WORDS = {
    "air support": "no more markers now",
    "aerial supply": "no more markers",
    "landing": "the landing is over",
    "reinforcements": "no more reinforcements",
    "replacements": "no more replacements",
    "air drop": "no more drops now",
    "movement": "the movement phase is over",
    "combat": "the combat phase is over",
    "advance": "nobody else advances",
}
# How counters look: the colours of counter, ink and symbol box (nations differ in lightness too), and the symbols.
COLOURS = {
    "US": ("#8a9a4b", "#1c2008", "#c9d496"),
    "UK": ("#e3c793", "#3a2608", "#f7ead0"),
    "DE": ("#7b858f", "#0c1014", "#c3cad1"),
}
SYMBOLS = {
    "infantry": "infantry", "mech_infantry": "mechanized", "armor": "armour", "panzer": "armour",
    "heavy_panzer": "heavy armour", "airborne": "airborne", "special": "special",
}  # fmt: skip
SUPPLY_CASE = {"turn 1": "4.6", "overland": "4.4", "coastal": "4.3", "aerial": "4.5", "special": "15.8"}


def phase_words(phase: str) -> str:
    """A row of the sequence of play in words; the order of the phases has no part in its name."""
    name = phase.removesuffix(" first").removesuffix(" last")
    return PHASE_WORDS.get(name, name)


def factors(counter: Counter, steps: int) -> str:
    """The printed factors of the side that is up: 5-6, or one number for small units (2.4)."""
    attack, defence = counter.attack[steps], counter.defence[steps]
    return f"{attack}-{defence}" if counter.divisional else str(attack)


def answer_words(look: RoundupLook, action: Action) -> str:
    """What an answer is about, where it is neither a unit nor a hex: a kind of unit, a port, a plan."""
    noun = look.game.actions.verbs[action.verb].noun
    if noun == "kind of unit":
        place = POOL if action.verb == "land" else DRAWN
        units = [unit for unit in look.position.stacks.get(place, ()) if look.game.counters[unit].kind == action.index]
        counter = look.game.counters[units[0]]
        alike = f"; {len(units) - 1} more exactly like it" if len(units) > 1 else ""
        return f"{counter.name} ({counter.id}), {counter.size}, {factors(counter, counter.steps)}{alike}"
    if noun == "strategy":
        return look.game.data.strategies[int(action.operand)].title
    if action.verb == "end":
        return END_WORDS.get(look.position.frames[-1].step, "")
    sky = (look.position.weather, look.position.superiority, look.game.phase(look.position))
    bombers = " (heavy bombers may fly)" if sky == ("Clear", ALLIED, "allied order") else ""
    return {
        "move-first": "Move/Combat: movement, then combat",
        "combat-first": f"Combat/Move: combat, then movement{bombers}",
        "bombers": "call the heavy bombers, then roll",
        "roll": "roll the die",
        "withdraw": "retreat",
        "stand": "stand fast and lose a step",
    }.get(action.verb, "")


def focus(look: RoundupLook, frame: Any) -> str | None:
    """The hex that a question is about."""
    for field in ("target", "at"):
        node = getattr(frame, field, -1)
        if node >= 0:
            return look.game.board.labels[node]
    hand = getattr(frame, "hand", -1)
    if frame.step == "retreat" and look.position.units[hand].at >= 0:
        return look.game.board.labels[look.position.units[hand].at]
    return None


def in_hand(look: RoundupLook, frame: Any) -> list[str]:
    """The units that are about to move together."""
    return [look.game.unit_ids[unit] for unit in members(frame.hand)] if isinstance(frame, Moving) else []


def warnings(look: RoundupLook, prompt: Prompt) -> list[str]:
    """What a player may have forgotten, before he ends a step."""
    step, verbs = prompt.step, prompt.verbs()
    if step in ("landing", "reinforcements"):
        empty = [action.operand for action in verbs.get("enter", ()) if action.index not in look.position.stacks]
        at = getattr(prompt.frame, "at", -1)
        if at >= 0 and at not in look.position.stacks:
            empty.append(look.game.board.labels[at])
        if empty:
            when = "this turn (10.8)" if step == "landing" else "this turn (8.1)"
            return [f"nothing has landed at {', '.join(sorted(empty))} yet, and units wait that could do so {when}"]
    if step == "replacements" and len(verbs) > 1:
        return ["replacement steps that are not used now are lost (8.3)"]
    last_chance = look.game.phase(look.position) == "german air support"
    if step == "air support" and last_chance and look.position.tas_left:
        return [f"TAS markers that are not placed now are lost: {look.position.tas_left} (7.3)"]
    return []


def odds_notes(look: RoundupLook, label: str) -> list[tuple[str, str]]:
    """What changes the results of an attack on a hex after the die is rolled, with its case."""
    node, notes = look.game.board.index[label], []
    stack = look.position.stacks.get(node, ())
    german = all(look.game.counters[unit].side == GERMAN for unit in stack)
    if look.position.turn == 1 and german and look.game.port_hexes >> node & 1:
        notes.append(("11.10", "Germans in a port ignore retreats on turn 1: DR does nothing, DSR takes a step"))
    if any(look.position.dropped >> unit & 1 for unit in stack):
        notes.append(("10.7", "units that dropped this turn do not retreat: DR becomes EX"))
    return notes


def supply_case(look: RoundupLook, unit: int, how: str) -> str:
    """The case behind a unit's state of supply."""
    if how == "overland" and look.game.counters[unit].side == GERMAN:
        return "4.2"
    return SUPPLY_CASE.get(how, "4.1")


class Way(NamedTuple):
    """How units in hand get to a hex: points, the points they have, by column or not, and the path."""

    points: int
    left: int
    column: bool
    path: tuple[int, ...]


def costs(look: RoundupLook, frame: Any) -> list[tuple[int, bool, HexSet]]:
    """What the hexes in reach cost the units in hand: points, whether by column, and the hexes at that price."""
    if not isinstance(frame, Moving) or not frame.hand:
        return []
    walk = look.walk(frame.side, frame.hand, frame.at, frame.spent, frame.allowance)
    found, seen = [], 1 << frame.at
    for points, hexes in enumerate(walk.reach().by_cost):
        found.append((points - frame.spent, False, hexes & ~seen))
        seen |= hexes
    if frame.column:
        for points, hexes in enumerate(look.column_walk(walk, frame.side, frame.column).reach().by_cost):
            found.append((points - frame.spent, True, hexes & ~seen))
            seen |= hexes
    return [row for row in found if row[2]]


def way(look: RoundupLook, frame: Moving, node: int) -> Way | None:
    """The way of the units in hand to a hex, or None if they cannot get there."""
    walk = look.walk(frame.side, frame.hand, frame.at, frame.spent, frame.allowance)
    ways = [(walk, frame.allowance, False)]
    if frame.column:
        ways.append((look.column_walk(walk, frame.side, frame.column), frame.column, True))
    for how, allowance, column in ways:
        flood = how.reach()
        spent = flood.cost(node)
        if spent is not None and node != frame.at:
            harmless = ~look.game.no_column & ~look.enemy_zone(frame.side)
            path = tuple(flood.path(node, harmless))
            return Way(spent - frame.spent, allowance - frame.spent, column, path)
    return None
