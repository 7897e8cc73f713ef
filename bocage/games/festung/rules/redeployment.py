"""Redeployment (10): units, Airfields and Hitler go far, for points of a card or by an event."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.questions import Handling, in_hand
from bocage.rules import (
    HEXES,
    PATH,
    PLAIN,
    UNITS,
    Conditions,
    Frame,
    Hexes,
    HexSet,
    UnitNumber,
    Units,
    event,
    met,
    offer,
    provided,
)

from . import hitler, stacking
from .air import AIR, airfield_sites, move_airfield
from .look import GERMAN, FestungLook, Play, members
from .movement import redeploying
from .movement.limits import why_closed
from .movement.redeploying import BY_LAND, INTERDICTION
from .operations import frozen
from .position import ALLIED, AXIS
from .supply import tracing

sent = event(
    "redeployed", "10.1",
    lambda game, unit, path, how: (
        f"{game.unit_name(unit)} is redeployed {how} from {game.hex_name(path[0])} to {game.hex_name(path[-1])}."
        if path[0] != path[-1]
        else f"{game.unit_name(unit)} stays in {game.hex_name(path[0])}."
    ),
    sort="move", unit=UNITS, path=PATH, how="word",
)  # fmt: skip


class Redeploying(Frame, frozen=True):
    """A side redeploys for so many points, or so many units at no cost; a unit, an Airfield or Hitler is in hand.

    `who` and `where` are what an event means; a card's points mean everybody, Airfields and Hitler too (`markers`).
    """

    side: str
    points: int
    counted: bool  # units at no cost: each takes one of the points, whatever its size
    who: Units
    where: Hexes
    path: bool = True  # a route is needed
    ignore: tuple[str, ...] = ()
    stays: bool = False  # who is in a place of `where` may be picked and stay
    markers: bool = False
    hand: UnitNumber = -1
    airfield: int = -1
    hitler: bool = False
    moved: int = 0  # Airfields that have moved, by number, and behind them Hitler
    acted: bool = False


def begin(
    play: Play, side: str, points: int = 0, units: int = 0, who: Units | None = None, where: HexSet | None = None,
    path: bool = True, ignore: tuple[str, ...] = (), mark: str = "",
) -> None:  # fmt: skip
    """A side redeploys for points (10.2), or so many units at no cost.

    `who` and `where` limit it as an event says; without `path` no route is needed; `ignore` names limits that do not
    count. Whoever was redeployed, or was picked and stayed under a `mark`, is in `position.redeployed` afterwards.
    """
    game = play.game
    play.push(
        Redeploying(
            side=side,
            points=units or points,
            counted=units > 0,
            who=game.side_units[side] if who is None else who & game.side_units[side],
            where=game.board.all if where is None else where,
            path=path,
            ignore=ignore,
            stays=bool(mark),
            markers=who is None and not units,
        )
    )


# What a piece costs, and where it can go


def least_price(look: FestungLook, unit: int) -> int:
    """What a corps or an army costs (10.2)."""
    numbers = look.game.rules.numbers
    return numbers["rd_army" if look.game.armies >> unit & 1 else "rd_corps"]


def price(look: FestungLook, frame: Redeploying, unit: int, node: int) -> int:
    """What it costs to redeploy a unit to a place."""
    if frame.counted:
        return 1
    cost, dear = least_price(look, unit), redeploying.maquis(look, frame.side, frame.ignore)
    if dear and not redeploying.ways(look, unit, frame.path, dear).all >> node & 1:
        cost += look.game.flag_of(redeploying.MAQUIS).axis_rd_extra
    return cost


def movable(look: FestungLook, frame: Redeploying) -> Conditions:
    """The units that may be redeployed."""
    position, game, side = look.position, look.game, frame.side
    yield game.side_units[side], "10.2", "{it} is not yours"
    yield position.on_board, "10.2", "{it} is not in play"
    yield frame.who, "6.51", "the event is not about {it}"
    yield ~game.fortresses, "10.6", "{it} is a fortress and never redeploys"
    yield ~position.redeployed, "10.6", "{it} has been redeployed in this round"
    yield tracing.supplied(look, side), "11.62", "{it} is out of supply"
    yield ~frozen(look), "20:army district", "Fortitude holds {it} fast"
    if not frame.counted:
        left, numbers = frame.points, game.rules.numbers
        able = game.armies if left >= numbers["rd_army"] else 0
        able |= game.corps if left >= numbers["rd_corps"] else 0
        yield able, "10.2", f"{{it}} costs more than what is left: {left}"
    else:
        yield provided(frame.points > 0), "6.51", "no more units may be redeployed"


def may_go(look: FestungLook, frame: Redeploying) -> Units:
    """The set of units that may be redeployed."""
    return met(movable(look, frame))


def places(look: FestungLook, frame: Redeploying, unit: int) -> Conditions:
    """The places to which a unit may be redeployed, stacking apart."""
    game, kind, bit = look.game, look.kind(unit), 1 << look.position.units[unit].at
    own = look.controls(frame.side) | game.data.box_sides[frame.side]
    yield look.enterable(kind) | bit, "8.38", lambda node: why_closed(look, kind, node)
    yield own, "10.4", "{it} is not friendly"
    stays = bit & frame.where if frame.stays else 0
    yield ~bit | stays, "10.4", "the unit is there already"
    yield frame.where, "6.51", "the event does not lead to {it}"
    if frame.side == AXIS:
        if INTERDICTION not in frame.ignore:
            # Only the hex where it ends is barred, not the way there (ruling R76).
            yield ~look.interdicted() | stays, "14.3", "{it} lies within the range of interdiction"
        yield ~redeploying.barred(look, frame.ignore), "6.51", "an event keeps redeployment out of {it}"
    found = redeploying.ways(look, unit, frame.path).all | stays
    yield found, "10.4", lambda node: redeploying.why_no_way(look, unit, node)
    if not frame.counted:
        dear = redeploying.maquis(look, frame.side, frame.ignore)
        if dear and frame.points < least_price(look, unit) + look.game.flag_of(redeploying.MAQUIS).axis_rd_extra:
            cheap = redeploying.ways(look, unit, frame.path, dear).all
            yield cheap, "10.2", lambda node: f"{{it}} costs {price(look, frame, unit, node)} points: the Maquis"


def _goals(look: FestungLook, frame: Redeploying, unit: int) -> HexSet:
    return met(places(look, frame, unit))


def goals(look: FestungLook, frame: Redeploying, unit: int) -> HexSet:
    """The places to which a unit may be redeployed and where the stacking can be put right (ruling R22)."""
    found = _goals(look, frame, unit)
    full = found & ~look.room(unit, found)
    for node in look.game.board.nodes(full):
        if not _relieved(look, frame, unit, node):
            found &= ~(1 << node)
    return found


def _relieved(look: FestungLook, frame: Redeploying, unit: int, node: int) -> bool:
    """Could somebody leave a full hex after a unit has come into it, for one with room or for the hex that it left?

    Full hexes may change units (ruling R22), also in a ring: whoever leaves may go to another full hex first.
    """
    start = look.position.units[unit].at
    queue, seen = [(node, frame.points - price(look, frame, unit, node))], 1 << node
    gone = 1 << unit
    while queue:
        here, left = queue.pop(0)
        after = replace(frame, points=left)
        for other in members(may_go(look, after) & look.in_place(here) & ~gone):
            there = _goals(look, after, other)
            if there & (1 << start | look.room(other, there)):
                return True
            for further in look.game.board.nodes(there & ~seen):
                seen |= 1 << further
                queue.append((further, left - price(look, after, other, further)))
    return False


# Airfields and Hitler


def _may_fly(look: FestungLook, frame: Redeploying) -> bool:
    return frame.markers and frame.side == ALLIED


def _may_take_hitler(look: FestungLook, frame: Redeploying) -> bool:
    return frame.markers and frame.side == AXIS


def hitler_goals(look: FestungLook, frame: Redeploying) -> Conditions:
    """Where Hitler may go: between German sources, by land (16.41)."""
    at = look.position.hitler
    yield tracing.sources(look, GERMAN), "16.41", "{it} is no German source of supply that works"
    yield ~(1 << at), "16.41", "Hitler is there already"
    yield ~redeploying.barred(look, frame.ignore), "6.51", "an event keeps redeployment out of {it}"
    yield redeploying.marched(look, GERMAN, at, 0).all, "16.41", "no way through friendly hexes leads there"
    dear, cost = redeploying.maquis(look, AXIS, frame.ignore), look.game.rules.numbers["rd_hitler"]
    if dear and frame.points < cost + look.game.flag_of(redeploying.MAQUIS).axis_rd_extra:
        yield redeploying.marched(look, GERMAN, at, dear).all, "10.2", "the Maquis make the way too dear"


def hitler_price(look: FestungLook, frame: Redeploying, node: int) -> int:
    """What it costs to redeploy Hitler (10.2)."""
    cost, dear = look.game.rules.numbers["rd_hitler"], redeploying.maquis(look, AXIS, frame.ignore)
    if dear and not redeploying.marched(look, GERMAN, look.position.hitler, dear).all >> node & 1:
        cost += look.game.flag_of(redeploying.MAQUIS).axis_rd_extra
    return cost


class Redeployment(Handling[Redeploying]):
    """Pieces are redeployed one after the other, each once (10.2, 10.6)."""

    name, rule = "redeployment", "10.2"

    def keep(self, look: FestungLook, frame: Redeploying) -> bool:
        return frame.acted or frame.hand >= 0 or frame.airfield >= 0 or frame.hitler

    def text(self, look: FestungLook, frame: Redeploying) -> str:
        left = f"{frame.points} more" if frame.counted else f"{frame.points} point{'s' * (frame.points != 1)} left"
        if frame.hand >= 0:
            return f"Where is {look.counter(frame.hand).name} redeployed? ({left})"
        if frame.airfield >= 0:
            return f"Where does {look.game.airfield_names[frame.airfield]} go? ({left})"
        if frame.hitler:
            return f"Where does Hitler go? ({left})"
        return f"Choose what is redeployed ({left})."

    def warnings(self, look: FestungLook, frame: Redeploying) -> list[str]:
        return [
            f"{look.game.hex_name(node)} is overstacked: somebody must be redeployed out of it (R22)"
            for node in look.overstacked(frame.side)
        ]

    @offer("redeploy", HEXES, "10.2")
    def redeploy(self, look: FestungLook, frame: Redeploying) -> Conditions:
        if frame.airfield >= 0:
            home = look.controls(ALLIED) | look.game.data.box_sides[ALLIED]
            yield home, "14.4", "{it} is neither an Allied hex nor an Allied box"
            yield airfield_sites(look), "14.4", "{it} is next to an Axis unit"
            yield ~(1 << look.position.airfields[frame.airfield]), "14.4", "the Airfield is there already"
        elif frame.hitler:
            yield from hitler_goals(look, frame)
        else:
            yield provided(frame.hand >= 0), "10.2", "choose first what is redeployed"
            yield from places(look, frame, frame.hand)
            yield goals(look, frame, frame.hand), "R22", "{it} is full, and nobody could make room"

    @redeploy.does
    def _(self, play: Play, frame: Redeploying, node: int) -> None:
        look, numbers = play.look, play.rules.numbers
        if frame.airfield >= 0:
            cost, moved = numbers["rd_airfield"], frame.moved | 1 << frame.airfield
            move_airfield(play, frame.airfield, node, "10.2")
        elif frame.hitler:
            cost, moved = hitler_price(look, frame, node), frame.moved | _hitler_bit(look)
            hitler.put(play, node, "16.41")
        else:
            cost, moved = price(look, frame, frame.hand, node), frame.moved
            _send(play, frame, node)
        play.swap(
            replace(frame, points=frame.points - cost, hand=-1, airfield=-1, hitler=False, moved=moved, acted=True)
        )

    @offer("pick", UNITS, "10.2")
    def pick(self, look: FestungLook, frame: Redeploying) -> Conditions:
        yield from movable(look, frame)
        yield ~in_hand(frame), "10.2", "{it} is in hand already"

    pick.sets("hand", airfield=-1, hitler=False)

    @offer("field", AIR, "10.2", "Redeploy it", when=_may_fly)
    def airfield(self, look: FestungLook, frame: Redeploying) -> Conditions:
        game = look.game
        yield sum(1 << game.air_numbers[name] for name in game.airfield_names), "10.2", "{it} is no Airfield"
        moved = sum(1 << game.air_numbers[game.airfield_names[number]] for number in members(frame.moved))
        yield ~moved, "10.6", "{it} has been redeployed in this round"
        enough = frame.points >= game.rules.numbers["rd_airfield"]
        yield provided(enough), "10.2", "no points are left"

    @airfield.does
    def _(self, play: Play, frame: Redeploying, marker: int) -> None:
        field = play.game.airfield_names.index(play.game.air_names[marker])
        play.swap(replace(frame, hand=-1, airfield=field))

    @offer("hitler", PLAIN, "16.41", "Redeploy Hitler", when=_may_take_hitler)
    def hitler(self, look: FestungLook, frame: Redeploying) -> Conditions:
        yield provided(look.position.hitler >= 0), "16.41", "Hitler is out of the game"
        yield provided(not frame.moved & _hitler_bit(look)), "10.6", "Hitler has been redeployed in this round"
        enough = frame.points >= look.game.rules.numbers["rd_hitler"]
        yield provided(enough), "10.2", f"Hitler costs more than what is left: {frame.points}"
        yield provided(not look.closed(AXIS) >> look.position.hitler & 1), "R104", "the red hexes are closed around him"
        fed = tracing.sources(look, GERMAN) >> look.position.hitler & 1
        yield provided(bool(fed)), "16.41", "Hitler leaves only a German source of supply that works"
        somewhere = bool(met(hitler_goals(look, frame)))
        yield provided(somewhere), "16.41", "there is no other German source of supply to which he could go"

    @hitler.does
    def _(self, play: Play, frame: Redeploying, _: int) -> None:
        play.swap(replace(frame, hand=-1, hitler=True))

    @offer("end", PLAIN, "10.2", "End redeployment", "points that are left are lost")
    def end(self, look: FestungLook, frame: Redeploying) -> Conditions:
        for node in look.overstacked(frame.side):
            able = may_go(look, frame) & look.in_place(node)
            stuck = not any(goals(look, frame, unit) for unit in members(able))
            yield provided(stuck), "R22", f"{look.game.hex_name(node)} is overstacked: redeploy somebody out of it"

    @end.does
    def _(self, play: Play, frame: Redeploying, _: int) -> None:
        play.pop()
        stacking.settle(play, frame.side)


def _hitler_bit(look: FestungLook) -> int:
    return 1 << len(look.game.airfield_names)


def _send(play: Play, frame: Redeploying, node: int) -> None:
    look, unit = play.look, frame.hand
    at = play.position.units[unit].at
    path: tuple[int, ...] = (at, node)
    how = ""
    if at != node:
        dear = redeploying.maquis(look, frame.side, frame.ignore)
        cheap = redeploying.ways(look, unit, frame.path, dear)
        avoiding = dear if cheap.all >> node & 1 else 0
        how = redeploying.ways(look, unit, frame.path, avoiding).how(node)
        if how == BY_LAND:
            path = redeploying.marched(look, look.kind(unit), at, avoiding).path(node)
    play.put(unit, node)
    play.position.note(1 << unit, "redeployed")
    sent(play, unit, path, how)


__all__ = ["Redeploying", "begin"]
