"""Movement (MOV, EXP): units are taken up one at a time and moved leg by leg.

How far they may go is in `allowance.py`, where that leads in `reach.py`, and why not elsewhere in `reasons.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Clause, Offer, Question

from .. import stacking
from ..concealment.hidden import conceals
from ..elimination import disrupt, undeploy
from ..look import Play, RhineLook
from ..position import EXPLOITATION, GERMAN, OTHER
from ..telling import capital, hex_name, tell_of, unit_name
from . import reach, reasons
from .allowance import Moving, able, budget_of, hexes_of_entry, left_to_attack, pace
from .entering import enter, exposed_at
from .reach import DASH, MARCH, MOVE


class Movement(Question[Moving]):
    """Some, none or all units of a side move, each once (NOTE.1).

    `move` is a leg within the allowance and, for Germans, within the speed limit; `dash` leads beyond the limit and is
    strafed hex by hex; `march` ends the move with bonus hexes.
    """

    name = "movement"
    rule = "NOTE.1"
    offers = ("move unit", "dash unit", "march unit", "pick to move", "end movement")

    def begin(self, play: Play, side: str) -> Moving:
        return Moving(side)

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
            for node in stacking.overstacked(look, frame.side)
        ]

    def answer(self, play: Play, frame: Moving, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "pick":
            look: RhineLook = play.game.look(play.game.seen(play.position, frame.side))
            unit = action.index
            play.swap(Moving(frame.side, unit, look.supply(unit), hexes=hexes_of_entry(look, unit), acted=frame.acted))
        else:
            _walk(play, frame, action.verb, action.index)


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
    look: RhineLook = game.look(game.seen(position, frame.side))
    ways = reach.ways(look, frame)
    path = play.route(
        lambda: reach.path_to(look, frame, verb, goal), lambda walked: walked[-1] == goal and ways.legal(verb, walked)
    )
    position.moved |= 1 << unit
    if position.deployed >> unit & 1:
        # What lay under a face-down piece was deployed unseen (ruling R40).
        hidden_start = conceals(position, path[0])
        undeploy(play, unit)
        play.tell("corps undeploys", "DEP.3", unit, eyes=(GERMAN,) if hidden_start else None)
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
    after: RhineLook = game.look(position)
    stopped = after.zone(OTHER[frame.side]) >> position.units[unit].at & 1 or position.disrupted >> unit & 1
    spent = onward.bonus >= ways.pace.bonus and (onward.bonus > 0 or onward.hexes >= ways.pace.allowance)
    play.swap(done if stopped or spent else onward)


def _leg(play: Play, unit: int, path: Sequence[int], bonus: int = 0) -> None:
    """Walk a leg and tell of it.

    A face-down piece that becomes known on its way is turned up there: a dummy is gone, and of what it does after that
    a real unit is told of by its name.
    """
    place = exposed_at(play, unit, path)
    if place:
        _tell_move(play, "unit moves", unit, path[: place + 1], identity=False)
        enter(play, unit, path[: place + 1])
        if play.position.units[unit].at < 0 or place == len(path) - 1:
            return
        path = path[place:]
        bonus = min(bonus, len(path) - 1)
    _tell_move(play, "unit marches" if bonus else "unit moves", unit, path, bonus)
    enter(play, unit, path)


def _dash(play: Play, unit: int, path: tuple[int, ...], safe: int) -> tuple[int, ...]:
    """Go beyond the speed limit: each excess hex is strafed, and whoever is hit stops there (STRAF.1, ruling R4)."""
    position, game = play.position, play.game
    if safe:
        _leg(play, unit, path[: safe + 1])
    for number in range(safe + 1, len(path)):
        if position.units[unit].at < 0:
            break
        here, node = path[number - 1], path[number]
        # Its owner reads who it is when it sets out, unless everybody is about to.
        identity = number == 1 and not exposed_at(play, unit, (here, node))
        _tell_move(play, "unit dashes", unit, (here, node), identity=identity)
        enter(play, unit, (here, node))
        if position.units[unit].at < 0:
            break
        risk = strafing_risk(game.look(position), node)
        if risk:
            (die,) = play.roll()
            hit = die <= risk
            concealed = bool(position.face_down >> unit & 1)
            tell_of(play, "strafed", "STRAF.1", unit, node, die, risk, concealed=concealed, identity=False)
            if hit:
                disrupt(play, unit, "STRAF.1")
                return path[: number + 1]
    return path


def strafing_risk(look: RhineLook, node: int) -> int:
    """The highest die that Disrupts a unit strafed in a hex; 0 if none does (STRAF.1 to STRAF.3, ruling R55)."""
    numbers = look.game.rules.numbers
    risk = numbers[f"strafing_{look.position.weather.replace(' ', '_')}"]
    return risk - numbers["strafing_rough"] if look.game.rough_ground >> node & 1 else risk


def _tell_move(play: Play, kind: str, unit: int, path: Sequence[int], bonus: int = 0, identity: bool = True) -> None:
    """Tell of a leg; a piece that lies face down moves without a name, an open one comes out from under others."""
    data = (tuple(path), reach.rivers_crossed(play.game, tuple(path)))
    concealed = bool(play.position.face_down >> unit & 1)
    if kind == "unit marches" and not concealed:
        # How many of the hexes are bonus ones depends on the allowance, which would tell who lies face down.
        tell_of(play, kind, "MOV.7", unit, *data, bonus, concealed=False)
    elif kind == "unit dashes":
        tell_of(play, kind, "MOV.4", unit, *data, concealed=concealed, identity=identity)
    else:
        tell_of(play, "unit moves", "NOTE.1", unit, *data, concealed=concealed, identity=identity)


# Who may move


def _own(look: RhineLook, frame: Moving) -> int:
    return look.game.side_units[frame.side]


def _on_map(look: RhineLook, frame: Moving) -> int:
    return look.position.on_board


def _no_dumps(look: RhineLook, frame: Moving) -> int:
    return ~look.game.dumps


def _undisrupted(look: RhineLook, frame: Moving) -> int:
    return ~look.position.disrupted


def _not_dug_in(look: RhineLook, frame: Moving) -> int:
    return ~look.position.dug_in


def _unspent(look: RhineLook, frame: Moving) -> int:
    return ~look.position.spent


def _unmoved(look: RhineLook, frame: Moving) -> int:
    return ~look.position.moved


def _able(look: RhineLook, frame: Moving) -> int:
    return able(look, frame.side)


def _not_in_hand(look: RhineLook, frame: Moving) -> int:
    return ~(1 << frame.hand) if frame.hand >= 0 else -1


# Where to


def _near(look: RhineLook, frame: Moving) -> int:
    return reach.ways(look, frame).near if frame.hand >= 0 else 0


def _risky(look: RhineLook, frame: Moving) -> int:
    return reach.ways(look, frame).risky if frame.hand >= 0 else 0


def _far(look: RhineLook, frame: Moving) -> int:
    return reach.ways(look, frame).far if frame.hand >= 0 else 0


FRAMES: tuple[type[Frame], ...] = (Moving,)
STEPS: tuple[Any, ...] = (Movement(),)
OFFERS: dict[str, Offer] = {
    "move unit": Offer(MOVE, "NOTE.1", (Clause("reach", "NOTE.1", "", _near, reasons.cannot_move),)),
    "dash unit": Offer(DASH, "MOV.4", (Clause("reach", "MOV.4", "", _risky, reasons.cannot_dash),)),
    "march unit": Offer(MARCH, "MOV.7", (Clause("reach", "MOV.7", "", _far, reasons.cannot_march),)),
    "pick to move": Offer(
        "pick",
        "NOTE.1",
        (
            Clause("own", "NOTE.1", "only units of the side whose phase it is move", _own),
            Clause("map", "NOTE.1", "{it} is not on the map", _on_map),
            Clause("dump", "SUP.8", "Supplies dumps move at the start of the turn, not now", _no_dumps),
            Clause("disrupted", "DIS.1", "{it} is Disrupted and does not move", _undisrupted),
            Clause("dug in", "DEP.1", "{it} has deployed this turn instead of moving", _not_dug_in),
            Clause("spent", "EXP.1", "", _unspent, reasons.has_been_used),
            Clause("moved", "NOTE.1", "a unit moves once a turn, and {it} has moved", _unmoved),
            Clause("able", "MOV.9", "", _able, reasons.cannot_stir),
            Clause("hand", "NOTE.1", "{it} is in hand already", _not_in_hand),
        ),
    ),
    "end movement": Offer("end", "NOTE.1", (Clause("any", "NOTE.1", "", lambda look, frame: 1),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"hexes": (MOVE, DASH, MARCH), "units": ("pick",)}


def _moves(game: Any, unit: int, path: Sequence[int], rivers: int) -> str:
    way = "-".join(game.board.labels[node] for node in path)
    return f"{capital(unit_name(game, unit))} moves {way} ({_length(path, rivers)})."


def _marches(game: Any, unit: int, path: Sequence[int], rivers: int, bonus: int) -> str:
    way = "-".join(game.board.labels[node] for node in path)
    return f"{capital(unit_name(game, unit))} marches {way} ({_length(path, rivers)}; {bonus} of the bonus)."


def _dashes(game: Any, unit: int, path: Sequence[int], rivers: int) -> str:
    return f"{capital(unit_name(game, unit))} dashes on to {hex_name(game, path[-1])}, beyond the speed limit."


def _length(path: Sequence[int], rivers: int) -> str:
    crossed = f", {rivers} {'river' if rivers == 1 else 'rivers'}" if rivers else ""
    return f"{_count(len(path) - 1)}{crossed}"


def _strafed(game: Any, unit: int, node: int, die: int, risk: int) -> str:
    how = "hit" if die <= risk else "missed"
    return (
        f"{capital(unit_name(game, unit))} is strafed at {hex_name(game, node)}: {die}, hit by {risk} or less: {how}."
    )


SENTENCES: Mapping[str, Callable[..., str]] = {
    "unit moves": _moves,
    "unit marches": _marches,
    "unit dashes": _dashes,
    "strafed": _strafed,
}
__all__ = ["FRAMES", "OFFERS", "SENTENCES", "STEPS", "VERBS", "budget_of", "strafing_risk"]
