"""What the Germans declare as their turn starts: Goering's Blitz, Ruthlessness, units given up (BLITZ, SS, REPL.10)."""

from __future__ import annotations

from bocage.parts.placing import Acted, Acting
from bocage.rules import PLAIN, UNITS, Conditions, event, going_on, offer

from .elimination import eliminate
from .look import Play, RhineLook
from .position import GERMAN

blitz_declared = event(
    "blitz", "BLITZ.1", "Goering's Blitz: the Luftwaffe supports German attacks this turn.", side=GERMAN
)
ruthlessness = event(
    "ruthless", "SS.1", "The Germans invoke Waffen-SS Ruthlessness for this turn; from the next turn on GIs rage.",
    side=GERMAN,
)  # fmt: skip


class Declarations(Acting[Acted]):
    """Once in the game the Blitz, once Ruthlessness; any unit may be given up."""

    name, rule = "declarations", "BLITZ.3"

    def text(self, look: RhineLook, frame: Acted) -> str:
        position = look.position
        may = []
        if not frame.acted and not position.blitz_turn:
            may.append("declare Goering's Blitz (now or not this turn)")
        if not position.ruthless_turn:
            may.append("invoke Waffen-SS Ruthlessness")
        may.append("give units up")
        return f"Before anything else you may {', '.join(may)}."

    @offer("blitz", PLAIN, "BLITZ.1", words="declare Goering's Blitz for this turn")
    def blitz(self, look: RhineLook, frame: Acted) -> Conditions:
        yield not look.position.blitz_turn, "BLITZ.1", "Goering's Blitz has been flown already"
        yield not frame.acted, "BLITZ.3", "the Blitz is declared at the very start of the turn"

    @blitz.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.position.blitz_turn = play.position.turn
        blitz_declared(play)

    @offer("ruthless", PLAIN, "SS.1", words="invoke Waffen-SS Ruthlessness for this turn")
    def ruthless(self, look: RhineLook, frame: Acted) -> Conditions:
        yield not look.position.ruthless_turn, "SS.1", "Ruthlessness has had its one turn already"

    @ruthless.does
    def _(self, play: Play, frame: Acted, _: int) -> None:
        play.position.ruthless_turn = play.position.turn
        ruthlessness(play)

    @offer("eliminate", UNITS, "REPL.10")
    def give_up(self, look: RhineLook, frame: Acted) -> Conditions:
        yield look.position.on_board & look.game.side_units[GERMAN], "REPL.10", "{it} is not a German unit on the map"

    @give_up.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        eliminate(play, unit, "REPL.10")

    end = going_on("SEQ.9", "Go on", "nothing (else) to declare")
