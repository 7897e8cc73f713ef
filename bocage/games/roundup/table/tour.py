"""A tour of the landing in the Pas-de-Calais: one turn, from the beachheads to the first attack."""

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

from ..rules.position import ALLIED

# Landing places for a first game, best first: each is a stretch of shore beside a port that is weakly held.
SHORES = [
    ["1619", "1719", "1720", "1821"],
    ["2423", "2322", "2624", "2723"],
    ["1308", "1309", "1410", "1411"],
]

TOUR = Tour(
    side=ALLIED,
    scenario="campaign",
    words="A tour of one turn of Operation Roundup, about ten minutes. It ends with your own attack.",
    order=["beachheads", "air support", "landing", "air drop", "movement", "combat"],
    steps=[
        look_around(
            "You play the Allies, who land in the Pas-de-Calais in September 1943. Four German divisions wait on the "
            "coast; many more are on their way.",
            ["1.0", "1.2"],
        ),
        TourStep(
            "Four beachheads",
            "Click a lit coast hex and choose US or UK in the small menu. Mark two of each, then go on. The four "
            "ringed hexes lie together beside Calais.",
            "Everything you have comes ashore at a beachhead and draws its supply there, so you win by holding all "
            "four. Side by side they help one another; next to a weak port you can attack at once.",
            ["13.4", "4.4", "14.1"],
            touch="Touch a lit coast hex and choose US or UK. Mark two of each, then go on. The four ringed hexes lie "
            "together beside Calais.",
            asked=["beachheads"],
            light=["us-beachhead|uk-beachhead"],
            among=SHORES,
        ),
        TourStep(
            "Support from the air",
            "Your air dice are thrown: you see them in the tray and in the log. Put a marker on the German hex that "
            "you mean to attack (ringed), then press “No more markers now”. What is left stays for the German turn.",
            "A marker covers its hex and those around it. An attack there moves one column to your side of the table, "
            "and enemies pay more to move.",
            ["7.1", "7.4", "11.11"],
            touch="Your air dice are thrown. Touch the German hex that you mean to attack (ringed), then “No more "
            "markers now”. Markers that are left stay for the German turn.",
            asked=["air support"],
            light=["tas|us-tas|uk-tas"],
            where=["enemy", "beside marker"],
        ),
        TourStep(
            "The landing",
            "Click a beachhead, then choose in the panel what lands there: a division and one smaller unit fit into a "
            "hex. Do so for all four, then end the landing.",
            "Each beachhead takes one stack of its own nation. Units that come ashore beside a German stay where they "
            "are this turn, but they may attack.",
            ["10.8", "3.1.2", "3.2.1"],
            touch="Touch a beachhead, then choose below what lands there: a division and one smaller unit fit into a "
            "hex. Do so for all four, then end the landing.",
            asked=["landing"],
            light=["enter"],
            where=["empty"],
        ),
        TourStep(
            "The airborne divisions",
            "You may drop airborne units on clear hexes inland, near your beachheads and away from Germans. A first "
            "game goes well without: end the air drops to go on.",
            "A drop costs the nation its supply by air, and dropped units cannot move or retreat this turn. It pays "
            "when it cuts a road.",
            ["10.7", "4.5"],
            asked=["air drop"],
        ),
        move_up(
            "the German",
            "To choose the way yourself, go there in two legs: the unit stays in hand.",
            "Only neighbours can attack. Entering a hex beside an enemy ends a move. Click anything that is not lit "
            "and you are told which rule forbids it; undo takes a slip back.",
            ["10.0", "3.2.1", "10.6"],
        ),
        end_movement(
            "phase",
            "Combat comes after movement on turn 1; later you may choose the order.",
            ["9.0", "9.1"],
        ),
        look_at_odds(
            "both strengths, every shift with its case, and the exact chance of each result",
            "The die is thrown on the column that is left after all shifts. A port helps its defender, ships' guns "
            "and aircraft help you.",
            ["11.4", "11.6", "11.9", "11.10"],
            "combat",
            ["join", "attack"],
        ),
        your_attack(
            "Choose who joins, or take all of them with one button, and watch the odds change. Then roll the die. "
            "Until then undo takes everything back.",
            "Units that lie next to the target from several hexes add up. Nobody attacks twice in a phase.",
            ["11.2", "11.3", "11.0"],
            ["combat"],
        ),
        what_came(
            "die",
            "If losses, a retreat or an advance are yours to choose, the panel asks you.",
            "Every result has its case in the rules; click a case number to read it.",
            ["11.13", "11.14"],
        ),
        that_is_a(
            "turn",
            "End the phase when you have attacked enough. The Germans answer; afterwards",
            "Undo goes back to the last die; beyond it you may ask the other side. Press ? for all keys. Good luck "
            "ashore.",
            ["5.0", "14.0"],
        ),
    ],
)
