"""The Air Power Phase (4.1, 14): Airfields move, bombers and fighter-bombers get their missions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from bocage.rules import (
    HEXES,
    Choice,
    Conditions,
    Frame,
    HexSet,
    Question,
    automatic,
    event,
    going_on,
    offer,
    offered,
    provided,
)

from . import tracks
from .look import FestungLook, Play
from .position import (
    ALLIED,
    AXIS,
    CARPET,
    GROUND_SUPPORT,
    INDUSTRY,
    INFRASTRUCTURE,
    INTERDICTION,
    OIL,
)  # fmt: skip

AIR = "aircraft"
MISSION_NAMES = {
    OIL: "oil production", INDUSTRY: "industry", INFRASTRUCTURE: "infrastructure", CARPET: "carpet bombing",
}  # fmt: skip

relocated = event("airfield moved", "14.4", "{field} goes to {node}.", side=ALLIED, field="word", node=HEXES)
assigned = event("mission", "14.1", "{marker} is put on {task}.", side=ALLIED, marker="word", task="word")
stationed = event("interdiction", "14.32", "{marker} interdicts from {base}.", side=ALLIED, marker="word", base="word")
joins = event("bombers join", "14.2", "{marker} joins the bombers.", sort="arrival", side=ALLIED, marker="word")


@automatic("air power", "4.1")
def air_power(play: Play, side: str) -> None:
    """All markers come back, and the Allies give them out anew."""
    position = play.position
    for marker in position.coming:
        joins(play, marker)
    position.bombers = dict.fromkeys((*position.bombers, *position.coming), "")
    position.fighters = dict.fromkeys(position.fighters, "")
    position.stationed, position.coming = {}, ()
    play.push(Assigning(ALLIED))
    play.push(Relocating(ALLIED))


# Airfields


def airfield_sites(look: FestungLook) -> HexSet:
    """Where an Airfield may go: Allied hexes that are not next to an Axis unit, and the Allied boxes (14.4)."""
    beside = look.game.board.step(look.occupied(AXIS) & look.game.board.hexes)
    return look.controls(ALLIED) & ~beside | look.game.data.box_sides[ALLIED]


class Relocating(Frame, frozen=True):
    """The Airfields may move; the one in hand, and those that have moved."""

    step: ClassVar[str] = "airfields"
    side: str
    field: int = -1
    moved: tuple[int, ...] = ()


class Airfields(Question[Relocating]):
    """Each Airfield may go to any Allied hex that is not next to an Axis unit (14.4)."""

    name, rule = "airfields", "14.4"

    def text(self, look: FestungLook, frame: Relocating) -> str:
        if frame.field >= 0:
            return f"Where does {look.game.airfield_names[frame.field]} go?"
        return "Airfields may be moved before the aircraft get their missions."

    @offer("field", AIR, "14.4", "Move it", when=lambda look, frame: frame.field < 0)
    def airfield(self, look: FestungLook, frame: Relocating) -> Conditions:
        numbers = look.game.air_numbers
        yield sum(1 << numbers[name] for name in look.game.airfield_names), "14.4", "{it} is no Airfield"
        moved = sum(1 << numbers[look.game.airfield_names[number]] for number in frame.moved)
        yield ~moved, "14.4", "{it} has moved already"

    @airfield.does
    def _(self, play: Play, frame: Relocating, marker: int) -> None:
        name = play.game.air_names[marker]
        play.swap(Relocating(frame.side, play.game.airfield_names.index(name), frame.moved))

    @offer("relocate", HEXES, "14.4", "Move the Airfield here", when=lambda look, frame: frame.field >= 0)
    def relocate(self, look: FestungLook, frame: Relocating) -> Conditions:
        home = look.controls(ALLIED) | look.game.data.box_sides[ALLIED]
        yield home, "14.4", "{it} is neither an Allied hex nor an Allied box"
        yield airfield_sites(look), "14.4", "{it} is next to an Axis unit"
        yield ~(1 << look.position.airfields[frame.field]), "14.4", "the Airfield is there already"

    @relocate.does
    def _(self, play: Play, frame: Relocating, node: int) -> None:
        move_airfield(play, frame.field, node)
        play.swap(Relocating(frame.side, -1, (*frame.moved, frame.field)))

    end = going_on("14.4", "The Airfields are where they should be", when=lambda look, frame: frame.field < 0)


def move_airfield(play: Play, number: int, node: int, rule: str = "14.4") -> None:
    """An Airfield goes somewhere else, and aircraft that interdict from it with it (ruling R79)."""
    fields = list(play.position.airfields)
    fields[number] = node
    play.position.airfields = tuple(fields)
    relocated(play, play.game.airfield_names[number], node, rule=rule)


# Missions


class Assigning(Frame, frozen=True):
    """Aircraft get their missions; one that is to interdict is in hand until it has a base."""

    step: ClassVar[str] = "missions"
    side: str
    marker: str = ""


def _free(look: FestungLook, frame: Assigning) -> bool:
    return not frame.marker


def _bombs(mission: str) -> Choice:
    def conditions(look: FestungLook, frame: Assigning) -> Conditions:
        game, position = look.game, look.position
        yield _markers(look, position.bombers), "14.2", "{it} is no SAC marker in play"
        yield (
            _markers(look, [name for name, task in position.bombers.items() if not task]),
            "14.1",
            "{it} has a mission",
        )
        flown = sum(task == mission for task in position.bombers.values())
        yield provided(flown < look.turn().sac), "14.21", f"not more than {look.turn().sac} on one mission this year"
        if mission == OIL and game.rules.late_oil and position.turn < game.rules.numbers["oil_turn"]:
            yield provided(not flown), "19.34", "one SAC marker at most attacks oil before Fall 1944"

    def done(play: Play, frame: Assigning, marker: int) -> None:
        name = play.game.air_names[marker]
        play.position.bombers = {**play.position.bombers, name: mission}
        assigned(play, name, MISSION_NAMES[mission])

    return offered(mission, AIR, "14.2", conditions, done, when=_free)


def _markers(look: FestungLook, names: Iterable[str]) -> int:
    return sum(1 << look.game.air_numbers[name] for name in names)


class Missions(Question[Assigning]):
    """Each SAC goes on one of four missions, each TAC on Ground Support or Interdiction (14.1)."""

    name, rule = "missions", "14.1"

    kept = True

    def text(self, look: FestungLook, frame: Assigning) -> str:
        if frame.marker:
            return f"From which base or Airfield does {frame.marker} interdict?"
        return "Give the aircraft their missions."

    def warnings(self, look: FestungLook, frame: Assigning) -> list[str]:
        tasks = {**look.position.bombers, **look.position.fighters}
        idle = [name for name in look.game.air_names if tasks.get(name) == ""]
        return [f"Without a mission: {', '.join(idle)}."] if idle else []

    oil = _bombs(OIL)
    industry = _bombs(INDUSTRY)
    infrastructure = _bombs(INFRASTRUCTURE)
    carpet = _bombs(CARPET)

    def _fighters(self, look: FestungLook) -> Conditions:
        position = look.position
        yield _markers(look, position.fighters), "14.3", "{it} is no TAC marker"
        idle = [name for name, task in position.fighters.items() if not task]
        yield _markers(look, idle), "14.1", "{it} has a mission"

    @offer("support", AIR, "14.31", "Ground Support", when=_free)
    def support(self, look: FestungLook, frame: Assigning) -> Conditions:
        yield from self._fighters(look)

    @support.does
    def _(self, play: Play, frame: Assigning, marker: int) -> None:
        name = play.game.air_names[marker]
        play.position.fighters = {**play.position.fighters, name: GROUND_SUPPORT}
        assigned(play, name, GROUND_SUPPORT)

    @offer("interdict", AIR, "14.32", "Interdiction", when=_free)
    def interdict(self, look: FestungLook, frame: Assigning) -> Conditions:
        yield from self._fighters(look)

    @interdict.does
    def _(self, play: Play, frame: Assigning, marker: int) -> None:
        play.swap(Assigning(frame.side, play.game.air_names[marker]))

    @offer("base", AIR, "14.32", "From here", when=lambda look, frame: bool(frame.marker))
    def base(self, look: FestungLook, frame: Assigning) -> Conditions:
        yield _markers(look, (*look.game.bases, *look.game.airfield_names)), "14.32", "{it} is no base and no Airfield"

    @base.does
    def _(self, play: Play, frame: Assigning, place: int) -> None:
        position, name = play.position, play.game.air_names[place]
        position.fighters = {**position.fighters, frame.marker: INTERDICTION}
        position.stationed = {**position.stationed, frame.marker: name}
        stationed(play, frame.marker, name)
        play.swap(Assigning(frame.side))

    end = going_on("14.1", "The aircraft have their missions", when=_free)

    @end.does
    def _(self, play: Play, frame: Assigning, _: int) -> None:
        play.pop()
        bombs = sum(task == INFRASTRUCTURE for task in play.position.bombers.values())
        if bombs:
            tracks.change_infrastructure(play, -bombs, "15.1")
