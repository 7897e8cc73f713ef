"""Advances after combat: the duty to occupy, armour that goes on, others that close up (ADV)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Hexes, Node, UnitNumber, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question
from bocage.hexes import HexSet

from ..elimination import undeploy
from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import EXERTING, GERMAN, OTHER, SEA
from ..telling import hex_name, listed
from .fight import AD, AE, DE, DR, Fighting
from .occupation import Vacancy, Victor, dutiful


class Winning(Frame, frozen=True):
    """A battle is over; which hexes has it cleared?"""

    step: ClassVar[str] = "after battle"
    side: str  # the attacker
    targets: Hexes
    attackers: Units
    result: str
    strengths: dict[str, int] = {}
    factors: dict[str, int] = {}


class Advancing(Frame, frozen=True):
    """The attackers advance."""

    step: ClassVar[str] = "advance"
    side: str
    cleared: Hexes  # target hexes without defenders now
    attackers: Units  # that can advance
    most: int  # hexes that armour may go (ADV.3, ADV.4)
    strengths: dict[str, int] = {}
    factors: dict[str, int] = {}
    walked: dict[str, tuple[Node, ...]] = {}  # unit id -> hexes that it has entered in this advance
    landed: Units = 0  # came from the sea: the landing hex is the end of their way (DD.4)
    hand: UnitNumber = -1


def begin(play: Play, frame: Fighting) -> None:
    """Let the attackers of a battle advance, once everything above this on the stack is done."""
    play.push(Winning(frame.side, frame.targets, frame.attackers, frame.result, frame.strengths, frame.factors))


class AfterBattle(Automatic[Winning]):
    """Has a target hex been cleared of defenders, and can an attacker advance (ADV.1)?"""

    name = "after battle"
    rule = "ADV.1"

    def run(self, play: Play, frame: Winning) -> None:
        if frame.result in (AD, AE):
            return
        look: RhineLook = play.game.look(play.position)
        position, enemy = play.position, OTHER[frame.side]
        # A Tiger battalion that stays alone holds nothing: it is overrun (ruling R104).
        held = position.masks[EXERTING[enemy]] | (look.concealed() if enemy == GERMAN else 0)
        if frame.result not in (DE, DR):
            # Walls stand until they are stormed, even if the units behind them have left (ruling R16).
            held |= look.strongholds(enemy)
        cleared = frame.targets & ~held
        at_sea = look.in_place(SEA)
        able = frame.attackers & (position.on_board | at_sea) & ~position.disrupted
        if not cleared or not able:
            return
        numbers = play.rules.numbers
        most = numbers["advance_armour_eliminated" if frame.result == DE else "advance_armour"]
        play.push(Advancing(frame.side, cleared, able, most, frame.strengths, frame.factors, {}, able & at_sea))


class Advance(Question[Advancing]):
    """The attacker takes his units forward one after the other; first the duty, then what he likes (ADV.1 to ADV.6)."""

    name = "advance"
    rule = "ADV.1"
    offers = ("advance", "pick advance", "end advance")

    def case(self, look: RhineLook, frame: Advancing) -> str:
        return "ADV.1" if _owed(look, frame) else "ADV.3" if frame.hand >= 0 and _walked(look, frame) else "ADV.5"

    def offer_of(self, look: RhineLook, frame: Advancing, verb: str) -> Offer:
        return super().offer_of(look, frame, verb)._replace(rule=self.case(look, frame))

    def text(self, look: RhineLook, frame: Advancing) -> str:
        owed = _owed_words(look, frame)
        if owed:
            return f"Attackers must advance: {owed}."
        if frame.hand >= 0:
            name = look.counter(frame.hand).name
            if frame.hand not in outlook(look, frame).openings:
                return "Choose who advances next, or end the advance."
            if _walked(look, frame):
                return f"{name} may go on, another unit may advance, or the advance ends."
            return f"Choose the hex into which {name} advances, or end the advance."
        return "Choose who advances after combat, or end the advance."

    def answer(self, play: Play, frame: Advancing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "pick":
            play.swap(replace(frame, hand=action.index))
        else:
            _advance(play, frame, action.index)


def _advance(play: Play, frame: Advancing, node: int) -> None:
    """The unit in hand enters a hex. A corps that advances is deployed no more (DEP.3)."""
    position, game, unit = play.position, play.game, frame.hand
    name = game.unit_ids[unit]
    walked = (*frame.walked.get(name, ()), node)
    here = position.units[unit].at
    deployed = bool(position.deployed >> unit & 1)
    undeploy(play, unit)
    side_step = len(walked) == 1 and not frame.cleared >> node & 1
    rule = "ADV.3" if len(walked) > 1 else "ADV.5" if side_step else "ADV.1"
    if here < 0:
        play.tell("advance from the sea", "DD.4", unit, node)
        path: tuple[int, ...] = (node,)
    else:
        play.tell("combat advance", rule, unit, node, deployed)
        path = (here, node)
    play.swap(replace(frame, walked={**frame.walked, name: walked}))
    enter(play, unit, path)


# Where units may go


class Outlook:
    """What the clauses of one question share: for each attacker the hexes that it may enter next."""

    __slots__ = ("dutiful", "free", "openings", "owed")

    def __init__(self, look: RhineLook, frame: Advancing) -> None:
        ids = look.game.unit_ids
        # Paris may have taken the French out of the game while others advanced (FR2.1).
        present = frame.attackers & (look.position.on_board | look.in_place(SEA))
        self.free = [unit for unit in members(present) if ids[unit] not in frame.walked]
        self.owed = _vacancies(look, frame)
        self.dutiful = _duties(look, frame, self.owed, self.free)
        self.openings: dict[int, HexSet] = {}
        for unit in members(present):
            if ids[unit] in frame.walked:
                hexes = _onward(look, frame, unit)
            elif self.dutiful:
                hexes = self.dutiful.get(unit, 0)
            else:
                hexes = _into(look, frame, unit) | _sideways(look, frame, unit)
            if hexes:
                self.openings[unit] = hexes


def outlook(look: RhineLook, frame: Advancing) -> Outlook:
    """The outlook of a question, made once."""
    if look.memo is None:
        look.memo = Outlook(look, frame)
    found: Outlook = look.memo
    return found


def _vacancies(look: RhineLook, frame: Advancing) -> dict[int, int]:
    """Cleared hex -> twice the factors that must still come in (ADV.1). Armour that has gone on has counted."""
    game = look.game
    owed = {}
    for node in game.board.nodes(frame.cleared):
        need = 2 * frame.strengths.get(game.board.labels[node], 0)
        for name, walked in frame.walked.items():
            if walked[0] == node:
                need -= frame.factors.get(name, 0)
        if need > 0:
            owed[node] = need
    return owed


def _duties(look: RhineLook, frame: Advancing, owed: dict[int, int], free: list[int]) -> dict[int, HexSet]:
    """Unit -> the hexes that it may enter to meet the duty; empty once it is met, or when nobody else fits in."""
    if not owed:
        return {}
    game = look.game
    nodes = sorted(owed)
    vacancies = []
    for node in nodes:
        points, armour = look.load(node)
        most, most_armour = look.limits(node)
        vacancies.append(Vacancy(max(most - points, 0), max(most_armour - armour, 0), owed[node]))
    units, victors = [], []
    for unit in free:
        factors = frame.factors.get(game.unit_ids[unit], 0)
        beside = _entries(look, frame, unit)
        places = tuple(place for place, node in enumerate(nodes) if beside >> node & 1)
        if factors and places:
            counter = look.counter(unit)
            units.append(unit)
            victors.append(Victor(counter.stacking, counter.stacking if counter.armour else 0, factors, places))
    key = ("duties", tuple(vacancies), tuple(victors))
    found = game.memo.get(key)
    if found is None:
        found = game.memo[key] = dutiful(tuple(vacancies), tuple(victors))
    return {
        unit: sum(1 << nodes[place] for place in places) for unit, places in zip(units, found, strict=True) if places
    }


def _entries(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """The cleared hexes next to a unit that has not advanced; at sea, its landing hex (DD.4)."""
    at = look.position.units[unit].at
    if at < 0:
        return 1 << look.position.landing_at[look.game.unit_ids[unit]] & frame.cleared
    return look.game.land.step(1 << at) & frame.cleared


def _roomy(look: RhineLook, unit: int, hexes: HexSet) -> HexSet:
    """Those of some hexes in which a unit finds room: stacking limits hold in an advance."""
    return sum(1 << node for node in look.game.board.nodes(hexes) if look.room(unit, node))


def _into(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Cleared hexes that a unit may enter, whatever zones lie on them (ADV.2)."""
    return _roomy(look, unit, _entries(look, frame, unit))


