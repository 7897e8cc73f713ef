"""Operation Roundup in words: what the terminal and the table both say about phases, units and answers."""

from __future__ import annotations

from typing import Any

from bocage.engine.actions import Action
from bocage.engine.steps import Prompt
from bocage.rules import Question

from ..data import Counter
from ..rules.look import RoundupLook
from ..rules.position import CUPS, DRAWN, POOL

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
    **{cup: f"German reinforcements, {name} cup" for cup, name in CUPS.items()},
}
PLACE_WORDS = {
    "pool": "waiting in England",
    "dead": "eliminated",
    "aside": "set aside (13.2)",
    **{cup: f"{name} cup" for cup, name in CUPS.items()},
    "drawn": "drawn, about to enter",
    "track": "returning later (8.4)",
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
    frame = look.position.frames[-1]
    return question(look, frame).words_of(look, frame, action.verb)


def question(look: RoundupLook, frame: Any) -> Question[Any]:
    """The step that asks, for what it says of itself."""
    step = look.game.steps[frame.step]
    assert isinstance(step, Question)
    return step


def focus(look: RoundupLook, frame: Any) -> str | None:
    """The hex that a question is about."""
    node = question(look, frame).focus(look, frame)
    return look.game.board.labels[node] if node >= 0 else None


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
