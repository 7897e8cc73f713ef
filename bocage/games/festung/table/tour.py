"""A tour of the landing in Sicily: the first action of the Allies, with a card, an attack and Combat Cards."""

from __future__ import annotations

from bocage.table.faces.touring import look_around, look_at_odds, what_came, your_attack
from bocage.table.wire.box import Tour, TourStep

from ..rules.position import ALLIED

TOUR = Tour(
    side=ALLIED,
    scenario="campaign",
    words="A tour of one action of Festung Europa, about ten minutes: a hand of cards, Sicily, and your own attack.",
    order=["opening choice", "airfields", "missions", "action", "combat", "combat cards", "advance"],
    steps=[
        look_around(
            "You play the Allies in the summer of 1943. A turn is a season; in it each side acts six times, mostly by "
            "playing a card.",
            ["4", "5.1"],
            acted=False,
        ),
        TourStep(
            "Your first card",
            "Choose the card with which you begin: take Husky, the landing in Sicily. Its text stands beside it.",
            "A game sees Husky or Roundup, never both: Sicily now, or France a year early. Seven more cards are drawn.",
            ["3.31", "6.561"],
            asked=["opening choice"],
        ),
        TourStep(
            "Airfields",
            "Two airfields can be moved before the aircraft get their missions. They are well where they are: go on.",
            "Aircraft that interdict fly from a base or an airfield.",
            ["14.4"],
            asked=["airfields"],
        ),
        TourStep(
            "Missions",
            "Send a bomber to bomb industry, and two of the tactical markers, one US and one UK, to Ground Support. "
            "Then press “The aircraft have their missions”.",
            "Bombed industry costs the Axis a card at its next draw. Each marker on Ground Support moves an attack "
            "one column to your side.",
            ["14.1", "14.2", "14.3"],
            asked=["missions"],
        ),
        TourStep(
            "Your hand",
            "The cards lie below the map. Point at one and it grows: it can be played for operations, for what it "
            "says, for redeployment or for replacements, one of the four. When you have read some, go on.",
            "The number is what it is worth in points. The backs beside your hand are the cards of the Axis, which "
            "acts before you in every round.",
            ["6.12", "6.1"],
            touch="Open your hand above the question and touch a card: it can be played for operations, for what it "
            "says, for redeployment or for replacements, one of the four. Go on when you have read some.",
            tells=True,
        ),
        TourStep(
            "Play Husky",
            "Click Husky (framed twice) and choose Event. Two armies and three corps go ashore at Gela.",
            "An invasion is the only way to a new shore, and one a turn is all there are ships for. A card that is "
            "named is played: the other side has seen it.",
            ["6.56", "6.564", "R81"],
            touch="Touch Husky in your hand (framed twice) and choose Event. Two armies and three corps go ashore at "
            "Gela.",
            asked=["action"],
            light=["event allied-1"],
        ),
        look_at_odds(
            "both strengths, every shift with its case, and the exact chance of each result",
            "The die is thrown on the column that is left after all shifts. A result is two numbers: steps that the "
            "attacker loses, and the defender.",
            ["9.22", "9.23", "9.24"],
            "combat",
            ["attack"],
        ),
        your_attack(
            "Let everybody join with one button, add Ground Support from the list, and watch the odds change. Then "
            "press Fight.",
            "Everybody attacks once in a round. Until you press Fight, undo takes it all back.",
            ["9.14", "9.241", "14.31"],
            ["combat"],
        ),
        TourStep(
            "Combat Cards",
            "Before the die each side may play a Combat Card, you first. One that fits is lit and stands below the "
            "odds; if you have none, press Pass.",
            "You are asked whether you have one or not, so that nobody learns what you hold. Passing for the whole "
            "turn beforehand is possible, too.",
            ["9.25", "6.61"],
            asked=["combat cards"],
            signs=["fought"],
            light=["combat"],
        ),
        what_came(
            "die",
            "If losses or an advance are yours to choose, the panel asks you.",
            "Whoever loses steps and cannot stay retreats; the attackers may advance into the hex.",
            ["9.27", "9.31", "9.51"],
        ),
        TourStep(
            "That is an action",
            "End the combats when you have attacked enough. The Axis answers with a card of its own; afterwards a "
            "film shows what it did.",
            "Five more actions and the season is over. The piles, and what has been played, are in the tab Cards. "
            "Press ? for all keys.",
            ["5.13", "4.5"],
        ),
    ],
)
