"""Signs, inks and paints of Operation Roundup's map in the terminal, and a stack in signs."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.terminal.counters import Paint

from ..rules.look import RoundupLook
from ..rules.position import ALLIED, GERMAN
from ..words.wording import COLOURS, factors

TERRAIN_SIGN = {"clear": ".", "polder": "=", "forest": "f", "town": "o", "port": "P"}
TERRAIN_FILL = {
    "clear": "on #38352a",
    "polder": "on #1f4448",
    "forest": "on #1f3d22",
    "town": "on #5a3b2c",
    "port": "on #6b2a35",
}
TERRAIN_INK = {"clear": "#8f8869", "polder": "#7fc4cc", "forest": "#8fcf8a", "town": "#ffc9a3", "port": "#ffb3bd"}
CONTROL_INK = "#d7e86a"
NATION_STYLE = {"US": "bold #000000 on #9aab4b", "UK": "bold #000000 on #e0c08a", "DE": "bold #000000 on #a9b3bf"}
NATION_LETTER = {"US": "A", "UK": "B", "DE": "G"}
TYPE_LETTER = {
    "infantry": "I", "mech_infantry": "M", "armor": "A", "panzer": "A", "heavy_panzer": "H", "airborne": "P",
    "special": "S",
}  # fmt: skip
PAINT = {nation: Paint(*colours) for nation, colours in COLOURS.items()}
TAS_PAINT = {ALLIED: Paint("#2f5fa8", "#ffffff", "#2f5fa8"), GERMAN: Paint("#23272b", "#ffffff", "#23272b")}
MARKS = {"moved": "m", "attacked": "a", "dropped": "d", "replaced": "r"}
KEY = (
    "AI5 American", " infantry, attack", " 5 (+ is 10 up)", "A US B UK G German", "I infantry", "A armour, panzer",
    "M mechanized", "P airborne", "H heavy panzer", "S special force", "Ai3 i: reduced", "aI7 a: two units", "",
    ". clear , coast", "= polder f forest", "o town   P port", "+ Allied control", "^ TAS marker", "USb beachhead",
    "! enemy zone", "(.) your choice",
)  # fmt: skip
KEY_TO_ALL = KEY[:-2]  # who only looks on has no enemy and nowhere to go


def short(look: RoundupLook, unit: int) -> str:
    """A unit in nine characters: US-1  5-6, or 101AB 4-5r for a reduced one."""
    counter, steps = look.game.counters[unit], look.position.units[unit].steps
    text = factors(counter, steps) + ("r" if counter.divisional and steps == 1 else "")
    name = counter.id if len(counter.id) + 1 + len(text) <= 9 else counter.id[3:]
    return name + text.rjust(9 - len(name))


def stack_glyph(look: RoundupLook, stack: Sequence[int]) -> str:
    """A stack in three signs: nation (small for several units), kind (small for a reduced one), attack strength."""
    counters = [look.game.counters[unit] for unit in stack]
    steps = [look.position.units[unit].steps for unit in stack]
    lead = max(range(len(counters)), key=lambda number: counters[number].attack[steps[number]])
    kind = TYPE_LETTER[counters[lead].type]
    if counters[lead].divisional and steps[lead] == 1:
        kind = kind.lower()
    strength = sum(counter.attack[left] for counter, left in zip(counters, steps, strict=True))
    nation = NATION_LETTER[counters[0].nation]
    if len(stack) > 1:
        nation = nation.lower()
    return f"{nation}{kind}{strength if strength < 10 else '+'}"


def stack_style(look: RoundupLook, stack: Sequence[int]) -> str:
    """The colours of a stack; several units are underlined."""
    style = NATION_STYLE[look.game.counters[stack[0]].nation]
    return f"underline {style}" if len(stack) > 1 else style


def wrapped(head: str, labels: Sequence[str]) -> list[str]:
    """Labels in lines of three behind a heading."""
    return [
        f"{head if not start else ' ' * len(head)} {' '.join(labels[start : start + 3])}"
        for start in range(0, len(labels), 3)
    ]
