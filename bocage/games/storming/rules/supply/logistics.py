"""Allied logistics: Limited Supply, the port of Antwerpen, and Grounded divisions (8.7.C, 8.7.D, 9.1, 9.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bocage.rules import UNITS, About, Automatic, Conditions, Frame, Question, Units, automatic, event, going_on, offer

from ..elimination import eliminate
from ..look import Play, StormingLook, members
from ..position import ALLIED, GERMAN
from .limited import constrained, strained
from .priority import NATIONS, nation_units, outside_sixth
from .ways import antwerpen_open

if TYPE_CHECKING:
    from ...game import Storming


def _antwerpen(game: Storming) -> About:
    return About("", ALLIED, hexes=game.board.names(game.antwerpen))


limited = event(
    "limited supply", "9.1.D",
    "The armies outrun their supplies: 21st and 12th Army Group are in Limited Supply.", side=ALLIED,
)  # fmt: skip
full = event("full supply", "9.1.D", "Every Allied Command is in Full Supply for the rest of the game.", side=ALLIED)
opened = event("antwerpen open", "8.7.C", "Antwerpen is Operational.", about=_antwerpen)
shut = event(
    "antwerpen shut", "8.7.C", "The way to the sea is lost: Antwerpen is not Operational any more.", about=_antwerpen
)
grounded = event("grounded", "9.2.A", "{unit} is Grounded.", unit=UNITS)
lifted = event("grounding lifted", "9.2.E", "No longer Grounded: {units}.", units=UNITS)


@automatic("logistics", "9.1.D")
def logistics_enforcement(play: Play, side: str) -> None:
    """Troops in Paris or east of the Seine Line put two army groups into Limited Supply (9.1.D)."""
    position = play.position
    if not position.limited and not position.full_for_good and strained(play.look):
        position.limited = True
        limited(play)


@automatic("grounding", "8.7.D")
def antwerpen_status(play: Play, side: str) -> None:
    """Is Antwerpen Operational (8.7.C)? It is judged anew each time (R97). If not, divisions are Grounded (9.2.A)."""
    position, numbers, look = play.position, play.game.rules.numbers, play.look
    open_now = antwerpen_open(look)
    if open_now != position.antwerpen_operational:
        position.antwerpen_operational = open_now
        (opened if open_now else shut)(play)
    if open_now:
        if not position.full_for_good:
            _full_supply(play, side)
    elif constrained(look) and not position.grounding_done:
        position.grounding_done = True
        play.push(Stranding(side, numbers["grounded_us"], numbers["grounded_cw"]))


def _full_supply(play: Play, side: str) -> None:
    """The port opens for the first time: Full Supply for good, and the makeshifts are over (8.7.D, 9.2.E, 9.3.G)."""
    position = play.position
    position.full_for_good = True
    play.clear("port")
    full(play)
    look = play.look
    _free(play, position.grounded & nation_units(look, "US"))
    waiting = position.grounded & nation_units(look, "CW")
    number = play.game.rules.numbers["grounded_freed_cw"]
    if waiting.bit_count() <= number:
        _free(play, waiting)
    else:
        play.push(Freeing(side, number))


def _free(play: Play, units: Units) -> None:
    if units:
        play.position.grounded &= ~units
        lifted(play, tuple(members(units)))


class Freeing(Frame, frozen=True):
    """So many Commonwealth divisions lose their Grounded marker."""

    side: str
    number: int


class FreedDivision(Question[Freeing]):
    """Which Commonwealth division moves again is the Allied player's choice; the others stay for good (9.2.E)."""

    name, rule = "freed division", "9.2.E"

    asks = "Antwerpen is Operational: choose the Commonwealth division that is no longer Grounded."

    @offer("free", UNITS, "9.2.E")
    def free(self, look: StormingLook, frame: Freeing) -> Conditions:
        yield look.position.grounded & nation_units(look, "CW"), "9.2.E", "{it} is not to be freed"

    @free.does
    def _(self, play: Play, frame: Freeing, unit: int) -> None:
        _free(play, 1 << unit)
        if frame.number > 1:
            play.swap(Freeing(frame.side, frame.number - 1))
        else:
            play.pop()


# Grounding (9.2.A)


class Stranding(Frame, frozen=True):
    """So many US and Commonwealth divisions are still to be Grounded."""

    side: str
    us: int
    cw: int

    def due(self, nation: str) -> int:
        """How many of a nation."""
        return self.us if nation == "US" else self.cw

    def owed(self) -> str:
        """How many of both, in words."""
        return " and ".join(f"{self.due(nation)} {name}" for nation, name in NATIONS.items() if self.due(nation))


