"""How boldly a side plays: by the time that is left, and by what is still missing for victory (16.2)."""

from __future__ import annotations

from bocage.bots.judgement import Style

from ..rules.look import WESTERN, FestungLook, members
from ..rules.position import ALLIED, AXIS
from .ways import steps_from

# What a turn can bring the Allies in points when it goes well; who needs more is behind.
GOOD_TURN = 2.5
LATE = 3  # turns left: earlier a loss costs more than a gamble brings
CLOSE, FEW = 5, 5.0  # points from which each counts more, the fewer are left
STRIKING = 5  # steps to Berlin
BEHIND = {"own_loss": 0.6, "good_attack": 0.25, "danger": 0.3, "guard": 0.4, "pull": 0.7}
LAST_TURN = {
    "own_loss": 0.3,
    "good_attack": 0.1,
    "danger": 0.1,
    "guard": 0.3,
    "reserve": 0.1,
    "bring": 0.8,
    "wins": 1.0,
}
AHEAD = {"own_loss": 1.2, "good_attack": 1.0}
# Once the way to Berlin is open nothing else counts as much, for whoever goes there or stands in the way.
RACE = {**BEHIND, "berlin": 60.0, "point": 4.0, "fade": 0.9, "pull": 1.2, "danger": 0.15, "wins": 1.0}
STOP = {"berlin": 60.0, "fade": 0.88}


def before_berlin(look: FestungLook) -> bool:
    """Do as many attack factors of the Allies stand within an action or two of an open Berlin as factors defend it?"""
    if not look.on("stalin_betrayed"):
        return False
    game, units = look.game, look.position.units
    steps = steps_from(game, game.berlin, look.enterable(WESTERN))
    near = sum(look.attack(unit) for unit in members(look.on_map(ALLIED)) if steps[units[unit].at] <= STRIKING)
    return near > sum(look.defence(unit) for unit in members(look.units_in(game.berlin, AXIS)))


def mood(look: FestungLook, side: str, style: Style) -> Style:
    """A style with the numbers of the hour; what the style itself says goes before them."""
    position, last = look.position, look.game.rules.last_turn
    left = last - position.turn + 1
    numbers: dict[str, float] = {}
    if side == ALLIED:
        if position.vp > GOOD_TURN * left:
            numbers = RACE if before_berlin(look) else BEHIND if left <= LATE else {}
        if left == 1:
            numbers = {**numbers, **LAST_TURN}
    elif look.on("stalin_betrayed"):
        numbers = STOP
    elif position.vp > GOOD_TURN * left:
        numbers = AHEAD
    if position.vp <= CLOSE:
        numbers = {**numbers, "point": FEW * (CLOSE + 2 - position.vp)}
    return style.on(Style(style.name, style.words, numbers)) if numbers else style
