"""A tour of The Brook: one turn of Blue, over the brook and into the first attack."""

from __future__ import annotations

from bocage.table.wire.box import Tour, TourStep

from ..rules.position import BLUE

TOUR = Tour(
    side=BLUE,
    scenario="skirmish",
    words="A tour of one turn of The Brook, a minute or two.",
    order=["movement", "combat"],
    steps=[
        TourStep(
            "The brook",
            "Look around on the map. Point at a counter and a card tells what it is. Then go on.",
            "You play the Blues. Whoever was last in the mill when the day ends has won.",
            ["1.0", "4.0"],
            tells=True,
        ),
        TourStep(
            "Move up",
            "Click a unit and then a ringed hex: it is next to the enemy. Where none is ringed, go as near as you can.",
            "Only neighbours can attack, and whoever comes beside an enemy stops there.",
            ["2.0", "2.4"],
            asked=["movement"],
            light=["move", "pick"],
            where=["beside enemy"],
        ),
        TourStep(
            "Your attack",
            "Click a lit hex, let units join, and roll the die. If nobody is near enough, go on.",
            "The odds show what each number on the die would bring.",
            ["3.1", "3.2"],
            asked=["combat"],
            signs=["fought"],
            light=["join", "attack"],
        ),
        TourStep(
            "That is a turn",
            "End the combat. The Greys answer; the log tells what they did.",
            "Six such turns, and the day is over.",
            ["1.1"],
        ),
    ],
)
