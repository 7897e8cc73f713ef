"""Cards that change the map at a stroke: control of hexes, the red zone, where Hitler is (8.38, 16.4)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from bocage.rules import (
    HEXES,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    HexSet,
    Question,
    UnitNumber,
    Units,
    event,
    going_on,
    offer,
)

from ...data import effects
from .. import control, elimination, hitler, tracks
from ..combat import retreat
from ..look import GERMAN, FestungLook, Play, members
from ..position import ALLIED, AXIS, OTHER
from ..supply.tracing import sources
from . import places
from .happening import Happening, effects_at

withdrawn = event("withdrawn", "8.38", "{unit} goes to {node}.", sort="move", unit=UNITS, node=HEXES)
soviet = event("soviet", "6.51", "The Soviets take {hexes}.", hexes=HEXES)
closes = event(
    "zone", "8.38",
    lambda game, closed: "The red hexes are open." if not closed else
    f"The red hexes are closed to {'both sides' if closed == 'both' else 'the Allies'}.",
    closed="word",
)  # fmt: skip


# Control


def takeable(look: FestungLook, effect: effects.TakeControl) -> HexSet:
    """The hexes that a card gives to somebody else."""
    data = look.game.data
    found = look.game.board.set(effect.hexes)
    for country in (*effect.countries, *effect.country):
        found |= data.countries[country]
    if effect.terrain:
        found &= sum(data.terrain[terrain] for terrain in effect.terrain)
    if effect.vacant:
        found &= ~look.occupied(AXIS) & ~look.occupied(ALLIED)
    if effect.start is not None:
        found &= look.controls(effect.start)
    found &= ~look.game.board.set(effect.exclude)
    dead = data.red if look.position.closed == "both" else 0
    return found if effect.to == "Soviet" else found & ~look.controls(effect.to) & ~dead


class Taking(Frame, frozen=True):
    """Hexes are picked that change hands: so many more."""

    step: ClassVar[str] = "hexes taken"
    side: str
    of: Happening
    left: int


def take_control(play: Play, frame: Happening, effect: effects.TakeControl) -> None:
    """Hexes change hands; who stands in them retreats or is lost."""
    found = takeable(play.look, effect)
    if effect.to == "Soviet":
        _to_the_soviets(play, found, effect.vp_each)
    elif effect.count:
        if found:
            play.push(Taking(frame.side, frame, effect.count))
    elif found:
        enemy = play.look.units_in(found, OTHER[effect.to])
        if effect.occupants == "eliminate":
            elimination.eliminate(play, tuple(members(enemy)), "6.51")
            control.give(play, found, effect.to, "6.51")
        else:
            play.push(Emptying(frame.side, frame))
            retreat.withdraw(play, OTHER[effect.to], enemy, effect.distance)  # as after a lost combat (9.4)


def _to_the_soviets(play: Play, hexes: HexSet, points: int) -> None:
    """Hexes that are still Axis count, then they are nobody's; no Infrastructure is charged (ruling R72).

    What the Allies took before stays theirs: the card speaks of hexes that are still Axis.
    """
    still = hexes & play.look.controls(AXIS)
    if still:
        play.position.nobody |= still
        soviet(play, tuple(play.game.board.nodes(still)))
        tracks.change_vp(play, points * still.bit_count(), "16.1")


class HexesTaken(Question[Taking]):
    """Which hexes: the card's owner picks."""

    name, rule = "hexes taken", "6.51"

    def text(self, look: FestungLook, frame: Taking) -> str:
        return f"{look.game.card_title(frame.of.card)}: which hex changes hands?"

    @offer("choose_hex", HEXES, "6.51", "This one")
    def choose_hex(self, look: FestungLook, frame: Taking) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.TakeControl)
        yield takeable(look, effect), "6.51", "the card does not mean {it}"

    @choose_hex.does
    def _(self, play: Play, frame: Taking, node: int) -> None:
        effect = effects_at(play.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.TakeControl)
        assert effect.to != "Soviet"
        if frame.left > 1 and takeable(play.look, effect) & ~(1 << node):
            play.swap(replace(frame, left=frame.left - 1))
        else:
            play.pop()
        control.give(play, 1 << node, effect.to, "6.51")


# Units that must leave


class Emptying(Frame, frozen=True):
    """Units are driven out of hexes that change hands when the last of them is gone."""

    step: ClassVar[str] = "hexes emptied"
    side: str
    of: Happening


class HexesEmptied(Automatic[Emptying]):
    """Whoever could not retreat is lost (9.47); now the hexes change hands."""

    name, rule = "hexes emptied", "6.51"

    def run(self, play: Play, frame: Emptying) -> None:
        effect = effects_at(play.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.TakeControl)
        assert effect.to != "Soviet"
        control.give(play, takeable(play.look, effect), effect.to, "6.51")


# The red zone


