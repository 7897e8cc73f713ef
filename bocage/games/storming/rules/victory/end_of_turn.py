"""The Attrition Phase (15.0), the End Phase (4.1.X), and what begins with a new turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Offer, Sequencing

from ..elimination import leave_map, lose_step
from ..look import Play, StormingLook, members
from ..position import ALLIED, DEAD, GERMAN
from ..supply.segments import check_supply
from ..telling import unit_names
from . import conditions


class Wasting(Frame, frozen=True):
    """The Attrition Phase is about to be carried out."""

    step: ClassVar[str] = "attrition"
    side: str


class Attrition(Automatic[Wasting]):
    """Both sides check supply, the Germans first; whoever is marked and not spared loses a step (15.0)."""

    name = "attrition"
    rule = "15.0"

    def begin(self, play: Play, side: str) -> Wasting:
        return Wasting(side)

    def run(self, play: Play, frame: Wasting) -> None:
        suffering: list[int] = []
        for side in (GERMAN, ALLIED):
            marked = check_supply(play, side)
            # Who is merely spared here (Cherbourg, the southern sources, a Dropped side) stays marked for all else.
            look: StormingLook = play.game.look(play.position)
            suffering += [unit for unit in members(marked) if not look.supplied(unit, attrition=True)]
        for unit in suffering:
            for _ in range(play.rules.numbers["attrition_loss"]):
                lose_step(play, unit, "15.0")
        if play.position.civil_war:
            _remove_the_french(play)


def _remove_the_french(play: Play) -> None:
    """Civil war in France takes every French division out of the game, wherever it is (10.7.9, ruling R31)."""
    position, game = play.position, play.game
    position.civil_war = False
    gone = [unit for unit in members(game.french_divisions) if position.units[unit].at != DEAD]
    for unit in gone:
        leave_map(play, unit, DEAD)
    names = {game.unit_ids[unit] for unit in gone}
    position.due = {name: turn for name, turn in position.due.items() if name not in names}
    if gone:
        play.tell("french leave", "10.7.9", tuple(gone))


class Closing(Frame, frozen=True):
    """The End Phase is about to be carried out."""

    step: ClassVar[str] = "end of turn"
    side: str


class EndOfTurn(Automatic[Closing]):
    """Victory is judged, markers come off the map, and the turn marker advances (4.1.X)."""

    name = "end of turn"
    rule = "4.1.X"

    def begin(self, play: Play, side: str) -> Closing:
        return Closing(side)

    def run(self, play: Play, frame: Closing) -> None:
        if conditions.judge(play):
            return
        _clear_markers(play)
        position, game = play.position, play.game
        if not position.monty_sees and position.allied_control & game.antwerpen:
            position.monty_sees = True
            play.tell("monty sees", "8.7.B")
        position.turn += 1
        play.tell("turn", "4.1.X.5", position.turn)
        _ports(play)
        _release(play)
        # The row of this step is on top of the stack: the next turn takes its place.
        play.swap(Sequencing("turn"))


def _clear_markers(play: Play) -> None:
    """What lasts for a turn only; Grounded markers and saved Red Balls stay (4.1.X.2 to 4.1.X.4, 9.2.E, 9.3.D)."""
    position = play.position
    position.disrupted = 0
    position.disrupted_hex = 0
    position.strafed = {}
    position.air_support = 0
    position.bombed = False
    position.priority = 0
    position.priority_used = ()
    position.red_ball = 0
    position.red_ball_left = 0
    position.dropped_now = 0
    position.moved = position.attacked = position.assaulted = 0
    position.attacked_hexes = 0
    position.group_21 = position.group_12 = position.group_6 = 0
    position.stage = ""
    position.points = {}
    position.declared = position.duration = 0


def _ports(play: Play) -> None:
    """The beaches serve for the last time on turn 7; Cherbourg opens on the turn of its marker (8.3.B, 8.6.B)."""
    position, game = play.position, play.game
    if position.turn == play.rules.numbers["beaches_last_turn"] + 1:
        play.tell("beaches closed", "8.3.B")
    if position.turn == position.cherbourg_turn and position.allied_control & game.cherbourg:
        play.tell("cherbourg open", "8.6.B")


def _release(play: Play) -> None:
    """Units of the 15th Army come free at the start of the turn on their counters (10.7.8)."""
    position, game = play.position, play.game
    if position.released or position.breakout:
        return
    for turn, units in game.releases:
        if turn == position.turn:
            free = tuple(unit for unit in members(units) if position.units[unit].at != DEAD)
            if free:
                play.tell("release turn", "10.7.8", free)


def _turn(game: Any, turn: int) -> str:
    printed = game.data.turns[turn - 1]
    return f"Turn {turn} begins: {printed.name} ({printed.dates})."


FRAMES: tuple[type[Frame], ...] = (Wasting, Closing)
STEPS: tuple[Any, ...] = (Attrition(), EndOfTurn())
OFFERS: dict[str, Offer] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {
    **conditions.SENTENCES,
    "french leave": lambda game, units: f"Civil war in France: {unit_names(game, units)} leave the game.",
    "monty sees": lambda game: "Antwerpen is Allied at the end of the turn: Monty's Blind Spot is lifted.",
    "turn": _turn,
    "beaches closed": lambda game: "The beaches bring in neither supply nor reinforcements any more.",
    "cherbourg open": lambda game: "Cherbourg is Operational.",
    "release turn": lambda game, units: f"The 15th Army releases {unit_names(game, units)}.",
}
