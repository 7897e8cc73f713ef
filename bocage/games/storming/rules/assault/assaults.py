"""Mobile Assaults (14.0, 6.7): who may make one, where, at what price, and what follows; Patton (17.4.A, 17.7.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.errors import Refusal
from bocage.engine.offers import Conditions
from bocage.engine.position import Frame, Node, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..combat import losses
from ..combat.fight import AfterAssault, Fight, battle_words, engage
from ..combat.odds import reckon
from ..combat.support import HOBART_VERBS
from ..look import Play, StormingLook, members
from ..movement.allowance import note_patton, points_of
from ..movement.entering import enter, paris_warnings
from ..movement.hand import Moving
from ..position import ALLIED, OTHER
from ..telling import hex_name, unit_names
from .ground import CLAUSES, price, with_patton

NO_HOBART = "the 79th Armoured Division is added to attacks of a Combat Segment, never to a Mobile Assault"


def may_assault(look: StormingLook, frame: Moving) -> Conditions:
    """Where the units in hand may make a Mobile Assault (14.1)."""
    yield from _conditions("assault", look, frame)


def may_leave_behind(look: StormingLook, frame: Moving) -> Conditions:
    """Who may be left behind by Patton's stack (17.4.A)."""
    yield from _conditions("leave behind", look, frame)


def _conditions(offer: str, look: StormingLook, frame: Moving) -> Conditions:
    for clause in look.game.rules.offers[offer].clauses:
        explain = clause.explain
        why = clause.why if explain is None else lambda index, explain=explain: explain(look, frame, index)
        yield clause.holds(look, frame), clause.rule, why


def declare(play: Play, frame: Moving, node: int) -> None:
    """The units in hand declare a Mobile Assault: its price is paid now, before they enter anything (14.2.A)."""
    cost = price(play.look, frame, node)
    assert cost is not None
    play.swap(msgspec.structs.replace(frame, spent=frame.spent + cost, acted=True))
    play.push(Assaulting(frame.side, node, frame.hand))
    play.tell("assault", "14.2.A", tuple(members(frame.hand)), frame.at, node, cost)


# The declared assault


class Assaulting(Fight, frozen=True):
    """A Mobile Assault is declared: add air support, or roll."""

    step: ClassVar[str] = "mobile assault"


class MobileAssault(Question[Assaulting]):
    """The dice wait for the assaulting side, so that it may still take its declaration back (14.2)."""

    name = "mobile assault"
    rule = "14.2.B"
    offers = ("assault air", "assault roll")

    def keep(self, look: StormingLook, frame: Assaulting) -> bool:
        return True

    def text(self, look: StormingLook, frame: Assaulting) -> str:
        battle = battle_words(reckon(look, declared(frame)))
        air = ", or add a Tactical Air unit" if self._air(look, frame) else ""
        return f"Mobile Assault on {hex_name(look.game, frame.target)}: {battle}. Roll{air}."

    def offer_of(self, look: StormingLook, frame: Assaulting, verb: str) -> Offer:
        if verb in HOBART_VERBS:
            raise Refusal("13.9.B", NO_HOBART)
        return super().offer_of(look, frame, verb)

    def warnings(self, look: StormingLook, frame: Assaulting) -> list[str]:
        return paris_warnings(look, frame.attackers, 1 << frame.target) if frame.side == ALLIED else []

    def _air(self, look: StormingLook, frame: Assaulting) -> bool:
        return frame.side == ALLIED and not frame.air and look.position.air_support > 0

    def answer(self, play: Play, frame: Assaulting, action: Action) -> None:
        if action.verb == "air":
            play.swap(msgspec.structs.replace(frame, air=True))
            return
        play.pop()
        play.position.assaulted |= frame.attackers
        engage(play, declared(frame))


def declared(frame: Fight) -> AfterAssault:
    """The assault as the fight that it becomes."""
    return AfterAssault(frame.side, frame.target, frame.attackers, frame.air)


def _may_call_air(look: StormingLook, frame: Fight) -> int:
    return 1 if frame.side == ALLIED else 0


def _one_call(look: StormingLook, frame: Fight) -> int:
    return 0 if frame.air else 1


def _air_left(look: StormingLook, frame: Fight) -> int:
    return 1 if look.position.air_support else 0


def _yes(look: StormingLook, frame: Frame) -> int:
    return 1


