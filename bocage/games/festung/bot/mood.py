"""How boldly a side plays: by the time that is left, and by what is still missing for victory (16.2)."""

from __future__ import annotations

from bocage.bots.judgement import Style

from ..rules.look import FestungLook
from ..rules.position import ALLIED

# What a turn can bring the Allies in points when it goes well; who needs more is behind.
GOOD_TURN = 2.5
BEHIND = {"own_loss": 0.6, "good_attack": 0.25, "danger": 0.3, "guard": 0.4, "pull": 0.7}
LAST_TURN = {"own_loss": 0.3, "good_attack": 0.1, "danger": 0.1, "guard": 0.3, "reserve": 0.1, "bring": 0.8}
AHEAD = {"own_loss": 1.2, "good_attack": 1.0}
# Once the way to Berlin is open nothing else counts as much, for whoever goes there or stands in the way.
RACE = {**BEHIND, "berlin": 60.0, "point": 4.0, "fade": 0.9, "pull": 1.2, "danger": 0.15}
STOP = {"berlin": 60.0, "fade": 0.88}


def mood(look: FestungLook, side: str, style: Style) -> Style:
    """A style with the numbers of the hour; what the style itself says goes before them."""
    position, last = look.position, look.game.rules.last_turn
    left = last - position.turn + 1
    numbers: dict[str, float] = {}
    if side == ALLIED:
        if position.vp > GOOD_TURN * left:
            numbers = RACE if look.on("stalin_betrayed") else BEHIND
        if left == 1:
            numbers = {**numbers, **LAST_TURN}
    elif look.on("stalin_betrayed"):
        numbers = STOP
    elif position.vp > GOOD_TURN * left:
        numbers = AHEAD
    return style.on(Style(style.name, style.words, numbers)) if numbers else style
