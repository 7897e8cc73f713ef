"""The numbers that the planner plays by unless a style says otherwise; one is worth a replacement point."""

from __future__ import annotations

from ..rules.position import ALLIED, AXIS

USUAL = {
    "ground": 0.25,  # of any hex
    "point": 8.0,  # of a victory point
    "port": 1.2,
    "alone": 0.9,  # the chance to hold on with each step too far from everybody else
    "press": 0.5,  # of what somebody adds to an attack beside whose target he stands
    "noose": 1.5,  # of who is cut off, and of his hex
    "together": 0.5,  # more, if it joins a strong stack
    "cut": 0.8,  # the chance not to be cut off with each step too far from supply, in one action of the enemy
    "starved": 2.0,  # of a unit, by the chance that it is cut off
    "industry": 1.5,
    "beach": 5.0,
    "source": 3.0,
    "tested": 6.0,  # of a hex on which a test of victory hangs
    "berlin": 30.0,  # of Berlin and of Hitler's hex when Allied victory hangs on them
    "betrayal": 0.5,  # of that, while Stalin may still be betrayed
    "fade": 0.8,  # of a prize, with each hex on the way
    "factor": 0.22,  # of a combat factor
    "danger": 0.5,
    "guard": 0.5,
    "block": 0.5,  # of the way that the enemy wants to go
    "coast": 0.7,  # how near a landing is that may come
    "to_come": 0.7,  # of what lies behind beaches where one may land soon
    "post": 8.0,  # of a unit in the box where it is needed
    "gather": 2.5,  # of its way there
    "pull": 0.5,
    "own_loss": 1.0,
    "wins": 2.0,  # results of the die that must win, or there is no chance
    "good_attack": 0.6,  # what an attack must promise for each point
    "good_move": 0.35,
    "reserve": 0.6,  # how much of its event a card costs that is used otherwise
    "combat_card": 1.6,
    "bring": 2.2,  # reinforcements
    "landing": 30.0,
    "deck": 1.0,
    "last_source": 0.0,  # of the sources that still feed the Germans, the fewer the more each
    "victory": 60.0,  # of a hope to end the war at once
    "leave": 0.9,  # of a hex that nobody is left in
}
# What a side weighs otherwise: the Allies win by what they bring in early, and by the sources that feed the Germans.
OF_SIDE: dict[str, dict[str, float]] = {
    ALLIED: {
        "bring": 6.0, "last_source": 15.0, "gather": 6.0, "post": 20.0, "leave": 0.4, "wins": 1.0, "cut": 0.9,
        "noose": 2.5, "own_loss": 1.0, "good_attack": 0.6, "pull": 1.0, "fade": 0.88, "danger": 0.2, "guard": 0.25,
    },
    AXIS: {},
}  # fmt: skip
