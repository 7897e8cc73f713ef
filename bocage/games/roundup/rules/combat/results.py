"""Combat results (11.13): losses, retreats, and the advance after combat (11.14)."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node, UnitNumber, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..look import Play, RoundupLook
from ..movement.entering import enter
from ..position import GERMAN, OTHER
from .losses import Losing, lose_step, members
from .odds import Battle

MEANING = {
    "ASR": "attacker loses a step and retreats",
    "AS": "attacker loses a step",
    "SM": "stalemate",
    "EX": "each side loses a step",
    "DR": "defender retreats",
    "DS": "defender loses a step",
    "DSR": "defender loses a step and retreats",
}


def apply_result(play: Play, battle: Battle, attackers: int, defenders: int, result: str, overkill: bool) -> None:
    """Push what a result asks for, in the book's order: step loss, retreat, advance."""
    attacker, defender = battle.side, OTHER[battle.side]
    frames: list[Frame] = []
    if battle.garrison and result in ("EX", "DR", "DS", "DSR"):
        frames += _storm(play, battle, attackers, result)
    elif result == "AS":
        frames.append(Losing(attacker, attackers, "11.13.1"))
    elif result == "ASR":
        frames.append(Losing(attacker, attackers, "11.13.2"))
        frames.append(Withdrawing(attacker, attackers, "11.13.2", each=True))
    elif result == "EX":
        frames += _exchange(play, attacker, attackers, defenders)
    elif result == "DR":
        frames += _retreat(play, battle, attackers, defenders)
    elif result == "DS":
        frames.append(Losing(defender, defenders, "11.13.4"))
    elif result == "DSR":
        frames.append(Losing(defender, defenders, "11.13.5"))
        if _immune(play, battle):
            play.tell("immune", "11.10", play.game.board.labels[battle.target])
        else:
            frames.append(Withdrawing(defender, defenders, "11.13.5", each=False))
    if overkill and defenders:
        # All steps are lost before anyone retreats: a division killed by overkill never reaches another hex.
        retreats = sum(isinstance(frame, Withdrawing | Standing) for frame in frames)
        frames.insert(len(frames) - retreats, Losing(defender, defenders, "15.16"))
    if result in ("EX", "DR", "DS", "DSR"):
        frames.append(Pursuing(attacker, battle.target, attackers))
    for frame in reversed(frames):
        play.push(frame)


def _storm(play: Play, battle: Battle, attackers: int, result: str) -> list[Frame]:
    """Whatever hurts a garrison destroys it (15.4), but for a retreat that Germans ignore on turn 1 (11.10, R38)."""
    label = play.game.board.labels[battle.target]
    if result == "DR" and _immune(play, battle):
        play.tell("immune", "11.10", label)
        return []
    play.position.garrisons_lost |= 1 << battle.target
    play.tell("garrison lost", "15.4", label)
    if result == "EX":
        return [Losing(battle.side, attackers, "11.13.6", play.rules.divisions_pay_exchanges)]
    return []


def _exchange(play: Play, attacker: str, attackers: int, defenders: int) -> list[Frame]:
    """Both lose a step; the defender chooses first (R37)."""
    first = play.rules.divisions_pay_exchanges
    return [
        Losing(OTHER[attacker], defenders, "11.13.6", first),
        Losing(attacker, attackers, "11.13.6", first),
    ]


def _immune(play: Play, battle: Battle) -> bool:
    """Germans in port hexes ignore retreats on turn 1 (11.10, R22)."""
    first_turn = play.position.turn == 1
    return first_turn and battle.side != GERMAN and bool(play.game.port_hexes >> battle.target & 1)


def _retreat(play: Play, battle: Battle, attackers: int, defenders: int) -> list[Frame]:
    """A DR, with what overrides it: port immunity (11.10), a drop this turn (10.7, R36), tenacity (15.5)."""
    defender = OTHER[battle.side]
    if _immune(play, battle):
        play.tell("immune", "11.10", play.game.board.labels[battle.target])
        return []
    if play.position.dropped & defenders:
        play.tell("converted", "10.7", play.game.board.labels[battle.target])
        return _exchange(play, battle.side, attackers, defenders)
    if play.rules.tenacity and defender == GERMAN:
        return [Standing(defender, defenders)]
    return [Withdrawing(defender, defenders, "11.13.3", each=False)]


class Standing(Frame, frozen=True):
    """The German may take a step loss instead of a retreat (15.5)."""

    step: ClassVar[str] = "tenacity"
    side: str
    units: Units


