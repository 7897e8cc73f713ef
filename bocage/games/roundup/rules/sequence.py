"""The sequence of play (5.0), line by line in the book's order."""

from __future__ import annotations

from bocage.engine.steps import Row

from .air import aerial_supply_possible, allied_air, later_turn, tas_to_place
from .look import RoundupLook
from .position import ALLIED, GERMAN


def _first_turn(look: RoundupLook) -> bool:
    return look.position.turn == 1


SETUP = (
    Row("hitler's strategy", GERMAN, "hitler's strategy", "13.3"),
    Row("beachheads", ALLIED, "beachheads", "13.4"),
)

TURN = (
    # I. Allied player phase
    Row("port designation", ALLIED, "ports", "4.4", later_turn),
    Row("weather", ALLIED, "weather", "5.0.I"),
    Row("air superiority", ALLIED, "air superiority", "5.0.I"),
    Row("air support", "", "air support", "7.3", tas_to_place),
    Row("aerial supply", ALLIED, "aerial supply", "4.5", aerial_supply_possible),
    Row("allied reinforcements", ALLIED, "reinforcements", "8.1", later_turn),
    Row("allied replacements", ALLIED, "replacements", "8.3", later_turn),
    Row("allied reinforcement stacking", ALLIED, "stacking check", "3.1", later_turn),
    Row("allied order", ALLIED, "phase order", "9.0"),
    # II. German player phase
    Row("german air support", "", "air support", "7.3", tas_to_place),
    Row("german order", GERMAN, "phase order", "9.0"),
    Row("first cup", GERMAN, "draw first cup", "8.5.1"),
    Row("second cup", GERMAN, "draw second cup", "8.5.1"),
    Row("italy cup", GERMAN, "draw italy cup", "8.5.2"),
    Row("russia cup", GERMAN, "draw russia cup", "8.5.3"),
    Row("german reinforcement stacking", GERMAN, "stacking check", "3.1"),
    # III. Administrative phase
    Row("administration", "", "administration", "5.0.III"),
)

_LANDING = Row("landing", ALLIED, "landing", "10.8", _first_turn)
_DROP = Row("air drop", ALLIED, "air drop", "10.7", allied_air)


def _phases(side: str, combat_first: bool) -> tuple[Row, ...]:
    """The movement and the combat phase of a side, in the order that it chose."""
    extra = " last" if combat_first else ""
    movement: tuple[Row, ...] = (
        Row(f"{side} movement{extra}", side, "movement", "10.0"),
        Row(f"{side} movement stacking{extra}", side, "stacking check", "3.1"),
    )
    if side == ALLIED:
        drop = _DROP._replace(name=f"air drop{extra}")
        movement = (drop, *movement) if combat_first else (_LANDING, drop, *movement)
    first = " first" if combat_first else ""
    combat = (
        Row(f"{side} combat{first}", side, "combat", "11.0"),
        Row(f"{side} combat stacking{first}", side, "stacking check", "3.1"),
    )
    return (*combat, *movement) if combat_first else (*movement, *combat)


SEQUENCE = {
    "setup": SETUP,
    "turn": TURN,
    "allied move/combat": _phases(ALLIED, False),
    "allied combat/move": _phases(ALLIED, True),
    "german move/combat": _phases(GERMAN, False),
    "german combat/move": _phases(GERMAN, True),
}


def insert(sequence: dict[str, tuple[Row, ...]], table: str, row: Row, before: str) -> dict[str, tuple[Row, ...]]:
    """The sequence with one row more, for options."""
    rows = sequence[table]
    place = next(number for number, old in enumerate(rows) if old.name == before)
    return {**sequence, table: (*rows[:place], row, *rows[place:])}
