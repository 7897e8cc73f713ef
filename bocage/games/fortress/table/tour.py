"""A tour of the Ardennes: the first German player turn, attack, movement and attack again."""

from __future__ import annotations

from bocage.table.faces.touring import look_around, look_at_odds, that_is_a, what_came, your_attack
from bocage.table.wire.box import Tour, TourStep

from ..rules.position import GERMAN

TOUR = Tour(
    side=GERMAN,
    scenario="bulge",
    words="A tour of one turn of Fortress Europa in the Ardennes, about ten minutes. It begins and ends with an "
    "attack.",
    order=["german first combat", "german second movement", "german second combat"],
    steps=[
        look_around(
            "You play the Germans in December 1944. Your armies stand along the Ardennes; four turns decide.",
            ["33.3.10.A", "4.3.C3"],
        ),
        look_at_odds(
            "both strengths and the exact chance of each result",
            "The odds are rounded to the defender's side and the die is read on their column. Forests, rivers and "
            "towns strengthen who stands in them.",
            ["14.2", "15.1", "15.3"],
            "german first combat",
            ["attack"],
            advice="Weak American divisions stand in the middle of the forest.",
        ),
        your_attack(
            "Choose who joins, or take all who can with one button, and watch the odds change. Then roll the die.",
            "Everybody next to the hex can join, but nobody attacks twice in an impulse. Until the die falls undo "
            "takes everything back.",
            ["14.6.A", "14.7"],
            ["german first combat"],
        ),
        what_came(
            "die",
            "Losses, retreats and advances are asked in the panel, one by one; then attack elsewhere, or end combat.",
            "Whoever wins decides where the beaten units go, and may advance into the hex.",
            ["15.3", "15.4"],
            asked=["german first combat"],
        ),
        TourStep(
            "Move through the gap",
            "Now everybody may move. Click a unit, best one with many movement points behind the hole that you made; "
            "point at lit hexes to see the way, and click a ringed one: it is next to the enemy. Then end the "
            "movement.",
            "A player turn has two impulses, each with movement and combat; here the armies lay ready for the first. "
            "Click anything that is not lit and you are told which rule forbids it.",
            ["4.3.C5", "5.4"],
            touch="Now everybody may move. Touch a unit, best a fast one behind the hole that you made, then a ringed "
            "hex: it is next to the enemy. Then end the movement.",
            asked=["german second movement"],
            light=["move", "pick"],
            where=["beside enemy"],
        ),
        TourStep(
            "Attack again",
            "Attack once more from where you stand now: choose a hex, let units join, and roll.",
            "What moved up may attack in the second impulse, and so may those who attacked in the first.",
            ["4.3.C5", "14.3"],
            asked=["german second combat"],
            light=["join", "attack"],
            tells=True,
        ),
        that_is_a(
            "turn",
            "End combat when you have attacked enough. The Allies answer; afterwards",
            "The layers at the top show supply and zones of control. Press ? for all keys.",
            ["4.3.C3"],
        ),
    ],
)
