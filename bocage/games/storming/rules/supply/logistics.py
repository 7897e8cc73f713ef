"""Allied logistics: Limited Supply, the port of Antwerpen, and Grounded divisions (8.7.C, 8.7.D, 9.1, 9.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..elimination import eliminate
from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from ..telling import unit_names
from . import priority
from .priority import NATIONS, constrained, nation_units, not_grounded, outside_sixth


class Enforcing(Frame, frozen=True):
    """It is looked whether the armies have outrun their supplies."""

    step: ClassVar[str] = "logistics"
    side: str


class LogisticsEnforcement(Automatic[Enforcing]):
    """Troops in Paris or east of the Seine Line put two army groups into Limited Supply (9.1.D)."""

    name = "logistics"
    rule = "9.1.D"

    def begin(self, play: Play, side: str) -> Enforcing:
        return Enforcing(side)

    def run(self, play: Play, frame: Enforcing) -> None:
        position = play.position
        if not position.limited and not position.full_for_good and strained(play.game.look(position)):
            position.limited = True
            play.tell("limited supply", "9.1.D")


def strained(look: StormingLook) -> bool:
    """Are Allied units so far forward that supply becomes Limited (9.1.D; ruling R16)?"""
    game = look.game
    far = look.units_in((game.paris | ~game.data.west) & game.in_play, ALLIED)
    if not game.rules.sixth_army_group_strains_supply:
        far &= ~_by_the_rhone(look)
    return bool(far)


def _by_the_rhone(look: StormingLook) -> int:
    """The units of Anvil-Dragoon, which bring their own supply from the south."""
    memo = look.game.memo
    if ("rhone",) not in memo:
        counters = enumerate(look.game.counters)
        memo["rhone",] = sum(
            1 << unit for unit, counter in counters if counter.side == ALLIED and counter.command == "6AG"
        )
    units: int = memo["rhone",]
    return units


class Judging(Frame, frozen=True):
    """The Antwerpen Status Step."""

    step: ClassVar[str] = "grounding"
    side: str


class AntwerpenStatus(Automatic[Judging]):
    """Is Antwerpen Operational (8.7.C)? If not, divisions may have to be Grounded (9.2.A)."""

    name = "grounding"
    rule = "8.7.D"

    def begin(self, play: Play, side: str) -> Judging:
        return Judging(side)

    def run(self, play: Play, frame: Judging) -> None:
        position, numbers = play.position, play.rules.numbers
        look = play.game.look(position)
        open_now = port_open(look)
        if open_now != position.antwerpen_operational:
            position.antwerpen_operational = open_now
            play.tell("antwerpen open" if open_now else "antwerpen shut", "8.7.C")
        if open_now:
            if not position.full_for_good:
                _full_supply(play, frame)
        elif constrained(look) and not position.grounding_done:
            position.grounding_done = True
            play.push(Stranding(frame.side, numbers["grounded_us"], numbers["grounded_cw"]))


def port_open(look: StormingLook) -> bool:
    """Do the Allies control Antwerpen and both banks of its way to the sea (8.7.C)?"""
    needed = look.game.antwerpen | look.game.approaches
    return not needed & ~look.position.allied_control


def _full_supply(play: Play, frame: Judging) -> None:
    """The port opens for the first time: Full Supply for good, and the makeshifts are over (8.7.D, 9.2.E, 9.3.G)."""
    position = play.position
    position.full_for_good = True
    position.limited = False
    position.priority = position.red_ball = 0
    position.priority_markers = {}
    position.red_ball_left = position.red_ball_saved = 0
    play.tell("full supply", "9.1.D")
    look = play.game.look(position)
    _free(play, position.grounded & nation_units(look, "US"))
    waiting = position.grounded & nation_units(look, "CW")
    number = play.rules.numbers["grounded_freed_cw"]
    if waiting.bit_count() <= number:
        _free(play, waiting)
    else:
        play.push(Freeing(frame.side, number))


def _free(play: Play, units: int) -> None:
    if units:
        play.position.grounded &= ~units
        play.tell("grounding lifted", "9.2.E", tuple(members(units)))


class Freeing(Frame, frozen=True):
    """So many Commonwealth divisions lose their Grounded marker."""

    step: ClassVar[str] = "freed division"
    side: str
    number: int


class FreedDivision(Question[Freeing]):
    """Which Commonwealth division moves again is the Allied player's choice; the others stay for good (9.2.E)."""

    name = "freed division"
    rule = "9.2.E"
    offers = ("free",)

    def text(self, look: StormingLook, frame: Freeing) -> str:
        return "Antwerpen is Operational: choose the Commonwealth division that is no longer Grounded."

    def answer(self, play: Play, frame: Freeing, action: Action) -> None:
        _free(play, 1 << action.index)
        if frame.number > 1:
            play.swap(Freeing(frame.side, frame.number - 1))
        else:
            play.pop()