def _beside_both(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Hexes next to a unit and to a cleared hex."""
    at = look.position.units[unit].at
    if at < 0:
        return 0
    step = look.game.land.step
    return step(1 << at) & step(frame.cleared) & ~frame.cleared


def _vacant(look: RhineLook, frame: Advancing, hexes: HexSet) -> HexSet:
    """Those of some hexes in which nobody stands but attackers that have come there in this very advance (ADV.5)."""
    game, stacks = look.game, look.position.stacks
    came = frame.walked
    return sum(
        1 << node
        for node in game.board.nodes(hexes)
        if all(game.counters[unit].id in came for unit in stacks.get(node, ()))
    )


def _sideways(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Vacant hexes beside a cleared one into which a unit may close up, outside enemy zones (ADV.5, ADV.6)."""
    hexes = _beside_both(look, frame, unit) & ~look.barred(frame.side)
    if hexes:
        hexes = _vacant(look, frame, hexes & ~look.zone(OTHER[frame.side]))
    return _roomy(look, unit, hexes)


def _goes_on(look: RhineLook, frame: Advancing, unit: int) -> bool:
    """May a unit that has entered a cleared hex go on through it (ADV.3, ADV.4)?"""
    walked = frame.walked[look.game.unit_ids[unit]]
    armour = look.game.armour_units & ~frame.landed
    return bool(armour >> unit & 1 and frame.cleared >> walked[0] & 1 and len(walked) < frame.most)


def _followed(look: RhineLook, walked: tuple[int, ...]) -> HexSet:
    """Hexes that lie ahead on the path of a unit that retreated; everything if all defenders were eliminated."""
    trails = [trail for trail in look.position.trails.values() if trail[0] == walked[0]]
    if not trails:
        return look.game.board.all
    far = len(walked)
    return sum(1 << node for node in {trail[far] for trail in trails if len(trail) > far and trail[:far] == walked})


def _onward(look: RhineLook, frame: Advancing, unit: int) -> HexSet:
    """Hexes that armour may enter beyond the cleared one, whatever zones lie on them (ADV.3)."""
    if not _goes_on(look, frame, unit):
        return 0
    walked = frame.walked[look.game.unit_ids[unit]]
    hexes = look.game.land.step(1 << walked[-1]) & _followed(look, walked)
    hexes &= ~look.barred(frame.side) | frame.cleared
    return _roomy(look, unit, hexes & ~sum(1 << node for node in walked))


# Clauses


def _walked(look: RhineLook, frame: Advancing) -> tuple[int, ...]:
    """The hexes that the unit in hand has entered."""
    return frame.walked.get(look.game.unit_ids[frame.hand], ())


def _owed(look: RhineLook, frame: Advancing) -> bool:
    return bool(outlook(look, frame).dutiful)


def _owed_words(look: RhineLook, frame: Advancing) -> str:
    """What the attackers still owe, in words."""
    found = outlook(look, frame)
    if not found.dutiful:
        return ""
    reachable = 0
    for hexes in found.dutiful.values():
        reachable |= hexes
    words = [
        f"{hex_name(look.game, node)} has to be occupied by {need // 2}{'½' if need % 2 else ''} more "
        f"factor{'' if need == 2 else 's'}"
        for node, need in found.owed.items()
        if reachable >> node & 1
    ]
    return listed(words)


def _in_hand(look: RhineLook, frame: Advancing) -> int:
    return -1 if frame.hand >= 0 else 0


def _open(look: RhineLook, frame: Advancing) -> int:
    return outlook(look, frame).openings.get(frame.hand, 0)


def _explain_open(look: RhineLook, frame: Advancing, node: int) -> tuple[str, str]:
    bit, unit = 1 << node, frame.hand
    if _walked(look, frame):
        return _why_not_onward(look, frame, unit, bit)
    found = outlook(look, frame)
    if _entries(look, frame, unit) & bit:
        if not look.room(unit, node):
            return "STK.1", "there is no room in {it} for that unit"
        if found.owed.get(node):
            return "ADV.1", "with that unit in {it} the hexes that were cleared could not all be held in strength"
        return "ADV.1", f"first of all, {_owed_words(look, frame)}"
    if look.position.units[unit].at < 0:
        return "DD.4", "a unit that lands ends its way in its landing hex"
    if not _beside_both(look, frame, unit) & bit:
        return "ADV.5", "{it} is neither a hex that was cleared nor next to one and to the unit"
    if found.dutiful:
        return "ADV.1", f"first of all, {_owed_words(look, frame)}"
    if not _vacant(look, frame, bit):
        return "ADV.5", "only a vacant hex beside the cleared one can be entered, and {it} is not vacant"
    if look.barred(frame.side) & bit:
        return "R16", "{it} is an enemy fortress, which nobody enters before it has fallen"
    if look.zone(OTHER[frame.side]) & bit:
        return "ADV.6", "an enemy zone of control closes {it} to an advance beside the cleared hex"
    return "STK.1", "there is no room in {it} for that unit"


def _why_not_onward(look: RhineLook, frame: Advancing, unit: int, bit: int) -> tuple[str, str]:
    walked = _walked(look, frame)
    if frame.landed >> unit & 1:
        return "DD.4", "a unit that lands ends its way in its landing hex"
    if not frame.cleared >> walked[0] & 1:
        return "ADV.5", "an advance beside the cleared hex is one hex"
    if look.game.tigers >> unit & 1:
        return "R117", "Tiger battalions are no armour in an advance: one hex, and they do not go on"
    if not look.game.armour_units >> unit & 1:
        return "ADV.3", "only armour goes on through the cleared hex"
    if len(walked) >= frame.most:
        return "ADV.3", f"armour advances {frame.most} hexes at most after this result"
    if not look.game.land.step(1 << walked[-1]) & bit:
        return "ADV.3", "{it} is not next to the unit over land: an advance goes hex by hex"
    if sum(1 << node for node in walked) & bit:
        return "ADV.3", "an advance does not come back to {it}"
    if not _followed(look, walked) & bit:
        return "ADV.3", "{it} is not on the path of a unit that retreated"
    if look.barred(frame.side) & ~frame.cleared & bit:
        return "ADV.3", "an enemy holds {it}"
    return "STK.1", "there is no room in {it} for that unit"


def _with_openings(look: RhineLook, frame: Advancing) -> int:
    return sum(1 << unit for unit in outlook(look, frame).openings if unit != frame.hand)


def _explain_pick(look: RhineLook, frame: Advancing, unit: int) -> tuple[str, str]:
    if unit == frame.hand:
        return "ADV.1", "{it} is in hand already: choose where it goes"
    if not frame.attackers >> unit & 1:
        if look.position.disrupted >> unit & 1 and look.counter(unit).side == frame.side:
            return "DIS.1", "{it} is Disrupted and does not move"
        return "ADV.1", "only the attackers of this battle advance"
    owed = _owed_words(look, frame)
    if owed:
        return "ADV.1", f"{{it}} does not help here: {owed}"
    if look.game.unit_ids[unit] in frame.walked:
        if look.game.tigers >> unit & 1:
            return "R117", "{it} has advanced: Tiger battalions are no armour in an advance and go one hex"
        return "ADV.3", "{it} has advanced and cannot go on"
    return "ADV.5", "there is no hex into which {it} could advance"


def _duty_done(look: RhineLook, frame: Advancing) -> int:
    return int(not _owed(look, frame))


def _explain_duty(look: RhineLook, frame: Advancing, index: int) -> tuple[str, str]:
    return "ADV.1", _owed_words(look, frame)


def _all_ashore(look: RhineLook, frame: Advancing) -> int:
    found = outlook(look, frame)
    return int(not any(unit in found.openings for unit in found.free if frame.landed >> unit & 1))


FRAMES: tuple[type[Frame], ...] = (Winning, Advancing)
STEPS: tuple[Any, ...] = (AfterBattle(), Advance())
OFFERS: dict[str, Offer] = {
    "advance": Offer(
        "advance",
        "ADV.1",
        (
            Clause("hand", "ADV.1", "pick the unit that is to advance first", _in_hand),
            Clause("open", "ADV.1", "", _open, _explain_open),
        ),
    ),
    "pick advance": Offer("pick", "ADV.1", (Clause("able", "ADV.1", "", _with_openings, _explain_pick),)),
    "end advance": Offer(
        "end",
        "ADV.1",
        (
            Clause("duty", "ADV.1", "", _duty_done, _explain_duty),
            Clause("ashore", "DD.4", "units that have cleared their landing hex must land there", _all_ashore),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": ("advance",), "units": ("pick",)}


def _advanced(game: Any, unit: int, node: int, deployed: bool) -> str:
    return f"{game.counters[unit].name} advances into {hex_name(game, node)}{', deployed no more' if deployed else ''}."


SENTENCES: Mapping[str, Callable[..., str]] = {
    "combat advance": _advanced,
    "advance from the sea": lambda game, unit, node: f"{game.counters[unit].name} lands at {hex_name(game, node)}.",
}
