"""Invasions (6.56): an Invasion Event puts its units into a Beach Head, from which they attack and step ashore."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bocage.parts.questions import Handling, InHand, in_hand
from bocage.rules import (
    HEXES,
    UNITS,
    Automatic,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    Node,
    Question,
    UnitNumber,
    Units,
    event,
    going_on,
    offer,
    provided,
)

from ..data import effects
from . import control
from .look import FestungLook, Play, members
from .operations import fight
from .position import ALLIED, AXIS, UNUSED

landed = event("landing", "6.564", "{units} {units:lands|land} in {node}.", sort="arrival", units=UNITS, node=HEXES)
stepped = event("steps ashore", "9.53", "{unit} goes ashore to {node}.", sort="move", unit=UNITS, node=HEXES)


def begin(play: Play, side: str, card: str, effect: effects.Invade) -> None:
    """Carry out the invasion of a card: choose the Beach Head, fill the force, land, attack, step ashore."""
    play.push(Landing(side, card, force=_named(play.look, effect)))


def invade_of(look: FestungLook, card: str) -> effects.Invade:
    """What a card says of its invasion."""
    found = look.game.data.cards[look.game.card_numbers[card]].effects
    return next(part for part in found if isinstance(part, effects.Invade))


def may_invade(look: FestungLook, card: str, effect: effects.Invade) -> Conditions:
    """What must hold for an invasion, besides what its card requires (6.56, 6.562, 6.564).

    It holds for Dragoon too, whose card says only from when on it may be played (6.563, ruling R10).
    """
    winter = look.turn().winter and not effect.winter_ok
    yield provided(not winter), "6.562", "there are no invasions in winter, Shingle apart"
    # Avalanche neither counts nor is kept back (ruling R11).
    second = look.position.invasion_turn == look.position.turn and not effect.ignores_one_per_turn
    yield provided(not second), "6.56", "there has been an invasion this turn"
    yield provided(bool(beaches(look, effect))), "8.31", "none of its Beach Heads is free"
    missing = [name for name in effect.units if not _is_slot(name) and not _ready(look, effect, name)]
    box = look.game.hex_name(look.game.data.boxes[effect.box])
    absent = " and ".join(look.game.counters[look.game.unit_numbers[name]].name for name in missing)
    yield provided(not missing), "6.564", f"{absent} {'is' if len(missing) == 1 else 'are'} not in {box}"
    filled = _fillable(look, effect, _slots(effect), _named(look, effect))
    yield provided(filled), "6.564", f"units that the card asks for are not in {box}"


def beaches(look: FestungLook, effect: effects.Invade) -> HexSet:
    """Beach Heads where it may land: without Axis units and without an Allied marker (8.31, 19.4)."""
    more = effect.option_19_4 if look.game.rules.norway_or_holland else ()
    found = look.game.board.set((*effect.beaches, *more))
    return found & ~look.occupied(AXIS) & ~look.position.allied_control


# The force: `any:US:corps` is a place for one unit of that group and size


def _is_slot(name: str) -> bool:
    return name.startswith("any:")


def _slots(effect: effects.Invade) -> tuple[str, ...]:
    return tuple(name for name in effect.units if _is_slot(name))


def _named(look: FestungLook, effect: effects.Invade) -> Units:
    return sum(1 << look.game.unit_numbers[name] for name in effect.units if not _is_slot(name))


def _ready(look: FestungLook, effect: effects.Invade, name: str) -> bool:
    at = look.position.units[look.game.unit_numbers[name]].at
    return at == look.game.data.boxes[effect.box] or (at == UNUSED and name in effect.introduce_if_absent)


def _fitting(look: FestungLook, effect: effects.Invade, slot: str) -> Units:
    """Units of the box that can fill a place of the force; airborne units are of either group (2.22)."""
    _, group, size = slot.split(":")
    game = look.game
    nation = sum(1 << number for number, counter in enumerate(game.counters) if counter.nation == group)
    sizes = {"corps": game.corps, "army": game.armies, "any": -1}[size]
    return look.in_place(game.data.boxes[effect.box], ALLIED) & (game.groups.get(group) or nation) & sizes


def _fillable(look: FestungLook, effect: effects.Invade, slots: Sequence[str], taken: Units) -> bool:
    """Can every place be filled by another unit?"""
    if not slots:
        return True
    able = _fitting(look, effect, slots[0]) & ~taken
    return any(_fillable(look, effect, slots[1:], taken | 1 << unit) for unit in members(able))


class Landing(Frame, frozen=True):
    """An invasion is prepared: the Beach Head, the force, and how many places of it have been filled."""

    side: str
    card: str
    beach: Node = -1
    force: Units = 0
    filled: int = 0


class Invasion(Question[Landing]):
    """The Allies choose the Beach Head, then the units that the card leaves open (6.564)."""

    name, rule, points_at = "invasion", "6.56", "beach"

    def text(self, look: FestungLook, frame: Landing) -> str:
        if frame.beach < 0:
            return f"Where does {look.game.card_title(frame.card)} land?"
        _, group, size = _slots(invade_of(look, frame.card))[frame.filled].split(":")
        what = f"a {group} unit" if size == "any" else f"a {group} {size}"
        return f"Choose {what} for the landing in {look.game.hex_name(frame.beach)}."

    def hand(self, look: FestungLook, frame: Landing) -> Units:
        return frame.force

    @offer("land", HEXES, "6.56", "Land here", when=lambda look, frame: frame.beach < 0)
    def land(self, look: FestungLook, frame: Landing) -> Conditions:
        effect = invade_of(look, frame.card)
        more = effect.option_19_4 if look.game.rules.norway_or_holland else ()
        yield look.game.board.set((*effect.beaches, *more)), "6.56", "the card does not land in {it}"
        yield beaches(look, effect), "8.31", "{it} has an Allied marker already, or Axis units are there"

    @land.does
    def _(self, play: Play, frame: Landing, node: int) -> None:
        self._go_on(play, replace(frame, beach=node))

    @offer("pick", UNITS, "6.564", when=lambda look, frame: frame.beach >= 0)
    def pick(self, look: FestungLook, frame: Landing) -> Conditions:
        effect = invade_of(look, frame.card)
        slot, *others = _slots(effect)[frame.filled :]
        box = look.game.data.boxes[effect.box]
        yield look.in_place(box, ALLIED), "6.564", f"{{it}} is not in {look.game.hex_name(box)}"
        able = _fitting(look, effect, slot)
        yield able, "6.564", "{it} is not what the card asks for"
        yield ~frame.force, "6.564", "{it} takes part already"
        enough = sum(1 << u for u in members(able) if _fillable(look, effect, others, frame.force | 1 << u))
        yield enough, "6.564", "{it} is needed for another place of the force"

    @pick.does
    def _(self, play: Play, frame: Landing, unit: int) -> None:
        self._go_on(play, replace(frame, force=frame.force | 1 << unit, filled=frame.filled + 1))

    def _go_on(self, play: Play, frame: Landing) -> None:
        if frame.filled < len(_slots(invade_of(play.look, frame.card))):
            play.swap(frame)
            return
        play.pop()
        _ashore(play, frame)


def _ashore(play: Play, frame: Landing) -> None:
    """The force is in the Beach Head, which is an Allied port from now on (6.56, 11.44); it may attack at once."""
    position, bit = play.position, 1 << frame.beach
    effect = invade_of(play.look, frame.card)
    for unit in members(frame.force):
        play.put(unit, frame.beach)
    landed(play, tuple(members(frame.force)), frame.beach)
    position.marked |= bit
    control.entered(play, frame.beach, ALLIED, "6.564")
    position.invasions = {**position.invasions, frame.card: position.turn}
    if not effect.ignores_one_per_turn:
        position.invasion_turn = position.turn
    # Everyone is in full supply and under an Attack marker that cost nothing.
    position.full, position.limited, position.attack_marks = frame.force, 0, bit
    play.push(Disembarking(frame.side, frame.beach, frame.force))
    fight(play, frame.side, landing=frame.beach)


class Disembarking(Frame, frozen=True):
    """The combats of a landing are over, or are fought first."""

    side: str
    beach: Node
    force: Units


class Disembark(Automatic[Disembarking]):
    """When the combats of a landing are over, whoever is still in the Beach Head may step ashore (9.53, R110)."""

    name, rule = "disembark", "9.53"

    def run(self, play: Play, frame: Disembarking) -> None:
        position, look = play.position, play.look
        position.attack_marks = 0
        vacant = ~(look.occupied(ALLIED) | look.occupied(AXIS))
        near = look.game.data.open_sides.step(1 << frame.beach) & look.game.board.hexes & vacant
        force = frame.force & look.in_place(frame.beach)
        if near and force:
            play.push(Stepping(frame.side, -1, frame.beach, force, near))


class Stepping(InHand, frozen=True):
    """Landed units step into hexes that were vacant after the combats."""

    hand: UnitNumber = -1
    beach: Node = -1
    force: Units = 0
    vacant: Hexes = 0
    acted: bool = False


class StepsAshore(Handling[Stepping]):
    """Each may step one hex into a vacant hex beside the Beach Head (9.53), zones permitting (9.52)."""

    name, rule, points_at = "steps ashore", "9.53", "beach"

    def keep(self, look: FestungLook, frame: Stepping) -> bool:
        return frame.acted or frame.hand >= 0

    def text(self, look: FestungLook, frame: Stepping) -> str:
        if frame.hand >= 0:
            return f"Where does {look.counter(frame.hand).name} go ashore?"
        return f"Choose a unit in {look.game.hex_name(frame.beach)} that steps into a vacant hex, or end the landing."

    @offer("advance", HEXES, "9.53")
    def advance(self, look: FestungLook, frame: Stepping) -> Conditions:
        yield provided(frame.hand >= 0), "9.53", "choose first who goes ashore"
        yield look.game.data.open_sides.step(1 << frame.beach), "9.53", "{it} is not beside the Beach Head"
        yield frame.vacant, "9.53", "{it} was not vacant when the combats were over"
        zone = look.enemy_zone(frame.side)
        yield ~(zone if zone >> frame.beach & 1 else 0), "9.52", "nobody goes from one enemy zone straight into another"
        yield look.room(frame.hand, frame.vacant), "7.11", "{it} is full"

    @advance.does
    def _(self, play: Play, frame: Stepping, node: int) -> None:
        unit = frame.hand
        play.swap(replace(frame, hand=-1, force=frame.force & ~(1 << unit), acted=True))
        play.put(unit, node)
        stepped(play, unit, node)
        control.entered(play, node, frame.side, "9.53")

    @offer("pick", UNITS, "9.53")
    def pick(self, look: FestungLook, frame: Stepping) -> Conditions:
        yield frame.force, "9.53", "{it} is no landed unit in the Beach Head"
        yield ~in_hand(frame), "9.53", "{it} is in hand already"

    end = going_on("9.53", "The landing is over", "nobody else goes ashore")


__all__ = ["beaches", "begin", "invade_of", "may_invade"]