def zone(play: Play, frame: Happening, effect: effects.Zone) -> None:
    """The red hexes are closed or opened, as the last card says; who is in them leaves (8.38, ruling R58)."""
    position, red = play.position, play.game.data.red
    axis, allied = play.look.units_in(red, AXIS), play.look.units_in(red, ALLIED)
    if effect.state == "open":
        position.closed = ""
    elif position.closed != "both":  # what is closed to both stays so when it is closed to one of them
        position.closed = effect.side
    closes(play, position.closed)
    if effect.axis_units:
        lost = axis
        if effect.axis_units != "eliminate":  # fortresses and Italians do not go there (ruling R13)
            lost = axis & (play.game.fortresses | play.game.italians)
            box = play.game.board.index[effect.axis_units]
            for unit in members(axis & ~lost):
                play.put(unit, box)
                withdrawn(play, unit, box)
        elimination.eliminate(play, tuple(members(lost)), "8.38")
    if effect.allied_units and allied:
        play.push(Clearing(ALLIED, allied))


class Clearing(Frame, frozen=True):
    """Allied units leave the red hexes for the nearest open hex."""

    step: ClassVar[str] = "zone cleared"
    side: str
    units: Units
    hand: UnitNumber = -1


def havens(look: FestungLook, unit: int) -> HexSet:
    """The nearest Allied hexes with room, by path; if there are none, the UK box."""
    sides, ground = look.game.data.open_sides, look.in_play()
    goals = places.open_to(look, unit, look.controls(ALLIED)) & look.game.board.hexes
    near = found = 1 << look.position.units[unit].at
    while near and not near & goals:
        near = sides.step(near) & ground & ~found
        found |= near
    return near & goals or 1 << look.game.data.boxes["UK"]


class ZoneCleared(Question[Clearing]):
    """Each goes to the nearest open hex, as the Allies like among equals (8.38)."""

    name, rule = "zone cleared", "8.38"

    def hand(self, look: FestungLook, frame: Clearing) -> Units:
        return 1 << frame.hand if frame.hand >= 0 else 0

    def text(self, look: FestungLook, frame: Clearing) -> str:
        if frame.hand >= 0:
            return f"Where does {look.counter(frame.hand).name} go?"
        return f"The red hexes are closed: {look.unit_names(frame.units)} leave them."

    @offer("pick", UNITS, "8.38", "This one first", when=lambda look, frame: frame.hand < 0)
    def pick(self, look: FestungLook, frame: Clearing) -> Conditions:
        yield frame.units, "8.38", "{it} is not in a closed hex"

    @offer("retreat", HEXES, "8.38", "Go here", when=lambda look, frame: frame.hand >= 0)
    def retreat(self, look: FestungLook, frame: Clearing) -> Conditions:
        yield havens(look, frame.hand), "8.38", "the unit goes to the nearest open Allied hex"

    @retreat.does
    def _(self, play: Play, frame: Clearing, node: int) -> None:
        play.put(frame.hand, node)
        withdrawn(play, frame.hand, node)
        rest = frame.units & ~(1 << frame.hand)
        if rest:
            play.swap(Clearing(frame.side, rest))
        else:
            play.pop()


# Hitler


class MovingHitler(Frame, frozen=True):
    """Hitler may, or must, go somewhere else."""

    step: ClassVar[str] = "hitler leaves"
    side: str
    of: Happening
    must: bool


def refuges(look: FestungLook, effect: effects.MoveHitler) -> HexSet:
    """Where he may go: German sources that work and are Axis (16.41, ruling R86)."""
    return look.game.board.set(effect.to) & sources(look, GERMAN)


def move_hitler(play: Play, frame: Happening, effect: effects.MoveHitler) -> None:
    """If he is in one of these hexes he goes to another; if he must and cannot, he is lost (ruling R104)."""
    if play.position.hitler < 0 or not 1 << play.position.hitler & play.game.board.set(effect.start):
        return
    if refuges(play.look, effect):
        play.push(MovingHitler(AXIS, frame, effect.must))
    elif effect.must:
        hitler.eliminate(play, "16.43")


class HitlerLeaves(Question[MovingHitler]):
    """A free redeployment of the marker, without a path (ruling R86)."""

    name, rule = "hitler leaves", "16.41"

    def text(self, look: FestungLook, frame: MovingHitler) -> str:
        return f"{look.game.card_title(frame.of.card)}: where does Hitler go?"

    @offer("relocate", HEXES, "16.41", "Hitler goes here")
    def relocate(self, look: FestungLook, frame: MovingHitler) -> Conditions:
        effect = effects_at(look.game, frame.of)[frame.of.at]
        assert isinstance(effect, effects.MoveHitler)
        yield refuges(look, effect), "16.41", "{it} is no German source that works and is held by the Axis"

    @relocate.does
    def _(self, play: Play, frame: MovingHitler, node: int) -> None:
        play.pop()
        hitler.put(play, node, "16.41")

    end = going_on("16.41", "He stays", when=lambda look, frame: not frame.must)
