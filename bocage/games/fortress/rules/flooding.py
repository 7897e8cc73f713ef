"""Flooded areas: the Germans choose when they are flooded (31.11)."""

from __future__ import annotations

from bocage.rules import PLAIN, Conditions, OfSide, Question, event, going_on, offer

from .look import FortressLook, Play
from .position import ALLIED, GERMAN
from .stacking import settle

flooded = event("flooded", "31.11", "The Germans open the dykes: all flooded areas are under water.", side=GERMAN)


class Flooding(Question[OfSide]):
    """At the start of either side's turn the Germans may flood all flooded areas, for good (31.11)."""

    name, rule = "flooding", "31.11"

    def text(self, look: FortressLook, frame: OfSide) -> str:
        return "Flood the flooded areas now, all of them and for good, or leave them dry."

    @offer("flood", PLAIN, "31.11", "Flood them", "flood all flooded areas")
    def flood(self, look: FortressLook, frame: OfSide) -> Conditions:
        yield not look.position.flooded, "31.11", "they are flooded already"

    @flood.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        play.position.flooded = True
        flooded(play)
        for side in (ALLIED, GERMAN):  # whoever is too many there is lost at once
            settle(play, side, play.game.data.terrain["flooded"])

    end = going_on("31.11", "Not now", "they stay dry")
