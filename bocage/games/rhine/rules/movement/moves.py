"""Movement (MOV, EXP): units are taken up one at a time and moved leg by leg.

How far they may go is in `allowance.py`, where that leads in `reach.py`, and why not elsewhere in `reasons.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from bocage.engine.events import Telling
from bocage.parts.questions import Handling
from bocage.rules import DIE, HEXES, PATH, UNITS, Conditions, event, going_on, offer, provided

from ..concealment.hidden import conceals
from ..deployment import undeploys
from ..elimination import disrupt, undeploy
from ..look import Play, RhineLook
from ..position import EXPLOITATION, GERMAN, OTHER
from ..telling import capital, hex_name, tell_of, unit_name
from . import reach, reasons
from .allowance import Moving, able, hexes_of_entry, left_to_attack, pace
from .entering import enter, exposed_at
from .reach import DASH, MARCH, MOVE

if TYPE_CHECKING:
    from ...game import Rhine


def _moves(game: Rhine, unit: int, path: Sequence[int], rivers: int) -> str:
    return f"{capital(unit_name(game, unit))} moves {game.named(PATH, path)} ({_length(path, rivers)})."


def _marches(game: Rhine, unit: int, path: Sequence[int], rivers: int, bonus: int) -> str:
    way, length = game.named(PATH, path), _length(path, rivers)
    return f"{capital(unit_name(game, unit))} marches {way} ({length}; {bonus} of the bonus)."


def _dashes(game: Rhine, unit: int, path: Sequence[int], rivers: int) -> str:
    return f"{capital(unit_name(game, unit))} dashes on to {hex_name(game, path[-1])}, beyond the speed limit."


def _length(path: Sequence[int], rivers: int) -> str:
    crossed = f", {rivers} {'river' if rivers == 1 else 'rivers'}" if rivers else ""
    return f"{_count(len(path) - 1)}{crossed}"


def _strafed(game: Rhine, unit: int, node: int, die: int, risk: int) -> str:
    how = "hit" if die <= risk else "missed"
    name = capital(unit_name(game, unit))
    return f"{name} is strafed at {hex_name(game, node)}: {die}, hit by {risk} or less: {how}."


moves = event("unit moves", "NOTE.1", _moves, sort="move", unit=UNITS, path=PATH)
marches = event("unit marches", "MOV.7", _marches, sort="move", unit=UNITS, path=PATH)
dashes = event("unit dashes", "MOV.4", _dashes, sort="move", unit=UNITS, path=PATH)
strafed = event("strafed", "STRAF.1", _strafed, sort="dice", roll="Strafing", unit=UNITS, node=HEXES, die=DIE)


class Movement(Handling[Moving]):
    """Some, none or all units of a side move, each once (NOTE.1).

    `move` is a leg within the allowance and, for Germans, within the speed limit; `dash` leads beyond the limit and is
    strafed hex by hex; `march` ends the move with bonus hexes.
    """

    name, rule = "movement", "NOTE.1"

    def keep(self, look: RhineLook, frame: Moving) -> bool:
        # Whoever takes up a unit that cannot go anywhere is not pushed out of his phase by that; and as long as pieces
        # lie face down, that nobody is asked would say something about them.
        return frame.acted or frame.hand >= 0 or (frame.side == GERMAN and bool(look.position.face_down))

    def case(self, look: RhineLook, frame: Moving) -> str:
        return reasons.phase_case(look, frame)

    def text(self, look: RhineLook, frame: Moving) -> str:
        phase = "Exploitation" if look.position.stage == EXPLOITATION else "Operational"
        if frame.hand < 0:
            return f"{phase} Movement: choose a unit to move, or end the phase."
        where = hex_name(look.game, look.position.units[frame.hand].at)
        name = look.game.counters[frame.hand].name
        left = _left(look, frame)
        return f"{phase} Movement: move {name} from {where} ({left}), choose another unit, or end the phase."

    def warnings(self, look: RhineLook, frame: Moving) -> list[str]:
        return [
            f"{hex_name(look.game, node)} is over-full: units of your choice there will be Disrupted (STK.6)"
            for node in look.overstacked(frame.side)
        ]

    @offer(MOVE, HEXES, "NOTE.1")
    def move(self, look: RhineLook, frame: Moving) -> Conditions:
        yield from reasons.ground(look, frame)
        yield from _before_the_bonus(frame)
        ways = reach.ways(look, frame)
        risky = "{it} is beyond the speed limit: dash there at the risk of Strafing"
        yield ~(ways.risky & ways.far), "MOV.4", f"{risky}, or march with bonus hexes"
        yield ~ways.risky, "MOV.4", risky
        yield ~ways.far, "MOV.7", "{it} is beyond the allowance: march there with bonus hexes"
        yield ways.near, "NOTE.1", lambda node: reasons.cannot_reach(look, frame, MOVE, node)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        _walk(play, frame, MOVE, node)

    @offer(DASH, HEXES, "MOV.4")
    def dash(self, look: RhineLook, frame: Moving) -> Conditions:
        yield provided(frame.side == GERMAN), "MOV.4", "only German units have a speed limit: move or march there"
        yield from reasons.ground(look, frame)
        yield from _before_the_bonus(frame)
        ways = reach.ways(look, frame)
        yield ~ways.near, "MOV.4", "{it} is within the speed limit: move there without risk"
        yield ways.risky, "MOV.4", lambda node: reasons.cannot_reach(look, frame, DASH, node)

    @dash.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        _walk(play, frame, DASH, node)

    @offer(MARCH, HEXES, "MOV.7")
    def march(self, look: RhineLook, frame: Moving) -> Conditions:
        none = "the bonus is one of Operational Movement: there is none in the Exploitation Phase (ruling R5)"
        yield provided(frame.hand < 0 or look.position.stage != EXPLOITATION), "MOV.7", none
        yield from reasons.ground(look, frame)
        ways = reach.ways(look, frame)
        yield ~ways.near, "MOV.7", "{it} can be reached without bonus hexes: move there"
        yield provided(ways.most[MARCH] > 0), "MOV.7", "the bonus hexes are used up"
        yield ways.bonus, "MOV.7", lambda node: reasons.cannot_reach(look, frame, MARCH, node)
        yield ways.far, "R5", "bonus hexes may not end next to an Undisrupted enemy"

    @march.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        _walk(play, frame, MARCH, node)

    @offer("pick", UNITS, "NOTE.1")
    def pick(self, look: RhineLook, frame: Moving) -> Conditions:
        game, position = look.game, look.position
        yield game.side_units[frame.side], "NOTE.1", "only units of the side whose phase it is move"
        yield position.on_board, "NOTE.1", "{it} is not on the map"
        yield ~game.dumps, "SUP.8", "Supplies dumps move at the start of the turn, not now"
        yield ~position.disrupted, "DIS.1", "{it} is Disrupted and does not move"
        yield ~position.dug_in, "DEP.1", "{it} has deployed this turn instead of moving"
        yield ~position.spent, "EXP.1", lambda unit: reasons.has_been_used(look, unit)
        yield ~position.moved, "NOTE.1", "a unit moves once a turn, and {it} has moved"
        yield able(look, frame.side), "MOV.9", lambda unit: reasons.cannot_stir(look, unit)
        yield ~self.hand(look, frame), "NOTE.1", "{it} is in hand already"

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        look: RhineLook = play.game.asked(play.game.seen(play.position, frame.side))
        play.swap(Moving(frame.side, unit, look.supply(unit), hexes=hexes_of_entry(look, unit), acted=frame.acted))

    end = going_on("NOTE.1", "End movement", "movement is over")


def _before_the_bonus(frame: Moving) -> Conditions:
    last = "bonus hexes come last: having begun with them, the unit can only march on"
    yield provided(not frame.bonus), "MOV.7", last


def _left(look: RhineLook, frame: Moving) -> str:
    """What the unit in hand has left, in words."""
    found = pace(look, frame.hand, frame.supply)
    bonus = found.bonus - frame.bonus
    parts = []
    if not frame.bonus:
        parts.append(f"{_count(max(found.allowance - frame.hexes, 0))} left")
        if found.limit < found.allowance:
            parts.append(f"{max(found.limit - frame.hexes, 0)} within the speed limit")
    if bonus:
        parts.append(f"{_count(bonus, 'bonus hex')} after that" if parts else f"{_count(bonus, 'bonus hex')} left")
    return ", ".join(parts)


def _count(number: int, noun: str = "hex") -> str:
    return f"{number} {noun}{'' if number == 1 else 'es'}"


def _walk(play: Play, frame: Moving, verb: str, goal: int) -> None:
    """One leg of a move."""
    position, game, unit = play.position, play.game, frame.hand
    # The way is the one that the side sees; what it meets there is the truth.
    look: RhineLook = game.asked(game.seen(position, frame.side))
    ways = reach.ways(look, frame)
    path = play.route(
        lambda: reach.path_to(look, frame, verb, goal), lambda walked: walked[-1] == goal and ways.legal(verb, walked)
    )
    position.moved |= 1 << unit
    if position.deployed >> unit & 1:
        # What lay under a face-down piece was deployed unseen (ruling R40).
        hidden_start = conceals(position, path[0])
        undeploy(play, unit)
        undeploys(play, unit, eyes=(GERMAN,) if hidden_start else None, rule="DEP.3")
    if verb == DASH:
        path = _dash(play, unit, path, ways.safe)
    else:
        _leg(play, unit, path, max(len(path) - 1 - ways.safe, 0) if verb == MARCH else 0)
    done = Moving(frame.side, acted=True)
    if position.units[unit].at < 0:
        play.swap(done)  # it was a dummy, and was turned up on its way
        return
    walked = len(path) - 1
    within = min(walked, ways.safe) if verb == MARCH else walked
    onward = msgspec.structs.replace(
        frame,
        hexes=frame.hexes + within,
        bonus=frame.bonus + walked - within,
        rivers=frame.rivers + reach.rivers_crossed(game, path),
        acted=True,
    )
    left = left_to_attack(look, ways.pace, onward.hexes, onward.bonus, onward.rivers)
    position.budget = {**position.budget, game.unit_ids[unit]: left}
    stopped = play.look.zone(OTHER[frame.side]) >> position.units[unit].at & 1 or position.disrupted >> unit & 1
    spent = onward.bonus >= ways.pace.bonus and (onward.bonus > 0 or onward.hexes >= ways.pace.allowance)
    play.swap(done if stopped or spent else onward)


def _leg(play: Play, unit: int, path: Sequence[int], bonus: int = 0) -> None:
    """Walk a leg and tell of it.

    A face-down piece that becomes known on its way is turned up there: a dummy is gone, and of what it does after that
    a real unit is told of by its name.
    """
    place = exposed_at(play, unit, path)
    if place:
        _tell_move(play, moves, unit, path[: place + 1], identified=False)
        enter(play, unit, path[: place + 1])
        if play.position.units[unit].at < 0 or place == len(path) - 1:
            return
        path = path[place:]
        bonus = min(bonus, len(path) - 1)
    _tell_move(play, marches if bonus else moves, unit, path, bonus)
    enter(play, unit, path)


def _dash(play: Play, unit: int, path: tuple[int, ...], safe: int) -> tuple[int, ...]:
    """Go beyond the speed limit: each excess hex is strafed, and whoever is hit stops there (STRAF.1, ruling R4)."""
    position = play.position
    if safe:
        _leg(play, unit, path[: safe + 1])
    for number in range(safe + 1, len(path)):
        if position.units[unit].at < 0:
            break
        here, node = path[number - 1], path[number]
        # Its owner reads who it is when it sets out, unless everybody is about to.
        identified = number == 1 and not exposed_at(play, unit, (here, node))
        _tell_move(play, dashes, unit, (here, node), identified=identified)
        enter(play, unit, (here, node))
        if position.units[unit].at < 0:
            break
        risk = strafing_risk(play.look, node)
        if risk:  # where there is none no die is cast (ruling R78)
            (die,) = play.roll()
            hit = die <= risk
            concealed = bool(position.face_down >> unit & 1)
            tell_of(play, strafed, "STRAF.1", unit, node, die, risk, concealed=concealed, identified=False)
            if hit:
                disrupt(play, unit, "STRAF.1")
                return path[: number + 1]
    return path


def strafing_risk(look: RhineLook, node: int) -> int:
    """The highest die that Disrupts a unit strafed in a hex; 0 if none does (STRAF.1 to STRAF.3, ruling R55)."""
    numbers = look.game.rules.numbers
    risk = numbers[f"strafing_{look.position.weather.replace(' ', '_')}"]
    return risk - numbers["strafing_rough"] if look.game.rough_ground >> node & 1 else risk


def _tell_move(
    play: Play, telling: Telling, unit: int, path: Sequence[int], bonus: int = 0, identified: bool = True
) -> None:
    """Tell of a leg; a piece that lies face down moves without a name, an open one comes out from under others."""
    data = (tuple(path), reach.rivers_crossed(play.game, tuple(path)))
    concealed = bool(play.position.face_down >> unit & 1)
    if telling is marches and not concealed:
        # How many of the hexes are bonus ones depends on the allowance, which would tell who lies face down.
        tell_of(play, marches, "MOV.7", unit, *data, bonus, concealed=False)
    else:
        told = dashes if telling is dashes else moves
        tell_of(play, told, told.rule, unit, *data, concealed=concealed, identified=identified)