class Tenacity(Question[Standing]):
    """Stand and lose a step, or retreat (15.5)."""

    name = "tenacity"
    rule = "15.5"
    offers = ("withdraw", "stand")

    def text(self, look: RoundupLook, frame: Standing) -> str:
        return "Retreat, or stand fast and lose a step?"

    def answer(self, play: Play, frame: Standing, action: Action) -> None:
        play.pop()
        play.tell("tenacity", "15.5", action.verb)
        if action.verb == "stand":
            play.push(Losing(frame.side, frame.units, "11.13.4"))
        else:
            play.push(Withdrawing(frame.side, frame.units, "11.13.3", each=False))


class Withdrawing(Frame, frozen=True):
    """These units must retreat. Blocked ones pay: each a step (attackers), or one step in all (defenders)."""

    step: ClassVar[str] = "withdrawal"
    side: str
    units: Units
    rule: str
    each: bool


class Withdrawal(Automatic[Withdrawing]):
    """Finds out who can retreat, and settles with those who cannot (3.2.4, R5, R6, R7)."""

    name = "withdrawal"

    def run(self, play: Play, frame: Withdrawing) -> None:
        look: RoundupLook = play.game.look(play.position)
        units = frame.units & play.position.on_board
        for unit in members(units & ~play.position.dropped):
            if look.retreats(unit):
                play.push(Retreating(frame.side, units, frame.rule, frame.each, unit))
                return
        if not units:
            return
        play.tell("blocked", frame.rule, tuple(members(units)))
        if frame.each:
            for unit in members(units):
                lose_step(play, unit, frame.rule)
        else:
            play.push(Losing(frame.side, units, "11.13.4"))


class Retreating(Frame, frozen=True):
    """The owner retreats the unit in hand; others wait."""

    step: ClassVar[str] = "retreat"
    side: str
    units: Units
    rule: str
    each: bool
    hand: UnitNumber


class Retreat(Question[Retreating]):
    """The owner chooses the hex of each retreat, and the order (11.13.2, 11.13.3, 11.13.5)."""

    name = "retreat"
    offers = ("retreat", "pick retreat")

    def case(self, look: RoundupLook, frame: Retreating) -> str:
        return frame.rule

    def offer_of(self, look: RoundupLook, frame: Retreating, verb: str) -> Offer:
        return super().offer_of(look, frame, verb)._replace(rule=frame.rule)

    def text(self, look: RoundupLook, frame: Retreating) -> str:
        more = (frame.units & look.position.on_board).bit_count() - 1
        others = f" ({more} more to retreat)" if more else ""
        return f"Choose where {look.game.counters[frame.hand].name} retreats{others}."

    def answer(self, play: Play, frame: Retreating, action: Action) -> None:
        if action.verb == "pick":
            play.swap(Retreating(frame.side, frame.units, frame.rule, frame.each, action.index))
            return
        look: RoundupLook = play.game.look(play.position)
        path = look.retreats(frame.hand)[action.index]
        play.pop()
        play.push(Withdrawing(frame.side, frame.units & ~(1 << frame.hand), frame.rule, frame.each))
        play.tell("retreats", frame.rule, frame.hand, path)
        enter(play, (frame.hand,), path)


def _ends(look: RoundupLook, frame: Retreating) -> int:
    return sum(1 << node for node in look.retreats(frame.hand))


def _explain_retreat(look: RoundupLook, frame: Retreating, node: int) -> tuple[str, str]:
    game, unit = look.game, frame.hand
    enemy = OTHER[frame.side]
    bit = 1 << node
    if node == look.position.units[unit].at:
        return frame.rule, f"{game.counters[unit].id} must leave {{it}}"
    if look.beyond_full_hexes(unit) & bit:
        # One could get there, but another hex comes first: an end of the retreat is not asked about.
        return "R23", "a nearer hex has room: full friendly hexes are passed through only as far as the nearest one"
    if not _within_reach(look, unit, node):
        return frame.rule, "a retreat is one hex; only friendly hexes without room are passed through"
    if look.held(enemy) & bit:
        return look.garrison_rule(enemy, node) or (frame.rule, "units never retreat into a hex that an enemy holds")
    if look.zone(enemy) & bit:
        return "3.2.4", "units never retreat into an enemy zone of control"
    if game.counters[unit].type == "heavy_panzer" and game.no_heavy & bit:
        return "R34", "heavy panzers never enter polder, not even in retreat"
    return look.stacking_rule((*look.position.stacks.get(node, ()), unit))