AIR_CLAUSES = (
    Clause("allied", "17.5.3.A", "only the Allies have Tactical Air units", _may_call_air),
    Clause("one", "17.5.3.C", "no more than one Tactical Air unit supports a combat", _one_call),
    Clause("left", "17.5.3.A", "no Tactical Air unit is set aside for combats", _air_left),
)


# What follows


class AssaultResolved(Automatic[AfterAssault]):
    """A cleared hex must be entered (14.2.C, 6.7.B); where defenders are left, one more step is lost (14.2.D)."""

    name = "after assault"

    def run(self, play: Play, frame: AfterAssault) -> None:
        position, game = play.position, play.game
        survivors = frame.attackers & position.on_board
        moving = position.frames[-1]
        assert isinstance(moving, Moving)
        if game.look(position).occupied(OTHER[frame.side]) >> frame.target & 1:
            play.push(Repulsed(frame.side, frame.target, survivors))
            if survivors:
                play.tell("assault failed", "14.2.D", tuple(members(survivors)), frame.target)
                losses.demand(play, frame.side, survivors, play.rules.numbers["mobile_assault_loss"], "14.2.D")
            return
        if not survivors & game.red_units:
            _finish(play, frame.side, survivors)
            return
        play.tell("assault cleared", "14.2.C", tuple(members(survivors)), frame.target)
        note_patton(play, survivors, 1)
        enter(play, members(survivors), (moving.at, frame.target))
        if not with_patton(game.look(position), survivors):
            _finish(play, frame.side, survivors)
            return
        position.moved |= survivors
        play.swap(
            msgspec.structs.replace(
                moving,
                hand=survivors,
                at=frame.target,
                allowance=points_of(game.look(position), survivors),
                hexes=moving.hexes + 1,
                storming=frame.target,
            )
        )


class Repulsed(Frame, frozen=True):
    """The defenders have held, and the further step has been lost."""

    step: ClassVar[str] = "assault repulsed"
    side: str
    target: Node
    units: Units


class AssaultRepulsed(Automatic[Repulsed]):
    """Units that were repulsed are done, but with Patton they may try the same hex again (14.2.C, 17.4.A)."""

    name = "assault repulsed"

    def run(self, play: Play, frame: Repulsed) -> None:
        position = play.position
        survivors = frame.units & position.on_board
        look: StormingLook = play.game.look(position)
        moving = position.frames[-1]
        assert isinstance(moving, Moving)
        if with_patton(look, survivors) and survivors & play.game.red_units:
            position.moved |= survivors
            allowance = points_of(look, survivors)
            play.swap(msgspec.structs.replace(moving, hand=survivors, allowance=allowance))
            play.push(Pressing(frame.side, frame.target))
            if not _again(play.game.look(position), Pressing(frame.side, frame.target)):
                play.pop()
                _finish(play, frame.side, survivors)
        else:
            _finish(play, frame.side, survivors)


def _finish(play: Play, side: str, units: int) -> None:
    """The movement of the assaulting units is over (14.2.C)."""
    play.position.moved |= units
    play.swap(Moving(side, acted=True))


class Pressing(Frame, frozen=True):
    """Patton's stack has been repulsed and may assault the same hex again, or halt."""

    step: ClassVar[str] = "pressing on"
    side: str
    target: Node


class PressOn(Question[Pressing]):
    """Until the hex is cleared Patton's stack neither moves on nor assaults another hex (17.4.A)."""

    name = "pressing on"
    rule = "17.4.A"
    offers = ("assault again", "leave behind again", "halt")

    def text(self, look: StormingLook, frame: Pressing) -> str:
        moving = _moving(look)
        left = moving.allowance - moving.spent
        return (
            f"{hex_name(look.game, frame.target)} holds. Patton may assault it again ({left} MP left), or halt; "
            "he goes nowhere else before it is cleared."
        )

    def answer(self, play: Play, frame: Pressing, action: Action) -> None:
        play.pop()
        moving = _moving(play.game.look(play.position))
        if action.verb == "assault":
            declare(play, moving, action.index)
        elif action.verb == "leave-behind":
            play.swap(without(play.look, moving, action.index))
            play.push(frame)
        else:
            _finish(play, frame.side, moving.hand)


