"""A tour of the Normandy front: the first German Assault Phase, movement and combat."""

from __future__ import annotations

from bocage.table.faces.touring import (
    end_movement,
    look_around,
    look_at_odds,
    move_up,
    that_is_a,
    what_came,
    your_attack,
)
from bocage.table.wire.box import Tour, TourStep

from ..rules.position import GERMAN

TOUR = Tour(
    side=GERMAN,
    scenario="breakout",
    words="A tour of one phase of Storming the Reich in Normandy, about ten minutes. It ends with your own attack.",
    order=["movement", "combat"],
    steps=[
        look_around(
            "You play the Germans on the day after the landings. The Allies hold five beaches; most of your panzer "
            "divisions are still far away.",
            ["4.1.V", "2.2.A"],
        ),
        TourStep(
            "The reserves",
            "Units in the panel under Strategic Movement come by the Seine: press one, then click a lit hex. Bring as "
            "many as you like, then go on.",
            "Strategic Movement takes them to the Seine at once, and no further this turn.",
            ["10.7.12"],
            touch="Units under Strategic Movement come by the Seine: touch one, then a lit hex. Bring as many as you "
            "like, then go on.",
            asked=["movement"],
            light=["strategic"],
            tells=True,
        ),
        move_up(
            "the Allies",
            "To choose the way yourself, go there in two legs.",
            "Only neighbours can attack, and a zone of control stops who enters it. Click anything that is not lit "
            "and you are told which rule forbids it; undo takes a slip back.",
            ["10.4", "6.5"],
        ),
        end_movement(
            "step",
            "Combat comes after movement, in any order that you like.",
            ["4.1.V.b", "13.6"],
        ),
        look_at_odds(
            "what each side fires with, and the chance of every loss",
            "Both sides fire on their own column of the Fire Table; there is no ratio. Terrain takes columns from who "
            "attacks into it.",
            ["13.7", "2.1.H"],
            "combat",
            ["attack"],
        ),
        your_attack(
            "Choose who takes part and watch the odds change. Then roll the dice.",
            "A unit attacks once in a phase, and a hex is attacked once. Until the dice fall undo takes everything "
            "back.",
            ["13.2.B", "13.2.E"],
            ["combat"],
        ),
        what_came(
            "dice",
            "If losses or an advance are yours to choose, the panel asks you.",
            "Every result has its case in the rules; click a case number to read it.",
            ["13.7", "13.8"],
        ),
        that_is_a(
            "phase",
            "End the combats when you have attacked enough. The Allies exploit; afterwards",
            "The layers at the top show supply, zones and reach. Press ? for all keys.",
            ["4.1.VII"],
        ),
    ],
)