def _within_reach(look: RoundupLook, unit: int, node: int) -> bool:
    """Is the hex beside the unit, or behind friendly hexes without room that it can pass through (R23)?"""
    around = look.game.board.around
    here = look.position.units[unit].at
    # A hex that is passed through lies on the way to some end; one that leads nowhere matters to nobody.
    passed = {step for path in look.retreats(unit).values() for step in path[1:-1]}
    return any(around[step] >> node & 1 for step in (here, *passed))


def _others(look: RoundupLook, frame: Retreating) -> int:
    units = frame.units & look.position.on_board & ~look.position.dropped & ~(1 << frame.hand)
    return sum(1 << unit for unit in members(units) if look.retreats(unit))


def _explain_others(look: RoundupLook, frame: Retreating, unit: int) -> tuple[str, str]:
    if unit == frame.hand:
        return frame.rule, "{it} is in hand already: choose its hex"
    if not frame.units & look.position.on_board & 1 << unit:
        return frame.rule, "{it} is not among the units that still have to retreat"
    if look.position.dropped >> unit & 1:
        return "10.7", "{it} was dropped from the air this turn and does not retreat"
    return frame.rule, "{it} has no hex to retreat to and will lose a step instead"


class Pursuing(Frame, frozen=True):
    """The attackers may advance if the hex is empty now."""

    step: ClassVar[str] = "pursuit"
    side: str
    target: Node
    units: Units


class Pursuit(Automatic[Pursuing]):
    """Is the defender's hex vacant (11.14)?"""

    name = "pursuit"

    def run(self, play: Play, frame: Pursuing) -> None:
        look: RoundupLook = play.game.look(play.position)
        units = frame.units & play.position.on_board & ~play.position.dropped
        if units and not look.held(OTHER[frame.side]) >> frame.target & 1:
            play.push(Advancing(frame.side, frame.target, units))


class Advancing(Frame, frozen=True):
    """Victorious attackers may enter the vacated hex."""

    step: ClassVar[str] = "advance"
    side: str
    target: Node
    units: Units


class Advance(Question[Advancing]):
    """Attackers may advance at once, ignoring enemy zones, within stacking limits (11.14, 3.2.4, R15)."""

    name = "advance"
    rule = "11.14"
    offers = ("advance", "end advance")

    def text(self, look: RoundupLook, frame: Advancing) -> str:
        return f"Choose who advances into {look.game.board.labels[frame.target]}, or stay."

    def answer(self, play: Play, frame: Advancing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        unit = action.index
        play.swap(Advancing(frame.side, frame.target, frame.units & ~(1 << unit)))
        here = play.position.units[unit].at
        play.tell("advances", "11.14", unit, play.game.board.labels[frame.target])
        enter(play, (unit,), (here, frame.target))


def _victors(look: RoundupLook, frame: Advancing) -> int:
    return frame.units


def _room(look: RoundupLook, frame: Advancing) -> int:
    stack = look.position.stacks.get(frame.target, ())
    return sum(1 << unit for unit in members(frame.units) if look.fits((*stack, unit)))


def _explain_room(look: RoundupLook, frame: Advancing, unit: int) -> tuple[str, str]:
    return look.stacking_rule((*look.position.stacks.get(frame.target, ()), unit))


def _explain_victor(look: RoundupLook, frame: Advancing, unit: int) -> tuple[str, str]:
    if look.game.counters[unit].side != frame.side:
        return "11.14", "defending units never advance"
    if look.position.units[unit].at == frame.target:
        return "11.14", "{it} has advanced already"
    if look.position.dropped >> unit & 1:
        return "10.7", "{it} was dropped from the air this turn and does not advance"
    return "11.14", "only the attackers of this battle may advance"


ALWAYS = Clause("any", "11.14", "", lambda look, frame: 1)
FRAMES = (Standing, Withdrawing, Retreating, Pursuing, Advancing)
STEPS = (Tenacity(), Withdrawal(), Retreat(), Pursuit(), Advance())
OFFERS = {
    "withdraw": Offer("withdraw", "11.13.3", (ALWAYS,)),
    "stand": Offer("stand", "15.5", (ALWAYS,)),
    "retreat": Offer("retreat", "11.13.3", (Clause("ends", "11.13.3", "", _ends, _explain_retreat),)),
    "pick retreat": Offer("pick", "11.13.3", (Clause("others", "11.13.3", "", _others, _explain_others),)),
    "advance": Offer(
        "advance",
        "11.14",
        (
            Clause("victors", "11.14", "", _victors, _explain_victor),
            Clause("room", "3.1.2", "", _room, _explain_room),
        ),
    ),
    "end advance": Offer("end", "11.14", (ALWAYS,)),
}
