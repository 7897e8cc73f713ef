"""A tour of D-Day: the first turn of the Allies, from the bombers to an attack inland."""

from __future__ import annotations

from bocage.table.faces.touring import look_around, look_at_odds, that_is_a, what_came, your_attack
from bocage.table.wire.box import Tour, TourStep

from ..rules.position import ALLIED

# Landing hexes for a first game, best first: stretches of shore with a little space between the beaches.
SHORES = [["1717", "1817", "1915", "2015"], ["1817", "1915", "2015"], ["1717", "1817"]]

TOUR = Tour(
    side=ALLIED,
    scenario="campaign",
    words="A tour of D-Day in D-Day to the Rhine, about fifteen minutes. It ends with your own attack.",
    order=[
        "air operations",
        "beaches",
        "landing force",
        "allied allocation",
        "allied battles",
        "allied exploitation movement",
        "allied exploitation allocation",
        "allied exploitation battles",
    ],
    steps=[
        look_around(
            "You play the Allies in June 1944. The Germans have set up; some of their pieces lie face down until you "
            "meet them.",
            ["SEQ.1", "SET.1"],
        ),
        TourStep(
            "Bombers or paratroops",
            "Bomb one hex, or drop airborne divisions: take one in hand and click a lit hex near the beaches. Or do "
            "neither, and go on.",
            "Bombs may disrupt whoever is below; paratroops hold the roads behind the beach. You can have one of the "
            "two in a turn.",
            ["SB.1", "DROP.1", "DROP.5"],
            touch="Bomb one hex, or drop airborne divisions: touch one and then a lit hex near the beaches. Or do "
            "neither, and go on.",
            asked=["air operations"],
        ),
        TourStep(
            "The beaches",
            "Choose up to four landing hexes: the ringed ones lie in Normandy. Then go on.",
            "Four beaches take a whole force; nothing else brings you ashore. Later supply comes over them until you "
            "hold a port.",
            ["DD.1", "DD.2"],
            asked=["beaches"],
            light=["beach"],
            among=SHORES,
        ),
        TourStep(
            "Who lands",
            "Take a corps in hand and choose the beach for its first or second wave; half of them American, half "
            "British-allied. When all are told, go on.",
            "The first wave comes ashore at once and fights for its beach; the second follows and may move on inland.",
            ["DD.3", "DD.4", "DD.5"],
            asked=["landing force"],
            light=["first|second", "pick"],
        ),
        TourStep(
            "First attacks",
            "Whoever is ashore beside Germans may attack them: choose a hex, let units join, and allocate the attack. "
            "Or go on; there is another chance after the second wave.",
            "All attacks are allocated before the first is fought. Ships and aircraft help you.",
            ["SEQ.3", "DD.8", "NB.1"],
            asked=["allied allocation"],
            light=["join", "attack"],
        ),
        TourStep(
            "Exploit",
            "The second wave may move: click a unit, then a ringed hex: it is next to the Germans. Then end the "
            "movement.",
            "Who attacked already rests. Entering a hex beside an enemy ends a move.",
            ["SEQ.6", "EXP.1"],
            touch="The second wave may move: touch a unit, then a ringed hex: it is next to the Germans. Then end the "
            "movement.",
            asked=["allied exploitation movement"],
            light=["move", "pick"],
            where=["beside enemy"],
        ),
        look_at_odds(
            "both strengths, every modifier with its case, and the exact chance of each result",
            "An attack needs a part of the defender's strength at least; a disrupted defender is attacked a column "
            "higher.",
            ["CRT.14", "DIS.3"],
            "allied exploitation allocation",
            ["attack"],
        ),
        your_attack(
            "Let all who can join, allocate the attack, and end the allocation. Then the battle is fought: press "
            "Attack.",
            "Americans may press an attack: high dice are then read a column higher, low ones a column lower.",
            ["MAND.4", "PRESS.1", "PRESS.3"],
            ["allied exploitation allocation", "allied exploitation battles"],
        ),
        what_came(
            "die",
            "If an advance is due, the panel asks you.",
            "Winners must advance. Every result has its case in the rules; click a case number to read it.",
            ["CRT.9", "ADV.1"],
        ),
        that_is_a(
            "player turn",
            "Go on until the Germans move. Afterwards",
            "The layers at the top show supply, zones and reach. Press ? for all keys. Good luck ashore.",
            ["SEQ.9"],
        ),
    ],
)
