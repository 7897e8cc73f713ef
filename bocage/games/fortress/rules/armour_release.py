"""German armour on June I (31.9): outside the invaded district it gets under way by a die."""

from __future__ import annotations

from bocage.rules import DIE, UNITS, WORD, Automatic, OfSide, Units, event

from . import districts
from .look import FortressLook, Play, members
from .position import GERMAN

HELD, LATE, SLOW = "stays where it is this turn", "moves in the second impulse only", "moves half as far at first"

released = event(
    "armour release", "31.9", "{unit} {how} (die {die}).", sort="dice", unit=UNITS, how=WORD, die=DIE,
    roll="Armour release",
)  # fmt: skip


class ArmourRelease(Automatic[OfSide]):
    """A die for each armoured unit on the map that is outside the invaded district and not frozen (31.9)."""

    name, rule = "armour release", "31.9"

    def run(self, play: Play, frame: OfSide) -> None:
        for unit in members(concerned(play.look)):
            roll(play, unit)


def concerned(look: FortressLook) -> Units:
    """Armour whose die decides; the Invasion Reaction Force is not on the map yet."""
    position, game = look.position, look.game
    armour = game.armored_units & game.side_units[GERMAN] & position.on_board & ~position.frozen
    inside = look.units_in(districts.ground_of(game, position.invaded_districts), GERMAN)
    return armour & ~inside


def roll(play: Play, unit: int) -> None:
    """The die of one unit; nobody learns of a hidden one's."""
    position, numbers = play.position, play.game.rules.numbers
    (die,) = play.roll()
    bit = 1 << unit
    if die <= numbers["armor_stuck_die"]:
        position.held |= bit
        how = HELD
    elif die <= numbers["armor_late_die"]:
        if position.impulse == 1:
            position.delayed |= bit
        how = LATE
    else:
        if position.impulse == 1:
            position.slowed |= bit
        how = SLOW
    released(play, unit, how, die)


def relieved(play: Play, unit: int) -> None:
    """A frozen unit's place was taken on June I: armour rolls before it moves (31.9)."""
    numbers = play.game.rules
    if numbers.armour_release and play.position.turn == 1 and concerned(play.look) >> unit & 1:
        roll(play, unit)