# Grounding (9.2.A)


class Stranding(Frame, frozen=True):
    """So many US and Commonwealth divisions are still to be Grounded."""

    step: ClassVar[str] = "grounded divisions"
    side: str
    us: int
    cw: int

    def due(self, nation: str) -> int:
        """How many of a nation."""
        return self.us if nation == "US" else self.cw


class GroundedDivisions(Automatic[Stranding]):
    """Where there is a choice the Allied player has it; where there are too few the German may take others."""

    name = "grounded divisions"
    rule = "9.2.A"

    def run(self, play: Play, frame: Stranding) -> None:
        look = play.game.look(play.position)
        missing = {}
        choice = False
        for nation in NATIONS:
            due, able = frame.due(nation), groundable(look, nation)
            if able.bit_count() > due:
                choice = choice or due > 0
                continue
            for unit in members(able):
                _ground(play, unit)
            missing[nation] = due - able.bit_count()
            frame = msgspec.structs.replace(frame, **{nation.lower(): 0})
        if any(missing.values()):
            play.push(Culling(GERMAN, missing.get("US", 0), missing.get("CW", 0)))
        if choice:
            play.push(Grounding(frame.side, frame.us, frame.cw))


def groundable(look: StormingLook, nation: str) -> int:
    """The divisions of a nation west of the Seine Line that trace supply and have no German beside them (9.2.A)."""
    units = _allied_division(look) & nation_units(look, nation) & not_grounded(look)
    return units & _west(look) & _tracing(look) & _undisturbed(look)


def _ground(play: Play, unit: int) -> None:
    position = play.position
    position.grounded |= 1 << unit
    # 9.2.C: a marker of its nationality for each; the later loss of the division takes none away (ruling R61).
    nation = play.game.counters[unit].nation
    markers = position.priority_markers
    position.priority_markers = {**markers, nation: markers.get(nation, 0) + 1}
    play.tell("grounded", "9.2.A", unit)


class Grounding(Stranding, frozen=True):
    """The Allies choose the divisions."""

    step: ClassVar[str] = "divisions to ground"


class DivisionsToGround(Question[Grounding]):
    """Three US and three Commonwealth divisions give up their transport (9.2.A)."""

    name = "divisions to ground"
    rule = "9.2.A"
    offers = ("ground",)

    def text(self, look: StormingLook, frame: Grounding) -> str:
        due = " and ".join(f"{frame.due(nation)} {name}" for nation, name in NATIONS.items() if frame.due(nation))
        return f"The armies have outrun their supplies: choose divisions to be Grounded, {due}."

    def answer(self, play: Play, frame: Grounding, action: Action) -> None:
        _ground(play, action.index)
        nation = play.game.counters[action.index].nation
        left = msgspec.structs.replace(frame, **{nation.lower(): frame.due(nation) - 1})
        if left.us or left.cw:
            play.swap(left)
        else:
            play.pop()


class Culling(Stranding, frozen=True):
    """The German may eliminate divisions in place of those that could not be Grounded."""

    step: ClassVar[str] = "divisions not grounded"