def _moving(look: StormingLook) -> Moving:
    """The frame of the Movement Step in which this happens."""
    frames = look.position.frames
    found = frames[-1] if isinstance(frames[-1], Moving) else frames[-2]
    assert isinstance(found, Moving)
    return found


def _same_hex(look: StormingLook, frame: Pressing) -> int:
    return 1 << frame.target


def _again(look: StormingLook, frame: Pressing) -> int:
    moving = _moving(look)
    hexes = 1 << frame.target
    for clause in look.game.rules.offers["assault"].clauses:
        hexes &= clause.holds(look, moving)
    return hexes


def _explain_again(look: StormingLook, frame: Pressing, node: int) -> tuple[str, str]:
    moving = _moving(look)
    for clause in look.game.rules.offers["assault"].clauses:
        if not clause.holds(look, moving) >> node & 1:
            return clause.explain(look, moving, node) if clause.explain else (clause.rule, clause.why)
    return "17.4.A", "that hex cannot be assaulted again"


# Leaving units behind


def without(look: StormingLook, moving: Moving, unit: int) -> Moving:
    """The hand without a unit that stays where it is; those who go on may be faster."""
    hand = moving.hand & ~(1 << unit)
    return msgspec.structs.replace(moving, hand=hand, allowance=points_of(look, hand))


def _among_assaults(look: StormingLook, frame: Moving) -> int:
    return -1 if frame.hand and 0 <= frame.storming == frame.at else 0


def _in_hand(look: StormingLook, frame: Moving) -> int:
    return frame.hand


def _not_needed(look: StormingLook, frame: Moving) -> int:
    """Patton goes on with at least one unit that can assault."""
    red = frame.hand & look.game.red_units
    return ~(1 << look.game.patton) & (-1 if red & (red - 1) else ~red)


def _in_hand_again(look: StormingLook, frame: Pressing) -> int:
    return _moving(look).hand


def _not_needed_again(look: StormingLook, frame: Pressing) -> int:
    return _not_needed(look, _moving(look))


_NEEDED = "Patton's stack goes on with him and at least one unit that can assault: take another unit up to end its move"
FRAMES: tuple[type[Frame], ...] = (AfterAssault, Assaulting, Repulsed, Pressing)
STEPS: tuple[Any, ...] = (MobileAssault(), AssaultResolved(), AssaultRepulsed(), PressOn())
OFFERS = {
    "assault": Offer("assault", "14.0", CLAUSES),
    "assault air": Offer("air", "17.5.3.A", AIR_CLAUSES),
    "assault roll": Offer("roll", "14.2.B", (Clause("any", "14.2.B", "", _yes),)),
    "assault again": Offer(
        "assault",
        "17.4.A",
        (
            Clause("same", "17.4.A", "Patton goes nowhere else before the hex that he assaulted is cleared", _same_hex),
            Clause("again", "17.4.A", "", _again, _explain_again),
        ),
    ),
    "leave behind": Offer(
        "leave-behind",
        "17.4.A",
        (
            Clause(
                "patton",
                "17.4.A",
                "units are left behind only by Patton's stack in a hex that it has just cleared",
                _among_assaults,
            ),
            Clause("hand", "17.4.A", "{it} is not one of the units in hand", _in_hand),
            Clause("needed", "17.4.A", _NEEDED, _not_needed),
        ),
    ),
    "leave behind again": Offer(
        "leave-behind",
        "17.4.A",
        (
            Clause("hand", "17.4.A", "{it} is not one of Patton's stack", _in_hand_again),
            Clause("needed", "17.4.A", _NEEDED, _not_needed_again),
        ),
    ),
    "halt": Offer("halt", "17.4.A", (Clause("any", "17.4.A", "", _yes),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": ("assault",),
    "units": ("leave-behind",),
    "plain": ("air", "halt"),
}


SENTENCES: Mapping[str, Callable[..., str]] = {
    "assault": lambda game, units, here, target, cost: (
        f"Mobile Assault on {hex_name(game, target)} from {game.board.labels[here]}: {cost} MP."
    ),
    "assault failed": lambda game, units, target: (
        f"The Mobile Assault on {hex_name(game, target)} fails: the assaulting units lose one more step."
    ),
    "assault cleared": lambda game, units, target: (
        f"{unit_names(game, units)} {'enters' if len(units) == 1 else 'enter'} {hex_name(game, target)}."
    ),
}
