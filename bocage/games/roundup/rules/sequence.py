"""The sequence of play (5.0), line by line in the book's order, and the order of a player's phases (9.0)."""

from __future__ import annotations

from bocage.rules import PLAIN, SIDE, Conditions, OfSide, Question, Row, Sequencing, event, going_on, offer

from .air import tas_to_place
from .look import Play, RoundupLook
from .position import ALLIED, GERMAN
from .supply import aerial_supply_possible

ordered = event(
    "order", "9.0",
    lambda game, side, order, fixed: f"{game.side_name(side)} {'must take' if fixed else 'choose'} {order}.", who=SIDE,
)  # fmt: skip


def _first_turn(look: RoundupLook) -> bool:
    return look.position.turn == 1


def _later_turn(look: RoundupLook) -> bool:
    return look.position.turn > 1


def _combat_first_words(look: RoundupLook, frame: OfSide) -> str:
    bombers = " (heavy bombers may fly)" if frame.side == ALLIED and look.allied_air() else ""
    return f"Combat/Move: combat, then movement{bombers}"


class PhaseOrder(Question[OfSide]):
    """Move/Combat or Combat/Move, for all units of the side (3.3, 9.0)."""

    name, rule = "phase order", "9.0"

    asks = "Choose Move/Combat or Combat/Move for all your units this turn."

    move_first = going_on("9.0", words="Move/Combat: movement, then combat", verb="move-first")

    @move_first.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        self.settle(play, frame.side, "move/combat")

    @offer("combat-first", PLAIN, "9.0", words=_combat_first_words)
    def combat_first(self, look: RoundupLook, frame: OfSide) -> Conditions:
        free = frame.side != ALLIED or look.position.turn > 1
        yield free, "9.1", "on turn 1 the Allies must choose Move/Combat"

    @combat_first.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        self.settle(play, frame.side, "combat/move")

    def settle(self, play: Play, side: str, order: str) -> None:
        """The order is fixed for this turn."""
        fixed = side == ALLIED and play.position.turn == 1
        ordered(play, side, order, fixed, rule="9.1" if fixed else "9.0")
        play.swap(Sequencing(f"{side} {order}"))


SETUP = (
    Row("hitler's strategy", GERMAN, "hitler's strategy", "13.3"),
    Row("beachheads", ALLIED, "beachheads", "13.4"),
)

TURN = (
    # I. Allied player phase
    Row("port designation", ALLIED, "ports", "4.4", _later_turn),
    Row("weather", ALLIED, "weather", "5.0.I"),
    Row("air superiority", ALLIED, "air superiority", "5.0.I"),
    Row("air support", "", "air support", "7.3", tas_to_place),
    Row("aerial supply", ALLIED, "aerial supply", "4.5", aerial_supply_possible),
    Row("allied reinforcements", ALLIED, "reinforcements", "8.1", _later_turn),
    Row("allied replacements", ALLIED, "replacements", "8.3", _later_turn),
    Row("allied reinforcement stacking", ALLIED, "stacking check", "3.1", _later_turn),
    Row("allied order", ALLIED, "phase order", "9.0"),
    # II. German player phase
    Row("german air support", "", "air support", "7.3", tas_to_place),
    Row("german order", GERMAN, "phase order", "9.0"),
    Row("first cup", GERMAN, "draw reinforcements", "8.5.1"),
    Row("second cup", GERMAN, "draw reinforcements", "8.5.1"),
    Row("italy cup", GERMAN, "draw reinforcements", "8.5.2"),
    Row("russia cup", GERMAN, "draw reinforcements", "8.5.3"),
    Row("german reinforcement stacking", GERMAN, "stacking check", "3.1"),
    # III. Administrative phase
    Row("administration", "", "administration", "5.0.III"),
)

_LANDING = Row("landing", ALLIED, "landing", "10.8", _first_turn)
_DROP = Row("air drop", ALLIED, "air drop", "10.7", RoundupLook.allied_air)


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
    """The sequence with one row more before another, or at the end of its table; for options."""
    rows = sequence[table]
    place = [row.name for row in rows].index(before) if before else len(rows)
    return {**sequence, table: (*rows[:place], row, *rows[place:])}