class DivisionsNotGrounded(Question[Culling]):
    """At most as many of each nationality as are missing, for good (9.2.A; ruling R27)."""

    name = "divisions not grounded"
    rule = "9.2.A"
    offers = ("eliminate for supply", "end culling")

    def text(self, look: StormingLook, frame: Culling) -> str:
        due = " and ".join(f"{frame.due(nation)} {name}" for nation, name in NATIONS.items() if frame.due(nation))
        return f"Too few divisions could be Grounded: you may eliminate {due}, or go on."

    def answer(self, play: Play, frame: Culling, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        nation = play.game.counters[action.index].nation
        play.swap(msgspec.structs.replace(frame, **{nation.lower(): frame.due(nation) - 1}))
        eliminate(play, action.index, "9.2.A", for_good=True)


def _of_nations_due(look: StormingLook, frame: Stranding) -> int:
    units = 0
    for nation in NATIONS:
        if frame.due(nation):
            units |= nation_units(look, nation)
    return units


def _allied_division(look: StormingLook, frame: Frame | None = None) -> int:
    return look.position.on_board & look.game.side_units[ALLIED] & look.game.divisions


def _west(look: StormingLook, frame: Frame | None = None) -> int:
    return look.units_in(look.game.data.west, ALLIED)


def _tracing(look: StormingLook, frame: Frame | None = None) -> int:
    return look.units_in(look.allied_supply(), ALLIED)


def _undisturbed(look: StormingLook, frame: Frame | None = None) -> int:
    return look.units_in(~look.beside_enemy(ALLIED) & look.game.board.all, ALLIED)


def _grounded_commonwealth(look: StormingLook, frame: Freeing) -> int:
    return look.position.grounded & nation_units(look, "CW")


def _always(look: StormingLook, frame: Frame) -> int:
    return 1


def _explain_due(look: StormingLook, frame: Stranding, unit: int) -> tuple[str, str]:
    nation = look.counter(unit).nation
    if nation not in NATIONS:
        return "9.2.A", "only US and Commonwealth divisions are meant"
    return "9.2.A", f"no more {NATIONS[nation]} divisions are due"


FRAMES: tuple[type[Frame], ...] = (Enforcing, Judging, Freeing, Stranding, Grounding, Culling, *priority.FRAMES)
STEPS: tuple[Any, ...] = (
    LogisticsEnforcement(),
    AntwerpenStatus(),
    FreedDivision(),
    GroundedDivisions(),
    DivisionsToGround(),
    DivisionsNotGrounded(),
    *priority.STEPS,
)
_DIVISION = Clause("division", "9.2.A", "{it} is not an Allied division on the map", _allied_division)
_NATION = Clause("nation", "9.2.A", "", _of_nations_due, _explain_due)
OFFERS: dict[str, Offer] = {
    "ground": Offer(
        "ground",
        "9.2.A",
        (
            _DIVISION,
            _NATION,
            Clause("west", "9.2.A", "{it} is not west of the Seine Line", _west),
            Clause("supply", "9.2.A", "{it} cannot trace supply", _tracing),
            Clause("beside", "9.2.A", "{it} is adjacent to a German unit", _undisturbed),
            Clause("once", "9.2.A", "{it} is Grounded already", not_grounded),
        ),
    ),
    "eliminate for supply": Offer(
        "eliminate",
        "9.2.A",
        (
            _DIVISION,
            _NATION,
            Clause("sixth", "9.2.A", "{it} belongs to the 6th Army Group, which is not affected", outside_sixth),
        ),
    ),
    "end culling": Offer("end", "9.2.A", (Clause("any", "9.2.A", "", _always),)),
    "free": Offer("free", "9.2.E", (Clause("grounded", "9.2.E", "{it} is not to be freed", _grounded_commonwealth),)),
    **priority.OFFERS,
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("ground", "eliminate", "free", *priority.VERBS["units"])}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "limited supply": lambda game: "The armies outrun their supplies: 21st and 12th Army Group are in Limited Supply.",
    "full supply": lambda game: "Every Allied Command is in Full Supply for the rest of the game.",
    "antwerpen open": lambda game: "Antwerpen is Operational.",
    "antwerpen shut": lambda game: "The way to the sea is lost: Antwerpen is not Operational any more.",
    "grounded": lambda game, unit: f"{game.counters[unit].name} is Grounded.",
    "grounding lifted": lambda game, units: f"No longer Grounded: {unit_names(game, units)}.",
    **priority.SENTENCES,
}