def _one_less(frame: Stranding, nation: str) -> Stranding:
    return msgspec.structs.replace(frame, **{nation.lower(): frame.due(nation) - 1})


class GroundedDivisions(Automatic[Stranding]):
    """Where there is a choice the Allied player has it; where there are too few the German may take others."""

    name, rule = "grounded divisions", "9.2.A"

    def run(self, play: Play, frame: Stranding) -> None:
        missing = {}
        choice = False
        for nation in NATIONS:
            due, able = frame.due(nation), groundable(play.look) & nation_units(play.look, nation)
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


def _divisions(look: StormingLook) -> Units:
    return look.position.on_board & look.game.side_units[ALLIED] & look.game.divisions


def _due(look: StormingLook, frame: Stranding) -> Conditions:
    """The divisions on the map of the nations that still owe some (9.2.A)."""
    yield _divisions(look), "9.2.A", "{it} is not an Allied division on the map"
    either = nation_units(look, "US") | nation_units(look, "CW")
    yield either, "9.2.A", "only US and Commonwealth divisions are meant"
    for nation, name in NATIONS.items():
        if not frame.due(nation):
            yield ~nation_units(look, nation), "9.2.A", f"no more {name} divisions are due"


def _stationary(look: StormingLook) -> Conditions:
    """Divisions west of the Seine Line that trace supply and have no German beside them (9.2.A)."""
    yield look.units_in(look.game.data.west, ALLIED), "9.2.A", "{it} is not west of the Seine Line"
    yield look.units_in(look.allied_supply(), ALLIED), "9.2.A", "{it} cannot trace supply"
    yield ~look.units_in(look.beside_enemy(ALLIED), ALLIED), "9.2.A", "{it} is adjacent to a German unit"
    yield ~look.position.grounded, "9.2.A", "{it} is Grounded already"


def groundable(look: StormingLook) -> Units:
    """The Allied divisions that could be Grounded."""
    units = _divisions(look)
    for able, _, _ in _stationary(look):
        units &= able
    return units


def _ground(play: Play, unit: int) -> None:
    position = play.position
    position.grounded |= 1 << unit
    # 9.2.C: a marker of its nationality for each; the later loss of the division takes none away (ruling R61).
    nation = play.game.counters[unit].nation
    markers = position.priority_markers
    position.priority_markers = {**markers, nation: markers.get(nation, 0) + 1}
    grounded(play, unit)


class Grounding(Stranding, frozen=True):
    """The Allies choose the divisions."""


class DivisionsToGround(Question[Grounding]):
    """Three US and three Commonwealth divisions give up their transport (9.2.A)."""

    name, rule = "divisions to ground", "9.2.A"

    def text(self, look: StormingLook, frame: Grounding) -> str:
        return f"The armies have outrun their supplies: choose divisions to be Grounded, {frame.owed()}."

    @offer("ground", UNITS, "9.2.A")
    def ground(self, look: StormingLook, frame: Grounding) -> Conditions:
        yield from _due(look, frame)
        yield from _stationary(look)

    @ground.does
    def _(self, play: Play, frame: Grounding, unit: int) -> None:
        _ground(play, unit)
        left = _one_less(frame, play.game.counters[unit].nation)
        if left.us or left.cw:
            play.swap(left)
        else:
            play.pop()


class Culling(Stranding, frozen=True):
    """The German may eliminate divisions in place of those that could not be Grounded."""


class DivisionsNotGrounded(Question[Culling]):
    """At most as many of each nationality as are missing, Grounded ones too, for good (9.2.A; R27, R98)."""

    name, rule = "divisions not grounded", "9.2.A"

    def text(self, look: StormingLook, frame: Culling) -> str:
        return f"Too few divisions could be Grounded: you may eliminate {frame.owed()}, or go on."

    @offer("eliminate", UNITS, "9.2.A")
    def eliminate(self, look: StormingLook, frame: Culling) -> Conditions:
        yield from _due(look, frame)
        yield outside_sixth(look), "9.2.A", "{it} belongs to the 6th Army Group, which is not affected"

    @eliminate.does
    def _(self, play: Play, frame: Culling, unit: int) -> None:
        play.swap(_one_less(frame, play.game.counters[unit].nation))
        eliminate(play, unit, "9.2.A", for_good=True)

    end = going_on("9.2.A", "Eliminate nobody else", "eliminate nobody else")
